"""`numduel export`: write kept games as text."""

import argparse
from collections.abc import Iterator

from ...match.record import Record, write
from ...match.setup import MOST_MOVES
from ...store.base import Filter, Store
from ...store.errors import Damaged, EarlierReading, NoSuchGame
from ..console import Console, Failed, UsageError, complain
from ..files import Output, add_output
from ..options import whole
from ..storage import add_store_options, open_store
from ..stored_games import find_record, last_game

PAGE = 500
NOT_LEGAL, DOES_NOT_HOLD = 3, 4


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    taken = "games that are kept (else the last one)"
    parser.add_argument("ids", nargs="*", type=whole(1), metavar="ID", help=taken)
    parser.add_argument("--all", action="store_true", help="every game that is kept")
    add_output(parser, "where to (else standard output)")
    add_store_options(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Write the games; the exit code."""
    if options.all and options.ids:
        raise UsageError("--all is every game, so that no ID can be given with it")
    store = open_store(options.db)
    output = Output(console, options.output, options.force)
    if options.all:
        return _export_all(store, output)
    numbers = options.ids or [last_game(store)]
    records = [find_record(store, number) for number in numbers]
    output.write(_joined(records))
    too_long = [*filter(None, map(_why_not_read, numbers, records))]
    for sentence in too_long:
        complain(sentence)
    return NOT_LEGAL if too_long else 0


def _why_not_read(number: int, record: Record) -> str:
    """Why the record of a game could not be read again, nor any in one file with it; nothing if it can."""
    made = len(record.moves)
    if made <= MOST_MOVES:
        return ""
    return f"game {number} has {made:,} moves, and a record with over {MOST_MOVES:,} is not read"


def _export_all(store: Store, output: Output) -> int:
    """Write every game that can be read, and complain of the others; the exit code."""
    records: list[Record] = []
    code = 0
    numbers = _all_games(store)
    for number in reversed(numbers):
        try:
            record = store.record(number)
        except NoSuchGame:
            continue  # somebody has deleted it meanwhile
        except Damaged as error:
            code = DOES_NOT_HOLD
            complain(f"left out: {error}")
        except EarlierReading as error:
            code = code or NOT_LEGAL
            complain(f"left out: {error}")
        else:
            if too_long := _why_not_read(number, record):
                code = code or NOT_LEGAL
                complain(f"left out: {too_long}")
            else:
                records.append(record)
    for missing in [] if code == DOES_NOT_HOLD else store.tallies().aside:
        code = DOES_NOT_HOLD
        complain(str(missing))
    if records:
        output.write(_joined(records))
        return code
    if code != DOES_NOT_HOLD:
        raise Failed("none of the games can be written" if numbers else "no games are kept yet")
    complain("none of the games can be written")
    return code


def _all_games(store: Store) -> list[int]:
    """The numbers of all games, from the newest back."""
    newest = [number for number, _ in store.page(1)]
    return [each for number in newest for each in (number, *_older_than(store, number))]


def _older_than(store: Store, number: int) -> Iterator[int]:
    """The numbers of all older games, from the newest back."""
    while page := [each for each, _ in store.page(PAGE, Filter(before=number))]:
        yield from page
        number, above = page[-1], number
        if number >= above:  # so it may be in a damaged file, and would be for ever
            return


def _joined(records: list[Record]) -> str:
    return "\n".join(map(write, records))
