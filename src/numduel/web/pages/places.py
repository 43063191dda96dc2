"""Places: positions as addresses, and addresses as positions.

An address holds a spec and the moves from the first on, so that any position can be linked, embedded and
bookmarked, and the browser's own back and forward work. There is one address for each; others lead to it.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, quote_plus

from ...core.errors import NumduelError
from ...core.game import Game
from ...core.integers import count
from ...core.position import MoveError, Position, split_moves
from ...core.registry import load, read_settings
from ...core.settings import SettingError
from ..config import WebLimits

MORE_THAN_DIGITS = 500  # characters of a spec beyond the digits of its settings
LONGEST_MOVE = 32  # characters, on average


class BadAddress(NumduelError):
    """An address that leads nowhere, explained in one sentence."""

    status = 400


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """A position, and how it was reached; with a `seat`, who looks at it plays there against best replies."""

    position: Position[Any, Any]
    moves: tuple[str, ...] = ()  # canonical texts
    seat: int | None = None

    @property
    def game(self) -> Game[Any, Any]:
        """The game with its settings."""
        return self.position.game

    def after(self, *moves: str) -> "Place":
        """The place after further moves, which are legal."""
        position = self.position
        for text in moves:
            position = position.say(text)
        return Place(position, (*self.moves, *moves), self.seat)

    def address(self, page: str = "/analysis", moves: Sequence[str] | None = None, **more: str) -> str:
        """Where it is to be seen, or what these moves lead to instead."""
        seat = {} if self.seat is None else {"as": str(self.seat)}
        return place_address(page, self.game.spec, self.moves if moves is None else moves, seat | more)


def place_address(
    page: str, spec: str, moves: Sequence[str] = (), more: Mapping[str, str] | None = None
) -> str:
    """The address of a position on one of the pages that show any.

    >>> place_address("/analysis", "operation-duel:target=31,add=1/2", ["+1", "*2"])
    '/analysis/operation-duel:target=31,add=1/2?moves=%2B1+*2'
    """
    query = {"moves": joined(moves), **(more or {})}
    told = "&".join(f"{name}={quote_plus(text, safe='*,/:')}" for name, text in query.items() if text)
    return f"{page}/{quote(spec, safe=':,/=')}{'?' if told else ''}{told}"


def joined(moves: Sequence[str]) -> str:
    """Moves in a line that can be parted again: after commas, where a move has several words."""
    return ("," if any(" " in text for text in moves) else " ").join(moves)


def is_number(text: str) -> bool:
    """Whether a text in an address may be the number of a game."""
    return text.isascii() and text.isdigit() and len(text) <= 15


def read_place(spec: str, query: Mapping[str, str], limits: WebLimits) -> Place:
    """The place that an address names, however it is spelled.

    UnknownGame, SettingError, MoveError (which names the first wrong move) or BadAddress if it names none.
    """
    place = follow(Place(Position.start(load_game(spec, limits))), query.get("moves", ""), limits)
    seat = query.get("as")
    if seat not in (None, "1", "2"):
        raise BadAddress("as must be 1 or 2: the players are 1 and 2")
    return dataclasses.replace(place, seat=None if seat is None else int(seat))


def load_game(spec: str, limits: WebLimits) -> Game[Any, Any]:
    """The game that a visitor's spec names; UnknownGame, SettingError or BadAddress if it names none."""
    if len(spec) > limits.setting_digits + MORE_THAN_DIGITS:
        raise BadAddress(f"a spec may have at most {limits.setting_digits + MORE_THAN_DIGITS:,} characters")
    game = load(spec.rstrip("/"))
    check_settings(game, limits)
    check_moves(game, limits)
    return game


def check_settings(game: Game[Any, Any], limits: WebLimits) -> None:
    """Refuse, with a SettingError, a game that has a longer setting than visitors may choose."""
    _, colon, settings = game.spec.partition(":")
    for name, text in (read_settings(settings) if colon else {}).items():
        if len(text) > limits.setting_digits:
            raise SettingError(f"{name} may have at most {limits.setting_digits:,} characters here")


def check_moves(game: Game[Any, Any], limits: WebLimits) -> None:
    """Raise BadAddress for a game with more moves than a board can be drawn with while others wait."""
    there_are = len(game.vocabulary())
    if there_are > limits.choices:
        raise BadAddress(f"a game may have at most {limits.choices} different moves here, not {there_are:,}")


def check_links(place: Place, limits: WebLimits) -> None:
    """Raise BadAddress where the links to all positions nearby would make too long a page."""
    links = len(place.moves) + 2 * len(place.position.moves)
    if links * (len(place.game.spec) + len(joined(place.moves))) > limits.linked_characters:
        raise BadAddress("these settings are too long for a page with so many moves")


def follow(place: Place, text: str, limits: WebLimits) -> Place:
    """The place after the moves in a line, spelled in any way."""
    if len(text) > limits.plies * LONGEST_MOVE:
        raise BadAddress(f"an address may have at most {count(limits.plies, 'move')}")
    spelled = split_moves(place.game, text)
    if len(spelled) > limits.plies:
        raise BadAddress(f"an address may have at most {count(limits.plies, 'move')}")
    position, moves = place.position, []
    for number, each in enumerate(spelled, 1):
        try:
            move = position.read(each)
        except MoveError as error:
            raise type(error)(f"move {number}: {error}") from None
        moves.append(position.game.write(move))
        position = position.play(move)
    return Place(position, tuple(moves))
