"""The command at a real terminal: the menu, a whole game, keys that interrupt, and how plain it can be."""

import re
import time
from pathlib import Path

import pytest
from commandline import Terminal, numduel
from strategies import OURS

from numduel import games

GOLDEN = Path(__file__).parent / "golden"
KEY = "Press a key: "
DIGIT = "please choose a digit (1-9): "
SETTING = "or Enter when done: "
ENTER = "\r"
CTRL_C, CTRL_D = "\x03", "\x04"
COLOUR = re.compile(r"\x1b\[[\d;]*(?:[349]|10)\d")


def game_keys(menu: str) -> dict[str, str]:
    """The key of each game in the menu, by the game's title."""
    return {title: key for key, title in re.findall(r"^  (\w)  (.+?)  +\S", menu, re.M)}


# The menu


def test_the_menu_shows_every_game_with_a_line_that_fits_the_screen() -> None:
    with Terminal() as terminal:
        menu = terminal.expect(KEY)
        assert sorted(game_keys(menu)) == sorted(kind.title for kind in games().values())
        # How long another package's summary is, is its own affair.
        ours = [games()[name].title for name in OURS]
        lines = [line for line in menu.splitlines() if any(f"  {title}" in line for title in ours)]
        assert len(lines) == 5
        assert max(map(len, lines)) <= 80
        terminal.type("q")
        terminal.finish()
        assert terminal.code == 0


@pytest.mark.parametrize(
    ("title", "first_prompt"),
    [
        ("Digit Stack", DIGIT),
        ("Operation Duel", "Enter your choice (1 or 2): "),
        ("Operation Obliteration", "Enter your move: "),
        ("Operation Stack", "Player 1, choose an action ('push'): "),
        ("Top Stack Twelve", "Choose a number to place on the stack (1-6): "),
    ],
)
def test_two_key_presses_reach_a_game(title: str, first_prompt: str) -> None:
    with Terminal() as terminal:
        terminal.type(game_keys(terminal.expect(KEY))[title])
        terminal.expect(KEY)
        terminal.type(ENTER)
        terminal.expect(first_prompt)
        # Back in the menu after the game, from where one leaves.
        terminal.resign()
        assert re.search("Player 2 wins|Winner: Player 2", terminal.expect(KEY))
        terminal.type("b")
        terminal.expect("Enter  play")
        terminal.expect(KEY)
        terminal.type("b")
        terminal.expect(KEY)
        terminal.type("q")
        terminal.finish()
        assert terminal.code == 0


def test_settings_can_be_changed_in_the_menu_and_hold_in_the_game() -> None:
    with Terminal() as terminal:
        terminal.type(game_keys(terminal.expect(KEY))["Digit Stack"])
        terminal.expect(KEY)
        terminal.type("s")
        assert re.search(r"^  target +1000: ", terminal.expect(SETTING), re.M)
        # What is wrong is told, and nothing is lost by it.
        for wrong, told in [
            ("targt=31", "did you mean target?"),
            ("target=soon", "must be a whole number"),
            ("31", "a setting is written name=value"),
        ]:
            terminal.enter(wrong)
            assert told in terminal.expect(SETTING).replace("\n", " ")
        terminal.enter(" target = 31 ")
        assert "Now: digit-stack:target=31" in terminal.expect(SETTING)
        terminal.enter("digits=1-5")
        terminal.expect(SETTING)
        terminal.enter("")
        assert "settings: target=31, digits=1-5" in terminal.expect(KEY)
        terminal.type(ENTER)
        for digit in "32":
            terminal.expect("please choose a digit (1-5): ")
            terminal.enter(digit)
        assert "Player 2 has exceeded 31!" in terminal.expect(KEY)


def test_the_rules_can_be_read_in_the_menu() -> None:
    with Terminal() as terminal:
        terminal.type(game_keys(terminal.expect(KEY))["Operation Duel"])
        terminal.expect(KEY)
        terminal.type("r")
        read = terminal.expect(KEY)
        assert numduel("rules", "operation-duel").out.partition("\nVariants")[0] in read


def test_keys_without_a_meaning_do_nothing_in_the_menu() -> None:
    with Terminal() as terminal:
        menu = terminal.expect(KEY)
        terminal.type("?0 %\t")
        terminal.type(game_keys(menu)["Digit Stack"])
        terminal.expect("Player 1: human")
        terminal.expect(KEY)
        # An arrow key is an escape and two letters, of which one is a B: not the B of "back".
        terminal.type("\x1b[B\x1b[A\x1bOB")
        terminal.type("r")
        assert terminal.expect(KEY).lstrip().startswith("r\n")


def test_capital_letters_are_keys_as_well() -> None:
    with Terminal() as terminal:
        terminal.expect(KEY)
        terminal.type("Q")
        terminal.finish()
        assert terminal.code == 0


@pytest.mark.parametrize(("key", "code"), [(CTRL_C, 130), (CTRL_D, 0)])
def test_the_menu_can_be_left_with_a_control_key(key: str, code: int) -> None:
    with Terminal() as terminal:
        terminal.expect(KEY)
        terminal.type(key)
        terminal.finish()
        assert terminal.code == code


def test_the_terminal_is_left_as_it_was_found() -> None:
    # The shell outlives the interrupt, to look at what the program has left behind.
    script = 'trap : INT; before=$(stty -g); numduel; [ "$before" = "$(stty -g)" ] && echo unchanged'
    with Terminal(script=script) as terminal:
        terminal.expect(KEY)
        terminal.type("1")
        terminal.expect(KEY)
        terminal.type(CTRL_C)
        terminal.expect("unchanged")


# A game


@pytest.mark.parametrize("game", ["digit-stack", "operation-stack"])
def test_a_typed_game_reads_exactly_like_a_piped_one(game: str) -> None:
    shown = (GOLDEN / f"{game}.out.txt").read_text()
    # A plain terminal shows what is typed, and nothing for its own ends such as cursor movements.
    with Terminal("play", game, "--plain", TERM="dumb") as terminal:
        rest = shown
        for answer in (GOLDEN / f"{game}.in.txt").read_text().splitlines():
            asked, _, rest = rest.partition(f": {answer}\n")
            terminal.expect(f"{asked}: ")
            terminal.enter(answer)
            terminal.expect(f"{answer}\n")
        terminal.finish()
        # Each answer stands once behind its prompt: it is not echoed by the program as well.
        assert terminal.seen == shown
        assert terminal.code == 0


def test_piped_input_is_echoed_at_a_terminal_that_only_shows_the_game() -> None:
    with Terminal(script=r"printf '2\n5\n8\n9\n' | numduel play digit-stack") as terminal:
        assert terminal.finish() == (GOLDEN / "digit-stack.out.txt").read_text()
        assert terminal.code == 0


def test_ctrl_c_leaves_a_game_unfinished_with_exit_130() -> None:
    with Terminal("play", "digit-stack") as terminal:
        terminal.expect(DIGIT)
        terminal.enter("5")
        terminal.expect(DIGIT)
        terminal.type("9" + CTRL_C)  # half a line is no move
        shown = terminal.finish()
        assert "Interrupted: the game is unfinished, after 1 turn.\n" in shown
        assert terminal.code == 130


def test_ctrl_c_is_heard_after_half_a_pasted_text() -> None:
    with Terminal("play", "digit-stack") as terminal:
        terminal.expect(DIGIT)
        terminal.type("\x1b[200~9")  # the mark that begins it, and none that ends it
        terminal.expect("9")
        terminal.type(CTRL_C)
        terminal.finish()
        assert terminal.code == 130


def test_ctrl_c_is_heard_right_after_a_pasted_text() -> None:
    with Terminal("play", "digit-stack") as terminal:
        terminal.expect(DIGIT)
        terminal.type("\x1b[200~9\x1b[201~")
        terminal.expect("9")
        time.sleep(0.2)  # until the mark that ends it has been read, of which nothing is seen
        terminal.type(CTRL_C)
        terminal.finish()
        assert terminal.code == 130


def test_ctrl_c_is_heard_while_much_is_pasted() -> None:
    with Terminal("play", "digit-stack") as terminal:
        terminal.expect(DIGIT)
        terminal.type("x" * 20_000 + CTRL_C)
        terminal.finish()
        assert terminal.code == 130


def test_ctrl_d_leaves_a_game_unfinished_with_exit_1() -> None:
    with Terminal("play", "digit-stack", "--rounds", "2") as terminal:
        terminal.expect(DIGIT)
        terminal.type(CTRL_D)
        shown = terminal.finish()
        assert "The input has ended: the game is unfinished, after 0 turns.\n" in shown
        assert "The match is unfinished. Score: A 0, B 0.\n" in shown
        assert terminal.code == 1


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize(
    "junk",
    ["\u0663".encode(), b"\xff5", b"5\xc3", b"\x16\x005", b"\x16\x075", b"5" * 300],
    ids=["Arabic three", "no UTF-8", "half a character", "NUL", "bell", "long"],
)
def test_strange_keys_are_no_move(junk: bytes, encoding: str) -> None:
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"} if encoding == "ascii" else {}
    with Terminal("play", "digit-stack", **locale) as terminal:
        terminal.expect(DIGIT)
        terminal.type(junk + b"\r")
        # Line editing may have dropped what it cannot show; then what is left is blank or five.
        shown = terminal.expect("Player ")
        assert "Invalid digit" in shown or "is now: 5\n" in shown or shown.endswith("\nPlayer ")
        assert re.findall(r"is now: (\d+)", shown) in ([], ["5"])
        terminal.type(CTRL_C)
        terminal.finish()
        assert terminal.code == 130


# Plain and not so plain


def test_list_draws_a_table_at_a_terminal() -> None:
    with Terminal("list") as terminal:
        drawn = terminal.finish()
        assert terminal.code == 0
    assert "─" * 20 in drawn
    assert re.search(r"operation-obliteration +Operation Obliteration", drawn)
    # The terminal is 80 columns wide.
    assert max(len(re.sub(r"\x1b\[[\d;]*m", "", line)) for line in drawn.splitlines()) <= 80


@pytest.mark.parametrize(
    ("arguments", "changes"),
    [(("list", "--plain"), {}), (("--plain", "list"), {}), (("list",), {"TERM": "dumb"})],
)
def test_a_plain_list_at_a_terminal_is_the_piped_one(
    arguments: tuple[str, ...], changes: dict[str, str]
) -> None:
    with Terminal(*arguments, **changes) as terminal:
        assert terminal.finish() == numduel("list").out
        assert terminal.code == 0


@pytest.mark.parametrize(
    ("options", "changes", "drawn"),
    [((), {}, True), (("--plain",), {}, False), ((), {"TERM": "dumb"}, False)],
)
def test_the_final_table_of_a_match_is_drawn_unless_plain_text_is_wanted(
    options: tuple[str, ...], changes: dict[str, str], drawn: bool
) -> None:
    with Terminal("play", "digit-stack", "--rounds", "1", *options, **changes) as terminal:
        terminal.expect(DIGIT)
        if drawn:
            terminal.resign()
            terminal.leave()
        else:
            terminal.enter("resign")
        terminal.finish()
        assert terminal.code == 0
    shown = terminal.seen
    assert ("─" in shown) == drawn
    assert drawn or "\x1b" not in shown
    assert "B wins the match.\n" in shown


@pytest.mark.parametrize("arguments", [("list",), ("play", "digit-stack", "--rounds", "1")])
def test_no_color_is_honoured(arguments: tuple[str, ...]) -> None:
    with Terminal(*arguments, TERM="xterm-256color", NO_COLOR="1") as terminal:
        if "play" in arguments:
            terminal.expect(DIGIT)
            terminal.resign()
            terminal.leave()
        terminal.finish()
    assert not COLOUR.search(terminal.seen)


def test_the_pattern_for_colours_knows_a_colour_when_it_sees_one() -> None:
    assert all(map(COLOUR.search, ["\x1b[31mred", "\x1b[1;38;5;9mred", "\x1b[97mwhite", "\x1b[104mblue"]))
    assert not COLOUR.search("\x1b[1mbold\x1b[0m")


@pytest.mark.parametrize("redirection", ["</dev/null", "| cat"])
def test_without_a_terminal_on_either_side_there_is_help_and_no_menu(redirection: str) -> None:
    with Terminal(script=f"numduel {redirection}") as terminal:
        assert terminal.finish() == numduel("--help").out
