"""Patterns: what was planted is found, what was not is not made up, and what fails on others says where."""

import pytest
from planted import planted

import numduel
from numduel import Value
from numduel.design.pattern.document import findings_document
from numduel.design.pattern.features import digits
from numduel.design.pattern.ranges import Axes, read_axes
from numduel.design.pattern.search import Findings, Trial, find_patterns
from numduel.design.pattern.words import findings_in_words, sentence


def patterns(spec: str, over: str, test: str | None = None) -> Findings:
    return find_patterns(numduel.load(spec), axes(over), axes(test) if test else None)


def axes(text: str) -> Axes:
    return read_axes([text])


def best(findings: Findings) -> Trial:
    return findings.answers[0].rules[0]


def told(findings: Findings) -> str:
    """The first rule of the first answer in words."""
    return sentence(best(findings), findings.answers[0].outcome, findings)


def test_the_base_4_rule_of_operation_duel_is_found_from_values_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forbidden(*_: object) -> None:
        raise AssertionError("a pattern is found from tables, not from theory")

    monkeypatch.setattr(numduel.games()["operation-duel"], "theory", forbidden)
    findings = patterns("operation-duel", "target=2..250")
    assert told(findings) == (
        "Player 1 wins if and only if every base-4 digit of target is 0 or 2; otherwise player 2 wins."
    )
    assert (best(findings).found_on, best(findings).tested_on, best(findings).held) == (249, 249, 249)
    assert best(findings).counterexample is None


@pytest.mark.parametrize(
    ("spec", "over", "said"),
    [
        (
            "operation-duel:multiply=4",
            "target=2..300",
            "Player 1 wins if and only if every base-16 digit of target is even; otherwise player 2 wins.",
        ),
        (
            "operation-duel:add=1/2",
            "target=2..100",
            "Player 2 wins if and only if target leaves 1 when divided by 3; otherwise player 1 wins.",
        ),
        (
            "operation-duel:add=none,multiply=2/3",
            "target=2..250",
            "Player 2 wins if and only if the first base-6 digit of target is 1; otherwise player 1 wins.",
        ),
        (
            "operation-duel:add=2",
            "target=2..300",
            "Player 2 wins if and only if every base-4 digit of target is 0 or 1 and the last one is 1; "
            "otherwise player 1 wins.",
        ),
    ],
)
def test_rules_that_nobody_told_are_found_for_other_operations(spec: str, over: str, said: str) -> None:
    findings = patterns(spec, over)
    assert told(findings) == said
    assert best(findings).held_always


def test_two_settings_are_decided_by_what_is_worked_out_from_both() -> None:
    findings = patterns("operation-duel:add=none,multiply=2/3", "start=1..20,target=21..80")
    assert told(findings) == (
        "Player 2 wins if and only if the first base-6 digit of target divided by start, rounded down, is 1; "
        "otherwise player 1 wins."
    )
    assert best(findings).held_always
    assert findings.tested_on.keys().isdisjoint(findings.found_on)
    difference = patterns("operation-duel:add=1-3,multiply=none", "start=1..15,target=16..50")
    assert "target minus start is a multiple of 4" in told(difference)


def odious(number: int) -> bool:
    return number.bit_count() % 2 == 1


@pytest.mark.parametrize(
    ("law", "family", "said"),
    [
        (lambda n: True, "constant", "Player 1 wins, whatever the settings."),
        (lambda n: n not in (1, 4), "constant", "Player 1 wins, whatever the settings, except at n 1 and 4."),
        (lambda n: n >= 40, "threshold", "Player 1 wins if and only if n is at least 40; "),
        (lambda n: 20 <= n < 61, "threshold", "Player 1 wins if and only if n is from 20 to 60; "),
        (
            lambda n: n % 7 in (1, 2),
            "residues",
            "Player 1 wins if and only if n leaves 1 or 2 when divided by 7; ",
        ),
        (lambda n: n % 2 == 1, "residues", "Player 1 wins if and only if n is odd; "),
        (
            lambda n: n % 5 == 0 or n in (1, 7),
            "period",
            "From n 8 on it is periodic, and player 1 wins if and only if n is a multiple of 5, "
            "except at n 1 and 7; ",
        ),
        (odious, "digits", "Player 1 wins if and only if the sum of the base-2 digits of n is odd; "),
        (
            lambda n: digits(n + 1, 3)[-1] == 1,
            "digits",
            "Player 1 wins if and only if the first base-3 digit of n plus 1 is 1; ",
        ),
        (
            lambda n: 7 not in digits(n, 10) and n > 0,
            "digits",
            "Player 1 wins if and only if every base-10 digit of n is 0 to 6, 8 or 9; ",
        ),
    ],
)
def test_a_planted_law_is_found_and_held_on_others(law: "object", family: str, said: str) -> None:
    assert callable(law)
    findings = find_patterns(planted(lambda n, m: bool(law(n))), axes("n=1..400"))
    assert best(findings).rule.family == family
    assert told(findings).startswith(said)
    assert best(findings).held_always


def test_a_planted_automaton_is_found_where_nothing_simpler_fits() -> None:
    """No two digits 1 side by side in base 3: three states, and no rule about single digits."""

    def law(n: int, m: int) -> bool:
        return "11" not in "".join(map(str, digits(n, 3)))

    findings = find_patterns(planted(law), axes("n=1..1500"))
    assert best(findings).rule.family == "automaton"
    assert best(findings).rule.details["base"] == 3
    assert best(findings).rule.details["states"] == 3
    assert best(findings).held_always
    assert "base-3 digits of n from the left" in told(findings)
    assert "A (start): 0 2 to A, 1 to B" in [text.strip() for text in findings_in_words(findings)]


def test_an_automaton_reads_two_numbers_side_by_side() -> None:
    """n and m have a 1 in the same place: told by no number worked out from both."""
    findings = find_patterns(planted(lambda n, m: n & m == 0), axes("m=0..15,n=0..63"))
    assert best(findings).rule.family == "automaton"
    assert best(findings).rule.details["base"] == 2
    assert best(findings).held_always


def test_simple_rules_come_before_automata() -> None:
    """Odd numbers are also told by an automaton of two states, which nobody wants to read."""
    findings = find_patterns(planted(lambda n, m: n % 2 == 1), axes("n=1..300"))
    assert not any(each.rule.is_automaton for answer in findings.answers for each in answer.rules)


def test_a_false_pattern_is_told_with_its_first_counterexample() -> None:
    """Odd numbers up to 500, and none beyond: what fits below must fail above, first at 501."""
    findings = find_patterns(
        planted(lambda n, m: n % 2 == 1 and n <= 500), axes("n=1..400"), axes("n=401..700")
    )
    found = best(findings)
    assert (found.found_on, found.tested_on, found.held) == (400, 300, 200)
    assert found.counterexample == (501,)
    said = list(findings_in_words(findings))
    assert "No rule was found that tells when player 1 wins and held on all others. What fits:" in said
    assert (
        "Found on 400 settings (n 1 to 400); it held on 200 of 300 others that were tested (n 401 to 700), "
        "and first failed at n 501, where player 2 wins." in said
    )
    told_to_programs = findings_document(findings)["answers"][0]["rules"][0]["counterexample"]
    assert told_to_programs == {"spec": "planted:n=501", "settings": {"n": 501}, "value": "loss"}


def test_settings_that_a_rule_was_found_on_are_not_counted_as_others() -> None:
    findings = find_patterns(planted(lambda n, m: n % 3 == 1), axes("n=10..60"), axes("n=1..100"))
    assert (best(findings).found_on, best(findings).tested_on) == (51, 49)


def test_the_highest_third_is_held_back_where_a_setting_can_go_no_higher() -> None:
    findings = find_patterns(planted(lambda n, m: m % 3 == 1), axes("m=1..30"))
    assert max(findings.found_on) < min(findings.tested_on)
    assert (len(findings.found_on), len(findings.tested_on)) == (21, 9)
    assert best(findings).held_always


def test_nothing_is_made_up_where_nothing_decides() -> None:
    """Prime numbers follow no rule that is looked for."""

    def law(n: int, m: int) -> bool:
        return all(n % other for other in range(2, n))

    findings = find_patterns(planted(law), axes("n=2..300"))
    assert not any(each.held_always for each in findings.answers[0].rules)
    assert "No rule was found that tells when player 1 wins" in " ".join(findings_in_words(findings))


def test_each_of_three_outcomes_is_told_by_a_rule_of_its_own() -> None:
    values = (Value.DRAW, Value.WIN, Value.LOSS)
    findings = find_patterns(planted(lambda n, m: values[n % 3]), axes("n=1..200"))
    said = " ".join(findings_in_words(findings))
    assert "Player 1 wins if and only if n leaves 1 when divided by 3." in said
    assert "Player 2 wins if and only if n leaves 2 when divided by 3." in said
    assert "It is a draw if and only if n is a multiple of 3." in said


def test_what_cannot_be_worked_out_at_a_setting_does_not_stop_the_test() -> None:
    """No number is divided by 0, which comes up among the others only."""
    game = planted(lambda n, m: m > 0 and n // m >= 3)
    findings = find_patterns(game, axes("m=1..9,n=1..40"), axes("m=0..9,n=1..60"))
    assert "n divided by m, rounded down, is at least 3" in told(findings)
    assert best(findings).held == best(findings).tested_on == 240


def test_a_pattern_is_called_a_pattern() -> None:
    said = " ".join(findings_in_words(patterns("operation-duel", "target=2..200"))).lower()
    assert "this is a pattern, not a proof" in said
    assert "theorem" not in said
