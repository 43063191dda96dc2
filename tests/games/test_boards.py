"""The boards of our games: what is to be seen of them, and what each choice says."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import GAMES, OURS, AnyGame, AnyPosition, walks

import numduel
from numduel import Position
from numduel.core.board import Board, Cell, Choice, Number, Row, Text, Track
from numduel.core.integers import write_integer
from numduel.testing.boards import check_board

HUGE = 10**6_000 + 7


def at(spec: str, *moves: str) -> AnyPosition:
    """The position after these moves."""
    position = Position.start(numduel.load(spec))
    for move in moves:
        position = position.say(move)
    return position


def parts(position: AnyPosition) -> Any:
    return position.game.board().parts(position.state)


def choices(position: AnyPosition) -> dict[str, Choice]:
    """The choices by their labels."""
    return {choice.label: choice for choice in position.game.board().choices(position.state)}


def blocked(position: AnyPosition) -> dict[str, str]:
    return {label: choice.blocked for label, choice in choices(position).items() if choice.blocked}


def words(position: AnyPosition) -> list[str]:
    return [part.say() for part in parts(position)]


# Any game


@given(walk=st.sampled_from(GAMES).flatmap(walks))
def test_a_board_is_right_under_any_settings(walk: list[AnyPosition]) -> None:
    for position in walk:
        check_board(position)


@pytest.mark.parametrize("name", OURS)
def test_our_games_have_boards_of_their_own_with_a_number_to_see(name: str) -> None:
    game = numduel.load(name)
    assert type(game.board()) is not Board
    assert any(isinstance(part, Number | Row | Track) for part in game.board().parts(game.initial()))


@pytest.mark.parametrize(
    "spec", [f"{name}:{variant.name}" for name in OURS for variant in numduel.games()[name].variants]
)
def test_the_board_of_a_variant_is_right_all_through_a_game(spec: str) -> None:
    for step in range(3):
        position = at(spec)
        for ply in range(60):
            check_board(position)
            if not position.moves:
                break
            position = position.play(position.moves[(step + ply * (step + 1)) % len(position.moves)])


@pytest.mark.parametrize(
    "game",
    [
        numduel.load("digit-stack", {"target": write_integer(HUGE)}),
        numduel.load("digit-stack", {"target": write_integer(HUGE), "multiple": write_integer(HUGE)}),
        numduel.load("operation-duel", {"target": write_integer(HUGE)}),
        numduel.load("operation-duel", {"target": write_integer(2 * HUGE), "start": write_integer(HUGE)}),
        numduel.load(
            "operation-obliteration", {"start": "1000000000000000000", "high": "1000000000000000000"}
        ),
        numduel.load("operation-stack", {"target": write_integer(-HUGE), "max_value": write_integer(HUGE)}),
        numduel.load("top-stack-twelve", {"limit": write_integer(HUGE), "window": write_integer(HUGE)}),
        numduel.load("top-stack-twelve", {"supply": write_integer(HUGE), "tokens": "999"}),
    ],
    ids=lambda game: game.name,
)
def test_a_board_bears_settings_of_thousands_of_digits(game: AnyGame) -> None:
    position = Position.start(game)
    for _ in range(30):
        check_board(position)
        if not position.moves:
            break
        position = position.play(position.moves[-1])


# Digit Stack


def test_digit_stack_sets_the_digits_above_those_of_the_target() -> None:
    number, target = parts(at("digit-stack:target=19191", "1", "9"))
    assert [cell.text for cell in number.cells] == ["1", "9", "·", "·", "·"]
    assert [cell.mark for cell in number.cells] == ["", "strong", "faded", "faded", "faded"]
    assert number.note == "19, level with the target so far"
    assert "".join(cell.text for cell in target.cells) == "19191"


@pytest.mark.parametrize(
    ("moves", "note"),
    [
        ("18", "18, below the target so far"),
        ("29", "29, above the target so far"),
        ("19191", "19191, level with the target"),
        ("191919", "191919, above the target"),
        ("11111", "11111, below the target"),
        ("", ""),
    ],
)
def test_digit_stack_says_where_the_number_lies_beside_the_target(moves: str, note: str) -> None:
    game = numduel.load("digit-stack:target=19191")
    number, _ = game.board().parts(int(moves or "0"))
    assert isinstance(number, Row)
    assert number.note == note


def test_digit_stack_says_the_remainder_where_a_multiple_wins() -> None:
    assert words(at("digit-stack:sevens"))[0].endswith("a multiple of 7 wins")
    position = at("digit-stack:sevens", "2", "5")
    assert words(position)[0].endswith("; 25, below the target so far, leaves 4 divided by 7")
    assert [choice.leads for choice in choices(position).values()] == [
        f"remainder {n % 7}" for n in range(251, 256)
    ]


def test_digit_stack_says_which_digits_may_not_follow_and_why() -> None:
    assert blocked(at("digit-stack:target=99999,digits=1-5,reach=2")) == {}
    assert blocked(at("digit-stack:target=99999,digits=1-5,reach=2", "2")) == {"5": "further than 2 from 2"}
    assert blocked(at("digit-stack:target=99999,repeats=no", "2", "8")) == {
        "2": "already used",
        "8": "already used",
    }
    assert choices(at("digit-stack", "9", "9", "9", "9")) == {}


def test_digit_stack_shows_a_long_number_whole() -> None:
    start = at(f"digit-stack:target={'9' * 3_000}")
    assert parts(start)[0] == Text("number: no digits yet")
    assert parts(start)[1].text == "9" * 3_000
    assert parts(start.say("5"))[0] == Number("5", "number", "below the target so far")


# Operation Duel


def test_operation_duel_shows_the_way_to_the_target_and_where_choices_land() -> None:
    position = at("operation-duel", "+1", "+1", "*2")
    assert parts(position) == (
        Number("6", "number", "14 to go"),
        Track(1, 20, 6, "to the target", goal=20, lands=(7, 12)),
    )
    assert [(label, choice.leads) for label, choice in choices(position).items()] == [
        ("+1", "7"),
        ("×2", "12"),
    ]


@pytest.mark.parametrize(("state", "note"), [(20, ""), (24, "4 too far")])
def test_operation_duel_says_how_it_ended(state: int, note: str) -> None:
    board = numduel.load("operation-duel").board()
    assert board.parts(state)[0] == Number(str(state), "number", note)
    assert board.choices(state) == ()


def test_operation_duel_blocks_what_would_pass_the_target_where_that_is_forbidden() -> None:
    position = at("operation-duel:target=5,start=3,overshoot=forbidden")
    assert blocked(position) == {"×2": "passes the target"}
    assert parts(position)[1].lands == (4,)


# Operation Obliteration


def test_operation_obliteration_shows_what_the_number_is_and_the_last_operations() -> None:
    number, track, last = parts(at("operation-obliteration", "divide", "divide"))
    assert number == Number("3", "number", "Prime and Odd")
    assert track == Track(1, 100, 3, "allowed numbers", lands=(4, 2, 10))
    assert last.cells == (Cell("divide", "mine"), Cell("divide", "theirs"))


def test_operation_obliteration_leaves_out_last_operations_where_they_bind_nobody() -> None:
    assert len(parts(at("operation-obliteration:wide"))) == 2


@pytest.mark.parametrize(
    ("spec", "moves", "reasons"),
    [
        ("", "", {"add": "not prime", "subtract": "not prime", "multiply": "not odd"}),
        ("start=8", "divide divide", {"divide": "used last", "multiply": "not odd"}),
        ("start=8,no_repeat=none", "divide divide", {"multiply": "not odd"}),
        ("start=67", "", {"divide": "not even", "multiply": "above 100"}),
        ("start=7,low=7", "", {"subtract": "below 7", "divide": "not even"}),
        (
            "start=94,low=6,high=200,multiply=any",
            "",
            {"add": "not prime", "subtract": "not prime", "multiply": "above 200"},
        ),
    ],
)
def test_operation_obliteration_says_why_an_operation_is_blocked(
    spec: str, moves: str, reasons: dict[str, str]
) -> None:
    full = f"operation-obliteration:{spec}" if spec else "operation-obliteration"
    assert blocked(at(full, *moves.split())) == reasons


def test_operation_obliteration_shows_a_player_who_is_stuck_why() -> None:
    position = at("operation-obliteration", "divide", "divide", "add")
    assert (position.state.number, position.moves) == (4, ())
    assert blocked(position) == {
        "add": "not prime",
        "subtract": "not prime",
        "divide": "used last",
        "multiply": "not odd",
    }


# Operation Stack


def test_operation_stack_shows_the_stack_with_its_operands_and_the_target() -> None:
    position = at("operation-stack:max_stack=4,max_value=50", "2", "9", "6")
    stack, target = parts(position)
    assert (stack.up, stack.window, stack.note) == (True, 2, "at most 4 high, results within ±50")
    assert [cell.text for cell in stack.cells] == ["2", "9", "6"]
    assert target == Number("24", "target, alone on the stack")


def test_operation_stack_says_what_operations_lead_to_and_which_are_blocked() -> None:
    position = at("operation-stack:max_value=50,operations=plus/minus/times/swap/negate/double", "9", "6")
    operate = {choice.label: choice for choice in choices(position).values() if choice.group == "operate"}
    assert {label: choice.leads for label, choice in operate.items()} == {
        "+": "15",
        "−": "3",
        "×": "54",
        "swap": "9 on top",
        "negate": "-6",
        "double": "12",
    }
    assert blocked(position) == {"×": "too far from zero"}
    pushes = [choice.label for choice in choices(position).values() if choice.group == "push"]
    assert pushes == list("123456789")


def test_operation_stack_blocks_what_there_are_too_few_numbers_or_too_many_for() -> None:
    spec = "operation-stack:numbers=1-2,operations=plus/double,max_stack=2"
    assert blocked(at(spec)) == {"+": "needs two numbers", "double": "needs a number"}
    assert blocked(at(spec, "1")) == {"+": "needs two numbers"}
    assert blocked(at(spec, "1", "2")) == {"1": "the stack is full", "2": "the stack is full"}


def test_operation_stack_joins_no_numbers_where_operations_need_but_one() -> None:
    assert parts(at("operation-stack:operations=double", "1", "2"))[0].window == 0


def test_operation_stack_offers_nothing_once_it_is_won() -> None:
    assert choices(at("operation-stack:target=5", "5")) == {}


# Top Stack Twelve


def test_top_stack_twelve_shows_which_numbers_count_and_how_near_the_limit_is() -> None:
    position = at("top-stack-twelve:two-of-each", "1", "2", "5", "1")
    stack, track = parts(position)
    assert [(cell.text, cell.mark) for cell in stack.cells] == [
        ("1", "faded"),
        ("2", ""),
        ("5", ""),
        ("1", ""),
    ]
    assert (stack.up, stack.window) == (True, 3)
    assert track == Track(0, 11, 8, "sum of the top 3 numbers", edge=11, lands=(8, 9, 10, 11, 12))
    shown = [(each.label, each.leads, each.left, each.blocked) for each in choices(position).values()]
    assert shown[:3] == [
        ("1", "sum 7", "×0", "none left"),
        ("2", "sum 8", "×1", ""),
        ("3", "sum 9", "×2", ""),
    ]


def test_top_stack_twelve_counts_no_tokens_where_there_is_no_end_of_them() -> None:
    assert {choice.left for choice in choices(at("top-stack-twelve")).values()} == {""}


def test_top_stack_twelve_goes_past_its_edge_at_the_end() -> None:
    position = at("top-stack-twelve", "5", "6", "6")
    assert parts(position)[1].at == 17
    assert choices(position) == {}
