"""Stepping: many games of one kind move together, by table or by kernel.

Either way gives the same functions: `step` (what an action leads to) and `pick` (a legal action at random),
from which everything else is compiled, and for many games at once `pick_all` and `show` (write features and
masks of legal actions).

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
# What the compiled parts of a table work on, by index: what each action leads to, by row and, of the same
# numbers, one after the other; the legal actions and how many they are; the rows that are shown; and the
# legal actions of a position in one word, where they are few enough.
SUCCESSORS, ENTRIES, LEGAL, COUNTS, SHOWN, PACKED = range(6)
ACTION_BITS = 4  # of each action in such a word; the highest bits say how many are legal
COUNT_AT = np.uint64(8 * WORD - ACTION_BITS)
MOST_PACKED = 8 * WORD // ACTION_BITS - 1  # actions
ACTION = np.uint64((1 << ACTION_BITS) - 1)  # the bits of the lowest one
step, unpack, play, observe, pick = PART, PART, PART, PART, PART


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
        """New rows, not yet written: words one after the other, and in the same memory features and masks.

        There are no words where rows are not copied.
        """
        if not self.in_words:
            shapes = ((self.features, self.dtype), (self.actions, np.int8))
            features, mask = (np.empty((count, width), dtype) for width, dtype in shapes)
            return np.empty(0, np.uint64), features, mask
        words = np.empty(count * self.words, np.uint64)
        of_features, of_bytes = (
            words.view(dtype).reshape(count, self.words * WORD // dtype.itemsize)
            for dtype in (self.dtype, np.dtype(np.int8))
        )
        mask = of_bytes[:, self.mask_at : self.mask_at + self.actions]
        return words, of_features[:, : self.features], mask


class Stepper:
    """How games of one kind are moved. `data` is what the compiled `parts`, `pick_all` and `show` work on.

    Up to a size everything stands in tables, of at most so many entries; a larger game is stepped by its
    kernel. Features are of the given type; with none given they are left out.
    """

    def __init__(self, game: Game[Any, Any], dtype: Any = None, entries: int | None = None) -> None:
        self.game = game
        shown = dtype is not None
        width = len(game.feature_bounds()) if shown else 0
        self.frames = Frames(width, dtype if shown else np.int8, len(game.vocabulary()))
        self.table: GameTable | None = None
        self.data: tuple[Array, ...]
        self.parts: dict[str, Function]
        self.pick_all: Function  # of data, codes, rngs, actions and a span
        self.show: Function  # of data, codes, rows and a span
        self.show_part: Function  # the same, for compiled code to call
        self.codes: Any  # the type that holds a code
        self.over: int | None = None  # in tables, the code of a game that is over
        try:
            self.table = GameTable(game, shown, entries)
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
        packed = pack_actions(legal, counts)
        self.data = (successors, successors.ravel(), legal, counts, words, packed)
        self.parts = {"step": step_in_table, "pick": pick_in_table}
        self.pick_all = compiled(pick_from_words) if len(packed) else compiled(pick_random, **self.parts)
        self.show_part = compiled_part(show_from_table)
        self.show = compiled(show_from_table)
        self.start, self.codes = 0, np.int32

    def _use_kernel(self, kernel: Kernel[Any]) -> None:
        parts: dict[str, Function] = {"step": kernel.step, "observe": kernel.observe, **kernel.moving}
        self.frames.in_words = False
        self.data = (kernel.numbers, np.zeros((1, kernel.actions), np.int8))  # the second for its width
        generic: dict[str, Function] = {"step": step_to_position, "pick": pick_by_kernel}
        self.parts = {name: compiled_part(function, **parts) for name, function in generic.items()}
        self.pick_all = compiled(pick_random, **self.parts)
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


def stepper_of(game: Game[Any, Any], dtype: Any = None, entries: int | None = None) -> Stepper:
    """How to move games of this kind; NoKernel where it is too large for tables and has no kernel."""
    try:
        return Stepper(game, dtype, entries)
    except (TooManyPositions, TypeError) as error:  # TypeError: it has no features
        raise NoKernel(str(error)) from None


def pack_actions(legal: Array, counts: Array) -> Array:
    """A word for each position: its legal actions from the lowest bits on, their number in the highest ones.

    No words where there are too many actions.
    """
    actions = legal.shape[1]
    if actions > MOST_PACKED:
        return np.empty(0, np.uint64)
    words: Array = counts.astype(np.uint64) << COUNT_AT
    for place in range(actions):
        words |= legal[:, place].astype(np.uint64) << np.uint64(ACTION_BITS * place)
    return words


# Everything below is compiled.


def step_in_table(data: Any, code: int, action: int) -> int:
    """What an action leads to, looked up."""
    return int(data[SUCCESSORS][np.uint64(code), np.uint64(action)])


def pick_in_table(data: Any, code: int, bits: Any) -> int:
    """A legal action, looked up."""
    row = np.uint64(code)
    return int(data[LEGAL][row, scaled(bits, data[COUNTS][row])])


def step_to_position(data: Any, code: int, action: int) -> int:
    """What an action leads to; that it wins, if the other player cannot move then."""
    after = int(step(data[0], code, action))
    return after if after < 0 or can_move(data, after) else MOVER_WINS


def can_move(data: Any, code: int) -> bool:
    """Whether any action is legal."""
    unpacked = unpack(data[0], code)
    for action in range(data[1].shape[1]):  # noqa: SIM110 - compiled code has no generators
        if play(data[0], unpacked, action) != ILLEGAL:
            return True
    return False


def pick_by_kernel(data: Any, code: int, bits: Any) -> int:
    """A legal action, found by trying all."""
    unpacked, count = unpack(data[0], code), 0
    for action in range(data[1].shape[1]):
        count += play(data[0], unpacked, action) != ILLEGAL
    wanted = int(scaled(bits, count))
    for action in range(data[1].shape[1]):
        if play(data[0], unpacked, action) != ILLEGAL:
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


def pick_from_words(data: Any, codes: Array, rngs: Array, actions: Array, span: Span) -> int:
    """What `pick_random` does, where legal actions are packed in words; in half the time.

    All that is looked up is one word a game. The rest only computes, many games at once.
    """
    for first in range(span[0], span[1], BLOCK):
        block = (np.uint64(first), np.uint64(min(first + BLOCK, span[1])))
        for i in range(block[0], block[1]):
            actions[i] = np.int64(data[PACKED][np.uint64(codes[i])])
        for i in range(block[0], block[1]):
            rng = next_rng(rngs[i])
            rngs[i] = rng
            word = np.uint64(actions[i])
            place = scaled(random_bits(rng), word >> COUNT_AT)
            actions[i] = np.int64((word >> (place * np.uint64(ACTION_BITS))) & ACTION)
    return ALL_VALID


def show_from_table(data: Any, codes: Array, words: Array, span: Span) -> None:
    """Copy the row of every position, or for a mark the row of a game that is over.

    Of short rows the compiler knows the length.
    """
    rows = np.uint64(len(data[COUNTS]))
    width = np.uint64(len(data[SHOWN])) // rows
    if width == 1:
        copy_words(data[SHOWN], codes, words, rows, span)
    elif width == 2:
        copy_pairs(data[SHOWN], codes, words, rows, span)
    elif width == 3:
        copy_triples(data[SHOWN], codes, words, rows, span)
    else:
        copy_rows(data[SHOWN], codes, words, (rows, width), span)


def row_of(code: Any, rows: Any) -> Any:
    """The row of a code: the last one for a mark."""
    return np.uint64(code) if code >= 0 else rows - np.uint64(1)


def copy_words(shown: Array, codes: Array, words: Array, rows: Any, span: Span) -> None:
    """Copy rows of one word."""
    for i in range(np.uint64(span[0]), np.uint64(span[1])):
        words[i] = shown[row_of(codes[i], rows)]


def copy_pairs(shown: Array, codes: Array, words: Array, rows: Any, span: Span) -> None:
    """Copy rows of two words: both are read before one is written, and so read and written at once."""
    two, one = np.uint64(2), np.uint64(1)
    for i in range(np.uint64(span[0]), np.uint64(span[1])):
        row = row_of(codes[i], rows) * two
        first, second = shown[row], shown[row + one]
        words[i * two], words[i * two + one] = first, second


def copy_triples(shown: Array, codes: Array, words: Array, rows: Any, span: Span) -> None:
    """Copy rows of three words, in the same way."""
    three, two, one = np.uint64(3), np.uint64(2), np.uint64(1)
    for i in range(np.uint64(span[0]), np.uint64(span[1])):
        row = row_of(codes[i], rows) * three
        first, second, third = shown[row], shown[row + one], shown[row + two]
        words[i * three], words[i * three + one], words[i * three + two] = first, second, third


def copy_rows(shown: Array, codes: Array, words: Array, shape: Any, span: Span) -> None:
    """Copy rows of any number of words."""
    rows, width = shape
    for i in range(np.uint64(span[0]), np.uint64(span[1])):
        row = row_of(codes[i], rows) * width
        for word in range(width):
            words[i * width + word] = shown[row + word]


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
        unpacked = unpack(data[0], code)
        for action in range(mask.shape[1]):
            mask[row, action] = play(data[0], unpacked, action) != ILLEGAL
