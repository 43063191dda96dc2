"""`numduel resume`: go on with a game, and with the match it belongs to."""

import argparse
from typing import Any

from ...core.game import Game
from ...core.position import canonical_moves
from ...core.registry import load
from ...match.match import Match, Terms
from ...match.round import Round
from ...store import Damaged
from ...store.rows import GameRow, MatchRow
from ...store.store import Store
from ..console import Console, Failed, UsageError, complain
from ..host import Host
from ..keeper import Keeper, add_store_options, command_to, open_store
from ..kept import find_row
from ..options import whole
from ..seats import match_of, seat_players, terms_of
from .play import UNDO

LOOK_BACK = 100  # games, for a match that is not over


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "id", nargs="?", type=whole(1), metavar="ID", help="a game (else the last unfinished)"
    )
    add_store_options(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Go on; the exit code."""
    store = open_store(options.db)
    number = _pick(store) if options.id is None else options.id
    if number is None:
        raise Failed("there is no unfinished game")
    row = find_row(store, number)
    setup = _setup(store, row)
    game, terms = load(setup.spec), terms_of(setup)
    try:
        players = seat_players(game, (setup.who1, setup.who2), options.plain)
    except UsageError as error:  # a player that was there is no longer installed
        raise Failed(f"game {number} cannot go on: {error}") from None
    match = match_of(setup, players)
    unfinished = _count_games(store, number, row, match)
    if unfinished is None and match.over:
        raise Failed(f"game {number} is finished; {command_to(f'replay {number}', options.db)} shows it")
    kept = None if unfinished is None else _kept(store, unfinished, game, terms)
    keeper = Keeper(setup, options.db, store)
    keeper.resume(row.match, number, unfinished, 0 if kept is None else len(kept.moves))
    return Host(console, game, match, players, terms, keeper).run(kept)


def _pick(store: Store) -> int | None:
    """The last game of the newest match that is not over; failing that, the newest unfinished game."""
    for number in store.last_of_matches(LOOK_BACK):
        try:
            row = store.row(number)
            setup = _setup(store, row)
            match = Match(("", ""), setup.first, setup.rounds, setup.points)
            unfinished = _count_games(store, number, row, match)
            if unfinished is not None:
                store.record(unfinished)  # sound enough to go on with
            if unfinished is not None or not match.over:
                return number
        except Damaged as error:
            complain(f"set aside: {error}")
    return store.last_unfinished()


def _setup(store: Store, row: GameRow) -> MatchRow:
    """How the game's match was set up; a game that came from elsewhere is a match of its own."""
    if row.match is not None:
        return store.match(row.match)
    one, other = (
        f"human:{name}" if name.isprintable() and len(name) <= 40 else "human"
        for name in (row.player1, row.player2)
    )
    undo = row.undo if row.undo in UNDO else "agree"
    terms = (row.max_turns, row.seed or 0, undo, row.hint_limit)
    return MatchRow(row.spec, one, other, 0, None, None, *terms)


def _count_games(store: Store, number: int, row: GameRow, match: Match) -> int | None:
    """Count the finished games of a match; the one that is not finished, if there is one."""
    unfinished = None
    for each, kept in [(number, row)] if row.match is None else store.games_of_match(row.match):
        if kept.ending is None:
            unfinished = each
        else:
            match.add(kept.winner)
    return unfinished


def _kept(store: Store, number: int, game: Game[Any, Any], terms: Terms) -> Round:
    """The game as it stood."""
    record = store.record(number)
    canonical = canonical_moves(game)
    kept = Round(game, terms.max_turns, [canonical[text] for text in record.moves])
    kept.hints = {1: record.hints[0], 2: record.hints[1]}
    return kept
