"""`numduel pattern`: what it prints, and one sentence for whatever it cannot use."""

import json

import pytest
from commandline import Terminal, numduel

from numduel.cli.completion import complete
from numduel.cli.main import main


def test_the_rule_is_told_in_words_with_where_it_was_found_and_tested() -> None:
    run = numduel("pattern", "duel", "--over", "target=2..120")
    assert run.code == 0
    assert run.err == ""
    assert " ".join(run.out.split()) == (
        "Operation Duel, target 2 to 120: of 119 settings, player 1 wins at 7 and player 2 wins at 112. "
        "Player 1 wins if and only if every base-4 digit of target is 0 or 2; otherwise player 2 wins. "
        "Found on 119 settings (target 2 to 120); it held on all 119 others that were tested (target 121 to "
        "239). This is a pattern, not a proof: it may fail at a setting that was not tested."
    )


def test_json_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    over = ["--over", "target=2..60", "--test", "target=61..99"]
    assert main(["pattern", "operation-duel:add=1/2", *over, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["spec"] == "operation-duel:add=1/2"
    assert document["over"] == [{"name": "target", "first": 2, "last": 60}]
    assert (document["found_on"], document["tested_on"], document["unsolved"]) == (59, 39, 0)
    assert document["values"] == {"win": 40, "loss": 19}
    rule = document["answers"][0]["rules"][0]
    assert rule["details"] == {"of": "target", "modulus": 3, "values": [1]}
    assert (rule["family"], rule["opposite"], rule["held"]) == ("residues", True, 39)
    assert rule["counterexample"] is None


def test_settings_that_do_not_go_with_the_rulebooks_can_vary_together(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["pattern", "operation-duel:start=50,multiply=none", "--over", "target=51..120"]) == 0
    assert "Player 1 wins if and only if target is odd" in capsys.readouterr().out.replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("operation-duel", "say over which settings to look: --over target=2..2000"),
        ("operation-duel --over target", "a range is written name=first..last, such as target=2..2000"),
        ("operation-duel --over target=2", "a range is written name=first..last"),
        ("operation-duel --over target=2..x", "a range is written name=first..last"),
        ("operation-duel --over target=2..", "a range is written name=first..last"),
        (f"operation-duel --over target=2..{'9' * 50}", "a range is written name=first..last"),
        (
            "operation-duel --over target=9..2",
            "target=9..2 is empty: the first number must not be above the last",
        ),
        (
            "operation-duel --over targets=2..9",
            "Operation Duel has no setting 'targets'; did you mean target?",
        ),
        ("operation-duel --over add=1..5", "only whole numbers can vary over a range"),
        ("operation-duel --over target=0..50", "target must be a whole number of at least 1, not 0"),
        (
            "operation-duel --over target=2..9,target=3..5",
            "each setting can vary over one range, not over two",
        ),
        (
            "operation-obliteration --over start=12..20 --over low=1..9 --over high=50..60",
            "patterns are looked for over one or two settings, not over 3",
        ),
        (
            "operation-duel --over start=1..1000000,target=1..1000000 --test start=1..1,target=9..9",
            "that makes 1,000,000,000,001 settings in all, and at most 200,000 are looked at",
        ),
        (
            "operation-duel --over target=2..9",
            "a pattern needs at least 12 settings: that makes only 8",
        ),
        (
            "operation-duel --over target=2..99 --test start=2..9",
            "a pattern is tested over what it is found over",
        ),
        ("operation-stack --over target=1..20 --limit 50", "could be solved, and 11 had too many positions"),
        (
            "top-stack-twelve --over limit=8..500 --set window=20",
            "and others to be tested on: limit=24 and limit=500 have too many positions",
        ),
        ("operation-dual --over target=2..9", "there is no game 'operation-dual'"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(
    arguments: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pattern", *arguments.split()]) == 2
    seen = capsys.readouterr()
    assert seen.out == ""
    assert seen.err.startswith("numduel: ")
    assert seen.err.count("\n") == 1
    assert complaint in seen.err


def test_progress_is_shown_to_a_person_who_waits() -> None:
    with Terminal("pattern", "operation-duel", "--over", "target=2..2000") as terminal:
        terminal.expect("settings")
        terminal.finish()
        assert "solving: " in terminal.seen
        assert terminal.code == 0


def test_settings_to_vary_are_completed() -> None:
    found = [one.word for one in complete(["pattern", "operation-duel", "--over", ""])]
    assert found == ["target=", "start="]
