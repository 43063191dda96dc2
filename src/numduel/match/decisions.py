"""Decisions: what follows from a command at a table. They look at a session, and change nothing."""

from collections.abc import Callable

from ..core.errors import NumduelError
from ..core.hints import TYPE_CHECKING, Any, Literal
from ..core.integers import count
from ..core.position import MoveError, Position, canonical_moves
from ..core.text import visible
from .events import (
    DRAW,
    HINT,
    REMATCH,
    UNDO,
    VALUES,
    WARNING,
    WHY,
    Answer,
    AskHint,
    AskUndo,
    AskValues,
    AskWarning,
    AskWhy,
    Begun,
    Command,
    Declined,
    Ended,
    Event,
    Hinted,
    Leave,
    Moved,
    NextGame,
    OfferDraw,
    Offered,
    Play,
    Rematched,
    Resign,
    RunOutOfTime,
    Say,
    Seated,
    Sit,
    TakenBack,
)
from .match import Match
from .round import Ending, Result, agreed_draw, lost_by, result_at
from .setup import MAX_NAME_LENGTH, is_name
from .words import ForbiddenAttempt, LegalMove, NotUnderstood, Understood, understand

if TYPE_CHECKING:
    from .session import Session

Code = Literal[
    "not-begun", "over", "not-over", "not-your-turn", "moved-on", "no-such-move", "illegal-move",
    "unfinished", "not-understood", "not-agreed", "nothing-to-undo", "no-more-hints", "no-move-yet",
    "offered-already", "no-such-offer", "your-own-offer", "no-such-command", "not-a-seat", "bad-name",
]  # fmt: skip


class Refused(NumduelError):
    """A command that cannot be carried out: `code` says why to programs, and `sentence` to people.

    Where words were not understood as a move, `understood` tells what they were taken for.
    """

    def __init__(self, code: Code, sentence: str, understood: Understood | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.understood = understood


def decide(session: "Session", command: Command) -> tuple[Event, ...]:
    """The events that a command brings about; Refused if it brings about none."""
    if type(command) not in _DECIDED_BY or not command.well_formed:
        raise Refused("no-such-command", "That is no command of a session.")
    if command.seat not in (1, 2):
        raise Refused("not-a-seat", "The seats are 1 and 2.")
    return _DECIDED_BY[type(command)](session, command)


def _require_begun(session: "Session") -> None:
    if session.game == 0:
        raise Refused("not-begun", "The game has not begun yet.")


def _require_under_way(session: "Session") -> None:
    _require_begun(session)
    if session.round.result is not None:
        raise Refused("over", "The game is over.")


def _require_turn(session: "Session", seat: int) -> None:
    _require_under_way(session)
    if seat != session.round.position.player:
        raise Refused("not-your-turn", f"It is Player {3 - seat}'s turn.")


def _play(session: "Session", command: Play) -> tuple[Event, ...]:
    _require_begun(session)
    position, game = session.round.position, session.setup.game
    if command.ply not in (None, position.ply):  # first of all: it may be this very move that was made
        raise Refused("moved-on", f"The game has moved on: {_made(position.ply)}.")
    _require_turn(session, command.seat)
    move = canonical_moves(game).get(command.move)
    if move is None:
        raise Refused("no-such-move", f"There is no move {command.move[:40]!a} in {game.title}.")
    try:
        return _moved(session, move, position.play(move))
    except MoveError as error:
        raise Refused("illegal-move", f"{error}.") from None


def _made(moves: int) -> str:
    return f"{count(moves, 'move')} {'was' if moves == 1 else 'were'} made"


def _say(session: "Session", command: Say) -> tuple[Event, ...]:
    _require_turn(session, command.seat)
    position = session.round.position
    understood = understand(position, command.line, command.before)
    if isinstance(understood, LegalMove):
        after = position.game.play(position.state, understood.move)
        return _moved(session, understood.move, Position(position.game, after, position.ply + 1))
    if isinstance(understood, ForbiddenAttempt):
        return _ends(session, lost_by(command.seat, Ending.FORFEIT, visible(" ".join(understood.words))))
    if isinstance(understood, NotUnderstood):
        raise Refused("not-understood", "That is no move here.", understood)
    raise Refused("unfinished", "That is only the first part of a move.", understood)


def _moved(session: "Session", move: Any, after: Position[Any, Any]) -> tuple[Event, ...]:
    """A move that is legal, and the end of the game if it brings that about."""
    text = session.setup.game.write(move)
    event = Moved(session.number + 1, 3 - after.player, after.ply - 1, text)
    result = result_at(after, session.setup.max_turns)
    return (event,) if result is None else (event, Ended(session.number + 2, result))


def _ends(session: "Session", result: Result) -> tuple[Event, ...]:
    return (Ended(session.number + 1, result),)


def _lose(session: "Session", command: Resign | RunOutOfTime | Leave) -> tuple[Event, ...]:
    _require_under_way(session)
    return _ends(session, lost_by(command.seat, _LOST_BY[type(command)]))


_LOST_BY: dict[type[Any], Ending] = {
    Resign: Ending.RESIGNATION,
    RunOutOfTime: Ending.TIMEOUT,
    Leave: Ending.ABANDONED,
}


def _offer_draw(session: "Session", command: OfferDraw) -> tuple[Event, ...]:
    _require_under_way(session)
    if session.offer_of(3 - command.seat, DRAW) is not None:
        return _ends(session, agreed_draw())  # both want it
    return _offer(session, command.seat, DRAW)


def _offer(session: "Session", seat: int, what: str, to_ply: int | None = None) -> tuple[Event, ...]:
    known = session.offer_of(seat, what)
    if known is not None and known.to_ply == to_ply:
        raise Refused("offered-already", "That is offered already.")
    return (Offered(session.number + 1, seat, what, to_ply),)


def _ask_undo(session: "Session", command: AskUndo) -> tuple[Event, ...]:
    _require_under_way(session)
    if not session.round.moves:
        raise Refused("nothing-to-undo", "There is no move to take back yet.")
    if session.setup.undo == "none":
        raise Refused("not-agreed", "No move can be taken back in this game: that was agreed.")
    to_ply = _last_turn(session, command.seat) if command.to_ply is None else command.to_ply
    if not 0 <= to_ply < len(session.round.moves):
        raise Refused("nothing-to-undo", f"{_made(len(session.round.moves))}, fewer must be left.")
    if session.setup.undo == "free":
        return (_taken_back(session, command.seat, to_ply),)
    return _offer(session, command.seat, UNDO, to_ply)


def _last_turn(session: "Session", seat: int) -> int:
    """How many moves are left after a seat has taken back its last turn.

    Against a computer, which answers at once, that is its own move and the computer's after it; against a
    person it is the last move, whoever made it.
    """
    ply = session.round.position.ply
    answered = not session.is_person(3 - seat) and seat == session.round.position.player
    return max(ply - (2 if answered else 1), 0)


def _taken_back(session: "Session", seat: int, to_ply: int) -> TakenBack:
    moves = tuple(map(session.setup.game.write, session.round.moves[to_ply:]))
    return TakenBack(session.number + 1, seat, to_ply, moves)


def _answer(session: "Session", command: Answer) -> tuple[Event, ...]:
    offer = session.offers.get(command.offer)
    if offer is None:
        raise Refused("no-such-offer", "That offer is not open any more.")
    if offer.seat == command.seat:
        raise Refused("your-own-offer", "The other player answers that.")
    if not command.yes:
        return (Declined(session.number + 1, command.seat, offer.number, offer.what),)
    if offer.what == DRAW:
        return _ends(session, agreed_draw())
    if offer.what == UNDO:
        assert offer.to_ply is not None
        return (_taken_back(session, offer.seat, offer.to_ply),)
    return _rematch(session)


def _ask_hint(session: "Session", command: AskHint | AskValues | AskWarning) -> tuple[Event, ...]:
    _require_under_way(session)
    return _hint(session, command.seat, _HINTED[type(command)])


_HINTED: dict[type[Any], str] = {AskHint: HINT, AskValues: VALUES, AskWarning: WARNING}


def _ask_why(session: "Session", command: AskWhy) -> tuple[Event, ...]:
    _require_under_way(session)
    if not session.round.moves:
        raise Refused("no-move-yet", "No move has been made yet.")
    return _hint(session, command.seat, WHY)


def _hint(session: "Session", seat: int, about: str) -> tuple[Event, ...]:
    limit = session.setup.hint_limit
    if limit == 0:
        raise Refused("no-more-hints", "No hints are given in this game: that was agreed.")
    if limit is not None and session.round.hints[seat - 1] >= limit:
        agreed = "one was" if limit == 1 else f"{limit:,} were"
        raise Refused("no-more-hints", f"No more hints: {agreed} agreed for each player.")
    return (Hinted(session.number + 1, seat, about),)


def _next_game(session: "Session", command: NextGame) -> tuple[Event, ...]:
    if session.under_way:
        raise Refused("not-over", "This game is not over yet.")
    if not session.match.over:
        last = max(session.game, session.match.played)  # games that were deleted count, too
        return (Begun(session.number + 1, last + 1, session.match.seats),)
    if session.offer_of(3 - command.seat, REMATCH) is not None:
        return _rematch(session)
    return _offer(session, command.seat, REMATCH)


def _rematch(session: "Session") -> tuple[Event, ...]:
    seats = Match(session.rematch_setup()).seats
    return Rematched(session.number + 1), Begun(session.number + 2, session.game + 1, seats)


def _sit(session: "Session", command: Sit) -> tuple[Event, ...]:
    if session.round.result is not None:
        raise Refused("over", "The game is over.")
    if not session.is_person(command.seat):
        raise Refused("not-a-seat", "A computer sits there.")
    name = command.name.strip()
    if not is_name(name):
        raise Refused(
            "bad-name", f"A player's name must be printable and have at most {MAX_NAME_LENGTH} characters."
        )
    return (Seated(session.number + 1, command.seat, name),)


_DECIDED_BY: dict[type[Any], Callable[["Session", Any], tuple[Event, ...]]] = {
    Play: _play,
    Say: _say,
    Resign: _lose,
    RunOutOfTime: _lose,
    Leave: _lose,
    OfferDraw: _offer_draw,
    AskUndo: _ask_undo,
    Answer: _answer,
    AskHint: _ask_hint,
    AskValues: _ask_hint,
    AskWarning: _ask_hint,
    AskWhy: _ask_why,
    NextGame: _next_game,
    Sit: _sit,
}
