"""VerdictTable: what every solved table offers, whether plain Python or a kernel has made it."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

from ..core.hints import Any, ClassVar
from ..core.verdict import Value, Verdict


class VerdictTable(ABC):
    """Verdicts on the positions that can be reached from a root.

    States with equal keys are one position. A state that the last move has ended is no position, one in which
    the player to move cannot move is.
    """

    method: ClassVar[str]  # what made it: "table" or "kernel"
    positions: int  # how many there are in it
    complete: bool  # whether every position that can be reached is in it

    @property
    @abstractmethod
    def bytes(self) -> int:
        """How many bytes it takes, or took while it was made: about so many."""

    @property
    @abstractmethod
    def any_draws(self) -> bool:
        """Whether the game can end in a draw anywhere."""

    @abstractmethod
    def look_up(self, state: Any) -> Verdict | None:
        """The verdict on a state, or None where it was not reached."""

    def __getitem__(self, state: Any) -> Verdict:
        """The verdict on a state; KeyError where it was not reached."""
        verdict = self.look_up(state)
        if verdict is None:
            raise KeyError(state)
        return verdict

    @abstractmethod
    def decisions(self) -> int:
        """How many positions have moves of different values."""

    def any_choice_matters(self) -> bool:
        """Whether any position has moves of different values."""
        return self.decisions() > 0

    @abstractmethod
    def __iter__(self) -> Iterator[tuple[Any, Verdict]]:
        """Every position once, as a state with its verdict, in no particular order.

        States are made on the way, so that a table of any size can be walked through.
        """

    def decided(self) -> Iterator[tuple[Any, Verdict]]:
        """Every position whose value is known, as a state with its verdict."""
        return ((state, verdict) for state, verdict in self if verdict.value is not Value.UNSOLVED)
