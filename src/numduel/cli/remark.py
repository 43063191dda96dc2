"""A remark before a game that best play, or no play at all, decides: what it is, and what to try instead."""

from typing import Any

from ..core.game import Game
from ..core.verdict import Value
from ..solver.answers import Answers
from .keeper import command_to

QUICK = 5_000  # positions: nobody should wait for a remark


def remark(game: Game[Any, Any]) -> list[str]:
    """What there is to say; nothing where the game has something to decide or is too large to tell."""
    answers = Answers(game, limit=QUICK)
    verdict = answers.verdict(game.initial())
    if verdict.value is Value.ENDLESS:
        said = "With careful play nobody can force a win here."
    elif answers.complete and not answers.any_choice_matters():
        ends = {Value.WIN: "Player 1 wins", Value.LOSS: "Player 2 wins", Value.DRAW: "it is a draw"}
        said = f"These rules alone decide this game: {ends[verdict.value]}, whatever anyone plays."
    else:
        return []
    if not game.worth_trying:
        return [said, ""]
    return [said, f"Worth trying: {command_to(f'play {game.name}:{game.worth_trying}')}", ""]
