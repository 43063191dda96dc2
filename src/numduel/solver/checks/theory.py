"""Theory: cases that follow from each other, each with its value.

Where every move from a case leads to a case or ends the game, that is all there is to check. Where not, the
game's word is taken that the cases stand for all positions; but no win is proved by that, since nothing shows
that it ever comes.
"""

import json
from typing import Any

from ...core.integers import count
from ...core.verdict import Value, Verdict
from .common import NO_MOVE, SAME_KEY, AnyGame, Entry, Positions, Report, require, same

STAND_FOR_ALL = "That these cases stand for all positions is the theory's word, not proved"


class _Word:
    """What the theory says of positions: of each what it has said first, which it must not take back."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._said: dict[Any, Verdict] = {}
        self.positions = Positions()

    def position(self, state: Any) -> Any:
        """What tells a position from others."""
        return self.positions.told_apart(self._game.key(state), state)[0]

    def on(self, state: Any, otherwise: str) -> Verdict:
        """The verdict on a state; DoesNotHold if there is none, or was another before."""
        verdict = _theory(self._game, state, otherwise)
        said = self._said.setdefault(self.position(state), verdict)
        alike = said.value is verdict.value and said.plies == verdict.plies
        require(alike, "the theory contradicts itself about positions which the game counts as one")
        return verdict


def check_theory(game: AnyGame, claim: Entry, certificate: Entry) -> Report:
    """What was checked of a theory; DoesNotHold if anything fails."""
    word, initial = _Word(game), game.initial()
    start = word.on(initial, "the game has no theory under these settings")
    holds = start.value.value == claim["value"] and same(start.plies, claim["plies"])
    require(holds, "its theory says otherwise")
    require(certificate["invariant"] == game.invariant(), "its invariant is not the game's")
    states, faced = list(game.cases()), [initial]
    require(len(states) == len(certificate["cases"]) > 0, "it does not list every case")
    for state, case in zip(states, certificate["cases"], strict=True):
        verdict = word.on(state, "the theory does not cover one of its cases")
        _check_listed(game, state, verdict, case)
        faced += _check_case(game, word, state, verdict)
    each = "" if len(states) == 1 else "each "
    proved = f"{count(len(states), 'case')}, {each}with every move: their values follow from each other."
    return Report((proved,), _told(game, word, states, faced, start), game.invariant())


def _check_listed(game: AnyGame, state: Any, verdict: Verdict, case: Entry) -> None:
    """The certificate lists a case as the game has it."""
    expected = {"at": game.show(state), "value": verdict.value.value, "plies": verdict.plies}
    wanted = json.dumps({**expected, "why": verdict.why}, sort_keys=True)
    as_listed = json.dumps(case, sort_keys=True) == wanted
    require(as_listed, f"the case {case.get('at')!a:.200} is not as listed")


def _told(game: AnyGame, word: _Word, states: list[Any], faced: list[Any], start: Verdict) -> tuple[str, ...]:
    """What rests on the game's word; DoesNotHold where a win would."""
    cases = {word.position(state) for state in states}
    if all(word.position(state) in cases for state in faced):
        return () if word.positions.exact else (SAME_KEY,)
    further = "its cases lead to positions that are no cases, so nothing shows that a win ever comes"
    require(start.value is Value.ENDLESS, further)
    return (f"{STAND_FOR_ALL}: {game.invariant()}" if game.invariant() else f"{STAND_FOR_ALL}.",)


def _check_case(game: AnyGame, word: _Word, state: Any, verdict: Verdict) -> list[Any]:
    """The states that a case leads to; DoesNotHold unless its value follows from theirs."""
    require(game.outcome(state) is None, f"the game is over at {game.show(state)}")
    made, faced = [], []
    for move in game.moves(state):
        after = game.play(state, move)
        outcome = game.outcome(after)
        faced += [after] if outcome is None else []
        uncovered = "the theory does not cover what follows one of its cases"
        left = word.on(after, uncovered) if outcome is None else Verdict(outcome.value, 0)
        made.append(left.before())
    _require_best(made, verdict, game.show(state))
    return faced


def _require_best(made: list[Verdict], verdict: Verdict, shown: str) -> None:
    """The verdict on a case is that on the best of its moves."""
    require(bool(made), NO_MOVE)
    best = max(made, key=lambda one: one.rank)
    require(best.value is verdict.value, f"the theory contradicts itself at {shown}")
    if verdict.value is Value.ENDLESS:
        return
    # The plies fall with every move, so that what is to come does come. A move of unknown length might be
    # quicker, or last longer, than the best of the others.
    known = all(one.plies is not None for one in made if one.value is best.value)
    require(
        verdict.plies is not None and known,
        f"in how many moves it ends is not known at {shown}, so nothing shows that it does",
    )
    require(best.plies == verdict.plies, f"the theory miscounts at {shown}")


def _theory(game: AnyGame, state: Any, otherwise: str) -> Verdict:
    """What the game's theory says of a state; DoesNotHold if it says nothing."""
    told = game.theory(state)
    require(told is not None, otherwise)
    assert told is not None
    # One more than 1e300, or than a number of the game's own class, may be the same again: on a cycle, such
    # plies would fall with every move, and never come to an end. A copy stays as it was.
    plain = type(told) is Verdict and type(told.why) is str
    verdict = Verdict(told.value, told.plies, told.why) if plain else Verdict(Value.UNSOLVED)
    whole = plain and type(verdict.value) is Value and type(verdict.plies) in (int, type(None))
    require(whole, f"the theory counts by what is no whole number at {game.show(state)}")
    require(verdict.value is not Value.UNSOLVED, otherwise)
    return verdict
