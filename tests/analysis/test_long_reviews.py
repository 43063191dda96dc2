"""A review of a long game says how far it is, also where nothing need be explored, and has an end."""

from pathlib import Path
from types import SimpleNamespace as Made
from typing import Any

import pytest

from numduel import load, regret
from numduel.analysis.review import MOST_CHOICES, REPORT_EVERY, TooManyChoices, review
from numduel.cli.coach import Coach
from numduel.cli.main import main
from numduel.match.record import Record
from numduel.solver.answers import Answers, answers_of

LONG = Record("operation-stack", ("9",) * (2 * REPORT_EVERY + 5))


def test_who_waits_is_told_how_many_moves_were_reviewed() -> None:
    told: list[int] = []
    assert review(LONG, progress=told.append) == review(LONG)
    assert told == [REPORT_EVERY - 1, 2 * REPORT_EVERY - 1]


def test_the_command_shows_it_where_standard_error_is_no_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("numduel.cli.progress.BETWEEN_LINES", -1.0)
    monkeypatch.setattr("numduel.cli.progress.BEFORE_SHOWING", 60.0)
    file = tmp_path / "game.txt"
    file.write_text(f'[spec "operation-stack"]\n\n{" ".join(LONG.moves)}\n')
    assert main(["review", str(file)]) == 0
    assert "reviewing: 63 moves\n" in capsys.readouterr().err


WIDE = Record("top-stack-twelve:limit=3000,window=3,tokens=1-999", ("1",) * (MOST_CHOICES // 999 + 500))


def refuse_to_solve(*arguments: object, **options: object) -> Answers:
    raise AssertionError("nothing need be solved")


def test_a_game_with_too_many_choices_is_not_reviewed() -> None:
    with pytest.raises(TooManyChoices, match=r"at most 1,000,000 choices of a game, and after move 1,001 of"):
        review(WIDE)


def test_a_game_with_as_many_choices_as_may_be_is_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.analysis.review.MOST_CHOICES", 7)
    for made, is_reviewed in ((2, True), (3, False)):  # two choices before each move, and after the last
        record = Record("operation-duel", ("+1",) * made)
        if is_reviewed:
            assert len(review(record).steps) == made
        else:
            with pytest.raises(TooManyChoices):
                review(record)


def test_the_command_refuses_it_before_anything_is_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("numduel.cli.commands.review.answers_to", refuse_to_solve)
    file = tmp_path / "game.txt"
    file.write_text(f'[spec "{WIDE.spec}"]\n\n{" ".join(WIDE.moves)}\n')
    assert main(["review", str(file)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        "numduel: a review judges at most 1,000,000 choices of a game, and after move 1,001 of 1,501 there "
        "were more\n"
    )


def test_a_coach_says_that_there_is_no_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.analysis.review.MOST_CHOICES", 7)
    setup = Made(game=load("digit-stack"), max_turns=None)
    session = Made(setup=setup, round=Made(moves=(1, 2), result=None))
    coach: Any = Coach.__new__(Coach)
    coach.host = Made(session=session, answers=None, narrator=Made(with_names=str))
    assert " ".join(coach.lesson()) == (
        "There is no lesson: a review judges at most 7 choices of a game, and after move 0 of 2 there were "
        "more."
    )


def test_regret_looks_at_one_position_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    course: list[str] = []
    positions, verdict = Record.positions, Answers.verdict

    def made(record: Record):  # type: ignore[no-untyped-def]
        for position in positions(record):
            course.append("made")
            yield position

    def judged(answers: Answers, state: object) -> object:
        course.append("judged")
        return verdict(answers, state)

    record = Record("operation-duel", ("+1",) * 3)
    answers_of(record.game)
    monkeypatch.setattr(Record, "positions", made)
    monkeypatch.setattr(Answers, "verdict", judged)
    assert len(regret(record)) == 3
    assert course[-8:] == ["made", "judged"] * 4
