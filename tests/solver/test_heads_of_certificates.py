"""Heads of certificates: what is wrong before anything is checked is said in a sentence of its own."""

import json
import sys
from typing import Any

import pytest
from certificates import seal

import numduel
from numduel.solver.answers import Answers
from numduel.solver.checks.common import DoesNotHold
from numduel.solver.proof import prove
from numduel.solver.verify import verify

SPEC = "operation-duel:target=9"
GAME = numduel.load(SPEC)
RIGHT: dict[str, Any] = prove(GAME, Answers(GAME))
WINNER, PLIES = RIGHT["claim"]["winner"], RIGHT["claim"]["plies"]


def refusal(text: str) -> str:
    """Why a certificate is refused."""
    with pytest.raises(DoesNotHold) as refused:
        verify(text)
    return str(refused.value)


def test_the_head_is_right_as_it_is() -> None:
    claimed = f"{SPEC}: the claim is that Player {WINNER} wins in {PLIES} moves."
    assert verify(seal(RIGHT)).claim == claimed
    assert verify(json.dumps(json.loads(seal(RIGHT)), indent=3)).claim == claimed


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"certificate": "another"}, "it is no certificate of numduel's"),
        ({"version": 2}, "its version 2 is not known here"),
        ({"version": True}, "its version True is not known here"),
        ({"spec": "operation-duel:start=1,target=9"}, "its spec is not written in the canonical way"),
        ({"spec": "chess"}, "its game cannot be loaded: there is no game 'chess'"),
        ({"proof": "hearsay"}, "its kind of proof is not known here"),
        ({"claim": {"value": "win", "winner": WINNER}}, "its claim is not complete"),
        ({"claim": {**RIGHT["claim"], "why": "so"}}, "its claim is not complete"),
        ({"claim": {**RIGHT["claim"], "winner": 3 - WINNER}}, "its claim names the wrong winner"),
        ({"claim": {**RIGHT["claim"], "winner": float(WINNER)}}, "its claim names the wrong winner"),
        ({"claim": 7}, "it cannot be read as a certificate: a part of it is of the wrong kind"),
    ],
)
def test_a_head_that_is_wrong_is_refused_for_what_is_wrong_with_it(changes: Any, sentence: str) -> None:
    assert refusal(seal({**RIGHT, **changes})).startswith(sentence)


@pytest.mark.parametrize("name", ["certificate", "version", "spec", "claim", "proof"])
def test_what_is_missing_is_named(name: str) -> None:
    without = {key: value for key, value in RIGHT.items() if key != name}
    assert refusal(seal(without)) == f"it is no whole certificate: there is no {name!r} in it"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (" \n", "it cannot be read, because it is empty"),
        ("{", "it cannot be read, because it is not JSON"),
        ("[" * 100_000, "it cannot be read, because it is not JSON"),
        ("[]", "it is JSON, but no certificate"),
        ('{"a": 1, "a": 1}', "it has a key twice"),
        ('{"a": 1' + "0" * 40_000 + "}", "it has a number of more than 40,000 digits"),
        ('{"a": 1' + "0" * 39_999 + "}", "it is no whole certificate: there is no 'sha256' in it"),
        (seal(RIGHT).replace(SPEC, "digit-stack"), "its contents do not match its checksum"),
    ],
    ids=["empty", "cut", "deep", "list", "twice", "long", "just short enough", "changed"],
)
def test_what_is_no_certificate_is_refused_for_what_it_is(text: str, sentence: str) -> None:
    sys.set_int_max_str_digits(0)  # as the command does
    assert refusal(text) == sentence
