"""Progress that is taken elsewhere: read as it was written, and joined in order of time."""

import datetime
import json
import re

import pytest

from numduel.learn.catalogue import catalogue
from numduel.learn.progress import Progress
from numduel.learn.transfer import MOST_ATTEMPTS, BadProgress, progress_document, read_attempts, together
from numduel.store.attempts import Attempt

NOW = datetime.datetime(2026, 11, 16, 12, tzinfo=datetime.UTC)
ONE, OTHER = (puzzle.id for puzzle in catalogue()[:2])


ATTEMPT = {"puzzle": ONE, "at": "2026-11-15T12:00:00Z", "right": True, "hints": 0, "day": None}
BAD = [
    ("", "this is no progress: it is not JSON"),
    ("[" * 100_000, "this is no progress: it is not JSON"),
    ("[1]", 'it has no list of "attempts"'),
    ('{"attempts": {}}', 'it has no list of "attempts"'),
    ('{"attempts": [7]}', "attempt 1 is none: its 'puzzle' must be the name of a puzzle"),
    *(
        (json.dumps({"attempts": [ATTEMPT, {**ATTEMPT, name: value}]}), f"attempt 2 is {sentence}")
        for name, value, sentence in [
            ("puzzle", "../../x", "none: its 'puzzle' must be the name of a puzzle"),
            ("at", "yesterday", "none: its 'at' must be a time in UTC, as 2026-11-16T12:00:00Z"),
            ("at", "2026-02-29T12:00:00Z", "none: its 'at' must be a time in UTC"),
            ("at", "2999-01-01T00:00:00Z", "of a time that has not come yet: 2999-01-01T00:00:00Z"),
            ("right", 1, "none: its 'right' must be true or false"),
            ("hints", True, "none: its 'hints' must be a number of hints"),
            ("hints", -1, "none: its 'hints' must be a number of hints"),
            ("day", "2026-02-30", "none: its 'day' must be null or a date, as 2026-11-16"),
        ]
    ),
]


def at(day: str, name: str = ONE, right: bool = True, daily: bool = False) -> Attempt:
    date = f"2026-11-{day}"
    return Attempt(puzzle=name, at=f"{date}T12:00:00Z", right=right, day=date if daily else None)


def test_attempts_are_read_as_they_were_written() -> None:
    made = [at("14", right=False), at("15", OTHER, daily=True), at("16")]
    document = progress_document(Progress(made), NOW.date())
    assert read_attempts(json.dumps(document), NOW) == made
    assert (document["tried"], document["right"], document["streak"]) == (3, 2, 1)


def test_an_attempt_without_a_day_is_none_of_a_day() -> None:
    document = at("16").as_json()
    del document["day"]
    assert read_attempts(json.dumps({"attempts": [document]}), NOW) == [at("16")]


def test_an_attempt_of_this_very_second_is_taken_and_one_of_the_next_is_not() -> None:
    text = json.dumps({"attempts": [at("16").as_json()]})
    assert read_attempts(text, NOW) == [at("16")]
    with pytest.raises(BadProgress, match="has not come yet"):
        read_attempts(text, NOW - datetime.timedelta(seconds=1))


def test_two_histories_are_joined_by_time_and_what_both_have_is_there_once() -> None:
    here, there = [at("13"), at("15")], [at("12"), at("13"), at("14"), at("16")]
    assert together(here, there) == [at("12"), at("13"), at("14"), at("15"), at("16")]
    assert together(here, here) == here


def test_joining_keeps_the_order_in_which_each_history_was_made() -> None:
    ahead = [at("16", daily=True), at("14", daily=True)]  # a clock was ahead, and set back
    joined = together([at("13")], ahead)
    assert [each for each in joined if each in ahead] == ahead
    assert Progress(joined).streak(datetime.date(2026, 11, 16)) == 0


def test_a_failure_that_is_brought_along_is_answered_by_what_was_solved_later() -> None:
    progress = Progress(together([at("15")], [at("12", right=False)]))
    assert [(due.solved, due.day.isoformat()) for due in progress.failed()] == [(1, "2026-11-18")]


def test_more_than_anybody_makes_is_refused() -> None:
    many = [at("15").as_json()] * (MOST_ATTEMPTS + 1)
    with pytest.raises(BadProgress, match=r"at most 10,000 attempts are taken, not 10,001"):
        read_attempts(json.dumps({"attempts": many}), NOW)


@pytest.mark.parametrize(("text", "sentence"), BAD)
def test_what_is_no_progress_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadProgress, match=re.escape(sentence)):
        read_attempts(text, NOW)
