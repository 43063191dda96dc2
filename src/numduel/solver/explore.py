"""Explore: the positions that can be reached from one, and the moves between them, as plain numbers."""

import sys
from array import array
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property, partial
from itertools import accumulate, chain, islice

from ..core.errors import ArgumentError
from ..core.game import Game, Outcome
from ..core.hints import Any
from ..engine.footprint import EVERY, Footprint
from ..engine.growth import LAYERS, SAMPLES, estimate, live_after
from ..engine.limits import Limits, Progress, moves_to_try
from ..engine.values import VALUES
from ..kernels.kernel import mark_of

UNKNOWN = -9  # the target of a move that leads out of the graph; the other marks are those of kernels

LOOK_EVERY = 1 << 14  # moves between two looks at what was found, two reports, and two chances to interrupt
# Where nobody has said how far to go: after so many positions, and after twice as many each time, it is asked
# whether there is hope to find them all. Nearer than so many times what there may be an estimate is not
# trusted, unless there are many already.
EARLY, MANY, FAR = 1 << 15, 1 << 17, 30
# There, positions may take more than so many bytes in all only if they are not large ones, and more than so
# many moves only if each of them does not count for many.
MUCH_MEMORY, LARGE_POSITION = 400_000_000, 1_500
MUCH_WORK, HEAVY = 2_000_000, 16
LITTLE_WORK = 250_000  # moves that are tried in all where there is no hope any more
TOO_MUCH = 4  # times the moves that may be tried: where those that wait will have more, they never will be
FEW = 1_000  # positions that always fit: to ask the system for its memory takes longer than to find them
FIRST, FIRST_MOVES = 5_000, LOOK_EVERY  # found and tried, if positions are small, with hardly a look at them
TABLE_BYTES = 200  # a position takes so many in the index and in a table, beside its key
MOVE_BYTES = 8  # the same for a move: here, and among the predecessors


class Graph:
    """Positions numbered breadth first, each with what its moves lead to.

    `targets[starts[i]:starts[i + 1]]` are the positions, or marks, that the moves of position i lead to, in
    the order in which the game lists its moves. States with equal keys are one position. A state that the
    last move has ended is none, only a mark on that move; one in which the player to move cannot move is one.

    `grow` stops at a limit, and with a higher one goes on from there: no position is expanded twice. With
    `limits`, it also stops where memory or patience ends, and then for good; `close` then leaves unexpanded
    what there is no time for, with a single move to the UNKNOWN.
    """

    _closed = False  # whether what the limit cut off is forgotten
    _stopped = False  # whether there is no memory, no time or no hope for more
    _limit, _work, _looked_at, _look_at, _hope_until = 1, 0, 0, LOOK_EVERY, EARLY

    def __init__(self, game: Game[Any, Any], root: Any, limits: Limits | None = None) -> None:
        self.game, self.root, self._limits = game, root, limits
        self._is_key = type(game).key is Game.key  # whether states are their own keys
        self.index: dict[Hashable, int] = {}
        self.starts, self.targets = array("q", [0]), array("i")
        self.stuck: dict[int, int] = {}  # positions without a move, and their values
        self._footprint = Footprint()
        self._waiting: deque[Any] = deque()  # a state of each position that is not yet expanded
        self._cut_off: list[Any] = []  # the states beyond the limit that moves of the last position lead to
        outcome = game.outcome(root)
        if outcome is None or outcome.stuck:
            self.index[game.key(root)] = 0
            self._waiting.append(root)
        if outcome is not None and outcome.stuck:
            self.stuck[0] = VALUES.index(outcome.value)

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

    def moves_from(self, position: int) -> "array[int]":
        """What the moves of a position lead to."""
        return self.targets[self.starts[position] : self.starts[position + 1]]

    def rows(self) -> "Iterator[array[int]]":
        """What the moves of each position lead to, in order."""
        return map(self.targets.__getitem__, map(slice, self.starts, islice(self.starts, 1, None)))

    def grow(self, limit: int, progress: Progress | None = None) -> None:
        """Explore on, until there is nothing more or the next position would be one more than `limit`."""
        if self._closed:
            raise ArgumentError("a graph that was closed does not grow any more")
        if self._stopped:
            return
        self._limit = limit
        if len(self.starts) == 1 and (self._limits is None or self._limits.memory is None):
            self._expand_first(min(limit, FIRST))
            if self.complete:
                return
        cut_off, self._cut_off = self._cut_off, []
        number = self._numberer(limit)
        if cut_off:
            row = range(self.starts[-2], self.starts[-1])
            slots = [slot for slot in row if self.targets[slot] == UNKNOWN]
            for slot, state in zip(slots, cut_off, strict=True):
                known = self.index.get(self.game.key(state))  # two of them may be one position
                self.targets[slot] = number(state) if known is None else known
        self._expand(number, progress)

    def close(self, progress: Progress | None = None) -> None:
        """Expand what is left of the positions found, and mark moves that lead to others as UNKNOWN."""
        if self.complete:
            return
        self._closed = True
        self._cut_off.clear()
        self._expand(self._numberer(len(self)), progress)
        while self._waiting:  # there is no time for these
            self._waiting.popleft()
            if len(self.starts) - 1 not in self.stuck:
                self.targets.append(UNKNOWN)
            self.starts.append(len(self.targets))

    def _expand_first(self, limit: int) -> None:
        """Expand positions while they and their moves are few, as long as the newest ones are small."""
        few = min(EVERY, limit)
        self._expand_few(few)
        while self._waiting and few < limit and len(self.targets) < FIRST_MOVES:
            newest = self._waiting[-1]
            self._footprint.measure(len(self) - 1, self.game.key(newest), newest)
            if self._footprint.weight > 1:
                break
            few = min(2 * few, limit)
            self._expand_few(few)

    def _expand_few(self, limit: int) -> None:
        """Expand positions while they are no more than `limit`, with no look at what they take."""
        game, index, states, targets = self.game, self.index, [*self._waiting], list[int]()
        moves, play, outcome_of, known, add = game.moves, game.play, game.outcome, index.get, targets.append
        key_of, most = None if self._is_key else game.key, len(game.vocabulary())
        tried, expanded = len(self.targets), len(self.starts) - 1
        for state in states:
            if len(index) + most > limit or tried + len(targets) + most > FIRST_MOVES:
                break
            for move in moves(state):
                after = play(state, move)
                position = None if key_of else known(after)
                if position is None:
                    outcome = outcome_of(after)
                    if outcome is not None and not outcome.stuck:
                        position = mark_of(outcome)
                    else:
                        position = index.setdefault(key_of(after) if key_of else after, len(index))
                        if position == expanded + len(states):
                            states.append(after)
                            if outcome is not None:
                                self.stuck[position] = VALUES.index(outcome.value)
                add(position)
            self.starts.append(tried + len(targets))
        self.targets.fromlist(targets)
        self._waiting = deque(states[len(self.starts) - 1 - expanded :])

    def _expand(self, number: Callable[[Any], int], progress: Progress | None) -> None:
        """Expand waiting positions: in a closed graph all there is time for, else until it must stop."""
        moves, play, known = self.game.moves, self.game.play, self.index.get
        is_key = self._is_key
        waiting, cut_off, targets, starts = self._waiting, self._cut_off, self.targets, self.starts
        following, add, begin = waiting.popleft, targets.append, starts.append
        while waiting and not cut_off:
            state = following()
            for move in moves(state):
                after = play(state, move)
                if is_key:
                    position = known(after)
                    add(number(after) if position is None else position)
                else:
                    add(number(after))
            begin(len(targets))
            if len(targets) >= self._look_at and self._is_over(progress):
                break

    def _is_over(self, progress: Progress | None) -> bool:
        """Whether to expand no more; counts and reports what was done."""
        self._count_work()
        if progress is not None:
            progress(len(self), len(self.starts) - 1)
        enough = self._limits is not None and self._is_enough(self._limits)
        return enough or (self._stopped and not self._closed)

    def _count_work(self) -> None:
        """Count the moves tried since the last time, each for as many as its positions are large."""
        tried = len(self.targets)
        self._work += (tried - self._looked_at) * self._footprint.weight
        self._looked_at, self._look_at = tried, tried + self._pace

    @property
    def _pace(self) -> int:
        """How many moves may be tried until the next look."""
        return max(1, LOOK_EVERY // self._footprint.weight)

    def _is_enough(self, limits: Limits) -> bool:
        """Whether to stop here, for want of time or of hope; a closed graph has no hope to lose."""
        found = len(self)
        wanted = found if self._stopped else min(limits.positions_in_python, self._limit)
        most = moves_to_try(wanted)
        if limits.gives_up_early and self._footprint.weight > HEAVY:
            most = MUCH_WORK
        elif limits.gives_up_early and self._stopped:
            most = min(most, LITTLE_WORK)
        enough = (self._work if limits.gives_up_early else len(self.targets)) >= most
        if not self._closed and limits.gives_up_early:
            # Those that wait will have about as many moves as the others, and each has to be tried.
            enough = enough or self._work * found > TOO_MUCH * most * (len(self.starts) - 1)
        if not self._closed and limits.gives_up_early and found >= self._hope_until:
            self._hope_until = 2 * found
            most = limits.positions_in_python * (FAR if found < MANY else 1)
            enough = enough or self.outgrows(most)
        self._stopped = self._stopped or enough
        return enough

    def outgrows(self, most: int, unless_told: bool = False) -> bool:
        """Whether there will be more positions than `most`; `unless_told` where that cannot be told yet."""
        ends = self._layers()
        if len(ends) < LAYERS:
            return unless_told
        before = [
            sum(target >= 0 for target in self.targets[self.starts[begin] : self.starts[end]]) / (end - begin)
            for begin, end in pairwise([0, *ends][-LAYERS - 1 : -1])
        ]
        newest = list(islice(self._waiting, 0, None, max(1, len(self._waiting) // SAMPLES)))
        return estimate(partial(live_after, self.game), self.game.size(), ends, before, newest, most) > most

    def _layers(self) -> list[int]:
        """How many positions there are up to each number of moves, where all of those are found."""
        begin, ends = 0, [1]
        while ends[-1] < len(self.starts):
            row = self.targets[self.starts[begin] : self.starts[ends[-1]]]
            begin, end = ends[-1], max(row, default=-1) + 1
            if end <= begin:
                break
            ends.append(end)
        return ends

    def _is_full(self, limits: Limits) -> bool:
        """Whether the positions found take as much memory as they may."""
        if limits.memory is None and len(self) < FEW:
            return False
        most = limits.memory_to_use
        if limits.gives_up_early and limits.memory is None:
            most = min(most, max(MUCH_MEMORY, LARGE_POSITION * len(self)))
        return self.bytes > most

    def _numberer(self, limit: int) -> Callable[[Any], int]:
        """A function that gives the position or the mark of a state, and takes in up to `limit` positions.

        A state that is its own key must be new: whether it is here, callers have seen at once.
        """
        outcome_of, key_of, index, stuck = self.game.outcome, self.game.key, self.index, self.stuck
        waiting, cut_off, footprint, limits = self._waiting, self._cut_off, self._footprint, self._limits
        is_key, known = self._is_key, index.get

        def number(state: Any) -> int:
            nonlocal limit
            outcome: Outcome | None = outcome_of(state)
            if outcome is not None and not outcome.stuck:
                return mark_of(outcome)
            key = state
            if not is_key:
                key = key_of(state)
                at = known(key)
                if at is not None:
                    return at
            position = len(index)
            if position >= limit:
                if not self._closed:
                    cut_off.append(None if self._stopped else state)  # nobody goes on, and it may be large
                return UNKNOWN
            index[key] = position
            if outcome is not None:
                stuck[position] = VALUES.index(outcome.value)
            waiting.append(state)
            if position >= footprint.next_sample:
                footprint.measure(position, key, state)
                self._look_at = min(self._look_at, len(self.targets) + self._pace)
                if limits is not None and self._is_full(limits):
                    self._stopped, limit, self._look_at = True, len(index), 0
            return position

        return number


def explore(game: Game[Any, Any], root: Any, limit: int, progress: Progress | None = None) -> Graph:
    """The graph of everything that can be reached from `root`, or of the first `limit` positions."""
    graph = Graph(game, root)
    graph.grow(limit, progress)
    return graph
