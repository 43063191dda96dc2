"""Match: several games between the same two contestants, who take turns at the first seat."""

from .setup import Setup

MAX_CONSECUTIVE_DRAWS = 20  # draws running, after which computers break a match to points off


class Match:
    """Who sits where, who has won what, and when it is over. Contestants are 0 and 1.

    `points` are the games that each contestant has won, `draws` those that nobody has.

    >>> import numduel
    >>> match = Match(Setup(game=numduel.load("digit-stack"), points=1))
    >>> match.seats
    (0, 1)
    >>> match.add(winner=2)
    >>> match.over, match.points, match.leader
    (True, [0, 1], 1)
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.points = [0, 0]
        self.draws = 0
        self.draws_running = 0

    @property
    def played(self) -> int:
        """How many games are finished."""
        return sum(self.points) + self.draws

    @property
    def seats(self) -> tuple[int, int]:
        """The contestants who are player 1 and player 2 in the game at hand, or the next one."""
        opener = (self.setup.first + self.played) % 2
        return opener, 1 - opener

    @property
    def broken_off(self) -> bool:
        """Whether computers have drawn so often running that nobody will ever have the points."""
        return self.setup.only_computers and self.draws_running >= MAX_CONSECUTIVE_DRAWS

    @property
    def over(self) -> bool:
        """Whether no further game is due."""
        if self.setup.points is not None:
            return max(self.points) >= self.setup.points or self.broken_off
        return self.played >= (self.setup.rounds or 1)

    @property
    def leader(self) -> int | None:
        """The contestant who is ahead, or None."""
        one, other = self.points
        return None if one == other else int(one < other)

    @property
    def losses(self) -> tuple[int, int]:
        """How many games each contestant has lost."""
        one, other = self.points
        return other, one

    def add(self, winner: int | None, seats: tuple[int, int] | None = None) -> None:
        """Count a finished game, won by the player of that number or drawn.

        The contestants were in these `seats`; else in those that were theirs in turn.
        """
        if winner is None:
            self.draws += 1
            self.draws_running += 1
        else:
            self.draws_running = 0
            self.points[(seats or self.seats)[winner - 1]] += 1
