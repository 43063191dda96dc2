"""A review of a long game says how far it is, also where nothing need be explored."""

from pathlib import Path

import pytest

from numduel.analysis.review import REPORT_EVERY, review
from numduel.cli.main import main
from numduel.match.record import Record

LONG = Record("operation-stack", ("9",) * (2 * REPORT_EVERY + 5))


def test_who_waits_is_told_how_many_moves_were_reviewed() -> None:
    told: list[int] = []
    assert review(LONG, progress=told.append) == review(LONG)
    assert told == [REPORT_EVERY - 1, 2 * REPORT_EVERY - 1]


def test_the_command_shows_it_where_standard_error_is_no_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("numduel.cli.progress.BETWEEN_LINES", -1.0)
    monkeypatch.setattr("numduel.cli.progress.BEFORE_SHOWING", 60.0)
    file = tmp_path / "game.txt"
    file.write_text(f'[spec "operation-stack"]\n\n{" ".join(LONG.moves)}\n')
    assert main(["review", str(file)]) == 0
    assert "reviewing: 63 moves\n" in capsys.readouterr().err
