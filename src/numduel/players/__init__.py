"""Who can take a seat, by the name the command line gives them."""

from random import Random
from typing import TYPE_CHECKING, Any

from ..core.errors import NumduelError
from ..core.game import Game
from ..core.integers import read_integer
from .human import Human

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..match.player import Player
    from ..solver.answers import Answers

KINDS = "human, human:NAME, random, perfect, level:1 to level:9, mcts and mcts:PLAYOUTS"
MOST_PLAYOUTS = 1_000_000


class UnknownPlayer(NumduelError, ValueError):
    """Nobody plays under this name, told in one sentence."""


class CannotPlay(NumduelError, ValueError):
    """The player exists, but cannot play this game, told in one sentence."""


class Seating:
    """Finds players for one game; what they need to know of it is worked out once for all of them."""

    def __init__(
        self,
        game: Game[Any, Any],
        seed: int | None = None,
        solve: "Callable[[Game[Any, Any]], Answers] | None" = None,
    ) -> None:
        self._game = game
        self._seed = seed
        self._solve = solve  # how to come by answers, where someone watches
        self._answers: Answers | None = None

    def seat(self, who: str, number: int) -> "Human | Player":
        """The player that `who` names, as contestant `number`.

        >>> import numduel
        >>> seating = Seating(numduel.load("operation-duel"), seed=1)
        >>> seating.seat("human:Ann", 1), seating.seat("level:3", 2).name
        (Human(name='Ann'), 'level:3')
        """
        kind, detail = check_name(who)
        # Each contestant has luck of its own, so that one's choices do not depend on the other's.
        chance = Random() if self._seed is None else Random(f"{self._seed}:{number}")
        match kind:
            case "human":
                return Human(detail)
            case "random":
                from .random import RandomPlayer

                return RandomPlayer(chance)
            case "perfect":
                from .perfect import PerfectPlayer

                return PerfectPlayer(self._solved(who), chance)
            case "level":
                from .level import LevelPlayer

                return LevelPlayer(int(detail), self._solved(who), chance)
            case _:
                from .mcts import PLAYOUTS, MctsPlayer

                return MctsPlayer(self._game, chance, int(detail) if detail else PLAYOUTS)

    def _solved(self, who: str) -> "Answers":
        """What is known of the game; CannotPlay if that is not enough to play by."""
        from ..solver.answers import Answers

        if self._answers is None:
            self._answers = (self._solve or Answers)(self._game)
        check_solved(self._answers, who, "mcts can play it")
        return self._answers


def check_solved(answers: "Answers", who: str, instead: str) -> None:
    """Raise CannotPlay where a player who plays by these answers would not know how; say who can instead."""
    game = answers.game
    # Whatever the opponent does, every position that can follow must be known.
    if not answers.complete and game.theory(game.initial()) is None:
        raise CannotPlay(
            f"{who} plays by exact answers, and {game.spec} is not solved within "
            f"{answers.limit:,} positions; {instead}"
        )


def check_name(who: str) -> tuple[str, str]:
    """The kind of player that `who` names, and the rest of the name; UnknownPlayer if it names none."""
    kind, colon, detail = (part.strip() for part in who.partition(":"))
    kind = kind.lower()
    if kind == "human":
        if not detail.isprintable() or len(detail) > 40:
            raise UnknownPlayer("a player's name must be printable and have at most 40 characters")
    elif kind == "mcts":
        playouts = read_integer(detail) if detail and len(detail) < 9 else None
        if colon and (playouts is None or not 1 <= playouts <= MOST_PLAYOUTS):
            raise UnknownPlayer(f"the number of playouts must lie from 1 to {MOST_PLAYOUTS:,}")
    elif not (kind in ("random", "perfect") and not colon) and not (
        kind == "level" and detail in tuple("123456789")
    ):
        raise UnknownPlayer(f"there is no player {who[:40]!a}; players are {KINDS}")
    return kind, detail
