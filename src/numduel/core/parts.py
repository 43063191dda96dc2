"""What a board is made of: numbers, rows, tracks, grids and choices, with no pixel, colour or image."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import groupby

from .integers import shorten_integers, show_integer

EMPTY = "·"  # the text of a cell in which nothing stands
MARKS = ("", "faded", "strong", "goal", "danger", "mine", "theirs")
MARKS_IN_WORDS = {
    "goal": "goal",
    "danger": "danger",
    "mine": "the player to move",
    "theirs": "the other player",
}
MOST_SAID = 20  # cells of a row; of a longer one the middle is left out


@dataclass(frozen=True)
class Number:
    """One number, shown large: all its digits, what it is, and a remark."""

    text: str
    label: str = ""
    note: str = ""

    def say(self) -> str:
        """The number in words."""
        return _sentence(self.label, self.text, self.note)


@dataclass(frozen=True)
class Text:
    """A line of text."""

    text: str

    def say(self) -> str:
        """The text, without the middle of very long numbers."""
        return shorten_integers(self.text)


@dataclass(frozen=True)
class Cell:
    """A tile of a row, or a square of a grid; `EMPTY` is the text of one in which nothing stands.

    `mark` is faded, strong, goal, danger, mine, theirs or nothing; mine is what the player to move has.
    `move` is what tapping the cell plays, None for nothing.
    """

    text: str
    mark: str = ""
    move: Hashable | None = None

    def say(self) -> str:
        """The cell in words, with what its mark means."""
        mark = MARKS_IN_WORDS.get(self.mark, "")
        text = "empty" if self.text == EMPTY else shorten_integers(self.text)
        if mark and not any(char.isalnum() for char in text):
            return mark  # a sign that means nothing to those who do not see it
        return f"{text} ({mark})" if mark else text


@dataclass(frozen=True)
class Row:
    """Tiles side by side, or with `up` a stack whose first cell is the bottom.

    The last `window` cells belong together.
    """

    cells: tuple[Cell, ...]
    label: str = ""
    up: bool = False
    window: int = 0
    note: str = ""

    def say(self) -> str:
        """The row in words, a stack from its bottom to its top."""
        label = f"{self.label} from bottom to top".strip() if self.up and len(self.cells) > 1 else self.label
        which = "top" if self.up else "last"
        together = f"the {which} {self.window} belong together" if self.window > 1 else ""
        return _sentence(label, _listed(self.cells), together, self.note)


@dataclass(frozen=True)
class Track:
    """A way from `low` to `high`, with a goal on it, or an edge that must not be reached.

    `lands` are where choices would lead. They, and `at`, may lie beyond either end.
    """

    low: int
    high: int
    at: int
    label: str = ""
    goal: int | None = None
    edge: int | None = None
    lands: tuple[int, ...] = ()

    def say(self) -> str:
        """The way in words; where choices would lead, they say themselves."""
        at, low, high = map(show_integer, (self.at, self.low, self.high))
        goal = "" if self.goal is None else f"the goal is {show_integer(self.goal)}"
        edge = "" if self.edge is None else f"{show_integer(self.edge)} must not be reached"
        return _sentence(self.label, f"{at} on a scale from {low} to {high}", goal, edge)


@dataclass(frozen=True)
class Grid:
    """Squares in rows and columns, the top row first."""

    rows: tuple[tuple[Cell, ...], ...]
    label: str = ""

    def say(self) -> str:
        """The grid in words, row by row."""
        rows = [f"row {number}: {_listed(cells)}" for number, cells in enumerate(self.rows, 1)]
        return _sentence(self.label, "; ".join(rows))


Part = Number | Text | Row | Track | Grid


@dataclass(frozen=True)
class Choice:
    """A move to choose, in the words of a button.

    `leads` is what the move leaves, `left` how many of it there still are. `blocked` says why it cannot be
    played now; where it can, that is empty.
    """

    move: Hashable
    label: str
    group: str = ""
    leads: str = ""
    blocked: str = ""
    left: str = ""


Parts = tuple[Part, ...]
Choices = tuple[Choice, ...]


def _sentence(label: str, *clauses: str) -> str:
    said = "; ".join(shorten_integers(clause) for clause in clauses if clause)
    return f"{label}: {said}" if label else said


def _listed(cells: Sequence[Cell]) -> str:
    """The cells in words; of many, those at both ends."""
    runs = [(word, len(list(run))) for word, run in groupby(cell.say() for cell in cells)]
    said = [word for run in runs for word in _said_together(*run)] or ["empty"]
    half = MOST_SAID // 2
    if len(said) > MOST_SAID:
        said[half:-half] = [f"... {len(said) - 2 * half:,} more ..."]
    return ", ".join(said)


def _said_together(word: str, times: int) -> list[str]:
    """A word as often as cells in a row say it; how many are empty is said once."""
    return [f"{times} empty"] if word == "empty" and times > 1 else [word] * times
