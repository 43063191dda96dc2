"""Wishes: read strictly, and measured by how far a row is from them."""

import contextlib
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numduel.design.columns import MEASURES, TEXT
from numduel.design.wishes import WORTH_PLAYING, UnknownMeasure, WishError, read_wishes, shortfall

NUMBERS = [column.name for column in MEASURES if column.kind != TEXT]


@pytest.mark.parametrize(
    ("text", "value", "met"),
    [
        ("plies=10..20", 10, True),
        ("plies=10..20", 20, True),
        ("plies=10..20", 21, False),
        ("plies=10..20", None, False),
        ("plies=12", 12, True),
        ("plies=12", 13, False),
        ("player1<0.55", 0.54, True),
        ("player1<0.55", 0.55, False),
        ("player1<=0.55", 0.55, True),
        ("decisions > .4", 0.4, False),
        (" decisions >= 4e-1 ", 0.4, True),
        ("undecided=0", 0.0, True),
        ("undecided=0", 1e-12, False),
        ("first_move=-0.1..0.1", -0.05, True),
        ("value=win|loss", "loss", True),
        ("value=win", "endless", False),
    ],
)
def test_a_wish_is_met_or_not(text: str, value: Any, met: bool) -> None:
    (wish,) = read_wishes(text)
    off = wish.shortfall({wish.column: value})
    assert (off == 0) is met
    assert 0 <= off <= 1


@given(st.sampled_from(NUMBERS), st.floats(-1e6, 1e6), st.floats(0, 1e6), st.floats(0, 1e6))
def test_what_is_further_off_never_falls_less_short(name: str, bound: float, near: float, far: float) -> None:
    (wish,) = read_wishes(f"{name}>={bound!r}")
    near, far = sorted((near, far))
    assert wish.shortfall({name: bound - near}) <= wish.shortfall({name: bound - far}) < 1
    assert wish.shortfall({name: bound + far}) == 0


def test_several_wishes_count_alike() -> None:
    wishes = read_wishes("plies=10..20,player1<0.5")
    assert shortfall(wishes, {"plies": 15, "player1": 0.4}) == 0
    assert shortfall(wishes, {"plies": 5, "player1": 0.4}) == pytest.approx(1 / 6)
    assert shortfall(wishes, {"plies": 5, "player1": 1.0}) == pytest.approx(1 / 6 + 1 / 4)
    assert math.isclose(shortfall(wishes, {"plies": None, "player1": None}), 1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "wishes are written like plies=10..20,player1<0.55, not ''"),
        ("plies", "not 'plies'"),
        ("plies=", "not 'plies='"),
        ("plies=10..20,,worth>0.5", "not ''"),
        ("10<plies", "not '10<plies'"),
        ("plys=10", "there is no measure 'plys'; did you mean plies?"),
        ("luck>1", "there is no measure 'luck'; docs/measures.md lists them"),
        ("plies=20..10", "the range of the wish 'plies=20..10' is empty: its end lies before its start"),
        ("plies=..20", "in the wish 'plies=..20', '' is no number"),
        ("plies=a..20", "'a' is no number"),
        ("plies<nan", "'nan' is no number"),
        ("plies<1_0", "'1_0' is no number"),
        ("plies=__import__('os')", "is no number"),
        ("value=win|lost", "in the wish 'value=win|lost', 'lost' is none of win, loss, draw"),
        ("value<win", "value is a text, and wishes for it are written value=x or value=x|y"),
        ("plies>20,worth>0.5,plies<10", "nothing can be plies>20 and plies<10 at once"),
        ("plies>=20,plies<20", "nothing can be plies>=20 and plies<20 at once"),
        ("plies>" + "9" * 400, "nothing can be plies>9999999999...9999999999 (400 digits) at once"),
        ("plies>1," * 300 + "plies>1", "wishes have at most 2,000 characters in all, not 2,407"),
        ("value=win,value=loss", "nothing can be value=win and value=loss at once"),
    ],
)
def test_what_cannot_be_wished_for_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(WishError) as caught:
        read_wishes(text)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_wishes_that_narrow_each_other_go_together() -> None:
    assert len(read_wishes("plies>10,plies<20,value=win|loss,value=loss|draw")) == 4


def test_an_unknown_measure_is_named() -> None:
    with pytest.raises(UnknownMeasure) as caught:
        read_wishes("target<10")
    assert caught.value.name == "target"


@given(st.text(max_size=40))
def test_no_text_makes_reading_fail_otherwise(text: str) -> None:
    with contextlib.suppress(WishError):
        assert read_wishes(text)


def test_what_variants_are_to_be_can_be_read() -> None:
    assert [wish.column for wish in read_wishes(WORTH_PLAYING)] == [
        *("plies", "player1", "decisions1", "decisions2", "endless")
    ]
