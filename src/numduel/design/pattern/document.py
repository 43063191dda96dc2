"""Findings as a JSON document, for scripts and other programs."""

from collections import Counter
from dataclasses import asdict
from typing import Any

from .ranges import Point
from .search import Findings, Trial
from .values import Surveyor
from .words import sentence


def findings_document(findings: Findings) -> dict[str, Any]:
    """Everything that was found: rules with how they did, those that held first."""
    counts = Counter(value.value for value in findings.found_on.values())
    return {
        "spec": f"{findings.game.name}:{findings.fixed}" if findings.fixed else findings.game.name,
        "game": findings.game.name,
        "over": [asdict(axis) for axis in findings.over],
        "test": [asdict(axis) for axis in findings.test],
        "found_on": len(findings.found_on),
        "tested_on": len(findings.tested_on),
        "unsolved": findings.unsolved,
        "values": dict(counts),
        "answers": [
            {
                "value": answer.outcome.value,
                "winner": answer.outcome.winner(1),
                "rules": [
                    {"rule": sentence(each, answer.outcome, findings), **_rule(each, findings)}
                    for each in answer.rules
                ],
            }
            for answer in findings.answers
        ],
    }


def _rule(tested: Trial, findings: Findings) -> dict[str, Any]:
    rule, names = tested.rule, [axis.name for axis in findings.over]
    return {
        "family": rule.family,
        "bits": round(rule.bits, 1),
        "opposite": rule.opposite,
        "details": dict(rule.details),
        "exceptions": [dict(zip(names, point, strict=True)) for point in sorted(rule.exceptions)],
        "found_on": tested.found_on,
        "tested_on": tested.tested_on,
        "held": tested.held,
        "counterexample": _at(tested.counterexample, findings, names),
    }


def _at(point: Point | None, findings: Findings, names: list[str]) -> dict[str, Any] | None:
    """Settings that contradict a rule, with what is true there; None where there are none."""
    if point is None:
        return None
    game = Surveyor(findings.game, names).at(point)
    return {
        "spec": findings.game.spec if game is None else game.spec,
        "settings": dict(zip(names, point, strict=True)),
        "value": findings.tested_on[point].value,
    }
