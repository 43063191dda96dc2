"""`numduel resume`: go on with a game, and with the match it belongs to."""

import argparse

from ...store.base import Store
from ...store.errors import Damaged, EarlierReading, NoSuchGame
from ...store.journal import resume
from ..console import Console, Failed, UsageError, complain
from ..invocation import command_to
from ..options import add_table_options, check_coach, whole
from ..seats import seat_players
from ..sitting import Sitting
from ..storage import add_store_options, open_store
from ..stored_games import find_row

LOOK_BACK = 100  # games, for a match that is not over


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "id", nargs="?", type=whole(1), metavar="ID", help="a game (else the last unfinished)"
    )
    add_table_options(parser)
    add_store_options(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Go on; the exit code."""
    store = open_store(options.db)
    number = _pick(store) if options.id is None else options.id
    if number is None:
        raise Failed("there is no unfinished game")
    find_row(store, number)
    journal = resume(store, number)
    if journal.session.finished:
        raise Failed(f"game {number} is finished; {command_to(f'replay {number}', options.db)} shows it")
    try:
        players = seat_players(journal.session.setup, options.plain)
    except UsageError as error:  # a player that was there is no longer installed
        raise Failed(f"game {number} cannot go on: {error}") from None
    if options.coach:
        check_coach(journal.session.setup.hint_limit)
    sitting = Sitting(console, options.db, auto=options.auto, coach=options.coach, plain=options.plain)
    return sitting.go_on(journal, players)


def _pick(store: Store) -> int | None:
    """The last game of the newest match that is not over; failing that, the newest unfinished game."""
    for number in store.last_of_matches(LOOK_BACK):
        try:
            if not resume(store, number).session.finished:
                return number
        except NoSuchGame:
            continue  # somebody has deleted it meanwhile
        except (Damaged, EarlierReading) as error:
            complain(f"set aside: {error}")
    return store.last_unfinished()
