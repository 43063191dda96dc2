"""`numduel learn`: a lesson step by step, left and taken up, and sheets of exercises."""

import json
from pathlib import Path

import pytest
from commandline import Run, Terminal, numduel

from numduel import Position, load
from numduel.cli.commands.learn import afterwards
from numduel.learn.lesson import Step
from numduel.learn.studying import Studying
from numduel.learn.teaching import lesson_of

SPEC = "operation-duel:short"
LESSON = lesson_of(load(SPEC))


def right(step: Step) -> list[str]:
    """Right answers to a step: none but Enter, one, or all moves of a game that is played."""
    if step.kind in ("told", "worked"):
        return [""]
    return list(step.right[:1]) if step.kind != "play" else played(step)


def played(step: Step) -> list[str]:
    """The learner's moves where both sides play as the lesson's judge does."""
    from numduel.learn.judging import asked_in, judge

    answers, moves, solved = list[str](), step.moves, False
    while not solved:
        asked = asked_in(step, moves)
        answers.append(step.game.write(asked.answers.best(asked.position.state)[0]))
        reply = judge(step, answers[-1], moves)
        moves, solved = reply.moves, reply.solved
    return answers


def wrong(step: Step) -> str:
    moves = map(step.game.write, step.position.moves)
    return next(move for move in moves if move not in step.right)


FIND = next(number for number, step in enumerate(LESSON.steps) if step.kind == "find")


def learn(*answers: str, db: Path, options: tuple[str, ...] = ()) -> Run:
    return numduel("learn", SPEC, "--db", str(db), *options, said="".join(f"{each}\n" for each in answers))


def answers_to(steps: tuple[Step, ...]) -> list[str]:
    return [answer for step in steps for answer in right(step)]


def test_a_lesson_is_taken_to_its_end_through_a_pipe_in_two_sittings(path: Path) -> None:
    begun = learn(*answers_to(LESSON.steps[:9]), "quit", db=path)
    assert begun.code == 0
    total = len(LESSON.steps)
    assert begun.lines[0] == f"Lesson: Operation Duel: short, {total} steps"
    assert f"Step 10 of {total}" in begun.out
    assert begun.lines[-1] == f"Left: 9 of {total} steps are done. The same command goes on from there."
    listed = numduel("learn", "--db", str(path))
    assert f"  operation-duel:short    9 of {total} steps done" in listed.lines
    assert "  top-stack-twelve        not begun" in listed.lines
    done = learn(*answers_to(LESSON.steps[9:]), db=path)
    assert done.code == 0
    assert "Welcome back." in done.lines
    assert "Step 9 of" not in done.out
    asked = len(LESSON.exam())
    assert done.lines[-1] == f"Exam: {asked} of {asked} right at the first try, passed."
    again = learn(db=path)
    assert (again.lines[-1], again.code) == (done.lines[-1], 0)
    assert "Step 1 of" in learn("quit", db=path, options=("--restart",)).out


def test_a_wrong_answer_is_refuted_with_its_reason_and_asked_again(path: Path) -> None:
    before, step = answers_to(LESSON.steps[:FIND]), LESSON.steps[FIND]
    done = learn(*before, wrong(step), "hint", "", "fly", right(step)[0], "quit", db=path)
    after = done.out.partition(f"Step {FIND + 1} of")[2]
    assert f"{wrong(step)} loses in " in after or f"{wrong(step)} wins in " in after
    assert "Try again, or type hint or solution." in after
    assert step.hint in after
    assert "Type your answer. Or type hint" in after
    assert "That is no move here; the moves are +1, +2, +3, *2 and *3." in after
    assert "Right. " in after


def test_the_end_of_the_input_ends_politely_and_the_place_is_kept(path: Path) -> None:
    done = learn("", db=path)
    assert done.code == 1
    assert done.err == ""
    assert "The input has ended." in done.lines
    assert "Step 2 of" in learn("quit", db=path).out


def test_nothing_is_kept_where_that_is_not_wanted(path: Path) -> None:
    left = learn("", "quit", db=path, options=("--no-save",))
    assert left.lines[-1].endswith(" steps are done. They are not kept.")
    assert not path.exists()


def test_that_a_place_cannot_be_kept_is_said_once() -> None:
    done = learn("", "+1", "+2", "quit", db=Path("/proc/numduel/games.db"))
    assert done.code == 0
    assert done.complaint.count("your place is not being kept: ") == 1
    assert done.lines[-1].endswith(" steps are done. They are not kept.")


def test_solution_skip_and_back_lead_through_a_lesson(path: Path) -> None:
    before = answers_to(LESSON.steps[:FIND])
    done = learn(*before, "solution", "skip", "back", "back", "rules", "quit", db=path)
    assert done.out.count("You may not pass.") == 2
    assert f"Right: {' or '.join(LESSON.steps[FIND].right)}" in done.out.replace("\n", " ")
    assert done.lines[-1].startswith(f"Left: {FIND} of")


def test_lessons_and_what_there_is_are_described_as_json(path: Path) -> None:
    told = json.loads(numduel("learn", SPEC, "--json").out)
    assert told == LESSON.as_json()
    assert told["spec"] == load(SPEC).spec
    find = next(step for section in told["sections"] for step in section["steps"] if step["kind"] == "find")
    assert Position.start(load(find["spec"])).game.spec == find["spec"]
    learn("", "quit", db=path)
    listed = json.loads(numduel("learn", "--json", "--db", str(path)).out)["lessons"]
    assert {"spec": "digit-stack", "title": "Digit Stack", "seed": 0, "done": 0, "steps": None} in listed
    short = next(one for one in listed if one["spec"] == load(SPEC).spec)
    assert (short["done"], short["steps"]) == (1, len(LESSON.steps))


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("chess",), 2, "chess"),
        (("duel", "--sheet", "5"), 2, "--sheet takes a game, and -o the file to write"),
        (("-o", "x.pdf"), 2, "-o takes a game, whose lesson is written"),
        (("duel", "--sheet", "5", "-o", "x.html", "--json"), 2, "-o writes no JSON"),
        (("duel", "--sheet", "5", "-o", "x.doc"), 2, "a sheet is written as .html or .pdf"),
        (("duel", "--sheet", "999", "-o", "x.pdf"), 2, "a sheet has at most 200 exercises"),
        (("operation-stack:operations=plus/swap",), 1, "a lesson needs a game that is solved"),
    ],
)
def test_what_cannot_be_taught_is_said_in_a_sentence(
    arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    done = numduel("learn", *arguments)
    assert done.code == code
    assert sentence in done.complaint


def test_somebody_at_a_terminal_leaves_by_ctrl_c_and_takes_the_lesson_up_again(path: Path) -> None:
    with Terminal("learn", "operation-duel", "--db", str(path)) as terminal:
        terminal.expect("Press Enter to go on: ")
        terminal.enter("")
        terminal.expect("Make this move: +1")
        terminal.expect("Your answer: ")
        terminal.enter("+1")
        terminal.expect("Step 3 of")
        terminal.expect("Your answer: ")
        terminal.type("\x03")
        terminal.finish()
        assert terminal.code == 130
    with Terminal("learn", "operation-duel", "--db", str(path)) as terminal:
        terminal.expect("Welcome back.")
        terminal.expect("Step 3 of")
        terminal.expect("Your answer: ")
        terminal.enter("quit")
        terminal.finish()
        assert terminal.code == 0


def test_after_a_lesson_one_plays_from_the_seat_that_wins_or_takes_other_questions() -> None:
    lesson = lesson_of(load("operation-duel"))  # which player 2 wins
    done = Studying(lesson, len(lesson.steps))
    assert list(afterwards(done)) == ["Now play: numduel play operation-duel --p1 level:7"]
    failed = Studying(lesson, len(lesson.steps), frozenset(lesson.exam()))
    assert "Other questions: numduel learn operation-duel --seed 1" in afterwards(failed)


def test_a_sheet_is_written_with_answers_the_same_for_the_same_seed(tmp_path: Path) -> None:
    page, again, pages = (tmp_path / name for name in ("a.html", "b.html", "a.pdf"))
    done = numduel("learn", "operation-duel", "--sheet", "20", "--seed", "7", "-o", str(page))
    assert (done.code, done.lines) == (0, [f"20 exercises, with answers, in {page}."])
    numduel("learn", "operation-duel", "--sheet", "20", "--seed", "7", "-o", str(again))
    assert page.read_bytes() == again.read_bytes()
    assert numduel("learn", "duel", "--sheet", "3", "--seed", "8", "-o", str(page)).code == 1
    assert numduel("learn", "duel", "--sheet", "3", "-o", str(pages)).code == 0
    assert pages.read_bytes().startswith(b"%PDF-")


def test_a_missing_package_for_pdf_is_named_with_its_extra(tmp_path: Path) -> None:
    (tmp_path / "typst.py").write_text("raise ImportError")
    path = f"{tmp_path}:{Path(__file__).parents[2] / 'src'}"
    done = numduel("learn", "duel", "--sheet", "3", "-o", str(tmp_path / "a.pdf"), PYTHONPATH=path)
    assert done.code == 1
    assert "a sheet as .pdf needs the package typst (numduel[print])" in done.complaint
