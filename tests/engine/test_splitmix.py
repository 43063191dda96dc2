"""Random numbers that are the same in plain Python and in compiled code."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from numduel.engine.splitmix import SplitMix64


def test_the_rng_is_splitmix64() -> None:
    # The numbers that the authors' own program gives for this seed.
    rng = SplitMix64(1234567)
    assert [rng.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(seed=st.integers(0, 2**70), count=st.integers(1, 2**32))
def test_the_rng_draws_from_the_upper_bits(seed: int, count: int) -> None:
    rng, twin = SplitMix64(seed), SplitMix64(seed % 2**64)
    assert rng.below(count) == (twin.next() >> 32) * count // 2**32 < count
    assert rng.happens(0.25) == (twin.next() < 2**62)
    assert rng.state == twin.state


def test_the_rng_is_even() -> None:
    rng = SplitMix64(5)
    counts = np.bincount([rng.below(10) for _ in range(20_000)], minlength=10)
    assert abs(counts - 2_000).max() < 200
    assert abs(sum(rng.happens(0.3) for _ in range(20_000)) - 6_000) < 300


def test_what_is_certain_happens_and_what_is_impossible_does_not() -> None:
    rng = SplitMix64(1)
    assert all(rng.happens(1.0) for _ in range(100))
    assert not any(rng.happens(0.0) for _ in range(100))
