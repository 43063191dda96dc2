"""Glicko-2: ratings of people and puzzles that know how sure they are.

After Mark Glickman, "Example of the Glicko-2 system" (2022); its worked example is a test.
"""

import dataclasses
from collections.abc import Sequence
from math import exp, log, pi, sqrt

SCALE = 173.7178
TAU = 0.5  # how much volatility may change
_CLOSE = 1e-6


@dataclasses.dataclass(frozen=True, slots=True)
class Rating:
    """A rating, its deviation (two of them to each side hold 95 % of what is likely), and its volatility."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


def expected(one: Rating, other: Rating) -> float:
    """The chance that one beats the other.

    >>> round(expected(Rating(1500, 200), Rating(1400, 30)), 3)
    0.639
    """
    return _expected((one.rating - 1500) / SCALE, (other.rating - 1500) / SCALE, other.deviation / SCALE)


def _g(deviation: float) -> float:
    return 1 / sqrt(1 + 3 * (deviation / pi) ** 2)


def _expected(mu: float, other: float, deviation: float) -> float:
    return 1 / (1 + exp(-_g(deviation) * (mu - other)))


def rated(before: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """A rating after results (1 for a win, 0 for a loss) against others, all of one period."""
    mu, phi = (before.rating - 1500) / SCALE, before.deviation / SCALE
    if not results:
        return _after(mu, sqrt(phi**2 + before.volatility**2), before.volatility)
    variance = surprise = 0.0
    for other, score in results:
        there, deviation = (other.rating - 1500) / SCALE, other.deviation / SCALE
        chance = _expected(mu, there, deviation)
        variance += _g(deviation) ** 2 * chance * (1 - chance)
        surprise += _g(deviation) * (score - chance)
    variance = 1 / variance
    volatility = _volatility(phi, before.volatility, variance, variance * surprise)
    wider = phi**2 + volatility**2
    phi = 1 / sqrt(1 / wider + 1 / variance)
    return _after(mu + phi**2 * surprise, phi, volatility)


def _after(mu: float, phi: float, volatility: float) -> Rating:
    return Rating(SCALE * mu + 1500, min(SCALE * phi, 350.0), volatility)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """The new volatility: the zero of a function, by the Illinois method."""

    def f(x: float) -> float:
        wide = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - wide) / (2 * wide**2) - (x - start) / TAU**2

    low = start = log(sigma**2)
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
