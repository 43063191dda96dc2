"""Explore: the positions that can be reached from one, and the moves between them, as plain numbers."""

import sys
from array import array
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import accumulate, chain, islice

from ..core.computed import computed
from ..core.errors import ArgumentError
from ..core.game import Game, Outcome
from ..core.hints import Any
from ..engine.footprint import EVERY, Footprint
from ..engine.limits import Limits, Progress
from ..engine.values import LOSS, VALUES
from ..kernels.kernel import mark_of
from .few import expand_few
from .layers import layer_ends, live_moves
from .patience import Patience

UNKNOWN = -9  # the target of a move that leads out of the graph; the other marks are those of kernels

FIRST, FIRST_MOVES = 5_000, 50_000  # found and tried, if positions are small, with hardly a look at them
TABLE_BYTES = 200  # a position takes so many in the index and in a table, beside its key
MOVE_BYTES = 8  # the same for a move: here, and among the predecessors


class Graph:
    """Positions numbered breadth first, each with what its moves lead to.

    `targets[starts[i]:starts[i + 1]]` are the positions, or marks, that the moves of position i lead to, in
    the order in which the game lists its moves. States with equal keys are one position. A state that the
    last move has ended is none, only a mark on that move; one in which the player to move cannot move is one.

    `grow` stops at a limit, and with a higher one goes on from there: no position is expanded twice. With
    `limits`, it also stops where memory or patience ends, and then for good; `close` then leaves unexpanded
    what there is no time for, with a single move to the UNKNOWN. With `whole`, patience ends as soon as it
    shows that not all positions will be found: for those who have no use for fewer.
    """

    _closed = False  # whether what the limit cut off is forgotten
    _limit: int  # how many positions were wanted last

    def __init__(
        self, game: Game[Any, Any], root: Any, limits: Limits | None = None, whole: bool = False
    ) -> None:
        self.game, self.root, self._patience = game, root, Patience(limits, whole)
        self._key_of = None if type(game).key is Game.key else game.key  # None: states are their own keys
        self.index: dict[Hashable, int] = {}
        self._rows: list[list[int]] | None = []  # what the moves of each lead to, while they are few
        self.stuck: dict[int, int] = {}  # positions without a move, and their values: lost, if none is told
        self._waiting: list[Any] | deque[Any] = []  # a state of each position that is not yet expanded
        self._cut_off: list[Any] = []  # the states beyond the limit that moves of the last position lead to
        outcome = game.outcome(root)
        if outcome is None or outcome.stuck:
            self.index[self._key_of(root) if self._key_of else root] = 0
            self._waiting.append(root)
        if outcome is not None and outcome.stuck:
            self.stuck[0] = VALUES.index(outcome.value)

    @computed
    def _footprint(self) -> Footprint:
        return Footprint()

    def __len__(self) -> int:
        return len(self.index)

    @property
    def complete(self) -> bool:
        """Whether every position that can be reached is here."""
        return not (self._waiting or self._cut_off or self._closed)

    @property
    def bytes(self) -> int:
        """How many bytes the graph takes, and the table that is made of it: about so many."""
        kept = self._footprint.keys + self._footprint.state * len(self._waiting) + sys.getsizeof(self.index)
        # Those that wait will have as many moves as the others.
        moves = len(self.targets) * len(self) // max(1, len(self.starts) - 1)
        return kept + TABLE_BYTES * len(self) + MOVE_BYTES * moves

    @property
    def work(self) -> int:
        """How many moves were tried, those from large positions counted for more."""
        return self._patience.work_after(len(self.targets), self._footprint.weight)

    @property
    def starts(self) -> "array[int]":
        """Where the moves of each position begin in `targets`, and where those of the last one end."""
        self._pack()
        return self._starts

    @property
    def targets(self) -> "array[int]":
        """What the moves of all positions lead to, one position after the other."""
        self._pack()
        return self._targets

    def _pack(self) -> None:
        """Go over to arrays, in which many moves take little memory; few are sooner kept in lists."""
        if self._rows is not None:
            self._starts = array("q", accumulate(map(len, self._rows), initial=0))
            self._targets = array("i", chain.from_iterable(self._rows))
            self._rows, self._waiting = None, deque(self._waiting)

    def moves_from(self, position: int) -> Sequence[int]:
        """What the moves of a position lead to."""
        if self._rows is not None:
            return self._rows[position]
        return self._targets[self._starts[position] : self._starts[position + 1]]

    def rows(self) -> Iterator[Sequence[int]]:
        """What the moves of each position lead to, in order."""
        if self._rows is not None:
            return iter(self._rows)
        return map(self._targets.__getitem__, map(slice, self._starts, islice(self._starts, 1, None)))

    def grow(self, limit: int, progress: Progress | None = None) -> None:
        """Explore on, until there is nothing more or the next position would be one more than `limit`."""
        if self._closed:
            raise ArgumentError("a graph that was closed does not grow any more")
        if self._patience.stopped:
            return
        self._limit = limit
        limits = self._patience.limits
        if self._rows is not None and (limits is None or limits.memory is None):
            self._expand_first(self._rows, min(limit, FIRST))
            if self.complete:
                return
        cut_off, self._cut_off = self._cut_off, []
        number = self._numberer(limit)
        if cut_off:
            row = range(self.starts[-2], self.starts[-1])
            slots = [slot for slot in row if self.targets[slot] == UNKNOWN]
            for slot, state in zip(slots, cut_off, strict=True):
                key = self.game.key(state)
                known = self.index.get(key)  # two of them may be one position
                self.targets[slot] = number(key, state) if known is None else known
        self._expand(number, progress)

    @property
    def given_up(self) -> bool:
        """Whether it is not explored any further, for want of memory, time or hope."""
        return self._patience.stopped

    def give_up(self) -> None:
        """Explore no further, and spend little time on closing the graph."""
        self._patience.stop()

    def close(self, progress: Progress | None = None) -> None:
        """Expand what is left of the positions found, and mark moves that lead to others as UNKNOWN."""
        if self.complete:
            return
        self._closed = True
        self._cut_off.clear()
        self._expand(self._numberer(len(self)), progress)
        while self._waiting:  # there is no time for these
            self._waiting.pop()
            if len(self.starts) - 1 not in self.stuck:
                self.targets.append(UNKNOWN)
            self.starts.append(len(self.targets))

    def _expand_first(self, rows: list[list[int]], limit: int) -> None:
        """Expand positions while they and their moves are few, as long as the newest ones are small."""
        game, index, states, most = self.game, self.index, self._waiting, max(1, len(self.game.vocabulary()))
        assert isinstance(states, list)  # like the rows
        limit, few = min(limit, FIRST_MOVES // most), EVERY
        while states:
            count = (min(few, limit) - len(index)) // most  # so many surely lead to no more than that
            if count > 0:
                expand_few(game, self._key_of, index, self.stuck, rows, states, count)
            elif few >= limit:
                break
            else:
                few *= 2
                self._footprint.measure(len(index) - 1, game.key(states[-1]), states[-1])
                if self._footprint.weight > 1:
                    break

    def _expand(self, number: Callable[[Hashable, Any], int], progress: Progress | None) -> None:
        """Expand waiting positions: in a closed graph all there is time for, else until it must stop."""
        moves, play, known = self.game.moves, self.game.play, self.index.get
        key_of, patience = self._key_of, self._patience
        waiting, cut_off, targets, starts = self._waiting, self._cut_off, self.targets, self.starts
        assert isinstance(waiting, deque)  # by the numberer
        following, add, begin = waiting.popleft, targets.append, starts.append
        while waiting and not cut_off:
            state = following()
            for move in moves(state):
                after = play(state, move)
                key = key_of(after) if key_of else after
                position = known(key)
                add(number(key, after) if position is None else position)
            if starts[-1] == len(targets):
                self.stuck.setdefault(len(starts) - 1, LOSS)
            begin(len(targets))
            if len(targets) >= patience.next_look and self._is_over(progress):
                break

    def _is_over(self, progress: Progress | None) -> bool:
        """Whether to expand no more; counts and reports what was done."""
        found, expanded, weight = len(self), len(self.starts) - 1, self._footprint.weight
        self._patience.count(len(self.targets), weight)
        if progress is not None:
            progress(found, expanded)
        if self._closed:
            return self._patience.is_spent(found, found, weight)
        if self._patience.is_vain(found, expanded, weight, self._moves_ahead):
            self._patience.stop()
        return self._patience.is_over(found, expanded, self._limit, weight, self.outgrows)

    def _moves_ahead(self) -> float:
        """How many moves a position has on average, of some that wait."""
        some = self._some_waiting()
        return sum(len(self.game.moves(state)) for state in some) / max(1, len(some))

    def _some_waiting(self) -> list[Any]:
        """Positions that are not yet expanded, as many as an estimate needs."""
        from ..engine.growth import SAMPLES  # only for games that grow large

        return list(islice(self._waiting, 0, None, max(1, len(self._waiting) // SAMPLES)))

    def outgrows(self, most: int, unless_told: bool = False) -> bool:
        """Whether there will be more positions than `most`; `unless_told` where that cannot be told yet."""
        from ..engine.growth import LAYERS, estimate, live_after  # only for games that grow large

        ends = layer_ends(self.starts, self.targets)
        if len(ends) < LAYERS:
            return unless_told
        before = live_moves(self.starts, self.targets, [0, *ends][-LAYERS - 1 : -1])
        newest = self._some_waiting()
        return estimate(partial(live_after, self.game), self.game.size(), ends, before, newest, most) > most

    def _numberer(self, limit: int) -> Callable[[Hashable, Any], int]:
        """A function that gives a new key and its state a position or a mark, up to `limit` positions."""
        self._pack()
        outcome_of, index, stuck = self.game.outcome, self.index, self.stuck
        waiting, cut_off = self._waiting, self._cut_off
        footprint, patience = self._footprint, self._patience

        def number(key: Hashable, state: Any) -> int:
            nonlocal limit
            outcome: Outcome | None = outcome_of(state)
            if outcome is not None and not outcome.stuck:
                return mark_of(outcome)
            position = len(index)
            if position >= limit:
                if not self._closed:
                    cut_off.append(None if patience.stopped else state)  # nobody goes on, and it may be large
                return UNKNOWN
            index[key] = position
            if outcome is not None:
                stuck[position] = VALUES.index(outcome.value)
            waiting.append(state)
            if position >= footprint.next_sample:
                footprint.measure(position, key, state)
                patience.hurry(len(self.targets), footprint.weight)
                if patience.is_full(len(index), lambda: self.bytes):
                    patience.stop()
                    limit = len(index)
            return position

        return number


def explore(game: Game[Any, Any], root: Any, limit: int, progress: Progress | None = None) -> Graph:
    """The graph of everything that can be reached from `root`, or of the first `limit` positions."""
    graph = Graph(game, root)
    graph.grow(limit, progress)
    return graph
