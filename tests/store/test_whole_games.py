"""Games that go into a store whole, come out of it, and are looked for, whatever it keeps them in."""

import contextlib
import dataclasses
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import records
from stored import (
    IMPORTED,
    KINDS,
    begin,
    fill,
    new_store,
    number_of,
    numbers_of,
    play,
    records_in,
    take_back,
)

from numduel.match.events import Ended, Moved, OfferDraw, Resign
from numduel.match.reading import parse
from numduel.match.record import Record, write
from numduel.match.round import Ending, Result, lost_by
from numduel.store.base import Store, Tally
from numduel.store.errors import Damaged, StoreError
from numduel.store.journal import resume
from numduel.store.sqlite import SqliteStore

EXCEEDED = Result(1, Ending.RULE, "the target was exceeded")


@pytest.fixture
def filled(any_store: Store) -> Store:
    """With games 1 to 5, of which 3 has no moves and 5 came from outside."""
    fill(any_store)
    return any_store


# Records, whole


@pytest.mark.parametrize("kind", KINDS)
@given(record=records(st.text(max_size=12)))
def test_any_record_comes_out_as_it_went_in(
    kind: str, tmp_path_factory: pytest.TempPathFactory, record: Record
) -> None:
    store = new_store(kind, tmp_path_factory.mktemp("in"))
    [(number, new)] = store.add_records([record])
    kept = store.record(number)
    assert new == "new"
    assert kept == dataclasses.replace(record, uid=record.uid or kept.uid)
    assert store.events(number) == []
    assert store.problems() == []
    store.close()


@pytest.mark.parametrize("text", ["\ud800", "a\udcffb", "\x00", "a\x00b", "\ufeff", "\U0010ffff"])
def test_odd_text_is_kept_or_refused_in_a_sentence(text: str, any_store: Store) -> None:
    record = Record("digit-stack", players=(text, ""), tags=(("note", text),), comments=((0, text),))
    try:
        [(number, _)] = any_store.add_records([record])
    except (StoreError, ValueError) as error:
        refusal = type(error)
    else:
        assert any_store.record(number).players == (text, "")
        assert any_store.record(number).tags == (("note", text),)
        refusal = StoreError
    assert refusal is StoreError
    assert any_store.problems() == []


def test_the_same_game_is_kept_once(any_store: Store) -> None:
    assert any_store.add_records([IMPORTED]) == [(1, "new")]
    assert any_store.add_records([IMPORTED]) == [(1, "known")]
    # Nor does it come back as another when it has been out and in.
    assert any_store.add_records([parse(write(any_store.record(1)))]) == [(1, "known")]
    assert any_store.add_records([IMPORTED, IMPORTED]) == [(1, "known"), (1, "known")]
    assert numbers_of(any_store) == [1]


def test_the_same_game_twice_in_a_file_is_kept_once(any_store: Store) -> None:
    shorter = dataclasses.replace(
        IMPORTED, moves=IMPORTED.moves[:1], comments=(), result=None, uid="one game"
    )
    longer = dataclasses.replace(shorter, moves=IMPORTED.moves[:2])
    assert any_store.add_records([IMPORTED, IMPORTED]) == [(1, "new"), (1, "known")]
    assert any_store.add_records([shorter, longer, shorter]) == [(2, "new"), (2, "longer"), (2, "known")]
    assert any_store.record(2) == longer
    assert any_store.problems() == []


def test_two_games_that_went_alike_are_two(any_store: Store) -> None:
    for _ in range(2):
        play(begin(any_store), "5")
    assert any_store.record(1).moves == any_store.record(2).moves
    assert any_store.record(1).uid != any_store.record(2).uid


def test_records_are_kept_all_or_none(any_store: Store) -> None:
    class Stumbling(list[Record]):
        def __iter__(self) -> Iterator[Record]:
            yield IMPORTED
            raise OSError("the disk has gone")

    with pytest.raises((StoreError, OSError), match="the disk has gone"):
        any_store.add_records(Stumbling())
    assert numbers_of(any_store) == []
    assert any_store.problems() == []


def test_a_deleted_game_is_gone_with_its_events_and_the_others_are_not(filled: Store) -> None:
    before = records_in(filled)
    filled.delete(2)
    for ask in (filled.record, filled.row, filled.events, filled.delete):
        with pytest.raises(KeyError):
            ask(2)
    assert records_in(filled) == {number: record for number, record in before.items() if number != 2}
    assert filled.problems() == []
    # A number is never given twice: "resume 5" does not come to mean another game.
    filled.delete(5)
    assert filled.add_records([IMPORTED]) == [(6, "new")]
    assert filled.events(6) == []


def test_a_copy_that_extends_takes_the_place_of_an_unfinished_game(any_store: Store) -> None:
    any_store.add_records([dataclasses.replace(IMPORTED, moves=("*2",), result=None, comments=(), uid="u")])
    shorter = any_store.record(1)
    longer = dataclasses.replace(shorter, moves=("*2", "*2"))
    finished = dataclasses.replace(shorter, moves=IMPORTED.moves, result=IMPORTED.result)
    for copy in (longer, finished):
        assert any_store.add_records([copy]) == [(1, "longer")]
        assert any_store.record(1) == copy
        assert any_store.events(1) == []
    assert any_store.add_records([finished]) == [(1, "known")]
    assert any_store.problems() == []


def test_a_game_that_was_played_here_goes_on_by_events_where_a_copy_extends(any_store: Store) -> None:
    journal = play(begin(any_store), *"287")
    take_back(journal, 1)
    play(journal, "5")
    shorter, so_far = any_store.record(1), any_store.events(1)
    longer = dataclasses.replace(shorter, moves=tuple("258"))
    finished = dataclasses.replace(shorter, moves=tuple("2589"), result=EXCEEDED)
    assert any_store.add_records([longer]) == [(1, "longer")]
    assert any_store.record(1) == longer
    assert any_store.add_records([finished]) == [(1, "longer")]
    assert any_store.record(1) == finished
    assert any_store.events(1)[: len(so_far)] == so_far
    assert [type(event) for event in any_store.events(1, len(so_far))] == [Moved, Moved, Ended]
    assert resume(any_store, 1).session.match.points == [1, 0]
    assert any_store.problems() == []


def test_a_copy_in_which_someone_resigned_out_of_turn_ends_the_game(any_store: Store) -> None:
    play(begin(any_store), *"25")
    ended = dataclasses.replace(any_store.record(1), result=lost_by(2, Ending.RESIGNATION))
    assert any_store.add_records([parse(write(ended))]) == [(1, "longer")]
    assert any_store.record(1) == ended
    assert any_store.problems() == []


def test_a_game_that_went_on_elsewhere_is_not_gone_on_with_here(any_store: Store) -> None:
    journal = play(begin(any_store), *"25")
    any_store.add_records([dataclasses.replace(any_store.record(1), moves=tuple("258"))])
    with pytest.raises(StoreError, match="game 1 has gone on elsewhere"):
        play(journal, "7")
    assert any_store.record(1).moves == tuple("258")


@pytest.mark.parametrize("moves", ["", "2", "25", "258"])
def test_a_copy_that_was_made_earlier_changes_nothing(moves: str, any_store: Store) -> None:
    play(begin(any_store), *"258")
    before = any_store.record(1)
    assert any_store.add_records([dataclasses.replace(before, moves=tuple(moves))]) == [(1, "known")]
    assert any_store.record(1) == before


@pytest.mark.parametrize("moves", ["26", "267", "52", "2679"])
def test_a_copy_that_went_otherwise_is_refused_and_changes_nothing(moves: str, any_store: Store) -> None:
    play(begin(any_store), *"258")
    before = any_store.record(1)
    with pytest.raises(StoreError, match="otherwise"):
        any_store.add_records([IMPORTED, dataclasses.replace(before, moves=tuple(moves))])
    assert any_store.record(1) == before
    assert numbers_of(any_store) == [1]


def test_a_long_game_opens_without_all_its_positions_at_once(any_store: Store) -> None:
    # Each of them has a tall stack: together they would fill the memory.
    [(number, _)] = any_store.add_records([Record("operation-stack", ("9",) * 3000)])
    tracemalloc.start()
    try:
        any_store.record(number)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 10_000_000


# Looking around


def test_games_are_listed_newest_first_a_page_at_a_time(filled: Store) -> None:
    assert numbers_of(filled) == [5, 4, 3, 2, 1]
    assert numbers_of(filled, 2) == [5, 4]
    assert numbers_of(filled, 2, before=4) == [3, 2]
    assert numbers_of(filled, 2, before=1) == []


def test_games_are_filtered_by_game_player_and_result(filled: Store) -> None:
    assert numbers_of(filled, game="digit-stack") == [3, 2, 1]
    assert numbers_of(filled, player="Zoë") == [5, 4]
    assert numbers_of(filled, player="Ann") == [4, 3, 2, 1]
    assert numbers_of(filled, player="ann") == []
    assert numbers_of(filled, result="1") == [5, 4, 1]
    assert numbers_of(filled, result="2") == [3]
    assert numbers_of(filled, result="draw") == []
    assert numbers_of(filled, result="unfinished") == [2]
    assert numbers_of(filled, game="digit-stack", player="Ben", result="1", before=3) == [1]


def test_the_last_games_of_matches_are_known(filled: Store) -> None:
    assert filled.last_of_matches(10) == [5, 4, 3, 2]
    assert filled.last_of_matches(3) == [5, 4, 3]


def test_the_last_unfinished_game_is_known(any_store: Store) -> None:
    assert any_store.last_unfinished() is None
    journals = [play(begin(any_store), "5") for _ in range(3)]
    journals[2].submit(Resign(1))
    assert any_store.last_unfinished() == 2
    any_store.delete(2)
    assert any_store.last_unfinished() == 1


def test_it_is_told_how_often_each_player_met_each_result(filled: Store) -> None:
    drawn = begin(filled)
    drawn.submit(OfferDraw(1))
    drawn.submit(OfferDraw(2))
    assert sorted(filled.tallies().tallies, key=repr) == [
        Tally("", 2, "lost", 1),
        Tally("Ann", 1, "drawn", 1),
        Tally("Ann", 1, "lost", 1),
        Tally("Ann", 1, "won", 2),
        Tally("Ann", 2, "unfinished", 1),
        Tally("Ben", 1, "unfinished", 1),
        Tally("Ben", 2, "drawn", 1),
        Tally("Ben", 2, "lost", 1),
        Tally("Ben", 2, "won", 1),
        Tally("Zoë", 1, "won", 1),
        Tally("Zoë", 2, "lost", 1),
    ]


def test_what_is_not_there_is_told(any_store: Store) -> None:
    for ask in (any_store.record, any_store.row, any_store.events, any_store.delete):
        with pytest.raises(KeyError):
            ask(9)
    with pytest.raises(Damaged, match="match 9"):
        any_store.setup(9)
    assert any_store.games_of_match(9) == []
    assert any_store.name
    any_store.check_writable()


def test_games_that_go_on_are_listed_as_they_stand(any_store: Store) -> None:
    journal = play(begin(any_store), "2")
    number = number_of(journal)
    play(journal, "5")
    [(_, row)] = any_store.page(5)
    assert row == any_store.row(number)
    assert any_store.row(number).moves == 2


def test_what_is_read_together_is_of_one_moment(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store, contextlib.closing(SqliteStore(path)) as other:
        play(begin(store), "2")
        with store.at_one_moment():
            before = store.row(1)
            writer = Thread(target=lambda: play(resume(other, 1), "5"))
            writer.start()
            writer.join(0.2)
            assert (store.row(1), len(store.events(1))) == (before, before.events)
        writer.join()
        assert store.row(1).moves == 2


def test_how_far_matches_have_come_is_told_without_those_that_are_gone(any_store: Store) -> None:
    journals = [play(begin(any_store), *moves) for moves in (("2",), ("2", "5"), ("3",))]
    one, other, gone = (number_of(journal) for journal in journals)
    matches = [any_store.row(number).match or 0 for number in (one, other, gone)]
    any_store.delete(gone)
    last = {match: journal.session.number for match, journal in zip(matches, journals[:2], strict=False)}
    found = any_store.last_events([*matches, 99])
    assert {match: number for match, (number, _) in found.items()} == last
    assert any_store.last_events([]) == {}


def test_only_what_another_program_writes_makes_another_version(path: Path) -> None:
    store, other = SqliteStore(path), SqliteStore(path)
    version = store.foreign_version()
    play(begin(store), "2")
    assert store.foreign_version() == version
    play(begin(other), "2")
    assert store.foreign_version() != version
    for _ in range(2):
        version = store.foreign_version()
        play(begin(other), "2")
        play(begin(store), "2")  # the file is opened anew for it
        assert store.foreign_version() != version
    store.close()
    other.close()
