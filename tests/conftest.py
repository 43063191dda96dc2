"""What every test file shares: how the property tests draw."""

import contextlib
import os
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
