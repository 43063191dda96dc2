"""Session: a match at a table, with no input, no output and no clock inside.

A session is its events. `decide` looks at a command and changes nothing: it returns what then has happened,
or refuses. `apply` changes the session and refuses nothing. Between the two, events are made durable.
"""

from collections.abc import Callable, Iterable

from ..core.frozen import replace
from ..core.hints import Any
from ..core.position import canonical_moves
from .decisions import Refused, decide
from .events import (
    UNDO,
    Begun,
    Command,
    Declined,
    Ended,
    Event,
    Hinted,
    Moved,
    Offered,
    Rematched,
    Seated,
    TakenBack,
)
from .match import Match
from .round import Round
from .setup import Setup

__all__ = ["Refused", "Session"]


class Session:
    """A match under way: whose turn it is, what is offered, how it stands, and what an event changes.

    `setup` is what was agreed on, `match` has the score, and `round` the game under way: its `position`,
    `moves`, `hints` and `result`. `seats` are the contestants (0 and 1) who are players 1 and 2, `offers` the
    open offers by number. `game` counts the games, and `number` is that of the last event.

    >>> import numduel
    >>> from numduel.match.events import NextGame, Play, Resign
    >>> session = Session(Setup(game=numduel.load("digit-stack")))
    >>> for command in (NextGame(1), Play(1, "5"), Resign(1)):
    ...     for event in session.decide(command):
    ...         session.apply(event)
    >>> session.number, session.round.result.reason, session.match.points
    (3, 'player 1 resigned', [0, 1])
    >>> session.decide(Play(2, "5"))
    Traceback (most recent call last):
    ...
    numduel.match.decisions.Refused: The game is over.
    """

    def __init__(self, setup: Setup) -> None:
        self.match = Match(setup)
        self.number = 0  # of the last event
        self.game = 0  # which game of the session this is; 0 before the first has begun
        self.seats = self.match.seats  # the contestants who are player 1 and player 2
        self.round = Round(setup.game)
        self.offers: dict[int, Offered] = {}  # those that are still open

    @classmethod
    def replay(cls, setup: Setup, events: Iterable[Event]) -> "Session":
        """The session after these events."""
        session = cls(setup)
        for event in events:
            session.apply(event)
        return session

    @property
    def setup(self) -> Setup:
        """What was agreed on, with everyone's name as it is now."""
        return self.match.setup

    @property
    def finished(self) -> bool:
        """Whether the match is over; only a rematch could follow."""
        return self.match.over and not self.under_way

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
        return self.setup.names[self.seats[seat - 1]]

    def is_person(self, seat: int) -> bool:
        """Whether a person sits there, whose commands come from a front end."""
        return self.setup.is_person(self.seats[seat - 1])

    def offer_of(self, seat: int, what: str) -> Offered | None:
        """The open offer of this kind that a seat has made, if any."""
        return next((each for each in self.offers.values() if (each.seat, each.what) == (seat, what)), None)

    def check_offers(self) -> None:
        """Raise ValueError where an open offer is to take back moves that were not made."""
        plies = range(len(self.round.moves))
        if any(each.what == UNDO and each.to_ply not in plies for each in self.offers.values()):
            raise ValueError("no moves are there to be taken back")

    def rematch_setup(self) -> Setup:
        """What a rematch is played by: the same, but the other contestant begins."""
        return replace(self.setup, first=1 - self.setup.first)

    def decide(self, command: Command) -> tuple[Event, ...]:
        """The events that a command brings about, none of them applied; Refused if it brings about none."""
        return decide(self, command)

    def apply(self, event: Event) -> None:
        """Change the session by an event, which is never refused."""
        _APPLIED_BY[type(event)](self, event)
        self.number = event.number

    def _begin(self, event: Begun) -> None:
        self.game, self.seats = event.game, event.seats
        self.round = Round(self.setup.game)
        self.offers.clear()

    def _make_move(self, event: Moved) -> None:
        self.round.play(canonical_moves(self.setup.game)[event.move])
        self.offers.clear()

    def _open_offer(self, event: Offered) -> None:
        known = self.offer_of(event.seat, event.what)
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
        self.match.add(event.result.winner, self.seats)
        self.offers.clear()

    def _begin_again(self, event: Rematched) -> None:
        self.match = Match(self.rematch_setup())
        self.offers.clear()

    def _seat(self, event: Seated) -> None:
        self.match.setup = self.setup.with_person(self.seats[event.seat - 1], event.name)


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
