"""Certificates whose moves are none: what would win if only it were legal proves nothing."""

import hashlib
import json
from typing import Any

import pytest

from numduel import load
from numduel.solver.answers import Answers
from numduel.solver.checks.common import DoesNotHold
from numduel.solver.proof import prove
from numduel.solver.verify import verify

HONEST = "operation-stack:target=4,numbers=2,operations=plus/minus,max_stack=2,max_value=4"
# Here the sum of 2 and 2 lies too far from zero: only the difference may be taken, and nobody wins at once.
BOUNDED = HONEST.replace("max_value=4", "max_value=3")


def sealed(certificate: dict[str, Any]) -> str:
    content = {name: value for name, value in certificate.items() if name != "sha256"}
    digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
    return json.dumps(content | {"sha256": digest})


def certificate_of(spec: str) -> dict[str, Any]:
    game = load(spec)
    return dict(prove(game, Answers(game)))


def test_a_move_that_is_not_legal_wins_nothing() -> None:
    honest = certificate_of(HONEST)
    assert honest["claim"]["winner"] == 1
    assert verify(sealed(honest))
    with pytest.raises(DoesNotHold, match=r"'\+' is not legal in the position \(2, 2\)"):
        verify(sealed(honest | {"spec": load(BOUNDED).spec}))


@pytest.mark.parametrize("play", ["*", "swap", "3", "", "x", None, 2, ["+"]])
def test_a_move_that_there_is_not_wins_nothing(play: Any) -> None:
    honest = certificate_of(HONEST)
    for place in range(len(honest["win"])):
        changed = [dict(entry) for entry in honest["win"]]
        changed[place]["play"] = play
        with pytest.raises(DoesNotHold):
            verify(sealed(honest | {"win": changed}))


def test_every_position_is_listed_once_and_can_arise() -> None:
    honest = certificate_of(HONEST)
    with pytest.raises(DoesNotHold, match="it lists a position twice"):
        verify(sealed(honest | {"win": honest["win"] + honest["win"][:1]}))
    other = dict(honest["win"][0], at="(2, 2, 2)")
    with pytest.raises(DoesNotHold, match="it lists a position that cannot arise"):
        verify(sealed(honest | {"win": [*honest["win"], other]}))
    with pytest.raises(DoesNotHold, match="it has no move for the position"):
        verify(sealed(honest | {"win": honest["win"][:-1]}))


def test_every_pattern_that_positions_fit_is_listed_once() -> None:
    honest = certificate_of("operation-stack")
    with pytest.raises(DoesNotHold, match="it lists a group twice"):
        verify(sealed(honest | {"everywhere": honest["everywhere"] * 2}))
    with pytest.raises(DoesNotHold, match="its groups are not a list"):
        verify(sealed(honest | {"everywhere": {}}))
