"""A game at the command line: ways to type a move, words that are no moves, prompts, endings."""

import re
from pathlib import Path
from random import Random

import pytest
from commandline import Run, play
from commandline import numduel as command

import numduel

GAMES = sorted(numduel.games())
# A prompt with its answer; all other lines tell what happened.
PROMPT = re.compile(
    r"(Player \d, (choose an action|please choose)|Enter |Choose an? (number|operation) ).*: "
)


def events(played: Run) -> list[str]:
    """The lines of a game that are no prompts."""
    return [line for line in played.lines if not PROMPT.match(line)]


def assert_unfinished(played: Run, turns: int) -> None:
    """The input has ended while the game was still going on, after so many turns."""
    assert played.lines[-1].endswith(f"unfinished, after {turns} turn{'s' * (turns != 1)}.")
    assert not re.search(r"Player \d (wins|loses)|The game is a draw", played.out)
    assert (played.err, played.code) == ("", 1)


def assert_won(played: Run, player: int) -> None:
    """The game has come to its end, and the text names the winner and nobody else."""
    assert re.findall(r"(?<=Player )\d(?= wins)|(?<=Winner: Player )\d", played.out) == [str(player)]
    assert (played.err, played.code) == ("", 0)


# Typing moves


@pytest.mark.parametrize(
    ("spec", "before", "answers", "result"),
    [
        *(
            ("operation-stack", (), answers, "Stack after turn: [5]")
            for answers in [
                ("push", "5"),
                ("push 5",),
                ("5",),
                ("PUSH", "5"),
                ("  Push \t 5  ",),
                ("push", "push 5"),
            ]
        ),
        *(
            ("operation-stack", ("6", "8"), answers, "Result: 6 * 8 = 48")
            for answers in [
                ("operate", "*"),
                ("operate *",),
                ("*",),
                ("  OPERATE  *",),
                ("operate", "operate *"),
            ]
        ),
        # From 3, adding and doubling tell each other apart.
        *(
            ("operation-duel:start=3", (), (answer,), "New Current Number is 4.")
            for answer in ("1", "+1", "add 1", " Add  1 ")
        ),
        *(
            ("operation-duel:start=3", (), (answer,), "New Current Number is 6.")
            for answer in ("2", "*2", "multiply by 2", "MULTIPLY BY 2", "\t*2 ")
        ),
        *(
            ("operation-obliteration", (), (answer,), "Player 1 divides by 2. New number is 6.")
            for answer in ("divide", "Divide", "  DIVIDE\t")
        ),
        *(("digit-stack", (), (answer,), "Current number is now: 7") for answer in ("7", "  7\t", "7\r")),
        ("top-stack-twelve", (), (" 6 ",), "Current Stack (top to bottom): [6]"),
    ],
)
def test_a_move_may_be_typed_in_several_ways(
    spec: str, before: tuple[str, ...], answers: tuple[str, ...], result: str
) -> None:
    played = play(spec, *before, *answers)
    assert result in played.lines
    assert_unfinished(played, len(before) + 1)


def test_a_game_typed_at_once_tells_the_same_as_one_typed_word_by_word() -> None:
    slow = play(
        "operation-stack",
        "push",
        "5",
        "push",
        "8",
        "operate",
        "*",
        "push",
        "12",
        "4",
        "operate",
        "-",
        "resign",
    )
    quick = play("operation-stack", "5", "push 8", "*", "12", "4", "operate -", "resign")
    assert events(quick) == events(slow)
    assert "Operands Popped: First Operand = 5, Second Operand = 8" in events(quick)
    assert_won(quick, 1)


@pytest.mark.parametrize("blank", ["", "   ", "\t", "\r"])
def test_a_blank_line_is_asked_again_and_costs_nothing(blank: str) -> None:
    played = play("operation-stack", blank, "push", blank, "5")
    assert "Invalid" not in played.out
    assert played.out.count("Player 1, choose an action ('push' or 'operate'): ") == 2
    assert played.out.count("Enter a number between 1 and 9: ") == 2
    assert_unfinished(played, 1)


# Words that are no moves


@pytest.mark.parametrize("game", GAMES)
def test_asking_for_something_else_is_not_a_move(game: str) -> None:
    words = ("help", "?", "h", "rules", "moves", "board", "undo", "back", "HELP", "draw", "no", "quit", "no")
    assert_unfinished(play(game, *words, "q", "no", "exit", "no"), 0)


def test_help_and_a_question_mark_list_every_word_that_may_be_typed() -> None:
    helped, asked = play("digit-stack", "help"), play("digit-stack", "?")
    assert helped.out.replace(": help\n", ": ?\n") == asked.out
    for word in ("help", "?", "rules", "moves", "board", "undo", "back", "resign", "draw", "quit", "q"):
        assert re.search(rf"(?<!\w){re.escape(word)}(?!\w)", helped.out.split(": help\n")[1])


def test_rules_shows_the_rules_under_the_settings_at_hand() -> None:
    shown = play("operation-duel:target=31", "rules").out
    assert "exactly 31" in shown
    assert "20" not in shown


@pytest.mark.parametrize(
    ("spec", "answers", "told"),
    [
        ("operation-stack", ("moves",), "You can play 1, 2, 3, 4, 5, 6, 7, 8, 9."),
        ("operation-stack", ("5", "8", "moves"), "You can play 1, 2, 3, 4, 5, 6, 7, 8, 9, +, -, *."),
        ("operation-duel", ("moves",), "You can play +1, *2."),
        ("operation-obliteration", ("divide", "divide", "moves"), "You can play add, subtract, multiply."),
        ("top-stack-twelve:supply=1", ("3", "moves"), "You can play 1, 2, 4, 5, 6."),
    ],
)
def test_moves_names_the_legal_moves_as_they_may_be_typed(
    spec: str, answers: tuple[str, ...], told: str
) -> None:
    assert told in play(spec, *answers).lines


def test_undo_takes_one_move_back_when_the_other_player_agrees() -> None:
    played = play("digit-stack", "5", "9", "undo", "yes", "8", "1", "1")
    assert "The last move (9) is taken back." in played.lines
    # The move that is taken back is player 2's: player 2 is asked again, and 59 never was.
    assert "Current number is now: 58" in played.lines
    assert "Player 2 has exceeded 1,000!" in played.lines
    assert_won(played, 1)


def test_undo_is_asked_about_until_there_is_a_plain_answer() -> None:
    played = play("digit-stack", "5", "undo", "", "perhaps", "7", "no")
    question = "Player 1 asks to take back the last move, 5. Player 2, do you agree? (yes or no): "
    assert played.out.count(question) == 4
    assert played.out.count(f"Please answer yes or no.\n{question}") == 3
    assert "Player 2 does not agree. The game goes on." in played.lines
    assert_unfinished(played, 1)


def test_undo_may_go_back_to_the_start_and_no_further() -> None:
    played = play("top-stack-twelve", "2", "5", "undo", "y", "undo", "Y", "undo", "6")
    assert played.out.count("is taken back.") == 2
    assert "There is no move to take back yet." in played.lines
    assert "Current Stack (top to bottom): [6]" in played.lines
    assert_unfinished(played, 1)


def test_undo_after_the_first_word_of_a_move_only_takes_the_word_back() -> None:
    played = play("operation-stack", "5", "push", "undo", "push", "8")
    assert "(yes or no)" not in played.out
    assert played.out.count("Player 2, choose an action") == 2
    assert "Stack after turn: [5, 8]" in played.lines
    assert_unfinished(played, 2)


@pytest.mark.parametrize("game", GAMES)
def test_a_player_who_resigns_loses(game: str) -> None:
    played = play(game, "resign")
    assert "Player 1 resigns." in played.lines
    assert_won(played, 2)


def test_resigning_is_done_by_the_player_to_move() -> None:
    assert_won(play("digit-stack", "5", "resign"), 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_draw_that_is_accepted_ends_the_game_without_a_winner(game: str) -> None:
    played = play(game, "draw", "yes")
    assert "Player 2, Player 1 offers a draw. Do you accept? (yes or no): yes" in played.lines
    assert "The game is a draw." in played.lines
    assert "wins" not in played.out
    assert (played.err, played.code) == ("", 0)


def test_a_draw_that_is_declined_leaves_the_turn_where_it_was() -> None:
    played = play("digit-stack", "5", "draw", "maybe", "no", "9")
    assert played.out.count("Player 1, Player 2 offers a draw.") == 2
    assert "Player 1 declines. The game goes on." in played.lines
    assert "Current number is now: 59" in played.lines
    assert_unfinished(played, 2)


def test_quitting_leaves_the_game_unfinished_once_it_is_confirmed() -> None:
    played = play("digit-stack", "5", "quit", "yes", "9")
    assert played.out.count("Leave the game unfinished? (yes or no): ") == 1
    assert played.lines[-1] == "The game is left unfinished, after 1 turn."
    assert (played.err, played.code) == ("", 0)


def test_quitting_may_be_thought_better_of() -> None:
    played = play("digit-stack", "quit", "no", "5")
    assert "Current number is now: 5" in played.lines
    assert_unfinished(played, 1)


@pytest.mark.parametrize("question", ["undo", "draw", "quit"])
def test_input_that_ends_at_a_question_leaves_the_game_unfinished(question: str) -> None:
    assert_unfinished(play("digit-stack", "5", question), 1)


# Prompts follow the settings

STACK_RULE = "There must be at least two numbers on the stack to do that."


@pytest.mark.parametrize(
    ("spec", "answers", "shown"),
    [
        ("operation-duel:target=31", (), "Target Number (T): 31\nStarting Number (C): 1\n"),
        (
            "operation-duel:start=0",
            (),
            "Starting Number (C): 0\n\nPlayer 1, it's your turn.\nCurrent Number is 0.\n",
        ),
        (
            "operation-duel:add=1/2",
            ("3",),
            "Choose an operation:\n1. Add 1\n2. Add 2\n3. Multiply by 2\nEnter your choice (1, 2 or 3): 3\n"
            "You chose to multiply by 2.\n",
        ),
        (
            "operation-duel:start=11,overshoot=forbidden",
            ("2", "1"),
            "Choose an operation:\n1. Add 1\nEnter your choice (1): 2\nInvalid choice. Please enter 1.\n"
            "Enter your choice (1): 1\n",
        ),
        ("digit-stack:target=31", ("3", "2"), "\nPlayer 2 has exceeded 31!\nPlayer 2 loses the game.\n"),
        ("digit-stack:target=1234567", (*"1234568",), "\nPlayer 1 has exceeded 1,234,567!\n"),
        ("digit-stack:target=59", ("5", "9"), "\nPlayer 2 has reached 59 exactly!\n"),
        (
            "digit-stack:digits=1/3/5-7",
            ("2",),
            "Player 1, please choose a digit (1/3/5-7): 2\nInvalid digit. Please choose a digit (1/3/5-7).\n",
        ),
        ("digit-stack:repeats=no", ("5",), "Player 2, please choose a digit (1-4/6-9): "),
        ("top-stack-twelve:tokens=1-4", (), "Choose a number to place on the stack (1-4): "),
        (
            "top-stack-twelve:tokens=1-4/6",
            ("5",),
            "(1-4/6): 5\nInvalid number. Please choose a number (1-4/6).\n",
        ),
        ("top-stack-twelve:limit=9", ("2",), "Sum of top numbers: 2\nSum is less than 9. Game continues.\n"),
        ("top-stack-twelve:limit=9", ("4", "5"), "4 = 9\nSum is 9 or more.\nPlayer 2 loses the game.\n"),
        ("top-stack-twelve:window=2", ("5", "6", "5"), "[5, 6, 5]\nSum of top numbers: 5 + 6 = 11\n"),
        (
            "top-stack-twelve:supply=2,tokens=1/3",
            ("3",),
            "Player 2's Turn:\nTokens left: 1 (x2), 3 (x1)\nChoose a number to place on the stack (1/3): ",
        ),
        (
            "top-stack-twelve:supply=1",
            ("2", "2"),
            "(1/3-6): 2\nInvalid number. Please choose a number (1/3-6).\n",
        ),
        (
            "operation-obliteration:start=13",
            (),
            'Player 1, the current number is 13 (Prime and Odd). Available operations: "add", "subtract", '
            '"multiply". Enter your move: ',
        ),
        (
            "operation-obliteration:no_repeat=opponent",
            ("divide", "divide"),
            "Available operations: none.\nPlayer 2 cannot make a valid move.\n",
        ),
        ("operation-obliteration:high=9,start=3", (), 'Available operations: "add", "subtract". Enter'),
        ("operation-stack:numbers=1-4", ("push",), "Enter a number between 1 and 4: "),
        ("operation-stack:numbers=2/4/8", ("push",), "Enter a number (2/4/8): "),
        ("operation-stack:max_stack=2", ("5", "8"), "Player 1, choose an action ('operate'): "),
        ("operation-stack:operations=plus/times", ("5", "8", "operate"), "Choose an operation ('+', '*'): "),
        ("operation-stack:operations=none", (), "Player 1, choose an action ('push'): "),
        (
            "operation-stack:operations=plus/minus/times/swap",
            ("5", "8", "swap"),
            "Player 1, choose an action ('push', 'operate' or 'swap'): swap\nStack after turn: [8, 5]\n",
        ),
        ("operation-stack:max_value=20", ("9", "9", "operate"), "Choose an operation ('+', '-'): "),
        ("operation-stack:target=13", ("5", "8", "+"), "[13]\nStack has one number equal to 13.\n"),
        ("operation-stack:target=-3", ("5", "8", "-"), "[-3]\nStack has one number equal to -3.\n"),
    ],
)
def test_prompts_and_lines_follow_the_settings(spec: str, answers: tuple[str, ...], shown: str) -> None:
    played = play(spec, *answers)
    assert shown in played.out
    # The same settings through --set make the same game.
    game, _, settings = spec.partition(":")
    options = tuple(word for pair in settings.split(",") for word in ("--set", pair))
    assert play(game, *answers, options=options) == played


def test_set_has_the_last_word_over_the_spec() -> None:
    played = play("operation-duel:target=31,start=2", options=("--set", "target=32"))
    assert "Target Number (T): 32\nStarting Number (C): 2\n" in played.out


# Attempts that the rules forbid

TOO_FEW = "fewer than two numbers"
ATTEMPTS = [
    (("operate",), TOO_FEW),
    (("+",), TOO_FEW),
    (("5", "operate"), TOO_FEW),
    (("5", "operate *"), TOO_FEW),
    (("5", "8", "/"), "'/'"),
    (("5", "8", "operate", "/"), "'/'"),
    (("5", "8", "operate **"), "'**'"),
    (("5", "8", "%"), "'%'"),
]


@pytest.mark.parametrize(("answers", "why"), ATTEMPTS)
def test_a_forbidden_attempt_loses_and_the_text_says_why(answers: tuple[str, ...], why: str) -> None:
    player = 1 + sum(answer.isdigit() for answer in answers) % 2
    played = play("operation-stack", *answers)
    attempted, loses, _ = played.lines[-3:]
    assert attempted.startswith(f"Player {player} attempted ")
    assert why in attempted
    assert loses == f"Player {player} loses the game."
    assert_won(played, 3 - player)


@pytest.mark.parametrize(("answers", "why"), ATTEMPTS)
def test_with_invalid_retry_a_forbidden_attempt_is_asked_again(answers: tuple[str, ...], why: str) -> None:
    played = play("operation-stack:invalid=retry", *answers)
    told = STACK_RULE if why == TOO_FEW else "Invalid operation. Please choose '+', '-' or '*'."
    assert told in played.out
    assert_unfinished(played, sum(answer.isdigit() for answer in answers))


def test_an_operation_that_the_settings_leave_out_loses_like_division() -> None:
    played = play("operation-stack:operations=plus", "5", "8", "-")
    assert "Player 1 attempted the operation '-', which is not allowed." in played.lines
    assert_won(played, 2)


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (("12",), "Invalid number. Please enter a number between 1 and 9."),
        (("0",), "Invalid number. Please enter a number between 1 and 9."),
        (("push", "+"), "Invalid number. Please enter a number between 1 and 9."),
        (("push -3",), "Invalid number. Please enter a number between 1 and 9."),
        (("pop",), "Invalid action. Please choose 'push' or 'operate'."),
        (("divide",), "Invalid action. Please choose 'push' or 'operate'."),
        (("swap",), "Invalid action."),
    ],
)
def test_what_is_no_action_at_all_is_only_asked_again(answers: tuple[str, ...], told: str) -> None:
    played = play("operation-stack", *answers)
    assert told in played.out
    assert_unfinished(played, 0)


def test_an_operation_that_the_number_does_not_allow_is_asked_again() -> None:
    played = play("operation-obliteration", "multiply", "add", "divide")
    assert played.out.count('Invalid operation. Please choose one of: "divide".') == 2
    assert_unfinished(played, 1)


# Endings


@pytest.mark.parametrize(
    ("spec", "answers", "told", "winner"),
    [
        ("operation-stack:max_stack=2,operations=none", ("5", "8"), "Player 1 has no valid action", 2),
        ("top-stack-twelve:tokens=1/2,supply=1", ("1", "2"), "No token is left to place.", 2),
        ("operation-obliteration", ("divide", "divide", "add"), "Player 2 cannot make a valid move.", 1),
        ("digit-stack:digits=1/2,repeats=no,target=5000", ("1", "2"), "Player 1 has no digit left!", 2),
        (
            "operation-duel:target=4,add=2,multiply=none,overshoot=forbidden",
            ("1",),
            "Player 2, every operation would exceed the target number!",
            1,
        ),
    ],
)
def test_a_player_who_is_stuck_is_told_so_without_being_asked(
    spec: str, answers: tuple[str, ...], told: str, winner: int
) -> None:
    played = play(spec, *answers)
    assert told in played.out
    # Nobody was asked in vain: the input held these answers and no more, and the game has ended well.
    assert_won(played, winner)


@pytest.mark.parametrize(
    "spec",
    [
        *GAMES,
        "operation-stack:max_stack=4,target=10,operations=plus/minus/times/swap",
        "operation-stack:max_stack=3,max_value=30,invalid=retry",
        "top-stack-twelve:supply=2,tokens=1-4,limit=9",
        "operation-obliteration:start=13,no_repeat=both",
        "digit-stack:target=5432,repeats=no",
        "operation-duel:target=31,add=1/3,multiply=2/3,overshoot=forbidden",
    ],
)
def test_the_command_line_and_the_library_agree_about_the_winner(spec: str) -> None:
    chance = Random(spec)
    game = numduel.load(spec)
    position, answers = numduel.Position.start(game), []
    while position.outcome is None and position.ply < 60:
        move = chance.choice(position.moves)
        answers.append(chance.choice(game.spellings(move)))
        position = position.play(move)
    winner = position.winner
    if winner is None:  # some games never end by themselves
        answers.append("resign")
        winner = 3 - position.player
    assert_won(play(spec, *answers), winner)


@pytest.mark.parametrize("ending", [("resign",), ("draw", "yes")])
def test_half_a_move_is_nothing_in_the_next_game(ending: tuple[str, ...]) -> None:
    told = play("operation-stack", "5", "6", "operate", *ending, "3", options=("--rounds", "2")).out
    _, second = told.split("Game 2 of 2")
    assert "Player 1, choose an action ('push' or 'operate'): 3\nStack after turn: [3]" in second


@pytest.mark.parametrize(
    ("question", "answered"),
    [
        ("draw", "The players agree on a draw."),
        ("undo", "The last move (5) is taken back."),
    ],
)
def test_a_question_that_was_left_open_is_asked_again_when_the_game_goes_on(
    question: str, answered: str, tmp_path: Path
) -> None:
    db = str(tmp_path / "games.db")
    play("digit-stack", "5", question, NUMDUEL_DB=db)
    gone_on = command("resume", said="yes\nquit\nyes\n", NUMDUEL_DB=db)
    assert "(yes or no): yes\n" in gone_on.out
    assert answered in gone_on.out
