"""Round: one game as it is played, from the first move to whatever ends it."""

from enum import Enum

from ..core.frozen import Frozen
from ..core.game import Game
from ..core.hints import TYPE_CHECKING, Any
from ..core.integers import count
from ..core.position import Position

if TYPE_CHECKING:
    from dataclasses import KW_ONLY


class Ending(Enum):
    """What ended a game."""

    RULE = "rule"
    RESIGNATION = "resignation"
    AGREEMENT = "agreed draw"
    FORFEIT = "forfeited attempt"
    TURN_LIMIT = "turn limit"
    TIMEOUT = "timeout"
    ABANDONED = "abandoned"


class Result(Frozen):
    """How a game ended: the winner's number (None for a draw), what ended it, and why.

    `player` is the one who resigned, forfeited, ran out of time or left; None where nobody in particular
    did. `attempt` has the words that lost, where trying them did.
    """

    winner: int | None
    ending: Ending
    reason: str
    _: "KW_ONLY"
    player: int | None = None
    attempt: str = ""


def lost_by(player: int, ending: Ending, attempt: str = "") -> Result:
    """The result of a game that a player lost otherwise than by a move.

    >>> lost_by(2, Ending.TIMEOUT).reason
    'player 2 ran out of time'
    """
    did = f"tried {attempt!r}" if attempt else _WHAT_THEY_DID[ending]
    return Result(3 - player, ending, f"player {player} {did}", player=player, attempt=attempt)


def agreed_draw() -> Result:
    """The result of a game that both players called a draw."""
    return Result(None, Ending.AGREEMENT, "the players agreed on a draw")


_WHAT_THEY_DID = {
    Ending.RESIGNATION: "resigned",
    Ending.TIMEOUT: "ran out of time",
    Ending.ABANDONED: "left",
}


def result_at(position: Position[Any, Any], max_turns: int | None) -> Result | None:
    """How the rules or a turn limit end a game that has come to `position`; None if neither does.

    >>> import numduel
    >>> result_at(numduel.Position.start(numduel.load("digit-stack")).say("5"), max_turns=1).reason
    '1 turn was played'
    """
    outcome = position.outcome
    if outcome is not None:
        return Result(outcome.value.winner(position.player), Ending.RULE, outcome.reason)
    if max_turns is not None and position.ply >= max_turns:
        were = "was" if max_turns == 1 else "were"
        return Result(None, Ending.TURN_LIMIT, f"{count(max_turns, 'turn')} {were} played")
    return None


class Round:
    """One game under way: its `moves`, the `position` they lead to, and its `result`, None until it ends.

    `hints` counts what players 1 and 2 have asked for. A round trusts whoever changes it: what may be done
    when, the session decides.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.moves: list[Any] = []
        self.position: Position[Any, Any] = Position.start(game)
        self.hints = [0, 0]  # asked for by players 1 and 2
        self.result: Result | None = None

    def play(self, move: Any) -> None:
        """Make a legal move."""
        position = self.position
        self.position = Position(self.game, self.game.play(position.state, move), position.ply + 1)
        self.moves.append(move)

    def take_back(self, to_ply: int) -> None:
        """Take back every move after the first `to_ply`."""
        self.position = self.at(to_ply)
        del self.moves[to_ply:]

    def at(self, ply: int) -> Position[Any, Any]:
        """The position after the first `ply` moves."""
        # Replayed rather than remembered: a tall stack at each of 20,000 turns would fill the memory.
        state = self.game.initial()
        for move in self.moves[:ply]:
            state = self.game.play(state, move)
        return Position(self.game, state, ply)
