"""The legend of a position graph: whatever signs the picture has, and no others."""

from collections.abc import Iterator, Sequence
from functools import partial

from ..core.verdict import Value
from .boxes import Box, shape
from .heading import Item
from .neighbourhood import Arrow, Spot
from .svg import arrow_style, path, rectangle

WORTH = {
    Value.WIN: "the player to move wins",
    Value.LOSS: "the player to move loses",
    Value.DRAW: "a draw with best play",
    Value.ENDLESS: "nobody can force a win",
    Value.UNSOLVED: "not known who wins",
}


def legend(spots: Sequence[Spot], boxes: Sequence[Box], drawn: Sequence[Arrow], root: str) -> Iterator[Item]:
    """What the signs of a picture mean; `root` is what its first position is called."""
    values = {spot.verdict.value for spot in spots}
    yield from (Item(words, partial(_sign, value)) for value, words in WORTH.items() if value in values)
    yield Item(root, partial(_doubled, spots[0].verdict.value))
    if any(spot.open for spot in spots):
        yield Item("more moves behind it", partial(_sign, Value.UNSOLVED, dashed=True))
    if any(arrow.best for arrow in drawn):
        yield Item("a best move", partial(_arrow, True))
    if not all(arrow.best for arrow in drawn):
        yield Item("another move", partial(_arrow, False))
    tags = [tag for box in boxes for tag in box.tags]
    if any(tag.ends for tag in tags):
        yield Item("the move ends the game: the mover wins or loses", partial(_tag, "#333333"))
    if not all(tag.ends for tag in tags):
        yield Item("the move leads to a position drawn elsewhere", partial(_tag, "white"))
    if any(tag.best for tag in tags):
        yield Item("bold: the best moves")
    if any(box.lettered for box in boxes):
        yield Item("A, B …: names of positions")


def _sign(value: Value, x: float, y: float, dashed: bool = False) -> str:
    return shape(value, x, y, 30, 16, dashed)


def _doubled(value: Value, x: float, y: float) -> str:
    return shape(value, x, y, 34, 18) + shape(value, x, y, 25, 9)


def _arrow(best: bool, x: float, y: float) -> str:
    return path(f"M{x - 16:.1f} {y:.1f}h32", arrow_style(best))


def _tag(ground: str, x: float, y: float) -> str:
    return rectangle(x - 15, y - 8, 30, 16, f'fill="{ground}" stroke="#999999" stroke-width="0.5"')
