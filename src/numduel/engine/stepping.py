"""Stepping: many games of one kind move together, by table or by kernel.

Either way gives the same functions: `step` (what an action leads to) and `pick` (a legal action at random),
from which everything else is compiled, and `show` (write features and masks of legal actions of many games).

What is compiled goes over games in passes, a block at a time: a pass that only computes is turned into vector
instructions, which one that also looks things up is not. Indices are unsigned, since each signed one would be
checked for being negative. Mind that an unsigned number and a negative one have only floats in common.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game
from ..kernels import find
from ..kernels.kernel import ENDED, ILLEGAL, MOVER_WINS, Kernel, NoKernel
from .jit import PART, Function, compiled, compiled_part
from .rng import next_rng, random_bits, scaled
from .tables import GameTable, TooManyPositions
from .threads import Span

Array = NDArray[Any]
WORD = 8  # bytes
ALL_VALID = -1  # what compiled code returns if every action was valid; else the first game whose was not
BLOCK = 2_048  # games that a pass goes over before the next one begins: what they share stays in the cache
step, observe, pick = PART, PART, PART


class Frames:
    """How rows are laid out: the features of a position, then the mask of its legal actions, in whole words.

    Rows are copied a word at a time, which is most of what it takes to show a position. A kernel writes them
    number by number: then features and masks are arrays of their own. As parts of wider rows they would have
    gaps between rows but none where there is one row alone, for which everything would be compiled anew.
    """

    def __init__(self, features: int, dtype: Any, actions: int) -> None:
        self.features, self.dtype, self.actions = features, np.dtype(dtype), actions
        self.mask_at = features * self.dtype.itemsize
        self.words = -(-(self.mask_at + actions) // WORD)
        self.in_words = True

    def rows(self, count: int) -> tuple[Array, Array, Array]:
        """New rows, not yet written: as words, and in the same memory as features and as masks.

        With no words in them, where they are not copied.
        """
        if not self.in_words:
            shapes = ((0, np.uint64), (self.features, self.dtype), (self.actions, np.int8))
            words, features, mask = (np.empty((count, width), dtype) for width, dtype in shapes)
            return words, features, mask
        words = np.empty((count, self.words), np.uint64)
        features = words.view(self.dtype)[:, : self.features]
        mask = words.view(np.int8)[:, self.mask_at : self.mask_at + self.actions]
        return words, features, mask


class Stepper:
    """How games of one kind are moved. `data` is what the compiled `parts` and `show` work on.

    Up to a size everything stands in tables; a larger game is stepped by its kernel. Features are of
    the given type; with none given they are left out.
    """

    def __init__(self, game: Game[Any, Any], dtype: Any = None) -> None:
        self.game = game
        shown = dtype is not None
        width = len(game.feature_bounds()) if shown else 0
        self.frames = Frames(width, dtype if shown else np.int8, len(game.vocabulary()))
        self.table: GameTable | None = None
        self.data: tuple[Array, ...]
        self.parts: dict[str, Function]
        self.show: Function  # of data, codes, rows and a span
        self.show_part: Function  # the same, for compiled code to call
        self.codes: Any  # the type that holds a code
        self.over: int | None = None  # in tables, the code of a game that is over
        try:
            self.table = GameTable(game, shown)
        except TooManyPositions:
            self._use_kernel(find(game))
        else:
            self._use_table(self.table)

    def _use_table(self, table: GameTable) -> None:
        words, features, mask = self.frames.rows(len(table) + 1)
        words[:] = 0
        features[:-1], mask[:-1] = table.features, table.successors != ILLEGAL
        # The last row is that of a game that is over: whatever is done there begins a new one.
        features[-1] = ENDED
        self.over = len(table)
        successors, legal = (np.pad(rows, ((0, 1), (0, 0))) for rows in (table.successors, table.legal))
        counts = np.pad(table.counts, (0, 1), constant_values=1)
        self.data = (successors, legal, counts, words, successors.ravel())  # the last is the first again
        self.parts = {"step": step_in_table, "pick": pick_in_table}
        self.show_part = compiled_part(show_from_table)
        self.show = compiled(show_from_table)
        self.start, self.codes = 0, np.int32

    def _use_kernel(self, kernel: Kernel[Any]) -> None:
        parts: dict[str, Function] = {"step": kernel.step, "observe": kernel.observe}
        self.frames.in_words = False
        self.data = (kernel.numbers, np.zeros((1, kernel.actions), np.int8))  # the second for its width
        generic: dict[str, Function] = {"step": step_to_position, "pick": pick_by_kernel}
        self.parts = {name: compiled_part(function, **parts) for name, function in generic.items()}
        self.show_part = compiled_part(show_by_kernel, **parts)
        self.show = compiled(show_by_kernel, **parts)
        self.start, self.codes = kernel.start, np.int64

    def writable(self, rows: tuple[Array, ...]) -> Any:
        """The rows as `show` writes them; in words, one compilation does for features of every type."""
        return rows[1:] if self.table is None else rows[0]

    def state_at(self, code: int) -> Any:
        """A state with this code."""
        return find(self.game).decode(code) if self.table is None else self.table.state_at(code)

    def code_of(self, state: Any) -> int:
        """The code of a state in which the game goes on; KeyError if it has none."""
        if self.table is not None:
            return self.table.position_of(state)
        kernel = find(self.game)
        code = kernel.encode(state)
        if not 0 <= code < kernel.size:
            raise KeyError(state)
        return code


def stepper_of(game: Game[Any, Any], dtype: Any = None) -> Stepper:
    """How to move games of this kind; NoKernel where it is too large for tables and has no kernel."""
    try:
        return Stepper(game, dtype)
    except (TooManyPositions, TypeError) as error:  # TypeError: it has no features
        raise NoKernel(str(error)) from None


# Everything below is compiled.


def step_in_table(data: Any, code: int, action: int) -> int:
    """What an action leads to, looked up."""
    return int(data[0][np.uint64(code), np.uint64(action)])


def pick_in_table(data: Any, code: int, bits: Any) -> int:
    """A legal action, looked up."""
    row = np.uint64(code)
    return int(data[1][row, scaled(bits, data[2][row])])


def count_legal(data: Any, code: int) -> int:
    """How many actions are legal."""
    count = 0
    for action in range(data[1].shape[1]):
        count += step(data[0], code, action) != ILLEGAL
    return count


def step_to_position(data: Any, code: int, action: int) -> int:
    """What an action leads to; that it wins, if the other player cannot move then."""
    after = int(step(data[0], code, action))
    return MOVER_WINS if after >= 0 and count_legal(data, after) == 0 else after


def pick_by_kernel(data: Any, code: int, bits: Any) -> int:
    """A legal action, found by trying all."""
    wanted = int(scaled(bits, count_legal(data, code)))
    for action in range(data[1].shape[1]):
        if step(data[0], code, action) != ILLEGAL:
            if wanted == 0:
                return action
            wanted -= 1
    return -1  # never, where the game goes on


def pick_random(data: Any, codes: Array, rngs: Array, actions: Array, span: Span) -> int:
    """Write a legal action at random for every game (in tables, also for those that are over); ALL_VALID."""
    for first in range(span[0], span[1], BLOCK):
        block = (np.uint64(first), np.uint64(min(first + BLOCK, span[1])))
        draw_bits(rngs, actions, block)
        for i in range(block[0], block[1]):
            actions[i] = pick(data, codes[i], np.uint64(actions[i]))
    return ALL_VALID


def draw_bits(rngs: Array, bits: Array, block: Any) -> None:
    """Write the next random bits of every generator in a block."""
    for i in range(block[0], block[1]):
        rng = next_rng(rngs[i])
        rngs[i] = rng
        bits[i] = np.int64(random_bits(rng))


def show_from_table(data: Any, codes: Array, words: Array, span: Span) -> None:
    """Copy the row of every position, or for a mark the row of a game that is over."""
    width = words.shape[1]
    if width == 1:
        copy_rows(data[3], codes, words, (0,), span)
    elif width == 2:
        copy_rows(data[3], codes, words, (0, 0), span)
    elif width == 3:
        copy_rows(data[3], codes, words, (0, 0, 0), span)
    else:
        copy_rows(data[3], codes, words, (0, 0, 0, 0), span)


def copy_rows(shown: Array, codes: Array, words: Array, known: Any, span: Span) -> None:
    """Copy rows of as many words as `known` is long, which the compiler knows, or of more."""
    over = np.int64(len(shown) - 1)
    for i in range(np.uint64(span[0]), np.uint64(span[1])):
        at = np.uint64(codes[i] if codes[i] >= 0 else over)
        for word in range(len(known)):
            words[i, np.uint64(word)] = shown[at, np.uint64(word)]
        for word in range(len(known), words.shape[1]):
            words[i, np.uint64(word)] = shown[at, np.uint64(word)]


def show_by_kernel(data: Any, codes: Array, rows: tuple[Array, Array], span: Span) -> None:
    """Write the features and the mask of every position, or for a mark those of a game that is over."""
    features, mask = rows
    for row in range(span[0], span[1]):
        code = codes[row]
        if code < 0:
            features[row, :] = ENDED
            mask[row, :] = 0
            continue
        observe(data[0], code, features[row])
        for action in range(mask.shape[1]):
            mask[row, action] = step(data[0], code, action) != ILLEGAL
