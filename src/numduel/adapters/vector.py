"""Many environments of one game at once, stepped by compiled code.

`gymnasium.make_vec("numduel/OperationDuel-v0", num_envs=100_000)`. For the same seed and actions every game
goes as in the single environment.
"""

from collections.abc import Sequence
from itertools import islice
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..core.integers import show_integer
from ..core.position import MoveError, Position
from ..core.settings import SettingError
from ..engine.batch import read_actions
from ..engine.jit import Function, compiled, compiled_part
from ..engine.limits import check_memory
from ..engine.stepping import ALL_VALID, stepper_of
from ..engine.threads import MIN_ITEMS, MIN_SHOWN, Buffers, Workers
from ..kernels.kernel import NoKernel
from . import turns
from .exact import VectorEvaluator
from .options import MAX_TURNS, check_options, chosen_game, read_action
from .state_graph import state_graph_of
from .turns import ILLEGAL_ACTION, LEFT_ALONE, NOT_ALL_READY, OUTCOMES, OVER, PLAYING
from .vector_opponents import VectorOpponent, vector_opponent_of

Array = NDArray[Any]
Info = dict[str, Any]
Step = tuple[Array, Array, Array, Array, Info]
HIGHEST_MAX_TURNS = 10**9
ROWS_AT_ONCE = 3  # observations with masks, of one environment: those being made, and those given out
OTHER_BYTES = 250  # of one environment: its game twice, rngs, actions, rewards, flags and spaces

__all__ = ["OUTCOMES", "NumduelVectorEnv"]


class NumduelVectorEnv(VectorEnv[Array, Array, Array]):
    """`num_envs` games of one kind, each seen by one agent; options are those of the single environment.

    An episode that is over begins anew with the next step, whose action is ignored: Gymnasium's
    `AutoresetMode.NEXT_STEP`. `info["action_mask"]` holds the legal actions of every environment, and
    `info["outcome"]` numbers that stand for `OUTCOMES`: what the step has come to, 0 where play goes on. An
    opponent that is a function is given the observations and masks of many games, one a row, and returns
    an action for each. What an action that is refused would have changed is changed in no environment.

    What is returned is the caller's own, whatever `copy` says. `threads` share the work; by default as many
    as there are processors, where there is enough to do.
    """

    def __init__(
        self,
        num_envs: int = 1,
        spec: str | None = None,
        *,
        game: str | None = None,
        opponent: Any = "random",
        seat: int | str = 1,
        illegal: str = "lose",
        max_turns: int = MAX_TURNS,
        exact: bool = False,
        copy: bool = True,
        render_mode: None = None,
        threads: int | None = None,
        **settings: Any,
    ) -> None:
        check_options(opponent, seat, illegal, max_turns, exact, copy)
        num_envs = _plain(num_envs)
        _check_counts(num_envs, threads, max_turns, render_mode)
        if "max_episode_steps" in settings:
            raise SettingError(
                "many environments at once take max_turns, which counts the moves of both sides"
            )
        graph = state_graph_of(chosen_game(game, spec, settings))
        _check_memory(num_envs, len(graph.low), graph.dtype, len(graph.vocabulary))
        self.game, self.num_envs = graph.game, num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self._vocabulary = graph.vocabulary
        try:
            self._stepper = stepper_of(self.game, graph.dtype)  # before anything is made for all of them
        except NoKernel as error:
            raise SettingError(f"{error}; with vectorization_mode='sync' its rules step it") from None
        self.single_action_space = spaces.Discrete(len(graph.vocabulary))
        self.single_observation_space = spaces.Box(graph.low, graph.high, dtype=graph.dtype.type)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._opponent: VectorOpponent = vector_opponent_of(opponent, graph, self._stepper, num_envs)
        self._evaluator = VectorEvaluator(graph, self._stepper) if exact else None
        seats = (1, 2) if seat == "alternating" else (int(seat),) * 2
        loses = int(illegal == "lose")
        self._rules = (int(self._stepper.start), max_turns, *seats, loses, len(self._vocabulary))
        self._compile(threads)
        self._games, self._spare = self._new_games(), self._new_games()
        self._everywhere = np.ones(num_envs, bool)
        self._everywhere.flags.writeable = False
        self._begun = False

    def _compile(self, threads: int | None) -> None:
        self._quick = self._stepper.over is not None and self._opponent.choose is turns.choose_nobody
        self._turn = self._compiled_run(turns.ply if self._quick else turns.turn)
        waiting = turns.pick_where_playing
        self._pick = self._stepper.pick_all if self._quick else compiled(waiting, **self._stepper.parts)
        self._action_rngs = np.arange(self.num_envs, dtype=np.uint64) << np.uint64(32)
        self._workers = Workers(self.num_envs, threads, MIN_SHOWN if self._quick else MIN_ITEMS)
        self._buffers = Buffers(self._new_results)
        self._picks = Buffers(self._new_picks)

    def _compiled_run(self, run: Function) -> Any:
        """What runs on games and shows them, in one call: a second one would take 3 µs more."""
        run = compiled_part(run, **self._stepper.parts, choose=self._opponent.choose)
        return compiled(turns.run_and_show, run=run, show=self._stepper.show_part)

    def _new_results(self) -> tuple[Array, ...]:
        """Room for frames (three arrays), outcomes, rewards, terminated and truncated."""
        count, types = self.num_envs, (np.int8, np.float64, np.bool_, np.bool_)
        return *self._stepper.frames.rows(count), *(np.empty(count, each) for each in types)

    def _new_picks(self) -> tuple[Array]:
        return (np.empty(self.num_envs, np.int64),)

    def _new_games(self) -> tuple[Array, ...]:
        """Codes, plies, rngs, whether an odd number of episodes was begun since the seed, and statuses."""
        types = (self._stepper.codes, np.int32, np.uint64, np.int8, np.int8)
        return tuple(np.zeros(self.num_envs, dtype) for dtype in types)

    def _in_parts(self, function: Any, *arguments: Any) -> int:
        """What a compiled function returns, run on all environments by several threads."""
        first, *others = self._workers.run(function, *arguments)
        if not others:
            return int(first)
        return int(min((result for result in (first, *others) if result >= 0), default=min(first, *others)))

    def _run_with_replies(self, function: Any, rows: Any, *arguments: Any) -> int:
        """What a compiled function returns once the opponent's replies are known, and games are shown."""
        self._opponent.begin_turn()
        while True:
            result = self._in_parts(
                function, self._opponent.policy, self._stepper.data, self._rules, rows, *arguments
            )
            if result != NOT_ALL_READY:
                return result
            self._opponent.prepare()

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Array, Info]:
        """Observations and info at the start of an episode everywhere; a seed s gives s, s + 1, and so on.

        `options={"reset_mask": …}` begins anew only where an array of booleans says so.
        """
        wanted, seeds = self._wanted(options).copy(), self._seeds(seed)
        room = self._buffers.take()
        frames, results = room[:3], room[3:]
        self._begin(self._seeded(seeds, wanted), wanted, self._stepper.writable(frames), results)
        self._games, self._spare, self._begun = self._spare, self._games, True
        info = {"action_mask": frames[2], "outcome": np.zeros(self.num_envs, np.int8)}
        if self._evaluator is not None:
            nothing = np.zeros(self.num_envs)
            info |= self._evaluator.info(self._games[0], nothing, ~wanted)
            info["regret"] = nothing
        return frames[1], _with_masks(info, wanted)

    def _begin(self, games: tuple[Array, ...], wanted: Array, rows: Any, results: tuple[Array, ...]) -> None:
        """Let an episode begin where one is wanted, among the spare games, and show all of them."""
        codes, plies, _, _, statuses = self._spare
        if self._quick:  # nobody has anything to choose
            codes[:], plies[:] = (
                np.where(wanted, self._stepper.start, games[0]),
                np.where(wanted, 0, games[1]),
            )
            self._workers.run(self._stepper.show, self._stepper.data, codes, rows)
            return
        # A turn in which all that are wanted are over: what begins them is compiled but once.
        waiting = (*games[:4], np.where(wanted, OVER, LEFT_ALONE).astype(np.int8))
        nothing = np.zeros(self.num_envs, np.int64)
        self._run_with_replies(self._turn, rows, waiting, nothing, self._spare, results)
        statuses[~wanted] = games[4][~wanted]

    def _wanted(self, options: dict[str, Any] | None) -> Array:
        """Where an episode is to begin."""
        given = {} if options is None else options
        if isinstance(given, dict) and not given:
            return self._everywhere
        mask = given["reset_mask"] if isinstance(given, dict) and list(given) == ["reset_mask"] else None
        if not isinstance(mask, np.ndarray) or mask.dtype != bool or mask.shape != (self.num_envs,):
            raise SettingError(f"the only option is reset_mask, an array of {self.num_envs} booleans")
        if not self._begun and not mask.all():
            raise ResetNeeded("the first reset must begin an episode everywhere")
        return mask

    def _seeds(self, seed: Any) -> list[int | None]:
        """A seed for each environment, or none at all."""
        if seed is None:
            return []
        try:
            if isinstance(seed, Sequence | np.ndarray):
                first = islice(seed, self.num_envs + 1)  # one too many is enough to know
                seeds = [None if each is None else index(each) for each in first]
            else:
                seeds = [index(seed) + i for i in range(self.num_envs)]
        except TypeError:
            seeds = []
        if len(seeds) != self.num_envs or any(each is not None and each < 0 for each in seeds):
            raise SettingError(f"seed must be a whole number of at least 0, or {self.num_envs} of them")
        if seeds[0] is not None:
            super().reset(seed=seeds[0])
        return seeds

    def _seeded(self, seeds: list[int | None], wanted: Array) -> tuple[Array, ...]:
        """The games as they are, but for the rngs of those that get a seed."""
        games = tuple(part.copy() for part in self._games)
        _, _, rngs, odd, _ = games
        if not self._begun:
            rngs[:] = self.np_random.integers(2**63, size=self.num_envs, dtype=np.uint64)
        if seeds:
            given = wanted & np.array([each is not None for each in seeds])
            rngs[given] = [np.uint64((seeds[i] or 0) % 2**64) for i in np.flatnonzero(given)]
            odd[given] = 0
            self._action_rngs[given] = ~rngs[given]  # another stream than the opponent's
        return games

    def step(self, actions: Any) -> Step:
        """Observations, rewards, terminated, truncated and info, after an action in every environment."""
        if not self._begun:
            raise ResetNeeded("no episode has begun: call reset before step")
        taken = read_actions(actions, self.num_envs, len(self._vocabulary))
        room = self._buffers.take()
        frames, results = room[:3], room[3:]
        rows = self._stepper.writable(frames)
        bad = self._run_with_replies(self._turn, rows, self._games, taken, self._spare, results)
        if bad != ALL_VALID:
            raise self._refusal(bad, int(np.asarray(actions)[bad]))
        before = self._games
        self._games, self._spare = self._spare, before
        outcomes, rewards, terminated, truncated = results
        info = {"action_mask": frames[2], "outcome": outcomes}
        if self._evaluator is not None:
            info |= self._evaluator.info(self._games[0], rewards, terminated)
            acted = (before[4] == PLAYING) & (before[0] != self._stepper.over) & (before[1] < self._rules[1])
            info["regret"] = self._evaluator.regret(before[0], taken, acted, outcomes == ILLEGAL_ACTION)
        return frames[1], rewards, terminated, truncated, _with_masks(info, self._everywhere)

    def _refusal(self, bad: int, action: int) -> MoveError:
        """Why an action was refused."""
        try:
            move = self._vocabulary[read_action(action, len(self._vocabulary))]
            Position(self.game, self._stepper.state_at(int(self._games[0][bad]))).play(move)
        except MoveError as error:
            return type(error)(f"environment {bad}: {error}")
        raise AssertionError("an action that the rules allow was refused")

    def legal_actions_at_random(self) -> Array:
        """A legal action for every environment that waits for one, each as likely as the others."""
        if not self._begun:
            raise ResetNeeded("no episode has begun: call reset first")
        (actions,) = self._picks.take()
        codes, statuses = self._games[0], self._games[4]
        waiting = () if self._quick else (statuses,)
        self._in_parts(self._pick, self._stepper.data, codes, *waiting, self._action_rngs, actions)
        return actions

    def action_masks(self) -> Array:
        """Which actions are legal now, as booleans: a row for each environment."""
        frames = self._stepper.frames.rows(self.num_envs)
        codes, plies, _, _, statuses = self._games
        self._stepper.show(self._stepper.data, codes, self._stepper.writable(frames), (0, self.num_envs))
        # Where a turn limit cut the game short, there is an observation, but no action to take.
        waiting = (statuses == PLAYING) & (plies < self._rules[1]) & self._begun
        masks: Array = (frames[2] == 1) & waiting[:, None]
        return masks

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        self._workers.close()


def _with_masks(info: Info, known: Array) -> Info:
    """The same, with a mask for each key of the environments that have it, as Gymnasium wants it."""
    return info | {f"_{key}": known for key in info}


def _plain(number: Any) -> Any:
    """A whole number of numpy's as one of Python's; anything else as it is."""
    return int(number) if isinstance(number, np.integer) else number


def _check_memory(num_envs: int, features: int, dtype: Any, actions: int) -> None:
    """Raise LimitError where so many environments do not fit: before any of their memory is taken."""
    row = features * dtype.itemsize + actions
    spaces_and_rows = 2 * features * (dtype.itemsize + 1) + ROWS_AT_ONCE * row
    check_memory(num_envs * (spaces_and_rows + OTHER_BYTES), f"{show_integer(num_envs, ',')} environments")


def _check_counts(num_envs: Any, threads: Any, max_turns: int, render_mode: Any) -> None:
    if type(num_envs) is not int or num_envs < 1:
        raise SettingError("num_envs must be a whole number of at least 1")
    if threads is not None and (type(threads) is not int or threads < 1):
        raise SettingError("threads must be a whole number of at least 1, or None")
    if max_turns > HIGHEST_MAX_TURNS:
        raise SettingError(f"max_turns must be at most {HIGHEST_MAX_TURNS:,}")
    if render_mode is not None:
        raise SettingError("many environments at once are not rendered: render_mode must be None")
