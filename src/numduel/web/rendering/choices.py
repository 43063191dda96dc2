"""Choices in HTML: tiles to press, with what each leads to and, where that may be shown, what it is worth."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from markupsafe import Markup

from ...core.game import Game
from ...core.integers import write_integer
from ...core.parts import Choice
from ...core.position import Position
from ...core.verdict import Value, Verdict
from .controls import Controls, Links, move_id
from .digits import brief, size_class
from .escaping import escape

Values = Mapping[str, Verdict]  # of legal moves by their text, for the player who makes them

NO_VALUES: Values = {}
GLYPHS = {Value.WIN: "✓", Value.LOSS: "✗", Value.DRAW: "=", Value.ENDLESS: "∞", Value.UNSOLVED: "?"}
WORDS = {
    Value.WIN: "wins",
    Value.LOSS: "loses",
    Value.DRAW: "draws",
    Value.ENDLESS: "holds",
    Value.UNSOLVED: "unsolved",
}
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def draw_choices(position: Position[Any, Any], controls: Controls, values: Values = NO_VALUES) -> Markup:
    """The choices of a position as HTML; nothing where the game is over, or moves are made on the board."""
    board = position.game.board()
    if board.moves_in_cells or not position.moves:
        return Markup("")
    tiles = _Tiles(position, controls, values)
    groups = groupby(board.choices(position.state), key=lambda choice: choice.group)
    return Markup("".join(tiles.draw_group(group, list(choices)) for group, choices in groups))


def choice_links(
    position: Position[Any, Any], address: Callable[[str], str], values: Values = NO_VALUES
) -> Markup:
    """The choices as links, for pages on which positions are looked at: `address` says where a move leads."""
    return draw_choices(position, Links(address), values)


def value_words(verdict: Verdict) -> str:
    """What a move is worth, short enough for a tile.

    >>> value_words(Verdict(Value.WIN, 4)), value_words(Verdict(Value.ENDLESS))
    ('wins in 4', 'holds')
    """
    return WORDS[verdict.value] + (f" in {brief(write_integer(verdict.plies), 8)}" if verdict.plies else "")


@lru_cache(maxsize=1_024)
def draw_value(verdict: Verdict) -> Markup:
    """What a move is worth: a glyph, a word and a number."""
    glyph = f'<span aria-hidden="true">{GLYPHS[verdict.value]}</span>'
    return Markup(f'<span class="worth">{glyph} {value_words(verdict)}</span>')


class _Tiles:
    """Draws the choices of one position."""

    def __init__(self, position: Position[Any, Any], controls: Controls, values: Values) -> None:
        self.write = position.game.write
        self.size = label_size(position.game)
        self.legal = position.moves
        self.controls = controls
        self.values = values

    def draw_group(self, group: str, choices: Sequence[Choice]) -> str:
        """Choices that belong together, in as many columns as suit their number."""
        heading = f'<h3 class="label">{escape(group)}</h3>' if group else ""
        items = "".join(map(self.draw, choices))
        return (
            f'<div class="group">{heading}<ul class="choices of-{min(len(choices), 10)}">{items}</ul></div>'
        )

    def draw(self, choice: Choice) -> str:
        """A choice as an item of a list: something to press, or the reason why it cannot be."""
        move = self.write(choice.move)
        name = _name(choice.label, self.size)
        if choice.blocked or choice.move not in self.legal:
            why = escape(choice.blocked or "not now")
            inside = f'{name}<span class="leads">{why}</span>'
            return f'<li><span class="choice blocked" id="{move_id(move)}">{inside}</span></li>'
        element, attributes = self.controls.tag(move)
        verdict = self.values.get(move)
        worth, value = (f" {verdict.value.value}", draw_value(verdict)) if verdict else ("", "")
        key = _key(self.controls.keys.get(move, ""), choice.label)
        details = _details(choice.leads, choice.left)
        return (
            f'<li><{element} class="choice{worth}" {attributes}>{name}{details}{value}{key}</{element}></li>'
        )


@lru_cache(maxsize=2_048)
def _name(label: str, size: str) -> str:
    return f'<span class="name {size}">{escape(brief(label, 12))}</span>'


@lru_cache(maxsize=2_048)
def _key(key: str, label: str) -> str:
    return f'<kbd aria-hidden="true">{escape(key)}</kbd>' if key and key != label else ""


@lru_cache(maxsize=4_096)
def _details(leads: str, left: str) -> str:
    """What a choice leads to, and how many of it there are."""
    arrow = '<span aria-hidden="true">→</span><span class="hidden">leads to</span>'
    one = f'<span class="leads">{arrow} {escape(brief(leads, 14))}</span>' if leads else ""
    if not left.startswith("×"):
        return one + (f'<span class="left">{escape(left)}</span>' if left else "")
    # Read aloud, the sign would be "times".
    sign = (
        f'<span aria-hidden="true">{escape(left)}</span><span class="hidden">{escape(left[1:])} left</span>'
    )
    return f'{one}<span class="left">{sign}</span>'


@lru_cache(maxsize=256)
def label_size(game: Game[Any, Any]) -> str:
    """How large the names of moves are written: all alike, so that the longest has room."""
    return size_class(max((game.write(move) for move in game.vocabulary()), key=len))


@lru_cache(maxsize=256)
def move_keys(game: Game[Any, Any]) -> Mapping[str, str]:
    """The key that plays each move, the same in every position: its first sign where that tells all apart.

    >>> import numduel
    >>> move_keys(numduel.load("operation-obliteration"))["divide"]
    'd'
    >>> move_keys(numduel.load("operation-duel:add=1-3"))
    {'+1': 'a', '+2': 'b', '+3': 'c', '*2': 'd'}
    """
    moves = [game.write(move) for move in game.vocabulary()]
    for keys in ([move[0].lower() for move in moves], [move[-1].lower() for move in moves]):
        if len(set(keys)) == len(moves) and "?" not in keys and " " not in keys:
            return dict(zip(moves, keys, strict=True))
    return dict(zip(moves, LETTERS, strict=False))
