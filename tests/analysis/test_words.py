"""Phrases: each with none, one, two and many of what it counts."""

import pytest

from numduel.analysis.lines import Line
from numduel.analysis.words import count, join_moves, outlook, verdict_in_words
from numduel.core.verdict import Value, Verdict


@pytest.mark.parametrize(
    ("number", "told"),
    [(0, "0 moves"), (1, "1 move"), (2, "2 moves"), (1_500, "1,500 moves"), (10**50, "(51 digits) moves")],
)
def test_a_count_has_the_right_form(number: int, told: str) -> None:
    assert count(number, "move").endswith(told)


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["7"], "7"),
        (["1", "2"], "1 and 2"),
        (["1", "2", "3"], "1 to 3"),
        (["1", "2", "4"], "1, 2 and 4"),
        (["1", "2", "3", "5", "7", "8", "9", "+"], "1 to 3, 5, 7 to 9 and +"),
        (["3", "2", "1"], "3, 2 and 1"),
        (["+1", "+2", "+3", "*2"], "+1, +2, +3 and *2"),
        (["add", "divide"], "add and divide"),
    ],
)
def test_moves_are_joined_and_runs_of_numbers_shortened(texts: list[str], told: str) -> None:
    assert join_moves(texts) == told


@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        (Verdict(Value.WIN, 1), "Player {me} wins in 1 move."),
        (Verdict(Value.WIN, 2), "Player {me} wins in 2 moves."),
        (Verdict(Value.WIN), "Player {me} wins."),
        (Verdict(Value.LOSS, 1_000), "Player {other} wins in 1,000 moves."),
        (Verdict(Value.LOSS), "Player {other} wins."),
        (Verdict(Value.DRAW, 1), "With best play it is a draw in 1 move."),
        (Verdict(Value.ENDLESS), "Nobody can force a win: with best play the game never ends."),
    ],
)
def test_a_verdict_names_the_winner(player: int, verdict: Verdict, told: str) -> None:
    assert verdict_in_words(verdict, player) == told.format(me=player, other=3 - player)


@pytest.mark.parametrize("value", list(Value))
def test_one_move_and_several_are_told_in_their_forms(value: Value) -> None:
    one, several = outlook(Verdict(value)), outlook(Verdict(value), several=True)
    assert one.split()[0].removesuffix("s") in (several.split()[0], several.split()[0] + "e", "i")
    assert "balance" not in one + several


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (Line(("a",), True, False, 1), "a"),
        (Line(("a", "b", "c"), True, False, 3), "a b c"),
        (Line(("a",) * 5, True, False, 5), "a a a … and so on, 5 moves in all"),
        (Line(("a", "b"), False, False, 300), "a b … and so on, 300 moves in all"),
        (Line(("a", "b"), False, False, None), "a b … and so on"),
        (Line(("a", "b"), False, True, None), "a b … and so on, for ever"),
    ],
)
def test_a_line_says_whether_it_is_cut_and_how_long_it_is(line: Line, told: str) -> None:
    assert line.in_words(3) == told
