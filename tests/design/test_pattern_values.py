"""Values of many settings: those that `solve` finds, one by one, whichever way they are found."""

import pytest

import numduel
from numduel import Limits, Value
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


def test_progress_is_reported_in_settings() -> None:
    seen: list[tuple[int, int]] = []
    surveyor = Surveyor(numduel.load("operation-duel"), ["target"], report=lambda *done: seen.append(done))
    surveyor.solve((n,) for n in range(2, 50))
    assert seen == [(48, 0), (48, 16), (48, 32)]


def test_settings_that_are_all_too_large_are_soon_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "MOST_IN_VAIN", 2_000 * values.WORK_IN_PYTHON)
    game = numduel.load("operation-stack")
    surveyor = Surveyor(game, ["target"], Limits(positions=1_000))
    assert surveyor.solve((number,) for number in range(100, 200)).unsolved == 100
    assert surveyor.solve([(5,)]).unsolved == 1
