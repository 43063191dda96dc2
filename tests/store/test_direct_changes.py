"""Changes as a journal writes them, given to a store directly: what it answers, and what it then has."""

import contextlib
import dataclasses
from pathlib import Path
from typing import Any

import pytest
from stored import SETUP, numbers_of

from numduel.match.events import Begun, Moved
from numduel.match.record import Record
from numduel.store.base import Change, GameRow, MatchRef, Store
from numduel.store.errors import OVERWRITTEN, NotInstalled, StoreError
from numduel.store.memory import MemoryStore
from numduel.store.rooms import RoomRow
from numduel.store.rows import as_row, is_of_earlier_reading
from numduel.store.sqlite import SqliteStore

NEW = MatchRef(SETUP)
BEGUN = (Begun(1, 1, (0, 1)), Moved(2, 1, 0, "2"))


def row_of(uid: str, *moves: str, **changes: Any) -> GameRow:
    return dataclasses.replace(as_row(Record("digit-stack", moves), uid), **changes)


def new_game(uid: str, *moves: str, match: MatchRef | None = NEW, **changes: Any) -> Change:
    """A game that the store does not have yet."""
    row = row_of(uid, *moves, **changes)
    return Change(match=match, game=None, before=None, after=row, kept=0, moves=moves, events=())


def written(store: Store, batches: list[list[Change]]) -> list[list[tuple[int, int | None]]]:
    """The numbers of each game and its match that a store has written."""
    answers = store.write(batches)
    return [[(each.game, each.match) for each in answer] for answer in answers if isinstance(answer, list)]


def reason(store: Store, change: Change) -> str:
    """Why a store does not write a change."""
    (refusal,) = store.write([[change]])
    assert isinstance(refusal, StoreError)
    return str(refusal)


def test_new_games_of_one_batch_are_of_one_match(any_store: Store) -> None:
    batches = [[new_game("a", "2"), new_game("b", "3"), new_game("c", "4")], [new_game("d", "5")]]
    assert written(any_store, batches) == [
        [(1, 1), (2, 1), (3, 1)],
        [(4, 2)],
    ]
    assert [number for number, _ in any_store.games_of_match(1)] == [1, 2, 3]
    assert any_store.setup(2) == SETUP
    assert any_store.problems() == []


def test_a_game_without_a_match_is_of_none(any_store: Store) -> None:
    assert written(any_store, [[new_game("a", "2", match=None)]]) == [[(1, None)]]
    assert dataclasses.replace(any_store.row(1), links=None) == row_of("a", "2")


def test_a_game_without_a_match_and_a_match_may_have_the_same_number(any_store: Store) -> None:
    any_store.write([[new_game("a", "2", match=None)], [new_game("b", "3")], [new_game("c", "4")]])
    assert any_store.row(2).match == 1
    assert any_store.last_of_matches(5) == [3, 2, 1]
    assert any_store.last_of_matches(2) == [3, 2]


def test_a_match_in_which_nothing_has_happened_has_come_to_0(any_store: Store) -> None:
    any_store.write([[new_game("a", "2")]])
    assert [(match, number) for match, (number, _) in any_store.last_events([1, 2]).items()] == [(1, 0)]


def test_what_was_written_may_be_asked_for_again_and_is_not_doubled(any_store: Store) -> None:
    with_events = dataclasses.replace(new_game("a", "2", events=2), events=BEGUN)
    without = new_game("b", "3")
    for _ in range(2):
        assert written(any_store, [[with_events], [without]]) == [[(1, 1)], [(2, 2)]]
    assert numbers_of(any_store) == [2, 1]
    assert written(any_store, [[with_events], [with_events]]) == [[(1, 1)]] * 2
    assert any_store.events(1) == list(BEGUN)
    assert any_store.events(1, 1) == list(BEGUN[1:])


def test_what_is_asked_for_twice_at_once_is_written_once(any_store: Store) -> None:
    change = dataclasses.replace(new_game("a", "2", events=2), events=BEGUN)
    assert written(any_store, [[change], [change]]) == [[(1, 1)]] * 2
    assert any_store.events(1) == list(BEGUN)
    assert numbers_of(any_store) == [1]
    assert any_store.problems() == []


@pytest.mark.parametrize(("kept", "moves"), [(0, ("7",)), (1, ("7", "8")), (2, ("7",)), (2, ()), (1, ())])
def test_moves_follow_those_that_stay(kept: int, moves: tuple[str, ...], any_store: Store) -> None:
    any_store.write([[new_game("a", "2", "5")]])
    before = any_store.row(1)
    after = dataclasses.replace(before, moves=kept + len(moves))
    change = Change(match=None, game=1, before=before, after=after, kept=kept, moves=moves, events=())
    assert written(any_store, [[change]]) == [[(1, 1)]]
    assert any_store.record(1).moves == (*("2", "5")[:kept], *moves)
    assert any_store.problems() == []


def test_a_change_of_what_is_not_there_any_more_is_refused_and_harms_no_other(any_store: Store) -> None:
    any_store.write([[new_game("a", "2")]])
    row = any_store.row(1)
    otherwise = dataclasses.replace(row, undos=1)
    stale = Change(match=None, game=1, before=otherwise, after=otherwise, kept=1, moves=(), events=())
    refusal, written = any_store.write([[new_game("b", "3"), stale], [new_game("c", "4")]])
    assert str(refusal) == "game 1 has gone on elsewhere in the meantime"
    assert any_store.row(1) == row
    assert isinstance(written, list)
    assert [any_store.row(each.game).uid for each in written] == ["c"]
    assert len(numbers_of(any_store)) == 2
    assert reason(any_store, new_game("a", "2", undos=1)) == "game 1 has gone on elsewhere in the meantime"


def change_of(number: int, row: GameRow) -> Change:
    """A change of nothing at all."""
    return Change(match=None, game=number, before=row, after=row, kept=row.moves, moves=(), events=())


@pytest.mark.parametrize("number", [1, 2])
def test_a_change_of_a_deleted_game_is_refused(number: int, any_store: Store) -> None:
    any_store.write([[new_game("a", "2")], [new_game("b", "3")]])
    row = any_store.row(number)
    any_store.delete(number)
    refusal = f"game {number} has been deleted in the meantime"
    assert reason(any_store, change_of(number, row)) == refusal


def test_what_a_file_has_never_had_was_in_a_file_that_was_overwritten(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        store.write([[new_game("a", "2")]])
        row = store.row(1)
        assert reason(store, change_of(2, row)) == f"game 2 is not there any more: {OVERWRITTEN}"
        another = dataclasses.replace(row, uid="b")
        assert reason(store, change_of(1, another)) == f"game 1 is another one now: {OVERWRITTEN}"
        for match in (MatchRef(SETUP, 2), MatchRef(dataclasses.replace(SETUP, seed=8), 1)):
            refusal = f"match {match.number} is not there any more: {OVERWRITTEN}"
            assert reason(store, new_game("c", "2", match=match)) == refusal
        assert written(store, [[new_game("c", "2", match=MatchRef(SETUP, 1))]]) == [[(2, 1)]]
        assert store.problems() == []


def test_a_game_that_cannot_be_replayed_is_a_problem_in_memory_too() -> None:
    store = MemoryStore()
    store.write([[new_game("a", "2")], [dataclasses.replace(new_game("b", "3"), moves=("x",))]])
    (problem,) = store.problems()
    assert problem.startswith("game 2 cannot be replayed: move 1: ")


def test_a_game_of_an_earlier_reading_is_no_problem() -> None:
    store = MemoryStore()
    change = new_game("a", "2", spec="operation-stack", reading=0)
    store.write([[dataclasses.replace(change, moves=("x",))]])
    assert store.problems() == []


def test_a_game_that_is_not_installed_any_more_is_of_no_earlier_reading() -> None:
    store = MemoryStore()
    store.write([[new_game("a", "2", spec="gone-game", reading=0)]])
    assert store.problems() == []
    with pytest.raises(
        NotInstalled, match="game 1 cannot be replayed: its game 'gone-game' is not installed"
    ):
        store.record(1)
    assert not is_of_earlier_reading(store, 1, store.row(1))


# Games in which nothing has happened yet


@pytest.mark.parametrize(
    ("changes", "untouched"),
    [
        ({}, True),
        ({"events": 2}, True),
        ({"events": 0}, False),
        ({"hints1": 1}, False),
        ({"hints2": 1}, False),
        ({"undos": 1}, False),
        ({"moves": 1}, False),
        ({"ending": "resignation", "player": 1, "winner": 2}, False),
    ],
)
def test_a_game_is_passed_over_until_something_happens_in_it(
    changes: dict[str, Any], untouched: bool, any_store: Store
) -> None:
    change = new_game("a", **{"events": 1} | changes)
    assert change.after.untouched is untouched
    any_store.write([[change]])
    listed = [] if untouched else [1]
    assert numbers_of(any_store) == listed
    assert any_store.last_of_matches(1) == listed
    assert any_store.last_unfinished() == (None if untouched or "ending" in changes else 1)
    assert len(any_store.tallies().tallies) == 2 * len(listed)


def test_a_hundred_tables_at_most_are_cleared_at_once(any_store: Store) -> None:
    moment = "2026-01-02T03:04:05Z"
    rows = [
        RoomRow(id=f"table{number}", match=number, options="{}", created=moment, used=moment)
        for number in range(1, 103)
    ]
    any_store.rooms.add([(row, ()) for row in rows])
    assert any_store.clear_unplayed(moment) == 0, "they were not used before it"
    later = "2026-01-02T03:04:06Z"
    assert any_store.clear_unplayed(later) == 100
    assert any_store.clear_unplayed(later, most=1) == 1
    assert any_store.clear_unplayed(later, spare=[row.id for row in rows]) == 0
    assert any_store.clear_unplayed(later) == 1
