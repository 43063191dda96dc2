"""Rows: how positions lie in memory, and rows of their own for whoever asks for one."""

from collections.abc import Callable
from itertools import chain, repeat, starmap
from struct import Struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

Row = NDArray[np.signedinteger[Any]]
# An observation, a mask, and the memory that both lie in, with the part of it that is theirs.
Fresh = tuple[Row, Row, memoryview, slice]

_MANY, _FEW = 256, 8  # rows made at once
_BYTES = 16 * 1024  # that they take, unless they are wide: whoever keeps one of them keeps all


class Layout:
    """How a position lies in memory: its features, then the mask of legal actions.

    >>> layout = Layout(2, 3, np.dtype(np.int16))
    >>> layout.observation(packed := layout.pack(20, -5) + bytes([1, 0, 1]))
    array([20, -5], dtype=int16)
    >>> layout.marked(1, packed)
    array([ 1, 20, -5], dtype=int16)
    """

    def __init__(self, features: int, actions: int, dtype: "np.dtype[Any]") -> None:
        self.features, self.actions, self.dtype = features, actions, dtype
        self._letter = dtype.char if dtype.itemsize < 8 else "q"
        self.mask_at = features * dtype.itemsize
        self.size = self.mask_at + actions
        self.pack = Struct(f"={features}{self._letter}").pack
        self.mark = Struct(f"={self._letter}").pack  # what PettingZoo's agents see first

    def __reduce__(self) -> Any:
        return Layout, (self.features, self.actions, self.dtype)

    def packers(self, fewest: int) -> dict[int, Callable[..., bytes]]:
        r"""What lays out so many features or more, by how many they are; those that are not given are 0.

        >>> [pack(*range(1, 1 + given)) for given, pack in Layout(3, 0, np.dtype(np.int8)).packers(1).items()]
        [b'\x01\x00\x00', b'\x01\x02\x00', b'\x01\x02\x03']
        """
        letter, width = self._letter, self.dtype.itemsize
        return {
            given: Struct(f"={given}{letter}{(self.features - given) * width}x").pack
            for given in range(fewest, self.features + 1)
        }

    def observation(self, packed: bytes) -> Row:
        """The features, which nobody can write to."""
        return np.frombuffer(packed, self.dtype, self.features)

    def marked(self, mark: int, packed: bytes) -> Row:
        """The features after a mark; nobody can write to them."""
        return np.frombuffer(self.mark(mark) + packed, self.dtype, self.features + 1)


class FreshRows(chain[Fresh]):
    """Observations and masks without end that share memory with no others; whoever takes them fills them.

    Many are made at once, and filled from bytes, which takes less time than to copy two arrays.

    >>> layout = Layout(2, 3, np.dtype(np.int16))
    >>> observation, mask, memory, part = next(fresh_rows(layout))
    >>> memory[part] = layout.pack(20, -5) + bytes([1, 0, 1])
    >>> observation, mask
    (array([20, -5], dtype=int16), array([1, 0, 1], dtype=int8))
    """

    made_by: tuple[Layout, int | None, bytes]

    def __reduce__(self) -> Any:
        return fresh_rows, self.made_by  # a copy of an environment takes rows of its own


def fresh_rows(layout: Layout, mark: int | None = None, packed: bytes = b"") -> FreshRows:
    """Rows of a layout, filled with `packed` at first; observations begin with the mark, if there is one."""
    width = layout.dtype.itemsize
    stride = width * (1 - (-layout.size // width))  # a mark comes first, shown or not
    count = max(_FEW, min(_MANY, _BYTES // stride))
    parts = tuple(slice(at, at + layout.size) for at in range(width, count * stride, stride))
    filling = (layout.mark(mark or 0) + packed).ljust(stride, b"\0") * count
    first, shape = (width, (count, layout.features)) if mark is None else (0, (count, layout.features + 1))
    masks = count, layout.actions

    def block() -> "zip[Fresh]":
        memory = bytearray(filling)
        seen = np.ndarray(shape, layout.dtype, memory, first, (stride, width))
        legal = np.ndarray(masks, np.int8, memory, width + layout.mask_at, (stride, 1))
        return zip(seen, legal, repeat(memoryview(memory)), parts, strict=False)

    rows: Any = FreshRows.from_iterable(starmap(block, repeat(())))  # one of them, though declared a chain
    rows.made_by = layout, mark, packed
    fresh: FreshRows = rows
    return fresh
