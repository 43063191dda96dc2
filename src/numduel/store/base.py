"""Store: what keeps games, whatever it keeps them in.

Front ends and the journal know this protocol alone. An implementation makes each batch of changes a
transaction of its own, and may be used from several threads.
"""

from collections.abc import Container, Iterable, Iterator, Sequence

from ..core.errors import ArgumentError
from ..core.frozen import Frozen
from ..core.hints import TYPE_CHECKING, Protocol
from .errors import Damaged, StoreError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from ..match.events import Event
    from ..match.record import Record
    from ..match.setup import Setup
    from .attempts import Attempts
    from .lessons import Lessons
    from .rooms import Rooms


class GameRow(Frozen, kw_only=True):
    """What is kept of a game beside its moves and its events."""

    match: int | None
    round: int | None
    uid: str
    spec: str
    player1: str
    player2: str
    date: str
    seed: int | None
    max_turns: int | None
    undo: str
    hint_limit: int | None
    hints1: int = 0
    hints2: int = 0
    undos: int = 0
    ending: str | None = None  # None: unfinished
    winner: int | None = None
    player: int | None = None  # who resigned, forfeited, ran out of time or left
    attempt: str = ""
    extra: str = "{}"  # comments and unknown tags, as JSON
    moves: int = 0  # how many there are
    reading: int = 1  # of the rulebook, under which it was played
    events: int = 0  # the number of the last event; 0 where no session played it
    # What its moves and its events come to, where a store knows: another as soon as one of them is another.
    links: tuple[bytes, bytes] | None = None

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.spec.partition(":")[0]

    @property
    def result(self) -> str:
        """What the game came to, as one of `RESULTS`."""
        return "unfinished" if self.ending is None else "draw" if self.winner is None else str(self.winner)

    @property
    def untouched(self) -> bool:
        """Whether it was begun at a table, and nothing has happened in it yet."""
        nothing = (self.moves, self.hints1, self.hints2, self.undos) == (0, 0, 0, 0)
        return nothing and self.ending is None and self.events > 0


class MatchRef(Frozen):
    """A match: how it was set up, and the number under which the store has it, or None where it is new.

    `games` are those that it is known to have, `last` the one that was written or read last. Where they are
    given, a game is only added to the match if nobody else has gone on with it.
    """

    setup: "Setup"
    number: int | None = None
    games: tuple[int, ...] | None = None
    last: "tuple[int, GameRow] | None" = None

    def with_game(self, written: "WrittenGame", row: GameRow, new: bool) -> "MatchRef":
        """The same after a game was written, which may be new to the match."""
        games = () if self.number is None else self.games
        if new and games is not None:
            games = (*games, written.game)
        return MatchRef(self.setup, self.number or written.match, games, (written.game, row))


class Change(Frozen, kw_only=True):
    """What has become of a game since it was last written.

    The store must still have `before`, or someone else has been at it. Of the moves that it has, the first
    `kept` stay, and `moves` follow them; `events` are new.
    """

    match: MatchRef | None  # which it becomes part of; None where `after` says that already
    game: int | None  # its number; None where it is new
    before: GameRow | None
    after: GameRow
    kept: int
    moves: tuple[str, ...]
    events: "tuple[Event, ...]"


Batch = Sequence[Change]  # of one session: where a match is new, it is the same in all of them


class WrittenGame(Frozen):
    """The numbers under which the store has a game and its match, and the links of the game by now."""

    game: int
    match: int | None
    links: tuple[bytes, bytes] | None = None


Written = list[WrittenGame] | StoreError  # of a batch, change by change; or why it was not written


class Filter(Frozen, kw_only=True):
    """Which games to list: all of them, unless something is said. `result` is one of `RESULTS`."""

    before: int | None = None  # only games with lower numbers
    game: str | None = None
    player: str | None = None  # in either seat
    result: str | None = None

    def __post_init__(self) -> None:
        if self.result not in (None, *RESULTS):
            raise ArgumentError(f"a game's result is one of {', '.join(RESULTS)}")

    def fits(self, number: int, row: "GameRow") -> bool:
        """Whether a game is one of those."""
        return (
            (self.before is None or number < self.before)
            and self.game in (None, row.game)
            and self.player in (None, row.player1, row.player2)
            and self.result in (None, row.result)
        )


RESULTS = ("1", "2", "draw", "unfinished")
ALL_GAMES = Filter()


class Tally(Frozen):
    """How many games a player, in a seat, has won, lost, drawn or left unfinished."""

    player: str
    seat: int
    result: str
    games: int


class Summary(Frozen):
    """Tallies of the games that are as they were written, and what is wrong with others, a sentence each."""

    tallies: list[Tally]
    aside: list[Damaged]


class Score(Frozen):
    """How games of a match count: the points of each contestant, and draws."""

    one: int = 0
    other: int = 0
    draws: int = 0

    def plus(self, more: "Score") -> "Score":
        """Both together."""
        return Score(self.one + more.one, self.other + more.other, self.draws + more.draws)


class Wins(Frozen):
    """How many games a person has won against a computer, from a seat and at some settings."""

    person: str  # the name they gave, or nothing
    seat: int
    opponent: str
    spec: str
    games: int


class Store(Protocol):
    """Games by their numbers, and the matches they belong to.

    What looks around passes over games that were begun at a table and in which nothing has happened yet.
    """

    @property
    def attempts(self) -> "Attempts":
        """What people have answered to puzzles."""

    @property
    def lessons(self) -> "Lessons":
        """How far people have come in lessons."""

    @property
    def rooms(self) -> "Rooms":
        """The tables of a server."""

    @property
    def name(self) -> str:
        """What a person knows the store by."""

    @property
    def flaws(self) -> Sequence[str]:
        """What was wrong with it as a whole when it was opened, a sentence each."""

    def close(self) -> None:
        """Let go of what it is kept in."""

    def check_writable(self) -> None:
        """Raise StoreError where nothing could be written."""

    def check_in_place(self) -> None:
        """Raise StoreError where what was opened is not there any more, nor what was kept in it."""

    # Playing

    def write(self, batches: Sequence[Batch]) -> list[Written]:
        """Make batches of changes durable together, each whole or not at all: what came of each.

        A match that is new is kept with the first change of its batch.

        A batch that cannot be written, because someone else has been at one of its games or it is damaged,
        is answered with a StoreError and harms no other. Where nothing can be written at all, StoreError is
        raised. Whoever was interrupted, and does not know what came of it, may ask for the same again.
        """

    def setup(self, match: int) -> "Setup":
        """How a match was set up; Damaged if that is not what was written, or if there is no such match."""

    def games_of_match(self, match: int) -> list[tuple[int, GameRow]]:
        """The games of a match, in order; Damaged if one is not as it was written, or is gone.

        One that was deleted is not gone, but no longer of the match.
        """

    def deleted_score(self, match: int) -> Score:
        """How games count that a match had, and that were deleted; Damaged if nobody knows."""

    def last_events(self, matches: Sequence[int]) -> "dict[int, tuple[int, bytes | None]]":
        """The number of the last event of each match, 0 where there are none, and its link if those are kept.

        Matches that are gone are not among them.
        """

    def at_one_moment(self) -> "AbstractContextManager[None]":
        """Everything that this thread reads within is of one moment, whatever others write meanwhile."""

    def foreign_version(self) -> int:
        """A number that is another one whenever another program has written since it was last asked for."""

    def events(self, game: int, after: int = 0) -> "list[Event]":
        """The events of a game from the number after `after` on.

        NoSuchGame if there is no such game; Damaged if they are not as they were written.
        """

    def went_otherwise(self, game: int, row: GameRow) -> bool:
        """Whether a game has not the last event that it had with this row: the store was put back."""

    # Games, whole

    def row(self, game: int) -> GameRow:
        """What is kept of a game; NoSuchGame if there is none, Damaged if it is not as it was written."""

    def record(self, game: int) -> "Record":
        """A game as a record, replayed by its rules.

        NoSuchGame if there is none; Damaged if anything in it is not as it was written; EarlierReading if its
        rules have been read otherwise since, or (NotInstalled) are not there.
        """

    def add_records(self, records: "Iterable[Record]") -> list[tuple[int, str]]:
        """Keep records, all or none: the number of each, and whether it is `new`, `known` or `longer`.

        A game is kept only once. A copy of an unfinished one that goes further takes its place.
        """

    def delete(self, game: int, uid: str | None = None) -> None:
        """Forget a game altogether, damaged or not; NoSuchGame if there is none.

        Gone if it has another uid than the one that is given.
        """

    def clear_unplayed(self, before: str, spare: Container[str] = (), most: int = 100) -> int:
        """Forget tables that were last used before a moment and never played at, with their games; how many.

        Those in `spare` stay, and all but so many of the others.
        """

    # Looking around

    def page(self, most: int, where: Filter = ALL_GAMES) -> Iterator[tuple[int, GameRow | Damaged]]:
        """Games from the newest back, at most so many, that fit; damaged ones in their place."""

    def last_of_matches(self, most: int) -> list[int]:
        """The last game of each of the newest matches, and games without one, from the newest back."""

    def last_unfinished(self) -> int | None:
        """The newest game that is not finished."""

    def rows_gone(self) -> int:
        """How many games, matches and the like have gone behind its back, as far as numbers tell; quickly."""

    def tallies(self) -> Summary:
        """How often each player, in each seat, met each result; and every sign that this is not all."""

    def unaided_wins(
        self, opponents: Sequence[str], spec: str | None = None, before: int | None = None
    ) -> list[Wins]:
        """What people have won by the rules, without help, against computers with these names.

        A game counts where it was played here from beginning to end, was not won by resigning, leaving or
        time, the winner had no hint, and no move was taken back. With `spec` only games at these settings
        count, with `before` only games with lower numbers.
        """

    def problems(self) -> list[str]:
        """Everything that is not as it was written, a sentence each; nothing if all is well."""
