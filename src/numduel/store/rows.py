"""Rows: how what is kept of a game becomes a record again, and the other way round."""

import contextlib
import time
from collections.abc import Iterable, Iterator

from ..core.frozen import replace
from ..core.hints import TYPE_CHECKING, Any
from ..core.packages import BrokenPackage
from ..match.round import Ending, Result
from ..match.setup import display_name, is_person
from .base import Change, GameRow, Score
from .errors import Damaged, EarlierReading, NoSuchGame, StoreError

if TYPE_CHECKING:
    from ..match.events import Event
    from ..match.record import Record
    from ..match.setup import Setup
    from .base import Store


def now() -> str:
    """The present moment, as records date games."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def as_row(record: "Record", uid: str) -> GameRow:
    """What is kept of a record beside its moves."""
    import json  # not needed by who only looks at what games there are

    result = record.result
    return GameRow(
        match=None,
        round=record.round,
        uid=uid,
        spec=record.spec,
        player1=record.players[0],
        player2=record.players[1],
        date=record.date,
        seed=record.seed,
        max_turns=record.max_turns,
        undo=record.undo_policy,
        hint_limit=record.hint_limit,
        hints1=record.hints[0],
        hints2=record.hints[1],
        undos=record.undos,
        **({} if result is None else columns_of_result(result)),
        extra=json.dumps({"comments": record.comments, "tags": record.tags}),
        moves=len(record.moves),
        reading=record.game.reading,
    )


def columns_of_result(result: Result) -> dict[str, Any]:
    """What a row says of how a game ended."""
    return {
        "ending": result.ending.value,
        "winner": result.winner,
        "player": result.player,
        "attempt": result.attempt,
    }


def fingerprint(record: "Record") -> str:
    """What a record without a uid is known by: everything in it, in the order that it always was."""
    from .seals import seal  # it brings SQLite along, for which there is no use where nothing is kept

    result = record.result
    ended = None if result is None else (result.winner, result.ending, result.attempt or result.reason)
    everything = (
        record.spec, record.moves, ended, record.players, record.date, record.seed, record.round,
        record.max_turns, record.hints, record.undos, record.undo_policy, record.hint_limit, record.uid,
        record.comments, record.tags,
    )  # fmt: skip
    return seal(everything).hex()[:32]


def extends(number: int, kept: "Record", copy: "Record") -> bool:
    """Whether a copy of a kept game goes further than that; StoreError if it went otherwise."""
    if (kept.game, kept.max_turns) != (copy.game, copy.max_turns):
        raise StoreError(f"game {number} is here already, under other settings than in the file")
    if kept.moves == copy.moves and kept.result == copy.result:
        return False
    if copy.result is None and copy.moves == kept.moves[: len(copy.moves)]:
        return False
    if kept.result is not None or kept.moves != copy.moves[: len(kept.moves)]:
        raise StoreError(f"game {number} is here already, and it went otherwise than in the file")
    return True


def extend_to(number: int, row: GameRow, copy: "Record") -> Change:
    """What becomes of a kept game that goes on as a copy of it did.

    If a session has played it, it goes on by events, as if whoever played had done so at that table.
    """
    from ..match.events import Ended, Moved  # whoever only lists games need not know them

    result, made = copy.result, copy.moves[row.moves :]
    last = row.events
    events: list[Event] = []
    if last:
        for ply, text in enumerate(made, row.moves):
            events.append(Moved(last + 1 + len(events), 1 + ply % 2, ply, text))
        if result is not None:
            events.append(Ended(last + 1 + len(events), result))
    after = as_row(copy, row.uid)
    # With its comments: they also tell that not all of the game was played here.
    names = ("ending", "winner", "player", "attempt", "moves", "reading", "extra")
    changes = {name: getattr(after, name) for name in names}
    after = replace(row, **changes, events=last + len(events))
    return Change(
        match=None, game=number, before=row, after=after, kept=row.moves, moves=made, events=tuple(events)
    )


def as_record(number: int, row: GameRow, moves: tuple[str, ...]) -> "Record":
    """The record of a game, its result worked out from its moves and compared with the one that was kept."""
    try:
        return _with_result(_record(row, moves), row)
    except ValueError as error:
        if _read_otherwise_since(row):
            raise EarlierReading(
                f"game {number} was played under an earlier reading of its rules: {error}"
            ) from None
        raise Damaged(f"game {number} cannot be replayed: {error}") from None


def _record(row: GameRow, moves: tuple[str, ...]) -> "Record":
    from ..match.record import Record  # whoever only plays has none

    comments, tags = _extra_of(row)
    return Record(
        row.spec,
        moves,
        players=(row.player1, row.player2),
        date=row.date,
        seed=row.seed,
        round=row.round,
        max_turns=row.max_turns,
        hints=(row.hints1, row.hints2),
        undos=row.undos,
        undo_policy=row.undo,
        hint_limit=row.hint_limit,
        uid=row.uid,
        comments=comments,
        tags=tags,
    )


def _extra_of(row: GameRow) -> tuple[tuple[tuple[int, str], ...], tuple[tuple[str, str], ...]]:
    """The comments and the other tags of a game; ValueError if they are none, whatever the seal says."""
    import json

    try:
        extra = json.loads(row.extra)
        comments = tuple((after, text) for after, text in extra.get("comments", ()))
        tags = tuple((name, text) for name, text in extra.get("tags", ()))
    except (AttributeError, TypeError, RecursionError):
        raise ValueError("its comments cannot be read") from None
    texts = [*(text for _, text in comments), *(each for tag in tags for each in tag)]
    if {type(after) for after, _ in comments} - {int} or {*map(type, texts)} - {str}:
        raise ValueError("its comments cannot be read")
    return comments, tags


def _with_result(record: "Record", row: GameRow) -> "Record":
    """The record with its result; RecordError if that is not the one that was kept."""
    from ..match.record import RecordError

    record = record.with_result(row.ending or "", row.player, row.attempt)
    result = record.result
    if row.ending is not None and (result is None or result.winner != row.winner):
        raise RecordError("its winner does not follow from its moves")
    if row.ending is None and result is not None and _read_otherwise_since(row):
        raise RecordError(f"it is over after move {len(record.moves)}")
    return record


def person_who_won(name: str, opponent: str, players: tuple[str, str]) -> str | None:
    """What a person is called who won, as `name`, a game that `players` agreed on; None if it was no person.

    Nothing is what someone is called who gave no name. `opponent` is what the computer is called.
    """
    for contestant, who in enumerate(players):
        other = players[1 - contestant]
        if is_person(who) and not is_person(other) and display_name(other) == opponent:
            given = display_name(who)
            return given if name == (given or "AB"[contestant]) else name  # they may have sat down since
    return None


def is_unaided_win(row: GameRow) -> bool:
    """Whether a game was won by the rules, with no help to the winner and nothing of it from outside."""
    hints = row.hints1 if row.winner == 1 else row.hints2
    by_rule = row.winner is not None and row.ending == Ending.RULE.value
    return by_rule and not (hints or row.undos) and row.extra == "{}"


def results_of(row: GameRow) -> list[tuple[str, int, str]]:
    """What a game was to each player: the name, the seat and the result; nothing if it was never played."""
    if row.untouched:
        return []
    met = {"unfinished": "unfinished", "draw": "drawn"}
    return [
        (player, seat, met.get(row.result) or ("won" if row.winner == seat else "lost"))
        for seat, player in enumerate((row.player1, row.player2), 1)
    ]


def score_of(row: GameRow, events: "Iterable[Event]", first: int) -> Score:
    """How a game counts in its match, in which the contestant `first` began."""
    from ..match.events import Begun

    if row.ending is None:
        return Score()
    if row.winner is None:
        return Score(draws=1)
    opener = first if (row.round or 1) % 2 else 1 - first
    seats = next((event.seats for event in events if isinstance(event, Begun)), (opener, 1 - opener))
    return Score(one=1) if seats[row.winner - 1] == 0 else Score(other=1)


@contextlib.contextmanager
def taking_up(number: int) -> Iterator[None]:
    """Raise Damaged where what is kept of a game cannot have happened, whatever its seals say."""
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError):
        raise Damaged(f"game {number}: its events lead to no game") from None


def given_names(names: tuple[str, str], setup: "Setup | None") -> tuple[str, str]:
    """The names that a store has of two players; nothing for a person without a name in a single game.

    The store calls such people A and B. That tells two contestants apart through a match, but of a single
    game it tells nothing: who takes the other seat has the other letter.
    """
    if setup is None or not setup.single:
        return names
    nameless = {letter for letter, who in zip("AB", setup.players, strict=True) if not display_name(who)}
    one, other = ("" if name in nameless else name for name in names)
    return one, other


def _read_otherwise_since(row: GameRow) -> bool:
    """Whether the rulebook has been read otherwise since the game was played."""
    from ..match.record import Record, RecordError

    try:
        return row.reading < Record(row.game).game.reading
    except (BrokenPackage, RecordError):  # a game that is not installed any more, or broken
        return False


def is_of_earlier_reading(store: "Store", number: int, row: GameRow) -> bool:
    """Whether a game cannot be replayed because its rulebook was read otherwise when it was played."""
    if not _read_otherwise_since(row):
        return False
    try:
        store.record(number)
    except EarlierReading:
        return True
    except (Damaged, NoSuchGame, StoreError):  # a request for the game itself says so
        return False
    return False
