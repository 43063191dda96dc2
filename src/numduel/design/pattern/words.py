"""Findings in plain words. A pattern is told as what it is: found on some settings, and tested on others."""

from collections import Counter
from collections.abc import Iterator

from ...core.integers import count
from ...core.settings import listed
from ...core.verdict import Value
from .ranges import Axes, Point
from .search import Answer, Findings, Trial

MOST_FAILED = 2  # rules that failed on others and are told all the same, where none held
NO_PROOF = "This is a pattern, not a proof: it may fail at a setting that was not tested."
HAPPENS = {
    Value.WIN: "player 1 wins",
    Value.LOSS: "player 2 wins",
    Value.DRAW: "it is a draw",
    Value.ENDLESS: "the game never ends",
}
HAPPENS_NOT = {
    Value.WIN: "player 1 does not win",
    Value.LOSS: "player 2 does not win",
    Value.DRAW: "it is no draw",
    Value.ENDLESS: "the game comes to an end",
}


def findings_in_words(findings: Findings) -> Iterator[str]:
    """What was found, a paragraph each; one that begins with a blank belongs below the one before."""
    yield _summary(findings)
    for answer in findings.answers:
        yield from _answer_in_words(answer, findings)
    if findings.unsolved:
        yield f"Left out, with too many positions to be solved: {count(findings.unsolved, 'setting')}."
    if any(each.counterexample is None for answer in findings.answers for each in answer.rules):
        yield NO_PROOF


def _answer_in_words(answer: Answer, findings: Findings) -> Iterator[str]:
    """The rule that held; where none did, those that came nearest to one."""
    told = [each for each in answer.rules if each.counterexample is None]
    if not told:
        told = list(answer.rules[:MOST_FAILED])
        when = f"tells when {HAPPENS[answer.outcome]}"
        yield f"No rule was found that {when}" + (" and held on all others. What fits:" if told else ".")
    for tested in told:
        yield sentence(tested, answer.outcome, findings)
        yield from (f"  {line}" for line in tested.rule.lines)
        yield test_in_words(tested, findings)


def _summary(findings: Findings) -> str:
    counts = Counter(findings.found_on.values())
    parts = [f"{HAPPENS[value]} at {counts[value]:,}" for value in HAPPENS if counts[value]]
    fixed = f" with {findings.fixed}" if findings.fixed else ""
    where = f"{findings.game.title}{fixed}, {region_in_words(findings.over)}"
    return f"{where}: of {count(len(findings.found_on), 'setting')}, {listed(parts, 'and')}."


def region_in_words(axes: Axes) -> str:
    """`target 2 to 2,000`."""
    return " and ".join(map(str, axes))


def sentence(tested: Trial, outcome: Value, findings: Findings) -> str:
    """The rule in one sentence."""
    rule, other = tested.rule, findings.other
    if rule.opposite:
        head, rest = (HAPPENS_NOT[outcome], "") if other is None else (HAPPENS[other], HAPPENS[outcome])
    else:
        head, rest = HAPPENS[outcome], HAPPENS[other] if other is not None else ""
    exceptions = _exceptions(sorted(rule.exceptions), findings.over)
    if rule.family == "constant":
        return f"{_capital(head)}, whatever the settings{exceptions}."
    told = f"{head} if and only if {rule.clause}{exceptions}"
    if rule.family == "period":
        since = max(rule.exceptions)[0] + 1
        told = f"from {findings.over[0].name} {since:,} on it is periodic, and {told}"
    return f"{_capital(told)}" + (f"; otherwise {rest}." if rest else ".")


def _exceptions(points: list[Point], axes: Axes) -> str:
    if not points:
        return ""
    return f", except at {axes[0].name} {listed([f'{point[0]:,}' for point in points], 'and')}"


def test_in_words(tested: Trial, findings: Findings) -> str:
    """On how many settings a rule was found, on how many others it held, and where it first failed."""
    found = f"Found on {count(tested.found_on, 'setting')} ({region_in_words(findings.over)})"
    others = count(tested.tested_on, "other")
    where = region_in_words(findings.test)
    if not tested.tested_on:
        return f"{found}; there were no others to test it on."
    if tested.counterexample is None:
        return f"{found}; it held on all {others} that were tested ({where})."
    return (
        f"{found}; it held on {tested.held:,} of {others} that were tested ({where}), and first failed at "
        f"{point_in_words(tested.counterexample, findings.over)}, where "
        f"{HAPPENS[findings.tested_on[tested.counterexample]]}."
    )


def point_in_words(point: Point, axes: Axes) -> str:
    """`start 3 and target 20`."""
    return " and ".join(f"{axis.name} {number:,}" for axis, number in zip(axes, point, strict=True))


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
