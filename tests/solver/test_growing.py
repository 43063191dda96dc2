"""How far a graph grows: what is measured and looked at on the way, and where memory, time or hope end."""

import sys
from typing import Any

import pytest
from diagrams import DRAWS, WINS, diagram
from trees import place, tree

from numduel import Game, Limits
from numduel.engine import growth
from numduel.engine.footprint import Footprint
from numduel.engine.values import DRAW, WIN
from numduel.solver import explore
from numduel.solver.explore import Graph
from numduel.solver.few import expand_few

LONG = Limits(memory=10**12)  # a limit of memory has every position counted


def grown(game: Game[Any, Any], limit: int, limits: Limits | None = LONG) -> Graph:
    graph = Graph(game, game.initial(), limits)
    graph.grow(limit)
    return graph


Measured = list[tuple[int, Any, Any]]


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Measured:
    """Which positions are measured, with their keys and states."""
    noted: Measured = []
    measure = Footprint.measure

    def note(self: Any, position: int, key: Any, state: Any) -> None:
        noted.append((position, key, state))
        measure(self, position, key, state)

    monkeypatch.setattr(Footprint, "measure", note)
    return noted


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many positions are expanded at a time on the short way."""
    noted: list[int] = []

    def note(*arguments: Any) -> None:
        noted.append(arguments[-1])
        expand_few(*arguments)

    monkeypatch.setattr(explore, "expand_few", note)
    return noted


def test_on_the_long_way_a_position_is_measured_after_every_63(measured: Measured) -> None:
    grown(tree(), 200)
    assert measured == [(number, number + 1_001, place(number)) for number in (64, 128, 192)]


def test_on_the_short_way_the_last_is_measured_each_time_there_are_twice_as_many(
    measured: Measured, counts: list[int]
) -> None:
    graph = grown(tree(1), 300, limits=None)
    assert counts == [63, 64, 128, 44]
    assert measured == [(number, number + 1_001, place(number)) for number in (63, 127, 255)]
    assert len(graph) == 300


def test_as_many_are_expanded_at_a_time_as_surely_stay_within_the_limit(
    measured: Measured, counts: list[int]
) -> None:
    grown(tree(3), 64, limits=Limits())
    assert counts == [21]  # which lead to 63 beside the first
    assert measured == []
    counts.clear()
    grown(tree(3), 65, limits=Limits())
    assert counts == [21]
    assert measured == [(63, 1_064, place(63))]


def test_a_single_position_is_expanded_on_the_short_way(counts: list[int]) -> None:
    grown(tree(2), 3, limits=None)
    assert counts == [1]


def test_many_positions_or_moves_end_the_short_way(
    counts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explore, "FIRST", 21)
    assert len(grown(tree(), 30, limits=None)) == 30
    assert counts == [10]
    counts.clear()
    monkeypatch.setattr(explore, "FIRST_MOVES", 30)
    assert len(grown(tree(), 30, limits=None)) == 30
    assert counts == [7]  # fifteen positions have thirty moves


def test_large_positions_end_the_short_way(counts: list[int], measured: Measured) -> None:
    for padding, expected in ((10, [63, 64, 22]), (40, [63])):
        grown(tree(1, padding=padding), 150, limits=None)
        assert counts == expected
        counts.clear()
    assert [position for position, _, _ in measured] == [63, 127, 63, 127]


def test_where_memory_is_limited_the_short_way_is_not_taken(counts: list[int]) -> None:
    grown(tree(), 30, limits=LONG)
    assert counts == []


def bytes_of(graph: Graph, keys: int, state: int, moves: int) -> int:
    return keys + state + sys.getsizeof(graph.index) + 200 * len(graph) + 8 * moves


def test_bytes_are_those_of_keys_and_waiting_states_and_of_the_index_and_the_table() -> None:
    key, state = sys.getsizeof(1_001), sys.getsizeof((1,))
    graph = Graph(tree(), place(0), LONG)
    assert graph.bytes == bytes_of(graph, 0, 0, 0)
    graph.grow(1)
    assert graph.bytes == bytes_of(graph, 0, 0, 2 * 1)
    graph.grow(4)
    assert graph.bytes == bytes_of(graph, 0, 0, 2 * 4)
    graph.grow(101)
    # The 65th was measured; 51 were expanded, and all will have two moves.
    assert graph.bytes == bytes_of(graph, 65 * key, state * 50, 2 * 101)
    graph.close()
    assert graph.bytes == bytes_of(graph, 65 * key, 0, 2 * 101)


def test_bytes_count_moves_as_those_before_had_them() -> None:
    game = diagram({"a": "bcdef+", "b": "gg-", "c": "g"})
    graph = grown(game, 6)
    assert len(graph.starts) == 3
    assert graph.bytes == bytes_of(graph, 0, 0, (6 + 3) * 6 // 2)


# How a graph will grow


@pytest.fixture
def estimates(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What estimates are asked about; each says that there will be fifty positions."""
    asked: list[tuple[Any, ...]] = []

    def estimate(*arguments: Any) -> float:
        asked.append(arguments)
        return 50.0

    monkeypatch.setattr(growth, "estimate", estimate)
    return asked


def test_how_a_graph_grows_is_told_from_five_layers_on(estimates: list[tuple[Any, ...]]) -> None:
    for limit, told in ((28, False), (29, True)):
        graph = grown(tree(), limit)
        assert graph.outgrows(49, unless_told=True)
        assert graph.outgrows(49, unless_told=False) is told
        assert graph.outgrows(49) is told
        assert graph.outgrows(50, unless_told=True) is not told


def test_an_estimate_is_asked_about_the_last_layers_and_the_states_that_wait(
    estimates: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(growth, "SAMPLES", 10)
    rows = {"a": "bc+", "b": "de", "c": "f-", "d": "g", "e": "hb", "f": "ij=", "g": "k", "h": "lm", "i": "no"}
    game = diagram({**rows, "j": "p", "k": "q", "l": "q", "m": "q", "n": "q", "o": "q", "p": "q"})
    graph = grown(game, 16)
    assert graph.outgrows(49)
    successors, bound, ends, before, newest, most = estimates.pop()
    assert (bound, ends, most) == (None, [1, 3, 6, 10, 16], 49)
    assert before == [2, 3 / 2, 5 / 3, 6 / 4]
    assert newest == list("lmnop")
    assert list(successors("b")) == ["d", "e"]
    assert list(successors("a")) == ["b", "c"]
    graph.grow(17)
    assert graph.outgrows(49)
    _, _, ends, before, newest, _ = estimates.pop()
    assert ends == [1, 3, 6, 10, 16, 17]
    assert before == [3 / 2, 5 / 3, 6 / 4, 1]
    assert newest == []


@pytest.mark.parametrize(
    ("samples", "newest"), [(8, range(16, 31)), (7, range(16, 31, 2)), (5, range(16, 31, 3))]
)
def test_no_more_than_some_of_the_states_that_wait_are_followed(
    samples: int, newest: range, estimates: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(growth, "SAMPLES", samples)
    graph = grown(tree(most=77), 31)
    graph.outgrows(10**6)
    assert estimates[-1][1] == 77
    assert estimates[-1][4] == [place(number) for number in newest]


def test_a_tree_that_doubles_outgrows_what_a_chain_does_not() -> None:
    doubling, chain = grown(tree(), 31), grown(tree(1), 31)
    assert doubling.outgrows(900)
    assert not doubling.outgrows(1_100)
    assert not chain.outgrows(100)


# Patience comes to its end


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look after every move, and try no more moves than positions are wanted."""
    monkeypatch.setattr("numduel.solver.patience.LOOK_EVERY", 1)
    monkeypatch.setattr("numduel.solver.patience.Patience.next_look", 1)
    monkeypatch.setattr("numduel.engine.limits.FEWEST_MOVES", 1)
    monkeypatch.setattr("numduel.engine.limits.MOVES_A_POSITION", 1)


@pytest.fixture
def each_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure every position."""
    monkeypatch.setattr("numduel.engine.footprint.EVERY", 1)
    monkeypatch.setattr("numduel.engine.footprint.Footprint.next_sample", 1)


def rows_of(graph: Graph) -> list[list[int]]:
    return [list(row) for row in graph.rows()]


@pytest.mark.usefixtures("each_measured")
@pytest.mark.parametrize(("fits", "last"), [(9, [9, -9]), (10, [9, 10])])
def test_a_graph_stops_for_good_where_memory_ends(
    fits: int, last: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Graph, "bytes", property(lambda graph: len(graph)))
    graph = grown(tree(), 100, Limits(memory=fits))
    assert len(graph) == fits + 1
    assert rows_of(graph) == [[1, 2], [3, 4], [5, 6], [7, 8], last]
    for _ in range(2):
        graph.grow(200)
        assert len(graph) == fits + 1
        assert len(rows_of(graph)) == 5
        assert not graph.complete
    graph.close()
    assert rows_of(graph)[4:] == [last] + [[-9, -9]] * (fits - 4)
    assert not graph.complete


@pytest.mark.usefixtures("each_measured")
def test_the_bytes_that_a_graph_takes_are_what_memory_has_to_hold() -> None:
    free = grown(tree(), 40)
    graph = grown(tree(), 100, Limits(memory=free.bytes))
    assert 40 <= len(graph) < 45


def test_progress_tells_what_is_found_and_expanded_at_each_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.solver.patience.LOOK_EVERY", 5)
    monkeypatch.setattr("numduel.solver.patience.Patience.next_look", 4)
    told: list[tuple[int, int]] = []

    def progress(found: int, expanded: int) -> None:
        told.append((found, expanded))

    graph = Graph(tree(), place(0), LONG)
    graph.grow(20, progress)
    assert told == [(5, 2), (11, 5), (17, 8)]
    told.clear()
    graph.close(progress)
    assert told == [(20, 11), (20, 14), (20, 17), (20, 20)]


@pytest.mark.usefixtures("each_measured")
def test_large_positions_are_looked_at_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.solver.patience.LOOK_EVERY", 20)
    monkeypatch.setattr("numduel.solver.patience.Patience.next_look", 20)
    told: list[int] = []
    for padding in (0, 80):  # eighty numbers count for three moves
        game = tree(padding=padding)
        graph = Graph(game, game.initial(), LONG)
        graph.grow(30, lambda found, expanded: told.append(expanded))
        told.append(0)
    assert told == [10, 0, 3, 6, 9, 12, 15, 0]


@pytest.mark.usefixtures("impatient")
def test_a_graph_stops_where_as_many_moves_were_tried_as_are_allowed() -> None:
    graph = Graph(tree(), place(0), Limits(positions=100, memory=10**12))
    graph.grow(9)
    assert rows_of(graph) == [[1, 2], [3, 4], [5, 6], [7, 8], [-9, -9]]
    graph.grow(20)
    assert len(rows_of(graph)) == 5  # ten moves were tried for nine positions: that was the end


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("positions", "expanded"), [(9, 5), (12, 6), (100, 10)])
def test_no_more_moves_are_tried_than_the_limits_allow_whatever_is_wanted(
    positions: int, expanded: int
) -> None:
    graph = grown(tree(), 20, Limits(positions=positions, memory=10**12))
    assert len(rows_of(graph)) == expanded


@pytest.mark.usefixtures("impatient")
def test_what_there_is_no_time_for_has_one_move_to_the_unknown_unless_it_is_stuck() -> None:
    game = diagram({"a": "bcdef", "b": "-+=bbbb", "c": "+a", "d": "", "e": "abc"}, {"d": DRAWS, "f": WINS})
    graph = grown(game, 6, Limits(positions=6, memory=10**12))
    assert rows_of(graph) == [[1, 2, 3, 4, 5], [-2, -1, -3, 1, 1, 1, 1]]
    assert not graph.complete
    graph.close()
    assert rows_of(graph)[2:] == [[-1, 0], [], [-9], []]
    assert graph.stuck == {3: DRAW, 5: WIN}
    assert not graph.complete


@pytest.mark.usefixtures("impatient")
def test_a_graph_that_was_asked_for_less_is_closed_as_far_as_there_is_time() -> None:
    graph = grown(tree(), 8, Limits(positions=8, memory=10**12))
    graph.close()
    assert rows_of(graph) == [[1, 2], [3, 4], [5, 6], [7, -9], [-9, -9], [-9], [-9], [-9]]


@pytest.mark.usefixtures("impatient")
def test_a_graph_stops_where_there_is_no_hope(
    estimates: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numduel.engine.limits.MOVES_A_POSITION", 1_000)
    monkeypatch.setattr("numduel.solver.patience.FAR", 1)
    for wanted, expanded in ((50, 25), (49, 16)):
        monkeypatch.setattr("numduel.engine.limits.DEFAULT_POSITIONS", wanted)
        monkeypatch.setattr("numduel.solver.patience.Patience._hope_until", 32)
        graph = grown(tree(), 50)
        assert len(rows_of(graph)) == expanded
        assert estimates[-1][-1] == wanted
