"""StateGraph: a game's positions as environments see them, worked out from the rules once, then looked up."""

from functools import lru_cache
from operator import le
from struct import Struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game
from ..core.settings import SettingError
from ..kernels.kernel import ENDED

Row = NDArray[np.signedinteger[Any]]

MEMORY = 64 * 2**20  # bytes that the nodes kept of one game may take, all in all
_BYTES_A_NODE = 800  # besides its rows


class Node:
    """A position: its observation, its legal actions, and what they lead to.

    States with equal keys share a node, and so one `state` stands for all of them.
    """

    __slots__ = (
        "game",
        "goes_on",
        "kept",
        "legal",
        "mask",
        "notes",
        "observation",
        "out_of_bounds",
        "result",
        "state",
        "successors",
    )

    def __init__(self, game: Game[Any, Any], state: Any, kept: bool) -> None:
        self.game = game
        self.state = state
        self.kept = kept  # whether other nodes may link here
        self.observation: Row
        self.mask: Row  # 1 for each legal action, by action id
        self.legal: tuple[int, ...] = ()  # the ids of legal actions, in order
        self.result: int | None = None  # once the game is over: +1, 0 or -1 for the player to move
        self.out_of_bounds = False  # whether its features leave their bounds
        self.goes_on = False  # neither over nor out of bounds
        self.successors: list[Node | None] = []  # by action id; None: illegal, or not played yet
        self.notes: dict[str, Any] = {}  # what evaluators and opponents keep of it, each under its name

    def __reduce__(self) -> Any:
        # Nodes link to each other; copies of an environment share them, and another process has its own.
        return _node_of, (self.game, self.state)


class StateGraph:
    """The nodes of one game, with the bounds and the type of its observations.

    >>> import numduel
    >>> graph = StateGraph(numduel.load("operation-duel:target=5"))
    >>> there = graph.follow(graph.start, 1)
    >>> there.observation, there.mask, graph.follow(there, 1).observation
    (array([2], dtype=int8), array([1, 1], dtype=int8), array([4], dtype=int8))
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.vocabulary = tuple(game.vocabulary())
        self.low, self.high = _bounds(game)
        self.dtype = self.low.dtype
        self.ended = _read_only(np.full(len(self.low), ENDED, self.dtype))
        self.no_mask = _read_only(np.zeros(len(self.vocabulary), np.int8))
        self.action_of = {move: action for action, move in enumerate(self.vocabulary)}
        self._limits = tuple(zip(*game.feature_bounds(), strict=True))
        self._pack = Struct(f"={len(self.low)}{self.dtype.char if self.dtype.itemsize < 8 else 'q'}").pack
        self._known: dict[Any, Node] = {}
        self._room = MEMORY // (_BYTES_A_NODE + self.ended.nbytes + 9 * len(self.vocabulary))
        self.start = self.find(game.initial())

    def __reduce__(self) -> Any:
        return state_graph_of, (self.game,)

    def find(self, state: Any) -> Node:
        """The node of a state."""
        key = self.game.key(state)
        node = self._known.get(key)
        if node is None:
            node = self._make(state, kept=len(self._known) < self._room)
            if node.kept:
                self._known[key] = node
        return node

    def follow(self, node: Node, action: int) -> Node:
        """The node that a legal action leads to; from the second time on, it is `node.successors[action]`."""
        after = self.find(self.game.play(node.state, self.vocabulary[action]))
        if after.kept:  # a link would keep the others in memory too
            node.successors[action] = after
        return after

    def _make(self, state: Any, kept: bool) -> Node:
        node = Node(self.game, state, kept)
        node.observation, node.mask = self.ended, self.no_mask
        outcome = self.game.outcome(state)
        if outcome is not None:
            node.result = outcome.value.worth
            return node
        features = self.game.features(state)
        lows, highs = self._limits
        if len(features) != len(lows):
            raise SettingError(f"{self.game.title} needs features() that are always as many")
        if not all(map(le, lows, features)) or not all(map(le, features, highs)):
            node.out_of_bounds = True
            return node
        node.goes_on = True
        # Bytes that are put together first make rows in half the time; and nobody can write to such rows.
        node.observation = np.frombuffer(self._pack(*features), self.dtype)
        node.legal = tuple(sorted([self.action_of[move] for move in self.game.moves(state)]))
        mask = bytearray(len(self.vocabulary))
        for action in node.legal:
            mask[action] = 1
        node.mask = np.frombuffer(bytes(mask), np.int8)
        node.successors = [None] * len(self.vocabulary)
        return node


@lru_cache(maxsize=4)
def state_graph_of(game: Game[Any, Any]) -> StateGraph:
    """The graph of `game`, which all its environments share."""
    return StateGraph(game)


def _node_of(game: Game[Any, Any], state: Any) -> Node:
    return state_graph_of(game).find(state)


def _bounds(game: Game[Any, Any]) -> tuple[Row, Row]:
    """The least and the greatest value of each feature, the mark of an ended game among them."""
    name = game.spec if len(game.spec) <= 60 else game.spec[:60] + "..."
    try:
        bounds = [(min(low, ENDED), max(high, ENDED)) for low, high in game.feature_bounds()]
        game.features(game.initial())
    except TypeError as error:
        raise SettingError(f"{name} cannot be an environment: {error}") from None
    for dtype in (np.int8, np.int16, np.int32, np.int64):
        limits = np.iinfo(dtype)
        if all(limits.min <= low and high <= limits.max for low, high in bounds):
            lows, highs = ([pair[side] for pair in bounds] for side in (0, 1))
            return _read_only(np.array(lows, dtype)), _read_only(np.array(highs, dtype))
    raise SettingError(f"{name} cannot be an environment: its numbers may need more than 64 bits")


def _read_only(row: Any) -> Any:
    """The row itself, which can no longer be written to: nodes are shared."""
    row.flags.writeable = False
    return row
