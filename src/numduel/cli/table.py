"""Tables: drawn by rich for a person at a terminal, plain columns for everything else."""

import os
import sys
import textwrap

from ..core.text import visible
from .screen import width


def table(headings: list[str], rows: list[list[str]], plain: bool = False) -> list[str]:
    """The lines of a table."""
    rows = [[visible(cell, most=1000) for cell in row] for row in rows]
    if plain or not _seen():
        return _columns(headings, rows)
    if _least_width(headings, rows) > width():
        return _blocks(headings, rows)
    drawn = _drawn(headings, rows)
    return _columns(headings, rows) if drawn is None else drawn


def _seen() -> bool:
    """Whether a person sees the table, at a terminal that can draw."""
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _least_width(headings: list[str], rows: list[list[str]]) -> int:
    """How wide the columns are where no word is torn apart, but for long ones, such as a game's settings."""
    columns = zip(headings, *rows, strict=True)
    words = [
        min(max(len(word) for cell in column for word in cell.split() or [""]), 24) for column in columns
    ]
    return sum(words) + 2 * len(words)


def _blocks(headings: list[str], rows: list[list[str]]) -> list[str]:
    """The table for a narrow screen: each row one below the other, every cell behind its heading."""
    longest = max(map(len, headings))
    lines = []
    for row in rows:
        for heading, cell in zip(headings, row, strict=True):
            # Cell by cell: a long word begins behind its heading, and not below it.
            folded = textwrap.wrap(cell, max(width() - longest - 2, 10), break_on_hyphens=False)
            lines += [f"{heading * (not at):{longest}}  {part}" for at, part in enumerate(folded)]
        lines.append("")
    return lines[:-1]


def _drawn(headings: list[str], rows: list[list[str]]) -> list[str] | None:
    """The table as rich draws it; None where rich is not installed."""
    try:
        from rich.box import SIMPLE_HEAD
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text
    except ImportError:
        return None
    drawing = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in headings:
        drawing.add_column(heading, overflow="fold")  # a long cell goes on below: nothing is cut off
    for row in rows:
        drawing.add_row(*map(Text, row))
    console = Console(highlight=False)
    with console.capture() as capture:
        console.print(drawing)
    return [line.rstrip() for line in capture.get().splitlines() if line.strip()]


def _columns(headings: list[str], rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    return [
        "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in [headings, *rows]
    ]
