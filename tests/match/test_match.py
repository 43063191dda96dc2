"""Rounds and matches: how games end that no rule ends, and how points are counted over several."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import GAMES, some_games, steps

import numduel
from numduel import IllegalMove, InvalidMove, Position
from numduel.match.match import Match
from numduel.match.round import Ending, Result, Round


def played(spec: str, *texts: str, max_turns: int | None = None) -> Round:
    bout = Round(numduel.load(spec), max_turns)
    for text in texts:
        bout.play(bout.position.read(text))
    return bout


def test_a_round_starts_with_no_moves_and_no_result() -> None:
    bout = played("digit-stack")
    assert (bout.moves, bout.result) == ([], None)
    assert bout.position == Position.start(numduel.load("digit-stack"))


def test_a_round_is_ended_by_a_rule() -> None:
    assert played("digit-stack", *"258").result is None
    bout = played("digit-stack", *"2589")
    assert bout.result == Result(1, Ending.RULE, "the target was exceeded")
    assert bout.moves == [2, 5, 8, 9]


def test_a_player_who_is_stuck_ends_a_round_by_a_rule() -> None:
    bout = played("operation-obliteration", "divide", "divide", "add")
    assert bout.result == Result(1, Ending.RULE, "no valid operation is left")


def test_a_move_that_cannot_be_played_changes_nothing() -> None:
    bout = played("digit-stack:repeats=no", "5")
    before = bout.position
    with pytest.raises(IllegalMove):
        bout.play(5)
    with pytest.raises(InvalidMove):
        bout.play(0)
    assert (bout.position, bout.moves) == (before, [5])


def test_nothing_is_played_after_the_end() -> None:
    bout = played("digit-stack", *"2589")
    with pytest.raises(IllegalMove):
        bout.play(1)
    assert bout.moves == [2, 5, 8, 9]


@pytest.mark.parametrize(("moves", "winner"), [([], 2), ([1], 1), ([1, 1], 2)])
def test_the_player_to_move_resigns(moves: list[int], winner: int) -> None:
    bout = played("top-stack-twelve", *map(str, moves))
    bout.resign()
    assert bout.result == Result(winner, Ending.RESIGNATION, f"player {3 - winner} resigned")


def test_the_players_agree_a_draw() -> None:
    bout = played("top-stack-twelve", "1")
    bout.agree_draw()
    assert bout.result == Result(None, Ending.AGREEMENT, "the players agreed a draw")


@pytest.mark.parametrize(("moves", "winner"), [([], 2), ([5], 1)])
def test_a_forbidden_attempt_loses_for_the_player_to_move(moves: list[int], winner: int) -> None:
    bout = played("operation-stack", *map(str, moves))
    bout.forfeit("operate")
    assert bout.result == Result(winner, Ending.FORFEIT, "operate")


def test_the_turn_limit_makes_a_draw() -> None:
    assert played("top-stack-twelve", *"111", max_turns=4).result is None
    drawn = played("top-stack-twelve", *"1111", max_turns=4)
    assert drawn.result == Result(None, Ending.TURN_LIMIT, "4 turns were played")


def test_a_rule_that_ends_the_game_on_the_last_turn_comes_before_the_limit() -> None:
    assert played("digit-stack", *"2589", max_turns=4).result == Result(
        1, Ending.RULE, "the target was exceeded"
    )


def test_resigning_comes_before_the_limit() -> None:
    bout = played("top-stack-twelve", "1", max_turns=2)
    bout.resign()
    assert bout.result is not None
    assert bout.result.ending is Ending.RESIGNATION


def test_without_a_limit_a_round_may_last() -> None:
    assert played("top-stack-twelve", *"1" * 500).result is None


def test_undoing_takes_back_the_last_move_and_is_counted() -> None:
    bout = played("operation-stack", "5", "8", "*")
    assert bout.undo() == ["*"]
    assert bout.position.state == (5, 8)
    assert (bout.moves, bout.position.player) == ([5, 8], 1)
    assert bout.undo() == [8]
    bout.play(3)
    assert bout.moves == [5, 3]


def test_undoing_the_last_move_reopens_a_game_that_it_ended() -> None:
    bout = played("digit-stack", *"2589")
    bout.undo()
    assert bout.result is None
    assert bout.position.state == 258
    limited = played("top-stack-twelve", *"11", max_turns=2)
    limited.undo()
    assert limited.result is None


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_undoing_leads_back_through_the_very_positions_played(name: str, data: st.DataObject) -> None:
    bout = Round(data.draw(some_games(name)))
    seen = [bout.position]
    for pick in data.draw(steps(15)):
        legal = list(bout.position.moves)
        if legal:
            bout.play(legal[pick % len(legal)])
            seen.append(bout.position)
    while bout.moves:
        assert bout.position == seen.pop()
        bout.undo()
    assert [bout.position] == seen


def match(first: int = 0, rounds: int | None = None, to: int | None = None) -> Match:
    return Match(("Ann", "Ben"), first, rounds, to)


def test_a_single_game_is_over_after_one() -> None:
    one = match()
    assert (one.single, one.over) == (True, False)
    one.add(winner=1)
    assert (one.single, one.over) == (True, True)
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
    assert not some.single


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
