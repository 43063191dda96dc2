"""Turns: one step of many environments, compiled; what the single environment does, for all of them at once.

A turn is worked out into new arrays, which take the place of the old ones only if every action was good.
Where an opponent's policy is not known at some position, the position is noted down, and the turn is worked
out again once it is.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engine.jit import PART
from ..engine.rng import draw_of, next_luck, scaled
from ..engine.stepping import ALL_GOOD
from ..kernels.kernel import DRAWN, ILLEGAL, MOVER_WINS, OUT_OF_RANGE

Array = NDArray[Any]

# What an environment waits for: the agent's action; a new episode, once one is over; or to tell the agent
# that the opponent's first move was the last.
PLAYING, OVER, EARLY = range(3)
# What a step has come to for the agent: for its own move, a mark turned round. The last two are no outcomes:
# the action was no good, or the opponent was not ready to reply.
OUTCOMES = ("", "win", "loss", "draw", "illegal", "out of range", "turn limit")
GOES_ON, WIN, LOSS, DRAW, WRONG, HIDDEN, TURN_LIMIT, BAD, NOT_READY = range(9)
REWARDS = (0.0, 1.0, -1.0, 0.0, -1.0, 0.0, 0.0)  # by outcome
NOT_ALL_READY = -2  # what a turn has come to, if not ALL_GOOD; otherwise the first environment that is bad
NOT_YET, KNOWN, WANTED = range(3)  # policies, by position
NOBODY, UNKNOWN = -1, -2  # instead of an opponent's action
START, MAX_TURNS, SEAT_AT_FIRST, SEAT_NEXT, LOSES, ACTIONS = range(6)  # where the settings stand

step, pick, show, choose = PART, PART, PART, PART


def choose_nobody(policy: Any, data: Any, code: int, luck: Any, i: int) -> tuple[int, Any]:
    """Nobody replies: the agent plays both sides."""
    return NOBODY, luck


def choose_any(policy: Any, data: Any, code: int, luck: Any, i: int) -> tuple[int, Any]:
    """Any legal action."""
    luck = next_luck(luck)
    return pick(data, code, draw_of(luck)), luck


def choose_mixed(policy: Any, data: Any, code: int, luck: Any, i: int) -> tuple[int, Any]:
    """An action of the mixture that is known of this position: an error now and then, else a good one."""
    known, rates, error_counts, errors, good_counts, good = policy
    if known[code] != KNOWN:
        known[code] = WANTED
        return UNKNOWN, luck
    count, actions = good_counts[code], good[code]
    if error_counts[code] > 0:
        luck = next_luck(luck)
        if float(draw_of(luck) >> np.uint64(11)) * 2.0**-53 < rates[code]:
            count, actions = error_counts[code], errors[code]
    luck = next_luck(luck)
    return int(actions[scaled(draw_of(luck), count)]), luck


def choose_told(policy: Any, data: Any, code: int, luck: Any, i: int) -> tuple[int, Any]:
    """The action that someone else has chosen for environment `i`."""
    told, wanted = policy
    if told[i] == UNKNOWN:
        wanted[i] = code
    return told[i], luck


def judge(code: int, ply: int, mine: bool, max_turns: int) -> int:
    """What a move has come to for the agent, whose own it was (`mine`) or the opponent's."""
    if code >= 0:
        return TURN_LIMIT if ply >= max_turns else GOES_ON
    if code == OUT_OF_RANGE:
        return HIDDEN
    if code == DRAWN:
        return DRAW
    return WIN if (code == MOVER_WINS) == mine else LOSS


def begin(policy: Any, data: Any, rules: Any, luck: Any, odd: int, i: int) -> tuple[int, int, Any, int]:
    """Code, ply, luck and status at the start of an episode; if the agent is second, after a move.

    The status is NOT_READY where the opponent is.
    """
    code, ply = rules[START], 0
    seat = rules[SEAT_NEXT] if odd else rules[SEAT_AT_FIRST]
    if seat == 2:
        action, luck = choose(policy, data, code, luck, i)
        if action == UNKNOWN:
            return code, ply, luck, NOT_READY
        if action >= 0:
            code, ply = step(data, code, action), 1
            if code < 0 or ply >= rules[MAX_TURNS]:
                return code, ply, luck, EARLY
    return code, ply, luck, PLAYING


def act(
    policy: Any, data: Any, rules: Any, code: int, ply: int, luck: Any, action: int, i: int
) -> tuple[int, int, Any, int]:
    """Code, ply, luck and outcome after the agent's action and the opponent's reply."""
    if action < 0 or action >= rules[ACTIONS]:
        return code, ply, luck, BAD
    code = step(data, code, action)
    if code == ILLEGAL:
        return code, ply, luck, WRONG if rules[LOSES] else BAD
    ply, mine = ply + 1, True
    if code >= 0 and ply < rules[MAX_TURNS]:
        reply, luck = choose(policy, data, code, luck, i)
        if reply == UNKNOWN:
            return code, ply, luck, NOT_READY
        if reply >= 0:
            code, ply, mine = step(data, code, reply), ply + 1, False
    return code, ply, luck, judge(code, ply, mine, rules[MAX_TURNS])


def turn(
    policy: Any,
    data: Any,
    rules: Any,
    before: Any,
    actions: Array,
    after: Any,
    frames: Any,
    told: Any,
    span: tuple[int, int],
) -> int:
    """ALL_GOOD; or else the first environment whose action is bad, or NOT_ALL_READY, and nothing counts."""
    codes, plies, lucks, odds, statuses = before
    new_codes, new_plies, new_lucks, new_odds, new_statuses = after
    rewards, terminated, truncated, outcomes = told
    result = ALL_GOOD
    for i in range(span[0], span[1]):
        code, ply, luck, odd = codes[i], plies[i], lucks[i], odds[i]
        status, outcome = PLAYING, GOES_ON
        if statuses[i] == PLAYING:
            code, ply, luck, outcome = act(policy, data, rules, code, ply, luck, actions[i], i)
            if outcome == BAD:
                return i
        elif statuses[i] == OVER:
            code, ply, luck, status = begin(policy, data, rules, luck, odd, i)
            odd = 1 - odd
        else:
            outcome = judge(code, ply, False, rules[MAX_TURNS])
        if outcome == NOT_READY or status == NOT_READY:
            result = NOT_ALL_READY
        new_codes[i], new_plies[i], new_lucks[i], new_odds[i] = code, ply, luck, odd
        new_statuses[i] = status if outcome == GOES_ON else OVER
        outcomes[i] = outcome
        rewards[i] = 1.0 if outcome == WIN else -1.0 if outcome in (LOSS, WRONG) else 0.0
        terminated[i] = WIN <= outcome <= WRONG
        truncated[i] = outcome >= HIDDEN
        show(data, code, i, frames)
    return result


def ply(
    rewarded: Array,
    data: Any,
    rules: Any,
    before: Any,
    actions: Array,
    after: Any,
    frames: Any,
    told: Any,
    span: tuple[int, int],
) -> int:
    """What `turn` says, where the agent plays both sides and everything stands in tables; only quicker.

    A game that is over is a row like the others, from which every action leads to the start. Nobody can
    foretell which games end, so numbers are looked up and multiplied, where branches would go wrong.
    """
    codes, plies, _, _, _ = before
    new_codes, new_plies, _, _, _ = after
    rewards, terminated, truncated, outcomes = told
    successors, over, max_turns = data[0], len(data[0]) - 1, rules[MAX_TURNS]
    for i in range(span[0], span[1]):
        playing = (codes[i] != over) & (plies[i] < max_turns)
        action = actions[i] * playing
        if action < 0 or action >= rules[ACTIONS]:
            return i
        code = successors[over + (codes[i] - over) * playing, action]
        if code == ILLEGAL and not rules[LOSES]:
            return i
        made, ended = (plies[i] + 1) * playing, code < 0
        outcome = -min(code, 0) + TURN_LIMIT * ((made >= max_turns) & (not ended))
        code = max(code, 0) + over * ended
        new_codes[i], new_plies[i] = code, made
        outcomes[i], rewards[i] = outcome, rewarded[outcome]
        terminated[i] = ended & (outcome <= WRONG)
        truncated[i] = outcome >= HIDDEN
        show(data, code, i, frames)
    return ALL_GOOD


def restart(
    policy: Any,
    data: Any,
    rules: Any,
    before: Any,
    wanted: Array,
    after: Any,
    frames: Any,
    span: tuple[int, int],
) -> int:
    """ALL_GOOD after an episode has begun in every environment that is wanted; else NOT_ALL_READY."""
    codes, plies, lucks, odds, statuses = before
    new_codes, new_plies, new_lucks, new_odds, new_statuses = after
    result = ALL_GOOD
    for i in range(span[0], span[1]):
        code, ply, luck, odd, status = codes[i], plies[i], lucks[i], odds[i], statuses[i]
        if wanted[i]:
            code, ply, luck, status = begin(policy, data, rules, luck, odd, i)
            odd = 1 - odd
            if status == NOT_READY:
                result = NOT_ALL_READY
        new_codes[i], new_plies[i], new_lucks[i] = code, ply, luck
        new_odds[i], new_statuses[i] = odd, status
        show(data, code, i, frames)
    return result


def pick_all(
    data: Any, codes: Array, statuses: Array, lucks: Array, actions: Array, span: tuple[int, int]
) -> int:
    """ALL_GOOD, with a legal action at random for every environment, 0 where there is none to take."""
    for i in range(span[0], span[1]):
        lucks[i] = next_luck(lucks[i])
        # Looked up even where it is not asked for: a branch that cannot be foretold would take longer.
        action = pick(data, max(codes[i], 0), draw_of(lucks[i]))
        actions[i] = action if statuses[i] == PLAYING else 0
    return ALL_GOOD
