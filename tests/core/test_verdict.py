"""Verdicts: every value has its worth, its winner and its place; so have draws, which our games lack."""

import pytest
from diagrams import diagram

from numduel import Outcome, Side, Value, Verdict
from numduel.solver.answers import Answers

# From the worst to the best for the player to move.
IN_ORDER = [
    Verdict(Value.LOSS),
    Verdict(Value.LOSS, 0),
    Verdict(Value.LOSS, 1),
    Verdict(Value.LOSS, 2),
    Verdict(Value.LOSS, 4),
    Verdict(Value.UNSOLVED),
    Verdict(Value.ENDLESS),
    Verdict(Value.DRAW),
    Verdict(Value.DRAW, 5),
    Verdict(Value.DRAW, 2),
    Verdict(Value.WIN),
    Verdict(Value.WIN, 3),
    Verdict(Value.WIN, 1),
]


@pytest.mark.parametrize("place", range(len(IN_ORDER) - 1))
def test_verdicts_stand_in_one_order(place: int) -> None:
    assert IN_ORDER[place].rank < IN_ORDER[place + 1].rank


def test_what_a_value_is_worth_is_the_opposite_for_the_other_player() -> None:
    assert [value.worth for value in Value] == [1, -1, 0, 0, None]
    assert [value.turned.worth for value in Value] == [-1, 1, 0, 0, None]


@pytest.mark.parametrize("player", [1, 2])
def test_only_a_win_and_a_loss_have_a_winner(player: int) -> None:
    assert [value.winner(player) for value in Value] == [player, 3 - player, None, None, None]


def test_what_has_an_end_is_won_lost_or_drawn() -> None:
    assert [value for value in Value if value.has_end] == [Value.WIN, Value.LOSS, Value.DRAW]


@pytest.mark.parametrize(
    ("after", "before"),
    [
        (Verdict(Value.DRAW, 0, "so"), Verdict(Value.DRAW, 1, "so")),
        (Verdict(Value.LOSS, 3), Verdict(Value.WIN, 4)),
        (Verdict(Value.WIN), Verdict(Value.LOSS)),
        (Verdict(Value.ENDLESS), Verdict(Value.ENDLESS)),
        (Verdict(Value.UNSOLVED), Verdict(Value.UNSOLVED)),
    ],
)
def test_a_move_is_worth_what_it_leads_to_one_ply_earlier(after: Verdict, before: Verdict) -> None:
    assert after.before() == before


def test_an_end_is_worth_a_win_a_loss_or_a_draw_to_the_player_to_move() -> None:
    ends = [Outcome(side, "") for side in (Side.NEXT, Side.PREVIOUS, None)]
    assert [end.value for end in ends] == [Value.WIN, Value.LOSS, Value.DRAW]


@pytest.mark.parametrize(
    ("arrows", "best", "verdict"),
    [
        ({"a": "-="}, 1, Verdict(Value.DRAW, 1)),  # a draw rather than a loss
        ({"a": "=+"}, 1, Verdict(Value.WIN, 1)),  # a win rather than a draw
        ({"a": "b=", "b": "a"}, 1, Verdict(Value.DRAW, 1)),  # a drawn end rather than none
        ({"a": "b=", "b": "="}, 1, Verdict(Value.DRAW, 1)),  # the quicker of two draws
        ({"a": "b", "b": "c", "c": "="}, 0, Verdict(Value.DRAW, 3)),
    ],
)
def test_a_draw_is_chosen_before_a_loss_and_after_a_win(
    arrows: dict[str, str], best: int, verdict: Verdict
) -> None:
    move, found = Answers(diagram(arrows)).best("a")
    assert (move, found.value, found.plies) == (best, verdict.value, verdict.plies)


def test_an_outcome_is_not_that_a_player_is_stuck_unless_it_says_so() -> None:
    assert Outcome(Side.NEXT, "the target was reached").stuck is False
    assert Outcome(Side.NEXT, "there is no move", stuck=True).stuck is True
