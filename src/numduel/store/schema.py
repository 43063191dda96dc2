"""The tables of a store, and the numbered steps that bring an older file up to date."""

import sqlite3
from functools import lru_cache

from .errors import NotAStore, OtherKey
from .seals import SealedConnection, sha256

APPLICATION = 0x6E756D64  # "numd": tells a store of ours from any other SQLite file

_STEPS_TAKEN = "CREATE TABLE migrations (number INTEGER PRIMARY KEY, checksum TEXT NOT NULL)"
# Never change a step that has been released: add another. Each is checked by its checksum in the file.
MIGRATIONS = (
    """
    CREATE TABLE matches (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        spec TEXT NOT NULL, who1 TEXT NOT NULL, who2 TEXT NOT NULL, first INTEGER NOT NULL,
        rounds INTEGER, points INTEGER, max_turns INTEGER, seed INTEGER NOT NULL,
        undo TEXT NOT NULL, hint_limit INTEGER, seal BLOB NOT NULL
    );
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        match INTEGER, round INTEGER, uid TEXT NOT NULL, game TEXT NOT NULL, spec TEXT NOT NULL,
        player1 TEXT NOT NULL, player2 TEXT NOT NULL, date TEXT NOT NULL, seed INTEGER,
        max_turns INTEGER, undo TEXT NOT NULL, hint_limit INTEGER,
        hints1 INTEGER NOT NULL, hints2 INTEGER NOT NULL, undos INTEGER NOT NULL,
        ending TEXT, winner INTEGER, attempt TEXT NOT NULL, extra TEXT NOT NULL,
        moves INTEGER NOT NULL, head BLOB NOT NULL, seal BLOB NOT NULL
    );
    CREATE TABLE moves (
        game INTEGER NOT NULL, ply INTEGER NOT NULL, text TEXT NOT NULL, hash BLOB NOT NULL,
        PRIMARY KEY (game, ply)
    ) WITHOUT ROWID;
    CREATE TABLE census (counted INTEGER NOT NULL, total BLOB NOT NULL);
    CREATE UNIQUE INDEX games_by_uid ON games (uid);
    CREATE INDEX games_by_game ON games (game, id);
    CREATE INDEX games_by_player1 ON games (player1, id);
    CREATE INDEX games_by_player2 ON games (player2, id);
    CREATE INDEX games_by_match ON games (match, id);
    CREATE INDEX games_unfinished ON games (id) WHERE ending IS NULL;
    """,
    """
    CREATE TABLE events (
        game INTEGER NOT NULL, number INTEGER NOT NULL, event TEXT NOT NULL, hash BLOB NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    ALTER TABLE games ADD COLUMN player INTEGER;
    ALTER TABLE games ADD COLUMN reading INTEGER;
    ALTER TABLE games ADD COLUMN events INTEGER;
    ALTER TABLE games ADD COLUMN tail BLOB;
    """,
    """
    CREATE INDEX games_won_by_1 ON games (player2, spec)
        WHERE winner = 1 AND ending = 'rule' AND hints1 = 0 AND undos = 0 AND extra = '{}';
    CREATE INDEX games_won_by_2 ON games (player1, spec)
        WHERE winner = 2 AND ending = 'rule' AND hints2 = 0 AND undos = 0 AND extra = '{}';
    """,
    """
    CREATE TABLE rooms (
        id TEXT PRIMARY KEY, match INTEGER NOT NULL, options TEXT NOT NULL,
        created TEXT NOT NULL, used TEXT NOT NULL, seal BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE room_keys (
        room TEXT NOT NULL, contestant INTEGER NOT NULL, hash TEXT NOT NULL, until TEXT, seal BLOB NOT NULL,
        PRIMARY KEY (room, contestant, hash)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX rooms_by_match ON rooms (match);
    CREATE INDEX room_keys_by_hash ON room_keys (hash, room);
    """,
    """
    ALTER TABLE matches ADD COLUMN games TEXT;
    ALTER TABLE matches ADD COLUMN deleted TEXT;
    ALTER TABLE census ADD COLUMN last_game INTEGER;
    ALTER TABLE census ADD COLUMN last_match INTEGER;
    ALTER TABLE census ADD COLUMN proof BLOB;
    ALTER TABLE census ADD COLUMN seal BLOB;
    """,
    """
    CREATE TABLE attempts (
        id INTEGER PRIMARY KEY, player TEXT NOT NULL, puzzle TEXT NOT NULL, at TEXT NOT NULL,
        right INTEGER NOT NULL, hints INTEGER NOT NULL, day TEXT, seal BLOB NOT NULL
    );
    CREATE INDEX attempts_by_player ON attempts (player, id);
    """,
    """
    CREATE TABLE lessons (
        player TEXT NOT NULL, lesson TEXT NOT NULL, seed INTEGER NOT NULL, done INTEGER NOT NULL,
        steps INTEGER NOT NULL, missed TEXT NOT NULL, at TEXT NOT NULL, seal BLOB NOT NULL,
        PRIMARY KEY (player, lesson, seed)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE games ADD COLUMN result TEXT AS (
        CASE WHEN ending IS NULL THEN 'unfinished' WHEN winner IS NULL THEN 'draw' ELSE winner END
    );
    CREATE INDEX games_by_result ON games (result, id);
    CREATE INDEX games_by_game_and_result ON games (game, result, id);
    CREATE INDEX games_by_player1_and_result ON games (player1, result, id);
    CREATE INDEX games_by_player2_and_result ON games (player2, result, id);
    CREATE INDEX games_by_player1_and_game ON games (player1, game, id);
    CREATE INDEX games_by_player2_and_game ON games (player2, game, id);
    """,
)


def checksum(step: str) -> str:
    """What a step is known by; white space does not matter."""
    return str(sha256(" ".join(step.split()).encode()).hexdigest())


def journal_mode(busy: bool = False) -> str:
    """The safe way to journal: by a rollback journal, whatever the version of SQLite.

    Before 3.51.3 a write-ahead log could, with two writers, lose a commit; and while a file with one is in
    use, no backup can be put in its place. For somebody who is `busy`, with many commits a second, the
    journal's file stays in place between them.
    """
    return "PERSIST" if busy else "DELETE"


def names() -> set[tuple[str, str]]:
    """The tables and indexes that a file has, each as its kind and name."""
    return {("table", "migrations"), *((kind, name) for kind, name, _ in _creations(MIGRATIONS))}


def indexes() -> dict[str, list[str]]:
    """How each index is made, by its name, as the words of a statement."""
    return {name: words for kind, name, words in _creations(MIGRATIONS) if kind == "index"}


def tables() -> dict[str, list[str]]:
    """How each table is made once every step is taken, by its name, as the words of a statement."""
    return _tables(MIGRATIONS)


@lru_cache(maxsize=1)
def _tables(steps: tuple[str, ...]) -> dict[str, list[str]]:
    creations = [(name, " ".join(words)) for kind, name, words in _creations(steps) if kind == "table"]
    made = {name: words_of(statement) for name, statement in (("migrations", _STEPS_TAKEN), *creations)}
    for statement in "".join(step for step in steps if "ALTER" in step).split(";"):
        match words_of(statement):
            case ["ALTER", "TABLE", name, "ADD", "COLUMN", *column]:
                made[name] = [*made[name][:-1], ",", *column, ")"]  # as SQLite writes it into its own
    return made


def words_of(statement: str) -> list[str]:
    """The words and signs of a statement, to be compared: SQLite keeps the blanks with which it was given."""
    for sign in "(),":
        statement = statement.replace(sign, f" {sign} ")
    return statement.split()


@lru_cache(maxsize=1)
def _creations(steps: tuple[str, ...]) -> list[tuple[str, str, list[str]]]:
    """The kind and name of each table and index that steps make, and the statement as words."""
    statements = [statement.split() for step in steps for statement in step.split(";")]
    made = [(words[1 + (words[1] == "UNIQUE") :], words) for words in statements if words[:1] == ["CREATE"]]
    return [(kind.lower(), name, words) for (kind, name, *_), words in made]


def is_current(connection: SealedConnection) -> bool:
    """Whether the file has seen every step; NotAStore if it is not one we can use."""
    version = _version(connection)
    _check_steps(connection, version)
    _check_key(connection, version)
    return version == len(MIGRATIONS)


def bring_up_to_date(connection: SealedConnection) -> None:
    """Take the steps that the file has not seen, all or none."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have been here in the meantime.
        (begun,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        for number in range((_version(connection) if begun else 0) + 1, len(MIGRATIONS) + 1):
            _apply(connection, number)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def empty() -> SealedConnection:
    """A file in memory with every table, and nothing in them."""
    connection = sqlite3.connect(":memory:", isolation_level=None, factory=SealedConnection)
    bring_up_to_date(connection)
    return connection


def _version(connection: sqlite3.Connection) -> int:
    """How many steps the file has seen; NotAStore if it is no store, or a newer one."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    if not pages:
        return 0  # only a file of no bytes is nobody's
    if application != APPLICATION:  # with tables or without
        raise NotAStore("it is a file of some other program")
    if version < 1 or not tables:
        raise NotAStore("what it says about itself cannot be")
    if version > len(MIGRATIONS):
        raise NotAStore("it was written by a newer version of numduel; nothing in it was touched")
    return int(version)


def _check_steps(connection: sqlite3.Connection, version: int) -> None:
    known = {number: checksum(step) for number, step in enumerate(MIGRATIONS[:version], 1)}
    if known and dict(connection.execute("SELECT number, checksum FROM migrations")) != known:
        raise NotAStore("its tables were made by other steps than this version of numduel takes")


def _check_key(connection: SealedConnection, version: int) -> None:
    """Raise OtherKey where the file is sealed otherwise than by the key at hand."""
    if version == 0:
        return
    found = connection.execute("SELECT proof FROM census").fetchone() if version >= 5 else None
    (proof,) = found or (None,)
    ours = connection.sealer.proof
    if proof == ours:
        return
    if ours is None:
        raise OtherKey("it is sealed with a key, and none is given: set NUMDUEL_KEY or NUMDUEL_KEY_FILE")
    if proof is None:
        raise OtherKey("it is sealed with no key, and one is given: the command seal seals it with that")
    raise OtherKey("it is sealed with another key than the one that is given")


def _finish(connection: SealedConnection, number: int) -> None:
    """Do what belongs to a step and cannot be said in SQL."""
    from . import upgrade  # hardly any file that is opened needs it

    if number == 1:
        upgrade.begin_census(connection)
    elif number == 5:
        upgrade.seal_census(connection)


def _apply(connection: SealedConnection, number: int) -> None:
    step = MIGRATIONS[number - 1]
    if number == 1:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(_STEPS_TAKEN)
    for statement in step.split(";"):
        if statement.strip():
            connection.execute(statement)
    _finish(connection, number)
    connection.execute("INSERT INTO migrations VALUES (?, ?)", (number, checksum(step)))
    connection.execute(f"PRAGMA user_version = {number}")
