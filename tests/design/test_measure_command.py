"""`numduel measure` from outside."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from commandline import Terminal

from numduel.cli.main import main

FIFTY = "operation-duel:target=50,add=1-3,multiply=3/4"


@dataclass
class Command:
    """The command, run in this process."""

    captured: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str, code: int = 0) -> tuple[str, str]:
        """What it says, and what it complains of."""
        assert main(["measure", *arguments]) == code
        told = self.captured.readouterr()
        return told.out, told.err

    def document(self, *arguments: str) -> Any:
        out, err = self(*arguments, "--json")
        assert err == ""
        return json.loads(out)


@pytest.fixture
def measure(capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(capsys)


def test_the_document_has_the_words_that_scripts_rely_on(measure: Command) -> None:
    found = measure.document("operation-duel:fifty")
    assert list(found)[:4] == ["spec", "value", "plies", "positions"]
    assert (found["spec"], found["value"], found["plies"], found["positions"]) == (FIFTY, "loss", 24, 49)
    assert found["decisions"].keys() == {"share", "player1", "player2"}
    assert 0 < found["only_moves"] < 1
    assert [noise["epsilon"] for noise in found["noise"]] == [0, 0.05, 0.1, 0.2, 0.3, 0.5, 1]
    for noise in found["noise"]:
        chances = [noise[name] for name in ("player1", "player2", "drawn", "undecided")]
        assert sum(chances) == pytest.approx(1)


def test_a_game_beyond_the_limit_is_told_and_is_no_failure(measure: Command) -> None:
    out, err = measure("operation-stack", "--limit", "200")
    assert err == ""
    assert out.splitlines()[-1] == "Not measured: more than 200 positions (see --limit)."
    found = measure.document("operation-stack", "--limit", "200")
    assert found == {
        "spec": "operation-stack",
        "value": "endless",
        "plies": None,
        "positions": None,
        "note": "more than 200 positions",
    }


def test_people_read_every_figure(measure: Command) -> None:
    out, _ = measure("operation-duel:fifty")
    for words in ("Player 2 wins in 24 moves.", "worth playing", "76 % of all positions", "lead changes"):
        assert words in out


def test_a_game_without_decisions_reads_well(measure: Command) -> None:
    told, _ = measure("digit-stack")
    assert "only moves     -\n" in told
    assert "-0.0" not in told


def test_a_narrow_screen_tears_no_setting_apart() -> None:
    with Terminal("measure", "operation-duel:fifty", columns="40") as terminal:
        shown = terminal.finish().replace("\r", "")
    assert "operation-duel:target=50,add=1-3,\nmultiply=3/4\n" in shown


def test_weights_change_the_score(measure: Command) -> None:
    usual, changed = (
        measure.document("operation-duel:fifty", *more)["worth"]
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
def test_wrong_usage_is_one_sentence(arguments: tuple[str, ...], sentence: str, measure: Command) -> None:
    out, err = measure(*arguments, code=2)
    assert sentence in err
    assert (out, err.count("\n")) == ("", 1)
