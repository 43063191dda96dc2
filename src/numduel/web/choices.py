"""Choices in HTML: tiles to press, each with what it leads to and, where that may be shown, what it is worth."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import Any

from markupsafe import Markup

from ..core.game import Game
from ..core.parts import Choice
from ..core.position import Position
from ..core.verdict import Value, Verdict
from .controls import Controls, Links, move_id
from .digits import brief, size_class

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
    """The choices of a position as HTML; nothing where the game is over, or where moves are made on the board."""
    board = position.game.board()
    if board.moves_in_cells or not position.moves:
        return Markup("")
    tiles = _Tiles(position, controls, values)
    return Markup(
        "".join(
            f'<div class="group">{_heading(group)}<ul class="choices">{"".join(map(tiles.draw, choices))}</ul></div>'
            for group, choices in groupby(board.choices(position.state), key=lambda choice: choice.group)
        )
    )


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
    return WORDS[verdict.value] + (f" in {verdict.plies}" if verdict.plies else "")


def draw_value(verdict: Verdict) -> Markup:
    """What a move is worth: a glyph, a word and a number."""
    glyph = f'<span aria-hidden="true">{GLYPHS[verdict.value]}</span>'
    return Markup(f'<span class="worth">{glyph} {value_words(verdict)}</span>')


class _Tiles:
    """Draws the choices of one position."""

    def __init__(self, position: Position[Any, Any], controls: Controls, values: Values) -> None:
        self.write = position.game.write
        self.legal = position.moves
        self.keys = move_keys(position.game)
        self.controls = controls
        self.values = values

    def draw(self, choice: Choice) -> str:
        """A choice as an item of a list: something to press, or the reason why it cannot be."""
        move = self.write(choice.move)
        if choice.blocked or choice.move not in self.legal:
            why = escape(choice.blocked or "not now")
            return (
                f'<li><span class="choice blocked" id="{move_id(move)}">'
                f'<span class="name {size_class(choice.label)}">{escape(brief(choice.label, 12))}</span>'
                f'<span class="leads">{why}</span></span></li>'
            )
        element, attributes = self.controls.tag(move)
        verdict = self.values.get(move)
        worth = f" {verdict.value.value}" if verdict else ""
        key = self.keys.get(move, "")
        keyed = f' data-key="{escape(key)}"' if key else ""
        shown = f'<kbd aria-hidden="true">{escape(key)}</kbd>' if key and key != choice.label else ""
        return (
            f'<li><{element} class="choice{worth}" {attributes}{keyed}>'
            f'<span class="name {size_class(choice.label)}">{escape(brief(choice.label, 12))}</span>'
            f"{_details(choice)}{draw_value(verdict) if verdict else ''}{shown}</{element}></li>"
        )


def _details(choice: Choice) -> str:
    """What a choice leads to, and how many of it there are."""
    leads = left = ""
    if choice.leads:
        arrow = '<span aria-hidden="true">→</span><span class="hidden">leads to</span>'
        leads = f'<span class="leads">{arrow} {escape(brief(choice.leads, 14))}</span>'
    if choice.left:
        left = f'<span class="left">{escape(choice.left)}</span>'
    return leads + left


def _heading(group: str) -> str:
    return f'<h3 class="label">{escape(group)}</h3>' if group else ""


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
