"""Pictures that a command writes: the format follows from the end of the file's name."""

import argparse
from pathlib import PurePath

from ..core.packages import install_line
from ..drawing.formats import FORMATS, convert
from .console import Console, Failed, UsageError
from .files import Output, add_output

FORM = "FILE.{svg,png,pdf}"


def add_picture(parser: argparse.ArgumentParser, about: str, *, required: bool = False) -> None:
    """Let a command take the picture that it writes."""
    add_output(parser, about, form=FORM, required=required)


class Picture:
    """The picture that a command has been told to write; on standard output it is SVG."""

    def __init__(self, console: Console, name: str, force: bool, quiet: bool = False) -> None:
        # A name without an end, a device perhaps, gets SVG.
        end = PurePath(name).suffix[1:].lower() or "svg"
        kind = next((kind for kind in FORMATS if kind == end), None)
        if kind is None:
            raise UsageError(f"a picture is written as .svg, .png or .pdf, which {name!a} does not end in")
        self._kind = kind
        self.output = Output(console, name, force, quiet)

    def write(self, svg: str) -> None:
        """Write the picture."""
        try:
            self.output.write(svg if self._kind == "svg" else convert(svg, self._kind))
        except ImportError:
            raise Failed(
                f"a picture as .{self._kind} needs the package typst: {install_line('typst')}"
            ) from None
