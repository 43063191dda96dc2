"""Tasks: what each kind of puzzle asks, and what is right. Right is whatever keeps the value."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

from ..core.integers import count
from ..core.position import Position
from ..core.verdict import Value, Verdict
from ..solver.answers import Answers

Judged = Sequence[tuple[Any, Verdict]]


class Shown(Protocol):
    """What somebody sees who is asked something."""

    @property
    def position(self) -> Position[Any, Any]:
        """The position."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that led there."""


class Standing(NamedTuple):
    """A position and the moves that led there, for those who must not know the answers."""

    position: Position[Any, Any]
    moves: tuple[str, ...]


class Asked(NamedTuple):
    """A position in which something is asked, the moves that led there, and exact answers."""

    position: Position[Any, Any]
    moves: tuple[str, ...]
    answers: Answers

    @property
    def verdict(self) -> Verdict:
        """What the position is worth to the player to move."""
        return self.answers.verdict(self.position.state)

    def judged(self) -> Judged:
        """The legal moves, each with its verdict."""
        return self.answers.moves(self.position.state)


class Task(ABC):
    """A kind of puzzle."""

    name: ClassVar[str]
    title: ClassVar[str]  # for a list
    by_move: ClassVar[bool] = True  # whether it is answered by a move
    how: ClassVar[str] = ""  # how it is answered in words, where that is no move

    @abstractmethod
    def question(self, shown: Shown) -> str:
        """What is asked, in a sentence or two."""

    @abstractmethod
    def right(self, asked: Asked) -> tuple[str, ...]:
        """Every right answer as a canonical text; none where the position is no puzzle of this kind."""

    @abstractmethod
    def depth(self, asked: Asked) -> int:
        """How many plies somebody must look ahead to be sure."""


class _Choosing(Task):
    """A task that is answered by one move out of several, of which some are wrong."""

    def right(self, asked: Asked) -> tuple[str, ...]:
        good = [move for move, verdict in asked.judged() if self.keeps(asked.verdict, verdict)]
        proper = self.fits(asked.verdict) and 0 < len(good) < len(asked.position.moves)
        return tuple(map(asked.position.game.write, good)) if proper else ()

    @abstractmethod
    def fits(self, verdict: Verdict) -> bool:
        """Whether this is asked in a position of this value."""

    @abstractmethod
    def keeps(self, best: Verdict, made: Verdict) -> bool:
        """Whether a move is right."""

    def depth(self, asked: Asked) -> int:
        return sure_depth(asked.verdict, asked.judged(), self.keeps)


def sure_depth(best: Verdict, judged: Judged, keeps: Any) -> int:
    """The least look-ahead that is sure: it sees a right move to its end, or every wrong one to its."""
    right = [verdict.plies for _, verdict in judged if keeps(best, verdict) and verdict.value is Value.WIN]
    wrong = [verdict for _, verdict in judged if not keeps(best, verdict)]
    depths = [plies for plies in right if plies is not None]
    if all(verdict.value is Value.LOSS and verdict.plies is not None for verdict in wrong):
        depths.append(max(verdict.plies or 0 for verdict in wrong))
    return min(depths) if depths else 0


class Win(_Choosing):
    """Find a move that keeps the win."""

    name, title = "win", "find the win"

    def question(self, shown: Shown) -> str:
        return f"You are Player {shown.position.player}. Find a move that wins."

    def fits(self, verdict: Verdict) -> bool:
        return verdict.value is Value.WIN

    def keeps(self, best: Verdict, made: Verdict) -> bool:
        return made.value is Value.WIN


class Hold(_Choosing):
    """Find a move that does not lose, where nobody can force a win."""

    name, title = "hold", "do not lose"

    def question(self, shown: Shown) -> str:
        you = f"You are Player {shown.position.player}, and nobody can force a win."
        return f"{you} Find a move that does not lose."

    def fits(self, verdict: Verdict) -> bool:
        return verdict.value in (Value.DRAW, Value.ENDLESS)

    def keeps(self, best: Verdict, made: Verdict) -> bool:
        return made.value is best.value


class Fastest(_Choosing):
    """Find a move that wins soonest, where several win."""

    name, title = "fastest", "win fastest"

    def question(self, shown: Shown) -> str:
        return f"You are Player {shown.position.player}. More than one move wins: find one that wins soonest."

    def right(self, asked: Asked) -> tuple[str, ...]:
        winning = [verdict for _, verdict in asked.judged() if verdict.value is Value.WIN]
        return super().right(asked) if len({verdict.plies for verdict in winning}) > 1 else ()

    def fits(self, verdict: Verdict) -> bool:
        return verdict.value is Value.WIN and verdict.plies is not None

    def keeps(self, best: Verdict, made: Verdict) -> bool:
        return made.value is Value.WIN and made.plies == best.plies

    def depth(self, asked: Asked) -> int:
        return asked.verdict.plies or 0  # nothing quicker than what is seen can be out of sight


class Who(Task):
    """Say who wins with best play, and in how many moves."""

    name, title, by_move = "who", "who wins?", False
    how = "Answer with the player and the number, such as: 1 4"

    def question(self, shown: Shown) -> str:
        return (
            f"Player {shown.position.player} is to move. Who wins with best play, and in how many moves of "
            "both together?"
        )

    def right(self, asked: Asked) -> tuple[str, ...]:
        verdict = asked.verdict
        winner = verdict.value.winner(asked.position.player)
        decided = winner is not None and verdict.plies is not None and len(asked.position.moves) > 1
        return (f"{winner} {verdict.plies}",) if decided else ()

    def depth(self, asked: Asked) -> int:
        return asked.verdict.plies or 0


class Slip(Task):
    """Find the one move of a short game that gave something away."""

    name, title, by_move = "slip", "find the slip", False
    how = "Answer with its number."

    def question(self, shown: Shown) -> str:
        made = count(len(shown.moves), "move")
        return f"In this game of {made}, just one move gave something away. Which one?"

    def right(self, asked: Asked) -> tuple[str, ...]:
        slips = [number for number, gave in enumerate(self._gave(asked), 1) if gave]
        return (str(slips[0]),) if len(slips) == 1 else ()

    def _gave(self, asked: Asked) -> list[bool]:
        """For each move, whether another was worth more."""
        return [
            asked.answers.verdict(before.state).value is not asked.answers.verdict(after.state).before().value
            for before, after in _steps(asked)
        ]

    def depth(self, asked: Asked) -> int:
        steps = [before for before, _ in _steps(asked)]
        at = int(self.right(asked)[0]) - 1
        there = Asked(steps[at], asked.moves[:at], asked.answers)
        best = there.verdict
        return sure_depth(best, there.judged(), lambda best, made: made.value is best.value)


class Finish(Win):
    """Win a won game to its end, against the best defence."""

    name, title = "finish", "finish it"

    def question(self, shown: Shown) -> str:
        return (
            f"You are Player {shown.position.player}, and you can win. Play the game to its end, and win it."
        )

    def depth(self, asked: Asked) -> int:
        """The deepest look-ahead that any move of the best line asks for."""
        deepest, asked = super().depth(asked), after_defence(asked, None)
        while asked.position.outcome is None:
            if super().right(asked):
                deepest = max(deepest, super().depth(asked))
            asked = after_defence(asked, None)
        return deepest


def after_defence(asked: Asked, move: Any) -> Asked:
    """What is faced after a move (the best one, if none is given) and the best defence against it."""
    position, moves = asked.position, asked.moves
    for chosen in (move, None):
        if position.outcome is None:
            chosen = asked.answers.best(position.state)[0] if chosen is None else chosen
            moves = (*moves, position.game.write(chosen))
            position = position.play(chosen)
    return Asked(position, moves, asked.answers)


def _steps(asked: Asked) -> list[tuple[Position[Any, Any], Position[Any, Any]]]:
    """The positions before and after each move."""
    steps, position = [], Position.start(asked.position.game)
    for move in asked.moves:
        after = position.say(move)
        steps.append((position, after))
        position = after
    return steps


TASKS: dict[str, Task] = {task.name: task for task in (Win(), Hold(), Fastest(), Who(), Slip(), Finish())}
