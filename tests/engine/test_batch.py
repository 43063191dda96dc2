"""A batch of games: each is played by the rules, and what is refused changes none of them."""

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from diagrams import diagrams
from foreign import Take, shown, without_tables
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import small_games
from strategies import GAMES, AnyGame, AnyPosition

from numduel import IllegalMove, InvalidMove, Position, load
from numduel.engine import batch as batch_module
from numduel.engine.batch import RESULTS, Batch
from numduel.engine.splitmix import SplitMix64
from numduel.engine.stepping import ALL_VALID, COUNTS, PACKED, pick_in_table, stepper_of
from numduel.kernels.kernel import NoKernel

each_game = pytest.mark.parametrize("name", GAMES)


class Played:
    """A batch, and as many positions that are played the same way."""

    def __init__(self, game: AnyGame, count: int, **options: Any) -> None:
        self.game, self.batch = game, Batch(game, count, **options)
        self.positions: list[AnyPosition] = [Position.start(game)] * count

    def compare(self) -> None:
        """What is seen, and which actions are legal."""
        features, masks = self.batch.show()
        vocabulary = self.game.vocabulary()
        for row, mask, position in zip(features.tolist(), masks.tolist(), self.positions, strict=True):
            assert tuple(row) == tuple(self.game.features(position.state))
            assert mask == [move in position.moves for move in vocabulary]

    def play(self, chance: Random) -> None:
        """A legal move in every game."""
        vocabulary = list(self.game.vocabulary())
        actions = [vocabulary.index(chance.choice(list(position.moves))) for position in self.positions]
        results = self.batch.play(actions)
        for i, action in enumerate(actions):
            mover = self.positions[i].player
            position = self.positions[i].play(vocabulary[action])
            result = ""
            if position.outcome is not None:
                winner = position.winner
                result = "drawn" if winner is None else "mover wins" if winner == mover else "mover loses"
            elif not self.visible(position):
                result = "out of range"
            assert RESULTS[results[i]] == result
            self.positions[i] = Position.start(self.game) if result else position

    def visible(self, position: AnyPosition) -> bool:
        features, bounds = self.game.features(position.state), self.game.feature_bounds()
        return all(low <= each <= high for each, (low, high) in zip(features, bounds, strict=True))

    def go(self, chance: Random, moves: int = 20) -> None:
        """So many moves in every game."""
        for _ in range(moves):
            self.compare()
            self.play(chance)
        self.compare()
        self.batch.close()


@each_game
@settings(max_examples=20)
@given(data=st.data())
def test_every_game_of_a_batch_is_played_by_the_rules(name: str, data: st.DataObject) -> None:
    game, count = data.draw(small_games(name)), data.draw(st.integers(1, 5))
    threads = data.draw(st.sampled_from([None, 1, 2, 3]))
    Played(game, count, threads=threads).go(Random(data.draw(st.integers(0, 99))))


@settings(max_examples=20)
@given(data=st.data())
def test_without_tables_every_game_of_a_batch_is_played_by_the_rules(data: st.DataObject) -> None:
    game, count = data.draw(small_games("operation-duel")), data.draw(st.integers(1, 5))
    with without_tables():
        played = Played(game, count)
    played.go(Random(data.draw(st.integers(0, 99))))


@given(game=diagrams().map(shown) | st.just(Take()), seed=st.integers(0, 99))
def test_games_without_a_kernel_are_played_by_the_rules(game: AnyGame, seed: int) -> None:
    Played(game, 3).go(Random(seed))


def test_the_largest_numbers_of_64_bits_are_played_by_the_rules() -> None:
    spec = "operation-duel:start=9223372036854774000,target=9223372036854774807,add=1/999,multiply=2/999"
    Played(load(spec), 2).go(Random(1))


def test_a_game_that_ends_begins_again_whatever_the_code_of_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(batch_module, "step", lambda data, code, action: -action if action else code + 1)
    after, results = np.zeros(4, np.int64), np.zeros(4, np.int8)
    codes, actions = np.array([7, 8, 9, 10]), np.array([0, 1, 2, 3])
    assert batch_module.play_all(None, (55, 5), codes, actions, after, results, (0, 4)) == ALL_VALID
    assert (after.tolist(), results.tolist()) == ([8, 55, 55, 55], [0, 1, 2, 3])


@pytest.mark.parametrize("dtype", [np.int8, np.int16, "i4", np.int64])
def test_features_are_shown_in_the_type_that_is_asked_for(dtype: Any) -> None:
    played = Played(load("operation-duel:target=100"), 2, dtype=dtype)
    assert played.batch.show()[0].dtype == np.dtype(dtype)
    played.go(Random(1), moves=3)


@pytest.mark.parametrize("spec", ["operation-duel", "digit-stack:repeats=no,target=4321"])
def test_legal_actions_at_random_are_legal_and_each_comes_up(spec: str) -> None:
    batch = Batch(load(spec), 500)
    for _ in range(6):
        _, masks = batch.show()
        actions = batch.legal_actions_at_random()
        assert masks[np.arange(500), actions].all()
        assert not masks.all() or len(set(actions.tolist())) == masks.shape[1]
        batch.play(actions)


@pytest.mark.parametrize(("multiply", "packed"), [("2-3", True), ("2-4", False)])
def test_the_action_that_random_bits_stand_for_is_the_same_with_15_actions_and_with_16(
    multiply: str, packed: bool
) -> None:
    stepper = stepper_of(load(f"operation-duel:target=40,add=1-13,multiply={multiply},overshoot=forbidden"))
    codes = np.arange(len(stepper.data[COUNTS]), dtype=np.int32).repeat(50)
    rngs, actions = np.arange(len(codes), dtype=np.uint64), np.empty(len(codes), np.int64)
    drawn = [np.uint64(SplitMix64(seed).next()) for seed in range(len(codes))]
    stepper.pick_all(stepper.data, codes, rngs, actions, (0, len(codes)))
    assert bool(len(stepper.data[PACKED])) == packed
    assert actions.tolist() == [
        pick_in_table(stepper.data, code, bits) for code, bits in zip(codes.tolist(), drawn, strict=True)
    ]


@pytest.mark.parametrize(("most", "words"), [(6, 1), (7, 2), (14, 2), (15, 3), (22, 3), (23, 4), (40, 6)])
def test_rows_of_every_length_are_shown(most: int, words: int) -> None:
    played = Played(load(f"operation-duel:target=60,add=1-{most}"), 3, dtype=np.int8)
    assert played.batch._stepper.frames.words == words
    played.go(Random(most), moves=6)


def test_a_million_games_at_once() -> None:
    count = 1_000_000
    batch = Batch(load("operation-duel:target=3"), count)
    assert len(batch) == count
    ends = np.zeros(len(RESULTS), np.int64)
    for _ in range(10):
        ends += np.bincount(batch.play(batch.legal_actions_at_random()), minlength=len(RESULTS))
    # 1, then 2 always, then 3 or 4: after every second move, half of the games are won and half lost.
    assert ends[0] == 5 * count
    assert ends[0] + ends[1] + ends[2] == 10 * count
    assert abs(ends[1] - ends[2]) < 20_000
    batch.close()


def test_threads_make_no_difference() -> None:
    def way(threads: int) -> list[Any]:
        batch = Batch(load("top-stack-twelve"), 37, threads=threads)
        seen = [batch.play(batch.legal_actions_at_random()).tolist() for _ in range(20)]
        seen += [part.tolist() for part in batch.show()]
        batch.close()
        return seen

    assert way(1) == way(2) == way(5) == way(99)


# Bad input


def assert_undisturbed(
    disturb: Callable[[Batch], None], spec: str = "digit-stack:repeats=no,target=4321"
) -> None:
    """After being disturbed, a batch goes on as one that was left alone."""
    ways = []
    for disturbed in (True, False):
        batch = Batch(load(spec), 4, threads=2)
        batch.play([0, 1, 2, 3])
        if disturbed:
            disturb(batch)
            disturb(batch)
        way: list[Any] = []
        for _ in range(8):
            way += [part.tolist() for part in batch.show()]
            way.append(batch.play(batch.legal_actions_at_random()).tolist())
        ways.append(way)
    assert ways[0] == ways[1]


@pytest.mark.parametrize(
    ("actions", "kind"),
    [
        ([4.0] * 4, "float64 of shape (4,)"),
        ([True] * 4, "bool of shape (4,)"),
        (["4"] * 4, "<U1 of shape (4,)"),
        ([4, 4, 4, 10**30], "object of shape (4,)"),
        ([4, 4, 4], "int64 of shape (3,)"),
        ([4] * 5, "int64 of shape (5,)"),
        ([[4] * 4], "int64 of shape (1, 4)"),
        ([[4], [4, 4], [4], [4]], "object of shape (0,)"),
        (4, "int64 of shape ()"),
        (None, "object of shape ()"),
    ],
    ids=str,
)
def test_what_are_no_actions_is_refused_and_changes_nothing(actions: Any, kind: str) -> None:
    def disturb(batch: Batch) -> None:
        with pytest.raises(InvalidMove) as refused:
            batch.play(actions)
        assert str(refused.value) == f"actions must be 4 whole numbers, one a game, not {kind}"

    assert_undisturbed(disturb)


@pytest.mark.parametrize("number", [-1, 9, 2**62, -(2**63), np.uint64(2**64 - 1)], ids=str)
def test_a_number_that_is_no_action_is_refused_and_changes_nothing(number: Any) -> None:
    def disturb(batch: Batch) -> None:
        given = np.full(4, 4, getattr(number, "dtype", np.int64))
        given[2:] = number
        with pytest.raises(InvalidMove) as refused:
            batch.play(given)
        assert str(refused.value) == f"game 2: an action is a whole number from 0 to 8, not {number}"

    assert_undisturbed(disturb)


@pytest.mark.parametrize("game", range(4))
def test_an_illegal_action_is_refused_and_changes_nothing(game: int) -> None:
    def disturb(batch: Batch) -> None:
        actions = np.full(4, 4, np.uint8)
        actions[game:] = range(game, 4)  # what was played there before
        with pytest.raises(IllegalMove) as refused:
            batch.play(actions)
        assert str(refused.value) == f"game {game}: action {game} is illegal now"

    assert_undisturbed(disturb)


@pytest.mark.parametrize("convert", [list, np.uint64, lambda actions: np.repeat(actions, 2)[::2]])
def test_whole_numbers_of_any_kind_will_do_and_nothing_is_compiled_anew(convert: Any) -> None:
    batch = Batch(load("digit-stack"), 3)
    batch.play([0, 0, 0])
    compiled_so_far = len(batch._play.signatures)
    batch.play(convert(np.array([1, 2, 3])))
    assert batch.show()[0].tolist() == [[12], [13], [14]]
    assert len(batch._play.signatures) == compiled_so_far


@pytest.mark.parametrize("count", [0, -1, True, 2.5, "3", None])
def test_a_batch_has_at_least_one_game(count: Any) -> None:
    with pytest.raises(ValueError, match=r"^a batch has a whole number of games, at least 1$"):
        Batch(load("digit-stack"), count)


@pytest.mark.parametrize("threads", [0, -1, True, 2.5, "3"])
def test_a_batch_has_at_least_one_thread(threads: Any) -> None:
    with pytest.raises(ValueError, match=r"^threads must be a whole number of at least 1, or None$"):
        Batch(load("digit-stack"), 4, threads=threads)


@pytest.mark.parametrize(
    ("spec", "dtype", "reason"),
    [
        (
            "operation-duel:target=129",
            np.int8,
            "the features of operation-duel:target=129 do not fit into int8",
        ),
        (
            "operation-stack:max_stack=2,max_value=129,numbers=1",
            np.int8,
            "the features of operation-stack:numbers=1,max_stack=2,max_value=129 do not fit into int8",
        ),
        (
            f"operation-duel:target={10**30}",
            np.int64,
            f"the features of operation-duel:target={10**30} do not fit into int64",
        ),
        ("digit-stack", np.uint8, "features are whole numbers with a sign, which uint8 is not"),
        ("digit-stack", float, "features are whole numbers with a sign, which float64 is not"),
        ("digit-stack", bool, "features are whole numbers with a sign, which bool is not"),
    ],
)
def test_features_that_would_wrap_around_are_refused(spec: str, dtype: Any, reason: str) -> None:
    with pytest.raises(ValueError, match="features") as refused:
        Batch(load(spec), 2, dtype=dtype)
    assert str(refused.value) == reason


def test_a_game_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.engine.tables.MAX_BY_RULES", 500)
    with pytest.raises(NoKernel, match=r"^Operation Stack is finite only with max_stack and max_value$"):
        Batch(load("operation-stack"), 2)


# Copies, and what is returned


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_a_copy_goes_on_by_itself_and_alike(duplicate: Any) -> None:
    batch = Batch(load("top-stack-twelve"), 5, threads=2)
    batch.play(batch.legal_actions_at_random())
    ways = []
    for each in (batch, duplicate(batch)):
        results = [each.play(each.legal_actions_at_random()).tolist() for _ in range(9)]
        ways.append((results, each.show()[0].tolist()))
    assert ways[0] == ways[1]


def test_what_is_told_stays_as_it_was() -> None:
    batch = Batch(load("top-stack-twelve"), 3)
    kept = []
    for _ in range(9):
        actions = batch.legal_actions_at_random()
        returned = [actions, batch.play(actions), *batch.show()]
        kept.append(
            (
                returned,
                [array.tolist() for array in returned],
                returned[2][1:, :1],
                returned[2][1:, :1].tolist(),
            )
        )
    for returned, values, view, seen in kept:
        assert [array.tolist() for array in returned] == values
        assert view.tolist() == seen


def test_a_closed_batch_goes_on_without_its_threads() -> None:
    batch = Batch(load("digit-stack"), 4, threads=3)
    batch.close()
    batch.play([0, 1, 2, 3])
    assert batch.show()[0].tolist() == [[1], [2], [3], [4]]
