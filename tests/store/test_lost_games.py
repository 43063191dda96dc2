"""Games that are gone from a match, and files that are not what we made: each is noticed, and stays so."""

import contextlib
import dataclasses
import shutil
from pathlib import Path

import pytest
from stored import IMPORTED, SETUP, begin, complaints, number_of, play, raw, records_in

import numduel
from numduel.match.events import NextGame, Resign
from numduel.match.setup import Setup
from numduel.store import schema, sealed
from numduel.store.base import Score, Store
from numduel.store.errors import Damaged, StoreError
from numduel.store.journal import Journal, resume
from numduel.store.sqlite import SqliteStore

NOT_THOSE_COUNTED = "the games in the file are not those that were counted: some have gone, come or changed"
INDEXES = [name for kind, name in sorted(schema.names()) if kind == "index"]
TO_TWO = dataclasses.replace(SETUP, rounds=None, points=2)


def remove(path: Path, number: int) -> None:
    """Take a game out of a file, with everything that belongs to it, behind the store's back."""
    tables = (("moves", "game"), ("events", "game"), ("games", "id"))
    raw(path, *(f"DELETE FROM {table} WHERE {column} = {number}" for table, column in tables))


def finished_match(store: Store, setup: Setup = SETUP) -> Journal:
    """A match that was played to its end, always won by who is first to move."""
    journal = begin(store, setup)
    while True:
        play(journal, *"2589")
        if journal.session.finished:
            return journal
        journal.submit(NextGame(1))


# Gone behind our back


@pytest.mark.parametrize("gone", [1, 2, 3])
def test_a_match_that_has_lost_a_game_is_not_gone_on_with(gone: int, path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        finished_match(store)
        remove(path, gone)
        for number in {1, 2, 3} - {gone}:
            with pytest.raises(Damaged, match=f"match 1: its game {gone} is gone"):
                resume(store, number)
        with pytest.raises(Damaged, match=f"match 1: its game {gone} is gone"):
            store.games_of_match(1)
        assert f"match 1: its game {gone} is gone" in store.problems()


def test_a_game_that_has_come_to_a_match_is_noticed(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    raw(path, "UPDATE games SET match = 1 WHERE id = 3")
    with contextlib.closing(SqliteStore(path)) as store, pytest.raises(Damaged, match="match 1: a game has"):
        store.games_of_match(1)


def test_the_loss_stays_noticed_when_the_match_goes_on_and_when_other_games_are_deleted(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        journal = play(begin(store), *"2589")
        remove(path, 1)
        journal.submit(NextGame(1))  # whoever is at the table does not know yet
        play(journal, "2")
        play(begin(store), "5")
        store.delete(3)
        with pytest.raises(Damaged, match="match 1: its game 1 is gone"):
            resume(store, 2)
        store.delete(2)
        assert "match 1: its game 1 is gone" in store.problems()
        assert NOT_THOSE_COUNTED in store.problems()


def test_a_summary_counts_no_game_that_was_changed_and_says_so(original: Path, path: Path) -> None:
    with contextlib.closing(SqliteStore(original)) as store:
        before = store.tallies().tallies
    for change in ("winner = 2", "player1 = 'Eve'", "ending = NULL", "hints1 = 7", "match = 2"):
        shutil.copy(original, path)
        raw(path, f"UPDATE games SET {change} WHERE id = 1")
        with contextlib.closing(SqliteStore(path)) as store:
            found = store.tallies()
        assert [str(error)[:7] for error in found.aside] == ["game 1:"]
        assert sum(tally.games for tally in found.tallies) == sum(tally.games for tally in before) - 2


@pytest.mark.parametrize("gone", [1, 3, 5])
def test_a_summary_says_that_a_game_is_gone(gone: int, original: Path, path: Path) -> None:
    shutil.copy(original, path)
    remove(path, gone)
    with contextlib.closing(SqliteStore(path)) as store:
        assert [str(error) for error in store.tallies().aside] == [NOT_THOSE_COUNTED]


def test_a_win_that_was_written_in_by_hand_does_not_count(path: Path) -> None:
    setup = Setup(game=numduel.load("operation-duel:target=4"), players=("human:Ann", "level:1"))
    with contextlib.closing(SqliteStore(path)) as store:
        begin(store, setup).submit(Resign(1))
        raw(path, "UPDATE games SET winner = 1, ending = 'rule' WHERE id = 1")
        assert store.unaided_wins(["level:1"]) == []


def test_a_win_in_a_match_that_was_changed_does_not_count_and_the_summary_says_so(path: Path) -> None:
    setup = Setup(game=numduel.load("operation-duel:target=4"), players=("human:Ann", "level:1"))
    with contextlib.closing(SqliteStore(path)) as store:
        play(begin(store, setup), "*2", "+1", "+1")
        assert len(store.unaided_wins(["level:1"])) == 1
        raw(path, "UPDATE matches SET max_turns = 7 WHERE id = 1")
        assert store.unaided_wins(["level:1"]) == []
        assert [str(error) for error in store.tallies().aside] == ["match 1 is not as it was written"]


# Deleted on purpose


@pytest.mark.parametrize("setup", [SETUP, TO_TWO], ids=["rounds", "points"])
@pytest.mark.parametrize("gone", [1, 2, 3])
def test_no_game_is_played_into_a_finished_match_of_which_one_was_deleted(
    gone: int, setup: Setup, any_store: Store
) -> None:
    points = finished_match(any_store, setup).session.match.points
    any_store.delete(gone)
    for number in {1, 2, 3} - {gone}:
        session = resume(any_store, number).session
        assert session.finished
        assert session.match.points == points
    assert any_store.problems() == []


def test_a_match_goes_on_with_its_score_and_seats_when_a_game_was_deleted(any_store: Store) -> None:
    journal = play(begin(any_store), *"2589")
    journal.submit(NextGame(1))
    play(journal, *"258")
    any_store.delete(1)
    again = resume(any_store, 2)
    assert (again.session.match.points, again.session.seats) == ([1, 0], (1, 0))
    play(again, "9")
    assert again.session.match.points == [1, 1]
    again.submit(NextGame(1))
    assert (again.session.game, again.session.seats) == (3, (0, 1))
    assert any_store.deleted_score(1) == Score(one=1)


def test_an_unfinished_game_that_was_deleted_counts_for_nobody(any_store: Store) -> None:
    journal = play(begin(any_store), *"2589")
    journal.submit(NextGame(1))
    play(journal, "2")
    any_store.delete(2)
    assert any_store.deleted_score(1) == Score()
    again = resume(any_store, 1)
    again.submit(NextGame(1))
    assert number_of(play(again, "5")) == 3


def test_a_match_of_which_a_damaged_game_was_deleted_has_no_score_to_go_on_with(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        journal = play(begin(store), *"2589")
        journal.submit(NextGame(1))
        play(journal, "2")
        raw(path, "UPDATE games SET winner = 2 WHERE id = 1")
        store.delete(1)
        assert store.problems() == []
        with pytest.raises(Damaged, match="match 1: its score is unknown"):
            resume(store, 2)
        assert store.record(2).moves == ("2",)


# Deleting what is damaged


def test_a_damaged_game_that_was_the_only_one_of_its_match_leaves_no_score_unknown(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        play(begin(store), "2").submit(Resign(2))
        raw(path, "UPDATE games SET player1 = 'x' WHERE id = 1")
        store.delete(1)
        assert store.deleted_score(1) == Score()


def test_a_damaged_game_is_deleted_from_its_match_though_an_earlier_match_is_damaged_too(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        finished_match(store)
        last = number_of(finished_match(store))
        raw(
            path,
            "UPDATE matches SET seed = 99 WHERE id = 1",
            f"UPDATE games SET player1 = 'x' WHERE id = {last}",
        )
        store.delete(last)
        assert last not in [number for number, _ in store.games_of_match(2)]
        with pytest.raises(Damaged, match="match 2: its score is unknown"):
            store.deleted_score(2)


@pytest.mark.parametrize("change", ["player1 = 'x'", "seal = x'00'", "seal = 'x'", "match = 7", "uid = 7"])
def test_a_damaged_game_that_is_deleted_takes_no_other_loss_with_it(
    change: str, original: Path, path: Path
) -> None:
    shutil.copy(original, path)
    remove(path, 4)
    raw(path, f"UPDATE games SET {change} WHERE id = 1")
    with contextlib.closing(SqliteStore(path)) as store:
        store.delete(1)
        assert NOT_THOSE_COUNTED in store.problems()
        assert "match 3: its game 4 is gone" in store.problems()


@pytest.mark.parametrize("change", ["player1 = 'x'", "seal = x'00'", "seal = 'x'", "match = 7", "uid = 7"])
def test_a_file_is_in_order_again_when_its_only_damaged_game_is_deleted(
    change: str, original: Path, path: Path
) -> None:
    shutil.copy(original, path)
    raw(path, f"UPDATE games SET {change} WHERE id = 1")
    with contextlib.closing(SqliteStore(path)) as store:
        store.delete(1)
        assert store.problems() == []


def test_a_damaged_table_that_is_deleted_takes_no_other_loss_with_it(original: Path, path: Path) -> None:
    for lost, left in ((None, []), (5, [NOT_THOSE_COUNTED])):
        shutil.copy(original, path)
        raw(path, "UPDATE rooms SET used = 'x'", "UPDATE room_keys SET seal = x'00' WHERE contestant = 1")
        if lost is not None:
            remove(path, lost)
        with contextlib.closing(SqliteStore(path)) as store:
            store.rooms.delete("abc2345xyz")
            assert store.problems() == left


# The file as a whole


@pytest.mark.parametrize(
    ("statement", "flaw"),
    [
        *((f"DROP INDEX {name}", f"its index {name} is gone") for name in INDEXES),
        ("CREATE TABLE theirs (x)", "there is a table 'theirs' in it that numduel did not make"),
        ("CREATE VIEW theirs AS SELECT 1", "there is a view 'theirs' in it that numduel did not make"),
        (
            "CREATE TRIGGER theirs AFTER INSERT ON moves BEGIN DELETE FROM games; END",
            "there is a trigger 'theirs' in it",
        ),
        ("UPDATE census SET counted = counted + 1", "its count of games is not as it was written"),
        ("UPDATE census SET last_game = 99", "its count of games is not as it was written"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_as_a_whole_is_seen_on_opening_and_by_a_check(
    statement: str, flaw: str, original: Path, path: Path
) -> None:
    shutil.copy(original, path)
    raw(path, statement)
    meddling = pytest.raises(StoreError, match="could change what is written")
    with contextlib.closing(SqliteStore(path)) as store:
        assert any(each.startswith(flaw) for each in store.flaws)
        assert set(store.flaws) <= {*store.problems()}
        assert store.record(1).moves == tuple("2589")  # what is intact is still read
        with meddling if "TRIGGER" in statement else contextlib.nullcontext():
            play(begin(store), "5")  # and going on does not make it look right
    with contextlib.closing(SqliteStore(path)) as store:
        assert any(each.startswith(flaw) for each in store.flaws)


def test_a_file_in_order_has_no_flaws(original: Path) -> None:
    with contextlib.closing(SqliteStore(original)) as store:
        assert (store.flaws, store.problems()) == ((), [])


def test_an_index_that_was_made_otherwise_is_noticed(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    raw(path, "DROP INDEX games_by_game", "CREATE INDEX games_by_game ON games (game)")
    assert complaints(path) == ["'games_by_game' in it was made otherwise than numduel makes it"]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE sqlite_sequence SET seq = 2 WHERE name = 'games'",
        "UPDATE sqlite_sequence SET seq = 9 WHERE name = 'games'",
        "UPDATE sqlite_sequence SET seq = seq + 0.0 WHERE name = 'games'",
        "UPDATE sqlite_sequence SET seq = 2 WHERE name = 'matches'",
        "DELETE FROM sqlite_sequence",
    ],
)
def test_numbers_that_were_set_back_or_forward_are_noticed(statement: str, path: Path) -> None:
    three_games_of_which_one_was_deleted(path)
    raw(path, statement)
    assert "the numbers that it has given to games have been set back or forward" in complaints(path)


def test_a_number_is_never_given_twice(path: Path) -> None:
    three_games_of_which_one_was_deleted(path)
    raw(path, "DELETE FROM sqlite_sequence")
    with contextlib.closing(SqliteStore(path)) as store:
        with pytest.raises(StoreError, match="numbers to games that it has given before"):
            play(begin(store), "7")
        assert sorted(records_in(store)) == [1, 2]


def three_games_of_which_one_was_deleted(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        for _ in range(3):
            play(begin(store), "5")
        store.delete(3)
        assert (store.flaws, store.problems()) == ((), [])


def test_losses_from_before_an_upgrade_are_not_made_good_by_it(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    columns = [
        f"ALTER TABLE census DROP COLUMN {name}" for name in ("last_game", "last_match", "proof", "seal")
    ]
    columns += [f"ALTER TABLE matches DROP COLUMN {name}" for name in ("games", "deleted")]
    columns += ["DROP TABLE attempts", "DROP TABLE lessons"]
    later = [name for name in INDEXES if "_by_result" in name or "_and_" in name]
    columns += [*(f"DROP INDEX {name}" for name in later), "ALTER TABLE games DROP COLUMN result"]
    raw(path, *columns, "DELETE FROM migrations WHERE number > 4", "PRAGMA user_version = 4")
    remove(path, 1)
    found = complaints(path)
    assert NOT_THOSE_COUNTED in found


# Seals that somebody has moved


@pytest.mark.parametrize("key", [None, b"a key of thirty-two bytes or more"])
@pytest.mark.parametrize("order", [(2, 4), (4, 2)])
def test_a_game_whose_seal_was_moved_to_another_is_missed_when_that_is_deleted(
    order: tuple[int, int], key: bytes | None, path: Path
) -> None:
    records = [dataclasses.replace(IMPORTED, players=(name, "Zoë"), uid=name) for name in ("a", "b", "c")]
    with contextlib.closing(SqliteStore(path, key=key)) as store:
        store.add_records(records)
    columns = ", ".join(name for name in sealed.COLUMNS if name != "uid")
    copy = f"INSERT INTO games (id, uid, {columns}, seal) SELECT 4, 'zz', {columns}, seal FROM games"
    copy += " WHERE id = 2"
    raw(
        path,
        "CREATE TEMP TABLE seals AS SELECT id, seal FROM games",
        "DELETE FROM moves WHERE game = 1",
        "DELETE FROM games WHERE id = 1",
        copy,
        "UPDATE games SET seal = (SELECT seal FROM seals WHERE id = 1) WHERE id = 2",
        "UPDATE sqlite_sequence SET seq = 3 WHERE name = 'games'",
    )
    with contextlib.closing(SqliteStore(path, key=key)) as store:
        for number in order:
            store.delete(number)
        assert store.problems() == [NOT_THOSE_COUNTED]


def test_a_game_that_somebody_has_put_there_is_deleted_and_all_is_well_again(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        store.add_records([IMPORTED])
        columns = ", ".join(name for name in sealed.COLUMNS if name != "uid")
        raw(
            path,
            f"INSERT INTO games (id, uid, {columns}, seal) SELECT 9, 'zz', {columns}, seal FROM games",
            "UPDATE sqlite_sequence SET seq = 1 WHERE name = 'games'",
        )
        assert store.problems() == ["game 9: what is kept about it is not as it was written"]
        store.delete(9)
        assert store.problems() == []
