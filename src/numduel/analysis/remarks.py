"""A remark before a game that best play, or no play at all, decides: what it is, and what to try instead."""

import dataclasses
from typing import Any

from ..core.game import Game
from ..core.verdict import Value
from ..engine.limits import Limits
from ..solver.answers import Answers

QUICK = Limits(positions=5_000)  # nobody should wait for a remark


@dataclasses.dataclass(frozen=True, slots=True)
class Remark:
    """What there is to say of a game before it is played, and a spec that makes a better one."""

    sentence: str
    instead: str  # a spec, or nothing


def remark(game: Game[Any, Any]) -> Remark | None:
    """What there is to say; nothing where the game has something to decide or is too large to tell."""
    answers = Answers(game, limits=QUICK)
    verdict = answers.verdict(game.initial())
    if verdict.value is Value.ENDLESS:
        said = "With careful play nobody can force a win here."
    elif answers.complete and not answers.any_choice_matters():
        ends = {Value.WIN: "Player 1 wins", Value.LOSS: "Player 2 wins", Value.DRAW: "it is a draw"}
        said = f"These rules alone decide this game: {ends[verdict.value]}, whatever anyone plays."
    else:
        return None
    return Remark(said, f"{game.name}:{game.variants[0].name}" if game.variants else "")
