"""Retrograde: what `explore` and `Table` do, on a kernel's codes and compiled.

A few flat arrays hold everything: of each position the verdict, how many of its successors are still open
(not known to be won), and its predecessors; and a queue of positions. Every move is played once to find the
positions and once more to note its target; the targets are then turned round into lists of predecessors.

Every function here is compiled. `unpack`, `play`, `number` and `code_at` stand for functions of the kernel,
and of how its positions are numbered; they are put in their place when the rest is compiled.
"""

from typing import Any

from numpy.typing import NDArray

from ..kernels.kernel import DRAWN, ILLEGAL, MOVER_LOSES, MOVER_WINS
from .jit import PART
from .values import DRAW, ENDLESS, LOSS, OPEN, WIN, value_of_mark

Array = NDArray[Any]

# A verdict is one number: the value in the lowest bits, the plies above them.
VALUE_BITS = 3
VALUE = (1 << VALUE_BITS) - 1
UNREACHED = -1  # among the open successors
NO_POSITION = -1  # among the targets: the move ends the game
AT_ONCE = 64  # positions for which memory is asked at once

unpack = PART  # what all moves from a code begin with, as in Kernel
play = PART  # plays a move, as in Kernel
number = PART  # the position that has this code
code_at = PART  # the code of this position


def identity(index: Any, code: int) -> int:
    """The same number: positions are their codes, where the arrays have room for every code."""
    return code


def survey(
    numbers: Array,
    index: Any,
    actions: int,
    span: tuple[int, int],
    verdicts: Array,
    open_successors: Array,
    counts: Array,
    queue: Array,
    ends: tuple[int, int],
    targets: Array,
) -> tuple[int, int, int, bool]:
    """Where the decided positions end in the queue, how many targets are noted, and whether any move draws.

    Positions that need no looking ahead are decided: those without a move go to the front of a part of the
    queue, those that one move decides to its back. For all others the targets of the moves that do not lose
    are noted in `targets`, one after the other (NO_POSITION for a draw), and each target's predecessors are
    counted.
    """
    (front, back), noted, draws = ends, 0, False
    for position in range(span[0], span[1]):
        if open_successors[position] == UNREACHED:
            continue
        unpacked = unpack(numbers, code_at(index, position))
        legal, still_open, wins = 0, 0, False
        for action in range(actions):
            code = play(numbers, unpacked, action)
            if code == ILLEGAL:
                continue
            legal += 1
            draws |= code == DRAWN
            wins |= code == MOVER_WINS
            if code != MOVER_LOSES:
                targets[noted + still_open] = number(index, code) if code >= 0 else NO_POSITION
                still_open += 1
        if legal == 0:
            verdicts[position], queue[front] = LOSS, position
            front += 1
        elif wins or still_open == 0:
            back -= 1
            verdicts[position], queue[back] = (1 << VALUE_BITS) + (WIN if wins else LOSS), position
        else:
            open_successors[position] = still_open
            for slot in range(noted, noted + still_open):
                counts[max(targets[slot], 0)] += targets[slot] != NO_POSITION
            noted += still_open
    return front, back, noted, draws


def make_prefix_sums(counts: Array) -> None:
    """Turn counts into prefix sums over positions and, within a position, over threads.

    They say where each thread's part of each list of predecessors ends; the lists stand one after the other.
    """
    threads, last = counts.shape
    total = 0
    for position in range(last):
        for thread in range(threads):
            total += counts[thread, position]
            counts[thread, position] = total


def list_predecessors(
    span: tuple[int, int],
    verdicts: Array,
    open_successors: Array,
    targets: Array,
    ends: Array,
    predecessors: Array,
) -> None:
    """List the predecessors of each position, but for those that are decided already."""
    noted = 0
    for position in range(span[0], span[1]):
        if verdicts[position] == OPEN and open_successors[position] != UNREACHED:
            for slot in range(noted, noted + open_successors[position]):
                target = targets[slot]
                if target != NO_POSITION:
                    ends[target] -= 1
                    predecessors[ends[target]] = position
            noted += open_successors[position]


def list_anew(
    numbers: Array,
    index: Any,
    actions: int,
    span: tuple[int, int],
    verdicts: Array,
    open_successors: Array,
    ends: Array,
    predecessors: Array,
) -> None:
    """List predecessors as `list_predecessors` does, where no targets were noted: by playing every move."""
    for position in range(span[0], span[1]):
        if verdicts[position] == OPEN and open_successors[position] != UNREACHED:
            unpacked = unpack(numbers, code_at(index, position))
            for action in range(actions):
                code = play(numbers, unpacked, action)
                if code >= 0:
                    target = number(index, code)
                    ends[target] -= 1
                    predecessors[ends[target]] = position


def spread(
    verdicts: Array,
    open_successors: Array,
    starts: Array,
    predecessors: Array,
    queue: Array,
    done: int,
    found: int,
    most: int,
) -> tuple[int, int, int]:
    """How much of the queue is done and how long it is, after at most so many verdicts were passed on.

    And the sum of what `fetch` has read, without which the compiler would leave the reading out.

    A position with a move to a lost one is won; one with no open successor left is lost. The queue is in
    the order of plies, so the first verdict that reaches a position has the right distance.
    """
    end, fetched, sum_of_fetched = done + most, done, 0
    while done < min(found, end):
        if fetched <= done <= found - AT_ONCE:
            fetched = done + AT_ONCE
            sum_of_fetched += fetch(verdicts, open_successors, starts, predecessors, queue, (done, fetched))
        verdict = verdicts[queue[done]]
        lost, plies = verdict & VALUE == LOSS, (verdict >> VALUE_BITS) + 1
        for slot in range(starts[queue[done]], starts[queue[done] + 1]):
            earlier = predecessors[slot]
            if verdicts[earlier] == OPEN:
                open_successors[earlier] -= 1
                if lost or open_successors[earlier] == 0:
                    verdicts[earlier] = (plies << VALUE_BITS) + (WIN if lost else LOSS)
                    queue[found] = earlier
                    found += 1
        done += 1
    return done, found, sum_of_fetched


def fetch(
    verdicts: Array,
    open_successors: Array,
    starts: Array,
    predecessors: Array,
    queue: Array,
    span: tuple[int, int],
) -> int:
    """Read what a part of the queue leads to, which is then at hand; a sum of it, so that it is read at all.

    One after the other, each position would wait for memory several times. Here nothing depends on what was
    read of the position before, so that memory is asked for many of them at once.
    """
    total, last = 0, len(predecessors) - 1
    for place in range(span[0], span[1] if last >= 0 else span[0]):
        earlier = predecessors[min(starts[queue[place]], last)]
        total += verdicts[earlier] + open_successors[earlier]
    return total


def spread_draws(
    numbers: Array,
    index: Any,
    actions: int,
    verdicts: Array,
    open_successors: Array,
    starts: Array,
    predecessors: Array,
    queue: Array,
) -> None:
    """Decide positions from which moves that do not lose reach a drawn end, by the shortest way there."""
    found = 0
    for position in range(len(verdicts)):
        if verdicts[position] == OPEN and open_successors[position] != UNREACHED:
            unpacked = unpack(numbers, code_at(index, position))
            for action in range(actions):
                if play(numbers, unpacked, action) == DRAWN and verdicts[position] == OPEN:
                    verdicts[position] = (1 << VALUE_BITS) + DRAW
                    queue[found] = position
                    found += 1
    done = 0
    while done < found:
        plies = (verdicts[queue[done]] >> VALUE_BITS) + 1
        for slot in range(starts[queue[done]], starts[queue[done] + 1]):
            earlier = predecessors[slot]
            if verdicts[earlier] == OPEN:
                verdicts[earlier] = (plies << VALUE_BITS) + DRAW
                queue[found] = earlier
                found += 1
        done += 1


def mark_endless(verdicts: Array, open_successors: Array) -> None:
    """Mark what nothing has decided as endless: both sides can avoid losing for ever."""
    for position in range(len(verdicts)):
        if verdicts[position] == OPEN and open_successors[position] != UNREACHED:
            verdicts[position] = ENDLESS


def count_decisions(numbers: Array, index: Any, actions: int, verdicts: Array) -> int:
    """How many positions have moves of different values."""
    count = 0
    for position in range(len(verdicts)):
        if verdicts[position] == OPEN:
            continue  # never reached
        unpacked, known = unpack(numbers, code_at(index, position)), OPEN
        for action in range(actions):
            code = play(numbers, unpacked, action)
            if code == ILLEGAL:
                continue
            value = verdicts[number(index, code)] & VALUE if code >= 0 else value_of_mark(code)
            if known not in (OPEN, value):
                count += 1
                break
            known = value
    return count
