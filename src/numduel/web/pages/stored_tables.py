"""Lists of games for pages: the tables that a browser has keys to, and games begun at the terminal."""

import asyncio
from typing import NamedTuple

from ...core.errors import NumduelError
from ...core.integers import count
from ...core.registry import full_title, load
from ...match.match import Match
from ...match.setup import Setup, display_name, is_person
from ...store.base import Filter, GameRow, Store
from ...store.errors import Damaged
from ...store.rooms import RoomRow
from ..rendering.names import computer_name
from ..site import Site


class ListedTable(NamedTuple):
    """A table in a list."""

    id: str
    title: str
    names: str  # who plays
    state: str  # how it stands
    used: str  # when it was last used, as in records
    over: bool  # whether nothing is left to be played


class TerminalGame(NamedTuple):
    """A game that was begun at the terminal, and can be taken up."""

    number: int
    title: str
    names: str
    state: str


async def listed_rooms(site: Site, by: str, most: int) -> list[ListedTable]:
    """The tables to which the key of this hash opens a seat, from the one used last back."""
    rows = await site.lobby.rooms_of(by, most)
    return await asyncio.to_thread(_listed, site.store, rows)


def _listed(store: Store, rows: list[RoomRow]) -> list[ListedTable]:
    found = []
    for row in rows:
        try:
            found.append(
                _table(row, store.setup(row.match), [game for _, game in store.games_of_match(row.match)])
            )
        except NumduelError:
            continue  # what cannot be read any more, its own page tells of
    return found


def _table(row: RoomRow, setup: Setup, games: list[GameRow]) -> ListedTable:
    match = Match(setup)
    for game in games:
        if game.ending is not None:
            match.add(game.winner)
    last = games[-1]
    over = match.over and last.ending is not None
    return ListedTable(
        row.id, full_title(setup.game), _names(last, setup), _state(last, setup, match), row.used, over
    )


def _state(last: GameRow, setup: Setup, match: Match) -> str:
    """How a game stands, or how a match did."""
    if not setup.single:
        one, other = match.points
        return f"{_name(setup.names[0], setup)} {one}, {_name(setup.names[1], setup)} {other}"
    if last.ending is None:
        return f"{count(last.moves, 'move')} made" if last.moves else "not begun"
    if last.winner is None:
        return "a draw"
    return f"{_name((last.player1, last.player2)[last.winner - 1], setup)} won"


def _names(row: GameRow, setup: Setup | None) -> str:
    """Who plays a game."""
    return f"{_name(row.player1, setup)} and {_name(row.player2, setup)}"


def _name(who: str, setup: Setup | None) -> str:
    """What somebody in a game is called: people by their names, computers as everywhere on pages."""
    players = () if setup is None else setup.players
    if who in [display_name(each) for each in players if not is_person(each)]:
        return computer_name(who)
    return who or "somebody"


async def unkept_games(site: Site, most: int) -> list[TerminalGame]:
    """Unfinished games of the store that no table has, from the newest back."""
    return await asyncio.to_thread(_unkept, site.store, most)


def _unkept(store: Store, most: int) -> list[TerminalGame]:
    found = []
    for number, row in store.page(most, Filter(result="unfinished")):
        if isinstance(row, Damaged) or not row.moves:
            continue
        if row.match is not None and store.rooms.of_match(row.match) is not None:
            continue
        try:
            title = full_title(load(row.spec))
            setup = None if row.match is None else store.setup(row.match)
        except NumduelError:
            continue
        state = f"{count(row.moves, 'move')} made"
        found.append(TerminalGame(number, title, _names(row, setup), state))
    return found
