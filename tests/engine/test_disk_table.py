"""Solving in files: the verdicts of memory, whatever happens to the process on the way."""

import json
import os
import shutil
import signal
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rows import Rows, RowsKernel, game_of, some_rows

from numduel import Limits, kernels, load
from numduel.engine import disk_copies, disk_table
from numduel.engine.disk_files import DamagedFolder, DiskError
from numduel.engine.disk_table import DiskTable
from numduel.engine.kernel_table import KernelTable
from numduel.kernels.kernel import ILLEGAL
from numduel.solver.explore import explore
from numduel.solver.table import Table

BOUNDED = "operation-stack:max_stack=3,max_value=7"  # it goes round in circles, and takes several passes
WITH_MANY_PLIES = "operation-duel:target=9000,add=1/2"


class Stopped(Exception):
    """What ends a solve in a test."""


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of one word each, so that there are many of them, and copies as often as they can be had."""
    monkeypatch.setattr(disk_table, "LEAST_BLOCK", 6)
    monkeypatch.setattr(disk_copies, "LEAST", 0.0)


def apart(rows: Rows, by: int) -> Rows:
    """The same positions, with so many codes for each of them, all but one of no use."""
    wide = [[ILLEGAL] * len(rows[0]) for _ in range(len(rows) * by)]
    for position, row in enumerate(rows):
        wide[position * by] = [to * by if to >= 0 else to for to in row]
    return wide


@cache
def solved_in_memory(spec: str) -> dict[Any, Any]:
    game = load(spec)
    return dict(KernelTable(kernels.find(game), game.initial()))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=some_rows(), by=st.sampled_from([1, 37]))
def test_any_graph_is_solved_alike(tmp_path_factory: pytest.TempPathFactory, rows: Rows, by: int) -> None:
    plain = Table(explore(game_of(rows), 0, limit=1_000))
    kernel = RowsKernel(game_of(apart(rows, by)))
    table = DiskTable(kernel, tmp_path_factory.mktemp("solve"), root=0)
    assert table.positions == plain.positions
    assert table.any_draws == plain.any_draws
    assert table.decisions() == plain.decisions()
    assert {state // by: verdict for state, verdict in table} == dict(plain)
    assert table.look_up(len(rows) * by) is None


@pytest.mark.parametrize(
    "spec", [BOUNDED, WITH_MANY_PLIES, pytest.param("top-stack-twelve:supply=2", marks=pytest.mark.slow)]
)
def test_after_an_end_anywhere_the_same_call_goes_on_to_the_same_verdicts(spec: str, tmp_path: Path) -> None:
    kernel, rng, ends = kernels.find(load(spec)), Random(spec), 0
    looked_at = list[str]()
    for _ in range(8):
        left = rng.randrange(1, 400)

        def stop(what: str, done: int, total: int, seconds: float) -> None:
            nonlocal left
            left -= 1
            looked_at.append(what)
            if not left:
                raise Stopped

        try:
            DiskTable(kernel, tmp_path, progress=stop)
        except Stopped:
            ends += 1
    assert ends
    assert dict(DiskTable(kernel, tmp_path)) == solved_in_memory(spec)
    before = len(looked_at)
    DiskTable(kernel, tmp_path, progress=stop)
    assert len(looked_at) == before  # what is done is not done again


def solve_until_killed(kernel: Any, folder: Path, seconds: float) -> bool:
    """Whether a process of its own was done before it was killed."""
    child = os.fork()
    if not child:
        try:
            DiskTable(kernel, folder)
        finally:
            os._exit(0)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    return os.WIFEXITED(os.waitpid(child, 0)[1])


def test_kills_at_any_moment_change_nothing(tmp_path: Path) -> None:
    kernel, rng, known = kernels.find(load(BOUNDED)), Random(1), solved_in_memory(BOUNDED)
    DiskTable(kernel, tmp_path / "first")  # so that everything is compiled
    kills = 0
    for number in range(3):
        for _ in range(10):
            if solve_until_killed(kernel, tmp_path / str(number), rng.uniform(0.001, 0.015)):
                break
            kills += 1
        assert dict(DiskTable(kernel, tmp_path / str(number))) == known
    assert kills > 3


@pytest.mark.parametrize("phase", ["finding", "settling"])
def test_after_a_loss_of_power_what_is_older_than_the_rest_does_no_harm(phase: str, tmp_path: Path) -> None:
    kernel, rng = kernels.find(load(BOUNDED)), Random(phase)

    def stop(what: str, done: int, total: int, seconds: float) -> None:
        if what.startswith(phase) and done == total // 2:
            raise Stopped

    with pytest.raises(Stopped):
        DiskTable(kernel, tmp_path, progress=stop)
    plan = json.loads((tmp_path / "plan.json").read_text())
    (tmp_path / "plan.json").write_text(json.dumps({**plan, "boot": "another"}))
    lost = tmp_path / ("pending" if phase == "finding" else "verdicts")
    held = bytearray(lost.read_bytes())
    for _ in range(5):
        at = rng.randrange(len(held) // 512) * 512
        held[at : at + 512] = bytes(512)
    lost.write_bytes(held)
    assert dict(DiskTable(kernel, tmp_path)) == solved_in_memory(BOUNDED)


@pytest.mark.parametrize("name", ["reached", "verdicts", "depends", "progress"])
def test_a_file_that_is_gone_is_made_anew(name: str, tmp_path: Path) -> None:
    kernel = kernels.find(load(BOUNDED))
    DiskTable(kernel, tmp_path)
    (tmp_path / name).unlink()
    assert dict(DiskTable(kernel, tmp_path)) == solved_in_memory(BOUNDED)


@pytest.mark.parametrize("spec", [BOUNDED, WITH_MANY_PLIES], ids=["by rank", "by code"])
@pytest.mark.parametrize("name", ["reached", "verdicts", "depends", "progress"])
def test_a_file_that_has_become_zeros_is_not_believed(name: str, spec: str, tmp_path: Path) -> None:
    kernel = kernels.find(load(spec))
    DiskTable(kernel, tmp_path)
    (tmp_path / name).write_bytes(bytes((tmp_path / name).stat().st_size))
    with pytest.raises(DamagedFolder, match=r"is damaged: .* delete it, or name another folder"):
        DiskTable(kernel, tmp_path).look_up(kernel.game.initial())


def stopped_after(kernel: Any, folder: Path, ticks: int) -> None:
    """Solve until so many blocks were looked at."""

    def stop(what: str, done: int, total: int, seconds: float) -> None:
        nonlocal ticks
        ticks -= 1
        if not ticks:
            raise Stopped

    with suppress(Stopped):
        DiskTable(kernel, folder, progress=stop)


def test_what_was_found_is_gone_on_from_unless_it_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel, restored, restore = kernels.find(load(BOUNDED)), list[bool](), disk_copies.Copies.restore
    monkeypatch.setattr(disk_copies, "SHARE", 0)  # a copy after every block

    def watched(copies: disk_copies.Copies) -> bool:
        restored.append(restore(copies))
        return restored[-1]

    monkeypatch.setattr(disk_copies.Copies, "restore", watched)
    for _ in range(2):
        stopped_after(kernel, tmp_path, 5)
    for name in ("found-1", "found-2"):
        damage(tmp_path / name, Random(name))
    assert dict(DiskTable(kernel, tmp_path)) == solved_in_memory(BOUNDED)
    assert restored == [False, True, False]
    assert not list(tmp_path.glob("found-*"))


def damage(file: Path, rng: Random) -> None:
    """Change a bit, a few bytes, or a stretch of them."""
    held = bytearray(file.read_bytes())
    for _ in range(rng.choice([1, 1, 5])):
        at, length = rng.randrange(len(held)), rng.choice([1, 1, 512])
        kept = bytes(held[at : at + length])
        held[at : at + length] = bytes(one ^ 1 << rng.randrange(8) for one in kept)
    file.write_bytes(held)


@pytest.mark.parametrize("spec", [BOUNDED, "operation-duel:target=900,add=1/2"])
def test_whatever_bytes_are_changed_no_wrong_verdict_comes_out(spec: str, tmp_path: Path) -> None:
    kernel, rng, ends = kernels.find(load(spec)), Random(spec), {"right": 0, "refused": 0}
    for place, ticks in enumerate((10**9, 10, 40, 70)):
        stopped_after(kernel, tmp_path / str(place), ticks)
    for _ in range(40):
        folder = tmp_path / "copy"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(tmp_path / str(rng.choice([0, 0, 1, 2, 3])), folder)
        damage(rng.choice(sorted(file for file in folder.iterdir() if file.stat().st_size)), rng)
        try:
            assert dict(DiskTable(kernel, folder)) == solved_in_memory(spec)
            ends["right"] += 1
        except DiskError:
            ends["refused"] += 1
    assert min(ends.values()) > 5


def finished(spec: str, folder: Path) -> DiskTable:
    """A solve that has all its verdicts; who wants to may solve in the same folder again."""
    table = DiskTable(kernels.find(load(spec)), folder)
    table._files.close()
    return table


@pytest.mark.parametrize("swapped", [("plan.json",), ("progress", "reached", "verdicts", "depends")])
def test_what_came_from_another_solve_is_not_believed(swapped: tuple[str, ...], tmp_path: Path) -> None:
    other = "operation-duel:target=9000,add=1/3"  # as many codes, and the same blocks
    finished(WITH_MANY_PLIES, tmp_path / "one")
    finished(other, tmp_path / "other")
    for name in swapped:
        shutil.copy(tmp_path / "one" / name, tmp_path / "other" / name)
    wanted = WITH_MANY_PLIES if "plan.json" in swapped else other
    with pytest.raises(DamagedFolder):
        finished(wanted, tmp_path / "other")


@pytest.mark.parametrize("plan", ["[]", "[1]", "7", "[" * 100_000, '{"boot": []'])
def test_a_plan_that_is_none_is_damage(plan: str, tmp_path: Path) -> None:
    finished(BOUNDED, tmp_path / "solve")
    (tmp_path / "solve" / "plan.json").write_text(plan, encoding="utf-8")
    with pytest.raises(DamagedFolder):
        finished(BOUNDED, tmp_path / "solve")


@pytest.mark.parametrize("name", ["plan.json", "lock"])
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(name: str, tmp_path: Path) -> None:
    finished(BOUNDED, tmp_path / "solve")
    (tmp_path / "solve" / name).unlink()
    os.mkfifo(tmp_path / "solve" / name)
    with pytest.raises(DiskError):
        finished(BOUNDED, tmp_path / "solve")


@pytest.mark.parametrize("name", ["reached", "verdicts", "depends", "progress"])
def test_a_folder_in_the_place_of_a_file_is_told_in_a_sentence(name: str, tmp_path: Path) -> None:
    finished(BOUNDED, tmp_path / "solve")
    (tmp_path / "solve" / name).unlink()
    (tmp_path / "solve" / name).mkdir()
    with pytest.raises(DiskError, match=r"solve cannot be used: Is a directory$"):
        finished(BOUNDED, tmp_path / "solve")


def test_a_folder_of_another_version_is_left_alone(tmp_path: Path) -> None:
    kernel = kernels.find(load(WITH_MANY_PLIES))
    DiskTable(kernel, tmp_path)
    plan = json.loads((tmp_path / "plan.json").read_text())
    (tmp_path / "plan.json").write_text(json.dumps({**plan, "format": 1}))
    with pytest.raises(DiskError, match="is of another version of numduel"):
        DiskTable(kernel, tmp_path)


def test_a_folder_is_for_one_solve_and_one_process(tmp_path: Path) -> None:
    table = DiskTable(kernels.find(load(WITH_MANY_PLIES)), tmp_path / "one")
    with pytest.raises(DiskError, match="is in use by another process"):
        DiskTable(table.kernel, tmp_path / "one")
    del table
    with pytest.raises(DiskError, match="has another solve, of operation-duel:target=9000,add=1/2"):
        DiskTable(kernels.find(load(BOUNDED)), tmp_path / "one")
    with pytest.raises(DiskError, match="has other files"):
        DiskTable(kernels.find(load(BOUNDED)), tmp_path)
    (tmp_path / "one" / "plan.json").write_text("[")
    with pytest.raises(DiskError, match="is damaged"):
        DiskTable(kernels.find(load(WITH_MANY_PLIES)), tmp_path / "one")


def test_more_than_the_disk_has_room_for_is_refused_with_how_much_it_takes(tmp_path: Path) -> None:
    kernel = kernels.find(load("operation-duel:target=9000000000000000000"))
    with pytest.raises(
        DiskError, match=r"has no room: this takes 1,125,000,000,000,000,000 bytes more, and .* are free"
    ):
        DiskTable(kernel, tmp_path / "solve")


def test_files_take_no_more_memory_than_they_may(tmp_path: Path) -> None:
    kernel, most = kernels.find(load("operation-duel:target=4000000")), list[int]()

    def measure(what: str, done: int, total: int, seconds: float) -> None:
        most.append(int(Path("/proc/self/statm").read_text().split()[2]) * os.sysconf("SC_PAGE_SIZE"))

    DiskTable(kernel, tmp_path / "wide", progress=measure)
    wide = max(most)
    most.clear()
    DiskTable(kernel, tmp_path / "narrow", limits=Limits(memory=min(most, default=1)), progress=measure)
    assert max(most) < wide - 10_000_000
