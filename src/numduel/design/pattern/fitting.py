"""Fitting: the rule of each family that says what a list of outcomes says, if there is one."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import log2

from .features import BASES, Feature, digits
from .ranges import Point
from .rules import (
    FAMILY_BITS,
    Quantity,
    Row,
    Rows,
    Rule,
    Sample,
    bits_of_number,
    bits_of_subset,
    listed_numbers,
)

MOST_EXCEPTIONS = 8
CYCLES = 3  # how many settings there must be for each value of a feature,
FEWEST = 2  # and how often each value must come up
MOST_BORDERS = 3
FEWEST_ALIKE = 4  # digits that are told by their remainder instead of one by one


def fit_constant(sample: Sample) -> Rule | None:
    """That all settings are alike, some at the low end left aside."""
    outcome = sample.rows[-1][1]
    found = with_exceptions(sample, lambda point: outcome)
    if found is None:
        return None
    wrong, bits = found
    bits += FAMILY_BITS + 1
    return Rule("constant", "", bits, lambda point: outcome, not outcome, frozenset(wrong))


def with_exceptions(sample: Sample, test: Callable[[Point], bool]) -> tuple[list[Point], float] | None:
    """The settings that a rule gets wrong, where they are few and low, and the bits that list them."""
    if any(test(point) != has for point, has in sample.upper):
        return None
    wrong = [point for point, has in sample.rows[: sample.low] if test(point) != has]
    if len(wrong) > MOST_EXCEPTIONS:
        return None
    return wrong, len(wrong) * (log2(sample.low + 1) + 1)


def fit_feature(sample: Sample, feature: Feature) -> Rule | None:
    """The rule by which the values of a feature decide the outcome."""
    known = next(filter(None, (_table(part, feature) for part in sample.parts)), None)
    if known is None or len(sample.rows) < CYCLES * len(known):
        return None
    yes = [value for value in feature.values if known[value]]
    opposite = 2 * len(yes) > len(feature.values)
    told = tuple(value for value in feature.values if (value in yes) != opposite)

    def test(point: Point) -> bool:
        return (feature.of(point) in told) != opposite

    kept = with_exceptions(sample, test) if told else None
    return None if kept is None else _feature_rule(feature, told, opposite, test, kept)


def _feature_rule(
    feature: Feature,
    told: tuple[int, ...],
    opposite: bool,
    test: Callable[[Point], bool],
    kept: tuple[list[Point], float],
) -> Rule:
    wrong, more = kept
    return Rule(
        "period" if wrong and feature.family == "residues" else feature.family,
        feature.clause(told),
        FAMILY_BITS + feature.bits + bits_of_subset(len(told), len(feature.values)) + more,
        test,
        opposite,
        frozenset(wrong),
        details={**feature.details, "values": list(told)},
    )


def _table(rows: Rows, feature: Feature) -> dict[int, bool] | None:
    """The outcome for each value of a feature; None where settings contradict each other, or are too few."""
    known: dict[int, bool] = {}
    met: Counter[int] = Counter()
    for point, has in rows:
        value = feature.of(point)
        if known.setdefault(value, has) != has:
            return None
        met[value] += 1
    return known if all(met[value] >= FEWEST for value in feature.values) else None


def fit_digit_sets(sample: Sample, quantity: Quantity) -> Iterator[Rule]:
    """Rules that every digit is one of some, perhaps with a word about the last digit."""
    for base in BASES:
        for outcome in (True, False):
            for part in sample.parts:
                rule = _fit_digit_set(sample, part, quantity, base, outcome)
                if rule is not None:
                    yield rule
                    break


def _fit_digit_set(sample: Sample, part: Rows, quantity: Quantity, base: int, outcome: bool) -> Rule | None:
    allowed: set[int] = set()
    last: set[int] = set()
    having = 0
    for point, has in part:
        if has == outcome:
            found = digits(quantity.of(point), base)
            allowed.update(found)
            last.update(found[:1])
            having += 1
            if len(allowed) == base:
                return None
    if not allowed or having < FEWEST * len(allowed):
        return None
    for ends in (allowed, last):

        def test(point: Point, ends: set[int] = ends) -> bool:
            found = digits(quantity.of(point), base)
            return (allowed.issuperset(found) and (not found or found[0] in ends)) == outcome

        kept = with_exceptions(sample, test)
        if kept is not None:
            return _digit_set_rule(quantity, base, (allowed, ends), outcome, test, kept)
    return None


def _digit_set_rule(
    quantity: Quantity,
    base: int,
    sets: tuple[set[int], set[int]],
    outcome: bool,
    test: Callable[[Point], bool],
    kept: tuple[list[Point], float],
) -> Rule:
    allowed, ends = sets
    told, bits = _digits_in_words(allowed, base)
    clause = f"every base-{base} digit of {quantity.words} is {told}"
    bits += FAMILY_BITS + quantity.bits + bits_of_number(base) + 1
    details = {"of": quantity.words, "base": base, "digits": sorted(allowed)}
    if ends != allowed:
        clause += f" and the last one is {listed_numbers(sorted(ends))}"
        bits += bits_of_subset(len(ends), len(allowed))
        details["last"] = sorted(ends)
    return Rule("digits", clause, bits + kept[1], test, not outcome, frozenset(kept[0]), details=details)


def _digits_in_words(chosen: set[int], base: int) -> tuple[str, float]:
    """Digits as people say them, and how many bits that takes: many that leave one remainder by that."""
    told, bits = listed_numbers(sorted(chosen)), bits_of_subset(len(chosen), base)
    for modulus in range(2, 1 + base // FEWEST_ALIKE):
        first = min(chosen) % modulus
        if chosen == set(range(first, base, modulus)):
            what = ("even", "odd")[first] if modulus == 2 else f"{first} more than a multiple of {modulus}"
            what = f"a multiple of {modulus}" if modulus > 2 and first == 0 else what
            return what, min(bits, bits_of_number(modulus) + log2(modulus))
    return told, bits


def fit_thresholds(sample: Sample, quantity: Quantity) -> Rule | None:
    """The rule that a quantity lies on one side of a border, or between two or three of them."""
    at: dict[int, bool] = {}
    for point, has in sample.rows:
        if at.setdefault(quantity.of(point), has) != has:
            return None
    numbers = sorted(at)
    borders = [high for low, high in pairwise(numbers) if at[low] != at[high]]
    if not 0 < len(borders) <= MOST_BORDERS:
        return None
    first = at[numbers[0]]
    clauses = {outcome: _between(quantity.words, borders, first == outcome) for outcome in (True, False)}
    opposite = clauses[False].count(" or ") < clauses[True].count(" or ")
    return Rule(
        "threshold",
        clauses[not opposite],
        FAMILY_BITS + quantity.bits + 2 + len(borders) * log2(len(numbers) + 1),
        lambda point: (bisect_right(borders, quantity.of(point)) % 2 == 0) == first,
        opposite,
        details={"of": quantity.words, "borders": borders},
    )


def _between(words: str, borders: list[int], at_first: bool) -> str:
    """Every other part between borders, as a clause."""
    edges: list[int | None] = [None, *borders, None]
    parts = list(pairwise(edges))[0 if at_first else 1 :: 2]
    return f"{words} is {' or '.join(_part(low, high) for low, high in parts)}"


def _part(low: int | None, high: int | None) -> str:
    if low is None:
        return f"at most {(high or 0) - 1:,}"
    if high is None:
        return f"at least {low:,}"
    return f"from {low:,} to {high - 1:,}" if low < high - 1 else f"{low:,}"


def fits(rule: Rule, rows: Rows) -> bool:
    """Whether a rule says of every row what the row says."""

    def right(row: Row) -> bool:
        return rule.holds(row[0]) == row[1]

    return all(map(right, rows))
