"""Help: about everything, about a command, about a game; and parts of a game's name."""

import re
import shlex

import pytest
from commandline import numduel, play
from strategies import OURS

from numduel import load
from numduel.cli.commands import COMMANDS
from numduel.cli.parser import EXAMPLES, EXIT_CODES, command_parser, general_parser, split_command
from numduel.core.registry import UnknownGame

WIDTH = 80


def test_help_without_a_topic_is_the_help_of_the_whole_program() -> None:
    told = numduel("help")
    assert (told.err, told.code) == ("", 0)
    assert told == numduel("--help") == numduel("-h")
    assert [name for name in COMMANDS if not re.search(rf"^  {name} +\w", told.out, re.M)] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_help_about_a_command_is_that_commands_own(command: str) -> None:
    told = numduel("help", command)
    assert (told.err, told.code) == ("", 0)
    assert told == numduel(command, "--help")
    assert told.out.startswith(f"usage: numduel {command} ")
    assert max(map(len, told.lines)) <= WIDTH


@pytest.mark.parametrize("game", OURS)
def test_help_about_a_game_is_its_rules(game: str) -> None:
    assert numduel("help", game) == numduel("rules", game)


def test_help_about_a_game_takes_settings() -> None:
    assert numduel("help", "duel:target=31") == numduel("rules", "operation-duel:target=31")


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_help_has_examples_and_the_exit_codes(command: str) -> None:
    parser = command_parser(command) if command else general_parser()
    _, _, examples = parser.format_help().partition("\nexamples:\n")
    shown, _, codes = examples.partition("\nexit codes:\n")
    own = COMMANDS[command].examples if command else EXAMPLES
    assert [line.strip() for line in shown.splitlines() if line] == [
        f"numduel {each}".strip() for each in own
    ]
    told = dict(re.findall(r"^  (\d+) +(.+)$", codes, re.M))
    assert told == {str(code): meaning for code, meaning in EXIT_CODES.items()}


@pytest.mark.parametrize(
    "example", [*EXAMPLES, *(each for one in COMMANDS.values() for each in one.examples)]
)
def test_every_example_can_be_typed(example: str) -> None:
    before, command, after = split_command(shlex.split(example))
    assert before == []
    if command is not None:
        options = command_parser(command).read(after)
        assert not hasattr(options, "spec") or load(options.spec).spec


# Parts of a game's name


@pytest.mark.parametrize(
    ("part", "game"),
    [
        ("duel", "operation-duel"),
        ("Twelve", "top-stack-twelve"),
        ("obliteration", "operation-obliteration"),
        ("digit", "digit-stack"),
        ("stack-twelve", "top-stack-twelve"),
    ],
)
def test_words_that_only_one_game_has_in_its_name_are_understood(part: str, game: str) -> None:
    for command in ("rules", "errata", "solve", "explain"):
        assert numduel(command, part) == numduel(command, game)
    assert numduel("rules", part).code == 0


def test_a_part_of_a_name_takes_settings_and_is_kept_by_its_whole_name(tmp_path: object) -> None:
    played = play("duel:target=3", "1", "1", options=("--db", f"{tmp_path}/games.db"))
    assert played.code == 0
    listed = numduel("history", "--game", "duel", "--db", f"{tmp_path}/games.db")
    assert "operation-duel:target=3" in listed.out


def test_programs_and_records_spell_names_out() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'duel'; did you mean operation-duel"):
        load("duel")
    refused = numduel("replay", "-", said='[spec "duel"] +1')
    assert (refused.out, refused.code) == ("", 3)
    assert "there is no game 'duel'" in refused.complaint
