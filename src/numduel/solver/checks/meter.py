"""Meter: checking costs at most so many moves for every character of a certificate, and tells how many."""

import copy
from collections.abc import Callable
from typing import Any

from ...core.errors import NumduelError
from ...core.integers import count
from ...core.tall import TallStack, plain
from .common import AnyGame, require

MOVES_A_CHARACTER = 20  # that checking may try, and
FEWEST_MOVES = 100_000  # however short a certificate is
REPORT_EVERY = 1 << 14  # steps
# What is read at all, unless the whole is asked for: JSON may take fifty times its size in memory.
MOST_BYTES = 8_000_000


class TooLong(NumduelError):
    """Checking the certificate takes longer than its size allows; the message says so in one sentence."""


def moves_for(text: str) -> int:
    """How many moves checking a certificate may try."""
    return max(FEWEST_MOVES, MOVES_A_CHARACTER * len(text))


def refuse_more(moves: int, most: int) -> None:
    """Refuse to try more moves than most."""
    if moves > most:
        raise TooLong(f"checking it takes more than {count(most, 'move')}, which is a lot for its size")


class Steps:
    """Counts the steps of checking, and reports them now and then."""

    def __init__(self, progress: Callable[[int], None] | None = None) -> None:
        self.taken = 0
        self._progress = progress
        self._next_report = REPORT_EVERY

    def take(self, steps: int) -> None:
        """Count so many more."""
        self.taken += steps
        if self.taken >= self._next_report and self._progress is not None:
            self._next_report = self.taken + REPORT_EVERY
            self._progress(self.taken)


def metered(game: AnyGame, most: int | None, steps: Steps) -> AnyGame:
    """The same game, which counts the moves that are played, large states for several, and stops at most."""
    counting, play, tried = copy.copy(game), game.play, 0

    def count_and_play(state: Any, move: Any) -> Any:
        nonlocal tried
        made = play(state, move)
        after, heavy = plain(made), weight(plain(made))
        if after is not made:
            heavy *= 1 + 2 * _check_alike(game, made, after)
        tried += heavy
        if most is not None and tried > most:
            refuse_more(tried, most)
        steps.take(heavy)
        return after

    object.__setattr__(counting, "play", count_and_play)
    return counting


def _check_alike(game: AnyGame, tall: Any, after: Any) -> int:
    """How many moves there are from a state with a tall stack, which the rules treat like one with a tuple.

    DoesNotHold where they tell one from the other, or could, by something in the stack that is no number of
    it: what is checked are tuples.
    """
    parts = tall if isinstance(tall, tuple) else (tall,)
    alike = all(part.as_made for part in parts if type(part) is TallStack)
    moves = list(game.moves(tall))
    alike = alike and moves == list(game.moves(after)) and game.outcome(tall) == game.outcome(after)
    for move in moves if alike else ():
        one, other = game.play(tall, move), game.play(after, move)
        alike = alike and type(one) is type(other) and bool(one == other)
    require(alike, "the rules tell a tall stack from a tuple of the same numbers")
    return len(moves)


def weight(state: Any) -> int:
    """For how many moves it counts to make this state: one, and more where it is tall or has long numbers."""
    parts = (state, *state) if isinstance(state, tuple) else (state,)
    tall = sum(len(part) for part in parts if isinstance(part, tuple))
    bits = sum(part.bit_length() for part in parts if isinstance(part, int))
    # Positions are named by their digits, and writing those takes the square of their number.
    return 1 + (tall >> 4) + (bits >> 10) + (bits >> 12) ** 2
