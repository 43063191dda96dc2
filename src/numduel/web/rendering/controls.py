"""Controls: what makes a move on a page. A button at a table, a link where positions are looked at."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import lru_cache

from .escaping import escape


class Controls(ABC):
    """Turns the insides of a tile into something that makes a move."""

    live = True  # whether anything can be pressed at all
    keys: Mapping[str, str] = {}  # on the keyboard, by move

    @abstractmethod
    def tag(self, move: str) -> tuple[str, str]:
        """The name of the element that makes a move, and its attributes but for the class."""

    def cell(self, move: str, style: str, inside: str, name: str) -> str:
        """A tile of the board that makes a move when it is tapped."""
        element, attributes = self.tag(move)
        label = f' aria-label="{escape(name)}"' if name else ""
        return f"<{element} {attributes} {style}{label}>{inside}</{element}>"


class Still(Controls):
    """Nothing can be pressed: a picture of a board."""

    live = False

    def tag(self, move: str) -> tuple[str, str]:
        return "span", ""


class Buttons(Controls):
    """Buttons that send a move to the table; whoever holds the seat's contestant may press them.

    They are never `disabled`, which would take the focus away from under a player's hands each turn:
    `aria-disabled` says the same, and the page's script lifts it for those whose turn it is.
    """

    def __init__(self, seat: int, contestant: int, ply: int, keys: Mapping[str, str]) -> None:
        self.keys = keys
        self._seat, self._contestant, self._ply = seat, contestant, ply

    def tag(self, move: str) -> tuple[str, str]:
        before, after = _button(move, self._seat, self._contestant, self.keys.get(move, ""))
        return "button", f"{before}{self._ply}{after}"


@lru_cache(maxsize=4_096)
def _button(move: str, seat: int, contestant: int, key: str) -> tuple[str, str]:
    """A button's attributes before and after the ply, which is all that changes from turn to turn."""
    keyed = f' data-key="{escape(key)}"' if key else ""
    command = json.dumps({"command": "play", "seat": seat, "move": move, "ply": 0}, separators=(",", ":"))
    before = escape(command.removesuffix("0}"))
    attributes = f'type="button" id="{move_id(move)}" data-who="{contestant}"{keyed} aria-disabled="true"'
    return f'{attributes} data-command="{before}', '}"'


class Links(Controls):
    """Links to what follows from a move; `address` says where that is to be seen."""

    def __init__(self, address: Callable[[str], str]) -> None:
        self._address = address

    def tag(self, move: str) -> tuple[str, str]:
        return "a", f'id="{move_id(move)}" href="{escape(self._address(move))}"'


class Answers(Controls):
    """Buttons of the form by which a puzzle is answered; `keys` press them."""

    def __init__(self, keys: Mapping[str, str], form: str = "answer") -> None:
        self.keys = keys
        self._form = form

    def tag(self, move: str) -> tuple[str, str]:
        key = f' data-key="{escape(self.keys[move])}"' if move in self.keys else ""
        pressed = f'form="{self._form}" name="answer" value="{escape(move)}"'
        return "button", f'id="{move_id(move)}" {pressed}{key}'


def move_id(move: str) -> str:
    """The id of the element that makes a move, the same from turn to turn so that it keeps the focus.

    >>> move_id("5"), move_id("+1"), move_id("a 1")
    ('play-5', 'play-_2b1', 'play-a_201')
    """
    if move.isascii() and move.isalnum():
        return f"play-{move}"
    return "play-" + "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}" for c in move)
