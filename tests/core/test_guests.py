"""A game of somebody else: what it has without saying anything, and how it is loaded in this process."""

import sys
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from three_in_a_row import TicTacToe

from numduel import Voice
from numduel.core import registry
from numduel.core.packages import BrokenPackage, install_line

GROUP = "numduel.games"
FULL = ("mine", "theirs", "mine", "mine", "theirs", "theirs", "theirs", "mine", "mine")
WON = ("theirs",) * 3 + ("mine",) * 3 + ("",) * 3


def test_a_game_without_words_of_its_own_is_told_plainly() -> None:
    game = TicTacToe()
    voice: Any = Voice(game)
    start, left = game.initial(), ("",) * 2 + FULL[2:]
    assert voice.rules() == ["Three in a row win."]
    assert voice.aim() == "Three in a row win."
    assert voice.opening() == ["Tic-Tac-Toe"]
    assert voice.turn(start, 1) == ["", game.show(start)]
    assert voice.brief(start) == game.show(start).rstrip(".")
    assert voice.caption(start) == [voice.brief(start)]
    assert voice.measures(start) == {}
    assert voice.prompt(left, 2, ()) == "Player 2, choose a move (a1 or b1): "
    assert voice.legal_prompt(left, 2, ()) == voice.prompt(left, 2, ())
    assert voice.aside(start, ("a1",)) == []
    assert voice.rejection(left, (), ("z",)) == ["Invalid move. Please choose a1 or b1."]
    assert voice.report(start, "a1", game.play(start, "a1"), 2) == ["Player 2 plays a1."]
    assert voice.forfeit(start, 2, ("z",)) == ["Player 2 attempted an invalid move."]
    assert (voice.ending(start, None), voice.ending(WON, 1)) == ([], ["Three in a row."])
    assert voice.ending(FULL, None) == ["The board is full."]
    assert (voice.final(None), voice.final(2)) == (["The game is a draw."], ["Player 2 wins the game!"])


def test_a_game_without_theory_proves_nothing_by_groups() -> None:
    assert TicTacToe().induction() is None


def test_a_game_is_loaded_from_where_it_is_announced() -> None:
    point = EntryPoint("tic-tac-toe", "three_in_a_row:TicTacToe", GROUP)
    assert registry._load_foreign(point) is TicTacToe


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        (
            "tic-tac",
            "three_in_a_row:TicTacToe",
            "is announced as the game tic-tac, but is no Game of that name",
        ),
        ("lines", "three_in_a_row:LINES", "is announced as the game lines, but is no Game of that name"),
        ("board", "three_in_a_row:Outcome", "is announced as the game board, but is no Game of that name"),
        ("gone", "three_in_a_row:Gone", "the game gone cannot be loaded from three_in_a_row:Gone: "),
    ],
)
def test_what_is_no_game_of_that_name_is_refused_in_a_sentence(name: str, value: str, why: str) -> None:
    with pytest.raises(BrokenPackage) as refused:
        registry._load_foreign(EntryPoint(name, value, GROUP))
    assert why in str(refused.value)


def test_the_command_that_installs_a_package_can_be_pasted() -> None:
    assert install_line("numba", "a b").endswith(" -m pip install --upgrade numba 'a b'")
    assert install_line("numba").startswith(sys.executable)
