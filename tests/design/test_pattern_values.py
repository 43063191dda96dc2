"""Values of many settings: those that `solve` finds, one by one, whichever way they are found."""

from typing import Any

import pytest

import numduel
from numduel import Game, Limits, Value, kernels
from numduel.design.pattern import values
from numduel.design.pattern.values import Surveyor

SPECS = [
    ("operation-duel:add=1/2,multiply=3", "target"),
    ("operation-obliteration:no_repeat=none,multiply=any,high=200,low=5", "start"),
    ("digit-stack:digits=1-4", "target"),
    ("top-stack-twelve:window=2,tokens=1-3,supply=2", "limit"),
]


@pytest.mark.parametrize(("spec", "name"), SPECS)
@pytest.mark.parametrize("compiled", [True, False])
def test_values_are_those_of_solve(
    spec: str, name: str, compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(values, "CROSSING", 0 if compiled else 10**12)
    game = numduel.load(spec)
    found = Surveyor(game, [name]).solve((number,) for number in range(20, 60))
    assert len(found.known) + found.unsolved == 40
    for (number,), value in found.known.items():
        one = numduel.load(f"{spec},{name}={number}")
        assert numduel.solve(one).verdict(one.initial()).value is value, number


def test_settings_that_a_game_does_not_allow_are_passed_over() -> None:
    found = Surveyor(numduel.load("operation-duel:start=9"), ["target"]).solve((n,) for n in range(5, 15))
    assert list(found.known) == [(10,), (11,), (12,), (13,), (14,)]
    assert found.unsolved == 0


@pytest.mark.parametrize("compiled", [True, False])
def test_settings_beyond_the_limit_are_counted_as_unsolved(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(values, "CROSSING", 0 if compiled else 10**12)
    game = numduel.load("operation-duel")
    found = Surveyor(game, ["target"], Limits(positions=20)).solve((n,) for n in range(10, 31))
    assert all(value is not Value.UNSOLVED for value in found.known.values())
    assert (21,) in found.known
    assert len(found.known) + found.unsolved == 21
    assert found.unsolved > 0


def test_all_settings_together_are_solved_within_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "MOST_WORK", 100 * values.WORK_IN_PYTHON)
    found = Surveyor(numduel.load("operation-duel"), ["target"]).solve((n,) for n in range(2, 40))
    assert sum(number - 1 for (number,) in found.known) < 100 + 40
    assert found.unsolved == 38 - len(found.known) > 0


@pytest.mark.parametrize(("spec", "weight"), [("operation-duel", 1), ("operation-duel:add=1-39", 4)])
def test_positions_with_many_actions_count_for_more(spec: str, weight: int) -> None:
    assert values._work(1_000, kernels.find(numduel.load(spec))) == 1_000 * weight


def test_progress_is_reported_in_settings() -> None:
    seen: list[tuple[int, int]] = []
    surveyor = Surveyor(numduel.load("operation-duel"), ["target"], report=lambda *done: seen.append(done))
    surveyor.solve((n,) for n in range(2, 50))
    assert seen == [(48, done) for done in range(48)]


def test_settings_that_are_all_too_large_are_soon_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "MOST_IN_VAIN", 2_000 * values.WORK_IN_PYTHON)
    game = numduel.load("operation-stack")
    surveyor = Surveyor(game, ["target"], Limits(positions=1_000))
    assert surveyor.solve((number,) for number in range(100, 200)).unsolved == 100
    assert surveyor.solve([(5,)]).unsolved == 1


def test_one_setting_that_is_too_large_among_others_is_no_reason_to_look_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solved = Surveyor._value

    def even_ones_are_large(surveyor: Surveyor, game: Game[Any, Any], by_kernel: bool) -> values._Tried:
        tried = solved(surveyor, game, by_kernel)
        return tried if game.settings["target"] % 2 else tried._replace(value=Value.UNSOLVED)

    monkeypatch.setattr(Surveyor, "_value", even_ones_are_large)
    found = look_ahead(100, list(range(2, 63)), 17, monkeypatch)
    assert found.too_large is None
    assert list(found.known) == [(target,) for target in range(3, 63, 2)]


def look_ahead(most: int, points: list[int], needed: int, monkeypatch: pytest.MonkeyPatch) -> values.Values:
    """The values of some targets, of which those with more positions than `most` are too large."""
    monkeypatch.setattr(values, "LOOK_AHEAD", 0)
    surveyor = Surveyor(numduel.load("operation-duel"), ["target"], Limits(positions=most))
    return surveyor.solve(((target,) for target in points), needed)


def test_where_settings_grow_and_too_few_can_be_solved_the_others_are_not_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = look_ahead(12, list(range(2, 60)), 17, monkeypatch)
    assert found.too_large == (18,)
    assert list(found.known) == [(target,) for target in range(2, 7)]
    assert len(found.known) + found.unsolved == 58


@pytest.mark.parametrize(
    ("most", "points", "needed"),
    [
        (30, range(2, 60), 17),  # there are enough
        (12, range(2, 60), 0),  # nobody says how many are enough
        (12, range(2, 15), 17),  # there are no more than that
        (12, [*range(2, 59), 3], 17),  # the last one is small
        (12, [3, *range(2, 60)], 17),  # they do not only grow
        (12, range(2, 6), 3),  # too few show how they grow
    ],
)
def test_looking_ahead_loses_nothing_where_enough_may_be_solved(
    most: int, points: list[int], needed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = look_ahead(most, list(points), needed, monkeypatch)
    assert found.too_large is None
    assert list(found.known) == [(target,) for target in dict.fromkeys(points) if target - 1 <= most]


def test_where_positions_have_many_moves_these_are_counted_before_giving_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = numduel.load("top-stack-twelve:window=1,tokens=1-99,supply=2")
    played, play = [0], type(game).play

    def counted(self: Game[Any, Any], state: Any, move: Any) -> Any:
        played[0] += 1
        return play(self, state, move)

    monkeypatch.setattr(type(game), "play", counted)
    found = Surveyor(game, ["limit"]).solve([(limit,) for limit in range(8, 100)], needed=12)
    assert len(found.known) < values.FEWEST_SETTINGS
    assert played[0] < 6 * values.NEAR
