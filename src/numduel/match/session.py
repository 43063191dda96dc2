"""Session: a match at a table, with no input, no output and no clock inside.

A session is its events. `decide` looks at a command and changes nothing: it returns what then has happened,
or refuses. `apply` changes the session and refuses nothing. Between the two, events are made durable.
"""

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any, Literal

from ..core.errors import NumduelError
from ..core.position import MoveError, Position, canonical_moves
from ..core.text import visible
from .events import (
    DRAW,
    HINT,
    REMATCH,
    UNDO,
    WHY,
    Answer,
    AskHint,
    AskUndo,
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
    ended,
)
from .match import Match
from .round import Ending, Result, Round, agreed_draw, lost_by, result_at
from .setup import LONGEST_NAME, PERSON, Setup
from .words import Attempt, Meant, Nonsense, Understood, understand

Code = Literal[
    "not-begun", "over", "not-over", "not-your-turn", "moved-on", "no-such-move", "illegal-move", "unfinished",
    "not-understood", "not-agreed", "nothing-to-undo", "no-more-hints", "no-move-yet", "offered-already",
    "no-such-offer", "your-own-offer", "not-a-seat", "bad-name",
]  # fmt: skip


class Refused(NumduelError):
    """A command that cannot be carried out: a code for programs, and a sentence for people.

    Where words were not understood as a move, `understood` tells what they were taken for.
    """

    def __init__(self, code: Code, sentence: str, understood: Understood | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.understood = understood


class Session:
    """Whose turn it is, what is offered, how the match stands; what follows from a command, and from an event.

    >>> import numduel
    >>> session = Session(Setup(game=numduel.load("digit-stack")))
    >>> for command in (NextGame(1), Play(1, "5"), Resign(1)):
    ...     for event in session.decide(command):
    ...         session.apply(event)
    >>> session.number, session.round.result.reason, session.match.points
    (3, 'player 1 resigned', [0, 1])
    >>> session.decide(Play(2, "5"))
    Traceback (most recent call last):
    ...
    numduel.match.session.Refused: The game is over.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.match = Match(setup)
        self.number = 0  # of the last event
        self.game = 0  # which game of the session this is; 0 before the first has begun
        self.seats = self.match.seats  # the contestants who are player 1 and player 2
        self.round = Round(setup.game)
        self.offers: dict[int, Offered] = {}  # those that are still open
        self._ahead: tuple[Event, Position[Any, Any]] | None = None  # where a move that was decided leads

    @classmethod
    def replay(cls, setup: Setup, events: Iterable[Event]) -> "Session":
        """The session after these events."""
        session = cls(setup)
        for event in events:
            session.apply(event)
        return session

    @property
    def under_way(self) -> bool:
        """Whether a game has begun and not ended."""
        return self.game > 0 and self.round.result is None

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, or None."""
        return self.round.position.player if self.under_way else None

    def name(self, seat: int) -> str:
        """What the contestant in a seat is called."""
        return self.match.setup.names[self.seats[seat - 1]]

    def is_person(self, seat: int) -> bool:
        """Whether a person sits there, whose commands come from a front end."""
        return self.setup.is_person(self.seats[seat - 1])

    # Deciding

    def decide(self, command: Command) -> tuple[Event, ...]:
        """What happens by a command; Refused, with the reason, if nothing does."""
        if command.seat not in (1, 2):
            raise Refused("not-a-seat", "The seats are 1 and 2.")
        return _DECIDED_BY[type(command)](self, command)

    def _require_under_way(self) -> None:
        if self.game == 0:
            raise Refused("not-begun", "The game has not begun yet.")
        if self.round.result is not None:
            raise Refused("over", "The game is over.")

    def _require_turn(self, seat: int) -> None:
        self._require_under_way()
        if seat != self.round.position.player:
            raise Refused("not-your-turn", f"It is Player {3 - seat}'s turn.")

    def _play(self, command: Play) -> tuple[Event, ...]:
        self._require_turn(command.seat)
        position, game = self.round.position, self.setup.game
        if command.ply not in (None, position.ply):
            raise Refused("moved-on", f"The game has moved on: {position.ply} moves were made.")
        move = canonical_moves(game).get(command.move)
        if move is None:
            raise Refused("no-such-move", f"There is no move {command.move[:40]!a} in {game.title}.")
        try:
            return self._moved(move, position.play(move))
        except MoveError as error:
            raise Refused("illegal-move", f"{error}.") from None

    def _say(self, command: Say) -> tuple[Event, ...]:
        self._require_turn(command.seat)
        position = self.round.position
        understood = understand(position, command.line, command.before)
        if isinstance(understood, Meant):
            after = position.game.play(position.state, understood.move)
            return self._moved(understood.move, Position(position.game, after, position.ply + 1))
        if isinstance(understood, Attempt):
            return self._ends(lost_by(command.seat, Ending.FORFEIT, visible(" ".join(understood.words))))
        if isinstance(understood, Nonsense):
            raise Refused("not-understood", "That is no move here.", understood)
        raise Refused("unfinished", "That is only the first part of a move.", understood)

    def _moved(self, move: Any, after: Position[Any, Any]) -> tuple[Event, ...]:
        """A move that is legal, and the end of the game if it brings that about."""
        text = self.setup.game.write(move)
        event = Moved(self.number + 1, 3 - after.player, after.ply - 1, text)
        self._ahead = event, after  # so that it need not be worked out again
        result = result_at(after, self.setup.max_turns)
        return (event,) if result is None else (event, ended(self.number + 2, result))

    def _ends(self, result: Result) -> tuple[Event, ...]:
        return (ended(self.number + 1, result),)

    def _resign(self, command: Resign) -> tuple[Event, ...]:
        self._require_under_way()
        return self._ends(lost_by(command.seat, Ending.RESIGNATION))

    def _run_out_of_time(self, command: RunOutOfTime) -> tuple[Event, ...]:
        self._require_under_way()
        return self._ends(lost_by(command.seat, Ending.TIMEOUT))

    def _leave(self, command: Leave) -> tuple[Event, ...]:
        self._require_under_way()
        return self._ends(lost_by(command.seat, Ending.ABANDONED))

    def _offer_draw(self, command: OfferDraw) -> tuple[Event, ...]:
        self._require_under_way()
        if self._offer_of(3 - command.seat, DRAW) is not None:
            return self._ends(agreed_draw())  # both want it
        return self._offer(command.seat, DRAW)

    def _offer(self, seat: int, what: str, to_ply: int | None = None) -> tuple[Event, ...]:
        known = self._offer_of(seat, what)
        if known is not None and known.to_ply == to_ply:
            raise Refused("offered-already", "That is offered already.")
        return (Offered(self.number + 1, seat, what, to_ply),)

    def _offer_of(self, seat: int, what: str) -> Offered | None:
        """The open offer of this kind that a seat has made, if any."""
        return next((each for each in self.offers.values() if (each.seat, each.what) == (seat, what)), None)

    def _ask_undo(self, command: AskUndo) -> tuple[Event, ...]:
        self._require_under_way()
        if not self.round.moves:
            raise Refused("nothing-to-undo", "There is no move to take back yet.")
        if self.setup.undo == "none":
            raise Refused("not-agreed", "No move can be taken back in this game: that was agreed.")
        to_ply = self._last_turn(command.seat) if command.to_ply is None else command.to_ply
        if not 0 <= to_ply < len(self.round.moves):
            raise Refused("nothing-to-undo", f"{len(self.round.moves)} moves were made, fewer must be left.")
        if self.setup.undo == "free":
            return (self._taken_back(command.seat, to_ply),)
        return self._offer(command.seat, UNDO, to_ply)

    def _last_turn(self, seat: int) -> int:
        """How many moves are left after a seat has taken back its last turn.

        Against a computer, which answers at once, that is its own move and the computer's after it; against a
        person it is the last move, whoever made it.
        """
        ply = self.round.position.ply
        answered = not self.is_person(3 - seat) and seat == self.round.position.player
        return max(ply - (2 if answered else 1), 0)

    def _taken_back(self, seat: int, to_ply: int) -> TakenBack:
        moves = tuple(map(self.setup.game.write, self.round.moves[to_ply:]))
        return TakenBack(self.number + 1, seat, to_ply, moves)

    def _answer(self, command: Answer) -> tuple[Event, ...]:
        offer = self.offers.get(command.offer)
        if offer is None:
            raise Refused("no-such-offer", f"Offer {command.offer} is not open any more.")
        if offer.seat == command.seat:
            raise Refused("your-own-offer", "The other player answers that.")
        if not command.yes:
            return (Declined(self.number + 1, command.seat, offer.number, offer.what),)
        if offer.what == DRAW:
            return self._ends(agreed_draw())
        if offer.what == UNDO:
            assert offer.to_ply is not None
            return (self._taken_back(offer.seat, offer.to_ply),)
        return self._rematch()

    def _ask_hint(self, command: AskHint) -> tuple[Event, ...]:
        self._require_under_way()
        return self._hint(command.seat, HINT)

    def _ask_why(self, command: AskWhy) -> tuple[Event, ...]:
        self._require_under_way()
        if not self.round.moves:
            raise Refused("no-move-yet", "No move has been made yet.")
        return self._hint(command.seat, WHY)

    def _hint(self, seat: int, about: str) -> tuple[Event, ...]:
        limit = self.setup.hint_limit
        if limit is not None and self.round.hints[seat - 1] >= limit:
            agreed = {0: "none were", 1: "one was"}.get(limit, f"{limit} were")
            raise Refused("no-more-hints", f"No more hints: {agreed} agreed for each player.")
        return (Hinted(self.number + 1, seat, about),)

    def _next_game(self, command: NextGame) -> tuple[Event, ...]:
        if self.under_way:
            raise Refused("not-over", "This game is not over yet.")
        if not self.match.over:
            return (Begun(self.number + 1, self.game + 1, self.match.seats),)
        if self._offer_of(3 - command.seat, REMATCH) is not None:
            return self._rematch()
        return self._offer(command.seat, REMATCH)

    def _rematch(self) -> tuple[Event, ...]:
        seats = Match(self._other_begins()).seats
        return Rematched(self.number + 1), Begun(self.number + 2, self.game + 1, seats)

    def _other_begins(self) -> Setup:
        return dataclasses.replace(self.match.setup, first=1 - self.match.setup.first)

    def _sit(self, command: Sit) -> tuple[Event, ...]:
        if not self.is_person(command.seat):
            raise Refused("not-a-seat", "A computer sits there.")
        name = command.name.strip()
        if not name.isprintable() or len(name) > LONGEST_NAME:
            raise Refused(
                "bad-name", f"A player's name must be printable and have at most {LONGEST_NAME} characters."
            )
        return (Seated(self.number + 1, command.seat, name),)

    # Applying

    def apply(self, event: Event) -> None:
        """Let something have happened."""
        _APPLIED_BY[type(event)](self, event)
        self.number = event.number

    def _begin(self, event: Begun) -> None:
        self.game, self.seats = event.game, event.seats
        self.round = Round(self.setup.game)
        self.offers.clear()

    def _make_move(self, event: Moved) -> None:
        ahead, self._ahead = self._ahead, None
        after = ahead[1] if ahead is not None and ahead[0] is event else None
        self.round.play(canonical_moves(self.setup.game)[event.move], after)
        self.offers.clear()

    def _open_offer(self, event: Offered) -> None:
        known = self._offer_of(event.seat, event.what)
        if known is not None:
            del self.offers[known.number]
        self.offers[event.number] = event

    def _drop_offer(self, event: Declined) -> None:
        self.offers.pop(event.offer, None)

    def _take_back(self, event: TakenBack) -> None:
        self.round.take_back(event.to_ply)
        self.offers.clear()

    def _count_hint(self, event: Hinted) -> None:
        self.round.hints[event.seat - 1] += 1

    def _end(self, event: Ended) -> None:
        self.round.result = event.result
        self.match.add(event.winner)
        self.offers.clear()

    def _begin_again(self, event: Rematched) -> None:
        self.match = Match(self._other_begins())

    def _seat(self, event: Seated) -> None:
        players = list(self.setup.players)
        players[self.seats[event.seat - 1]] = f"{PERSON}:{event.name}" if event.name else PERSON
        one, other = players
        self.setup = dataclasses.replace(self.setup, players=(one, other))
        self.match.setup = dataclasses.replace(self.match.setup, players=(one, other))


_DECIDED_BY: dict[type[Any], Callable[[Session, Any], tuple[Event, ...]]] = {
    Play: Session._play,
    Say: Session._say,
    Resign: Session._resign,
    OfferDraw: Session._offer_draw,
    AskUndo: Session._ask_undo,
    Answer: Session._answer,
    AskHint: Session._ask_hint,
    AskWhy: Session._ask_why,
    NextGame: Session._next_game,
    RunOutOfTime: Session._run_out_of_time,
    Leave: Session._leave,
    Sit: Session._sit,
}
_APPLIED_BY: dict[type[Any], Callable[[Session, Any], None]] = {
    Begun: Session._begin,
    Seated: Session._seat,
    Moved: Session._make_move,
    Offered: Session._open_offer,
    Declined: Session._drop_offer,
    TakenBack: Session._take_back,
    Hinted: Session._count_hint,
    Ended: Session._end,
    Rematched: Session._begin_again,
}
