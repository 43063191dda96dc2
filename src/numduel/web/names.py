"""Names: what people and computers are called on a page."""

from .view import SeatView, View

# The computers that pages offer by a word; the terminal's menu has the same.
OPPONENTS = {"easy": "level:2", "medium": "level:5", "hard": "level:8", "perfect": "perfect"}
_WORDS = {who: word for word, who in OPPONENTS.items()}


def computer_name(who: str) -> str:
    """What a computer is called.

    >>> computer_name("level:5"), computer_name("level:3"), computer_name("mcts")
    ('Computer (medium)', 'Computer (level 3)', 'Computer (mcts)')
    """
    return f"Computer ({_WORDS.get(who) or who.replace('level:', 'level ')})"


def called(seat: SeatView) -> str:
    """What the one in a seat is called."""
    return seat.name if seat.person else computer_name(seat.name)


def with_seat(seat: SeatView) -> str:
    """Who sits where: Player 1 (Ann)."""
    return f"Player {seat.seat} ({seat.name if seat.person else called(seat).lower()})"


def title_of(view: View) -> str:
    """The game's title, and the variant's name where its settings are one's."""
    game = view.position.game
    for variant in game.variants:
        if f"{game.name}:{variant.settings}" == game.spec:
            return f"{game.title}: {variant.name.replace('-', ' ')}"
    return game.title
