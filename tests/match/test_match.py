"""Rounds and matches: how a game stands, and how points are counted over several."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import GAMES, some_games, steps

import numduel
from numduel import Position
from numduel.match.match import MAX_CONSECUTIVE_DRAWS, Match
from numduel.match.round import Ending, Result, Round, lost_by, result_at
from numduel.match.setup import Setup


def played(spec: str, *texts: str) -> Round:
    bout = Round(numduel.load(spec))
    for text in texts:
        bout.play(bout.position.read(text))
    return bout


def test_a_round_starts_with_no_moves_and_no_result() -> None:
    bout = played("digit-stack")
    assert (bout.moves, bout.result, bout.hints) == ([], None, [0, 0])
    assert bout.position == Position.start(numduel.load("digit-stack"))


def test_a_game_is_ended_by_a_rule() -> None:
    assert result_at(played("digit-stack", *"258").position, None) is None
    bout = played("digit-stack", *"2589")
    assert result_at(bout.position, None) == Result(1, Ending.RULE, "the target was exceeded")
    assert bout.moves == [2, 5, 8, 9]


def test_a_player_who_cannot_move_ends_a_game_by_a_rule() -> None:
    bout = played("operation-obliteration", "divide", "divide", "add")
    assert result_at(bout.position, None) == Result(1, Ending.RULE, "no valid operation is left")


@pytest.mark.parametrize(
    ("ending", "did"),
    [(Ending.RESIGNATION, "resigned"), (Ending.TIMEOUT, "ran out of time"), (Ending.ABANDONED, "left")],
)
@pytest.mark.parametrize("player", [1, 2])
def test_whoever_loses_otherwise_than_by_a_move_is_named(ending: Ending, did: str, player: int) -> None:
    assert lost_by(player, ending) == Result(3 - player, ending, f"player {player} {did}", player=player)


def test_the_words_that_lose_are_kept_apart_from_the_reason() -> None:
    assert lost_by(1, Ending.FORFEIT, "operate") == Result(
        2, Ending.FORFEIT, "player 1 tried 'operate'", player=1, attempt="operate"
    )


def test_the_turn_limit_makes_a_draw() -> None:
    assert result_at(played("top-stack-twelve", *"111").position, 4) is None
    drawn = result_at(played("top-stack-twelve", *"1111").position, 4)
    assert drawn == Result(None, Ending.TURN_LIMIT, "4 turns were played")


def test_a_rule_that_ends_the_game_on_the_last_turn_comes_before_the_limit() -> None:
    result = result_at(played("digit-stack", *"2589").position, 4)
    assert result == Result(1, Ending.RULE, "the target was exceeded")


def test_without_a_limit_a_game_may_last() -> None:
    assert result_at(played("top-stack-twelve", *"1" * 500).position, None) is None


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_taking_back_leads_to_the_very_positions_played(name: str, data: st.DataObject) -> None:
    bout = Round(data.draw(some_games(name)))
    seen = [bout.position]
    for pick in data.draw(steps(15)):
        legal = list(bout.position.moves)
        if legal:
            bout.play(legal[pick % len(legal)])
            seen.append(bout.position)
    while bout.moves:
        assert bout.position == seen.pop()
        bout.take_back(len(bout.moves) - 1)
    assert [bout.position] == seen


def match(first: int = 0, rounds: int | None = None, to: int | None = None) -> Match:
    setup = Setup(game=numduel.load("digit-stack"), first=first, rounds=rounds, points=to)
    return Match(setup)


def test_computers_that_only_draw_break_a_match_to_points_off() -> None:
    one = Match(Setup(game=numduel.load("digit-stack"), players=("perfect", "perfect"), points=1))
    for _ in range(MAX_CONSECUTIVE_DRAWS):
        assert not one.over
        one.add(None)
    assert one.over
    assert one.broken_off


def test_a_game_that_is_won_ends_a_row_of_draws() -> None:
    one = Match(Setup(game=numduel.load("digit-stack"), players=("perfect", "perfect"), points=9))
    for winner in (*[None] * (MAX_CONSECUTIVE_DRAWS - 1), 1, *[None] * (MAX_CONSECUTIVE_DRAWS - 1)):
        one.add(winner)
    assert not one.broken_off
    one.add(None)
    assert one.broken_off


def test_a_single_game_is_over_after_one() -> None:
    one = match()
    assert (one.setup.single, one.over) == (True, False)
    one.add(winner=1)
    assert (one.setup.single, one.over) == (True, True)
    assert (one.points, one.draws, one.played, one.leader) == ([1, 0], 0, 1, 0)


def test_a_single_game_that_is_drawn_is_over_too() -> None:
    one = match()
    one.add(winner=None)
    assert one.over
    assert (one.points, one.draws, one.leader) == ([0, 0], 1, None)


@pytest.mark.parametrize("first", [0, 1])
def test_the_contestants_take_turns_at_the_first_seat_whoever_wins(first: int) -> None:
    some = match(first, rounds=4)
    seats = []
    for winner in (1, None, 2, 1):
        seats.append(some.seats)
        some.add(winner)
    one, other = (first, 1 - first), (1 - first, first)
    assert seats == [one, other, one, other]


def test_points_go_to_the_contestant_who_sat_in_the_winning_seat() -> None:
    some = match(rounds=4)
    for points in ([1, 0], [1, 1], [2, 1], [2, 2]):
        some.add(winner=1)  # the first seat wins each time, and changes hands
        assert some.points == points
    assert some.over
    assert some.leader is None, "a tie"


def test_a_match_of_so_many_games_is_played_to_its_end() -> None:
    some = match(rounds=3)
    for winner in (1, 2):
        some.add(winner)
        assert not some.over, "it goes on even where it is decided"
    assert (some.points, some.leader) == ([2, 0], 0)
    some.add(winner=None)
    assert some.over
    assert not some.setup.single


def test_a_match_to_so_many_points_does_not_count_draws() -> None:
    some = match(to=2)
    for winner in (1, None, None, None):
        some.add(winner)
        assert not some.over
    some.add(winner=1)  # the fifth game: the first contestant is back at the first seat
    assert some.over
    assert (some.points, some.draws, some.played, some.leader) == ([2, 0], 3, 5, 0)


@given(st.lists(st.sampled_from([1, 2, None])), st.integers(0, 1), st.integers(1, 5))
def test_a_match_to_points_is_over_as_soon_as_someone_has_them(
    winners: list[int | None], first: int, to: int
) -> None:
    some = match(first, to=to)
    for winner in winners:
        if some.over:
            assert max(some.points) == to
            assert some.leader == some.points.index(to)
            break
        some.add(winner)
        assert some.played == sum(some.points) + some.draws


def test_every_match_keeps_its_own_points() -> None:
    one, other = match(), match()
    one.add(winner=1)
    assert other.points == [0, 0]


def test_who_wins_a_game_is_the_other_ones_loss() -> None:
    match = Match(Setup(game=numduel.load("digit-stack"), rounds=9))
    for winner in (1, 2, None, 1):
        match.add(winner)
    assert (match.points, match.losses, match.draws) == ([2, 1], (1, 2), 1)
