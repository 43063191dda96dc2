"""Faults in the middle of work: a sample of what benchmarks/store_faults.py does at every system call."""

import re
import subprocess
import sys

from commandline import PATIENCE, REPOSITORY, environment


def test_kills_full_disks_two_writers_and_wrong_clocks_lose_nothing() -> None:
    options = ("--every", "150", "--times", "2", "--seed", "5")
    command = (sys.executable, str(REPOSITORY / "benchmarks" / "store_faults.py"), *options)
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=PATIENCE)
    assert (done.stdout.splitlines()[-1:], done.stderr, done.returncode) == (["Nothing was lost."], "", 0)
    told = re.findall(r"(\w+): killed at (\d+) of \d+ system calls; the disk full at (\d+) of", done.stdout)
    assert [name for name, *_ in told] == ["play", "match", "import", "upgrade", "seal", "backup", "restore"]
    assert min(int(count) for _, *counts in told for count in counts) > 0
