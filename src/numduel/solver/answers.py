"""Answers: the exact verdict on any position of a game, by whatever means can give it."""

import math
import os
from contextlib import suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from .. import kernels
from ..core.game import Game, Side
from ..core.verdict import Value, Verdict
from ..engine.limits import Progress
from .explore import explore
from .table import Table

if TYPE_CHECKING:
    from ..engine.kernel_table import KernelTable

# Up to so many positions plain Python is done before a kernel would be ready (benchmarks/crossing.py).
CROSSING = 70_000
# Where theory knows the winner, only this many positions are explored for the number of plies as well.
AFFORDABLE = 100_000
BYTES_A_POSITION = 1_500  # generous: what a tall Operation Stack takes while it is explored
MOST_BY_DEFAULT = 1_000_000
LONGEST_LINE = 60


def default_limit() -> int:
    """How many positions to explore unless told otherwise: a quarter of the memory's worth, at most."""
    return max(10_000, min(MOST_BY_DEFAULT, _memory_to_use() // BYTES_A_POSITION))


@cache
def _memory_to_use() -> int:
    """A quarter of the bytes that were free when it was first asked."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES") // 4
    except (ValueError, OSError):  # not every system tells
        return 1 << 28


class Answers:
    """What is known of a game, explored from `root` (its start, unless told otherwise).

    A complete table answers everything, with distances; where it gets large, the game's kernel makes it.
    Where the game is too large for one, theory answers if the game has any, else the part that was explored.
    `advice` says, where it would help, how to get answers faster.
    """

    table: "Table | KernelTable"
    advice = ""

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
        by_kernel = limit  # a kernel goes as far as the memory does, unless told otherwise
        if game.outcome(root) is None and game.theory(root) is not None:
            size = game.size()
            too_large = size is not None and size > min(self.limit, AFFORDABLE)
            self.limit = by_kernel = 1 if too_large else min(self.limit, AFFORDABLE)
        self.table = self._explored(root, by_kernel, progress)
        self.complete = not isinstance(self.table, Table) or self.table.graph.complete

    def _explored(self, root: Any, limit: int | None, progress: Progress | None) -> "Table | KernelTable":
        """The table of what can be reached: by plain Python, or beyond the crossing point by the kernel."""
        kernel = self._kernel()
        if kernel is None:
            return Table(explore(self.game, root, self.limit, progress))
        graph = explore(self.game, root, CROSSING, progress)
        if graph.complete:
            return Table(graph)
        if not kernels.available():
            self.advice = kernels.HOW_TO_GET_THEM
        else:
            from ..engine.kernel_table import MOST_POSITIONS, KernelTable, TooLarge

            with suppress(TooLarge):
                return KernelTable(kernel, root, _memory_to_use(), limit or MOST_POSITIONS, progress)
        return Table(explore(self.game, root, self.limit, progress))

    def _kernel(self) -> kernels.Kernel[Any] | None:
        """The game's kernel, where there is one and there may be use for it."""
        if min(self.limit, self.game.size() or math.inf) <= CROSSING:
            return None
        with suppress(kernels.NoKernel):
            return kernels.find(self.game)
        return None

    @property
    def positions(self) -> int | None:
        """How many positions there are, where all of them were explored."""
        return self.table.positions if self.complete else None

    def method(self, state: Any) -> str:
        """How the verdict on `state` was found: by `table`, by `kernel` or by `theory`."""
        if not self.complete and self._theory(state) is not None:
            return "theory"
        return "table" if isinstance(self.table, Table) else "kernel"

    def verdict(self, state: Any) -> Verdict:
        """The exact verdict for the player to move in `state`; `why` where the game has a reason."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return Verdict(_VALUE_OF_END[outcome.winner], 0, outcome.reason)
        theory = self._theory(state)
        if not self.complete and theory is not None:
            return theory
        known = self._look_up(state)
        if known is None:
            return Verdict(Value.UNSOLVED)
        return Verdict(known.value, known.plies, theory.why if theory else "")

    def _look_up(self, state: Any) -> Verdict | None:
        if isinstance(self.table, Table):
            return self.table.get(self.game.key(state))
        return self.table.look_up(state)

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


@lru_cache(maxsize=4)
def answers_of(game: Game[Any, Any]) -> Answers:
    """What is known of `game` from its start, worked out once for all who ask here."""
    return Answers(game)


_VALUE_OF_END = {Side.NEXT: Value.WIN, Side.PREVIOUS: Value.LOSS, None: Value.DRAW}
