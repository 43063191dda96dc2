"""A bounded Operation Stack solved by whole-array operations of NumPy, for benchmarks/solve_bounded.py.

Two ways, both sweeping over every stack until nothing changes any more; a position decided in the k-th sweep
is decided in k plies. `by_codes` would do for any game: it works out once where each move leads, and each
sweep looks there. `by_axes` is made for this game alone: an array has an axis for each number on the stack,
so that pushes are slices, operations look up a row at a time, and only heights next to one that has changed
are looked at again.

Both return what every stack within the bounds is worth, and its plies (-1 for none); `values` tells the
former in numduel's numbers. Lower stacks come first, and those of one height in the order of their numbers,
the bottom one first. They share no code with numduel.
"""

import dataclasses
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
WIN, LOSS, ENDLESS = 1, 2, 4
# What a position is worth to the player who moves there; the best move is the one of greatest worth.
BAD, OPEN, GOOD = 0, 1, 2
OPERATIONS = (np.add, np.subtract, np.multiply)


@dataclasses.dataclass(frozen=True)
class Box:
    """Operation Stack within bounds, with the rulebook's operations."""

    max_stack: int  # at least 2
    max_value: int
    target: int = 24
    numbers: tuple[int, ...] = tuple(range(1, 10))

    @property
    def offset(self) -> int:
        return max(self.max_value, *self.numbers)

    @property
    def base(self) -> int:
        """How many values a number on the stack can have."""
        return 2 * self.offset + 1

    @property
    def firsts(self) -> list[int]:
        """Where the stacks of each height begin, and where the last ones end."""
        return list(accumulate((self.base**height for height in range(self.max_stack + 1)), initial=0))

    @property
    def size(self) -> int:
        return self.firsts[-1]


def values(worth: Array) -> Array:
    """The value for the player who is to move there."""
    by_worth = np.array([WIN, ENDLESS, LOSS], dtype=np.int8)
    return by_worth[worth]


def by_codes(box: Box) -> tuple[Array, Array]:
    """Sweeps over a flat array, by a list of moves."""
    moves = [push(box, number) for number in box.numbers] + [operate(box, each) for each in OPERATIONS]
    worth = np.full(box.size + 1, OPEN, dtype=np.int8)
    worth[box.size] = GOOD  # where moves that win lead
    plies = np.full(box.size, -1, dtype=np.int16)
    can_move = np.zeros(box.size, dtype=bool)
    for sources, _ in moves:
        can_move[sources] = True
    settle(worth[:-1], plies, ~can_move, np.full(box.size, BAD, dtype=np.int8), 0)
    sweep, changed = 0, True
    while changed:
        sweep += 1
        best = np.full(box.size, BAD, dtype=np.int8)
        for sources, targets in moves:
            best[sources] = np.maximum(best[sources], worth[targets])
        changed = settle(worth[:-1], plies, (worth[:-1] == OPEN) & (best != OPEN), best, sweep)
    return worth[:-1], plies


def push(box: Box, number: int) -> tuple[Array, Array]:
    """The stacks on which a number can be pushed, and those that it leads to; past the end where it wins."""
    lower = np.arange(box.firsts[-2], dtype=np.int32)
    targets = np.empty_like(lower)
    for height, (first, end) in enumerate(pairwise(box.firsts[:-1])):
        digits = lower[first:end] - first
        targets[first:end] = box.firsts[height + 1] + digits * box.base + number + box.offset
    if number == box.target:
        targets[0] = box.size  # pushed onto the empty stack
    return lower, targets


def operate(box: Box, operation: np.ufunc) -> tuple[Array, Array]:
    """The stacks that allow an operation, and those that it leads to; past the end where it wins."""
    sources, targets = [], []
    for height in range(2, box.max_stack + 1):
        digits = np.arange(box.base**height, dtype=np.int32)
        rest, upper = np.divmod(digits, box.base)
        below, lower = np.divmod(rest, box.base)
        result = operation(lower - box.offset, upper - box.offset)
        legal = abs(result) <= box.max_value
        leads_to = box.firsts[height - 1] + below * box.base + result + box.offset
        if height == 2:
            leads_to[result == box.target] = box.size
        sources.append(box.firsts[height] + digits[legal])
        targets.append(leads_to[legal])
    return np.concatenate(sources), np.concatenate(targets)


def settle(worth: Array, plies: Array, new: Array, best: Array, sweep: int) -> bool:
    """Note what the new positions are worth, where the best move is; whether there are any."""
    np.copyto(worth, GOOD - best, where=new)
    np.copyto(plies, sweep, where=new)
    return bool(new.any())


def by_axes(box: Box) -> tuple[Array, Array]:
    """Sweeps over an array for each height, with an axis for each number."""
    heights = range(box.max_stack + 1)
    worth = [np.full((box.base,) * height, OPEN, dtype=np.int8) for height in heights]
    plies = [np.full((box.base,) * height, -1, dtype=np.int16) for height in heights]
    digits, wins = results(box)
    stuck = np.all(digits == box.base, axis=0)
    worth[-1][..., stuck], plies[-1][..., stuck] = GOOD, 0
    sweep, changed = 0, [True] * len(heights)
    while any(changed):
        sweep += 1
        # Heights change by one with every move, so that only neighbours matter.
        beside = [any(changed[h - 1 : h] + changed[h + 1 : h + 2]) for h in heights]
        best = [best_move(box, worth, height, digits, wins) if beside[height] else None for height in heights]
        changed = [
            found is not None
            and settle(worth[height], plies[height], _new(worth[height], found), found, sweep)
            for height, found in enumerate(best)
        ]
    return np.concatenate([each.ravel() for each in worth]), np.concatenate([each.ravel() for each in plies])


def _new(worth: Array, best: Array) -> Array:
    new: Array = (worth == OPEN) & (best != OPEN)
    return new


def results(box: Box) -> tuple[Array, Array]:
    """For each operation and two top numbers, the digit of the result (past the end: illegal); which win."""
    line = np.arange(-box.offset, box.offset + 1)
    made = np.array([operation(line[:, None], line) for operation in OPERATIONS])
    legal = abs(made) <= box.max_value
    wins: Array = np.any(legal & (made == box.target), axis=0)
    return np.where(legal, made + box.offset, box.base), wins


def best_move(box: Box, worth: list[Array], height: int, digits: Array, wins: Array) -> Array:
    """The worth of the best move from every stack of a height."""
    best = np.full((box.base,) * height, BAD, dtype=np.int8)
    if height < box.max_stack:
        for number in box.numbers:
            np.maximum(best, worth[height + 1][..., number + box.offset], out=best)
    if height >= 2:
        below = worth[height - 1]
        with_illegal = np.full((*below.shape[:-1], box.base + 1), BAD, dtype=np.int8)
        with_illegal[..., :-1] = below
        for digit in digits:
            np.maximum(best, np.take(with_illegal, digit, axis=-1), out=best)
    if height == 2:
        best[wins] = GOOD
    if height == 0 and box.target in box.numbers:
        best[...] = GOOD
    return best
