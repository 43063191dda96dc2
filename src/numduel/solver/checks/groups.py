"""Groups: the patterns of a certificate, the states that fit them, and finding the group a state is in."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

from ...core.induction import More, Pattern, Plies, Range
from ...core.integers import read_integer, show_integer
from .common import AnyGame, Entry, is_plain_tuple, require
from .piles import Pile
from .symbols import Number, Way, domain_of

MOST_ON_TOP = 100  # numbers on top of a pile that a pattern may ask for
ANYTHING = Range()
PARTS_A_STEP = 8  # of a state: looking at more of them counts for more steps
# So that rules are not run on numbers of a size that has nothing to do with the game.
TOO_LONG = "it has a number much longer than all that the spec says"


@dataclass(frozen=True)
class Listed:
    """A group as the certificate lists it: a pattern, the text of the move, and plies."""

    states: Pattern
    play: str = ""
    plies: Plies | None = None

    def plies_at(self, state: Any) -> Any:
        """The plies in a state of the group."""
        plies = self.plies or Plies(0)
        return plies.constant + plies.slope * state if plies.slope else plies.constant


class Reader:
    """Reads the groups of a certificate, with numbers of at most so many digits."""

    def __init__(self, digits: int) -> None:
        self._digits = digits

    def groups(self, entries: list[Entry], plies: str = "") -> list[Listed]:
        """The groups of a list; `plies` is the name under which they have any."""
        names = {"states", "play", *([plies] if plies else [])}
        require(type(entries) is list, "its groups are not a list")
        require(all(set(entry) == names for entry in entries), "a group has not what belongs to it")
        patterns = self.patterns([entry["states"] for entry in entries])
        listed = [
            Listed(pattern, entry["play"], self._plies(entry[plies]) if plies else None)
            for pattern, entry in zip(patterns, entries, strict=True)
        ]
        plain = all(isinstance(one.states, (int, Range)) for one in listed if one.plies and one.plies.slope)
        require(plain, "plies that differ in a group are known for plain numbers alone")
        return listed

    def patterns(self, written: list[Any]) -> list[Pattern]:
        """The patterns of a list, in which each stands once."""
        require(type(written) is list, "its groups are not a list")
        require(len(set(map(repr, written))) == len(written), "it lists a group twice")
        return [self.pattern(one) for one in written]

    def pattern(self, written: Any) -> Pattern:
        """A pattern as a certificate has it."""
        if type(written) is dict:
            return self._range(written)
        if type(written) is not list:
            require(written is None or type(written) in (int, str), "a pattern has what no state can have")
            return self._number(written) if type(written) is int else written
        first = written[0] if written else None
        if type(first) is dict and "more" in first:
            return (self._more(first), *map(self.pattern, written[1:]))
        return tuple(map(self.pattern, written))

    def _more(self, written: Entry) -> More:
        require(set(written) == {"more", "step"}, "a pattern says more of a pile than can be said")
        more = More(self._number(written["more"]), self._number(written["step"]))
        possible = 0 <= more.least <= MOST_ON_TOP and 0 < more.step <= MOST_ON_TOP
        require(possible, "a pattern has a pile that cannot be")
        return more

    def _range(self, written: Entry) -> Range:
        require(set(written) == {"low", "high", "step"}, "a range is not given by low, high and step")
        low, high = (None if written[end] is None else self._number(written[end]) for end in ("low", "high"))
        numbers = Range(low, high, self._number(written["step"]))
        require(numbers.step > 0 and domain_of(numbers) is not None, "a range has no numbers")
        return numbers

    def _plies(self, written: Any) -> Plies:
        """So many plies: a number, or a list of the constant and the slope."""
        if type(written) is not list:
            return Plies(self._number(written))
        constant, slope = written
        return Plies(self._number(constant), self._number(slope))

    def _number(self, written: Any) -> int:
        """A whole number, which is text where it is large."""
        if type(written) is str:
            require(len(written) <= self._digits, TOO_LONG)
            written = read_integer(written)
        require(type(written) is int, "there is something else where a whole number should be")
        require(int(written).bit_length() <= 4 * self._digits, TOO_LONG)
        return int(written)


def some_state(way: Way, pattern: Pattern, game: AnyGame) -> Any:
    """Any state that fits the pattern."""
    state, like = _some_part(way, pattern), class_of_tuples(game)
    # Not by calling the class, which may make something else of its parts.
    return state if not isinstance(state, tuple) or like is tuple else tuple.__new__(like, state)


def class_of_tuples(game: AnyGame) -> type[Any]:
    """The class of a game's states that are tuples: one with names for its parts, or that of plain tuples."""
    like = type(game.initial())
    return like if issubclass(like, tuple) and hasattr(like, "_fields") else tuple


def _some_part(way: Way, pattern: Pattern) -> Any:
    if isinstance(pattern, Range):
        domain = domain_of(pattern)
        assert domain is not None, "a pattern was read, and has numbers"
        return way.unknown(domain)
    if not isinstance(pattern, tuple):
        return pattern
    if not (pattern and isinstance(pattern[0], More)):
        return tuple(_some_part(way, part) for part in pattern)
    seen = [way.unknown() for _ in range(pattern[0].least)]
    known = (*seen, *(_some_part(way, part) for part in pattern[1:]))
    return Pile(way, pattern[0].step, known)


def sample(state: Any) -> Any:
    """One plain state among those that a state with unknown numbers stands for, on its way so far."""
    if isinstance(state, Number):
        return state.sample
    if isinstance(state, Pile):
        return tuple(sample(part) for part in state.known)
    if not isinstance(state, tuple):
        return state
    parts = [sample(part) for part in state]
    return tuple.__new__(type(state) if hasattr(state, "_fields") else tuple, parts)


def parts_of(state: Any) -> int:
    """How many parts a plain state or a pattern has, however they are nested."""
    return sum(map(parts_of, state)) if isinstance(state, tuple) else 1


def fits(state: Any, pattern: Pattern, like: type[Any] = tuple) -> bool:
    """Whether the state fits the pattern, on this way; what its numbers may be is narrowed by asking.

    A tuple fits only as one of the class `like`: a state of another is not what the group was run on.
    """
    if isinstance(pattern, Range):
        return type(state) in (int, Number) and _in_range(state, pattern)
    if not isinstance(pattern, tuple):
        return type(state) in (type(pattern), Number) and bool(state == pattern)
    if pattern and isinstance(pattern[0], More):
        return _fits_pile(state, pattern[0], pattern[1:])
    if isinstance(state, Pile):
        state.look(len(pattern) + 1)
        state = state.known if state.step is None else state
    return (
        type(state) is like
        and is_plain_tuple(like)
        and len(state) == len(pattern)
        and all(fits(part, wanted) for part, wanted in zip(state, pattern, strict=True))
    )


def _in_range(number: Any, numbers: Range) -> bool:
    low, high = numbers.low, numbers.high
    if (low is not None and number < low) or (high is not None and number > high):
        return False
    anchor = low if low is not None else high or 0
    return numbers.step == 1 or (number - anchor) % numbers.step == 0


def _fits_pile(state: Any, more: More, top: tuple[Pattern, ...]) -> bool:
    if type(state) not in (tuple, Pile):
        return False
    if isinstance(state, Pile):
        state.look(more.least + len(top))
    known, step = (state.known, state.step) if isinstance(state, Pile) else (state, None)
    steps_fit = step is None or step % more.step == 0
    below = len(known) - len(top)
    if below < more.least or (below - more.least) % more.step or not steps_fit:
        return False
    wanted = (*(ANYTHING,) * below, *top)
    return all(fits(part, one) for part, one in zip(known, wanted, strict=True))


def _shown(state: Any) -> str:
    """A plain state in a line, whatever the length of its numbers."""
    if isinstance(state, tuple):
        return f"({', '.join(map(_shown, state))})"
    return show_integer(state) if type(state) is int else repr(state)


class Groups:
    """The groups of one list, and which of them a state is in."""

    def __init__(self, listed: list[Listed], look: Callable[[int], None], like: type[Any] = tuple) -> None:
        self.listed, self._like = listed, like
        self._look = look  # called for each group that is tried, with the steps that this counts for
        self._others = [one for one in listed if not isinstance(one.states, (int, Range))]

    @cached_property
    def _by_number(self) -> list[tuple[float, float, Listed]]:
        """The groups of plain numbers from the lowest, each with its ends."""
        ends = []
        for one in self.listed:
            if isinstance(one.states, (int, Range)):
                numbers = one.states if isinstance(one.states, Range) else Range(one.states, one.states)
                low, high = numbers.low, numbers.high
                ends.append((-_INF if low is None else low, _INF if high is None else high, one))
        return sorted(ends, key=lambda end: end[0])

    @cached_property
    def _lows(self) -> list[float]:
        return [low for low, _, _ in self._by_number]

    @cached_property
    def _highest(self) -> list[float]:
        """For each group of numbers, the highest that it or one before it has."""
        return list(accumulate((high for _, high, _ in self._by_number), max))

    def _near(self, state: Any) -> Iterator[Listed]:
        """The groups that a plain state may be in."""
        if type(state) is not int:
            yield from self._others
            return
        at = bisect_right(self._lows, state)
        while at and self._highest[at - 1] >= state:
            at -= 1
            yield self._by_number[at][2]

    def find(self, way: Way, state: Any) -> Listed:
        """The group that the state is in on this way; DoesNotHold if it is in none."""
        while True:
            one = sample(state)
            asked, cost = len(way.taken), 1 + parts_of(one) // PARTS_A_STEP
            for group in self._near(one):
                self._look(cost)
                if fits(one, group.states, self._like) and fits(state, group.states, self._like):
                    return group
                if len(way.taken) > asked:  # so that other states are left on this way
                    break
            require(len(way.taken) > asked, f"no group has the position {_shown(one):.200}")


_INF = float("inf")
