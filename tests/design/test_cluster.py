"""A sweep on a real cluster of worker processes on loopback, some of which are killed."""

import contextlib
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from commandline import PATIENCE, environment, numduel

from numduel.cli.main import main
from numduel.design.pieces import Pieces
from numduel.design.plan import Plan
from numduel.design.sweep import sweep
from numduel.design.sweep_journal import journal_path
from numduel.design.work import Done, WrongVersion

# What loads Dask is loaded where it is used: every worker of pytest loads this file, and one runs it.
QUIET = {"DASK_LOGGING__DISTRIBUTED": "critical", "PYTHONWARNINGS": None}


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait as long as a busy machine may need."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError("the cluster is not as it should be")
        time.sleep(0.05)


def is_listening(port: int) -> bool:
    """Whether a scheduler can be reached."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder, self.processes = folder, list[subprocess.Popen[bytes]]()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self.scheduler = self.start(
            "dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show"
        )
        wait_until(lambda: is_listening(port))
        self.workers = [self.add_worker() for _ in range(workers)]

    def start(self, module: str, *arguments: str) -> "subprocess.Popen[bytes]":
        command = (sys.executable, "-m", f"distributed.cli.{module}", *arguments)
        with (self.folder / "log").open("ab") as log:
            started = subprocess.Popen(
                command, env=environment(**QUIET), stdout=log, stderr=log, cwd=self.folder
            )
        self.processes.append(started)
        return started

    def add_worker(self) -> "subprocess.Popen[bytes]":
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self.folder))
        return self.start("dask_worker", self.address, *options)

    def kill(self, workers: int) -> None:
        """Kill so many workers when all that was handed out is done; others come when that is known."""
        from distributed import Client

        def everything_is_done(dask_scheduler: Any) -> bool:  # sent to the scheduler, which has no tests
            return all(task.state == "memory" for task in dask_scheduler.tasks.values())

        with Client(self.address, set_as_default=False) as client:
            wait_until(lambda: client.run_on_scheduler(everything_is_done))
            for worker in self.workers[:workers]:
                worker.send_signal(signal.SIGKILL)
            wait_until(lambda: len(client.nthreads()) == len(self.workers) - workers)
        self.workers += [self.add_worker() for _ in range(workers)]

    def stop(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cluster").mkdir()
    return tmp_path / "cluster"


@pytest.fixture
def cluster(folder: Path) -> Iterator[Cluster]:
    started = Cluster(folder, workers=2)
    yield started
    started.stop()


def swept_while_workers_are_killed(plan: Plan, out: Path, cluster: Cluster, killed: int, piece: int) -> None:
    """Sweep on a cluster, and kill so many of its workers once they have done all that they were given.

    So results are lost that were done and not yet fetched; they are known to be lost before anyone asks.
    """
    from numduel.design.cluster import run_on_cluster

    seen: list[Done] = []

    def run(plan: Plan, pieces: Pieces) -> Generator[Done]:
        pieces._piece = piece
        for done in run_on_cluster(plan, pieces, cluster.address):
            if not seen:
                cluster.kill(killed)
            seen.append(done)
            yield done

    sweep(plan, str(out), run=run)
    assert len({done.start for done in seen}) == len(seen)  # no result came twice
    assert [worker.wait() for worker in cluster.workers[:killed]] == [-signal.SIGKILL] * killed


def test_the_rows_are_the_local_ones_though_every_worker_is_killed_and_others_come(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numduel.design.cluster import run_on_cluster

    plan, here, there = Plan("operation-duel:target=8..22"), tmp_path / "here.csv", tmp_path / "there.csv"
    sweep(plan, str(here))
    with monkeypatch.context() as changed:
        changed.setattr("numduel.design.work.__version__", "9.9.9")
        with pytest.raises(WrongVersion, match=r"has numduel 0.*, and this machine has numduel 9\.9\.9"):
            next(run_on_cluster(plan, Pieces([(0, 1)]), cluster.address))
    swept_while_workers_are_killed(plan, there, cluster, killed=2, piece=2)
    assert there.read_bytes() == here.read_bytes()


@pytest.mark.slow
def test_the_rows_are_the_local_ones_though_a_fifth_of_ten_workers_is_killed(
    folder: Path, tmp_path: Path
) -> None:
    plan = Plan("operation-duel:target=8..240,add=1|1/2|1-3,multiply=2|2/3")
    here, there, cluster = tmp_path / "here.parquet", tmp_path / "there.parquet", Cluster(folder, workers=10)
    try:
        swept_while_workers_are_killed(plan, there, cluster, killed=2, piece=8)
    finally:
        cluster.stop()
    sweep(plan, str(here))
    assert there.read_bytes() == here.read_bytes()


@pytest.mark.slow
def test_what_is_done_is_kept_when_the_cluster_goes_away(cluster: Cluster, tmp_path: Path) -> None:
    from numduel.design.cluster import ClusterError, run_on_cluster

    plan, here, there = Plan("operation-duel:target=8..40"), tmp_path / "here.csv", tmp_path / "there.csv"

    def run(plan: Plan, pieces: Pieces) -> Generator[Done]:
        pieces._piece = 2
        for done in run_on_cluster(plan, pieces, cluster.address):
            yield done
            cluster.stop()

    with pytest.raises(ClusterError, match="went away"):
        sweep(plan, str(there), run=run)
    assert journal_path(str(there)).exists()
    sweep(plan, str(there))
    sweep(plan, str(here))
    assert there.read_bytes() == here.read_bytes()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense", "xyz://a", ""])
def test_a_cluster_that_is_not_there_is_told_in_one_sentence(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("numduel.design.cluster.PATIENCE", 0.5)
    out = tmp_path / "out.csv"
    assert main(["sweep", "operation-duel:target=5..9", "-o", str(out), "--cluster", address]) == 1
    told = capsys.readouterr()
    assert told.err == f"numduel: there is no cluster at {address!a}\n"
    assert list(tmp_path.iterdir()) == []


def test_a_client_of_a_bad_address_leaves_nothing_behind_that_complains_at_the_end(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    done = numduel("sweep", "operation-duel:target=5..9", "-o", str(out), "--cluster", "nonsense")
    assert (done.code, done.complaint) == (1, "numduel: there is no cluster at 'nonsense'\n")
