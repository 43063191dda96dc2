"""Text from anywhere: made safe to show, shortened, and guessed at."""

import pytest

from numduel.core.text import nearest, quoted, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é", "plain é"),
        ("5\x1b[2J", r"5\x1b[2J"),
        ("a\nb\tc", r"a\nb\tc"),
        ("\udc80", r"\x80"),  # bytes that are no UTF-8
        ("\udcff", r"\xff"),
        ("\udc7f", r"\udc7f"),
        ("\udd00", r"\udd00"),
        ("\ud800", r"\ud800"),
        ("\u2028", r"\u2028"),
    ],
)
def test_what_cannot_be_printed_is_spelled_out(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_long_text_is_cut_after_as_many_signs_as_are_asked_for() -> None:
    assert visible("x" * 200) == "x" * 200
    assert visible("x" * 201) == "x" * 200 + "..."
    assert visible("abc", most=3) == "abc"
    assert visible("abcd", most=3) == "abc..."
    assert quoted("x" * 40) == repr("x" * 40)
    assert quoted("x" * 41) == repr("x" * 40 + "...")
    assert quoted("é") == r"'\xe9'"


def test_only_a_name_that_is_near_is_meant() -> None:
    assert nearest("taregt", ["start", "target"]) == "target"
    assert nearest("xyz", ["start", "target"]) is None
    assert nearest("a" * 60 + "b" * 60, ["a" * 60]) == "a" * 60  # the rest is not even looked at
