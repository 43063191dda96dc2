"""Themes: what a puzzle turns out to be about, derived from its solution and told after the answer."""

from typing import Any

from ..analysis.patterns import pattern_at
from ..core.verdict import Value
from .difficulty import is_tempting
from .puzzle import Puzzle
from .tasks import Asked, Task

THEMES = {
    "at-once": "it is decided with one move",
    "short": "two or three moves are to be seen ahead",
    "long": "four to seven moves are to be seen ahead",
    "very-long": "eight moves or more are to be seen ahead",
    "only-move": "one move alone is right",
    "trap": "a wrong move is not refuted within three moves",
    "theory": "the theory of the game tells it",
    "pattern": "a pattern that holds in the whole game tells it",
}
_LENGTHS = ((1, "at-once"), (3, "short"), (7, "long"))  # up to so many plies


def themes(task: Task, asked: Asked, depth: int) -> tuple[str, ...]:
    """The themes of a puzzle, in the order of THEMES; one of them is its length."""
    about = decisive(task, asked)
    found = {next((name for most, name in _LENGTHS if depth <= most), "very-long")}
    if task.by_move and len(task.right(asked)) == 1:
        found.add("only-move")
    best = about.verdict
    wrong = [verdict for _, verdict in about.judged() if verdict.value is not best.value]
    if any(map(is_tempting, wrong)):
        found.add("trap")
    found |= _idea(about)
    return tuple(name for name in THEMES if name in found)


def told(puzzle: Puzzle) -> dict[str, str]:
    """What each theme of a puzzle says; of theory, the idea by which its position is judged.

    >>> puzzle = Puzzle(task="win", spec="operation-duel", moves=(), depth=9, rating=900, themes=("theory",))
    >>> told(puzzle)["theory"].partition(":")[0]
    'An odd goal'
    """
    said = {name: THEMES[name] for name in puzzle.themes}
    if "theory" in said and puzzle.task != "slip":
        idea = puzzle.game.idea(puzzle.standing().position.state)
        if idea is not None:
            said["theory"] = f"{idea.name}: {idea.rule.removesuffix('.')}"
    return said


def decisive(task: Task, asked: Asked) -> Asked:
    """The position that a puzzle is about: the one that is shown, or the one in which a slip was made."""
    if task.name != "slip":
        return asked
    moves = asked.moves[: int(task.right(asked)[0]) - 1]
    position = type(asked.position).start(asked.position.game)
    for move in moves:
        position = position.say(move)
    return Asked(position, moves, asked.answers)


def _idea(asked: Asked) -> set[str]:
    """Whether theory or a pattern tells why the position is lost, or what the best move leaves is."""
    answers, state = asked.answers, asked.position.state
    if asked.verdict.value is not Value.LOSS:
        state = asked.position.play(answers.best(state)[0]).state
    if asked.position.game.outcome(state) is not None:
        return set()
    if answers.verdict(state).why:
        return {"theory"}
    return {"pattern"} if _has_pattern(asked, state) else set()


def _has_pattern(asked: Asked, state: Any) -> bool:
    lost = asked.answers.verdict(state).value is Value.LOSS
    return lost and bool(pattern_at(asked.answers, state))
