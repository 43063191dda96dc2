"""Playing out: games against the perfect player, from a won position or from the start."""

from collections.abc import Iterator
from random import Random

from ..core.integers import count
from ..core.position import Position
from ..core.verdict import Value
from ..players.perfect import PerfectPlayer
from ..solver.answers import Answers
from .lesson import Step
from .pool import Pool, matters
from .tasks import Asked

LONGEST = 40  # plies of a game that is played to its end
TURNS = 6  # of the learner's, in one that never ends or is longer
FROM_NEAR = (3, 9)  # plies of the win with which to begin


def games_to_play(pool: Pool, rng: Random) -> Iterator[Step]:
    """A won position, then the start with the better seat."""
    low, high = FROM_NEAR
    near = [asked for asked in pool.asked if _is_won(asked) and low <= (asked.verdict.plies or 0) <= high]
    near = [asked for asked in near if asked.moves]  # the start comes after it
    near = [asked for asked in near if matters(asked)] or near
    if near:
        yield play_step(rng.choice(near), "From a won position")
    yield from from_start(pool)


def from_start(pool: Pool) -> Iterator[Step]:
    """The game from its start; the computer begins where that is the worse seat.

    Where every first move loses at once there is no game to play.
    """
    start = Asked(Position.start(pool.game), (), pool.answers)
    if start.verdict.value is Value.LOSS:
        reply = defence(start.position, pool.answers)
        start = Asked(start.position.say(reply), (reply,), pool.answers)
    if start.position.outcome is None:
        yield play_step(start, "From the start")


def play_step(asked: Asked, topic: str) -> Step:
    """A game to be played on from a position."""
    player, verdict = asked.position.player, asked.verdict
    endless = verdict.value is Value.ENDLESS or verdict.plies is None or verdict.plies > LONGEST
    turns = TURNS if endless else 0
    if _is_won(asked):
        until = f"Make {TURNS} moves that keep the win." if turns else "Play to the end, and win."
        length = "" if verdict.plies is None else f" in {count(verdict.plies, 'move')}"
        said = f"You are Player {player}, and can win{length}. {until}"
    else:
        until = f"Make {TURNS} moves that do not lose." if turns else "Play to the end, and do not lose."
        said = f"You are Player {player}, and nobody can force a win. {until}"
    opponent = "The perfect player answers each of your moves."
    return Step(
        kind="play",
        words=(said, opponent),
        game=asked.position.game,
        moves=asked.moves,
        goal="win" if _is_won(asked) else "hold",
        turns=turns,
        topic=topic,
    )


def defence(position: Position[object, object], answers: Answers) -> str:
    """The perfect player's move, the same each time."""
    game = position.game
    move = PerfectPlayer(answers).choose(position, Random(f"{game.spec} {position.ply}"))
    return game.write(move)


def _is_won(asked: Asked) -> bool:
    return asked.verdict.value is Value.WIN
