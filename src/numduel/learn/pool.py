"""Pool: the positions of a game that a lesson draws from, each once, with a way to it and exact answers."""

import math
from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

from ..core.errors import NumduelError
from ..core.game import Game
from ..core.position import Position
from ..core.verdict import Value
from ..engine.limits import Limits
from ..solver.answers import Answers
from .generation import positions
from .tasks import Asked

LONGEST_SPEC = 500  # characters; numbers of more digits can neither be read nor be worked with in time
MOST_SOLVED = 60_000  # positions of a game, beyond which only theory can teach it
MOST_TRIED = 1_500_000  # moves of all these together: a second or two, after which it may be too large
LARGE = 150  # letters of a position, to make which takes twice as long
MOST_LISTED = 2_500  # positions of a pool
FIRST = 400  # of a larger game, those nearest to its start
PLAYOUTS = 40  # games by which a larger one is looked at
USUAL = 20  # moves of a game; with more, fewer positions are looked at
LONGEST = 40  # moves of such a game


class NoLesson(NumduelError, ValueError):
    """There is no lesson at these settings, explained in one sentence."""


@lru_cache(maxsize=16)
def solved(game: Game[Any, Any]) -> Answers:
    """Exact answers for a game; NoLesson if neither a table nor theory can give them."""
    if len(game.spec) > LONGEST_SPEC:
        written = f"{len(game.spec):,} characters, and a lesson takes at most {LONGEST_SPEC}"
        raise NoLesson(f"these settings have {written}")
    if game.theory(game.initial()) is not None:
        return Answers(game, limits=Limits(positions=MOST_SOLVED))
    answers = None if game.size() == math.inf else Answers.of_all(game, _most_solved(game))
    if answers is not None:
        return answers
    raise NoLesson("a lesson needs a game that is solved, and this one is too large")


def _most_solved(game: Game[Any, Any]) -> int:
    """How many positions of a game are solved: fewer where each has very many moves, or much to tell."""
    large = 1 + len(repr(game.key(game.initial()))) // LARGE
    return max(1, min(MOST_SOLVED, MOST_TRIED // (len(game.vocabulary()) * large)))


class Pool:
    """Positions, nearest to the start first."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.answers = solved(game)
        self.whole = self.answers.complete and self.answers.table.positions <= MOST_LISTED
        found: dict[Hashable, Asked] = {}
        for asked in self._found():
            found.setdefault(game.key(asked.position.state), asked)
        self.by_key = {
            key: asked for key, asked in found.items() if asked.verdict.value is not Value.UNSOLVED
        }

    def share(self, most: int) -> int:
        """So many positions or games, fewer where each has very many moves to be judged."""
        return max(most * USUAL // max(len(self.game.vocabulary()), USUAL), 4)

    @property
    def asked(self) -> list[Asked]:
        """The positions."""
        return list(self.by_key.values())

    def _found(self) -> Iterator[Asked]:
        if self.whole:
            yield from positions(self.answers)
            return
        yield from islice(positions(self.answers), self.share(FIRST))
        rng = Random(self.game.spec)
        for _ in range(self.share(PLAYOUTS)):
            yield from self._played_out(rng)

    def _played_out(self, rng: Random) -> Iterator[Asked]:
        """The positions of a game in which three moves of ten are best, and the others anything."""
        position, moves = Position.start(self.game), tuple[str, ...]()
        while position.outcome is None and len(moves) < LONGEST:
            yield Asked(position, moves, self.answers)
            best = rng.random() < 0.3
            move = self.answers.best(position.state)[0] if best else rng.choice(list(position.moves))
            moves, position = (*moves, self.game.write(move)), position.play(move)


@lru_cache(maxsize=16)
def pool_of(game: Game[Any, Any]) -> Pool:
    """The positions of a game, found once."""
    return Pool(game)


def name_of(asked: Asked) -> tuple[str, Hashable]:
    """What a position is known by."""
    game = asked.position.game
    return game.spec, game.key(asked.position.state)


def keeping(asked: Asked) -> tuple[Any, ...]:
    """The moves that keep what a position is worth."""
    value = asked.verdict.value
    return tuple(move for move, verdict in asked.judged() if verdict.value is value)


def matters(asked: Asked) -> bool:
    """Whether there is a right move and a wrong one."""
    return asked.verdict.value is not Value.LOSS and len(keeping(asked)) < len(asked.position.moves)
