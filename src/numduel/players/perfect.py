"""PerfectPlayer: never gives anything away, and makes it hard for an opponent not to."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from operator import attrgetter
from random import Random
from typing import Any, NamedTuple

from ..core.errors import NumduelError
from ..core.game import Game
from ..core.position import Position
from ..core.verdict import Value, Verdict
from ..solver.answers import Answers
from . import check_solved

ERROR = Fraction(1, 4)  # how often the opponent it has in mind moves at random
LOOKAHEAD_LIMIT = 2_000  # positions, when it looks ahead for traps
DEEPEST = 12  # plies, however few positions there are
_WORTHS = {worth: Fraction(worth) for worth in (-1, 0, 1)}
_rank = attrgetter("rank")


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
        value = max((verdict for _, verdict in moves), key=_rank).value
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
                expected = [
                    lookahead.after_mine(play(state, move), verdict, depth) for move, verdict in keeping
                ]
            except _TooFar:
                break
            highest = max(expected)
            best = [pair for pair, one in zip(keeping, expected, strict=True) if one == highest]
            depth += 1
        return best


class _TooFar(NumduelError):
    """More positions would have to be looked at than a move is worth."""


class _Choice(NamedTuple):
    """A move: where it leads, the verdict for who makes it, whether it is a best one, and keeps the value."""

    state: Any
    verdict: Verdict
    is_best: bool
    keeps: bool


class _Lookahead:
    """What a fallible opponent can be expected to give away within so many plies."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._known: dict[tuple[Any, int, bool], Fraction] = {}
        self._visited = 0
        self._choices: dict[Any, list[_Choice]] = {}

    def after_mine(self, state: Any, verdict: Verdict, depth: int) -> Fraction:
        """What `state`, with the opponent to move, is expected to come to for us, `depth` plies on.

        `verdict` is that on the move of ours that has led to it.
        """
        return self._look(state, verdict, depth, self._of_opponent, mine=False)

    def _after_theirs(self, state: Any, verdict: Verdict, depth: int) -> Fraction:
        return self._look(state, verdict, depth, self._of_mine, mine=True)

    def _look(self, state: Any, verdict: Verdict, depth: int, further: Any, mine: bool) -> Fraction:
        self._visited += 1
        if self._visited > LOOKAHEAD_LIMIT:
            raise _TooFar
        if depth == 0 or verdict.plies == 1:  # which ends the game
            worth = verdict.value.worth or 0
            return _WORTHS[-worth if mine else worth]
        key = self._answers.game.key(state)
        if (key, depth, mine) not in self._known:
            self._known[key, depth, mine] = further(self._choices_in(state, key), depth - 1)
        return self._known[key, depth, mine]

    def _choices_in(self, state: Any, key: Any) -> list[_Choice]:
        if key not in self._choices:
            play, moves = self._answers.game.play, self._answers.moves(state)
            best = max((verdict for _, verdict in moves), key=_rank)
            self._choices[key] = [
                _Choice(play(state, move), verdict, verdict.rank == best.rank, verdict.value is best.value)
                for move, verdict in moves
            ]
        return self._choices[key]

    def _of_opponent(self, choices: list[_Choice], depth: int) -> Fraction:
        expected = [self._after_theirs(choice.state, choice.verdict, depth) for choice in choices]
        return _mixed(
            [one for one, choice in zip(expected, choices, strict=True) if choice.is_best], expected
        )

    def _of_mine(self, choices: list[_Choice], depth: int) -> Fraction:
        return max(self.after_mine(choice.state, choice.verdict, depth) for choice in choices if choice.keeps)


def _mixed(best: list[Fraction], all_of_them: list[Fraction]) -> Fraction:
    """The mean of what best moves come to, or once in a while of what all do."""
    # By whole numbers: to add fractions one by one takes several times as long.
    common = lcm(*(number.denominator for number in all_of_them))
    of_best, of_all = (
        sum(number.numerator * (common // number.denominator) for number in numbers)
        for numbers in (best, all_of_them)
    )
    once, out_of = ERROR.numerator, ERROR.denominator
    total = (out_of - once) * of_best * len(all_of_them) + once * of_all * len(best)
    return Fraction(total, out_of * common * len(best) * len(all_of_them))


def make(game: Game[Any, Any], detail: str, answers: Callable[[], Answers]) -> PerfectPlayer:
    """The player; CannotPlay if the game is not solved."""
    check_solved(answers(), PerfectPlayer.name, "mcts can play it")
    return PerfectPlayer(answers())
