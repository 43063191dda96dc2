"""Search: every rule that fits the settings it is found on, the shortest first, tested on other settings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...core.game import Game
from ...core.integers import count
from ...core.settings import SettingError
from ...core.verdict import Value
from ...engine.limits import Limits
from .features import BASES, digit_features, features_of, joint_remainders
from .fitting import fit_constant, fit_digit_sets, fit_feature, fit_thresholds
from .machine_rules import fit_automata
from .quantities import quantities, shifted
from .ranges import Axes, Point, beyond, check_axes, check_number, points
from .rules import Rows, Rule, Sample, bits_of_list
from .values import Report, Surveyor, Values

FEWEST_SETTINGS = 12
MOST_RULES = 10  # that are told of one outcome
MOST_COMPARED = 60  # rules that fit, of which those that say the same are dropped
ASKED = (Value.WIN, Value.LOSS, Value.DRAW, Value.ENDLESS)


@dataclass(frozen=True)
class Tested:
    """A rule that fits every setting it was found on, and how it did on the others."""

    rule: Rule
    found_on: int
    tested_on: int
    held: int
    counterexample: Point | None  # the first

    @property
    def held_always(self) -> bool:
        """Whether no other setting contradicts it; not so where none was tested."""
        return 0 < self.tested_on == self.held


@dataclass(frozen=True)
class Answer:
    """The rules that tell an outcome, those that held first, and of those the simplest."""

    outcome: Value
    rules: tuple[Tested, ...]


@dataclass(frozen=True)
class Findings:
    """What was found over settings of a game, from their values alone.

    `other` is the outcome of all settings that do not have the one asked for; None where there are several.
    """

    game: Game[Any, Any]
    over: Axes
    test: Axes
    found_on: dict[Point, Value]
    tested_on: dict[Point, Value]
    unsolved: int
    answers: tuple[Answer, ...]
    other: Value | None


def find_patterns(
    game: Game[Any, Any],
    over: Axes,
    test: Axes | None = None,
    limits: Limits | None = None,
    report: Report | None = None,
) -> Findings:
    """What decides the winner of a game over ranges of one or two settings.

    Rules are found on the settings of `over` and tested on those of `test` that lie outside it: where none
    is given, on about as many again that follow. Where a setting cannot go higher, the highest third of
    `over` is kept back for the test.
    """
    check_axes(type(game), over)
    asked_for = beyond(type(game), over) if test is None else test
    _check_test(type(game), over, asked_for)
    over, asked_for = _split(over) if test is None and asked_for == over else (over, asked_for)
    check_number(over, asked_for)
    surveyor = Surveyor(game, [axis.name for axis in over], limits, report)
    inside = set(points(over))
    found = surveyor.solve(points(over))
    _check_enough(found)
    others = surveyor.solve(point for point in points(asked_for) if point not in inside)
    answers, other = _answers(found.known, others.known, tuple(axis.name for axis in over))
    unsolved = found.unsolved + others.unsolved
    return Findings(game, over, asked_for, found.known, others.known, unsolved, answers, other)


def _check_test(kind: type[Game[Any, Any]], over: Axes, test: Axes) -> None:
    check_axes(kind, test)
    if [axis.name for axis in over] != [axis.name for axis in test]:
        named = " and ".join(axis.name for axis in over)
        raise SettingError(f"a pattern is tested over what it is found over: {named}")


def _split(over: Axes) -> tuple[Axes, Axes]:
    """The lower two thirds of a range, and the rest of it."""
    *most, last = over
    border = last.last - len(last) // 3
    return (*most, replace(last, last=border)), (*most, replace(last, first=border + 1))


def _check_enough(found: Values) -> None:
    if len(found.known) < FEWEST_SETTINGS:
        solved = count(len(found.known), "setting")
        cut = f", with {found.unsolved:,} too large to be solved" if found.unsolved else ""
        needed = f"a pattern needs at least {FEWEST_SETTINGS} settings"
        raise TooFewSettings(f"{needed}, and only {solved} can be used{cut}")


class TooFewSettings(SettingError):
    """Fewer settings can be played and solved than a pattern can be found on."""


def _answers(
    found: dict[Point, Value], others: dict[Point, Value], names: tuple[str, ...]
) -> tuple[tuple[Answer, ...], Value | None]:
    """The rules for each outcome; with two outcomes, those for one tell the other."""
    present = [value for value in ASKED if value in {*found.values(), *others.values()}]
    asked = present[:1] if len(present) <= 2 else [value for value in present if value in found.values()]
    answers = []
    for outcome in asked:
        rows = [(point, value is outcome) for point, value in sorted(found.items())]
        tests = [(point, value is outcome) for point, value in sorted(others.items())]
        answers.append(Answer(outcome, tuple(_rules(rows, tests, names))))
    return tuple(answers), present[1] if len(present) == 2 else None


def _rules(rows: Rows, tests: Rows, names: tuple[str, ...]) -> Sequence[Tested]:
    """The rules that fit, tested: simple ones; automata too, where no simple one holds on the others."""
    sample = Sample(rows, names)
    tested = _tested(_simple(sample), rows, tests)
    if not any(each.held_always for each in tested):
        tested += _tested(fit_automata(sample), rows, tests)
    tested.sort(key=lambda each: (not each.held_always, each.rule.is_automaton, each.rule.bits))
    return tested[:MOST_RULES]


def _tested(rules: Iterator[Rule], rows: Rows, tests: Rows) -> list[Tested]:
    """Rules shorter than what they tell, tested; of those that say the same everywhere only the shortest."""
    most = bits_of_list(rows)
    fitting = sorted((rule for rule in rules if rule.bits <= most), key=lambda rule: rule.bits)
    every = [point for part in (rows, tests) for point, _ in part]
    known: dict[bytes, Rule] = {}
    for rule in fitting[:MOST_COMPARED]:
        known.setdefault(bytes(map(rule.holds, every)), rule)
    return [_test(rule, rows, tests) for rule in known.values()]


def _test(rule: Rule, rows: Rows, tests: Rows) -> Tested:
    wrong = [point for point, has in tests if rule.holds(point) != has]
    return Tested(rule, len(rows), len(tests), len(tests) - len(wrong), wrong[0] if wrong else None)


def _simple(sample: Sample) -> Iterator[Rule]:
    """Every rule that is no automaton and fits."""
    rows, names = sample.rows, sample.names
    found = [fit_constant(sample)]
    for quantity in quantities(rows, names):
        found.append(fit_thresholds(sample, quantity))
        found += [fit_feature(sample, feature) for feature in features_of(quantity)]
        found += fit_digit_sets(sample, quantity)
    for quantity in shifted(rows, names):
        kinds = (feature for base in BASES for feature in digit_features(quantity, base))
        found += [fit_feature(sample, kind) for kind in kinds]
        found += fit_digit_sets(sample, quantity)
    if len(names) == 2:
        found += [fit_feature(sample, feature) for feature in joint_remainders((names[0], names[1]))]
    return (rule for rule in found if rule is not None)
