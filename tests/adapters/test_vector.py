"""Many environments at once: each goes exactly as a single one, and what is refused changes none of them."""

import copy
import os
import pickle
import signal
from collections.abc import Callable, Sequence
from random import Random
from time import sleep
from typing import Any

import gymnasium
import numpy as np
import pytest
from diagrams import diagrams
from foreign import Take, foreign, shown, without_tables
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import small_games
from strategies import GAMES, OURS, AnyGame

import numduel
from numduel import IllegalMove, InvalidMove, SettingError
from numduel.adapters import vector, vector_opponents
from numduel.adapters.gymnasium import NumduelEnv
from numduel.adapters.registration import environment_id
from numduel.adapters.vector import OUTCOMES, NumduelVectorEnv
from numduel.engine import tables
from numduel.engine.batch import Batch
from numduel.engine.limits import LimitError
from numduel.engine.splitmix import SplitMix64
from numduel.engine.threads import MIN_ITEMS, Workers
from numduel.players import CannotPlay
from numduel.solver.answers import answers_of

each_game = pytest.mark.parametrize("name", GAMES)
DUEL = "operation-duel"
UNSOLVED = "top-stack-twelve:supply=2"  # within a few positions
STACK = "operation-stack:max_stack=2,max_value=4,numbers=1/2,target=3"


def busy(observation: Any, mask: Any) -> Any:
    """An opponent, for one game or for many: a legal action that depends on what it sees."""
    wanted = 1 + observation.sum(-1, dtype=np.int64) % mask.sum(-1)
    return (np.cumsum(mask, -1) == np.expand_dims(wanted, -1)).argmax(-1)


def named(option: Any) -> str:
    """What tests are called by: alike in every process."""
    return option.__name__ if callable(option) else str(option)


OPPONENTS: list[Any] = ["random", "perfect", "level:3", "self", busy]


class Twins:
    """A vector environment and as many single ones, which must go alike."""

    def __init__(
        self, game: AnyGame | str, count: int = 4, threads: int | None = None, **options: Any
    ) -> None:
        game = numduel.load(game) if isinstance(game, str) else game
        with foreign(game):
            self.envs = NumduelVectorEnv(count, game.spec, threads=threads, **options)
            self.singles = [NumduelEnv(game.spec, **options) for _ in range(count)]
        self.over = [False] * count
        self.kept: list[tuple[Any, Any]] = []  # what was returned, and what it was then

    def reset(self, seed: Any = None, mask: Sequence[bool] | None = None) -> None:
        """Reset all, or where the mask says so, and compare."""
        count = self.envs.num_envs
        seeds = [seed + i for i in range(count)] if isinstance(seed, int) else seed or [None] * count
        wanted = [True] * count if mask is None else mask
        options = None if mask is None else {"reset_mask": np.array(mask)}
        seen, info = self.envs.reset(seed=seed, options=options)
        self._keep(seen, info)
        for key in info:
            assert key.startswith("_") or info[f"_{key}"].tolist() == list(wanted)
        for i in np.flatnonzero(wanted):
            self.over[i] = False
            observation, single_info = self.singles[i].reset(seed=seeds[i])
            self._compare(int(i), seen, info, observation, single_info)
        assert not info["outcome"].any()
        self._compare_masks()

    def step(self, actions: Sequence[int]) -> None:
        """Act everywhere, and compare; where an action is refused, see that both give the same reason."""
        refused = next((i for i, action in enumerate(actions) if self._refuses(i, action)), None)
        if refused is not None:
            with pytest.raises(IllegalMove) as reason:
                self.singles[refused].step(actions[refused])
            with pytest.raises(IllegalMove) as same_reason:
                self.envs.step(actions)
            assert str(same_reason.value) == f"environment {refused}: {reason.value}"
            return
        seen, rewards, terminated, truncated, info = self.envs.step(actions)
        self._keep(seen, rewards, terminated, truncated, info)
        assert [part.dtype.name for part in (rewards, terminated, truncated)] == ["float64", "bool", "bool"]
        assert all(info[f"_{key}"].all() for key in info if not key.startswith("_"))
        for i, env in enumerate(self.singles):
            came_to: list[Any] = [0.0, False, False]
            if self.over[i]:
                observation, single_info = env.reset()
            else:
                # Where the opponent's first move was the last, any action will do.
                observation, *came_to, single_info = env.step(actions[i] if env.action_masks().any() else 0)
            self.over[i] = came_to[1] or came_to[2]
            assert [rewards[i], terminated[i], truncated[i]] == came_to
            self._compare(i, seen, info, observation, single_info)
        self._compare_masks()

    def _refuses(self, i: int, action: int) -> bool:
        env = self.singles[i]
        masks = env.action_masks()
        return bool(env._raises and not self.over[i] and masks.any() and not masks[action])

    def _compare(self, i: int, seen: Any, info: Any, observation: Any, single_info: dict[str, Any]) -> None:
        """Compare what environment `i` and the single one return."""
        assert seen.dtype == observation.dtype
        assert seen[i].tolist() == observation.tolist()
        assert set(single_info) - {"outcome", "truncation"} == {
            key for key in info if key != "outcome" and not key.startswith("_")
        }
        assert OUTCOMES[info["outcome"][i]] == single_info.pop("outcome", single_info.pop("truncation", ""))
        for key, value in single_info.items():
            assert np.array_equal(info[key][i], value, equal_nan=key in ("value", "regret")), key
            assert info[key].dtype == np.asarray(value).dtype

    def _compare_masks(self) -> None:
        if self.envs._stepper.table is None and self.envs.game.name != DUEL:
            return  # this would be compiled for every game
        assert self.envs.action_masks().tolist() == [env.action_masks().tolist() for env in self.singles]

    def _keep(self, seen: Any, *returned: Any) -> None:
        assert seen in self.envs.observation_space
        arrays = [seen, *(part for part in returned if isinstance(part, np.ndarray)), *returned[-1].values()]
        self.kept.append((arrays, copy.deepcopy(arrays)))

    def actions(self, chance: Random, wild: float = 0.0) -> list[int]:
        """A legal action for each environment, where there is one; now and then any at all."""
        count = len(self.envs.game.vocabulary())
        masks = (np.flatnonzero(env.action_masks()).tolist() for env in self.singles)
        return [
            chance.choice(legal) if legal and chance.random() >= wild else chance.randrange(count)
            for legal in masks
        ]

    def go(self, chance: Random, steps: int = 25, wild: float = 0.0) -> None:
        """So many steps."""
        for _ in range(steps):
            self.step(self.actions(chance, wild))

    def end(self) -> None:
        """See that nothing that was ever returned has changed since, and let go."""
        for arrays, copies in self.kept:
            for array, then in zip(arrays, copies, strict=True):
                assert np.array_equal(array, then, equal_nan=array.dtype.kind == "f")
        self.envs.close()


def wander(twins: Twins, chance: Random) -> None:
    """Steps, and now and then a reset of some kind."""
    count = twins.envs.num_envs
    twins.reset(seed=chance.randrange(10**9))
    for _ in range(30):
        match chance.randrange(24):
            case 0:
                twins.reset()
            case 1:
                twins.reset(seed=chance.randrange(2**66))
            case 2:
                twins.reset(seed=[chance.choice([None, chance.randrange(99)]) for _ in range(count)])
            case 3:
                twins.reset(mask=[chance.random() < 0.5 for _ in range(count)])
            case 4:
                twins.reset(seed=7, mask=[chance.random() < 0.5 for _ in range(count)])
            case _:
                twins.step(twins.actions(chance, wild=0.1))
    twins.end()


def some_options(data: st.DataObject, opponents: Sequence[Any], exact: bool = True) -> dict[str, Any]:
    """Options of any kind, with one of these opponents."""
    opponent = data.draw(st.sampled_from(opponents))
    return {
        "opponent": opponent,
        "seat": 1 if opponent == "self" else data.draw(st.sampled_from([1, 2, "alternating"])),
        "illegal": data.draw(st.sampled_from(["lose", "raise"])),
        "max_turns": data.draw(st.sampled_from([200, 1, 2, 3, 6])),
        "exact": exact and data.draw(st.booleans()),
        "threads": data.draw(st.sampled_from([1, 2, 3, None])),
        "count": data.draw(st.integers(1, 5)),
    }


# As single environments go.


@each_game
@settings(max_examples=20)
@given(data=st.data())
def test_each_environment_goes_as_a_single_one(name: str, data: st.DataObject) -> None:
    twins = Twins(data.draw(small_games(name)), **some_options(data, OPPONENTS))
    assert twins.envs._stepper.table is not None
    wander(twins, Random(data.draw(st.integers(0, 999))))


# Code for every game is compiled for every opponent, which takes its time.
WITHOUT_TABLES: dict[str, list[Any]] = {DUEL: ["random", busy]}


@pytest.mark.parametrize(  # without tables it takes a kernel
    "name", [name if name == DUEL else pytest.param(name, marks=pytest.mark.slow) for name in OURS]
)
@settings(max_examples=30)
@given(data=st.data())
def test_each_environment_goes_as_a_single_one_without_tables(name: str, data: st.DataObject) -> None:
    # Features of another type would be compiled anew.
    game = data.draw(
        small_games(name).filter(lambda game: "digit" not in name or game.settings["target"] > 127)
    )
    options = some_options(data, WITHOUT_TABLES.get(name, ["self"]), exact=False)
    with without_tables():
        twins = Twins(game, **options)
    assert twins.envs._stepper.table is None
    wander(twins, Random(data.draw(st.integers(0, 999))))


def test_one_environment_runs_the_code_that_was_compiled_for_many() -> None:
    with without_tables():
        many, one = (NumduelVectorEnv(count, DUEL) for count in (3, 1))
    many.reset()
    so_far = len(many._turn.signatures)
    one.reset()
    assert one._turn is many._turn
    assert len(many._turn.signatures) == so_far


@each_game
@pytest.mark.parametrize("opponent", OPPONENTS, ids=named)
def test_the_game_as_the_rulebook_has_it_goes_as_a_single_one(name: str, opponent: Any) -> None:
    spec = STACK if name == "operation-stack" else name
    seat = 1 if opponent == "self" else "alternating"
    wander(Twins(spec, count=6, opponent=opponent, seat=seat, exact=True, threads=2), Random(5))


@pytest.mark.parametrize("spec", [STACK, "operation-duel:target=40,add=1-3", "take"])
def test_a_perfect_opponent_of_many_positions_goes_as_one_of_few(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_opponents, "FEW_POSITIONS", 0)
    game = Take() if spec == "take" else spec  # a part of which cannot be shown
    wander(Twins(game, count=6, opponent="perfect", seat="alternating"), Random(5))


def test_a_perfect_opponent_of_20_000_positions_is_ready_at_once() -> None:
    envs = NumduelVectorEnv(500, "operation-stack:max_stack=3,max_value=24", opponent="perfect", seat=2)
    envs.reset(seed=1)
    wins = sum(int((envs.step(envs.legal_actions_at_random())[1] > 0).sum()) for _ in range(60))
    assert wins == 0


@pytest.mark.parametrize("opponent", ["random", "perfect", busy], ids=named)
@pytest.mark.parametrize("spec", ["operation-duel:target=2", "operation-duel:target=2,add=1,multiply=3"])
def test_an_opponent_who_ends_the_game_at_once_is_told_by_the_first_step(spec: str, opponent: Any) -> None:
    for exact in (False, True):
        for seat in (2, "alternating"):
            twins = Twins(spec, opponent=opponent, seat=seat, exact=exact)
            twins.reset(seed=3)
            twins.go(Random(1), steps=12)
            twins.end()


def test_what_an_opponent_who_wins_at_once_leaves_is_a_loss() -> None:
    envs = NumduelVectorEnv(2, "operation-duel:target=2", seat=2, opponent="perfect", exact=True)
    for _ in range(2):
        seen, info = envs.reset(seed=1)
        assert seen.tolist() == [[-1], [-1]]
        assert info["value"].tolist() == [-1.0, -1.0]
        assert not info["action_mask"].any()
        for _ in range(2):
            _, rewards, terminated, _, info = envs.step([0, 10**6])  # whatever the action
            assert (rewards.tolist(), terminated.tolist()) == ([-1.0, -1.0], [True, True])
            seen, rewards, terminated, _, info = envs.step([-5, 0])
            assert (seen.tolist(), rewards.tolist()) == ([[-1], [-1]], [0.0, 0.0])
            assert not terminated.any()
            assert info["value"].tolist() == [-1.0, -1.0]


@pytest.mark.parametrize("opponent", ["random", "self", busy], ids=named)
def test_large_numbers_go_as_in_a_single_one(opponent: Any) -> None:
    spec = "operation-duel:start=9223372036854774000,target=9223372036854774807,add=1/999,multiply=2/999"
    twins = Twins(spec, opponent=opponent)
    twins.reset(seed=2**64 - 2)  # seeds go on beyond 64 bits
    twins.go(Random(2), wild=0.1)
    twins.end()


def test_a_seed_is_the_seed_of_the_first_and_then_one_more_each() -> None:
    envs = NumduelVectorEnv(5, "digit-stack", seat=2)
    seen, _ = envs.reset(seed=70)
    assert seen[:, 0].tolist() == [1 + SplitMix64(70 + i).below(9) for i in range(5)]
    seen, _ = envs.reset(seed=(4, None, 10**40, 4, np.int64(9)))
    rngs = [SplitMix64(4), SplitMix64(71), SplitMix64(10**40), SplitMix64(4), SplitMix64(9)]
    rngs[1].next()  # this one goes on
    assert seen[:, 0].tolist() == [1 + rng.below(9) for rng in rngs]
    seen, _ = envs.reset()
    assert seen[:, 0].tolist() == [1 + rng.below(9) for rng in rngs]
    seen, _ = envs.reset(seed=np.arange(5))
    assert seen[:, 0].tolist() == [1 + SplitMix64(i).below(9) for i in range(5)]


def test_without_a_seed_every_environment_has_luck_of_its_own() -> None:
    def openings() -> tuple[int, ...]:
        envs = NumduelVectorEnv(20, "digit-stack", seat=2)
        return tuple(envs.reset()[0][:, 0].tolist())

    assert len(set(openings())) > 3
    assert len({openings() for _ in range(4)}) == 4


def test_generators_that_are_set_by_hand_fix_the_luck() -> None:
    def openings() -> list[int]:
        envs = NumduelVectorEnv(20, "digit-stack", seat=2)
        envs.np_random = np.random.default_rng(4)
        seen: list[int] = envs.reset()[0][:, 0].tolist()
        return seen

    assert openings() == openings()


def test_many_threads_go_as_one() -> None:
    ways = []
    for threads in (1, 2, 5, 64):
        envs = NumduelVectorEnv(
            50, "top-stack-twelve", opponent="level:4", seat="alternating", threads=threads
        )
        way = [envs.reset(seed=3)[0].tolist()]
        for _ in range(20):
            way.append([part.tolist() for part in envs.step(envs.legal_actions_at_random())[:4]])
        ways.append(way)
        envs.close()
    assert ways[1:] == ways[:1] * 3


def test_enough_games_are_shared_among_threads_and_go_alike() -> None:
    ways = []
    for threads in (None, 1):
        envs = NumduelVectorEnv(20_000, "digit-stack", seat="alternating", threads=threads, copy=False)
        envs.reset(seed=3)
        returned = [envs.step(envs.legal_actions_at_random())[:4] for _ in range(6)]
        ways.append(np.concatenate([part.reshape(20_000, 1) for step in returned for part in step], axis=1))
        envs.close()
    assert np.array_equal(ways[0], ways[1])


def test_a_forked_process_goes_on_with_threads_of_its_own() -> None:
    envs = NumduelVectorEnv(4, "digit-stack", opponent="self", threads=3)
    envs.reset()
    envs.step([0, 1, 2, 3])
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, str(envs.step([0, 1, 2, 3])[0].tolist()).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 999).decode() == str(envs.step([0, 1, 2, 3])[0].tolist())
    os.close(reading)
    os.close(writing)
    envs.close()


def test_by_default_there_are_threads_only_where_there_is_enough_to_do() -> None:
    assert len(NumduelVectorEnv(2 * MIN_ITEMS - 1, DUEL)._workers.spans) == 1
    envs = NumduelVectorEnv(5, DUEL, threads=64)
    assert envs._workers.spans == [(i, i + 1) for i in range(5)]


# Gymnasium's own ways.


@each_game
def test_it_goes_as_gymnasiums_own_vector_environment_over_single_ones(name: str) -> None:
    options: dict[str, Any] = {"seat": "alternating", "exact": True, "max_turns": 9}
    if name == "operation-stack":
        options["spec"] = STACK
    ours = gymnasium.make_vec(environment_id(name), 3, **options)
    theirs = gymnasium.make_vec(environment_id(name), 3, vectorization_mode="sync", **options)
    assert isinstance(ours, NumduelVectorEnv)
    assert isinstance(theirs, SyncVectorEnv)
    for attribute in ("single_action_space", "single_observation_space", "action_space", "observation_space"):
        assert getattr(ours, attribute) == getattr(theirs, attribute)
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    returned: Any = ours.reset(seed=8)
    expected: Any = theirs.reset(seed=8)
    chance = Random(2)
    for _ in range(40):
        assert_alike(returned, expected)
        masks = ours.action_masks()
        actions = np.array([chance.choice(np.flatnonzero(mask).tolist() or [0]) for mask in masks])
        returned, expected = ours.step(actions), theirs.step(actions)
    returned = ours.reset(options={"reset_mask": np.array([True, False, True])})
    expected = theirs.reset(options={"reset_mask": np.array([True, False, True])})
    assert_alike(returned, expected)
    ours.close()
    theirs.close()


def assert_alike(returned: tuple[Any, ...], expected: tuple[Any, ...]) -> None:
    """What two vector environments returned; of `outcome` they make different things."""
    *arrays, info = returned
    *expected_arrays, expected_info = expected
    for array, expected_array in zip(arrays, expected_arrays, strict=True):
        assert array.dtype == expected_array.dtype
        assert array.tolist() == expected_array.tolist()
    for key in {"value", "optimal_actions", "regret", "action_mask"}:
        known = expected_info[f"_{key}"]
        assert info[f"_{key}"].tolist() == known.tolist()
        assert np.array_equal(info[key][known], expected_info[key][known], equal_nan=key == "value")
        assert info[key].dtype == expected_info[key].dtype


def test_gymnasiums_wrappers_understand_it() -> None:
    wrapped: Any = gymnasium.make_vec("numduel/DigitStack-v0", 3, opponent="self", exact=True)
    envs = RecordEpisodeStatistics(wrapped)
    _, info = envs.reset(seed=1)
    lengths = []
    for _ in range(20):
        _, _, terminated, truncated, info = envs.step(wrapped.legal_actions_at_random())
        if (terminated | truncated).any():
            lengths += info["episode"]["l"][terminated | truncated].tolist()
    assert set(lengths) <= {3, 4, 5, 6, 7, 8, 9, 10}
    assert lengths
    listed = DictInfoToList(wrapped)
    _, infos = listed.reset(seed=1)
    assert [sorted(each) for each in infos] == [
        ["action_mask", "optimal_actions", "outcome", "regret", "value"]
    ] * 3


def test_one_line_makes_it_and_its_spec_makes_it_again() -> None:
    envs = gymnasium.make_vec("numduel.adapters.gymnasium:numduel/DigitStack-v0", num_envs=2, target=99)
    assert isinstance(envs, NumduelVectorEnv)
    assert repr(envs) == "NumduelVectorEnv(numduel/DigitStack-v0, num_envs=2)"
    assert envs.spec is not None
    again: Any = gymnasium.make_vec(envs.spec)
    assert (again.num_envs, again.game.spec) == (2, "digit-stack:target=99")


def test_legal_actions_at_random_are_legal_and_each_comes_up() -> None:
    envs = NumduelVectorEnv(900, "digit-stack:repeats=no,target=23456", opponent="self", max_turns=4)
    envs.reset()
    ended = False
    for _ in range(12):
        actions, masks = envs.legal_actions_at_random(), envs.action_masks()
        waiting = masks.any(axis=1)
        assert (masks[np.arange(900), actions] == waiting)[waiting].all()
        assert not waiting.all() or set(actions.tolist()) == set(range(9))
        _, _, _, _, info = envs.step(actions)
        ended |= info["outcome"].any()
    assert ended


# Games without a kernel are stepped by tables that their rules fill.


@given(data=st.data())
def test_games_without_a_kernel_go_as_single_ones(data: st.DataObject) -> None:
    # With draws, circles, every kind of end, and positions that cannot be shown.
    game = data.draw(diagrams().map(shown) | st.just(Take()))
    wander(Twins(game, **some_options(data, OPPONENTS)), Random(data.draw(st.integers(0, 999))))


def test_a_position_that_cannot_be_shown_truncates() -> None:
    twins = Twins(Take(), count=2, opponent="self", exact=True)
    twins.reset(seed=1)
    for actions in ([0, 1], [0, 0], [0, 0]):
        twins.step(actions)
    assert twins.over == [True, False]
    _, _, terminated, truncated, info = twins.envs.step([0, 0])
    assert [OUTCOMES[each] for each in info["outcome"]] == ["", ""]
    assert not (terminated | truncated).any()


def test_a_game_that_cannot_be_shown_at_the_start_is_refused() -> None:
    class Hidden(Take):
        def initial(self) -> int:
            return 4

    with foreign(Hidden()), pytest.raises(SettingError) as refused:
        NumduelVectorEnv(2, "take")
    assert str(refused.value) == (
        "take starts at a position whose features leave their bounds; with vectorization_mode='sync' its "
        "rules step it"
    )


def test_a_foreign_game_may_be_named_like_a_file_among_the_kernels() -> None:
    for name in ("search", "kernel", "compiled", "turns"):
        game = type("Named", (Take,), {"name": name})()
        twins = Twins(game, opponent="self")
        twins.reset()
        twins.go(Random(1), steps=5)


# Bad input. What is refused leaves everything as it was.


def assert_undisturbed(disturb: Callable[[NumduelVectorEnv], None], **options: Any) -> None:
    """After being disturbed, everything goes on as with a twin that was left alone."""
    ways = []
    for disturbed in (True, False):
        envs = NumduelVectorEnv(4, **options)
        envs.reset(seed=11)
        envs.step([0, 0, 0, 0])
        if disturbed:
            disturb(envs)
            disturb(envs)
        way: list[Any] = [envs.action_masks().tolist()]
        for _ in range(12):
            *returned, info = envs.step(envs.legal_actions_at_random())
            way.append([*(part.tolist() for part in returned), info["action_mask"].tolist()])
        way.append(envs.reset()[0].tolist())
        ways.append(way)
        envs.close()
    assert ways[0] == ways[1]


NO_ACTIONS: list[tuple[Any, str]] = [
    ([0.0, 0.0, 0.0, 0.0], "float64 of shape (4,)"),
    (np.zeros(4, np.float32), "float32 of shape (4,)"),
    ([True, False, True, False], "bool of shape (4,)"),
    (["0", "0", "0", "0"], "<U1 of shape (4,)"),
    ([None] * 4, "object of shape (4,)"),
    ([0, 0, 0, 10**30], "object of shape (4,)"),
    (np.zeros(4, object), "object of shape (4,)"),
    (np.zeros(4, complex), "complex128 of shape (4,)"),
    (np.zeros(4, "M8[s]"), "datetime64[s] of shape (4,)"),
    ([[0], [0], [0], [0]], "int64 of shape (4, 1)"),
    (np.zeros((2, 2), int), "int64 of shape (2, 2)"),
    ([0, 0, 0], "int64 of shape (3,)"),
    ([0, 0, 0, 0, 0], "int64 of shape (5,)"),
    ([], "float64 of shape (0,)"),
    (0, "int64 of shape ()"),
    (np.array(0), "int64 of shape ()"),
    ("0", "<U1 of shape ()"),
    (None, "object of shape ()"),
    ({}, "object of shape ()"),
    ([[0, 0], [0], [0], [0]], "object of shape (0,)"),
]


@pytest.mark.parametrize(("actions", "kind"), NO_ACTIONS, ids=[str(n) for n in range(len(NO_ACTIONS))])
@pytest.mark.parametrize("opponent", ["random", "self"])
def test_what_are_no_actions_is_refused_and_changes_nothing(actions: Any, kind: str, opponent: str) -> None:
    def disturb(envs: NumduelVectorEnv) -> None:
        with pytest.raises(InvalidMove) as refused:
            envs.step(actions)
        assert str(refused.value) == f"actions must be 4 whole numbers, one a game, not {kind}"

    assert_undisturbed(disturb, spec=DUEL, opponent=opponent)


@pytest.mark.parametrize("illegal", ["lose", "raise"])
@pytest.mark.parametrize("opponent", OPPONENTS, ids=named)
@pytest.mark.parametrize("threads", [1, 3])
def test_a_number_that_is_no_action_is_refused_and_changes_nothing(
    illegal: str, opponent: Any, threads: int
) -> None:
    numbers: list[Any] = [-1, 2, 300, 2**62, -(2**63), np.uint64(2**64 - 1), np.uint64(2**63)]

    def disturb(envs: NumduelVectorEnv) -> None:
        for number in numbers:
            given = np.zeros(4, getattr(number, "dtype", np.int64))
            given[2] = number
            with pytest.raises(InvalidMove) as refused:
                envs.step(given)
            assert str(refused.value) == (
                f"environment 2: an action is a whole number from 0 to 1, not {int(number)}"
            )

    assert_undisturbed(disturb, spec=DUEL, opponent=opponent, illegal=illegal, threads=threads)


@pytest.mark.parametrize("opponent", OPPONENTS, ids=named)
@pytest.mark.parametrize("threads", [1, 4])
def test_an_illegal_action_in_one_of_many_games_is_refused_and_changes_none(
    opponent: Any, threads: int
) -> None:
    def disturb(envs: NumduelVectorEnv) -> None:
        masks = envs.action_masks()
        for i in np.flatnonzero(~masks.all(axis=1) & masks.any(axis=1)):
            actions = masks.argmax(axis=1)
            actions[i] = masks[i].argmin()
            # What the last one does comes later, and is not part of this.
            actions[3] = actions[3] if i == 3 else 77
            with pytest.raises(IllegalMove, match=rf"^environment {i}: . cannot be played now; the legal"):
                envs.step(actions)

    options: dict[str, Any] = {"spec": "digit-stack:repeats=no,target=87654", "illegal": "raise"}
    assert_undisturbed(disturb, opponent=opponent, threads=threads, **options)


@pytest.mark.parametrize(
    "convert",
    [
        list,
        tuple,
        np.uint64,
        np.int8,
        lambda actions: actions.astype(">i8"),
        lambda actions: np.repeat(actions, 2)[::2],
        lambda actions: np.frombuffer(actions.tobytes(), np.int64),
    ],
)
def test_whole_numbers_of_any_kind_will_do_and_nothing_is_compiled_anew(convert: Any) -> None:
    envs, twin = (NumduelVectorEnv(4, "digit-stack", opponent="self") for _ in range(2))
    for each in (envs, twin):
        each.reset()
        each.step([0, 0, 0, 0])
    compiled_so_far = len(envs._turn.signatures)
    actions = np.array([3, 1, 4, 1])
    assert envs.step(convert(actions))[0].tolist() == twin.step(actions)[0].tolist()
    assert actions.tolist() == [3, 1, 4, 1]
    assert len(envs._turn.signatures) == compiled_so_far


def test_a_mask_of_whom_to_reset_compiles_nothing_anew() -> None:
    envs = NumduelVectorEnv(2, DUEL)
    envs.reset()
    compiled_so_far = len(envs._turn.signatures)
    mask = np.array([True, False, False, True])
    for each in (mask[:2], mask[::2], np.frombuffer(b"\x01\x00", bool)):
        envs.reset(options={"reset_mask": each})
    assert len(envs._turn.signatures) == compiled_so_far


@pytest.mark.parametrize(
    ("options", "seed"),
    [
        ({"reset_mask": [True, False, True, False]}, None),
        ({"reset_mask": np.array([1, 0, 1, 0])}, None),
        ({"reset_mask": np.array([True])}, None),
        ({"reset_mask": np.ones((4, 1), bool)}, None),
        ({"reset_mask": None}, None),
        (5, None),
        (np.ones(4, bool), None),
        ({"seat": 2}, None),
        ({"reset_mask": np.ones(4, bool), "seat": 2}, 5),
        (None, -1),
        (None, 1.5),
        (None, "1234"),
        (None, [1, 2, 3]),
        (None, [1, 2, 3, 4, 5]),
        (None, range(10**12)),
        (None, [1, 2, 3, -4]),
        (None, [1, 2, 3, 4.0]),
        (None, np.array(3.0)),
        (None, np.zeros((4, 2), int)),
        (None, {1: 2}),
    ],
)
def test_a_reset_that_makes_no_sense_is_refused_and_changes_nothing(options: Any, seed: Any) -> None:
    def disturb(envs: NumduelVectorEnv) -> None:
        with pytest.raises(SettingError) as refused:
            envs.reset(seed=seed, options=options)
        assert str(refused.value) == (
            "seed must be a whole number of at least 0, or 4 of them"
            if options is None
            else "the only option is reset_mask, an array of 4 booleans"
        )

    assert_undisturbed(disturb, spec="digit-stack", seat="alternating")


def test_nothing_can_be_done_before_the_first_reset() -> None:
    envs = NumduelVectorEnv(2, "top-stack-twelve:supply=2")
    for _ in range(2):
        with pytest.raises(ResetNeeded, match=r"^no episode has begun: call reset before step$"):
            envs.step([0, 0])
        with pytest.raises(ResetNeeded, match=r"^no episode has begun: call reset first$"):
            envs.legal_actions_at_random()
        with pytest.raises(ResetNeeded, match=r"^the first reset must begin an episode everywhere$"):
            envs.reset(options={"reset_mask": np.array([True, False])})
        assert envs.action_masks().tolist() == [[False] * 6] * 2
    envs.reset(options={"reset_mask": np.array([True, True])})
    assert envs.action_masks().all()


def test_a_first_reset_that_is_refused_begins_nothing() -> None:
    def fails(observations: Any, masks: Any) -> Any:
        raise RuntimeError("no idea")

    envs = NumduelVectorEnv(2, "digit-stack", seat=2, opponent=fails)
    with pytest.raises(RuntimeError, match="no idea"):
        envs.reset(seed=1)
    with pytest.raises(ResetNeeded):
        envs.step([0, 0])


class Unsteady:
    """An opponent that can be made to give something else than a legal action."""

    def __init__(self) -> None:
        self.answer: Any = None

    def __call__(self, observations: Any, masks: Any) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        observations[:], actions = 0, masks.argmax(axis=-1)
        masks[:] = 0  # whatever is done to what it is given
        return actions if self.answer is None else self.answer(actions)


def spoilt(actions: Any, number: int) -> Any:
    """The actions, but for the last."""
    return np.append(actions[:-1], number)


BAD_ANSWERS: list[tuple[Any, str]] = [
    (lambda actions: actions[0], "the opponent must return {n} whole numbers, an action for each row"),
    (lambda actions: actions[1:], "the opponent must return {n} whole numbers, an action for each row"),
    (lambda actions: actions[:, None], "the opponent must return {n} whole numbers, an action for each row"),
    (lambda actions: actions * 1.0, "the opponent must return {n} whole numbers, an action for each row"),
    (lambda actions: actions > 0, "the opponent must return {n} whole numbers, an action for each row"),
    (lambda actions: "none", "the opponent must return {n} whole numbers, an action for each row"),
    (lambda actions: [[0], 0, 0, 0], "the opponent must return {n} whole numbers, an action for each row"),
    (lambda actions: spoilt(actions, -1), "the opponent chose the illegal action -1 in row {last}"),
    (lambda actions: spoilt(actions, 9), "the opponent chose the illegal action 9 in row {last}"),
    (lambda actions: spoilt(actions, 0), "the opponent chose the illegal action 0 in row {last}"),
    (
        lambda actions: np.append(actions[:-1].astype(np.uint64), np.uint64(2**64 - 1)),
        "the opponent chose the illegal action 18446744073709551615 in row {last}",
    ),
    (ZeroDivisionError("by accident"), "by accident"),
]


@pytest.mark.parametrize(("answer", "reason"), BAD_ANSWERS, ids=[str(n) for n in range(len(BAD_ANSWERS))])
def test_an_opponents_function_that_gives_no_legal_actions_is_told_so_and_nothing_changes(
    answer: Any, reason: str
) -> None:
    opponent = Unsteady()

    def disturb(envs: NumduelVectorEnv) -> None:
        opponent.answer = answer
        with pytest.raises((ValueError, ZeroDivisionError)) as refused:
            envs.step([2, 2, 2, 2])
        assert str(refused.value) == reason.format(n=4, last=3)
        opponent.answer = None

    assert_undisturbed(disturb, spec="digit-stack:repeats=no,target=87654", opponent=opponent)


def test_an_opponents_function_is_asked_once_a_turn_and_only_where_it_is_to_move() -> None:
    asked: list[tuple[list[Any], list[Any]]] = []

    def opponent(observations: Any, masks: Any) -> Any:
        asked.append((observations[:, 0].tolist(), masks.tolist()))
        return masks.argmax(axis=1)

    envs = NumduelVectorEnv(3, "operation-duel:target=5", opponent=opponent, threads=2)
    envs.reset()
    assert asked == []
    envs.step([0, 1, 1])
    assert asked == [([2, 2, 2], [[1, 1]] * 3)]
    envs.step([0, 1, 1])  # 3 + 1; 3 * 2 is too much, and so these are over
    assert asked[1:] == [([4], [[1, 1]])]


def test_an_opponents_function_may_be_interrupted() -> None:
    opponent = Unsteady()

    def disturb(envs: NumduelVectorEnv) -> None:
        opponent.answer = lambda actions: (_ for _ in ()).throw(KeyboardInterrupt)
        with pytest.raises(KeyboardInterrupt):
            envs.step([0, 0, 0, 0])
        opponent.answer = None

    for threads in (1, 2):
        assert_undisturbed(disturb, spec="digit-stack:target=9999", opponent=opponent, threads=threads)


def test_whoever_interrupts_a_step_finds_no_thread_still_at_work() -> None:
    workers, done = Workers(3, threads=3, at_least=1), list[tuple[int, int]]()

    def work(span: tuple[int, int]) -> None:
        if span == (2, 3):  # which is done here
            sleep(0.05)
            raise KeyboardInterrupt
        sleep(0.1)
        done.append(span)

    with pytest.raises(KeyboardInterrupt):
        workers.run(work)
    finished = list(done)
    sleep(0.3)
    assert done == finished
    assert workers.run(lambda span: span) == [(0, 1), (1, 2), (2, 3)]
    workers.close()


def test_steps_may_be_interrupted_at_any_moment() -> None:
    def interrupt(*_: Any) -> None:
        if at_risk:  # a signal may come late
            raise KeyboardInterrupt

    chance, interrupts, at_risk = Random(1), 0, False
    envs, twin = (
        NumduelVectorEnv(60, "digit-stack", seat="alternating", threads=threads) for threads in (3, 1)
    )
    for each in (envs, twin):
        each.reset(seed=1)
        each.step(np.zeros(60, int))
    handler = signal.signal(signal.SIGALRM, interrupt)
    try:
        for _ in range(1_500):
            actions, before, made = twin.legal_actions_at_random(), envs._games, True
            try:
                at_risk = True
                signal.setitimer(signal.ITIMER_REAL, chance.uniform(1e-6, 3e-4))
                envs.step(actions)
                at_risk = False
            except KeyboardInterrupt:
                at_risk = False
                interrupts, made = interrupts + 1, envs._games is not before
            if made:  # a step is made as a whole, or not at all
                twin.step(actions)
            for one, other in zip(envs._games, twin._games, strict=True):
                assert np.array_equal(one, other)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
    assert interrupts > 50
    envs.close()


BAD_OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"num_envs": 0}, "num_envs must be a whole number of at least 1"),
    ({"num_envs": -1}, "num_envs must be a whole number of at least 1"),
    ({"num_envs": True}, "num_envs must be a whole number of at least 1"),
    ({"num_envs": 2.5}, "num_envs must be a whole number of at least 1"),
    ({"num_envs": "3"}, "num_envs must be a whole number of at least 1"),
    ({"num_envs": None}, "num_envs must be a whole number of at least 1"),
    ({"threads": 0}, "threads must be a whole number of at least 1, or None"),
    ({"threads": True}, "threads must be a whole number of at least 1, or None"),
    ({"threads": 1.5}, "threads must be a whole number of at least 1, or None"),
    ({"max_turns": 0}, "max_turns must be a whole number of at least 1"),
    ({"max_turns": 10**10}, "max_turns must be at most 1,000,000,000"),
    ({"render_mode": "ansi"}, "many environments at once are not rendered: render_mode must be None"),
    ({"seat": 3}, "seat must be 1, 2 or 'alternating'"),
    ({"seat": 2, "opponent": "self"}, "seat says nothing where the agent plays both sides"),
    ({"illegal": "ignore"}, "illegal must be 'lose' or 'raise'"),
    ({"exact": 1}, "exact must be True or False"),
    ({"copy": None}, "copy must be True or False"),
    ({"goal": 3}, "Operation Duel has no setting 'goal'; its settings are target, start, add, multiply"),
    (
        {"opponent": "mcts"},
        "many environments at once cannot ask mcts; opponents are random, perfect, level:1 to",
    ),
    ({"opponent": 5}, "opponent must be random, perfect, level:1 to level:9, self, or a function of"),
    (
        {"target": 10**30},
        f"operation-duel:target={10**30} cannot be an environment: its numbers may need more",
    ),
    ({"target": 2**63}, f"operation-duel:target={2**63} cannot be an environment: its numbers may need more"),
    ({"spec": "digit-stack"}, "this environment plays operation-duel, and its spec names 'digit-stack'"),
]


@pytest.mark.parametrize(("options", "reason"), BAD_OPTIONS, ids=[str(options) for options, _ in BAD_OPTIONS])
def test_an_option_without_meaning_is_told_in_one_sentence(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(SettingError) as refused:
        NumduelVectorEnv(**{"num_envs": 2, "game": DUEL, **options})
    message = str(refused.value)
    assert message.startswith(reason)
    if "num_envs" not in options:
        with pytest.raises(SettingError) as refused:
            gymnasium.make_vec("numduel/OperationDuel-v0", 2, **options)
        assert str(refused.value) == message


def test_a_game_without_end_has_no_vector_environment_but_in_sync_mode(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tables, "MAX_BY_RULES", 500)
    with pytest.raises(SettingError) as refused:
        gymnasium.make_vec("numduel/OperationStack-v0", 2)
    assert str(refused.value) == (
        "Operation Stack is finite only with max_stack and max_value; with vectorization_mode='sync' its "
        "rules step it"
    )
    envs = gymnasium.make_vec("numduel/OperationStack-v0", 2, vectorization_mode="sync")
    envs.reset()
    envs.close()


def test_a_large_game_without_a_kernel_has_no_vector_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_BY_RULES", 3)
    with foreign(Take()), pytest.raises(SettingError) as refused:
        NumduelVectorEnv(2, "take")
    assert str(refused.value) == "Take has no kernel; with vectorization_mode='sync' its rules step it"


def test_a_game_without_a_kernel_is_refused_before_anything_is_made_for_all_environments(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(vector, "batch_space", lambda space, count: pytest.fail("spaces were made"))
    with pytest.raises(SettingError, match="with vectorization_mode='sync' its rules step it"):
        gymnasium.make_vec("numduel/OperationStack-v0", num_envs=3_000_000)


@pytest.mark.parametrize("count", [10**9, 10**12])
def test_more_environments_than_fit_are_refused_before_they_take_memory(count: int) -> None:
    refused = rf"^{count:,} environments would take [\d,.]+ GB of memory, and [\d,.]+ are free$"
    with pytest.raises(LimitError, match=refused):
        gymnasium.make_vec("numduel/OperationDuel-v0", num_envs=count)
    with pytest.raises(LimitError, match=rf"^{count:,} games would take "):
        Batch(numduel.load("operation-duel"), count)


@pytest.mark.parametrize("zeros", [400, 5000])  # too many for a float, and for Python to write
def test_counts_beyond_all_measure_are_refused_like_any_that_does_not_fit(zeros: int) -> None:
    count = 10**zeros
    refused = r"^10{9}\.\.\.0{10} \([\d,]+ digits\) %s would take .* GB of memory, and [\d,.]+ are free$"
    with pytest.raises(LimitError, match=refused % "environments"):
        gymnasium.make_vec("numduel/OperationDuel-v0", num_envs=count)
    with pytest.raises(LimitError, match=refused % "games"):
        Batch(numduel.load("operation-duel"), count)


@pytest.mark.parametrize("who", ["perfect", "level:4"])
def test_who_plays_by_exact_answers_needs_them(who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.engine.limits.DEFAULT_POSITIONS", 20)
    answers_of.cache_clear()
    spec = UNSOLVED
    with pytest.raises(CannotPlay, match=f"^{who} plays by exact answers, and {spec} is not solved within"):
        NumduelVectorEnv(2, spec, opponent=who)
    answers_of.cache_clear()


def test_where_nobody_knows_the_value_it_is_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.engine.limits.DEFAULT_POSITIONS", 20)
    answers_of.cache_clear()
    twins = Twins(UNSOLVED, exact=True, opponent="self")
    twins.reset(seed=1)
    twins.go(Random(1), steps=4)
    _, _, _, _, info = twins.envs.step(twins.actions(Random(1)))
    assert np.isnan(info["value"]).any()
    answers_of.cache_clear()


@pytest.mark.parametrize("who", ["perfect", "level:4"])
def test_who_plays_by_exact_answers_needs_tables_too(who: str) -> None:
    with without_tables(), pytest.raises(SettingError) as refused:
        NumduelVectorEnv(2, DUEL, opponent=who)
    assert str(refused.value) == (
        f"{who} cannot reply in operation-duel: it has too many positions for tables"
    )


def test_exact_values_need_tables() -> None:
    with without_tables(), pytest.raises(SettingError) as refused:
        NumduelVectorEnv(2, DUEL, exact=True)
    assert str(refused.value) == (
        "exact answers need tables, and operation-duel has too many positions for them"
    )


# Copies, and the end.


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
@pytest.mark.parametrize(
    "options",
    [
        {"opponent": "self"},
        {"opponent": "random", "seat": "alternating", "threads": 3},
        {"opponent": "level:3", "exact": True},
        {"opponent": busy, "seat": 2},
    ],
    ids=["self", "random", "level", "function"],
)
def test_a_copy_goes_on_by_itself_and_alike(duplicate: Any, options: dict[str, Any]) -> None:
    envs = NumduelVectorEnv(4, "top-stack-twelve", **options)
    envs.reset(seed=6)
    envs.step([0, 1, 2, 3])
    twin = duplicate(envs)
    ways = []
    for each in (envs, twin):
        way = []
        for _ in range(10):
            *returned, info = each.step(each.legal_actions_at_random())
            way.append([*(part.tolist() for part in returned), *(info[key].tolist() for key in sorted(info))])
        ways.append(way)
        each.close()
    assert str(ways[0]) == str(ways[1])  # nan is not equal to itself


def test_two_of_a_kind_do_not_disturb_each_other() -> None:
    one, other = (NumduelVectorEnv(2, "digit-stack", opponent="level:2") for _ in range(2))
    first = one.reset(seed=1)[0].copy()
    other.reset(seed=5)
    other.step([3, 3])
    returned = one.step([1, 2])
    again = NumduelVectorEnv(2, "digit-stack", opponent="level:2")
    assert again.reset(seed=1)[0].tolist() == first.tolist()
    assert again.step([1, 2])[0].tolist() == returned[0].tolist()


def test_what_is_told_is_the_callers_own() -> None:
    envs = NumduelVectorEnv(3, "digit-stack:target=9999", opponent="self")

    def returned() -> list[Any]:
        seen: list[Any] = [envs.reset(), envs.step([1, 2, 3]), envs.step([1, 2, 3])]
        arrays = [array for *parts, info in seen for array in (*parts, info["action_mask"], info["outcome"])]
        for array in arrays:
            assert array.flags.writeable
        return arrays

    first = returned()
    views = [array[1:] for array in first]
    values = [view.tolist() for view in views]
    numbers = [array.tolist() for array in first]
    del first
    second = returned()
    assert [array.tolist() for array in second] == numbers
    assert [view.tolist() for view in views] == values  # of arrays that nobody else holds any more
    for array in second:
        array[:] = 0
    assert [array.tolist() for array in returned()] == numbers


def test_closed_environments_let_their_threads_go_and_can_still_be_stepped() -> None:
    for threads in (1, 2):
        envs = NumduelVectorEnv(4, "digit-stack", opponent="self", threads=threads)
        envs.reset()
        envs.close()
        envs.close()
        assert envs._workers.spans == [(0, 4)]
        assert envs.step([0, 1, 2, 3])[0].tolist() == [[1], [2], [3], [4]]
