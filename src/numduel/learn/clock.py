"""Clock: the present moment, by which days, attempts and lessons are dated."""

import datetime
import time

from ..core.errors import WrongClock

# A machine that has no clock counts from the first; and days are counted on, for which there must be room.
EARLIEST = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC).timestamp()
LATEST = datetime.datetime(9999, 1, 1, tzinfo=datetime.UTC).timestamp()


def now() -> datetime.datetime:
    """The present moment in UTC; WrongClock where the machine's clock cannot be right."""
    try:
        seconds = time.time()
    except OverflowError:  # Python counts nanoseconds, for which there is room until then
        raise WrongClock("the clock of this machine is wrong: it shows a year after 2261") from None
    if not EARLIEST <= seconds < LATEST:
        raise WrongClock("the clock of this machine is wrong: it shows a year before 1970 or after 9998")
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC)
