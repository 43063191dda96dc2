"""Journal: the events of a session on their way into a store.

It turns events into rows. One order holds for every command: it is decided, made durable, and applied; only
then is anyone told. Where many commands come at once they may be held, and made durable together before the
first of them is told.
"""

import dataclasses
import uuid
from collections.abc import Iterable
from typing import Any

from ..match.events import (
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
    ended,
)
from ..match.record import Record
from ..match.round import Ending, Result, result_at
from ..match.session import Session
from ..match.setup import LONGEST_NAME, PERSON, UNDO_POLICIES, Setup
from .base import Batch, Change, GameRow, MatchRef, Store, StoreError
from .rows import now

# What alone is not worth keeping a game for.
_BEFORE_PLAY = (Begun, Seated, Offered, Declined, Rematched)


class _Page:
    """One game of a session: what the store has of it, and what is still to be written."""

    def __init__(self, row: GameRow, number: int | None = None) -> None:
        self.number = number
        self.before = row if number is not None else None
        self.after = row
        self.kept = row.moves
        self.moves: list[str] = []
        self.events: list[Event] = []
        self.changes: dict[str, Any] = {}

    @property
    def worth_keeping(self) -> bool:
        """Whether anything has happened in the game that must not be lost."""
        return self.before is not None or any(not isinstance(event, _BEFORE_PLAY) for event in self.events)

    def note(self, event: Event) -> None:
        """Take down what an event changes."""
        self.events.append(event)
        match event:
            case Moved():
                self.moves.append(event.move)
            case TakenBack():
                self.kept = min(self.kept, event.to_ply)
                del self.moves[event.to_ply - self.kept :]
                self._add("undos", 1)
            case Hinted():
                self._add(f"hints{event.seat}", 1)
            case Seated():
                self.changes[f"player{event.seat}"] = event.name
            case Ended():
                for name in ("ending", "winner", "player", "attempt"):
                    self.changes[name] = getattr(event, name)

    def _add(self, name: str, more: int) -> None:
        self.changes[name] = self.changes.get(name, getattr(self.after, name)) + more

    def change(self, match: MatchRef | None) -> Change:
        """Everything that is still to be written."""
        made, last = self.kept + len(self.moves), self.events[-1].number
        self.after = dataclasses.replace(self.after, moves=made, events=last, **self.changes)
        self.changes = {}
        return Change(
            match=match,
            game=self.number,
            before=self.before,
            after=self.after,
            kept=self.kept,
            moves=tuple(self.moves),
            events=tuple(self.events),
        )

    def written(self, number: int, match: int | None) -> None:
        """Take note that the store has everything, under these numbers."""
        self.before = self.after = dataclasses.replace(self.after, match=match)
        self.number, self.kept = number, self.after.moves
        self.moves, self.events = [], []


class Journal:
    """Carries out the commands of one session and keeps what happens. Without a store it only carries out.

    >>> import numduel
    >>> from numduel.match.events import NextGame, Play
    >>> journal = Journal(Session(Setup(game=numduel.load("operation-duel"))))
    >>> journal.submit(NextGame(1)), journal.submit(Play(1, "*2"))
    ((Begun(number=1, game=1, seats=(0, 1)),), (Moved(number=2, seat=1, ply=0, move='*2'),))
    """

    def __init__(self, session: Session, store: Store | None = None, match: MatchRef | None = None) -> None:
        self.session = session
        self.store = store
        self.last_kept: int | None = None  # the number of the last game that is in the store
        self._match = MatchRef(session.setup) if match is None else match
        self._pages: list[_Page] = []  # the game under way last, before it those with something to write

    def submit(self, command: Command, hold: bool = False) -> tuple[Event, ...]:
        """What has happened by a command; Refused if nothing has, StoreError if it could not be kept.

        With `hold` it is not durable before `commit`, and must not be told before.
        """
        events = self.session.decide(command)
        for event in events:
            self._note(event)
        if not hold:
            self.commit()
        for event in events:
            self.session.apply(event)
        return events

    def happened(self, event: Event) -> None:
        """Let something have happened that follows from what the store has; it is held."""
        self._note(event)
        self.session.apply(event)

    def _note(self, event: Event) -> None:
        if self.store is None:
            return
        if isinstance(event, Begun):
            self._pages.append(_Page(self._new_row(event)))
        if self._pages:
            self._pages[-1].note(event)

    def _new_row(self, event: Begun) -> GameRow:
        setup = self.session.setup
        one, other = (setup.names[contestant] for contestant in event.seats)
        return GameRow(
            match=self._match.number,
            round=event.game,
            uid=uuid.uuid4().hex,
            spec=setup.game.spec,
            player1=one,
            player2=other,
            date=now(),
            seed=setup.seed,
            max_turns=setup.max_turns,
            undo=setup.undo,
            hint_limit=setup.hint_limit,
            reading=setup.game.reading,
        )

    def commit(self) -> None:
        """Make everything durable that has been held; StoreError if that fails."""
        if self.store is not None:
            (error,) = commit_all([self])
            if error is not None:
                raise error

    def _batch(self) -> tuple[list[_Page], Batch]:
        """The games with something to write, and what that is."""
        pages = [page for page in self._pages if page.events and page.worth_keeping]
        return pages, [page.change(self._own_match(page)) for page in pages]

    def _own_match(self, page: _Page) -> MatchRef | None:
        # A game that came from elsewhere belongs to no match.
        return None if page.before is not None and page.before.match is None else self._match

    def _written(self, pages: list[_Page], numbers: list[int]) -> None:
        for page, number in zip(pages, numbers, strict=True):
            ref = self._own_match(page)
            page.written(number, None if ref is None else ref.number)
            self.last_kept = number
        del self._pages[:-1]

    def take_up(self, number: int, row: GameRow, unwritten: Iterable[Event] = ()) -> None:
        """Go on with a game that the store has; `unwritten` are events of it that the store lacks."""
        page = _Page(row, number)
        page.events += unwritten
        self._pages = [page]
        self.last_kept = number


def commit_all(journals: Iterable[Journal]) -> list[StoreError | None]:
    """Make durable, in one commit, what journals on one store hold; what went wrong with each, or None."""
    journals = list(journals)
    held = [journal._batch() for journal in journals]
    store = next((journal.store for journal in journals if journal.store is not None), None)
    batches = [batch for _, batch in held if batch]
    if store is None or not batches:
        return [None] * len(journals)
    answers = iter(store.write(batches))
    errors: list[StoreError | None] = []
    for journal, (pages, batch) in zip(journals, held, strict=True):
        written = next(answers) if batch else []
        if isinstance(written, StoreError):
            errors.append(written)
        else:
            journal._written(pages, written)
            errors.append(None)
    return errors


def take_up(store: Store, number: int) -> Journal:
    """The journal of the session that a kept game belongs to, which stands as it was left.

    KeyError if there is no such game; Damaged or EarlierReading if it cannot be gone on with.
    """
    row = store.row(number)
    if row.match is None:
        session, games = Session(setup_of(store.record(number))), [(number, row)]
        journal = Journal(session, store)
    else:
        setup = store.setup(row.match)
        session, games = Session(setup), store.games_of_match(row.match)
        journal = Journal(session, store, MatchRef(setup, row.match))
    for each, kept in games:
        if kept.ending is None:
            _go_on(journal, each, kept)
        else:
            _count(session, kept)
            journal.last_kept = each
    return journal


def setup_of(record: Record) -> Setup:
    """How to go on with a game that came from elsewhere: as a match of its own, between two people."""
    one, other = (
        f"{PERSON}:{name}" if name.isprintable() and len(name) <= LONGEST_NAME else PERSON
        for name in record.players
    )
    return Setup(
        game=record.game,
        players=(one, other),
        max_turns=record.max_turns,
        seed=record.seed or 0,
        undo=record.undo_policy if record.undo_policy in UNDO_POLICIES else "agree",
        hint_limit=record.hint_limit,
    )


def _count(session: Session, row: GameRow) -> None:
    """Let a finished game have happened, of which only the result still matters."""
    assert row.ending is not None
    session.apply(_beginning(session))
    result = Result(row.winner, Ending(row.ending), "", player=row.player, attempt=row.attempt)
    session.apply(ended(session.number + 1, result))
    session.number = max(session.number, row.events)


def _beginning(session: Session) -> Begun:
    """How the next game begins; after the last of a match, with a rematch."""
    if session.match.over:
        session.apply(Rematched(session.number + 1))
    return Begun(session.number + 1, session.game + 1, session.match.seats)


def _go_on(journal: Journal, number: int, row: GameRow) -> None:
    """Bring a session to where an unfinished game was left."""
    session, store = journal.session, journal.store
    assert store is not None
    record = store.record(number)  # replayed by the rules: sound enough to go on with
    begun = _beginning(session)
    known = store.events(number)
    unwritten = [] if known else [begun, *_moves_of(record, begun.number)]
    for event in known or unwritten:
        session.apply(event)
    session.round.hints = list(record.hints)
    journal.take_up(number, row, unwritten)
    result = result_at(session.round.position, session.setup.max_turns)
    if result is not None:  # it was ended by its last move, and only that was kept
        journal.happened(ended(session.number + 1, result))


def _moves_of(record: Record, number: int) -> Iterable[Event]:
    """The moves of a game of which only the record is known, as events numbered from after `number`."""
    for ply, text in enumerate(record.moves):
        yield Moved(number + 1 + ply, 1 + ply % 2, ply, text)
