"""Sheets that a command writes, exercises or a whole lesson, as a web page or as PDF."""

import argparse
from pathlib import PurePath
from typing import Any

from ..core.game import Game
from ..core.integers import count
from ..core.packages import install_line
from ..core.text import visible
from ..learn.sheet import MOST, Sheet, printed, sheet_of
from ..learn.teaching import lesson_of
from .console import Console, Failed, UsageError
from .files import Output


def write_sheet(console: Console, game: Game[Any, Any], options: argparse.Namespace) -> int:
    """Write exercises, where it is said how many, or else the lesson; the exit code."""
    if options.sheet is not None and options.sheet > MOST:
        raise UsageError(f"a sheet has at most {MOST} exercises")
    kind = PurePath(options.output).suffix[1:].lower() or "html"
    if kind not in ("html", "pdf"):
        raise UsageError(f"a sheet is written as .html or .pdf, which {options.output!a} does not end in")
    output = Output(console, options.output, options.force)
    if options.sheet is None:
        sheet = printed(lesson_of(game, options.seed))
    else:
        sheet = sheet_of(game, options.sheet, options.seed)
    output.write(_written(sheet, kind))
    if not output.is_stdout:
        fewer = ", all that there are" if len(sheet.exercises) < (options.sheet or 0) else ""
        what = "" if options.sheet else "The lesson, "
        exercises = count(len(sheet.exercises), "exercise")
        console.say(f"{what}{exercises}{fewer}, with answers, in {visible(options.output, most=1000)}.")
    return 0


def _written(sheet: Sheet, kind: str) -> str | bytes:
    if kind == "html":
        from ..learn.sheet_html import sheet_as_html

        return sheet_as_html(sheet)
    from ..learn.sheet_pdf import sheet_as_pdf

    try:
        return sheet_as_pdf(sheet)
    except ImportError:
        needs = f"a sheet as .pdf needs the package typst (numduel[print]): {install_line('typst')}"
        raise Failed(needs) from None
