"""What is said of a name that nobody has: the one that was probably meant, or all there are."""

import pytest
from strategies import GAMES

import numduel
from numduel import SettingError
from numduel.core.registry import meant

OTHERS = f"the games are {', '.join(GAMES)}"


@pytest.mark.parametrize(
    ("spec", "hint"),
    [
        ("dig", "did you mean digit-stack?"),
        ("obl", "did you mean operation-obliteration?"),
        ("duel", "did you mean operation-duel?"),
        ("duel2", "did you mean operation-duel?"),
        ("twleve", "did you mean top-stack-twelve?"),
        ("obliteraton", "did you mean operation-obliteration?"),
        ("operation-dule", "did you mean operation-duel?"),
        ("stakc", OTHERS),
        ("ation", OTHERS),
        ("", OTHERS),
    ],
)
def test_a_game_is_suggested_by_a_word_of_its_name_or_one_that_is_near(spec: str, hint: str) -> None:
    with pytest.raises(SettingError) as refused:
        numduel.load(spec)
    assert str(refused.value) == f"there is no game {spec!r}; {hint}"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("tagret=3", "Operation Duel has no setting 'tagret'; did you mean target?"),
        (
            "zzz=3",
            "Operation Duel has no setting 'zzz'; its settings are target, start, add, multiply, overshoot",
        ),
        ("target=3,target=4", "'target' is set twice"),
        ("target=5,start", "a setting is written name=value, not 'start'"),
        ("target=x", "target must be a whole number of at least 1, not 'x'"),
        ("fity", "Operation Duel has no variant 'fity'; did you mean fifty?"),
        (
            "zzz",
            "Operation Duel has no variant 'zzz'; its variants are fifty, short, no-overshoot, hundred",
        ),
        ("fifty,short", "a variant is named first and once, so 'short' cannot follow"),
    ],
)
def test_a_setting_or_a_variant_is_suggested_likewise(settings: str, said: str) -> None:
    with pytest.raises(SettingError) as refused:
        numduel.load(f"operation-duel:{settings}")
    assert str(refused.value) == said


def test_settings_after_a_variant_override_it() -> None:
    assert numduel.load("operation-duel:FIFTY, start = 2 ").spec == (
        "operation-duel:target=50,start=2,add=1-3,multiply=3/4"
    )
    assert numduel.load(" Operation-Duel ", {"TARGET": "9"}).spec == "operation-duel:target=9"


def test_a_spec_whose_settings_cannot_be_saved_is_meant_for_the_game_alone() -> None:
    assert meant("operation-dual:zzz=31") == "operation-duel"
    assert meant("operation-dual:target=x") == "operation-duel"
    assert meant("operation-dual") == "operation-duel"
    assert meant("chess:target=31") is None
