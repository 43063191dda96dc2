"""Commands and events: what a seat may ask of a session, and what then has happened.

A seat is a player's number in the game under way: 1 or 2. Events are plain, frozen and numbered, and turn
into JSON and back; whoever has all of them knows everything about a session.
"""

from collections.abc import Mapping

from ..core.errors import NumduelError
from ..core.hints import Any, ClassVar, cast
from ..core.message import Message, read_message
from .round import Ending, Result


class MessageError(NumduelError, ValueError):
    """A document that describes no command, or no event, explained in one sentence."""


class Play(Message):
    """Make a move, given by its canonical text; where `ply` is given, only if so many moves were made."""

    seat: int
    move: str
    ply: int | None = None


class Say(Message):
    """Say a move in the words that a person types; `before` are words of it that were said already."""

    seat: int
    line: str
    before: tuple[str, ...] = ()


class Resign(Message):
    """Give the game up."""

    seat: int


class OfferDraw(Message):
    """Offer the other player a draw."""

    seat: int


class AskUndo(Message):
    """Ask to take moves back, down to the first `to_ply`; without a number, the last turn."""

    seat: int
    to_ply: int | None = None


class Answer(Message):
    """Answer an offer, which is known by its number."""

    seat: int
    offer: int
    yes: bool


class AskHint(Message):
    """Ask for a good move."""

    seat: int


class AskWhy(Message):
    """Ask what the last move did."""

    seat: int


class AskValues(Message):
    """Ask what each move is worth."""

    seat: int


class AskWarning(Message):
    """Be warned of a move that gives something away, as a coach does."""

    seat: int


class NextGame(Message):
    """Begin the first game, or the next one; after the last, offer a rematch."""

    seat: int


class RunOutOfTime(Message):
    """Lose on time: a front end that has a clock says so."""

    seat: int


class Leave(Message):
    """Lose by staying away: a front end that sees people come and go says so."""

    seat: int


class Sit(Message):
    """Take a person's seat under a name."""

    seat: int
    name: str


Command = (
    Play
    | Say
    | Resign
    | OfferDraw
    | AskUndo
    | Answer
    | AskHint
    | AskWhy
    | AskValues
    | AskWarning
    | NextGame
    | RunOutOfTime
    | Leave
    | Sit
)

DRAW, UNDO, REMATCH = "draw", "undo", "rematch"
HINT, WHY, VALUES, WARNING = "hint", "why", "values", "warning"


class Event(Message):
    """Something that has happened; `number` counts the events of a session from 1."""

    kind: ClassVar[str]
    number: int

    def as_json(self) -> dict[str, Any]:
        """The event as a JSON document."""
        return {"event": self.kind, **self.__dict__}


class Begun(Event):
    """A game has begun: which one, and the contestants (0 and 1) in seats 1 and 2."""

    kind = "begun"
    game: int
    seats: tuple[int, int]


class Seated(Event):
    """A person has taken a seat under a name."""

    kind = "seated"
    seat: int
    name: str


class Moved(Event):
    """A move was made, after `ply` others."""

    kind = "moved"
    seat: int
    ply: int
    move: str


class Offered(Event):
    """A seat offers a draw or a rematch, or asks to take moves back to `to_ply`: offer `number`."""

    kind = "offered"
    seat: int
    what: str
    to_ply: int | None = None


class Declined(Event):
    """A seat has said no to an offer."""

    kind = "declined"
    seat: int
    offer: int
    what: str


class TakenBack(Event):
    """Moves were taken back, at the wish of a seat; `to_ply` are left."""

    kind = "taken_back"
    seat: int
    to_ply: int
    moves: tuple[str, ...]


class Hinted(Event):
    """A seat has had a hint, or been told why, told values or warned; whoever does so works out the words."""

    kind = "hinted"
    seat: int
    about: str


class Ended(Event):
    """A game has ended."""

    kind = "ended"
    result: Result

    def as_json(self) -> dict[str, Any]:
        """The event as a JSON document; the parts of the result stand beside its number."""
        result = self.result
        return {
            "event": self.kind,
            "number": self.number,
            "winner": result.winner,
            "ending": result.ending.value,
            "reason": result.reason,
            "player": result.player,
            "attempt": result.attempt,
        }


class Rematched(Event):
    """Both want to play again: the next game begins a new match, in which the other contestant begins."""

    kind = "rematched"


COMMANDS: dict[str, type[Message]] = {
    "play": Play,
    "say": Say,
    "resign": Resign,
    "offer_draw": OfferDraw,
    "ask_undo": AskUndo,
    "answer": Answer,
    "ask_hint": AskHint,
    "ask_why": AskWhy,
    "ask_values": AskValues,
    "ask_warning": AskWarning,
    "next_game": NextGame,
    "run_out_of_time": RunOutOfTime,
    "leave": Leave,
    "sit": Sit,
}
EVENTS: dict[str, type[Event]] = {
    made.kind: made for made in (Begun, Seated, Moved, Offered, Declined, TakenBack, Hinted, Ended, Rematched)
}


def read_command(document: Mapping[str, Any]) -> Command:
    """The command that a JSON document describes; MessageError if it describes none.

    >>> read_command({"command": "play", "seat": 1, "move": "+1"})
    Play(seat=1, move='+1', ply=None)
    """
    command = cast(Command, _read(document, "command", COMMANDS))
    if command.seat not in (1, 2):
        raise MessageError("the seats are 1 and 2")
    return command


def read_event(document: Mapping[str, Any]) -> Event:
    """The event that a JSON document describes; MessageError if it describes none.

    >>> read_event({"event": "moved", "number": 2, "seat": 1, "ply": 0, "move": "+1"})
    Moved(number=2, seat=1, ply=0, move='+1')
    """
    event = cast(Event, _read(_with_result(document), "event", EVENTS))
    seats = sorted(getattr(event, "seats", (0, 1)))
    if getattr(event, "seat", 1) not in (1, 2) or seats != [0, 1] or event.number < 1:
        raise MessageError("this is no event of a session")
    return event


def _with_result(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The document with the parts of a result put together, where it tells of an end."""
    if document.get("event") != Ended.kind:
        return document
    parts = {name: value for name, value in document.items() if name not in ("event", "number")}
    try:
        result = Result(**{**parts, "ending": Ending(parts["ending"])})
    except (KeyError, TypeError, ValueError):
        raise MessageError("this is no end of a game") from None
    players, texts = (result.winner, result.player), (result.reason, result.attempt)
    known = all(each is None or (type(each) is int and each in (1, 2)) for each in players)
    if not known or {*map(type, texts)} != {str}:
        raise MessageError("this is no end of a game")
    return {"event": Ended.kind, "number": document.get("number"), "result": result}


def _read(document: Mapping[str, Any], what: str, kinds: Mapping[str, type[Message]]) -> Message:
    """The message that a document describes."""
    try:
        kind = kinds[document[what]]
    except (KeyError, TypeError):
        raise MessageError(f"this is no {what} of a session") from None
    try:
        return read_message(kind, {name: value for name, value in document.items() if name != what})
    except TypeError as error:
        raise MessageError(f"this is no {what} of a session: {error}") from None
