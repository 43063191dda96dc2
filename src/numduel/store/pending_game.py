"""PendingGame: one game of a session, and what is to be written about it."""

from collections.abc import Sequence

from ..core.frozen import replace
from ..core.hints import Any
from ..match.events import Begun, Declined, Ended, Event, Hinted, Moved, Offered, Rematched, Seated, TakenBack
from ..match.setup import Setup
from .base import Change, GameRow, MatchRef, WrittenGame
from .rows import columns_of_result

# What alone is not worth keeping a game for.
_BEFORE_PLAY = (Begun, Seated, Offered, Declined, Rematched)


class PendingGame:
    """What the store has of a game, and the events that it lacks.

    Events only gather here. What they change is worked out when it is to be written, so that nothing has
    to be undone where writing fails.
    """

    def __init__(
        self,
        row: GameRow,
        setup: Setup,
        seats: tuple[int, int],
        *,
        number: int | None = None,
        replayed: Sequence[Event] = (),
        from_beginning: bool = False,
    ) -> None:
        self.row = row  # as the store has it; of a new game, as it begins
        self.number = number  # None: the store does not have it yet
        self.setup = setup  # with everyone's name as of `row`
        self.seats = seats
        self.replayed = replayed  # the store lacks them too, but has what came of them
        self.from_beginning = from_beginning  # kept from its beginning, not from its first move
        self.events: list[Event] = []

    @property
    def to_be_written(self) -> bool:
        """Whether anything has happened in the game that must not be lost."""
        if self.number is not None or self.from_beginning:
            return bool(self.events)
        return any(not isinstance(event, _BEFORE_PLAY) for event in self.events)

    def change(self, match: MatchRef) -> Change:
        """Everything that is to be written; a game that is new or without a match becomes one of `match`."""
        kept, moves, changes = self._fold()
        changes |= {"moves": kept + len(moves), "events": self.events[-1].number}
        return Change(
            match=match if self.number is None or self.row.match is None else None,
            game=self.number,
            before=None if self.number is None else self.row,
            after=replace(self.row, **changes),
            kept=kept,
            moves=tuple(moves),
            events=(*self.replayed, *self.events),
        )

    def _fold(self) -> tuple[int, list[str], dict[str, Any]]:
        """How many of the moves stay, those that follow them, and what else has changed."""
        kept, moves = self.row.moves, list[str]()
        # Whoever goes on with a game has replayed it by the rules as they are read now.
        changes: dict[str, Any] = {"reading": self.setup.game.reading}
        for event in self.events:
            match event:
                case Moved():
                    moves.append(event.move)
                case TakenBack():
                    kept = min(kept, event.to_ply)
                    del moves[event.to_ply - kept :]
                    self._count(changes, "undos")
                case Hinted():
                    self._count(changes, f"hints{event.seat}")
                case Ended():
                    changes |= columns_of_result(event.result)
        return kept, moves, changes | self._names()

    def _count(self, changes: dict[str, Any], name: str) -> None:
        changes[name] = changes.get(name, getattr(self.row, name)) + 1

    def _names(self) -> dict[str, str]:
        """What the players are called after someone has sat down."""
        setup = self._setup_now()
        if setup is self.setup:
            return {}
        return {f"player{seat}": setup.names[who] for seat, who in enumerate(self.seats, 1)}

    def _setup_now(self) -> Setup:
        setup = self.setup
        for event in self.events:
            if isinstance(event, Seated):
                setup = setup.with_person(self.seats[event.seat - 1], event.name)
        return setup

    def mark_written(self, numbers: WrittenGame, change: Change) -> None:
        """Take note that the store has everything, under these numbers."""
        self.row = replace(change.after, match=numbers.match, links=numbers.links)
        self.number = numbers.game
        self.setup, self.replayed, self.events = self._setup_now(), (), []
