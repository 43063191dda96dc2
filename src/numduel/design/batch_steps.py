"""Compiled: the figures of one small game without cycles, position by position, in memory that is given.

What a position needs of its successors is known when it comes to its turn, so that every system is solved in
one pass. Nothing is allocated. `unpack` and `play` stand for the kernel's.
"""

from typing import Any

from ..engine.jit import PART
from ..engine.numbering import EMPTY, slot_of
from ..engine.values import DRAW, ENDLESS, LOSS, WIN
from ..kernels.kernel import DRAWN, ILLEGAL, MOVER_LOSES, MOVER_WINS
from .move_graph import NO_END, Array

unpack, play = PART, PART
EVEN = 1e-9  # as in `noise`
FIRST_SEAT, SECOND_SEAT, ON_LINE = 1, 2, 4  # how a position can be reached


def explore(
    numbers: Array, root: int, actions: int, table: Any, codes: Array, starts: Array, targets: Array
) -> int:
    """How many positions there are, laid out with their moves; -1 where there is no room for them."""
    keys, where, used = table
    slot = slot_of(keys, root)
    keys[slot], where[slot], used[0], codes[0] = root, 0, slot, root
    expanded, found, moves = 0, 1, 0
    while 0 <= expanded < found:
        starts[expanded] = moves
        unpacked = unpack(numbers, codes[expanded])
        for action in range(actions):
            code = play(numbers, unpacked, action)
            if code >= 0:
                slot = slot_of(keys, code)
                if keys[slot] == EMPTY:
                    if found == len(codes):
                        expanded = -2
                        break
                    keys[slot], where[slot], used[found], codes[found] = code, found, slot, code
                    found += 1
                code = where[slot]
            if code != ILLEGAL:
                targets[moves] = code
                moves += 1
        expanded += 1
    for position in range(found):
        keys[used[position]] = EMPTY
    if expanded < 0:
        return -1
    starts[found] = moves
    return found


def order_back(
    size: int, starts: Array, targets: Array, before: Array, predecessors: Array, left: Array, order: Array
) -> int:
    """How many positions could be put in order, each behind those it leads to; all, if there is no cycle."""
    found = done = 0
    for position in range(size):
        left[position] = 0
        for slot in range(starts[position], starts[position + 1]):
            left[position] += targets[slot] >= 0
        if left[position] == 0:
            order[found] = position
            found += 1
    while done < found:
        for slot in range(before[order[done]], before[order[done] + 1]):
            earlier = predecessors[slot]
            left[earlier] -= 1
            if left[earlier] == 0:
                order[found] = earlier
                found += 1
        done += 1
    return found


def rate_moves(size: int, starts: Array, targets: Array, values: Array, plies: Array, rated: Any) -> None:
    """Write the value and the plies of each move for who makes it, and whether it is among the best."""
    made, far, best = rated
    for position in range(size):
        for slot in range(starts[position], starts[position + 1]):
            target = targets[slot]
            if target >= 0:
                value = values[target]
                made[slot] = LOSS if value == WIN else WIN if value == LOSS else value
                far[slot] = NO_END if plies[target] == NO_END else plies[target] + 1
            else:
                made[slot] = WIN if target == MOVER_WINS else LOSS if target == MOVER_LOSES else DRAW
                far[slot] = 1
            if worth(values[position]) == 0:
                best[slot] = worth(made[slot]) == 0
            else:
                best[slot] = made[slot] == values[position] and far[slot] == plies[position]


def worth(value: int) -> int:
    """1 for a win, -1 for a loss, else 0."""
    return 1 if value == WIN else -1 if value == LOSS else 0


def reach(size: int, starts: Array, targets: Array, order: Array, best: Array, met: Array) -> None:
    """Note how each position can be reached: with either player to move, and on best lines."""
    for position in range(size):
        met[position] = 0
    met[0] = FIRST_SEAT | ON_LINE
    for at in range(size - 1, -1, -1):
        position = order[at]
        seats = met[position] & (FIRST_SEAT | SECOND_SEAT)
        turned = (seats & FIRST_SEAT) * SECOND_SEAT + (seats & SECOND_SEAT) // SECOND_SEAT
        for slot in range(starts[position], starts[position + 1]):
            if targets[slot] >= 0:
                met[targets[slot]] |= turned | (met[position] & ON_LINE if best[slot] else 0)


def count(
    size: int, starts: Array, targets: Array, values: Array, plies: Array, rated: Any, more: Any, out: Array
) -> None:
    """Write what is counted; `more` is the order, how positions are met, and room for runs and decisions."""
    made, far, best = rated
    order, met, runs, decisions = more
    for at in range(20):
        out[at] = 0
    for at in range(size):
        position = order[at]
        first, last = starts[position], starts[position + 1]
        keeping, differ = 0, 0
        for slot in range(first, last):
            keeping += made[slot] == values[position]
            differ |= made[slot] != made[first]
        decisions[position] = differ
        out[3] += last > first
        out[4] += values[position] == ENDLESS
        out[5] = max(out[5], plies[position])
        out[6] += differ
        for seat in range(2):
            if met[position] & (FIRST_SEAT << seat):
                out[7 + 2 * seat] += differ
                out[8 + 2 * seat] += 1
        only = differ == 1 and keeping == 1
        out[11] += only
        runs[position] = 0
        if only and met[position] & ON_LINE:
            runs[position] = 1 + longest_after(position, starts, targets, best, runs)
            out[12] = max(out[12], runs[position])
        if differ:
            note_traps(position, starts, values, made, far, out, met[position] & ON_LINE)
    out[1], out[2], out[17], out[18] = size, starts[size], values[0], plies[0]


def longest_after(position: int, starts: Array, targets: Array, best: Array, runs: Array) -> int:
    """The longest run that a player may go on with at the next turn, by best moves of both."""
    longest = 0
    for slot in range(starts[position], starts[position + 1]):
        if best[slot] and targets[slot] >= 0:
            answer = targets[slot]
            for other in range(starts[answer], starts[answer + 1]):
                if best[other] and targets[other] >= 0:
                    longest = max(longest, runs[targets[other]])
    return longest


def note_traps(
    position: int, starts: Array, values: Array, made: Array, far: Array, out: Array, on_line: int
) -> None:
    """Count the traps of a decision at depths 1, 2 and 4, and note how deep one has to look there."""
    here = worth(values[position])
    quickest, latest, never = 1 << 60, 0, 1 << 60
    for slot in range(starts[position], starts[position + 1]):
        mine = worth(made[slot])
        if mine == 1:
            quickest = min(quickest, far[slot])
        if mine < here:
            latest = max(latest, far[slot] if mine == -1 else never)
    if on_line:
        out[16] = max(out[16], min(quickest, latest))
    for at in range(3):
        depth, highest = 1 << at, -1
        for slot in range(starts[position], starts[position + 1]):
            highest = max(highest, look(made[slot], far[slot], depth))
        for slot in range(starts[position], starts[position + 1]):
            out[13 + at] += look(made[slot], far[slot], depth) == highest and worth(made[slot]) < here


def look(made: int, far: int, depth: int) -> int:
    """What a move looks like at a depth."""
    return worth(made) if far != NO_END and far <= depth else 0


def choose_with_noise(size: int, starts: Array, best: Array, epsilon: float, likely: Array) -> None:
    """Write how likely each move is: with probability epsilon any, else any of the best."""
    for position in range(size):
        first, last = starts[position], starts[position + 1]
        bests = 0
        for slot in range(first, last):
            bests += best[slot]
        for slot in range(first, last):
            likely[slot] = epsilon / (last - first) + (1 - epsilon) * best[slot] / bests


def choose_by_look(size: int, starts: Array, made: Array, far: Array, depth: int, likely: Array) -> None:
    """Write how likely each move is for one who looks so far ahead."""
    for position in range(size):
        first, last = starts[position], starts[position + 1]
        highest, hurry, chosen = -2, 0, 0
        for slot in range(first, last):
            seen = look(made[slot], far[slot], depth)
            if seen > highest or (seen == highest and -seen * far[slot] > hurry):
                highest, hurry, chosen = seen, -seen * far[slot], 0
            chosen += seen == highest and -seen * far[slot] == hurry
        for slot in range(first, last):
            seen = look(made[slot], far[slot], depth)
            likely[slot] = (seen == highest and -seen * far[slot] == hurry) / chosen


def play_alike(size: int, starts: Array, targets: Array, order: Array, likely: Array, chances: Any) -> None:
    """Write of each position the edge, how likely someone wins, and the moments of the length."""
    edge, won, length, square = chances
    for at in range(size):
        position = order[at]
        alone = starts[position] == starts[position + 1]
        edge[position], won[position] = -1.0 if alone else 0.0, 1.0 if alone else 0.0
        length[position] = square[position] = 0.0 if alone else 1.0
        for slot in range(starts[position], starts[position + 1]):
            share, target = likely[slot], targets[slot]
            if target >= 0:
                edge[position] -= share * edge[target]
                won[position] += share * won[target]
                length[position] += share * length[target]
                square[position] += share * (square[target] + 2 * length[target])
            elif target != DRAWN:
                edge[position] += share if target == MOVER_WINS else -share
                won[position] += share


def visit(size: int, starts: Array, targets: Array, order: Array, likely: Array, visits: Array) -> None:
    """Write how often each position is met in a game."""
    for position in range(size):
        visits[position] = 0.0
    visits[0] = 1.0
    for at in range(size - 1, -1, -1):
        position = order[at]
        for slot in range(starts[position], starts[position + 1]):
            if targets[slot] >= 0:
                visits[targets[slot]] += visits[position] * likely[slot]


def sum_up(
    size: int,
    starts: Array,
    targets: Array,
    likely: Array,
    chances: Any,
    visits: Array,
    decisions: Array,
    out: Array,
) -> None:
    """Write what a game with noise comes to: eight numbers."""
    edge, won, length, square = chances
    for at in range(4, 8):
        out[at] = 0.0
    for position in range(size):
        here, met = edge[position], visits[position]
        ahead = (won[position] + here) / 2 * max(-here, 0.0)
        out[4] += met * (ahead + (won[position] - here) / 2 * max(here, 0.0))
        for slot in range(starts[position], starts[position + 1]):
            target = targets[slot]
            after = -edge[target] if target >= 0 else 1.0 if target == MOVER_WINS else -1.0
            if target != DRAWN and here * after < 0 and abs(here) > EVEN and abs(after) > EVEN:
                out[5] += met * likely[slot] * (won[target] if target >= 0 else 1.0)
        if starts[position] < starts[position + 1]:
            out[6] += met * decisions[position]
            out[7] += met
    out[0], out[1], out[2], out[3] = edge[0], won[0], length[0], square[0]


def play_apart(
    size: int, starts: Array, targets: Array, order: Array, likely: Any, mine: Array, theirs: Array
) -> None:
    """Write what each position is worth to one of two players, with either to move."""
    one, other = likely
    for at in range(size):
        position = order[at]
        alone = starts[position] == starts[position + 1]
        mine[position], theirs[position] = -1.0 if alone else 0.0, 1.0 if alone else 0.0
        for slot in range(starts[position], starts[position + 1]):
            target = targets[slot]
            if target >= 0:
                mine[position] += one[slot] * theirs[target]
                theirs[position] += other[slot] * mine[target]
            elif target != DRAWN:
                sign = 1.0 if target == MOVER_WINS else -1.0
                mine[position] += sign * one[slot]
                theirs[position] -= sign * other[slot]
