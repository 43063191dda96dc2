"""A game of somebody else: what it has without saying anything, and how it is loaded in this process."""

import sys
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from typing import Any

import pytest
from three_in_a_row import TicTacToe

from numduel import Game, Outcome, SettingError, Side, Voice, Whole, setting
from numduel.core import registry
from numduel.core.game import MOST_MOVES
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


class Wide(Game[int, int]):
    """Take as many as you like; there may be very many."""

    most: int = setting(10, Whole(1, 10**30), "how many there are")

    name = "wide"
    title = "Wide"
    summary = "Take any."

    def initial(self) -> int:
        return self.most

    def moves(self, state: int) -> Sequence[int]:
        return range(1, state + 1)

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> Outcome | None:
        return None if state else Outcome(Side.PREVIOUS, "all are taken")

    def vocabulary(self) -> Sequence[int]:
        return range(1, self.most + 1)

    def show(self, state: int) -> str:
        return f"{state} left."


class Endlessly(Wide):
    """The same with so many that nobody can list them."""

    most: int = setting(10**12, Whole(1, 10**30), "how many there are")

    name = "endlessly"


def test_a_game_may_have_many_moves_but_not_more_than_can_be_listed() -> None:
    assert len(Wide(most=MOST_MOVES).vocabulary()) == MOST_MOVES
    for most in (MOST_MOVES + 1, 10**12, 10**30):
        with pytest.raises(SettingError, match="Wide has more than 100,000 moves"):
            Wide(most=most)


def test_a_game_that_refuses_its_own_settings_is_a_broken_one(monkeypatch: pytest.MonkeyPatch) -> None:
    points = {"endlessly": EntryPoint("endlessly", "test_guests:Endlessly", GROUP)}
    monkeypatch.setattr(registry, "_foreign_entry_points", lambda: points)
    monkeypatch.setattr(registry, "_game_class", registry._game_class.__wrapped__)
    why = "the game endlessly cannot be made: with these settings Wide has more than 100,000 moves"
    assert {name: str(error) for name, error in registry.broken_games().items()} == {"endlessly": why}
    assert "endlessly" not in registry.games()
