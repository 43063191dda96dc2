"""Knowledge: what one process has solved so far, and how far it may go."""

import time
from typing import Any

from ...core.errors import NumduelError
from ...core.game import Game
from ...core.integers import count
from ...core.position import Position
from ...engine.limits import DEFAULT_POSITIONS, Limits, Progress
from ...match.player import Player
from ...players import find
from ...solver.answers import Answers
from .bounded import Bounded

SHARE = 0.45  # of a question's time for each exploration: there are at most two, and then words to find
NEAR = Limits(positions=2_000)
REMEMBERED = 1_000  # games that are too large
BYTES_A_POSITION = 500  # those that take more count for several


class Unanswerable(NumduelError):
    """Why there is no answer, in one sentence: too large, too slow, or nobody can play it."""

    status = 422  # that a page has which tells of nothing else
    lasting = True  # whether there will be no answer later either


class TooLarge(Unanswerable):
    """A game with more positions than there is room or time for; with more time it may not be."""

    def __init__(self, game: Game[Any, Any], positions: int, seconds: float | None = None) -> None:
        spec = game.spec if len(game.spec) <= 80 else f"{game.spec[:80]}…"
        self.lasting = seconds is None
        within = "" if seconds is None else f" within {seconds:g} s"
        super().__init__(
            f"{spec} has more than {count(positions, 'position')}, too many to be worked out here{within}."
        )


class Knowledge:
    """What one process has solved, and how far it may go: so many positions, so many seconds a question."""

    def __init__(self, positions: int, cached_positions: int, seconds: float) -> None:
        # Whoever allows many more positions than usual wants them explored.
        self.limits = Limits(positions=positions, threads=1, early=positions <= DEFAULT_POSITIONS)
        self.seconds = seconds
        self._answers = Bounded[tuple[str, Any], Answers](cached_positions)
        self._players = Bounded[tuple[str, str], Player](cached_positions, most=64)
        self._too_large = Bounded[str, bool](
            REMEMBERED
        )  # specs of games that cannot be solved from the start

    @property
    def kept(self) -> int:
        """How many positions are kept."""
        return self._answers.weight

    def forget(self) -> None:
        """Let go of all that is kept, for want of memory."""
        self._answers.clear()
        self._players.clear()

    def of(self, game: Game[Any, Any], root: Any = None) -> Answers:
        """What is known of a game, from its start or from another state; TooLarge if that takes too long."""
        key = (game.spec, None if root is None else game.key(root))
        known = self._answers.get(key)
        if known is None:
            known = Answers(game, root, self.limits, self._clock(game))
            self._answers.put(key, known, _weight(known))
        return known

    def _clock(self, game: Game[Any, Any]) -> Progress:
        """What stops a solver in time: before its process is killed, and all that it knows is lost."""
        end = time.monotonic() + SHARE * self.seconds

        def check(found: int, expanded: int) -> None:
            if time.monotonic() > end:
                raise TooLarge(game, found, self.seconds)

        return check

    def about(self, position: Position[Any, Any]) -> Answers:
        """What is known of a position: of a game that is too large, whatever lies around it."""
        game, state = position.game, position.state
        at_start = position.ply == 0 or position.outcome is not None or game.theory(state) is not None
        if not at_start and self._too_large.get(game.spec):
            return self.of(game, state)
        try:
            known = self.of(game)
        except TooLarge:
            self._too_large.put(game.spec, True, weight=1)
            if at_start:
                raise
            return self.of(game, state)
        return known if known.complete or at_start else self.of(game, state)

    def roughly(self, game: Game[Any, Any]) -> Answers:
        """What is known of a game; of one that is too large, what lies near its start."""
        try:
            return self.of(game)
        except TooLarge:
            return Answers(game, limits=NEAR)

    def player(self, game: Game[Any, Any], who: str) -> Player:
        """The computer player of this name; UnknownPlayer, CannotPlay or BrokenPlayer if there is none."""
        key = (game.spec, who)
        player = self._players.get(key)
        if player is None:
            used: list[int] = [0]

            def answers() -> Answers:
                known = self.of(game)
                used.append(_weight(known))
                return known

            player = find(who, game, answers)
            if player is None:
                raise Unanswerable("A person plays there.")
            self._players.put(key, player, max(used))  # it may hold on to what it was given
        return player


def _weight(known: Answers) -> int:
    """How much room answers take, in positions."""
    return max(known.table.positions, known.table.bytes // BYTES_A_POSITION)
