"""Kernel: a game as whole numbers. Positions are codes, and one scalar function plays a move."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property

from ..core.errors import NumduelError
from ..core.game import Game, Outcome, S, Side
from ..core.hints import TYPE_CHECKING, Any, ClassVar, Generic

if TYPE_CHECKING:  # so that finding out whether there is a kernel needs no numpy
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

# Marks: what a step can lead to instead of a code.
MOVER_WINS, MOVER_LOSES, DRAWN, ILLEGAL = -1, -2, -3, -4
# Where there is no kernel: a position whose features leave their bounds.
OUT_OF_RANGE = -5

LARGEST = 2**63 - 1
ENDED = -1  # every feature of a game that is over; no position of our games in play looks like that


def mark_of(outcome: Outcome) -> int:
    """The mark of a move that ended the game so."""
    winner = outcome.winner
    if winner is None:
        return DRAWN
    return MOVER_WINS if winner is _PREVIOUS else MOVER_LOSES


_PREVIOUS = Side.PREVIOUS  # looking it up each time would take longer than the rest


def divide(number: int, divisor: int) -> tuple[int, int]:
    """The quotient and the remainder of numbers that are not negative, which compiled code finds sooner."""
    return divmod(number, divisor)


class NoKernel(NumduelError, ValueError):
    """These settings have no kernel; the message says why in one sentence."""


class Kernel(ABC, Generic[S]):
    """A game under settings that make it finite: codes from 0 to `size` - 1, and how to play on them.

    `step` and `observe` are compiled, so they are plain functions of whole numbers; `numbers` holds the
    settings. States with equal keys have equal codes. A code from which every action is illegal is a
    position in which the player to move cannot move, and has lost.

    Whoever plays every action from a code calls `unpack` once, and then `play` for each. A kernel whose codes
    take time to be taken apart has both; for others a code stays as it is, and `step` is what plays.
    """

    @staticmethod
    @abstractmethod
    def step(numbers: "Numbers", code: int, action: int) -> int:
        """The code as the next player sees it, or a mark; trusts its input, but for illegal actions."""

    @staticmethod
    def unpack(numbers: "Numbers", code: int) -> Any:
        """What all moves from a code begin with, worked out once for them."""
        return code

    # What `step` does, of numbers, what `unpack` has returned, and an action. None: it is `step` itself.
    play: ClassVar[Callable[..., int] | None] = None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "step" in vars(cls) and "play" not in vars(cls):
            cls.play = None  # what a base has plays by the step of that base

    @staticmethod
    @abstractmethod
    def observe(numbers: "Numbers", code: int, features: "Numbers") -> None:
        """Write what `Game.features` says of the state."""

    @abstractmethod
    def __init__(self, game: Game[S, Any]) -> None:
        """Set up for a game; NoKernel if its settings cannot be coded."""

    def set_up(self, game: Game[S, Any], size: int, numbers: list[int]) -> None:
        """Set what every kernel has."""
        if size > LARGEST or any(abs(number) > LARGEST for number in numbers):
            raise NoKernel(f"{game.spec[:80]} has more positions than 64-bit codes can tell apart")
        self.game = game
        self.size = size
        self.actions = len(game.vocabulary())
        self._numbers = numbers

    @cached_property
    def numbers(self) -> "Numbers":
        """The settings, as compiled code reads them."""
        import numpy

        return numpy.array(self._numbers, dtype=numpy.int64)

    @property
    def moving(self) -> dict[str, Callable[..., Any]]:
        """The parts of compiled code that plays every action from a code, by their names there."""
        if self.play is None:
            return {"unpack": Kernel.unpack, "play": self.step}
        return {"unpack": self.unpack, "play": self.play}

    @property
    def start(self) -> int:
        """The code of the state at the start."""
        return self.encode(self.game.initial())

    @abstractmethod
    def encode(self, state: S) -> int:
        """The code of a state in which the game goes on, or the player to move cannot move."""

    @abstractmethod
    def decode(self, code: int) -> S:
        """A state with this code."""
