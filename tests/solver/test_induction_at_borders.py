"""Proofs by groups: what checking them may take, how long numbers may be, and what is asked of rules."""

import copy
from collections.abc import Sequence
from typing import Any

import pytest
from certificates import refusal_for, report_for
from diagrams import Diagram, diagram

from numduel import Game, Outcome, Side
from numduel.core import blame
from numduel.core.induction import Range
from numduel.solver.checks import induction as induction_module
from numduel.solver.checks.common import DoesNotHold
from numduel.solver.checks.groups import TOO_LONG, Listed
from numduel.solver.checks.induction import OTHERWISE, _Induction
from numduel.solver.checks.meter import TooLong
from numduel.solver.checks.symbols import Domain, Way

BLUNDER = diagram({"a": "b", "b": "-"})
OVER = Outcome(Side.PREVIOUS, "it is over")


def won(within: object, **changes: Any) -> dict[str, Any]:
    """A certificate that player 1 wins at `a`, by one group."""
    claim = {"value": "win", "winner": 1, "plies": None}
    head = {"certificate": "numduel", "version": 1, "spec": "diagram", "claim": claim}
    win = [{"states": "a", "play": "0", "within": within}]
    return {**head, "proof": "induction", "invariant": "", "win": win, "delay": [], **changes}


@pytest.mark.parametrize(
    ("game", "groups", "steps"),
    [
        (BLUNDER, [], 200 * 1 * 2 - 1),
        (BLUNDER, ["a"], 200 * 2 * 2 - 1),
        (diagram({"a": "abb", "b": "-"}), ["a", "b"], 200 * 3 * 4 - 1),
    ],
)
def test_checking_may_take_so_many_steps_for_each_group_and_move(
    game: Diagram, groups: list[str], steps: int
) -> None:
    induction = _Induction(game, [Listed(one) for one in groups])
    for _ in range(steps):
        induction._step()
    with pytest.raises(TooLong, match=r"^checking it takes longer than so many groups of positions allow$"):
        induction._step()


@pytest.mark.parametrize(
    ("within", "fine"),
    [
        (str(10**56), True),
        (str(10**57), False),
        (2**228 - 1, True),
        (2**228, False),
        (2, True),
    ],
)
def test_numbers_are_at_most_50_digits_longer_than_the_spec(within: object, fine: bool) -> None:
    if fine:
        assert report_for(BLUNDER, won(within)).told == ()
    else:
        assert refusal_for(BLUNDER, won(within)) == TOO_LONG


def test_the_words_are_the_games_own() -> None:
    said = type("Said", (type(BLUNDER),), {"invariant": lambda self: "Because."})()
    assert report_for(said, won(2, invariant="Because.")).words == "Because."
    assert refusal_for(said, won(2)) == "its invariant is not the game's"


def test_a_group_is_of_positions_in_which_the_game_goes_on_and_its_move_is_legal() -> None:
    stuck = diagram({"a": "b", "b": "-"}, {"c": "+"})
    over = [{"states": "c", "play": "0", "within": 3}]
    right = won(2)["win"]
    sentence = "a group has a position in which the game is over"
    assert refusal_for(stuck, won(2, win=right + over)) == sentence
    for play in ("1", "x", "", "0 "):
        wrong = [{**right[0], "play": play}]
        assert refusal_for(BLUNDER, won(2, win=wrong)) == f"{play!a} is not legal in all of a group"
    two = diagram({"a": "b", "b": "--"})
    assert refusal_for(two, won(2, win=[{**right[0], "play": "1"}])) == "'1' is not legal in all of a group"


class Downwards(Game[int, int]):
    """Count down to zero, by rules that may look at what kind of number they are given."""

    name = "downwards"
    title = "Downwards"
    summary = "Count down."

    def initial(self) -> int:
        return 3

    def moves(self, state: int) -> Sequence[int]:
        return (1,) if isinstance(state, int) else (1, 2)

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> Outcome | None:
        return OVER if isinstance(state, int) and state == 2 else None

    def vocabulary(self) -> Sequence[int]:
        return (1, 2)


def test_rules_are_tried_on_a_plain_state_too_where_all_that_is_known_is_kept() -> None:
    induction, way = _Induction(Downwards(), []), Way()
    number = way.unknown(Domain(0, 1, 2, 5))
    for ask in (induction.outcome, induction.legal):
        with pytest.raises(DoesNotHold) as refused:
            ask(way, number)
        assert str(refused.value) == OTHERWISE
    assert induction.outcome(way, number + 1) is None
    # Of what two unknown numbers make together, the sample may be none that can be.
    assert (number + way.unknown()) is not None
    assert induction.outcome(way, number) is None
    assert induction.legal(way, number) == [1, 2]


def test_a_move_is_tried_on_a_plain_state_too() -> None:
    def stays(_: Game[int, int], state: int, move: int) -> int:
        return state if isinstance(state, int) else state - move

    induction, way = _Induction(type("Stays", (Downwards,), {"play": stays})(), []), Way()
    number = way.unknown(Domain(0, 1, 4, 9))
    with pytest.raises(DoesNotHold, match=OTHERWISE):
        induction.after(way, number, 1)
    after, end = _Induction(Downwards(), []).after(way, number, 1)
    assert (after - number, end) == (-1, None)


def test_the_first_that_a_side_faces_is_the_start_or_what_the_other_makes_of_it() -> None:
    induction = _Induction(Downwards(), [])
    assert induction.faced(Way(), 1) == (3, None)
    assert induction.faced(Way(), 2) == (2, OVER)


def test_many_moves_of_a_game_allow_no_more_steps_than_its_groups_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(induction_module, "FEWEST_STEPS", 5_000)
    vast = type("Vast", (Downwards,), {"vocabulary": lambda _: range(1, 1_000)})()
    assert [_Induction(vast, [Listed(0)] * groups)._left for groups in (0, 1, 4)] == [5_000, 5_000, 10_000]


def test_a_state_of_a_group_is_tried_on_every_way() -> None:
    met: list[bool] = []
    induction = _Induction(Downwards(), [Listed(Range(0, 9)), Listed(Range(20, 29))])
    induction.for_each_state(lambda way, group, state: met.append(bool(state < 5)))
    assert sorted(met) == [False, False, True]


@pytest.mark.parametrize("error", [ZeroDivisionError, AssertionError, KeyError, IndexError])
def test_rules_that_break_on_a_group_prove_nothing(error: type[Exception]) -> None:
    def play(*_: object) -> None:
        raise error

    broken = type("Broken", (type(BLUNDER),), {"play": play})()
    assert refusal_for(broken, won(2)) == "the rules cannot be run on the positions of a group"


@pytest.mark.parametrize("error", [AttributeError, TypeError, ValueError])
def test_rules_of_another_package_that_know_no_groups_prove_nothing(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(*_: object) -> None:
        raise error

    broken = type("Broken", (type(BLUNDER),), {"play": play})()
    monkeypatch.setattr(blame, "guests", {__name__.partition(".")[0]})
    assert refusal_for(broken, won(2)) == "the rules cannot be run on the positions of a group"


def test_a_game_that_is_over_before_it_begins_proves_nothing() -> None:
    over = copy.copy(BLUNDER)  # when it was made, it was not
    object.__setattr__(over, "outcome", lambda _: OVER)
    assert refusal_for(over, won(2)) == "its game is over before it begins"


def test_being_without_a_move_ends_nothing_by_itself() -> None:
    silent = diagram({"a": "b", "b": ""})
    assert refusal_for(silent, won(2)) == "a game that goes on has no move"
