"""Patterns: simple rules that tell lost positions of a game by its numbers, checked over its whole table.

They are for games and settings without theory. A pattern is told only where it holds of every position that
can come up, and where it covers enough of the lost ones to be more than a coincidence.
"""

import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from ..core.verdict import Value
from ..solver.answers import Answers

MOST_POSITIONS = 5_000  # nobody should wait for a reason
MODULI = range(2, 9)
CYCLES = 3  # how often a remainder must be able to come again
FEWEST = 5  # positions that a pattern must cover,
SHARE = 10  # and one in so many of those that are lost

Measures = Mapping[str, int]


class Condition(NamedTuple):
    """Something that holds of a number or not; `kind` is `is`, `from`, `to`, or `mod` with a modulus."""

    name: str
    kind: str
    value: int
    modulus: int = 0

    def holds(self, measures: Measures) -> bool:
        """Whether it holds of the number by that name."""
        number = measures[self.name]
        match self.kind:
            case "is":
                return number == self.value
            case "from":
                return number >= self.value
            case "to":
                return number <= self.value
            case _:
                return number % self.modulus == self.value

    def in_words(self) -> str:
        """What it says, as it follows the name of the number."""
        match self.kind:
            case "is":
                return f"is {self.value}"
            case "from":
                return f"is {self.value} or more"
            case "to":
                return f"is {self.value} or less"
        if self.modulus == 2:
            return "is odd" if self.value else "is even"
        if not self.value:
            return f"is a multiple of {self.modulus}"
        return f"leaves {self.value} when divided by {self.modulus}"


@dataclasses.dataclass(frozen=True, slots=True)
class Pattern:
    """Tests such that every position that passes all of them is lost."""

    conditions: tuple[Condition, ...]
    covers: int  # how many positions
    exact: bool  # whether no other position is lost

    def holds(self, measures: Measures) -> bool:
        """Whether a position with these measures belongs to it."""
        return all(condition.holds(measures) for condition in self.conditions)

    def in_words(self, of_all: bool) -> str:
        """The pattern as a clause; `of_all` says whether it was checked from the start of the game on."""
        parts, before = [], ""
        for condition in self.conditions:
            parts.append(f"{'it' if condition.name == before else condition.name} {condition.in_words()}")
            before = condition.name
        where = f"where {' and '.join(parts)}"
        if self.exact:
            what = "positions" if of_all else "positions still to come"
            return f"exactly the {what} {where} are lost"
        return f"every position {'' if of_all else 'still to come '}{where} is lost"


def pattern_at(answers: Answers, state: Any) -> str:
    """The best pattern that a lost position belongs to, as a clause; empty where there is none."""
    measures = answers.game.voice().measures(state)
    fitting = [each for each in patterns(answers) if measures and each.holds(measures)]
    if not fitting:
        return ""
    of_all = answers.table.look_up(answers.game.initial()) is not None
    return fitting[0].in_words(of_all)


_FOUND: "WeakKeyDictionary[Answers, tuple[Pattern, ...]]" = WeakKeyDictionary()


def patterns(answers: Answers) -> tuple[Pattern, ...]:
    """The patterns of a game that is solved whole and not too large, the best first; worked out once."""
    found = _FOUND.get(answers)
    if found is None:
        found = _FOUND[answers] = _find(answers)
    return found


def _find(answers: Answers) -> tuple[Pattern, ...]:
    if not answers.complete or answers.table.positions > MOST_POSITIONS:
        return ()
    voice = answers.game.voice()
    rows = [(voice.measures(state), verdict.value is Value.LOSS) for state, verdict in answers.table]
    lost = sum(is_lost for _, is_lost in rows)
    if not rows[0][0] or len({frozenset(measures) for measures, _ in rows}) > 1 or lost == len(rows):
        return ()
    fewest = max(FEWEST, -(-lost // SHARE))
    found = {
        Pattern(conditions, covers, covers == lost)
        for conditions, covers in _candidates(rows)
        if covers >= fewest
    }
    return tuple(
        sorted(found, key=lambda each: (not each.exact, len(each.conditions), -each.covers, each.conditions))
    )


Rows = Sequence[tuple[Measures, bool]]


def _candidates(rows: Rows) -> Iterator[tuple[tuple[Condition, ...], int]]:
    """Tests that only lost positions pass, with how many do."""
    names = list(rows[0][0])
    yield from _ranges((), rows, names)
    ways = [(name, modulus) for name in names for modulus in (0, *MODULI) if _divisible(rows, name, modulus)]
    for way in ways:
        for conditions, some in _parts(rows, (way,)):
            if all(is_lost for _, is_lost in some):
                yield conditions, len(some)
            else:
                yield from _ranges(conditions, some, names)
    for one, other in combinations([way for way in ways if way[1] < 4], 2):
        if one[0] != other[0]:
            for conditions, some in _parts(rows, (one, other)):
                if all(is_lost for _, is_lost in some):
                    yield conditions, len(some)


def _divisible(rows: Rows, name: str, modulus: int) -> bool:
    """Whether remainders are worth a word: they come again and again, and are not those of negatives."""
    numbers = {measures[name] for measures, _ in rows}
    return modulus == 0 or (min(numbers) >= 0 and max(numbers) - min(numbers) >= CYCLES * modulus)


def _parts(rows: Rows, ways: tuple[tuple[str, int], ...]) -> Iterator[tuple[tuple[Condition, ...], Rows]]:
    """The rows parted by a number itself (modulus 0) or by its remainder, with what tells them."""
    parts: dict[tuple[int, ...], list[tuple[Measures, bool]]] = defaultdict(list)
    for row in rows:
        label = tuple(row[0][name] % modulus if modulus else row[0][name] for name, modulus in ways)
        parts[label].append(row)
    for label, some in parts.items():
        conditions = [
            Condition(name, "mod" if modulus else "is", value, modulus)
            for (name, modulus), value in zip(ways, label, strict=True)
        ]
        yield tuple(conditions), some


def _ranges(
    conditions: tuple[Condition, ...], rows: Rows, names: list[str]
) -> Iterator[tuple[tuple[Condition, ...], int]]:
    """The same conditions together with a bound beyond which every row is lost."""
    for name in names:
        saved = [measures[name] for measures, is_lost in rows if not is_lost]
        if not saved:
            continue
        above = [measures[name] for measures, _ in rows if measures[name] > max(saved)]
        below = [measures[name] for measures, _ in rows if measures[name] < min(saved)]
        if above:
            yield (Condition(name, "from", min(above)), *conditions), len(above)
        if below:
            yield (Condition(name, "to", max(below)), *conditions), len(below)
