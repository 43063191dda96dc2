"""Verdicts and moves in plain words: the phrases that all explanations are made of."""

from collections.abc import Iterable, Sequence

from ..core.integers import count, read_integer
from ..core.settings import listed
from ..core.verdict import Value, Verdict

SHORTEST_RUN = 3  # numbers that follow each other are told as "1 to 3", not "1, 2 and 3"


def in_moves(plies: int | None) -> str:
    """` in 3 moves`; nothing where the length is unknown or the game is over."""
    return f" in {count(plies, 'move')}" if plies else ""


def verdict_in_words(verdict: Verdict, player: int, say_best_play: bool = False) -> str:
    """Who wins with best play, where `player` is to move; that it takes best play is said where wished.

    >>> verdict_in_words(Verdict(Value.WIN, 3), 1), verdict_in_words(Verdict(Value.WIN, 3), 1, True)
    ('Player 1 wins in 3 moves.', 'Player 1 wins in 3 moves with best play.')
    """
    played = " with best play" if say_best_play and verdict.plies != 0 else ""
    match verdict.value:
        case Value.WIN:
            return f"Player {player} wins{in_moves(verdict.plies)}{played}."
        case Value.LOSS:
            return f"Player {3 - player} wins{in_moves(verdict.plies)}{played}."
        case Value.DRAW:
            return f"With best play it is a draw{in_moves(verdict.plies)}."
        case Value.ENDLESS:
            return "Nobody can force a win: with best play the game never ends."
        case _:
            return "Unsolved: what was explored does not decide it."


_ONE = {
    Value.WIN: "wins",
    Value.LOSS: "loses",
    Value.DRAW: "draws",
    Value.ENDLESS: "keeps the game going",
    Value.UNSOLVED: "is unsolved",
}
_SEVERAL = {
    Value.WIN: "win",
    Value.LOSS: "lose",
    Value.DRAW: "draw",
    Value.ENDLESS: "keep the game going",
    Value.UNSOLVED: "are unsolved",
}


def outlook(verdict: Verdict, several: bool = False) -> str:
    """What a move, or several, comes to for the player who makes it.

    >>> outlook(Verdict(Value.WIN, 1)), outlook(Verdict(Value.ENDLESS), several=True)
    ('wins in 1 move', 'keep the game going')
    """
    return (_SEVERAL if several else _ONE)[verdict.value] + in_moves(verdict.plies)


def join_moves(texts: Sequence[str], joint: str = "and") -> str:
    """Moves in a list; numbers that follow each other as the first and the last of them.

    >>> join_moves(["1", "2", "3", "5"]), join_moves(["+1", "*2"], "or"), join_moves(["1", "2"])
    ('1 to 3 and 5', '+1 or *2', '1 and 2')
    """
    return listed([text for run in _runs(texts) for text in _shorten(run)], joint)


def _runs(texts: Iterable[str]) -> list[list[str]]:
    """The texts in order, parted where one is not the whole number after the one before."""
    runs: list[list[str]] = []
    before: int | None = None
    for text in texts:
        number = read_integer(text)
        if runs and number is not None and before is not None and number == before + 1:
            runs[-1].append(text)
        else:
            runs.append([text])
        before = number
    return runs


def _shorten(run: list[str]) -> list[str]:
    return run if len(run) < SHORTEST_RUN else [f"{run[0]} to {run[-1]}"]
