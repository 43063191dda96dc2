"""The table of the benchmarks: a row for each goal, with the cause where it was missed."""

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module of the benchmarks by its name."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module


def test_a_goal_that_is_told_becomes_a_row(
    load: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    timing, rows = load("timing"), tmp_path / "rows"
    timing.print_goal("as fast", 12, 10)
    monkeypatch.setenv(timing.ROWS, str(rows))
    timing.print_goal("as fast", 12, 10, ours="1 ms", peer="12 ms")
    timing.print_goal("as slow", 2.5, 2, at_most=True)
    assert [json.loads(line) for line in rows.read_text().splitlines()] == [
        {
            "claim": "as fast",
            "ours": "1 ms",
            "peer": "12 ms",
            "ratio": 12,
            "goal": "at least 10",
            "met": True,
        },
        {"claim": "as slow", "ours": "", "peer": "", "ratio": 2.5, "goal": "at most 2", "met": False},
    ]
    assert capsys.readouterr().out.splitlines()[-1] == "as slow: 2.50 (goal: at most 2; NOT met)"


def test_goals_that_were_missed_stay_in_the_table_and_so_do_scripts_that_failed(load: Any) -> None:
    figures = load("figures")
    row = {"claim": "start: list", "ours": "5 ms", "peer": "1 ms", "ratio": 5.0, "goal": "at most 3"}
    told = [
        figures.Told("startup", [{**row, "met": False}], (0.5, 1.5), 9.0, 4.0),
        figures.Told("vector", [], (1.5, 1.5), 1.0, 1.0, "ModuleNotFoundError: No module named 'pgx'"),
    ]
    lines = list(figures.as_markdown(told))
    cause = figures.CAUSES["start: "]
    assert f"| start: list | 5 ms | 1 ms | 5.00 | at most 3 | **no** | {cause} |" in lines
    assert "| `vector.py` | | | | | not measured | ModuleNotFoundError: No module named 'pgx' |" in lines
    assert "| `startup.py` | 0.5, 1.5 | 9 | 4 |" in lines


def test_the_page_has_a_place_for_the_table_and_every_script_is_there(load: Any) -> None:
    figures = load("figures")
    page = figures.PAGE.read_text(encoding="utf-8")
    assert page.index(figures.BEGIN) < page.index(figures.END)
    assert [script for script in figures.SCRIPTS if not (BENCHMARKS / f"{script}.py").exists()] == []
