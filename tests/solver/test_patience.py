"""How long exploring goes on: what was found and tried decides, whatever the game."""

from collections.abc import Callable

import pytest

from numduel.engine.limits import DEFAULT_POSITIONS, FEWEST_MOVES, MOVES_A_POSITION, Limits
from numduel.solver.patience import (
    EARLY,
    FAR,
    FEW,
    HEAVY,
    LARGE_POSITION,
    LITTLE_WORK,
    LOOK_EVERY,
    MANY,
    MUCH_MEMORY,
    MUCH_WORK,
    TOO_MUCH,
    Patience,
)

ASKED = Limits(positions=500_000, memory=10**12)  # somebody has said how far to go
FREE = Limits()  # nobody has


def never(most: int) -> bool:
    return False


def always(most: int) -> bool:
    return True


def after(tried: int, limits: Limits | None = FREE, weight: int = 1) -> Patience:
    """What is left of the patience when so many moves were tried."""
    patience = Patience(limits)
    patience.count(tried, weight)
    return patience


def is_over(patience: Patience, found: int = 1_000, expanded: int = 1_000, wanted: int = 10**9) -> bool:
    return patience.is_over(found, expanded, wanted, 1, never)


def test_moves_count_for_as_many_as_positions_are_large() -> None:
    patience = Patience(FREE)
    patience.count(100, 1)
    patience.count(150, 3)
    assert patience.work == 250


@pytest.mark.parametrize(
    ("weight", "pace"), [(1, LOOK_EVERY), (2, LOOK_EVERY // 2), (LOOK_EVERY, 1), (LOOK_EVERY + 1, 1)]
)
def test_large_positions_are_looked_at_more_often(weight: int, pace: int) -> None:
    patience = Patience(FREE)
    assert patience.next_look == LOOK_EVERY
    patience.count(500, weight)
    assert patience.next_look == 500 + pace


def test_what_becomes_large_is_looked_at_sooner_but_never_later() -> None:
    patience = Patience(FREE)
    patience.hurry(100, 8)
    assert patience.next_look == 100 + LOOK_EVERY // 8
    patience.hurry(100, 4)
    assert patience.next_look == 100 + LOOK_EVERY // 8


def test_who_has_stopped_looks_at_once_and_finds_no_more() -> None:
    patience = Patience(ASKED)
    assert not is_over(patience)
    patience.stop()
    assert patience.next_look == 0
    assert is_over(patience)


def test_without_limits_there_is_no_end_of_patience() -> None:
    patience = after(10**15, None)
    assert not patience.is_spent(1, 1, 1)
    assert not patience.is_over(10**9, 1, 1, HEAVY + 1, always)
    assert not patience.is_full(10**9, lambda: 10**15)


@pytest.mark.parametrize("limits", [ASKED, FREE], ids=["asked for", "free"])
@pytest.mark.parametrize("wanted", [1, 100_000])
def test_as_many_moves_may_be_tried_as_the_positions_wanted_may_have(limits: Limits, wanted: int) -> None:
    most = max(FEWEST_MOVES, MOVES_A_POSITION * wanted)
    for tried, over in ((most - 1, False), (most, True)):
        assert after(tried, limits).is_spent(1_000, wanted, 1) is over
        assert is_over(after(tried, limits), wanted=wanted) is over


@pytest.mark.parametrize(
    ("limits", "most"), [(ASKED, 500_000), (FREE, DEFAULT_POSITIONS), (Limits(positions=70_000), 70_000)]
)
def test_no_more_positions_are_wanted_than_the_limits_allow(limits: Limits, most: int) -> None:
    for tried, over in ((MOVES_A_POSITION * most - 1, False), (MOVES_A_POSITION * most, True)):
        assert is_over(after(tried, limits)) is over


def test_only_where_nobody_has_said_how_far_to_go_a_move_counts_for_many() -> None:
    assert after(FEWEST_MOVES // 2, FREE, weight=2).is_spent(1, 1, 2)
    assert not after(FEWEST_MOVES // 2, ASKED, weight=2).is_spent(1, 1, 2)


def test_very_large_positions_are_given_up_after_less_work_unless_they_are_asked_for() -> None:
    assert MUCH_WORK < MOVES_A_POSITION * 500_000
    for work, weight, over in (
        (MUCH_WORK, HEAVY, False),
        (MUCH_WORK, HEAVY + 1, True),
        (MUCH_WORK - 1, HEAVY + 1, False),
    ):
        assert after(work).is_spent(1_000, 500_000, weight) is over
        assert after(work).is_over(1_000, 1_000, 500_000, weight, never) is over
    assert not after(MUCH_WORK, ASKED).is_spent(1_000, 500_000, HEAVY + 1)


@pytest.mark.parametrize(
    ("limits", "most"), [(FREE, LITTLE_WORK), (ASKED, FEWEST_MOVES)], ids=["free", "asked for"]
)
def test_who_has_stopped_expands_little_of_what_was_found(limits: Limits, most: int) -> None:
    for tried, over in ((most - 1, False), (most, True)):
        patience = after(tried, limits)
        patience.stop()
        assert patience.is_spent(1_000, 10**9, 1) is over


def test_who_was_asked_and_has_stopped_expands_what_was_found() -> None:
    for tried, over in ((MOVES_A_POSITION * 200_000 - 1, False), (MOVES_A_POSITION * 200_000, True)):
        patience = after(tried, ASKED)
        patience.stop()
        assert patience.is_spent(200_000, 1, 1) is over


@pytest.mark.parametrize(("limits", "gives_up"), [(FREE, True), (ASKED, False)], ids=["free", "asked for"])
def test_what_waits_is_given_up_where_it_will_have_far_too_many_moves(limits: Limits, gives_up: bool) -> None:
    tried = FEWEST_MOVES // 2  # of as many as may be tried for a single position
    found, expanded = 2 * TOO_MUCH * 100, 100
    assert not is_over(after(tried, limits), found, expanded, 1)
    assert is_over(after(tried, limits), found + 1, expanded, 1) is gives_up


@pytest.mark.parametrize(
    ("found", "most"),
    [(EARLY, FAR * DEFAULT_POSITIONS), (MANY - 1, FAR * DEFAULT_POSITIONS), (MANY, DEFAULT_POSITIONS)],
)
def test_hope_ends_with_an_estimate_the_nearer_the_more_was_found(found: int, most: int) -> None:
    asked: list[int] = []

    def outgrows(limit: int) -> bool:
        asked.append(limit)
        return True

    patience = after(1)
    assert patience.is_over(found, found, 10**9, 1, outgrows)
    assert patience.stopped
    assert asked == [most]


def test_hope_is_asked_for_early_and_then_at_twice_as_many_positions() -> None:
    looked: list[bool] = []

    def outgrows(most: int) -> bool:
        looked[-1] = True
        return False

    patience = after(1)
    for found in (EARLY - 1, EARLY, EARLY + 1, 2 * EARLY - 1, 2 * EARLY, 4 * EARLY - 1):
        looked.append(False)
        assert not patience.is_over(found, found, 10**9, 1, outgrows)
    assert looked == [False, True, False, False, True, False]


def test_who_was_asked_does_not_lose_hope() -> None:
    assert not after(1, ASKED).is_over(MANY, MANY, 10**9, 1, always)


def bytes_taken(count: int) -> Callable[[], int]:
    return lambda: count


def test_memory_is_full_when_more_was_taken_than_the_limit() -> None:
    patience = Patience(Limits(memory=5_000))
    assert not patience.is_full(1, bytes_taken(5_000))
    assert patience.is_full(1, bytes_taken(5_001))


def test_a_few_positions_always_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.engine.limits.default_memory", lambda: 5_000)
    assert not Patience(FREE).is_full(FEW - 1, bytes_taken(5_001))
    assert Patience(FREE).is_full(FEW, bytes_taken(5_001))
    assert not Patience(FREE).is_full(FEW, bytes_taken(5_000))


@pytest.mark.parametrize(
    ("found", "most"), [(FEW, MUCH_MEMORY), (10**6, 10**6 * LARGE_POSITION)], ids=["large ones", "small ones"]
)
def test_where_nobody_has_said_how_far_to_go_only_many_small_positions_take_much_memory(
    found: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numduel.engine.limits.default_memory", lambda: 10**12)
    assert not Patience(FREE).is_full(found, bytes_taken(most))
    assert Patience(FREE).is_full(found, bytes_taken(most + 1))
    assert not Patience(Limits(positions=10)).is_full(found, bytes_taken(most + 1))
    assert not Patience(Limits(memory=10**12)).is_full(found, bytes_taken(most + 1))


# All or nothing


def is_vain(
    tried: int, waiting: int, moves: float, limits: Limits | None = ASKED, whole: bool = True
) -> bool:
    """Whether patience ends after so many moves of 100 positions, where others have so many moves each."""
    patience = Patience(limits, whole)
    patience.count(tried, 1)
    return patience.is_vain(100 + waiting, 100, 1, lambda: moves)


def test_where_all_are_wanted_far_more_moves_than_may_be_tried_are_not_begun() -> None:
    left = MOVES_A_POSITION * 500_000 - 100_000
    waiting = TOO_MUCH * left // 1_000
    assert is_vain(100_000, waiting + 1, 1_000)
    assert not is_vain(100_000, waiting, 1_000)
    assert not is_vain(100_000, waiting + 1, 1_000, whole=False)
    assert not is_vain(100_000, waiting + 1, 1_000, limits=None)


def test_those_that_wait_are_only_looked_at_where_others_have_many_moves() -> None:
    assert not is_vain(100_000, 10**6, 2)  # they have fewer
    patience = Patience(ASKED, whole=True)
    patience.count(100, 1)
    assert not patience.is_vain(10_000, 100, 1, lambda: pytest.fail("looked at"))
