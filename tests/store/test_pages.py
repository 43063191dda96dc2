"""Pages of games: both stores list the same, and that takes no longer where there are more games."""

import contextlib
import dataclasses
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from stored import fill, numbers_of

from numduel.match.reading import parse
from numduel.store.base import RESULTS, Filter
from numduel.store.memory import MemoryStore
from numduel.store.sqlite import SqliteStore

RECORDS = [
    parse('[spec "digit-stack"] [player1 "Ann"] [player2 "Ben"] 2 5 8 9'),
    parse('[spec "digit-stack"] [player1 "Ben"] [player2 "Ann"] [ending "agreed draw"] 2 5'),
    parse('[spec "top-stack-twelve"] [player1 "Ann"] [player2 "Ann"] 2 5 6'),
    parse('[spec "operation-duel:target=9"] [player1 "Cem"] [player2 "Ben"] *2 *2'),
]
FEW, MANY = 80, 2_400
FILTERS = [
    {name: value for name, value in zip(("player", "game", "result"), values, strict=True) if value}
    for values in product(["", "Ann", "Zoë", "Eve"], ["", "digit-stack", "operation-stack"], ["", *RESULTS])
]


def with_records(store: SqliteStore | MemoryStore, count: int) -> None:
    """Keep so many games, of each kind alike."""
    store.add_records([dataclasses.replace(RECORDS[n % len(RECORDS)], uid=str(n)) for n in range(count)])


@pytest.fixture(scope="module")
def sizes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[SqliteStore, SqliteStore]]:
    """A file with few games and one with many."""
    folder = tmp_path_factory.mktemp("pages")
    with contextlib.ExitStack() as stack:
        few, many = (
            stack.enter_context(contextlib.closing(SqliteStore(folder / f"{count}.db")))
            for count in (FEW, MANY)
        )
        with_records(few, FEW)
        with_records(many, MANY)
        yield few, many


def test_both_stores_list_the_same_games_whatever_is_asked_for(tmp_path: Path) -> None:
    memory = MemoryStore()
    with contextlib.closing(SqliteStore(tmp_path / "games.db")) as file:
        for store in (memory, file):
            fill(store)
            with_records(store, 12)
        for filters, most, before in product(FILTERS, (1, 3, 20), (None, 9)):
            asked: dict[str, Any] = {**filters, "before": before}
            assert numbers_of(file, most, **asked) == numbers_of(memory, most, **asked), (asked, most)


def steps(store: SqliteStore, **filters: Any) -> int:
    """How many steps SQLite takes for the first page."""
    taken = 0

    def count() -> int:
        nonlocal taken
        taken += 1
        return 0

    with store.read() as raw:
        raw.set_progress_handler(count, 1)
        list(store.page(20, Filter(**filters)))
        raw.set_progress_handler(None, 1)
    return taken


@pytest.mark.parametrize("filters", [each for each in FILTERS if len(each) < 3], ids=repr)
def test_the_first_page_takes_as_many_steps_with_many_games_as_with_few(
    filters: dict[str, str], sizes: tuple[SqliteStore, SqliteStore]
) -> None:
    few, many = (steps(store, **filters) for store in sizes)
    assert many <= few * 1.1
