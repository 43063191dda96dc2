"""The words of Operation Stack: what is asked, refused, lost and reported, sentence by sentence."""

from typing import Any

import pytest

import numduel
from numduel import Fault

TOO_FEW = "Invalid action. There must be at least two numbers on the stack to do that."
EMPTY = "Invalid action. There must be a number on the stack to do that."
MANY = "operations=plus/swap/negate"
LOSES, RETRY = Fault.LOSS, Fault.RETRY


def game_of(settings: str) -> Any:
    return numduel.load(f"operation-stack:{settings}" if settings else "operation-stack")


@pytest.mark.parametrize(
    ("settings", "stack", "text", "fault", "told"),
    [
        ("", (), "operate", LOSES, TOO_FEW),
        ("", (5,), "operate", LOSES, TOO_FEW),
        ("", (5,), "operate +", LOSES, TOO_FEW),
        ("", (5,), "operate foo", LOSES, TOO_FEW),
        ("", (5,), "+", LOSES, TOO_FEW),
        ("", (5,), "/", LOSES, TOO_FEW),
        ("", (5, 6), "/", LOSES, "Invalid operation. Please choose '+', '-' or '*'."),
        ("", (5, 6), "operate /", LOSES, "Invalid operation. Please choose '+', '-' or '*'."),
        ("", (5, 6), "0", RETRY, "Invalid number. Please enter a number between 1 and 9."),
        ("", (5, 6), "push 12", RETRY, "Invalid number. Please enter a number between 1 and 9."),
        ("", (5, 6), "foo", RETRY, "Invalid action. Please choose 'push' or 'operate'."),
        ("", (5, 6), "foo +", RETRY, "Invalid action. Please choose 'push' or 'operate'."),
        ("", (), "negate", RETRY, "Invalid action. Please choose 'push' or 'operate'."),
        ("", (5,), "swap", RETRY, "Invalid action. Please choose 'push' or 'operate'."),
        ("max_stack=2", (5, 6), "1", RETRY, "The stack is full. Please choose 'operate'."),
        ("max_stack=2", (5, 6), "push 1", RETRY, "The stack is full. Please choose 'operate'."),
        ("max_stack=2", (5, 6), "foo", RETRY, "Invalid action. Please choose 'operate'."),
        ("max_stack=2,operations=swap", (5, 6), "/", LOSES, "Invalid action. Please choose 'swap'."),
        (
            "max_value=9",
            (5, 6),
            "+",
            RETRY,
            "Invalid operation. The result would lie further than 9 from zero.",
        ),
        ("max_value=9", (5, 6), "/", LOSES, "Invalid operation. Please choose '-'."),
        ("max_value=5,operations=plus", (5, 6), "/", LOSES, "Invalid action. Please choose 'push'."),
        (MANY, (), "negate", LOSES, EMPTY),
        (MANY, (), "negate 3", RETRY, "Invalid action. Please choose 'push', 'operate', 'swap' or 'negate'."),
        (MANY, (), "swap", LOSES, TOO_FEW),
        (MANY, (5,), "swap", LOSES, TOO_FEW),
        (MANY, (), "operate negate", LOSES, TOO_FEW),
        (MANY, (5,), "operate negate", LOSES, TOO_FEW),
        (MANY, (5, 6), "operate negate", RETRY, "Invalid operation. Please choose '+'."),
        (
            "operations=plus/negate,max_value=4",
            (5,),
            "negate",
            RETRY,
            "Invalid operation. The result would lie further than 4 from zero.",
        ),
        ("operations=none", (), "+", LOSES, TOO_FEW),
        ("operations=none", (5, 6), "operate", RETRY, "Invalid action. Please choose 'push'."),
    ],
)
def test_what_is_no_move_is_refused_in_these_words(
    settings: str, stack: tuple[int, ...], text: str, fault: Fault, told: str
) -> None:
    game, words = game_of(settings), tuple(text.split())
    assert game.fault(stack, words) is fault
    assert game.voice().rejection(stack, (), words) == [told]


@pytest.mark.parametrize(
    ("settings", "asked", "said", "told"),
    [
        ("", "operate", "/", "Invalid operation. Please choose '+', '-' or '*'."),
        ("", "push", "0", "Invalid number. Please enter a number between 1 and 9."),
        ("", "push", "+", "Invalid number. Please enter a number between 1 and 9."),
        ("max_stack=2", "push", "1", "The stack is full. Please choose 'operate'."),
        ("max_value=9", "operate", "+", "Invalid operation. The result would lie further than 9 from zero."),
    ],
)
def test_an_answer_to_the_second_question_is_refused_in_these_words(
    settings: str, asked: str, said: str, told: str
) -> None:
    assert game_of(settings).voice().rejection((5, 6), (asked,), (said,)) == [told]


@pytest.mark.parametrize(
    ("stack", "text", "attempted"),
    [
        ((), "negate", "to negate on an empty stack"),
        ((), "operate negate", "to operate with fewer than two numbers on the stack"),
        ((), "swap", "to swap with fewer than two numbers on the stack"),
        ((5,), "operate swap", "to swap with fewer than two numbers on the stack"),
        ((5,), "operate", "to operate with fewer than two numbers on the stack"),
        ((5,), "+", "to operate with fewer than two numbers on the stack"),
        ((5, 6), "/", "the operation '/', which is not allowed"),
        ((5, 6), "operate /", "the operation '/', which is not allowed"),
    ],
)
def test_a_forbidden_attempt_is_told_as_what_it_was(
    stack: tuple[int, ...], text: str, attempted: str
) -> None:
    told = [f"Player 2 attempted {attempted}.", "Player 2 loses the game."]
    assert game_of(MANY).voice().forfeit(stack, 2, tuple(text.split())) == told


@pytest.mark.parametrize(
    ("settings", "stack", "asked", "legal"),
    [
        ("", (), "'push' or 'operate'", "'push'"),
        ("", (5,), "'push' or 'operate'", "'push'"),
        ("", (5, 6), "'push' or 'operate'", "'push' or 'operate'"),
        ("operations=swap", (), "'push' or 'swap'", "'push'"),
        (MANY, (), "'push', 'operate', 'swap' or 'negate'", "'push'"),
        (MANY, (5,), "'push', 'operate', 'swap' or 'negate'", "'push' or 'negate'"),
        ("max_stack=2", (5, 6), "'operate'", "'operate'"),
        ("max_value=5,operations=plus/negate", (4,), "'push', 'operate' or 'negate'", "'push' or 'negate'"),
        ("max_value=5,operations=plus/negate", (9,), "'push' or 'operate'", "'push'"),
        ("max_value=5,operations=plus/negate", (4, 9), "'push'", "'push'"),
    ],
)
def test_a_player_is_asked_for_an_action(
    settings: str, stack: tuple[int, ...], asked: str, legal: str
) -> None:
    voice = game_of(settings).voice()
    assert voice.prompt(stack, 1, ()) == f"Player 1, choose an action ({asked}): "
    assert voice.legal_prompt(stack, 1, ()) == f"Player 1, choose an action ({legal}): "


@pytest.mark.parametrize(
    ("numbers", "asked"),
    [
        ("7", "a number (7)"),
        ("1/2", "1 or 2"),
        ("1/7", "1 or 7"),
        ("3-5", "a number between 3 and 5"),
        ("3/5/6", "a number (3/5/6)"),
    ],
)
def test_a_player_is_asked_for_a_number(numbers: str, asked: str) -> None:
    assert game_of(f"numbers={numbers}").voice().prompt((), 1, ("push",)) == f"Enter {asked}: "


def test_a_player_is_told_the_operands_and_asked_for_an_operation() -> None:
    voice = game_of("max_value=9").voice()
    popped = ["Operands Popped: First Operand = 3, Second Operand = 8"]
    assert voice.aside((9, 3, 8), ("operate",)) == popped
    assert voice.aside((9, 3, 8), ("push",)) == voice.aside((9, 3, 8), ()) == []
    assert voice.prompt((9, 3, 8), 1, ("operate",)) == "Choose an operation ('-'): "


@pytest.mark.parametrize(
    ("before", "move", "after", "results"),
    [
        ((9,), 5, (9, 5), []),
        ((9, 3, 8), "-", (9, -5), ["Result: 3 - 8 = -5"]),
        ((9, 3, 8), "swap", (9, 8, 3), []),
        ((9, 3), "negate", (9, -3), ["Result: 3 negated = -3"]),
        ((9, 3), "double", (9, 6), ["Result: 3 doubled = 6"]),
    ],
)
def test_a_move_is_reported_with_its_result_and_the_stack(
    before: tuple[int, ...], move: Any, after: tuple[int, ...], results: list[str]
) -> None:
    voice = game_of("operations=plus/minus/times/swap/negate/double").voice()
    assert voice.report(before, move, after, 1) == [*results, f"Stack after turn: {list(after)}"]


def test_an_end_is_told_by_how_it_came() -> None:
    voice = game_of("max_stack=2").voice()
    assert voice.ending((24,), 2) == ["Stack has one number equal to 24."]
    stuck = ["Stack: [1, 2]", "Player 2 has no valid action and loses the game."]
    assert voice.ending((1, 2), 2) == stuck


PUSH, SWAP = "push a number between 1 and 9", "swap the top two numbers"
ONE_OF = f"you do one of these: {PUSH};"
PLUS = "operate: replace the top two numbers by lower + upper"
FEWER = "Trying to operate on fewer than two numbers, or with any other arithmetic, loses."
SWAPPING = "So does trying to swap fewer than two numbers."


@pytest.mark.parametrize(
    ("settings", "turn", "bounds", "attempts"),
    [
        ("max_value=7,operations=none", f"you {PUSH}", "", "Trying any arithmetic loses."),
        ("max_value=30,operations=swap", f"{ONE_OF} {SWAP}", "", f"Trying any arithmetic loses. {SWAPPING}"),
        ("max_value=0,operations=plus", f"{ONE_OF} {PLUS}", " Every result must be 0.", FEWER),
        (
            "max_value=7,operations=plus/swap",
            f"{ONE_OF} {PLUS}; {SWAP}",
            " No result may lie further than 7 from zero.",
            f"{FEWER} {SWAPPING}",
        ),
        (
            "operations=swap/double,max_stack=1,max_value=1000",
            f"{ONE_OF} {SWAP}; double the top number, in its place",
            " The stack holds at most 1 number. A player who can do nothing loses. No result may lie further "
            "than 1,000 from zero.",
            f"Trying any arithmetic loses. {SWAPPING} So does trying to double on an empty stack.",
        ),
        (
            "operations=plus,max_value=9,invalid=retry",
            f"{ONE_OF} {PLUS}",
            " No result may lie further than 9 from zero.",
            "An attempt that the rules forbid is asked again.",
        ),
    ],
)
def test_rules_name_what_may_be_done_and_what_loses(
    settings: str, turn: str, bounds: str, attempts: str
) -> None:
    assert game_of(settings).voice().rules() == [
        "Two players work on one stack. Whoever leaves exactly 24 on it, alone, wins.",
        f"The stack starts empty. On your turn {turn}. You may not pass.{bounds}",
        attempts,
    ]
