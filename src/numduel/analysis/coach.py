"""Coach: a word before a move that gives something away, what each move is worth, and a lesson at the end.

Everything here is sentences made from exact answers; whoever calls it decides when to say them. Where answers
are not known, nothing is said.
"""

from collections.abc import Iterator
from typing import Any

from ..core.game import Game
from ..core.position import Position, canonical_moves
from ..core.registry import load
from ..core.verdict import Value
from ..solver.answers import Answers
from .explanation import why_error, why_last_move
from .reasons import reason, told_move
from .review import Review, Step, loses_much_sooner
from .words import outlook

_GIVEN_AWAY = {
    Value.WIN: "That gives the win away; really?",
    Value.DRAW: "That gives the draw away; really?",
    Value.ENDLESS: "That loses a game that can be held; really?",
}


def warning(position: Position[Any, Any], move: Any, answers: Answers) -> str | None:
    """What to ask a player who is about to make a legal move that gives something away; None if it does not.

    It is asked of a lost game too, where a move loses much sooner than another: see `loses_much_sooner`.

    >>> import numduel
    >>> game = numduel.load("operation-duel:target=5")
    >>> position = numduel.Position.start(game).say("+1")
    >>> warning(position, position.read("*2"), numduel.solve(game))
    'That gives the win away; really?'
    >>> warning(position, position.read("+1"), numduel.solve(game)) is None
    True
    """
    made = answers.verdict(position.game.play(position.state, move)).before()
    best = answers.best(position.state)[1]
    if loses_much_sooner(made, best):
        return f"That {outlook(made)}, where another move lasts {best.plies}; really?"
    if Value.UNSOLVED in (made.value, best.value) or made.value is best.value:
        return None
    return _GIVEN_AWAY[best.value]


def draw_warning(position: Position[Any, Any], player: int, answers: Answers) -> str | None:
    """What to ask a player who is about to offer a draw, or to accept one; None where no win is given away.

    >>> import numduel
    >>> game = numduel.load("operation-duel:target=5")
    >>> position = numduel.Position.start(game)
    >>> draw_warning(position, 2, numduel.solve(game)), draw_warning(position, 1, numduel.solve(game))
    ('That gives the win away; really?', None)
    """
    winner = answers.verdict(position.state).value.winner(position.player)
    return _GIVEN_AWAY[Value.WIN] if winner == player else None


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
    return " ".join(filter(None, ("Nobody gave anything away.", *_never_turned(review, answers))))


def why_turned(review: Review, answers: Answers) -> str:
    """Why the game turned where it did, or might have lasted longer; nothing where neither is so."""
    turning = review.turning_point
    if turning is None:
        return lasts_longer(review, answers)
    before = review.before(turning)
    if turning.number > len(review.record.moves):
        return reason(before, answers)
    return why_error(before, canonical_moves(review.record.game)[turning.move], answers)


def lasts_longer(review: Review, answers: Answers) -> str:
    """Where a game in which nothing was given away was lost much sooner than it had to be, and by which move.

    It is empty where it was not.
    """
    hurried = review.hurried
    if hurried is None:
        return ""
    better = canonical_moves(review.record.game)[hurried.best_moves[0]]
    longer = told_move(review.before(hurried), answers, better, worth=True)
    who = f"Player {hurried.player}'s {hurried.move} at move {hurried.number}"
    return f"{who} {outlook(hurried.value)}. What lasts longer: {longer}."


def _turned(review: Review, turning: Step, answers: Answers) -> str:
    """Where the game turned, why, and what would have been better there."""
    record = review.record
    if turning.number > len(record.moves):
        did = f"tries {turning.move!r}, which loses" if turning.attempt else turning.move
        return (
            f"The game turned at its very end: Player {turning.player} {did} where best play "
            f"{outlook(turning.best)}. What to try: play on."
        )
    before = review.before(turning)
    why = why_last_move(before, canonical_moves(record.game)[turning.move], answers)
    here = record.game.voice().brief(before.state) if before.ply else "the start"
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


def _never_turned(review: Review, answers: Answers) -> Iterator[str]:
    """What to say and try where nobody erred: who stood to win from the start, if anyone."""
    winner, other = review.value_history[0].winner(1), other_spec(review.record.game)
    elsewhere = f"What to try: {other}." if other else ""
    if winner is None:
        yield from ("With best play nobody can win here.", elsewhere)
    elif answers.complete and not answers.any_choice_matters():
        yield from (f"Player {winner} wins here from the start, whatever anyone plays.", elsewhere)
    else:
        hope = f"so that Player {3 - winner} could only hope for a mistake."
        yield f"With best play Player {winner} wins here from the start, {hope}"
        yield lasts_longer(review, answers)
        yield f"What to try: the other seat{f' or {other}' if other else ''}."


def other_spec(game: Game[Any, Any]) -> str:
    """A variant of the game with other settings, as a spec; nothing where there is none."""
    others = (f"{game.name}:{variant.name}" for variant in game.variants)
    return next((spec for spec in others if load(spec) != game), "")
