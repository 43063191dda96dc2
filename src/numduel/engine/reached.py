"""Reached: the codes that can be reached from one, numbered by their rank.

They are found breadth first in a hash table, as long as it takes less room than a bit for every code would;
then by sweeps over such bits. In the end the codes stand in a sorted list, with a list of where each part of
the range begins there: nine bytes a position, however few of the codes are reached.
"""

import math
from collections.abc import Callable
from itertools import islice, pairwise
from typing import Any

import numpy as np

from ..kernels.kernel import Kernel
from . import bits
from .growth import FAR, LAYERS, MANY, SAMPLES, estimate, followed, most_of_vast
from .jit import PART, compiled
from .limits import Progress, at_most
from .numbering import EMPTY, Array, slot_of

SMALL_RANGE = 1 << 22  # the bits of so many codes take 1 MiB: no reason to try anything else
SPARSE = 128  # codes for each that is reached: where there are more, a hash table takes less room than bits
STRIDE = 1 << 15  # positions between two reports of progress, and two chances to interrupt or to give up
CHUNK = 1 << 18  # words between two reports of progress and two chances to interrupt
STACK = 1 << 12  # codes that are expanded out of order
CODES_A_PART = 4  # of the sorted list, on average
# Where nobody has said how far to go: after so many positions, and after twice as many each time, it is asked
# how many there will be. Far too many is no reason to go on; nor, once they are many already, any too many.
EARLY = 1 << 17
LOW = 3  # times as many positions as an early estimate says there may be
MANY_LAYERS, THIN = 1_000, 1_024  # from so many layers on, those of fewer positions are taken together
VAST = 3  # times as many as there is room for: a game that may have more is not gone on with for long
unpack, play = PART, PART
Fits = Callable[[float], int]


class Reached:
    """The codes that can be reached from `root`: all of them, if they are at most `limit`.

    `bits` are those codes as a set, where they were found as bits. The search takes at most `memory` bytes.
    With `fits`, which says how many positions there is room for where each has so many moves on average, it
    ends as soon as there is no hope that all of them fit.
    """

    def __init__(
        self,
        kernel: Kernel[Any],
        root: int,
        limit: int,
        memory: int,
        progress: Progress | None = None,
        fits: Fits | None = None,
    ) -> None:
        self.kernel, self._limit, self._progress = kernel, limit, progress
        self._fits = fits
        self._found, self._expanded, self._hopeless = 1, 0, False
        self._layers = [0, 1]  # how many positions there are up to each move
        self._hope_until, self._many = (at_most(some, kernel.actions) for some in (EARLY, MANY))
        self._codes = np.array([root], np.int64)
        self.bits: Array | None = None
        self._bits_fit = bits.words_for(kernel.size) * 16 <= memory
        if not (self._bits_fit and kernel.size <= SMALL_RANGE and fits is None):
            self._find_by_hashing()
        if self._is_open and self._bits_fit:
            # From here on nobody asks any more.
            self._hopeless = fits is not None and self._outgrows(fits, at_last=True)
            self._find_by_bits()
        self.complete = self._found == self._expanded and self._found <= limit

    def __len__(self) -> int:
        return self._found

    @property
    def _is_open(self) -> bool:
        """Whether there is more to find, and reason to go on."""
        return self._expanded < self._found <= self._limit and not self._hopeless

    def _report(self) -> None:
        if self._progress is not None:
            self._progress(self._found, self._expanded)

    def _find_by_hashing(self) -> None:
        """Find codes breadth first, until there is no more, or bits take less room."""
        room = 1 << 12
        while self._is_open and not (self._bits_fit and self._found * SPARSE > self.kernel.size):
            # No more of them than the limit and one more position's moves are ever wanted.
            most = min(room, self._limit + self.kernel.actions + 1)
            self._codes = np.concatenate([self._codes, np.empty(max(0, most - len(self._codes)), np.int64)])
            keys = np.full(1 << (most + most // 3).bit_length(), EMPTY, np.int64)
            compiled(insert_all)(keys, self._codes, self._found)
            self._fill(keys)
            del keys  # before there is a larger one
            room = 2 * max(room, self._found)

    def _fill(self, keys: Array) -> None:
        """Find codes as long as there is room."""
        expand, kernel = compiled(expand_some, **self.kernel.moving), self.kernel
        while self._is_open and self._found + kernel.actions <= len(self._codes):
            most = min(STRIDE, self._layers[-1] - self._expanded)
            if (
                len(self._layers) > MANY_LAYERS
            ):  # most are thin: each by itself would take longer than all else
                most = max(most, THIN)
            self._expanded, self._found = expand(
                kernel.numbers, keys, self._codes, self._expanded, self._found, kernel.actions, most
            )
            if self._expanded >= self._layers[-1] < self._found:
                self._layers.append(self._found)
            if self._found >= self._hope_until:
                self._hope_until *= 2
                self._hopeless = self._fits is not None and self._outgrows(self._fits)
            self._report()

    def _outgrows(self, fits: Fits, at_last: bool = False) -> bool:
        """Whether there will be more positions than there is room for, as far as can be told.

        Where it is asked for the last time, nothing but room counts, and an estimate may be too low.
        """
        *before, newest = (self._some(*layer) for layer in pairwise(self._layers[-LAYERS - 1 :]))
        moves = [sum(len(self._successors(code)) for code in codes) / len(codes) for codes in before]
        bound = min(self.kernel.size, self.kernel.game.size() or self.kernel.size)
        most = min(self._limit, fits(moves[-1] if moves else 0.0))
        soon = at_most(EARLY, self.kernel.actions)  # so many are found before anyone has to wait
        if at_last and len(self._layers) <= LAYERS and bound > soon:
            return self._is_wide(fits, newest, bound)
        is_vast = not at_last and bound > VAST * most
        if at_last and bound > most:
            most //= LOW
        elif is_vast:
            most = min(most, most_of_vast(self._found, self._many))
        if self._found < self._many and not at_last:
            most *= FAR
        if is_vast and self._at_this_rate() > most:
            return True
        return estimate(self._successors, bound, self._layers[1:], moves, newest, most) > most

    def _at_this_rate(self) -> int:
        """How many there will be when there are twice as many layers, each as large as the later ones so far.

        0 where layers are few, which tell more by how they grow. Where they are thousands, each of a few
        positions, how they grow is chance.
        """
        if len(self._layers) <= MANY_LAYERS:
            return 0
        half = self._layers[len(self._layers) // 2]
        return self._layers[-1] + 2 * (self._layers[-1] - half)

    def _is_wide(self, fits: Fits, newest: list[int], bound: float) -> bool:
        """Whether the next two layers are more than there is room for, where they are too few to tell growth.

        They are taken to lead anywhere alike: so the more moves there are, the more of all positions.
        """
        size, most = float(self._layers[-1] - self._layers[-2]), self._limit
        for moves in islice(followed(self._successors, newest), 2):
            size = bound * -math.expm1(-size * moves / bound)
            most = min(self._limit, fits(moves))
        return size > most

    def _some(self, begin: int, end: int) -> list[int]:
        """The codes of positions from one number to another, as many as an estimate needs."""
        some: list[int] = self._codes[begin : end : max(1, (end - begin) // SAMPLES)].tolist()
        return some

    def _successors(self, code: int) -> list[int]:
        """The codes that moves lead to."""
        step, kernel = compiled(self.kernel.step), self.kernel
        after = (step(kernel.numbers, code, action) for action in range(kernel.actions))
        return [one for one in after if one >= 0]

    def _find_by_bits(self) -> None:
        kernel, size = self.kernel, bits.words_for(self.kernel.size)
        self.bits, pending = np.zeros(size, np.uint64), np.zeros(size, np.uint64)
        compiled(bits.add_all)(self.bits, self._codes[: self._found])
        compiled(bits.add_all)(pending, self._codes[self._expanded : self._found])
        self._codes = np.empty(0, np.int64)
        sweep, drain = (compiled(function, **kernel.moving) for function in (bits.sweep, bits.drain))
        sets, stack = (kernel.numbers, self.bits, pending), np.empty(STACK, np.int64)
        while self._is_open:
            for begin in range(0, size, CHUNK):
                span = (begin, min(begin + CHUNK, size))
                found, expanded, held = sweep(*sets, span, stack, kernel.actions)
                more, also_expanded = drain(*sets, stack, held, kernel.actions)
                self._found += found + more
                self._expanded += expanded + also_expanded
                self._report()
                if self._found > self._limit:
                    break

    def sorted_codes(self) -> Array:
        """The codes, in ascending order."""
        if self.bits is None:
            codes = self._codes[: self._found].copy()
            codes.sort()
            return codes
        codes = np.empty(self._found, np.int64)
        compiled(bits.list_codes)(self.bits, codes)
        return codes


def make_index(codes: Array, size: int) -> tuple[Array, Array, int]:
    """What compiled code looks positions up in: the codes, where parts of them begin, and how wide parts are.

    A part holds the codes that are alike but for so many of their last bits.
    """
    parts = max(1, len(codes) // CODES_A_PART)
    shift = max(0, (size - 1) // parts).bit_length()
    starts = np.empty(((size - 1) >> shift) + 2, np.int32)
    compiled(fill_starts)(codes, starts, shift)
    return codes, starts, shift


def find(codes: Array, code: int) -> int | None:
    """The position with this code, or None if it was not reached."""
    if not 0 <= code <= int(codes[-1]):
        return None
    position = int(np.searchsorted(codes, code))
    return position if codes[position] == code else None


# The functions below are compiled; `unpack` and `play` stand for the kernel's.


def expand_some(
    numbers: Array, keys: Array, codes: Array, expanded: int, found: int, actions: int, most: int
) -> tuple[int, int]:
    """How many positions are expanded and found, after expanding at most so many while there is room."""
    end = expanded + most
    while expanded < min(found, end) and found + actions <= len(codes):
        unpacked = unpack(numbers, codes[expanded])
        for action in range(actions):
            code = play(numbers, unpacked, action)
            if code >= 0:
                slot = slot_of(keys, code)
                if keys[slot] == EMPTY:
                    keys[slot] = codes[found] = code
                    found += 1
        expanded += 1
    return expanded, found


def insert_all(keys: Array, codes: Array, found: int) -> None:
    """Fill a hash table with the codes found."""
    for position in range(found):
        keys[slot_of(keys, codes[position])] = codes[position]


def fill_starts(codes: Array, starts: Array, shift: int) -> None:
    """Write where each part of the codes begins, and where the last ends."""
    part = 0
    for position in range(len(codes)):
        while part <= codes[position] >> shift:
            starts[part] = position
            part += 1
    while part < len(starts):
        starts[part] = len(codes)
        part += 1


def position_of(index: Any, code: int) -> int:
    """The position of a code that was reached."""
    codes, starts, shift = index
    low, high = starts[code >> shift], starts[(code >> shift) + 1]
    while high - low > 1:
        middle = (low + high) >> 1
        if codes[middle] <= code:
            low = middle
        else:
            high = middle
    return int(low)


def code_of(index: Any, position: int) -> int:
    """The code of this position."""
    return int(index[0][position])
