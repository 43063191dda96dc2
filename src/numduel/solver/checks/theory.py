"""Theory: cases that follow from each other, each with its value.

Where every move from a case leads to a case or ends the game, that is all there is to check. Where not, the
game's word is taken that the cases stand for all positions; but no win is proved by that, since nothing shows
that it ever comes.
"""

import json
from typing import Any

from ...core.integers import count
from ...core.verdict import Value, Verdict
from .common import SAME_KEY, AnyGame, Entry, Report, is_all, require, same

STAND_FOR_ALL = "That these cases stand for all positions is the theory's word, not proved"


def check_theory(game: AnyGame, claim: Entry, certificate: Entry) -> Report:
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
    proved = f"{count(len(states), 'case')}, {each}with every move: their values follow from each other."
    return Report((proved,), _told(game, states, start), game.invariant())


def _told(game: AnyGame, states: list[Any], start: Verdict) -> tuple[str, ...]:
    """What rests on the game's word; DoesNotHold where a win would."""
    values = {game.key(state): _worth(game, state) for state in states}
    followed = [after for state in states for after in _live_after(game, state)]
    if any(game.key(state) not in values for state in (game.initial(), *followed)):
        further = "its cases lead to positions that are no cases, so nothing shows that a win ever comes"
        require(start.value is Value.ENDLESS, further)
        return (f"{STAND_FOR_ALL}: {game.invariant()}" if game.invariant() else f"{STAND_FOR_ALL}.",)
    alike = all(
        _worth(game, state) == values[game.key(state)] for state in (game.initial(), *states, *followed)
    )
    require(alike, "the theory contradicts itself about positions which the game counts as one")
    exact = all(is_all(game.key(state), state) for state in (game.initial(), *states, *followed))
    return () if exact else (SAME_KEY,)


def _worth(game: AnyGame, state: Any) -> tuple[Value, int | None]:
    """The value and the plies that the theory gives a state."""
    verdict = _theory(game, state, "the theory does not cover a position which the game counts as a case")
    return verdict.value, verdict.plies


def _live_after(game: AnyGame, state: Any) -> list[Any]:
    """The states after each move in which the game goes on."""
    afters = [game.play(state, move) for move in game.moves(state)]
    return [after for after in afters if game.outcome(after) is None]


def _check_case(game: AnyGame, state: Any, verdict: Verdict) -> None:
    """The value of a case follows from the values of the positions its moves lead to."""
    require(game.outcome(state) is None, f"the game is over at {game.show(state)}")
    made = [_value_of_move(game, game.play(state, move)) for move in game.moves(state)]
    best = max(made, key=lambda one: one.rank)
    require(best.value is verdict.value, f"the theory contradicts itself at {game.show(state)}")
    if verdict.value is Value.ENDLESS:
        return
    # The plies fall with every move, so that what is to come does come. A move of unknown length might be
    # quicker, or last longer, than the best of the others.
    known = all(one.plies is not None for one in made if one.value is best.value)
    require(
        verdict.plies is not None and known,
        f"in how many moves it ends is not known at {game.show(state)}, so nothing shows that it does",
    )
    require(best.plies == verdict.plies, f"the theory miscounts at {game.show(state)}")


def _value_of_move(game: AnyGame, after: Any) -> Verdict:
    outcome = game.outcome(after)
    if outcome is not None:
        return Verdict(outcome.value, 0).before()
    return _theory(game, after, "the theory does not cover what follows one of its cases").before()


def _theory(game: AnyGame, state: Any, otherwise: str) -> Verdict:
    """What the game's theory says of a state; DoesNotHold if it says nothing."""
    verdict = game.theory(state)
    require(verdict is not None and verdict.value is not Value.UNSOLVED, otherwise)
    assert verdict is not None
    # One more than 1e300, or than a number of the game's own class, may be the same again: on a cycle, such
    # plies would fall with every move, and never come to an end.
    plain = type(verdict) is Verdict and (verdict.plies is None or type(verdict.plies) is int)
    require(plain, f"the theory counts by what is no whole number at {game.show(state)}")
    return verdict
