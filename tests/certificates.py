"""Certificates for tests: sealed by whoever made them, and checked for games that are not registered."""

import ast
import hashlib
import json
import random
from typing import Any

import pytest
from diagrams import Diagram
from strategies import AnyGame

from numduel.core.verdict import Value, Verdict
from numduel.engine.limits import Limits
from numduel.solver import verify as checker
from numduel.solver.answers import Answers
from numduel.solver.checks.common import DoesNotHold, Report
from numduel.solver.checks.meter import TooLong
from numduel.solver.proof import prove
from numduel.solver.verify import verify

Certificate = dict[str, Any]


def seal(certificate: Certificate) -> str:
    """The certificate as text with the checksum that fits it, whoever made it."""
    content = {key: value for key, value in certificate.items() if key != "sha256"}
    digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
    return json.dumps({**content, "sha256": digest})


def accepted(text: str) -> bool:
    """Whether the checker takes it; whatever else than a refusal it raises is a failure of its own."""
    try:
        return bool(verify(text))
    except (DoesNotHold, TooLong):
        return False


def report_for(game: AnyGame, certificate: Certificate) -> Report:
    """What the checker says of a certificate of a game that is not registered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checker, "load", lambda spec: game)
        return verify(seal(certificate))


def accepted_for(game: AnyGame, text: str) -> bool:
    """Whether the checker takes a certificate of a game that is not registered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checker, "load", lambda spec: game)
        return accepted(text)


def refusal_for(game: AnyGame, certificate: Certificate) -> str:
    """Why the checker refuses a certificate of a game that is not registered."""
    with pytest.raises(DoesNotHold) as refused:
        report_for(game, certificate)
    return str(refused.value)


def is_true(claim: Any, game: AnyGame) -> bool:
    """Whether a claim is what a table or theory says; the plies may be left open."""
    verdict = Answers(game).verdict(game.initial())
    winner = {Value.WIN: 1, Value.LOSS: 2}.get(verdict.value)
    true = {"value": verdict.value.value, "winner": winner, "plies": verdict.plies}
    return bool(claim in (true, {**true, "plies": None}))


def as_groups(text: str, game: Diagram) -> str:
    """What a certificate of a diagram says, said by groups of one position each."""
    certificate = json.loads(text)
    groups: Certificate = {"proof": "induction", "invariant": game.invariant()}
    for name in ("win", "delay"):
        if name in certificate:
            groups[name] = [_as_group(entry) for entry in certificate[name]]
    if "hold" in certificate:
        hold = certificate["hold"].items()
        groups["hold"] = {side: [_as_group(entry) for entry in entries] for side, entries in hold}
        groups["everywhere"] = [*game.arrows, *game.stuck]
    head = {name: certificate[name] for name in ("certificate", "version", "spec", "claim")}
    return seal({**head, **groups})


def _as_group(entry: Certificate) -> Certificate:
    rest = {name: value for name, value in entry.items() if name != "at"}
    return {"states": ast.literal_eval(entry["at"]), **rest}


class Dreamer(Answers):
    """Answers that are made up."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        super().__init__(game)
        self._seed = seed

    def verdict(self, state: Any) -> Verdict:
        truth = super().verdict(state)
        rng = random.Random(f"{self._seed} {state}")
        if self.game.outcome(state) is not None or rng.random() < 0.6:
            return truth
        value = rng.choice([Value.WIN, Value.LOSS, Value.ENDLESS, Value.DRAW])
        return Verdict(value, None if value is Value.ENDLESS else rng.randint(1, 6))


def by_theory(game: AnyGame) -> Certificate:
    """The certificate of a game of which no more than the start may be explored."""
    certificate: Certificate = json.loads(json.dumps(prove(game, Answers(game, limits=Limits(positions=1)))))
    return certificate
