"""`numduel resume`: go on with a game, and with the match it belongs to."""

import argparse
from typing import Any

from ...core.game import Game
from ...core.registry import load
from ...match.match import Match, Terms
from ...match.round import Round
from ...store import Damaged
from ...store.rows import GameRow, MatchRow
from ...store.store import Store
from ..console import Console, Failed, complain
from ..host import Host
from ..keeper import Keeper, add_store_options, command_to, open_store
from ..options import whole
from .play import COMPUTERS_PATIENCE, UNDO, contestant_names, only_computers, seat_players


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
    row = find(store, number)
    setup = _setup(store, row)
    game = load(setup.spec)
    players = seat_players(game, (setup.who1, setup.who2), setup.seed)
    match, unfinished = _standing(store, number, row, setup)
    match.names = contestant_names(players[0].name, players[1].name)
    match.patience = COMPUTERS_PATIENCE if only_computers(players) else None
    if unfinished is None and match.over:
        raise Failed(f"game {number} is finished; {command_to(f'replay {number}', options.db)} shows it")
    keeper = Keeper(setup, options.db)
    keeper.resume(row.match, unfinished)
    terms = Terms(setup.seed, setup.max_turns, setup.undo, setup.hint_limit)
    host = Host(console, game, match, players, terms, keeper)
    return host.run(None if unfinished is None else _kept(store, unfinished, game, terms))


def _pick(store: Store) -> int | None:
    """The newest game, if its match is not over; else the newest unfinished one."""
    newest = store.newest()
    if newest is not None:
        try:
            row = store.row(newest)
            match, unfinished = _standing(store, newest, row, _setup(store, row))
            if unfinished is not None or not match.over:
                return newest
        except Damaged as error:
            complain(f"set aside: {error}")
    return store.last_unfinished()


def find(store: Store, number: int) -> GameRow:
    """What is kept of a game; Failed if there is none."""
    try:
        return store.row(number)
    except KeyError:
        raise Failed(f"there is no game {number} in {str(store.path)!a}") from None


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


def _standing(store: Store, number: int, row: GameRow, setup: MatchRow) -> tuple[Match, int | None]:
    """How the match stands, and which of its games is not finished."""
    match = Match(("A", "B"), setup.first, setup.rounds, setup.points)
    unfinished = None
    for each, kept in [(number, row)] if row.match is None else store.games_of_match(row.match):
        if kept.ending is None:
            unfinished = each
        else:
            match.add(kept.winner)
    return match, unfinished


def _kept(store: Store, number: int, game: Game[Any, Any], terms: Terms) -> Round:
    """The game as it stood."""
    record = store.record(number)
    canonical = {game.write(move): move for move in game.vocabulary()}
    kept = Round(game, terms.max_turns, [canonical[text] for text in record.moves])
    kept.undos = record.undos
    kept.hints = {1: record.hints[0], 2: record.hints[1]}
    return kept
