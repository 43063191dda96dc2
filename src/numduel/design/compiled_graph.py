"""A MoveGraph by kernel: found, laid out and solved by compiled code.

Everything below the class is compiled. `unpack` and `play` stand for the kernel's.
"""

from typing import Any

import numpy as np

from ..engine.jit import PART, compiled
from ..engine.limits import Progress
from ..engine.numbering import EMPTY, Numbering, slot_of
from ..engine.values import DRAW, ENDLESS, LOSS, OPEN, WIN
from ..kernels.kernel import DRAWN, ILLEGAL, MOVER_LOSES, MOVER_WINS, Kernel
from .move_graph import NO_END, POSITION, Array, MoveGraph, beyond, check_room

NOTED = 1 << 20  # moves at once, and positions: what is reserved for them and not used takes no memory
unpack, play = PART, PART


def graph_by_kernel(kernel: Kernel[Any], limit: int, progress: Progress | None = None) -> MoveGraph:
    """The solved positions and moves of a game; BeyondLimits if there are more than `limit` positions."""
    found = LaidOut(kernel, kernel.start, limit, progress)
    if not found.complete:
        raise beyond(limit)
    size = len(found)
    starts, targets = found.moves()
    # Values are wide here: LLVM miscompiles the last loop of `solve_moves` on bytes (numba 0.68).
    values, plies = np.zeros(size, np.int64), np.full(size, NO_END, np.int64)
    scratch = (np.empty(size, np.int64), np.empty(size + 2, np.int64), np.empty(len(targets), POSITION))
    compiled(solve_moves)(size, starts, targets, values, plies, *scratch, np.empty(size, np.int64))
    return MoveGraph(starts, targets, values.astype(np.int8), plies)


class LaidOut(Numbering):
    """Positions numbered as they are found, with what their moves lead to: no move is made twice."""

    def __init__(self, kernel: Kernel[Any], root: int, limit: int, progress: Progress | None = None) -> None:
        self._noted: list[tuple[Array, Array]] = []  # how many moves positions have, and what they lead to
        self._moves, self._limit = 0, limit
        super().__init__(kernel, root, limit, progress)

    def _fill(
        self, keys: Array, positions: Array, codes: Array, expanded: int, found: int
    ) -> tuple[int, int]:
        kernel = self.kernel
        expand = compiled(expand_and_note, **kernel.moving)
        while expanded < found and found + kernel.actions <= len(codes):
            counts, targets = np.empty(NOTED, np.int32), np.empty(max(NOTED, kernel.actions), POSITION)
            before, index = expanded, (keys, positions, codes)
            expanded, found, moves = expand(
                kernel.numbers, *index, expanded, found, kernel.actions, counts, targets
            )
            self._noted.append((counts[: expanded - before].copy(), targets[:moves].copy()))
            self._moves += moves
            check_room(self._limit, found, self._moves)
            if self._progress is not None:
                self._progress(found, expanded)
        return expanded, found

    def moves(self) -> tuple[Array, Array]:
        """Where the moves of each position begin, and what they lead to; to be asked once."""
        counts, targets = zip(*self._noted, strict=True)
        self._noted = []
        return np.concatenate([[0], np.cumsum(np.concatenate(counts))]), np.concatenate(targets)


def expand_and_note(
    numbers: Array,
    keys: Array,
    positions: Array,
    codes: Array,
    expanded: int,
    found: int,
    actions: int,
    counts: Array,
    targets: Array,
) -> tuple[int, int, int]:
    """How many positions are expanded and found, and how many moves are noted, while there is room."""
    begin, end, slot = expanded, expanded + len(counts), 0
    while (
        expanded < min(found, end) and max(found + actions - len(codes), slot + actions - len(targets)) <= 0
    ):
        before = slot
        unpacked = unpack(numbers, codes[expanded])
        for action in range(actions):
            code = play(numbers, unpacked, action)
            if code >= 0:
                at = slot_of(keys, code)
                if keys[at] == EMPTY:
                    keys[at], positions[at], codes[found] = code, found, code
                    found += 1
                code = positions[at]
            if code != ILLEGAL:
                targets[slot] = code
                slot += 1
        counts[expanded - begin] = slot - before
        expanded += 1
    return expanded, found, slot


def solve_moves(
    size: int,
    starts: Array,
    targets: Array,
    values: Array,
    plies: Array,
    still_open: Array,
    before: Array,
    predecessors: Array,
    queue: Array,
) -> None:
    """Write the value and the plies of every position; the last four arrays are room to work in."""
    list_predecessors(size, starts, targets, before, predecessors)
    found = decide_at_once(size, starts, targets, values, plies, still_open, queue)
    spread(values, plies, still_open, before, predecessors, queue, found)
    spread_draws(size, starts, targets, values, plies, before, predecessors, queue)
    for position in range(size):
        if values[position] == OPEN:
            values[position], plies[position] = ENDLESS, NO_END


def list_predecessors(size: int, starts: Array, targets: Array, before: Array, predecessors: Array) -> None:
    """List the predecessors of each position, from `before[position]` on."""
    for position in range(size + 2):
        before[position] = 0
    for slot in range(starts[size]):
        if targets[slot] >= 0:
            before[targets[slot] + 2] += 1
    for position in range(2, size + 2):
        before[position] += before[position - 1]
    for position in range(size):
        for slot in range(starts[position], starts[position + 1]):
            target = targets[slot]
            if target >= 0:
                predecessors[before[target + 1]] = position
                before[target + 1] += 1


def decide_at_once(
    size: int, starts: Array, targets: Array, values: Array, plies: Array, still_open: Array, queue: Array
) -> int:
    """How many positions need no looking ahead; they are in the queue, those without a move first."""
    found = 0
    for position in range(size):
        values[position], plies[position] = OPEN, NO_END
        if starts[position] == starts[position + 1]:
            values[position], plies[position], queue[found] = LOSS, 0, position
            found += 1
    for position in range(size):
        wins, remaining = False, 0
        for slot in range(starts[position], starts[position + 1]):
            wins |= targets[slot] == MOVER_WINS
            remaining += targets[slot] != MOVER_LOSES
        still_open[position] = remaining
        if values[position] == OPEN and (wins or remaining == 0):
            values[position] = WIN if wins else LOSS
            plies[position], queue[found] = 1, position
            found += 1
    return found


def spread(
    values: Array,
    plies: Array,
    still_open: Array,
    before: Array,
    predecessors: Array,
    queue: Array,
    found: int,
) -> None:
    """Pass verdicts back, in the order of plies."""
    done = 0
    while done < found:
        here = queue[done]
        for slot in range(before[here], before[here + 1]):
            earlier = predecessors[slot]
            if values[earlier] == OPEN:
                still_open[earlier] -= 1
                if values[here] == LOSS or still_open[earlier] == 0:
                    values[earlier] = WIN if values[here] == LOSS else LOSS
                    plies[earlier], queue[found] = plies[here] + 1, earlier
                    found += 1
        done += 1


def spread_draws(
    size: int,
    starts: Array,
    targets: Array,
    values: Array,
    plies: Array,
    before: Array,
    predecessors: Array,
    queue: Array,
) -> None:
    """Decide positions from which moves that do not lose reach a drawn end, by the shortest way there."""
    found = done = 0
    for position in range(size):
        for slot in range(starts[position], starts[position + 1]):
            if values[position] == OPEN and targets[slot] == DRAWN:
                values[position], plies[position], queue[found] = DRAW, 1, position
                found += 1
    while done < found:
        here = queue[done]
        for slot in range(before[here], before[here + 1]):
            earlier = predecessors[slot]
            if values[earlier] == OPEN:
                values[earlier], plies[earlier], queue[found] = DRAW, plies[here] + 1, earlier
                found += 1
        done += 1
