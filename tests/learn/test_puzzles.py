"""Puzzles: what is asked can be answered, and an answer is right exactly if it keeps the value."""

from collections import Counter
from random import Random

import pytest

from numduel.core.registry import games
from numduel.core.verdict import Value
from numduel.learn.attempt import NoAnswer, answer, read_answer
from numduel.learn.catalogue import NoSuchPuzzle, catalogue, draw, find, read, write
from numduel.learn.difficulty import BANDS, band, rate
from numduel.learn.generation import likeness, puzzles_of
from numduel.learn.puzzle import Puzzle
from numduel.learn.solving import Solving
from numduel.learn.tasks import TASKS

SAMPLE = Random(14).sample(catalogue(), 40)


def check(puzzle: Puzzle) -> None:
    """Check a puzzle against the table of its settings."""
    asked = puzzle.asked()
    right = puzzle.kind.right(asked)
    assert right
    assert rate(puzzle.kind, asked) == (puzzle.depth, puzzle.rating)
    if puzzle.kind.by_move:
        check_moves(puzzle, right)
    elif puzzle.task == "who":
        winner, plies = right[0].split()
        assert asked.answers.verdict(asked.position.state).plies == int(plies)
        assert int(winner) in (1, 2)
    else:
        assert len(slips(puzzle)) == 1
        assert right == (str(slips(puzzle)[0]),)


def check_moves(puzzle: Puzzle, right: tuple[str, ...]) -> None:
    asked = puzzle.asked()
    verdict = asked.verdict
    values = {"hold": (Value.DRAW, Value.ENDLESS)}.get(puzzle.task, (Value.WIN,))
    assert verdict.value in values
    for move, made in asked.judged():
        keeps = made.value is verdict.value and (puzzle.task != "fastest" or made.plies == verdict.plies)
        assert (asked.position.game.write(move) in right) is keeps
    assert len(right) < len(asked.position.moves)


def slips(puzzle: Puzzle) -> list[int]:
    """The numbers of the moves after which best play came to something else than before."""
    worths = []
    for length in range(len(puzzle.moves) + 1):
        asked = puzzle.asked(puzzle.moves[:length])
        worths.append(asked.verdict.value.winner(asked.position.player))
    return [number for number in range(1, len(worths)) if worths[number - 1] != worths[number]]


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: f"{puzzle.task}-{puzzle.id}")
def test_a_puzzle_of_the_catalogue_is_what_the_table_says(puzzle: Puzzle) -> None:
    check(puzzle)


@pytest.mark.slow
def test_every_puzzle_of_the_catalogue_is_what_the_table_says_and_none_are_alike() -> None:
    for puzzle in catalogue():
        check(puzzle)
    assert max(Counter(map(likeness, catalogue())).values()) == 1


def test_there_are_many_puzzles_of_every_game_task_and_band() -> None:
    puzzles = catalogue()
    assert len(puzzles) >= 2_000
    assert all(count >= 200 for count in Counter(puzzle.name for puzzle in puzzles).values())
    assert {puzzle.name for puzzle in puzzles} == set(games())
    assert {puzzle.task for puzzle in puzzles} == set(TASKS)
    assert {band(puzzle.rating) for puzzle in puzzles} == set(range(len(BANDS) + 1))
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)


def test_the_same_seed_draws_the_same_puzzles() -> None:
    game = catalogue()[0].game
    assert puzzles_of(game, Random(1)) == puzzles_of(game, Random(1))


def test_a_catalogue_that_is_written_is_read_as_it_was() -> None:
    assert list(read(write(SAMPLE))) == sorted(SAMPLE, key=lambda p: (p.spec, p.rating, p.task, p.moves))


@pytest.mark.parametrize("puzzle", [p for p in SAMPLE if p.kind.by_move], ids=lambda p: f"{p.task}-{p.id}")
def test_every_wrong_move_is_refuted_by_play_and_no_right_one_is_refused(puzzle: Puzzle) -> None:
    asked = puzzle.asked()
    right = puzzle.kind.right(asked)
    for move in map(asked.position.game.write, asked.position.moves):
        reply = answer(puzzle, move)
        assert reply.right is (move in right)
        if not reply.right:
            assert reply.refutation[0] == move
            puzzle.asked((*puzzle.moves, *reply.refutation))  # raises if a move of it is not legal


@pytest.mark.parametrize("puzzle", [p for p in catalogue() if p.task == "finish"][::50], ids=lambda p: p.id)
def test_a_win_is_finished_by_right_moves_alone(puzzle: Puzzle) -> None:
    solving = Solving(puzzle)
    while not solving.over:
        asked = puzzle.asked(solving.moves)
        solving.answer(asked.position.game.write(asked.answers.best(asked.position.state)[0]))
    end = puzzle.asked(solving.moves).position
    assert end.winner == puzzle.to_move
    assert solving.first


def test_what_answers_nothing_does_not_count() -> None:
    puzzle = next(puzzle for puzzle in catalogue() if puzzle.task == "who")
    solving = Solving(puzzle)
    for words in ("me", "1e9", "1", "3 4"):
        with pytest.raises(NoAnswer, match="such as: 1 4"):
            solving.answer(words)
    assert solving.first is None


def test_a_move_may_be_said_in_the_words_of_a_table() -> None:
    puzzle = next(
        puzzle
        for puzzle in catalogue()
        if puzzle.name == "operation-stack"
        and puzzle.kind.by_move
        and {"+", "1", "2"} <= set(map(puzzle.game.write, puzzle.standing().position.moves))
    )
    assert (read_answer(puzzle, "Push 1"), read_answer(puzzle, "operate +")) == ("1", "+")
    with pytest.raises(NoAnswer, match="go on with 1, 2"):
        read_answer(puzzle, "push")


def test_only_the_first_answer_decides_and_a_hint_is_kept_with_it() -> None:
    puzzle = next(puzzle for puzzle in catalogue() if puzzle.task == "who")
    solving = Solving(puzzle)
    solving.hint()
    solving.answer("1 99")
    solving.answer(puzzle.kind.right(puzzle.asked())[0])
    attempt = solving.attempt("2026-11-16T12:00:00Z")
    assert solving.over
    assert (attempt.right, attempt.hints) == (False, 1)


def test_whoever_gives_up_is_told_what_is_right() -> None:
    for puzzle in SAMPLE:
        solving = Solving(puzzle)
        told = " ".join(solving.give_up())
        assert puzzle.kind.right(puzzle.asked())[0] in told
        assert not solving.first


def test_a_puzzle_is_drawn_near_the_rating_and_was_not_seen_before() -> None:
    seen = {draw(Random(seed), rating=1000).id for seed in range(20)}
    fresh = draw(Random(3), rating=1000, seen=seen)
    assert fresh.id not in seen
    assert abs(fresh.rating - 1000) < 100
    assert draw(Random(3), game="digit-stack").name == "digit-stack"


def test_a_puzzle_that_is_not_there_is_said_so() -> None:
    assert find(SAMPLE[0].id.upper()) == SAMPLE[0]
    with pytest.raises(NoSuchPuzzle, match="there is no puzzle 'nothing'"):
        find("nothing")
    with pytest.raises(NoSuchPuzzle, match="that you have not seen"):
        draw(Random(1), game="nothing")
