"""Integers of any size as text: read strictly, written in full, or shortened for a screen.

Python refuses to turn integers of more than 4,300 digits into text and takes quadratic time below that,
so nothing here writes a long number in one piece.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

LONGEST_SHOWN = 40  # digits; a longer number is shortened
_TOO_LONG = 10**LONGEST_SHOWN
HEAD = TAIL = 10
_PIECE = 640  # digits that Python converts by itself, however low PYTHONINTMAXSTRDIGITS is


@lru_cache(maxsize=64)
def _power_of_ten(exponent: int) -> int:
    return int(10**exponent)


def read_integer(text: str) -> int | None:
    """The integer that `text` spells with ASCII digits and at most a minus sign, or None.

    >>> read_integer("-24"), read_integer("05"), read_integer("1_0")
    (-24, None, None)
    """
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()) or (digits[0] == "0" and text != "0"):
        return None
    value = 0
    for start in range(0, len(digits), _PIECE):
        piece = digits[start : start + _PIECE]
        value = value * _power_of_ten(len(piece)) + int(piece)
    return -value if text.startswith("-") else value


def write_integer(value: int) -> str:
    """All digits of `value`, however many there are."""
    pieces: list[str] = []
    rest = abs(value)
    while rest >= _power_of_ten(_PIECE):
        rest, piece = divmod(rest, _power_of_ten(_PIECE))
        pieces.append(f"{piece:0{_PIECE}d}")
    pieces.append(str(rest))
    return "-" * (value < 0) + "".join(reversed(pieces))


def count_digits(value: int) -> int:
    """How many decimal digits `value` has, the sign left aside.

    >>> [count_digits(n) for n in (0, 9, 10, -999, 1000)]
    [1, 1, 2, 3, 4]
    """
    size = abs(value)
    # log10(2) is taken from below, so that the first estimate is never too large.
    digits = max((size.bit_length() - 1) * 30102999 // 100000000, 1)
    while size >= _power_of_ten(digits):
        digits += 1
    return digits


def show_integer(value: int, separator: str = "") -> str:
    """`value` for a screen: in full, or its first digits, last digits and how many there are.

    >>> show_integer(-7), show_integer(1000, ",")
    ('-7', '1,000')
    >>> show_integer(2**200)
    '1606938044...2835301376 (61 digits)'
    """
    size = abs(value)
    if size < 1000:  # nothing to separate, and quicker: most numbers are small
        return str(value)
    if size < _TOO_LONG:
        return format(value, separator)
    digits = count_digits(size)
    head = size // _power_of_ten(digits - HEAD)
    tail = size % _power_of_ten(TAIL)
    return f"{'-' * (value < 0)}{head}...{tail:0{TAIL}d} ({digits:,} digits)"


def count(number: int, noun: str) -> str:
    """A number of things, in the right form.

    >>> count(0, "move"), count(1, "position"), count(1200, "position")
    ('0 moves', '1 position', '1,200 positions')
    """
    return f"{show_integer(number, ',')} {noun}{'s' * (number != 1)}"


def show_integers(values: Sequence[int], most: int = 20) -> str:
    """A list of integers for a screen, its middle left out where it is long.

    >>> show_integers((5, 8)), show_integers(())
    ('[5, 8]', '[]')
    >>> show_integers((1,) * 1000, most=4)
    '[1, 1, ... 996 more ..., 1, 1]'
    """
    if len(values) <= most:
        return f"[{', '.join(map(show_integer, values))}]"
    half = most // 2
    head, tail = ([show_integer(value) for value in part] for part in (values[:half], values[-half:]))
    return f"[{', '.join([*head, f'... {len(values) - 2 * half:,} more ...', *tail])}]"


def shorten_integers(text: str) -> str:
    """`text` with each very long number in it written as on a screen.

    >>> shorten_integers(f"leaves {2**200} alone")
    'leaves 1606938044...2835301376 (61 digits) alone'
    """
    if len(text) <= LONGEST_SHOWN:
        return text
    return re.sub(rf"[0-9]{{{LONGEST_SHOWN + 1},}}", lambda found: _shortened(found[0]), text)


def _shortened(digits: str) -> str:
    return f"{digits[:HEAD]}...{digits[-TAIL:]} ({len(digits):,} digits)"
