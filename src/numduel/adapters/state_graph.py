"""StateGraph: a game's positions as environments see them, worked out from the rules once, then looked up."""

import struct
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, groupby
from math import hypot, inf
from operator import le
from typing import Any

import numpy as np

from ..core.errors import GameError
from ..core.game import Game
from ..core.settings import SettingError
from ..kernels.kernel import ENDED
from .node import NOT_KEPT, SPARE, Node, Selection, filled
from .rows import Layout, Row

MEMORY = 64 * 2**20  # bytes that the nodes kept of one game may take, all in all
_BYTES_A_NODE = 800  # besides its rows
_VAST = 100  # times as many positions as there is room for: most of them are met once, and not worth keeping
_MANY_SELECTIONS = 10_000  # of legal moves: those met later are not kept


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
        self.action_of = {move: action for action, move in enumerate(self.vocabulary)}
        self.unknown: tuple[Node | None, ...] = (None,) * len(self.vocabulary)  # before any action was played
        self._width = len(self.low)
        self.layout = Layout(self._width, len(self.vocabulary), self.dtype)
        self._set_up_features()
        self._selections: dict[tuple[Any, ...], Selection] = {}
        self._nothing = self._select(())
        self._latest: tuple[Sequence[Any] | None, Selection] = (None, self._nothing)
        self.no_mask = self._nothing.mask
        # What is seen once a game is over.
        self.over = self.layout.pack(*(ENDED,) * self._width) + self._nothing.flags
        self.ended: Row = self.layout.observation(self.over)
        self.ended_view: Row = self.layout.marked(ENDED, self.over)  # of both of PettingZoo's agents
        self._key = None if type(game).key is Game.key else game.key
        self._known: dict[Any, Node] = {}
        self._ends: dict[int, Node] = {}  # by their results
        # The start is kept in any case: all episodes begin there.
        self._room = max(1, MEMORY // (_BYTES_A_NODE + self.ended.nbytes + 9 * len(self.vocabulary)))
        self._vast = (game.size() or 0) > _VAST * self._room
        self.start = self.find(game.initial())

    def _set_up_features(self) -> None:
        """Look up once how features are asked for, laid out and compared with their bounds."""
        game, bounds = self.game, tuple(self.game.feature_bounds())
        self._lows, self._highs = tuple(low for low, _ in bounds), tuple(high for _, high in bounds)
        runs = _runs(bounds)
        singles = [(first, low, high) for first, last, low, high in runs if last == first + 1]
        # One feature is compared by itself, and runs of others at once; more that stand alone are rare.
        self._single = singles[0] if singles else (0, *(bounds[0] if bounds else (0, 0)))
        nearest = min((min(-low, high) for first, last, low, high in runs if last > first + 1), default=inf)
        self._nearest = nearest * (1 - 1e-9) if len(singles) < 2 else -1.0
        trims = type(game).trimmed_features is not Game.trimmed_features
        may_be_short = trims and self._are_within_bounds((0,) * self._width)
        self._packers = self.layout.packers(self._single[0] + 1 if may_be_short else self._width)

    def __reduce__(self) -> Any:
        return state_graph_of, (self.game,)

    def find(self, state: Any) -> Node:
        """The node of a state."""
        key = state if self._key is None else self._key(state)
        node = self._known.get(key)
        if node is None:
            node = self.make(state, kept=len(self._known) < self._room)
            if node.kept and node.result is None:
                self._known[key] = node
        return node

    def follow(self, node: Node, action: int, spare: Node | None = None) -> Node:
        """The node that a legal action leads to; soon it is `node.successors[action]`.

        That is from the second time on. Where there are far more positions than there is room for, it is from
        the third on, and the caller's `spare` node is filled and returned where a new one would not be kept.
        """
        state = self.game.play(node.state, self.vocabulary[action])
        if self._vast:
            tried = node.tried
            if tried < 0:  # what follows is hardly ever known
                return self.make(state, False, spare)
            if not tried >> action & 1:
                node.tried = tried | 1 << action
                key = state if self._key is None else self._key(state)
                return self._known.get(key) or self.make(state, False, spare)
        after = self.find(state)
        if after.kept and node.kept:  # a link would keep the others in memory too
            # Tuples, though they are made anew for every link: they lie in one piece, and are read most.
            links = node.successors
            node.successors = (*links[:action], after, *links[action + 1 :])
        return after

    def spare_node(self, state: Any) -> Node:
        """A node for somebody who walks from position to position, filled with this one."""
        spare = filled(state, SPARE, self.start.packed, self.start.selection)
        self.make(state, False, spare)
        return spare

    def make(self, state: Any, kept: bool, spare: Node | None = None) -> Node:
        """The node of a state: `spare`, if there is one and the game goes on there, or a new one.

        Nobody looks whether there is a node of it already: that is what `find` does.
        """
        moves = self.game.moves(state)
        latest, selection = self._latest
        if moves is not latest:
            if not moves:
                return self._end(state)
            moves = tuple(moves)
            selection = self._selections.get(moves) or self._select(moves)
            self._latest = moves, selection  # a game may well offer the same tuple again
        features = self.game.trimmed_features(state)
        try:
            packed = self._packers[len(features)](*features)
        except (KeyError, struct.error):  # too few or too many, or one too large
            features = self._all_features(state)
            if not self._are_within_bounds(features):
                return self._make_over(state, kept)
            packed = self._pack_all(features)
        at, low, high = self._single
        # The root of the sum of squares is found quickest, and no number is farther from 0 than that; but for
        # what is rounded, so that a little is left to the bound.
        if (features and not low <= features[at] <= high) or (
            hypot(*features) >= self._nearest and not self._are_within_bounds(features)
        ):
            return self._make_over(state, kept)
        if spare is None:
            return filled(state, 0 if kept else NOT_KEPT, packed + selection.flags, selection)
        spare.state = state
        spare.packed = packed + selection.flags
        spare.selection = selection
        spare.row = spare.view_row = None
        return spare

    def _end(self, state: Any) -> Node:
        """The node of all ends with the same result as this one."""
        outcome = self.game.outcome(state)
        if outcome is None:
            raise GameError(f"{self.game.title} is not over, but there is no move")
        result = outcome.value.worth
        assert result is not None  # an outcome is never unsolved
        node = self._ends.get(result)
        if node is None:
            node = self._ends[result] = self._make_over(state, kept=True)
            node.result = result
        return node

    def _make_over(self, state: Any, kept: bool) -> Node:
        """A node of which nothing is seen, and from which nothing leads on."""
        node = filled(state, 0 if kept else NOT_KEPT, self.over, self._nothing)
        node.goes_on = False
        return node

    def _all_features(self, state: Any) -> Sequence[int]:
        """All features of a state; SettingError where there are more or fewer than there should be."""
        features = self.game.features(state)
        if len(features) != self._width:
            raise SettingError(f"{self.game.title} needs features() that are always as many")
        return features

    def _pack_all(self, features: Sequence[int]) -> bytes:
        """What a row holds of all features; SettingError where they are no whole numbers."""
        try:
            return self.layout.pack(*features)
        except struct.error:
            raise SettingError(f"{self.game.title} needs features() that are whole numbers") from None

    def _are_within_bounds(self, features: Sequence[int]) -> bool:
        """Whether features are; those that were trimmed are."""
        return all(map(le, self._lows, features)) and all(map(le, features, self._highs))

    def _select(self, moves: tuple[Any, ...]) -> Selection:
        """The ids of these moves in order, and their mask; positions share them."""
        selection = Selection(self, tuple(sorted([self.action_of[move] for move in moves])))
        if len(self._selections) < _MANY_SELECTIONS:
            self._selections[moves] = selection
        return selection


@lru_cache(maxsize=4)
def state_graph_of(game: Game[Any, Any]) -> StateGraph:
    """The graph of `game`, which all its environments share."""
    return StateGraph(game)


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


def _runs(bounds: Sequence[tuple[int, int]]) -> tuple[tuple[int, int, int, int], ...]:
    """Runs of features with equal bounds: the first, the one after the last, and the bounds.

    >>> _runs([(0, 9), (-5, 5), (-5, 5)])
    ((0, 1, 0, 9), (1, 3, -5, 5))
    """
    runs = [(*pair, len(list(same))) for pair, same in groupby(bounds)]
    ends = list(accumulate((length for _, _, length in runs), initial=0))
    return tuple((ends[i], ends[i + 1], low, high) for i, (low, high, _) in enumerate(runs))


def _read_only(row: Any) -> Any:
    """The row itself, which can no longer be written to: nodes are shared."""
    row.flags.writeable = False
    return row
