"""Journal: the events of a session on their way into a store.

One order holds for every command: it is decided, made durable, and applied; only then is anyone told. Where
many commands come at once they may be held, and made durable together before the first of them is told.
"""

import os
from collections.abc import Iterable, Iterator

from ..core.errors import ArgumentError
from ..core.frozen import replace
from ..core.hints import TYPE_CHECKING
from ..match.events import Begun, Command, Declined, Ended, Event, Hinted, Moved, Offered, TakenBack
from ..match.round import Ending, Result, result_at
from ..match.session import Session
from ..match.setup import MAX_NAME_LENGTH, PERSON, UNDO_POLICIES, Setup
from .base import Change, GameRow, MatchRef, Score, Store, WrittenGame
from .errors import NoSuchGame, StoreError, gone_on
from .installed import check_installed
from .pending_game import PendingGame
from .rows import now, taking_up

if TYPE_CHECKING:
    from ..match.record import Record


class Journal:
    """Carries out the commands of one session and keeps what happens. Without a store it only carries out.

    One thread at a time may use it. Whoever may be interrupted (by Ctrl-C, say) puts that off meanwhile.

    >>> import numduel
    >>> from numduel.match.events import NextGame, Play
    >>> journal = Journal(Session(Setup(game=numduel.load("operation-duel"))))
    >>> journal.submit(NextGame(1)), journal.submit(Play(1, "*2"))
    ((Begun(number=1, game=1, seats=(0, 1)),), (Moved(number=2, seat=1, ply=0, move='*2'),))
    """

    def __init__(
        self,
        session: Session,
        store: Store | None = None,
        match: MatchRef | None = None,
        *,
        from_beginning: bool = False,
    ) -> None:
        if session.number:
            raise ArgumentError("a session that has begun already is taken up from its store")
        self.session = session
        self.store = store
        self.from_beginning = from_beginning  # whether games are kept from their beginning
        self._match = MatchRef(session.setup) if match is None else match
        self._early: list[Event] = []  # what happened before the first game began
        self._pending: list[PendingGame] = []  # the game under way is the last

    def submit(self, command: Command, hold: bool = False) -> tuple[Event, ...]:
        """What has happened by a command; Refused if nothing has, StoreError if it could not be kept.

        A game is kept from its first move on: what comes before (that it has begun, who sits where, an offer)
        becomes durable with that; where games are kept `from_beginning`, all of it is durable by itself.

        With `hold` it is not durable before `commit`, and must not be told before.
        """
        events = self.session.decide(command)
        for event in events:
            self._note(event)
        if not hold:
            try:
                self.commit()
            except BaseException:
                self._forget(events)
                raise
        self._apply(events)
        return events

    def _apply(self, events: Iterable[Event]) -> None:
        for event in events:
            self.session.apply(event)

    def _note(self, event: Event) -> None:
        if self.store is None:
            return
        if isinstance(event, Begun):
            self._pending.append(self._new_pending_game(event))
        events = self._pending[-1].events if self._pending else self._early
        events.append(event)

    def _new_pending_game(self, event: Begun) -> PendingGame:
        early = [] if self._pending else self._early
        pending = PendingGame(
            row=self._new_row(event),
            setup=self.session.setup,
            seats=event.seats,
            from_beginning=self.from_beginning,
        )
        pending.events += early
        return pending

    def _forget(self, events: tuple[Event, ...]) -> None:
        """Drop what was noted last, since it was not written; if it was, let it have happened."""
        if self.store is None:
            return
        if events[-1] not in (self._pending[-1].events if self._pending else self._early):
            self._apply(events)  # interrupted just after it had become durable
            return
        for event in reversed(events):
            if isinstance(event, Begun):
                self._pending.pop()
            else:
                (self._pending[-1].events if self._pending else self._early).pop()

    def _new_row(self, event: Begun) -> GameRow:
        setup = self.session.setup
        one, other = (setup.names[contestant] for contestant in event.seats)
        return GameRow(
            match=self._match.number,
            round=event.game,
            uid=os.urandom(16).hex(),
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

    @property
    def match(self) -> int | None:
        """The number of its match in the store; None before anything is there."""
        return self._match.number

    @property
    def last_saved(self) -> int | None:
        """The number of the last game that is in the store."""
        return None if self._match.last is None else self._match.last[0]

    @property
    def last_row(self) -> GameRow | None:
        """What the store has of that game."""
        return None if self._match.last is None else self._match.last[1]

    @property
    def has_kept_some(self) -> bool:
        """Whether the store was given something of the game that was under way at the last commit."""
        return bool(self._pending) and self._pending[0].number is not None

    def stop_saving(self) -> None:
        """Carry out commands from now on without keeping anything."""
        self.store = None

    def commit(self) -> None:
        """Make everything durable that has been held; StoreError if that fails."""
        if self.store is not None:
            (error,) = commit_all([self])
            if error is not None:
                raise error
            del self._pending[:-1]

    def _batch(self) -> list[tuple[PendingGame, Change]]:
        """The games with something to write, and what that is."""
        return [(pending, pending.change(self._match)) for pending in self._pending if pending.to_be_written]

    def _mark_written(self, batch: list[tuple[PendingGame, Change]], written: list[WrittenGame]) -> None:
        for (pending, change), numbers in zip(batch, written, strict=True):
            pending.mark_written(numbers, change)
            self._match = self._match.with_game(numbers, pending.row, new=change.match is not None)
        del self._pending[:-1]

    def _resume_game(self, number: int, row: GameRow, replayed: list[Event]) -> None:
        """Go on with a game that the store has; `replayed` are events of it that the store lacks."""
        session = self.session
        self._pending = [
            PendingGame(row=row, number=number, setup=session.setup, seats=session.seats, replayed=replayed)
        ]
        self._match = replace(self._match, last=(number, row))

    def _happened(self, event: Event) -> None:
        """Let something have happened that follows from what the store has; it is held."""
        self._note(event)
        self.session.apply(event)


def commit_all(journals: Iterable[Journal]) -> list[StoreError | None]:
    """Make durable, in one commit, what journals on one store hold; what went wrong with each, or None.

    Each journal's part is written whole or not at all. StoreError if nothing could be written.
    """
    journals = list(journals)
    held = [journal._batch() for journal in journals]
    stores = {
        id(journal.store): journal.store for journal, batch in zip(journals, held, strict=True) if batch
    }
    if len(stores) > 1:
        raise ArgumentError("journals that are committed together must have the same store")
    errors: list[StoreError | None] = [None] * len(journals)
    for store in stores.values():
        assert store is not None
        answers = iter(store.write([[change for _, change in batch] for batch in held if batch]))
        for index, batch in enumerate(held):
            answer = next(answers) if batch else []
            if isinstance(answer, StoreError):
                errors[index] = answer
            else:
                journals[index]._mark_written(batch, answer)
    return errors


def resume(store: Store, number: int, *, from_beginning: bool = False) -> Journal:
    """The journal of the session that a kept game belongs to, which stands as it was left.

    With `from_beginning`, games that follow are kept from their beginning.

    NoSuchGame if there is no such game; Damaged or EarlierReading if it cannot be gone on with.
    """
    with store.at_one_moment():
        return _taken_up(store, number, from_beginning)


def _taken_up(store: Store, number: int, from_beginning: bool) -> Journal:
    row = store.row(number)
    check_installed(number, row)
    if row.match is None:
        journal = Journal(Session(setup_of(store.record(number))), store, from_beginning=from_beginning)
        games = [(number, row)]
    else:
        setup = store.setup(row.match)
        journal = Journal(Session(setup), store, MatchRef(setup, row.match), from_beginning=from_beginning)
        games = store.games_of_match(row.match)
        journal._match = MatchRef(setup, row.match, tuple(each for each, _ in games))
        _count_deleted(journal.session, store.deleted_score(row.match))
    games.sort(key=lambda game: game[1].ending is None)  # finished ones are counted, then one is gone on with
    if not games:
        raise NoSuchGame(number)  # it was deleted meanwhile
    for each, kept in games[:-1]:
        if kept.ending is not None:
            events = store.events(each)
            with taking_up(each):
                _count(journal.session, kept, events)
    _go_on(journal, store, *games[-1])
    return journal


def setup_of(record: "Record") -> Setup:
    """How to go on with a game that came from elsewhere: as a match of its own, between two people."""
    one, other = (
        f"{PERSON}:{name}" if name.isprintable() and len(name) <= MAX_NAME_LENGTH else PERSON
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


def _count_deleted(session: Session, score: Score) -> None:
    """Let games count that were deleted, or the match would have that many too many."""
    session.match.points, session.match.draws = [score.one, score.other], score.draws


def _count(session: Session, row: GameRow, known: list[Event]) -> None:
    """Let a finished game have happened, of which only who played and who won still matters."""
    begun = _beginning(session)
    result = Result(row.winner, Ending(row.ending), "", player=row.player, attempt=row.attempt)
    for event in known or [begun, Ended(begun.number + 1, result)]:
        if not isinstance(event, _DURING_A_GAME):
            session.apply(event)


_DURING_A_GAME = (Moved, TakenBack, Hinted, Offered, Declined)


def _beginning(session: Session) -> Begun:
    """How the next game begins."""
    return Begun(session.number + 1, session.game + 1, session.match.seats)


def _go_on(journal: Journal, store: Store, number: int, row: GameRow) -> None:
    """Bring a session to where the last of its games was left."""
    session = journal.session
    record = store.record(number)  # replayed by the rules: sound enough to go on with
    known = store.events(number)
    if row.events != (known[-1].number if known else 0):
        raise gone_on("game", number)
    begun = _beginning(session)
    replayed = [] if known else list(_events_of(record, begun, ended=row.ending is not None))
    with taking_up(number):
        for event in known or replayed:
            session.apply(event)
        session.check_offers()
    session.round.hints = list(record.hints)  # those of earlier versions of numduel are in no event
    journal._resume_game(number, row, replayed)
    result = result_at(session.round.position, session.setup.max_turns)
    if result is not None and row.ending is None:  # it was ended by its last move, and only that was kept
        journal._happened(Ended(session.number + 1, result))


def _events_of(record: "Record", begun: Begun, ended: bool) -> Iterator[Event]:
    """A game of which only the record is known, as events."""
    yield begun
    for ply, text in enumerate(record.moves):
        yield Moved(begun.number + 1 + ply, 1 + ply % 2, ply, text)
    if ended and record.result is not None:
        yield Ended(begun.number + 1 + len(record.moves), record.result)
