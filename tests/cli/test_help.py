"""Help: about everything, about a command, about a game; and parts of a game's name."""

import re
import shlex
from pathlib import Path

import pytest
from commandline import REPOSITORY, Terminal, numduel, play
from strategies import OURS

from numduel import games, load
from numduel.cli.commands import COMMANDS
from numduel.cli.manual import manual
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


@pytest.mark.parametrize("typed", ["./numduel", "'a clone/numduel'", "50%/numduel"])
def test_help_names_the_program_as_it_was_started(typed: str) -> None:
    (name,) = shlex.split(typed)
    for arguments in (("help",), ("help", "play")):
        told = numduel(*arguments, NUMDUEL_COMMAND=name)
        assert told.out.startswith(f"usage: {typed} "), told
        assert f"\n  {typed} play operation-duel" in told.out
        assert not re.search(r"(?<!/)\bnumduel ", told.out)
    refused = numduel("play", NUMDUEL_COMMAND=name)
    assert f"(see: {typed} play --help)" in refused.complaint


def test_the_manual_page_names_the_program_by_its_name_however_it_was_started() -> None:
    assert numduel("help", "--man", NUMDUEL_COMMAND="./numduel") == numduel("help", "--man")


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
    before, command, after = split_command(shlex.split(re.split(r" [>|]", example)[0]))
    assert before == []
    if command is not None:
        options = command_parser(command).read(after)
        assert getattr(options, "spec", None) is None or load(options.spec).spec


# The manual page


def test_the_manual_page_is_the_one_in_the_documents() -> None:
    page = (REPOSITORY / "docs" / "numduel.1").read_text(encoding="utf-8")
    assert manual() == page, "run tools/write_man.py"
    assert numduel("help", "--man").out == page


def test_the_manual_page_has_every_command_option_and_exit_code() -> None:
    page = manual().replace("\\-", "-").replace("\\fB", "").replace("\\fR", "")
    for name in COMMANDS:
        assert f"\n.SS numduel {name}\n" in page
        own = page.partition(f".SS numduel {name}\n")[2].partition("\n.S")[0]
        options = re.findall(r"^  (?:-\w, )?(-[\w-]+)", command_parser(name).format_help(), re.M)
        assert [option for option in options if option not in own] == []
    assert [code for code in EXIT_CODES if f"\n.B {code}\n" not in page] == []


def test_nothing_on_the_manual_page_is_taken_for_a_request_that_is_none() -> None:
    requests = {line.split()[0] for line in manual().splitlines() if line.startswith((".", "'"))}
    assert requests == {".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".RS", ".RE", ".nf", ".fi"}
    assert manual().isascii()


# Long texts at a terminal


@pytest.fixture
def pager(tmp_path: Path) -> str:
    """A pager that says that it was used."""
    (tmp_path / "my pager").write_text("#!/bin/sh\necho '<paged>'; cat; echo '</paged>'\n")
    (tmp_path / "my pager").chmod(0o755)
    return shlex.quote(str(tmp_path / "my pager"))


@pytest.mark.parametrize("command", ["help", "--help", "errata", "play --help"])
def test_at_a_terminal_a_text_longer_than_the_screen_goes_through_the_pager(command: str, pager: str) -> None:
    with Terminal(*command.split(), rows="20", PAGER=pager) as terminal:
        shown = terminal.finish()
        assert terminal.code == 0
    assert shown == f"<paged>\n{numduel(*command.split()).out}</paged>\n"


def test_a_long_history_goes_through_the_pager(pager: str, tmp_path: Path) -> None:
    db = str(tmp_path / "games.db")
    for _ in range(12):
        play("digit-stack", "resign", NUMDUEL_DB=db)
    with Terminal("history", rows="10", PAGER=pager, NUMDUEL_DB=db) as terminal:
        shown = terminal.finish()
    assert shown.startswith("<paged>\n")
    assert shown.endswith("</paged>\n")
    assert shown.count("Player 2 won") == 12


def test_a_long_review_goes_through_the_pager_with_the_turning_point_on_top(
    pager: str, tmp_path: Path
) -> None:
    (tmp_path / "game.txt").write_text('[spec "operation-duel:target=9"] *2 *2 +1 +1 +1 +1 +1')
    with Terminal("review", str(tmp_path / "game.txt"), rows="20", PAGER=pager) as terminal:
        shown = terminal.finish()
    assert shown.startswith("<paged>\n")
    assert "The turning point is move 2" in "".join(shown.splitlines()[:5])


def test_the_rules_and_the_list_name_every_variant() -> None:
    for kind in games().values():
        for variant in kind.variants:
            line = rf"^  {kind.name}:{variant.name} +{re.escape(variant.about[:20])}"
            for command in (("rules", kind.name), ("help", kind.name), ("list",)):
                assert re.search(line, numduel(*command).out, re.M), command


def test_the_rules_of_a_variant_are_headed_by_its_title() -> None:
    assert numduel("rules", "twelve:limit=11,supply=2").lines[0] == "Top Stack Twelve: two of each"


def test_a_text_that_fits_the_screen_is_shown_without_a_pager(pager: str) -> None:
    with Terminal("rules", "operation-duel", PAGER=pager) as terminal:
        assert terminal.finish() == numduel("rules", "operation-duel").out


@pytest.mark.parametrize("changes", [{"PAGER": "/no/such/pager"}, {"PAGER": "'"}, {"TERM": "dumb"}])
def test_without_a_pager_that_works_or_on_a_simple_terminal_the_text_is_shown_all_at_once(
    changes: dict[str, str],
) -> None:
    with Terminal("errata", **changes) as terminal:
        assert terminal.finish() == numduel("errata").out
        assert terminal.code == 0


def test_a_pager_that_cannot_be_run_is_none(tmp_path: Path) -> None:
    (tmp_path / "pager").write_text("cat\n")  # it does not say what runs it
    (tmp_path / "pager").chmod(0o755)
    with Terminal("errata", rows="20", PAGER=str(tmp_path / "pager")) as terminal:
        assert terminal.finish() == numduel("errata").out
        assert terminal.code == 0


def test_plain_text_and_pipes_have_no_pager(pager: str) -> None:
    everything = numduel("errata")
    with Terminal("errata", "--plain", PAGER=pager) as terminal:
        assert terminal.finish() == everything.out
    assert numduel("errata", PAGER=pager) == everything
    with Terminal(script="numduel errata | cat", PAGER=pager) as terminal:
        assert terminal.finish() == everything.out


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
