"""Knowledge: what one process has solved so far, and how far it may go."""

from typing import Any

from ..core.errors import NumduelError
from ..core.game import Game
from ..core.position import Position
from ..engine.limits import Limits
from ..match.player import Player
from ..players import find
from ..solver.answers import Answers
from .bounded import Bounded


class Unanswerable(NumduelError):
    """Why there is no answer, in one sentence: too large, too slow, or nobody can play it."""

    status = 422  # that a page has which tells of nothing else


class Knowledge:
    """What one process has solved, and how far it may go."""

    def __init__(self, positions: int, cached_positions: int) -> None:
        self.limits = Limits(positions=positions, threads=1)
        self._answers = Bounded[tuple[str, Any], Answers](cached_positions)
        self._players = Bounded[tuple[str, str], Player](cached_positions, most=64)

    def of(self, game: Game[Any, Any], root: Any = None) -> Answers:
        """What is known of a game, from its start or from another state."""
        key = (game.spec, None if root is None else game.key(root))
        known = self._answers.get(key)
        if known is None:
            known = Answers(game, root, self.limits)
            self._answers.put(key, known, known.table.positions)
        return known

    def about(self, position: Position[Any, Any]) -> Answers:
        """What is known of a position: of a game that is too large, whatever lies around it."""
        known = self.of(position.game)
        over = position.outcome is not None
        if known.complete or over or position.ply == 0 or position.game.theory(position.state) is not None:
            return known
        return self.of(position.game, position.state)

    def player(self, game: Game[Any, Any], who: str) -> Player:
        """The computer player of this name; UnknownPlayer, CannotPlay or BrokenPlayer if there is none."""
        key = (game.spec, who)
        player = self._players.get(key)
        if player is None:
            used: list[int] = [0]

            def answers() -> Answers:
                known = self.of(game)
                used.append(known.table.positions)
                return known

            player = find(who, game, answers)
            if player is None:
                raise Unanswerable("A person plays there.")
            self._players.put(key, player, max(used))  # it may hold on to what it was given
        return player
