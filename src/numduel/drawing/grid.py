"""Grid layout: many positions in rows, layer by layer, the children of each position side by side in order.

Each position has an arrow from the one that reaches it first; other moves are written below the position
they are made from, so that no picture is covered by arrows.
"""

import dataclasses
from collections.abc import Iterable, Sequence

from .boxes import STRETCH, Box, moves_in_short
from .neighbourhood import Arrow
from .svg import LINE, arrow_style, label, path, shorten, text, text_width

BETWEEN = 14  # columns
BELOW = 22  # a row
LAYER = 40  # for the words above a layer
DROP = 44  # from the line over a family of positions to them


@dataclasses.dataclass(frozen=True, slots=True)
class Family:
    """The arrows from one position to those first reached from it; as many as fit in a row."""

    parent: str
    arrows: tuple[Arrow, ...]


Row = list[Family]


class Grid:
    """Boxes in rows of so many columns."""

    def __init__(self, boxes: list[Box], layers: Sequence[Sequence[Family]], columns: int) -> None:
        self.boxes = boxes
        self.arrows = [arrow for families in layers for family in families for arrow in family.arrows]
        headings = [text_width(family.parent) for families in layers for family in families]
        self.column = max([box.width for box in boxes] + headings)
        self.layers = [_rows(families, columns) for families in layers]
        used = max(
            (sum(len(family.arrows) for family in row) for rows in self.layers for row in rows), default=1
        )
        self.width = used * (self.column + BETWEEN) - BETWEEN
        self.height = boxes[0].height + sum(self._layer_height(rows) for rows in self.layers)

    def _layer_height(self, rows: Sequence[Row]) -> float:
        return LAYER + sum(self._row_height(row) + BELOW for row in rows)

    def _row_height(self, row: Row) -> float:
        tallest = max(self.boxes[arrow.target or 0].height for family in row for arrow in family.arrows)
        return LINE + DROP + tallest

    def draw(self, x: float, y: float) -> Iterable[str]:
        """All of it, with its upper left corner at a point."""
        yield from self.boxes[0].draw(x + self.column / 2, y, self.column)
        y += self.boxes[0].height
        for depth, rows in enumerate(self.layers, 1):
            words = f"after {depth} {'move' if depth == 1 else 'moves'}"
            y += LAYER
            yield text(x, y - LINE / 2 - 10, words, ink="#555555")
            yield path(f"M{x:.1f} {y - LINE - 14:.1f}h{self.width:.1f}", 'stroke="#cccccc"')
            for row in rows:
                left = x
                for family in row:
                    yield from self._draw_family(family, left, y)
                    left += len(family.arrows) * (self.column + BETWEEN)
                y += self._row_height(row) + BELOW

    def _draw_family(self, family: Family, x: float, y: float) -> Iterable[str]:
        """Positions side by side under a line, with an arrow and its moves to each."""
        step = self.column + BETWEEN
        bar, top = y + LINE, y + LINE + DROP
        yield text(x, y + LINE / 2 - 2, family.parent, bold=True)
        yield path(
            f"M{x:.1f} {bar:.1f}H{x + (len(family.arrows) - 0.5) * step - BETWEEN / 2:.1f}",
            'stroke="#777777"',
        )
        for number, arrow in enumerate(family.arrows):
            middle = x + step * number + self.column / 2
            box = self.boxes[arrow.target or 0]
            yield path(f"M{middle:.1f} {bar:.1f}V{top + STRETCH - 1:.1f}", arrow_style(arrow.best))
            words = shorten(moves_in_short(arrow.moves), self.column)
            yield label(middle, bar + DROP * 0.42, words, arrow.best)
            yield from box.draw(middle, top, self.column)


def _rows(families: Sequence[Family], columns: int) -> list[Row]:
    """The families of a layer in rows; one that is too large for a row goes on in the next."""
    rows: list[Row] = []
    free = 0
    for family in families:
        for start in range(0, len(family.arrows), columns):
            part = Family(family.parent, family.arrows[start : start + columns])
            if len(part.arrows) > free:
                rows.append([])
                free = columns
            rows[-1].append(part)
            free -= len(part.arrows)
    return rows
