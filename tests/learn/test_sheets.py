"""Sheets: as many exercises as asked for, each with its board, and the answers on a page of their own."""

import dataclasses
import re
from xml.etree import ElementTree

import pytest
from lesson_sentences import table_of
from three_in_a_row import TicTacToe

from numduel import Game, load
from numduel.learn.sheet import Heading, Passage, Sheet, printed, sheet_of
from numduel.learn.sheet_html import sheet_as_html
from numduel.learn.sheet_pdf import sheet_as_pdf
from numduel.learn.teaching import lesson_of

DUEL = sheet_of(load("operation-duel"), 20, 7)


def state_of(exercise_said: str) -> int:
    (number,) = re.findall(r"\d+", exercise_said)
    return int(number)


def test_the_answers_are_what_a_naive_table_says() -> None:
    game: Game[int, object] = load("operation-duel")
    table = table_of(game)
    for exercise in DUEL.exercises:
        state = state_of(exercise.said)
        (player,) = re.findall(r"Player ([12])", exercise.question)
        value = table.worth(state)[0]
        if "Who wins" in exercise.question:
            winner = player if value == "win" else str(3 - int(player))
            assert exercise.answer == f"Player {winner}"
        else:
            quick = "with one move" in exercise.question
            made = table.made(state).items()
            good = {move for move, worth in made if worth[0] == value and (worth[1] == 1 or not quick)}
            assert set(exercise.answer.replace("×", "*").split(" or ")) == good
            assert set(exercise.moves) == {"+1", "×2"}


def test_reasons_are_told_with_the_signs_of_the_board() -> None:
    assert any("×2 leaves" in exercise.why for exercise in DUEL.exercises)
    assert not any("*" in exercise.why for exercise in DUEL.exercises)


def test_a_sheet_is_the_same_for_the_same_seed_and_asks_nothing_twice() -> None:
    game = load("operation-duel")
    assert sheet_of(game, 20, 7) == DUEL
    assert sheet_of(game, 20, 8) != DUEL
    asked = [(exercise.said, exercise.question) for exercise in DUEL.exercises]
    assert len(set(asked)) == len(asked) == 20


@pytest.mark.parametrize("spec", ["digit-stack:sevens", "top-stack-twelve", "operation-obliteration:wide"])
def test_every_exercise_has_a_board_that_is_well_formed(spec: str) -> None:
    sheet = sheet_of(load(spec), 8, 1)
    assert len(sheet.exercises) == 8
    for exercise in sheet.exercises:
        assert ElementTree.fromstring(exercise.board).tag == "{http://www.w3.org/2000/svg}svg"
        assert exercise.answer
        assert exercise.why


def test_where_there_are_fewer_positions_all_are_asked() -> None:
    assert 5 < len(sheet_of(load("operation-duel:target=9"), 200, 0).exercises) < 40


def test_a_web_page_has_every_question_before_every_answer_and_nothing_from_elsewhere() -> None:
    page = sheet_as_html(DUEL)
    questions, answers = page.split('<section class="answers">')
    assert questions.count("<svg") == 20
    assert questions.count('<div class="block exercise">') == answers.count("<li>") == 20
    assert "×2" in questions
    assert not re.findall(r'(?:src|href)="', page)
    assert page.replace("http://www.w3.org/2000/svg", "").count("//") == 0


def test_what_a_game_says_is_no_markup() -> None:
    evil = dataclasses.replace(DUEL, title="<b>#1</b> *bold* \\ $x$", rules=("<script>alert(1)</script>",))
    assert "<script>" not in sheet_as_html(evil)
    assert sheet_as_pdf(evil).startswith(b"%PDF-")


def pages_of(sheet: Sheet) -> int:
    (count,) = re.findall(rb"/Type/Pages/Count (\d+)", sheet_as_pdf(sheet))
    return int(count)


def test_a_pdf_is_the_same_each_time_and_its_answers_begin_a_page() -> None:
    few = sheet_of(load("operation-duel"), 2, 7)
    assert sheet_as_pdf(few) == sheet_as_pdf(few)
    assert pages_of(few) == 2
    assert pages_of(DUEL) == 4


def test_a_game_from_elsewhere_has_sheets_too() -> None:
    sheet = sheet_of(TicTacToe(), 6, 0)
    assert len(sheet.exercises) == 6
    assert sheet_as_pdf(sheet).startswith(b"%PDF-")


def test_a_printed_lesson_says_and_asks_what_the_lesson_does_with_the_answers_at_the_end() -> None:
    lesson = lesson_of(load("operation-duel"), 3)
    sheet = printed(lesson)
    assert [block.text for block in sheet.blocks if isinstance(block, Heading) and block.level == 1] == [
        section.title for section in lesson.sections
    ]
    asked = [step for step in lesson.steps if step.kind in ("who", "find")]
    assert [exercise.question for exercise in sheet.exercises] == [" ".join(step.words) for step in asked]
    said = [block.words[0] for block in sheet.blocks if isinstance(block, Passage)]
    read = [step.words[0] for step in lesson.steps if step.kind in ("told", "worked", "play")]
    assert [words.replace("×", "*") for words in said] == read
    questions, answers = sheet_as_html(sheet).split('<section class="answers">')
    assert questions.count('<div class="block exercise">') == answers.count("<li>") == len(asked)
    assert f"<h2>{lesson.sections[2].title}</h2>" in questions
    assert pages_of(sheet) > 3
