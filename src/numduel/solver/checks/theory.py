"""Theory: cases that follow from each other, of which the game says that they stand for all positions."""

import json
from typing import Any

from ...core.integers import count
from ...core.verdict import Verdict
from .common import AnyGame, Entry, require, same


def check_theory(game: AnyGame, claim: Entry, certificate: Entry) -> list[str]:
    """What was checked of a theory; DoesNotHold if anything fails."""
    start = _theory(game, game.initial(), "the game has no theory under these settings")
    holds = start.value.value == claim["value"] and same(start.plies, claim["plies"])
    require(holds, "its theory says otherwise")
    require(certificate["invariant"] == game.invariant(), "its invariant is not the game's")
    states = list(game.cases())
    require(len(states) == len(certificate["cases"]) > 0, "it does not list every case")
    for state, case in zip(states, certificate["cases"], strict=True):
        verdict = _theory(game, state, "the theory does not cover one of its cases")
        expected = {"at": game.show(state), "value": verdict.value.value, "plies": verdict.plies}
        as_listed = json.dumps(case, sort_keys=True) == json.dumps(
            {**expected, "why": verdict.why}, sort_keys=True
        )
        require(as_listed, f"the case {case.get('at')!a:.200} is not as listed")
        _check_case(game, state, verdict)
    each = "" if len(states) == 1 else "each "
    checked = f"{count(len(states), 'case')}, {each}with every move: the invariant holds."
    return [certificate["invariant"], checked]


def _check_case(game: AnyGame, state: Any, verdict: Verdict) -> None:
    """The value of a case follows from the values of the positions its moves lead to."""
    made = [_value_of_move(game, game.play(state, move)) for move in game.moves(state)]
    best = max(made, key=lambda one: one.rank)
    require(best.value is verdict.value, f"the theory contradicts itself at {game.show(state)}")
    if verdict.plies is not None:
        # A move of unknown length might be quicker, or last longer, than the best of the others.
        known = all(one.plies is not None for one in made if one.value is best.value)
        require(known and best.plies == verdict.plies, f"the theory miscounts at {game.show(state)}")


def _value_of_move(game: AnyGame, after: Any) -> Verdict:
    outcome = game.outcome(after)
    if outcome is not None:
        return Verdict(outcome.value, 0).before()
    return _theory(game, after, "the theory does not cover what follows one of its cases").before()


def _theory(game: AnyGame, state: Any, otherwise: str) -> Verdict:
    """What the game's theory says of a state; DoesNotHold if it says nothing."""
    verdict = game.theory(state)
    require(verdict is not None, otherwise)
    assert verdict is not None
    return verdict
