"""`numduel design` from outside."""

import ast
import json
from pathlib import Path

import pytest
from commandline import Terminal, numduel
from packages import GRID, Packages

from numduel.cli.main import main
from numduel.design.wishes import WORTH_PLAYING

SMALL = "duel:target=8..15,start=1,add=1|1/2,multiply=2,overshoot=loses"


def test_people_read_the_best_a_sample_game_and_a_variant_to_paste() -> None:
    told = numduel("design", SMALL, "--like", "plies>5,lead_changes>0", "--name", "my-own")
    assert (told.err, told.code) == ("", 0)
    assert told.out.startswith("16 settings of Operation Duel measured for plies>5, lead_changes>0.")
    heading = next(line for line in told.lines if line.startswith("spec "))
    assert heading.split()[1:] == [
        *("value", "plies", "positions", "decisions1", "decisions2", "player1", "depth", "lead_changes"),
        *("worth", "misses"),
    ]
    assert sum(line.startswith("operation-duel:") for line in told.lines) == 10
    assert "How two players of level:5 play the first:" in told.out
    assert 'Variant("my-own", "' in told.out or '"my-own",\n' in told.out


def test_the_command_that_is_shown_plays_the_sample_game() -> None:
    document = json.loads(numduel("design", SMALL, "--seed", "3", "--json").out)
    first = document["found"][0]
    level = first["sample"]["players"][0]
    played = numduel(
        *("play", first["spec"], "--p1", level, "--p2", level, "--seed", "3", "--no-save"),
    )
    assert f"Player {first['sample']['winner']} wins" in played.out
    assert played.out.count("it's your turn") == len(first["sample"]["moves"])


def test_the_document_has_what_measure_says_and_what_the_search_adds() -> None:
    document = json.loads(numduel("design", SMALL, "--json").out)
    assert list(document) == ["game", "wishes", "seed", "measured", "found"]
    assert (document["game"], document["measured"], document["seed"]) == ("operation-duel", 16, 0)
    assert ",".join(document["wishes"]) == WORTH_PLAYING
    assert len(document["found"]) == 10
    for one in document["found"][:1]:
        added = {name: one.pop(name) for name in ("missed", "variant", "sample")}
        assert one == json.loads(numduel("measure", one["spec"], "--json").out)
        assert set(added["missed"]) <= set(document["wishes"])
        assert added["sample"].keys() == {"players", "seed", "moves", "winner", "reason"}


def test_where_nothing_is_as_wished_the_nearest_is_shown_and_what_it_misses() -> None:
    told = numduel("design", SMALL, "--like", "plies>100,positions<99")
    assert (told.err, told.code) == ("", 0)
    assert "None is like that; these come nearest." in told.out.replace("\n", " ")
    assert all(line.endswith("plies>100") for line in told.lines if line.startswith("operation-duel:"))


def test_weights_change_which_is_best() -> None:
    usual, changed = (
        json.loads(numduel("design", SMALL, "--like", "plies>1", "--json", *more).out)["found"]
        for more in ((), ("--weights", "decisions=0,balance=0,length=0,ending=0,depth=0,drama=0,skill=1"))
    )
    assert [one["worth"] for one in usual] != [one["worth"] for one in changed]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "GAME|PATTERN"),
        (("operation-dual",), "there is no game 'operation-dual'; did you mean operation-duel?"),
        (("duel:tarjet=9",), "Operation Duel has no setting 'tarjet'; did you mean target?"),
        (("duel:target=9..8",), "the range '9..8' of target is empty"),
        (("duel:target=x",), "target must be a whole number of at least 1, not 'x'"),
        (("duel", "--like", "plys=9"), "there is no measure 'plys'; did you mean plies?"),
        (("duel", "--like", "plies=20..10"), "the range of the wish 'plies=20..10' is empty"),
        (("duel", "--like", ""), "wishes are written like plies=10..20,player1<0.55, not ''"),
        (("duel", "--like", "target<9"), "target is a setting, and no measure to wish for; name it after"),
        (("duel", "--weights", "luck=1"), "the score has no part 'luck'"),
        (("duel", "--tries", "0"), "must be a whole number of at least 1, not '0'"),
        (("duel", "--limit", "none"), "must be a whole number of at least 1, not 'none'"),
        (("duel", "--name", "Fifty One"), "a variant's name has lower-case letters, digits and -"),
        (("duel", "--name", "fifty"), "Operation Duel has a variant called fifty already"),
    ],
)
def test_wrong_usage_is_one_sentence(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["design", *arguments]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert sentence in said.err


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_where_nothing_can_be_measured_it_is_a_failure_that_says_so(form: tuple[str, ...]) -> None:
    refused = numduel("design", SMALL, "--limit", "2", *form)
    why = "none of the 16 settings that were tried could be measured: more than 2 positions (see --limit)"
    assert why in refused.complaint
    assert (refused.out, refused.code) == ("", 1)


def test_the_variant_to_paste_stays_whole_on_a_narrow_screen() -> None:
    with Terminal("design", "operation-duel:target=30..32", "--tries", "3", columns="40") as terminal:
        shown = terminal.finish()
    pasted = shown.replace("\r", "").partition("game's file:")[2]
    found = ast.parse(pasted.strip().rstrip(","), mode="eval").body
    assert isinstance(found, ast.Call)
    assert ast.literal_eval(found.args[1]).startswith("target=3")


def test_a_search_that_is_interrupted_shows_what_it_has_found() -> None:
    with Terminal("design", "operation-duel", "--tries", "100000", rows="200") as terminal:
        terminal.expect("designing: ")
        terminal.expect(" of 100,000 settings, ")
        terminal.type("\x03")
        shown = terminal.finish()
        assert terminal.code == 130
    assert "numduel: interrupted after " in shown
    assert "To paste among the variants in the game's file:" in shown


def test_a_game_without_settings_leaves_nothing_to_design(tmp_path: Path) -> None:
    packages = Packages(tmp_path)
    packages.install("three_in_a_row", GRID, {"tic-tac-toe": "three_in_a_row:TicTacToe"})
    refused = packages.numduel("design", "tic-tac-toe")
    assert "has no settings, so that there is nothing to design" in refused.complaint
    assert (refused.out, refused.code) == ("", 2)
