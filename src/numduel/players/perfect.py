"""PerfectPlayer: never gives anything away, and makes it hard for an opponent not to."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from ..core.errors import NumduelError
from ..core.position import Position
from ..core.verdict import Value
from ..solver.answers import Answers

ERROR = Fraction(1, 4)  # how often the opponent it has in mind moves at random
MOST_LOOKED_AT = 2_000  # positions, when it looks ahead for traps
_WORTH = {Value.WIN: Fraction(1), Value.LOSS: Fraction(-1)}


class Mixture(NamedTuple):
    """What a player may do in a position: err at this rate, where it can, or else do well.

    Within `errors`, and within `good`, every move is as likely as the others.
    """

    rate: float
    errors: Sequence[Any]
    good: Sequence[Any]

    def draw(self, chance: Random) -> Any:
        """One of the moves."""
        errs = bool(self.errors) and chance.random() < self.rate
        return chance.choice(self.errors if errs else self.good)


class PerfectPlayer:
    """Keeps the value of every position; among moves that do, takes the best against a fallible player.

    That player moves at random (every legal move alike) one time in four, and otherwise plays one of the
    best moves. Against such a player the expected value a few plies later is computed exactly, as a
    fraction, as many plies ahead as `MOST_LOOKED_AT` positions allow. So in games that cannot be forced it
    sets traps, and in lost ones it makes the win hard to find. A won game is won as quickly as can be.
    """

    name = "perfect"

    def __init__(self, answers: Answers, chance: Random) -> None:
        self._answers = answers
        self.chance = chance

    def choose(self, position: Position[Any, Any]) -> Any:
        return self.mixture(position.state).draw(self.chance)

    def mixture(self, state: Any) -> Mixture:
        """The moves it likes best, and no errors."""
        return Mixture(0.0, (), self.equal_best(state))

    def equal_best(self, state: Any) -> list[Any]:
        """The moves it likes best; to it they are all alike."""
        made = self._answers.moves(state)
        value = max((verdict for _, verdict in made), key=lambda verdict: verdict.rank).value
        keeping = [(move, verdict) for move, verdict in made if verdict.value is value]
        if value is not Value.WIN and len(keeping) > 1:
            keeping = self._best_traps(state, keeping)
        best = max(verdict.rank for _, verdict in keeping)
        return [move for move, verdict in keeping if verdict.rank == best]

    def accepts_draw(self, position: Position[Any, Any]) -> bool:
        return self._answers.verdict(position.state).value is not Value.LOSS

    def _best_traps(self, state: Any, keeping: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        """Those of the moves after which a fallible opponent fares worst."""
        play = self._answers.game.play
        best = keeping
        depth, looker = 1, _Looker(self._answers)
        while depth <= 12:
            try:
                hopes = [looker.after_mine(play(state, move), depth) for move, _ in keeping]
            except _TooFar:
                break
            best = [pair for pair, hope in zip(keeping, hopes, strict=True) if hope == max(hopes)]
            depth += 1
        return best


class _TooFar(NumduelError):
    """More positions would have to be looked at than a move is worth."""


class _Looker:
    """Looks ahead: what a fallible opponent can be expected to give away within so many plies."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._known: dict[tuple[Any, int, bool], Fraction] = {}
        self._looked_at = 0
        self._made: dict[Any, list[tuple[Any, Any]]] = {}

    def after_mine(self, state: Any, depth: int) -> Fraction:
        """What `state`, with the opponent to move, is expected to come to for us, `depth` plies on."""
        return self._look(state, depth, self._of_opponent, mine=False)

    def _after_theirs(self, state: Any, depth: int) -> Fraction:
        return self._look(state, depth, self._of_mine, mine=True)

    def _look(self, state: Any, depth: int, further: Any, mine: bool) -> Fraction:
        self._looked_at += 1
        if self._looked_at > MOST_LOOKED_AT:
            raise _TooFar
        verdict = self._answers.verdict(state)
        worth = _WORTH.get(verdict.value, Fraction(0))
        if depth == 0 or not self._answers.game.moves(state):
            return worth if mine else -worth
        key = (self._answers.game.key(state), depth, mine)
        if key not in self._known:
            self._known[key] = further(state, depth - 1)
        return self._known[key]

    def _moves(self, state: Any) -> list[tuple[Any, Any]]:
        """Each state that a move leads to, with the verdict on the move."""
        key = self._answers.game.key(state)
        if key not in self._made:
            play = self._answers.game.play
            self._made[key] = [(play(state, move), verdict) for move, verdict in self._answers.moves(state)]
        return self._made[key]

    def _of_opponent(self, state: Any, depth: int) -> Fraction:
        made = self._moves(state)
        hopes = [self._after_theirs(after, depth) for after, _ in made]
        top = max(verdict.rank for _, verdict in made)
        of_best = [hope for hope, (_, verdict) in zip(hopes, made, strict=True) if verdict.rank == top]
        return (1 - ERROR) * _mean(of_best) + ERROR * _mean(hopes)

    def _of_mine(self, state: Any, depth: int) -> Fraction:
        made = self._moves(state)
        value = max((verdict for _, verdict in made), key=lambda verdict: verdict.rank).value
        return max(self.after_mine(after, depth) for after, verdict in made if verdict.value is value)


def _mean(numbers: list[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers)
