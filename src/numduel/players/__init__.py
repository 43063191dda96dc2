"""Who can take a seat, by the name the command line gives them."""

from .human import Human


class UnknownPlayer(ValueError):
    """Nobody plays under this name, told in one sentence."""


def seat(who: str) -> Human:
    """The player that `who` names: `human`, or `human:NAME`.

    >>> seat("human:Ann")
    Human(name='Ann')
    """
    kind, _, detail = who.strip().partition(":")
    if kind.lower() != "human":
        raise UnknownPlayer(f"there is no player {who[:40]!a}; players are human and human:NAME")
    name = detail.strip()
    if not name.isprintable() or len(name) > 40:
        raise UnknownPlayer("a player's name must be printable and have at most 40 characters")
    return Human(name)
