"""SplitMix64: random numbers that are the same in plain Python and in compiled code."""

_WORD = 2**64 - 1


class SplitMix64:
    """A stream of random numbers that a seed fixes: splitmix64, by Steele, Lea and Flood.

    It is written by hand because compiled code draws the very same stream (`rng.py`), bit for bit: so one
    environment plays the games that many at once play, and a tree search comes to the same in both. No
    library promises that of its generators.

    >>> rng = SplitMix64(7)
    >>> [rng.below(10) for _ in range(8)], rng.happens(0.5)
    ([3, 0, 9, 5, 4, 2, 4, 3], True)
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _WORD

    def next(self) -> int:
        """The next 64 bits."""
        self.state = word = (self.state + 0x9E3779B97F4A7C15) & _WORD
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
        return word ^ (word >> 31)

    def below(self, count: int) -> int:
        """A number from 0 to `count - 1`, each as likely as the others but for `count` parts in 2**32."""
        return ((self.next() >> 32) * count) >> 32

    def happens(self, probability: float) -> bool:
        """Whether something of this probability happens."""
        return (self.next() >> 11) * 2.0**-53 < probability
