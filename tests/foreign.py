"""Games that are not registered and have no kernel, and games that are to do without tables."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from diagrams import Diagram
from strategies import GAMES

from numduel import Game, Outcome, Side
from numduel.adapters import gymnasium as single
from numduel.adapters import vector
from numduel.engine import tables


@dataclass(frozen=True)
class Take(Game[int, int]):
    """Take one or two of ten; whoever takes the last wins. Heaps of four cannot be shown."""

    name = "take"
    title = "Take"
    summary = "Take one or two."

    def initial(self) -> int:
        return 10

    def moves(self, state: int) -> Sequence[int]:
        return range(1, min(state, 2) + 1)

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> Outcome | None:
        return None if state else Outcome(Side.PREVIOUS, "the last is taken")

    def vocabulary(self) -> Sequence[int]:
        return (2, 1)

    def features(self, state: int) -> Sequence[int]:
        return (state if state != 4 else 100,)

    def feature_bounds(self) -> Sequence[tuple[int, int]]:
        return ((0, 10),)


class Shown(Diagram):
    """A diagram whose letters are numbered; those beyond some letter cannot be shown."""

    def features(self, state: str) -> Sequence[int]:
        return (ord(state) - ord("a"),)

    def feature_bounds(self) -> Sequence[tuple[int, int]]:
        return ((0, 5),)


def shown(drawn: Diagram) -> Shown:
    kind = type("ShownDrawn", (Shown,), {"arrows": drawn.arrows, "stuck": drawn.stuck})
    game = kind()
    assert isinstance(game, Shown)
    return game


@contextmanager
def foreign(game: Game[Any, Any]) -> Iterator[None]:
    """Where a game is not registered, what its spec names is that game."""
    with pytest.MonkeyPatch.context() as patch:
        if game.name not in GAMES:
            for module in (vector, single):
                patch.setattr(module, "chosen_game", lambda name, spec, settings: game)
        yield


@contextmanager
def without_tables() -> Iterator[None]:
    """No game is small enough for tables: kernels step it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "MAX_ENTRIES", 0)
        yield
