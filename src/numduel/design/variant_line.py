"""Variant lines: a setting as it is pasted among the variants in a game's file."""

import json
from typing import Any

from ..core.declaration import is_variant_name
from ..core.errors import ArgumentError
from ..core.game import Game
from ..core.text import quoted
from .measures import Measures

NEW = "new"
INDENT = 8  # spaces, as deep as variants stand in a game's file
WIDEST = 110


def variant_line(measures: Measures, name: str = NEW) -> str:
    """The lines of a variant with this setting, to be pasted into the game's file.

    >>> import numduel
    >>> print(variant_line(numduel.measure("operation-duel:target=30,add=1-3,multiply=2/3"), "thirty"))
            Variant(
                "thirty",
                "target=30,add=1-3,multiply=2/3",
                "player 1 wins in 11 plies, and 79 % of all positions are decisions",
            ),
    """
    settings = measures.spec.partition(":")[2]
    parts = [json.dumps(part, ensure_ascii=False) for part in (name, settings, _about(measures))]
    space = " " * INDENT
    line = f"{space}Variant({', '.join(parts)}),"
    if len(line) <= WIDEST:
        return line
    return "\n".join([f"{space}Variant(", *(f"{space}    {part}," for part in parts), f"{space}),"])


def _about(measures: Measures) -> str:
    """What there is to say of a setting that nobody has given words to."""
    assert measures.figures is not None
    share = f"{100 * measures.figures.decisions.share:.0f} % of all positions are decisions"
    winner = {"win": "player 1 wins", "loss": "player 2 wins"}.get(measures.value)
    return f"{winner} in {measures.plies} plies, and {share}" if winner else f"{measures.value}, and {share}"


def check_name(name: str, kind: type[Game[Any, Any]]) -> None:
    """Raise ArgumentError where no new variant of a game can have this name."""
    if not is_variant_name(name):
        raise ArgumentError(
            f"a variant's name has lower-case letters, digits and -, which {quoted(name)} has not"
        )
    if name in [variant.name for variant in kind.variants]:
        raise ArgumentError(f"{kind.title} has a variant called {name} already")
