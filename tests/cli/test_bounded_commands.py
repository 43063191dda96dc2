"""Commands on hostile settings answer or refuse within the memory they have, and say how far they are."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest
from commandline import Terminal, numduel

from numduel.cli import progress
from numduel.cli.commands import review
from numduel.cli.main import main
from numduel.match.reading import parse, parse_all

TALL = "top-stack-twelve:tokens=1,window=50000,limit=50000"
MOST = 300_000_000  # bytes of address space: Python, what it loads, and little more


def bounded(*arguments: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    """What a command comes to that may have only so much memory."""
    return subprocess.run(
        [sys.executable, "-m", "numduel", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST)),
    )


@pytest.mark.parametrize("command", ["solve", "analyze"])
def test_tall_stacks_are_unsolved_and_no_failure(command: str) -> None:
    ran = bounded(command, TALL)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Unsolved: what was explored does not decide it." in ran.stdout


def test_what_cannot_be_proved_or_played_perfectly_is_refused_in_a_sentence() -> None:
    proved = bounded("prove", TALL, "-o", "-")
    assert proved.returncode == 1
    assert proved.stderr.endswith("positions, so there is no proof\n")
    played = bounded("play", TALL, "--p2", "perfect", "--no-save")
    assert played.returncode == 1
    assert played.stderr.endswith("positions; mcts can play it\n")


def test_a_hint_in_a_game_that_is_too_large_does_not_end_it() -> None:
    ran = bounded("play", TALL, "--no-save", typed="hint\n1\nwhy\n1\nresign\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.count("unsolved") == 2
    assert "Player 1 resigns." in ran.stdout


def test_want_of_memory_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr("numduel.cli.questions.Answers", fail)
    assert main(["solve", "operation-duel"]) == 1
    assert capsys.readouterr().err == "numduel: there is not enough memory for this\n"


def test_a_wait_is_told_line_by_line_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress.progress() as report:
        report(10, 5)  # nobody has waited yet
        monkeypatch.setattr(progress, "BETWEEN_LINES", -1.0)
        report(2_000, 1_000)
        report(3_000, 2_000)
    expected = "exploring: 1,000 of 2,000 positions\nexploring: 2,000 of 3,000 positions\n"
    assert capsys.readouterr().err == expected


def test_where_there_is_no_terminal_nothing_is_told_of_the_first_moment_after_long_preparations(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seconds = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: seconds[0])
    # Code is compiled for twelve seconds, then it goes fast; in the end reports are rare.
    reports = {12.0: 5, 12.1: 40, 12.4: 9_000, 12.6: 70_000, 12.7: 80_000, 23.0: 90_000, 40.0: 91_000}
    with progress.progress() as report:
        for seconds[0], found in reports.items():
            report(found, found)
    told = [line.split()[1] for line in capsys.readouterr().err.splitlines()]
    assert told == ["70,000", "91,000"]


def test_importing_many_games_says_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(progress, "BETWEEN_LINES", -1.0)
    games = tmp_path / "games.txt"
    games.write_text('[spec "digit-stack"] 2 5\n' * 2, encoding="utf-8")
    assert main(["import", str(games), "--db", str(tmp_path / "games.db")]) == 0
    told = capsys.readouterr()
    assert told.err.splitlines() == [
        *(f"reading: {read} games" for read in (0, 1)),
        *(f"keeping: {kept} of 2 games" for kept in (0, 1)),
    ]
    assert told.out == "Game 1 is kept.\nGame 1 is here already.\n"


def test_reviewing_and_replaying_many_games_says_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(progress, "BETWEEN_LINES", -1.0)
    games = tmp_path / "games.txt"
    games.write_text('[spec "operation-duel"] +1 *2 *2\n' * 3, encoding="utf-8")
    reading = [f"reading: {read} games" for read in (0, 1, 2)]
    assert main(["replay", str(games), "--plain"]) == 0
    assert capsys.readouterr().err.splitlines() == reading
    assert main(["review", str(games), "--plain"]) == 0
    told = capsys.readouterr().err.splitlines()
    assert told[:3] == reading
    assert told[-3:] == [f"reviewing: {moves} moves" for moves in (0, 3, 6)]


@pytest.mark.parametrize(("moves", "told"), [(100, True), (1_000, False)])
def test_no_command_is_advised_that_is_too_long_to_be_typed(moves: int, told: bool, tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    game.write_text(f'[spec "operation-duel:target={moves + 20}"]\n\n' + "+1 " * moves + "*2\n")
    words = " ".join(numduel("review", str(game), "--plain").out.split())
    assert "turning point" in words.lower()
    assert ("explain operation-duel" in words) is told


@pytest.mark.parametrize(("games", "moves"), [(3, 1), (1, 4)])
def test_more_games_or_moves_than_can_be_reviewed_at_once_are_refused(
    games: int,
    moves: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(review, "MOST_GAMES", 2)
    monkeypatch.setattr(review, "MOST_MOVES_AT_ONCE", 3)
    file = tmp_path / "games.txt"
    for number, played, code in ((games, moves, 1), (2, 1, 0), (1, 3, 0)):
        file.write_text(f'[spec "operation-duel"]{" +1" * played}\n' * number, encoding="utf-8")
        assert main(["review", str(file)]) == code
    assert (
        "numduel: at most 2 games with 3 moves are reviewed at once, and there are more in "
        in capsys.readouterr().err
    )


def test_of_a_file_with_too_many_games_to_review_one_more_than_that_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "games.txt"
    file.write_text('[spec "operation-duel"] +1\n' * 5 + "nonsense", encoding="utf-8")
    for most, code in ((2, 1), (9, 3)):
        monkeypatch.setattr(review, "MOST_GAMES", most)
        assert main(["review", str(file)]) == code


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("x", "delete 1"),
        ("x", "restore copy.db"),
        ("x", "play digit-stack"),
        ("x", "resume 1"),
        ("help", "play digit-stack"),
        ("hint", "play digit-stack"),
        ("undo", "play digit-stack"),
        ("draw", "play digit-stack"),
        ("1\nundo", "play operation-duel --undo free"),
        ("1\nundo\nyes", "play operation-duel"),
        ("1\nundo", "resume 2"),
        ("x", "puzzle --seed 1"),
        ("1", "puzzle --game top-stack-twelve --seed 1"),
        ("x", "daily"),
        ("x", "learn digit-stack"),
        ("skip\nback", "learn digit-stack"),
        ("1", "learn operation-duel"),
    ],
)
def test_a_pipe_that_answers_nothing_for_ever_is_given_up_in_a_sentence(
    said: str, command: str, tmp_path: Path
) -> None:
    kept = ("--db", str(tmp_path / "games.db"))
    numduel("play", "digit-stack", *kept, said="2\n")
    numduel("play", "operation-duel", "--undo", "free", *kept, said="1\n")
    numduel("backup", str(tmp_path / "copy.db"), *kept)
    words = command.replace("copy.db", str(tmp_path / "copy.db")).split()
    given_up = numduel(*words, *kept, said=f"{said}\n" * 2_000)
    complaint = "numduel: the last 100 lines of the input led no further; no more are read"
    assert (given_up.err.splitlines()[0], given_up.code) == (complaint, 3)
    assert len(given_up.out) < 200_000
    assert "2" in numduel("export", "1", *kept).out  # which is neither deleted nor replaced


def test_a_hundred_lines_out_of_a_pipe_may_lead_nowhere_between_two_moves(tmp_path: Path) -> None:
    said = "".join("x\n" * 99 + f"{move}\n" for move in (2, 5, 8, 9))
    played = numduel("play", "digit-stack", "--no-save", said=said)
    assert (played.lines[-1], played.code) == ("Player 1 wins!", 0)


def test_a_move_that_comes_after_many_that_were_taken_back_leads_further() -> None:
    said = "1\n" + "1\nundo\n" * 49 + "1\n" + "1\nundo\n" * 48 + "1\nresign\n"
    played = numduel("play", "operation-duel", "--undo", "free", "--no-save", said=said)
    assert (played.err, played.code) == ("", 0)


def test_a_game_without_an_end_is_left_where_no_longer_one_could_be_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = ("--db", str(tmp_path / "games.db"))
    moves = tmp_path / "moves.txt"
    moves.write_text("1\n" * 1_000)
    monkeypatch.setattr("numduel.cli.host.MOST_MOVES", 300)
    with moves.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert main(["play", "top-stack-twelve", *kept]) == 3
    told = capsys.readouterr()
    assert told.err.startswith("numduel: a game out of a pipe has at most 300 moves; no more are read\n")
    assert told.out.splitlines()[-1] == "The game is left unfinished, after 300 turns."
    assert len(parse(numduel("export", *kept).out).moves) == 300


def test_a_game_that_is_too_long_to_be_read_again_is_written_where_it_is_asked_for_and_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = ("--db", str(tmp_path / "games.db"))
    for said in ("1\n" * 4, "1\n" * 3):
        numduel("play", "top-stack-twelve", *kept, said=said)
    monkeypatch.setattr("numduel.cli.commands.export.MOST_MOVES", 3)
    why = "game 1 has 4 moves, and a record with over 3 is not read\n"
    assert main(["export", "1", "2", *kept]) == 3
    told = capsys.readouterr()
    assert (told.err, len(parse_all(told.out))) == (f"numduel: {why}", 2)
    assert main(["export", "--all", *kept]) == 3
    told = capsys.readouterr()
    assert (told.err, len(parse(told.out).moves)) == (f"numduel: left out: {why}", 3)


def test_a_person_at_a_terminal_may_answer_nothing_for_as_long_as_they_like() -> None:
    with Terminal("play", "digit-stack", "--no-save") as terminal:
        for _ in range(105):
            terminal.expect(r": ")
            terminal.enter("x")
        terminal.resign()
