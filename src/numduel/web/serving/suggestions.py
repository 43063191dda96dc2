"""Suggestions: where somebody probably wanted to go who came to an address that leads nowhere."""

from contextlib import suppress
from typing import NamedTuple

from ...core.errors import NumduelError
from ...core.position import MoveError, Position, split_moves
from ...core.registry import full_title, load, meant
from ..pages.places import place_address

SHOWING = ("play", "analysis", "embed")  # pages whose address goes on with a spec
LONGEST = 500  # characters of an address in which something is looked for


class Suggestion(NamedTuple):
    """An address, and what is there."""

    address: str
    words: str


def suggest(path: str, moves: str = "") -> Suggestion | None:
    """The page that an address was probably meant for; None where none is near.

    >>> suggest("/play/operation-dual")
    Suggestion(address='/play/operation-duel', words='Go to Operation Duel')
    >>> suggest("/analysis/operation-duel", "+1 *2 *9")
    Suggestion(address='/analysis/operation-duel?moves=%2B1+*2', words='Go to Operation Duel, after move 2')
    >>> suggest("/twelve"), suggest("/g/abcdefghij")
    (Suggestion(address='/play/top-stack-twelve', words='Did you mean Top Stack Twelve?'), None)
    """
    page, _, spec = path.strip("/").partition("/")
    words = "Go to {}"  # whatever is wrong with the name of a game, the page says itself
    if page not in SHOWING:
        words, page, spec = "Did you mean {}?", "play", "" if spec else page
    if not spec or len(spec) + len(moves) > LONGEST:
        return None
    found = (_until_wrong(f"/{page}", spec, moves) if moves else None) or _near(f"/{page}", spec)
    return None if found is None else found._replace(words=words.format(found.words))


def _near(page: str, spec: str) -> Suggestion | None:
    """The page of the game that a spec is nearest to, named by its title."""
    found = meant(spec)
    try:
        return None if found is None else Suggestion(place_address(page, found), full_title(load(found)))
    except NumduelError:  # a game of another package that cannot be used
        return None


def _until_wrong(page: str, spec: str, text: str) -> Suggestion | None:
    """The position that the moves of an address lead to before the first wrong one; None without a game."""
    moves: list[str] = []
    try:
        position = Position.start(load(spec))
        spelled = split_moves(position.game, text)
    except NumduelError:
        return None
    with suppress(MoveError):
        for each in spelled:
            move = position.read(each)
            moves.append(position.game.write(move))
            position = position.play(move)
    where = f"after move {len(moves)}" if moves else "at the start"
    return Suggestion(place_address(page, spec, moves), f"{full_title(position.game)}, {where}")
