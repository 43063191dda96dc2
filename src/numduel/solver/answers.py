"""Answers: the exact verdict on any position of a game, by whatever means can give it."""

import os
from typing import Any

from ..core.game import Game, Side
from ..core.verdict import Value, Verdict
from .explore import Progress, explore
from .table import Table

# Where theory knows the winner, only this many positions are explored for the number of plies as well.
AFFORDABLE = 100_000
BYTES_A_POSITION = 1_500  # generous: what a tall Operation Stack takes while it is explored
MOST_BY_DEFAULT = 1_000_000
LONGEST_LINE = 60


def default_limit() -> int:
    """How many positions to explore unless told otherwise: a quarter of the memory's worth, at most."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    except (ValueError, OSError):  # not every system tells
        memory = 1 << 30
    return max(10_000, min(MOST_BY_DEFAULT, memory // 4 // BYTES_A_POSITION))


class Answers:
    """What is known of a game, explored from `root` (its start, unless told otherwise).

    A complete table answers everything, with distances. Where the game is too large for one, theory
    answers if the game has any, else the part that was explored.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        root: Any = None,
        limit: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.game = game
        root = game.initial() if root is None else root
        self.limit = default_limit() if limit is None else limit
        if game.outcome(root) is None and game.theory(root) is not None:
            size = game.size()
            too_large = size is not None and size > min(self.limit, AFFORDABLE)
            self.limit = 1 if too_large else min(self.limit, AFFORDABLE)
        self.table = Table(explore(game, root, self.limit, progress))
        self.complete = self.table.graph.complete

    @property
    def positions(self) -> int | None:
        """How many positions there are, where all of them were explored."""
        return len(self.table.graph) if self.complete else None

    def method(self, state: Any) -> str:
        """How the verdict on `state` was found: by `table` or by `theory`."""
        by_theory = not self.complete and self._theory(state) is not None
        return "theory" if by_theory else "table"

    def verdict(self, state: Any) -> Verdict:
        """The exact verdict for the player to move in `state`; `why` where the game has a reason."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return Verdict(_VALUE_OF_END[outcome.winner], 0, outcome.reason)
        theory = self._theory(state)
        if not self.complete and theory is not None:
            return theory
        key = self.game.key(state)
        if key not in self.table:
            return Verdict(Value.UNSOLVED)
        known = self.table[key]
        return Verdict(known.value, known.plies, theory.why if theory else "")

    def _theory(self, state: Any) -> Verdict | None:
        return None if self.game.outcome(state) is not None else self.game.theory(state)

    def moves(self, state: Any) -> list[tuple[Any, Verdict]]:
        """Each legal move with its verdict for the player who makes it, in the game's order."""
        play = self.game.play
        return [(move, self.verdict(play(state, move)).before()) for move in self.game.moves(state)]

    def best(self, state: Any) -> tuple[Any, Verdict]:
        """The first of the best moves, with its verdict."""
        return max(self.moves(state), key=lambda pair: pair[1].rank)

    def any_choice_matters(self) -> bool:
        """Whether any position that was explored has moves of different values."""
        return self.table.any_choice_matters()

    def line(self, state: Any, longest: int = LONGEST_LINE) -> list[Any]:
        """The moves of best play from `state`: to the end, or until a position comes again."""
        line: list[Any] = []
        seen = set()
        while len(line) < longest and self.game.moves(state) and self.game.key(state) not in seen:
            seen.add(self.game.key(state))
            move, verdict = self.best(state)
            if verdict.value is Value.UNSOLVED:
                break
            line.append(move)
            state = self.game.play(state, move)
        return line


_VALUE_OF_END = {Side.NEXT: Value.WIN, Side.PREVIOUS: Value.LOSS, None: Value.DRAW}
