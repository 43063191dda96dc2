"""`numduel ladder`: which levels people have beaten, and what to play next."""

import argparse
from collections.abc import Iterable, Iterator
from typing import Any

from ...core.game import Game
from ...core.packages import BrokenPackage
from ...core.registry import full_title, load, make, short_spec
from ...core.settings import SettingError
from ...learn.ladder import LEVELS, Standing, easier_seat, first_game, has_ladder, in_words, standing
from ...match.setup import PERSON
from ...store.base import Wins
from ..console import Console, complain
from ..invocation import advice, command_to, typed
from ..options import load_named, player_name
from ..pager import say_at_length
from ..storage import add_store_options, open_store
from ..words import paragraph, remark_in_words

DOES_NOT_HOLD = 4
WHAT_COUNTS = (
    "Beat a level from both seats to reach the next. What counts is a game won by its rules, without "
    "hints and without taking moves back."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("spec", nargs="?", metavar="SPEC", help="a game, or one of its variants (else all)")
    parser.add_argument(
        "--player", type=player_name, metavar="NAME", help=f"only this player ({PERSON}: who gave no name)"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_store_options(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Show the ladder; the exit code."""
    asked = None if options.spec is None else load_named(options.spec)
    store = open_store(options.db)
    wins = store.unaided_wins(LEVELS)
    aside = store.tallies().aside
    for error in aside:  # what is damaged or gone does not count, and may have been a win
        complain(f"set aside: {error}")
    settings = _settings(asked, options.spec or "", wins)
    found = list(_found(wins, settings, options.player, asked is not None))
    if options.json:
        console.say_json([each.as_json() for each in found])
    elif found:
        say_at_length(console, list(_in_lines(found, options.db)))
    elif asked is not None:
        console.say(*remark_in_words(asked)[:-1])
    else:
        console.say(*_empty(options))
    return DOES_NOT_HOLD if aside else 0


def _settings(asked: Game[Any, Any] | None, typed: str, wins: Iterable[Wins]) -> list[Game[Any, Any]]:
    """The settings whose ladders are asked for: those named, a game's variants, or all that were won at."""
    if asked is not None and ":" in typed:
        return [asked] if has_ladder(asked) else []
    named = (
        [] if asked is None else [make(type(asked), variant.name) for variant in asked.variants] or [asked]
    )
    known = {game.spec: game for game in named}
    for spec in dict.fromkeys(win.spec for win in wins):
        try:
            game = load(spec)
        except (BrokenPackage, SettingError):  # of a game that is not installed any more
            continue
        if asked is None or game.name == asked.name:
            known.setdefault(game.spec, game)
    return [game for game in known.values() if has_ladder(game)]


def _found(
    wins: list[Wins], settings: list[Game[Any, Any]], player: str | None, all_of_them: bool
) -> Iterator[Standing]:
    """How far people have come at these settings; all settings are told of, or those where anyone has won."""
    specs = [game.spec for game in settings]
    people = sorted({win.person for win in wins if win.spec in specs}) or [""]
    if player is not None:
        people = [_person(player)]
    for person in people:
        for spec in specs:
            each = standing(wins, person, spec)
            if all_of_them or any(each.won):
                yield each


def _in_lines(found: list[Standing], db: str | None) -> Iterator[str]:
    """Each standing in a few lines, under the names of people where any are known."""
    named = any(each.person for each in found)
    person: str | None = None
    for number, each in enumerate(found):
        yield from [""] * bool(number)
        if named and each.person != person:
            yield from (f"{each.person or 'Without a name'}:", "")
        person = each.person
        game = load(each.spec)
        yield full_title(game)
        for sentence in in_words(each):
            yield from paragraph(sentence, "  ")
        yield f"  {command_to(_play(game, each.next_players(easier_seat(game)) or _at_the_top(each)), db)}"
    yield from ("", *paragraph(WHAT_COUNTS))


def _at_the_top(each: Standing) -> tuple[str, str]:
    """Who plays where every level is beaten."""
    return f"{PERSON}:{each.person}" if each.person else PERSON, "perfect"


def _play(game: Game[Any, Any], players: tuple[str, str]) -> str:
    """The command that plays a game, without what is so anyway."""
    seats = [f"--p{seat} {typed(who)}" for seat, who in enumerate(players, 1) if who != PERSON]
    return " ".join(["play", typed(short_spec(game)), *seats])


def _empty(options: argparse.Namespace) -> list[str]:
    """That nothing is won yet, and how to begin."""
    first, person = first_game(), _person(options.player or "")
    nothing = "No level is beaten yet." if options.player is None else "This player has beaten no level yet."
    lines = paragraph(f"{nothing} {WHAT_COUNTS}")
    players = None if first is None else Standing(person, first.spec).next_players(easier_seat(first))
    if first is not None and players is not None:
        lines += advice("To begin", command_to(_play(first, players), options.db))
    return lines


def _person(named: str) -> str:
    """The name of a person as a standing has it: without what says that it is a person."""
    return "" if named == PERSON else named.removeprefix(f"{PERSON}:")
