"""Pages of a store that lie where others were: whatever a command finds there, it comes to an end."""

import contextlib
import sqlite3
from itertools import islice
from pathlib import Path

from commandline import numduel
from stored import IMPORTED

from numduel.cli.commands.export import _older_than
from numduel.core.frozen import replace
from numduel.store.sqlite import SqliteStore

GAMES, PAGE = 40, 4096


def leaves(file: bytes, root: int) -> list[slice]:
    """Where the pages lie that have the rows of a table which needs several."""
    page = file[(root - 1) * PAGE : root * PAGE]
    cells = [int.from_bytes(page[at : at + 2]) for at in range(12, 12 + 2 * int.from_bytes(page[3:5]), 2)]
    numbers = [int.from_bytes(page[at : at + 4]) for at in (*cells, 8)]
    return [slice((number - 1) * PAGE, number * PAGE) for number in numbers]


def test_export_comes_to_an_end_where_the_numbers_of_games_go_round_in_circles(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with contextlib.closing(SqliteStore(path)) as store:
        store.add_records(replace(IMPORTED, uid=f"{number}") for number in range(GAMES))
    with contextlib.closing(sqlite3.connect(path)) as raw:
        (root,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'").fetchone()
    file = bytearray(path.read_bytes())
    first, *_, last = leaves(bytes(file), root)
    file[first] = file[last]
    path.write_bytes(file)
    with contextlib.closing(SqliteStore(path)) as store:
        assert len(list(islice(_older_than(store, GAMES), 10 * GAMES))) < 10 * GAMES
    assert numduel("export", "--all", "--db", str(path)).code == 4
