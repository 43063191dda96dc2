"""Proof: a certificate of a game's value, small enough to read, for `verify` to check by the rules alone.

docs/proofs.md describes the format.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from ..core.errors import NumduelError
from ..core.game import Game
from ..core.integers import count, shorten_integers
from ..core.tall import plain
from ..core.verdict import Value, Verdict
from .answers import Answers
from .checks.meter import moves_for, weight
from .written import by_induction

ENOUGH_TO_SEE = 100  # positions of a side, for whether they stand for others
MOST_LISTED = 1_000_000  # positions of a certificate
EVERY = 64  # positions between two reports of progress

Progress = Callable[[int], None]


class Unproved(NumduelError, ValueError):
    """There is nothing to certify; the message says why in one sentence."""


def prove(game: Game[Any, Any], answers: Answers, progress: Progress | None = None) -> dict[str, Any]:
    """The certificate of the value of `game` at its start.

    `progress` is called now and then with how many positions were listed.
    """
    verdict = answers.verdict(game.initial())
    if verdict.value is Value.UNSOLVED:
        within = count(answers.limit, "position")
        raise Unproved(f"{shorten_integers(game.spec)} is unsolved within {within}, so there is no proof")
    listing = _Listing(game, answers, progress)
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
        **_proof(game, answers, verdict, listing),
    }
    # As the command writes it, so that what is counted is what `verify` will allow it.
    most = moves_for(json.dumps({**certificate, "sha256": "0" * 64}, indent=1))
    moves = listing.moves_to_check(certificate, 2 * most)
    if moves > most:
        certificate["moves"] = moves
    text = json.dumps(certificate, sort_keys=True).encode()
    return {**certificate, "sha256": hashlib.sha256(text).hexdigest()}


def _proof(game: Game[Any, Any], answers: Answers, verdict: Verdict, listing: "_Listing") -> dict[str, Any]:
    """The part of the certificate that proves the verdict, in the way that suits the game."""
    winner, by_theory = verdict.value.winner(1), answers.method(game.initial()) == "theory"
    induction = game.induction()
    if induction is not None and (by_theory or listing.merges()):
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
    return listing.holding() if winner is None else listing.strategy(winner)


def _by_theory(game: Game[Any, Any]) -> dict[str, Any]:
    cases = []
    for state in game.cases():
        verdict = game.theory(state)
        assert verdict is not None, "a game's cases lie where its theory holds"
        case = {"at": game.show(state), "value": verdict.value.value, "plies": verdict.plies}
        cases.append({**case, "why": verdict.why})
    return {"proof": "theory", "invariant": game.invariant(), "cases": cases}


class _Listing:
    """A proof that lists positions, each with a move; Unproved if there are too many of them."""

    def __init__(self, game: Game[Any, Any], answers: Answers, progress: Progress | None) -> None:
        self._game, self._answers, self._progress = game, answers, progress
        self._listed = 0
        self._tried = 0  # moves: those of all that is listed, and the replies to them

    def merges(self) -> bool:
        """Whether positions that would be listed stand for others that the game counts as one with them."""
        return any(
            self._game.key(state) != state
            for side in (1, 2)
            for state, _ in islice(self._follow(side), ENOUGH_TO_SEE)
        )

    def strategy(self, winner: int) -> dict[str, Any]:
        """How the winner wins, and how the loser lasts as long as is claimed."""
        # Along the best line alone, each ply has a position of its own: of the winner, or of the loser.
        self._check_length(self._answers.verdict(self._game.initial()).plies or 0)
        entries = [
            self._entry(state, move, within=self._answers.verdict(state).plies)
            for state, move in self._follow(winner)
        ]
        return {"proof": "strategy", "win": entries, "delay": self._delay(3 - winner)}

    def holding(self) -> dict[str, Any]:
        """How each side avoids losing."""
        hold = {
            str(side): [self._entry(state, move) for state, move in self._follow(side)] for side in (1, 2)
        }
        line = [self._game.write(move) for move in self._answers.line(self._game.initial())]
        return {"proof": "holding", "hold": hold, "line": line, "refuted": self._refutations()}

    def _entry(self, state: Any, move: Any, **plies: int | None) -> dict[str, Any]:
        """A position, the move to make there, and in how many plies what is to come of it."""
        self._listed += 1
        self._check_length(self._listed)
        if self._progress is not None and self._listed % EVERY == 0:
            self._progress(self._listed)
        after = self._game.play(state, move)
        self._tried += weight(plain(after)) + _weight_of_moves(self._game, after)
        return {"at": repr(self._game.key(state)), "play": self._game.write(move), **plies}

    def _check_length(self, listed: int) -> None:
        """Raise Unproved where so many positions are too many to list."""
        if listed > MOST_LISTED:
            raise Unproved(
                f"a proof of {shorten_integers(self._game.spec)} would list more than "
                f"{count(MOST_LISTED, 'position')}"
            )

    def moves_to_check(self, certificate: dict[str, Any], most: int) -> int:
        """How many moves are tried at least when this is checked; beyond `most` nobody counts further.

        The checker makes the move of every position that is listed, and each reply; of an endless game it
        follows besides every move that is not refuted.
        """
        tried = self._tried
        if certificate["proof"] != "holding" or certificate["claim"]["value"] != "endless":
            return tried
        game, refuted = self._game, {entry["at"] for entry in certificate["refuted"]}
        waiting, seen = [game.initial()], {game.key(game.initial())}
        while waiting and tried <= most:
            state = waiting.pop()
            tried += _weight_of_moves(game, state)
            for after in _live_after(game, state):
                key = game.key(after)
                if key not in seen and repr(key) not in refuted:
                    seen.add(key)
                    waiting.append(after)
        return tried

    def _refutations(self) -> list[dict[str, Any]]:
        """Why moves that lose do lose, where that is needed: only if someone could go for a drawn end."""
        game, answers = self._game, self._answers
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
            self._entry(state, move, within=answers.verdict(state).plies)
            for state, move in self._follow_from(lost)
        ]

    def _follow(self, side: int) -> Iterator[tuple[Any, Any]]:
        """Where `side` may have to choose, if it always takes its best move: each state with that move."""
        start = self._game.initial()
        return self._follow_from([start] if side == 1 else list(_live_after(self._game, start)))

    def _follow_from(self, first: list[Any]) -> Iterator[tuple[Any, Any]]:
        game, waiting, seen = self._game, list(first), set()
        while waiting:
            state = waiting.pop()
            key = game.key(state)
            if key in seen or not game.moves(state):
                continue
            seen.add(key)
            move, _ = self._answers.best(state)
            yield state, move
            waiting.extend(_live_after(game, game.play(state, move)))

    def _delay(self, loser: int) -> list[dict[str, Any]]:
        """For the loser, a move wherever one is needed to last as long as the claim says."""
        game, answers = self._game, self._answers
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
                entries.append(self._entry(state, move, lasts=last))
                after = game.play(state, move)
                if last > 2 and game.outcome(after) is None:
                    needed.setdefault(last - 2, []).extend(_live_after(game, after))
        return entries


def _weight_of_moves(game: Game[Any, Any], state: Any) -> int:
    """For how many moves it counts to try each move from `state`."""
    return sum(weight(plain(game.play(state, move))) for move in game.moves(state))


def _live_after(game: Game[Any, Any], state: Any) -> Iterator[Any]:
    """The states after each move from `state` in which the game goes on."""
    for move in game.moves(state):
        after = game.play(state, move)
        if game.outcome(after) is None:
            yield after
