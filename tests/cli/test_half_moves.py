"""Half a move at the table: when it is a whole one, what takes its place, and how one leaves it."""

import pytest
from commandline import Terminal, play

import numduel
from numduel.match.words import ForbiddenAttempt, LegalMove, NotUnderstood, Unfinished, rests, understand

TWO_NUMBERS = ("5", "8")


def at(spec: str, *moves: str) -> numduel.Position[object, object]:
    position = numduel.Position.start(numduel.load(spec))
    for move in moves:
        position = position.say(move)
    return position


@pytest.mark.parametrize(("word", "number"), [("multiply", 6), ("add", 4), ("multiply by", 6)])
def test_a_word_with_one_meaning_is_that_move(word: str, number: int) -> None:
    assert f"New Current Number is {number}." in play("operation-duel:start=3", word).lines


def test_a_word_has_one_meaning_if_only_one_move_that_begins_so_is_legal() -> None:
    assert "Result: 5 + 8 = 13" in play("operation-stack:operations=plus", "5", "8", "operate").lines
    forbidden = "operation-duel:start=7,target=20,multiply=2/3,overshoot=forbidden"
    assert "New Current Number is 14." in play(forbidden, "multiply").lines


@pytest.mark.parametrize(
    ("answer", "number"), [("1", 4), ("2", 5), ("3", 6), ("*2", 6), ("multiply", 6), ("add 2", 5), ("+1", 4)]
)
def test_after_half_a_move_every_answer_that_was_offered_is_taken(answer: str, number: int) -> None:
    played = play("operation-duel:start=3,add=1/2", "add", answer)
    assert f"New Current Number is {number}." in played.lines


def test_the_rest_of_half_a_move_is_asked_for_and_means_what_is_offered() -> None:
    played = play("operation-duel:start=3,add=2/3", "add", "7", "2")
    assert (
        "add ... Enter 2 or 3: 7\nInvalid move. After 'add' please enter 2 or 3, or 'back'.\n" in played.out
    )
    assert "add ... Enter 2 or 3: 2\nYou chose to add 2.\n" in played.out


def test_after_operate_a_push_in_full_is_taken_and_a_mere_number_is_no_operation() -> None:
    played = play("operation-stack", *TWO_NUMBERS, "operate", "1", "push 1")
    assert "'*'): 1\nInvalid operation. Please choose '+', '-' or '*'.\nChoose an operation" in played.out
    assert "'*'): push 1\nStack after turn: [5, 8, 1]\n" in played.out


def test_after_push_an_operation_in_full_is_told_as_if_it_had_been_said_at_once() -> None:
    played = play("operation-stack", *TWO_NUMBERS, "push", "operate *")
    assert "9: operate *\nOperands Popped: First Operand = 5, Second Operand = 8\nResult: 5 * 8" in played.out


def test_the_first_word_of_another_move_takes_the_place_of_the_one_before() -> None:
    position = at("operation-stack", *TWO_NUMBERS)
    assert understand(position, "operate", ("push",)) == Unfinished(("operate",))
    assert understand(position, "+", ("push",)) == NotUnderstood(("push",), ("+",))
    assert understand(position, "/", ("operate",)) == ForbiddenAttempt(("operate", "/"))
    assert understand(position, "push 5", ("push",)) == LegalMove(5, ("push", "5"))


def test_an_empty_line_is_no_move_even_if_there_is_only_one() -> None:
    assert understand(at("top-stack-twelve:tokens=1"), "") == Unfinished(())


def test_what_may_follow_is_told_once_for_each_move() -> None:
    assert rests(at("operation-duel:multiply=2/3"), ("multiply",)) == ["2", "3"]
    assert rests(at("operation-stack", *TWO_NUMBERS), ("operate",)) == ["+", "-", "*"]


@pytest.mark.parametrize("word", ["back", "undo"])
def test_half_a_move_can_be_left(word: str) -> None:
    played = play("operation-stack", *TWO_NUMBERS, "operate", word, "1")
    assert "Player 1, choose an action ('push' or 'operate'): 1\nStack after turn: [5, 8, 1]\n" in played.out
    assert "(yes or no)" not in played.out


def test_without_half_a_move_there_is_nothing_to_go_back_from() -> None:
    assert "There is nothing to go back from." in play("operation-stack", "5", "back").out


def test_half_a_move_is_seen_in_the_prompt_at_a_terminal() -> None:
    with Terminal("play", "operation-stack") as terminal:
        terminal.expect("('push'): ")
        terminal.enter("push")
        terminal.expect("push ... Enter a number between 1 and 9: ")
        terminal.enter("back")
        terminal.expect("Player 1, choose an action ('push'): ")


# Words as people type them


@pytest.mark.parametrize(
    ("settings", "said", "number"),
    [
        ("", "double", 6),
        ("", "x2", 6),
        ("", "x 2", 6),
        ("", "times 2", 6),
        ("", "times", 6),
        ("", "*", 6),
        ("", "+", 4),
        ("", "+ 1", 4),
        ("", "add1", 4),
        ("", "mul", 6),
        (",multiply=2/3", "triple", 9),
        (",multiply=2/3", "mul 3", 9),
        (",add=5", "+", 8),
    ],
)
def test_operations_of_duel_are_understood_as_people_say_them(settings: str, said: str, number: int) -> None:
    assert f"New Current Number is {number}." in play(f"operation-duel:start=3{settings}", said).lines


@pytest.mark.parametrize(("settings", "said"), [("multiply=3", "double"), ("add=1/2", "add3"), ("", "one")])
def test_what_stands_for_no_operation_of_duel_is_asked_again(settings: str, said: str) -> None:
    played = play(f"operation-duel:{settings}" if settings else "operation-duel", said)
    assert "Invalid choice." in played.out


def test_a_sign_that_several_operations_have_is_half_a_move() -> None:
    assert "+ ... Enter 1 or 2: 2\nYou chose to add 2." in play("operation-duel:add=1/2", "+", "2").out


@pytest.mark.parametrize(("said", "told"), [("mul", "multiplies"), ("sub", "subtracts"), ("ad", "adds")])
def test_the_beginning_of_a_word_is_that_word(said: str, told: str) -> None:
    assert f"Player 1 {told}" in play("operation-obliteration:start=13,high=200", said).out


def test_the_beginning_of_several_words_or_of_an_illegal_one_is_none() -> None:
    position = at("operation-obliteration:start=13")
    for word in ("div", "x", "mux", "addd"):
        assert understand(position, word) == NotUnderstood((), (word,))
    two_words = at("operation-stack:operations=swap/double/negate", *TWO_NUMBERS)
    assert understand(two_words, "sw") == LegalMove("swap", ("swap",))
    assert understand(two_words, "pu") == Unfinished(("push",))


def test_the_beginning_of_a_word_is_no_forbidden_attempt() -> None:
    assert understand(at("operation-stack"), "operate") == ForbiddenAttempt(("operate",))
    assert understand(at("operation-stack"), "oper") == NotUnderstood((), ("oper",))
    assert understand(at("operation-stack:ten"), "dou") == NotUnderstood((), ("dou",))
