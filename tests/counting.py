"""A small game that is right and not registered, for tests to change into games that are wrong."""

from collections.abc import Sequence
from dataclasses import dataclass

from numduel import Game, Outcome, Side, Variant, Whole, setting

TAKEN = Outcome(Side.PREVIOUS, "the last one is taken")


@dataclass(frozen=True)
class Counting(Game[int, int]):
    """A state is how many are left; whoever takes the last one wins."""

    start: int = setting(7, Whole(1, 1_000), "how many there are at the start")
    most: int = setting(3, Whole(1, 10), "how many may be taken at once")

    name = "counting"
    title = "Counting"
    summary = "Take 1 to 3 from 7; whoever takes the last one wins."
    variants = (
        Variant("long", "start=30", "more to take"),
        Variant("long-and-slow", "start=30,most=2", "more to take, and less at a time"),
    )

    def initial(self) -> int:
        return self.start

    def moves(self, state: int) -> Sequence[int]:
        return range(1, min(self.most, state) + 1)

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> Outcome | None:
        return None if state else TAKEN

    def vocabulary(self) -> Sequence[int]:
        return range(1, self.most + 1)

    def show(self, state: int) -> str:
        return f"{state} left."
