"""Groups: which states fit a pattern, and which group has a state."""

import itertools
from collections import namedtuple
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numduel import load
from numduel.core.induction import More, Range
from numduel.solver.checks.common import UNKNOWN, DoesNotHold, is_plain_tuple, made_of, name_of
from numduel.solver.checks.groups import Groups, Listed, fits, sample, some_state
from numduel.solver.checks.piles import Pile
from numduel.solver.checks.symbols import Domain, Number, Way, every_way

STACK = load("operation-stack")
Pair = namedtuple("Pair", "one other")  # as states of games are, with unknown numbers in it


def refusal(read: Any, *written: Any) -> str:
    """Why something is not read."""
    with pytest.raises(DoesNotHold) as refused:
        read(*written)
    return str(refused.value)


# States that fit


def test_some_state_of_a_pattern_is_as_unknown_as_the_pattern() -> None:
    way = Way()
    assert some_state(way, 5, STACK) == 5
    assert some_state(way, (5, ("a", None), ()), STACK) == (5, ("a", None), ())
    number = some_state(way, Range(3, None, 2), STACK)
    assert isinstance(number, Number)
    assert way.domains == [Domain(3, 2, 0, None)]
    pile = some_state(way, (More(2, 3), 5), STACK)
    assert isinstance(pile, Pile)
    assert (pile.step, pile.known[2:], len(pile.known)) == (3, (5,), 3)
    assert way.domains == [Domain(3, 2, 0, None), Domain(0, 1, None, None), Domain(0, 1, None, None)]


def test_a_sample_is_a_plain_state_of_the_same_kind() -> None:
    way = Way()
    number = way.unknown(Domain(3, 2, 1, None))
    assert sample(number) == 5
    assert sample(2 * number + 1) == 11
    assert sample((1, number, ("a", None))) == (1, 5, ("a", None))
    assert sample(Pile(way, 1, (number, 7))) == (5, 7)
    pair = sample(Pair(number, (number,)))
    assert type(pair) is Pair
    assert pair == Pair(5, (5,))
    assert [sample(one) for one in ("a", None, 7)] == ["a", None, 7]


class Kept(namedtuple("Kept", "number")):
    """Made by a call, its number is at most 5; `_replace` leaves any number in it."""

    __slots__ = ()

    def __new__(cls, number: int) -> "Kept":
        return super().__new__(cls, min(number, 5))


def test_states_are_made_of_their_parts_whatever_their_class_makes_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nine = Kept(0)._replace(number=9)
    assert (nine.number, Kept(9).number) == (9, 5)
    assert sample(nine) == nine
    monkeypatch.setattr(type(STACK), "initial", lambda self: Kept(0))
    state = some_state(Way(), (9,), STACK)
    assert (type(state), tuple(state)) == (Kept, (9,))


class Lying:
    """Says of itself, asked by its class, that it is what tuples have; what values do is something else."""

    def __get__(self, value: Any, kind: type[Any]) -> Any:
        return tuple.__eq__ if value is None else lambda other: True


@pytest.mark.parametrize(
    "own",
    [
        {"__eq__": Lying()},
        {"__iter__": lambda self: iter((1, 2))},
        {"__getattribute__": lambda self, name: 3},
        {},
    ],
    ids=["equal", "parts", "attributes", "dictionary"],
)
def test_a_class_of_tuples_with_something_of_its_own_is_not_known(own: dict[str, Any]) -> None:
    slots = {"__slots__": ()} if own else {}
    kind = type("Own", (tuple,), {**own, **slots})
    assert not is_plain_tuple(kind)
    assert made_of(tuple.__new__(kind, (1,))) is UNKNOWN


def test_a_position_is_named_by_plain_text() -> None:
    class Texts(str):
        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 0

    named = type("Named", (), {"__repr__": lambda self: Texts("(1, 2)")})()
    assert type(repr(named)) is Texts
    assert type(name_of(named)) is str
    assert name_of(named) == "(1, 2)"


@pytest.mark.parametrize("low", [None, -4, 0, 3])
@pytest.mark.parametrize("high", [None, -4, 0, 3, 8])
@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_number_fits_a_range_that_has_it_known_or_unknown(
    low: int | None, high: int | None, step: int
) -> None:
    numbers = Range(low, high, step)
    anchor = low if low is not None else high if high is not None else 0
    near = range(-13, 14)
    inside = {
        number
        for number in near
        if (low is None or low <= number)
        and (high is None or number <= high)
        and (number - anchor) % step == 0
    }
    assert {number for number in near if fits(number, numbers)} == inside
    met: dict[int, bool] = {}

    def run(way: Way) -> None:
        fit, left = fits(way.unknown(Domain(0, 1, -13, 13)), numbers), way.domains[0]
        assert left.first is not None
        assert left.last is not None
        for index in range(left.first, left.last + 1):
            met[left.base + left.step * index] = fit

    every_way(run, lambda _: None)
    assert met == {number: number in inside for number in near}


def test_a_state_fits_only_what_is_of_its_kind() -> None:
    states: list[Any] = [0, 1, 2, "", "1", "a", None, (), (1,), (1, 2), ((1,),), ("a",), (None,)]
    for state, pattern in itertools.product(states, states):
        assert fits(state, pattern) == (state == pattern)
    assert not fits(True, 1)
    for state in states:
        assert fits(state, Range()) == (type(state) is int)
        assert fits(state, (Range(),)) == (state == (1,))
        assert fits(state, (Range(), Range(2, 2))) == (state == (1, 2))
        assert fits(state, (More(0),)) == (state in [(), (1,), (1, 2)])
        assert fits(state, (More(1),)) == (state in [(1,), (1, 2)])
        assert fits(state, (More(0, 2),)) == (state in [(), (1, 2)])
        assert fits(state, (More(0), 1)) == (state == (1,))
        assert fits(state, (More(0), 2)) == (state == (1, 2))
        assert fits(state, (More(1, 2), Range())) == (state == (1, 2))


def test_a_stack_fits_a_pile_of_its_height_alone() -> None:
    for height in range(9):
        assert fits((1,) * height, (More(1, 3),)) == (height in (1, 4, 7))
        assert fits((1,) * height, (More(2, 5), 1)) == (height in (3, 8))


def test_an_unknown_number_is_no_text_and_not_nothing() -> None:
    way = Way()
    number = way.unknown()
    assert not fits(number, "a")
    assert not fits(number, None)
    assert not fits(number, ())
    assert way.taken == []


def answers(pattern: Any, wanted: Any) -> list[bool]:
    """On every way, whether a state of one pattern fits another."""
    found: list[bool] = []
    every_way(lambda way: found.append(fits(some_state(way, pattern, STACK), wanted)), lambda _: None)
    return sorted(found)


@pytest.mark.parametrize(
    ("pattern", "wanted", "found"),
    [
        ((More(0), 5), (More(1), 5), [False, True]),
        ((More(0), 5), (More(0), 5), [True]),
        ((More(0), 5), (More(2), 5), [False, False, True]),
        ((More(1, 2), 5), (More(3, 2), 5), [False, True]),
        ((More(0), 5), (5,), [False, True]),
        ((More(0), 5), (), [False]),
        ((More(0),), (), [False, True]),
        ((More(0), 5), (6,), [False, False]),
        ((More(1), 5), (5,), [False]),
        ((More(2, 2),), (More(0, 1),), [True]),
        ((More(2, 2),), (More(0, 2),), [True]),
        ((More(2, 2),), (More(1, 2),), [False]),
        ((More(2, 1),), (More(0, 2),), [False]),
        ((More(2, 4),), (More(0, 2),), [True]),
        ((More(2, 2),), (More(0, 4),), [False]),
        ((More(0), "a"), (More(0), 5), [False]),
        ((More(0), "a"), (More(1),), [False]),
        ((More(0), 5), 5, [False]),
        ((More(0), 5), Range(), [False]),
        ((Range(0, 1),), (1,), [False, True]),
        ((Range(0, 1), 7), (Range(), 7), [True]),
    ],
    ids=str,
)
def test_on_how_many_ways_a_pile_fits_a_pattern(pattern: Any, wanted: Any, found: list[bool]) -> None:
    assert answers(pattern, wanted) == found


# Finding a group


def looked(groups: list[Any], state: Any) -> tuple[Any, int]:
    """The pattern of the group that a plain state is in, and how many groups were tried."""
    tried: list[int] = []
    found = Groups([Listed(one) for one in groups], tried.append).find(Way(), state)
    return found.states, len(tried)


def test_only_groups_near_a_number_are_tried() -> None:
    singles: list[Any] = [*range(0, 1000, 2)]
    assert looked(singles, 500) == (500, 1)
    assert looked(singles, 0) == (0, 1)
    assert looked(singles, 998) == (998, 1)
    assert looked([Range(None, 5), Range(10, 20), Range(30, None)], 20) == (Range(10, 20), 1)
    assert looked([Range(None, 5), Range(10, 20), Range(30, None)], -(10**30)) == (Range(None, 5), 1)
    assert looked([Range(None, 5), Range(10, 20), Range(30, None)], 10**30) == (Range(30, None), 1)
    assert looked([Range(0, 100), 3, 5, 7], 6) == (Range(0, 100), 3)
    assert looked([(), "a", None, *singles], "a") == ("a", 2)
    assert looked([(5,), (More(0),)], (4,)) == ((More(0),), 2)


@given(
    bounds=st.lists(
        st.tuples(st.integers(-20, 20), st.none() | st.integers(0, 10), st.integers(1, 3), st.booleans()),
        max_size=6,
    )
)
def test_a_number_is_found_wherever_a_group_has_it(
    bounds: list[tuple[int, int | None, int, bool]],
) -> None:
    ranges: list[Any] = []
    for low, many, step, down in bounds:
        if many is None:
            ranges.append(Range(None, low, step) if down else Range(low, None, step))
        else:
            ranges.append(low if many == 0 else Range(low, low + many, step))
    groups = Groups([Listed(one) for one in ranges], lambda _: None)
    for number in range(-25, 35):
        if any(fits(number, one) for one in ranges):
            assert fits(number, groups.find(Way(), number).states)
        else:
            assert refusal(groups.find, Way(), number) == f"no group has the position {number}"


def test_an_unknown_number_is_sent_to_groups_that_have_all_that_is_left_of_it() -> None:
    patterns = [Range(0, 9, 2), Range(1, 5, 2), 7, Range(9, None), Range(None, -1)]
    groups = Groups([Listed(one) for one in patterns], lambda _: None)
    met: dict[int, Any] = {}

    def run(way: Way) -> None:
        found = groups.find(way, way.unknown(Domain(0, 1, -5, 20)))
        left = way.domains[0]
        assert left.first is not None
        assert left.last is not None
        for index in range(left.first, left.last + 1):
            number = left.base + left.step * index
            assert number not in met
            assert fits(number, found.states)
            met[number] = found.states

    every_way(run, lambda _: None)
    assert sorted(met) == [*range(-5, 21)]
    assert met[7] == 7


def test_a_group_that_has_some_of_what_is_left_is_not_enough() -> None:
    groups = Groups([Listed(Range(0, 4))], lambda _: None)

    def run(way: Way) -> None:
        groups.find(way, way.unknown(Domain(0, 1, 0, 5)))

    assert refusal(every_way, run, lambda _: None) == "no group has the position 5"


def test_a_position_that_no_group_has_is_shown_whatever_it_is() -> None:
    groups = Groups([Listed(1)], lambda _: None)
    assert refusal(groups.find, Way(), (1, "a", (None,))) == "no group has the position (1, 'a', (None))"
    assert refusal(groups.find, Way(), "a") == "no group has the position 'a'"
    assert refusal(groups.find, Way(), Pile(Way(), None, (5, 6))) == "no group has the position (5, 6)"
    long = refusal(groups.find, Way(), 10**9_999)
    assert long.startswith("no group has the position 1")
    assert len(long) < 250
