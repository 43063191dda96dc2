"""Games of one move whose winner follows a law that a test has planted over two settings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from numduel import Game, Outcome, Side, Value, Whole, setting

Law = Callable[[int, int], bool | Value]

ENDS = {
    Value.WIN: Outcome(Side.PREVIOUS, "as planted"),
    Value.LOSS: Outcome(Side.NEXT, "as planted"),
    Value.DRAW: Outcome(None, "as planted"),
}


@dataclass(frozen=True)
class Planted(Game[str, str]):
    """Player 1 makes the only move; `law` says what it is worth."""

    n: int = setting(1, Whole(low=0), "a number")
    m: int = setting(1, Whole(low=0, high=30), "another number, which cannot be large")

    law: ClassVar[Law]
    name = "planted"
    title = "Planted"
    summary = "One move decides it."

    def initial(self) -> str:
        return "start"

    def moves(self, state: str) -> Sequence[str]:
        return ("go",) if state == "start" else ()

    def play(self, state: str, move: str) -> str:
        return "end"

    def outcome(self, state: str) -> Outcome | None:
        if state == "start":
            return None
        value = type(self).law(self.n, self.m)
        return ENDS[value if isinstance(value, Value) else Value.WIN if value else Value.LOSS]

    def vocabulary(self) -> Sequence[str]:
        return ("go",)


def planted(law: Law) -> Game[Any, Any]:
    """A game whose winner follows a law: player 1's win where it says True."""
    kind: type[Planted] = dataclass(frozen=True)(type("Sown", (Planted,), {"law": staticmethod(law)}))
    return kind()
