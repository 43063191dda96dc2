"""Graphs, by the short way that few positions take and by the long one: both find what a search does."""

from array import array
from collections.abc import Hashable
from typing import Any

import pytest
from diagrams import DRAWS, LOSES, WINS, Diagram, diagram

from numduel import Game, Limits
from numduel.engine.values import DRAW, LOSS, VALUES, WIN
from numduel.kernels.kernel import mark_of
from numduel.solver.explore import UNKNOWN, Graph

SHORT, LONG = None, Limits(memory=10**12)  # a limit of memory has every position counted
both_ways = pytest.mark.parametrize("limits", [SHORT, LONG], ids=["short", "long"])


class EitherCase(Diagram):
    """A diagram in which a letter and its capital are one position."""

    def key(self, state: str) -> Hashable:
        return state.lower()


def either_case(arrows: dict[str, str], stuck: dict[str, str]) -> Diagram:
    kind = type("Cases", (EitherCase,), {"arrows": arrows, "stuck": stuck})
    made = kind()
    assert isinstance(made, Diagram)
    return made


ENDS = diagram(
    {"a": "bc+-=", "b": "=dd-e", "c": "efga", "d": "hb+"}, {"e": WINS, "f": LOSES, "g": DRAWS, "h": WINS}
)
GAMES: dict[str, tuple[Diagram, str]] = {
    "over": (ENDS, WINS),
    "stuck and won": (ENDS, "e"),
    "stuck and lost": (ENDS, "f"),
    "stuck and drawn": (ENDS, "g"),
    "every end": (ENDS, "a"),
    "stuck and nothing said": (diagram({"a": "b", "b": ""}), "a"),
    "one move": (diagram({"a": LOSES}), "a"),
    "a circle": (diagram({"a": "b", "b": "c", "c": "a"}), "a"),
    "to itself": (diagram({"a": "aab", "b": "ba+"}), "b"),
    "twice at once": (
        diagram({"a": "bccd", "b": "eeff", "c": "fgge", "d": "hh+a", "e": "a", "f": "ihhi"}),
        "a",
    ),
    "keys": (
        either_case({"a": "bBC", "b": "cDd", "C": "EA+", "D": "Fe-", "E": "a="}, {"F": DRAWS}),
        "a",
    ),
}
each_game = pytest.mark.parametrize(("game", "root"), GAMES.values(), ids=GAMES)


class Searched:
    """What a graph should hold, by a search that does nothing for speed."""

    def __init__(self, game: Game[Any, Any], root: Any, limit: int, closed: bool) -> None:
        self.game, self.limit = game, limit
        self.index: dict[Hashable, int] = {}
        self.stuck: dict[int, int] = {}
        self.waiting: list[Any] = []
        self.rows: list[list[int]] = []
        self.complete = True
        self.mark_or_number(root)
        while self.waiting and (self.complete or closed):
            state = self.waiting.pop(0)
            row = [self.mark_or_number(game.play(state, move)) for move in game.moves(state)]
            self.complete = self.complete and -9 not in row
            if not row and len(self.rows) not in self.stuck:
                self.stuck[len(self.rows)] = LOSS
            self.rows.append(row)

    def mark_or_number(self, state: Any) -> int:
        outcome, key, position = self.game.outcome(state), self.game.key(state), len(self.index)
        if outcome is not None and not outcome.stuck:
            return mark_of(outcome)
        if key in self.index:
            return self.index[key]
        if position == self.limit:
            return -9
        self.index[key] = position
        self.waiting.append(state)
        if outcome is not None:
            self.stuck[position] = VALUES.index(outcome.value)
        return position


def assert_holds(graph: Graph, expected: Searched) -> None:
    assert list(graph.index.items()) == list(expected.index.items())
    assert graph.stuck == expected.stuck
    assert graph.complete is expected.complete
    assert len(graph) == len(expected.index)
    for _ in ("in lists", "in arrays"):
        assert [list(row) for row in graph.rows()] == expected.rows
        assert [list(graph.moves_from(position)) for position in range(len(expected.rows))] == expected.rows
        assert graph.targets == array("i", [target for row in expected.rows for target in row])
        assert list(graph.starts) == [sum(map(len, expected.rows[:end])) for end in range(len(graph.starts))]
        assert len(graph.starts) == len(expected.rows) + 1


@both_ways
@each_game
def test_every_limit_is_kept_and_what_lies_beyond_it_is_unknown(
    game: Diagram, root: str, limits: Limits | None
) -> None:
    for limit in range(1, 12):
        graph = Graph(game, root, limits)
        graph.grow(limit)
        assert_holds(graph, Searched(game, root, limit, closed=False))
        graph.close()
        assert_holds(graph, Searched(game, root, limit, closed=True))


@both_ways
@each_game
def test_a_graph_goes_on_at_each_higher_limit(game: Diagram, root: str, limits: Limits | None) -> None:
    for step in (1, 2, 3):
        graph = Graph(game, root, limits)
        for limit in range(1, 13, step):
            graph.grow(limit)
            assert_holds(graph, Searched(game, root, limit, closed=False))
            graph.grow(limit)
            assert_holds(graph, Searched(game, root, limit, closed=False))


@both_ways
def test_a_graph_is_closed_without_having_grown(limits: Limits | None) -> None:
    graph = Graph(ENDS, "a", limits)
    graph.close()
    assert_holds(graph, Searched(ENDS, "a", 1, closed=True))


def test_the_unknown_is_no_mark_of_an_end() -> None:
    assert UNKNOWN == -9


def test_whoever_is_stuck_at_the_root_has_what_the_rules_say() -> None:
    for root, value in (("e", WIN), ("f", LOSS), ("g", DRAW)):
        assert Graph(ENDS, root).stuck == {0: value}


def test_a_game_that_names_none_of_its_moves_is_explored_all_the_same() -> None:
    kind = type("Nameless", (type(ENDS),), {"vocabulary": lambda game: ()})
    graph = Graph(kind(), "a")
    graph.grow(20)
    assert_holds(graph, Searched(ENDS, "a", 20, closed=False))
