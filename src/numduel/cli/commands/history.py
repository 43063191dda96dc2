"""`numduel history`: the games that were played, newest first."""

import argparse

from ...core.hints import Any
from ...store.base import RESULTS, Filter, GameRow, Store
from ...store.errors import Damaged
from ...store.installed import why_not_installed
from ...store.rows import is_of_earlier_reading
from ..console import Console, complain
from ..invocation import command_to, typed
from ..options import load_named, player_name, whole
from ..pager import say_at_length
from ..storage import add_store_options, open_store, what_is_gone
from ..stored_games import names_in
from ..table import table
from ..words import day, typed_spec

Game = tuple[int, GameRow]
SHORT_NAME = 12  # characters

PAGE = 20
DOES_NOT_HOLD = 4
NAMELESS = "a person"  # who gave no name
NOTHING_KEPT = "No games are kept yet."


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--game", metavar="GAME", help="only this game")
    parser.add_argument("--player", type=player_name, metavar="NAME", help="only games of this player")
    parser.add_argument("--result", choices=RESULTS, help="only games that came to this")
    parser.add_argument("--most", type=whole(1), default=PAGE, metavar="N", help=f"how many (else {PAGE})")
    parser.add_argument("--before", type=whole(1), metavar="ID", help="only games older than this one")
    parser.add_argument("--summary", action="store_true", help="wins by player and by seat instead")
    parser.add_argument("--check", action="store_true", help="check every game in the file instead")
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_store_options(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """List the games; the exit code."""
    store = open_store(options.db)
    if options.check:
        return check(console, store, options.json)
    if options.summary:
        return summary(console, store, options)
    games, last = _read_page(store, options)
    if options.json:
        from ...analysis.game_documents import stored_game_document

        console.say_json([stored_game_document(store, *game) for game in games])
    elif not games:
        console.say("No games are kept that fit." if any(_filters(options).values()) else NOTHING_KEPT)
    else:
        lines = _games_in_words(store, games, options.plain)
        say_at_length(console, lines + ([] if last is None else [f"Older ones: {_older(options, last)}"]))
    return 0


def _read_page(store: Store, options: argparse.Namespace) -> tuple[list[Game], int | None]:
    """The games asked for, without those that are damaged; and the last number, if there may be more."""
    if options.game:
        options.game = load_named(options.game).name  # an unknown one is refused, with the nearest name
    page = list(store.page(options.most, Filter(**_filters(options))))
    games = [(number, row) for number, row in page if not isinstance(row, Damaged)]
    damaged = {str(row) for _, row in page if isinstance(row, Damaged)}
    for sentence in sorted(damaged):
        complain(f"set aside: {sentence}")
    last = page[-1][0] if len(page) == options.most else None
    whole_store = last is None and not any(_filters(options).values())
    for sentence in _gaps(store, games) or (_missing(store) if whole_store else what_is_gone(store, "games")):
        if sentence not in damaged:
            complain(sentence)
    return games, last


def _gaps(store: Store, games: list[Game]) -> list[str]:
    """What is wrong with other games in the matches of these, above all that one is gone."""
    found: list[str] = []
    for match in sorted({row.match for _, row in games if row.match is not None}):
        try:
            store.games_of_match(match)
        except Damaged as error:
            found.append(str(error))
    return found


def _missing(store: Store) -> list[str]:
    """What is wrong where all games are listed: that a match is gone with its games, say."""
    return list(map(str, store.tallies().aside))


def _filters(options: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(options, name) for name in ("before", "game", "player", "result")}


def _games_in_words(store: Store, games: list[Game], plain: bool) -> list[str]:
    """The lines of a table of games."""
    headings = ["game", "date", "spec", "player 1", "player 2", "moves", "result"]
    return table(headings, [_cells(store, number, row) for number, row in games], plain=plain, names=(3, 4))


def _cells(store: Store, number: int, row: GameRow) -> list[str]:
    """What is told of a game, by column."""
    names = names_in(store, row)
    return [
        str(number),
        day(row.date),
        typed_spec(row.spec),
        *(name or NAMELESS for name in names),
        str(row.moves),
        result_in_words(row, names, _why_not_replayed(store, number, row)),
    ]


def _why_not_replayed(store: Store, number: int, row: GameRow) -> str:
    """Why a game cannot be replayed though it is as it was written; nothing if it can."""
    if missing := why_not_installed(row):
        return missing
    return "played under an earlier reading" if is_of_earlier_reading(store, number, row) else ""


def _older(options: argparse.Namespace, last: int) -> str:
    """The command that lists the next page."""
    words = []
    for name in ("game", "player", "result"):
        if value := getattr(options, name):
            words.append(f"--{name} {typed(value)}")
    if options.most != PAGE:
        words.append(f"--most {options.most}")
    return command_to(" ".join(["history", *words, f"--before {last}"]), options.db)


def result_in_words(row: GameRow, names: tuple[str, str], note: str) -> str:
    """What a game came to, and a note on it, if there is one."""
    said = row.result
    if row.winner:
        name = names[row.winner - 1]  # a long one stands in its own column, and would widen the table twice
        said = f"{name if 0 < len(name) <= SHORT_NAME else f'Player {row.winner}'} won"
    return f"{said} ({note})" if note else said


def check(console: Console, store: Store, json: bool) -> int:
    """Check the whole file; the exit code."""
    problems = list(store.problems())
    if json:
        console.say_json({"problems": problems})
    elif problems:
        console.say(*problems)
    else:
        any_kept = next(iter(store.page(1)), None) is not None
        console.say("Every game in the file is as it was written." if any_kept else NOTHING_KEPT)
    return DOES_NOT_HOLD if problems else 0


def summary(console: Console, store: Store, options: argparse.Namespace) -> int:
    """Wins by player and by seat; the exit code."""
    counted: dict[tuple[str, int], dict[str, int]] = {}
    found = store.tallies()
    for error in found.aside:
        complain(f"set aside: {error}")
    for tally in found.tallies:
        none = {"won": 0, "lost": 0, "drawn": 0, "unfinished": 0}
        counted.setdefault((tally.player, tally.seat), none)[tally.result] += tally.games
    rows = [{"player": name, "seat": seat, **counts} for (name, seat), counts in sorted(counted.items())]
    if options.json:
        console.say_json(rows)
    elif rows:
        headings = list(rows[0])
        cells = [[str(value) or NAMELESS for value in row.values()] for row in rows]
        say_at_length(console, table(headings, cells, plain=options.plain))
    elif not found.aside:
        console.say(NOTHING_KEPT)
    return DOES_NOT_HOLD if found.aside else 0
