"""Lists of games for pages: the tables that a browser has keys to, and games begun at the terminal."""

import asyncio
import dataclasses
from typing import NamedTuple

from ...core.errors import NumduelError
from ...core.integers import count
from ...core.registry import full_title, load
from ...match.match import Match
from ...match.setup import Setup
from ...store.base import Filter, GameRow, Store
from ...store.errors import Damaged
from ...store.rooms import RoomRow
from ..rendering.names import kept_names
from ..site import Site

MOST_REVIEWS = 5  # that are linked for a table; from each, one gets to the others


class ListedTable(NamedTuple):
    """A table in a list."""

    id: str
    title: str
    names: str  # who plays
    state: str  # how it stands
    used: str  # when it was last used, as in records
    over: bool  # whether nothing is left to be played
    finished: tuple[int, ...]  # which of its games can be reviewed; of very many, the last


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
    match, last = Match(setup), games[-1]
    for game in games:
        if match.over:  # a rematch, in which the other one begins
            match = Match(dataclasses.replace(match.setup, first=1 - match.setup.first))
        seats = match.seats
        if game.ending is not None:
            match.add(game.winner)
    over = match.over and last.ending is not None
    names = _names(last, setup)
    state = _state(last, names, match, seats)
    finished = tuple(at for at, game in enumerate(games, 1) if game.ending is not None)[-MOST_REVIEWS:]
    return ListedTable(row.id, full_title(setup.game), " and ".join(names), state, row.used, over, finished)


def _state(last: GameRow, names: tuple[str, str], match: Match, seats: tuple[int, int]) -> str:
    """How a game stands, or how a match did; `seats` are the contestants of the last game."""
    if not match.setup.single:
        return ", ".join(f"{names[seats.index(who)]} {match.points[who]}" for who in (0, 1))
    if last.ending is None:
        return f"{count(last.moves, 'move')} made" if last.moves else "not begun"
    return "a draw" if last.winner is None else f"{names[last.winner - 1]} won"


def _names(row: GameRow, setup: Setup | None) -> tuple[str, str]:
    """Who plays a game, player 1 first."""
    one, other = kept_names((row.player1, row.player2), setup)
    return one or "Player 1", other or "Player 2"


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
        found.append(TerminalGame(number, title, " and ".join(_names(row, setup)), state))
    return found
