"""Random numbers in compiled code: splitmix64, whose state is one number.

`splitmix.SplitMix64` draws the same numbers in Python.
"""

from typing import Any

import numpy as np


def next_rng(rng: Any) -> Any:
    """The state of a generator one draw further on."""
    return rng + np.uint64(0x9E3779B97F4A7C15)


def random_bits(rng: Any) -> Any:
    """64 random bits from the state of a generator: the same as `splitmix.SplitMix64` gives."""
    mixed = (rng ^ (rng >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def scaled(bits: Any, count: Any) -> Any:
    """A number below `count` from 64 random bits: their upper half, scaled."""
    # It stays unsigned: an index that might be negative takes longer to look up.
    return ((bits >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32)
