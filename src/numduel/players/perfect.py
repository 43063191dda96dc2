"""PerfectPlayer: never gives anything away, and makes it hard for an opponent not to."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from random import Random
from typing import Any, NamedTuple

from ..core.errors import NumduelError
from ..core.game import Game
from ..core.position import Position
from ..core.verdict import Value
from ..solver.answers import Answers
from . import check_solved

ERROR = Fraction(1, 4)  # how often the opponent it has in mind moves at random
LOOKAHEAD_LIMIT = 2_000  # positions, when it looks ahead for traps
DEEPEST = 12  # plies, however few positions there are
_WORTHS = {worth: Fraction(worth) for worth in (-1, 0, 1)}


class Mixture(NamedTuple):
    """What a player may do in a position: at this rate one of the noisy moves, or else a good one.

    Within `noisy`, and within `good`, every move is as likely as the others. A move may be in both.
    """

    rate: float
    noisy: Sequence[Any]
    good: Sequence[Any]

    def draw(self, rng: Random) -> Any:
        """One of the moves."""
        noise = bool(self.noisy) and rng.random() < self.rate
        return rng.choice(self.noisy if noise else self.good)


class PerfectPlayer:
    """Keeps the value of every position; among moves that do, takes the best against a fallible player.

    That player moves at random (every legal move alike) one time in four, and otherwise plays one of the
    best moves. Against such a player the expected value a few plies later is computed exactly, as a
    fraction, as many plies ahead as `LOOKAHEAD_LIMIT` positions allow. So in games that cannot be forced it
    sets traps, and in lost ones it makes the win hard to find. A won game is won as quickly as can be.
    """

    name = "perfect"

    def __init__(self, answers: Answers) -> None:
        self._answers = answers

    def choose(self, position: Position[Any, Any], rng: Random) -> Any:
        return self.mixture(position.state).draw(rng)

    def mixture(self, state: Any) -> Mixture:
        """The moves it likes best, and no noise."""
        return Mixture(0.0, (), self.equal_best(state))

    def equal_best(self, state: Any) -> list[Any]:
        """The moves it likes best; to it they are all alike."""
        moves = self._answers.moves(state)
        value = max((verdict for _, verdict in moves), key=lambda verdict: verdict.rank).value
        keeping = [(move, verdict) for move, verdict in moves if verdict.value is value]
        if value is not Value.WIN and len(keeping) > 1:
            keeping = self._best_traps(state, keeping)
        best = max(verdict.rank for _, verdict in keeping)
        return [move for move, verdict in keeping if verdict.rank == best]

    def accepts_draw(self, position: Position[Any, Any], rng: Random) -> bool:
        return self._answers.verdict(position.state).value is not Value.LOSS

    def _best_traps(self, state: Any, keeping: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        """Those of the moves after which a fallible opponent fares worst."""
        play = self._answers.game.play
        best = keeping
        depth, lookahead = 1, _Lookahead(self._answers)
        while depth <= DEEPEST:
            try:
                expected = [lookahead.after_mine(play(state, move), depth) for move, _ in keeping]
            except _TooFar:
                break
            highest = max(expected)
            best = [pair for pair, one in zip(keeping, expected, strict=True) if one == highest]
            depth += 1
        return best


class _TooFar(NumduelError):
    """More positions would have to be looked at than a move is worth."""


class _Lookahead:
    """What a fallible opponent can be expected to give away within so many plies."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._known: dict[tuple[Any, int, bool], Fraction] = {}
        self._visited = 0
        self._successors: dict[Any, list[tuple[Any, Any]]] = {}

    def after_mine(self, state: Any, depth: int) -> Fraction:
        """What `state`, with the opponent to move, is expected to come to for us, `depth` plies on."""
        return self._look(state, depth, self._of_opponent, mine=False)

    def _after_theirs(self, state: Any, depth: int) -> Fraction:
        return self._look(state, depth, self._of_mine, mine=True)

    def _look(self, state: Any, depth: int, further: Any, mine: bool) -> Fraction:
        self._visited += 1
        if self._visited > LOOKAHEAD_LIMIT:
            raise _TooFar
        if depth == 0 or not self._answers.game.moves(state):
            worth = self._answers.verdict(state).value.worth or 0
            return _WORTHS[worth if mine else -worth]
        key = (self._answers.game.key(state), depth, mine)
        if key not in self._known:
            self._known[key] = further(state, depth - 1)
        return self._known[key]

    def _successors_of(self, state: Any) -> list[tuple[Any, Any]]:
        """Each state that a move leads to, with the verdict on the move."""
        key = self._answers.game.key(state)
        if key not in self._successors:
            play, moves = self._answers.game.play, self._answers.moves(state)
            self._successors[key] = [(play(state, move), verdict) for move, verdict in moves]
        return self._successors[key]

    def _of_opponent(self, state: Any, depth: int) -> Fraction:
        successors = self._successors_of(state)
        expected = [self._after_theirs(after, depth) for after, _ in successors]
        top = max(verdict.rank for _, verdict in successors)
        of_best = [one for one, (_, verdict) in zip(expected, successors, strict=True) if verdict.rank == top]
        return (1 - ERROR) * _mean(of_best) + ERROR * _mean(expected)

    def _of_mine(self, state: Any, depth: int) -> Fraction:
        successors = self._successors_of(state)
        value = max((verdict for _, verdict in successors), key=lambda verdict: verdict.rank).value
        return max(self.after_mine(after, depth) for after, verdict in successors if verdict.value is value)


def _mean(numbers: list[Fraction]) -> Fraction:
    # By whole numbers: to add fractions one by one takes several times as long.
    common = lcm(*(number.denominator for number in numbers))
    total = sum(number.numerator * (common // number.denominator) for number in numbers)
    return Fraction(total, common * len(numbers))


def make(game: Game[Any, Any], detail: str, answers: Callable[[], Answers]) -> PerfectPlayer:
    """The player; CannotPlay if the game is not solved."""
    check_solved(answers(), PerfectPlayer.name, "mcts can play it")
    return PerfectPlayer(answers())
