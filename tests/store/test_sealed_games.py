"""Games in sealed rows: every move and event has its place in a chain, and whatever breaks it is named."""

import contextlib
from collections.abc import Iterator

import pytest
from stored import IMPORTED

from numduel.core.frozen import replace
from numduel.match.events import Moved
from numduel.store import schema, sealed, seals
from numduel.store.census import Census, is_complete
from numduel.store.changes import insert_game
from numduel.store.errors import Damaged, NoSuchGame
from numduel.store.rows import as_row
from numduel.store.seals import SealedConnection

MOVES = ("a", "b", "c")
EVENTS = tuple(Moved(number=ply + 1, seat=1, ply=ply, move=move) for ply, move in enumerate(MOVES))
ROW = replace(as_row(IMPORTED, "somebody's"), moves=3, events=3)
BEGINNING = seals.first_link(ROW.uid, ROW.spec)


@pytest.fixture
def raw() -> Iterator[SealedConnection]:
    """A file in memory with game 1, which has three moves and three events."""
    with contextlib.closing(schema.empty()) as connection:
        census = Census(connection)
        assert insert_game(census, ROW, MOVES, EVENTS).game == 1
        census.write()
        yield connection


def moves_of(raw: SealedConnection) -> tuple[str, ...]:
    return sealed.read_moves(raw, 1, sealed.find_game(raw, 1))


@pytest.mark.parametrize("after", [0, 1, 2, 3])
def test_a_game_is_read_as_it_was_written(after: int, raw: SealedConnection) -> None:
    game = sealed.find_game(raw, 1)
    assert (replace(game.row, links=None), moves_of(raw)) == (ROW, MOVES)
    assert game.row.links == (game.head, game.tail)
    assert sealed.read_events(raw, 1, game, after) == list(EVENTS[after:])
    with pytest.raises(NoSuchGame):
        sealed.find_game(raw, 2)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE moves SET text = 'x' WHERE ply = 0", "its move 1 is not as it was written"),
        ("UPDATE moves SET text = x'61' WHERE ply = 0", "its move 1 is not as it was written"),
        ("UPDATE moves SET hash = x'00' WHERE ply = 2", "its move 3 is not as it was written"),
        ("UPDATE moves SET ply = 4 WHERE ply = 2", "its move 3 is not as it was written"),
        ("DELETE FROM moves WHERE ply = 0", "its move 1 is not as it was written"),
        ("DELETE FROM moves WHERE ply = 2", "some of its moves are missing"),
        ("DELETE FROM moves", "some of its moves are missing"),
    ],
)
def test_a_move_that_does_not_fit_is_named(change: str, words: str, raw: SealedConnection) -> None:
    raw.execute(change)
    with pytest.raises(Damaged) as found:
        moves_of(raw)
    assert str(found.value) == f"game 1: {words}"


@pytest.mark.parametrize(
    ("change", "after", "words"),
    [
        ("UPDATE events SET event = 'x' WHERE number = 1", 0, "its event 1 is not as it was written"),
        ("UPDATE events SET event = x'61' WHERE number = 3", 2, "its event 3 is not as it was written"),
        ("UPDATE events SET hash = x'00' WHERE number = 2", 0, "its event 2 is not as it was written"),
        ("UPDATE events SET hash = x'00' WHERE number = 2", 2, "its event 3 is not as it was written"),
        ("UPDATE events SET hash = 'text' WHERE number = 2", 2, "its event 3 is not as it was written"),
        ("UPDATE events SET number = 4 WHERE number = 3", 0, "its event 4 has another number"),
        ("DELETE FROM events WHERE number = 1", 0, "its event 2 is not as it was written"),
        ("DELETE FROM events WHERE number = 3", 0, "some of its events are missing"),
        ("DELETE FROM events", 2, "some of its events are missing"),
        ("UPDATE events SET hash = x'00' WHERE number = 3", 3, "some of its events are missing"),
    ],
)
def test_an_event_that_does_not_fit_is_named(
    change: str, after: int, words: str, raw: SealedConnection
) -> None:
    raw.execute(change)
    with pytest.raises(Damaged) as found:
        sealed.read_events(raw, 1, sealed.find_game(raw, 1), after)
    assert str(found.value) == f"game 1: {words}"


@pytest.mark.parametrize(
    "text", ["no document", "{}", '{"event": "moved"}', "5", "[" * 100_000], ids=lambda text: text[:20]
)
def test_an_event_in_the_chain_that_nobody_can_read_is_told_of(text: str, raw: SealedConnection) -> None:
    link = seals.next_link(BEGINNING, text)
    raw.execute("UPDATE events SET event = ?, hash = ? WHERE number = 1", (text, link))
    with pytest.raises(Damaged) as found:
        sealed.read_events(raw, 1, sealed.find_game(raw, 1))
    assert str(found.value) == "game 1: one of its events cannot be read"


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_moves_that_are_cut_leave_the_link_of_the_last_that_stays(kept: int, raw: SealedConnection) -> None:
    links = [BEGINNING, *(link for _, link in sealed.linked(BEGINNING, MOVES))]
    raw.execute("INSERT INTO moves VALUES (2, 2, 'of another game', x'')")
    assert sealed.cut_moves(Census(raw), 1, kept, sealed.find_game(raw, 1)) == links[kept]
    left = raw.execute("SELECT text FROM moves WHERE game = 1 ORDER BY ply").fetchall()
    assert left == [(move,) for move in MOVES[:kept]]
    assert raw.execute("SELECT count(*) FROM moves WHERE game = 2").fetchone() == (1,)


def test_moves_that_still_wait_are_cut_as_well(raw: SealedConnection) -> None:
    census = Census(raw)
    old = sealed.find_game(raw, 1)
    waiting = sealed.linked(old.head, ["d", "e"])
    sealed.add_moves(census, 1, 3, waiting)
    sealed.cut_moves(census, 1, 3, replace(old, links=(waiting[-1][1], old.tail)))
    census.write()
    assert moves_of(raw) == MOVES


@pytest.mark.parametrize("change", ["text = 'z'", "text = x'ff'", "hash = x'00'", "hash = 'x'", "game = 7"])
@pytest.mark.parametrize("kept", [1, 2])
def test_moves_are_not_cut_where_one_is_another_now(change: str, kept: int, raw: SealedConnection) -> None:
    raw.execute(f"UPDATE moves SET {change} WHERE game = 1 AND ply = {2 if 'text' in change else kept - 1}")
    with pytest.raises(Damaged, match="game 1: its moves are not as they were written"):
        sealed.cut_moves(Census(raw), 1, kept, sealed.find_game(raw, 1))
    assert len(raw.execute("SELECT ply FROM moves").fetchall()) == 3


def test_a_row_that_is_written_anew_is_sealed_and_counted(raw: SealedConnection) -> None:
    old = sealed.find_game(raw, 1)
    changed = replace(ROW, player1="Somebody else", hints2=1)
    census = Census(raw)
    sealed.update_game(census, 1, old, sealed.columns_of(changed, old.head, old.tail))
    census.write()
    game = sealed.find_game(raw, 1)
    assert game.row == replace(changed, links=(old.head, old.tail))
    assert is_complete(raw)


def test_a_row_from_before_there_were_events_is_read_as_one_without_any(raw: SealedConnection) -> None:
    _, *columns, _ = raw.execute(sealed.SELECT).fetchone()
    first = tuple(columns[: -len(("player", "reading", "events", "tail"))])
    game = sealed.read_game(raw.sealer, (1, *first, None, None, None, None, seals.seal((1, *first))))
    assert game.row == replace(ROW, player=None, reading=1, events=0, links=(game.head, BEGINNING))
    assert game.tail == BEGINNING
    assert sealed.seal_of(raw.sealer, 1, (*first, None, None, None, b"")) == seals.seal(
        (1, *first, None, None, None, b"")
    )


def test_a_row_that_was_changed_is_named(raw: SealedConnection) -> None:
    raw.execute("UPDATE games SET seed = 12345")
    with pytest.raises(Damaged) as found:
        sealed.find_game(raw, 1)
    assert str(found.value) == "game 1: what is kept about it is not as it was written"
