"""`numduel solve`: who wins a game with best play, and how soon."""

import argparse

from ...analysis.explanation import verdict_in_words
from ...core.verdict import Verdict
from ..asked import add_question, ask
from ..console import Console
from ..words import paragraph


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_question(parser, moves=False)


def run(console: Console, options: argparse.Namespace) -> int:
    """Solve the game; the exit code."""
    position, answers = ask(options)
    game = position.game
    verdict: Verdict = answers.verdict(position.state)
    method = answers.method(position.state)
    if options.json:
        console.say_json(
            {
                "spec": game.spec,
                "game": game.name,
                "settings": game.settings,
                "value": verdict.value.value,
                "winner": verdict.value.winner(position.player),
                "plies": verdict.plies,
                "positions": answers.positions,
                "method": method,
            }
        )
        return 0
    console.say(verdict_in_words(verdict, 1))
    if answers.positions is not None:
        console.say(f"{answers.positions:,} positions, solved by {method}.")
    elif method == "theory":
        console.say(*paragraph(f"Known by theory: {verdict.why}."))
    else:
        console.say(f"More than {answers.limit:,} positions: not all were explored (see --limit).")
    return 0
