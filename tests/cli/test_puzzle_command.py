"""`numduel puzzle` and `numduel daily`: a question, an answer that is judged, and what is kept of it."""

import contextlib
import datetime
import json
import os
import threading
from pathlib import Path

import pytest
from commandline import Run, Terminal, numduel

from numduel.learn.catalogue import catalogue, find
from numduel.learn.daily import daily
from numduel.learn.puzzle import Puzzle
from numduel.store.attempts import Attempt
from numduel.store.sqlite import SqliteStore

WIN = next(puzzle for puzzle in catalogue() if puzzle.task == "win" and puzzle.name == "operation-duel")
OTHER = next(puzzle for puzzle in catalogue() if puzzle.task == "win" and puzzle.name == "top-stack-twelve")
DAY = "2026-11-16"


def right(puzzle: Puzzle) -> str:
    return puzzle.kind.right(puzzle.asked())[0]


def wrong(puzzle: Puzzle) -> str:
    asked = puzzle.asked()
    moves = map(asked.position.game.write, asked.position.moves)
    return next(move for move in moves if move not in puzzle.kind.right(asked))


def way(puzzle: Puzzle) -> list[str]:
    """The answers that solve a puzzle: one, or where a game is to be finished, all moves of best play."""
    if puzzle.task != "finish":
        return [right(puzzle)]
    asked = puzzle.asked()
    line = asked.answers.line(asked.position.state)
    return [asked.position.game.write(move) for move in line[::2]]


def solve(puzzle: Puzzle, *answers: str, db: Path, options: tuple[str, ...] = ()) -> Run:
    said = "".join(f"{answer}\n" for answer in answers)
    return numduel("puzzle", puzzle.id, "--db", str(db), *options, said=said)


def progress(db: Path, *options: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(
        numduel("puzzle", "--progress", "--json", "--db", str(db), *options).out
    )
    return found


def test_a_right_answer_is_said_to_be_right_and_raises_the_rating(path: Path) -> None:
    done = solve(WIN, right(WIN), db=path)
    assert done.code == 0
    assert "Right. " in done.out
    assert "Your rating at puzzles: " in done.lines[-1]
    kept = progress(path)
    assert kept["rating"] > 1200  # type: ignore[operator]
    assert (kept["tried"], kept["right"], kept["again"]) == (1, 1, [])


def test_a_wrong_answer_is_refuted_and_the_puzzle_comes_back_tomorrow(path: Path) -> None:
    done = solve(WIN, wrong(WIN), right(WIN), db=path)
    assert done.code == 0
    assert "It goes on like this: " in done.out
    assert "Try again" in done.out
    tomorrow = datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=1)
    kept = progress(path)
    assert kept["right"] == 0
    assert kept["again"] == [{"id": WIN.id, "day": tomorrow.isoformat()}]
    assert "is due again today" in numduel("puzzle", "--again", "--db", str(path)).complaint


def test_words_that_answer_nothing_count_for_nothing(path: Path) -> None:
    done = solve(WIN, "nonsense", "?", "rules", right(WIN), db=path)
    assert done.code == 0
    assert "costs your rating" in done.out
    assert "You may not pass." in " ".join(done.lines)
    assert progress(path)["right"] == 1


def test_a_hint_costs_and_the_solution_is_told(path: Path) -> None:
    done = solve(WIN, "hint", "solution", db=path)
    assert done.code == 0
    assert f"Right: {' or '.join(WIN.kind.right(WIN.asked()))}." in done.out
    attempts = progress(path)["attempts"]
    assert [(one["right"], one["hints"]) for one in attempts] == [(False, 1)]  # type: ignore[attr-defined]


def test_who_skips_or_goes_away_has_not_tried(path: Path) -> None:
    assert solve(WIN, "skip", db=path).code == 0
    assert solve(WIN, db=path).code == 1
    assert not path.exists()


def test_without_saving_nothing_is_kept(path: Path) -> None:
    assert solve(WIN, right(WIN), db=path, options=("--no-save",)).code == 0
    assert not path.exists()


def test_people_have_ratings_of_their_own(path: Path) -> None:
    solve(WIN, right(WIN), db=path, options=("--player", "Ann"))
    assert progress(path)["tried"] == 0
    assert progress(path, "--player", "Ann")["tried"] == 1
    assert "Tried: 1; " in numduel("puzzle", "--progress", "--player", "Ann", "--db", str(path)).out


def test_a_name_that_no_puzzle_has_is_shown_without_what_a_terminal_would_obey(path: Path) -> None:
    with contextlib.closing(SqliteStore(path)) as store:
        store.attempts.add("", [Attempt(puzzle="\x1b[31m", at="2026-11-16T12:00:00Z", right=False)])
    assert numduel("puzzle", "--progress", "--db", str(path)).out.endswith(": \\x1b[31m\n")


def test_json_describes_a_puzzle_and_on_request_what_is_right() -> None:
    plain = json.loads(numduel("puzzle", WIN.id, "--json").out)
    assert plain == WIN.as_json()
    assert list(plain) == ["id", "task", "spec", "moves", "to_move", "rating", "depth"]
    told = json.loads(numduel("puzzle", WIN.id, "--json", "--solution").out)
    assert told == {**plain, "right": list(WIN.kind.right(WIN.asked()))}


def test_a_seed_draws_the_same_puzzle_whatever_was_solved(path: Path) -> None:
    first = json.loads(numduel("puzzle", "--seed", "3", "--json", "--db", str(path)).out)
    numduel("puzzle", first["id"], "--db", str(path), said="solution\n")
    assert json.loads(numduel("puzzle", "--seed", "3", "--json", "--db", str(path)).out) == first


def test_a_puzzle_is_drawn_near_a_rating_and_of_a_game() -> None:
    drawn = json.loads(numduel("puzzle", "--game", "digit-stack", "--rating", "1000", "--json").out)
    assert drawn["spec"].startswith("digit-stack")
    assert abs(drawn["rating"] - 1000) < 100


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("zzz",), 3, "there is no puzzle 'zzz'"),
        (("--game", "chess"), 2, "there is no game 'chess'"),
        (("--rating", "high"), 2, "--rating"),
        (("--theme", "luck"), 2, "there is no theme 'luck'; the themes are at-once, short,"),
        (("--solution",), 2, "--solution goes with --json"),
        (("46bb9fg", "--game", "operation-duel"), 2, "choose a puzzle, and an ID names one"),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_sentence(
    arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    done = numduel("puzzle", *arguments)
    assert done.code == code
    assert sentence in done.complaint


def test_a_puzzle_is_drawn_by_its_theme_which_is_told_after_the_answer(path: Path) -> None:
    drawn = json.loads(numduel("puzzle", "--theme", "only-move", "--json").out)
    puzzle = find(drawn["id"])
    assert "only-move" in puzzle.themes
    done = solve(puzzle, "solution", db=path)
    asked, told = done.out.split("Right: ")
    assert "only-move" not in asked
    assert "only-move (one move alone is right)" in " ".join(told.split())


def test_progress_is_taken_to_another_store_and_joined_with_what_is_there(path: Path, tmp_path: Path) -> None:
    solve(WIN, wrong(WIN), right(WIN), db=path)
    kept = progress(path)
    file, other = tmp_path / "progress.json", tmp_path / "other.db"
    file.write_text(json.dumps(kept))
    done = numduel("puzzle", "--import", str(file), "--db", str(other))
    assert (done.code, done.lines) == (0, [f"1 attempt added; your rating at puzzles: {kept['rating']}."])
    assert progress(other) == kept
    assert "0 attempts added" in numduel("puzzle", "--import", str(file), "--db", str(other)).out
    assert progress(other) == kept
    numduel("puzzle", "--import", str(file), "--db", str(other), "--player", "Ann", "--no-save")
    assert progress(other, "--player", "Ann")["tried"] == 0


def test_what_is_answered_while_a_file_is_being_read_is_not_lost(path: Path, tmp_path: Path) -> None:
    solve(WIN, right(WIN), db=path)
    document, file = json.dumps(progress(path)), tmp_path / "progress.json"
    os.mkfifo(file)

    def answer_meanwhile() -> None:
        with file.open("w") as pipe, contextlib.closing(SqliteStore(path)) as store:
            store.attempts.add("", [Attempt(puzzle=OTHER.id, at="2026-11-16T12:00:00Z", right=False)])
            pipe.write(document)

    meanwhile = threading.Thread(target=answer_meanwhile, daemon=True)
    meanwhile.start()
    done = numduel("puzzle", "--import", str(file), "--db", str(path))
    assert "0 attempts added" in done.out
    assert progress(path)["tried"] == 2


def test_a_puzzle_of_another_catalogue_keeps_none_from_coming_back(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    failed = {"at": "2026-01-02T00:00:00Z", "right": False, "hints": 0, "day": None}
    file.write_text(json.dumps({"attempts": [failed | {"puzzle": name} for name in ("zzzzzzz", WIN.id)]}))
    brought = numduel("puzzle", "--import", str(file), "--json", "--db", str(path))
    assert json.loads(brought.out) == progress(path)
    assert json.loads(numduel("puzzle", "--again", "--json", "--db", str(path)).out)["id"] == WIN.id


def test_what_is_no_progress_is_refused_whole(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    file.write_text('{"attempts": [7]}')
    done = numduel("puzzle", "--import", str(file), "--db", str(path))
    assert (done.code, path.exists()) == (3, False)
    assert "attempt 1 is none: its 'puzzle' must be the name of a puzzle" in done.complaint


def test_a_file_that_is_not_there_is_said_so(path: Path) -> None:
    done = numduel("puzzle", "--import", "nowhere.json", "--db", str(path))
    assert (done.code, path.exists()) == (1, False)
    assert "cannot read 'nowhere.json'" in done.complaint


def test_the_daily_puzzles_are_solved_and_the_result_can_be_shared(path: Path) -> None:
    three = daily(datetime.date.fromisoformat(DAY))
    said = "".join(f"{answer}\n" for puzzle in three for answer in way(puzzle))
    done = numduel("daily", DAY, "--db", str(path), said=said)
    assert done.code == 0
    assert f"numduel daily {DAY} · {three[0].game.title} · 3 of 3 · no hint" in done.lines
    again = numduel("daily", DAY, "--db", str(path))
    assert again.lines[-1] == done.lines[-1]


def test_daily_puzzles_that_were_left_go_on_where_they_were(path: Path) -> None:
    three = daily(datetime.date.fromisoformat(DAY))
    said = "".join(f"{answer}\n" for answer in way(three[0]))
    left = numduel("daily", DAY, "--db", str(path), said=f"{said}skip\n")
    assert left.code == 0
    assert "Puzzle 2 of 3" in numduel("daily", DAY, "--db", str(path)).out
    assert "Puzzle 1 of 3" not in numduel("daily", DAY, "--db", str(path)).out


def test_a_day_is_described_as_json_and_a_wrong_one_refused() -> None:
    told = json.loads(numduel("daily", DAY, "--json").out)
    assert told["date"] == DAY
    assert [one["id"] for one in told["puzzles"]] == [p.id for p in daily(datetime.date.fromisoformat(DAY))]
    refused = numduel("daily", "2999-01-01")
    assert refused.code == 3
    assert "there are daily puzzles from 2026-01-01 to " in refused.complaint


def test_somebody_at_a_terminal_solves_a_puzzle(path: Path) -> None:
    with Terminal("puzzle", WIN.id, "--db", str(path)) as terminal:
        terminal.expect("Or type hint")
        terminal.expect("Your answer: ")
        terminal.enter(wrong(WIN))
        terminal.expect("Try again")
        terminal.expect("Your answer: ")
        terminal.enter(right(WIN))
        terminal.expect("Your rating at puzzles: ")
        terminal.finish()
        assert terminal.code == 0


def test_lines_of_a_narrow_screen_end_within_no_setting_and_no_move() -> None:
    long = next(one for one in catalogue() if len(one.spec) > 60 and len(one.moves) > 9)
    with Terminal("puzzle", long.id, "--no-save", columns="40", COLUMNS=None) as terminal:
        lines = terminal.expect("Your answer: ").splitlines()
    assert max(map(len, lines)) <= 40
    settings = long.spec.partition(":")[2].split(",")
    assert all(any(setting in line for line in lines) for setting in settings)
    made = [f"{number}. {move}" for number, move in enumerate(long.moves, 1)]
    assert all(any(move in line for line in lines) for move in made)


def test_a_store_that_is_none_is_said_before_anything_is_asked(tmp_path: Path) -> None:
    done = solve(WIN, right(WIN), db=tmp_path)
    assert (done.out, done.code) == ("", 1)
    assert str(tmp_path) in done.complaint
