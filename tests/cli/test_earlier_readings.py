"""Games that were played when a rulebook was read otherwise: listed with their results, never called damaged.

The games are those of `tests/store/version_1.sql`, as the first version of numduel left them.
"""

import contextlib
import json
import sqlite3
from pathlib import Path

import pytest
from commandline import REPOSITORY, numduel

WRITTEN = REPOSITORY / "tests" / "store" / "version_1.sql"
FINISHED, UNFINISHED = 9, 10  # games that the present reading ends earlier


@pytest.fixture
def db(tmp_path: Path) -> str:
    path = tmp_path / "games.db"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(WRITTEN.read_text(encoding="utf-8"))
    return str(path)


def test_they_are_listed_with_the_results_they_had(db: str) -> None:
    listed = numduel("history", "--most", "50", "--plain", NUMDUEL_DB=db)
    assert (listed.err, listed.code) == ("", 0)
    lines = {int(line.split()[0]): line for line in listed.lines[1:] if line[0].isdigit()}
    assert lines[FINISHED].endswith("Ann won (played under an earlier reading)")
    assert lines[UNFINISHED].endswith("unfinished (played under an earlier reading)")
    assert sum("earlier reading" in line for line in lines.values()) == 3
    rows = {row["id"]: row for row in json.loads(numduel("history", "--json", NUMDUEL_DB=db).out)}
    assert (rows[FINISHED]["result"], rows[FINISHED]["earlier_reading"]) == ("1", True)


@pytest.mark.parametrize("command", ["resume", "review", "replay", "export"])
@pytest.mark.parametrize("number", [FINISHED, UNFINISHED])
def test_what_would_have_to_replay_them_is_refused_with_exit_code_3(
    command: str, number: int, db: str
) -> None:
    refused = numduel(command, str(number), NUMDUEL_DB=db)
    assert f"game {number} was played under an earlier reading of its rules" in refused.complaint
    assert (refused.out, refused.code) == ("", 3)


def test_a_check_of_the_whole_file_finds_nothing_wrong_with_them(db: str) -> None:
    checked = numduel("history", "--check", NUMDUEL_DB=db)
    assert (checked.out, checked.code) == ("Every game in the file is as it was written.\n", 0)


def test_the_others_are_gone_on_with(db: str) -> None:
    gone_on = numduel("resume", said="quit\nyes\n", NUMDUEL_DB=db)
    assert gone_on.code == 0
    assert "so far:" in gone_on.out
