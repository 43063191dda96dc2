"""Who can take a seat, by the name one asks for them.

A person is no player object: whoever sits at the front end makes their moves. Other players are made by a
factory, `factory(game, detail, answers)`, where `detail` is what follows the colon in the name, and `answers`
gives the exact answers to the game, worked out when it is first called. Other packages announce theirs in the
entry-point group `numduel.players`.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module

from ..core.errors import NumduelError, shown
from ..core.game import Game
from ..core.hints import TYPE_CHECKING, Any
from ..core.integers import count
from ..core.packages import BrokenPackage, load_announced
from ..match.setup import PERSON
from .names import (
    BUILT_IN,
    KINDS,
    UnknownPlayer,
    check_name,
    full_name,
    installed,
    kinds,
    known_names,
)

if TYPE_CHECKING:
    from ..match.player import Player
    from ..solver.answers import Answers

    GiveAnswers = Callable[[], Answers]
    Factory = Callable[[Game[Any, Any], str, GiveAnswers], Player]

__all__ = [
    "KINDS",
    "BrokenPlayer",
    "CannotPlay",
    "UnknownPlayer",
    "check_name",
    "check_solved",
    "find",
    "full_name",
    "kinds",
    "known_names",
]


class CannotPlay(NumduelError, ValueError):
    """The player exists, but cannot play this game, explained in one sentence."""


class BrokenPlayer(BrokenPackage):
    """A player that another package announces, but that cannot be used."""


def find(who: str, game: Game[Any, Any], answers: "GiveAnswers | None" = None) -> "Player | None":
    """The player that `who` names, for `game`; None for a person.

    `answers` gives the exact answers to the game, and is called by players who need them; without it the
    game is solved when the first one does. UnknownPlayer, CannotPlay or BrokenPlayer say why there is none.

    >>> import numduel
    >>> game = numduel.load("operation-duel")
    >>> find("level:3", game).name, find("human:Ann", game)
    ('level:3', None)
    """
    kind, detail = check_name(who)
    if kind == PERSON:
        return None
    give = answers or cache(lambda: _solve(game))
    if kind in BUILT_IN:
        return _built_in(kind)(game, detail, give)
    return _made(_installed(kind), kind, game, detail, give)


def _solve(game: Game[Any, Any]) -> "Answers":
    from ..solver.answers import Answers  # only where someone plays by exact answers

    return Answers(game)


def _built_in(kind: str) -> "Factory":
    module, _, function = BUILT_IN[kind].factory.partition(":")
    factory: Factory = getattr(import_module(module), function)
    return factory


def _installed(kind: str) -> "Factory":
    """The factory that another package announces; BrokenPlayer if it cannot be had."""
    point = installed()[kind]
    factory: Factory = load_announced(point, "player", BrokenPlayer)
    if not callable(factory):
        raise BrokenPlayer(f"{point.value} is announced as the player {kind}, but cannot be called")
    return factory


def _made(
    factory: "Factory", kind: str, game: Game[Any, Any], detail: str, answers: "GiveAnswers"
) -> "Player":
    """What another package's factory makes; BrokenPlayer if it fails, or makes no player."""
    source = installed()[kind].value
    try:
        player = factory(game, detail, answers)
        missing = [name for name in ("choose", "accepts_draw") if not callable(getattr(player, name, None))]
        called = getattr(player, "name", None)
    except (UnknownPlayer, CannotPlay):  # its own refusal, of a detail or of a game, is a sentence already
        raise
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BrokenPlayer(
            f"{source} cannot make the player {kind} for {game.spec}: {shown(error)}"
        ) from error
    if missing:
        raise BrokenPlayer(f"{source} makes no player for {kind}: what it makes has no {missing[0]}()")
    if not isinstance(called, str) or not called or not called.isprintable():
        raise BrokenPlayer(f"{source} makes a player for {kind} whose name is no printable text")
    return player


def check_solved(answers: "Answers", who: str, instead: str) -> None:
    """Raise CannotPlay where a player who plays by these answers would not know how; say who can instead."""
    game = answers.game
    # Whatever the opponent does, every position that can follow must be known.
    if not answers.complete and game.theory(game.initial()) is None:
        raise CannotPlay(
            f"{who} plays by exact answers, and {game.spec} is not solved within "
            f"{count(answers.limit, 'position')}; {instead}"
        )
