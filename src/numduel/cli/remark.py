"""A remark before a game that best play, or no play at all, decides: what it is, and what to try instead."""

from typing import Any

from ..core.game import Game
from ..core.verdict import Value
from ..solver.answers import Answers

QUICK = 5_000  # positions: nobody should wait for a remark


def remark(game: Game[Any, Any]) -> list[str]:
    """One line, or none where the game has something to decide or is too large to tell at once."""
    answers = Answers(game, limit=QUICK)
    verdict = answers.verdict(game.initial())
    if verdict.value is Value.ENDLESS:
        said = "With careful play nobody can force a win here."
    elif answers.complete and not answers.any_choice_matters():
        winner = 1 if verdict.value is Value.WIN else 2
        said = f"These rules alone decide this game: Player {winner} wins whatever anyone plays."
    else:
        return []
    tip = f" Worth trying: numduel play {game.name}:{game.worth_trying}" if game.worth_trying else ""
    return [said + tip, ""]
