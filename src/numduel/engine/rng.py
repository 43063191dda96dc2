"""Luck in compiled code: splitmix64, of which a stream is one number.

`adapters.luck.Luck` draws the same numbers in Python.
"""

from typing import Any

import numpy as np


def next_luck(luck: Any) -> Any:
    """The state of a stream of luck one draw further on."""
    return luck + np.uint64(0x9E3779B97F4A7C15)


def draw_of(luck: Any) -> Any:
    """64 random bits from the state of a stream: the same as `adapters.luck.Luck` gives."""
    mixed = (luck ^ (luck >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def scaled(draw: Any, count: int) -> Any:
    """A number below `count` from 64 random bits: their upper half, scaled."""
    # It stays unsigned: an index that might be negative takes longer to look up.
    return ((draw >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32)
