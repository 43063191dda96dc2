"""What positions are worth in sweeps: one number for the value and the plies."""

import pytest
from diagrams import diagram

from numduel.engine.values import DRAW, ENDLESS, LOSS, WIN
from numduel.solver import sweeps
from numduel.solver.explore import explore

LOST, DRAWN, WON = 2**28, 2**20, -(2**28)  # in no ply; each ply brings it nearer to 0 by one


@pytest.mark.parametrize(
    ("worth", "value", "plies"),
    [
        (LOST, LOSS, 0),
        (LOST - 5_000, LOSS, 5_000),
        (DRAWN + 1, LOSS, LOST - DRAWN - 1),
        (DRAWN, DRAW, 0),
        (DRAWN - 5_000, DRAW, 5_000),
        (1, DRAW, DRAWN - 1),
        (0, ENDLESS, -1),
        (-1, WIN, LOST - 1),
        (WON + 5_000, WIN, 5_000),
        (WON, WIN, 0),
    ],
)
def test_a_worth_tells_value_and_plies(worth: int, value: int, plies: int) -> None:
    assert sweeps.verdict_of(worth) == (value, plies)


@pytest.mark.parametrize("tiny", [0, 64], ids=["in order", "in any order"])
def test_where_no_moves_lead_in_a_circle_no_sweep_is_repeated(
    tiny: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeps, "MOST_SWEEPS", 0)
    monkeypatch.setattr(sweeps, "TINY", tiny)
    # What is found first leads to what is found later, or late to early; never in a circle.
    later = diagram({"a": "bc", "b": "d", "c": "d=", "d": "e+", "e": "-"})
    earlier = diagram({"a": "bcd", "d": "cb", "c": "b-", "b": "="})
    circle = diagram({"a": "bc", "b": "=", "c": "da", "d": "b"})
    assert sweeps.sweep(explore(later, "a", 9)) is not None
    worths = sweeps.sweep(explore(earlier, "a", 9))
    assert worths is not None
    assert worths[:4] == [DRAWN - 2, DRAWN - 1, DRAWN - 2, DRAWN - 2]
    assert sweeps.sweep(explore(circle, "a", 9)) is None


def test_a_circle_takes_as_many_sweeps_as_something_changes_and_one_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # What "b" is worth reaches "a" in the first sweep, and "c", which comes before it, in the second.
    graph = explore(diagram({"a": "bc", "b": "-", "c": "a"}), "a", 9)
    for most, enough in ((1, False), (2, False), (3, True)):
        monkeypatch.setattr(sweeps, "MOST_SWEEPS", most)
        worths = sweeps.sweep(graph)
        assert (worths is not None) is enough
    assert worths is not None
    assert [sweeps.verdict_of(worth) for worth in worths[:3]] == [(WIN, 2), (LOSS, 1), (LOSS, 3)]
