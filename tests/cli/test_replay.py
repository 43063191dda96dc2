"""Replay: a game step by step at a terminal, and all at once in a pipe."""

from pathlib import Path

import pytest
from commandline import Terminal, numduel, play

GAME = '[spec "digit-stack"] [player1 "Ann"] [player2 "Ben"] [date "2026-11-15"] 2 5 {a pity} 8 9'
SHOWN = [
    "digit-stack: Ann against Ben, 2026-11-15",
    "Current number: empty",
    "1. Player 1 (Ann): 2. Current number: 2",
    "2. Player 2 (Ben): 5 {a pity}. Current number: 25",
    "3. Player 1 (Ann): 8. Current number: 258",
    "4. Player 2 (Ben): 9. Current number: 2589",
    "Player 1 (Ann) wins (rule: the target was exceeded).",
]
CTRL_C, CTRL_D = "\x03", "\x04"


@pytest.fixture
def game(tmp_path: Path) -> str:
    """A file with one game."""
    (tmp_path / "game.txt").write_text(GAME)
    return str(tmp_path / "game.txt")


# In a pipe


def test_in_a_pipe_a_game_is_shown_all_at_once(game: str) -> None:
    shown = numduel("replay", game)
    assert (shown.lines, shown.err, shown.code) == (SHOWN, "", 0)
    assert numduel("replay", "-", said=GAME) == shown


def test_a_game_that_was_kept_is_shown_by_its_number(tmp_path: Path) -> None:
    db = str(tmp_path / "games.db")
    play("digit-stack", *"2589", NUMDUEL_DB=db)
    shown = numduel("replay", "1", NUMDUEL_DB=db)
    assert shown.lines[0].startswith("digit-stack: Player 1 against Player 2, 20")
    assert shown.lines[2] == "1. Player 1: 2. Current number: 2"


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ('[spec "digit-stack"] [ending "resignation"] 2', "Player 1 wins (player 2 resigned)."),
        (
            '[spec "digit-stack"] [ending "agreed draw"]',
            "A draw (the players agreed on a draw).",
        ),
        (
            '[spec "operation-stack"] [ending "forfeited attempt"] [attempt "operate /"] 5',
            "Player 1 wins (forfeited attempt: operate /).",
        ),
        ('[spec "digit-stack"] [max_turns "1"] 2', "A draw (turn limit: 1 turn was played)."),
        ('[spec "digit-stack"] 2', "Unfinished."),
        ('[spec "digit-stack"]', "Unfinished."),
    ],
)
def test_every_ending_is_told(text: str, last: str) -> None:
    shown = numduel("replay", "-", said=text)
    assert (shown.lines[-1], shown.code) == (last, 0)


def test_several_games_are_shown_with_a_line_between_them() -> None:
    shown = numduel("replay", "-", said=GAME + "\n" + GAME)
    assert shown.lines == [*SHOWN, "", *SHOWN]


def test_every_comment_is_shown_where_it_stands() -> None:
    shown = numduel("replay", "-", said='[spec "digit-stack"] {before it all} 2 {one} {two} 5')
    places = [
        shown.out.index(note) for note in ("before it all", "1. Player 1: 2", "one", "two", "2. Player 2: 5")
    ]
    assert places == sorted(places)


def test_a_long_game_is_shown_whole() -> None:
    shown = numduel("replay", "-", said='[spec "top-stack-twelve"] ' + "3 " * 2000)
    assert len(shown.lines) == 2003
    assert max(map(len, shown.lines)) < 200


# At a terminal


def test_at_a_terminal_a_game_is_stepped_through_by_keys(game: str) -> None:
    with Terminal("replay", game) as terminal:
        assert terminal.expect(f"{SHOWN[1]}\n").startswith(SHOWN[0])
        for key, line in [
            ("\r", SHOWN[2]),
            ("f", SHOWN[3]),
            ("F", SHOWN[4]),
            ("b", f"back: {SHOWN[3]}"),
            ("B", f"back: {SHOWN[2]}"),
            ("b", f"back: {SHOWN[1]}"),
            ("\n", SHOWN[2]),
        ]:
            terminal.type(key)
            assert terminal.expect(f"{line}\n") == f"{line}\n"
        terminal.type("e")
        assert terminal.expect(f"{SHOWN[-1]}\n") == "".join(f"{line}\n" for line in SHOWN[3:])
        # There is nothing further on; but back there is.
        terminal.type("f\re")
        terminal.type("b")
        assert terminal.expect(f"back: {SHOWN[-2]}\n") == f"back: {SHOWN[-2]}\n"
        terminal.type("q")
        assert terminal.finish() == ""
        assert terminal.code == 0


def test_the_keys_are_told(game: str) -> None:
    with Terminal("replay", game) as terminal:
        shown = terminal.expect(f"{SHOWN[1]}\n")
        assert "Keys: Enter, f or right forward; b or left back; s start; e end; q quit" in shown.splitlines()


def test_arrows_home_and_end_step_as_letters_do(game: str) -> None:
    up, down, right, left = (f"\x1b[{letter}" for letter in "ABCD")
    with Terminal("replay", game) as terminal:
        terminal.expect(f"{SHOWN[1]}\n")
        for key, line in [
            (right, SHOWN[2]),
            (down, SHOWN[3]),
            ("\x1bOC", SHOWN[4]),  # as terminals send it in their other mode
            (left, f"back: {SHOWN[3]}"),
            (up, f"back: {SHOWN[2]}"),
            ("\x1b[F", SHOWN[-1]),
            ("\x1b[H", f"back: {SHOWN[1]}"),
            ("\x1b[4~", SHOWN[-1]),
            ("\x1b[1~", f"back: {SHOWN[1]}"),
            ("e", SHOWN[-1]),
            ("s", f"back: {SHOWN[1]}"),
            (right, SHOWN[2]),
        ]:
            terminal.type(key)
            assert terminal.expect(f"{line}\n").endswith(f"{line}\n")
        terminal.type("q")
        assert terminal.finish() == ""
        assert terminal.code == 0


def test_keys_without_a_meaning_do_nothing(game: str) -> None:
    with Terminal("replay", game) as terminal:
        terminal.expect(f"{SHOWN[1]}\n")
        terminal.type("b")  # there is nothing before the start
        terminal.type("x?7\t\x1b[A\x1b[Z\x1b[5~\x1b[21~\x1bOP")
        terminal.type("f")
        assert terminal.expect(f"{SHOWN[2]}\n") == f"{SHOWN[2]}\n"


@pytest.mark.parametrize(("key", "code"), [("q", 0), (CTRL_D, 0), (CTRL_C, 130)])
def test_a_replay_can_be_left_at_any_time(key: str, code: int, game: str) -> None:
    with Terminal("replay", game) as terminal:
        terminal.expect(f"{SHOWN[1]}\n")
        terminal.type(key)
        terminal.finish()
        assert terminal.code == code


def test_who_asks_for_plain_text_gets_it_all_at_once(game: str) -> None:
    with Terminal("replay", game, "--plain") as terminal:
        assert terminal.finish().splitlines() == SHOWN
        assert terminal.code == 0


def test_games_of_a_file_are_stepped_through_one_after_another(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text(GAME + "\n" + GAME.replace("Ann", "Zoë"))
    with Terminal("replay", str(tmp_path / "games.txt")) as terminal:
        terminal.expect(f"{SHOWN[1]}\n")
        terminal.type("q")
        assert "Zo" in terminal.expect(f"{SHOWN[1]}\n")
        terminal.type("q")
        terminal.finish()
        assert terminal.code == 0
