"""Coach: what is said before a move, beside the moves, and after a game."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import small_games
from strategies import GAMES, steps, walk

from numduel import Position, load
from numduel.analysis.coach import draw_warning, lesson, move_values, warning, why_turned
from numduel.analysis.review import review
from numduel.core.verdict import Value, Verdict
from numduel.engine.limits import Limits
from numduel.match.reading import parse
from numduel.match.record import Record
from numduel.solver.answers import Answers


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_a_player_is_warned_just_where_a_move_gives_something_away_or_loses_much_sooner(
    name: str, data: st.DataObject
) -> None:
    game = data.draw(small_games(name))
    answers = Answers(game)
    for position in walk(game, data.draw(steps(12))):
        made = answers.moves(position.state)
        best = max((verdict.rank for _, verdict in made), default=None)
        for move, verdict in made:
            said = warning(position, move, answers)
            given_away = verdict.rank[0] != best[0]  # type: ignore[index]
            assert (said is not None) == (given_away or hurries(verdict, made))
            if said is not None:
                assert ("win" in said) == any(each.value is Value.WIN for _, each in made)
                assert said.endswith("; really?")


def hurries(verdict: Verdict, made: list[tuple[Any, Verdict]]) -> bool:
    """Whether every move loses, this one in less than half the moves of the longest, and at least 4 fewer."""
    lengths = [each.plies for _, each in made if each.value is Value.LOSS and each.plies is not None]
    if len(lengths) < len(made) or verdict.plies is None:
        return False
    return verdict.plies < max(lengths) / 2 and max(lengths) - verdict.plies >= 4


def test_who_is_lost_is_warned_of_a_move_that_loses_much_sooner() -> None:
    game = load("digit-stack:sevens")
    said = [warning(Position.start(game), digit, Answers(game)) for digit in (1, 2, 3, 4, 5)]
    assert said == [*["That loses in 2 moves, where another move lasts 13; really?"] * 4, None]


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_a_draw_is_warned_of_just_where_it_gives_a_win_away(name: str, data: st.DataObject) -> None:
    game = data.draw(small_games(name))
    answers = Answers(game)
    for position in walk(game, data.draw(steps(12))):
        winner = answers.verdict(position.state).value.winner(position.player)
        warned = [player for player in (1, 2) if draw_warning(position, player, answers)]
        assert warned == [player for player in (1, 2) if player == winner]


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
            "away. Player 1 wins here from the start, whatever anyone plays. What to try: digit-stack:",
        ),
        (
            '[spec "operation-duel"] +1 +1',
            "Player 2 wins here from the start, so that Player 1 could only hope for a mistake.",
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


def test_a_lesson_from_a_lost_seat_says_what_would_have_lasted_longer() -> None:
    assert taught('[spec "digit-stack:sevens"] 3 5').endswith(
        "could only hope for a mistake. Player 1's 3 at move 1 loses in 2 moves. What lasts longer: 5 leaves "
        "5, and loses in 13 moves: only 4 wins then, in 12 moves. What to try: the other seat or "
        "digit-stack:dozens."
    )
    assert "longer" not in taught('[spec "digit-stack:sevens"] 5 4')
    assert "longer" not in taught('[spec "digit-stack:sevens"] [ending "resignation"]')


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            '[spec "operation-duel:target=9"] *2 *2 +1 +1 +1 +1 +1',
            "*2 leaves 4: 9 is odd, so that doubling never helps whoever does it: whoever faces an odd "
            "number loses. +1 leaves 3.",
        ),
        ('[spec "digit-stack:sevens"] 5 1', "1 leaves 51"),
        ('[spec "operation-duel:target=5"] [ending "resignation"] +1', "From 2, +1 leaves 3: 5 is odd"),
        ('[spec "digit-stack"] 1 2 3 4', ""),
    ],
)
def test_why_a_game_turned_is_told_of_every_turning_point(text: str, why: str) -> None:
    record = parse(text)
    answers = Answers(record.game)
    said = why_turned(review(record, answers), answers)
    assert why in said
    assert bool(why) == bool(said)


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
        here = game.voice().brief(positions[turning.number - 1].state) if turning.number > 1 else "the start"
        assert f"What to try: from {here}, " in said


def test_a_lesson_on_an_unsolved_game_claims_nothing() -> None:
    record = Record("operation-stack:operations=plus/minus/times/swap,max_stack=9", ("1", "2", "3"))
    answers = Answers(record.game, limits=Limits(positions=50))
    assert lesson(review(record, answers), answers).startswith("Parts of this game are unsolved")
