"""What every test file shares: how the property tests draw."""

import os
import tempfile

from hypothesis import HealthCheck, settings

# The same examples on every run, however slow the machine: a check that guards a repo should not waver.
settings.register_profile(
    "numduel", derandomize=True, deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("numduel")

# No test writes into the games of whoever runs it: each worker keeps its own, and so does what it starts.
os.environ["NUMDUEL_DB"] = os.path.join(tempfile.mkdtemp(prefix="numduel-test-"), "games.db")
