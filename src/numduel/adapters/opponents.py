"""Opponents: who sits opposite the agent, and how they choose an action at a place."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Protocol

from ..core.position import MoveError, Position
from ..core.settings import SettingError
from ..match.player import choose_move
from ..match.setup import is_person
from ..players import UnknownPlayer, check_name, check_solved, find
from ..players.level import LevelPlayer
from ..players.perfect import Mixture, PerfectPlayer
from ..solver.answers import answers_of
from .luck import Luck
from .options import plays_itself, read_action
from .places import Place, Places, Row, places_of

Function = Callable[[Row, Row], Any]  # of the observation and the mask of legal actions

KINDS = "random, perfect, level:1 to level:9, self, or a function of observation and action_mask"
ALL_KINDS = f"{KINDS} (a single environment also takes mcts and installed players)"


class Opponent(Protocol):
    """Whoever replies to the agent."""

    @property
    def name(self) -> str:
        """What it is called in records."""

    def choose(self, place: Place, luck: Luck, ply: int) -> int:
        """A legal action at a place that goes on, after so many moves."""


class DrawnOpponent:
    """Draws from a mixture of actions: any legal one, or what a player who knows exact answers may do."""

    def __init__(self, name: str, places: Places) -> None:
        self.name = name
        self._places = places
        self._player = None if name == "random" else self._solved()

    def __reduce__(self) -> Any:
        return _drawn, (self.name, self._places.game)

    def _solved(self) -> PerfectPlayer | LevelPlayer:
        answers = answers_of(self._places.game)
        check_solved(answers, self.name, "random can play it, and so can a function of yours")
        if self.name == "perfect":
            return PerfectPlayer(answers)
        return LevelPlayer(int(self.name.removeprefix("level:")), answers)

    def mixture(self, place: Place) -> Mixture:
        """The action ids it may choose, in ascending order."""
        if self._player is None:
            return Mixture(0.0, (), place.legal)
        known: Mixture | None = place.notes.get(self.name)
        if known is None:
            rate, errors, good = self._player.mixture(place.state)
            known = place.notes[self.name] = Mixture(rate, self._actions(errors), self._actions(good))
        return known

    def _actions(self, moves: Any) -> tuple[int, ...]:
        return tuple(sorted(self._places.ids[move] for move in moves))

    def choose(self, place: Place, luck: Luck, ply: int) -> int:
        """One action of the mixture.

        The vector environment draws alike: first whether to err, where there is an error to make, then
        which action. A number is drawn for the action even where there is only one.
        """
        if self._player is None:
            return place.legal[luck.below(len(place.legal))]
        rate, errors, good = self.mixture(place)
        chosen = errors if errors and luck.happens(rate) else good
        action: int = chosen[luck.below(len(chosen))]
        return action


class CalledOpponent:
    """A function that is asked for an action, with the observation and the mask of legal actions."""

    name = "function"

    def __init__(self, function: Function) -> None:
        self.function = function

    def choose(self, place: Place, luck: Luck, ply: int) -> int:
        try:
            action = read_action(self.function(place.observation, place.mask), len(place.mask))
        except MoveError as error:
            raise ValueError(f"the opponent gave no action: {error}") from None
        if not place.mask[action]:
            legal = ", ".join(map(str, place.legal))
            raise ValueError(f"the opponent chose the illegal action {action}; legal ones are {legal}")
        return action


class PlayedOpponent:
    """Any other player, which is asked for a move. It sees a state that stands for all with its key."""

    def __init__(self, who: str, places: Places) -> None:
        self.who = who
        self._places = places
        player = find(who, places.game, partial(answers_of, places.game))
        assert player is not None  # a person is no opponent
        self._player = player
        self.name = player.name

    def __reduce__(self) -> Any:
        return _played, (self.who, self._places.game)

    def choose(self, place: Place, luck: Luck, ply: int) -> int:
        position = Position(self._places.game, place.state, ply)
        return self._places.ids[choose_move(self._player, position, Random(luck.next()))]


def opponent_of(who: str | Function, places: Places) -> Opponent | None:
    """The opponent that `who` names or is; None for `self`, where the agent replies to itself."""
    if callable(who):
        return CalledOpponent(who)
    if not isinstance(who, str):
        raise SettingError(f"opponent must be {ALL_KINDS}")
    if plays_itself(who):
        return None
    try:
        if is_person(who):
            raise UnknownPlayer
        kind, detail = check_name(who)
    except UnknownPlayer:
        raise SettingError(f"there is no opponent {who[:40]!a}; opponents are {ALL_KINDS}") from None
    if kind not in ("random", "perfect", "level"):
        return PlayedOpponent(who, places)
    return DrawnOpponent(f"{kind}:{detail}" if detail else kind, places)


def _drawn(name: str, game: Any) -> DrawnOpponent:
    return DrawnOpponent(name, places_of(game))


def _played(who: str, game: Any) -> PlayedOpponent:
    return PlayedOpponent(who, places_of(game))
