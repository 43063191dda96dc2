"""Rows: how positions lie in memory, and rows of their own for whoever asks for one."""

from itertools import chain, repeat, starmap
from struct import Struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

Row = NDArray[np.signedinteger[Any]]
# An observation, a mask, and the memory that both lie in, with the part of it that is theirs.
Fresh = tuple[Row, Row, memoryview, slice]

_MANY, _FEW = 64, 8  # rows made at once
_BYTES = 4096  # that they take, unless they are wide: whoever keeps one of them keeps all


class Layout:
    """How a position lies in memory: 1 for an agent that is to move, the features, the mask of legal actions.

    >>> layout = Layout(2, 3, np.dtype(np.int16))
    >>> layout.observation(packed := layout.pack(1, 20, -5, bytes([1, 0, 1])))
    array([20, -5], dtype=int16)
    >>> layout.view(packed)
    array([ 1, 20, -5], dtype=int16)
    """

    def __init__(self, features: int, actions: int, dtype: "np.dtype[Any]") -> None:
        self.features, self.actions, self.dtype = features, actions, dtype
        kind = dtype.char if dtype.itemsize < 8 else "q"
        packing = Struct(f"={features + 1}{kind}{actions}s")
        self.pack = packing.pack
        self.mask_at, self.size = packing.size - actions, packing.size

    def __reduce__(self) -> Any:
        return Layout, (self.features, self.actions, self.dtype)

    def observation(self, packed: bytes) -> Row:
        """The features, which nobody can write to."""
        return np.frombuffer(packed, self.dtype, self.features, self.dtype.itemsize)

    def view(self, packed: bytes) -> Row:
        """The features after the mark of an agent that is to move; nobody can write to them."""
        return np.frombuffer(packed, self.dtype, self.features + 1)


class FreshRows(chain[Fresh]):
    """Observations and masks without end that share memory with no others, to be filled by their taker.

    Many are made at once, and filled from bytes, which takes less time than to copy two arrays.

    >>> layout = Layout(2, 3, np.dtype(np.int16))
    >>> observation, mask, memory, part = next(fresh_rows(layout))
    >>> memory[part] = layout.pack(1, 20, -5, bytes([1, 0, 1]))
    >>> observation, mask
    (array([20, -5], dtype=int16), array([1, 0, 1], dtype=int8))
    """

    made_by: tuple[Layout, bool]

    def __reduce__(self) -> Any:
        return fresh_rows, self.made_by  # a copy of an environment takes rows of its own


def fresh_rows(layout: Layout, marked: bool = False) -> FreshRows:
    """Rows of a layout; observations begin with the mark of an agent that is to move, if they are `marked`."""
    width = layout.dtype.itemsize
    stride = -(-layout.size // width) * width
    count = max(_FEW, min(_MANY, _BYTES // stride))
    parts = tuple(slice(at, at + layout.size) for at in range(0, count * stride, stride))
    seen = (count, layout.features + marked), layout.dtype, 0 if marked else width, (stride, width)
    masks = (count, layout.actions), np.dtype(np.int8), layout.mask_at, (stride, 1)

    def block() -> "zip[Fresh]":
        memory = bytearray(count * stride)
        rows = (
            np.ndarray(shape, dtype, memory, offset, strides) for shape, dtype, offset, strides in (seen, masks)
        )
        return zip(*rows, repeat(memoryview(memory)), parts, strict=False)

    rows = FreshRows.from_iterable(starmap(block, repeat(())))
    rows.made_by = layout, marked
    return rows
