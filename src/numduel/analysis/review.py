"""Review: what each move of a game did to its value, and where the game was decided."""

import dataclasses
from typing import Any

from ..core.position import canonical_moves
from ..core.registry import load
from ..core.verdict import Value, Verdict
from ..match.record import Record
from ..match.round import Ending, Result
from ..solver.answers import Answers

# Endings that a player brings about without a move, and what that player does then (the attempt, if blank).
_DECLARED = {Ending.RESIGNATION: "resigns", Ending.AGREEMENT: "agrees a draw", Ending.FORFEIT: ""}
_VALUE_OF_RESULT = {1: Value.WIN, 2: Value.LOSS, None: Value.DRAW}


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """One move: its value for the player who made it, the best there was, and a mark in words."""

    number: int
    player: int
    move: str
    value: Verdict
    best: Verdict
    best_moves: tuple[str, ...]
    mark: str
    choice: bool  # whether the moves differed in value
    error: bool  # whether this one gave value away


@dataclasses.dataclass(frozen=True, slots=True)
class Review:
    """Every move of a game, judged."""

    record: Record
    steps: tuple[Step, ...]
    course: tuple[Value, ...]  # the value for player 1, before each move and at the end

    @property
    def turning_point(self) -> Step | None:
        """The last move that gave value away: after it nothing changed any more."""
        return next((step for step in reversed(self.steps) if step.error), None)

    @property
    def unsolved(self) -> bool:
        """Whether any position of the game is unsolved."""
        return Value.UNSOLVED in self.course

    def good_choices(self, player: int) -> tuple[int, int]:
        """How many choices that mattered a player made well, and how many there were."""
        made = [step for step in self.steps if step.player == player and step.choice]
        return sum(not step.error for step in made), len(made)


def review(record: Record, answers: Answers | None = None) -> Review:
    """The review of a record, by exact values wherever they are known; how it ended counts as a step."""
    game = load(record.spec)
    answers = answers or Answers(game)
    canonical = canonical_moves(game)
    state, steps, course = game.initial(), [], []
    for number, text in enumerate(record.moves, 1):
        player = 2 - number % 2
        made = answers.moves(state)
        course.append(_for_first(answers.verdict(state).value, player))
        move = canonical[text]
        steps.append(_judge(number, player, move, made, game.write))
        state = game.play(state, move)
    player = 1 + len(record.moves) % 2
    here = answers.verdict(state)
    course.append(_for_first(here.value, player))
    result = record.result
    if result is not None and result.ending in _DECLARED:
        steps.append(
            _judge_ending(len(record.moves) + 1, player, result, here, answers.moves(state), game.write)
        )
    if result is not None and result.ending is not Ending.RULE:
        course.append(_VALUE_OF_RESULT[result.winner])
    return Review(record, tuple(steps), tuple(course))


def _judge_ending(
    number: int, player: int, result: Result, best: Verdict, made: list[tuple[Any, Verdict]], write: Any
) -> Step:
    """What a player did who ended the game otherwise than by a move."""
    value = Verdict(Value.DRAW if result.winner is None else Value.LOSS, 0)
    known = best.value is not Value.UNSOLVED
    # To agree a draw gives away a win alone; to lose gives away whatever was not lost.
    worse_than = (Value.WIN,) if result.winner is None else (Value.WIN, Value.DRAW, Value.ENDLESS)
    error = best.value in worse_than
    mark = _mark(value.value, best.value if error else value.value, 2, 2, known)
    top = tuple(write(move) for move, verdict in made if verdict.rank == best.rank)
    return Step(
        number, player, _DECLARED[result.ending] or result.attempt, value, best, top, mark, error, error
    )


def _for_first(value: Value, player: int) -> Value:
    return value if player == 1 else value.turned


def _judge(number: int, player: int, move: Any, made: list[tuple[Any, Verdict]], write: Any) -> Step:
    value = next(verdict for each, verdict in made if each == move)
    best = max((verdict for _, verdict in made), key=lambda verdict: verdict.rank)
    known = all(verdict.value is not Value.UNSOLVED for _, verdict in made)
    keeping = [each for each, verdict in made if verdict.value is best.value]
    choice = known and len(keeping) < len(made)
    error = known and value.value is not best.value
    mark = _mark(value.value, best.value, len(made), len(keeping), known)
    top = tuple(write(each) for each, verdict in made if verdict.rank == best.rank)
    return Step(number, player, write(move), value, best, top, mark, choice, error)


def _mark(value: Value, best: Value, moves: int, keeping: int, known: bool) -> str:
    if moves == 1:
        return "no choice"
    if not known:
        return "unsolved"
    if value is not best:
        return "lost it" if value is Value.LOSS else "let it slip"
    if best is Value.LOSS:
        return "was lost anyway"
    if keeping == 1:
        return "only move"
    return "kept the win" if best is Value.WIN else "held the balance"
