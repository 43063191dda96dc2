"""The course of a game as an image: who wins with best play after each move, errors marked and named."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from ..analysis.review import Review, Step
from ..core.registry import full_title
from ..core.text import visible
from ..core.verdict import Value
from .heading import Heading, Item
from .review_sketch import ROWS
from .svg import LINE, MARGIN, path, picture, shorten, text, text_width

LEFT = MARGIN + 130  # where the line begins, after the words of the rows
PLOT = 960  # the width of a full strip
PER_STRIP = 100  # moves; a longer game goes on in the strip below
MOST_STRIPS = 6  # then there are more moves in each
WIDEST_MOVE = 30
LOWEST_ROW, HIGHEST_ROW = 40, 90
MOST_LANES = 6  # of labels above each other
LABEL = 120  # the widest label
APART = 12  # crosses nearer to each other than this are one, where moves are too close to tell apart
TELLING = 3  # how far apart moves can be told apart
BLUE, RED, DARK_RED = "#0072b2", "#d55e00", "#a04000"


def draw_review_chart(review: Review) -> str:
    """The chart as SVG text."""
    strips = _strips(review)
    right = max(strip.right for strip in strips)
    width = max(560.0, right + MARGIN)
    title = full_title(review.record.game)
    heading = Heading(title, list(_legend(review)), width)
    parts, y = list(heading.draw()), heading.height
    for strip in strips:
        parts += strip.draw(y)
        y += strip.height
    words = "moves made"
    unnamed = sum(step.error for step in review.steps) - sum(len(strip.labels) for strip in strips)
    if unnamed:
        words += f" ({unnamed} {'error has' if unnamed == 1 else 'errors have'} no room for a name)"
    parts.append(text(LEFT, y, words))
    return picture(width, y + LINE + MARGIN, title, parts)


def _legend(review: Review) -> Iterable[Item]:
    for player, name in enumerate(review.record.players, 1):
        if name:
            yield Item(shorten(f"Player {player}: {visible(name)}", 400))
    yield Item("who wins with best play", lambda x, y: path(f"M{x - 15:.1f} {y:.1f}h30", _LINE_STYLE))
    if any(step.error for step in review.steps):
        yield Item("a move that gave something away", _cross)
        yield Item("bold: the turning point")
    if review.unsolved:
        yield Item("some positions are unsolved")


_LINE_STYLE = f'stroke="{BLUE}" stroke-width="3"'


def _cross(x: float, y: float) -> str:
    return path(f"M{x - 6:.1f} {y - 6:.1f}l12 12m0 -12l-12 12", f'stroke="{RED}" stroke-width="3"')


def _strips(review: Review) -> list["Strip"]:
    """The game cut into strips that fit on a page."""
    count = len(review.value_history)
    number = min(MOST_STRIPS, -(-count // PER_STRIP))
    size = -(-count // number)
    across = min(WIDEST_MOVE, PLOT / size)
    there = {Value.WIN, Value.LOSS, *review.value_history}
    rows = [(words, values) for words, values in ROWS if there.intersection(values)]
    high = min(HIGHEST_ROW, max(LOWEST_ROW, across * size / 4 / len(rows) / number))
    return [Strip(review, rows, start, size, across, high) for start in range(0, count, size)]


class Strip:
    """A part of the course: the values after so many moves, from `start` on."""

    def __init__(
        self,
        review: Review,
        rows: Sequence[tuple[str, tuple[Value, ...]]],
        start: int,
        size: int,
        across: float,
        high: float,
    ) -> None:
        self.rows, self.start, self.across, self.high = rows, start, across, high
        self.values = review.value_history[start : start + size]
        self.turning_point = review.turning_point
        self.width = across * len(self.values)
        self._row_of = {value: number for number, (_, values) in enumerate(rows) for value in values}
        ends = range(start, start + len(self.values))
        errors = [step for step in review.steps if step.error and step.number in ends]
        # Of those that would cover each other the last, so that the turning point is always there.
        self.errors = [list(group)[-1] for _, group in groupby(errors, self._slot)]
        self.labels = list(self._place_labels())[::-1]
        self.lanes = 1 + max((lane for _, _, lane in self.labels), default=-1)

    @property
    def right(self) -> float:
        """How far to the right it reaches."""
        names = (self._x(step.number) + 4 + text_width(words) for step, words, _ in self.labels)
        return max(LEFT + self.width + 10, *names, 0)

    @property
    def height(self) -> float:
        """How much room it takes from top to bottom."""
        return self.lanes * LINE + self.high * len(self.rows) + 2 * LINE + 6

    def _x(self, number: int) -> float:
        return LEFT + self.across * (number - self.start)

    def _slot(self, step: Step) -> int:
        return step.number if self.across >= TELLING else int(self._x(step.number) / APART)

    def _place_labels(self) -> Iterable[tuple[Step, str, int]]:
        """The names of errors, each to the right of its line, above all names that begin below it.

        From right to left: so no line down to a cross meets a name.
        """
        placed: list[tuple[float, int]] = []
        for step in reversed(self.errors):
            words = shorten(f"{step.number}: {visible(step.move)}", LABEL - 8)
            x = self._x(step.number)
            lane = 1 + max((lane for left, lane in placed if left < x + text_width(words) + 8), default=-1)
            if lane < MOST_LANES:
                placed.append((x, lane))
                yield step, words, lane

    def draw(self, y: float) -> Iterable[str]:
        """The strip from `y` downwards."""
        top = y + self.lanes * LINE + self.high / 2
        for number, (words, _) in enumerate(self.rows):
            level = top + self.high * number
            yield text(LEFT - 10, level, words, anchor="end")
            yield path(f"M{LEFT:.1f} {level:.1f}h{self.width:.1f}", 'stroke="#dddddd"')
        thick = 3 if self.across >= 6 else 1
        yield path(self._line(top), f'stroke="{BLUE}" stroke-width="{thick}"')
        yield from self._draw_ticks(top + self.high * (len(self.rows) - 0.5))
        for step, words, lane in self.labels:
            x, level = self._x(step.number), y + (self.lanes - lane - 0.5) * LINE
            cross = top + self.high * self._row_of[self.values[step.number - self.start]]
            yield path(f"M{x:.1f} {level - 6:.1f}V{cross:.1f}", f'stroke="{DARK_RED}" stroke-width="0.7"')
            yield text(x + 4, level, words, ink=DARK_RED, bold=step is self.turning_point)
        for step in self.errors:
            yield _cross(
                self._x(step.number), top + self.high * self._row_of[self.values[step.number - self.start]]
            )

    def _line(self, top: float) -> str:
        """The values as a line in steps; what does not change is one piece."""
        commands, x = "", float(LEFT)
        for value, run in groupby(self.values):
            level = top + self.high * self._row_of[value]
            commands += f"{'V' if commands else f'M{x:.1f} '}{level:.1f}"
            x += self.across * len(list(run))
            commands += f"H{x:.1f}"
        return commands

    def _draw_ticks(self, y: float) -> Iterable[str]:
        """How many moves have been made, every so often."""
        room = text_width(str(self.start + len(self.values))) + 14
        step = next(size for size in _round_numbers() if size * self.across >= room)
        for number in range(-(-self.start // step) * step, self.start + len(self.values), step):
            x = self._x(number)
            yield path(f"M{x:.1f} {y - 4:.1f}v8", 'stroke="#777777"')
            yield text(x, y + LINE * 0.8, str(number), anchor="middle", size=12, ink="#555555")


def _round_numbers() -> Iterable[int]:
    """1, 2, 5, 10, 20, 50 and so on."""
    return (digit * 10**zeros for zeros in range(20) for digit in (1, 2, 5))
