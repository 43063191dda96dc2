"""Finding games that a person names: by the number they are kept under, or in a file."""

from collections.abc import Callable

from ..core.errors import NumduelError
from ..core.frozen import replace
from ..core.integers import read_integer
from ..match.record import Record, RecordError
from ..store.base import GameRow, Store
from ..store.errors import NoSuchGame
from ..store.rows import given_names
from .console import Failed, NotLegal
from .progress import waiting
from .storage import open_store


def find_row(store: Store, number: int) -> GameRow:
    """What is kept about the game with this number; Failed if there is none."""
    try:
        return store.row(number)
    except NoSuchGame:
        raise Failed(f"there is no game {number} in {store.name!a}") from None


def find_record(store: Store, number: int) -> Record:
    """The game kept under a number, as it was written; Failed if there is none."""
    find_row(store, number)
    return store.record(number)


def names_in(store: Store, row: GameRow) -> tuple[str, str]:
    """What the players of a game are called, by seat; nothing for who gave no name for a single game."""
    names = row.player1, row.player2
    try:
        return given_names(names, None if row.match is None else store.setup(row.match))
    except NumduelError:  # what was agreed on is damaged, or of a game that is not installed any more
        return names


def last_game(store: Store) -> int:
    """The number of the game that was begun last; Failed if there is none."""
    for number, _ in store.page(1):
        return number
    raise Failed("no games are kept yet")


def find_records(named: str | None, db: str | None, plain: bool, most: int | None = None) -> list[Record]:
    """The games that a number or the name of a file stands for, with the names that people gave.

    `-` is standard input, None the last game. Whoever waits for a large file is shown how far it is. Of more
    games than `most` only one more is read.
    """
    number = read_integer(named) if named is not None and len(named) < 18 else None
    if named is not None and number is None:
        with waiting("reading: {:,} games", plain) as show:
            return read_records(named, show, most)
    store = open_store(db)
    number = last_game(store) if number is None else number
    record = find_record(store, number)
    return [replace(record, players=names_in(store, store.row(number)))]


def read_records(
    name: str, progress: Callable[[int], None] | None = None, most: int | None = None
) -> list[Record]:
    """The games in a file; NotLegal, with the line, if one of them is no legal game.

    Where there are more than `most`, it is so many and one more.
    """
    from ..match.reading import MOST_BYTES, parse_all
    from .files import read_whole

    try:
        return parse_all(read_whole(name, MOST_BYTES), progress, None if most is None else most + 1)
    except RecordError as error:
        raise NotLegal(f"{name!a}, {error}") from None
