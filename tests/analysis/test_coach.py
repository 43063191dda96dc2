"""Coach: what is said before a move, beside the moves, and after a game."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import small_games
from strategies import GAMES, steps, walk

from numduel import Position, load
from numduel.analysis.coach import lesson, move_values, warning
from numduel.analysis.review import review
from numduel.core.verdict import Value
from numduel.engine.limits import Limits
from numduel.match.reading import parse
from numduel.match.record import Record
from numduel.solver.answers import Answers


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_a_player_is_warned_just_where_a_move_gives_something_away(name: str, data: st.DataObject) -> None:
    game = data.draw(small_games(name))
    answers = Answers(game)
    for position in walk(game, data.draw(steps(12))):
        made = answers.moves(position.state)
        best = max((verdict.rank for _, verdict in made), default=None)
        for move, verdict in made:
            said = warning(position, move, answers)
            assert (said is not None) == (verdict.rank[0] != best[0])  # type: ignore[index]
            if said is not None:
                assert ("win" in said) == any(each.value is Value.WIN for _, each in made)
                assert said.endswith("; really?")


def test_nobody_is_warned_of_what_is_not_known() -> None:
    game = load("operation-stack:operations=plus/minus/times/swap")
    answers = Answers(game, limits=Limits(positions=300))
    position = Position.start(game).say("4")
    assert [warning(position, move, answers) for move in position.moves] == [None] * 9
    assert dict(move_values(position, answers))["6"] == "loses in 2 moves"
    assert dict(move_values(position, answers))["1"] == "is unsolved"


def test_the_moves_of_top_stack_twelve_are_told_with_their_values() -> None:
    game = load("top-stack-twelve")
    assert move_values(Position.start(game), Answers(game)) == [
        *((text, "keeps the game going") for text in "1234"),
        *((text, "loses in 3 moves") for text in "56"),
    ]


def taught(text: str) -> str:
    record = parse(text)
    answers = Answers(record.game)
    return lesson(review(record, answers), answers)


def test_a_lesson_says_where_it_turned_why_and_what_to_try() -> None:
    assert taught('[spec "operation-duel:target=9"] *2 *2 +1 +1 +1 +1 +1') == (
        "The game turned at move 2. Player 2's *2 let a win slip: *2 leaves 4: 9 is odd, so that doubling "
        "never helps whoever does it: whoever faces an odd number loses. Better: +1 leaves 3. What to try: "
        "from 2, +1."
    )
    assert taught('[spec "top-stack-twelve"] 5 1 3 3 3 6').endswith(
        "Before that, something was given away 2 times, first by Player 1's 5 at move 1."
    )
    assert taught('[spec "top-stack-twelve"] 5 1 1').endswith(
        "Before that, something was given away once, by Player 1's 5 at move 1."
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            '[spec "digit-stack"] 2 5 8 9',
            "With best play Player 1 wins here from the start, so that Player 2",
        ),
        (
            '[spec "top-stack-twelve"] 1 2 3',
            "With best play nobody can win here. What to try: top-stack-twelve:",
        ),
        (
            '[spec "operation-duel"] [ending "resignation"] +1',
            "Player 2 resigns where best play wins in 13 moves",
        ),
        (
            '[spec "operation-duel"] [ending "agreed draw"]',
            "Player 2 agrees on a draw where best play wins in 14",
        ),
        (
            '[spec "operation-stack"] [ending "forfeited attempt"] [attempt "/"] 5',
            "Player 2 tries '/', which loses",
        ),
    ],
)
def test_a_lesson_fits_every_end(text: str, told: str) -> None:
    assert told in taught(text)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_every_game_ends_in_one_paragraph_that_names_its_turning_point(
    name: str, data: st.DataObject
) -> None:
    game = data.draw(small_games(name))
    positions = walk(game, data.draw(steps(12)))
    moves = tuple(
        game.write(next(move for move in old.moves if old.play(move) == new))
        for old, new in pairwise(positions)
    )
    answers = Answers(game)
    found = review(Record(game.spec, moves), answers)
    said = lesson(found, answers)
    assert "\n" not in said
    assert said.endswith(".")
    turning = found.turning_point
    assert (f"turned at move {turning.number}." if turning else "Nobody gave anything away.") in said
    if turning is not None:
        assert f"What to try: from {game.voice().brief(positions[turning.number - 1].state)}, " in said


def test_a_lesson_on_an_unsolved_game_claims_nothing() -> None:
    record = Record("operation-stack:operations=plus/minus/times/swap,max_stack=9", ("1", "2", "3"))
    answers = Answers(record.game, limits=Limits(positions=50))
    assert lesson(review(record, answers), answers).startswith("Parts of this game are unsolved")
