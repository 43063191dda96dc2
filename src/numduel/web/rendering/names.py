"""Names: what people and computers are called on a page."""

from ...match.setup import Setup, display_name, is_person
from ...players.names import OPPONENTS
from ..tables.view import SeatView

_WORDS = {who: word for word, who in OPPONENTS.items()}


def computer_name(who: str) -> str:
    """What a computer is called.

    >>> computer_name("level:5"), computer_name("level:3"), computer_name("mcts")
    ('Computer (medium)', 'Computer (level 3)', 'Computer (mcts)')
    """
    return f"Computer ({_WORDS.get(who) or who.replace('level:', 'level ')})"


def kept_name(who: str, seat: int, setup: Setup | None) -> str:
    """What somebody in a seat of a game that is kept is called, as at its table.

    A store has no empty names: there, in a single game too, the nameless are A and B.

    >>> import numduel
    >>> setup = Setup(game=numduel.load("operation-duel"), players=("human", "level:5"))
    >>> kept_name("A", 1, setup), kept_name("level:5", 2, setup), kept_name("Ann", 1, setup)
    ('Player 1', 'Computer (medium)', 'Ann')
    """
    if setup is None:
        return who or f"Player {seat}"
    if who in [display_name(each) for each in setup.players if not is_person(each)]:
        return computer_name(who)
    nameless = {
        name
        for name, each in zip("AB", setup.players, strict=True)
        if is_person(each) and not display_name(each)
    }
    return f"Player {seat}" if not who or (setup.single and who in nameless) else who


def called(seat: SeatView) -> str:
    """What the one in a seat is called."""
    return seat.name if seat.person else computer_name(seat.name)


def with_seat(seat: SeatView) -> str:
    """Who sits where: Player 1 (Ann)."""
    if seat.name == f"Player {seat.seat}":
        return seat.name
    return f"Player {seat.seat} ({seat.name if seat.person else called(seat).lower()})"
