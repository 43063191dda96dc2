"""Tree: Monte Carlo tree search in plain Python, number by number what `engine.search` does compiled."""

import math
from collections.abc import Callable, Sequence
from time import thread_time
from typing import Any

from ..core.game import Game
from ..engine.playouts import EXPLORATION, LONGEST_PLAYOUT, cost_of_a_ply
from ..engine.splitmix import SplitMix64

LOOK = 16  # playouts between two looks at the clock
MOST_IN_ORDER = 1_000  # lists of legal moves that are kept: there may be a new one in every position
Tried = dict[Any, tuple[int, float]]  # by move, how often it was tried, and its mean worth for who makes it


class _Node:
    """A position in the tree: how often it was visited, and its mean worth for the player who led there."""

    __slots__ = ("children", "mean", "move", "moves", "state", "visits", "weight", "worth")

    def __init__(self, move: Any, state: Any, worth: float | None) -> None:
        self.move = move
        self.state = state
        self.worth = worth  # for the player who led there, where that is known
        self.moves: list[Any] | None = None  # those that were tried come first; None until it is met again
        self.children: list[_Node] = []  # after the moves that were tried
        self.visits = 0
        self.mean = 0.0
        self.weight = 0.0  # one by the root of visits: how far its mean may be off


class Tree:
    """A search from a state that goes on; `worth_of` says what others are worth to who is to move there.

    It says None where nobody knows: then random moves tell.
    """

    def __init__(
        self, game: Game[Any, Any], state: Any, seed: int, worth_of: Callable[[Any], int | None]
    ) -> None:
        self._game, self._worth_of, self._rng = game, worth_of, SplitMix64(seed)
        self._actions = {move: action for action, move in enumerate(game.vocabulary())}
        self._in_order: dict[tuple[Any, ...], Sequence[Any]] = {}  # legal moves, as the game has offered them
        self._cost = cost_of_a_ply(len(self._actions))
        self._root = _Node(None, state, worth=None)  # its moves are wanted, not its worth
        self._root.visits = 1
        self._made = 0  # playouts
        self._played = 0  # plies in them, each for as many as it counts for

    def grow(self, playouts: int, seconds: float = math.inf) -> bool:
        """Make so many playouts, and try every move; whether that was done.

        There are fewer where they have come to as many plies as that many of full length, since each counts
        for more where moves are many. And it ends, to be taken up again or not, as soon as it shows that all
        would take more seconds.
        """
        moves = len(self._game.moves(self._root.state))
        playouts = max(playouts, moves)
        most, begun, before = playouts * LONGEST_PLAYOUT, thread_time(), self._made
        while self._made < playouts and (self._played < most or self._made < moves):
            made = self._made - before
            if made % LOOK == LOOK - 1 and (thread_time() - begun) * (playouts - before) > seconds * made:
                return False
            self._play_out(most)
        return True

    @property
    def tried(self) -> Tried:
        """What each move has come to, in the order in which they were first tried."""
        return {child.move: (child.visits, child.mean) for child in self._root.children}

    def _play_out(self, most: int) -> None:
        """Play once down the tree, one node further, to an end at random, and count it back up."""
        node = self._root
        path = [node]
        while node.worth is None and node.visits:  # only what comes up again is worth to list its moves
            node = self._next(node)
            path.append(node)
        worth = self._roll_out(node.state, most) if node.worth is None else node.worth
        for node in reversed(path):
            node.visits += 1
            node.weight = weight = 1 / math.sqrt(node.visits)
            node.mean += (worth - node.mean) * weight * weight
            worth = -worth
        self._made += 1

    def _next(self, node: _Node) -> _Node:
        """The node after a move: one that was not tried yet, any alike; else the most promising one."""
        if node.moves is None:
            node.moves = list(self._moves(node.state))
        moves, children = node.moves, node.children
        tried = len(children)
        if tried < len(moves):
            place = tried + self._rng.below(len(moves) - tried)
            moves[tried], moves[place] = moves[place], moves[tried]
            children.append(self._node_after(node.state, moves[tried]))
            return children[-1]
        exploration = EXPLORATION * math.sqrt(math.log(node.visits))
        return max(children, key=lambda child: child.mean + exploration * child.weight)

    def _node_after(self, state: Any, move: Any) -> _Node:
        after = self._game.play(state, move)
        outcome = self._game.outcome(after)
        worth = self._worth_of(after) if outcome is None else outcome.value.worth
        return _Node(move, after, None if worth is None else -float(worth))

    def _moves(self, state: Any) -> Sequence[Any]:
        """The legal moves in the order of the vocabulary: compiled code knows no other."""
        moves = tuple(self._game.moves(state))
        known = self._in_order.get(moves)
        if known is None:
            if len(self._in_order) == MOST_IN_ORDER:
                self._in_order.clear()
            known = self._in_order[moves] = sorted(moves, key=self._actions.__getitem__)
        return known

    def _roll_out(self, state: Any, most: int) -> float:
        """What random moves from here come to for the player who has led here."""
        game, below, sign, made = self._game, self._rng.below, -1.0, 0
        while (outcome := game.outcome(state)) is None:
            if made == LONGEST_PLAYOUT or self._played >= most:
                return 0.0
            moves = self._moves(state)
            state = game.play(state, moves[below(len(moves))])
            made, sign = made + 1, -sign
            self._played += self._cost
        return sign * (outcome.value.worth or 0)
