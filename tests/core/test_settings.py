"""Specs and settings: what is understood, what is refused, and that a refusal is one helpful sentence."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import GAMES, AnyGame

import numduel
from numduel import SettingError
from numduel.core.errors import GameError
from numduel.core.settings import Choice, Kind, Numbers, Whole, Words

DUEL = "operation-duel"


def refusal(spec: str, settings: dict[str, str] | None = None) -> str:
    """The sentence with which a spec is refused."""
    with pytest.raises(SettingError) as caught:
        numduel.load(spec, settings)
    sentence = str(caught.value)
    assert sentence.isprintable(), "one line"
    assert len(sentence) < 300, "one sentence"
    return sentence


def setting(spec: str, name: str) -> object:
    return numduel.load(spec).settings[name]


def test_a_spec_names_a_game_with_its_settings() -> None:
    game = numduel.load("operation-duel:target=31,add=1/2")
    assert game.settings == {
        "target": 31,
        "start": 1,
        "add": (1, 2),
        "multiply": (2,),
        "overshoot": "loses",
    }
    assert game.spec == "operation-duel:target=31,add=1/2"


def test_a_spec_leaves_out_what_the_rulebook_says_anyway() -> None:
    assert numduel.load("operation-duel:start=1,overshoot=loses,target=20").spec == DUEL
    assert numduel.load("operation-stack:max_stack=none").spec == "operation-stack"


def test_blanks_and_capitals_do_not_matter() -> None:
    assert (
        numduel.load(" Operation-Duel : target = 31 , add = 1/2 ").spec == "operation-duel:target=31,add=1/2"
    )
    assert setting("digit-stack:repeats=NO", "repeats") == "no"
    assert setting("operation-stack:max_stack=None", "max_stack") is None


@pytest.mark.parametrize(
    ("text", "numbers", "written"),
    [
        ("1-4/6", (1, 2, 3, 4, 6), "1-4/6"),
        ("6/1-4", (1, 2, 3, 4, 6), "1-4/6"),
        ("3", (3,), "3"),
        ("3-3", (3,), "3"),
        ("1/2", (1, 2), "1/2"),
        ("1-2", (1, 2), "1/2"),
        ("1-3/2-5", (1, 2, 3, 4, 5), "1-5"),
        ("2/2/2", (2,), "2"),
        ("1/3/5-7", (1, 3, 5, 6, 7), "1/3/5-7"),
    ],
)
def test_sets_of_numbers_are_written_in_runs(text: str, numbers: tuple[int, ...], written: str) -> None:
    game = numduel.load(f"top-stack-twelve:tokens={text}")
    assert game.settings["tokens"] == numbers
    assert game.spec == f"top-stack-twelve:tokens={written}"


def test_sets_of_words_are_kept_in_the_games_order() -> None:
    assert setting("operation-stack:operations=swap/plus/swap", "operations") == ("plus", "swap")
    assert setting("operation-stack:operations=none", "operations") == ()


def test_settings_given_apart_override_those_in_the_spec() -> None:
    game = numduel.load("operation-duel:target=31,start=2", {"target": "40", "add": " 1/2 "})
    assert game.spec == "operation-duel:target=40,start=2,add=1/2"
    assert numduel.load("operation-duel:target=0", {"target": "31"}).settings["target"] == 31
    assert "did you mean target?" in refusal(DUEL, {"targt": "31"})


@pytest.mark.parametrize(
    ("spec", "meant"),
    [
        ("operation-dual", "operation-duel"),
        ("operation-stak", "operation-stack"),
        ("top-stack-twelv", "top-stack-twelve"),
        ("digitstack", "digit-stack"),
        ("obliteration", "operation-obliteration"),
        ("operation-duel:traget=31", "target"),
        ("operation-stack:maxstack=3", "max_stack"),
    ],
)
def test_a_name_that_is_nearly_right_is_recognised(spec: str, meant: str) -> None:
    assert refusal(spec).endswith(f"did you mean {meant}?")


def test_a_name_that_is_like_nothing_is_answered_with_all_there_are() -> None:
    assert refusal("xyzzy").endswith(", ".join(GAMES))
    assert refusal("operation-duel:xyzzy=1").endswith("target, start, add, multiply, overshoot")
    for empty in ("", " ", ":", ":target=3"):
        assert "there is no game ''" in refusal(empty)


@pytest.mark.parametrize("rest", ["target=31,", "target=31,,start=2", "target=31,start", "fifty,", "fifty,,"])
def test_an_empty_or_unfinished_part_is_refused(rest: str) -> None:
    assert "a setting is written name=value" in refusal(f"{DUEL}:{rest}")


@pytest.mark.parametrize("rest", ["", ",", "target", ",target=31", "target:31"])
def test_a_first_part_that_sets_nothing_is_read_as_a_variant(rest: str) -> None:
    assert refusal(f"{DUEL}:{rest}").startswith("Operation Duel has no variant ")


def test_a_setting_is_not_given_twice() -> None:
    assert refusal("operation-duel:target=31,target=32") == "'target' is set twice"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "\u0663",
        "\u00b2",
        "\uff15",
        "1_0",
        "+5",
        "05",
        "00",
        "-0",
        "5.0",
        "1e3",
        "0x10",
        "5 0",
        "--5",
        "\u22125",
    ],
)
def test_a_whole_number_is_plain_ascii_digits(text: str) -> None:
    assert "target must be a whole number of at least 1, not " in refusal(f"{DUEL}:target={text}")


@pytest.mark.parametrize("text", ["x", "5.0", "nothing"])
def test_what_is_no_number_is_not_taken_for_none(text: str) -> None:
    assert "max_stack must be a whole number" in refusal(f"operation-stack:max_stack={text}")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "/",
        "1/",
        "/1",
        "1//2",
        "-",
        "1-",
        "-1",
        "1--3",
        "4-1",
        "1-2-3",
        "x",
        "\u0663",
        "1_0",
        "01",
        "0-3",
        "none",
        "all",
    ],
)
def test_a_set_of_numbers_is_runs_joined_by_strokes(text: str) -> None:
    assert "tokens must be a set of numbers from 1 to 999" in refusal(f"top-stack-twelve:tokens={text}")


@pytest.mark.parametrize("text", ["", "/", "plus/", "divide", "plus/divide", "+", "plus,minus", "none/plus"])
def test_a_set_of_words_takes_only_those_words(text: str) -> None:
    with pytest.raises(SettingError, match="plus, minus, times, swap, negate and double"):
        numduel.load("operation-stack", {"operations": text})


@pytest.mark.parametrize(
    ("spec", "allowed"),
    [
        ("operation-duel:target=0", "target must be a whole number of at least 1"),
        ("operation-duel:start=-1", "start must be a whole number of at least 0"),
        ("operation-duel:add=0", "add must be a set of numbers from 1 to 999"),
        ("operation-duel:add=1-1000", "add must be a set of numbers from 1 to 999"),
        ("operation-duel:multiply=1", "multiply must be a set of numbers from 2 to 999"),
        ("operation-duel:overshoot=maybe", "overshoot must be loses or forbidden"),
        ("operation-stack:numbers=1000", "numbers must be a set of numbers from 0 to 999"),
        ("operation-stack:max_stack=0", "max_stack must be a whole number of at least 1, or none"),
        ("operation-stack:max_value=-1", "max_value must be a whole number of at least 0, or none"),
        ("operation-stack:invalid=draw", "invalid must be loses or retry"),
        ("top-stack-twelve:window=0", "window must be a whole number of at least 1"),
        ("top-stack-twelve:limit=0", "limit must be a whole number of at least 1"),
        ("top-stack-twelve:supply=0", "supply must be a whole number of at least 1, or none"),
        ("digit-stack:digits=0-9", "digits must be a set of numbers from 1 to 9"),
        ("digit-stack:repeats=maybe", "repeats must be yes or no"),
        ("operation-obliteration:no_repeat=mine", "no_repeat must be own, opponent, both or none"),
        ("operation-obliteration:start=0", "start must be a whole number from 1 to 1000000000000000000"),
    ],
)
def test_a_value_out_of_range_is_told_what_is_allowed(spec: str, allowed: str) -> None:
    assert refusal(spec).startswith(allowed)


def test_an_absurd_range_is_refused_before_it_is_spelled_out() -> None:
    refusal("top-stack-twelve:tokens=1-999999999999999999")
    refusal("top-stack-twelve:tokens=1-" + "9" * 5000)


def test_settings_have_to_fit_together() -> None:
    assert refusal("operation-duel:target=5,start=5") == "target must be greater than start (5)"
    assert "greater than start" in refusal("operation-duel:target=4,start=5")
    assert "between low (1) and high (100)" in refusal("operation-obliteration:start=101")
    assert "between low (13) and high (100)" in refusal("operation-obliteration:low=13")


@pytest.mark.parametrize(
    "spec",
    [
        "operation-duel:add=none,multiply=none",
        "operation-duel:add=20,multiply=none,overshoot=forbidden",
        "operation-obliteration:start=99,low=99",
        "operation-obliteration:start=1,high=3",
        "operation-obliteration:start=12,low=7",
    ],
)
def test_settings_that_leave_no_move_at_the_start_are_refused(spec: str) -> None:
    assert "nobody could move at the start" in refusal(spec)


def test_a_target_of_five_thousand_digits_is_read_and_written_in_full() -> None:
    digits = "123456789" * 600
    game = numduel.load(f"{DUEL}:target={digits}")
    assert game.settings["target"] % 10**9 == 123456789
    assert game.spec == f"{DUEL}:target={digits}"
    assert numduel.load(f"operation-stack:target=-{digits}").spec == f"operation-stack:target=-{digits}"
    assert "(5,400 digits)" in refusal(f"{DUEL}:start={digits}"), "a long number is quoted in short"
    assert "..." in refusal(f"{DUEL}:target=-{digits}")


@pytest.mark.parametrize(
    ("spec", "wrong"),
    [
        (DUEL, {"target": True}),
        (DUEL, {"target": 20.0}),
        (DUEL, {"target": "20"}),
        (DUEL, {"target": None}),
        (DUEL, {"target": (20,)}),
        (DUEL, {"add": 1}),
        (DUEL, {"add": "1"}),
        (DUEL, {"add": None}),
        (DUEL, {"add": (1.0,)}),
        (DUEL, {"add": (True,)}),
        (DUEL, {"add": ("1",)}),
        (DUEL, {"add": (1, "2")}),
        (DUEL, {"add": (1, None)}),
        (DUEL, {"add": ([1],)}),
        (DUEL, {"overshoot": True}),
        (DUEL, {"overshoot": None}),
        (DUEL, {"overshoot": "LOSES"}),
        (DUEL, {"overshoot": ["loses"]}),
        ("operation-stack", {"max_stack": 2.0}),
        ("operation-stack", {"max_stack": "none"}),
        ("operation-stack", {"max_value": False}),
        ("operation-stack", {"operations": "plus"}),
        ("operation-stack", {"operations": ("plus", 1)}),
        ("operation-stack", {"operations": (["plus"],)}),
        ("digit-stack", {"repeats": True}),
        ("digit-stack", {"digits": "123"}),
    ],
)
def test_a_game_made_directly_takes_only_the_right_types(spec: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(SettingError, match=f"^{next(iter(wrong))} must be "):
        numduel.games()[spec](**wrong)


def test_a_game_made_directly_takes_any_collection_in_any_order() -> None:
    stack: Any = numduel.games()["operation-stack"]
    assert stack(numbers=[3, 1, 2, 1]) == stack(numbers={1, 2, 3}) == stack(numbers=range(1, 4))
    assert stack(operations=["times", "plus"]) == stack(operations=frozenset({"plus", "times"}))
    assert hash(stack(numbers=[3, 1, 2])) == hash(stack(numbers=(1, 2, 3)))


def test_a_game_does_not_change() -> None:
    game: Any = numduel.load(DUEL)
    with pytest.raises(AttributeError):
        game.target = 21
    game.settings["target"] = 21
    assert game.settings["target"] == 20


def loaded(spec: str, settings: dict[str, str] | None = None) -> AnyGame | None:
    """The game, or None where it is refused, in one line."""
    try:
        return numduel.load(spec, settings)
    except SettingError as error:
        sentence = str(error)
    assert sentence.isprintable()
    return None


@given(st.text())  # in which Hypothesis puts words of our own code as well, such as names of games
def test_any_text_is_a_game_or_is_refused(text: str) -> None:
    game = loaded(text)
    assert game is None or text.partition(":")[0].strip().lower() == game.name


@given(st.sampled_from(GAMES), st.text())
def test_any_text_after_a_game_is_settings_or_is_refused(name: str, text: str) -> None:
    variants = {variant.name for variant in numduel.games()[name].variants}
    game = loaded(f"{name}:{text}")
    named = text.partition("=")[0].strip().lower()
    assert game is None or named in variants or named in game.settings


@given(st.sampled_from(GAMES), st.data())
def test_any_text_for_a_setting_is_a_value_or_is_refused(name: str, data: st.DataObject) -> None:
    field = data.draw(st.sampled_from(list(numduel.load(name).settings)))
    value = data.draw(st.text() | st.text(alphabet="0123456789-/+_ nope"))
    game = loaded(name, {field: value})
    assert game is None or numduel.load(game.spec) == game


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (Whole(), st.integers()),
        (Whole(low=-3, high=3, optional=True), st.none() | st.integers(-3, 3)),
        (Numbers(0, 60), st.sets(st.integers(0, 60), min_size=1)),
        (Numbers(0, 60, optional=True), st.sets(st.integers(0, 60))),
        (Choice("a", "b"), st.sampled_from("ab")),
        (Words("a", "b", "c"), st.sets(st.sampled_from("abc"))),
    ],
)
@given(data=st.data())
def test_every_kind_of_setting_reads_back_what_it_wrote(
    kind: Kind, values: st.SearchStrategy[Any], data: st.DataObject
) -> None:
    value = kind.check(data.draw(values))
    assert kind.check(kind.read(kind.write(value))) == value
    assert kind.show(value).isprintable()


def test_a_set_of_negative_numbers_is_refused_to_the_game_that_asks_for_it() -> None:
    # A minus sign would read as a range: -3-5 could be taken for several sets.
    with pytest.raises(GameError, match="minus sign"):
        Numbers(-20, 20)


def test_a_setting_may_have_20_000_digits_and_no_more() -> None:
    assert len(numduel.load(f"digit-stack:target={'9' * 20_000}").spec) == len("digit-stack:target=") + 20_000
    with pytest.raises(SettingError, match=r"^target may have at most 20,000 digits$"):
        numduel.load(f"digit-stack:target={'9' * 20_001}")


def test_no_numbers_at_all_are_a_value_only_where_that_is_allowed() -> None:
    assert Numbers(1, 9, optional=True).check(()) == ()
    with pytest.raises(ValueError, match=r"\(\)"):
        Numbers(1, 9).check(())


class LikeNumpys:
    """A number of another package."""

    def __index__(self) -> int:
        return 31


@pytest.mark.parametrize(
    "given", [{"target": 31, "add": (1, 2)}, {"target": "31", "add": [2, 1]}, {"target": LikeNumpys()}]
)
def test_settings_may_be_given_as_values_or_as_text(given: dict[str, Any]) -> None:
    wanted = "operation-duel:target=31" + ",add=1/2" * ("add" in given)
    assert numduel.load("operation-duel", given).spec == wanted


def test_a_number_may_have_20_000_digits_and_no_more() -> None:
    largest = 10**20_000 - 1
    assert numduel.load("digit-stack", {"target": largest}) == numduel.load(
        f"digit-stack:target={'9' * 20_000}"
    )
    for number in (largest + 1, -largest - 1):
        with pytest.raises(SettingError, match=r"^target may have at most 20,000 digits$"):
            numduel.load("operation-stack", {"target": number})


@pytest.mark.parametrize("given", [3.5, True, None, b"31", [31]])
def test_a_value_of_a_wrong_kind_is_refused_like_text(given: object) -> None:
    with pytest.raises(SettingError, match=r"^target must be a whole number of at least 1$"):
        numduel.load("operation-duel", {"target": given})
