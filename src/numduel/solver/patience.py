"""Patience: whether exploring in plain Python goes on, by what was found so far and what that has taken."""

from collections.abc import Callable

from ..engine.limits import Limits, moves_to_try

LOOK_EVERY = 1 << 14  # moves between two looks at what was found, two reports, and two chances to interrupt
# Where nobody has said how far to go: after so many positions, and after twice as many each time, it is asked
# whether there is hope to find them all. Nearer than so many times what there may be an estimate is not
# trusted, unless there are many already.
EARLY, MANY, FAR = 1 << 15, 1 << 17, 30
# There, positions may take more than so many bytes in all only if they are not large ones, and more than so
# many moves only if each of them does not count for many.
MUCH_MEMORY, LARGE_POSITION = 400_000_000, 1_500
MUCH_WORK, HEAVY = 2_000_000, 16
LITTLE_WORK = 125_000  # moves that are tried in all where there is no hope any more
TOO_MUCH = 4  # times the moves that may be tried: where those that wait will have more, they never will be
FEW = 1_000  # positions that always fit: to ask the system for its memory takes longer than to find them


class Patience:
    """How long to explore within limits; without any, for as long as it takes.

    `weight` says for how many moves each of those counts that are tried now: large positions take longer.
    With `whole`, there is no more as soon as it shows that not all positions will be found.
    """

    stopped = False  # whether there is no memory, no time or no hope for more
    next_look = LOOK_EVERY  # the number of moves tried at which to look again
    work = 0  # moves tried so far, each for as many as it counts
    _looked_at, _hope_until = 0, EARLY

    def __init__(self, limits: Limits | None, whole: bool = False) -> None:
        self.limits, self.whole = limits, whole

    def count(self, tried: int, weight: int) -> None:
        """Count the moves tried since the last look, and say when to look again."""
        self.work = self.work_after(tried, weight)
        self._looked_at, self.next_look = tried, tried + self.pace(weight)

    def work_after(self, tried: int, weight: int) -> int:
        """What the moves come to that were tried so far, those since the last look included."""
        return self.work + (tried - self._looked_at) * weight

    def hurry(self, tried: int, weight: int) -> None:
        """Look again sooner where positions have become large."""
        self.next_look = min(self.next_look, tried + self.pace(weight))

    def pace(self, weight: int) -> int:
        """How many moves may be tried until the next look."""
        return max(1, LOOK_EVERY // weight)

    def stop(self) -> None:
        """Go no further, and look at once."""
        self.stopped, self.next_look = True, 0

    def is_full(self, found: int, taken: Callable[[], int]) -> bool:
        """Whether so many positions, which have `taken` so many bytes, leave no memory for more."""
        limits = self.limits
        if limits is None or (limits.memory is None and found < FEW):
            return False
        most = limits.memory_to_use
        if limits.memory is None and limits.gives_up_early:
            most = min(most, max(MUCH_MEMORY, LARGE_POSITION * found))
        return taken() > most

    def is_over(
        self, found: int, expanded: int, wanted: int, weight: int, outgrows: Callable[[int], bool]
    ) -> bool:
        """Whether to find no more positions, though more are `wanted`: for want of memory, time or hope."""
        limits = self.limits
        if limits is not None and not self.stopped:
            self.stopped = self.is_spent(found, wanted, weight)
            if limits.gives_up_early and not self.stopped:
                # Those that wait will have about as many moves as the others, and each has to be tried.
                in_all = self.work * found // expanded
                self.stopped = in_all > TOO_MUCH * self._allowed(limits, found, wanted, weight)
                self.stopped = self.stopped or self._is_hopeless(limits.positions_in_python, found, outgrows)
        return self.stopped

    def is_spent(self, found: int, wanted: int, weight: int) -> bool:
        """Whether as many moves were tried as may be."""
        limits = self.limits
        if limits is None:
            return False
        tried = self.work if limits.gives_up_early else self._looked_at
        return tried >= self._allowed(limits, found, wanted, weight)

    def is_vain(self, found: int, expanded: int, weight: int, moves: Callable[[], float]) -> bool:
        """Whether all positions are wanted, and those that wait have far more moves than may still be tried.

        They are taken to have as many as others; where that is too much, as many as some of them have.
        """
        limits = self.limits
        if limits is None or not self.whole:
            return False
        tried, waiting = self.work if limits.gives_up_early else self._looked_at, found - expanded
        most = TOO_MUCH * (self._allowed(limits, found, limits.positions_in_python, weight) - tried)
        return waiting * tried > most * expanded and waiting * moves() > most

    def _allowed(self, limits: Limits, found: int, wanted: int, weight: int) -> int:
        """How many moves may be tried in all; where nothing more is to be found, for what was."""
        if limits.gives_up_early and weight > HEAVY:
            return MUCH_WORK
        if not self.stopped:
            return moves_to_try(min(limits.positions_in_python, wanted))
        return min(moves_to_try(found), LITTLE_WORK) if limits.gives_up_early else moves_to_try(found)

    def _is_hopeless(self, most: int, found: int, outgrows: Callable[[int], bool]) -> bool:
        """Whether there will be more positions than so many; asked now and then."""
        if found < self._hope_until:
            return False
        self._hope_until = 2 * found
        return outgrows(most * (FAR if found < MANY else 1))
