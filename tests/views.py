"""Views of tables made straight from positions, for tests of what pages show."""

from collections.abc import Sequence
from random import Random
from typing import Any

from numduel.core.game import Game
from numduel.core.position import Position, canonical_moves
from numduel.match.round import result_at
from numduel.web.view import SeatView, View


def played(game: Game[Any, Any], plies: int, seed: int = 0) -> tuple[str, ...]:
    """Random moves from the start of a game."""
    rng, position = Random(f"{game.spec} {seed}"), Position.start(game)
    moves: list[str] = []
    while len(moves) < plies and position.moves:
        move = rng.choice(list(position.moves))
        moves.append(game.write(move))
        position = position.play(move)
    return tuple(moves)


def seat(number: int, name: str = "", *, person: bool = True, taken: bool = True, **more: Any) -> SeatView:
    """Somebody in a seat: Ann or Ben, unless a name is given."""
    called = name or ("Ann", "Ben")[number - 1]
    defaults = {"contestant": number - 1, "away": False, "points": 0, "hints": 0}
    return SeatView(seat=number, name=called, person=person, taken=taken, **(defaults | more))


def view_of(game: Game[Any, Any], moves: Sequence[str] = (), /, **changed: Any) -> View:
    """A table at which these moves were made."""
    position = Position.start(game)
    for text in moves:
        position = position.play(canonical_moves(game)[text])
    result = result_at(position, None)
    shown: dict[str, Any] = {
        "room": "abcdefghij",
        "number": len(moves) + 1,
        "game": 1,
        "position": position,
        "moves": tuple(moves),
        "seats": (seat(1), seat(2)),
        "to_move": None if result else position.player,
        "result": result,
    }
    return View(**(shown | changed))
