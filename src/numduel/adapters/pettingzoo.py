"""Every game as a PettingZoo environment: two agents, who move in turn.

>>> from numduel.adapters import pettingzoo
>>> env = pettingzoo.env("operation-duel:target=31")
>>> env.reset()
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

`raw_env` makes the same without PettingZoo's wrapper that sees to the order of calls, and is quicker.
`parallel_env` takes the actions of both agents at once, and plays that of the agent whose turn it is. Where
PettingZoo has a registry, importing this module enters every game: `pettingzoo.make("aec",
"numduel/operation_duel_v0", target=31)`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pettingzoo
from gymnasium.error import ResetNeeded
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from ..core.position import InvalidMove
from ..core.registry import names
from .pettingzoo_agents import module_name
from .pettingzoo_env import DuelEnv, Info

__all__ = ["DuelEnv", "ParallelDuelEnv", "env", "parallel_env", "raw_env"]

raw_env = DuelEnv


def env(spec: str | None = None, **options: Any) -> Any:
    """The environment of the game that `spec` names, in PettingZoo's wrapper; options are DuelEnv's.

    Its other wrappers are left out: illegal actions, and what is none, are dealt with already.
    """
    return OrderedDuelEnv(DuelEnv(spec, **options))


class OrderedDuelEnv(OrderEnforcingWrapper):  # type: ignore[misc]  # hints are not declared
    """PettingZoo's wrapper, which sees to the order of calls, without looking up each attribute twice."""

    env: DuelEnv

    def step(self, action: Any) -> None:
        """Play the action of the agent whose turn it is."""
        if self._has_reset and self.env.agents:
            self._has_updated = True
            self.env.step(action)
        else:
            super().step(action)  # which complains

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, Info]:
        """What the agent whose turn it is sees, its reward, terminated, truncated and its info."""
        return self.env.last(observe) if self._has_reset else super().last(observe)

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent whose turn it is, until none is left; AssertionError if nobody steps in between."""
        super().agent_iter(max_iter)  # complains before the first reset
        return self._agents(max_iter)

    def _agents(self, max_iter: int) -> Iterator[str]:
        for agent in self.env.agent_iter(max_iter):
            assert self._has_updated, "need to call step() or reset() in a loop over `agent_iter`"
            self._has_updated = False
            yield agent

    def __str__(self) -> str:
        return str(self.env)


def parallel_env(spec: str | None = None, **options: Any) -> "ParallelDuelEnv":
    """The environment of the game that `spec` names, which takes the actions of both agents at once."""
    return ParallelDuelEnv(env(spec, **options))


class ParallelDuelEnv(turn_based_aec_to_parallel_wrapper):  # type: ignore[misc]  # hints are not declared
    """PettingZoo's own way to step in turn: `active_agent`, in both infos, is the agent whose turn it is."""

    def reset(self, seed: int | None = None, options: Info | None = None) -> tuple[Info, Info]:
        """Observations and infos at the start of a game."""
        observations, infos = super().reset(seed, options)
        for info in infos.values():
            info["active_agent"] = self.aec_env.agent_selection
        return observations, infos

    def step(self, actions: dict[str, Any]) -> tuple[Info, Info, Info, Info, Info]:
        """Observations, rewards, terminations, truncations and infos after the active agent's action."""
        if not getattr(self, "agents", None):
            what = "is over" if hasattr(self, "agents") else "has not begun"
            raise ResetNeeded(f"the game {what}: call reset before step")
        agent = self.aec_env.agent_selection
        if not isinstance(actions, Mapping) or agent not in actions:
            raise InvalidMove(f"it is the turn of {agent}: actions must be a dict with one for that agent")
        results: tuple[Info, Info, Info, Info, Info] = super().step(actions)
        return results


def _register_games() -> None:
    """Enter every game into PettingZoo's registry, which older versions do not have."""
    for kind, entry_point in (("aec", env), ("parallel", parallel_env)):
        known = getattr(pettingzoo, f"{kind}_registry", {})
        for name in names() if hasattr(pettingzoo, "register") else ():
            environment_id = f"numduel/{module_name(name)}"
            if environment_id.replace("_v0", "-v0") not in known:
                pettingzoo.register(kind, environment_id, entry_point, kwargs={"game": name})


_register_games()
