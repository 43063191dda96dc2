"""Turns: one step of many environments, compiled; what the single environment does, for all of them together.

A turn is written into new arrays, which replace the old ones only if every action was valid. A position at
which the opponent's policy is not known is requested, and the turn is computed again once it is.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engine.jit import PART
from ..engine.rng import next_rng, random_bits, scaled
from ..engine.stepping import ALL_VALID, BLOCK, ENTRIES, SUCCESSORS, draw_bits
from ..engine.threads import Span
from ..kernels.kernel import DRAWN, ILLEGAL, MOVER_WINS, OUT_OF_RANGE

Array = NDArray[Any]

# What an environment waits for: the agent's action; a new episode, once one is over; or to report
# that the opponent's first move has ended the episode. While others begin anew, it is left alone.
PLAYING, OVER, ENDED_EARLY, LEFT_ALONE = range(4)
# The outcome of a step for the agent: for its own move, a mark with its sign changed. The last two are no
# outcomes: the action was not valid, or the opponent's reply is not known yet.
OUTCOMES = ("", "win", "loss", "draw", "illegal", "out of range", "turn limit")
GOES_ON, WIN, LOSS, DRAW, ILLEGAL_ACTION, OUT_OF_BOUNDS, TURN_LIMIT, INVALID, NOT_READY = range(9)
NOT_ALL_READY = (
    -2
)  # what a turn returns instead of ALL_VALID; or the first environment whose action is not valid
UNREQUESTED, KNOWN, REQUESTED = range(3)  # policies, by position
NOBODY, UNKNOWN = -1, -2  # instead of an opponent's action
START, MAX_TURNS, SEAT_AT_FIRST, SEAT_NEXT, LOSES, ACTIONS = range(6)  # indices of the settings

step, pick, choose = PART, PART, PART
run, show = PART, PART  # `turn` or `ply`, and what shows the games then


def choose_nobody(policy: Any, data: Any, code: int, rng: Any, i: int) -> tuple[int, Any]:
    """NOBODY: the agent plays both sides."""
    return NOBODY, rng


def choose_at_random(policy: Any, data: Any, code: int, rng: Any, i: int) -> tuple[int, Any]:
    """Any legal action."""
    rng = next_rng(rng)
    return pick(data, code, random_bits(rng)), rng


def choose_from_mixture(policy: Any, data: Any, code: int, rng: Any, i: int) -> tuple[int, Any]:
    """An action of the mixture that is known of this position: a noisy one at its rate, else a good one."""
    known, rates, noisy_counts, noisy, good_counts, good = policy
    if known[code] != KNOWN:
        known[code] = REQUESTED
        return UNKNOWN, rng
    count, actions = good_counts[code], good[code]
    if noisy_counts[code] > 0:
        rng = next_rng(rng)
        if float(random_bits(rng) >> np.uint64(11)) * 2.0**-53 < rates[code]:
            count, actions = noisy_counts[code], noisy[code]
    rng = next_rng(rng)
    return int(actions[scaled(random_bits(rng), count)]), rng


def choose_given(policy: Any, data: Any, code: int, rng: Any, i: int) -> tuple[int, Any]:
    """The action that someone else has chosen for environment `i`."""
    given, requested = policy
    if given[i] == UNKNOWN:
        requested[i] = code
    return given[i], rng


def outcome_of(code: int, ply: int, mine: bool, max_turns: int) -> int:
    """The outcome of a move for the agent, who made it (`mine`) or whose opponent did."""
    if code >= 0:
        return TURN_LIMIT if ply >= max_turns else GOES_ON
    if code == OUT_OF_RANGE:
        return OUT_OF_BOUNDS
    if code == DRAWN:
        return DRAW
    return WIN if (code == MOVER_WINS) == mine else LOSS


def begin(policy: Any, data: Any, rules: Any, rng: Any, odd: int, i: int) -> tuple[int, int, Any, int]:
    """Code, ply, rng and status at the start of an episode; if the agent is second, after a move.

    The status is NOT_READY where the opponent's reply is not known yet.
    """
    code, ply = rules[START], 0
    seat = rules[SEAT_NEXT] if odd else rules[SEAT_AT_FIRST]
    if seat == 2:
        action, rng = choose(policy, data, code, rng, i)
        if action == UNKNOWN:
            return code, ply, rng, NOT_READY
        if action >= 0:
            code, ply = step(data, code, action), 1
            if code < 0 or ply >= rules[MAX_TURNS]:
                return code, ply, rng, ENDED_EARLY
    return code, ply, rng, PLAYING


def act(
    policy: Any, data: Any, rules: Any, code: int, ply: int, rng: Any, action: int, i: int
) -> tuple[int, int, Any, int]:
    """Code, ply, rng and outcome after the agent's action and the opponent's reply."""
    if action < 0 or action >= rules[ACTIONS]:
        return code, ply, rng, INVALID
    code = step(data, code, action)
    if code == ILLEGAL:
        return code, ply, rng, ILLEGAL_ACTION if rules[LOSES] else INVALID
    ply, mine = ply + 1, True
    if code >= 0 and ply < rules[MAX_TURNS]:
        reply, rng = choose(policy, data, code, rng, i)
        if reply == UNKNOWN:
            return code, ply, rng, NOT_READY
        if reply >= 0:
            code, ply, mine = step(data, code, reply), ply + 1, False
    return code, ply, rng, outcome_of(code, ply, mine, rules[MAX_TURNS])


def run_and_show(
    policy: Any,
    data: Any,
    rules: Any,
    rows: Any,
    before: Any,
    given: Array,
    after: Any,
    results: Any,
    span: Span,
) -> Any:
    """What `run` returns for the games of a span, which are shown if nothing is amiss."""
    result = run(policy, data, rules, before, given, after, results, span)
    if result == ALL_VALID:
        show(data, after[0], rows, span)
    return result


def turn(
    policy: Any, data: Any, rules: Any, before: Any, actions: Array, after: Any, results: Any, span: Span
) -> Any:
    """ALL_VALID; else NOT_ALL_READY, or the first environment whose action is not valid."""
    codes, plies, rngs, odds, statuses = before
    new_codes, new_plies, new_rngs, new_odds, new_statuses = after
    result = ALL_VALID
    for i in range(np.uint64(span[0]), np.uint64(span[1])):
        code, ply, rng, odd = codes[i], plies[i], rngs[i], odds[i]
        status, outcome = PLAYING, GOES_ON
        if statuses[i] == PLAYING:
            code, ply, rng, outcome = act(policy, data, rules, code, ply, rng, actions[i], i)
            if outcome == INVALID:
                return np.int64(i)
        elif statuses[i] == OVER:
            code, ply, rng, status = begin(policy, data, rules, rng, odd, i)
            odd = 1 - odd
        elif statuses[i] == ENDED_EARLY:
            outcome = outcome_of(code, ply, False, rules[MAX_TURNS])
        if outcome == NOT_READY or status == NOT_READY:
            result = NOT_ALL_READY
        new_codes[i], new_plies[i], new_rngs[i], new_odds[i] = code, ply, rng, odd
        new_statuses[i] = status if outcome == GOES_ON else OVER
        results[0][i] = outcome
    report(results, (np.uint64(span[0]), np.uint64(span[1])))
    return result


def ply(
    policy: Any, data: Any, rules: Any, before: Any, actions: Array, after: Any, results: Any, span: Span
) -> Any:
    """What `turn` returns, where the agent plays both sides and everything is in tables; only quicker.

    A game that is over is a row like the others, from which every action leads to the start. Which games
    end cannot be predicted, so numbers are selected, where branches would be mispredicted.
    """
    over, successors = np.int32(len(data[SUCCESSORS]) - 1), data[ENTRIES]
    for first in range(span[0], span[1], BLOCK):
        block = (np.uint64(first), np.uint64(min(first + BLOCK, span[1])))
        if not all_in_range(over, rules, before, actions, after[0], block):
            return first_invalid(data[SUCCESSORS], rules, before, actions, block)
        for i in range(block[0], block[1]):
            after[0][i] = successors[np.uint64(after[0][i])]
        if not rules[LOSES] and any_illegal(after[0], block):
            return first_invalid(data[SUCCESSORS], rules, before, actions, block)
        settle(over, rules, before, after, results, block)
        report(results, block)
    return ALL_VALID


def all_in_range(over: Any, rules: Any, before: Any, actions: Array, entries: Array, block: Any) -> bool:
    """Whether the actions of a block are any at all; writes where in the table to look up what they lead to.

    In a game that is over, any number will do.
    """
    codes, plies, count = before[0], before[1], np.uint64(rules[ACTIONS])
    max_turns = np.int32(rules[MAX_TURNS])
    others: Any = 0
    for i in range(block[0], block[1]):
        playing = (codes[i] != over) & (plies[i] < max_turns)
        action = np.uint64(actions[i] if playing else 0)
        others += action >= count  # as a negative number is, too
        row = codes[i] if playing else over
        entries[i] = np.int32(row * np.int32(count) + np.int32(action))
    return bool(others == 0)


def any_illegal(codes: Array, block: Any) -> bool:
    """Whether any action of a block was illegal."""
    illegal = 0
    for i in range(block[0], block[1]):
        illegal += codes[i] == ILLEGAL
    return illegal > 0


def first_invalid(successors: Array, rules: Any, before: Any, actions: Array, block: Any) -> Any:
    """The first environment of a block whose action is no action, or is illegal."""
    codes, plies, over = before[0], before[1], len(successors) - 1
    for i in range(block[0], block[1]):
        action = actions[i]
        if codes[i] != over and plies[i] < rules[MAX_TURNS]:
            if action < 0 or action >= rules[ACTIONS]:
                return np.int64(i)
            if not rules[LOSES] and successors[np.uint64(codes[i]), np.uint64(action)] == ILLEGAL:
                return np.int64(i)
    return ALL_VALID  # never: it is called where there is one


def settle(over: Any, rules: Any, before: Any, after: Any, results: Any, block: Any) -> None:
    """Write plies and outcomes of a block, and for the marks of games that are over the row `over`."""
    codes, plies, new_codes, new_plies, outcomes = before[0], before[1], after[0], after[1], results[0]
    max_turns = np.int32(rules[MAX_TURNS])
    for i in range(block[0], block[1]):
        playing, code = (codes[i] != over) & (plies[i] < max_turns), new_codes[i]
        made = plies[i] + np.int32(1) if playing else np.int32(0)
        outcomes[i] = -code if code < 0 else TURN_LIMIT if made >= max_turns else GOES_ON
        new_codes[i], new_plies[i] = over if code < 0 else code, made


def report(results: Any, block: Any) -> None:
    """Write rewards and flags by the outcomes of a block."""
    outcomes, rewards, terminated, truncated = results
    for i in range(block[0], block[1]):
        outcome = outcomes[i]
        lost = (outcome == LOSS) | (outcome == ILLEGAL_ACTION)
        rewards[i] = np.float64(outcome == WIN) - np.float64(lost)
        terminated[i] = (outcome >= WIN) & (outcome <= ILLEGAL_ACTION)
        truncated[i] = outcome >= OUT_OF_BOUNDS


def pick_where_playing(
    data: Any, codes: Array, statuses: Array, rngs: Array, actions: Array, span: Span
) -> int:
    """Write a legal action at random for every environment, 0 where there is none, and return ALL_VALID."""
    for first in range(span[0], span[1], BLOCK):
        block = (np.uint64(first), np.uint64(min(first + BLOCK, span[1])))
        draw_bits(rngs, actions, block)
        for i in range(block[0], block[1]):
            # Looked up even where it is not asked for: a branch that cannot be predicted would take longer.
            action = pick(data, max(codes[i], 0), np.uint64(actions[i]))
            actions[i] = action if statuses[i] == PLAYING else 0
    return ALL_VALID
