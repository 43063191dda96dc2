"""A board as a picture for print: numbers, tiles, tracks and grids in black on white, as wide as a column."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from ..core.integers import shorten_integers, show_integer
from ..core.parts import EMPTY, Cell, Grid, Number, Part, Row, Text, Track
from .svg import LINE, fold, path, picture, rectangle, shorten, text, text_width

WIDE = 330
TILE = 28  # the height of a tile
NARROW = 24  # its least width
BIG = 24  # the size of a number
SMALL = 11  # and of what is said about it
GREY = "#444444"
ABOVE_TRACK = 22  # from the top of a track to its line
_CAPTIONS = {"mine": "to move", "theirs": "other", "goal": "goal", "danger": "danger"}


class Drawn(NamedTuple):
    """A part of a picture, and how high it is."""

    pieces: tuple[str, ...]
    height: float


def draw_board(parts: Sequence[Part]) -> str:
    """The parts of a board below each other, as SVG; its title says them in words."""
    pieces: list[str] = []
    y = 4.0
    for part in parts:
        drawn = _DRAWN_BY[type(part)](part, y)
        pieces += drawn.pieces
        y += drawn.height + 6
    return picture(WIDE, y, "; ".join(part.say() for part in parts), pieces)


def _label(words: str, y: float) -> Drawn:
    """What is said about a part, above it, in two lines at most."""
    lines = fold(words, WIDE - 4, SMALL, most=2)
    said = (text(2, y + LINE * (at + 0.5), line, size=SMALL, ink=GREY) for at, line in enumerate(lines))
    return Drawn(tuple(said), LINE * len(lines) + (3 if lines else 0))


def _number(part: Number, y: float) -> Drawn:
    label, high = _label(", ".join(filter(None, (part.label, part.note))), y)
    shown = shorten(shorten_integers(part.text), WIDE - 4, BIG)
    return Drawn((*label, text(2, y + high + BIG / 2, shown, size=BIG, bold=True)), high + BIG + 2)


def _text(part: Text, y: float) -> Drawn:
    lines = fold(shorten_integers(part.text), WIDE - 4) or [""]
    return Drawn(
        tuple(text(2, y + LINE * (at + 0.5), line) for at, line in enumerate(lines)), LINE * len(lines)
    )


def _row(part: Row, y: float) -> Drawn:
    way = f"{part.label}, bottom to top" if part.up and len(part.cells) > 1 else part.label
    label, top = _label(", ".join(filter(None, (way, part.note))), y)
    if not part.cells:
        return Drawn((*label, text(2, y + top + TILE / 2, "empty")), top + TILE)
    pieces, rows = list(label), list(_wrapped(part.cells))
    high = TILE + (LINE if any(cell.mark in _CAPTIONS for cell in part.cells) else 4)
    number, first_of_window = 0, len(part.cells) - part.window
    for line, cells in enumerate(rows):
        x = 2.0
        for cell in cells:
            thick = part.window > 1 and number >= first_of_window
            pieces += _tile(cell, x, y + top + line * high, _width(cell), thick)
            x, number = x + _width(cell) + 3, number + 1
    return Drawn(tuple(pieces), top + high * len(rows))


def _wrapped(cells: Sequence[Cell]) -> Iterator[list[Cell]]:
    """Tiles in lines that are not too long."""
    line: list[Cell] = []
    for cell in cells:
        if line and sum(_width(each) + 3 for each in (*line, cell)) > WIDE - 4:
            yield line
            line = []
        line.append(cell)
    yield line


def _width(cell: Cell) -> float:
    return min(max(NARROW, text_width(_shown(cell)) + 10), WIDE - 8)


def _shown(cell: Cell) -> str:
    return "" if cell.text == EMPTY else shorten(shorten_integers(cell.text), WIDE - 20)


def _tile(cell: Cell, x: float, y: float, wide: float, thick: bool) -> list[str]:
    ink = "#777777" if cell.mark == "faded" else "black"
    dashed = ' stroke-dasharray="3 3"' if cell.text == EMPTY else ""
    style = f'fill="white" stroke="{ink}" stroke-width="{2.5 if thick else 1}"{dashed}'
    pieces = [rectangle(x, y, wide, TILE, style)]
    if _shown(cell):
        middle = x + wide / 2
        bold = cell.mark == "strong"
        pieces.append(text(middle, y + TILE / 2, _shown(cell), anchor="middle", bold=bold, ink=ink))
    if cell.mark in _CAPTIONS:
        pieces.append(text(x, y + TILE + 7, _CAPTIONS[cell.mark], size=9, ink=GREY))
    return pieces


def _track(part: Track, y: float) -> Drawn:
    label, top = _label(part.label, y)
    line, left, right = y + top + ABOVE_TRACK, 14.0, WIDE - 14.0

    def place(number: int) -> float:
        # In whole numbers, since those of a game may be larger than any float.
        within = min(max(number, part.low), part.high) - part.low
        return left + (right - left) * (within * 1_000 // max(part.high - part.low, 1)) / 1_000

    pieces = [*label, path(f"M{left} {line:.1f}H{right}", 'stroke="black" stroke-width="2"')]
    for end, anchor, aside in ((part.low, "start", -6), (part.high, "end", 6)):
        pieces.append(path(f"M{place(end):.1f} {line - 5:.1f}V{line + 5:.1f}", 'stroke="black"'))
        shown = shorten(show_integer(end), WIDE / 2 - 10, SMALL)
        pieces.append(text(place(end) + aside, line + 15, shown, anchor=anchor, size=SMALL))
    aim, said = (part.edge, "not to be reached") if part.goal is None else (part.goal, "goal")
    if aim is not None:
        pole = f"M{place(aim):.1f} {line - 9:.1f}V{line + 9:.1f}"
        pieces.append(path(pole, 'stroke="black" stroke-width="4"'))
        pieces.append(text(right + 6, line - 15, said, anchor="end", size=SMALL, ink=GREY))
    pieces.append(f'<circle cx="{place(part.at):.1f}" cy="{line:.1f}" r="6" fill="black"/>')
    return Drawn(tuple(pieces), top + ABOVE_TRACK + 24)


def _grid(part: Grid, y: float) -> Drawn:
    label, high = _label(part.label, y)
    pieces, top = list(label), y + high
    wide = max(_width(cell) for cells in part.rows for cell in cells)
    for down, cells in enumerate(part.rows):
        for across, cell in enumerate(cells):
            pieces += _tile(Cell(cell.text), 2 + across * wide, top + down * TILE, wide, False)
    return Drawn(tuple(pieces), high + TILE * len(part.rows))


_DRAWN_BY: dict[type[Any], Callable[[Any, float], Drawn]] = {
    Number: _number,
    Text: _text,
    Row: _row,
    Track: _track,
    Grid: _grid,
}
