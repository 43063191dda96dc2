"""LevelPlayer: sees a few plies ahead as they are, and is noisy beyond, as its level states."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from ..core.game import Game
from ..core.position import Position
from ..core.verdict import Value, Verdict
from ..solver.answers import Answers
from . import check_solved
from .perfect import Mixture, PerfectPlayer
from .strength import Strength, strength_of


class LevelPlayer:
    """Takes the quickest win that it sees, and makes no move that it sees to lose if there is another.

    It sees what is decided within its level's plies. Otherwise it makes, with its level's noise, any of the
    moves that it does not see to lose, each as likely as the others; else one of the best.
    """

    def __init__(self, level: int, answers: Answers) -> None:
        self.name = f"level:{level}"
        self._strength = strength_of(level, answers.game)
        self._answers = answers
        self._perfect = PerfectPlayer(answers)

    def choose(self, position: Position[Any, Any], rng: Random) -> Any:
        return self.mixture(position.state).draw(rng)

    def mixture(self, state: Any) -> Mixture:
        """What it may do in a state."""
        return mixture_of(self._answers.moves(state), self._strength)

    def accepts_draw(self, position: Position[Any, Any], rng: Random) -> bool:
        return self._perfect.accepts_draw(position, rng)


def mixture_of(moves: Sequence[tuple[Any, Verdict]], strength: Strength) -> Mixture:
    """What a player of this strength may do where these are the moves, each with its verdict.

    >>> moves = [("wins in 3", Verdict(Value.WIN, 3)), ("loses in 2", Verdict(Value.LOSS, 2))]
    >>> mixture_of(moves, Strength(plies=1, noise=40))
    Mixture(rate=0.4, noisy=['wins in 3', 'loses in 2'], good=['wins in 3'])
    >>> mixture_of(moves, Strength(plies=2, noise=40)).noisy
    ['wins in 3']
    """
    best = max(verdict.rank for _, verdict in moves)
    good = [move for move, verdict in moves if verdict.rank == best]
    seen = [
        verdict.value if verdict.plies is not None and verdict.plies <= strength.plies else None
        for _, verdict in moves
    ]
    if Value.WIN in seen:
        return Mixture(0.0, (), good)
    noisy = [move for (move, _), value in zip(moves, seen, strict=True) if value is not Value.LOSS]
    return Mixture(strength.noise / 100, noisy, good)


def make(game: Game[Any, Any], detail: str, answers: Callable[[], Answers]) -> LevelPlayer:
    """The player of the level that `detail` states; CannotPlay if the game is not solved."""
    check_solved(answers(), f"level:{detail}", "mcts can play it")
    return LevelPlayer(int(detail), answers())
