"""Rows: what is kept of a match and of a game beside its moves, and how that becomes a record again."""

import dataclasses
import json
from typing import Any

from ..match.record import Record, RecordError, check
from . import Damaged, seals


@dataclasses.dataclass(frozen=True, slots=True)
class MatchRow:
    """What a match was set up with."""

    spec: str
    who1: str
    who2: str
    first: int
    rounds: int | None
    points: int | None
    max_turns: int | None
    seed: int
    undo: str
    hint_limit: int | None


@dataclasses.dataclass(frozen=True, slots=True)
class GameRow:
    """What is kept of a game beside its moves. `moves` counts them, and `head` is the last link."""

    match: int | None
    round: int | None
    uid: str
    game: str
    spec: str
    player1: str
    player2: str
    date: str
    seed: int | None
    max_turns: int | None
    undo: str
    hint_limit: int | None
    hints1: int
    hints2: int
    undos: int
    ending: str | None
    winner: int | None
    attempt: str
    extra: str
    moves: int
    head: bytes

    def seal(self, number: int) -> bytes:
        """The seal over everything in the row of that number."""
        return seals.seal((number, *dataclasses.astuple(self)))


def checked(number: int, found: tuple[Any, ...]) -> GameRow:
    """The row that was found, its seal last; Damaged if the two do not fit."""
    row = GameRow(*found[:-1])
    if row.seal(number) != found[-1]:
        raise Damaged(f"game {number}: what is kept about it is not as it was written")
    return row


def as_row(record: Record, uid: str) -> GameRow:
    """What is kept of a record beside its moves."""
    extra = json.dumps({"comments": record.comments, "tags": record.tags})
    result = record.result
    return GameRow(
        None, record.round, uid, record.spec.partition(":")[0], record.spec, *record.players, record.date,
        record.seed, record.max_turns, record.undo_policy, record.hint_limit, *record.hints, record.undos,
        None if result is None else result.ending.value, None if result is None else result.winner,
        "" if result is None else result.attempt, extra, 0, b"",
    )  # fmt: skip


def as_record(number: int, row: GameRow, moves: tuple[str, ...]) -> Record:
    """The record of a game, its result worked out from its moves."""
    extra = json.loads(row.extra)
    try:
        return check(
            Record(
                row.spec, moves, None, (row.player1, row.player2), row.date, row.seed, row.round,
                row.max_turns, (row.hints1, row.hints2), row.undos, row.undo, row.hint_limit, row.uid,
                tuple((after, text) for after, text in extra.get("comments", ())),
                tuple((name, text) for name, text in extra.get("tags", ())),
            ),
            row.ending or "", row.winner, row.attempt,
        )  # fmt: skip
    except RecordError as error:
        raise Damaged(f"game {number} cannot be replayed: {error}") from None
