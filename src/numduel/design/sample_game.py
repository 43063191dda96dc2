"""A sample game: how two computer players would play, from the seed alone."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from ..core.game import Game
from ..core.position import Position
from ..engine.limits import Limits
from ..match.player import choose_move, rng_for
from ..match.round import Result, result_at
from ..match.setup import COMPUTER_TURN_LIMIT
from ..players import find
from ..solver.answers import Answers

MIDDLE = "level:5"


@dataclass(frozen=True)
class SampleGame:
    """The moves of a game as texts, what each left, and how it ended."""

    player: str
    seed: int
    moves: tuple[str, ...]
    shown: tuple[str, ...]
    result: Result

    def as_json(self) -> dict[str, Any]:
        """The game as a JSON object."""
        players = [self.player, self.player]
        return {
            "players": players,
            "seed": self.seed,
            "moves": list(self.moves),
            "winner": self.result.winner,
            "reason": self.result.reason,
        }


def sample_game(game: Game[Any, Any], seed: int, limit: int, who: str = MIDDLE) -> SampleGame:
    """The game that `play` would show between two of the same level with this seed."""
    answers = cache(lambda: Answers(game, limits=Limits(positions=limit)))
    player = find(who, game, answers)
    assert player is not None, "a person plays no sample games"
    position, moves, shown = Position.start(game), list[str](), list[str]()
    while (result := result_at(position, COMPUTER_TURN_LIMIT)) is None:
        move = choose_move(player, position, rng_for(seed, 0, position.ply, player.name))
        position = Position(game, game.play(position.state, move), position.ply + 1)
        moves.append(game.write(move))
        shown.append(game.show(position.state))
    return SampleGame(who, seed, tuple(moves), tuple(shown), result)
