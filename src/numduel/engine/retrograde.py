"""Retrograde: what `explore` and `Table` do, on a kernel's codes and compiled.

A few flat arrays hold everything: of each position the verdict, how many of its moves still give hope, and
who leads there; and a queue of positions. Every move is played once to find the positions and once more to
note where it leads; the notes are turned round into lists of who leads where.

Every function here is compiled. `step`, `number` and `code_at` stand for functions of the kernel, and of how
its positions are numbered; they are put in their place when the rest is compiled.
"""

from typing import Any

from numpy.typing import NDArray

from ..kernels.kernel import DRAWN, ILLEGAL, MOVER_LOSES, MOVER_WINS
from .jit import PART
from .values import DRAW, ENDLESS, LOSS, OPEN, WIN

Array = NDArray[Any]

# A verdict is one number: the value in the lowest bits, the plies above them.
VALUE_BITS = 3
VALUE = (1 << VALUE_BITS) - 1
UNREACHED = -1  # among the hopes
NOWHERE = -1  # among the positions that moves lead to

step = PART  # plays a move, as in Kernel
number = PART  # the position that has this code
code_at = PART  # the code of this position


def as_its_code(index: Any, code: int) -> int:
    """The same number: positions and codes are one, where every code has its place in the arrays."""
    return code


def sweep(
    numbers: Array, hopes: Array, queue: Array, span: tuple[int, int], found: int, actions: int
) -> tuple[int, int]:
    """How many codes within a span were reached, and how many stand in the queue, in one way upwards.

    Codes further up will be met on the way. Those that lie behind go into the queue, to be looked at
    afterwards. Where play only ever leads upwards this touches memory in its own order, which is much
    quicker than the order in which positions are found.
    """
    reached = 0
    for code in range(span[0], span[1]):
        if hopes[code] == UNREACHED:
            continue
        for action in range(actions):
            target = step(numbers, code, action)
            if target >= 0 and hopes[target] == UNREACHED:
                hopes[target] = 0
                reached += 1
                if target < code:
                    queue[found] = target
                    found += 1
    return reached, found


def reach_more(
    numbers: Array, hopes: Array, queue: Array, looked_at: int, found: int, actions: int, most: int
) -> tuple[int, int]:
    """How much of the queue is looked at, and how long it is, after following at most so many codes."""
    end = looked_at + most
    while looked_at < min(found, end):
        for action in range(actions):
            code = step(numbers, queue[looked_at], action)
            if code >= 0 and hopes[code] == UNREACHED:
                hopes[code] = 0
                queue[found] = code
                found += 1
        looked_at += 1
    return looked_at, found


def survey(
    numbers: Array,
    index: Any,
    actions: int,
    span: tuple[int, int],
    verdicts: Array,
    hopes: Array,
    counts: Array,
    queue: Array,
    ends: tuple[int, int],
    leads_to: Array,
) -> tuple[int, int, int, bool]:
    """Where the decided positions end in the queue, how many moves are noted, and whether one makes a draw.

    Positions that need no looking ahead are decided: stuck ones go to the front of a part of the queue, those
    that one move decides to its back. The hopeful moves of all others are noted in `leads_to`, one after the
    other, as the positions that they lead to, or -1 for a draw; and it is counted who leads where.
    """
    (front, back), noted, draws = ends, 0, False
    for position in range(span[0], span[1]):
        if hopes[position] == UNREACHED:
            continue
        legal, hopeful, wins = 0, 0, False
        for action in range(actions):
            code = step(numbers, code_at(index, position), action)
            if code == ILLEGAL:
                continue
            legal += 1
            draws |= code == DRAWN
            wins |= code == MOVER_WINS
            if code != MOVER_LOSES:
                leads_to[noted + hopeful] = number(index, code) if code >= 0 else NOWHERE
                hopeful += 1
        if legal == 0:
            verdicts[position], queue[front] = LOSS, position
            front += 1
        elif wins or hopeful == 0:
            back -= 1
            verdicts[position], queue[back] = (1 << VALUE_BITS) + (WIN if wins else LOSS), position
        else:
            hopes[position] = hopeful
            for place in range(noted, noted + hopeful):
                counts[max(leads_to[place], 0)] += leads_to[place] != NOWHERE
            noted += hopeful
    return front, back, noted, draws


def turn_into_places(counts: Array) -> None:
    """Make of each thread's counts the places where its part of each list ends; the lists stand in a row."""
    threads, last = counts.shape
    total = 0
    for position in range(last):
        for thread in range(threads):
            total += counts[thread, position]
            counts[thread, position] = total


def list_who_leads(
    span: tuple[int, int], verdicts: Array, hopes: Array, leads_to: Array, places: Array, come_from: Array
) -> None:
    """List who leads to each position; what is decided already need not be told."""
    noted = 0
    for position in range(span[0], span[1]):
        if verdicts[position] == OPEN and hopes[position] != UNREACHED:
            for place in range(noted, noted + hopes[position]):
                target = leads_to[place]
                if target != NOWHERE:
                    places[target] -= 1
                    come_from[places[target]] = position
            noted += hopes[position]


def spread(
    verdicts: Array,
    hopes: Array,
    starts: Array,
    come_from: Array,
    queue: Array,
    done: int,
    found: int,
    most: int,
) -> tuple[int, int]:
    """How much of the queue is done, and how long it is, after at most so many positions have been told on.

    A position with a move to a lost one is won; one all of whose hopes have gone is lost. The queue is in the
    order of plies, so the first word a position hears is the right one.
    """
    end = done + most
    while done < min(found, end):
        verdict = verdicts[queue[done]]
        lost, plies = verdict & VALUE == LOSS, (verdict >> VALUE_BITS) + 1
        for place in range(starts[queue[done]], starts[queue[done] + 1]):
            earlier = come_from[place]
            if verdicts[earlier] == OPEN:
                hopes[earlier] -= 1
                if lost or hopes[earlier] == 0:
                    verdicts[earlier] = (plies << VALUE_BITS) + (WIN if lost else LOSS)
                    queue[found] = earlier
                    found += 1
        done += 1
    return done, found


def spread_draws(
    numbers: Array,
    index: Any,
    actions: int,
    verdicts: Array,
    hopes: Array,
    starts: Array,
    come_from: Array,
    queue: Array,
) -> None:
    """Decide positions from which moves that do not lose reach a drawn end, by the shortest way there."""
    found = 0
    for position in range(len(verdicts)):
        if verdicts[position] == OPEN and hopes[position] != UNREACHED:
            for action in range(actions):
                if step(numbers, code_at(index, position), action) == DRAWN and verdicts[position] == OPEN:
                    verdicts[position] = (1 << VALUE_BITS) + DRAW
                    queue[found] = position
                    found += 1
    done = 0
    while done < found:
        plies = (verdicts[queue[done]] >> VALUE_BITS) + 1
        for place in range(starts[queue[done]], starts[queue[done] + 1]):
            earlier = come_from[place]
            if verdicts[earlier] == OPEN:
                verdicts[earlier] = (plies << VALUE_BITS) + DRAW
                queue[found] = earlier
                found += 1
        done += 1


def leave_endless(verdicts: Array, hopes: Array) -> None:
    """What nothing has decided can be held by both sides for ever."""
    for position in range(len(verdicts)):
        if verdicts[position] == OPEN and hopes[position] != UNREACHED:
            verdicts[position] = ENDLESS


def any_choice_matters(numbers: Array, index: Any, actions: int, verdicts: Array) -> bool:
    """Whether any position has moves of different values."""
    for position in range(len(verdicts)):
        if verdicts[position] == OPEN:
            continue  # never reached
        known = OPEN
        for action in range(actions):
            code = step(numbers, code_at(index, position), action)
            if code == ILLEGAL:
                continue
            if code >= 0:
                value = verdicts[number(index, code)] & VALUE
            else:
                value = LOSS if code == MOVER_WINS else WIN if code == MOVER_LOSES else DRAW
            if known not in (OPEN, value):
                return True
            known = value
    return False
