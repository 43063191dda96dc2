"""Heading: the title and the legend above a picture, folded so that all of it is on the page."""

import dataclasses
from collections.abc import Callable, Iterable, Sequence

from .svg import LINE, MARGIN, fold, text, text_width

TITLE_SIZE = 18
ICON = 40  # the room for a sign before its words
_APART = 28


@dataclasses.dataclass(frozen=True, slots=True)
class Item:
    """A sign, drawn around a point, and what it means."""

    words: str
    sign: Callable[[float, float], str] | None = None

    @property
    def width(self) -> float:
        """How much room it needs from left to right."""
        return text_width(self.words) + (ICON if self.sign else 0)


class Heading:
    """A title and a legend in a given width."""

    def __init__(self, title: str, items: Sequence[Item], width: float) -> None:
        self.title = fold(title, width - 2 * MARGIN, TITLE_SIZE)
        self._rows: list[list[Item]] = []
        free = 0.0
        for item in items:
            if item.width > free:
                self._rows.append([])
                free = width - 2 * MARGIN
            self._rows[-1].append(item)
            free -= item.width + _APART

    @property
    def height(self) -> float:
        """How far down it reaches."""
        return MARGIN + 24 * len(self.title) + 24 * len(self._rows) + LINE

    def draw(self) -> Iterable[str]:
        """All of it."""
        y = MARGIN + 8.0
        for line in self.title:
            yield text(MARGIN, y, line, size=TITLE_SIZE, bold=True)
            y += 24
        y += 4
        for row in self._rows:
            x = float(MARGIN)
            for item in row:
                if item.sign:
                    yield item.sign(x + ICON / 2 - 4, y)
                yield text(x + (ICON if item.sign else 0), y, item.words)
                x += item.width + _APART
            y += 24
