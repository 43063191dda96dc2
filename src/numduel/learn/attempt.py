"""Attempt: an answer to a puzzle, judged exactly; a wrong one is refuted on the board and in words."""

import dataclasses
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..analysis.explanation import why_error
from ..analysis.lines import Line, best_line
from ..analysis.reasons import told_move
from ..analysis.words import outlook, verdict_in_words
from ..core.errors import NumduelError
from ..core.integers import count
from ..core.position import Position
from ..core.verdict import Value, Verdict
from ..match.words import LegalMove, Unfinished, rests, understand
from .puzzle import Puzzle
from .tasks import Asked, after_defence

REFUTED = 12  # plies of a refutation that are played out
LONGEST_NUMBER = 9  # digits of a number in an answer
MOST_RESTS = 12  # ways to go on that are named


class NoAnswer(NumduelError, ValueError):
    """Words that answer nothing; they do not count as an attempt."""


@dataclasses.dataclass(frozen=True, slots=True)
class Reply:
    """What comes of an answer.

    `moves` are those of the game as it stands now: in a game that is to be finished, with the answer and the
    defence against it. `refutation` are the moves that show why an answer is wrong; `cut`, whether the game
    goes on after them.
    """

    right: bool
    solved: bool  # whether nothing more is asked
    words: tuple[str, ...]
    moves: tuple[str, ...]
    refutation: tuple[str, ...] = ()
    cut: bool = False

    def as_json(self) -> dict[str, Any]:
        """The reply as a JSON object."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> "Reply":
        """The reply that `as_json` has written.

        >>> reply = Reply(False, False, ("It loses.",), ("+1",), ("*2", "+1"))
        >>> Reply.from_json(reply.as_json()) == reply
        True
        """
        words, moves, refutation = (tuple(document[name]) for name in ("words", "moves", "refutation"))
        return cls(document["right"], document["solved"], words, moves, refutation, document["cut"])

    @property
    def line(self) -> str:
        """The refutation in one line; nothing where there is no more to it than the answer itself."""
        return line_in_words(self.refutation, self.cut)


def line_in_words(moves: Sequence[str], cut: bool) -> str:
    """Moves in one line, and whether more would follow.

    >>> line_in_words(("+1", "+1"), True), line_in_words(("*2",), False)
    ('+1 +1 … and so on', '')
    """
    return f"{' '.join(moves)}{' … and so on' if cut else ''}" if len(moves) > 1 else ""


def read_answer(puzzle: Puzzle, text: str, moves: tuple[str, ...] | None = None) -> str:
    """An answer in its one spelling, given after `moves`; MoveError or NoAnswer if it is none.

    No table is needed for that.

    >>> puzzle = Puzzle(task="who", spec="operation-duel:target=5", moves=("+1",), depth=1, rating=500)
    >>> read_answer(puzzle, "Player 1, in 04 moves")
    '1 4'
    """
    shown = puzzle.standing(moves)
    if puzzle.kind.by_move:
        return _read_move(shown.position, text)
    if puzzle.task == "who":
        numbers = re.findall(r"\b[0-9]+\b", text)
        if len(numbers) != 2 or numbers[0] not in ("1", "2") or len(numbers[1]) > LONGEST_NUMBER:
            raise NoAnswer("answer with the player who wins and the number of moves, such as: 1 4")
        return f"{numbers[0]} {int(numbers[1])}"
    number = text.strip().rstrip(".")
    known = number.isascii() and number.isdecimal() and len(number) <= LONGEST_NUMBER
    if not known or not 1 <= int(number) <= len(shown.moves):
        raise NoAnswer(f"answer with the number of a move, from 1 to {len(shown.moves)}")
    return str(int(number))


def _read_move(position: Position[Any, Any], text: str) -> str:
    """The move that somebody means, in any words that a player at a table may use."""
    understood = understand(position, text)
    if isinstance(understood, LegalMove):
        return position.game.write(understood.move)
    if isinstance(understood, Unfinished) and understood.words:
        raise NoAnswer(f"go on with {', '.join(rests(position, understood.words)[:MOST_RESTS])}")
    return position.game.write(position.read(text))


def answer(puzzle: Puzzle, text: str, moves: tuple[str, ...] | None = None) -> Reply:
    """Judge an answer, given after `moves` where a game is being finished; NoAnswer if it is none.

    >>> puzzle = Puzzle(task="win", spec="operation-duel:target=5", moves=("+1",), depth=1, rating=500)
    >>> answer(puzzle, "*2").right, answer(puzzle, "+1").right
    (False, True)
    """
    given = read_answer(puzzle, text, moves)
    judge = {"who": _judge_who, "slip": _judge_slip}.get(puzzle.task, _judge_move)
    return judge(puzzle, puzzle.asked(moves), given)


def _judge_move(puzzle: Puzzle, asked: Asked, text: str) -> Reply:
    position = asked.position
    move = position.read(text)
    right = not puzzle.kind.right(asked) or position.game.write(move) in puzzle.kind.right(asked)
    if not right:
        return refute(asked, move, puzzle.task == "fastest")
    if puzzle.task != "finish":
        said = f"Right. {told_move(position, asked.answers, move, worth=True)}."
        return Reply(True, True, (said,), asked.moves)
    after = after_defence(asked, move)
    if after.position.outcome is not None:
        return Reply(True, True, ("Right, and won.",), after.moves)
    played = after.moves[len(asked.moves) :]
    return Reply(True, False, (f"Right. Player {3 - position.player} answers {played[-1]}.",), after.moves)


def refute(asked: Asked, move: Any, quickest: bool) -> Reply:
    """Play out why a move is wrong."""
    position, answers = asked.position, asked.answers
    text, after = position.game.write(move), position.play(move)
    made = answers.verdict(after.state).before()
    line = best_line(after, answers)
    if quickest and made.value is asked.verdict.value:
        words = f"{text} {outlook(made)}, but there is a quicker way."
    else:
        words = f"{text} {outlook(made)}: {_why(position, move, asked)}"
    return Reply(False, False, (words,), asked.moves, (text, *line.moves[:REFUTED]), goes_on(line))


def goes_on(line: Line) -> bool:
    """Whether a game goes on after the moves of a line that are shown."""
    return not line.complete or len(line.moves) > REFUTED


def _why(position: Position[Any, Any], move: Any, asked: Asked) -> str:
    """Why a move is wrong, without telling what would have been right."""
    return f"{told_move(position, asked.answers, move, 'it', worth=False)}."


def _judge_who(puzzle: Puzzle, asked: Asked, text: str) -> Reply:
    verdict, player = asked.verdict, asked.position.player
    winner, (said_winner, said_plies) = str(verdict.value.winner(player)), text.split()
    if (said_winner, said_plies) == (winner, str(verdict.plies)):
        return Reply(True, True, (f"Right. {verdict_in_words(verdict, player)}",), asked.moves)
    said = f"Player {winner} does win, but not in {count(int(said_plies), 'move')}."
    if said_winner != winner:
        said = f"Player {said_winner} cannot force a win here."
    return Reply(False, False, (said,), asked.moves)


def _judge_slip(puzzle: Puzzle, asked: Asked, text: str) -> Reply:
    at = int(text) - 1
    before = puzzle.standing(asked.moves[:at]).position
    if text in puzzle.kind.right(asked):
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


def hint(puzzle: Puzzle, moves: tuple[str, ...] | None = None) -> str:
    """A word that helps, without the answer."""
    asked = puzzle.asked(moves)
    right, verdict = puzzle.kind.right(asked), asked.verdict
    if puzzle.task == "who":
        return f"Player {right[0][0]} wins."
    if puzzle.task == "slip":
        return f"It was a move of Player {2 - int(right[0]) % 2}."
    if not right:
        return "Every move is right here."
    told = f"{len(right)} of the {len(asked.position.moves)} moves"
    does = "do" if len(right) > 1 else "does"
    if verdict.value is not Value.WIN:
        return f"{told} {does} not lose."
    return f"There is a win in {count(verdict.plies or 0, 'move')}; {told} {does} what is asked."


def solution(puzzle: Puzzle, moves: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """What would have been right, and why, in sentences; after `moves` where a game is being finished."""
    asked = puzzle.asked(moves)
    right = puzzle.kind.right(asked) or tuple(map(asked.position.game.write, asked.position.moves))
    told = f"Right: {' or '.join(right)}."
    if puzzle.task == "finish":
        line = best_line(asked.position, asked.answers)
        return told, f"The soonest win goes like this: {line.in_words(REFUTED)}"
    words = answer(puzzle, right[0], moves).words
    return told, *(said.removeprefix("Right. ") for said in words)
