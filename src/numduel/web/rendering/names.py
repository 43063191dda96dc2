"""Names: what people and computers are called on a page."""

import re

from ...match.setup import Setup, display_name, is_person
from ...players.names import BUILT_IN, OPPONENTS
from ...store.rows import given_names
from ..view import SeatView

Names = tuple[str, str]
_PLAYER = re.compile(r"\b[Pp]layer ([12])\b")
_WORDS = {who: word for word, who in OPPONENTS.items()}


def computer_name(who: str) -> str:
    """What a computer is called.

    >>> computer_name("level:5"), computer_name("level:3"), computer_name("mcts")
    ('Computer (medium)', 'Computer (level 3)', 'Computer (mcts)')
    """
    return f"Computer ({_WORDS.get(who) or who.replace('level:', 'level ')})"


def kept_names(names: tuple[str, str], setup: Setup | None) -> tuple[str, str]:
    """What the players of a game that is kept are called; nothing for the nameless in a single game.

    Without the setup of its match, as in a record from elsewhere, computers are known by their names alone.

    >>> import numduel
    >>> setup = Setup(game=numduel.load("operation-duel"), players=("human", "level:5"))
    >>> kept_names(("A", "level:5"), setup), kept_names(("Ann", "level:5"), None)
    (('', 'Computer (medium)'), ('Ann', 'Computer (medium)'))
    """
    one, other = (
        computer_name(name) if _is_computer(name, setup) else name for name in given_names(names, setup)
    )
    return one, other


def _is_computer(name: str, setup: Setup | None) -> bool:
    if setup is None:
        return name.partition(":")[0] in BUILT_IN
    return name in [display_name(who) for who in setup.players if not is_person(who)]


def called(seat: SeatView) -> str:
    """What the one in a seat is called."""
    return seat.name if seat.person else computer_name(seat.name)


def name_players(text: str, names: Names) -> str:
    """A text that tells of players by their numbers, with their names where they have any.

    >>> name_players("Player 2 won: player 1 resigned.", ("Ann", ""))
    'Player 2 won: Ann resigned.'
    """
    return _PLAYER.sub(lambda found: names[int(found[1]) - 1] or found[0], text)
