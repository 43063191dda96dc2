"""Tables: drawn by rich for a person at a terminal, plain columns for everything else."""

import os
import re
import sys

from ..core.text import visible
from .screen import width

SHORT = 10  # letters of a name, where there is little room
PAGE = 25  # lines of a screen; a table may have more
LONG = 24  # letters of a word that may go on in the next line


def table(
    headings: list[str], rows: list[list[str]], plain: bool = False, names: tuple[int, ...] = ()
) -> list[str]:
    """The lines of a table; where it does not fit the screen, names in the columns given are shortened."""
    rows = [[visible(cell, most=1000) for cell in row] for row in rows]
    if plain or not _seen():
        return _columns(headings, rows)
    folded = [[fold_long_word(cell, LONG) for cell in row] for row in rows]
    widths = _widths(headings, folded)
    if widths is None and names:
        folded = [[_short(cell) if at in names else cell for at, cell in enumerate(row)] for row in folded]
        widths = _widths(headings, folded)
    if widths is None:
        return _blocks(headings, rows)
    drawn = _drawn(headings, folded, widths)
    return _columns(headings, rows) if drawn is None else drawn


def _seen() -> bool:
    """Whether a person sees the table, at a terminal that can draw."""
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def fold_long_word(word: str, most: int) -> str:
    r"""A long word, such as a spec, that goes on in the next line after a colon or a comma; else the text.

    >>> fold_long_word("operation-obliteration:any-multiply", 24)
    'operation-obliteration:\nany-multiply'
    """
    if len(word) <= most or " " in word:
        return word
    lines = [""]
    for piece in re.split(r"(?<=[:,])", word):
        if lines[-1] and len(lines[-1] + piece) > most:
            lines.append("")
        lines[-1] += piece
    return "\n".join(lines)


def _short(name: str) -> str:
    """A name of which one still sees whose it is."""
    return name if len(name) <= SHORT else f"{name[: SHORT - 1].rstrip()}…"


def _widths(headings: list[str], rows: list[list[str]]) -> list[int] | None:
    """How wide the columns are on this screen, the widest ones made narrower; None if it is too narrow."""
    least, room = _least_widths(headings, rows), width() - 2 * (len(headings) - 1)
    if sum(least) > room:
        return None
    columns = zip(headings, *rows, strict=True)
    widths = [max(len(line) for cell in column for line in cell.split("\n")) for column in columns]
    while sum(widths) > room:
        widest = max(range(len(widths)), key=lambda at: widths[at] - least[at])
        widths[widest] -= 1
    return widths


def _least_widths(headings: list[str], rows: list[list[str]]) -> list[int]:
    """How wide the columns are where headings have two lines at most and no word is torn apart.

    But for long ones, such as a game's settings.
    """
    return [
        max(_in_two_lines(heading), min(max(map(len, " ".join(cells).split()), default=0), LONG))
        for heading, *cells in zip(headings, *rows, strict=True)
    ]


def _in_two_lines(heading: str) -> int:
    """How wide a heading is that is folded once."""
    words = heading.split()
    halves = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(len(words) + 1))
    return min(max(map(len, pair)) for pair in halves)


def _blocks(headings: list[str], rows: list[list[str]]) -> list[str]:
    """The table for a narrow screen: each row one below the other, every cell behind its heading."""
    from textwrap import wrap

    longest = max(map(len, headings))
    lines = []
    for row in rows:
        for heading, cell in zip(headings, row, strict=True):
            # Cell by cell: a long word begins behind its heading, and not below it.
            room = max(width() - longest - 2, 10)
            parts = fold_long_word(cell, room).split("\n")
            folded = [line for part in parts for line in wrap(part, room, break_on_hyphens=False)]
            lines += [f"{heading * (not at):{longest}}  {part}" for at, part in enumerate(folded)]
        lines.append("")
    return lines[:-1]


def _drawn(headings: list[str], rows: list[list[str]], widths: list[int]) -> list[str] | None:
    """The table as rich draws it; None where rich is not installed."""
    try:
        from rich.box import SIMPLE_HEAD
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text
    except ImportError:
        return None
    drawing = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for heading, columns in zip(headings, widths, strict=True):
        drawing.add_column(heading, overflow="fold", width=columns)  # a long cell goes on below
    for row in rows:
        drawing.add_row(*map(Text, row))
    # Given both, rich reads neither COLUMNS nor LINES, of which it would take "²" for a number.
    console = Console(highlight=False, width=max(width(), 1), height=PAGE)
    with console.capture() as capture:
        console.print(drawing)
    return [line.rstrip() for line in capture.get().splitlines() if line.strip()]


def _columns(headings: list[str], rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    return [
        "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in [headings, *rows]
    ]
