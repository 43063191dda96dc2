"""Which players visitors may ask for."""

from ...match.setup import PERSON
from ...players.names import BUILT_IN, UnknownPlayer, full_name


def visitors_player(who: str) -> str:
    """The one name of a player whom a visitor asks for; UnknownPlayer if they may not have it.

    What follows the name of a player from another package may be anything, such as the path of a file on this
    machine: that is not for visitors to choose.

    >>> visitors_player(" Level:3 ")
    'level:3'
    """
    name = full_name(who)
    kind, colon, _ = name.partition(":")
    if colon and kind != PERSON and kind not in BUILT_IN:
        raise UnknownPlayer(f"the player {kind} takes no details here")
    return name
