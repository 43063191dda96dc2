"""MctsPlayer: Monte Carlo tree search (UCT) for games that cannot be solved.

What can be explored around the position at hand is solved first, and a win found so is played. The search
takes those exact values where it meets them, and rolls out the rest. With many playouts it runs in compiled
code, which only rolls out; so what a seed leads to then depends on whether numba is there.
"""

import math
from random import Random
from typing import TYPE_CHECKING, Any

from .. import kernels
from ..core.game import Game
from ..core.position import Position
from ..core.verdict import Value
from ..engine.limits import Limits
from ..engine.playouts import EXPLORATION, LONGEST_PLAYOUT
from ..solver.answers import Answers
from .names import PLAYOUTS

if TYPE_CHECKING:
    from ..engine.search import Search

# Playouts: fewer take less time in a whole game than loading compiled code. It does not depend on whether
# that is loaded already: both ways search differently, and a resumed game must go on as it would have.
COMPILED_FROM = 5_000
SOLVED_AROUND = Limits(positions=5_000, early=True)
# Where a player can choose among so many moves, a ply of a playout counts for two, and so on: to list them
# takes longer than to make one. With fewer, no search ever comes to the end of what it may play out.
A_PLY = 64


class _Node:
    """A position in the tree: how often it was tried, and what that came to for the player who led there."""

    __slots__ = ("children", "exact", "state", "total", "untried", "visits")

    def __init__(self, state: Any, untried: list[Any], exact: float | None) -> None:
        self.state = state
        self.untried = untried
        self.exact = exact  # its worth for the player to move, where that is known
        self.children: list[tuple[Any, _Node]] = []
        self.visits = 0
        self.total = 0.0


class MctsPlayer:
    """Searches anew for every move, with so many playouts."""

    def __init__(self, game: Game[Any, Any], playouts: int = PLAYOUTS) -> None:
        self.name = "mcts" if playouts == PLAYOUTS else f"mcts:{playouts}"
        self._game = game
        self._playouts = playouts
        self._compiled: Search | None = None
        self._compilable = playouts >= COMPILED_FROM and kernels.available()

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

    def _tried(self, state: Any, answers: Answers, rng: Random) -> dict[Any, tuple[int, float]]:
        """How often each move was tried, and what it came to on average for the player who makes it."""
        if self._compilable:
            try:
                return self._tried_by_kernel(state, rng)
            except kernels.NoKernel:
                self._compilable = False  # it takes a while to find out, and never changes
        root = _Tree(answers, rng).search(state, self._playouts)
        return {move: (child.visits, child.total / child.visits) for move, child in root.children}

    def _tried_by_kernel(self, state: Any, rng: Random) -> dict[Any, tuple[int, float]]:
        from ..engine.search import Search

        if self._compiled is None:
            self._compiled = Search(self._game, self._playouts)
        found = self._compiled.from_state(state, rng.getrandbits(64))
        pairs = zip(found.visits.tolist(), found.means.tolist(), strict=True)
        tried = zip(self._game.vocabulary(), pairs, strict=True)
        return {move: pair for move, pair in tried if pair[0]}


class _Tree:
    """One search in plain Python."""

    def __init__(self, answers: Answers, rng: Random) -> None:
        self._game = answers.game
        self._answers = answers
        self._rng = rng
        self._left = 0  # plies that may still be played out, those with many moves counted for more

    def search(self, state: Any, playouts: int) -> _Node:
        """The root of the tree after so many playouts, or as many as there are moves.

        There are fewer where these have come to as many plies as so many of the longest have, each of few
        moves. Every move is tried even then.
        """
        root = self._node(state)
        root.exact = None  # its moves are wanted, not its worth
        playouts = max(playouts, len(root.untried))
        self._left = playouts * LONGEST_PLAYOUT
        for _ in range(playouts):
            if self._left <= 0 and not root.untried:
                break
            self._play_out(root)
        return root

    def _node(self, state: Any) -> _Node:
        untried = list(self._game.moves(state))
        self._rng.shuffle(untried)
        return _Node(state, untried, self._answers.verdict(state).value.worth)

    def _play_out(self, root: _Node) -> None:
        """Play once down the tree, one node further, to an end at random, and count it back up."""
        path = [root]
        while path[-1].exact is None and not path[-1].untried:
            path.append(_most_promising(path[-1]))
        leaf = path[-1]
        if leaf.exact is None:
            move = leaf.untried.pop()
            child = self._node(self._game.play(leaf.state, move))
            leaf.children.append((move, child))
            path.append(child)
        last = path[-1]
        worth = last.exact if last.exact is not None else self._roll_out(last.state)
        for node in reversed(path):
            worth = -worth  # for the player who led to this node
            node.visits += 1
            node.total += worth

    def _roll_out(self, state: Any) -> float:
        """What random moves from `state` come to for the player to move there."""
        game, sign = self._game, 1.0
        for _ in range(LONGEST_PLAYOUT):
            outcome = game.outcome(state)
            if outcome is not None:
                return sign * (outcome.value.worth or 0)
            if self._left <= 0:
                break
            moves = game.moves(state)
            self._left -= 1 + len(moves) // A_PLY
            state = game.play(state, self._rng.choice(moves))
            sign = -sign
        return 0.0


def _most_promising(node: _Node) -> _Node:
    """The child with the highest upper confidence bound."""
    explored = math.log(node.visits)

    def bound(child: _Node) -> float:
        return child.total / child.visits + EXPLORATION * math.sqrt(explored / child.visits)

    return max((child for _, child in node.children), key=bound)


def make(game: Game[Any, Any], detail: str, answers: object) -> MctsPlayer:
    """The player with as many playouts as `detail` states; it explores for itself."""
    return MctsPlayer(game, int(detail) if detail else PLAYOUTS)
