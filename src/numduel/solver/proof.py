"""Proof: a certificate of a game's value, small enough to read, for `verify` to check by the rules alone.

docs/proofs.md describes the format.
"""

import hashlib
import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from ..core.errors import NumduelError
from ..core.game import Game
from ..core.integers import count, shorten_integers
from ..core.verdict import Value, Verdict
from .answers import Answers
from .written import by_induction

ENOUGH_TO_SEE = 100  # positions of a side, for whether they stand for others


class Unproved(NumduelError, ValueError):
    """There is nothing to certify; the message says why in one sentence."""


def prove(game: Game[Any, Any], answers: Answers) -> dict[str, Any]:
    """The certificate of the value of `game` at its start."""
    verdict = answers.verdict(game.initial())
    if verdict.value is Value.UNSOLVED:
        within = count(answers.limit, "position")
        raise Unproved(f"{shorten_integers(game.spec)} is unsolved within {within}, so there is no proof")
    certificate = {
        "certificate": "numduel",
        "version": 1,
        "spec": game.spec,
        "claim": {
            "value": verdict.value.value,
            "winner": verdict.value.winner(1),
            # How long a draw takes is no part of what holding proves.
            "plies": None if verdict.value is Value.DRAW else verdict.plies,
        },
        **_proof(game, answers, verdict),
    }
    text = json.dumps(certificate, sort_keys=True).encode()
    return {**certificate, "sha256": hashlib.sha256(text).hexdigest()}


def _proof(game: Game[Any, Any], answers: Answers, verdict: Verdict) -> dict[str, Any]:
    """The part of the certificate that proves the verdict, in the way that suits the game."""
    winner, by_theory = verdict.value.winner(1), answers.method(game.initial()) == "theory"
    induction = game.induction()
    if induction is not None and (by_theory or _merges(game, answers)):
        return by_induction(game, induction)
    if by_theory and not game.cases():
        raise Unproved(f"the theory of {game.title} gives nothing by which this could be checked")
    if winner is not None and verdict.plies is None:
        more = "" if by_theory else "; explore more (--limit)"
        raise Unproved(
            f"only the winner of {shorten_integers(game.spec)} is known, not in how many plies{more}"
        )
    if by_theory:
        return _by_theory(game)
    return _by_holding(game, answers) if winner is None else _by_strategy(game, answers, winner)


def _merges(game: Game[Any, Any], answers: Answers) -> bool:
    """Whether positions that a proof would list stand for others that the game counts as one with them."""
    return any(
        game.key(state) != state
        for side in (1, 2)
        for state, _ in islice(_follow(game, answers, side), ENOUGH_TO_SEE)
    )


def _by_strategy(game: Game[Any, Any], answers: Answers, winner: int) -> dict[str, Any]:
    entries = []
    for state, move in _follow(game, answers, winner):
        plies = answers.verdict(state).plies
        entries.append({"at": repr(game.key(state)), "play": game.write(move), "within": plies})
    return {"proof": "strategy", "win": entries, "delay": _delay(game, answers, 3 - winner)}


def _by_holding(game: Game[Any, Any], answers: Answers) -> dict[str, Any]:
    hold = {
        str(side): [
            {"at": repr(game.key(state)), "play": game.write(move)}
            for state, move in _follow(game, answers, side)
        ]
        for side in (1, 2)
    }
    line = [game.write(move) for move in answers.line(game.initial())]
    return {"proof": "holding", "hold": hold, "line": line, "refuted": _refutations(game, answers)}


def _refutations(game: Game[Any, Any], answers: Answers) -> list[dict[str, Any]]:
    """Why moves that lose do lose, where that is needed: only if someone could go for a drawn end."""
    endless = answers.verdict(game.initial()).value is Value.ENDLESS
    if not endless or not answers.table.any_draws:
        return []
    waiting, seen = [game.initial()], {game.key(game.initial())}
    lost: list[Any] = []
    while waiting:
        for after in _live_after(game, waiting.pop()):
            if game.key(after) in seen:
                continue
            seen.add(game.key(after))
            (lost if answers.verdict(after).value is Value.WIN else waiting).append(after)
    return [
        {"at": repr(game.key(state)), "play": game.write(move), "within": answers.verdict(state).plies}
        for state, move in _follow_from(game, answers, lost)
    ]


def _by_theory(game: Game[Any, Any]) -> dict[str, Any]:
    cases = []
    for state in game.cases():
        verdict = game.theory(state)
        assert verdict is not None, "a game's cases lie where its theory holds"
        case = {"at": game.show(state), "value": verdict.value.value, "plies": verdict.plies}
        cases.append({**case, "why": verdict.why})
    return {"proof": "theory", "invariant": game.invariant(), "cases": cases}


def _follow(game: Game[Any, Any], answers: Answers, side: int) -> Iterator[tuple[Any, Any]]:
    """Where `side` may have to choose, if it always takes its best move: each state with that move."""
    first = [game.initial()] if side == 1 else list(_live_after(game, game.initial()))
    return _follow_from(game, answers, first)


def _follow_from(game: Game[Any, Any], answers: Answers, first: list[Any]) -> Iterator[tuple[Any, Any]]:
    waiting, seen = list(first), set()
    while waiting:
        state = waiting.pop()
        key = game.key(state)
        if key in seen or not game.moves(state):
            continue
        seen.add(key)
        move, _ = answers.best(state)
        yield state, move
        waiting.extend(_live_after(game, game.play(state, move)))


def _live_after(game: Game[Any, Any], state: Any) -> Iterator[Any]:
    """The states after each move from `state` in which the game goes on."""
    for move in game.moves(state):
        after = game.play(state, move)
        if game.outcome(after) is None:
            yield after


def _delay(game: Game[Any, Any], answers: Answers, loser: int) -> list[dict[str, Any]]:
    """For the loser, a move wherever one is needed to last as long as the claim says."""
    plies = answers.verdict(game.initial()).plies
    assert plies is not None, "a strategy is written for a win in so many plies"
    needed: dict[int, list[Any]] = {}  # states of the loser, by how many plies they must still last
    if loser == 1:
        needed[plies] = [game.initial()]
    else:
        needed[plies - 1] = list(_live_after(game, game.initial()))
    entries: list[dict[str, Any]] = []
    seen = set()
    # Longest first: what lasts long enough here lasts long enough wherever less is needed.
    for last in range(plies, 0, -1):
        for state in needed.pop(last, ()):
            if game.key(state) in seen:
                continue
            seen.add(game.key(state))
            move, _ = answers.best(state)
            entries.append({"at": repr(game.key(state)), "play": game.write(move), "lasts": last})
            after = game.play(state, move)
            if game.outcome(after) is None:
                needed.setdefault(last - 2, []).extend(_live_after(game, after))
    return entries
