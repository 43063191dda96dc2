"""How games count that were deleted from a match, or that nobody can read any more."""

import contextlib
import dataclasses
from pathlib import Path

import pytest
from stored import SETUP, begin, play, raw

from numduel.match.events import NextGame, Resign
from numduel.match.record import Record
from numduel.match.round import Ending
from numduel.store.base import Change, MatchRef, Score, Store
from numduel.store.errors import Damaged
from numduel.store.journal import resume
from numduel.store.rows import as_row
from numduel.store.sqlite import SqliteStore

OPEN = Record("digit-stack", ("2", "5"))
DRAWN = dataclasses.replace(OPEN, max_turns=2).with_result("")
RESIGNED = [OPEN.with_result(Ending.RESIGNATION.value, seat) for seat in (1, 2)]


def games(letter: str, *records: Record) -> list[Change]:
    """The games of a new match, one a round."""
    return [
        Change(
            match=MatchRef(SETUP),
            game=None,
            before=None,
            after=as_row(dataclasses.replace(record, round=number), f"{letter}{number}"),
            kept=0,
            moves=record.moves,
            events=(),
        )
        for number, record in enumerate(records, 1)
    ]


def test_deleted_games_count_as_they_ended(any_store: Store) -> None:
    any_store.write([games("a", RESIGNED[0], RESIGNED[0], DRAWN, RESIGNED[1], OPEN), games("b", OPEN)])
    scores = [any_store.deleted_score(1)]
    for number in range(1, 6):
        any_store.delete(number)
        scores.append(any_store.deleted_score(1))
    # In the second and the fourth game the other contestant began.
    assert scores == [
        Score(0, 0, 0), Score(0, 1, 0), Score(1, 1, 0), Score(1, 1, 1), Score(1, 2, 1), Score(1, 2, 1),
    ]  # fmt: skip
    assert any_store.deleted_score(2) == Score()
    assert [number for number, _ in any_store.games_of_match(2)] == [6]
    assert any_store.problems() == []


def test_the_game_after_a_deleted_one_is_not_numbered_like_it(any_store: Store) -> None:
    journal = begin(any_store, dataclasses.replace(SETUP, rounds=3))
    play(journal, "2").submit(Resign(2))
    journal.submit(NextGame(1))
    play(journal, "2").submit(Resign(2))
    any_store.delete(2)
    journal = resume(any_store, 1)
    journal.submit(NextGame(1))
    play(journal, "2")
    assert [any_store.row(number).round for number in (1, 3)] == [1, 3]


def test_how_a_damaged_game_counted_is_known_to_nobody_and_only_its_match_lacks_it(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        store.write([games("a", *RESIGNED), games("b", *RESIGNED), games("c", DRAWN)])
        raw(path, "UPDATE games SET seed = 5 WHERE id IN (3, 5)")
        store.delete(3)
        with pytest.raises(Damaged, match="match 2: its score is unknown, since a damaged game of it was"):
            store.deleted_score(2)
        store.delete(5)  # all that its match had
        assert (store.deleted_score(1), store.deleted_score(3)) == (Score(), Score())
        listed = [[number for number, _ in store.games_of_match(match)] for match in (1, 2, 3)]
        assert listed == [[1, 2], [4], []]
        store.delete(4)
        with pytest.raises(Damaged, match="match 2: its score is unknown"):
            store.deleted_score(2)
        assert store.problems() == []
