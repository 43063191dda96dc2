"""Automata as rules: which digits they read, in which base and from which end, and how they are told."""

from collections.abc import Callable, Iterator
from functools import partial
from math import log2

from ...core.settings import listed
from .automata import Automaton, Word, learn
from .features import digits
from .fitting import fits
from .ranges import Point
from .rules import FAMILY_BITS, Rows, Rule, Sample, bits_of_list, bits_of_number

BASES = {1: range(2, 11), 2: range(2, 5)}  # by how many settings there are
MOST_LEARNED = 20_000  # settings from which an automaton is learned; it is checked on all of them
SHARE = 2  # an automaton is told where it is so many times shorter than the list of outcomes
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Reader = Callable[[Point], Word]


def fit_automata(sample: Sample) -> Iterator[Rule]:
    """Rules by automata that read the digits of one setting, or of two side by side, from either end."""
    rows, names = sample.rows, sample.names
    for base in BASES[len(names)]:
        for from_left in (True, False):
            rule = _fit(rows, names, base, from_left)
            if rule is not None and SHARE * rule.bits <= bits_of_list(rows) and fits(rule, rows):
                yield rule


def _fit(rows: Rows, names: tuple[str, ...], base: int, from_left: bool) -> Rule | None:
    known = rows[:MOST_LEARNED]
    read = partial(_word, base=base, from_left=from_left)
    words = [(read(point), has) for point, has in known]
    if not from_left:
        longest = max(len(word) for word, _ in words)
        # Zeros before a number do not change it: known of longer words too, though nobody writes them so.
        words = [
            ((*word, *(0,) * more), has) for word, has in words for more in range(longest - len(word) + 1)
        ]
    automaton = learn(words, base ** len(names), skips_zeros=from_left)
    return None if automaton is None or len(automaton) < 2 else _rule(automaton, names, base, from_left, read)


def _word(point: Point, base: int, from_left: bool) -> Word:
    """The digits of one number, or pairs of digits of two, as letters."""
    every = [digits(number, base) for number in point]
    longest = max(map(len, every))
    padded = [(*found, *(0,) * (longest - len(found))) for found in every]
    columns = zip(*padded, strict=True)
    letters = [sum(one * base**place for place, one in enumerate(reversed(column))) for column in columns]
    return letters[::-1] if from_left else letters


def _rule(automaton: Automaton, names: tuple[str, ...], base: int, from_left: bool, read: Reader) -> Rule:
    states, letters = len(automaton), base ** len(names)
    ends, opposite = _ends(automaton)
    of = names[0] if len(names) == 1 else f"{names[0]} and {names[1]} side by side"
    side = f"from the {'left' if from_left else 'right'}"
    read_so = f"the automaton below, reading the base-{base} digits of {of} {side}"
    size = bits_of_number(states) + states * (letters * log2(states) + 1)
    steps = [[NAMES[after] for after in row] for row in automaton.steps]
    return Rule(
        "automaton",
        f"{read_so}, ends in {listed(ends)}",
        FAMILY_BITS + bits_of_number(base) + 1 + size,
        lambda point: automaton.run(read(point)),
        opposite,
        lines=tuple(_lines(automaton, base, len(names))),
        details={
            "of": list(names),
            "base": base,
            "reads": side,
            "states": states,
            "steps": steps,
            "ends": ends,
        },
    )


def _ends(automaton: Automaton) -> tuple[list[str], bool]:
    """The states that tell the outcome, or those that do not where they are fewer, and which of the two.

    Where only zeros lead back to the start, no number but 0 ends there, and it is left out.
    """
    after_some = {after for state, row in enumerate(automaton.steps) for after in row[state == 0 :]}
    having = [state for state in sorted(after_some) if automaton.outputs[state]]
    others = [state for state in sorted(after_some) if not automaton.outputs[state]]
    opposite = len(having) > len(others)
    return [NAMES[state] for state in (others if opposite else having)], opposite


def _lines(automaton: Automaton, base: int, numbers: int) -> Iterator[str]:
    """Where each digit, or pair of digits, leads from each state; digits that lead alike stand together."""
    for state, row in enumerate(automaton.steps):
        ways = []
        for after in dict.fromkeys(row):
            letters = [letter for letter, target in enumerate(row) if target == after]
            told = " ".join(_letter(letter, base, numbers) for letter in letters)
            ways.append(f"{told} to {NAMES[after]}")
        yield f"{NAMES[state]}{' (start)' if state == 0 else ''}: {', '.join(ways)}"


def _letter(letter: int, base: int, numbers: int) -> str:
    return str(letter) if numbers == 1 else f"{letter // base}/{letter % base}"
