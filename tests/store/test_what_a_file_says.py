"""What a SQLite file says about itself: whether it is a store, of which version, and with which key."""

import contextlib
import sqlite3

import pytest

from numduel.store import schema, structure
from numduel.store.errors import NotAStore, OtherKey
from numduel.store.meddling import meddling
from numduel.store.schema import APPLICATION, MIGRATIONS, bring_up_to_date, is_current
from numduel.store.seals import SealedConnection, Sealer

OURS = f"PRAGMA application_id = {APPLICATION}"
TABLE = "CREATE TABLE x (y)"
CANNOT_BE = "what it says about itself cannot be"
OF_ANOTHER = "it is a file of some other program"
OTHER_STEPS = "its tables were made by other steps than this version of numduel takes"


def in_memory(key: bytes | None = None) -> SealedConnection:
    """A file without any bytes, and what it is to be sealed with."""
    raw = sqlite3.connect(":memory:", isolation_level=None, factory=SealedConnection)
    raw.sealer = Sealer(key)
    return raw


@pytest.mark.parametrize(
    ("statements", "refusal"),
    [
        ((OURS,), CANNOT_BE),
        ((OURS, TABLE), CANNOT_BE),
        ((OURS, "PRAGMA user_version = 1"), CANNOT_BE),
        ((OURS, TABLE, "PRAGMA user_version = -1"), CANNOT_BE),
        ((TABLE,), OF_ANOTHER),
        (("PRAGMA user_version = 1",), OF_ANOTHER),
        ((f"PRAGMA application_id = {APPLICATION + 1}", TABLE, "PRAGMA user_version = 1"), OF_ANOTHER),
        (
            (OURS, TABLE, f"PRAGMA user_version = {len(MIGRATIONS) + 1}"),
            "it was written by a newer version of numduel; nothing in it was touched",
        ),
    ],
)
def test_a_file_that_is_no_store_of_ours_is_refused(statements: tuple[str, ...], refusal: str) -> None:
    with contextlib.closing(in_memory()) as raw:
        for statement in statements:
            raw.execute(statement)
        with pytest.raises(NotAStore) as refused:
            is_current(raw)
        assert str(refused.value) == refusal


def test_a_file_of_no_bytes_is_brought_up_to_date_once() -> None:
    with contextlib.closing(in_memory()) as raw:
        assert not is_current(raw)
        bring_up_to_date(raw)
        assert is_current(raw)
        bring_up_to_date(raw)
        steps = raw.execute("SELECT number, checksum FROM migrations ORDER BY number").fetchall()
        assert steps == [(number, schema.checksum(step)) for number, step in enumerate(MIGRATIONS, 1)]
        assert not raw.in_transaction


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM migrations",
        "DELETE FROM migrations WHERE number = 1",
        "UPDATE migrations SET checksum = 'x' WHERE number = 3",
        f"PRAGMA user_version = {len(MIGRATIONS) - 1}",
        "INSERT INTO migrations VALUES (99, 'x')",
    ],
)
def test_a_file_with_other_steps_is_refused(change: str) -> None:
    with contextlib.closing(schema.empty()) as raw:
        raw.execute(change)
        with pytest.raises(NotAStore) as refused:
            is_current(raw)
        assert str(refused.value) == OTHER_STEPS


@pytest.mark.parametrize(
    ("sealed_with", "given", "refusal"),
    [
        (b"one", None, "it is sealed with a key, and none is given: set NUMDUEL_KEY or NUMDUEL_KEY_FILE"),
        (None, b"one", "it is sealed with no key, and one is given: the command seal seals it with that"),
        (b"one", b"two", "it is sealed with another key than the one that is given"),
    ],
)
def test_a_file_is_refused_by_whoever_has_another_key(
    sealed_with: bytes | None, given: bytes | None, refusal: str
) -> None:
    with contextlib.closing(in_memory(sealed_with)) as raw:
        bring_up_to_date(raw)
        assert is_current(raw)
        raw.sealer = Sealer(given)
        with pytest.raises(OtherKey) as refused:
            is_current(raw)
        assert str(refused.value) == refusal


def test_a_file_without_a_census_is_taken_for_one_without_a_key() -> None:
    with contextlib.closing(schema.empty()) as raw:
        raw.execute("DELETE FROM census")
        assert is_current(raw)
        assert list(structure.flaws(raw)) == ["its count of games is gone"]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("DROP INDEX games_by_uid", "its index games_by_uid is gone"),
        ("DROP TABLE lessons", "its table lessons is gone"),
        (TABLE, "there is a table 'x' in it that numduel did not make"),
        ("CREATE INDEX x ON games (id)", "there is an index 'x' in it that numduel did not make"),
        (f"CREATE TABLE {'z' * 41} (y)", f"there is a table '{'z' * 40}' in it that numduel did not make"),
        ("UPDATE census SET counted = 1", "its count of games is not as it was written"),
        ("UPDATE census SET counted = 'x'", "its count of games is gone"),
        (
            "INSERT INTO sqlite_sequence VALUES ('games', 1)",
            "the numbers that it has given to games have been set back or forward",
        ),
        (
            "INSERT INTO sqlite_sequence VALUES ('matches', 1)",
            "the numbers that it has given to games have been set back or forward",
        ),
    ],
)
def test_what_is_wrong_with_a_file_as_a_whole_is_said_in_a_sentence(change: str, found: str) -> None:
    with contextlib.closing(schema.empty()) as raw:
        assert list(structure.differences(raw)) == []
        raw.execute(change)
        assert list(structure.flaws(raw)) == [found]
        assert list(structure.differences(raw)) == [found]


@pytest.mark.parametrize(
    "changes",
    [
        ("DROP INDEX games_by_match", "CREATE INDEX games_by_match ON games (id)"),
        (
            "PRAGMA writable_schema = ON",
            "UPDATE sqlite_master SET sql = sql || ' WHERE id > 9' WHERE name = 'games_by_match'",
        ),
    ],
)
def test_an_index_that_was_made_otherwise_is_said_once(changes: tuple[str, ...]) -> None:
    with contextlib.closing(schema.empty()) as raw:
        for change in changes:
            raw.execute(change)
        found = "'games_by_match' in it was made otherwise than numduel makes it"
        assert list(structure.flaws(raw)) == [found]
        assert list(structure.differences(raw)) == [found]


def test_an_index_with_a_statement_is_not_hidden_by_a_name_as_sqlite_gives_them() -> None:
    with contextlib.closing(schema.empty()) as raw:
        raw.execute("CREATE INDEX x ON games (id)")
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("UPDATE sqlite_master SET name = 'sqlite_autoindex_games_9' WHERE name = 'x'")
        found = "there is an index 'sqlite_autoindex_games_9' in it that numduel did not make"
        assert list(structure.flaws(raw)) == [found]


def test_a_table_that_was_made_otherwise_is_found_at_once() -> None:
    with contextlib.closing(schema.empty()) as raw:
        raw.execute("DROP TABLE lessons")
        raw.execute("CREATE TABLE lessons (player, lesson, seed, done, steps, missed, at, seal)")
        found = "'lessons' in it was made otherwise than numduel makes it"
        assert list(structure.flaws(raw)) == [found]
        assert list(structure.differences(raw)).count(found) == 1


@pytest.mark.parametrize(
    ("table", "before", "after"),
    [("moves", "text TEXT", "text T EXT"), ("games", "'draw'", "'drawn'"), ("games", "'draw'", "'dr aw'")],
)
def test_a_blank_or_a_letter_more_in_how_a_table_is_made_is_noticed(
    table: str, before: str, after: str
) -> None:
    with contextlib.closing(schema.empty()) as raw:
        raw.execute("PRAGMA writable_schema = 1")
        sql = "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = ?"
        assert raw.execute(sql, (before, after, table)).rowcount == 1
        assert list(structure.flaws(raw)) == [f"'{table}' in it was made otherwise than numduel makes it"]
        assert meddling(raw) == f"its table {table} has been replaced by another"


def test_how_many_blanks_there_are_in_how_a_table_is_made_does_not_matter() -> None:
    with contextlib.closing(schema.empty()) as raw:
        raw.execute("PRAGMA writable_schema = 1")
        raw.execute("UPDATE sqlite_master SET sql = replace(sql, ', ', '  ,\n ') WHERE type = 'table'")
        assert (list(structure.flaws(raw)), meddling(raw)) == ([], "")


@pytest.mark.parametrize("kind", ["trigger", "TRIGGER", "table", "index", "view", "x"])
@pytest.mark.parametrize(
    "begin", ["CREATE TRIGGER", "create trigger", "CREATE/**/TRIGGER", "CREATE TEMP TRIGGER"]
)
def test_a_trigger_is_known_by_its_statement_whatever_the_file_calls_it(kind: str, begin: str) -> None:
    with contextlib.closing(schema.empty()) as raw:
        raw.execute("PRAGMA writable_schema = 1")
        sql = f"{begin} evil AFTER INSERT ON moves BEGIN DELETE FROM moves; END"
        raw.execute("INSERT INTO sqlite_master VALUES (?, 'evil', 'moves', 0, ?)", (kind, sql))
        assert meddling(raw) == "there is a trigger 'evil' in it that could change what is written"


def test_how_indexes_are_made_is_how_they_were_made() -> None:
    with contextlib.closing(schema.empty()) as raw:
        sql = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        assert schema.indexes() == {name: made.split() for name, made in raw.execute(sql)}


def test_how_tables_are_made_is_how_they_were_made() -> None:
    with contextlib.closing(schema.empty()) as raw:
        sql = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        assert schema.tables() == {name: schema.words_of(made) for name, made in raw.execute(sql)}


def test_the_names_of_what_a_file_has_are_those_in_it() -> None:
    with contextlib.closing(schema.empty()) as raw:
        sql = "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite%'"
        assert schema.names() == {*raw.execute(sql)}
