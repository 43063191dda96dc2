"""What computers do at a table: move when it is their turn, and answer what they are offered."""

from ..core.hints import TYPE_CHECKING
from .events import DRAW, Answer, Offered, Play
from .player import Player, accepts_draw, choose_move, rng_for
from .session import Session

if TYPE_CHECKING:
    from random import Random

Players = tuple[Player | None, Player | None]  # by contestant; None: a person


def move(session: Session, players: Players) -> Play:
    """The move of the computer whose turn it is."""
    seat = session.to_move
    assert seat is not None
    player = _player(session, players, seat)
    position = session.round.position
    chosen = choose_move(player, position, _rng(session, player))
    return Play(seat, session.setup.game.write(chosen), position.ply)


def answer(session: Session, players: Players, offer: Offered) -> Answer:
    """What a computer says to an offer: no to some draws, yes to everything else."""
    seat = 3 - offer.seat
    if offer.what != DRAW:
        return Answer(seat, offer.number, True)
    player = _player(session, players, seat)
    position = session.round.position
    # Who is to move may find something better than a draw; so a computer first makes its move.
    yes = seat != position.player and accepts_draw(player, position, _rng(session, player))
    return Answer(seat, offer.number, yes)


def _player(session: Session, players: Players, seat: int) -> Player:
    player = players[session.seats[seat - 1]]
    assert player is not None, "a person is asked by a front end"
    return player


def _rng(session: Session, player: Player) -> "Random":
    # It depends on the moment alone, so that a game that is resumed goes on as it would have.
    return rng_for(session.setup.seed, session.game - 1, session.round.position.ply, player.name)
