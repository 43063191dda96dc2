"""Lessons: every game and variant has one, and every statement in it is what a naive table says."""

import dataclasses
from collections import Counter
from typing import Any

import pytest
from lesson_checks import check_lesson, check_step
from three_in_a_row import TicTacToe

from numduel import Game, Position, games, load
from numduel.learn import doing, pool
from numduel.learn.attempt import NoAnswer
from numduel.learn.judging import judge
from numduel.learn.lesson import Lesson, Step
from numduel.learn.pool import NoLesson, pool_of
from numduel.learn.studying import Studying
from numduel.learn.teaching import lesson_of
from numduel.match.words import understand
from numduel.players import find

SPECS = [
    spec
    for kind in games().values()
    for spec in (kind.name, *(f"{kind.name}:{one.name}" for one in kind.variants))
]
SAMPLE = [
    "operation-duel",
    "operation-duel:short",
    "top-stack-twelve",
    "digit-stack:sevens",
    "operation-obliteration",
]
FURTHER = [
    "operation-duel:target=31",
    "operation-duel:target=80",
    "operation-duel:start=0,target=9",
    "operation-duel:overshoot=forbidden,target=50",
    "operation-stack:target=5",
    "operation-stack:max_value=20",
    "operation-stack:target=7,numbers=2/4",
    "digit-stack:repeats=no",
    "digit-stack:target=539",
    "top-stack-twelve:limit=9",
]
DUEL = lesson_of(load("operation-duel"))


@pytest.mark.parametrize("spec", SAMPLE)
def test_every_statement_of_a_lesson_is_true(spec: str) -> None:
    check_lesson(lesson_of(load(spec)))


@pytest.mark.slow
@pytest.mark.parametrize("spec", [*SPECS, *FURTHER])
@pytest.mark.parametrize("seed", range(4))
def test_every_statement_of_every_lesson_is_true(spec: str, seed: int) -> None:
    check_lesson(lesson_of(load(spec), seed))


def test_a_game_from_elsewhere_has_a_lesson_too() -> None:
    game: Game[Any, Any] = TicTacToe()
    lesson = lesson_of(game)
    check_lesson(lesson)
    assert Counter(step.kind for step in lesson.steps)["find"] > 10


def of_kind(kind: str, lesson: Lesson = DUEL) -> Step:
    return next(step for step in lesson.steps if step.kind == kind)


@pytest.mark.parametrize(
    ("step", "changes"),
    [
        (of_kind("who"), {"right": ("nobody",)}),
        (of_kind("find"), {"right": ("+1", "*2")}),
        (of_kind("find"), {"hint": "2 of the 2 moves win at once."}),
        (of_kind("worked"), {"words": (of_kind("worked").words[0], "Player 1 wins in 99 moves.")}),
        (of_kind("worked"), {"words": ("All that glitters is gold.", *of_kind("worked").words[1:])}),
        (of_kind("play"), {"words": ("You are Player 1, and can win in 98 moves.", "")}),
        (of_kind("told"), {"words": ("All that glitters is gold.",)}),
    ],
)
def test_a_false_statement_would_be_noticed(step: Step, changes: dict[str, Any]) -> None:
    check_step(step, DUEL)
    with pytest.raises(AssertionError):
        check_step(dataclasses.replace(step, **changes), DUEL)


def test_a_lesson_goes_from_the_rules_over_ideas_to_an_exam_at_settings_not_seen_before() -> None:
    titles = [section.title for section in DUEL.sections]
    assert titles == ["The rules", "One move ahead", "Ideas", "Play it out", "Exam", "What it rests on"]
    kinds = [step.kind for step in DUEL.sections[0].steps]
    assert kinds == ["told", "move", "move", "attempt"]
    exam = next(section for section in DUEL.sections if section.exam)
    elsewhere = {step.game for step in exam.steps}
    assert len(elsewhere) == 1
    assert not elsewhere & {
        step.game for section in DUEL.sections if not section.exam for step in section.steps
    }
    assert {game.settings["target"] for game in elsewhere} != {20}


@pytest.mark.parametrize("name", list(games()))
def test_every_exam_is_at_settings_not_seen_before(name: str) -> None:
    lesson = lesson_of(load(name))
    assert lesson.game not in {lesson.steps[at].game for at in lesson.exam()}


def test_each_idea_has_two_positions_worked_out_then_questions_who_wins_then_for_moves() -> None:
    (ideas,) = (section for section in DUEL.sections if section.title == "Ideas")
    names = list(dict.fromkeys(step.topic for step in ideas.steps))
    assert names[:3] == ["Above half", "Up to half", "The quarter"]
    for name in names:
        kinds = [step.kind for step in ideas.steps if step.topic == name]
        assert kinds == sorted(kinds, key=["worked", "who", "find"].index)
        assert kinds.count("worked") == 2
        assert kinds.count("who") == 3
        assert 1 <= kinds.count("find") <= 3


def test_a_lesson_is_the_same_for_the_same_seed_and_asks_nothing_twice() -> None:
    game = load("operation-duel:fifty")
    assert lesson_of.__wrapped__(game, 3).as_json() == lesson_of(game, 3).as_json()
    assert lesson_of(game, 3).as_json() != lesson_of(game, 4).as_json()
    for lesson in (DUEL, lesson_of(game, 3)):
        asked = [
            (step.kind, step.game.spec, step.moves) for step in lesson.steps if step.kind in ("who", "find")
        ]
        assert len(asked) == len(set(asked))


def test_what_is_forbidden_is_looked_for_among_few_attempts_where_there_are_many_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[str] = []

    def note(position: Any, text: str) -> Any:
        tried.append(text)
        return understand(position, text)

    monkeypatch.setattr(doing, "understand", note)
    many = pool_of(load("operation-duel:target=40,multiply=2-999,overshoot=forbidden"))
    assert [step.kind for step in doing._forbidden(many)] == ["attempt"]
    assert len(tried) <= 2 * doing.TRIED // 1_000


@pytest.mark.parametrize(
    ("spec", "most"),
    [
        ("operation-duel:fifty", 60_000),
        ("top-stack-twelve:tokens=1-999,limit=999,window=2", 1_501),  # with 1,000 positions
        ("top-stack-twelve:window=1,tokens=1-99,supply=2", 5_050),
        ("top-stack-twelve:window=1,tokens=1-999,supply=1", 71),
    ],
)
def test_fewer_positions_are_solved_where_each_has_very_many_moves_or_much_to_tell(
    spec: str, most: int
) -> None:
    assert pool._most_solved(load(spec)) == most


def test_where_nothing_is_known_there_is_no_lesson() -> None:
    with pytest.raises(NoLesson, match="too large"):
        lesson_of(load("operation-stack:operations=plus/swap"))


def test_a_target_of_a_hundred_digits_has_a_lesson_by_theory_alone() -> None:
    lesson = lesson_of(load(f"operation-duel:target={10**99 + 4}"))
    assert {"Ideas", "Exam"} <= {section.title for section in lesson.sections}
    play = of_kind("play", lesson)
    assert play.turns == 6
    for step in lesson.steps:
        assert all(judge(step, right).right for right in step.right)


@pytest.mark.parametrize("kind", ["digit-stack", "operation-duel"])
def test_a_target_that_nobody_can_read_is_refused_before_any_work(kind: str) -> None:
    with pytest.raises(NoLesson, match="a lesson takes at most 500"):
        lesson_of(load(f"{kind}:target={'9' * 4_000}"))


@pytest.mark.parametrize(
    "spec", ["top-stack-twelve:tokens=3/8,window=1,limit=2", "digit-stack:target=1,digits=5"]
)
def test_where_the_first_move_ends_the_game_there_is_none_to_play(spec: str) -> None:
    lesson = lesson_of(load(spec))
    assert [step.moves for step in lesson.steps if step.kind == "play"] == []
    assert lesson.steps[-1].kind == "told"


def test_where_nothing_can_be_asked_there_is_no_exam() -> None:
    lesson = lesson_of(load("operation-duel:add=none,overshoot=forbidden"))
    assert not any(section.exam for section in lesson.sections)
    assert lesson.exam() == ()
    assert Studying(lesson, done=99).result() == ""


# Somebody in a lesson


def answers_of(studying: Studying) -> str:
    """A right answer to the step that somebody is at."""
    step = studying.step
    if step.kind in ("told", "worked"):
        return ""
    if step.kind != "play":
        return step.right[0]
    position = Position.start(step.game)
    for move in studying.moves:
        position = position.say(move)
    player = find("perfect", step.game)
    assert player is not None
    from random import Random

    return step.game.write(player.choose(position, Random(0)))


def test_whoever_answers_everything_right_passes() -> None:
    studying = Studying(DUEL)
    assert studying.result() == ""
    while not studying.over:
        assert studying.answer(answers_of(studying)).right
    assert studying.exam() == (9, 9)
    assert studying.result() == "Exam: 9 of 9 right at the first try, passed."


def test_wrong_answers_hints_solutions_and_skips_count_as_missed_and_the_exam_is_not_passed() -> None:
    studying = Studying(DUEL, done=DUEL.exam()[0])
    assert studying.step.kind == "who"
    wrong = {"1": "2", "2": "1"}[studying.step.right[0]]
    assert not studying.answer(wrong).right
    studying.hint()
    studying.answer(answers_of(studying))
    studying.solution()
    studying.skip()
    first = DUEL.exam()[0]
    assert studying.missed == {first, first + 1, first + 2, first + 3}
    while not studying.over:
        studying.answer(answers_of(studying))
    assert studying.result() == "Exam: 5 of 9 right at the first try, not passed yet."


def test_one_can_go_back_a_step_and_what_is_no_answer_changes_nothing() -> None:
    studying = Studying(DUEL, done=5)
    before = dataclasses.replace(studying)
    with pytest.raises(NoAnswer, match=r"that is no move here; the moves are \+1 and \*2"):
        studying.answer("fly")
    assert studying == before
    studying.back()
    assert studying.done == 4
    assert Studying(DUEL, done=0).hint() == "There is nothing to answer here: go on."
    assert Studying(DUEL, done=999).over


def test_a_solution_in_a_game_that_is_played_tells_the_next_move_and_the_game_goes_on() -> None:
    at = next(number for number, step in enumerate(DUEL.steps) if step.kind == "play")
    studying = Studying(DUEL, done=at)
    told = studying.solution()
    assert told[0].startswith("Right: ")
    assert studying.done == at
    assert at in studying.missed
    assert studying.hint().endswith(("moves win.", "moves wins."))


def test_what_is_forbidden_is_told_in_the_words_of_the_game() -> None:
    stack = of_kind("attempt", lesson_of(load("operation-stack:low-stack")))
    assert judge(stack, stack.right[0]).words[-1] == "In a game that loses at once; here you go on."
    duel = of_kind("attempt")
    assert judge(duel, "PASS").words[-1] == "Nothing has changed: you would be asked again."
    with pytest.raises(NoAnswer, match="this step asks for pass"):
        judge(duel, "+1")
    with pytest.raises(NoAnswer, match=r"that would be \*2; this step asks for \+1"):
        judge(of_kind("move"), "*2")


# Done when: a pupil who knows nothing but the lesson


class Pupil:
    """Plays by what the lesson of Operation Duel has said, and nothing else: its rules in its own words."""

    RULES = (
        ("So below it the quarter is the goal", "quarter"),
        ("Above half of an even goal doubling goes past it, so that both add 1", "above half"),
        ("Above a quarter of an even goal, up to half of it, doubling wins", "up to half"),
        ("from an even number adding 1 wins", "odd"),
    )

    def __init__(self, lesson: Lesson) -> None:
        said = " ".join(words for step in lesson.steps for words in step.words)
        self.knows = {name for sentence, name in self.RULES if sentence in said}

    def move(self, number: int, target: int) -> str:
        goal = target
        while "quarter" in self.knows and goal % 2 == 0 and number < goal // 4:
            goal //= 4
        if "up to half" in self.knows and goal % 2 == 0 and goal // 4 < number <= goal // 2:
            return "*2"
        return "+1"


@pytest.mark.parametrize("target", [44, 47, 80, 100, 333])
def test_a_pupil_of_operation_duels_lesson_beats_level_7_at_a_target_not_shown(target: int) -> None:
    from random import Random

    game = load(f"operation-duel:target={target}")
    assert game not in {step.game for step in DUEL.steps}
    pupil, opponent = Pupil(DUEL), find("level:7", game)
    assert len(pupil.knows) == len(Pupil.RULES)
    assert opponent is not None
    verdict = game.theory(game.initial())
    assert verdict is not None
    seat = verdict.value.winner(1)
    for seed in range(3):
        position, rng = Position.start(game), Random(seed)
        while position.outcome is None:
            mine = position.player == seat
            text = pupil.move(position.state, target) if mine else game.write(opponent.choose(position, rng))
            position = position.say(text)
        assert position.winner == seat
