"""Every game as a Gymnasium environment: one agent, and an opponent of choice.

Importing this module registers the games: `gymnasium.make("numduel/OperationDuel-v0")`, or in one line,
`gymnasium.make("numduel.adapters.gymnasium:numduel/OperationDuel-v0")`.
"""

from typing import Any

import gymnasium
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from ..core.position import Position
from ..core.settings import SettingError
from ..engine.splitmix import SplitMix64
from ..match.record import Record
from .episode import position_after, record_of
from .exact import Evaluator
from .node import Node
from .opponents import Function, opponent_of
from .options import MAX_TURNS, NoSuchPicture, check_options, chosen_game, read_action
from .registration import register_games
from .rows import Row, fresh_rows
from .state_graph import state_graph_of

Info = dict[str, Any]
Step = tuple[Row, float, bool, bool, Info]

_ENDINGS = {1: (1.0, "win"), 0: (0.0, "draw"), -1: (-1.0, "loss")}


class NumduelEnv(gymnasium.Env[Row, Any]):
    """A game seen by one agent. Actions are indices into `vocabulary()`, observations are `features()`.

    The observation shows the position to the player who is to move: the agent, or whoever's turn it is
    where a turn limit cut the game short. Once a game is over it is -1 throughout.

    - `spec` names the game and its settings; settings may be given as keywords too, as values or as text.
    - `opponent`: `random`, `perfect`, `level:1` to `level:9` or any other player that is installed, a
      function `(observation, action_mask) -> action`, or `self`: the agent plays both sides, one move a
      step, and the reward is for the player who has just moved.
    - `seat`: 1 or 2, whether the agent moves first or second, or `alternating` from episode to episode,
      beginning with 1 after every reset with a seed.
    - `illegal`: an illegal action loses (`lose`), or is refused with IllegalMove and changes nothing
      (`raise`). What is no action at all is always refused, with InvalidMove.
    - `max_turns`: after so many moves by both players the episode is truncated.
    - `exact`: add exact values, best actions and regret to `info`.
    - `copy`: hand out observations and masks that nothing else shares, as Gymnasium asks for. Without, they
      are rows that every visit of a position shares and nobody can write to, and a step takes half the time.

    Rewards are +1 for a win, -1 for a loss, 0 otherwise. `info` holds `action_mask`; at an end by the
    rules `outcome` (win, loss, draw, or illegal), at a truncation `truncation` (turn limit, or out of
    range: a position whose numbers leave the observation's bounds). With `exact`, `value` is +1, 0 or -1
    for the player to move (once the game is over, the reward), `optimal_actions` a mask of the best
    actions, and `regret` what the agent's last action gave away; nan where nobody knows.

    Where the opponent's first move ends the game, reset shows that, with no legal action; the next step,
    whatever its action, ends the episode.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        spec: str | None = None,
        *,
        game: str | None = None,
        opponent: str | Function = "random",
        seat: int | str = 1,
        illegal: str = "lose",
        max_turns: int = MAX_TURNS,
        exact: bool = False,
        copy: bool = True,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        check_options(opponent, seat, illegal, max_turns, exact, copy)
        if render_mode is not None and not (isinstance(render_mode, str) and render_mode == "ansi"):
            raise NoSuchPicture("render_mode must be None or 'ansi'")
        self.render_mode = render_mode
        self._graph = graph = state_graph_of(chosen_game(game, spec, settings))
        self.game = graph.game
        self.action_space = spaces.Discrete(len(graph.vocabulary))
        self.observation_space = spaces.Box(graph.low, graph.high, dtype=graph.dtype.type)
        self._count = len(graph.vocabulary)
        self._opponent = opponent_of(opponent, graph)
        self._evaluator = Evaluator(graph) if exact else None
        self._seats = (1, 2) if seat == "alternating" else (int(seat),) * 2
        self._sharing = not copy
        self._fresh = fresh_rows(graph.layout)
        self._fresh_ended = fresh_rows(graph.layout, packed=graph.over)
        self._raises = illegal == "raise"
        self._max_turns = max_turns
        self._quick = self._opponent is None and not exact
        self._spare = graph.spare_node(graph.start.state) if self._quick else None
        self._quick_start: Node | None = None  # where every episode starts, once the first has begun
        self._begun = False
        self._rng = SplitMix64(0)
        self._seed: int | None = None
        self._episodes = 0  # since the last seed
        self.seat = self._seats[0]
        self._here: Node | None = None  # where the agent is to act; None outside an episode
        self._ended_early: Node | None = None  # an end that came before the agent could act
        self._actions: list[int] = []  # of both players, in order
        # Gymnasium sets these later; attributes that come later are slower to read, all of them.
        self.spec = self._np_random = self._np_random_seed = None

    def step(self, action: Any) -> Step:
        """Observation, reward, terminated, truncated and info after an action and the opponent's reply."""
        here = self._here
        if here is None:
            return self._outside(action)
        if type(action) is not int or action < 0:
            action = read_action(action, self._count)
        try:
            after = here.successors[action]
        except IndexError:
            after = here.successors[read_action(action, self._count)]  # refused there
        if after is None:  # illegal, or not played yet
            if not here.selection.flags[action]:
                return self._refuse(here, action)
            graph, spare = self._graph, self._spare
            if here is spare:  # as `follow` does where nothing is kept, with one call less
                state = graph.game.play(here.state, graph.vocabulary[action])
                after = graph.make(state, False, spare)
            else:
                after = graph.follow(here, action, spare)
        if not self._quick:
            return self._reply(here, action, after)
        # The quick way, for an agent that plays both sides: a step is one move, and info is short.
        actions = self._actions
        actions.append(action)
        if not after.goes_on or len(actions) >= self._max_turns:
            return self._stop_at(after)
        self._here = after
        if self._sharing:
            shared = after.observation if after.row is None else after.row
            return shared, 0.0, False, False, {"action_mask": after.selection.mask}
        observation, mask, memory, part = next(self._fresh)
        memory[part] = after.packed
        return observation, 0.0, False, False, {"action_mask": mask}

    def _stop_at(self, node: Node) -> Step:
        """What a step returns where the quick way ends: quick as well, since games may be short."""
        if node.goes_on or self._sharing:
            return self._step_to(node, True, 0.0)
        self._here = None
        observation, mask, _, _ = next(self._fresh_ended)
        if node.result is None:
            return observation, 0.0, False, True, {"action_mask": mask, "truncation": "out of range"}
        reward, outcome = _ENDINGS[-node.result]
        return observation, reward, True, False, {"action_mask": mask, "outcome": outcome}

    def _reply(self, here: Node, action: int, after: Node) -> Step:
        """The rest of a step: the opponent's move, if there is one to make, and what has come of it."""
        made, mine = [action], True
        if self._opponent is not None and after.goes_on and len(self._actions) + 1 < self._max_turns:
            reply = self._opponent.choose(after, self._rng, len(self._actions) + 1)
            made.append(reply)
            after, mine = after.successors[reply] or self._graph.follow(after, reply), False
        self._actions += made  # only now: where an opponent's function fails, nothing has changed
        regret = 0.0 if self._evaluator is None else self._evaluator.evaluate(here).regret(action)
        return self._step_to(after, mine, regret)

    def _step_to(self, node: Node, mine: bool, regret: float) -> Step:
        """What a step returns at a node to which the agent (`mine`) or its opponent has just moved."""
        observation, info = self._observed(node, mine, regret)
        if node.result is not None:
            self._here = None
            reward, info["outcome"] = _ENDINGS[-node.result if mine else node.result]
            return observation, reward, True, False, info
        if node.out_of_bounds or len(self._actions) >= self._max_turns:
            self._here = None
            info["truncation"] = "out of range" if node.out_of_bounds else "turn limit"
            return observation, 0.0, False, True, info
        self._here = node
        return observation, 0.0, False, False, info

    def _observed(self, node: Node, mine: bool, regret: float) -> tuple[Row, Info]:
        """Observation and info, in rows of their own where nothing else is to share them."""
        if self._sharing:
            observation, mask = node.observation, node.mask
        else:
            observation, mask, memory, part = next(self._fresh)
            memory[part] = node.packed
        info = {"action_mask": mask}
        if self._evaluator is not None:
            self._add_exact(info, node, mine, regret)
        return observation, info

    def _add_exact(self, info: Info, node: Node, mine: bool, regret: float) -> None:
        assert self._evaluator is not None
        if node.result is None:
            known = self._evaluator.evaluate(node)
            value, optimal = known.value, known.optimal
        else:
            value, optimal = float(-node.result if mine else node.result), self._graph.no_mask
        info.update(value=value, optimal_actions=optimal.copy(), regret=regret)

    def _refuse(self, here: Node, action: int) -> Step:
        """What comes of an illegal action: IllegalMove, or a lost game."""
        if self._raises:
            Position(self.game, here.state).play(self._graph.vocabulary[action])
        self._here = None
        graph = self._graph
        info: Info = {"action_mask": graph.no_mask.copy(), "outcome": "illegal"}
        if self._evaluator is not None:
            gave = self._evaluator.evaluate(here).value + 1.0
            info.update(value=-1.0, optimal_actions=graph.no_mask.copy(), regret=gave)
        return graph.ended.copy(), -1.0, True, False, info

    def _outside(self, action: Any) -> Step:
        """What a step returns where the game ended before the agent could act; else ResetNeeded."""
        read_action(action, self._count)
        early, self._ended_early = self._ended_early, None
        if early is None:
            what = "is over" if self._begun else "has not begun"
            raise ResetNeeded(f"the episode {what}: call reset before step")
        return self._step_to(early, mine=False, regret=0.0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Row, Info]:
        """Observation and info at the start of an episode: the opponent has moved if the agent is second.

        A seed begins a sequence of random numbers, with which later episodes go on.
        """
        start = self._quick_start
        if start is None or seed is not None or options:
            return self._begin(seed, options)
        self._actions, self._here = [], start
        if self._sharing:
            return start.observation, {"action_mask": start.mask}
        observation, mask, memory, part = next(self._fresh)
        memory[part] = start.packed
        return observation, {"action_mask": mask}

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> tuple[Row, Info]:
        """Observation and info at the start of any episode."""
        if options:
            raise SettingError("reset takes no options; settings are given when an environment is made")
        if seed is not None:
            super().reset(seed=seed)  # without a seed it does nothing, and takes its time over that
            self._rng, self._seed, self._episodes = SplitMix64(seed), seed, 0
        elif not self._begun:
            self._rng = SplitMix64(int(self.np_random.integers(2**63)))
        self._begun, self._actions = True, []
        self._here = self._ended_early = None
        self.seat = self._seats[self._episodes % 2]
        self._episodes += 1
        node = self._graph.start
        if self.seat == 2 and self._opponent is not None and node.goes_on:
            action = self._opponent.choose(node, self._rng, 0)
            self._actions.append(action)
            node = node.successors[action] or self._graph.follow(node, action)
        if node.goes_on and len(self._actions) < self._max_turns:
            self._here = node
            self._quick_start = node if self._quick else None
        else:
            self._ended_early = node
        return self._observed(node, False, 0.0)

    def action_masks(self) -> Any:
        """Which actions are legal, as booleans: what MaskablePPO of sb3-contrib asks for."""
        here = self._here
        return (self._graph.no_mask if here is None else here.mask).astype(bool)

    @property
    def position(self) -> Position[Any, Any]:
        """The position as the rules have it, with all of its state; observations show what matters of it."""
        self._check_begun()
        return position_after(self._graph, self._actions)

    def _check_begun(self) -> None:
        if not self._begun:
            raise ResetNeeded("the episode has not begun: call reset first")

    def render(self) -> str | None:
        """The position in one line, in the render mode `ansi`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render shows nothing: make the environment with render_mode='ansi'")
            return None
        return self.game.show(self.position.state)

    def record(self) -> Record:
        """The episode so far as a record, for `numduel.regret` and the command line.

        An illegal action is not in it: a game that one has ended is unfinished there.
        """
        self._check_begun()
        other = "agent" if self._opponent is None else self._opponent.name
        players = ("agent", other) if self.seat == 1 else (other, "agent")
        return record_of(self._graph, self._actions, players, self._max_turns, self._seed)


register_games()
