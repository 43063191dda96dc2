"""Answers: the exact verdict on any position of a game, by whatever means can give it."""

import math
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from .. import kernels
from ..core.errors import ArgumentError
from ..core.frozen import replace
from ..core.game import Game
from ..core.hints import Any
from ..core.registry import load
from ..core.verdict import Value, Verdict
from ..engine.limits import Limits, Progress, at_most
from ..engine.verdict_table import VerdictTable
from .explore import Graph
from .table import Table

# Up to so many positions plain Python is done before a kernel would be ready (benchmarks/crossing.py).
CROSSING = 70_000
# A game seldom has less than a tenth of the positions that it says it has at most. So one that may have this
# many goes to its kernel as soon as it has shown that it is not tiny; others as soon as they grow like it.
FAR_BEYOND = 10 * CROSSING
NOT_TINY = CROSSING // 10
LOOKS = 3  # at how a game grows, each at twice as many positions, before its kernel is loaded for nothing
# Where a game may have so many times as many positions as memory holds, plain Python does not try them all:
# fewest where there is no kernel, since such positions take longest. Where a kernel has shown that there are
# too many, it only looks around.
HOPELESS, FEW_OF_VAST, LOOK_AROUND = 30, 40_000, NOT_TINY
# Where theory knows the winner, only this many positions are explored for the number of plies as well.
AFFORDABLE = 100_000
LONGEST_LINE = 60
_NO_LIMITS = Limits()


class Answers:
    """What is known of a game, explored from `root` (its start, if none is given) within `limits`.

    A complete table answers everything, with distances; where it gets large, the game's kernel makes it.
    Where the game is too large for one, theory answers if the game has any, else the part that was explored.
    `advice` says, where it would help, how to get answers faster.
    """

    table: VerdictTable
    advice = ""

    def __init__(
        self,
        game: Game[Any, Any],
        root: Any = None,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.game = game
        root = game.initial() if root is None else root
        limits = limits or _NO_LIMITS
        size, most = game.size(), min(limits.positions_in_python, AFFORDABLE)
        if (size is None or size > most) and game.outcome(root) is None and game.theory(root) is not None:
            limits = replace(limits, positions=most if size is None else 1)
        self.table = self._solved(root, size or 0, limits, progress)

    @classmethod
    def by_table(cls, game: Game[Any, Any], table: VerdictTable) -> "Answers":
        """What is known of a game by a table that is there already."""
        answers = cls.__new__(cls)
        answers.game, answers.table = game, table
        return answers

    @classmethod
    def of_all(cls, game: Game[Any, Any], most: int) -> "Answers | None":
        """What is known of a game by all its positions; None, at once, where they are more than `most`.

        >>> import numduel
        >>> Answers.of_all(numduel.load("digit-stack"), most=500) is None
        True
        """
        graph = Graph(game, game.initial(), Limits(positions=most), whole=True)
        graph.grow(most)
        return cls.by_table(game, Table(graph)) if graph.complete else None

    def _solved(self, root: Any, size: float, limits: Limits, progress: Progress | None) -> VerdictTable:
        """The table of what can be reached: by plain Python, or where that takes longer by the kernel."""
        graph, most = Graph(self.game, root, limits), limits.positions_in_python
        if 0 < size <= CROSSING:  # nothing needs to be asked first
            graph.grow(most, progress)
            return Table(graph, progress)
        kernel = self._kernel(limits)
        # To ask the system for its memory takes longer than to solve a small game.
        vast = size > CROSSING and limits.gives_up_early and size > HOPELESS * limits.most_in_memory
        if vast:
            most = min(most, FEW_OF_VAST if kernel is None else CROSSING)
        if kernel is not None:
            self._begin(graph, kernel, size, progress)
            is_hopeless = self._is_hopeless(graph, kernel, size, limits, progress)
            if not graph.complete and (is_hopeless or kernels.available()):
                table = None if is_hopeless else self._by_kernel(kernel, root, limits, progress)
                if table is not None:
                    return table
                if limits.gives_up_early:  # it is far too large for plain Python, which only looks around
                    vast, most = True, min(most, at_most(LOOK_AROUND, kernel.actions))
                    graph = graph if len(graph) <= most else Graph(self.game, root, limits)
        graph.grow(most, progress)
        if vast:
            graph.give_up()
        if kernel is not None and len(graph) > CROSSING and not kernels.available():
            self.advice = kernels.install_advice()
        return Table(graph, progress)

    def _by_kernel(
        self, kernel: kernels.Kernel[Any], root: Any, limits: Limits, progress: Progress | None
    ) -> VerdictTable | None:
        """The table that the kernel makes; None where there are too many positions for it."""
        from ..engine.kernel_table import KernelTable, TooLarge

        try:
            return KernelTable(kernel, root, limits, progress)
        except TooLarge:
            return None

    def _is_hopeless(
        self,
        graph: Graph,
        kernel: kernels.Kernel[Any],
        size: float,
        limits: Limits,
        progress: Progress | None,
    ) -> bool:
        """Whether it shows in plain Python that the kernel would give the game up.

        To load compiled code takes half a second, and to compile it seconds. So where there may be more
        positions than memory holds, it is asked how they grow, as long as that leaves any doubt.
        """
        bound = min(kernel.size, size or math.inf)
        if graph.complete or not limits.gives_up_early or bound <= limits.most_in_memory:
            return False
        from ..engine.growth import FAR, MANY, most_of_vast

        many, found = at_most(MANY, kernel.actions), len(graph)
        wanted = most_of_vast(many, many)
        for look in range(LOOKS):
            graph.grow(found << look, progress)
            if graph.complete or not graph.outgrows(wanted, unless_told=True):
                return False
            if graph.outgrows(FAR * wanted):
                return True
        return False

    def _begin(
        self, graph: Graph, kernel: kernels.Kernel[Any], size: float, progress: Progress | None
    ) -> None:
        """Explore until it shows that there are more positions than plain Python is quicker for."""
        vast = min(kernel.size, size or math.inf) > FAR_BEYOND
        tried = at_most(NOT_TINY, kernel.actions) if vast else 2 * NOT_TINY
        graph.grow(tried, progress)
        while not (vast or graph.complete) and tried < CROSSING:
            if graph.outgrows(CROSSING, unless_told=True):
                return
            tried = min(2 * tried, CROSSING)
            graph.grow(tried, progress)

    def _kernel(self, limits: Limits) -> kernels.Kernel[Any] | None:
        """The game's kernel, where there is one and there may be use for it."""
        if (limits.positions or math.inf) <= CROSSING:
            return None
        with suppress(kernels.NoKernel):
            return kernels.find(self.game)
        return None

    @property
    def complete(self) -> bool:
        """Whether every position that can be reached from the root was explored."""
        return self.table.complete

    @property
    def limit(self) -> int:
        """How many positions were explored, where there are more."""
        return self.table.positions

    @property
    def positions(self) -> int | None:
        """How many positions there are, where all of them were explored."""
        return self.table.positions if self.complete else None

    def method(self, state: Any) -> str:
        """How the verdict on `state` was found: by `table`, by `kernel` or by `theory`."""
        by_theory = not self.complete and self._theory(state) is not None
        return "theory" if by_theory else self.table.method

    def verdict(self, state: Any) -> Verdict:
        """The exact verdict for the player to move in `state`; `why` where the game has a reason."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return Verdict(outcome.value, 0, outcome.reason)
        theory = self.game.theory(state)
        if not self.complete and theory is not None:
            return theory
        known = self.table.look_up(state)
        if known is None:
            return Verdict(Value.UNSOLVED)
        return Verdict(known.value, known.plies, theory.why) if theory else known

    def _theory(self, state: Any) -> Verdict | None:
        return None if self.game.outcome(state) is not None else self.game.theory(state)

    def __iter__(self) -> Iterator[tuple[Any, Verdict]]:
        """Every position once, as a state with its verdict: only what was reached from the root.

        States are made on the way and not kept, so that any number of positions can be walked through.
        `table` gives the same without reasons, and quicker.

        >>> import numduel
        >>> answers = numduel.solve("operation-duel:target=4")
        >>> [(state, verdict.value.value, verdict.plies) for state, verdict in answers]
        [(1, 'loss', 2), (2, 'win', 1), (3, 'win', 1)]
        """
        return ((state, self.verdict(state)) for state, _ in self.table)

    def moves(self, state: Any) -> list[tuple[Any, Verdict]]:
        """Each legal move with its verdict for the player who makes it, in the game's order."""
        play = self.game.play
        return [(move, self.verdict(play(state, move)).before()) for move in self.game.moves(state)]

    def best(self, state: Any) -> tuple[Any, Verdict]:
        """The first of the best moves, with its verdict; ArgumentError where there is no move."""
        moves = self.moves(state)
        if not moves:
            raise ArgumentError(f"there is no move in this position of {self.game.title}: it is over")
        return max(moves, key=lambda pair: pair[1].rank)

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
                return line
            line.append(move)
            state = self.game.play(state, move)
        return line


def solve(game: str | Game[Any, Any], limits: Limits | None = None) -> Answers:
    """What is known of a game from its start; `game` is a spec or a game itself.

    >>> import numduel
    >>> answers = numduel.solve("operation-duel:target=31")
    >>> answers.verdict(answers.game.initial()).value, answers.positions
    (<Value.LOSS: 'loss'>, 30)
    """
    return Answers(load(game) if isinstance(game, str) else game, limits=limits)


@lru_cache(maxsize=4)
def answers_of(game: Game[Any, Any]) -> Answers:
    """What is known of `game` from its start, worked out once for all who ask here."""
    return Answers(game)
