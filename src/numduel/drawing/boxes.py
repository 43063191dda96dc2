"""Boxes: a position as a shape with words, and under it the moves that are written rather than drawn.

A position's value is told by its shape and in words first, by colour second; the colours are Okabe and
Ito's, which people with any kind of colour vision can tell apart.
"""

import dataclasses
from collections.abc import Iterable

from ..core.verdict import Value
from .neighbourhood import Arrow, Spot
from .svg import LINE, fold, polygon, rectangle, text, text_width

TAG = 18  # the height of a written move
TAG_SIZE = 12
ROOM = 204  # for a line of a caption
NARROWEST = 84
STRETCH = 5  # how far outside its shape the second outline of the start lies
FILL = {Value.WIN: "#cfe8f7", Value.LOSS: "#fbe3c0", Value.UNSOLVED: "#ffffff"}
INK = {Value.WIN: "#0072b2", Value.LOSS: "#d55e00"}
LONGEST_NAME = 12
LONGEST_SHOWN = 10**12  # moves; a longer game is only said to be won or lost


@dataclasses.dataclass(frozen=True, slots=True)
class Tag:
    """Moves in words, below the position they are made from."""

    words: str
    ends: bool
    best: bool

    @property
    def width(self) -> float:
        """How much room it needs from left to right."""
        return text_width(self.words, TAG_SIZE) + 10


@dataclasses.dataclass(frozen=True, slots=True)
class Box:
    """A position with what it is worth, and its tags."""

    lines: tuple[str, ...]
    value: Value
    start: bool
    open: bool
    tags: tuple[Tag, ...]
    lettered: bool  # whether a letter before its caption names it

    @property
    def shape_height(self) -> float:
        """The height of the shape alone."""
        return LINE * len(self.lines) + 10

    @property
    def height(self) -> float:
        """How much room it needs from top to bottom, the second outline included."""
        return self.shape_height + 2 * STRETCH + TAG * len(self.tags)

    @property
    def width(self) -> float:
        """How much room it needs from left to right."""
        slants = 0 if self.value is Value.WIN else 14
        words = max(map(text_width, self.lines)) + 14 + slants
        return max(NARROWEST, words, *(tag.width for tag in self.tags)) + 2 * STRETCH

    def draw(self, x: float, y: float, width: float) -> Iterable[str]:
        """The box in a column of this width, centred at `x`, from `y` downwards."""
        high, middle = self.shape_height, y + STRETCH + self.shape_height / 2
        wide = width - 2 * STRETCH
        if self.start:
            yield shape(self.value, x, middle, width, high + 2 * STRETCH, self.open)
        yield shape(self.value, x, middle, wide, high, self.open)
        for number, line in enumerate(self.lines):
            at = middle + LINE * (number - (len(self.lines) - 1) / 2)
            yield text(x, at, line, anchor="middle", bold=number == 0)
        for number, tag in enumerate(self.tags):
            yield from _draw_tag(tag, x, y + 2 * STRETCH + high + TAG * number, wide)


def _draw_tag(tag: Tag, x: float, y: float, wide: float) -> Iterable[str]:
    """Moves in words: white on black where they end the game, in a frame where they lead elsewhere."""
    ground, ink = ("#333333", "white") if tag.ends else ("white", "black")
    style = f'fill="{ground}" stroke="#999999" stroke-width="0.5"'
    yield rectangle(x - wide / 2, y, wide, TAG - 2, style)
    yield text(x, y + TAG / 2 - 1, tag.words, anchor="middle", size=TAG_SIZE, bold=tag.best, ink=ink)


def shape(value: Value, x: float, y: float, wide: float, high: float, dashed: bool = False) -> str:
    """A box for a win, a six-sided box for a loss, a rounded one for anything else; centred at a point."""
    w, h = wide / 2, high / 2
    style = f'fill="{FILL.get(value, "#f2f2f2")}" stroke="{INK.get(value, "#555555")}" stroke-width="2"'
    style += ' stroke-dasharray="5 4"' if dashed else ""
    if value is Value.LOSS:
        slant = min(h, 14)
        corners = [(-w, 0.0), (slant - w, -h), (w - slant, -h), (w, 0.0), (w - slant, h), (slant - w, h)]
        return polygon([(x + dx, y + dy) for dx, dy in corners], style)
    round_corners = "" if value is Value.WIN else f' rx="{min(h, 24):.1f}"'
    return rectangle(x - w, y - h, wide, high, style + round_corners)


def moves_in_short(moves: list[str], most: int = 4) -> str:
    """The moves that lead to the same place, in a few words."""
    return ", ".join(moves) if len(moves) <= most else f"{moves[0]}, {moves[1]} … {moves[-1]}"


def make_boxes(
    captions: list[tuple[str, ...]], spots: list[Spot], written: list[Arrow], names: dict[int, str]
) -> list[Box]:
    """The boxes of all positions, with the moves to write below them."""
    tags: dict[int, list[Tag]] = {}
    for arrow in written:
        moves = moves_in_short(arrow.moves)
        words = f"{moves}: {arrow.end}" if arrow.target is None else f"{moves} → {names[arrow.target]}"
        tags.setdefault(arrow.source, []).append(Tag(words, arrow.target is None, arrow.best))
    boxes = []
    for number, (caption, spot) in enumerate(zip(captions, spots, strict=True)):
        verdict = spot.verdict
        known = verdict.plies is not None and verdict.plies <= LONGEST_SHOWN
        worth = verdict.value.value + (f" in {verdict.plies}" if known else "")
        lettered = names.get(number, caption[0]) != caption[0]
        lines = (f"{names[number]}: {caption[0]}" if lettered else caption[0], *caption[1:], worth)
        box = Box(lines, verdict.value, number == 0, spot.open, tuple(tags.get(number, ())), lettered)
        boxes.append(box)
    return boxes


def name_positions(captions: list[tuple[str, ...]], needed: set[int]) -> dict[int, str]:
    """What to call the positions that words point to: their captions, or letters where those will not do."""
    alone = len(set(captions)) == len(captions)
    short = all(len(caption) == 1 and len(caption[0]) <= LONGEST_NAME for caption in captions)
    if alone and short:
        return {number: captions[number][0] for number in needed}
    return {number: _letters(order) for order, number in enumerate(sorted(needed))}


def _letters(number: int) -> str:
    """A, B … Z, AA, AB and so on."""
    return (_letters(number // 26 - 1) if number >= 26 else "") + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26]


def caption_lines(lines: Iterable[str]) -> tuple[str, ...]:
    """A game's caption in lines that fit into a box."""
    return tuple(short for line in lines for short in fold(line, ROOM, most=2))[:5] or ("",)
