"""Round: one game as it is played, from the first move to whatever ends it."""

import dataclasses
from collections.abc import Sequence
from enum import Enum
from typing import Any

from ..core.game import Game
from ..core.position import IllegalMove, Position


class Ending(Enum):
    """What ended a game."""

    RULE = "rule"
    RESIGNATION = "resignation"
    AGREEMENT = "agreed draw"
    FORFEIT = "forfeited attempt"
    TURN_LIMIT = "turn limit"


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winning player's number (None for a draw), what ended it, and why."""

    winner: int | None
    ending: Ending
    reason: str

    @property
    def attempt(self) -> str:
        """The words that lost the game, where trying them did."""
        return self.reason if self.ending is Ending.FORFEIT else ""


class Round:
    """One game under way. The moves are the truth; the position follows from them.

    >>> import numduel
    >>> round = Round(numduel.load("digit-stack"), max_turns=2)
    >>> round.play(5)
    >>> round.play(9)
    >>> round.result
    Result(winner=None, ending=<Ending.TURN_LIMIT: 'turn limit'>, reason='2 turns were played')
    """

    def __init__(self, game: Game[Any, Any], max_turns: int | None = None, moves: Sequence[Any] = ()) -> None:
        self.game = game
        self.max_turns = max_turns
        self.moves: list[Any] = []
        self.position: Position[Any, Any] = Position.start(game)
        self.hints = {1: 0, 2: 0}  # asked for by each player
        self._declared: Result | None = None  # what the players, not the rules, ended
        for move in moves:
            self.play(move)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        outcome = self.position.outcome
        if outcome is not None:
            return Result(self.position.winner, Ending.RULE, outcome.reason)
        if self._declared is None and self.max_turns is not None and len(self.moves) >= self.max_turns:
            return Result(None, Ending.TURN_LIMIT, f"{self.max_turns} turns were played")
        return self._declared

    def play(self, move: Any) -> None:
        """Make a move for the player to move."""
        if self.result is not None:
            raise IllegalMove("the game is over")
        self.position = self.position.play(move)
        self.moves.append(move)

    def undo(self, count: int = 1) -> list[Any]:
        """Take the last moves back, at most `count`, and return them."""
        left = max(len(self.moves) - count, 0)
        taken = self.moves[left:]
        self.position = self.at(left)
        del self.moves[left:]
        return taken

    def at(self, ply: int) -> Position[Any, Any]:
        """The position after the first `ply` moves."""
        # Replayed rather than remembered: a tall stack at each of 20,000 turns would fill the memory.
        state = self.game.initial()
        for move in self.moves[:ply]:
            state = self.game.play(state, move)
        return Position(self.game, state, ply)

    def resign(self) -> None:
        """End the game: the player to move gives it up."""
        player = self.position.player
        self._declared = Result(3 - player, Ending.RESIGNATION, f"player {player} resigned")

    def agree_draw(self) -> None:
        """End the game as a draw that both players want."""
        self._declared = Result(None, Ending.AGREEMENT, "the players agreed a draw")

    def forfeit(self, attempt: str) -> None:
        """End the game: the player to move tried what the rules punish with a loss."""
        self._declared = Result(3 - self.position.player, Ending.FORFEIT, attempt)
