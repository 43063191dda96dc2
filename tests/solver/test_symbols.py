"""Symbols and piles: what a checker knows of a number or a stack is neither more nor less than what is so."""

import pytest

from numduel import load
from numduel.core.induction import Group, More, Plies
from numduel.solver import written
from numduel.solver.checks import meter
from numduel.solver.checks.common import DoesNotHold
from numduel.solver.checks.groups import Reader, some_state
from numduel.solver.checks.piles import Pile
from numduel.solver.checks.symbols import Domain, Unclear, Way, every_way

FAR = 60  # indexes that are looked at, where there is no end
ENDS = (None, -3, 0, 2, 7)
PAIRS = [(low, high) for low in ENDS for high in ENDS if low is None or high is None or low <= high]


def numbers(domain: Domain | None) -> set[int]:
    """The numbers of a domain, as far as is looked."""
    if domain is None:
        return set()
    first = -FAR if domain.first is None else domain.first
    last = FAR if domain.last is None else domain.last
    return {domain.base + domain.step * index for index in range(first, last + 1)}


@pytest.mark.parametrize(("first", "last"), PAIRS)
@pytest.mark.parametrize("step", [1, 3, -2])
def test_a_part_of_a_domain_has_the_numbers_with_these_indexes(
    first: int | None, last: int | None, step: int
) -> None:
    domain = Domain(5, step, first, last)
    assert domain.sample in numbers(domain)
    assert domain.single == (len(numbers(domain)) == 1)
    for low, high in PAIRS:
        least, most = -FAR if low is None else low, FAR if high is None else high
        inside = {5 + step * index for index in range(least, most + 1)}
        cut = domain.cut(low, high)
        assert numbers(cut) == numbers(domain) & inside
        assert (cut is None) == (not numbers(domain) & inside)


@pytest.mark.parametrize(("first", "last"), PAIRS)
@pytest.mark.parametrize("period", [1, 2, 5])
def test_every_so_manyth_number_of_a_domain_is_those_whose_indexes_leave_a_rest(
    first: int | None, last: int | None, period: int
) -> None:
    domain = Domain(5, 3, first, last)
    near = {5 + 3 * index for index in range(-10, 11)}
    for rest in range(period):
        every = {5 + 3 * index for index in range(-10, 11) if index % period == rest}
        assert numbers(domain.every(period, rest)) & near == numbers(domain) & every


def answers_about(pile: tuple[object, ...], other: tuple[int, ...]) -> set[bool]:
    """Whether a pile may be equal to a stack, and whether it may not."""
    found: set[bool] = set()
    every_way(lambda way: found.add(some_state(way, pile, load("operation-stack")) == other), lambda _: None)
    return found


def test_a_pile_may_be_equal_to_each_stack_that_it_stands_for_and_to_no_other() -> None:
    assert answers_about((More(1, 1),), (5,)) == {True, False}
    assert answers_about((More(1, 1),), (5, 6)) == {True, False}
    assert answers_about((More(1, 2),), (5, 6)) == {False}
    assert answers_about((More(2, 1),), (5,)) == {False}
    assert answers_about((More(0, 1), 5), (5,)) == {True, False}
    assert answers_about((More(0, 1), 5), (6,)) == {False}


def test_rules_may_look_at_200_numbers_of_a_pile_and_no_more() -> None:
    Pile(Way(), None, (1,) * 300).look(200)
    with pytest.raises(Unclear, match="what lies deep in a pile"):
        Pile(Way(), None, (1,) * 300).look(201)


def test_a_certificate_may_take_20_moves_a_character_to_check_and_always_100_000() -> None:
    assert [meter.moves_for("x" * length) for length in (0, 5_000, 5_001)] == [100_000, 100_000, 100_020]


@pytest.mark.parametrize("entries", [{}, "", None, {"states": 1}])
def test_groups_that_are_no_list_are_refused(entries: object) -> None:
    with pytest.raises(DoesNotHold, match="its groups are not a list"):
        Reader(50).groups(entries)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("least", "step", "possible"),
    [(0, 1, True), (100, 100, True), (101, 1, False), (1, 101, False), (1, 0, False), (-1, 1, False)],
)
def test_a_pile_of_a_pattern_has_at_most_100_numbers_that_are_asked_for(
    least: int, step: int, possible: bool
) -> None:
    written_so = [{"more": least, "step": step}, 5]
    if possible:
        assert Reader(50).pattern(written_so) == (More(least, step), 5)
    else:
        with pytest.raises(DoesNotHold, match="a pattern has a pile that cannot be"):
            Reader(50).pattern(written_so)


def test_tall_stacks_and_long_numbers_count_for_several_moves() -> None:
    weights = {5: 1, 2**1023: 2, 2**5000: 6, (1,) * 16: 2, (1,) * 160: 11, (2**5000, 2**5000): 14}
    assert {state: meter.weight(state) for state in weights} == weights


def test_a_group_that_says_nothing_of_plies_is_written_with_none() -> None:
    game = load("digit-stack")
    assert written._group(game, Group(1, 5), "within") == {"states": 1, "play": "5", "within": 0}
    assert written._group(game, Group(1, 5, Plies(3, 2)), "lasts")["lasts"] == [3, 2]
    assert "within" not in written._group(game, Group(1, 5))


def test_each_way_is_counted_when_it_is_gone() -> None:
    said: list[str] = []
    every_way(lambda way: said.append(str(way.choose("abc"))), lambda cost: said.append(f"{cost}"))
    assert said == ["a", "1", "c", "1", "b", "1"]


@pytest.mark.parametrize(
    ("unknown", "remainders", "cost"), [(1, 1, 1), (24, 0, 1), (25, 0, 1), (26, 0, 2), (2, 99, 40)]
)
def test_a_way_costs_more_with_what_is_unknown_and_asked(unknown: int, remainders: int, cost: int) -> None:
    way = Way()
    first, *_ = [way.unknown() for _ in range(unknown)]
    if remainders:
        assert first % remainders == 0
    assert way.cost == cost
