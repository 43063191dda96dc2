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
from .ranges import Axes, Point, beyond, check_axes, check_number, points, size
from .rules import Rows, Rule, Sample, bits_of_list
from .values import FEWEST_SETTINGS, Report, Surveyor

FEW_OTHERS = 4  # others are too few where they are less than one for so many that a rule is found on
FEWEST_TO_HOLD_BACK = -(-3 * (FEWEST_SETTINGS - 1) // 2)  # so that without a third enough are left
MOST_RULES = 10  # that are told of one outcome
MOST_COMPARED = 60  # rules that fit, of which those that say the same are dropped
Part = tuple[Axes, dict[Point, Value]]  # settings with their values, and where they lie
ASKED = (Value.WIN, Value.LOSS, Value.DRAW, Value.ENDLESS)


@dataclass(frozen=True)
class Trial:
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
    rules: tuple[Trial, ...]


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

    @property
    def fixed(self) -> str:
        """The settings that do not vary and are not the rulebook's, as in a spec."""
        varied = {axis.name for axis in self.over}
        parts = self.game.spec.partition(":")[2].split(",")
        return ",".join(part for part in parts if part.partition("=")[0] not in varied)


def find_patterns(
    game: Game[Any, Any],
    over: Axes,
    test: Axes | None = None,
    limits: Limits | None = None,
    report: Report | None = None,
) -> Findings:
    """What decides the winner of a game over ranges of one or two settings.

    Rules are found on the settings of `over` and tested on those of `test` that lie outside it: where none
    is given, on about as many again that follow. Where hardly any can follow, the highest third of `over` is
    kept back for the test.
    """
    check_axes(type(game), over)
    _check_named(size(over))
    others = beyond(type(game), over) if test is None else test
    _check_test(type(game), over, others)
    check_number(over, others)
    names = tuple(axis.name for axis in over)
    surveyor, inside = Surveyor(game, names, limits, report), set(points(over))
    found = surveyor.solve(points(over), _needed(over, test))
    if found.too_large is not None:
        raise TooFewSettings(_too_large(over, found.too_large))
    tested = surveyor.solve(point for point in points(others) if point not in inside)
    unsolved = found.unsolved + tested.unsolved
    parts = (over, found.known), (others, tested.known)
    if test is None and len(tested.known) * FEW_OTHERS < len(found.known):
        parts = _hold_back(over, {**found.known, **tested.known})
    _check_enough(len(parts[0][1]), found.unsolved)
    return _judge(game, *parts, unsolved)


def _judge(game: Game[Any, Any], found: Part, tested: Part, unsolved: int) -> Findings:
    """The findings, once all values are known."""
    (over, known), (test, others) = found, tested
    answers, other = _answers(known, others, tuple(axis.name for axis in over))
    return Findings(game, over, test, known, others, unsolved, answers, other)


def _hold_back(over: Axes, known: dict[Point, Value]) -> tuple[Part, Part]:
    """The settings below a border of the last one that varies, and the highest third, above it."""
    *most, last = over
    levels = sorted(point[-1] for point in known)
    border = levels[2 * len(levels) // 3] if levels else last.last
    low = {point: value for point, value in known.items() if point[-1] <= border}
    high = {point: value for point, value in known.items() if point[-1] > border}
    rest = replace(last, first=border + 1, last=max(levels, default=last.last))
    return ((*most, replace(last, last=border)), low), ((*most, rest), high)


def _check_test(kind: type[Game[Any, Any]], over: Axes, test: Axes) -> None:
    check_axes(kind, test)
    if [axis.name for axis in over] != [axis.name for axis in test]:
        named = " and ".join(axis.name for axis in over)
        raise SettingError(f"a pattern is tested over what it is found over: {named}")


def _check_named(number: int) -> None:
    """Refuse too few settings before any is solved, which may take long and makes them no more."""
    if number < FEWEST_SETTINGS:
        raise TooFewSettings(f"a pattern needs at least {FEWEST_SETTINGS} settings: that makes only {number}")


def _check_enough(known: int, unsolved: int) -> None:
    if known < FEWEST_SETTINGS:
        cut = f", and {unsolved:,} had too many positions" if unsolved else ""
        few = f"{count(known, 'setting')} could be solved{cut}"
        raise TooFewSettings(f"a pattern needs at least {FEWEST_SETTINGS} settings: only {few}")


def _needed(over: Axes, test: Axes | None) -> int:
    """How many settings must be solved, where each may be larger than the one before; 0 where that varies."""
    if len(over) > 1:
        return 0
    return FEWEST_SETTINGS if test is not None else FEWEST_TO_HOLD_BACK


def _too_large(over: Axes, point: Point) -> str:
    """Why there is no pattern, where settings grow, and this one and the last are too large."""
    settings = f"at least {FEWEST_SETTINGS} settings, and others to be tested on"
    name, last = over[0].name, over[0].last
    return f"a pattern needs {settings}: {name}={point[0]} and {name}={last} have too many positions"


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


def _rules(rows: Rows, tests: Rows, names: tuple[str, ...]) -> Sequence[Trial]:
    """The rules that fit, tested: simple ones; automata too, where no simple one holds on the others."""
    sample = Sample(rows, names)
    tested = _tested(_simple(sample), rows, tests)
    if not any(each.held_always for each in tested):
        tested += _tested(fit_automata(sample), rows, tests)
    tested.sort(key=lambda each: (not each.held_always, each.rule.is_automaton, each.rule.bits))
    return tested[:MOST_RULES]


def _tested(rules: Iterator[Rule], rows: Rows, tests: Rows) -> list[Trial]:
    """Rules shorter than what they tell, tested; of those that say the same everywhere only the shortest."""
    most = bits_of_list(rows)
    fitting = sorted((rule for rule in rules if rule.bits <= most), key=lambda rule: rule.bits)
    every = [point for part in (rows, tests) for point, _ in part]
    known: dict[bytes, Rule] = {}
    for rule in fitting[:MOST_COMPARED]:
        known.setdefault(bytes(map(rule.holds, every)), rule)
    return [_test(rule, rows, tests) for rule in known.values()]


def _test(rule: Rule, rows: Rows, tests: Rows) -> Trial:
    wrong = [point for point, has in tests if rule.holds(point) != has]
    return Trial(rule, len(rows), len(tests), len(tests) - len(wrong), wrong[0] if wrong else None)


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
