"""A MoveGraph by kernel: found, laid out and solved by compiled code.

Everything below the first function is compiled. `step` and `number` stand for the kernel's step and for how
its positions are numbered.
"""

from typing import Any

import numpy as np

from ..core.integers import count
from ..engine.jit import PART, compiled
from ..engine.limits import Progress
from ..engine.numbering import Numbering, position_of
from ..engine.values import DRAW, ENDLESS, LOSS, OPEN, WIN
from ..kernels.kernel import DRAWN, ILLEGAL, MOVER_LOSES, MOVER_WINS, Kernel
from .move_graph import NO_END, Array, BeyondLimits, MoveGraph

step, number = PART, PART


def graph_by_kernel(kernel: Kernel[Any], limit: int, progress: Progress | None = None) -> MoveGraph:
    """The solved positions and moves of a game; BeyondLimits if there are more than `limit` positions."""
    found = Numbering(kernel, kernel.start, limit, progress)
    if not found.complete:
        raise BeyondLimits(f"more than {count(limit, 'position')}")
    size = len(found)
    starts = np.zeros(size + 1, np.int64)
    moves = compiled(count_moves, step=kernel.step)(kernel.numbers, found.codes, kernel.actions, starts)
    targets = np.empty(moves, np.int64)
    fill = compiled(fill_moves, step=kernel.step, number=position_of)
    fill(kernel.numbers, found.index, kernel.actions, size, starts, targets)
    # Values are wide here: LLVM miscompiles the last loop of `solve_moves` on bytes (numba 0.68).
    values, plies = np.zeros(size, np.int64), np.full(size, NO_END, np.int64)
    scratch = (np.empty(size, np.int64), np.empty(size + 2, np.int64), np.empty(moves, np.int64))
    compiled(solve_moves)(size, starts, targets, values, plies, *scratch, np.empty(size, np.int64))
    return MoveGraph(starts, targets, values.astype(np.int8), plies)


def count_moves(numbers: Array, codes: Array, actions: int, starts: Array) -> int:
    """How many moves there are; where those of each position start is written."""
    moves = 0
    for position in range(len(codes)):
        starts[position] = moves
        for action in range(actions):
            if step(numbers, codes[position], action) != ILLEGAL:
                moves += 1
    starts[len(codes)] = moves
    return moves


def fill_moves(numbers: Array, index: Any, actions: int, size: int, starts: Array, targets: Array) -> None:
    """Write what every move leads to."""
    codes = index[2]
    for position in range(size):
        slot = starts[position]
        for action in range(actions):
            code = step(numbers, codes[position], action)
            if code != ILLEGAL:
                targets[slot] = number(index, code) if code >= 0 else code
                slot += 1


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
