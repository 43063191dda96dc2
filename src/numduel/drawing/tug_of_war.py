"""Tug of war: the course of a game from top to bottom, pulled towards whoever wins with best play.

The nearer the end, the further to the side: so a win that slips away is seen as well as one that comes
closer. It is as narrow as a telephone.
"""

import dataclasses
from collections.abc import Iterable, Iterator

from ..analysis.review import Review, Step
from ..core.text import visible
from ..core.verdict import Value
from .svg import LINE, MARGIN, path, picture, polygon, rectangle, shorten, text, text_width

WIDTH = 360
LABELS = 96  # the room for moves, left of the rope
REACH = 112  # from the middle to either side
MIDDLE = WIDTH - MARGIN - REACH
LEAST = 0.25  # how far from the middle the longest win is
ROW, LOWEST_ROW, HIGHEST = 22.0, 3.0, 1_400.0  # a long game is drawn closer
DOT = 5.0
BLUE, RED, GREY = "#0072b2", "#d55e00", "#555555"
SIDE = {Value.WIN: -1, Value.LOSS: 1}  # of player 1's value: player 1 pulls to the left


@dataclasses.dataclass(frozen=True, slots=True)
class Knot:
    """Where the rope is after so many moves."""

    number: int
    value: Value  # for player 1
    pull: float  # from -1, player 1 has won, to 1
    step: Step | None  # what led here


def draw_tug_of_war(review: Review) -> str:
    """The chart as SVG text."""
    knots = list(_knots(review))
    high = max(LOWEST_ROW, min(ROW, HIGHEST / len(knots)))
    top = MARGIN + 2.5 * LINE
    bottom = top + high * (len(knots) - 1)
    places = [(MIDDLE + REACH * knot.pull, top + high * knot.number) for knot in knots]
    title = f"The course of {review.record.game.title}"
    parts = [*_ground(review, top, bottom), *_rope(knots, places)]
    parts += _labels(knots, high, top, review.turning_point)
    return picture(WIDTH, bottom + LINE + MARGIN, title, parts)


def _knots(review: Review) -> Iterator[Knot]:
    steps, history = review.steps, review.value_history
    known = [step.best.plies for step in steps] + [None] * (len(history) - len(steps))
    ended = review.record.result is not None
    plies = [0 if ended and number == len(history) - 1 else known[number] for number in range(len(history))]
    longest = max([each for each in plies if each is not None], default=0)
    for number, (value, left) in enumerate(zip(history, plies, strict=True)):
        # A pull of unknown length is halfway; whole numbers first, as some are too large for floats.
        far = 0.5 if left is None else 1 - (1 - LEAST) * (left * 1_000 // (longest or 1)) / 1_000
        step = steps[number - 1] if 0 < number <= len(steps) else None
        yield Knot(number, value, SIDE.get(value, 0) * far, step)


def _ground(review: Review, top: float, bottom: float) -> Iterator[str]:
    """Who pulls where, the middle, and both ends."""
    for player, side in ((1, -1), (2, 1)):
        x = MIDDLE + side * REACH
        anchor = "start" if side < 0 else "end"
        yield text(
            x, MARGIN, f"◀ Player {player}" if side < 0 else f"Player {player} ▶", anchor=anchor, bold=True
        )
        name = visible(review.record.players[player - 1])
        if name:
            yield text(x, MARGIN + LINE, shorten(name, REACH - 10), anchor=anchor)
        yield path(f"M{x:.1f} {top - 10:.1f}V{bottom + 10:.1f}", 'stroke="#dddddd"')
    yield path(f"M{MIDDLE:.1f} {top - 10:.1f}V{bottom + 10:.1f}", 'stroke="#777777" stroke-dasharray="2 4"')


def _rope(knots: list[Knot], places: list[tuple[float, float]]) -> Iterator[str]:
    """The rope, and a sign at each knot; where something was given away it is thick, and crossed."""
    for knot, (x, y), (before_x, before_y) in zip(knots[1:], places[1:], places, strict=False):
        error = knot.step is not None and knot.step.error
        style = f'stroke="{RED}" stroke-width="4"' if error else 'stroke="#777777" stroke-width="2"'
        yield path(f"M{before_x:.1f} {before_y:.1f}L{x:.1f} {y:.1f}", style)
    for knot, (x, y) in zip(knots, places, strict=True):
        yield _sign(knot, x, y)


def _sign(knot: Knot, x: float, y: float) -> str:
    """A disc for player 1, a diamond for player 2, a ring for nobody; a dashed ring where nobody knows."""
    if knot.value is Value.LOSS:
        far = 1.3 * DOT
        return polygon([(x - far, y), (x, y - far), (x + far, y), (x, y + far)], f'fill="{RED}"')
    if knot.value is Value.WIN:
        style = f'fill="{BLUE}"'
    else:
        dashed = ' stroke-dasharray="2 2"' if knot.value is Value.UNSOLVED else ""
        style = f'fill="white" stroke="{GREY}" stroke-width="2"{dashed}'
    return rectangle(x - DOT, y - DOT, 2 * DOT, 2 * DOT, f'{style} rx="{DOT}"')


def _labels(knots: list[Knot], high: float, top: float, turning: Step | None) -> Iterable[str]:
    """The moves, on the left: those that gave something away first, others where there is room."""
    free = int(LINE / high) + 1 if high < LINE else 1  # knots from one label to the next
    placed: dict[int, Knot] = {}
    errors = [knot for knot in knots if knot.step is not None and knot.step.error]
    first = [knot for knot in errors if knot.step is turning]
    for knot in (*first, *errors, *knots[1:]):
        near = range(knot.number - free + 1, knot.number + free)
        if knot.step is not None and not any(number in placed for number in near):
            placed[knot.number] = knot
    for number, knot in sorted(placed.items()):
        assert knot.step is not None
        error = "✗ " if knot.step.error else ""
        words = shorten(f"{error}{number}. {visible(knot.step.move)}", LABELS)
        x = MARGIN - 8 + (0 if error else text_width("✗ "))
        yield text(x, top + high * number, words, bold=knot.step is turning)
