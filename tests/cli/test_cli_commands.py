"""The commands that only tell something: list, rules, errata, --version and --help."""

import json
import re

import pytest
from commandline import numduel
from strategies import GAMES, OURS

import numduel as library

WIDTH = 80


def test_list_gives_every_game_a_line() -> None:
    listed = numduel("list")
    assert (listed.err, listed.code) == ("", 0)
    rows = listed.lines[1 : listed.lines.index("")]
    assert [row.split()[0] for row in rows] == GAMES
    for row, kind in zip(rows, library.games().values(), strict=True):
        assert kind.title in row
        assert row.endswith(kind.summary)


def test_list_in_json_is_one_document_from_which_every_game_can_be_loaded() -> None:
    listed = numduel("list", "--json")
    assert (listed.err, listed.code) == ("", 0)
    document = json.loads(listed.out)
    assert [entry["game"] for entry in document] == GAMES
    for entry in document:
        kind = library.games()[entry["game"]]
        assert (entry["title"], entry["summary"]) == (kind.title, kind.summary)
        # Spelled out or left out, the rulebook's settings are the same game.
        defaults = {setting["name"]: setting["default"] for setting in entry["settings"]}
        assert kind(**defaults) == library.load(entry["game"])
        assert entry["settings"] == [setting.as_json() for setting in kind.schema()]
        assert all(setting["allowed"] and setting["about"] for setting in entry["settings"])
        assert [variant["name"] for variant in entry["variants"]] == [one.name for one in kind.variants]


def test_rules_in_json_are_paragraphs_and_settings_with_their_values() -> None:
    shown = numduel("rules", "operation-stack:numbers=1-3", "--set", "max_value=9", "--json")
    assert (shown.err, shown.code) == ("", 0)
    document = json.loads(shown.out)
    game = library.load("operation-stack:numbers=1-3,max_value=9")
    assert (document["spec"], document["game"], document["title"]) == (game.spec, game.name, game.title)
    assert document["rules"] == list(game.voice().rules())
    values = {setting.pop("name"): setting.pop("value") for setting in document["settings"]}
    assert values == {**game.settings, "numbers": [1, 2, 3], "operations": ["plus", "minus", "times"]}
    by_kind = {setting["kind"]: setting for setting in document["settings"]}
    assert by_kind["choice"]["choices"] == ["loses", "retry"]
    assert (by_kind["numbers"]["low"], by_kind["numbers"]["high"]) == (0, 999)
    assert by_kind["whole"]["optional"] is True


def test_rules_in_json_hold_a_number_of_any_length() -> None:
    shown = numduel("rules", f"operation-duel:target={'7' * 5000}", "--json")
    assert (shown.err, shown.code) == ("", 0)
    assert f'"value": {"7" * 5000}' in shown.out


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        (
            "operation-stack",
            [
                "exactly 24",
                "a number between 1 and 9",
                "lower + upper, lower - upper or lower * upper",
                "loses",
            ],
        ),
        ("operation-stack:target=-7,numbers=2/4/8", ["exactly -7", "a number (2/4/8)"]),
        ("operation-stack:operations=plus/swap,invalid=retry", ["swap the top two", "asked again"]),
        ("operation-stack:max_stack=4,max_value=50", ["at most 4", "further than 50 from zero"]),
        ("top-stack-twelve", ["top 3", "12 or more loses", "(1-6)", "supply is unlimited"]),
        ("top-stack-twelve:limit=9,window=2,tokens=1-4/6", ["top 2", "9 or more loses", "(1-4/6)"]),
        ("top-stack-twelve:supply=4", ["4 of each"]),
        ("operation-obliteration", ["starts at 12", "from 1 to 100", "your own previous operation"]),
        ("operation-obliteration:start=13,low=2,high=50", ["starts at 13", "from 2 to 50"]),
        ("operation-obliteration:no_repeat=opponent", ["your opponent has just used"]),
        (
            "operation-obliteration:no_repeat=both",
            ["neither your own previous operation nor your opponent's"],
        ),
        ("operation-obliteration:no_repeat=none", ["may be repeated"]),
        ("digit-stack", ["past 1,000 loses", "(1-9)", "Exactly 1,000 wins", "any number of times"]),
        ("digit-stack:target=5432,digits=1/3/5-7,repeats=no", ["past 5,432", "(1/3/5-7)", "again"]),
        ("operation-duel", ["exactly 20 wins", "starts at 1", "add 1 or multiply by 2", "loses at once"]),
        ("operation-duel:target=31,start=3,add=1/2", ["31", "starts at 3", "add 1, add 2 or multiply by 2"]),
        ("operation-duel:overshoot=forbidden,multiply=none,add=2/3", ["may not be chosen", "add 2 or add 3"]),
    ],
)
def test_rules_are_told_under_the_settings_at_hand(spec: str, told: list[str]) -> None:
    shown = numduel("rules", spec)
    assert (shown.err, shown.code) == ("", 0)
    # Lines are broken for the screen; a sentence is looked for as if they were not.
    text = re.sub(r"\s+", " ", shown.out)
    assert [words for words in told if words not in text] == []
    assert max(map(len, shown.lines)) <= WIDTH
    assert all(re.search(rf"^  {name} ", shown.out, re.M) for name in library.load(spec).settings)


def test_rules_take_settings_from_set_as_well() -> None:
    by_option = numduel("rules", "digit-stack", "--set", "target=31", "--set", "digits=1-5")
    assert by_option == numduel("rules", "digit-stack:target=31,digits=1-5")


def test_a_target_of_thousands_of_digits_is_told_shortened() -> None:
    shown = numduel("rules", f"operation-duel:target={'7' * 5000}")
    assert shown.code == 0
    assert "7777777777...7777777777 (5,000 digits)" in re.sub(r"\s+", " ", shown.out)
    assert len(shown.out) < 2000


@pytest.mark.parametrize("game", OURS)
def test_the_rules_of_a_game_name_its_variants_with_what_they_are_about(game: str) -> None:
    _, _, told = numduel("rules", game).out.partition("\nVariants:")
    for variant in library.games()[game].variants:
        assert f"{game}:{variant.name} {variant.about}" in " ".join(told.split())


def test_errata_are_told_for_every_game() -> None:
    told = numduel("errata")
    assert (told.err, told.code) == ("", 0)
    titles = [kind.title for _, kind in sorted(library.games().items())]
    assert [line for line in told.lines if line in titles] == titles
    assert max(map(len, told.lines)) <= WIDTH


@pytest.mark.parametrize("game", OURS)
def test_errata_of_one_game_are_its_own_and_name_the_setting_for_the_other_reading(game: str) -> None:
    told = numduel("errata", game)
    assert (told.err, told.code) == ("", 0)
    text = re.sub(r"\s+", " ", told.out)
    kind = library.games()[game]
    assert told.lines[0] == kind.title
    assert kind.errata
    for erratum in kind.errata:
        assert all(part in text for part in (erratum.place, erratum.says, erratum.ruling))
        assert erratum.setting is None or f"{game}:{erratum.setting}" in told.out
    assert told.out in numduel("errata").out


def test_errata_in_json_are_one_document_whose_settings_can_be_played() -> None:
    every = json.loads(numduel("errata", "--json").out)
    known = [(name, one.place) for name in GAMES for one in library.games()[name].errata]
    assert [(erratum["game"], erratum["place"]) for erratum in every] == known
    assert set(OURS) <= {name for name, _ in known}
    for erratum in every:
        assert set(erratum) == {"game", "place", "says", "ruling", "setting"}
        if erratum["setting"] is not None:
            assert library.load(f"{erratum['game']}:{erratum['setting']}").spec != erratum["game"]
    one = json.loads(numduel("errata", "digit-stack", "--json").out)
    assert one == [erratum for erratum in every if erratum["game"] == "digit-stack"]


def test_the_version_is_the_library_s() -> None:
    told = numduel("--version")
    assert (told.out, told.err, told.code) == (f"numduel {library.__version__}\n", "", 0)


def test_help_names_every_command_and_what_a_spec_is() -> None:
    told = numduel("--help")
    assert (told.err, told.code) == ("", 0)
    for command in ("play", "list", "rules", "errata"):
        assert re.search(rf"^ +{command} +\w", told.out, re.M)
    assert "operation-duel:target=31" in told.out


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("play", "SPEC --set --p1 --p2 --first --seed --rounds --to --max-turns"),
        ("list", "--json"),
        ("rules", "SPEC --set"),
        ("errata", "GAME --json"),
    ],
)
def test_every_command_explains_what_it_takes(command: str, words: str) -> None:
    told = numduel(command, "--help")
    assert (told.err, told.code) == ("", 0)
    assert [word for word in words.split() if not re.search(rf"^ +{word}\b", told.out, re.M)] == []
    assert max(map(len, told.lines)) <= WIDTH


def test_without_arguments_and_without_a_terminal_help_is_shown_as_for_wrong_usage() -> None:
    told = numduel()
    assert (told.out, told.err, told.code) == (numduel("--help").out, "", 2)


@pytest.mark.parametrize("arguments", [("list",), ("errata", "digit-stack"), ("rules", "digit-stack")])
def test_a_pipe_gets_plain_text_whatever_the_terminal_can_do(arguments: tuple[str, ...]) -> None:
    plain = numduel("--plain", *arguments)
    assert plain.code == 0
    assert plain == numduel(*arguments, "--plain") == numduel(*arguments, TERM="xterm-256color")
    assert "\x1b" not in plain.out
    assert plain.out.isascii()
