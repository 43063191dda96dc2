"""Certificates for tests: sealed by whoever made them, and checked for games that are not registered."""

import hashlib
import json
from typing import Any

import pytest
from strategies import AnyGame

from numduel.engine.limits import Limits
from numduel.solver import verify as checker
from numduel.solver.answers import Answers
from numduel.solver.checks.common import DoesNotHold, Report
from numduel.solver.proof import prove
from numduel.solver.verify import verify

Certificate = dict[str, Any]


def seal(certificate: Certificate) -> str:
    """The certificate as text with the checksum that fits it, whoever made it."""
    content = {key: value for key, value in certificate.items() if key != "sha256"}
    digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
    return json.dumps({**content, "sha256": digest})


def accepted(text: str) -> bool:
    """Whether the checker takes it; anything it raises but DoesNotHold is a failure of its own."""
    try:
        return bool(verify(text))
    except DoesNotHold:
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


def by_theory(game: AnyGame) -> Certificate:
    """The certificate of a game of which no more than the start may be explored."""
    certificate: Certificate = json.loads(json.dumps(prove(game, Answers(game, limits=Limits(positions=1)))))
    return certificate
