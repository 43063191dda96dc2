"""Neighbourhood: the positions around one, with their moves, few enough to be drawn."""

import dataclasses
from typing import Any

from ..core.errors import NumduelError
from ..core.game import Game
from ..core.verdict import Value, Verdict
from ..engine.growth import live_after
from ..solver.answers import Answers

_WORDS_OF_END = {Value.LOSS: "wins", Value.WIN: "loses", Value.DRAW: "draws"}  # for who moved there


@dataclasses.dataclass(slots=True)
class Spot:
    """A position in the picture."""

    state: Any
    verdict: Verdict
    depth: int
    open: bool = False  # whether there is more behind it than is drawn


@dataclasses.dataclass(slots=True)
class Arrow:
    """The moves from one spot to another, or to an end of the game; thick if they are among the best."""

    source: int
    target: int | None
    end: str  # what the moves do, where they end the game: wins, loses or draws for the player who moves
    moves: list[str]
    best: bool


class TooMany(NumduelError):
    """More positions than a picture can hold; up to `depth` moves away they would fit."""

    def __init__(self, depth: int) -> None:
        super().__init__(depth)
        self.depth = depth


def check_few(game: Game[Any, Any], root: Any, most: int, depth: int | None = None) -> None:
    """Raise TooMany where `neighbourhood` would, before anything is solved."""
    seen, layer, away = {game.key(root)}, [root], 0
    while layer and (depth is None or away < depth):
        following = []
        for after in (one for state in layer for one in live_after(game, state)):
            if game.key(after) not in seen:
                seen.add(game.key(after))
                following.append(after)
                if len(seen) > most:
                    raise TooMany(away)
        layer, away = following, away + 1


def neighbourhood(
    game: Game[Any, Any], root: Any, answers: Answers, most: int, depth: int | None = None
) -> tuple[list[Spot], list[Arrow]]:
    """The positions up to `depth` moves from `root` (all there are, without it) and their moves."""
    spots = [Spot(root, answers.verdict(root), 0)]
    index = {game.key(root): 0}
    arrows: list[Arrow] = []
    for source, spot in enumerate(spots):  # which grows as it is walked
        if depth is not None and spot.depth >= depth:
            spot.open = bool(game.moves(spot.state))
            continue
        grouped: dict[tuple[int | None, str], Arrow] = {}
        best = spot.verdict.value
        for move, verdict in answers.moves(spot.state):
            after = game.play(spot.state, move)
            outcome = game.outcome(after)
            target, end = None, ""
            if outcome is not None and not outcome.stuck:
                end = _WORDS_OF_END[outcome.value]
            else:
                target = index.setdefault(game.key(after), len(spots))
                if target == len(spots):
                    spots.append(Spot(after, answers.verdict(after), spot.depth + 1))
                    if len(spots) > most:
                        raise TooMany(spot.depth)
            arrow = grouped.setdefault((target, end), Arrow(source, target, end, [], False))
            arrow.moves.append(game.write(move))
            arrow.best |= _keeps(verdict, spot.verdict) and best is not Value.UNSOLVED
        arrows += grouped.values()
    return spots, arrows


def _keeps(move: Verdict, position: Verdict) -> bool:
    """Whether a move is one of the best in a position."""
    return move.value is position.value and (move.plies == position.plies or position.plies is None)
