"""Player: whoever chooses moves by itself, and how it is asked for one."""

from ..core.errors import NumduelError, shown
from ..core.hints import TYPE_CHECKING, Any, Protocol
from ..core.position import Position

if TYPE_CHECKING:
    from random import Random

LONGEST = 120  # characters of what a player has chosen, or of how it has failed


class PlayerError(NumduelError, RuntimeError):
    """A player failed when it was asked for something, or chose what is no legal move; one sentence."""


class Player(Protocol):
    """A computer player. It sees positions alone, and may take all the time it likes.

    All that is random in it comes from the rng it is given. That follows from the moment alone (`rng_for`):
    so a game that is resumed goes on as it would have.
    """

    @property
    def name(self) -> str:
        """What it is called, as one asks for it: `level:3`."""

    def choose(self, position: Position[Any, Any], rng: "Random") -> Any:
        """A legal move in `position`, where it is to move."""

    def accepts_draw(self, position: Position[Any, Any], rng: "Random") -> bool:
        """Whether it takes a draw that the player to move in `position` offers."""


def rng_for(seed: int, game: int, ply: int, name: str) -> "Random":
    """The rng that a player of this name is given in a match with this seed.

    `game` counts the games of the match that were finished before, `ply` the moves of the one at hand.

    >>> rng_for(7, 0, 3, "level:3").random() == rng_for(7, 0, 3, "level:3").random()
    True
    """
    from random import Random  # it takes long to load, and people need none

    return Random(f"{seed}:{game}:{ply}:{name}")


def choose_move(player: Player, position: Position[Any, Any], rng: "Random") -> Any:
    """The legal move that a player chooses; PlayerError if it fails, or chooses anything else."""
    try:
        move = player.choose(position, rng)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # it may be another package's, and fail in any way it likes
        raise _failed(player, position, error) from error
    if not _is_legal(position, move):
        legal = ", ".join(map(position.game.write, position.moves))
        raise PlayerError(
            f"the player {player.name} chose {shown(move, LONGEST)} at turn {position.ply + 1}, which is no "
            f"legal move; the legal moves are {legal}"
        )
    return move


def accepts_draw(player: Player, position: Position[Any, Any], rng: "Random") -> bool:
    """Whether a player takes the draw it is offered; PlayerError if it fails."""
    try:
        return bool(player.accepts_draw(position, rng))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _failed(player, position, error) from error


def _failed(player: Player, position: Position[Any, Any], error: BaseException) -> PlayerError:
    from ..core.blame import guest_at_fault  # hardly anyone needs it

    ours = type(player).__module__.startswith("numduel.")  # which fails where a game of others does
    fault = guest_at_fault(error) if ours else None
    failed = fault or f"the player {player.name} failed"
    return PlayerError(f"{failed} at turn {position.ply + 1}: {shown(error, LONGEST)}")


def _is_legal(position: Position[Any, Any], move: Any) -> bool:
    moves = position.moves
    try:
        return type(moves[moves.index(move)]) is type(move)  # 5.0 and True equal numbers, and are no moves
    except KeyboardInterrupt:
        raise
    except BaseException:  # not among them; or of a kind, such as an array, that cannot even be compared
        return False
