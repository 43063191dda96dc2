"""Digits: long numbers shortened in the middle for a page, with all of their digits where one asks."""

from .escaping import escape

LONGEST = 24  # characters of a number that stands alone
MOST_DIGITS = 4_000  # that a page carries of one number


def brief(text: str, longest: int = LONGEST) -> str:
    """A long number by its first and last digits; any other text as it is.

    >>> brief("12"), brief("1234567890" * 4), brief("1234567890", 8)
    ('12', '12345678…34567890', '123…890')
    """
    if len(text) <= longest or not text.lstrip("-").isdecimal():
        return text
    each = 8 if longest >= LONGEST else 3
    return f"{text[: each + text.startswith('-')]}…{text[-each:]}"


def in_full(text: str, name: str) -> str:
    """All digits of a number that `brief` shortens, in a note that can be opened; else nothing."""
    if brief(text) == text:
        return ""
    count = f"{len(text.lstrip('-')):,} digits"
    cut = escape(text if len(text) <= MOST_DIGITS else f"{text[:MOST_DIGITS]}…")
    identity = "".join(letter if letter.isalnum() else "-" for letter in name)
    inside = f'<summary>{count}</summary><p tabindex="0">{cut}</p>'  # it scrolls, by keyboard too
    return f'<details class="whole" id="whole-{escape(identity)}">{inside}</details>'


def size_class(text: str) -> str:
    """How large a text may be shown: a class of the style sheet, `s1` the largest."""
    length = len(text)
    return "s1" if length <= 3 else "s2" if length <= 6 else "s3" if length <= 12 else "s4"
