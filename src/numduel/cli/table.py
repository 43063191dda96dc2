"""Tables: drawn by rich for a person at a terminal, plain columns for everything else."""

import os
import sys

from ..core.text import visible


def table(headings: list[str], rows: list[list[str]], plain: bool = False) -> list[str]:
    """The lines of a table."""
    rows = [[visible(cell, most=1000) for cell in row] for row in rows]
    drawn = None if plain else _drawn(headings, rows)
    return _columns(headings, rows) if drawn is None else drawn


def _drawn(headings: list[str], rows: list[list[str]]) -> list[str] | None:
    """The table as rich draws it; None where nobody looks, or where rich is not installed."""
    if sys.stdout is None or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        return None
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
