"""Attempt: an answer to a puzzle, judged exactly; a wrong one is refuted on the board and in words."""

import dataclasses
import re
from typing import Any

from ..analysis.explanation import why_error
from ..analysis.lines import best_line
from ..analysis.reasons import told_move
from ..analysis.words import outlook, verdict_in_words
from ..core.errors import NumduelError
from ..core.integers import count
from ..core.position import Position
from ..core.verdict import Verdict
from .puzzle import Puzzle
from .tasks import Asked, after_defence

REFUTED = 12  # plies of a refutation that are played out


class NoAnswer(NumduelError, ValueError):
    """Words that answer nothing; they do not count as an attempt."""


@dataclasses.dataclass(frozen=True, slots=True)
class Reply:
    """What comes of an answer.

    `moves` are those of the game as it stands now: in a game that is to be finished, with the answer and the
    defence against it. `refutation` are the moves that show why an answer is wrong.
    """

    right: bool
    solved: bool  # whether nothing more is asked
    words: tuple[str, ...]
    moves: tuple[str, ...]
    refutation: tuple[str, ...] = ()


def answer(puzzle: Puzzle, text: str, moves: tuple[str, ...] | None = None) -> Reply:
    """Judge an answer, given after `moves` where a game is being finished; NoAnswer if it is none.

    >>> puzzle = Puzzle(task="win", spec="operation-duel:target=5", moves=("+1",), depth=1, rating=500)
    >>> answer(puzzle, "*2").right, answer(puzzle, "+1").right
    (False, True)
    """
    asked = puzzle.asked(moves)
    judge = {"who": _judge_who, "slip": _judge_slip}.get(puzzle.task, _judge_move)
    return judge(puzzle, asked, text)


def _judge_move(puzzle: Puzzle, asked: Asked, text: str) -> Reply:
    position = asked.position
    move = position.read(text)
    right = not puzzle.kind.right(asked) or position.game.write(move) in puzzle.kind.right(asked)
    if not right:
        return _refute(asked, move, puzzle.task == "fastest")
    if puzzle.task != "finish":
        said = f"Right. {told_move(position, asked.answers, move, worth=True)}."
        return Reply(True, True, (said,), asked.moves)
    after = after_defence(asked, move)
    if after.position.outcome is not None:
        return Reply(True, True, ("Right, and won.",), after.moves)
    played = after.moves[len(asked.moves) :]
    return Reply(True, False, (f"Right. Player {3 - position.player} answers {played[-1]}.",), after.moves)


def _refute(asked: Asked, move: Any, quickest: bool) -> Reply:
    """Play out why a move is wrong."""
    position, answers = asked.position, asked.answers
    text, after = position.game.write(move), position.play(move)
    made = answers.verdict(after.state).before()
    line = best_line(after, answers)
    if quickest and made.value is asked.verdict.value:
        words = f"{text} {outlook(made)}, but there is a quicker way."
    else:
        words = f"{text} {outlook(made)}: {_why(position, move, asked)}"
    played = line.moves[:REFUTED] if after.outcome is None else ()
    return Reply(False, False, (words,), asked.moves, (text, *played))


def _why(position: Position[Any, Any], move: Any, asked: Asked) -> str:
    """Why a move is wrong, without telling what would have been right."""
    return f"{told_move(position, asked.answers, move, 'it')}."


def _judge_who(puzzle: Puzzle, asked: Asked, text: str) -> Reply:
    numbers = re.findall(r"\d+", text)
    if len(numbers) != 2 or numbers[0] not in ("1", "2"):
        raise NoAnswer("answer with the player who wins and the number of moves, such as: 1 4")
    verdict, player = asked.verdict, asked.position.player
    winner = str(verdict.value.winner(player))
    if numbers == [winner, str(verdict.plies)]:
        return Reply(True, True, (f"Right. {verdict_in_words(verdict, player)}",), asked.moves)
    said = f"Player {winner} does win, but not in {count(int(numbers[1]), 'move')}."
    if numbers[0] != winner:
        said = f"Player {numbers[0]} cannot force a win here."
    return Reply(False, False, (said,), asked.moves)


def _judge_slip(puzzle: Puzzle, asked: Asked, text: str) -> Reply:
    number = text.strip().rstrip(".")
    if not number.isdecimal() or not 1 <= int(number) <= len(asked.moves):
        raise NoAnswer(f"answer with the number of a move, from 1 to {len(asked.moves)}")
    at = int(number) - 1
    before = Position.start(puzzle.game)
    for move in asked.moves[:at]:
        before = before.say(move)
    if str(at + 1) in puzzle.kind.right(asked):
        slip = before.read(asked.moves[at])
        return Reply(True, True, (f"Right. {why_error(before, slip, asked.answers)}",), asked.moves)
    kept = asked.answers.verdict(before.state)
    return Reply(False, False, (_kept(at + 1, asked.moves[at], before.player, kept),), asked.moves)


def _kept(number: int, move: str, player: int, verdict: Verdict) -> str:
    """That a move gave nothing away."""
    winner = verdict.value.winner(player)
    if winner is None:
        return f"Move {number}, {move}, gave nothing away: nobody could force a win before it or after it."
    kept = f"Player {winner} wins with best play before it and after it"
    return f"Move {number}, {move}, gave nothing away: {kept}."


def solution(puzzle: Puzzle) -> tuple[str, ...]:
    """The right answers, and why, in sentences."""
    asked = puzzle.asked()
    right = puzzle.kind.right(asked)
    return answer(puzzle, right[0]).words
