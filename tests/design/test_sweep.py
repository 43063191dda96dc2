"""A sweep writes a row a setting, the same whatever happens on the way."""

import csv
import json
import os
import signal
from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import numduel as package
from numduel import Limits
from numduel.design.columns import row_of
from numduel.design.formats import read_rows
from numduel.design.local import processes_to_use, run_local
from numduel.design.pieces import Pieces, WorkersLost
from numduel.design.plan import Plan, TooManyRows
from numduel.design.sweep import Order, read_order, sweep
from numduel.design.sweep_journal import JournalError, journal_path
from numduel.design.work import Done, work

PATTERN = "operation-duel:target=8..11,add=1|1/2"
COUNT = 8  # settings


@pytest.fixture
def plan() -> Plan:
    return Plan(PATTERN)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a sweep to which nothing has happened."""
    out = tmp_path_factory.mktemp("whole") / "whole.csv"
    sweep(Plan(PATTERN), str(out))
    return out.read_bytes()


@cache
def measured(spec: str) -> dict[str, Any]:
    return row_of(package.measure(spec))


def contents(path: Path) -> list[dict[str, Any]]:
    return read_rows(str(path))[1]


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl"])
def test_every_format_holds_the_same_rows(suffix: str, plan: Plan, tmp_path: Path) -> None:
    out = tmp_path / f"out.{suffix}"
    assert sweep(plan, str(out)) == COUNT
    rows = contents(out)
    for row, spec in zip(rows, (plan.grid.game_at(at).spec for at in range(COUNT)), strict=True):
        expected = measured(spec)
        assert {name: row[name] for name in expected} == expected
    assert list(rows[0])[:9] == [
        *("spec", "value", "plies", "positions", "target", "start", "add", "multiply", "overshoot")
    ]
    assert (rows[0]["target"], rows[0]["add"]) == (8, "1")
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


def test_csv_has_whole_numbers_and_nothing_for_null(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    sweep(Plan("top-stack-twelve:limit=12|3"), str(out))
    with out.open(newline="") as file:
        endless, won = csv.DictReader(file)
    assert (endless["value"], endless["plies"], endless["positions"]) == ("endless", "", "42")
    assert won["plies"].isdecimal()
    assert (endless["supply"], endless["note"]) == ("", "")


def test_parquet_columns_have_types_and_say_what_made_them(plan: Plan, tmp_path: Path) -> None:
    from pyarrow import parquet

    out = tmp_path / "out.parquet"
    sweep(plan, str(out))
    schema = parquet.read_schema(out)
    assert [str(schema.field(name).type) for name in ("spec", "plies", "decisions", "target")] == [
        *("string", "int64", "double", "int64")
    ]
    assert json.loads(schema.metadata[b"numduel"])["pattern"] == PATTERN


def test_what_cannot_be_measured_is_a_row_that_says_so(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    sweep(Plan("operation-duel:target=5|40,start=1|9", limit=20), str(out))
    fine, wrong, large, near = contents(out)
    assert (fine["positions"], fine["note"]) == (4, None)
    assert (wrong["spec"], wrong["value"]) == ("operation-duel:target=5,start=9", None)
    assert wrong["note"]
    assert (large["value"], large["positions"], large["note"]) == ("win", None, "more than 20 positions")
    assert near["note"] == "more than 20 positions"


def test_numbers_too_large_for_a_column_are_written_as_text(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    sweep(Plan(f"operation-duel:target=9|{10**30}", limit=100), str(out))
    assert [row["target"] for row in contents(out)] == ["9", str(10**30)]


def test_conditions_choose_rows_and_an_order_sorts_them(plan: Plan, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    some = Plan(PATTERN, where="target > 8 and value = 'win'")
    assert sweep(some, str(out), order=Order("plies", top=2)) == 2
    rows = contents(out)
    assert all(row["target"] > 8 and row["value"] == "win" for row in rows)
    sweep(plan, str(tmp_path / "all.jsonl"))
    kept = [row for row in contents(tmp_path / "all.jsonl") if row["target"] > 8 and row["value"] == "win"]
    assert rows == sorted(kept, key=lambda row: -row["plies"])[:2]


def test_an_order_puts_nothing_last_and_keeps_equal_rows_as_they_were(plan: Plan) -> None:
    columns = plan.columns[:3]
    rows: list[list[Any]] = [["a", "win", 3], ["b", "win", None], ["c", "loss", 5], ["d", "win", 3]]
    down = read_order("plies", None, columns).apply(columns, rows)
    up = read_order("plies asc", None, columns).apply(columns, rows)
    assert [row[0] for row in down] == ["c", "a", "d", "b"]
    assert [row[0] for row in up] == ["a", "d", "c", "b"]
    assert [row[0] for row in read_order(None, 2, columns).apply(columns, rows)] == ["a", "b"]


def test_random_settings_are_some_of_all(plan: Plan, tmp_path: Path) -> None:
    sweep(plan, str(tmp_path / "all.jsonl"))
    sweep(Plan(PATTERN, draws=5, seed=3), str(tmp_path / "some.jsonl"))
    every, some = (contents(tmp_path / name) for name in ("all.jsonl", "some.jsonl"))
    assert some == [row for row in every if row in some]
    assert len(some) == 5


def test_a_vast_sweep_is_told_with_its_size_and_not_begun() -> None:
    vast = Plan(f"operation-duel:target=10..{10**12 + 9}")
    with pytest.raises(TooManyRows, match="a sweep of 1,000,000,000,000 settings, more than 10,000,000"):
        vast.check()
    vast.check(most=10**12)
    Plan(vast.pattern, draws=100).check()


# Accidents


class Accident(Exception):
    pass


def stopping_after(count: int) -> Any:
    """What does so many pieces of three settings, and then meets with an accident."""

    def run(plan: Plan, pieces: Pieces) -> Generator[Done]:
        pieces._piece = 3
        for number, done in enumerate(run_local(plan, pieces, 1)):
            if number == count:
                raise Accident
            yield done

    return run


def test_a_sweep_goes_on_where_it_stopped_and_ends_with_the_same_file(plan: Plan, tmp_path: Path) -> None:
    whole, torn = str(tmp_path / "whole.parquet"), str(tmp_path / "torn.parquet")
    sweep(plan, whole)
    for count in (1, 1):
        with pytest.raises(Accident):
            sweep(plan, torn, run=stopping_after(count))
    seen: list[tuple[int, int]] = []
    sweep(plan, torn, report=lambda done, total: seen.append((done, total)))
    assert seen[0] == (6, COUNT)  # what had been done was not done again
    assert Path(torn).read_bytes() == Path(whole).read_bytes()
    assert not journal_path(torn).exists()


@pytest.mark.parametrize("lost", [1, 200, 1_500])
def test_a_line_that_was_not_finished_is_done_again(
    lost: int, plan: Plan, tmp_path: Path, whole: bytes
) -> None:
    torn = tmp_path / "torn.csv"
    with pytest.raises(Accident):
        sweep(plan, str(torn), run=stopping_after(2))
    journal = journal_path(str(torn))
    journal.write_bytes(journal.read_bytes()[:-lost])
    sweep(plan, str(torn))
    assert torn.read_bytes() == whole


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (Plan("operation-duel:target=8..16"), "pattern was 'operation-duel:target=8..11,add=1|1/2'"),
        (Plan(PATTERN, limit=7), "limit was '100000'"),
        (Plan(PATTERN, weights=(("drama", 2.0),)), "weights was '{}'"),
    ],
)
def test_another_sweep_is_refused_unless_it_is_forced(
    other: Plan, what: str, plan: Plan, tmp_path: Path
) -> None:
    out = str(tmp_path / "out.jsonl")
    with pytest.raises(Accident):
        sweep(plan, out, run=stopping_after(2))
    before = journal_path(out).read_bytes()
    with pytest.raises(JournalError) as caught:
        sweep(other, out)
    assert what in str(caught.value)
    assert journal_path(out).read_bytes() == before
    assert sweep(other, out, force=True) == other.count


@pytest.mark.parametrize("text", ["my notes", "my notes\n", "[" * 100_000 + "\n"])
def test_a_file_in_the_place_of_the_journal_is_not_taken_for_one(
    text: str, plan: Plan, tmp_path: Path
) -> None:
    out = str(tmp_path / "out.csv")
    journal_path(out).write_text(text)
    with pytest.raises(JournalError, match=r"is of another sweep \(it cannot be read\)"):
        sweep(plan, out)
    assert journal_path(out).read_text() == text


def test_a_journal_of_another_version_is_refused(plan: Plan, tmp_path: Path) -> None:
    out = str(tmp_path / "out.jsonl")
    with pytest.raises(Accident):
        sweep(plan, out, run=stopping_after(2))
    journal = journal_path(out)
    journal.write_bytes(journal.read_bytes().replace(package.__version__.encode(), b"9.9.9", 1))
    with pytest.raises(JournalError, match=r"made_by was 'numduel 9\.9\.9"):
        sweep(plan, out)


def test_two_sweeps_do_not_write_one_file(plan: Plan, tmp_path: Path) -> None:
    out = str(tmp_path / "out.jsonl")

    def run(plan: Plan, pieces: Pieces) -> Generator[Done]:
        with pytest.raises(JournalError, match="another sweep is writing"):
            sweep(plan, out)
        yield from run_local(plan, pieces, 1)

    assert sweep(plan, out, run=run) == COUNT


def test_a_piece_that_comes_twice_is_kept_once(plan: Plan, tmp_path: Path) -> None:
    def run(plan: Plan, pieces: Pieces) -> Generator[Done]:
        for done in run_local(plan, pieces, 1):
            yield done
            yield done

    assert sweep(plan, str(tmp_path / "out.csv"), run=run) == COUNT


# Processes


def test_processes_write_the_file_that_one_writes_though_one_is_killed(
    plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: bytes
) -> None:
    monkeypatch.setattr("numduel.design.local.BEFORE_PROCESSES", 0)
    two, killed = tmp_path / "two.csv", list[int]()

    def run(plan: Plan, pieces: Pieces) -> Generator[Done]:
        pieces._piece = 2
        for done in run_local(plan, pieces, 2):
            if not killed:
                killed.append(children_of(os.getpid())[0])
                os.kill(killed[0], signal.SIGKILL)
            yield done

    sweep(plan, str(two), run=run)
    assert two.read_bytes() == whole
    assert killed


def children_of(process: int) -> list[int]:
    """The worker processes that this one has started."""
    found = [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return [child for child in found if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def test_a_setting_that_no_process_survives_is_named_in_the_end() -> None:
    pieces = Pieces([(0, 4)])
    for size in (4, 4, 4, 2):
        span = pieces.take()
        assert span == (0, size)
        pieces.lost(span)
    assert pieces.take() == (0, 1)
    with pytest.raises(WorkersLost, match="workers were lost 3 times over setting 1 of the sweep"):
        pieces.lost((0, 1))


def test_memory_is_shared_out() -> None:
    assert processes_to_use(8, 100_000, Limits(memory=450_000_000)) == 3
    assert processes_to_use(8, 100_000, Limits(memory=1)) == 1
    assert processes_to_use(1, 100, Limits()) == 1


def test_a_worker_of_another_version_refuses(plan: Plan) -> None:
    with pytest.raises(RuntimeError, match="and this machine has numduel 9"):
        work(plan, 0, 2, "numduel 9")
