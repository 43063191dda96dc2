"""A sweep on a real cluster of worker processes on loopback, some of which are killed."""

import contextlib
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from pathlib import Path

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
        self.wait_for(port)
        self.workers = [self.add_worker() for _ in range(workers)]

    @staticmethod
    def wait_for(port: int) -> None:
        """Wait until the scheduler listens."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                return
            time.sleep(0.05)
        raise TimeoutError("no scheduler has come up")

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
    """Sweep on a cluster, and kill so many of its workers once the first piece is done."""
    from numduel.design.cluster import run_on_cluster

    seen: list[Done] = []

    def run(plan: Plan, pieces: Pieces) -> Generator[Done]:
        pieces._piece = piece
        for done in run_on_cluster(plan, pieces, cluster.address):
            for worker in cluster.workers[:killed] if not seen else ():
                worker.send_signal(signal.SIGKILL)
            seen.append(done)
            yield done

    sweep(plan, str(out), run=run)
    assert len({done.start for done in seen}) == len(seen)  # no result came twice
    assert [worker.wait() for worker in cluster.workers[:killed]] == [-signal.SIGKILL] * killed


def test_the_rows_are_the_local_ones_though_a_worker_is_killed(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numduel.design.cluster import run_on_cluster

    plan, here, there = Plan("operation-duel:target=8..22"), tmp_path / "here.csv", tmp_path / "there.csv"
    sweep(plan, str(here))
    with monkeypatch.context() as changed:
        changed.setattr("numduel.design.work.__version__", "9.9.9")
        with pytest.raises(WrongVersion, match=r"has numduel 0.*, and this machine has numduel 9\.9\.9"):
            next(run_on_cluster(plan, Pieces([(0, 1)]), cluster.address))
    swept_while_workers_are_killed(plan, there, cluster, killed=1, piece=2)
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
