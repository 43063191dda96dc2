"""Match: several games between the same two contestants, who take turns at the first seat."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Terms:
    """What was agreed for the games of a match."""

    seed: int = 0
    max_turns: int | None = None
    undo: str = "agree"  # none, agree, or free
    hint_limit: int | None = None  # for each player, in each game


@dataclasses.dataclass
class Match:
    """Who sits where, who has won what, and when it is over. Contestants are 0 and 1.

    A match lasts `rounds` games, or until someone has `to` points; with neither it is a single game.

    >>> match = Match(("Ann", "Ben"), to=1)
    >>> match.seats
    (0, 1)
    >>> match.add(winner=2)
    >>> match.over, match.points, match.leader
    (True, [0, 1], 1)
    """

    names: tuple[str, str]
    first: int = 0  # the contestant who has the first seat in the first game
    rounds: int | None = None
    to: int | None = None
    points: list[int] = dataclasses.field(default_factory=lambda: [0, 0])
    draws: int = 0
    patience: int | None = None  # a match to points ends undecided after so many draws running
    _draws_running: int = 0

    @property
    def played(self) -> int:
        """How many games are finished."""
        return sum(self.points) + self.draws

    @property
    def single(self) -> bool:
        """Whether this is one game and no more."""
        return self.rounds is None and self.to is None

    @property
    def seats(self) -> tuple[int, int]:
        """The contestants who are player 1 and player 2 in the game at hand."""
        opener = (self.first + self.played) % 2
        return opener, 1 - opener

    @property
    def over(self) -> bool:
        """Whether no further game is due."""
        if self.to is not None:
            return max(self.points) >= self.to or self._draws_running == self.patience
        return self.played >= (self.rounds or 1)

    @property
    def leader(self) -> int | None:
        """The contestant who is ahead, or None."""
        one, other = self.points
        return None if one == other else int(one < other)

    def add(self, winner: int | None) -> None:
        """Count a finished game, won by the player of that number or drawn."""
        if winner is None:
            self.draws += 1
            self._draws_running += 1
        else:
            self._draws_running = 0
            self.points[self.seats[winner - 1]] += 1
