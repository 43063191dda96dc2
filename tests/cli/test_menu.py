"""The menu beyond the games: opponents, variants, matches, going on; and what one key does after a game."""

import re
from pathlib import Path

import pytest
from commandline import REPOSITORY, Terminal, play
from packages import Packages
from strategies import OURS

from numduel.cli.game_menu import example_settings
from numduel.cli.sitting import strengths, with_strength
from numduel.core.registry import load, read_settings
from numduel.match.setup import Setup
from numduel.players.strength import strength_of

KEY = "Press a key: "
DIGIT = "please choose a digit (1-9): "
ENTER = "\r"
COUNTING = REPOSITORY / "tests" / "counting.py"  # a game with variants


def key_of(menu: str, title: str) -> str:
    found = re.search(rf"^  (\w)  {title}", menu, re.M)
    assert found is not None
    return found[1]


def open_game(terminal: Terminal, title: str) -> str:
    """What the menu offers for a game."""
    terminal.type(key_of(terminal.expect(KEY), title))
    return terminal.expect(KEY)


# Examples of settings


@pytest.mark.parametrize("spec", [*OURS, "operation-duel:target=31,add=1/2", "top-stack-twelve:supply=2"])
def test_the_example_of_settings_is_taken_as_it_stands(spec: str) -> None:
    game = load(spec)
    example = example_settings(game)
    assert len(example.split(",")) == 2
    assert load(game.spec, read_settings(example)) != game


def test_the_menu_shows_an_example_of_the_game_at_hand() -> None:
    with Terminal() as terminal:
        open_game(terminal, "Top Stack Twelve")
        terminal.type("s")
        asked = terminal.expect("or Enter when done: ")
        example = re.search(r"such as (\S+),", asked)
        assert example is not None
        terminal.enter(example[1])
        assert f"Now: top-stack-twelve:{example[1]}" in terminal.expect("or Enter when done: ")


# Opponents and matches


@pytest.mark.parametrize(
    ("key", "who"), [("e", "level:2"), ("m", "level:5"), ("h", "level:8"), ("p", "perfect")]
)
def test_two_keys_reach_a_game_against_the_computer(key: str, who: str, tmp_path: Path) -> None:
    with Terminal(NUMDUEL_DB=str(tmp_path / "games.db")) as terminal:
        open_game(terminal, "Digit Stack")
        terminal.type(key)
        terminal.expect(DIGIT)
        terminal.resign()
        terminal.leave()
        assert f"Player 2: {who}" in terminal.expect(KEY)


def test_the_menu_says_how_far_levels_look_and_how_noisy_they_are() -> None:
    with Terminal() as terminal:
        offered = open_game(terminal, "Operation Duel")
        for name, level in (("easy", 2), ("medium", 5), ("hard", 8)):
            words = strength_of(level, load("operation-duel")).in_words()
            assert f"play the computer: {name} ({words})" in offered
        assert "play the computer: perfect\n" in offered


def test_a_player_can_be_named_by_strength() -> None:
    with Terminal() as terminal:
        open_game(terminal, "Digit Stack")
        terminal.type("1")
        terminal.expect("Who is Player 1? (Enter: human) ")
        terminal.enter("Hard")
        terminal.expect("Player 1: level:8")


def test_a_match_can_be_played_from_the_menu() -> None:
    with Terminal() as terminal:
        open_game(terminal, "Digit Stack")
        terminal.type("n")
        for wrong in ("0", "two"):
            terminal.expect("How many games? (Enter: a single one) ")
            terminal.enter(wrong)
            terminal.expect("it must be a whole number")
        terminal.enter("2")
        terminal.expect("a match of 2 games")
        terminal.expect(KEY)
        terminal.type(ENTER)
        terminal.expect("Game 1 of 2: ")


def test_variants_can_be_chosen_beside_the_rulebook(tmp_path: Path) -> None:
    packages = Packages(tmp_path)
    packages.install("counting", COUNTING.read_text(), {"counting": "counting:Counting"})
    with Terminal(PYTHONPATH=packages.path) as terminal:
        offered = open_game(terminal, "Counting")
        assert "  u      as in the rulebook (chosen)\n  v      long: " in offered
        terminal.type("w")
        offered = terminal.expect(KEY)
        assert re.search(r"^  w      long and slow: .*\(chosen\)$", offered, re.M)
        assert "settings: start=30, most=2" in offered
        terminal.type("u")
        assert "settings: the rulebook" in terminal.expect(KEY)


# Going on


def test_an_unfinished_game_can_be_gone_on_with(tmp_path: Path) -> None:
    db = str(tmp_path / "games.db")
    with Terminal(NUMDUEL_DB=db) as terminal:
        assert "continue" not in terminal.expect(KEY)
    assert not Path(db).exists()
    play("digit-stack", "5", NUMDUEL_DB=db)
    with Terminal(NUMDUEL_DB=db) as terminal:
        terminal.expect("  c  continue the last unfinished game")
        terminal.expect(KEY)
        terminal.type("c")
        terminal.expect("1 move so far: 5")
        terminal.expect(DIGIT)
        terminal.resign()
        terminal.leave()
        assert "continue" not in terminal.expect(KEY)
        terminal.type("h")
        assert "digit-stack" in terminal.expect(KEY)


# After a game


def test_after_a_game_one_key_goes_on(tmp_path: Path) -> None:
    with Terminal(
        "play", "digit-stack", "--p2", "level:4", NUMDUEL_DB=str(tmp_path / "games.db")
    ) as terminal:
        for key, who in (("a", "level:4"), ("+", "level:5"), ("-", "level:4")):
            terminal.expect(DIGIT)
            terminal.resign()
            terminal.expect("a again, s swap seats, + stronger, - weaker, r review, b or Enter back\n")
            terminal.expect(KEY)
            terminal.type(key)
            terminal.expect(f"Player 1 against {who}")
        terminal.expect(DIGIT)
        terminal.resign()
        terminal.expect(KEY)
        terminal.type("r")
        assert "digit-stack: " in terminal.expect(KEY)
        terminal.type("s")
        terminal.expect("level:4 against Player 2")
        terminal.expect(f"Player 2, {DIGIT}")
        terminal.resign()
        terminal.leave()
        terminal.finish()
        assert terminal.code == 0


def test_two_people_are_offered_no_strength_and_an_unsaved_game_no_review() -> None:
    with Terminal("play", "digit-stack", "--no-save") as terminal:
        terminal.expect(DIGIT)
        terminal.resign()
        terminal.expect("a again, s swap seats, b or Enter back\n")
        terminal.expect(KEY)
        terminal.type(ENTER)
        terminal.finish()
        assert terminal.code == 0


def test_who_presses_ctrl_d_leaves_a_clean_line() -> None:
    with Terminal() as terminal:
        terminal.expect(KEY)
        terminal.type("\x04")
        assert terminal.finish() == "\n"
    with Terminal("play", "digit-stack", "--no-save") as terminal:
        terminal.expect(DIGIT)
        terminal.resign()
        terminal.expect(KEY)
        terminal.type("\x04")
        assert terminal.finish() == "\n"


def test_nobody_is_asked_after_a_game_of_computers() -> None:
    with Terminal("play", "digit-stack", "--p1", "random", "--p2", "random") as terminal:
        assert KEY not in terminal.finish()


def test_strength_goes_from_random_to_perfect_and_no_further() -> None:
    setup = Setup(game=load("digit-stack"), players=("human", "random"))
    assert with_strength(setup, -1) is None
    climbed = [setup]
    while (stronger := with_strength(climbed[-1], 1)) is not None:
        climbed.append(stronger)
    assert tuple(each.players[1] for each in climbed) == strengths()
    assert with_strength(Setup(game=load("digit-stack")), 1) is None


# Forced moves, and typing out of turn


def test_forced_moves_are_made_and_shown() -> None:
    asked = play("operation-obliteration", "divide", "divide", "add", options=("--auto",))
    told = play("operation-obliteration", "divide", "divide", "add")
    forced = play("operation-obliteration", "add", options=("--auto",))
    assert forced.out == told.out
    assert asked.out != told.out  # 'divide' was not asked for, and is no answer to the first question


def test_a_game_of_forced_moves_without_end_still_asks_now_and_then() -> None:
    played = play("top-stack-twelve:tokens=1", options=("--auto",))
    assert played.lines[-1] == "The input has ended: the game is unfinished, after 200 turns."


def test_a_forced_move_is_marked_at_a_terminal() -> None:
    with Terminal("play", "operation-obliteration", "--auto") as terminal:
        terminal.expect("your move: divide  (the only move)\n")


def test_typing_while_the_computer_plays_is_neither_shown_nor_taken() -> None:
    with Terminal("play", "digit-stack", "--p1", "random") as terminal:
        terminal.expect(f"Player 1, {DIGIT}")
        terminal.type("xyzzy\r")
        terminal.expect(f"Player 2, {DIGIT}")
        terminal.enter("5")
        terminal.expect("Player 1, ")
        assert "xyzzy" not in terminal.seen
        assert "Invalid" not in terminal.seen


@pytest.mark.parametrize(
    ("before", "said", "told"),
    [
        ((), ("/2", "d"), "Player 1 divides by 2. New number is 6."),
        (("divide", "divide"), ("+1", "a", "-1", "s", "*3+1", "m"), "New number is "),
    ],
)
def test_obliteration_takes_signs_and_first_letters(
    before: tuple[str, ...], said: tuple[str, ...], told: str
) -> None:
    for answer in said:
        played = play("operation-obliteration", *before, answer)
        assert told in played.out
        assert "Invalid" not in played.out
