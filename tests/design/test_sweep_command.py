"""`numduel sweep` from outside: what it says, what it refuses, and how it is stopped."""

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from commandline import environment, numduel

from numduel.cli.main import main
from numduel.cli.progress import sweeping
from numduel.design.formats import FileError, read_rows
from numduel.design.plan import Plan
from numduel.design.sweep import sweep
from numduel.design.sweep_journal import journal_path

PATTERN = "operation-duel:target=8..11,add=1|1/2"
COUNT = 8  # settings


def contents(path: Path) -> list[dict[str, Any]]:
    return read_rows(str(path))[1]


def test_the_command_says_how_much_it_has_done(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    done = numduel("sweep", PATTERN, "-o", str(out), "--where", "plies > 1", "--top", "4", "--sort", "worth")
    assert (done.out, done.err, done.code) == (f"8 settings measured, 4 rows in {out}.\n", "", 0)
    shown = numduel("sweep", "--show", str(out), "--columns", "spec,plies", "--sort", "plies asc")
    assert shown.lines[0].split() == ["spec", "plies"]
    assert len(shown.lines) == 5


# The command, handing in every setting by itself.
HANDING_IN_EACH = """
import sys, numduel.design.work as work
from numduel.cli.main import main
from numduel.cli.progress import sweeping
work.SLICE = work.SLOW = 0
sys.exit(main())
"""


def test_a_sweep_that_is_stopped_twice_goes_on_and_ends_with_the_same_file(tmp_path: Path) -> None:
    pattern = "operation-duel:target=20..49"
    whole, torn = tmp_path / "whole.csv", tmp_path / "torn.csv"
    sweep(Plan(pattern), str(whole))
    arguments = ("sweep", pattern, "-o", str(torn), "--processes", "1")
    journal = journal_path(str(torn))
    for blow, code, lines in ((signal.SIGKILL, -signal.SIGKILL, 3), (signal.SIGINT, 130, 6)):
        told = stopped(arguments, blow, code, journal, lines)
        assert not torn.exists()
        assert journal.read_bytes().count(b"\n") >= lines
    assert "of 30 settings are kept, and the same command goes on from there" in told
    assert numduel(*arguments).code == 0
    assert torn.read_bytes() == whole.read_bytes()
    assert not journal.exists()


def stopped(arguments: tuple[str, ...], blow: signal.Signals, code: int, journal: Path, lines: int) -> str:
    """What a sweep says that is stopped as soon as its journal has so many lines."""
    command = (sys.executable, "-c", HANDING_IN_EACH, *arguments)
    running = subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE, text=True)
    while running.poll() is None and (not journal.exists() or journal.read_bytes().count(b"\n") < lines):
        time.sleep(0.01)
    running.send_signal(blow)
    _, told = running.communicate(timeout=60)
    assert running.returncode == code
    return told


@pytest.mark.parametrize(
    ("arguments", "sentence", "code"),
    [
        ((PATTERN,), "a sweep takes a pattern and -o FILE", 2),
        ((PATTERN, "-o", "out.txt"), "a file of results ends with .parquet, .csv or .jsonl", 2),
        (("operation-duel:target=9..3", "-o", "out.csv"), "is empty", 2),
        (
            ("operation-duel:target=" + "|".join(map(str, range(2, 20_000))), "-o", "out.csv"),
            "target has 19,998 alternatives, and at most 1,000 are read; a range is written a..b",
            2,
        ),
        (("operation-duel:nosuch=1", "-o", "out.csv"), "has no setting 'nosuch'", 2),
        (
            (f"operation-duel:target=9..{10**12 + 8}", "-o", "out.csv"),
            "a sweep of 1,000,000,000,000 settings",
            2,
        ),
        ((f"operation-duel:target=1..{'9' * 5000}", "-o", "out.csv"), "(5,000 digits) settings, more", 2),
        (
            (PATTERN, "-o", "out.csv", "--where", "plis > 3"),
            "there is no column 'plis'; did you mean plies?",
            2,
        ),
        ((PATTERN, "-o", "out.csv", "--sort", "nosuch"), "--sort takes a column", 2),
        ((PATTERN, "-o", "out.csv", "--limit", "9" * 20), "of at least 1 and at most 18 digits, not", 2),
        ((PATTERN, "-o", "out.csv", "--seed", "1"), "--seed goes with --random N", 2),
        ((PATTERN, "-o", "out.csv", "--weights", "luck=1"), "the score has no part 'luck'", 2),
        ((PATTERN, "-o", "out.csv", "--heat", "a,b,c"), "--heat goes with --show FILE", 2),
        ((PATTERN, "-o", "nosuch/out.csv"), "cannot write 'nosuch/out.csv.journal': No such file", 1),
        ((PATTERN, "-o", "folder.csv"), "'folder.csv' is a folder; give the name of a file", 1),
        (("--show", "nosuch.csv"), "cannot read 'nosuch.csv': No such file or directory", 1),
        (("--show", "nosuch.txt"), "a file of results ends with .parquet, .csv or .jsonl", 2),
        (("--show", "garbage.parquet"), "is no file of results: it cannot be read as one", 1),
        (("--show", "garbage.jsonl"), "is no file of results: it cannot be read as one", 1),
        (("--show", "deep.jsonl"), "is no file of results: it cannot be read as one", 1),
        (("--show", "garbage.csv"), "is no file of results: its columns are others", 1),
        (("--show", "good.jsonl", "--columns", "wort"), "there is no column 'wort'; did you mean worth?", 2),
        (("--show", "good.jsonl", "--heat", "target,add", "-o", "x.svg"), "must name 3 columns", 2),
        (("--show", "good.jsonl", "--heat", "target,add,worth"), "a picture takes -o FILE", 2),
        (("--show", "good.jsonl", "-o", "x.svg"), "a picture takes -o FILE and one of --heat", 2),
        (("--show", "good.jsonl", "--curves", "-o", "x.gif"), "a picture ends with .svg or .png", 2),
        (("--show", "good.jsonl", "--curves", "-o", "x.svg"), "26 rows are too many curves", 1),
        (("--show", "good.jsonl", "--random", "3"), "--random goes with a pattern, not with --show", 2),
    ],
)
def test_bad_input_is_one_sentence_and_the_right_code(
    arguments: tuple[str, ...],
    sentence: str,
    code: int,
    files: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(files)
    before = sorted(files.iterdir())
    assert main(["sweep", *arguments]) == code
    told = capsys.readouterr()
    assert sentence in told.err
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert sorted(files.iterdir()) == before


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    (folder / "folder.csv").mkdir()
    for name in ("garbage.parquet", "garbage.csv", "garbage.jsonl"):
        (folder / name).write_text("no, results\nat, all\n")
    (folder / "deep.jsonl").write_text("[" * 100_000)
    sweep(Plan("operation-duel:target=8..20,add=1|1/2"), str(folder / "good.jsonl"))
    return folder


def test_a_file_that_is_there_is_not_overwritten_unless_forced(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    out.write_text("mine")
    refused = numduel("sweep", PATTERN, "-o", str(out))
    assert "exists, and nothing was written; --force overwrites it" in refused.complaint
    assert (refused.code, out.read_text()) == (1, "mine")
    assert numduel("sweep", PATTERN, "-o", str(out), "--force").code == 0
    assert len(contents(out)) == COUNT


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_a_number_that_no_column_holds_is_a_text_in_every_format(suffix: str, tmp_path: Path) -> None:
    out, target = tmp_path / f"out.{suffix}", "9" * 5000
    sweep(Plan(f"operation-duel:target={target}"), str(out))
    assert [row["target"] for row in read_rows(str(out))[1]] == [target]


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_a_setting_in_words_is_a_text_in_every_format_though_it_looks_like_a_number(
    suffix: str, tmp_path: Path
) -> None:
    out = tmp_path / f"out.{suffix}"
    sweep(Plan("operation-duel:target=9,add=1|2"), str(out))
    assert [(row["target"], row["add"]) for row in read_rows(str(out))[1]] == [(9, "1"), (9, "2")]


def test_a_table_without_rows_says_so(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", "--show", str(files / "good.jsonl"), "--where", "plies > 1000"]) == 0
    assert capsys.readouterr().out == "There are no such rows.\n"


def test_results_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text('{"spec": "operation-duel"}\n')
    with pytest.raises(FileError, match="its columns are others"):
        read_rows(str(wrong))


def test_sweeping_needs_no_arrow_for_text_and_says_what_parquet_needs(tmp_path: Path) -> None:
    text, parquet = (str(tmp_path / name) for name in ("out.csv", "out.parquet"))
    blocked = (
        "import sys; sys.modules['pyarrow'] = None; from numduel.cli.main import main\n"
        "codes = [main(['sweep', sys.argv[1], '-o', out]) for out in sys.argv[2:]]\n"
        "print(codes)"
    )
    done = subprocess.run(
        (sys.executable, "-c", blocked, PATTERN, text, parquet),
        capture_output=True,
        text=True,
        env=environment(),
        check=True,
    )
    assert done.stdout.splitlines() == [f"8 settings measured, 8 rows in {text}.", "[0, 1]"]
    assert "sweeping needs the package pyarrow: " in done.stderr
    assert not journal_path(parquet).exists()  # nothing was begun


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ("80", "sweeping: 2,000 of 10,000 settings, 100 a second, 1:20 left"),
        ("40", "sweeping: 2,000 of 10,000 settings"),
        ("20", "sweeping: 2,000 of "),
    ],
)
def test_progress_tells_the_rate_and_the_time_left_where_one_line_has_room(
    columns: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr("numduel.cli.progress._can_be_seen", lambda plain: True)
    now = [100.0]
    monkeypatch.setattr("numduel.cli.progress.time.monotonic", lambda: now[0])
    with sweeping() as report:
        report(1_000, 10_000)  # what was done before
        now[0] += 10
        report(2_000, 10_000)
    assert capsys.readouterr().err.endswith(f"\r{told}\x1b[K\r\x1b[K")


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_a_device_is_no_file_of_results_however_much_it_gives(suffix: str, tmp_path: Path) -> None:
    endless = tmp_path / f"endless.{suffix}"
    endless.symlink_to("/dev/null")  # of /dev/zero a line would never end
    with pytest.raises(FileError) as refused:
        read_rows(str(endless))
    assert str(refused.value).endswith(": it is a device, not a file")
