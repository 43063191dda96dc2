"""Brute force: every position of a small game, and its value by definition. For checking, not for speed."""

from collections.abc import Callable, Hashable
from typing import Any

from ..core.game import Game, Outcome
from ..core.verdict import Value, Verdict


def value_of(outcome: Outcome) -> Verdict:
    """What an end is worth to the player who would be next."""
    return Verdict(outcome.value, 0)


def reachable(game: Game[Any, Any], most: int) -> dict[Hashable, Any] | None:
    """A state for each key that can be reached, ends too; None where there are more than `most`."""
    states = {game.key(game.initial()): game.initial()}
    waiting = list(states.values())
    while waiting and len(states) <= most:
        state = waiting.pop()
        for move in game.moves(state):
            after = game.play(state, move)
            if game.key(after) not in states:
                states[game.key(after)] = after
                waiting.append(after)
    return states if len(states) <= most else None


def count_positions(game: Game[Any, Any], states: dict[Hashable, Any]) -> int:
    """How many of the states a player has to face: the game goes on, or that player is stuck."""
    outcomes = map(game.outcome, states.values())
    return sum(outcome is None or outcome.stuck for outcome in outcomes)


def solve(game: Game[Any, Any], states: dict[Hashable, Any]) -> dict[Hashable, Verdict]:
    """The verdict on each of the states, which must be all that can be reached."""
    after = {
        key: [game.key(game.play(state, move)) for move in game.moves(state)] for key, state in states.items()
    }
    known: dict[Hashable, Verdict] = {}
    for key, state in states.items():
        outcome = game.outcome(state)
        if outcome is not None:
            known[key] = value_of(outcome)
    _repeat(after, known, _forced)
    # Neither side can force anything in what is left, and both prefer a drawn end to none.
    _repeat(after, known, _drawn)
    return {key: known.get(key, Verdict(Value.ENDLESS)) for key in states}


def _repeat(
    after: dict[Hashable, list[Hashable]],
    known: dict[Hashable, Verdict],
    rule: Callable[[list[Value | None]], Value | None],
) -> None:
    """Apply a rule to all that is not known until nothing changes; what the n-th time finds takes n plies."""
    plies, changing = 0, True
    while changing:
        plies += 1
        found: dict[Hashable, Verdict] = {}
        for key in after.keys() - known.keys():
            value = rule([known[one].value if one in known else None for one in after[key]])
            if value is not None:
                found[key] = Verdict(value, plies)
        known.update(found)
        changing = bool(found)


def _forced(after: list[Value | None]) -> Value | None:
    if Value.LOSS in after:
        return Value.WIN
    return Value.LOSS if all(value is Value.WIN for value in after) else None


def _drawn(after: list[Value | None]) -> Value | None:
    return Value.DRAW if Value.DRAW in after else None
