"""Transfer: somebody's progress as a document to be taken elsewhere, and joined with what is kept there."""

import datetime
import heapq
import json
import re
from collections.abc import Sequence
from typing import Any

from ..core.errors import NumduelError
from ..core.integers import count
from ..store.attempts import Attempt, Attempts
from ..store.errors import Damaged, StoreError
from .progress import Progress
from .puzzle import LENGTH, LETTERS

MOST_ATTEMPTS = 10_000  # of one person
MOST_HINTS = 999
_NAME = re.compile(f"[{LETTERS}]{{{LENGTH}}}")
_MOMENT = "%Y-%m-%dT%H:%M:%SZ"


class BadProgress(NumduelError, ValueError):
    """A text that is no progress, explained in one sentence."""


def moment(now: datetime.datetime) -> str:
    """A time in UTC as attempts keep it.

    >>> moment(datetime.datetime(2026, 11, 16, 12, tzinfo=datetime.UTC))
    '2026-11-16T12:00:00Z'
    """
    return now.astimezone(datetime.UTC).strftime(_MOMENT)


def progress_document(progress: Progress, today: datetime.date) -> dict[str, Any]:
    """Somebody's progress with all their attempts; `read_attempts` reads them from it."""
    return {
        "rating": round(progress.rating.rating),
        "deviation": round(progress.rating.deviation),
        "tried": len(progress.attempts),
        "right": progress.solved,
        "streak": progress.streak(today),
        "again": [{"id": due.puzzle, "day": due.day.isoformat()} for due in progress.failed()],
        "attempts": [one.as_json() for one in progress.attempts],
    }


def read_attempts(text: str, now: datetime.datetime) -> list[Attempt]:
    """The attempts in a document of somebody's progress; BadProgress if it is none."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise BadProgress("this is no progress: it is not JSON") from None
    found = document.get("attempts") if isinstance(document, dict) else None
    if not isinstance(found, list):
        raise BadProgress('this is no progress: it has no list of "attempts"')
    if len(found) > MOST_ATTEMPTS:
        raise BadProgress(f"at most {count(MOST_ATTEMPTS, 'attempt')} are taken, not {len(found):,}")
    return [_attempt(number, each, moment(now)) for number, each in enumerate(found, 1)]


def _attempt(number: int, given: object, now: str) -> Attempt:
    """One attempt of a document."""
    fields = given if isinstance(given, dict) else {}
    for name, wanted, fits in _FIELDS:
        if not fits(fields.get(name)):
            raise BadProgress(f"attempt {number} is none: its {name!r} must be {wanted}")
    if fields["at"] > now:
        raise BadProgress(f"attempt {number} is of a time that has not come yet: {fields['at']}")
    return Attempt(**{name: fields[name] for name, _, _ in _FIELDS if name in fields})


def _is_moment(given: object) -> bool:
    try:
        return isinstance(given, str) and moment(_read_moment(given)) == given
    except ValueError:
        return False


def _read_moment(text: str) -> datetime.datetime:
    return datetime.datetime.strptime(text, _MOMENT).replace(tzinfo=datetime.UTC)


def _is_day(given: object) -> bool:
    return given is None or (isinstance(given, str) and _is_moment(f"{given}T00:00:00Z"))


_FIELDS = (
    ("puzzle", "the name of a puzzle", lambda it: isinstance(it, str) and bool(_NAME.fullmatch(it))),
    ("at", "a time in UTC, as 2026-11-16T12:00:00Z", _is_moment),
    ("right", "true or false", lambda it: isinstance(it, bool)),
    ("hints", "a number of hints", lambda it: type(it) is int and 0 <= it <= MOST_HINTS),
    ("day", "null or a date, as 2026-11-16", _is_day),
)


def together(kept: Sequence[Attempt], brought: Sequence[Attempt]) -> list[Attempt]:
    """Two histories in one, by the time of each attempt; what both have is there once."""
    known = set(kept)
    new = list(dict.fromkeys(attempt for attempt in brought if attempt not in known))
    found = list(heapq.merge(kept, new, key=lambda attempt: attempt.at))
    if len(found) > MOST_ATTEMPTS:
        raise BadProgress(f"together these are more than {count(MOST_ATTEMPTS, 'attempt')}")
    return found


def bring(attempts: Attempts, player: str, brought: Sequence[Attempt]) -> tuple[int, list[Attempt]]:
    """Add attempts to those that are kept of somebody: how many were new, and all that there are now."""
    before, after = list[Attempt](), list[Attempt]()

    def join(kept: list[Attempt | Damaged]) -> list[Attempt]:
        before.extend(each for each in kept if not isinstance(each, Damaged))
        if len(before) < len(kept):
            raise StoreError("an attempt that is kept is damaged, so that nothing is added to it")
        after.extend(together(before, brought))
        return after

    attempts.rewrite(player, join)
    return len(after) - len(before), after
