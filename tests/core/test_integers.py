"""Integers as text, at any size: Python's own limit on digits is never met."""

import sys
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from numduel.core.integers import (
    LONGEST_SHOWN,
    count_digits,
    read_integer,
    show_integer,
    show_integers,
    write_integer,
)

# Around every boundary the code has or Python has: pieces of 4,000 digits, and the limit of 4,300.
EXPONENTS = [1, 2, 9, 10, 18, 19, 39, 40, 41, 3999, 4000, 4001, 4299, 4300, 4301, 7999, 8000, 8001, 50_000]


@pytest.fixture(autouse=True)
def _strict_limit() -> Iterator[None]:
    """Python's default limit, whatever the environment says, so that meeting it would fail."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(4300)
    yield
    sys.set_int_max_str_digits(before)


def repeated(digits: str, times: int) -> int:
    """The integer that so many copies of `digits` write, found without writing it."""
    copies = (10 ** (len(digits) * times) - 1) // (10 ** len(digits) - 1)
    return int(digits) * int(copies)


@given(st.integers() | st.integers(-(10**60), 10**60))
def test_small_integers_are_written_as_python_does(value: int) -> None:
    assert write_integer(value) == str(value)
    assert read_integer(str(value)) == value
    assert count_digits(value) == len(str(abs(value)))


@given(st.text(alphabet="0123456789-+_ .e\u0663\u00b2\uff15", max_size=8))
def test_only_plain_ascii_integers_are_read(text: str) -> None:
    value = read_integer(text)
    assert value is None or str(value) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "--1",
        "-0",
        "00",
        "05",
        "-05",
        "+5",
        "1_0",
        " 1",
        "1 ",
        "1\n",
        "1.0",
        "1e3",
        "0x1",
        "\u0663",
        "\u00b2",
        "\uff15",
    ],
)
def test_anything_else_is_no_integer(text: str) -> None:
    assert read_integer(text) is None


def test_zero_is_read() -> None:
    assert read_integer("0") == 0


@pytest.mark.parametrize("exponent", EXPONENTS)
def test_powers_of_ten_and_their_neighbours_are_exact(exponent: int) -> None:
    power, nines = 10**exponent, 10**exponent - 1
    assert write_integer(power) == "1" + "0" * exponent
    assert write_integer(nines) == "9" * exponent
    assert write_integer(power + 1) == "1" + "0" * (exponent - 1) + "1"
    assert write_integer(-power) == "-1" + "0" * exponent
    assert read_integer("1" + "0" * exponent) == power
    assert read_integer("9" * exponent) == nines
    assert read_integer("-" + "9" * exponent) == -nines
    assert (count_digits(power), count_digits(nines), count_digits(-nines)) == (
        exponent + 1,
        exponent,
        exponent,
    )


@given(st.integers(1, 60_000), st.integers(-3, 3))
@example(4300, 0)
@example(8000, -1)
def test_digits_are_counted_right_at_every_boundary(exponent: int, away: int) -> None:
    value = 10**exponent + away
    assert count_digits(value) == (exponent + 1 if away >= 0 else exponent)


@given(st.integers(0, 200_000))
def test_digits_of_powers_of_two_are_counted_right(exponent: int) -> None:
    value = 1 << exponent
    digits = count_digits(value)
    assert 10 ** (digits - 1) <= value < 10**digits


@given(st.text(alphabet="0123456789", min_size=1, max_size=30), st.integers(1, 500), st.booleans())
def test_long_integers_read_back_as_they_were_written(digits: str, times: int, negative: bool) -> None:
    size = repeated(digits, times)
    value = -size if negative else size
    text = write_integer(value)
    assert read_integer(text) == value
    assert text.removeprefix("-") == (digits * times).lstrip("0") or size == 0


def test_fifty_thousand_digits_are_written_read_and_shown() -> None:
    value = repeated("1234567890", 5000)
    text = write_integer(value)
    assert text == "1234567890" * 5000
    assert read_integer(text) == value
    assert show_integer(value) == "1234567890...1234567890 (50,000 digits)"
    assert show_integer(-value) == "-1234567890...1234567890 (50,000 digits)"


def test_the_last_digits_that_are_shown_keep_their_zeros() -> None:
    assert show_integer(10**100) == "1000000000...0000000000 (101 digits)"
    assert show_integer(10**100 - 1) == "9999999999...9999999999 (100 digits)"
    assert show_integer(10**4300 + 7) == "1000000000...0000000007 (4,301 digits)"


def test_an_integer_is_shortened_only_where_it_is_long() -> None:
    longest = 10**LONGEST_SHOWN - 1
    assert show_integer(longest) == "9" * LONGEST_SHOWN
    assert show_integer(-longest) == "-" + "9" * LONGEST_SHOWN
    assert show_integer(longest + 1) == f"1000000000...0000000000 ({LONGEST_SHOWN + 1} digits)"


def test_a_separator_is_put_in_where_the_number_is_shown_in_full() -> None:
    assert show_integer(1000, ",") == "1,000"
    assert show_integer(-1234567, ",") == "-1,234,567"
    assert show_integer(999, ",") == "999"


@given(st.integers(-(10**200), 10**200))
def test_what_is_shown_is_the_number_or_its_ends(value: int) -> None:
    shown, full = show_integer(value), str(value)
    assert len(shown) <= LONGEST_SHOWN + 1
    if shown != full:
        head, rest = shown.split("...")
        tail, count = rest.split(maxsplit=1)
        assert full.startswith(head)
        assert full.endswith(tail)
        assert count == f"({len(full.removeprefix('-'))} digits)"


@given(st.lists(st.integers(-99, 99), max_size=60).map(tuple), st.integers(1, 15).map(lambda half: 2 * half))
def test_a_list_is_shown_whole_or_by_its_ends(values: tuple[int, ...], most: int) -> None:
    shown = show_integers(values, most)
    if len(values) <= most:
        assert shown == str(list(values))
    else:
        left_out = f" ... {len(values) - most} more ...,"
        assert shown.replace(left_out, "") == str([*values[: most // 2], *values[-(most // 2) :]])


def test_a_list_of_long_numbers_stays_readable() -> None:
    assert len(show_integers((10**50_000,) * 10_000)) < 1000
    assert show_integers((3, 10**50)) == "[3, 1000000000...0000000000 (51 digits)]"


def test_a_number_is_shown_in_full_up_to_forty_digits() -> None:
    assert show_integer(10**40 - 1) == "9" * 40
    assert show_integer(10**40) == "1000000000...0000000000 (41 digits)"


@pytest.mark.parametrize("value", [0, 7, 999, 1000, 1001, 999_999, 10**39])
def test_digits_are_separated_by_threes_from_the_fourth_on(value: int) -> None:
    assert (show_integer(value, ","), show_integer(-value, ",")) == (f"{value:,}", f"{-value:,}")
    assert (show_integer(value), show_integer(-value)) == (f"{value}", f"{-value}")
