"""Who can take a seat, by the name the command line gives them."""

from random import Random
from typing import TYPE_CHECKING, Any

from ..core.game import Game
from ..core.integers import read_integer
from ..core.verdict import Value
from .human import Human

if TYPE_CHECKING:
    from ..match.player import Player
    from ..solver.answers import Answers
    from ..solver.explore import Progress

KINDS = "human, human:NAME, random, perfect, level:1 to level:9, mcts and mcts:PLAYOUTS"
MOST_PLAYOUTS = 1_000_000


class UnknownPlayer(ValueError):
    """Nobody plays under this name, told in one sentence."""


class CannotPlay(ValueError):
    """The player exists, but cannot play this game, told in one sentence."""


class Seating:
    """Finds players for one game; what they need to know of it is worked out once for all of them."""

    def __init__(
        self, game: Game[Any, Any], seed: int | None = None, progress: "Progress | None" = None
    ) -> None:
        self._game = game
        self._seed = seed
        self._progress = progress
        self._answers: Answers | None = None

    def seat(self, who: str, number: int) -> "Human | Player":
        """The player that `who` names, as contestant `number`.

        >>> import numduel
        >>> seating = Seating(numduel.load("operation-duel"), seed=1)
        >>> seating.seat("human:Ann", 1), seating.seat("level:3", 2).name
        (Human(name='Ann'), 'level:3')
        """
        kind, _, detail = (part.strip() for part in who.partition(":"))
        # Each contestant has luck of its own, so that one's choices do not depend on the other's.
        chance = Random() if self._seed is None else Random(f"{self._seed}:{number}")
        match kind.lower():
            case "human":
                return _human(detail)
            case "random" if not detail:
                from .random import RandomPlayer

                return RandomPlayer(chance)
            case "perfect" if not detail:
                from .perfect import PerfectPlayer

                return PerfectPlayer(self._solved(who), chance)
            case "level" if detail in tuple("123456789"):
                from .level import LevelPlayer

                return LevelPlayer(int(detail), self._solved(who), chance)
            case "mcts":
                return self._mcts(detail, chance)
        raise UnknownPlayer(f"there is no player {who[:40]!a}; players are {KINDS}")

    def _mcts(self, detail: str, chance: Random) -> "Player":
        from .mcts import PLAYOUTS, MctsPlayer

        playouts = read_integer(detail[:9]) if detail else PLAYOUTS
        if playouts is None or not 1 <= playouts <= MOST_PLAYOUTS:
            raise UnknownPlayer(f"the number of playouts must lie from 1 to {MOST_PLAYOUTS:,}")
        return MctsPlayer(self._game, chance, playouts)

    def _solved(self, who: str) -> "Answers":
        """What is known of the game; CannotPlay if that is not enough to play by."""
        from ..solver.answers import Answers

        if self._answers is None:
            self._answers = Answers(self._game, progress=self._progress)
        if self._answers.verdict(self._game.initial()).value is Value.UNSOLVED:
            raise CannotPlay(
                f"{who} plays by exact answers, and {self._game.spec} is unsolved within "
                f"{self._answers.limit:,} positions; mcts can play it"
            )
        return self._answers


def _human(name: str) -> Human:
    if not name.isprintable() or len(name) > 40:
        raise UnknownPlayer("a player's name must be printable and have at most 40 characters")
    return Human(name)
