"""Piles: what rules may ask of a stack of which only the top is known, and what must not be guessed."""

from collections.abc import Callable
from typing import Any

import pytest

from numduel.solver.checks.piles import Pile
from numduel.solver.checks.symbols import Number, Unclear, Way, every_way


def ways(run: Callable[[Way], Any]) -> list[Any]:
    """What comes out on every way."""
    found: list[Any] = []
    every_way(lambda way: found.append(run(way)), lambda _: None)
    return found


def top(*known: int, step: int | None = 1) -> Callable[[Way], Pile]:
    """A pile with these numbers on top, on a way."""
    return lambda way: Pile(way, step, known)


@pytest.mark.parametrize(
    "ask",
    [
        lambda pile: pile[0],
        lambda pile: pile[1],
        lambda pile: pile[:0],
        lambda pile: pile[0:],
        lambda pile: pile[1:],
        lambda pile: pile[:1],
        lambda pile: pile[:],
        lambda pile: pile[-2:-1],
        lambda pile: pile[-2:2],
        lambda pile: pile[-1::-1],
        lambda pile: pile[-2::2],
        lambda pile: pile[:-1:1],
        lambda pile: pile["top"],
        len,
        list,
        lambda pile: 8 in pile,
    ],
)
def test_what_depends_on_all_of_a_pile_is_unclear(ask: Callable[[Any], object]) -> None:
    with pytest.raises(Unclear, match=r"^what lies deep in a pile, or how many numbers there are$"):
        ask(top(7, 8, 9)(Way()))


@pytest.mark.parametrize(
    "ask",
    [hash, str, repr, *(getattr(Pile, f"__{name}__") for name in ("lt", "le", "gt", "ge", "radd", "mul"))],
)
def test_what_a_pile_looks_like_is_unclear(ask: Callable[..., object]) -> None:
    with pytest.raises(Unclear, match=r"^what a pile looks like$"):
        ask(top(7, 8, 9)(Way()))


def test_a_pile_with_nothing_below_answers_like_a_tuple() -> None:
    stack = 7, 8, 9
    pile = top(*stack, step=None)(Way())
    assert [pile[at] for at in range(-3, 3)] == [stack[at] for at in range(-3, 3)]
    for start in (None, -4, -2, 0, 1, 2, 4):
        assert pile[start:] == stack[start:]
        assert pile[start:2] == stack[start:2]
        assert pile[start::2] == stack[start::2]
        rest = pile[:start]
        assert (rest.known if isinstance(rest, Pile) else rest) == stack[:start]
    assert len(pile) == 3
    assert list(pile) == [7, 8, 9]
    assert 8 in pile
    assert 5 not in pile
    for at in (3, -4):
        with pytest.raises(IndexError):
            pile[at]


def test_what_is_known_on_top_is_told_without_a_question() -> None:
    way = Way()
    pile = top(7, 8, 9)(way)
    assert [pile[-1], pile[-3]] == [9, 7]
    assert pile[-2:] == (8, 9)
    assert pile[-3:] == (7, 8, 9)
    rest = pile[:-2]
    assert (rest.known, rest.step) == ((7,), 1)
    empty = pile[:-3]
    assert (empty.known, empty.step) == ((), 1)
    more = pile + (5,)  # noqa: RUF005 - as rules do it
    assert (more.known, more.step) == ((7, 8, 9, 5), 1)
    assert bool(pile)
    assert way.taken == []
    assert way.domains == []


@pytest.mark.parametrize("step", [1, 2, 3])
def test_where_more_is_asked_for_there_is_so_much_more_or_nothing(step: int) -> None:
    def look(way: Way) -> tuple[int, int | None]:
        pile = top(9, step=step)(way)
        pile.look(3)
        assert all(isinstance(number, Number) for number in pile.known[:-1])
        return len(pile.known), pile.step

    deep = {1: [(1, None), (2, None), (3, 1)], 2: [(1, None), (3, 2)], 3: [(1, None), (4, 3)]}
    assert sorted(ways(look)) == deep[step]


@pytest.mark.parametrize(
    ("ask", "heights"),
    [
        (lambda pile: pile[-2:], [1, 2]),
        (lambda pile: pile[-3:], [1, 2, 3]),
        (lambda pile: pile[:-2].known, [0, 0]),
        (lambda pile: pile[:-3].known, [0, 0, 0]),
        (lambda pile: pile[:-1].known, [0]),
        (lambda pile: pile[-1:], [1]),
    ],
)
def test_slices_of_a_pile_are_as_high_as_what_there_is(
    ask: Callable[[Any], tuple[Any, ...]], heights: list[int]
) -> None:
    assert sorted(ways(lambda way: len(ask(top(9)(way))))) == heights


def test_a_number_deep_in_a_pile_is_there_or_not() -> None:
    def second(way: Way) -> str:
        try:
            return type(top(9)(way)[-2]).__name__
        except IndexError:
            return "none"

    assert sorted(ways(second)) == ["Number", "none"]


def test_whether_there_is_anything_is_one_question() -> None:
    assert sorted(ways(lambda way: bool(top()(way)))) == [False, True]
    assert ways(lambda way: bool(top(step=None)(way))) == [False]
    assert ways(lambda way: bool(top(0)(way))) == [True]


def test_a_pile_is_compared_with_a_stack_as_deep_as_that_is_and_one_more() -> None:
    assert sorted(ways(lambda way: top(5)(way) == (5,))) == [False, True]
    assert sorted(ways(lambda way: top(5)(way) == ())) == [False]
    assert sorted(ways(lambda way: top()(way) == ())) == [False, True]
    assert sorted(ways(lambda way: top(5)(way) == (6,))) == [False, False]
    # One lies below or none does; and if it does it is 4 or not, with more below or nothing.
    assert ways(lambda way: top(5)(way) == (4, 5)).count(True) == 1
    assert len(ways(lambda way: top(5)(way) == (4, 5))) == 5
    assert top(4, 5, step=None)(Way()) == (4, 5)
    assert top(4, 5, step=None)(Way()) != (5, 4)


@pytest.mark.parametrize("other", [None, 5, [5], "5"])
def test_whether_a_pile_is_anything_but_a_tuple_is_unclear(other: object) -> None:
    with pytest.raises(Unclear, match=r"^whether a pile is equal to something else$"):
        top(5, step=None)(Way()) == other  # noqa: B015 - asking is what is refused


def test_rules_that_look_deeper_than_200_are_unclear() -> None:
    for at in (-201, slice(-201, None), slice(None, -201)):
        with pytest.raises(Unclear, match=r"^what lies deep in a pile$"):
            top(*range(300))(Way())[at]
    assert top(*range(300))(Way())[-200] == 100
