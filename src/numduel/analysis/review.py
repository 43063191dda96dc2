"""Review: what each move of a game did to its value, and where the game was decided."""

import dataclasses
from collections.abc import Callable
from itertools import zip_longest
from typing import Any

from ..core.integers import count
from ..core.position import Position
from ..core.verdict import Value, Verdict
from ..match.record import Record, RecordError
from ..match.round import Ending, Result
from ..solver.answers import Answers

# Endings that a player brings about without a move, and what that player does then (the attempt, if blank).
_DECLARED = {
    Ending.RESIGNATION: "resigns",
    Ending.AGREEMENT: "agrees on a draw",
    Ending.FORFEIT: "",
    Ending.TIMEOUT: "runs out of time",
    Ending.ABANDONED: "leaves",
}
# A loss comes much sooner that takes less than half as many moves, and at least so many fewer.
MUCH_SOONER = 4
REPORT_EVERY = 64  # moves
MOST_CHOICES = 1_000_000  # of a game, in all its positions together; docs/records.md states the same
_VALUE_OF_RESULT = {1: Value.WIN, 2: Value.LOSS, None: Value.DRAW}


class TooManyChoices(RecordError):
    """A game in which there was more to choose from than is reviewed, explained in one sentence."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One move: its value for the player who made it, the best there was, and a mark in words."""

    number: int
    player: int
    move: str
    value: Verdict
    best: Verdict
    best_moves: tuple[str, ...]  # none where the other player was to move
    mark: str
    choice: bool  # whether the moves differed in value
    error: bool  # whether this one gave value away
    attempt: bool = False  # whether this was no move, but words that lost the game

    @property
    def hurried(self) -> bool:
        """Whether this was a move that loses a lost game much sooner than the best one."""
        # Who resigns makes no move: then there is nothing left to play.
        return bool(self.value.plies) and loses_much_sooner(self.value, self.best)


@dataclasses.dataclass(frozen=True, slots=True)
class Review:
    """Every move of a game, judged."""

    record: Record
    steps: tuple[Step, ...]
    value_history: tuple[Value, ...]  # the value for player 1, before each move and at the end

    @property
    def turning_point(self) -> Step | None:
        """The last move that gave value away: after it nothing changed any more."""
        return next((step for step in reversed(self.steps) if step.error), None)

    @property
    def hurried(self) -> Step | None:
        """The first move that loses a lost game much sooner than the best one, if nothing was given away."""
        if self.turning_point is not None:
            return None
        return next((step for step in self.steps if step.hurried), None)

    def before(self, step: Step) -> Position[Any, Any]:
        """The position in which a step was made."""
        return next(place for place in self.record.positions() if place.ply == step.number - 1)

    @property
    def unsolved(self) -> bool:
        """Whether any position of the game is unsolved."""
        return Value.UNSOLVED in self.value_history

    def good_choices(self, player: int) -> tuple[int, int]:
        """How many choices that mattered a player made well, and how many there were."""
        made = [step for step in self.steps if step.player == player and step.choice]
        return sum(not step.error for step in made), len(made)


def review(
    record: Record, answers: Answers | None = None, progress: Callable[[int], None] | None = None
) -> Review:
    """The review of a record, by exact values wherever they are known; how it ended counts as a step.

    `progress` is called now and then with how many moves were reviewed. TooManyChoices where it would take
    minutes: every move is judged that might have been made.
    """
    check_choices(record)
    answers = answers or Answers(record.game)
    steps, value_history = [], []
    for position, text in zip_longest(record.positions(), record.moves):
        if progress is not None and position.ply % REPORT_EVERY == REPORT_EVERY - 1:
            progress(position.ply)
        verdict = answers.verdict(position.state)
        value_history.append(_for_first(verdict.value, position.player))
        if text is not None:
            steps.append(_judge(position, text, verdict, answers.moves(position.state)))
    result = record.result
    if result is not None and result.ending in _DECLARED:
        steps.append(_judge_ending(position, result, verdict, answers.moves(position.state)))
    if result is not None and result.ending is not Ending.RULE:
        value_history.append(_VALUE_OF_RESULT[result.winner])
    return Review(record, tuple(steps), tuple(value_history))


def check_choices(record: Record) -> None:
    """Raise TooManyChoices where more moves might have been made in a game than are judged."""
    if (len(record.moves) + 1) * len(record.game.vocabulary()) <= MOST_CHOICES:
        return  # nearly always: to go through a game of 20,000 moves takes a tenth of a second
    choices = 0
    for position in record.positions():
        choices += len(position.moves)
        if choices > MOST_CHOICES:
            raise TooManyChoices(
                f"a review judges at most {count(MOST_CHOICES, 'choice')} of a game, and after move "
                f"{position.ply:,} of {len(record.moves):,} there were more"
            )


def loses_much_sooner(made: Verdict, best: Verdict) -> bool:
    """Whether a move loses much sooner than the best one, which loses too; an unknown length is not compared.

    >>> lost = [Verdict(Value.LOSS, plies) for plies in (2, 6, 7, 13, None)]
    >>> [loses_much_sooner(made, lost[3]) for made in lost]
    [True, True, False, False, False]
    """
    if made.value is not Value.LOSS or best.value is not Value.LOSS:
        return False
    if made.plies is None or best.plies is None:
        return False
    return 2 * made.plies < best.plies and made.plies + MUCH_SOONER <= best.plies


def _for_first(value: Value, player: int) -> Value:
    return value if player == 1 else value.turned


def _judge_ending(
    position: Position[Any, Any], result: Result, verdict: Verdict, made: list[tuple[Any, Verdict]]
) -> Step:
    """What a player did who ended the game otherwise than by a move, perhaps out of turn.

    Two agree on a draw: it is told of the one who gave up a win, if anyone did.
    """
    player = result.player or verdict.value.winner(position.player) or position.player
    in_turn = player == position.player
    best = verdict if in_turn else Verdict(verdict.value.turned, verdict.plies)
    value = Verdict(Value.DRAW if result.winner is None else Value.LOSS, 0)
    # To agree on a draw gives away a win alone; to lose gives away whatever was not lost.
    worse_than = (Value.WIN,) if result.winner is None else (Value.WIN, Value.DRAW, Value.ENDLESS)
    error = best.value in worse_than
    known = best.value is not Value.UNSOLVED
    top = [position.game.write(move) for move, each in made if each.rank == best.rank] if in_turn else []
    return Step(
        number=position.ply + 1,
        player=player,
        move=_DECLARED[result.ending] or result.attempt,
        value=value,
        best=best,
        best_moves=tuple(top),
        mark=_mark(value.value, best.value if error else value.value, 2, 2, known),
        choice=error,
        error=error,
        attempt=bool(result.attempt),
    )


def _judge(
    position: Position[Any, Any], text: str, verdict: Verdict, made: list[tuple[Any, Verdict]]
) -> Step:
    """What a move did."""
    written = [position.game.write(move) for move, _ in made]
    verdicts = [each for _, each in made]
    ranks = [each.rank for each in verdicts]
    top = max(ranks)
    value, best = verdicts[written.index(text)].value, verdicts[ranks.index(top)].value
    values = [each.value for each in verdicts]
    known, keeping = Value.UNSOLVED not in values, values.count(best)
    return Step(
        number=position.ply + 1,
        player=position.player,
        move=text,
        value=verdicts[written.index(text)],
        best=Verdict(best, verdict.plies),  # a move of unknown length may be better than the best known
        best_moves=tuple(each for each, rank in zip(written, ranks, strict=True) if rank == top),
        mark=_mark(value, best, len(made), keeping, known),
        choice=known and keeping < len(made),
        error=known and value is not best,
    )


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
        return _ONLY[best]
    return "kept the game going" if best is Value.ENDLESS else f"kept the {best.value}"


_ONLY = {
    Value.WIN: "only winning move",
    Value.DRAW: "only drawing move",
    Value.ENDLESS: "only safe move",  # all others lose
}
