"""Suggestions: where somebody probably wanted to go who came to an address that leads nowhere."""

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
    Suggestion(address='/play/operation-duel', words='Did you mean Operation Duel?')
    >>> suggest("/analysis/operation-duel", "+1 *2 *9")
    Suggestion(address='/analysis/operation-duel?moves=%2B1+*2', words='Operation Duel, after move 2')
    >>> suggest("/duel").address, suggest("/g/abcdefghij")
    ('/play/operation-duel', None)
    """
    page, _, spec = path.strip("/").partition("/")
    if page not in SHOWING:
        page, spec = "play", "" if spec else page
    if not spec or len(spec) + len(moves) > LONGEST:
        return None
    try:
        return _until_wrong(f"/{page}", spec, moves) if moves else _near(f"/{page}", spec)
    except NumduelError:
        return _near(f"/{page}", spec)


def _near(page: str, spec: str) -> Suggestion | None:
    try:
        found = meant(spec)
        words = "" if found is None else f"Did you mean {full_title(load(found))}?"
    except NumduelError:  # a game of another package that cannot be used
        return None
    return None if found is None else Suggestion(place_address(page, found), words)


def _until_wrong(page: str, spec: str, text: str) -> Suggestion:
    """The position that the moves of an address lead to before the first wrong one."""
    position, moves = Position.start(load(spec)), list[str]()
    for each in split_moves(position.game, text):
        try:
            move = position.read(each)
        except MoveError:
            break
        moves.append(position.game.write(move))
        position = position.play(move)
    where = f"after move {len(moves)}" if moves else "at the start"
    return Suggestion(place_address(page, spec, moves), f"{full_title(position.game)}, {where}")
