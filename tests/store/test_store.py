"""The store: games go in and come out of a real SQLite file, and no change to it goes unnoticed."""

import contextlib
import dataclasses
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import records

from numduel.match.record import Record, parse
from numduel.match.round import Ending, Result
from numduel.store import Damaged, StoreError, schema, seals
from numduel.store import store as store_module
from numduel.store.rows import GameRow, MatchRow
from numduel.store.store import Store

SETUP = MatchRow("digit-stack", "human:Ann", "human:Ben", 0, 3, None, None, 7, "agree", 2)
RESIGNED = Result(1, Ending.RESIGNATION, "player 2 resigned")
IMPORTED = parse(
    '[spec "operation-duel:target=9"] [player1 "Zoë"] [occasion "rain"] {first} *2 *2 {second} +1 +1 +1 +1 +1'
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with contextlib.closing(Store(path)) as opened:
        yield opened


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with games of every kind: 1 to 5, of which 3 has no moves and 5 came from outside."""
    path = tmp_path_factory.mktemp("original") / "games.db"
    with contextlib.closing(Store(path)) as store:
        match = store.begin_match(SETUP)
        for number, moves in enumerate(("2589", "258", ""), 1):
            game = store.begin_game(match, number, ("Ann", "Ben"))
            for text in moves:
                add(store, game, text)
        finish(store, 1, Result(1, Ending.RULE, "the target was exceeded"))
        finish(store, 3, Result(2, Ending.RESIGNATION, "player 1 resigned"))
        other = store.begin_match(dataclasses.replace(SETUP, spec="operation-stack", rounds=None))
        store.begin_game(other, 1, ("Ann", "Zoë"))
        add(store, 4, "5")
        hint(store, 4, 2)
        finish(store, 4, Result(1, Ending.FORFEIT, "operate /"))
        store.add_records([IMPORTED])
        assert list(store.problems()) == []
    return path


def add(store: Store, game: int, *texts: str) -> None:
    """Make moves in a game, whatever was made in it so far."""
    for text in texts:
        store.add_move(game, store.row(game).moves, text)


def back(store: Store, game: int, count: int = 1) -> None:
    store.take_back(game, store.row(game).moves, count)


def hint(store: Store, game: int, player: int) -> None:
    store.count_hint(game, store.row(game).moves, player)


def finish(store: Store, game: int, result: Result) -> None:
    store.finish(game, store.row(game).moves, result)


def records_in(store: Store, numbers: range = range(1, 6)) -> dict[int, Record]:
    return {number: store.record(number) for number in numbers}


def raw(path: Path, *statements: str) -> None:
    """Change the file behind the store's back."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        for statement in statements:
            connection.execute(statement)


def dump(path: Path) -> list[str]:
    """Everything in the tables, as bytes and numbers."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.text_factory = bytes
        tables = [
            name.decode()
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        return [repr(row) for name in sorted(tables) for row in connection.execute(f"SELECT * FROM {name}")]


def complaints(path: Path) -> list[str]:
    """What is found wrong with a file, by opening it or by checking everything in it."""
    try:
        store = Store(path)
    except StoreError as error:
        return [str(error)]
    with contextlib.closing(store):
        try:
            return list(store.problems())
        except StoreError as error:
            return [str(error)]


# As games are played


def test_a_game_is_kept_move_by_move(store: Store) -> None:
    match = store.begin_match(SETUP)
    game = store.begin_game(match, 2, ("Ben", "Ann"))
    for count, text in enumerate("2589", 1):
        add(store, game, text)
        assert store.record(game).moves == tuple("2589"[:count])
    finish(store, game, Result(1, Ending.RULE, "the target was exceeded"))
    kept = store.record(game)
    assert kept == Record(
        "digit-stack", tuple("2589"), Result(1, Ending.RULE, "the target was exceeded"), ("Ben", "Ann"),
        kept.date, 7, 2, None, (0, 0), 0, "agree", 2, kept.uid,
    )  # fmt: skip
    assert store.match(match) == SETUP
    assert list(store.problems()) == []


def test_what_is_kept_is_there_when_the_file_is_opened_again(path: Path) -> None:
    with contextlib.closing(Store(path)) as store:
        game = store.begin_game(store.begin_match(SETUP), 1, ("Ann", "Ben"))
        add(store, game, "5")
        hint(store, game, 2)
        hint(store, game, 2)
        hint(store, game, 1)
        before = store.record(game)
    with contextlib.closing(Store(path)) as store:
        assert store.record(game) == before
        assert before.hints == (1, 2)


def test_moves_taken_back_are_gone_and_counted_once_each_time(store: Store) -> None:
    game = store.begin_game(store.begin_match(SETUP), 1, ("Ann", "Ben"))
    for text in "258":
        add(store, game, text)
    back(store, game)
    assert store.record(game).moves == ("2", "5")
    back(store, game, 2)
    assert (store.record(game).moves, store.record(game).undos) == ((), 2)
    add(store, game, "9")
    assert store.record(game).moves == ("9",)
    assert list(store.problems()) == []


@pytest.mark.parametrize(
    ("spec", "moves", "result"),
    [
        ("digit-stack", "2589", Result(1, Ending.RULE, "the target was exceeded")),
        ("digit-stack", "2", RESIGNED),
        ("digit-stack", "25", Result(None, Ending.AGREEMENT, "the players agreed a draw")),
        ("operation-stack", "5", Result(1, Ending.FORFEIT, "operate /")),
        ("digit-stack", "258", Result(None, Ending.TURN_LIMIT, "3 turns were played")),
    ],
)
def test_every_ending_is_kept(spec: str, moves: str, result: Result, store: Store) -> None:
    max_turns = 3 if result.ending is Ending.TURN_LIMIT else None
    match = store.begin_match(dataclasses.replace(SETUP, spec=spec, max_turns=max_turns))
    game = store.begin_game(match, 1, ("Ann", "Ben"))
    for text in moves:
        add(store, game, text)
    finish(store, game, result)
    assert store.record(game).result == result
    assert list(store.problems()) == []


@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(["1", "2", "3", "back", "back two", "hint"]))))
def test_games_that_go_on_side_by_side_do_not_touch_each_other(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, str]]
) -> None:
    with contextlib.closing(Store(tmp_path_factory.mktemp("side") / "games.db")) as store:
        setup = dataclasses.replace(SETUP, spec="top-stack-twelve:limit=99")
        store.hold()  # one write to the disk is enough here
        games = [store.begin_game(store.begin_match(setup), 1, ("A", "B")) for _ in range(3)]
        moves: list[list[str]] = [[], [], []]
        for which, step in steps:
            if step == "hint":
                hint(store, games[which], 1)
            elif step.startswith("back"):
                count = min(len(moves[which]), 1 + ("two" in step))
                back(store, games[which], count)
                del moves[which][len(moves[which]) - count :]
            else:
                add(store, games[which], step)
                moves[which].append(step)
        store.commit()
        assert [list(store.record(game).moves) for game in games] == moves
        assert list(store.problems()) == []


def test_changes_that_are_held_are_durable_together_and_not_before(path: Path, store: Store) -> None:
    game = store.begin_game(store.begin_match(SETUP), 1, ("Ann", "Ben"))
    with contextlib.closing(Store(path)) as other:
        store.hold()
        add(store, game, "2")
        add(store, game, "5")
        assert other.record(game).moves == ()
        store.commit()
        assert other.record(game).moves == ("2", "5")


def test_a_program_that_ends_before_it_commits_leaves_what_was_there(path: Path) -> None:
    with contextlib.closing(Store(path)) as store:
        game = store.begin_game(store.begin_match(SETUP), 1, ("Ann", "Ben"))
        add(store, game, "2")
        store.hold()
        add(store, game, "5")
    with contextlib.closing(Store(path)) as store:
        assert store.record(game).moves == ("2",)
        assert list(store.problems()) == []


def test_a_change_that_fails_changes_nothing(store: Store) -> None:
    with pytest.raises(StoreError, match="game 9 has been deleted"):
        store.add_move(9, 0, "5")
    with pytest.raises(KeyError):
        store.delete(9)
    game = store.begin_game(store.begin_match(SETUP), 1, ("Ann", "Ben"))
    add(store, game, "5")
    assert store.record(game).moves == ("5",)


# Records, whole


@given(records(st.text(max_size=12)))
def test_any_record_comes_out_of_the_file_as_it_went_in(
    tmp_path_factory: pytest.TempPathFactory, record: Record
) -> None:
    with contextlib.closing(Store(tmp_path_factory.mktemp("in") / "games.db")) as store:
        [(number, new)] = store.add_records([record])
        kept = store.record(number)
        assert new == "new"
        assert kept == dataclasses.replace(record, uid=record.uid or kept.uid)
        assert list(store.problems()) == []


@pytest.mark.parametrize("text", ["\ud800", "a\udcffb", "\x00", "a\x00b", "\ufeff", "\U0010ffff"])
def test_odd_text_is_kept_or_refused_in_a_sentence(text: str, store: Store) -> None:
    record = Record("digit-stack", players=(text, ""), tags=(("note", text),), comments=((0, text),))
    try:
        [(number, _)] = store.add_records([record])
    except (StoreError, ValueError) as error:
        refusal = type(error)
    else:
        assert store.record(number).players == (text, "")
        assert store.record(number).tags == (("note", text),)
        refusal = StoreError
    assert refusal is StoreError
    assert list(store.problems()) == []


def test_the_same_game_is_kept_once(store: Store) -> None:
    assert store.add_records([IMPORTED]) == [(1, "new")]
    assert store.add_records([IMPORTED]) == [(1, "known")]
    # Nor does it come back as another when it has been out and in.
    assert store.add_records([store.record(1)]) == [(1, "known")]
    assert store.add_records([IMPORTED, IMPORTED]) == [(1, "known"), (1, "known")]
    assert numbers_of(store) == [1]


def test_two_games_that_went_alike_are_two(store: Store) -> None:
    match = store.begin_match(SETUP)
    for number in (1, 2):
        game = store.begin_game(match, number, ("Ann", "Ben"))
        add(store, game, "5")
    assert store.record(1).moves == store.record(2).moves
    assert store.record(1).uid != store.record(2).uid


def test_records_are_kept_all_or_none(store: Store) -> None:
    class Stumbling(list[Record]):
        def __iter__(self) -> Iterator[Record]:
            yield IMPORTED
            raise sqlite3.OperationalError("disk I/O error")

    with pytest.raises(StoreError, match="disk I/O error"):
        store.add_records(Stumbling())
    assert numbers_of(store) == []
    assert list(store.problems()) == []


def test_a_deleted_game_is_gone_and_the_others_are_not(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    with contextlib.closing(Store(path)) as store:
        before = records_in(store)
        store.delete(2)
        with pytest.raises(KeyError):
            store.record(2)
        assert {number: store.record(number) for number in (1, 3, 4, 5)} == {
            number: record for number, record in before.items() if number != 2
        }
        assert list(store.problems()) == []
        # A number is never given twice: "resume 5" does not come to mean another game.
        store.delete(5)
        assert store.add_records([IMPORTED]) == [(6, "new")]
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT DISTINCT game FROM moves").fetchall() == [(1,), (4,), (6,)]


def test_a_copy_that_goes_further_takes_the_place_of_an_unfinished_game(store: Store) -> None:
    game = store.begin_game(store.begin_match(SETUP), 1, ("Ann", "Ben"))
    add(store, game, "2", "5")
    shorter = store.record(game)
    longer = dataclasses.replace(shorter, moves=tuple("258"))
    finished = dataclasses.replace(
        shorter, moves=tuple("2589"), result=Result(1, Ending.RULE, "the target was exceeded")
    )
    assert store.add_records([longer]) == [(game, "longer")]
    assert store.record(game) == longer
    assert store.add_records([finished]) == [(game, "longer")]
    assert store.record(game) == finished
    assert store.add_records([finished]) == [(game, "known")]
    assert list(store.problems()) == []


@pytest.mark.parametrize("moves", ["", "2", "25", "258"])
def test_a_copy_that_was_made_earlier_changes_nothing(moves: str, store: Store) -> None:
    game = store.begin_game(store.begin_match(SETUP), 1, ("Ann", "Ben"))
    add(store, game, "2", "5", "8")
    before = store.record(game)
    assert store.add_records([dataclasses.replace(before, moves=tuple(moves))]) == [(game, "known")]
    assert store.record(game) == before


@pytest.mark.parametrize("moves", ["26", "267", "52", "2679"])
def test_a_copy_that_went_otherwise_is_refused_and_changes_nothing(moves: str, store: Store) -> None:
    game = store.begin_game(store.begin_match(SETUP), 1, ("Ann", "Ben"))
    add(store, game, "2", "5", "8")
    before = store.record(game)
    with pytest.raises(StoreError, match="otherwise"):
        store.add_records([IMPORTED, dataclasses.replace(before, moves=tuple(moves))])
    assert store.record(game) == before
    assert numbers_of(store) == [game]


# Looking around


def numbers_of(store: Store, most: int = 20, **filters: object) -> list[int]:
    return [number for number, row in store.page(most, **filters) if isinstance(row, GameRow)]  # type: ignore[arg-type]


def test_games_are_listed_newest_first_a_page_at_a_time(original: Path) -> None:
    with contextlib.closing(Store(original)) as store:
        assert numbers_of(store) == [5, 4, 3, 2, 1]
        assert numbers_of(store, 2) == [5, 4]
        assert numbers_of(store, 2, before=4) == [3, 2]
        assert numbers_of(store, 2, before=1) == []


def test_games_are_filtered_by_game_player_and_result(original: Path) -> None:
    with contextlib.closing(Store(original)) as store:
        assert numbers_of(store, game="digit-stack") == [3, 2, 1]
        assert numbers_of(store, player="Zoë") == [5, 4]
        assert numbers_of(store, player="Ann") == [4, 3, 2, 1]
        assert numbers_of(store, player="ann") == []
        assert numbers_of(store, result="1") == [5, 4, 1]
        assert numbers_of(store, result="2") == [3]
        assert numbers_of(store, result="draw") == []
        assert numbers_of(store, result="unfinished") == [2]
        assert numbers_of(store, game="digit-stack", player="Ben", result="1", before=3) == [1]


def test_the_last_unfinished_game_is_known(store: Store) -> None:
    assert store.last_unfinished() is None
    match = store.begin_match(SETUP)
    games = [store.begin_game(match, number, ("Ann", "Ben")) for number in (1, 2, 3)]
    finish(store, games[2], Result(2, Ending.RESIGNATION, "player 1 resigned"))
    assert store.last_unfinished() == 2
    store.delete(2)
    assert store.last_unfinished() == 1


# Behind its back

TABLES: dict[str, list[str]] = {}
with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as _connection:
    schema.prepare(_connection)
    for _table in ("migrations", "matches", "games", "moves", "census"):
        TABLES[_table] = [row[1] for row in _connection.execute(f"PRAGMA table_info({_table})")]
COLUMNS = [(table, column) for table, columns in TABLES.items() for column in columns]
KEYS = {
    "migrations": ("number",),
    "matches": ("id",),
    "games": ("id",),
    "moves": ("game", "ply"),
    "census": ("counted",),
}
# Other numbers, other text, nothing, and bytes; not all of them fit into every column.
UNREADABLE = "CAST(x'ff' AS TEXT)"  # text that is none
VALUES = (
    "7",
    "-1",
    "1.5",
    "'x'",
    "''",
    "NULL",
    "x'00'",
    "{0} + 1",
    "{0} || ' '",
    "upper({0})",
)


def rows_of(path: Path, table: str) -> list[str]:
    """A condition for each row of a table, by its key."""
    keys = KEYS[table]
    with contextlib.closing(sqlite3.connect(path)) as connection:
        found = connection.execute(f"SELECT {', '.join(keys)} FROM {table}").fetchall()
    return [" AND ".join(f"{key} = {value}" for key, value in zip(keys, row, strict=True)) for row in found]


def changes(original: Path, path: Path, statements: list[str]) -> Iterator[str]:
    """Make each change that can be made, and makes one, on a fresh copy of the file."""
    before = dump(original)
    for statement in statements:
        shutil.copy(original, path)
        try:
            raw(path, statement)
        except sqlite3.IntegrityError:
            continue
        if dump(path) != before:
            yield statement


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=[".".join(pair) for pair in COLUMNS])
def test_a_change_in_any_column_of_any_row_is_noticed(
    table: str, column: str, original: Path, path: Path
) -> None:
    updates = [
        f"UPDATE {table} SET {column} = {value.format(column)} WHERE {row}"
        for row in rows_of(original, table)[:6]
        for value in (*VALUES, UNREADABLE)
    ]
    noticed = {statement: bool(complaints(path)) for statement in changes(original, path, updates)}
    assert noticed
    assert [statement for statement in noticed if not noticed[statement]] == []


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=[".".join(pair) for pair in COLUMNS])
def test_a_change_in_any_column_leads_to_no_other_errors_than_ours(
    table: str, column: str, original: Path, path: Path
) -> None:
    row = rows_of(original, table)[0]
    unexpected = []
    for statement in changes(
        original,
        path,
        [
            f"UPDATE {table} SET {column} = {value.format(column)} WHERE {row}"
            for value in ("7", "'x'", "NULL", UNREADABLE)
        ],
    ):
        try:
            with contextlib.closing(Store(path)) as store:
                use_all_of(store)
        except StoreError:
            pass  # it cannot even be opened, and says so
        except Exception as error:
            unexpected.append((statement, repr(error)))
    assert unexpected == []


def use_all_of(store: Store) -> None:
    """Do everything that can be done with a store; whatever it refuses, it refuses as it should."""
    list(store.problems())
    for use in (
        lambda: list(store.page(9)),
        lambda: list(store.page(9, player="Ann", result="1")),
        store.wins,
        store.last_unfinished,
        lambda: store.games_of_match(1),
        lambda: store.match(1),
        lambda: store.record(1),
        lambda: add(store, 2, "5"),
        lambda: back(store, 2),
        lambda: hint(store, 2, 1),
        lambda: finish(store, 2, RESIGNED),
        lambda: store.begin_game(store.begin_match(SETUP), 1, ("A", "B")),
        lambda: store.add_records([dataclasses.replace(IMPORTED, uid="another")]),
        lambda: store.delete(1),
    ):
        with contextlib.suppress(StoreError, Damaged, KeyError):
            use()


@pytest.mark.parametrize("column", TABLES["games"])
def test_a_changed_game_is_set_aside_and_named_while_the_others_open(
    column: str, original: Path, path: Path
) -> None:
    with contextlib.closing(Store(original)) as store:
        intact = {number: record for number, record in records_in(store).items() if number != 1}
    updates = [f"UPDATE games SET {column} = {value.format(column)} WHERE id = 1" for value in VALUES]
    for statement in changes(original, path, updates):
        with contextlib.closing(Store(path)) as store:
            assert {number: store.record(number) for number in intact} == intact, statement
            assert set(intact) <= set(numbers_of(store)), statement
            if column == "id":
                continue
            with pytest.raises(Damaged, match="game 1"):
                store.record(1)
            assert [number for number, row in store.page(9) if isinstance(row, Damaged)] == [1], statement
            assert any("game 1" in problem for problem in store.problems()), statement
            assert not any(f"game {number}" in problem for problem in store.problems() for number in intact)


@pytest.mark.parametrize("column", TABLES["moves"])
def test_a_game_with_a_changed_move_is_set_aside_and_named_while_the_others_open(
    column: str, original: Path, path: Path
) -> None:
    with contextlib.closing(Store(original)) as store:
        intact = {number: record for number, record in records_in(store).items() if number != 1}
    updates = [
        f"UPDATE moves SET {column} = {value.format(column)} WHERE game = 1 AND ply = {ply}"
        for value in VALUES
        for ply in (0, 2, 3)
        if (column, value) != ("game", "{0} + 1")  # that would damage another game as well
    ]
    for statement in changes(original, path, updates):
        with contextlib.closing(Store(path)) as store:
            assert {number: store.record(number) for number in intact} == intact, statement
            with pytest.raises(Damaged, match="game 1"):
                store.record(1)
            assert any("game 1" in problem for problem in store.problems()), statement


@pytest.mark.parametrize(
    ("table", "column", "row"),
    [
        ("games", "player1", "id = 1"),
        ("games", "seal", "id = 1"),
        ("games", "extra", "id = 1"),
        ("moves", "text", "game = 1 AND ply = 1"),
        ("moves", "hash", "game = 1 AND ply = 3"),
    ],
)
def test_a_game_with_text_that_is_none_is_set_aside_and_named_while_the_others_open(
    table: str, column: str, row: str, original: Path, path: Path
) -> None:
    shutil.copy(original, path)
    raw(path, f"UPDATE {table} SET {column} = {UNREADABLE} WHERE {row}")
    with contextlib.closing(Store(path)) as store:
        assert [number for number in numbers_of(store) if number != 1] == [5, 4, 3, 2]
        assert store.games_of_match(2)[0][0] == 4
        assert any("game 1" in problem for problem in store.problems())
        with pytest.raises(Damaged, match="game 1"):
            store.record(1)


def test_a_check_goes_on_after_text_that_is_none(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    raw(
        path,
        f"UPDATE matches SET who1 = {UNREADABLE} WHERE id = 1",
        "UPDATE matches SET who2 = 'x' WHERE id = 2",
    )
    with contextlib.closing(Store(path)) as store:
        found = list(store.problems())
    assert any("match 1" in problem for problem in found)
    assert any("match 2" in problem for problem in found)


@pytest.mark.parametrize("table", TABLES)
def test_a_row_that_has_gone_is_noticed(table: str, original: Path, path: Path) -> None:
    deletions = [f"DELETE FROM {table} WHERE {row}" for row in rows_of(original, table)]
    noticed = {statement: bool(complaints(path)) for statement in changes(original, path, deletions)}
    assert len(noticed) == len(deletions)
    assert [statement for statement in noticed if not noticed[statement]] == []


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO moves SELECT game, ply + 1, text, hash FROM moves WHERE game = 2 AND ply = 2",
        "INSERT INTO moves VALUES (3, 0, '5', x'00')",
        "INSERT INTO moves VALUES (77, 0, '5', x'00')",
        "INSERT INTO census SELECT * FROM census",
        "INSERT INTO migrations VALUES (2, 'x')",
        "INSERT INTO matches SELECT 9, {matches}, seal FROM matches WHERE id = 1",
        "INSERT INTO games SELECT 9, {games}, seal FROM games WHERE id = 3",
    ],
)
def test_a_row_that_has_come_is_noticed(statement: str, original: Path, path: Path) -> None:
    names = {table: ", ".join(TABLES[table][1:-1]) for table in ("matches", "games")}
    names["games"] = names["games"].replace("uid", "'another'")
    assert len(list(changes(original, path, [statement.format(**names)]))) == 1
    assert complaints(path) != []


def test_a_game_that_was_made_up_with_a_seal_of_its_own_is_noticed(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    with contextlib.closing(Store(path)) as store:
        row = dataclasses.replace(store.row(3), uid="made up")
        row = dataclasses.replace(row, head=seals.first_link("made up", row.spec))
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        names = ", ".join(TABLES["games"][1:])
        marks = ", ".join("?" * (len(TABLES["games"]) - 1))
        (newest,) = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'games'").fetchone()
        values = (*dataclasses.astuple(row), row.seal(newest + 1))
        connection.execute(f"INSERT INTO games ({names}) VALUES ({marks})", values)
    assert complaints(path) == [
        "the games in the file are not those that were counted: some have gone, come or changed"
    ]


@pytest.mark.parametrize("columns", [("text",), ("hash",), ("text", "hash")])
def test_moves_that_have_changed_places_are_noticed(
    columns: tuple[str, ...], original: Path, path: Path
) -> None:
    for one, other in pairwise(range(4)):
        shutil.copy(original, path)
        swap = ", ".join(
            f"{name} = (SELECT {name} FROM moves AS o WHERE o.game = 1 AND o.ply = {one + other} - moves.ply)"
            for name in columns
        )
        raw(path, f"UPDATE moves SET {swap} WHERE game = 1 AND ply IN ({one}, {other})")
        with (
            contextlib.closing(Store(path)) as store,
            pytest.raises(Damaged, match=rf"game 1: its move {other}"),
        ):
            store.record(1)


def test_games_that_have_changed_their_moves_are_noticed(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    raw(
        path,
        "UPDATE moves SET game = 99 WHERE game = 1",
        "UPDATE moves SET game = 1 WHERE game = 2",
        "UPDATE moves SET game = 2 WHERE game = 99",
    )
    found = complaints(path)
    assert any("game 1" in problem for problem in found)
    assert any("game 2" in problem for problem in found)


def test_games_that_have_changed_their_numbers_are_noticed(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    for table, column in (("games", "id"), ("moves", "game")):
        for old, new in ((1, 99), (2, 1), (99, 2)):
            raw(path, f"UPDATE {table} SET {column} = {new} WHERE {column} = {old}")
    assert complaints(path) != []


def test_a_game_that_was_removed_with_all_its_moves_is_noticed(original: Path, path: Path) -> None:
    for number in range(1, 6):
        shutil.copy(original, path)
        raw(path, f"DELETE FROM games WHERE id = {number}", f"DELETE FROM moves WHERE game = {number}")
        assert complaints(path) != [], number


def test_the_last_moves_cannot_be_cut_off_unnoticed(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    raw(
        path,
        "DELETE FROM moves WHERE game = 2 AND ply = 2",
        "UPDATE games SET moves = 2, head = (SELECT hash FROM moves WHERE game = 2 AND ply = 1) WHERE id = 2",
    )
    with contextlib.closing(Store(path)) as store, pytest.raises(Damaged, match="game 2"):
        store.record(2)


def test_a_damaged_game_can_be_deleted_and_the_others_stay(original: Path, path: Path) -> None:
    for statement in ("player1 = 'x'", "seal = x'00'", "seal = 'x'", "uid = 7", "moves = 99"):
        shutil.copy(original, path)
        raw(path, f"UPDATE games SET {statement} WHERE id = 1")
        with contextlib.closing(Store(path)) as store:
            store.delete(1)
            assert numbers_of(store) == [5, 4, 3, 2]


def test_a_file_in_good_order_stays_so_when_a_damaged_game_is_deleted(original: Path, path: Path) -> None:
    shutil.copy(original, path)
    raw(path, "UPDATE games SET player1 = 'x' WHERE id = 1", "UPDATE moves SET text = '9' WHERE game = 2")
    with contextlib.closing(Store(path)) as store:
        store.delete(1)
        store.delete(2)
        assert list(store.problems()) == []


# Two at a time


def test_two_programs_can_write_in_turn(path: Path) -> None:
    with contextlib.closing(Store(path)) as one, contextlib.closing(Store(path)) as other:
        match = one.begin_match(SETUP)
        first, second = one.begin_game(match, 1, ("A", "B")), other.begin_game(match, 2, ("B", "A"))
        for text in "2589":
            add(one, first, text)
            add(other, second, text)
            hint(other, second, 1)
        back(other, second)
        finish(one, first, Result(1, Ending.RULE, "the target was exceeded"))
        for store in (one, other):
            assert store.record(first).moves == tuple("2589")
            assert store.record(second).moves == tuple("258")
            assert list(store.problems()) == []


def test_a_game_is_played_by_one_program_at_a_time(path: Path) -> None:
    with contextlib.closing(Store(path)) as one, contextlib.closing(Store(path)) as other:
        game = one.begin_game(one.begin_match(SETUP), 1, ("A", "B"))
        one.add_move(game, 0, "2")
        other.add_move(game, 1, "5")
        # The first does not know of the second move, and cannot go on as if it had not been made.
        unaware: list[Callable[[], None]] = [
            lambda: one.add_move(game, 1, "8"),
            lambda: one.take_back(game, 1),
            lambda: one.count_hint(game, 1, 2),
            lambda: one.finish(game, 1, RESIGNED),
        ]
        for change in unaware:
            with pytest.raises(StoreError, match="game 1 has gone on elsewhere"):
                change()
        assert one.record(game).moves == ("2", "5")
        other.delete(game)
        with pytest.raises(StoreError, match="game 1 has been deleted"):
            one.add_move(game, 2, "8")


def test_a_finished_game_does_not_go_on(store: Store) -> None:
    game = store.begin_game(store.begin_match(SETUP), 1, ("A", "B"))
    add(store, game, "2")
    finish(store, game, RESIGNED)
    late: list[Callable[[], None]] = [
        lambda: add(store, game, "5"),
        lambda: back(store, game),
        lambda: finish(store, game, RESIGNED),
    ]
    for change in late:
        with pytest.raises(StoreError, match="elsewhere"):
            change()
    assert store.record(game).result == RESIGNED


def test_who_waits_too_long_for_another_program_is_told_so(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "PATIENCE", 0.0)
    with contextlib.closing(Store(path)) as one, contextlib.closing(Store(path)) as other:
        game = one.begin_game(one.begin_match(SETUP), 1, ("A", "B"))
        one.hold()
        add(one, game, "5")
        with pytest.raises(StoreError, match="locked"):
            add(other, game, "6")
        one.commit()
        assert other.record(game).moves == ("5",)


@pytest.mark.parametrize("moment", ["FROM games WHERE id", "FROM moves WHERE game"])
def test_a_move_that_another_program_makes_meanwhile_is_not_taken_for_damage(moment: str, path: Path) -> None:
    with contextlib.closing(Store(path)) as one, contextlib.closing(Store(path)) as other:
        game = one.begin_game(one.begin_match(SETUP), 1, ("A", "B"))
        add(one, game, "2")
        left = ["8", "5"]

        def meanwhile(statement: str) -> None:
            if moment in statement and left and not writing:
                writing.append(1)
                with contextlib.suppress(StoreError):  # the other may have to wait, and does so later
                    add(other, game, left.pop())
                writing.clear()

        writing: list[int] = []
        one._connection.set_trace_callback(meanwhile)
        assert one.record(game).moves[:1] == ("2",)


def test_a_game_that_another_program_begins_during_a_check_is_not_taken_for_damage(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "PATIENCE", 0.0)
    with contextlib.closing(Store(path)) as one, contextlib.closing(Store(path)) as other:
        one.begin_game(one.begin_match(SETUP), 1, ("A", "B"))
        left = [1]

        def meanwhile(statement: str) -> None:
            if "census" in statement and left:
                left.clear()
                with contextlib.suppress(StoreError):
                    other.begin_game(1, 2, ("B", "A"))

        one._connection.set_trace_callback(meanwhile)
        assert list(one.problems()) == []


# The file


def test_the_folder_of_the_file_is_made(tmp_path: Path) -> None:
    path = tmp_path / "a folder" / "of mine" / "games.db"
    Store(path).close()
    assert path.is_file()


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    with contextlib.closing(Store(path)) as store:
        assert store.add_records([IMPORTED]) == [(1, "new")]


@pytest.mark.parametrize(
    "content",
    [
        b'[spec "digit-stack"]\n5\n',
        b"\x00" * 4096,
        b"SQLite format 3\x00",
        b"SQLite format 3\x00" + b"x" * 5000,
    ],
)
def test_a_file_that_is_no_store_is_refused_untouched(content: bytes, path: Path) -> None:
    path.write_bytes(content)
    with pytest.raises(StoreError, match="cannot be used"):
        Store(path)
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used"):
        Store(tmp_path)


def test_a_file_of_another_program_is_refused_untouched(path: Path) -> None:
    raw(path, "CREATE TABLE games (id INTEGER PRIMARY KEY, title TEXT)", "INSERT INTO games VALUES (1, 'Go')")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="some other program"):
        Store(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
def test_a_file_from_a_newer_version_is_refused_untouched(journal: str, original: Path, path: Path) -> None:
    shutil.copy(original, path)
    raw(path, f"PRAGMA journal_mode = {journal}", f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer version of numduel"):
        Store(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("version", [0, -1, -2, -(2**31), 2**31 - 1])
def test_a_version_that_cannot_be_is_refused_untouched(version: int, original: Path, path: Path) -> None:
    shutil.copy(original, path)
    raw(path, f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="cannot be used"):
        Store(path)
    assert path.read_bytes() == before


# Migrations

STEP_2 = """
    CREATE TABLE ratings (player TEXT PRIMARY KEY, rating INTEGER NOT NULL);
    ALTER TABLE matches ADD clock TEXT;
"""


def add_step(monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, step))


def test_an_older_file_is_brought_up_to_date_with_all_its_games(
    original: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(original, path)
    with contextlib.closing(Store(path)) as store:
        before = records_in(store)
    add_step(monkeypatch, STEP_2)
    for _ in range(2):  # the second time there is nothing left to do
        with contextlib.closing(Store(path)) as store:
            assert records_in(store) == before
            assert list(store.problems()) == []
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (2,)
        assert connection.execute("SELECT count(*) FROM ratings").fetchone() == (0,)
        steps = connection.execute("SELECT number, checksum FROM migrations ORDER BY number").fetchall()
    assert steps == [(number, schema.checksum(step)) for number, step in enumerate(schema.MIGRATIONS, 1)]
    monkeypatch.undo()
    with pytest.raises(StoreError, match="newer version"):
        Store(path)


def test_a_step_that_fails_leaves_the_file_as_it_was(
    original: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(original, path)
    before = dump(path)
    with monkeypatch.context() as patch:
        add_step(patch, STEP_2 + "CREATE TABLE games (oops TEXT);")
        with pytest.raises(StoreError, match="already exists"):
            Store(path)
    assert dump(path) == before
    with contextlib.closing(Store(path)) as store:
        assert list(store.problems()) == []


def test_a_file_made_by_other_steps_is_refused(
    original: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(original, path)
    monkeypatch.setattr(schema, "MIGRATIONS", (schema.MIGRATIONS[0] + "CREATE TABLE more (x TEXT);",))
    with pytest.raises(StoreError, match="other steps"):
        Store(path)
    assert path.read_bytes() == original.read_bytes()


def test_an_older_file_made_by_other_steps_is_refused_before_anything_is_added(
    original: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(original, path)
    raw(path, "UPDATE migrations SET checksum = 'x'")
    before = dump(path)
    add_step(monkeypatch, STEP_2)
    with pytest.raises(StoreError, match="other steps"):
        Store(path)
    assert dump(path) == before


def test_white_space_does_not_change_a_step_and_anything_else_does() -> None:
    assert schema.checksum("CREATE  TABLE\n a (b)") == schema.checksum(" CREATE TABLE a (b) ")
    assert schema.checksum("CREATE TABLE a (b)") != schema.checksum("CREATE TABLE a (c)")


# The journal


@pytest.mark.parametrize(
    ("version", "mode"),
    [
        ((3, 7, 0), "delete"),
        ((3, 40, 1), "delete"),
        ((3, 51, 2), "delete"),
        ((3, 51, 3), "wal"),
        ((4, 0, 0), "wal"),
    ],
)
def test_the_journal_is_chosen_by_the_version_of_sqlite(
    version: tuple[int, int, int], mode: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    with contextlib.closing(Store(path)) as store:
        store.add_records([IMPORTED])
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == (mode,)
    with contextlib.closing(Store(path)) as store:
        assert store.record(1).moves == IMPORTED.moves
        assert list(store.problems()) == []


def test_a_file_goes_from_one_journal_to_the_other_with_its_games(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for count, version in enumerate([(3, 52, 0), (3, 40, 0), (3, 52, 0)]):
        monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
        with contextlib.closing(Store(path)) as store:
            store.add_records([dataclasses.replace(IMPORTED, uid=f"copy {count}")])
            assert numbers_of(store) == list(range(count + 1, 0, -1))
            assert list(store.problems()) == []
