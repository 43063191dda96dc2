"""Voice: how the command line talks about a game, as lines of text and nothing else."""

from collections.abc import Mapping, Sequence

from .game import Game, M, S
from .hints import Generic
from .settings import listed

Lines = Sequence[str]


class Voice(Generic[S, M]):
    """The words of a rulebook. This one is plain; a game overrides what its rulebook says otherwise.

    Players are given by number. `words` are the words of a move said so far, as in `push`, then `5`.
    """

    def __init__(self, game: Game[S, M]) -> None:
        self.game = game

    def brief(self, state: S) -> str:
        """The state in as few words as a sentence can carry."""
        return self.game.show(state).rstrip(".")

    def caption(self, state: S) -> Lines:
        """What the future depends on, in a few short lines for a picture."""
        return [self.brief(state)]

    def measures(self, state: S) -> Mapping[str, int]:
        """Whole numbers by which patterns among positions may be told, each by its name.

        All states have the same ones, and states with equal keys have them alike. None is fine.
        """
        return {"the number": state} if isinstance(state, int) and self.game.key(state) == state else {}

    def rules(self) -> Lines:
        """The rules under the game's settings, one paragraph a line."""
        return [self.game.summary]

    def aim(self) -> str:
        """What wins or loses under the game's settings, in a sentence or two for who is about to play."""
        return self.rules()[0]

    def opening(self) -> Lines:
        """What is said when a game starts."""
        return [self.game.title]

    def turn(self, state: S, player: int) -> Lines:
        """What is said before a player is asked."""
        return ["", self.game.show(state)]

    def prompt(self, state: S, player: int, words: tuple[str, ...]) -> str:
        """The question for the next word of a move."""
        return f"Player {player}, choose a move ({self._choices(state)}): "

    def legal_prompt(self, state: S, player: int, words: tuple[str, ...]) -> str:
        """The question at a person's screen, where a rulebook's own names more than can be played."""
        return self.prompt(state, player, words)

    def aside(self, state: S, words: tuple[str, ...]) -> Lines:
        """What is said after the first words of a move, before the rest is asked for."""
        return []

    def rejection(self, state: S, words: tuple[str, ...], said: tuple[str, ...]) -> Lines:
        """The answer to a player who, after `words`, `said` something that is no legal move."""
        return [f"Invalid move. Please choose {self._choices(state)}."]

    def report(self, before: S, move: M, after: S, player: int) -> Lines:
        """What a move did."""
        return [f"Player {player} plays {self.game.write(move)}."]

    def forfeit(self, state: S, player: int, words: tuple[str, ...]) -> Lines:
        """Why saying `words` has lost the game."""
        return [f"Player {player} attempted an invalid move."]

    def ending(self, state: S, loser: int | None) -> Lines:
        """How the game ended by its rules, before the winner is named."""
        outcome = self.game.outcome(state)
        return [] if outcome is None else [f"{outcome.reason[0].upper()}{outcome.reason[1:]}."]

    def final(self, winner: int | None) -> Lines:
        """The last words, whatever ended the game: who wins, or that nobody does."""
        return ["The game is a draw."] if winner is None else [f"Player {winner} wins the game!"]

    def _choices(self, state: S) -> str:
        return listed([self.game.write(move) for move in self.game.moves(state)])
