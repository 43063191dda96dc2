"""Games that are trees without end, so that it shows how far they were explored."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from numduel import Game, Outcome, Verdict

FIRST = 1_001  # the number of the start; small numbers take no memory


@dataclass(frozen=True)
class Tree(Game[tuple[int, ...], int]):
    """A state is the number of a place, breadth first, and padding; the number alone is the key."""

    branches: ClassVar[int] = 2
    padding: ClassVar[int] = 0
    most: ClassVar[float | None] = None
    known: ClassVar[Verdict | None] = None
    name = "tree"
    title = "Tree"
    summary = "Grow."

    def initial(self) -> tuple[int, ...]:
        return (FIRST,) + (1,) * self.padding

    def moves(self, state: tuple[int, ...]) -> Sequence[int]:
        return range(self.branches)

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return ((state[0] - FIRST) * self.branches + move + FIRST + 1, *state[1:])

    def outcome(self, state: tuple[int, ...]) -> Outcome | None:
        return None

    def vocabulary(self) -> Sequence[int]:
        return range(self.branches)

    def key(self, state: tuple[int, ...]) -> Hashable:
        return state[0]

    def size(self) -> float | None:
        return self.most

    def theory(self, state: tuple[int, ...]) -> Verdict | None:
        return self.known


def tree(branches: int = 2, **words: Any) -> Tree:
    """A tree in which each place has so many branches; a chain, where it is one."""
    made = type("Grown", (Tree,), {"branches": branches, **words})()
    assert isinstance(made, Tree)
    return made


def place(number: int) -> tuple[int, ...]:
    """The state in a tree that has this position."""
    return (FIRST + number,)
