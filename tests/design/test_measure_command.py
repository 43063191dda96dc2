"""`numduel measure` from outside."""

import json

import pytest
from commandline import numduel

FIFTY = "operation-duel:target=50,add=1-3,multiply=3/4"


def test_the_document_has_the_words_that_scripts_rely_on() -> None:
    found = json.loads(numduel("measure", "operation-duel:fifty", "--json").out)
    assert list(found)[:4] == ["spec", "value", "plies", "positions"]
    assert (found["spec"], found["value"], found["plies"], found["positions"]) == (FIFTY, "loss", 24, 49)
    assert found["decisions"].keys() == {"share", "player1", "player2"}
    assert 0 < found["only_moves"] < 1
    assert [noise["epsilon"] for noise in found["noise"]] == [0, 0.05, 0.1, 0.2, 0.3, 0.5, 1]
    for noise in found["noise"]:
        chances = [noise[name] for name in ("player1", "player2", "drawn", "undecided")]
        assert sum(chances) == pytest.approx(1)


def test_a_game_beyond_the_limit_is_told_and_is_no_failure() -> None:
    told = numduel("measure", "operation-stack", "--limit", "200")
    assert (told.err, told.code) == ("", 0)
    assert told.lines[-1] == "Not measured: more than 200 positions (see --limit)."
    found = json.loads(numduel("measure", "operation-stack", "--limit", "200", "--json").out)
    assert found == {
        "spec": "operation-stack",
        "value": "endless",
        "plies": None,
        "positions": None,
        "note": "more than 200 positions",
    }


def test_people_read_every_figure() -> None:
    told = numduel("measure", "operation-duel:fifty")
    assert (told.err, told.code) == ("", 0)
    for words in ("Player 2 wins in 24 moves.", "worth playing", "76 % of all positions", "lead changes"):
        assert words in told.out


def test_weights_change_the_score() -> None:
    usual, changed = (
        json.loads(numduel("measure", "operation-duel:fifty", "--json", *more).out)["worth"]
        for more in ((), ("--weights", "depth=5,drama=0"))
    )
    assert usual != changed


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("operation-dual",), "there is no game 'operation-dual'; did you mean operation-duel?"),
        (("operation-duel", "--weights", "luck=1"), "the score has no part 'luck'"),
        (("operation-duel", "--weights", "depth"), "must be like decisions=3,drama=0.5, not 'depth'"),
        (("operation-duel", "--limit", "0"), "must be a whole number of at least 1, not '0'"),
    ],
)
def test_wrong_usage_is_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    refused = numduel("measure", *arguments)
    assert sentence in refused.complaint
    assert (refused.out, refused.code) == ("", 2)
