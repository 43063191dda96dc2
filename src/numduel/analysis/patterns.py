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

from ..core.settings import listed
from ..core.verdict import Value
from ..solver.answers import Answers

MOST_POSITIONS = 5_000  # nobody should wait for a reason
MODULI = range(2, 9)
CYCLES = 3  # how often remainders must come again before they make a pattern
FEWEST = 5  # positions that a pattern must cover,
SHARE = 4  # and one in so many of those that are lost, unless it tells them exactly

Measures = Mapping[str, int]
Rows = Sequence[tuple[Measures, bool]]  # what is measured of each position, and whether it is lost


class Condition(NamedTuple):
    """Something that holds of a number or not; `kind` is `is`, `from`, `to`, or `mod` with a modulus."""

    name: str
    kind: str
    values: tuple[int, ...]  # one; several only where they are remainders
    modulus: int = 0

    def holds(self, measures: Measures) -> bool:
        """Whether it holds of the number by that name."""
        number = measures[self.name]
        match self.kind:
            case "is":
                return number == self.values[0]
            case "from":
                return number >= self.values[0]
            case "to":
                return number <= self.values[0]
            case _:
                return number % self.modulus in self.values

    def in_words(self) -> str:
        """What it says, as it follows the name of the number."""
        first = self.values[0]
        match self.kind:
            case "is":
                return f"is {first}"
            case "from":
                return f"is {first} or more"
            case "to":
                return f"is {first} or less"
        if self.modulus == 2:
            return "is odd" if first else "is even"
        if self.values == (0,):
            return f"is a multiple of {self.modulus}"
        return f"leaves {listed(list(map(str, self.values)))} when divided by {self.modulus}"


@dataclasses.dataclass(frozen=True, slots=True)
class Pattern:
    """Conditions such that every position that fulfils all of them is lost."""

    conditions: tuple[Condition, ...]
    covers: int  # how many positions
    exact: bool  # whether no other position is lost; beyond the bound, if there is one, nothing is said
    bound: Condition | None = None

    def holds(self, measures: Measures) -> bool:
        """Whether a position with these measures belongs to it."""
        inside = self.bound is None or self.bound.holds(measures)
        return inside and all(condition.holds(measures) for condition in self.conditions)

    def in_words(self, of_all: bool) -> str:
        """The pattern as a clause; `of_all` says whether it was checked from the start of the game on."""
        what = "positions" if of_all else "positions still to come"
        if self.bound is not None:
            (only,) = self.conditions
            begin = f"of the {what} where {self.bound.name} {self.bound.in_words()}, exactly those where"
            return f"{begin} it {only.in_words()} are lost"
        where = f"where {' and '.join(f'{each.name} {each.in_words()}' for each in self.conditions)}"
        if self.exact:
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
    if len({frozenset(measures) for measures, _ in rows}) > 1 or lost == len(rows):
        return ()
    found = {pattern for pattern in _candidates(rows, lost) if pattern.covers >= FEWEST}
    return tuple(sorted((each for each in found if each.exact or each.covers * SHARE >= lost), key=_order))


def _order(pattern: Pattern) -> tuple[Any, ...]:
    """The best first: those that tell all lost positions, then those that say it most simply."""
    bounded = pattern.bound is not None
    return not pattern.exact, bounded, len(pattern.conditions), -pattern.covers, pattern.conditions


def _candidates(rows: Rows, lost: int) -> Iterator[Pattern]:
    """Every pattern there is, however few positions it covers."""
    names = list(rows[0][0])
    for name in names:
        yield from _bounds(rows, name, lost)
        for modulus in MODULI:
            yield from _periodic(rows, name, modulus)
    ways = [(name, modulus) for name in names for modulus in (0, 2, 3) if _comes_again(rows, name, modulus)]
    chosen = [(way,) for way in ways] + [pair for pair in combinations(ways, 2) if pair[0][0] != pair[1][0]]
    for some_ways in chosen:
        for conditions, some in _parts(rows, some_ways):
            if all(is_lost for _, is_lost in some):
                yield Pattern(conditions, len(some), len(some) == lost)


def _comes_again(rows: Rows, name: str, modulus: int) -> bool:
    """Whether remainders are worth a word: they repeat, and are not those of negative numbers."""
    numbers = {measures[name] for measures, _ in rows}
    return modulus == 0 or (min(numbers) >= 0 and len(numbers) >= CYCLES * modulus)


def _bounds(rows: Rows, name: str, lost: int) -> Iterator[Pattern]:
    """A bound beyond which every position is lost."""
    saved = {measures[name] for measures, is_lost in rows if not is_lost}
    least, most = min(saved), max(saved)
    above = [measures[name] for measures, _ in rows if measures[name] > most]
    below = [measures[name] for measures, _ in rows if measures[name] < least]
    if above:
        yield Pattern((Condition(name, "from", (min(above),)),), len(above), len(above) == lost)
    if below:
        yield Pattern((Condition(name, "to", (max(below),)),), len(below), len(below) == lost)


def _periodic(rows: Rows, name: str, modulus: int) -> Iterator[Pattern]:
    """Remainders that tell exactly the lost positions: of all, or of those from some number up or down."""
    if not _comes_again(rows, name, modulus):
        return
    at: dict[int, set[bool]] = defaultdict(set)  # whether the positions with a number are lost
    for measures, is_lost in rows:
        at[measures[name]].add(is_lost)
    for kind, numbers in (("from", sorted(at, reverse=True)), ("to", sorted(at))):
        met, remainders = _as_far_as_it_goes(at, numbers, modulus)
        # Few numbers, or remainders of which most are lost, fit by chance.
        if met < CYCLES * modulus or not 0 < len(remainders) <= modulus // 2:
            continue
        bound = None if met == len(numbers) else Condition(name, kind, (numbers[met - 1],))
        told = Condition(name, "mod", remainders, modulus)
        inside = [measures for measures, _ in rows if bound is None or bound.holds(measures)]
        yield Pattern((told,), sum(map(told.holds, inside)), True, bound)


def _as_far_as_it_goes(
    at: Mapping[int, set[bool]], numbers: Sequence[int], modulus: int
) -> tuple[int, tuple[int, ...]]:
    """How many of the numbers are decided by their remainders, and the remainders that are lost."""
    decided: dict[int, bool] = {}
    met = 0
    for number in numbers:
        is_lost = True in at[number]
        if len(at[number]) > 1 or decided.setdefault(number % modulus, is_lost) != is_lost:
            break
        met += 1
    return met, tuple(sorted(remainder for remainder, is_lost in decided.items() if is_lost))


def _parts(rows: Rows, ways: tuple[tuple[str, int], ...]) -> Iterator[tuple[tuple[Condition, ...], Rows]]:
    """The rows parted by a number itself (modulus 0) or by its remainder, with what tells them."""
    parts: dict[tuple[int, ...], list[tuple[Measures, bool]]] = defaultdict(list)
    for row in rows:
        label = tuple(row[0][name] % modulus if modulus else row[0][name] for name, modulus in ways)
        parts[label].append(row)
    for label, some in parts.items():
        conditions = [
            Condition(name, "mod" if modulus else "is", (value,), modulus)
            for (name, modulus), value in zip(ways, label, strict=True)
        ]
        yield tuple(conditions), some
