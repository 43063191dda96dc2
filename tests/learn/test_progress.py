"""Progress: ratings, puzzles that come back, daily puzzles and streaks, all from the attempts alone."""

import dataclasses
import datetime
from random import Random

import pytest

from numduel.learn.catalogue import catalogue, draw
from numduel.learn.daily import DAY, FIRST, NoSuchDay, daily, read_date, share, streak
from numduel.learn.glicko import Rating, expected, rated
from numduel.learn.progress import START, Progress
from numduel.store.attempts import Attempt

NAME = catalogue()[0].id
TODAY = datetime.date(2026, 11, 16)


def at(
    day: datetime.date, right: bool = True, hints: int = 0, name: str = NAME, own: bool = False
) -> Attempt:
    """An attempt on a day; with `own`, at the daily puzzle of that day."""
    daily_of = day.isoformat() if own else None
    return Attempt(puzzle=name, at=f"{day.isoformat()}T23:59:59Z", right=right, hints=hints, day=daily_of)


def test_glickmans_worked_example_comes_out() -> None:
    results = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = rated(Rating(1500, 200, 0.06), results)
    assert (after.rating, after.deviation) == pytest.approx((1464.06, 151.52), abs=0.02)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def test_whoever_rests_becomes_less_sure_and_keeps_the_rating() -> None:
    after = rated(Rating(1500, 50), [])
    assert after.rating == 1500
    assert after.deviation > 50


@pytest.mark.parametrize("skill", [700, 1000, 1300, 1600, 1900])
def test_ratings_recover_a_known_skill(skill: int) -> None:
    rng, progress = Random(skill), Progress()
    for _ in range(200):
        puzzle = draw(rng, rating=round(progress.rating.rating), seen=progress.seen)
        right = rng.random() < expected(Rating(skill, 1), Rating(puzzle.rating, 1))
        progress.add(at(TODAY, right, name=puzzle.id))
    assert abs(progress.rating.rating - skill) < 2.5 * progress.rating.deviation
    assert progress.rating.deviation < 80


@pytest.mark.slow
def test_most_ratings_lie_within_two_of_the_deviations_that_they_state() -> None:
    near = 0
    for person in range(100):
        rng, progress = Random(person), Progress()
        skill = rng.randint(700, 1900)
        for _ in range(100):
            puzzle = draw(rng, rating=round(progress.rating.rating), seen=progress.seen)
            right = rng.random() < expected(Rating(skill, 1), Rating(puzzle.rating, 1))
            progress.add(at(TODAY, right, name=puzzle.id))
        near += abs(progress.rating.rating - skill) < 2 * progress.rating.deviation
    assert near >= 90


def test_only_the_first_attempt_is_rated_and_a_hint_counts_as_failing() -> None:
    once = Progress([at(TODAY, right=False)])
    twice = Progress([at(TODAY, right=False), at(TODAY, right=True)])
    helped = Progress([at(TODAY, right=True, hints=1)])
    assert once.rating == twice.rating == helped.rating
    assert once.rating.rating < START.rating < Progress([at(TODAY)]).rating.rating
    assert once.puzzles[NAME].rating > catalogue()[0].rating


def test_a_failed_puzzle_comes_back_after_1_3_7_and_21_days_and_then_no_more() -> None:
    progress, day = Progress([at(TODAY, right=False)]), TODAY
    for days in (1, 3, 7, 21):
        assert not progress.due(day)
        day += days * DAY
        assert [due.puzzle for due in progress.due(day)] == [NAME]
        progress.add(at(day))
    assert not progress.failed()


def test_failing_again_begins_anew_and_solving_too_soon_changes_nothing() -> None:
    progress = Progress(
        [at(TODAY, right=False), at(TODAY), at(TODAY + DAY), at(TODAY + 4 * DAY, right=False)]
    )
    assert [due.day for due in progress.failed()] == [TODAY + 5 * DAY]


def test_the_daily_puzzles_are_three_of_one_game_and_every_game_has_its_turn() -> None:
    days = [daily(FIRST + number * DAY) for number in range(10)]
    assert all(len(three) == len({puzzle.name for puzzle in three}) + 2 == 3 for three in days)
    assert len({three[0].name for three in days[:5]}) == len({three[0].name for three in days[5:]}) == 5
    assert all(three[0].rating < three[1].rating for three in days)
    assert daily(FIRST) == daily(FIRST)


def test_the_daily_puzzles_go_from_easy_to_hard_and_ask_no_position_twice() -> None:
    for number in range(365):
        three = daily(FIRST + number * DAY)
        assert [puzzle.rating for puzzle in three] == sorted(puzzle.rating for puzzle in three)
        assert len({(puzzle.spec, puzzle.moves) for puzzle in three}) == 3


@pytest.mark.parametrize("text", ["", "yesterday", "2026-02-29", "2025-12-31", "2026-11-17", "20261116x"])
def test_a_day_without_puzzles_is_said_so(text: str) -> None:
    with pytest.raises(NoSuchDay, match=r"is no date; one is written like 2026-11-16|which is today in UTC"):
        read_date(text, TODAY)


def test_days_from_the_first_to_today_have_puzzles() -> None:
    assert read_date("2026-11-16", TODAY) == TODAY
    assert read_date("2026-01-01", TODAY) == FIRST
    assert read_date("2028-02-29", datetime.date(2028, 2, 29)) == datetime.date(2028, 2, 29)


def test_a_result_can_be_shared() -> None:
    said = share(TODAY, [True, True, True], 0)
    assert said.startswith("numduel daily 2026-11-16 · ")
    assert said.endswith(" · 3 of 3 · no hint")
    assert share(TODAY, [True, False, True], 2).endswith(" · 2 of 3 · 2 hints")


def test_a_streak_counts_days_in_a_row_also_over_a_leap_day() -> None:
    march = datetime.date(2028, 3, 1)
    days = [march - number * DAY for number in range(4)]
    assert streak(days, march) == 4
    assert streak(days, march + DAY) == 4  # today can still be played
    assert streak(days, march + 2 * DAY) == 0
    assert streak([days[0], days[2]], march) == 1


def test_a_streak_counts_daily_puzzles_that_were_played_on_their_day() -> None:
    late = Attempt(puzzle=NAME, at="2026-11-16T00:00:00Z", right=True, day="2026-11-15")
    progress = Progress([at(TODAY - DAY, own=False), late, at(TODAY, own=True)])
    assert progress.streak(TODAY) == 1


def test_a_clock_that_went_ahead_and_back_makes_no_streak() -> None:
    ahead = [at(TODAY + number * DAY, own=True) for number in range(1, 5)]
    assert Progress(ahead).streak(TODAY) == 0
    assert Progress([*ahead, at(TODAY, own=True)]).streak(TODAY) == 1


def test_days_that_were_played_ahead_of_time_count_for_nothing_when_they_come() -> None:
    ahead = [at(TODAY + number * DAY, own=True) for number in range(1, 5)]
    back = [*ahead, at(TODAY, own=True)]
    assert Progress(back).streak(TODAY + 4 * DAY) == 0
    honest = [at(TODAY + number * DAY, own=True) for number in range(1, 3)]
    assert Progress([*back, *honest]).streak(TODAY + 2 * DAY) == 3


def test_a_clock_that_knew_nothing_for_a_while_takes_no_streak_away() -> None:
    days = [at(TODAY - DAY, own=True), at(datetime.date(1970, 1, 1)), at(TODAY, own=True)]
    assert Progress(days).streak(TODAY) == 2


@pytest.mark.parametrize(("moment", "days"), [("T23:59:59Z", 1), ("T00:00:00Z", 1)])
def test_the_first_and_the_last_second_of_a_day_belong_to_it(moment: str, days: int) -> None:
    played = Attempt(puzzle=NAME, at=f"2026-11-16{moment}", right=True, day="2026-11-16")
    assert Progress([played]).streak(TODAY) == days
    over = dataclasses.replace(played, at="2026-11-17T00:00:00Z")
    assert Progress([over]).streak(TODAY + DAY) == 0


def test_a_leap_day_has_puzzles_of_its_own_and_counts() -> None:
    leap = datetime.date(2028, 2, 29)
    assert daily(leap) != daily(leap - DAY) != daily(leap + DAY)
    played = [at(leap + number * DAY, own=True) for number in (-1, 0, 1)]
    assert Progress(played).streak(leap + DAY) == 3
    assert Progress([played[0], played[2]]).streak(leap + DAY) == 1
