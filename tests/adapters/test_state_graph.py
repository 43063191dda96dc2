"""What environments rest on: nodes that are looked up instead of worked out."""

import copy
import dataclasses
import pickle
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import GAMES, some_games, steps

import numduel
from numduel import Game, Outcome, Position, SettingError, Side
from numduel.adapters import state_graph
from numduel.adapters.node import Node
from numduel.adapters.opponents import MixtureOpponent
from numduel.adapters.state_graph import StateGraph, state_graph_of
from numduel.engine.splitmix import SplitMix64
from numduel.kernels.kernel import ENDED

each_game = pytest.mark.parametrize("name", GAMES)


@each_game
@given(data=st.data())
def test_nodes_are_what_the_rules_say(name: str, data: st.DataObject) -> None:
    game = data.draw(some_games(name))
    graph = StateGraph(game)
    vocabulary = list(game.vocabulary())
    position, node = Position.start(game), graph.start
    for pick in (*data.draw(steps()), 0):
        outcome = position.outcome
        assert node.goes_on == (outcome is None and not node.out_of_bounds)
        if outcome is not None:
            assert node.result == {Side.NEXT: 1, Side.PREVIOUS: -1, None: 0}[outcome.winner]
        if not node.goes_on:
            break
        assert node.result is None
        assert tuple(node.observation.tolist()) == tuple(game.features(position.state))
        assert node.mask.tolist() == [move in position.moves for move in vocabulary]
        assert list(node.legal) == node.mask.nonzero()[0].tolist()
        assert (graph.low <= node.observation).all()
        assert (node.observation <= graph.high).all()
        action = node.legal[pick % len(node.legal)]
        position, node = position.play(vocabulary[action]), graph.follow(node, action)


@each_game
def test_a_node_is_made_once_and_cannot_be_written_to(name: str) -> None:
    graph = StateGraph(numduel.load(name))
    action = graph.start.legal[0]
    graph.follow(graph.start, action)  # in a game without end, what is met once is not kept
    after = graph.follow(graph.start, action)
    assert graph.start.successors[action] is after
    assert graph.find(after.state) is after
    for row in (after.observation, after.mask, graph.ended, graph.no_mask, graph.low, graph.high):
        with pytest.raises(ValueError, match="read-only"):
            row[0] = 1


def test_what_is_over_or_out_of_range_looks_like_no_position() -> None:
    graph = StateGraph(numduel.load("operation-stack"))
    node = graph.start
    for _ in range(16):
        assert node.goes_on
        node = graph.follow(node, 8)
    assert node.goes_on
    out_of_bounds = graph.follow(node, 8)  # the seventeenth number
    assert (out_of_bounds.out_of_bounds, out_of_bounds.goes_on, out_of_bounds.result) == (True, False, None)
    over = StateGraph(numduel.load("operation-duel:target=2"))
    ended = over.follow(over.start, 0)
    assert (ended.out_of_bounds, ended.goes_on, ended.result) == (False, False, -1)
    for each in (out_of_bounds, ended):
        assert set(each.observation.tolist()) == {ENDED}
        assert not each.mask.any()
        assert each.legal == ()


def test_ends_with_the_same_result_share_a_node() -> None:
    graph = StateGraph(numduel.load("operation-duel:target=3"))
    two = graph.follow(graph.start, 0)
    assert graph.follow(two, 0) is graph.find(3)
    assert graph.follow(two, 1) is graph.find(5) is graph.find(9)
    assert (graph.find(3).result, graph.find(9).result) == (-1, 1)


def test_a_number_beyond_what_floats_can_tell_apart_is_out_of_range() -> None:
    graph = StateGraph(numduel.load("operation-stack:numbers=999"))
    node, times = graph.start, 3
    for _ in range(5):
        node = graph.follow(graph.follow(node, 0), 0)
        node = graph.follow(node, times)
    while node.goes_on:
        node = graph.follow(node, times if len(node.state) > 1 else 0)
    assert node.out_of_bounds
    assert abs(node.state[-1]) > 2**53


def test_of_positions_without_end_those_are_kept_that_are_met_again() -> None:
    graph = StateGraph(numduel.load("operation-stack"))
    first = graph.follow(graph.start, 8)
    deeper = graph.follow(first, 8)
    assert [first.kept, deeper.kept] == [False, False]
    second = graph.follow(graph.start, 8)
    assert second.kept
    assert graph.start.successors[8] is graph.follow(graph.start, 8) is second
    assert (first.state, first.observation.tolist()) == (second.state, second.observation.tolist())
    assert not graph.follow(second, 8).kept
    assert graph.follow(second, 8).kept


def test_a_spare_node_becomes_one_position_after_the_other() -> None:
    graph = StateGraph(numduel.load("operation-stack"))
    spare = graph.spare_node(())
    walked = graph.follow(graph.start, 8, spare)
    assert walked is spare
    for action in (4, 2, 9, 7, 11, 3):  # push 5 and 3, add, push 8, multiply, push 4
        new = graph.follow(walked, action)
        assert (new is walked, new.view.tolist()) == (False, graph.find(new.state).view.tolist())
        shown = [walked.observation, walked.view]
        assert graph.follow(walked, action, spare) is walked
        assert (walked.state, walked.packed, walked.legal) == (new.state, new.packed, new.legal)
        assert [row.tolist() for row in shown] != [walked.observation.tolist(), walked.view.tolist()]
        assert np.array_equal(walked.observation, new.observation)
        assert np.array_equal(walked.view, new.view)


@pytest.mark.parametrize("made_again", [copy.deepcopy, lambda node: pickle.loads(pickle.dumps(node))])
def test_a_copy_of_a_spare_node_is_another_one(made_again: Callable[[Node], Node]) -> None:
    graph = state_graph_of(numduel.load("operation-stack"))
    spare = graph.spare_node((5,))
    again = made_again(spare)
    assert again is not spare
    assert (again.state, again.packed, again.legal) == (spare.state, spare.packed, spare.legal)
    graph.follow(again, 2, again)
    assert (spare.state, again.state, graph.start.state) == ((5,), (5, 3), ())


def test_the_start_stays_as_it_is_where_there_is_room_for_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_graph, "MEMORY", 1)
    graph = StateGraph(numduel.load("operation-stack"))
    assert graph.start.kept
    assert graph.follow(graph.start, 8, graph.spare_node(())) is not graph.start
    assert (graph.start.state, graph.start.goes_on) == ((), True)


def test_nodes_beyond_the_room_are_made_anew_and_lead_on_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    game = numduel.load("digit-stack")
    monkeypatch.setattr(state_graph, "MEMORY", 10_000)
    few, many = StateGraph(game), StateGraph(game)
    many._room = 10**6
    for first in (*range(9), *range(9)):
        for second in (*range(9), *range(9)):
            short, long = few.start, many.start
            for action in (first, second):
                short = short.successors[action] or few.follow(short, action)
                long = long.successors[action] or many.follow(long, action)
                assert short.state == long.state
                assert np.array_equal(short.observation, long.observation)
    assert len(few._known) == few._room < len(many._known)
    assert all(node is None or node.kept for kept in few._known.values() for node in kept.successors)


@pytest.mark.parametrize(
    ("spec", "dtype"),
    [
        ("operation-duel", np.int8),
        ("operation-duel:target=127", np.int8),
        ("operation-duel:target=128", np.int16),
        ("digit-stack:target=32768", np.int32),
        ("digit-stack:target=2147483648", np.int64),
        ("digit-stack:target=9223372036854775807", np.int64),
    ],
)
def test_observations_have_the_smallest_type_that_holds_them(spec: str, dtype: type) -> None:
    assert StateGraph(numduel.load(spec)).dtype == dtype


@pytest.mark.parametrize("target", [2**63, 10**30, pytest.param(10**5000, id="5001 digits")])
def test_numbers_of_more_than_64_bits_are_refused(target: int) -> None:
    game = numduel.games()["digit-stack"](**{"target": target})
    with pytest.raises(SettingError, match=r"^digit-stack:target=\d+(\.\.\.)? cannot .* 64 bits$") as caught:
        StateGraph(game)
    assert len(str(caught.value)) < 150


def test_a_window_too_wide_to_show_is_refused_in_the_games_own_words() -> None:
    with pytest.raises(SettingError, match="show a window of at most"):
        StateGraph(numduel.load("top-stack-twelve:window=5000,limit=9000"))


@dataclasses.dataclass(frozen=True)
class Wordy(Game[str, str]):
    """A game whose states are words, and that does not say how to show them."""

    name = "wordy"
    title = "Wordy"
    summary = "Say a, then nothing."

    def initial(self) -> str:
        return ""

    def moves(self, state: str) -> Sequence[str]:
        return () if state else ("a",)

    def play(self, state: str, move: str) -> str:
        return state + move

    def outcome(self, state: str) -> Outcome | None:
        return Outcome(None, "all is said") if state else None

    def vocabulary(self) -> Sequence[str]:
        return ("a",)


def test_a_game_whose_states_are_no_numbers_is_refused() -> None:
    with pytest.raises(SettingError, match=r"^wordy cannot be an environment: .* needs features"):
        StateGraph(Wordy())


@dataclasses.dataclass(frozen=True)
class Down(Game[int, int]):
    """Count down to -5 by 1 or 2, which are offered the other way round."""

    name = "down"
    title = "Down"
    summary = "Reach -5."

    def initial(self) -> int:
        return -2

    def moves(self, state: int) -> Sequence[int]:
        return () if state <= -5 else (2, 1)

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> Outcome | None:
        return Outcome(None, "it is down") if state <= -5 else None

    def vocabulary(self) -> Sequence[int]:
        return (1, 2)

    def feature_bounds(self) -> Sequence[tuple[int, int]]:
        return ((-4, -2),)


def test_the_mark_of_an_ended_game_lies_within_the_bounds() -> None:
    graph = StateGraph(Down())
    assert (graph.low.tolist(), graph.high.tolist()) == ([-4], [-1])
    assert graph.start.observation.tolist() == [-2]
    node = graph.start
    while node.goes_on:
        node = graph.follow(node, 1)
    assert node.observation.tolist() == [-1]
    assert node.result == 0


class Uneven(Down):
    """The same, showing one number more at -3, and a half at -4."""

    name = "uneven"
    title = "Uneven"

    def features(self, state: int) -> Any:
        return {-3: (state, 0), -4: (-3.5,)}.get(state, (state,))


def test_features_are_always_as_many_whole_numbers() -> None:
    graph = StateGraph(Uneven())
    with pytest.raises(SettingError, match=r"^Uneven needs features\(\) that are always as many$"):
        graph.follow(graph.start, 0)
    with pytest.raises(SettingError, match=r"^Uneven needs features\(\) that are whole numbers$"):
        graph.follow(graph.start, 1)


class Sides(Down):
    """The same, showing how far down it is, and whether at -2 and at -4; zeros at the end are trimmed."""

    name = "sides"
    title = "Sides"

    def features(self, state: int) -> Sequence[int]:
        return (-state, int(state == -2), int(state == -4))

    def trimmed_features(self, state: int) -> Sequence[int]:
        features = tuple(self.features(state))
        return features[: features.index(1) + 1] if 1 in features else features[:1]

    def feature_bounds(self) -> Sequence[tuple[int, int]]:
        return ((0, 4), (0, 1), (0, 1))


SEEN = {-2: [2, 1, 0], -3: [3, 0, 0], -4: [4, 0, 1]}


@pytest.mark.parametrize(
    "bounds",
    [
        ((0, 4), (0, 1), (0, 1)),
        ((0, 4), (0, 1), (0, 2)),  # with features that have bounds of their own at the end
        ((0, 4), (0, 4), (0, 4)),
        ((2, 4), (0, 1), (0, 1)),  # of which not all may be 0
    ],
)
def test_zeros_that_were_trimmed_are_seen(bounds: tuple[tuple[int, int], ...]) -> None:
    graph = StateGraph(type("Bounded", (Sides,), {"feature_bounds": lambda game: bounds})())
    for state, seen in SEEN.items():
        assert graph.find(state).observation.tolist() == seen


def test_a_game_with_features_of_its_own_is_not_shown_those_of_its_base() -> None:
    class Twice(Sides):
        name, title = "twice", "Twice"

        def features(self, state: int) -> Sequence[int]:
            return (-state, 2, 2)

        def feature_bounds(self) -> Sequence[tuple[int, int]]:
            return ((0, 4), (0, 2), (0, 2))

    assert StateGraph(Twice()).find(-3).observation.tolist() == [3, 2, 2]


def test_trimmed_features_leave_their_bounds_like_others() -> None:
    for high, goes_on in ((4, True), (3, False)):
        bounds = (0, high), (0, 1), (0, 1)
        graph = StateGraph(type("Bounded", (Sides,), {"feature_bounds": lambda game, b=bounds: b})())
        assert (graph.find(-3).goes_on, graph.find(-4).goes_on) == (True, goes_on)


FAR = 2**53  # as far as features of unbounded games may go


@pytest.mark.parametrize(
    ("stack", "within"),
    [
        ((FAR, -FAR, 1), True),
        ((FAR, FAR, FAR, FAR), True),  # together they lie farther away than each
        ((1, FAR + 1), False),
        ((-FAR - 1, 1, 1), False),
        ((1, 10**400, 1), False),  # more than a float holds
        ((1,) * 16, True),
        ((1,) * 17, False),
    ],
)
def test_features_are_within_bounds_up_to_the_last_number(stack: tuple[int, ...], within: bool) -> None:
    node = StateGraph(numduel.load("operation-stack")).find(stack)
    assert (node.goes_on, node.out_of_bounds) == (within, not within)


def test_positions_with_the_same_moves_share_a_mask_and_nobody_can_write_to_it() -> None:
    graph = StateGraph(numduel.load("operation-stack"))
    one, other = graph.find((1, 2)), graph.find((3, 4, 5))
    assert one.mask is other.mask
    assert not one.mask.flags.writeable
    assert one.legal == tuple(range(12))
    assert graph.find((1,)).legal == tuple(range(9))


@pytest.mark.parametrize("who", ["random", "perfect", "level:1"])
def test_actions_are_in_the_order_of_the_vocabulary_however_moves_are_offered(who: str) -> None:
    graph = StateGraph(Down())
    assert graph.start.legal == (0, 1)
    opponent = MixtureOpponent(who, graph)
    rate, noisy, good = opponent.mixture(graph.start)
    assert good == (0, 1)
    assert noisy in ((), (0, 1))
    rng, twin = SplitMix64(3), SplitMix64(3)
    for _ in range(20):
        assert not noisy or twin.happens(rate) in (True, False)  # drawn where there is noise
        assert opponent.choose(graph.start, rng, 0) == twin.below(2)


@each_game
def test_copies_share_nodes(name: str) -> None:
    graph = state_graph_of(numduel.load(name))
    graph.follow(graph.start, graph.start.legal[-1])
    node: Node = graph.follow(graph.start, graph.start.legal[-1])
    copies: list[Any] = [copy.deepcopy((graph, node)), pickle.loads(pickle.dumps((graph, node)))]
    for same, there in copies:
        assert same is graph
        assert there is node
