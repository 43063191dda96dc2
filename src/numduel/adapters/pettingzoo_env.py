"""DuelEnv: a game as PettingZoo steps it, agent by agent."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from ..core.errors import ArgumentError
from ..core.position import Position
from ..core.settings import SettingError
from ..kernels.kernel import ENDED
from ..match.record import Record
from .episode import position_after, record_of
from .exact import Evaluator
from .options import MAX_TURNS, check_options, chosen_game, read_action
from .rows import Row
from .state_graph import Node, state_graph_of

Info = dict[str, Any]

AGENTS = FIRST, SECOND = ("player_1", "player_2")
_OTHER = {FIRST: SECOND, SECOND: FIRST}
_OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


class DuelEnv(pettingzoo.AECEnv):  # type: ignore[misc]  # PettingZoo does not declare its type hints
    """A game between the agents `player_1`, who begins, and `player_2`. Nothing is random, whatever the seed.

    - `spec` names the game and its settings; settings may be given as keywords too, as values or as text.
    - `illegal`: an illegal action loses (`lose`), or is refused with IllegalMove and changes nothing
      (`raise`). What is no action at all is always refused, with InvalidMove.
    - `max_turns`: after so many moves by both agents the game is truncated.
    - `mask`: where the legal actions are. In the `observation`, which then is a dict of `observation`
      and `action_mask`; or as `action_mask` in `info`, and the observation is a plain array.
    - `exact`: add exact values, best actions and regret to `infos`.
    - `copy`: hand out observations and masks that nothing else shares. Without, they are rows that all visits
      of a position share and nobody can write to, which takes less time.

    Actions are indices into `vocabulary()`. An observation begins with 1 for the agent to move and 0 for
    the other; `features()` follow, as the agent to move sees them. Once the game is over it is -1
    throughout. Only the agent to move has legal actions. Rewards are +1 for a win and -1 for a loss, by an
    illegal action too: the games are zero-sum, and what one agent throws away the other has won.

    `infos` hold for each agent at an end its `outcome` (win, loss, draw, or illegal if its action was that),
    at a truncation the `truncation` (turn limit, or out of range: a position whose numbers leave the
    observation's bounds). With `exact`, `value` is what the position is worth to the agent (once the game is
    over, its reward), `optimal_actions` a mask of its best actions, and `regret` what its own last action
    gave away; nan where nobody knows.
    """

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - as PettingZoo has it

    def __init__(
        self,
        spec: str | None = None,
        *,
        game: str | None = None,
        illegal: str = "lose",
        max_turns: int = MAX_TURNS,
        mask: str = "observation",
        exact: bool = False,
        copy: bool = True,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        super().__init__()
        check_options("self", 1, illegal, max_turns, exact, copy)
        if not isinstance(mask, str) or mask not in ("observation", "info"):
            raise SettingError("mask must be 'observation' or 'info'")
        if render_mode not in (None, "ansi"):
            raise SettingError("render_mode must be None or 'ansi'")
        self.render_mode = render_mode
        self._graph = graph = state_graph_of(chosen_game(game, spec, settings))
        self.game = graph.game
        self.metadata = {**self.metadata, "name": f"numduel_{module_name(self.game.name)}"}
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._count, self._max_turns = len(graph.vocabulary), max_turns
        self._evaluator = Evaluator(graph) if exact else None
        self._raises, self._in_info, self._sharing = illegal == "raise", mask == "info", not copy
        self._terse = not exact and not self._in_info  # infos are empty while a game goes on
        self._spaces = {agent: (self._space(), spaces.Discrete(self._count)) for agent in AGENTS}
        self._here: Node | None = None  # where an agent is to act; None outside an episode
        self._node: Node | None = None  # where the game stands, or ended; None before the first
        self._illegal = False  # whether an illegal action has ended it
        self._ended = _prefixed(ENDED, graph.ended)  # what both see then
        self._actions: list[int] = []  # of both agents, in order

    def _space(self) -> spaces.Space[Any]:
        """What an agent can see, as a space."""
        graph = self._graph
        low, high = _prefixed(ENDED, graph.low), _prefixed(1, graph.high)
        row = spaces.Box(low, high, dtype=graph.dtype.type)
        if self._in_info:
            return row
        return spaces.Dict({"observation": row, "action_mask": spaces.Box(0, 1, (self._count,), np.int8)})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What the agent can see."""
        return self._spaces[_checked(agent)][0]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What the agent can do."""
        return self._spaces[_checked(agent)][1]

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:
        """Begin a game; neither seed nor options change anything."""
        self.agents = [FIRST, SECOND]
        self.agent_selection = FIRST
        # Written out, which takes half the time: games are short.
        self.rewards = {FIRST: 0.0, SECOND: 0.0}
        self._cumulative_rewards = {FIRST: 0.0, SECOND: 0.0}
        self.terminations = {FIRST: False, SECOND: False}
        self.truncations = {FIRST: False, SECOND: False}
        self._regrets = {FIRST: 0.0, SECOND: 0.0}
        self._actions, self._illegal = [], False
        self._arrive(self._graph.start)

    def step(self, action: Any) -> None:
        """Play the action of the agent whose turn it is; None removes an agent whose game is over."""
        here = self._here
        if here is None:
            self._remove_agent(action)
            return
        if action.__class__ is not int or not 0 <= action < self._count:
            action = read_action(action, self._count)
        after = here.successors[action]
        if after is None:
            if not here.mask[action]:
                self._refuse(here, action)
                return
            after = self._graph.follow(here, action)
        if self._evaluator is not None:
            self._regrets[self.agent_selection] = self._evaluator.evaluate(here).regret(action)
        self.agent_selection = _OTHER[self.agent_selection]
        self._actions.append(action)
        if self._terse and after.goes_on and len(self._actions) < self._max_turns:
            self._here = self._node = after
            return
        self._arrive(after)

    def _arrive(self, node: Node) -> None:
        """Move to a node, and set rewards and infos accordingly."""
        self._here, self._node = None, node
        to_move = self.agent_selection
        if node.result is not None:
            self._end(node.result if to_move is FIRST else -node.result)
            return
        self.infos: dict[str, Info] = {FIRST: {}, SECOND: {}}
        if node.out_of_bounds or len(self._actions) >= self._max_turns:
            self.truncations = {FIRST: True, SECOND: True}
            for info in self.infos.values():
                info["truncation"] = "out of range" if node.out_of_bounds else "turn limit"
        else:
            self._here = node
        if not self._terse:
            self._fill_infos(node)

    def _refuse(self, here: Node, action: int) -> None:
        """Raise IllegalMove, or let the agent lose."""
        if self._raises:
            Position(self.game, here.state).play(self._graph.vocabulary[action])
        mover = self.agent_selection
        if self._evaluator is not None:
            self._regrets[mover] = self._evaluator.evaluate(here).value + 1.0
        self._here, self._illegal = None, True
        self._end(-1 if mover == FIRST else 1)
        self.infos[mover]["outcome"] = "illegal"

    def _end(self, result: int) -> None:
        """End the game with this result for the first agent."""
        self.terminations = {FIRST: True, SECOND: True}
        self.rewards = {FIRST: float(result), SECOND: float(-result)}
        self._cumulative_rewards = self.rewards.copy()
        self.infos = {FIRST: {"outcome": _OUTCOMES[result]}, SECOND: {"outcome": _OUTCOMES[-result]}}
        if not self._terse:
            self._fill_infos(None)

    def _fill_infos(self, node: Node | None) -> None:
        """Add to infos what options ask for, of a node or, if there is None, of an end."""
        none = self._graph.no_mask
        known = None if self._evaluator is None or node is None else self._evaluator.evaluate(node)
        for agent, info in self.infos.items():
            to_move = agent == self.agent_selection
            if self._in_info:
                info["action_mask"] = (node.mask if node and to_move else none).copy()
            if self._evaluator is not None:
                worth = self.rewards[agent] if known is None else known.value * (1 if to_move else -1)
                info["value"] = worth
                info["optimal_actions"] = (known.optimal if known and to_move else none).copy()
                info["regret"] = self._regrets[agent]

    def _remove_agent(self, action: Any) -> None:
        """Remove an agent whose game is over, as PettingZoo does it; ResetNeeded if there is none."""
        if not self.agents:
            what = "has not begun" if self._node is None else "is over"
            raise ResetNeeded(f"the game {what}: call reset before step")
        if action is not None:
            raise ArgumentError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        del self.terminations[agent], self.truncations[agent], self.infos[agent]
        del self.rewards[agent], self._cumulative_rewards[agent]
        self.agents.remove(agent)
        self.agent_selection = _OTHER[agent]  # the other, or once both are removed the first one again
        for left in self.agents:
            self.rewards[left] = 0.0

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent whose turn it is, again and again until none is left; step in between."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, Info]:
        """What the agent whose turn it is sees, its reward, terminated, truncated and its info."""
        agent, here = self.agent_selection, self._here
        if here is not None and observe and self._terse:
            row, mask = here.view, here.mask
            if not self._sharing:
                row, mask = row.copy(), mask.copy()
            seen: Any = {"observation": row, "action_mask": mask}
        else:
            seen = self.observe(agent) if observe else None
        reward, terminated = self._cumulative_rewards[agent], self.terminations[agent]
        return seen, reward, terminated, self.truncations[agent], self.infos[agent]

    def observe(self, agent: str) -> Any:
        """What the agent sees."""
        node, graph = self._node, self._graph
        if node is None:
            raise ResetNeeded("the game has not begun: call reset before observe")
        row, mask, to_move = self._ended, graph.no_mask, AGENTS[len(self._actions) % 2]
        if _checked(agent) != to_move and node.goes_on and not self._illegal:
            row = _prefixed(0, node.observation)
        elif node.goes_on and not self._illegal:
            row, mask = node.view, node.mask
        if not self._sharing:
            row, mask = row.copy(), mask.copy()
        return row if self._in_info else {"observation": row, "action_mask": mask}

    @property
    def position(self) -> Position[Any, Any]:
        """The position as the rules have it, with all of its state; observations show what matters of it."""
        self._check_begun()
        return position_after(self._graph, self._actions)

    def _check_begun(self) -> None:
        if self._node is None:
            raise ResetNeeded("the game has not begun: call reset first")

    def render(self) -> str | None:
        """The position in one line, in the render mode `ansi`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render shows nothing: make the environment with render_mode='ansi'")
            return None
        return self.game.show(self.position.state)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def record(self) -> Record:
        """The game so far as a record, for `numduel.regret` and the command line.

        An illegal action is not in it: a game that one has ended is unfinished there.
        """
        self._check_begun()
        return record_of(self._graph, self._actions, AGENTS, self._max_turns)


def module_name(name: str) -> str:
    """A game's name as PettingZoo writes such names.

    >>> module_name("operation-duel")
    'operation_duel_v0'
    """
    return f"{name.replace('-', '_')}_v0"


def _prefixed(head: int, row: Row) -> Row:
    """The row with one number before it, which cannot be written to."""
    prefixed = np.empty(len(row) + 1, row.dtype)
    prefixed[0], prefixed[1:] = head, row
    prefixed.flags.writeable = False
    return prefixed


def _checked(agent: str) -> str:
    if agent not in AGENTS:
        raise ArgumentError(f"there is no agent {agent!a}; the agents are {FIRST} and {SECOND}")
    return agent
