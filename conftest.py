"""What every test shares: how property tests draw, where games are kept, and a folder for pages."""

import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from numduel.store.base import Store

# The same examples on every run, however slow the machine: a check that guards a repo should not waver.
settings.register_profile(
    "numduel", derandomize=True, deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("numduel")

# A job in the background may have been started deaf to Ctrl-C, and what tests start would be so too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No test writes into the games of whoever runs it: each worker keeps its own, and so does what it starts.
os.environ["NUMDUEL_DB"] = os.path.join(tempfile.mkdtemp(prefix="numduel-test-"), "games.db")


@pytest.fixture(params=["memory", "sqlite"])
def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """A store, empty; each of its implementations in turn."""
    from stored import new_store

    with contextlib.closing(new_store(request.param, tmp_path)) as opened:
        yield opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a store may be made."""
    return tmp_path / "games.db"


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with games of every kind: 1 to 5, of which 3 has no moves and 5 came from outside."""
    from stored import filled_file

    return filled_file(tmp_path_factory.mktemp("original") / "games.db")


@pytest.fixture(autouse=True)
def folder_of_the_reader(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run a page of docs/ in a new folder that holds the files which it has its reader write."""
    if request.path.suffix != ".md" or request.path.parent.name != "docs":
        yield
        return
    import pages

    folder, patch = request.getfixturevalue("tmp_path"), request.getfixturevalue("monkeypatch")
    written = pages.files(f"docs/{request.path.name}")
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")
    patch.chdir(folder)
    patch.syspath_prepend(folder)
    yield
    for name in written:
        sys.modules.pop(name.removesuffix(".py"), None)
