"""The ladder at the command line: what it shows, what a won game brings, and whom the keys offer."""

import json
import re
import shlex
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from commandline import Run, Terminal, in_shell, numduel
from stored import begin, play, raw

import numduel as package
from numduel.core.registry import full_title
from numduel.learn.ladder import first_game
from numduel.match.setup import Setup
from numduel.store.sqlite import SqliteStore

KEY = "Press a key: "
ENTER = "\r"
FIFTY = "operation-duel:fifty"
# Player 1 can win at once; after +1, player 2 can.
SPEC = "operation-duel:target=3,multiply=3"


@pytest.fixture
def db(tmp_path: Path) -> str:
    """Where nothing is kept yet."""
    return str(tmp_path / "games.db")


def win(db: str, level: int, *seats: int, person: str = "human", spec: str = SPEC) -> None:
    """Let a person have beaten a level from these seats."""
    with closing(SqliteStore(Path(db))) as store:
        for seat in seats:
            players = (person, f"level:{level}")[:: 3 - 2 * seat]
            journal = begin(store, Setup(game=package.load(spec), players=(players[0], players[1])))
            play(journal, *won_line(spec, seat))


def won_line(spec: str, seat: int) -> tuple[str, ...]:
    """The moves of a short game that a seat wins, found by trying everything."""
    lines: list[tuple[tuple[str, ...], package.Position[Any, Any]]]
    lines = [((), package.Position.start(package.load(spec)))]
    for moves, position in lines:
        if position.outcome is not None:
            if position.winner == seat:
                return moves
        else:
            lines += [((*moves, position.game.write(move)), position.play(move)) for move in position.moves]
    raise AssertionError


def ladder(db: str, *arguments: str) -> Run:
    return numduel("ladder", *arguments, NUMDUEL_DB=db)


# What is shown


def test_an_empty_ladder_says_how_to_begin_and_leaves_nothing_behind(db: str) -> None:
    shown = ladder(db)
    assert shown.lines[0].startswith("No level is beaten yet. Beat a level from both seats")
    command = shown.out.split("To begin: numduel ")[1].split()
    assert (command[0], command[2:]) == ("play", ["--p2", "level:1"])
    assert package.load(command[1])
    assert (json.loads(ladder(db, "--json").out), Path(db).exists()) == ([], False)


def test_a_name_that_a_shell_would_take_apart_is_quoted_in_the_command_to_begin(db: str) -> None:
    shown = numduel("ladder", "--player", "it's me", "--db", db)
    command = shown.out.partition("To begin:")[2]
    assert shlex.split(command)[4] == "human:it's me"


@pytest.mark.parametrize(
    "damage", ["UPDATE games SET winner = 2", "UPDATE games SET date = ''", "DELETE FROM games"]
)
def test_a_win_that_was_changed_or_taken_away_is_not_left_out_in_silence(damage: str, db: str) -> None:
    win(db, 1, 1)
    raw(Path(db), damage)
    for options in ((), ("--json",)):
        told = ladder(db, *options)
        assert told.complaint.startswith("numduel: set aside: ")
        assert told.code == 4


def test_a_player_who_has_won_nothing_is_told_how_to_begin(db: str) -> None:
    win(db, 1, 1)
    shown = ladder(db, "--player", "Ann Lee")
    assert shown.lines[0].startswith("This player has beaten no level yet.")
    assert "--p1 'human:Ann Lee' --p2 level:1" in shown.lines[-1]


def test_a_step_is_shown_with_what_is_beaten_who_is_next_and_the_command(db: str) -> None:
    win(db, 2, 1, 2)
    win(db, 3, 1)
    assert ladder(db).lines[:4] == [
        "Operation Duel: target=3,multiply=3",
        "  Beaten from both seats: level:2.",
        "  Next: level:3, to be beaten as Player 2.",
        "  numduel play operation-duel:target=3,multiply=3 --p1 level:3",
    ]


def test_the_command_that_is_shown_plays_the_next_step(db: str) -> None:
    win(db, 1, 2, person="human:Ann Lee")
    (shown,) = (line for line in ladder(db).lines if line.startswith("  numduel play"))
    assert shown == f"  numduel play {SPEC} --p1 'human:Ann Lee' --p2 level:1"
    assert "Player 1 wins" in in_shell(shown, "*3\n", NUMDUEL_DB=db).out
    assert "Beaten from both seats: level:1." in ladder(db, "--player", "Ann Lee").out


def test_a_variant_is_shown_by_its_title_and_typed_by_its_name(db: str) -> None:
    win(db, 1, 1, spec=FIFTY)
    shown = ladder(db)
    assert shown.lines[0] == "Operation Duel: fifty"
    assert "  numduel play operation-duel:fifty --p1 level:1" in shown.lines
    assert json.loads(ladder(db, "--json").out) == [
        {"player": None, "spec": package.load(FIFTY).spec, "beaten": 0, "next": "level:1", "seats": [2]}
    ]


def test_a_game_is_shown_with_all_its_variants_and_settings_alone(db: str) -> None:
    win(db, 1, 1)
    variants = package.games()["operation-duel"].variants
    titles = [line for line in ladder(db, "duel").lines if line.startswith("Operation Duel: ")]
    assert titles == [
        *(f"Operation Duel: {one.title}" for one in variants),
        "Operation Duel: target=3,multiply=3",
    ]
    assert [line for line in ladder(db, FIFTY).lines if line.startswith("Op")] == ["Operation Duel: fifty"]
    assert [each["spec"] for each in json.loads(ladder(db, SPEC, "--json").out)] == [SPEC]


def test_everyone_has_a_ladder(db: str) -> None:
    win(db, 1, 1)
    win(db, 2, 1, 2, person="human:Ann")
    shown = ladder(db)
    assert [line for line in shown.lines if re.fullmatch(r"[\w ]+:", line)] == ["Without a name:", "Ann:"]
    assert "level:1" not in ladder(db, "--player", "Ann").out
    assert "level:3" not in ladder(db, "--player", "human").out


def test_what_play_does_not_decide_has_no_ladder(db: str) -> None:
    win(db, 1, 1, spec="digit-stack")
    assert "No level is beaten yet." in ladder(db).out
    asked = ladder(db, "digit-stack:target=1000")
    assert asked.lines == [
        "These rules alone decide this game: Player 1 wins, whatever anyone plays.",
        "Worth trying: numduel play digit-stack:sevens",
    ]


def test_a_game_that_is_not_known_is_refused(db: str) -> None:
    refused = ladder(db, "operation-dual")
    assert (refused.code, "did you mean operation-duel?" in refused.complaint) == (2, True)


@pytest.mark.parametrize("columns", ["40", "80", "120"])
def test_the_ladder_fits_the_screen(columns: str, db: str) -> None:
    win(db, 1, 1, 2, spec=FIFTY)
    with Terminal("ladder", "duel", columns=columns, NUMDUEL_DB=db, PAGER="cat") as terminal:
        shown = terminal.finish()
    assert max(map(len, shown.splitlines())) <= int(columns)
    assert "Beaten from both seats: level:1." in shown


# What a won game brings


def win_at_terminal(terminal: Terminal) -> str:
    """What is shown until a key is asked for, once player 1 has won at once."""
    terminal.expect("(1 or 2): ")
    terminal.enter("*3")
    return re.sub(r"\x1b\[[\d;]*m", "", terminal.expect(KEY))


def test_a_step_is_told_and_the_next_one_offered(db: str) -> None:
    win(db, 1, 2)
    with Terminal("play", SPEC, "--p2", "level:1", NUMDUEL_DB=db) as terminal:
        shown = win_at_terminal(terminal)
        assert "\nYou have beaten level:1 from both seats: level:2 is next.\n" in shown
        assert "l ladder: level:2 with you as Player 1," in shown
        terminal.type("l")
        terminal.expect("Player 1 against level:2")
        shown = win_at_terminal(terminal)
        assert "You have beaten level:2 as Player 1: beat it as Player 2, and level:3 is next." in shown
        terminal.type("l")
        terminal.expect("level:2 against Player 2")


def test_a_game_that_brings_nothing_new_says_nothing(db: str) -> None:
    win(db, 2, 1)
    with Terminal("play", SPEC, "--p2", "level:1", NUMDUEL_DB=db) as terminal:
        assert "beaten" not in win_at_terminal(terminal)


def test_a_hint_costs_the_step_and_says_so(db: str) -> None:
    with Terminal("play", SPEC, "--p2", "level:1", NUMDUEL_DB=db) as terminal:
        terminal.expect("(1 or 2): ")
        terminal.enter("hint")
        shown = win_at_terminal(terminal)
        assert "With hints, or moves taken back, a win does not count for the ladder." in shown
        assert "l ladder: level:1 with you as Player 1" in shown
    assert "No level is beaten yet." in ladder(db).out


@pytest.mark.parametrize(
    "options", [("--p2", "level:1", "--no-save"), ("--p2", "perfect"), ("--p2", "human")]
)
def test_what_is_not_kept_or_not_against_a_level_is_no_step(options: tuple[str, ...], db: str) -> None:
    with Terminal("play", SPEC, *options, NUMDUEL_DB=db) as terminal:
        shown = win_at_terminal(terminal)
        assert "beaten" not in shown
        assert ("ladder" in shown) == (options[1] == "perfect")
    assert json.loads(ladder(db, "--json").out) == []


def test_through_a_pipe_nothing_is_said_of_the_ladder(db: str) -> None:
    played = numduel("play", SPEC, "--p2", "level:1", said="*3\n", NUMDUEL_DB=db)
    assert "beaten" not in played.out
    assert "to be beaten as Player 2" in ladder(db).out


# Whom the menu offers


def test_one_key_leads_from_the_menu_to_a_game_against_a_fitting_opponent(db: str) -> None:
    with Terminal(NUMDUEL_DB=db) as terminal:
        offered = terminal.expect(KEY)
        found = re.search(
            r"^  Enter  play (.+: .+), against level:1 with you as Player (\d)\n         (\S.+)$",
            offered,
            re.M,
        )
        assert found is not None
        terminal.type(ENTER)
        game = first_game()
        assert game is not None
        assert found[1] == full_title(game)
        assert found[3] in [variant.about for variant in game.variants]
        told = " ".join(terminal.expect(f"Player {found[2]}, ").split())
        assert f"{found[1]}. {game.voice().aim()} Type rules for all of it." in told
        terminal.resign()
        terminal.leave()
        terminal.expect(f"  Enter  play {found[1]}, against level:1 with you as Player {found[2]}")
    (kept,) = json.loads(numduel("history", "--json", NUMDUEL_DB=db).out)
    assert (kept["players"], kept["ending"]) == (["A", "level:1"], "resignation")


def test_once_a_ladder_is_climbed_the_menu_offers_another(db: str) -> None:
    win(db, 9, 1, 2, spec=FIFTY)
    with Terminal(NUMDUEL_DB=db) as terminal:
        assert (
            "  Enter  play Operation Duel: short, against level:1 with you as Player 1\n"
            in terminal.expect(KEY)
        )
        terminal.type(ENTER)
        terminal.expect("Operation Duel: short. ")


def test_the_menu_goes_on_where_someone_has_last_climbed(db: str) -> None:
    win(db, 3, 1, person="human:Ann", spec=FIFTY)
    win(db, 2, 2, person="human:Ann", spec=FIFTY)
    with Terminal(NUMDUEL_DB=db) as terminal:
        offered = terminal.expect(KEY)
        assert "  Enter  play Operation Duel: fifty, against level:3 with Ann as Player 2\n" in offered
        terminal.type(ENTER)
        terminal.expect("Player 2 (Ann)")


def test_two_keys_climb_the_ladder_of_a_game(db: str) -> None:
    win(db, 1, 1, 2, spec="digit-stack:sevens")
    with Terminal(NUMDUEL_DB=db) as terminal:
        key = re.search(r"^  (\w)  Digit Stack", terminal.expect(KEY), re.M)
        assert key is not None
        terminal.type(key[1])
        climb = "  l      climb the ladder (sevens): level:2 with you as Player 2\n"
        assert climb in terminal.expect(KEY)
        terminal.type("l")
        terminal.expect("Player 2, please choose a digit (1-5): ")
        terminal.resign()
        terminal.leave()
        assert "climb the ladder: level:2 with you as Player 2" in terminal.expect(KEY)


def test_the_menu_shows_the_ladder(db: str) -> None:
    win(db, 1, 1)
    with Terminal(NUMDUEL_DB=db) as terminal:
        terminal.expect(KEY)
        terminal.type("l")
        terminal.expect("Next: level:1, to be beaten as Player 2.")
        terminal.expect(KEY)
