"""Games drawn as diagrams: positions are letters, moves are arrows, and every kind of end can be had.

The registered games have no drawn ends and no stuck player who wins; these may have both.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from hypothesis import strategies as st

from numduel import Game, Outcome, Side

# Where an arrow may lead instead of to a position: the game ends, and the player who moved ...
WINS, LOSES, DRAWS = "+", "-", "="
_ENDS = {
    WINS: Outcome(Side.PREVIOUS, "the mover has won"),
    LOSES: Outcome(Side.NEXT, "the mover has lost"),
    DRAWS: Outcome(None, "nobody has won"),
}
# What becomes of a player who has no move.
_STUCK = {
    WINS: Outcome(Side.NEXT, "whoever is stuck has won", stuck=True),
    LOSES: Outcome(Side.PREVIOUS, "whoever is stuck has lost", stuck=True),
    DRAWS: Outcome(None, "whoever is stuck has drawn", stuck=True),
}


@dataclass(frozen=True)
class Diagram(Game[str, int]):
    """A state is a position's letter or the mark of an end; a move is the number of an arrow."""

    arrows: ClassVar[Mapping[str, str]]  # from each position, where its arrows lead
    stuck: ClassVar[Mapping[str, str]]  # positions without an arrow, and what becomes of a player there
    name = "diagram"
    title = "Diagram"
    summary = "Follow the arrows."

    def initial(self) -> str:
        return next(iter(self.arrows))

    def moves(self, state: str) -> Sequence[int]:
        return range(len(self.arrows.get(state, "")))

    def play(self, state: str, move: int) -> str:
        return self.arrows[state][move]

    def outcome(self, state: str) -> Outcome | None:
        return _ENDS.get(state) or (_STUCK[self.stuck[state]] if state in self.stuck else None)

    def vocabulary(self) -> Sequence[int]:
        return range(max(map(len, self.arrows.values())))


def diagram(arrows: Mapping[str, str], stuck: Mapping[str, str] | None = None) -> Diagram:
    """The game that starts at the first of `arrows`."""
    kind = type("Drawn", (Diagram,), {"arrows": dict(arrows), "stuck": dict(stuck or {})})
    game = kind()
    assert isinstance(game, Diagram)
    return game


@st.composite
def diagrams(
    draw: st.DrawFn, most: int = 9, ends: str = WINS + LOSES + DRAWS, stuck: str = WINS + LOSES + DRAWS
) -> Diagram:
    """A random diagram; arrows may lead in circles, to any of `ends`, and twice to the same place.

    `stuck` is what may become of a player without a move.
    """
    letters = "abcdefghijklmnop"[: draw(st.integers(2, most))]
    without = draw(st.sets(st.sampled_from(letters[1:]), max_size=2)) if stuck else set()
    places = st.sampled_from([*letters, *letters, *ends])
    arrows = {
        letter: "".join(draw(st.lists(places, min_size=1, max_size=4)))
        for letter in letters
        if letter not in without
    }
    return diagram(arrows, {letter: draw(st.sampled_from(stuck)) for letter in sorted(without)})
