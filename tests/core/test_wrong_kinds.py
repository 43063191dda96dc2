"""Games of another package that give what is of a wrong kind: the game and its package are named."""

from pathlib import Path
from typing import Any

import pytest
from packages import EXAMPLE, Packages
from three_in_a_row import TicTacToe

from numduel import Game, load
from numduel.core import blame
from numduel.solver.answers import Answers
from numduel.web.serving.errors import UNEXPECTED, problem_of

PLAY, MOVES = "return state - move", "return range(1, min(self.most, state) + 1)"
OUTCOME = 'return Outcome(Side.PREVIOUS, "the last one is taken") if state == 0 else None'
SHOW = 'return f"{state} left."'
WRONG = {
    "moves are none later": (MOVES, f"{MOVES} if state > 19 else None"),
    "moves are a number later": (MOVES, f"{MOVES} if state > 19 else 5"),
    "a state is none": (PLAY, "return None"),
    "a state is a text": (PLAY, "return 'x'"),
    "an outcome is a text": (OUTCOME, "return 'won' if state < 19 else None"),
    "an outcome is true": (OUTCOME, "return True if state < 19 else None"),
    "a key cannot be looked up": (SHOW, f"{SHOW}\n\n    def key(self, state):\n        return [state]"),
    "a move's text is a number": (SHOW, f"{SHOW}\n\n    def write(self, move):\n        return move"),
    "a move's text is none": (SHOW, f"{SHOW}\n\n    def write(self, move):\n        return None"),
    "spellings are numbers": (SHOW, f"{SHOW}\n\n    def spellings(self, move):\n        return (move,)"),
    "a line is none": (SHOW, "return None"),
    "a theory is a text": (SHOW, f"{SHOW}\n\n    def theory(self, state):\n        return 'won'"),
}
COMMANDS = {
    "solve": ("solve", "countdown"),
    "analyze": ("analyze", "countdown", "--moves", "1 2"),
    "explain": ("explain", "countdown"),
    "play": ("play", "countdown", "--p1", "perfect", "--p2", "random", "--seed", "1"),
    "json": ("analyze", "countdown", "--json"),
}


@pytest.fixture
def packages(tmp_path: Path) -> Packages:
    return Packages(tmp_path)


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_of_a_wrong_kind_is_never_called_an_error_of_ours(wrong: str, packages: Packages) -> None:
    right, instead = WRONG[wrong]
    assert right in EXAMPLE
    packages.install("countdown", EXAMPLE.replace(right, instead))
    for name, command in COMMANDS.items():
        done = packages.numduel(*command)
        assert "inside numduel" not in done.err, name
        assert not done.code or "countdown" in done.complaint, name


def test_the_game_is_named_with_its_package_in_one_sentence(packages: Packages) -> None:
    packages.install("countdown", EXAMPLE.replace(*WRONG["a key cannot be looked up"]))
    refused = packages.numduel("solve", "countdown")
    assert refused.complaint == (
        "numduel: the game countdown of the package countdown gives what cannot be worked with: "
        "TypeError(\"unhashable type: 'list'\") (NUMDUEL_DEBUG=1 shows where)\n"
    )
    assert (refused.out, refused.code) == ("", 1)


@pytest.mark.parametrize("error", ["KeyError('sha256')", "ValueError", "TypeError", "RecursionError"])
def test_rules_that_fail_while_a_certificate_is_checked_are_named_and_it_is_not_blamed(
    error: str, packages: Packages
) -> None:
    packages.install("countdown", EXAMPLE)
    assert packages.numduel("prove", "countdown", "-o", str(packages.folder / "proof.json")).code == 0
    (packages.folder / "countdown.py").write_text(EXAMPLE.replace(PLAY, f"raise {error}"), encoding="utf-8")
    failed = packages.numduel("verify", str(packages.folder / "proof.json"))
    assert failed.complaint.startswith(
        f"numduel: the package countdown has failed: {error.partition('(')[0]}"
    )
    assert (failed.out, failed.code) == ("", 1)


class Odd(TicTacToe):
    """A game whose states cannot be looked up."""

    def key(self, state: Any) -> Any:
        return [state]


def failure_of(game: Game[Any, Any]) -> BaseException:
    """What is raised where a game is solved."""
    with pytest.raises(TypeError) as raised:
        Answers(game).verdict(game.initial())
    return raised.value


def test_a_page_names_it_too_and_no_game_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    error = failure_of(Odd())
    assert isinstance(error, Exception)
    assert problem_of(error).sentence == UNEXPECTED  # nobody has announced it
    monkeypatch.setattr(Odd, "__module__", "oddities")
    monkeypatch.setattr(blame, "guests", {"oddities"})
    assert problem_of(error).sentence == (
        "The game tic-tac-toe of the package oddities gives what cannot be worked with. "
        "Nothing that was confirmed is lost."
    )
    with pytest.raises(TypeError) as ours:
        load("operation-duel").play("x", None)
    assert blame.guest_at_fault(ours.value) is None
