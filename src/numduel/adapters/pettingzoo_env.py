"""DuelEnv: a game as PettingZoo steps it, agent by agent."""

from collections.abc import Iterable, Iterator
from sys import maxsize
from typing import Any

import gymnasium
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
from .node import Node
from .options import MAX_TURNS, check_options, chosen_game, read_action
from .pettingzoo_agents import AGENTS, ENDINGS, FIRST, OTHER, SECOND, check_agent, module_name, space_of
from .rows import Fresh, Row, fresh_rows
from .state_graph import state_graph_of

Info = dict[str, Any]

# Copied, not written out, and not imported: methods of what is imported take longer to be called.
_NOTHING = {FIRST: 0.0, SECOND: 0.0}
_NO, _YES = {FIRST: False, SECOND: False}, {FIRST: True, SECOND: True}


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
        if render_mode is not None and not (isinstance(render_mode, str) and render_mode == "ansi"):
            raise SettingError("render_mode must be None or 'ansi'")
        self.render_mode = render_mode
        self._graph = graph = state_graph_of(chosen_game(game, spec, settings))
        self.game = graph.game
        self.metadata = {**self.metadata, "name": f"numduel_{module_name(self.game.name)}"}
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._max_turns = max_turns
        self._evaluator = Evaluator(graph) if exact else None
        self._raises, self._in_info, self._sharing = illegal == "raise", mask == "info", not copy
        self._quick = not exact and not self._in_info  # infos are empty while a game goes on
        self._spare = graph.spare_node(graph.start.state) if self._quick else None
        self._quick_turns = max_turns if self._quick else 0  # in which nothing but the position changes
        self._spaces = {
            agent: (space_of(graph, self._in_info), spaces.Discrete(len(graph.vocabulary)))
            for agent in AGENTS
        }
        self._here: Node | None = None  # where an agent is to act; None outside an episode
        self._last: Node | None = None  # where the game began, or ended; None before the first
        self._blank = False  # whether nothing is seen any more: an end, also by an illegal action
        # Nothing where rows are shared, or where `last` has more to say.
        self._fresh: Iterable[Fresh] = fresh_rows(graph.layout, 1) if copy and self._quick else ()
        self._fresh_blank = fresh_rows(graph.layout, ENDED, graph.over)
        self._actions: list[int] = []  # of both agents, in order
        # Until reset there is nothing in these; attributes that come later are slower to read, all of them.
        self.agent_selection = FIRST
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self._regrets: dict[str, float] = {}
        self.infos: dict[str, Info] = {}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What the agent can see."""
        return self._spaces[check_agent(agent)][0]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What the agent can do."""
        return self._spaces[check_agent(agent)][1]

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:
        """Begin a game; neither seed nor options change anything."""
        self.agents = [FIRST, SECOND]
        self.agent_selection = FIRST
        self.rewards, self._cumulative_rewards = _NOTHING.copy(), _NOTHING.copy()
        self.terminations, self.truncations = _NO.copy(), _NO.copy()
        self._actions = []
        start = self._graph.start
        if self._quick and start.goes_on:
            self._here, self._last, self._blank = start, start, False
            self.infos = {FIRST: {}, SECOND: {}}
        else:
            self._regrets = _NOTHING.copy()
            self._arrive(start)

    def step(self, action: Any) -> None:
        """Play the action of the agent whose turn it is; None removes an agent whose game is over."""
        here = self._here
        if here is None:
            self._remove_agent(action)
            return
        if type(action) is not int or action < 0:
            action = read_action(action, len(self._graph.vocabulary))
        try:
            after = here.successors[action]
        except IndexError:
            after = here.successors[read_action(action, len(self._graph.vocabulary))]  # refused there
        if after is None:  # illegal, or not played yet
            if not here.selection.flags[action]:
                self._refuse(here, action)
                return
            after = self._graph.follow(here, action, self._spare)
        self.agent_selection = OTHER[self.agent_selection]
        actions = self._actions
        actions.append(action)
        if after.goes_on and len(actions) < self._quick_turns:
            self._here = after
            return
        if self._evaluator is not None:
            agent = OTHER[self.agent_selection]  # who has just moved
            self._regrets[agent] = self._evaluator.evaluate(here).regret(action)
        if after.result is None:
            self._arrive(after)
        else:
            self._end(after, after.result)

    def _arrive(self, node: Node) -> None:
        """Move to a node at which the game is not over, and set infos accordingly."""
        self._here, self._last, self._blank = None, node, not node.goes_on
        self.infos = {FIRST: {}, SECOND: {}}
        if self._blank or len(self._actions) >= self._max_turns:
            self.truncations = _YES.copy()
            for info in self.infos.values():
                info["truncation"] = "out of range" if self._blank else "turn limit"
        else:
            self._here = node
        if not self._quick:
            self._fill_infos(node)

    def _refuse(self, here: Node, action: int) -> None:
        """Raise IllegalMove, or let the agent lose."""
        if self._raises:
            Position(self.game, here.state).play(self._graph.vocabulary[action])
        mover = self.agent_selection
        if self._evaluator is not None:
            self._regrets[mover] = self._evaluator.evaluate(here).value + 1.0
        self._end(here, -1)
        self.infos[mover]["outcome"] = "illegal"

    def _end(self, node: Node, result: int) -> None:
        """End the game at a node, with this result for the agent to move."""
        self._here, self._last, self._blank = None, node, True
        rewards, mine, theirs = ENDINGS[result if self.agent_selection == FIRST else -result]
        self.terminations = _YES.copy()
        self.rewards, self._cumulative_rewards = rewards.copy(), rewards.copy()
        self.infos = {FIRST: {"outcome": mine}, SECOND: {"outcome": theirs}}
        if not self._quick:
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
            raise self._reset_needed("step")
        if action is not None:
            raise ArgumentError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        del self.terminations[agent], self.truncations[agent], self.infos[agent]
        del self.rewards[agent], self._cumulative_rewards[agent]
        self.agents.remove(agent)
        self.agent_selection = OTHER[agent]  # the other, or once both are removed the first one again
        if self.agents:
            self.rewards[self.agent_selection] = 0.0

    def _reset_needed(self, call: str) -> ResetNeeded:
        """What to raise where there is no game, or no agent left in it."""
        what = "has not begun" if self._last is None else "is over"
        return ResetNeeded(f"the game {what}: call reset before {call}")

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent whose turn it is, again and again until none is left; step in between."""
        if max_iter < maxsize:
            for _ in range(max_iter):
                if not self.agents:
                    break
                yield self.agent_selection
            return
        while self.agents:  # quicker, and nobody counts so far
            yield self.agent_selection

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, Info]:
        """What the agent whose turn it is sees, its reward, terminated, truncated and its info."""
        here, agent = self._here, self.agent_selection
        if here is not None and self._quick:
            # The quick way, while a game goes on: nobody has a reward yet, and infos are empty.
            info = self.infos[agent]
            if not observe:
                return None, 0.0, False, False, info
            for row, mask, memory, part in self._fresh:  # the next ones: to call `next` takes longer
                memory[part] = here.packed
                return {"observation": row, "action_mask": mask}, 0.0, False, False, info
            row, mask = here.view if here.view_row is None else here.view_row, here.selection.mask
            return {"observation": row, "action_mask": mask}, 0.0, False, False, info
        if not self.agents:
            raise self._reset_needed("last")
        if not observe:
            seen = None
        elif self._blank and self._fresh:  # at the end of most games
            row, mask, _, _ = next(self._fresh_blank)
            seen = {"observation": row, "action_mask": mask}
        else:
            seen = self.observe(agent)
        reward, ended = self._cumulative_rewards[agent], self.terminations[agent]
        return seen, reward, ended, self.truncations[agent], self.infos[agent]

    def observe(self, agent: str) -> Any:
        """What the agent sees."""
        if agent not in AGENTS:
            check_agent(agent)
        if not self._blank:
            row, mask = self._observed(agent)
        elif self._sharing:
            row, mask = self._graph.ended_view, self._graph.no_mask
        else:
            row, mask, _, _ = next(self._fresh_blank)
        return row if self._in_info else {"observation": row, "action_mask": mask}

    def _observed(self, agent: str) -> tuple[Row, Row]:
        """Observation and mask of an agent in a game that can be seen."""
        node = self._here or self._last
        if node is None:
            raise self._reset_needed("observe")
        if agent == AGENTS[len(self._actions) % 2]:
            row, mask = node.view, node.mask
        else:
            row, mask = self._graph.layout.marked(0, node.packed), self._graph.no_mask
        return (row, mask) if self._sharing else (row.copy(), mask.copy())

    @property
    def position(self) -> Position[Any, Any]:
        """The position as the rules have it, with all of its state; observations show what matters of it."""
        self._check_begun()
        return position_after(self._graph, self._actions)

    def _check_begun(self) -> None:
        if self._last is None:
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
