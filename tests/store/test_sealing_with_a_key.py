"""Seals with a key: who has it reads and writes as ever, and who has not cannot forge anything."""

import contextlib
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from damaging import TABLES, VALUES, changes, rows_of
from stored import ROOM, begin, dump, fill, play, raw, records_in, take_back

from numduel.core.frozen import replace
from numduel.match.events import NextGame
from numduel.store import census, resealing, sealed, seals
from numduel.store.base import Score
from numduel.store.errors import Damaged, StoreError
from numduel.store.journal import resume
from numduel.store.keys import make_key_file, read_key
from numduel.store.resealing import may_be_sealed
from numduel.store.seals import SealedConnection, Sealer
from numduel.store.sqlite import SqliteStore

KEY, OTHER = b"what only its owner knows", b"what somebody else made up"


@pytest.fixture(scope="module")
def keyed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with games of every kind, sealed with a key."""
    path = tmp_path_factory.mktemp("keyed") / "games.db"
    with contextlib.closing(SqliteStore(path, key=KEY)) as store:
        fill(store)
    return path


def problems(path: Path, key: bytes | None) -> list[str]:
    """What is found wrong by somebody who has a key, or none."""
    try:
        with contextlib.closing(SqliteStore(path, key=key)) as store:
            return [*store.problems(), *map(str, store.tallies().aside)]
    except StoreError as error:
        return [str(error)]


def test_with_its_key_a_store_is_like_any_other(original: Path, keyed: Path, path: Path) -> None:
    shutil.copy(keyed, path)
    with contextlib.closing(SqliteStore(original)) as store:
        before = {number: record.moves for number, record in records_in(store).items()}
    with contextlib.closing(SqliteStore(path, key=KEY)) as store:
        assert {number: record.moves for number, record in records_in(store).items()} == before
        journal = play(resume(store, 2), "9")
        journal.submit(NextGame(1))
        play(journal, "5")
        store.delete(1)
        assert store.deleted_score(1) == Score(one=1)
        assert store.rooms.find(ROOM[0].id)[0] == ROOM[0]
        store.rooms.use({ROOM[0].id: "2026-02-02T02:02:02Z"})
        store.rooms.delete(ROOM[0].id)
        assert (store.flaws, store.problems()) == ((), [])


@pytest.mark.parametrize(
    ("sealed_with", "given", "sentence"),
    [
        (KEY, None, "it is sealed with a key, and none is given: set NUMDUEL_KEY or NUMDUEL_KEY_FILE"),
        (KEY, OTHER, "it is sealed with another key than the one that is given"),
        (None, KEY, "it is sealed with no key, and one is given: the command seal seals it with that"),
    ],
)
def test_a_store_is_refused_untouched_where_the_key_is_not_its_own(
    sealed_with: bytes | None, given: bytes | None, sentence: str, path: Path
) -> None:
    with contextlib.closing(SqliteStore(path, key=sealed_with)) as store:
        play(begin(store), "5")
    before = path.read_bytes()
    with pytest.raises(StoreError) as refused:
        SqliteStore(path, key=given)
    assert str(refused.value) == f"the store {os.fspath(path)!a} cannot be used: {sentence}"
    assert path.read_bytes() == before


@pytest.mark.parametrize("table", ["matches", "games", "rooms", "room_keys", "census"])
def test_a_change_to_a_row_is_noticed_with_a_key_as_without(table: str, keyed: Path, path: Path) -> None:
    updates = [
        f"UPDATE {table} SET {column} = {value.format(column)} WHERE {row}"
        for column in TABLES[table]
        for row in rows_of(keyed, table)[:1]
        for value in VALUES[3:5]
    ]
    noticed = {statement: bool(problems(path, KEY)) for statement in changes(keyed, path, updates)}
    assert noticed
    assert [statement for statement in noticed if not noticed[statement]] == []


# A forger who knows how seals are made


def forge_name(raw: SealedConnection) -> None:
    """Let Eve have played game 1."""
    (*columns, old) = raw.execute(f"{sealed.SELECT} WHERE id = 1").fetchone()[1:]
    columns[sealed.COLUMNS.index("player1")] = "Eve"
    new = sealed.seal_of(raw.sealer, 1, tuple(columns))
    raw.execute("UPDATE games SET player1 = 'Eve', seal = ? WHERE id = 1", (new,))
    forge_census(raw, 0, old, new)


def forge_absence(raw: SealedConnection) -> None:
    """Let game 5 never have been."""
    (old,) = raw.execute("SELECT seal FROM games WHERE id = 5").fetchone()
    for table, column in (("moves", "game"), ("games", "id")):
        raw.execute(f"DELETE FROM {table} WHERE {column} = 5")
    forge_census(raw, -1, old, b"")


def forge_census(raw: SealedConnection, more: int, old: bytes, new: bytes) -> None:
    counted, _ = census.read(raw)
    weights = int.from_bytes(counted.total) + raw.sealer.weight(new) - raw.sealer.weight(old)
    counted = replace(counted, rows=counted.rows + more, total=raw.sealer.total(weights))
    census.replace(raw, counted, counted.seal(raw.sealer))


def forged(path: Path, forgery: Callable[[SealedConnection], None], key: bytes | None) -> Path:
    """A file after somebody has forged something with all the knowledge of this program, and this key."""
    with contextlib.closing(sqlite3.connect(path, factory=SealedConnection, isolation_level=None)) as raw:
        raw.sealer = Sealer(key)
        forgery(raw)
    return path


@pytest.mark.parametrize("forgery", [forge_name, forge_absence])
def test_without_a_key_a_forger_goes_unnoticed_and_with_one_he_does_not(
    forgery: Callable[[SealedConnection], None], original: Path, keyed: Path, path: Path
) -> None:
    assert problems(forged(Path(shutil.copy(original, path)), forgery, None), None) == []
    assert problems(forged(Path(shutil.copy(keyed, path)), forgery, KEY), KEY) == []  # it is done well
    for guess in (None, OTHER):
        assert problems(forged(Path(shutil.copy(keyed, path)), forgery, guess), KEY) != []


def test_whoever_has_a_key_is_not_shown_a_file_that_a_forger_sealed_without_one(
    keyed: Path, path: Path
) -> None:
    shutil.copy(keyed, path)
    with contextlib.closing(SqliteStore(path, key=KEY)) as store:
        store.seal_anew(None)  # what comes of it is what a forger could make
    assert problems(path, None) == []
    assert "sealed with no key, and one is given" in problems(path, KEY)[0]


# Sealing anew


def test_a_store_is_sealed_with_a_key_and_without_it_again(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    before = dump(path)
    with contextlib.closing(SqliteStore(path)) as store:
        games = records_in(store)
        for key in (KEY, OTHER, None):
            store.seal_anew(key)
            assert problems(path, key) == []
            assert records_in(store) == games
    assert dump(path) == before


@pytest.mark.parametrize("damage", ["UPDATE games SET player1 = 'x' WHERE id = 1", "CREATE TABLE x (y)"])
def test_a_store_that_is_not_in_order_is_not_sealed_anew(damage: str, original: Path, path: Path) -> None:
    shutil.copy(original, path)
    raw(path, damage)
    before = dump(path)
    with contextlib.closing(SqliteStore(path)) as store, pytest.raises(Damaged, match="nothing was sealed"):
        store.seal_anew(KEY)
    assert dump(path) == before


def test_whoever_had_it_open_when_it_was_sealed_anew_writes_nothing_into_it(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as one, contextlib.closing(SqliteStore(path)) as other:
        play(begin(one), "5")
        journal = begin(other)
        one.seal_anew(KEY)
        with pytest.raises(StoreError, match="sealed anew in the meantime"):
            play(journal, "5")
    assert problems(path, KEY) == []


def test_whoever_had_it_open_when_it_was_sealed_anew_takes_nothing_in_it_for_damaged(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as one, contextlib.closing(SqliteStore(path)) as other:
        fill(one)
        one.seal_anew(KEY)
        room = ROOM[0].id
        for read in (lambda: other.row(1), lambda: other.record(1), lambda: other.rooms.find(room)):
            with pytest.raises(StoreError, match="sealed anew in the meantime"):
                read()
        one.seal_anew(None)
        assert (other.row(1), other.rooms.find(room)) == (one.row(1), one.rooms.find(room))


def test_a_file_may_be_sealed_with_a_key_only_from_then_on(path: Path) -> None:
    assert not may_be_sealed(str(path), KEY)
    with contextlib.closing(SqliteStore(path)) as store:
        play(begin(store), "5")
        assert not may_be_sealed(str(path), KEY)
        store.seal_anew(KEY)
    assert (may_be_sealed(str(path), KEY), may_be_sealed(str(path), OTHER)) == (True, False)


def test_where_nobody_can_tell_a_file_may_be_sealed_with_a_key(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError

    path.write_text("something")
    monkeypatch.setattr(resealing, "mmap", refuse)
    assert may_be_sealed(str(path), KEY)


# Where the key is


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of somebody's settings, with no key in it and none set."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    for name in ("NUMDUEL_KEY", "NUMDUEL_KEY_FILE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "settings" / "numduel"


def test_without_a_variable_and_a_file_there_is_no_key(settings: Path) -> None:
    assert read_key() is None
    assert not settings.exists()


def test_the_variable_goes_before_the_file_and_an_empty_one_means_no_key(
    settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_key_file()
    assert made == settings / "key"
    assert read_key() == made.read_bytes().strip()
    monkeypatch.setenv("NUMDUEL_KEY", "a key in a variable")
    assert read_key() == b"a key in a variable"
    monkeypatch.setenv("NUMDUEL_KEY", "")
    assert read_key() is None


@pytest.mark.parametrize("umask", [0, 0o77, 0o777])
def test_a_key_that_is_made_is_long_new_and_for_its_owner_alone(umask: int, settings: Path) -> None:
    before = os.umask(umask)
    try:
        made = make_key_file()
    finally:
        os.umask(before)
    assert (stat.S_IMODE(made.stat().st_mode), stat.S_IMODE(settings.stat().st_mode)) == (0o600, 0o700)
    assert len(bytes.fromhex(made.read_text())) == 32
    with pytest.raises(StoreError, match="is there already, and was not touched"):
        make_key_file()


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o660, 0o604, 0o601])
def test_a_key_file_that_is_not_for_its_owner_alone_is_refused(mode: int, settings: Path) -> None:
    made = make_key_file()
    made.chmod(mode)
    with pytest.raises(StoreError) as refused:
        read_key()
    assert str(refused.value) == (
        f"the key file {os.fspath(made)!a} is not used, since it is not for you alone (mode {mode:04o}): "
        "chmod 600 makes it so"
    )


@pytest.mark.parametrize("text", ["", "\n", "fifteen letters", "öäüßöäüß"])
def test_a_key_that_could_be_guessed_is_refused(
    text: str, settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_key_file().write_text(text)
    with pytest.raises(StoreError, match="too short: it must have at least 16 characters"):
        read_key()
    monkeypatch.setenv("NUMDUEL_KEY", text or "x")
    with pytest.raises(StoreError, match="the key in NUMDUEL_KEY is too short"):
        read_key()


def test_a_key_file_that_is_named_must_be_there(
    settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMDUEL_KEY_FILE", str(tmp_path / "nothing"))
    with pytest.raises(StoreError, match="cannot be read: No such file"):
        read_key()
    assert make_key_file() == tmp_path / "nothing"
    assert read_key() is not None


def test_taking_a_move_back_puts_no_seal_on_moves_that_somebody_has_changed_meanwhile(path: Path) -> None:
    with contextlib.closing(SqliteStore(path, key=KEY)) as store:
        journal = play(begin(store), *"258")
        row = store.row(1)
        forged = sealed.linked(seals.first_link(row.uid, row.spec), "158")  # links have no key
        for ply, (text, link) in enumerate(forged):
            raw(path, f"UPDATE moves SET text = '{text}', hash = x'{link.hex()}' WHERE ply = {ply}")
        with pytest.raises(StoreError, match="its moves are not as they were written"):
            take_back(journal, 2)
        with pytest.raises(Damaged):
            store.record(1)
