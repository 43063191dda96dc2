"""MctsPlayer: Monte Carlo tree search (UCT) for games that cannot be solved.

What can be explored around the position at hand is solved first, and a win found so is played. The search
takes those exact values where it meets them, and plays out the rest. It runs in plain Python until that takes
longer than to load compiled code, which finds the very same: what a seed leads to does not depend on it.
"""

import math
import sys
from collections.abc import Iterator
from functools import partial
from random import Random
from time import thread_time
from typing import TYPE_CHECKING, Any

from .. import kernels
from ..core.game import Game
from ..core.packages import BrokenPackage
from ..core.position import Position
from ..core.verdict import Value
from ..engine.limits import Limits
from ..engine.playouts import entries_for
from ..engine.verdict_table import VerdictTable
from ..solver.answers import Answers
from .names import PLAYOUTS
from .tree import Tree, Tried

if TYPE_CHECKING:
    from ..engine.search import Search

# Seconds that it takes to load compiled code and to lay out what it searches: with numba, and where that is
# loaded already.
LOADING, LAYING_OUT = 0.5, 0.2
# The memory is stated, not what is free: a seed must lead to the same game everywhere.
SOLVED_AROUND = Limits(positions=5_000, memory=1 << 30, early=True)


class MctsPlayer:
    """Searches anew for every move, with so many playouts."""

    def __init__(self, game: Game[Any, Any], playouts: int = PLAYOUTS) -> None:
        self.name = "mcts" if playouts == PLAYOUTS else f"mcts:{playouts}"
        self._game = game
        self._playouts = playouts
        self._compiled: Search | None = None
        self._compilable = _may_be_compiled(game, playouts)
        self._spent = 0.0  # seconds in plain Python

    def __reduce__(self) -> Any:
        return MctsPlayer, (self._game, self._playouts)

    def choose(self, position: Position[Any, Any], rng: Random) -> Any:
        answers = Answers(self._game, position.state, SOLVED_AROUND)
        move, verdict = answers.best(position.state)
        if verdict.value in (Value.WIN, Value.LOSS) or len(position.moves) == 1:
            return move  # won, or lost whatever is played: then what lasts longest
        known = dict(answers.moves(position.state))
        tried = self._tried(position.state, answers, rng)
        not_lost = [move for move in tried if known[move].value is not Value.LOSS]
        return max(not_lost, key=lambda move: tried[move][0])

    def accepts_draw(self, position: Position[Any, Any], rng: Random) -> bool:
        answers = Answers(self._game, position.state, SOLVED_AROUND)
        known = answers.verdict(position.state).value
        if known is not Value.UNSOLVED:
            return known is not Value.LOSS
        best = max(mean for _, mean in self._tried(position.state, answers, rng).values())
        return best > 0  # the player who offers stands better

    def _tried(self, state: Any, answers: Answers, rng: Random) -> Tried:
        """How often each move was tried, and what it came to on average for the player who makes it."""
        seed, solved = rng.getrandbits(64), answers.table
        if answers.method(state) == "theory":  # which compiled code cannot ask
            return self._tried_to_the_end(Tree(self._game, state, seed, partial(_worth_by, answers)))
        # Where theory is silent here it is not asked further on either, or both would not come to the same.
        tree = None if self._compiled else Tree(self._game, state, seed, partial(_worth_in, solved))
        if tree is not None:
            if self._tried_in_time(tree):
                return tree.tried
            self._compiled = self._compile()
        found = self._tried_by_kernel(state, seed, solved)
        if found is not None:
            return found
        return self._tried_to_the_end(tree or Tree(self._game, state, seed, partial(_worth_in, solved)))

    def _tried_to_the_end(self, tree: Tree) -> Tried:
        """What a search in plain Python comes to, however long it takes."""
        tree.grow(self._playouts)
        return tree.tried

    def _tried_in_time(self, tree: Tree) -> bool:
        """Whether plain Python is done before it would have been worth loading compiled code."""
        begun = thread_time()
        done = tree.grow(self._playouts, self._patience())
        self._spent += thread_time() - begun
        return done

    def _patience(self) -> float:
        """For how many seconds more it is worth searching in plain Python."""
        if not self._compilable:
            return math.inf
        return (LAYING_OUT if "numba" in sys.modules else LOADING) - self._spent

    def _tried_by_kernel(self, state: Any, seed: int, solved: VerdictTable) -> Tried | None:
        """The same by compiled code; None where there is none, or none that knows this state."""
        if self._compiled is None:
            return None
        try:
            found = self._compiled.from_state(state, seed, _known_in(solved))
        except (kernels.NoKernel, MemoryError):
            return None
        moves, visits, means = self._game.vocabulary(), found.visits.tolist(), found.means.tolist()
        return {moves[action]: (visits[action], means[action]) for action in found.tried}

    def _compile(self) -> "Search | None":
        """The search in compiled code; None where there is none, or no memory, and then nobody asks again."""
        self._compilable = False
        try:
            if not kernels.available():
                return None
            from ..engine.search import Search

            return Search(self._game, self._playouts)
        except (kernels.NoKernel, BrokenPackage, MemoryError):
            return None


def _may_be_compiled(game: Game[Any, Any], playouts: int) -> bool:
    """Whether there may be compiled code for a game: a kernel, or tables that the rules soon fill.

    A kernel that is broken is none here: nothing needs it.
    """
    try:
        return kernels.find(game) is not None
    except (kernels.NoKernel, BrokenPackage):
        size = game.size()
        return size is not None and size * len(game.vocabulary()) <= entries_for(playouts)


def _worth_by(answers: Answers, state: Any) -> int | None:
    """What a state that goes on is worth to the player to move there, by the game's theory too."""
    return answers.verdict(state).value.worth


def _worth_in(solved: VerdictTable, state: Any) -> int | None:
    """What a state is worth to the player to move there, as far as it is known."""
    verdict = solved.look_up(state)
    return None if verdict is None else verdict.value.worth


def _known_in(solved: VerdictTable) -> Iterator[tuple[Any, int]]:
    """Every state of which it is known what it is worth."""
    for state, verdict in solved.decided():
        worth = verdict.value.worth
        assert worth is not None  # it is decided
        yield state, worth


def make(game: Game[Any, Any], detail: str, answers: object) -> MctsPlayer:
    """The player with as many playouts as `detail` states; it explores for itself."""
    return MctsPlayer(game, int(detail) if detail else PLAYOUTS)
