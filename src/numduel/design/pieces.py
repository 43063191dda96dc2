"""Pieces: what is still to be done of a sweep, handed out, and taken back where a worker is lost."""

from collections import Counter, deque
from collections.abc import Iterable

from ..core.errors import NumduelError

Span = tuple[int, int]
PIECE = 4_096  # settings at once: a second of work where they are small; else a worker hands in earlier
ROUNDS = 4  # pieces for each worker at least, so that none is left with much at the end
MOST_LOSSES = 3  # of workers over one piece


class WorkersLost(NumduelError, RuntimeError):
    """Workers were lost again and again over the same settings; the message says which."""


class Pieces:
    """Stretches of settings, in order, none longer than a piece."""

    def __init__(self, spans: Iterable[Span], piece: int = PIECE) -> None:
        self._waiting = deque(spans)
        self._piece = piece
        self._losses: Counter[int] = Counter()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def share(self, workers: int) -> None:
        """Make pieces so small that there are some for each of so many workers."""
        waiting = sum(stop - start for start, stop in self._waiting)
        self._piece = min(self._piece, max(1, waiting // (ROUNDS * workers)))

    def take(self) -> Span:
        """The next piece."""
        start, stop = self._waiting.popleft()
        cut = min(start + self._piece, stop)
        if cut < stop:
            self._waiting.appendleft((cut, stop))
        return start, cut

    def rest(self, span: Span, done: int) -> None:
        """Take back what was not done of a piece."""
        if done < span[1]:
            self._waiting.appendleft((done, span[1]))

    def lost(self, span: Span) -> None:
        """Take a piece back whose worker was lost; WorkersLost where that has happened too often.

        It comes back in halves, so that in the end one setting is named that no worker survives.
        """
        start, stop = span
        self._losses[start] += 1
        if self._losses[start] >= MOST_LOSSES and stop - start == 1:
            raise WorkersLost(
                f"workers were lost {MOST_LOSSES} times over setting {start + 1:,} of the sweep"
            )
        middle = (start + stop) // 2
        halves = [(start, stop)] if self._losses[start] < MOST_LOSSES else [(start, middle), (middle, stop)]
        self._waiting.extendleft(reversed([half for half in halves if half[0] < half[1]]))
