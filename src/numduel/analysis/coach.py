"""Coach: a word before a move that gives something away, what each move is worth, and a lesson at the end.

Everything here is sentences made from exact answers; whoever calls it decides when to say them. Where answers
are not known, nothing is said.
"""

from typing import Any

from ..core.position import Position, canonical_moves
from ..core.verdict import Value
from ..solver.answers import Answers
from .explanation import why_last_move
from .review import Review, Step
from .words import outlook

_GIVEN_AWAY = {
    Value.WIN: "That gives the win away; really?",
    Value.DRAW: "That gives the draw away; really?",
    Value.ENDLESS: "That loses a game that can be held; really?",
}


def warning(position: Position[Any, Any], move: Any, answers: Answers) -> str | None:
    """What to ask a player who is about to make a legal move that gives something away; None if it does not.

    >>> import numduel
    >>> game = numduel.load("operation-duel:target=5")
    >>> position = numduel.Position.start(game).say("+1")
    >>> warning(position, position.read("*2"), numduel.solve(game))
    'That gives the win away; really?'
    >>> warning(position, position.read("+1"), numduel.solve(game)) is None
    True
    """
    made = answers.verdict(position.game.play(position.state, move)).before().value
    best = answers.best(position.state)[1].value
    if Value.UNSOLVED in (made, best) or made is best:
        return None
    return _GIVEN_AWAY[best]


def move_values(position: Position[Any, Any], answers: Answers) -> list[tuple[str, str]]:
    """Each legal move as text, with what it comes to for the player who makes it, in the game's order.

    >>> import numduel
    >>> game = numduel.load("operation-duel:target=5")
    >>> move_values(numduel.Position.start(game).say("+1"), numduel.solve(game))
    [('+1', 'wins in 3 moves'), ('*2', 'loses in 2 moves')]
    """
    write = position.game.write
    return [(write(move), outlook(verdict)) for move, verdict in answers.moves(position.state)]


def lesson(review: Review, answers: Answers) -> str:
    """One paragraph on a game that was played: where it turned, why, and what to try."""
    turning = review.turning_point
    if turning is not None:
        return f"{_turned(review, turning, answers)}{_earlier(review, turning)}"
    if review.unsolved:
        return "Parts of this game are unsolved, so nobody can tell where it turned."
    return f"Nobody gave anything away. {_never_turned(review)}"


def _turned(review: Review, turning: Step, answers: Answers) -> str:
    """Where the game turned, why, and what would have been better there."""
    record = review.record
    if turning.number > len(record.moves):
        did = f"tries {turning.move!r}, which loses" if turning.attempt else turning.move
        return (
            f"The game turned at its very end: Player {turning.player} {did} where best play "
            f"{outlook(turning.best)}. What to try: play on."
        )
    before = next(place for place in record.positions() if place.ply == turning.number - 1)
    why = why_last_move(before, canonical_moves(record.game)[turning.move], answers)
    here = record.game.voice().brief(before.state)
    return (
        f"The game turned at move {turning.number}. {why} What to try: from {here}, {turning.best_moves[0]}."
    )


def _earlier(review: Review, turning: Step) -> str:
    """How often either player gave something away before; nothing where nobody did."""
    earlier = [step for step in review.steps if step.error and step is not turning]
    if not earlier:
        return ""
    first = earlier[0]
    times = "once," if len(earlier) == 1 else f"{len(earlier):,} times, first"
    by = f"by Player {first.player}'s {first.move} at move {first.number}"
    return f" Before that, something was given away {times} {by}."


def _never_turned(review: Review) -> str:
    """What to say and try where nobody erred: who stood to win from the start, if anyone."""
    winner = review.value_history[0].winner(1)
    kind = type(review.record.game)
    elsewhere = f" or {kind.name}:{kind.worth_trying}" if kind.worth_trying else ""
    if winner is None:
        other = f" What to try:{elsewhere.removeprefix(' or')}." if elsewhere else ""
        return f"With best play nobody can win here.{other}"
    return (
        f"With best play Player {winner} wins here from the start, so that Player {3 - winner} could only "
        f"hope for a mistake. What to try: the other seat{elsewhere}."
    )
