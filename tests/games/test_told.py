"""What the games tell, word by word: rules, prompts, boards, features and theory at chosen positions."""

import json

import pytest
import told

KEPT = json.loads(told.KEPT.read_text(encoding="utf-8"))


@pytest.mark.parametrize("spec", told.LINES)
def test_a_game_tells_what_it_always_did(spec: str) -> None:
    # After a change that is meant, tests/told.py writes it anew, and the difference can be read.
    for name, now in json.loads(json.dumps(told.told_of(spec))).items():
        assert now == KEPT[f"{spec} {name}"]


def test_nothing_is_kept_that_is_not_told() -> None:
    assert set(KEPT) == set(told.everything())
