"""Board: what a screen shows of a game, as parts and choices; the twin of Voice.

The parts are loaded when one is first asked for: whoever plays at a terminal does not wait for them.
"""

from collections.abc import Sequence

from .game import Game, M, S
from .hints import TYPE_CHECKING, Any, Generic

if TYPE_CHECKING:
    from .parts import EMPTY, MARKS, Cell, Choice, Choices, Grid, Number, Part, Parts, Row, Text, Track

__all__ = [
    "EMPTY",
    "MARKS",
    "Board",
    "Cell",
    "Choice",
    "Choices",
    "Grid",
    "Number",
    "Part",
    "Parts",
    "Row",
    "Text",
    "Track",
]

LONGEST_LEAD = 24  # characters that fit on a button


class Board(Generic[S, M]):
    """What a screen shows. This one is plain; a game overrides what it has to show.

    States are seen by the player to move, and so are the marks mine and theirs: whoever draws the board
    turns them into seats by `Position.player`. Where `moves_in_cells` is set, which is up to the game and not
    to the position, moves are made by tapping cells.
    """

    moves_in_cells: bool = False

    def __init__(self, game: Game[S, M]) -> None:
        self.game = game

    def parts(self, state: S) -> "Parts":
        """What is to be seen, from top to bottom."""
        from .parts import Text

        return (Text(self.game.show(state)),)

    def choices(self, state: S) -> "Choices":
        """A choice for each move that is offered."""
        return tuple(self.choice(state, move) for move in self.offered(state))

    def offered(self, state: S) -> Sequence[M]:
        """The legal moves; a board may add others, which are then seen to be blocked, and why."""
        return self.game.moves(state)

    def choice(self, state: S, move: M) -> "Choice":
        """A move that is offered, as a button says it."""
        from .parts import Choice

        leads = self.game.voice().brief(self.game.play(state, move))
        return Choice(move, self.game.write(move), leads=leads if len(leads) <= LONGEST_LEAD else "")


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import parts

    globals()[name] = getattr(parts, name)
    return globals()[name]
