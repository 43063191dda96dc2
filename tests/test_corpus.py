"""The inputs that fuzzing has found worth keeping: each is answered, or refused in the reader's own words."""

from pathlib import Path

import pytest
from fuzz_targets import TARGETS

CORPUS = Path(__file__).parent / "corpus"
KEPT = sorted(str(path.relative_to(CORPUS)) for path in CORPUS.glob("*/*"))


@pytest.mark.parametrize("name", KEPT)
def test_what_was_worth_keeping_breaks_no_reader(name: str) -> None:
    TARGETS[Path(name).parent.name]((CORPUS / name).read_bytes())


def test_every_reader_has_inputs_of_its_own() -> None:
    assert {Path(name).parent.name for name in KEPT} == set(TARGETS)
