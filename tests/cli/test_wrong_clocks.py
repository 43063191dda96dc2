"""A machine whose clock shows a time at which nobody can be here: it is said, and nothing else fails."""

import datetime
import os
from pathlib import Path

import pytest
from commandline import Run, environment, numduel

from numduel.cli.main import main
from numduel.core.errors import WrongClock
from numduel.learn import clock
from numduel.learn.catalogue import catalogue
from numduel.learn.progress import Progress
from numduel.store.attempts import Attempt

SAID = "the clock of this machine is wrong: it shows a year before 1970 or after 9998"
YEAR_1, LAST_DAY, BEYOND = -62_135_596_800.0, 253_402_257_600.0, 253_402_300_800.0
WIN = next(puzzle for puzzle in catalogue() if puzzle.task == "win")
# What sets a clock in a process of its own.
CUSTOM = """
import datetime, time
time.time = lambda: {seconds}

class datetime_(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp({seconds}, tz)

datetime.datetime = datetime_
"""


@pytest.fixture(params=[YEAR_1, LAST_DAY, BEYOND])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """What puts a clock wrong, where it is installed."""
    (tmp_path / "sitecustomize.py").write_text(CUSTOM.format(seconds=request.param))
    return tmp_path


def run(folder: Path, *words: str, said: str = "") -> Run:
    found = os.pathsep.join([str(folder), *filter(None, [environment().get("PYTHONPATH")])])
    return numduel(*words, "--db", str(folder / "games.db"), said=said, PYTHONPATH=found)


@pytest.mark.parametrize("command", ["daily", "puzzle --progress"])
def test_what_depends_on_the_day_says_that_the_clock_is_wrong(command: str, folder: Path) -> None:
    done = run(folder, *command.split())
    assert (done.complaint, done.code) == (f"numduel: {SAID}\n", 1)


def test_a_puzzle_is_asked_and_the_attempt_is_not_kept(folder: Path) -> None:
    done = run(folder, "puzzle", WIN.id, said=f"{WIN.kind.right(WIN.asked())[0]}\n")
    assert (done.complaint, done.code) == (f"numduel: this attempt was not kept: {SAID}\n", 0)
    assert "Right. " in done.out


def test_a_lesson_is_given_and_the_place_is_not_kept(folder: Path) -> None:
    done = run(folder, "learn", "operation-obliteration", said="\n\nquit\n")
    assert (done.complaint, done.code) == (f"numduel: your place is not being kept: {SAID}\n", 0)


def test_daily_puzzles_have_no_result_where_the_clock_goes_wrong_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    times = iter([datetime.datetime(2026, 11, 2, tzinfo=datetime.UTC).timestamp()])
    monkeypatch.setattr("time.time", lambda: next(times, -1.0))
    answers = tmp_path / "answers.txt"
    answers.write_text("solution\n" * 3)
    with answers.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert main(["daily", "2026-11-01", "--db", str(tmp_path / "games.db")]) == 1
    shown = capsys.readouterr()
    assert shown.err == f"numduel: this attempt was not kept: {SAID}\n" * 3
    assert shown.out.rstrip().endswith("There is no result, since not every attempt could be dated.")


def test_a_clock_that_counts_from_1970_is_good_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert clock.now() == datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
    monkeypatch.setattr("time.time", lambda: -1.0)
    with pytest.raises(WrongClock):
        clock.now()


def test_a_clock_that_shows_more_than_python_can_count_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def overflow() -> float:
        raise OverflowError("timestamp too large to convert to C _PyTime_t")

    monkeypatch.setattr("time.time", overflow)
    with pytest.raises(WrongClock, match="a year after 2261"):
        clock.now()


def test_a_puzzle_that_was_failed_on_the_last_of_all_days_comes_back_on_it() -> None:
    progress = Progress([Attempt(puzzle=WIN.id, at="9999-12-31T12:00:00Z", right=False)])
    assert [due.day for due in progress.failed()] == [datetime.date.max]
