"""PerfectTable: the moves that PerfectPlayer likes best, of every position of a game's table at once.

What PerfectPlayer finds position by position is found by sweeps over the table, compiled: one for each ply
that it looks ahead. Expectations are kept as floats, which tell the greater of two, and as exact fractions
modulo a prime, which tell whether two that are about the same are equal. Where they are not, nothing is said
of the position.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engine.jit import compiled
from ..engine.kernel_table import KernelTable
from ..engine.tables import GameTable
from ..engine.threads import Span, Workers
from ..engine.values import DRAW, ENDLESS, LOSS, WIN, value_of_mark
from ..kernels.kernel import ILLEGAL, Kernel
from .perfect import DEEPEST, ERROR, LOOKAHEAD_LIMIT

Array = NDArray[Any]
PRIME = 2**31 - 1
UNSURE = -1  # instead of a fraction modulo the prime
ABOUT_THE_SAME = 1e-9  # far above what rounding amounts to
KEEPS, BEST = 1, 2  # flags of a move: it keeps the value; there is none of a higher rank
LENGTHS = 1 << 30  # a rank is an order times this, and within an order something below
SLOTS = 1 << (2 * LOOKAHEAD_LIMIT).bit_length()  # of what one look ahead has seen
POSITIONS_A_THREAD = 4_096
NOBODY_YET = -1


class PerfectTable:
    """Of each position so many good actions as `counts` says, the first ones of its row in `good`.

    A count of 0 stands for no answer.

    >>> import numduel
    >>> table = PerfectTable(GameTable(numduel.load("operation-duel:target=9")))
    >>> table.counts.tolist(), table.good[:, 0].tolist()
    ([2, 1, 1, 1, 1, 1, 1, 1], [0, 0, 0, 0, 0, 0, 0, 0])
    """

    def __init__(self, table: GameTable) -> None:
        count, actions = table.successors.shape
        self.good = np.zeros((count, actions), table.action_dtype)
        self.counts = np.zeros(count, table.action_dtype)
        self._successors, self._workers = table.successors, Workers(count, None, POSITIONS_A_THREAD)
        solved = KernelTable(_TableKernel(table))
        self._verdicts = (solved.values, solved.plies)
        self._flags = np.zeros((count, actions), np.int8)
        self._degrees = tuple(np.zeros(count, np.int32) for _ in range(2))  # of all moves; of those that keep
        self._run(rank_moves, self._verdicts, self._flags, self._degrees)
        self._depths = np.zeros(count, np.int8)
        self._workers.run(self._find_depths)
        self._sweep()
        self._workers.close()

    def _run(self, function: Any, *arguments: Any) -> None:
        self._workers.run(compiled(function), self._successors, *arguments)

    def _find_depths(self, span: Span) -> None:
        scratch = (np.full(SLOTS, NOBODY_YET), *(np.empty(LOOKAHEAD_LIMIT + 1, np.int64) for _ in range(3)))
        tree = (self._successors, self._flags, self._degrees)
        compiled(find_depths)(tree, self._verdicts[0], self._depths, scratch, span)

    def _sweep(self) -> None:
        """Choose everywhere: at each position with the expectations of the depth to which it looks ahead."""
        worths = np.select([self._verdicts[0] == WIN, self._verdicts[0] == LOSS], [1, -1])
        now: tuple[Array, ...] = (
            -worths.astype(float),
            -worths % PRIME,
            worths.astype(float),
            worths % PRIME,
        )
        after = tuple(part.copy() for part in now)
        actions = self._flags.shape[1]
        inverses = np.array([0, *(pow(count, -1, PRIME) for count in range(1, actions + 1))], np.int64)
        slips = (float(ERROR), ERROR.numerator * pow(ERROR.denominator, -1, PRIME) % PRIME)
        for depth in range(int(self._depths.max(initial=0)) + 1):
            if depth:
                self._run(look_further, self._flags, slips, inverses, now, after)
                now, after = after, now
            chosen = (self._depths, depth, self.good, self.counts)
            self._run(choose_at_depth, self._verdicts, self._flags, now[:2], chosen)


class _TableKernel(Kernel[Any]):
    """A game's table in the place of its kernel: positions are codes."""

    def __init__(self, table: GameTable) -> None:
        self.set_up(table.game, len(table), [])
        self._table = table

    @property
    def numbers(self) -> Array:
        """What `step` looks up; in other kernels, the settings."""
        return self._table.successors

    @staticmethod
    def step(numbers: Any, code: int, action: int) -> int:
        return int(numbers[np.uint64(code), np.uint64(action)])

    @staticmethod
    def observe(numbers: Any, code: int, features: Any) -> None:
        raise NotImplementedError("a table is only solved")

    def encode(self, state: Any) -> int:
        return self._table.position_of(state)

    def decode(self, code: int) -> Any:
        return self._table.state_at(code)


# Everything below is compiled.


def rank_of(verdicts: Any, code: int) -> int:
    """The rank of a move that leads to a position or a mark: an order as `Verdict.rank`, then the length."""
    values, plies = verdicts
    value, length = value_of_mark(code), 1
    if code >= 0:
        value, length = values[np.uint64(code)], plies[np.uint64(code)] + 1
    if value == WIN:  # for the other player
        return length
    if value == ENDLESS:
        return 2 * LENGTHS
    return (3 if value == DRAW else 4) * LENGTHS + LENGTHS - 1 - length


def rank_moves(successors: Array, verdicts: Any, flags: Array, degrees: Any, span: Span) -> None:
    """Write which moves keep the value and which are best, and how many there are in all, and keep it."""
    for position in range(np.uint64(span[0]), np.uint64(span[1])):
        highest = NOBODY_YET
        for action in range(np.uint64(successors.shape[1])):
            code = successors[position, action]
            if code != ILLEGAL:
                highest = max(highest, rank_of(verdicts, code))
        for action in range(np.uint64(successors.shape[1])):
            code = successors[position, action]
            if code != ILLEGAL:
                rank = rank_of(verdicts, code)
                keeps = rank // LENGTHS == highest // LENGTHS
                flags[position, action] = KEEPS * keeps + BEST * (rank == highest)
                degrees[0][position] += 1
                degrees[1][position] += keeps


def find_depths(tree: Any, values: Array, depths: Array, scratch: Any, span: Span) -> None:
    """Write how many plies each position looks ahead; 0 where it need not, or cannot."""
    for position in range(span[0], span[1]):
        if values[position] != WIN and tree[2][1][position] > 1:
            depths[position] = depth_of(tree, position, scratch)


def depth_of(tree: Any, root: int, scratch: Any) -> int:
    """How many plies LOOKAHEAD_LIMIT allows a position to look ahead, as PerfectPlayer counts them."""
    seen, used, queue, other = scratch
    depth, visited, marked, fits = 0, 0, 0, True
    while fits and depth < DEEPEST:
        visited += tree[2][1][root]
        queue[0], length = root, 1
        # A node is a position, how many plies are left, and whose move it is; `theirs` after our own.
        left, theirs = depth + 1, 1
        while left > 0 and length > 0 and visited <= LOOKAHEAD_LIMIT:
            visited, marked, found = expand_all(
                tree, queue[:length], (left, theirs), seen, used, other, visited, marked
            )
            queue, other, length = other, queue, found
            left, theirs = left - 1, 1 - theirs
        fits = visited <= LOOKAHEAD_LIMIT
        depth += fits
    for i in range(marked):
        seen[used[i]] = NOBODY_YET
    return depth


def expand_all(
    tree: Any, queue: Array, kind: Any, seen: Array, used: Array, found: Array, visited: int, marked: int
) -> tuple[int, int, int]:
    """How many nodes are visited, marked as seen and found anew, after expanding a queue of them."""
    successors, flags, degrees = tree
    left, theirs = kind
    new = 0
    for i in range(len(queue)):
        position = np.uint64(queue[i])
        for action in range(np.uint64(successors.shape[1])):
            code = successors[position, action]
            if code < 0 or (theirs and not flags[position, action] & KEEPS) or visited > LOOKAHEAD_LIMIT:
                continue
            node = (np.int64(code) * (DEEPEST + 1) + left) * 2 + theirs
            slot = np.uint64(node * 0x9E3779B1) % np.uint64(SLOTS)
            while seen[slot] != NOBODY_YET and seen[slot] != node:
                slot = (slot + np.uint64(1)) % np.uint64(SLOTS)
            if seen[slot] == NOBODY_YET:
                seen[slot], used[marked], found[new] = node, slot, code
                marked, new = marked + 1, new + 1
                visited += degrees[1 - theirs][np.uint64(code)]
    return visited, marked, new


def worth_of_mark(mark: int) -> int:
    """What a move with this mark is worth to the player who makes it."""
    value = value_of_mark(mark)
    return 1 if value == LOSS else -1 if value == WIN else 0


def look_further(
    successors: Array, flags: Array, slips: Any, inverses: Array, now: Any, after: Any, span: Span
) -> None:
    """Write what every position is expected to come to a ply further on: at the opponent's move, and ours."""
    for position in range(np.uint64(span[0]), np.uint64(span[1])):
        row, marks = successors[position], flags[position]
        theirs = expect_of_opponent(row, marks, now[2], now[3], slips, inverses)
        after[0][position], after[1][position] = theirs
        ours = expect_of_ours(row, marks, now[0], now[1])
        after[2][position], after[3][position] = ours


def expect_of_opponent(
    row: Array, flags: Array, floats: Array, fractions: Array, slips: Any, inverses: Array
) -> tuple[float, Any]:
    """What a fallible opponent's move is expected to come to for us."""
    count, total, best_count, best_total, unsure = 0, 0.0, 0, 0.0, False
    exact, best_exact = np.int64(0), np.int64(0)
    for action in range(np.uint64(len(row))):
        code = row[action]
        if code == ILLEGAL:
            continue
        one, fraction = float(-worth_of_mark(code)), np.int64(-worth_of_mark(code) % PRIME)
        if code >= 0:
            one, fraction = floats[np.uint64(code)], fractions[np.uint64(code)]
        unsure |= fraction == UNSURE
        count, total, exact = count + 1, total + one, exact + fraction
        if flags[action] & BEST:
            best_count, best_total, best_exact = best_count + 1, best_total + one, best_exact + fraction
    if unsure or count == 0:
        return total / max(count, 1), np.int64(UNSURE)
    slip, exact_slip = slips
    mean, exact = total / count, exact % PRIME * inverses[count] % PRIME
    best, best_exact = best_total / best_count, best_exact % PRIME * inverses[best_count] % PRIME
    exact = (best_exact + (exact - best_exact) % PRIME * exact_slip) % PRIME
    return (1 - slip) * best + slip * mean, exact


def expect_of_ours(row: Array, flags: Array, floats: Array, fractions: Array) -> tuple[float, Any]:
    """The most that moves which keep the value are expected to come to for us."""
    highest, exact = -2.0, np.int64(UNSURE)
    for action in range(np.uint64(len(row))):
        if flags[action] & KEEPS:
            code = row[action]
            one, fraction = float(worth_of_mark(code)), np.int64(worth_of_mark(code) % PRIME)
            if code >= 0:
                one, fraction = floats[np.uint64(code)], fractions[np.uint64(code)]
            if abs(one - highest) <= ABOUT_THE_SAME:
                exact = exact if exact == fraction else np.int64(UNSURE)
            elif one > highest:
                exact = fraction
            highest = max(highest, one)
    return highest, exact


def choose_at_depth(
    successors: Array, verdicts: Any, flags: Array, expected: Any, chosen: Any, span: Span
) -> None:
    """Write the good actions of all positions that look so far ahead; none where it cannot be told."""
    depths, depth, good, counts = chosen
    for position in range(np.uint64(span[0]), np.uint64(span[1])):
        if depths[position] == depth:
            row, marks = successors[position], flags[position]
            highest, exact = expect_of_ours(row, marks, expected[0], expected[1])
            if depth == 0:  # then it is no matter what is expected
                highest, exact = -2.0, np.int64(0)
            if exact != UNSURE:
                counts[position] = write_best(row, marks, verdicts, expected[0], highest, good[position])


def write_best(row: Array, flags: Array, verdicts: Any, floats: Array, highest: float, good: Array) -> int:
    """How many moves come to the highest expectation and are of the highest rank among those; writes them."""
    top, count = NOBODY_YET, 0
    for action in range(np.uint64(len(row))):
        if flags[action] & KEEPS:
            code = row[action]
            one = floats[np.uint64(code)] if code >= 0 else float(worth_of_mark(code))
            rank = rank_of(verdicts, code)
            if one >= highest - ABOUT_THE_SAME and rank >= top:
                count = 0 if rank > top else count
                top = rank
                good[count] = action
                count += 1
    return count
