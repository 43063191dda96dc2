"""A class that cannot be a game is told so when it is made, in one sentence that names it."""

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, fields, replace
from typing import Any, ClassVar

import pytest
from counting import Counting

from numduel import Game
from numduel.core.errors import GameError, NumduelError
from numduel.core.game import Variant
from numduel.core.settings import Numbers, Whole, setting


def refusal(body: dict[str, Any], annotations: dict[str, Any] | None = None) -> str:
    """The sentence with which a class like Counting, called Wrong, is refused."""
    with pytest.raises(GameError) as caught:
        type("Wrong", (Counting,), {**body, "__annotations__": annotations or {}})
    assert str(caught.value).isprintable()
    assert "Wrong" in str(caught.value)
    return str(caught.value)


def test_a_field_that_is_no_setting_is_refused() -> None:
    for default in ({}, {"depth": 3}):
        assert refusal(default, {"depth": int}).startswith("Wrong.depth is a field but no setting")


def test_a_class_variable_is_no_field() -> None:
    class Right(Counting):
        depth: ClassVar[int] = 3
        width: "ClassVar[int]" = 4

    assert (Right().spec, Right.depth, Right.width) == ("counting", 3, 4)


@pytest.mark.parametrize("name", ["size", "name", "moves", "title", "settings", "spec", "key", "schema"])
def test_a_setting_named_like_a_part_of_every_game_is_refused(name: str) -> None:
    field = setting(3, Whole(), "anything")
    assert refusal({name: field}, {name: int}).startswith(
        f"Wrong.{name} is a setting named like a part of Game"
    )


@pytest.mark.parametrize("name", ["maxStack", "_hidden", "größe"])
def test_a_setting_that_no_spec_could_name_is_refused(name: str) -> None:
    assert "no spec could name" in refusal({name: setting(3, Whole(), "anything")}, {name: int})


@pytest.mark.parametrize(
    ("default", "kind"),
    [(0, Whole(low=1)), ("3", Whole()), (None, Whole()), ([1, 2], Numbers(1, 9)), ((2, 1), Numbers(1, 9))],
)
def test_a_default_that_its_kind_would_not_take_as_it_stands_is_refused(default: Any, kind: Any) -> None:
    told = refusal({"depth": setting(default, kind, "anything")}, {"depth": Any})
    assert told.startswith("Wrong.depth has the default ")
    assert kind.allowed in told


def test_a_class_attribute_that_hides_a_setting_is_refused() -> None:
    assert refusal({"most": 5}) == "Wrong.most hides the setting of that name"


def test_a_setting_may_be_given_another_default() -> None:
    @dataclass(frozen=True)
    class Faster(Counting):
        most: int = setting(5, Whole(1, 10), "how many may be taken at once")

    assert (Faster().most, Faster(most=3).spec) == (5, "counting:most=3")


def test_settings_need_no_decorator_and_do_not_mind_one() -> None:
    class Undecorated(Counting):
        least: int = setting(1, Whole(1, 3), "how many must be taken at once")

    class Heir(Undecorated):
        pass

    @dataclass(frozen=True)
    class DecoratedHeir(Undecorated):
        pass

    for kind in (Undecorated, Heir, DecoratedHeir):
        game = kind(least=2)
        assert (kind().least, game.least, game.spec) == (1, 2, "counting:least=2")
        assert replace(game, start=9) == kind(start=9, least=2) != kind(start=9)
        assert [field.name for field in fields(game)] == ["start", "most", "least"]
        with pytest.raises(FrozenInstanceError):
            game.least = 3  # type: ignore[misc]


def test_a_class_without_settings_of_its_own_is_made_like_its_base() -> None:
    class Heir(Counting):
        pass

    assert Heir(start=9).spec == "counting:start=9"


@pytest.mark.parametrize("word", ["name", "title", "summary"])
@pytest.mark.parametrize("said", [None, "", " ", 5, "two\nlines"])
def test_a_game_says_its_name_title_and_summary_in_one_line(word: str, said: object) -> None:
    assert refusal({word: said}).startswith("Wrong must say in one line ")


@pytest.mark.parametrize("name", ["Count", "count down", "count_down", "a:b", "a=b", "a,b", "-a", "größe"])
def test_a_name_that_no_spec_could_hold_is_refused(name: str) -> None:
    assert "use lower-case letters and digits, joined by -" in refusal({"name": name})


def test_variants_have_names_that_a_spec_can_hold_and_no_two_the_same() -> None:
    assert "Wrong has the variant 'Two of each'" in refusal({"variants": (Variant("Two of each", "", ""),)})
    twice = (Variant("long", "start=9", ""), Variant("long", "start=8", ""))
    assert refusal({"variants": twice}) == "Wrong has two variants called long"


def test_a_class_that_leaves_rules_to_its_subclasses_need_not_say_anything_yet() -> None:
    class Half(Game[int, int]):
        def initial(self) -> int:
            return 0

    assert not hasattr(Half, "title")
    with pytest.raises(TypeError, match="abstract"):
        Half()  # type: ignore[abstract]


def test_what_is_wrong_with_a_class_is_a_type_error_and_an_error_of_numduels() -> None:
    assert issubclass(GameError, TypeError)
    assert issubclass(GameError, NumduelError)


def test_games_are_copied_pickled_and_replaced_like_any_frozen_object() -> None:
    game = Counting(start=9)
    assert copy.deepcopy(game) == pickle.loads(pickle.dumps(game)) == replace(Counting(), start=9) == game


@pytest.mark.parametrize("reading", [0, -1, True, "1", 1.0])
def test_readings_are_counted_from_1(reading: object) -> None:
    assert refusal({"reading": reading}) == "Wrong.reading must be a whole number of at least 1"


def test_a_game_that_says_nothing_of_it_is_in_its_first_reading_and_has_nothing_besides() -> None:
    assert (Game.reading, Game.variants, Game.errata, dict(Game.declared)) == (1, (), (), {})
