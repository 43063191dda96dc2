"""Variants: settings with a name, first and once in a spec, which records never hold."""

import pytest
from counting import Counting

import numduel
from numduel import SettingError
from numduel.core.game import Variant
from numduel.core.registry import make


def refusal(text: str) -> str:
    with pytest.raises(SettingError) as caught:
        make(Counting, text)
    assert str(caught.value).isprintable()
    return str(caught.value)


def test_a_variant_is_named_in_place_of_its_settings() -> None:
    assert make(Counting, "long") == Counting(start=30)
    assert make(Counting, "long-and-slow") == Counting(start=30, most=2)
    assert make(Counting, " Long ") == Counting(start=30), "blanks and capitals do not matter"


def test_a_spec_holds_the_settings_themselves() -> None:
    assert make(Counting, "long-and-slow").spec == "counting:start=30,most=2"


def test_settings_after_a_variant_and_settings_given_apart_override_it() -> None:
    assert make(Counting, "long-and-slow,most=5") == Counting(start=30, most=5)
    assert make(Counting, "long-and-slow", {"start": "9"}) == Counting(start=9, most=2)
    assert make(Counting, "long,start=8", {"start": "9"}) == Counting(start=9)


def test_an_unknown_variant_is_answered_with_what_was_probably_meant_or_with_all_there_are() -> None:
    assert refusal("lnog") == "Counting has no variant 'lnog'; did you mean long?"
    assert refusal("xyzzy").endswith("its variants are long, long-and-slow")
    assert refusal("").startswith("Counting has no variant ''")


def test_a_variant_is_named_first_and_once() -> None:
    for text in ("long,long", "long,long-and-slow", "long,most=2,long"):
        assert "a variant is named first and once" in refusal(text)
    assert "a setting is written name=value" in refusal("start=3,long")
    assert "a setting is written name=value" in refusal("long,")
    assert "is set twice" in refusal("long,most=2,most=3")


def test_a_game_without_variants_takes_settings_alone() -> None:
    plain: type[Counting] = type("Plain", (Counting,), {"variants": ()})
    with pytest.raises(SettingError, match="a setting is written name=value, not 'long'"):
        make(plain, "long")


def test_a_variant_is_loaded_by_name_where_its_game_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = numduel.games()["digit-stack"]
    monkeypatch.setattr(kind, "variants", (Variant("short", "target=99", "two digits"),))
    assert numduel.load("digit-stack:short").spec == "digit-stack:target=99"
    assert numduel.load("digit-stack:short,repeats=no", {"target": "98"}).spec == (
        "digit-stack:target=98,repeats=no"
    )
