"""A signal after a game: what is said then is true, and nothing is asked any more."""

from pathlib import Path

import pytest
from commandline import Terminal
from interrupting import python_path


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("", "Interrupted: the game is over.\nTo see where it was decided: numduel review 1\n"),
        ("--rounds 1", "Interrupted: the match is over.\nTo see where it was decided: numduel review 1\n"),
        (
            "--rounds 2",
            "Interrupted: no game is under way.\nThe match is unfinished. Score: A 1, B 0.\n"
            "To go on: numduel resume 1\n",
        ),
    ],
)
def test_a_signal_after_a_game_ends_the_command_and_calls_no_game_unfinished(
    options: str, said: str, tmp_path: Path
) -> None:
    modules = python_path(tmp_path, "numduel.cli.climbing")  # which is needed when a game has ended
    play = ("play", "operation-duel:target=2", *options.split())
    db = str(tmp_path / "games.db")
    with Terminal(*play, PYTHONPATH=modules, NUMDUEL_DB=db) as terminal:
        terminal.expect("(1 or 2): ")
        terminal.enter("2")
        assert terminal.finish().endswith(f"\n\n{said}")
        assert terminal.code == 130
