"""Nothing is lost: games are kept as they are played, and can be gone on with after any accident."""

import contextlib
import json
import os
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from commandline import (
    COMMAND,
    PATIENCE,
    REPOSITORY,
    WAY_BACK,
    Terminal,
    environment,
    in_shell,
    numduel,
    play,
    run,
)

from numduel.match.events import NextGame, Play
from numduel.match.reading import parse_all
from numduel.match.record import Record, write
from numduel.match.session import Session
from numduel.store import schema
from numduel.store.base import GameRow
from numduel.store.journal import Journal
from numduel.store.sqlite import SqliteStore

DIGIT = "please choose a digit (1-9): "
DUEL = "Enter your choice (1 or 2): "
CTRL_C, CTRL_D = "\x03", "\x04"
# Under the rulebook's settings these four digits make whoever is Player 1 win.
FIRST_SEAT_WINS = ("5", "5", "5", "5")


@pytest.fixture
def db(tmp_path: Path) -> str:
    """Where the games of one test are kept."""
    return str(tmp_path / "games.db")


def rows(db: str) -> list[GameRow]:
    """What is kept of each game, the oldest first."""
    with contextlib.closing(SqliteStore(Path(db))) as store:
        return [row for _, row in store.page(100) if isinstance(row, GameRow)][::-1]


def kept(db: str, number: int = 1) -> Record:
    """A kept game."""
    with contextlib.closing(SqliteStore(Path(db))) as store:
        return store.record(number)


def all_is_well(db: str) -> bool:
    with contextlib.closing(SqliteStore(Path(db))) as store:
        return list(store.problems()) == []


def listed(db: str, *options: str) -> list[dict[str, Any]]:
    """What `history --json` lists."""
    done = numduel("history", "--json", *options, NUMDUEL_DB=db)
    assert (done.err, done.code) == ("", 0)
    found: list[dict[str, Any]] = json.loads(done.out)
    return found


def answers(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def keep(db: str, text: str) -> None:
    done = numduel("import", "-", said=text, NUMDUEL_DB=db)
    assert (done.err, done.code) == ("", 0)


class Piped:
    """The command with pipes to it: someone who answers once a prompt is there."""

    def __init__(self, *arguments: str, **changes: str | None) -> None:
        self._process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment(**changes),
        )

    def __enter__(self) -> "Piped":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate(timeout=PATIENCE)

    def until(self, prompt: str) -> str:
        """What is shown up to a prompt, or to the end."""
        assert self._process.stdout is not None
        shown = b""
        while not shown.endswith(prompt.encode()) and (byte := self._process.stdout.read(1)):
            shown += byte
        return shown.decode()

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()

    def send(self, number: signal.Signals) -> int:
        """Send a signal, and wait for the end it brings; the exit code."""
        self._process.send_signal(number)
        return self._process.wait(PATIENCE)


# However a game is left


def test_a_game_is_kept_as_it_was_played(db: str) -> None:
    options = ("--p1", "human:Ann", "--seed", "7", "--max-turns", "9", "--undo", "free", "--hints", "3")
    done = play("digit-stack", "2", "hint", "5", "undo", "5", "8", "9", options=options, NUMDUEL_DB=db)
    assert (done.err, done.code) == ("", 0)
    game = kept(db)
    assert (game.spec, game.moves, game.players) == ("digit-stack", tuple("2589"), ("Ann", "B"))
    assert (game.seed, game.max_turns, game.undo_policy, game.hint_limit) == (7, 9, "free", 3)
    assert (game.hints, game.undos, game.round) == ((0, 1), 1, 1)
    assert game.result is not None
    assert (game.result.winner, game.result.ending.value) == (1, "rule")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", game.date)


def test_what_is_printed_does_not_depend_on_what_was_kept_before(db: str) -> None:
    first = play("digit-stack", "2", "quit", "yes", NUMDUEL_DB=db)
    second = play("digit-stack", "2", "quit", "yes", NUMDUEL_DB=db)
    assert first == second
    assert (first.way_back, second.way_back) == ("numduel resume 1", "numduel resume 2")


@pytest.mark.parametrize(
    ("leaving", "code", "sentence"),
    [
        (("quit", "yes"), 0, "The game is left unfinished, after 2 turns."),
        ((), 1, "The input has ended: the game is unfinished, after 2 turns."),
    ],
)
def test_a_game_that_is_left_can_be_gone_on_with_as_the_screen_says(
    leaving: tuple[str, ...], code: int, sentence: str, db: str
) -> None:
    left = play("digit-stack", "2", "5", *leaving, NUMDUEL_DB=db)
    assert (left.lines[-1], left.err, left.code) == (sentence, "", code)
    gone_on = in_shell(left.way_back, answers("8", "9"), NUMDUEL_DB=db)
    where = gone_on.out.partition(DIGIT)[0].splitlines()
    assert [line for line in where if "Player 1 is a person" in line]
    assert [line for line in where if "digit-stack" in line]
    assert where[-4:-2] == ["2 moves so far: 2 5", "Current number: 25"]
    assert gone_on.lines[-1].endswith("Player 1 wins!")
    assert (gone_on.err, gone_on.code) == ("", 0)
    assert kept(db).moves == tuple("2589")
    assert len(rows(db)) == 1


def test_a_game_of_which_no_move_was_made_is_not_kept(db: str) -> None:
    left = play("digit-stack", "quit", "yes", NUMDUEL_DB=db)
    assert (left.way_back, left.code) == ("", 0)
    assert rows(db) == []


def test_ctrl_c_and_ctrl_d_leave_a_game_that_can_be_gone_on_with(db: str) -> None:
    with Terminal("play", "digit-stack", "--plain", NUMDUEL_DB=db) as terminal:
        terminal.expect(DIGIT)
        terminal.enter("2")
        terminal.expect(DIGIT)
        terminal.type(CTRL_C)
        shown = terminal.finish()
        assert "Interrupted: the game is unfinished, after 1 turn." in shown
        way_back = shown.partition(WAY_BACK)[2].strip()
        assert terminal.code == 130
    with Terminal(script=way_back, NUMDUEL_DB=db) as terminal:
        assert "1 move so far: 2" in terminal.expect(DIGIT)
        terminal.enter("5")
        terminal.expect(DIGIT)
        terminal.type(CTRL_D)
        shown = terminal.finish()
        assert "The input has ended: the game is unfinished, after 2 turns." in shown
        assert shown.partition(WAY_BACK)[2].strip() == way_back
        assert terminal.code == 1
    assert kept(db).moves == ("2", "5")


def test_a_game_is_there_after_its_terminal_was_closed(db: str) -> None:
    with Terminal("play", "digit-stack", "--plain", NUMDUEL_DB=db) as terminal:
        terminal.expect(DIGIT)
        terminal.enter("2")
        terminal.expect(DIGIT)
    # The terminal is gone now, and with it the game's process.
    assert kept(db).moves == ("2",)
    assert in_shell("numduel resume", answers("5", "8", "9"), NUMDUEL_DB=db).code == 0


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_every_move_that_was_shown_is_there_after_a_signal(number: signal.Signals, db: str) -> None:
    with Piped("play", "digit-stack", NUMDUEL_DB=db) as game:
        for digit in "25":
            game.until(DIGIT)
            game.say(digit)
        assert "now: 25" in game.until(DIGIT)
        game.send(number)
    assert kept(db).moves == ("2", "5")
    assert all_is_well(db)
    gone_on = numduel("resume", said=answers("8", "9"), NUMDUEL_DB=db)
    assert gone_on.lines[-1].endswith("Player 1 wins!")
    assert kept(db).moves == tuple("2589")


@pytest.mark.parametrize("delay", [0.3, 0.4, 0.55, 0.7])
def test_after_an_interrupt_the_screen_says_as_many_turns_as_are_kept(delay: float, db: str) -> None:
    # So many moves come through the pipe that the interrupt meets the program at work.
    typed, shown = Path(db).with_name("typed"), Path(db).with_name("shown")
    typed.write_text("1\n" * 500_000)
    with typed.open() as moves, shown.open("wb") as screen:
        process = subprocess.Popen(
            [*COMMAND, "play", "top-stack-twelve"],
            stdin=moves,
            stdout=screen,
            stderr=subprocess.DEVNULL,
            env=environment(NUMDUEL_DB=db),
        )
        while not shown.stat().st_size:
            time.sleep(0.02)
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
    turns = re.findall(r"Interrupted: the game is unfinished, after ([\d,]+) turns?\.", shown.read_text())
    assert [int(made.replace(",", "")) for made in turns] == [len(kept(db).moves)]


def test_a_move_is_in_the_file_before_its_effect_is_shown(db: str) -> None:
    with Piped("play", "digit-stack", NUMDUEL_DB=db) as game:
        game.until(DIGIT)
        for count in range(1, 4):
            game.say("3")
            game.until(f"now: {'3' * count}")
            with contextlib.closing(sqlite3.connect(db)) as connection:
                assert connection.execute("SELECT count(*) FROM moves").fetchone() == (count,)


def test_a_move_is_in_the_file_before_a_computer_thinks_about_it(db: str) -> None:
    with Piped("play", "operation-stack", "--p2", "mcts:1000000", NUMDUEL_DB=db) as game:
        game.until("('push' or 'operate'): ")
        game.say("5")
        game.until("Stack after turn: [5]")
        # Nor does the computer keep another program waiting meanwhile.
        other = play("digit-stack", "2", NUMDUEL_DB=db)
        assert (other.err, other.way_back) == ("", "numduel resume 2")
    assert kept(db).moves == ("5",)


def test_the_end_of_a_game_is_kept_with_its_last_move(db: str) -> None:
    with Piped("play", "digit-stack", "--rounds", "2", NUMDUEL_DB=db) as game:
        for digit in "2589":
            game.until(DIGIT)
            game.say(digit)
        assert "Game 2 of 2" in game.until(DIGIT)
        game.send(signal.SIGKILL)
    assert [(row.moves, row.winner) for row in rows(db)] == [(4, 1)]


# The command that is shown


@pytest.mark.parametrize(
    "name", ["a folder/my games.db", "it's.db", "$HOME.db", "ö.db", "-odd.db", "a\\b.db"]
)
def test_the_command_to_go_on_names_the_file_so_that_a_shell_understands_it(
    name: str, tmp_path: Path
) -> None:
    os.makedirs(tmp_path / "a folder")
    shell = f"cd {shlex.quote(str(tmp_path))}\nnumduel play digit-stack --db={shlex.quote(name)}"
    left = in_shell(shell, answers("2", "5"), NUMDUEL_DB=None)
    assert left.err == ""
    assert (tmp_path / name).is_file()
    gone_on = in_shell(
        f"cd {shlex.quote(str(tmp_path))}\n{left.way_back}", answers("8", "9"), NUMDUEL_DB=None
    )
    assert "2 moves so far: 2 5" in gone_on.out
    assert (gone_on.err, gone_on.code) == ("", 0)


def test_the_command_to_go_on_is_the_one_the_program_was_started_by(tmp_path: Path, db: str) -> None:
    # A clone whose .venv is ready: Python and the command in it are this test's.
    clone = tmp_path / "a clone"
    (clone / ".venv" / "bin").mkdir(parents=True)
    (clone / "tools").mkdir()
    (clone / "numduel").write_bytes((REPOSITORY / "numduel").read_bytes())
    (clone / "tools" / "ready.sh").write_text("ready() { ready=yes; }\nkeep_encoding() { :; }\n")
    (clone / ".venv" / "bin" / "python").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$@"\n')
    (clone / ".venv" / "bin" / "numduel").write_text(
        "import sys\nfrom numduel.cli.main import main\nsys.exit(main())\n"
    )
    for script in (clone / "numduel", clone / ".venv" / "bin" / "python"):
        script.chmod(0o755)
    for folder, command in ((clone, "./numduel"), (tmp_path, "'a clone/numduel'")):
        start = ("/bin/sh", "-c", f"{command} play digit-stack")
        left = run(start, answers("2", "5"), environment(NUMDUEL_DB=db), folder)
        assert left.way_back.startswith(f"{command} resume "), left
        gone_on = run(("/bin/sh", "-c", left.way_back), answers("8", "9"), environment(NUMDUEL_DB=db), folder)
        assert (gone_on.err, gone_on.code) == ("", 0)
    assert {row.winner for row in rows(db)} == {1}


# Going on


def test_resume_without_a_number_takes_the_last_unfinished_game(db: str) -> None:
    play("digit-stack", "2", NUMDUEL_DB=db)
    play("digit-stack", "3", NUMDUEL_DB=db)
    play("digit-stack", *"2589", NUMDUEL_DB=db)
    assert "1 move so far: 3" in numduel("resume", NUMDUEL_DB=db).out
    assert "1 move so far: 2" in numduel("resume", "1", NUMDUEL_DB=db).out
    gone_on = numduel("resume", said=answers("5", "8", "9"), NUMDUEL_DB=db)
    assert gone_on.code == 0
    assert "1 move so far: 2" in numduel("resume", NUMDUEL_DB=db).out


def test_where_there_is_nothing_to_go_on_with_a_sentence_says_so(db: str) -> None:
    nothing = numduel("resume", NUMDUEL_DB=db)
    assert (nothing.complaint, nothing.out, nothing.code) == ("numduel: there is no unfinished game\n", "", 1)
    play("digit-stack", *"2589", NUMDUEL_DB=db)
    over = numduel("resume", "1", NUMDUEL_DB=db)
    assert over.complaint == "numduel: game 1 is finished; numduel replay 1 shows it\n"
    assert over.code == 1
    unknown = numduel("resume", "12", NUMDUEL_DB=db)
    assert "there is no game 12" in unknown.complaint
    assert unknown.code == 1
    assert numduel("resume", "twelve", NUMDUEL_DB=db).code == 2


def test_a_long_game_is_shown_by_its_last_moves_when_it_is_gone_on_with(db: str) -> None:
    keep(db, '[spec "top-stack-twelve:limit=99"] ' + "1 " * 30)
    shown = numduel("resume", NUMDUEL_DB=db)
    assert "30 moves so far: ..." + " 1" * 20 in shown.lines


MATCHES = {
    "rounds": ("--rounds", "3"),
    "points": ("--to", "2"),
    "the second begins": ("--rounds", "3", "--first", "2", "--p1", "human:Ann", "--p2", "human:Ben"),
    "a toss": ("--to", "2", "--first", "toss", "--seed", "4"),
}


def outcome(db: str) -> list[tuple[object, ...]]:
    """What is kept of the games of a match, whenever they were played."""
    return [(row.player1, row.player2, row.round, row.moves, row.ending, row.winner) for row in rows(db)]


@pytest.mark.parametrize("options", MATCHES.values(), ids=MATCHES)
def test_a_match_goes_on_with_its_score_wherever_it_was_left(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    typed = (*FIRST_SEAT_WINS, "5", "resign", *FIRST_SEAT_WINS, *FIRST_SEAT_WINS)
    whole = play("digit-stack", *typed, options=options, NUMDUEL_DB=str(tmp_path / "whole.db"))
    for cut in (3, 4, 6) if "--first" not in options else (5,):
        db = str(tmp_path / f"{cut}.db")
        left = play("digit-stack", *typed[:cut], options=options, NUMDUEL_DB=db)
        assert "The match is unfinished. Score: " in left.out
        gone_on = numduel("resume", said=answers(*typed[cut:]), NUMDUEL_DB=db)
        assert (gone_on.err, gone_on.code) == ("", whole.code)
        assert gone_on.lines[-4:] == whole.lines[-4:], cut
        assert outcome(db) == outcome(str(tmp_path / "whole.db")), cut


@pytest.mark.parametrize("leaving", [(), ("quit", "yes")])
def test_a_match_that_is_left_between_two_games_says_how_to_go_on(leaving: tuple[str, ...], db: str) -> None:
    left = play("digit-stack", *FIRST_SEAT_WINS, *leaving, options=("--rounds", "2"), NUMDUEL_DB=db)
    assert left.lines[-1] == "The match is unfinished. Score: A 1, B 0."
    assert left.way_back == "numduel resume 1"
    gone_on = in_shell(left.way_back, answers(*FIRST_SEAT_WINS), NUMDUEL_DB=db)
    assert gone_on.lines[-1] == "The match is a tie."


def test_a_match_can_be_gone_on_with_by_the_number_of_any_of_its_games(db: str) -> None:
    play("digit-stack", *FIRST_SEAT_WINS, "2", "5", options=("--rounds", "2"), NUMDUEL_DB=db)
    for number in ("1", "2"):
        assert "2 moves so far: 2 5" in numduel("resume", number, NUMDUEL_DB=db).out


def test_where_a_match_stands_is_shown_when_it_is_gone_on_with(db: str) -> None:
    play("digit-stack", *FIRST_SEAT_WINS, "2", "5", options=("--rounds", "3"), NUMDUEL_DB=db)
    shown = numduel("resume", NUMDUEL_DB=db).out.partition(DIGIT)[0]
    assert "Score: A 1, B 0." in shown
    assert "B is Player 1" in shown


# Computers


def cut_short(whole: str, db: str, moves: int) -> None:
    """A match of which only the first moves of the first game were kept, as if the plug had been pulled."""
    with contextlib.closing(SqliteStore(Path(whole))) as store:
        setup, made = store.setup(store.row(1).match or 0), store.record(1).moves[:moves]
    with contextlib.closing(SqliteStore(Path(db))) as store:
        journal = Journal(Session(setup), store)
        journal.submit(NextGame(1))
        for ply, text in enumerate(made):
            journal.submit(Play(1 + ply % 2, text))


@pytest.mark.parametrize("who", ["random", "perfect", "level:4", "mcts:60"])
def test_computers_go_on_as_they_would_have(who: str, tmp_path: Path) -> None:
    whole = str(tmp_path / "whole.db")
    spec = "operation-obliteration:high=1000" if who != "mcts:60" else "operation-duel:target=31"
    options = (
        "--p1",
        who,
        "--p2",
        "random",
        "--first",
        "2",
        "--seed",
        "11",
        "--rounds",
        "2",
        "--max-turns",
        "14",
    )
    played = numduel("play", spec, *options, NUMDUEL_DB=whole)
    assert played.code == 0
    games = [kept(whole, number) for number in (1, 2)]
    for moves in (1, len(games[0].moves) // 2, len(games[0].moves) - 1):
        db = str(tmp_path / f"{moves}.db")
        cut_short(whole, db, moves)
        gone_on = numduel("resume", NUMDUEL_DB=db)
        assert (gone_on.err, gone_on.code) == ("", 0)
        assert [kept(db, number).moves for number in (1, 2)] == [game.moves for game in games], moves
        assert gone_on.lines[-4:] == played.lines[-4:]


@pytest.mark.parametrize("who", ["random", "level:4", "mcts:60"])
def test_a_computer_answers_a_person_as_it_would_have(who: str, tmp_path: Path) -> None:
    options = ("--p2", who, "--seed", "5")
    typed = ["+1"] * 40
    whole, db = str(tmp_path / "whole.db"), str(tmp_path / "left.db")
    play("operation-duel:target=31", *typed, options=options, NUMDUEL_DB=whole)
    play("operation-duel:target=31", *typed[:2], options=options, NUMDUEL_DB=db)
    for _ in range(2):  # left once more on the way
        numduel("resume", said=answers(*typed[:2]), NUMDUEL_DB=db)
    numduel("resume", said=answers(*typed), NUMDUEL_DB=db)
    assert kept(db).moves == kept(whole).moves
    assert kept(db).result == kept(whole).result


# What was agreed


@pytest.mark.parametrize(
    ("policy", "said", "answer", "moves"),
    [
        ("none", ("undo",), "No move can be taken back in this game: that was agreed.", "25"),
        ("agree", ("undo", "yes"), "The last move (5) is taken back.", "2"),
        ("agree", ("undo", "no"), "Player 1 does not agree. The game goes on.", "25"),
        ("free", ("undo",), "The last move (5) is taken back.", "2"),
    ],
)
def test_what_was_agreed_about_undoing_holds_after_going_on(
    policy: str, said: tuple[str, ...], answer: str, moves: str, db: str
) -> None:
    play("digit-stack", "2", "5", options=("--undo", policy), NUMDUEL_DB=db)
    gone_on = numduel("resume", said=answers(*said), NUMDUEL_DB=db)
    assert answer in gone_on.lines
    asked = "Player 1, do you agree? (yes or no): " in gone_on.out
    assert asked == (policy == "agree")
    game = kept(db)
    assert (game.moves, game.undo_policy, game.undos) == (tuple(moves), policy, int(moves == "2"))


def test_what_was_agreed_about_hints_holds_after_going_on(db: str) -> None:
    play("operation-duel", "*2", "hint", options=("--hints", "2"), NUMDUEL_DB=db)
    assert kept(db).hints == (0, 1)
    refusal = "No more hints: 2 were agreed for each player."
    gone_on = numduel("resume", said=answers("hint", "hint", "+1", "hint"), NUMDUEL_DB=db)
    assert gone_on.lines.count(refusal) == 1
    game = kept(db)
    assert (game.hints, game.hint_limit) == ((1, 2), 2)
    assert refusal in numduel("resume", said=answers("*2", "hint"), NUMDUEL_DB=db).lines


def test_hints_are_counted_for_each_game_of_a_match(db: str) -> None:
    typed = ("hint", "resign", "hint", "hint", "5")
    left = play("digit-stack", *typed, options=("--hints", "1", "--rounds", "2"), NUMDUEL_DB=db)
    assert sum(line.startswith("No more hints") for line in left.lines) == 1
    assert [kept(db, number).hints for number in (1, 2)] == [(1, 0), (1, 0)]


def test_moves_taken_back_stay_taken_back(db: str) -> None:
    play("digit-stack", "2", "5", "undo", "7", options=("--undo", "free"), NUMDUEL_DB=db)
    assert "2 moves so far: 2 7" in numduel("resume", NUMDUEL_DB=db).out
    assert kept(db).undos == 1


def test_a_computer_gives_back_its_move_and_yours(db: str) -> None:
    play(
        "operation-duel:target=31",
        "*2",
        "+1",
        "undo",
        options=("--p2", "random", "--seed", "1"),
        NUMDUEL_DB=db,
    )
    game = kept(db)
    assert (len(game.moves), game.undos) == (2, 1)
    assert "2 moves so far" in numduel("resume", NUMDUEL_DB=db).out


def test_a_turn_limit_holds_after_going_on(db: str) -> None:
    play("digit-stack", "2", "5", options=("--max-turns", "3"), NUMDUEL_DB=db)
    gone_on = numduel("resume", said=answers("8"), NUMDUEL_DB=db)
    assert "The limit of 3 turns is reached." in gone_on.lines
    assert [(row.winner, row.ending) for row in rows(db)] == [(None, "turn limit")]


@pytest.mark.parametrize(
    ("who", "told"),
    [
        ((), "a person  a person  1      Player 1 won"),
        (("--p2", "level:1"), "a person  level:1   1      Player 1 won"),
        (("--p1", "level:1"), "level:1   a person  1      level:1 won"),
        (("--p1", "human:Ann", "--first", "2"), "a person  Ann       1      Player 1 won"),
        (("--p1", "human:A"), "A         a person  1      A won"),
    ],
)
def test_who_gave_no_name_is_a_person_in_the_history_whatever_the_seat(
    who: tuple[str, ...], told: str, db: str
) -> None:
    numduel("play", "operation-duel:target=2", *who, said="1\n", NUMDUEL_DB=db)
    assert numduel("history", NUMDUEL_DB=db).lines[1].endswith(f"  {told}")


def test_an_imported_game_can_be_gone_on_with(db: str) -> None:
    text = '[spec "digit-stack"] [player1 "Ann"] [undo "none"] [max_turns "3"] 2 5'
    keep(db, text)
    gone_on = numduel("resume", said=answers("undo", "8"), NUMDUEL_DB=db)
    assert gone_on.lines[0] == "Player 1 is Ann, Player 2 is a person."
    assert "No move can be taken back in this game: that was agreed." in gone_on.lines
    assert [(row.moves, row.ending) for row in rows(db)] == [(3, "turn limit")]
    assert all_is_well(db)


# Two at a time


def test_two_programs_that_go_on_with_one_game_do_not_spoil_it(db: str) -> None:
    with Piped("play", "operation-duel:target=9", NUMDUEL_DB=db) as one:
        one.until(DUEL)
        one.say("*2")
        one.until(DUEL)
        with Piped("resume", NUMDUEL_DB=db) as other:
            other.until(DUEL)
            for game, move in ((one, "*2"), (other, "+1"), (one, "*2"), (other, "*2")):
                game.say(move)
                game.until(DUEL)
    assert all_is_well(db)
    assert numduel("replay", "1", NUMDUEL_DB=db).code == 0


# Where nothing can be kept


def test_nothing_is_kept_where_nothing_is_to_be(db: str) -> None:
    played = play("digit-stack", "2", "quit", "yes", options=("--no-save",), NUMDUEL_DB=db)
    assert (played.err, played.way_back, played.code) == ("", "", 0)
    assert not Path(db).exists()


def missing(folder: Path) -> str:
    """A file in a folder that cannot be made, whoever asks."""
    (folder / "file").touch()
    return str(folder / "file" / "numduel" / "games.db")


def unwritable(folder: Path) -> str:
    """A file in a folder in which nobody can make one."""
    return "/proc/numduel/games.db"


def a_folder(folder: Path) -> str:
    return str(folder)


def text(folder: Path) -> str:
    (folder / "notes.txt").write_text("Dear diary, ...\n" * 100)
    return str(folder / "notes.txt")


def newer(folder: Path) -> str:
    path = folder / "newer.db"
    SqliteStore(path).close()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}")
    return str(path)


UNUSABLE = [missing, unwritable, a_folder, text, newer]


@pytest.mark.parametrize("place", UNUSABLE)
def test_where_games_cannot_be_kept_play_goes_on_and_says_so_once(
    place: Callable[[Path], str], tmp_path: Path
) -> None:
    named = place(tmp_path)
    before = Path(named).read_bytes() if Path(named).is_file() else b""
    typed = FIRST_SEAT_WINS * 2
    unsaved = play("digit-stack", *typed, options=("--rounds", "2"), NUMDUEL_DB=named)
    assert unsaved.complaint.startswith("numduel: this game is not being saved: ")
    assert (unsaved.out, unsaved.code) == (
        play("digit-stack", *typed, options=("--rounds", "2", "--no-save")).out,
        0,
    )
    left = play("digit-stack", "2", "quit", "yes", NUMDUEL_DB=named)
    assert (left.way_back, left.code) == ("", 0)
    if before:
        assert Path(named).read_bytes() == before


@pytest.mark.parametrize("command", ["history", "resume", "delete 1 --yes", "review 1"])
@pytest.mark.parametrize("place", [missing, newer])
def test_where_games_cannot_be_read_a_sentence_says_so(
    place: Callable[[Path], str], command: str, tmp_path: Path
) -> None:
    refused = numduel(*command.split(), NUMDUEL_DB=place(tmp_path))
    assert "cannot be used" in refused.complaint
    assert (refused.out, refused.code) == ("", 1)


def test_games_are_kept_in_the_data_folder_unless_told_otherwise(tmp_path: Path) -> None:
    data = str(tmp_path / "data")
    play("digit-stack", "2", NUMDUEL_DB=None, XDG_DATA_HOME=data, HOME=str(tmp_path))
    assert (tmp_path / "data" / "numduel" / "games.db").is_file()
    gone_on = numduel("resume", NUMDUEL_DB=None, XDG_DATA_HOME=data, HOME=str(tmp_path))
    assert "1 move so far: 2" in gone_on.out
    # A file that is named on the command line goes before one that is named in the environment.
    other, third = str(tmp_path / "other.db"), str(tmp_path / "third.db")
    left = play("digit-stack", "2", options=("--db", other), NUMDUEL_DB=third)
    assert left.way_back == f"numduel resume 1 --db={other}"
    assert (Path(other).exists(), Path(third).exists()) == (True, False)


# History


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file with 45 games: Ann and Ben, Ann and Cem, Ben and Ann in turn, with every result."""
    db = str(tmp_path_factory.mktemp("several") / "games.db")
    endings = ("2 5 8 9", '[ending "resignation"]', '[ending "agreed draw"] 2', "2 5 8")
    texts = []
    for number in range(45):
        one, other = (("Ann", "Ben"), ("Ann", "Cem"), ("Ben", "Ann"))[number % 3]
        spec = "digit-stack" if number % 5 else "operation-duel"
        ending = endings[number % 4] if spec == "digit-stack" else "+1"
        texts.append(f'[uid "{number}"] [spec "{spec}"] [player1 "{one}"] [player2 "{other}"] {ending} {{.}}')
    keep(db, "\n".join(texts))
    return db


def test_history_lists_the_newest_games_first_and_says_how_to_see_more(several: str) -> None:
    shown = numduel("history", NUMDUEL_DB=several)
    assert [line.split()[0] for line in shown.lines[1:-1]] == [str(number) for number in range(45, 25, -1)]
    assert shown.lines[0].split() == ["game", "date", "spec", "player", "1", "player", "2", "moves", "result"]
    assert shown.lines[-1] == "Older ones: numduel history --before 26"


def pages(command: str, db: str | None) -> Iterator[list[str]]:
    """The games on each page, as long as the last says how to see the next."""
    while command:
        shown = in_shell(command, NUMDUEL_DB=db)
        assert (shown.err, shown.code) == ("", 0)
        yield [line.split()[0] for line in shown.lines if line[:1].isdigit()]
        command = shown.lines[-1].removeprefix("Older ones: ") if "Older ones: " in shown.out else ""


def test_older_games_are_found_page_by_page_as_the_screen_says(several: str) -> None:
    found = list(pages("numduel history", several))
    assert [len(page) for page in found][:3] == [20, 20, 5]
    assert [number for page in found for number in page] == [str(number) for number in range(45, 0, -1)]


def test_older_games_are_found_where_the_newer_ones_were(several: str) -> None:
    found = list(pages(f"numduel history --most 15 --db {several}", None))
    assert [number for page in found for number in page] == [str(number) for number in range(45, 0, -1)]


def test_older_games_are_of_the_kind_that_was_asked_for(several: str) -> None:
    found = list(pages("numduel history --game operation-duel --most 4", several))
    assert [number for page in found for number in page] == [
        "41",
        "36",
        "31",
        "26",
        "21",
        "16",
        "11",
        "6",
        "1",
    ]


@pytest.mark.parametrize(
    ("options", "fits"),
    [
        (("--game", "operation-duel"), lambda row: row["game"] == "operation-duel"),
        (("--player", "Cem"), lambda row: "Cem" in row["players"]),
        (("--player", "Ben"), lambda row: "Ben" in row["players"]),
        (("--result", "1"), lambda row: row["result"] == "1"),
        (("--result", "2"), lambda row: row["result"] == "2"),
        (("--result", "draw"), lambda row: row["result"] == "draw"),
        (("--result", "unfinished"), lambda row: row["result"] == "unfinished"),
        (("--before", "9"), lambda row: row["id"] < 9),
        (
            ("--player", "Ann", "--result", "draw", "--game", "digit-stack", "--before", "40"),
            lambda row: (
                "Ann" in row["players"]
                and row["result"] == "draw"
                and row["game"] == "digit-stack"
                and row["id"] < 40
            ),
        ),
    ],
)
def test_history_shows_the_games_that_fit_and_no_others(
    options: tuple[str, ...], fits: Callable[[dict[str, Any]], bool], several: str
) -> None:
    everything = listed(several, "--most", "100")
    assert len(everything) == 45
    fitting = [row for row in everything if fits(row)]
    assert 0 < len(fitting) < 45
    assert listed(several, "--most", "100", *options) == fitting


def test_history_as_json_says_everything_about_a_game(db: str) -> None:
    play("digit-stack:target=31", "2", options=("--p1", "human:Ann"), NUMDUEL_DB=db)
    [row] = listed(db)
    date = row.pop("date")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", date)
    assert row == {
        "id": 1,
        "spec": "digit-stack:target=31",
        "game": "digit-stack",
        "players": ["Ann", "B"],
        "moves": 1,
        "result": "unfinished",
        "ending": None,
        "by": None,
        "match": 1,
        "round": 1,
        "earlier_reading": False,
    }


def test_where_no_games_fit_a_sentence_says_so(db: str, several: str) -> None:
    assert numduel("history", NUMDUEL_DB=db).out == "No games are kept yet.\n"
    assert numduel("history", "--player", "Eve", NUMDUEL_DB=db).out == "No games are kept that fit.\n"
    assert numduel("history", "--player", "Eve", NUMDUEL_DB=several).out == "No games are kept that fit.\n"
    assert numduel("history", "--summary", NUMDUEL_DB=db).out == "No games are kept yet.\n"
    assert numduel("history", "--summary", "--json", NUMDUEL_DB=db).out == "[]\n"


def test_a_summary_counts_by_player_and_by_seat(several: str) -> None:
    rows = json.loads(numduel("history", "--summary", "--json", NUMDUEL_DB=several).out)
    everything = listed(several, "--most", "100")
    expected = []
    for player in ("Ann", "Ben", "Cem"):
        for seat in (1, 2):
            results = [row["result"] for row in everything if row["players"][seat - 1] == player]
            if results:
                counts = [results.count(kind) for kind in (str(seat), str(3 - seat), "draw", "unfinished")]
                expected.append([player, seat, *counts])
    assert [list(row.values()) for row in rows] == expected
    assert list(rows[0]) == ["player", "seat", "won", "lost", "drawn", "unfinished"]
    shown = numduel("history", "--summary", NUMDUEL_DB=several).lines
    assert [line.split() for line in shown] == [
        list(rows[0]),
        *([str(cell) for cell in row] for row in expected),
    ]


def test_a_summary_says_of_whoever_has_no_name_what_a_history_says(db: str, tmp_path: Path) -> None:
    record = tmp_path / "one.txt"
    record.write_text('[spec "operation-duel:target=2"]\n[player1 "Ann"]\n\n+1\n')
    assert numduel("import", str(record), NUMDUEL_DB=db).code == 0
    shown = numduel("history", "--summary", NUMDUEL_DB=db).lines
    assert sorted(line.split("  ")[0] for line in shown[1:]) == ["Ann", "a person"]
    rows = json.loads(numduel("history", "--summary", "--json", NUMDUEL_DB=db).out)
    assert [row["player"] for row in rows] == ["", "Ann"]


# Damage


@pytest.fixture
def damaged(db: str) -> str:
    """Games 1 to 3, unfinished, of which the last is not as it was written."""
    for digit in "234":
        play("digit-stack", digit, NUMDUEL_DB=db)
    change(db, "UPDATE games SET player1 = 'Eve' WHERE id = 3")
    return db


def change(db: str, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(db, isolation_level=None)) as connection:
        connection.execute(statement)


def test_a_damaged_game_is_named_and_the_others_are_listed(damaged: str) -> None:
    shown = numduel("history", NUMDUEL_DB=damaged)
    assert shown.complaint == "numduel: set aside: game 3: what is kept about it is not as it was written\n"
    assert [line.split()[0] for line in shown.lines[1:]] == ["2", "1"]
    assert shown.code == 0


@pytest.mark.parametrize("command", ["resume 3", "export 3", "replay 3", "review 3"])
def test_a_damaged_game_that_is_asked_for_is_refused_with_exit_code_4(command: str, damaged: str) -> None:
    refused = numduel(*command.split(), NUMDUEL_DB=damaged)
    assert "game 3: what is kept about it is not as it was written" in refused.complaint
    assert (refused.out, refused.code) == ("", 4)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games SET player1 = 'Eve' WHERE id = 3",
        "UPDATE moves SET text = '9' WHERE game = 3",
        "UPDATE matches SET who1 = 'human:Eve' WHERE id = 3",
    ],
)
def test_resume_sets_a_damaged_game_aside_and_takes_the_one_before(statement: str, db: str) -> None:
    for digit in "234":
        play("digit-stack", digit, NUMDUEL_DB=db)
    change(db, statement)
    gone_on = numduel("resume", NUMDUEL_DB=db)
    assert "1 move so far: 3" in gone_on.out
    assert re.search(r"set aside: .*3", gone_on.err)


def test_a_check_names_what_is_damaged_with_exit_code_4(damaged: str, several: str) -> None:
    checked = numduel("history", "--check", NUMDUEL_DB=damaged)
    assert checked.lines[0] == "game 3: what is kept about it is not as it was written"
    assert checked.code == 4
    as_json = numduel("history", "--check", "--json", NUMDUEL_DB=damaged)
    assert json.loads(as_json.out) == {"problems": checked.lines}
    assert as_json.code == 4
    assert all_is_well(several)
    as_json = numduel("history", "--check", "--json", NUMDUEL_DB=several)
    assert (json.loads(as_json.out), as_json.code) == ({"problems": []}, 0)


def test_new_games_are_played_into_a_file_with_a_damaged_one(damaged: str) -> None:
    played = play("digit-stack", "5", NUMDUEL_DB=damaged)
    assert (played.err, played.way_back) == ("", "numduel resume 4")
    assert kept(damaged, 4).moves == ("5",)


def test_a_page_with_a_damaged_game_still_says_how_to_see_more(several: str, tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    db.write_bytes(Path(several).read_bytes())
    change(str(db), "UPDATE games SET player1 = 'Eve' WHERE id = 40")
    assert numduel("history", NUMDUEL_DB=str(db)).lines[-1] == "Older ones: numduel history --before 26"


# Deleting


@pytest.mark.parametrize(
    ("said", "gone"),
    [
        ("yes\n", True),
        ("y\n", True),
        ("no\n", False),
        ("", False),
        ("maybe\n\nno\n", False),
        ("maybe\nYES\n", True),
    ],
)
def test_delete_asks_first(said: str, gone: bool, db: str) -> None:
    play("digit-stack", "2", options=("--p1", "human:Ann"), NUMDUEL_DB=db)
    asked = numduel("delete", "1", said=said, NUMDUEL_DB=db)
    assert asked.out.startswith("Delete game 1 (digit-stack, Ann against Player 2, 1 move)")
    assert asked.lines[-1] == f"Game 1 is {'deleted' if gone else 'kept'}."
    assert (asked.err, asked.code) == ("", 0 if gone else 1)
    assert len(rows(db)) == (0 if gone else 1)
    assert all_is_well(db)


def test_delete_does_not_ask_whoever_is_sure(db: str) -> None:
    play("digit-stack", "2", NUMDUEL_DB=db)
    done = numduel("delete", "1", "--yes", NUMDUEL_DB=db)
    assert (done.out, done.err, done.code) == ("Game 1 is deleted.\n", "", 0)
    again = numduel("delete", "1", "--yes", NUMDUEL_DB=db)
    assert "there is no game 1" in again.complaint
    assert again.code == 1


def test_a_game_deleted_from_a_terminal_is_asked_about(db: str) -> None:
    play("digit-stack", "2", NUMDUEL_DB=db)
    with Terminal("delete", "1", NUMDUEL_DB=db) as terminal:
        terminal.expect("no): ")
        terminal.type(CTRL_D)
        assert "Game 1 is kept." in terminal.finish()
        assert terminal.code == 1


def test_a_damaged_game_can_be_deleted(damaged: str) -> None:
    done = numduel("delete", "3", said="yes\n", NUMDUEL_DB=damaged)
    assert (done.lines[-1], done.code) == ("Game 3 is deleted.", 0)
    assert all_is_well(damaged)


# Out and in


def test_games_go_out_of_one_file_and_into_another(db: str, tmp_path: Path) -> None:
    play("digit-stack", *"2589", options=("--p1", "human:Zoë"), NUMDUEL_DB=db)
    play("operation-stack", "5", "operate /", NUMDUEL_DB=db)
    play("digit-stack", "2", "5", "draw", "yes", NUMDUEL_DB=db)
    play("digit-stack", "2", NUMDUEL_DB=db)
    out = numduel("export", "1", "2", "3", "4", NUMDUEL_DB=db)
    other = str(tmp_path / "other.db")
    into = numduel("import", "-", said=out.out, NUMDUEL_DB=other)
    assert into.lines == [f"Game {number} is kept." for number in (1, 2, 3, 4)]
    assert numduel("export", "1", "2", "3", "4", NUMDUEL_DB=other).out == out.out
    again = numduel("import", "-", said=out.out, NUMDUEL_DB=other)
    assert again.lines == [f"Game {number} is here already." for number in (1, 2, 3, 4)]
    assert (again.err, again.code) == ("", 0)
    assert len(rows(other)) == 4
    assert all_is_well(other)


def test_games_that_were_given_up_at_once_go_out_and_in(db: str, tmp_path: Path) -> None:
    play("digit-stack", "resign", "resign", options=("--rounds", "2"), NUMDUEL_DB=db)
    out = numduel("export", "1", "2", NUMDUEL_DB=db)
    into = numduel("import", "-", said=out.out, NUMDUEL_DB=str(tmp_path / "other.db"))
    assert (into.lines, into.code) == (["Game 1 is kept.", "Game 2 is kept."], 0)


def test_a_game_is_written_to_a_file_and_read_from_it(db: str, tmp_path: Path) -> None:
    play("digit-stack", *"2589", NUMDUEL_DB=db)
    file = tmp_path / "my game.txt"
    out = numduel("export", "1", "-o", str(file), NUMDUEL_DB=db)
    assert (out.out, out.err, out.code) == ("", "", 0)
    assert file.read_text(encoding="utf-8") == numduel("export", "1", NUMDUEL_DB=db).out
    assert numduel("import", str(file), NUMDUEL_DB=db).out == "Game 1 is here already.\n"


def test_a_game_written_by_hand_is_kept_once(db: str) -> None:
    for answer in ("kept", "here already"):
        done = numduel("import", "-", said='[spec "digit-stack"] 2 5 8 9', NUMDUEL_DB=db)
        assert done.out == f"Game 1 is {answer}.\n"


@pytest.mark.parametrize("name", [b"\xff", b"a\xed\xa0\x80b", b"\\ud800", b"\\udcff"])
def test_a_name_that_is_no_text_goes_in_or_is_refused_in_a_sentence(name: bytes, db: str) -> None:
    done = numduel("import", "-", said=b'[spec "digit-stack"] [player1 "' + name + b'"] 5', NUMDUEL_DB=db)
    assert "something went wrong inside" not in done.err
    assert done.code in (0, 3)
    assert len(rows(db)) == (0 if done.code else 1)


def test_an_attempt_that_is_no_text_loses_like_any_other_and_is_kept(db: str) -> None:
    played = play("operation-stack", "5", NUMDUEL_DB=db)
    played = numduel("resume", said=b"operate \xff\n", NUMDUEL_DB=db)
    assert (played.lines[-1:], played.err, played.code) == (["Player 1 wins the game!"], "", 0)
    assert [(row.winner, row.ending) for row in rows(db)] == [(1, "forfeited attempt")]


def test_what_is_not_there_is_told_in_a_sentence(db: str, tmp_path: Path) -> None:
    for arguments, told in [
        (("export", "1"), "there is no game 1"),
        (("replay", "1"), "there is no game 1"),
        (("review", "99999999999"), "there is no game 99999999999"),
        (("import", str(tmp_path / "none.txt")), "No such file"),
        (("replay", str(tmp_path)), "Is a directory"),
        (("export", "1", "-o", str(tmp_path)), "there is no game 1"),
    ]:
        refused = numduel(*arguments, NUMDUEL_DB=db)
        assert told in refused.complaint
        assert (refused.out, refused.code) == ("", 1)


def test_many_games_in_one_file_are_read_one_after_another(several: str, db: str) -> None:
    out = numduel("export", *map(str, range(1, 46)), NUMDUEL_DB=several).out
    assert "\n".join(map(write, parse_all(out))) == out
    assert numduel("import", "-", said=out, NUMDUEL_DB=db).lines[-1] == "Game 45 is kept."


# Strangers' records


@pytest.mark.parametrize(
    "command", ["history", "history --summary", "replay 1", "review 1", "resume", "delete 1", "export 1"]
)
def test_nothing_in_a_record_takes_hold_of_the_terminal(command: str, db: str) -> None:
    wild = r"\x1b[2J\x07\n\x9b31m\u202e"
    keep(db, f'[spec "operation-stack"] [player1 "Ann{wild}"] [date "{wild}"] {{{wild}}} 5 {{{wild}}}')
    shown = numduel(*command.split(), NUMDUEL_DB=db)
    assert all(char.isprintable() or char == "\n" for char in shown.out + shown.err)


def test_a_name_with_a_line_end_stays_in_its_line_of_the_list(db: str) -> None:
    keep(db, r'[spec "digit-stack"] [player1 "Ann\nBen"] 5')
    assert len(numduel("history", NUMDUEL_DB=db).lines) == 2


@pytest.mark.parametrize(("word", "kept"), [("easy", "level:2"), ("medium", "level:5"), ("Hard", "level:8")])
def test_a_word_for_a_computer_is_kept_as_the_level_that_it_stands_for(
    word: str, kept: str, tmp_path: Path
) -> None:
    db = str(tmp_path / "games.db")
    play("operation-duel", "resign", options=("--p2", word, "--db", db))
    assert f'[player2 "{kept}"]' in numduel("export", "--db", db).lines


@pytest.mark.parametrize(("answers", "moves"), [((), "0 moves"), (("1",), "1 move"), (("1", "2"), "2 moves")])
def test_what_is_to_be_deleted_is_told_by_its_variant_and_its_moves(
    answers: tuple[str, ...], moves: str, tmp_path: Path
) -> None:
    db = str(tmp_path / "games.db")
    play("top-stack-twelve:limit=11,supply=2", *answers, "resign", options=("--db", db))
    asked = numduel("delete", "1", "--db", db).out
    assert asked.startswith("Delete game 1 (top-stack-twelve:two-of-each, ")
    assert f", {moves}) for good?" in asked
