"""Bad input of every kind: a clear sentence, the right exit code, no wrong move, and never a traceback."""

import math
import os
import re
import signal
import subprocess

import pytest
from commandline import COMMAND, PATIENCE, environment, in_shell, numduel, play

# Wrong usage


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        # an unknown game or setting, with the nearest name or all there are
        (("play", "operation-dual"), "did you mean operation-duel?"),
        (("rules", "digit_stack"), "did you mean digit-stack?"),
        (("errata", "top-stack-12"), "did you mean top-stack-twelve?"),
        (("play", "go"), "operation-stack, top-stack-twelve"),
        (("play", ""), "operation-stack, top-stack-twelve"),
        (("play", "operation-duel:targt=31"), "did you mean target?"),
        (("rules", "operation-stack", "--set", "maxstack=3"), "did you mean max_stack?"),
        (("play", "operation-duel:colour=red"), "target, start, add, multiply, overshoot"),
        # a value out of range or of the wrong kind
        (("play", "operation-duel:target=soon"), "target must be a whole number"),
        (("play", "operation-duel:target="), "target must be a whole number"),
        (("play", "operation-duel:target=0"), "at least 1"),
        (("play", "operation-duel:target=1"), "target must be greater than start (1)"),
        (("play", "operation-duel:target=none"), "target must be a whole number"),
        (("play", "digit-stack:target=-5"), "at least 1"),
        (("play", "digit-stack:digits=0-9"), "from 1 to 9"),
        (("play", "digit-stack:digits=9-1"), "from 1 to 9"),
        (("play", "digit-stack:digits=1--3"), "from 1 to 9"),
        (("play", "digit-stack:digits=none"), "from 1 to 9"),
        (("play", "digit-stack:repeats=maybe"), "yes or no"),
        (("play", "top-stack-twelve:tokens=1-999999999999999"), "from 1 to 999"),
        (("play", "top-stack-twelve:supply=0"), "at least 1, or none"),
        (("play", "operation-stack:operations=plus/over"), "plus, minus, times, swap, negate and double"),
        (("play", "operation-stack:max_stack=0"), "at least 1, or none"),
        (("play", "operation-stack:invalid=wins"), "loses or retry"),
        (("play", "operation-obliteration:start=101"), "start must lie between low (1) and high (100)"),
        (("play", "operation-obliteration:no_repeat=mine"), "own, opponent, both or none"),
        # numbers that only look like numbers
        *(
            (("play", f"operation-duel:target={n}"), "whole number")
            for n in ("٣١", "²", "3_1", "+31", "031", "\uff13\uff11")
        ),
        *(
            (("play", "digit-stack", "--rounds", n), "--rounds")
            for n in ("٣", "²", "1_0", "+5", "05", "\uff15", "")
        ),
        # settings that are not written as settings
        (("play", "digit-stack:"), "its variants are sevens"),
        (("play", "digit-stack:target"), "has no variant 'target'"),
        (("play", "digit-stack:target=99,repeats"), "name=value"),
        (("play", "digit-stack:target=5,target=6"), "twice"),
        (("play", "digit-stack", "--set", "target"), "NAME=VALUE"),
        # nobody could move at the start
        (("play", "operation-duel:add=none,multiply=none"), "nobody could move"),
        (("rules", "operation-obliteration:start=99"), "nobody could move"),
        (
            ("play", "operation-duel:target=4,start=3,add=2,multiply=2,overshoot=forbidden"),
            "nobody could move",
        ),
        # options
        (("play", "digit-stack", "--rounds", "3", "--to", "2"), "--rounds and --to"),
        (("play", "digit-stack", "--rounds", "0"), "at least 1"),
        (("play", "digit-stack", "--to", "many"), "at least 1"),
        (("play", "digit-stack", "--first", "3"), "--first"),
        (("play", "digit-stack", "--first", "me"), "toss"),
        (("play", "digit-stack", "--seed", "x"), "--seed"),
        (("play", "digit-stack", "--seed", "-1"), "--seed"),
        (("play", "digit-stack", "--max-turns", "0"), "--max-turns"),
        (("play", "digit-stack", "--max-turns", "9" * 50), "--max-turns"),
        (("play", "digit-stack", "--p1", "robot"), "human"),
        (("play", "digit-stack", "--p2", "human:" + "x" * 99), "40 characters"),
        *(
            ((command, "--player", "\udc80"), "--player: must be printable, not '\\udc80'")
            for command in ("history", "puzzle", "daily", "learn", "ladder")
        ),
        (("play", "digit-stack", "--round", "3"), "there is no option '--round'; did you mean --rounds?"),
        (("play", "digit-stack", "--rounds"), "--rounds"),
        (("play", "digit-stack", "top-stack-twelve"), "top-stack-twelve"),
        (("play",), "SPEC"),
        (("rules",), "SPEC"),
        (("list", "games"), "games"),
        (("--colour",), "--colour"),
        (("ply", "digit-stack"), "there is no command 'ply'; did you mean play?"),
        (("plya",), "there is no command 'plya'; did you mean play?"),
        (("PLAY", "digit-stack"), "there is no command 'PLAY'; did you mean play?"),
        (("chess",), "there is no command 'chess'; the commands are play, list, rules"),
        (("operation-duel",), "there is no command 'operation-duel'; did you mean play operation-duel?"),
        (("duel:target=31",), "did you mean play operation-duel?"),
        (("operation-dual",), "did you mean play operation-duel?"),
        (("--plain", "plya"), "did you mean play?"),
        (("help", "plya"), "there is no help about 'plya'; did you mean play?"),
        (("help", "operation-dual"), "there is no game 'operation-dual'; did you mean operation-duel?"),
        (("help", "chess"), "the games are"),
        (("play", "digit-stack", "--p2", "perfct"), "there is no player 'perfct'; did you mean perfect?"),
        (
            ("play", "digit-stack", "--max-turn=3"),
            "no option '--max-turn'; did you mean --max-turns?",
        ),
        # what ends the options is no value of one
        (("history", "--db=--"), "argument --db: expected one argument"),
        (("solve", "operation-duel", "--set=--"), "argument --set: expected one argument"),
        (("graph", "operation-duel", "-o--"), "argument -o: expected one argument"),
        # a part of a name that several games have, or that is no whole word of one
        *(
            ((command, "stack"), "'stack' may be digit-stack, operation-stack or top-stack-twelve")
            for command in ("play", "rules", "errata", "solve", "help")
        ),
        (("play", "operation:target=3"), "may be operation-duel, operation-obliteration or operation-stack"),
        (("history", "--game", "stack"), "'stack' may be digit-stack"),
        (("play", "oblit"), "did you mean operation-obliteration?"),
        (("play", "dual"), "did you mean operation-duel?"),
        (("play", "operation-due"), "did you mean operation-duel?"),
        (("",), "''"),
    ],
)
def test_wrong_usage_is_one_sentence_and_exit_2(arguments: tuple[str, ...], told: str) -> None:
    refused = numduel(*arguments, said="5\n5\n5\n5\n")
    assert told in refused.complaint
    assert (refused.out, refused.code) == ("", 2)


STRANGE = "x\x1b[31my\nz\x07\x9b\u202e" + "w" * 1000


@pytest.mark.parametrize(
    "arguments",
    [
        (STRANGE,),
        (f"--{STRANGE}",),
        ("list", STRANGE),
        ("errata", STRANGE),
        ("play", STRANGE),
        ("play", f"digit-stack:{STRANGE}=1"),
        ("play", f"digit-stack:target={STRANGE}"),
        ("play", f"digit-stack:{STRANGE}"),
        ("play", "digit-stack", STRANGE),
        ("play", "digit-stack", f"--{STRANGE}"),
        ("play", "digit-stack", "--set", STRANGE),
        ("play", "digit-stack", "--rounds", STRANGE),
        ("play", "digit-stack", "--first", STRANGE),
        ("play", "digit-stack", "--p1", STRANGE),
        ("play", "digit-stack", "--p1", f"human:{STRANGE}"),
    ],
)
def test_strange_arguments_are_never_shown_raw(arguments: tuple[str, ...]) -> None:
    refused = numduel(*arguments)
    # A complaint is one printable line of a length that can be read: see Run.complaint.
    assert refused.complaint
    assert (refused.out, refused.code) == ("", 2)


@pytest.mark.parametrize("ascii_only", [{}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}])
def test_an_argument_that_is_not_utf_8_is_refused_in_a_sentence(ascii_only: dict[str, str]) -> None:
    for argument in (b"digit-st\xe4ck", "digit-stäck".encode()):
        refused = numduel("play", argument, **ascii_only)
        assert "did you mean digit-stack?" in refused.complaint
        assert refused.code == 2


# Input that ends, is closed, or is interrupted


@pytest.mark.parametrize(("said", "turns"), [("", "0 turns"), ("5\n", "1 turn"), ("5\n9", "2 turns")])
def test_the_end_of_input_in_mid_game_is_reported_as_unfinished(said: str, turns: str) -> None:
    played = numduel("play", "digit-stack", said=said)
    assert played.lines[-1] == f"The input has ended: the game is unfinished, after {turns}."
    assert (played.err, played.code) == ("", 1)


def test_a_closed_standard_input_is_the_end_of_input() -> None:
    played = in_shell("numduel play digit-stack <&-")
    assert played.lines[-1] == "The input has ended: the game is unfinished, after 0 turns."
    assert (played.err, played.code) == ("", 1)


def test_a_standard_input_that_cannot_be_read_is_told_in_a_sentence() -> None:
    played = in_shell("numduel play digit-stack 0>/dev/null")
    assert played.code == 1
    assert "unfinished" in played.out
    assert "something went wrong inside" not in played.err  # it is not numduel that is broken


@pytest.mark.parametrize("options", [(), ("--rounds", "3")])
def test_an_interrupt_leaves_the_game_unfinished_with_exit_130(options: tuple[str, ...]) -> None:
    with subprocess.Popen(
        (*COMMAND, "play", "digit-stack", *options),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"5\n")
        process.stdin.flush()
        shown = b""
        while not shown.endswith(b"Player 2, please choose a digit (1-9): "):
            shown += os.read(process.stdout.fileno(), 4096) or pytest.fail(f"no second prompt in {shown!r}")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    lines = out.decode().splitlines()
    assert "Interrupted: the game is unfinished, after 1 turn." in lines
    assert ("The match is unfinished. Score: A 0, B 0." in lines) == bool(options)
    assert process.returncode == 130
    assert err.startswith(b"To go on: numduel resume ")


# Output that goes nowhere


@pytest.mark.parametrize(
    "command", ["play digit-stack", "list", "rules digit-stack", "errata", "--version", "--help", ""]
)
@pytest.mark.parametrize(
    ("redirection", "told"), [(">&-", "standard output is closed"), (">/dev/full", "No space left on device")]
)
def test_output_that_cannot_be_written_is_told_in_a_sentence(
    command: str, redirection: str, told: str
) -> None:
    failed = in_shell(f"numduel {command} {redirection}", said="5\n9\n1\n6\n")
    assert told in failed.complaint
    assert failed.code == 1


@pytest.mark.parametrize(("arguments", "code"), [("list", 0), ("play go", 2), ("play digit-stack --to x", 2)])
@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_complaints_that_nobody_can_hear_go_nowhere_else(arguments: str, code: int, redirection: str) -> None:
    done = in_shell(f"numduel {arguments} {redirection}")
    assert done.code == code
    # In particular not among the data on standard output.
    assert "numduel: " not in done.out
    assert bool(done.out) == (code == 0)


def test_everything_closed_still_ends_with_the_right_code() -> None:
    assert in_shell("numduel play digit-stack <&- >&- 2>&-").code == 1
    assert in_shell("numduel play go <&- >&- 2>&-").code == 2


def test_a_reader_who_leaves_in_mid_game_ends_it_quietly() -> None:
    with subprocess.Popen(
        (*COMMAND, "play", "digit-stack"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"Game Start! The current number is empty.\n"
        process.stdout.close()
        process.stdin.write(b"5\n")
        process.stdin.close()
        assert process.stderr.read().startswith(b"To go on: ")
        assert process.wait(PATIENCE) == 1


@pytest.mark.parametrize("arguments", ["errata", "list --json", "--help", "play top-stack-twelve"])
def test_a_reader_of_one_line_gets_it_and_no_noise(arguments: str) -> None:
    # So many answers that the game cannot fit into the pipe before its reader has gone.
    piped = in_shell(f"numduel {arguments} | head -n 1", said="1\n" * 3000)
    assert piped.out.count("\n") == 1
    assert (piped.err, piped.code) == ("", 0)  # the code is that of head


# Answers that are no moves

JUNK: tuple[bytes, ...] = (
    *(
        text.encode()
        for text in ("٣", "²", "1_0", "+5", "05", "\uff15", "5.0", "1e0", "0x1", "--5", "(5)", "1,2")
    ),
    *(
        text.encode()
        for text in ("5\u200b", "\ufeff5", "5\xa0", "\u202e5", "5\u2028", "½", "一", "DİVİDE", "pu\u017fh 5")
    ),
    b"5\0",
    b"\0",
    b"\x075",
    b"5\x0b",
    b"5\x0c",
    b"5\x1c",
    b"5\x7f",
    b"\x1b[31m5\x1b[0m",
    b"\x1b]0;title\x07",
    b"\x9b31m5",
    b"\xc2\x9b31m5",
    b"\xff\xfe",
    b"5\xff",
    b"\xc3",
    b"\xf0\x9f\x8e",
    "🎲".encode(),
)
GAMES = ("digit-stack", "operation-duel", "operation-obliteration", "operation-stack", "top-stack-twelve")
LOCALES = {
    "UTF-8": {},
    "ASCII locale": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "ASCII streams": {"PYTHONIOENCODING": "ascii"},
    "strict ASCII streams": {"PYTHONIOENCODING": "ascii:strict"},
}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_strange_answers_are_asked_again_and_never_played(game: str, locale: str) -> None:
    played = numduel("play", game, said=b"".join(junk + b"\n" for junk in JUNK), **LOCALES[locale])
    assert sum(line.startswith("Invalid ") for line in played.lines) == len(JUNK)
    assert played.lines[-1].endswith("unfinished, after 0 turns.")
    assert (played.err, played.code) == ("", 1)
    # What a terminal would obey rather than show has been spelled out.
    assert all(line.isprintable() for line in played.out.split("\n"))
    assert r"\x1b[31m5\x1b[0m" in played.out
    assert locale == "UTF-8" or played.out.isascii()


@pytest.mark.parametrize("locale", LOCALES)
def test_a_name_beyond_ascii_harms_nobody(locale: str) -> None:
    played = play("digit-stack", "resign", options=("--rounds", "1", "--p1", "human:Zoë"), **LOCALES[locale])
    # Where the locale cannot even tell what the argument says, it may be refused, in a sentence.
    if played.code == 2:
        assert locale == "ASCII locale"
        assert "name" in played.complaint
    else:
        assert played.lines[-1] == "B wins the match."
        assert (played.err, played.code) == ("", 0)
        assert ("Zoë" if locale == "UTF-8" else r"Zo\xeb") in played.out


MILLION = 1_000_000


@pytest.mark.parametrize(
    "line",
    [
        "5" * MILLION,
        "5" + " " * MILLION + "x",
        "x" + " " * MILLION + "5",
        "push " * (MILLION // 5),
        "\0" * MILLION,
        "٣" * MILLION,
        "(" * MILLION,
    ],
    ids=["fives", "five, blanks, x", "x, blanks, five", "push push", "NUL", "Arabic threes", "brackets"],
)
@pytest.mark.parametrize("game", ["digit-stack", "operation-stack"])
def test_a_line_of_a_million_characters_is_refused_and_the_next_one_is_read(game: str, line: str) -> None:
    played = numduel("play", game, said=f"{line}\n7\n")
    assert "[7]" in played.out or "Current number is now: 7\n" in played.out
    assert played.lines[-1].endswith("unfinished, after 1 turn.")
    assert (played.err, played.code) == ("", 1)
    assert len(played.out) < 5000  # nobody is shown a million characters


@pytest.mark.parametrize("line", [" " * MILLION + "5", "5" + " " * MILLION, "\t" * MILLION + "5\r"])
def test_a_million_blanks_around_a_move_do_not_make_another_move_of_it(line: str) -> None:
    played = numduel("play", "digit-stack:target=9999", said=f"{line}\n7\n")
    # The line may be refused for its length, or be read as what it says; it is nothing else.
    assert "Current number is now: 7\n" in played.out or "Current number is now: 57\n" in played.out
    assert (played.err, played.code) == ("", 1)
    assert len(played.out) < 5000


def test_a_last_line_of_a_million_characters_without_an_end_is_refused() -> None:
    played = numduel("play", "digit-stack", said="5" * MILLION)
    assert played.lines[-1].endswith("unfinished, after 0 turns.")
    assert played.code == 1


def test_a_file_of_zeros_is_refused_like_any_long_line() -> None:
    played = in_shell("head -c 3000000 /dev/zero | numduel play operation-duel")
    assert played.lines[-1].endswith("unfinished, after 0 turns.")
    assert played.code == 1


# Games of a size that nobody plays by hand


def test_a_game_of_20_000_turns_with_huge_numbers_ends_and_shows_them_shortened() -> None:
    # Nine, then ten thousand times "push nine, multiply"; then an attempt that ends the game.
    played = play("operation-stack", "9", *["9", "*"] * 10_000, "operate")
    value = 9**10_001
    digits = math.floor(10_001 * math.log10(9)) + 1
    shown = f"{value // 10 ** (digits - 10)}...{value % 10**10:010d} ({digits:,} digits)"
    assert digits > 4300
    assert f"Stack after turn: [{shown}]" in played.lines
    assert f"9 = {shown}" in played.out
    assert played.out.count("Stack after turn: ") == 20_001
    assert played.lines[-1] == "Player 1 wins the game!"
    assert (played.err, played.code) == ("", 0)
    assert max(map(len, played.lines)) < 200


@pytest.mark.parametrize("game", ["operation-stack", "top-stack-twelve"])
def test_a_stack_of_20_000_numbers_is_shown_shortened(game: str) -> None:
    played = play(game, "4", *["1"] * 19_998, "2", "resign")
    stack = next(line for line in reversed(played.lines) if "tack" in line and "[" in line)
    # Both ends are there, and how much lies between them.
    listed = re.search(r"\[(\d), (?:1, )+\.\.\. ([\d,]+) more \.\.\.(?:, 1)+, (\d)\]", stack)
    assert listed is not None
    assert {listed[1], listed[3]} == {"4", "2"}
    assert (
        int(listed[2].replace(",", "")) + stack[stack.index("[") :].count(",") - listed[2].count(",")
        == 20_000
    )
    assert "Player 2" in played.lines[-1]
    assert (played.err, played.code) == ("", 0)
    assert max(map(len, played.lines)) < 200


def test_a_move_is_taken_back_in_a_long_game_as_in_a_short_one() -> None:
    played = play("operation-stack", *["1"] * 5000, "undo", "yes", "2", "resign")
    assert "The last move (1) is taken back." in played.lines
    assert "1, 2]" in played.out
    assert played.code == 0
