"""Manners at a terminal: what else may be typed, names, who asks whom, and screens of any width."""

import re
from pathlib import Path

import pytest
from commandline import Terminal, numduel, play
from packages import Packages

from numduel.core.registry import full_title, load

DIGIT = "please choose a digit (1-9): "
STYLE = re.compile(r"\x1b\[[\d;]*m")
ALSO = "You may also type help, moves, rules, hint, undo, draw, resign or quit."
MORE = "Type help for what else you may type."


def lines(shown: str) -> list[str]:
    """What is seen, line by line, without styles."""
    return STYLE.sub("", shown).replace("\r", "").splitlines()


# What else may be typed


def test_the_first_turn_says_once_and_dimly_what_else_may_be_typed() -> None:
    with Terminal("play", "digit-stack") as terminal:
        shown = terminal.expect(DIGIT)
        assert f"\x1b[2m{ALSO}\x1b[0m\n" in shown
        terminal.enter("5")
        assert ALSO not in terminal.expect(DIGIT)


def test_who_asks_for_plain_text_is_told_no_more_than_a_pipe() -> None:
    with Terminal("play", "digit-stack", "--p1", "human:Ann", "--plain") as terminal:
        terminal.expect(DIGIT)
        terminal.enter("xyzzy")
        terminal.expect(DIGIT)
        terminal.enter("resign")
        terminal.finish()
    piped = play("digit-stack", "xyzzy", "resign", options=("--p1", "human:Ann"))
    assert terminal.seen.replace("\r", "") == piped.out


def test_a_terminal_that_can_only_show_lines_is_told_all_that_helps() -> None:
    with Terminal("play", "digit-stack:sevens", TERM="dumb") as terminal:
        shown = terminal.expect("please choose a digit (1-5): ")
        assert shown.startswith("Digit Stack: sevens. Two players build one number. Whoever makes it a ")
        assert f"\n{ALSO}\n" in shown
        terminal.enter("xyzzy")
        assert f"\n{MORE}\n" in terminal.expect("please choose a digit (1-5): ")
    assert "\x1b" not in terminal.seen


@pytest.mark.parametrize(
    "spec", ["operation-obliteration", "operation-obliteration:wide", "digit-stack:target=99"]
)
def test_the_aim_is_told_before_a_game_at_a_terminal_and_nowhere_else(spec: str) -> None:
    game = load(spec)
    aim = f"{full_title(game)}. {game.voice().aim()} Type rules for all of it."
    with Terminal("play", spec) as terminal:
        assert aim in " ".join(terminal.expect("Player 1, ").split())
        terminal.expect(": ")
        terminal.resign()
        terminal.expect("Press a key: ")
        terminal.type("a")
        assert "Type rules" not in terminal.expect("Player 1, ")  # once is enough
    assert "Type rules" not in play(spec).out
    with Terminal("play", spec, "--p1", "random", "--p2", "random", "--max-turns", "1") as terminal:
        assert "Type rules" not in terminal.finish()


SLEEPER = """
import time


class Sleeper:
    name = "sleeper"

    def choose(self, position, rng):
        time.sleep(4)
        return position.moves[0]

    def accepts_draw(self, position, rng):
        return True


def make(game, detail, answers):
    return Sleeper()
"""


def test_a_computer_that_thinks_for_long_says_so_until_it_moves(tmp_path: Path) -> None:
    packages = Packages(tmp_path)
    packages.install_player("sleeper", SLEEPER, {"sleeper": "sleeper:make"})
    with Terminal("play", "top-stack-twelve", "--p1", "sleeper", PYTHONPATH=packages.path) as terminal:
        terminal.expect("\x1b[2mthinking ...\x1b[0m")
        assert terminal.expect("\r\x1b[K") == "\r\x1b[K"
        terminal.expect("Choose a number")
    plain = ("--p1", "sleeper", "--plain")
    with Terminal("play", "top-stack-twelve", *plain, PYTHONPATH=packages.path) as terminal:
        assert "thinking" not in terminal.expect("Player 2")


@pytest.mark.parametrize(("said", "advised"), [("xyzzy", True), ("77", False)])
def test_an_unknown_word_is_answered_with_where_to_look(said: str, advised: bool) -> None:
    with Terminal("play", "digit-stack") as terminal:
        terminal.expect(DIGIT)
        terminal.enter(said)
        shown = terminal.expect(DIGIT)
        assert "Invalid digit." in shown
        assert (MORE in shown) == advised


@pytest.mark.parametrize("word", ["q", "exit", "quit"])
def test_there_are_several_words_for_leaving(word: str) -> None:
    played = play("digit-stack", "5", word, "yes")
    assert played.lines[-1] == "The game is left unfinished, after 1 turn."


def test_board_shows_how_the_game_stands() -> None:
    assert play("digit-stack", "5", "board").out.count("5") > play("digit-stack", "5", "x").out.count("5")
    assert play("operation-stack", "5", "board").out.count("Stack: [5]") == 2


# Who asks whom


def test_the_player_who_has_just_moved_asks_to_take_the_move_back() -> None:
    played = play("digit-stack", "5", "9", "undo", "yes")
    assert (
        "Player 2 asks to take back the last move, 9. Player 1, do you agree? (yes or no): yes" in played.out
    )
    assert "The last move (9) is taken back." in played.lines


def test_against_a_computer_the_person_asks_and_gets_both_moves_back() -> None:
    played = play("digit-stack", "5", "undo", options=("--p2", "level:1", "--seed", "1"))
    assert re.search(r"^Player 2 agrees: 5 and \d are taken back\.$", played.out, re.M)


def test_giving_up_is_asked_about_once_at_a_terminal() -> None:
    with Terminal("play", "digit-stack") as terminal:
        terminal.expect(DIGIT)
        terminal.enter("resign")
        terminal.expect("Give the game up? (yes or no): ")
        terminal.enter("perhaps")
        terminal.expect("Please answer yes or no.\nGive the game up? (yes or no): ")
        terminal.enter("no")
        terminal.expect(DIGIT)
        terminal.resign()
        terminal.expect("Player 2 wins!")


# Names


def test_people_who_gave_a_name_are_called_by_it() -> None:
    with Terminal("play", "digit-stack", "--p1", "human:Ann", "--p2", "human:B\\1o") as terminal:
        terminal.expect(f"Player 1 (Ann), {DIGIT}")
        terminal.enter("5")
        terminal.expect(f"Player 2 (B\\1o), {DIGIT}")
        terminal.enter("undo")
        asked = terminal.expect("(yes or no): ")
        assert "Player 1 (Ann) asks to take back" in " ".join(lines(asked))
        terminal.enter("no")
        terminal.resign()
        terminal.expect("Player 1 (Ann) wins!")


def test_computers_and_people_without_a_name_are_called_by_their_number() -> None:
    with Terminal("play", "digit-stack", "--p2", "level:1") as terminal:
        terminal.expect(DIGIT)
        terminal.enter("5")
        terminal.expect("Player 1, ")
        assert "Player 2 (" not in terminal.seen


# Screens


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize(
    ("game", "prompt"),
    [
        ("operation-obliteration", "move: "),
        ("operation-stack", "('push'): "),
        ("top-stack-twelve", "(1-6): "),
        ("operation-duel", "(1 or 2): "),
    ],
)
def test_everything_fits_the_screen(game: str, prompt: str, columns: int) -> None:
    with Terminal("play", game, "--p1", "human:Annabella", columns=str(columns)) as terminal:
        terminal.expect(prompt)
        for word in ("help", "rules", "moves", "hint"):
            terminal.enter(word)
            terminal.expect(prompt)
        terminal.enter("undo")
        terminal.expect(prompt)
    # A command that can be copied is not torn apart.
    shown = [line for line in lines(terminal.seen) if " " in line]
    assert max(map(len, shown)) <= columns
    # A wide screen is made use of, but lines stay readable.
    assert columns < 120 or 80 < max(map(len, shown)) <= 100


def test_colour_is_a_matter_of_taste() -> None:
    for changes, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        with Terminal("play", "digit-stack", **changes) as terminal:
            terminal.expect(DIGIT)
            terminal.enter("xyzzy")
            terminal.expect(DIGIT)
            terminal.resign()
            terminal.expect("wins!")
        assert bool(STYLE.search(terminal.seen)) == coloured
        assert ALSO in terminal.seen


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_tables_fit_the_screen_and_say_everything(columns: int) -> None:
    with Terminal("list", columns=str(columns)) as terminal:
        shown = lines(terminal.finish())
    assert max(map(len, shown)) <= columns
    for name in ("operation-obliteration", "Top Stack Twelve", "digit-stack"):
        assert any(name in line for line in shown)


def test_a_narrow_screen_gets_each_cell_behind_its_heading(tmp_path: Path) -> None:
    db = str(tmp_path / "games.db")
    play("operation-duel:target=31,add=1/2", "resign", NUMDUEL_DB=db)
    with Terminal("history", columns="40", NUMDUEL_DB=db) as terminal:
        shown = lines(terminal.finish())
    at = shown.index("spec      operation-duel:target=31,")  # a spec is not torn apart anywhere
    assert shown[at + 1] == "          add=1/2"
    assert re.fullmatch(r"date      \d{4}-\d\d-\d\d", shown[at - 1])
    assert "result    Player 2 won" in shown
    with Terminal("history", columns="80", NUMDUEL_DB=db) as terminal:
        assert "─" in terminal.finish()


def test_a_table_that_just_fits_is_folded_between_words(tmp_path: Path) -> None:
    db = str(tmp_path / "games.db")
    play("operation-obliteration:any-multiply", "resign", NUMDUEL_DB=db)
    with Terminal("history", columns="80", NUMDUEL_DB=db) as terminal:
        shown = lines(terminal.finish())
    assert max(map(len, shown)) <= 80
    words = " ".join(shown).split()
    assert {"operation-obliteration:", "any-multiply", "Player", "won"} <= {*words}


@pytest.mark.parametrize("command", ["help", "--help", "play --help", "help duel", "help resume"])
def test_help_fits_a_narrow_screen(command: str) -> None:
    with Terminal(*command.split(), columns="40", PAGER="cat") as terminal:
        shown = terminal.finish().splitlines()
    whole = {word for word in numduel(*command.split()).out.split() if len(word) <= 30}
    assert max(map(len, shown)) <= 40
    assert whole <= {*" ".join(shown).split()}


def test_in_a_list_a_long_line_goes_on_below_the_meaning() -> None:
    with Terminal("help", columns="40", PAGER="cat") as terminal:
        assert (
            "  rules       show the rules of a game\n              under its settings\n" in terminal.finish()
        )


def test_a_complaint_fits_a_narrow_screen() -> None:
    with Terminal("play", "dule", columns="40") as terminal:
        assert terminal.finish() == "numduel: there is no game 'dule'; did\nyou mean operation-duel?\n"


def test_a_command_that_is_recommended_stays_whole(tmp_path: Path) -> None:
    with Terminal("play", "digit-stack", columns="40", NUMDUEL_DB=str(tmp_path / "games.db")) as terminal:
        terminal.expect("Worth trying:\n  numduel play digit-stack:sevens\n")
        terminal.expect("(1-9): ")
        terminal.resign()
        terminal.expect("To see where it was decided:\n  numduel review 1\n")


# What would lose at once


def test_a_terminal_is_offered_only_what_can_be_played() -> None:
    with Terminal("play", "operation-stack:ten") as terminal:
        terminal.expect("Player 1, choose an action ('push'): ")
        terminal.enter("2")
        terminal.expect("Player 2, choose an action ('push' or 'double'): ")
        terminal.enter("1")
        terminal.expect("Player 1, choose an action ('push', 'operate' or 'double'): ")
        terminal.enter("push 1")
        terminal.expect("Player 2, choose an action ('operate' or 'double'): ")
    for options in ((), ("--plain",)):
        played = play("operation-stack:ten", options=options)
        assert "choose an action ('push', 'operate' or 'double'): " in played.out, "as the rulebook asks"


@pytest.mark.parametrize("coach", [(), ("--coach",)])
@pytest.mark.parametrize("said", ["operate", "double", "/"])
def test_an_attempt_that_loses_is_asked_about_once_at_a_terminal(said: str, coach: tuple[str, ...]) -> None:
    with Terminal("play", "operation-stack:ten", *coach) as terminal:
        terminal.expect("('push'): ")
        terminal.enter(said)
        terminal.expect("That loses the game at once; really? (yes or no): ")
        terminal.enter("no")
        terminal.expect("('push'): ")
        terminal.enter(said)
        terminal.expect("(yes or no): ")
        terminal.enter("yes")
        shown = terminal.expect("Player 2 wins the game!")
        assert "Player 1 attempted" in shown
        assert "hint" not in shown
    assert "really" not in play("operation-stack:ten", said).out


def test_after_half_a_move_a_word_that_does_not_follow_is_told_the_way_back() -> None:
    with Terminal("play", "operation-stack") as terminal:
        terminal.expect("('push'): ")
        terminal.enter("push")
        terminal.expect("1 and 9: ")
        for said, told in (("operate", True), ("xyzzy", True), ("12", False)):
            terminal.enter(said)
            shown = terminal.expect("1 and 9: ")
            assert "Invalid number." in shown
            assert ("Type back to do something else." in shown) == told
            assert MORE not in shown


@pytest.mark.parametrize("said", ["add one", "times two please", "one 1"])
def test_several_words_of_which_one_is_unknown_are_told_where_to_look(said: str) -> None:
    with Terminal("play", "operation-duel") as terminal:
        terminal.expect("(1 or 2): ")
        terminal.enter(said)
        assert MORE in terminal.expect("(1 or 2): ")


@pytest.mark.parametrize(
    "name", ["Maximiliane-Henriette-von-Hohenstein", "Maximiliane von und zu Hohenstein"]
)
def test_a_long_name_is_shortened_where_the_table_has_no_room(name: str, tmp_path: Path) -> None:
    db = str(tmp_path / "games.db")
    for spec in ("operation-duel", "operation-obliteration:any-multiply"):
        play(spec, "resign", options=("--p1", f"human:{name}", "--p2", f"human:{name[::-1]}"), NUMDUEL_DB=db)
    with Terminal("history", columns="80", NUMDUEL_DB=db) as terminal:
        shown = lines(terminal.finish())
    assert max(map(len, shown)) <= 80
    assert any("─" in line for line in shown), "a table"
    assert any("Maximilia" in line for line in shown)
    assert name in numduel("history", NUMDUEL_DB=db).out, "in a pipe it is whole"


def test_how_many_tokens_are_left_stays_beside_the_token() -> None:
    with Terminal("play", "top-stack-twelve:two-of-each", columns="40") as terminal:
        shown = lines(terminal.expect("(1-6): "))
    told = [line for line in shown if "(x2)" in line]
    assert sum(line.count("(x2)") for line in told) == 6
    assert not any(line.lstrip().startswith("(x") for line in shown)
