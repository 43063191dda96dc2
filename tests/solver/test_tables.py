"""Tables of small games, by sweeps and by retrograde analysis: every verdict exact, or not told."""

from typing import Any

import pytest
from diagrams import DRAWS, LOSES, WINS, Diagram, diagram

from numduel import Value, Verdict
from numduel.engine.values import DRAW, ENDLESS, LOSS, OPEN, WIN
from numduel.solver import sweeps
from numduel.solver.explore import explore
from numduel.solver.table import Table


@pytest.fixture(params=["swept at once", "swept in order", "analyzed"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each way in which a complete graph can be worked out."""
    if request.param == "swept in order":
        monkeypatch.setattr(sweeps, "TINY", 0)
    if request.param == "analyzed":
        monkeypatch.setattr(sweeps, "MOST_POSITIONS", 0)


def table_of(game: Diagram, limit: int = 100) -> Table:
    return Table(explore(game, game.initial(), limit))


def told(table: Table) -> dict[Any, tuple[int, int]]:
    """The value and the plies of each position."""
    return dict(zip(table.graph.index, zip(table.values, table.plies, strict=True), strict=True))


COMPLETE: list[tuple[Diagram, dict[str, tuple[int, int]]]] = [
    (diagram({"a": "+"}), {"a": (WIN, 1)}),
    (diagram({"a": "-"}), {"a": (LOSS, 1)}),
    (diagram({"a": "="}), {"a": (DRAW, 1)}),
    (diagram({"a": "-=+"}), {"a": (WIN, 1)}),
    (diagram({"a": "-=-"}), {"a": (DRAW, 1)}),
    (diagram({"a": "a"}), {"a": (ENDLESS, -1)}),
    (diagram({"a": "a-"}), {"a": (ENDLESS, -1)}),
    (diagram({"a": "a="}), {"a": (DRAW, 1)}),
    # The winner hurries, and the loser delays.
    (
        diagram({"a": "bc", "b": "d-", "c": "+", "d": "-e", "e": "+"}),
        {"a": (LOSS, 4), "b": (WIN, 3), "c": (WIN, 1), "d": (LOSS, 2), "e": (WIN, 1)},
    ),
    # Whoever is stuck has won, lost or drawn at once.
    (
        diagram({"a": "bcd"}, {"b": WINS, "c": LOSES, "d": DRAWS}),
        {"a": (WIN, 1), "b": (WIN, 0), "c": (LOSS, 0), "d": (DRAW, 0)},
    ),
    (
        diagram({"a": "bd", "d": "cb", "c": "bb"}, {"b": WINS}),
        {"a": (LOSS, 3), "b": (WIN, 0), "c": (LOSS, 1), "d": (WIN, 2)},
    ),
    # Moves that are listed where rules say that nobody can move are not made, but explored.
    (
        diagram({"a": "b", "b": "c", "c": "+"}, {"b": LOSES}),
        {"a": (WIN, 1), "b": (LOSS, 0), "c": (WIN, 1)},
    ),
    # A draw is made soon where nobody can win, and is better than no end.
    (
        diagram({"a": "bc", "b": "da", "c": "a", "d": "e", "e": "="}),
        {"a": (DRAW, 4), "b": (DRAW, 3), "c": (DRAW, 5), "d": (DRAW, 2), "e": (DRAW, 1)},
    ),
    (
        diagram({"a": "bb", "b": "cd", "c": "c", "d": "+"}, {}),
        {"a": (ENDLESS, -1), "b": (ENDLESS, -1), "c": (ENDLESS, -1), "d": (WIN, 1)},
    ),
    (
        diagram({"a": "ab", "b": "ca", "c": "ad"}, {"d": DRAWS}),
        {"a": (DRAW, 3), "b": (DRAW, 2), "c": (DRAW, 1), "d": (DRAW, 0)},
    ),
]


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize(("game", "expected"), COMPLETE)
def test_every_position_of_a_complete_table_has_its_value_and_its_plies(
    game: Diagram, expected: dict[str, tuple[int, int]]
) -> None:
    table = table_of(game)
    assert table.complete
    assert told(table) == expected
    values = {WIN: Value.WIN, LOSS: Value.LOSS, DRAW: Value.DRAW, ENDLESS: Value.ENDLESS}
    for state, (value, plies) in expected.items():
        assert table.look_up(state) == Verdict(values[value], None if plies < 0 else plies)
    assert [state for state, _ in table] == list(table.graph.index)
    assert all(verdict == table.look_up(state) for state, verdict in table)


# What lies beyond the limit may change a value, or only how soon it comes.
PARTIAL: list[tuple[dict[str, str], int, dict[str, tuple[int, int]]]] = [
    ({"a": "bc", "b": "+", "c": "+"}, 1, {"a": (OPEN, -1)}),
    ({"a": "+b", "b": "+"}, 1, {"a": (WIN, 1)}),
    ({"a": "-b", "b": "+"}, 1, {"a": (OPEN, -1)}),
    ({"a": "=b", "b": "+"}, 1, {"a": (OPEN, -1)}),
    ({"a": "bc", "b": "ba", "c": "+"}, 2, {"a": (OPEN, -1), "b": (OPEN, -1)}),
    # It is won in two plies at most, and may be sooner by what is unknown.
    ({"a": "bz", "b": "-", "z": "+"}, 2, {"a": (WIN, -1), "b": (LOSS, 1)}),
    ({"a": "bc", "b": "z", "c": "-", "z": "+"}, 3, {"a": (WIN, 2), "b": (OPEN, -1), "c": (LOSS, 1)}),
    # A draw is one only if nothing unknown could be better.
    (
        {"a": "bc", "b": "=", "c": "=dz", "d": "=", "z": "+"},
        4,
        {"a": (OPEN, -1), "b": (DRAW, 1), "c": (OPEN, -1), "d": (DRAW, 1)},
    ),
    (
        {"a": "bcz", "b": "b", "c": "b", "z": "+"},
        3,
        {"a": (OPEN, -1), "b": (ENDLESS, -1), "c": (ENDLESS, -1)},
    ),
]


@pytest.mark.parametrize(("arrows", "limit", "expected"), PARTIAL)
def test_a_part_of_a_table_tells_only_what_the_rest_cannot_change(
    arrows: dict[str, str], limit: int, expected: dict[str, tuple[int, int]]
) -> None:
    table = table_of(diagram(arrows), limit)
    assert not table.complete
    assert told(table) == expected


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize(
    ("arrows", "stuck", "drawn", "decisions"),
    [
        ({"a": "bc", "b": "+", "c": "+"}, {}, False, 0),
        ({"a": "bc", "b": "+", "c": "-"}, {}, False, 1),
        ({"a": "b-", "b": "+"}, {}, False, 0),
        ({"a": "b+", "b": "+-"}, {}, False, 2),
        ({"a": "b", "b": "ac", "c": "b"}, {}, False, 0),  # nothing ever ends, and a move leads to the start
        ({"a": "=b", "b": "=="}, {}, True, 0),
        ({"a": "+b", "b": "="}, {}, True, 1),
        ({"a": "bb"}, {"b": DRAWS}, True, 0),
        ({"a": "bc"}, {"b": DRAWS, "c": LOSES}, True, 1),
        ({"a": "bc"}, {"b": WINS, "c": LOSES}, False, 1),
    ],
)
def test_draws_and_choices_that_matter_are_counted(
    arrows: dict[str, str], stuck: dict[str, str], drawn: bool, decisions: int
) -> None:
    table = table_of(diagram(arrows, stuck))
    assert table.any_draws is drawn
    assert table.decisions() == decisions
    assert table.any_choice_matters() is (decisions > 0)


def test_a_state_that_was_not_reached_has_no_verdict() -> None:
    table = table_of(diagram({"a": "+", "b": "-"}))
    assert table.look_up("b") is None
    assert (table.positions, table.method) == (1, "table")
    assert table.bytes == table.graph.bytes


# Sweeps


def test_many_positions_and_many_sweeps_are_left_to_retrograde_analysis(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ring = diagram({"a": "b", "b": "c", "c": "ad", "d": "-"})
    graph = explore(ring, "a", 100)
    monkeypatch.setattr(sweeps, "MOST_POSITIONS", 4)
    assert sweeps.sweep(graph) is not None
    monkeypatch.setattr(sweeps, "MOST_POSITIONS", 3)
    assert sweeps.sweep(graph) is None
    monkeypatch.setattr(sweeps, "MOST_POSITIONS", 4)
    monkeypatch.setattr(sweeps, "MOST_SWEEPS", 2)  # the second changes nothing
    assert sweeps.sweep(graph) is not None
    monkeypatch.setattr(sweeps, "MOST_SWEEPS", 1)
    assert sweeps.sweep(graph) is None
    assert told(Table(graph)) == {"a": (WIN, 4), "b": (LOSS, 3), "c": (WIN, 2), "d": (LOSS, 1)}
