"""Reasons: why a position is worth what it is, by theory, by a pattern, or by what can be answered."""

from typing import Any

from ..core.position import Position
from ..core.verdict import Value, Verdict
from ..solver.answers import Answers
from .patterns import pattern_at
from .words import in_moves, outlook


def reason(position: Position[Any, Any], answers: Answers) -> str:
    """A sentence on why the position is worth what it is, by its best move or, if it is lost, by itself."""
    state, verdict = position.state, answers.verdict(position.state)
    here = position.game.voice().brief(state)
    if verdict.value is Value.UNSOLVED:
        return ""
    if verdict.value is Value.WIN or (verdict.value is not Value.LOSS and not verdict.why):
        return f"From {here}, {told_move(position, answers, answers.best(state)[0])}."
    why = verdict.why or _why_lost(answers, state, "move")
    return f"At {here}, {why}."


def told_move(
    position: Position[Any, Any],
    answers: Answers,
    move: Any,
    subject: str | None = None,
    worth: bool | None = None,
) -> str:
    """What a move leaves, and why that is good or bad: `+1 leaves 3: …`.

    With `worth`, what it comes to is told as well, where no theory makes that plain; without saying, only
    where there is no other reason.
    """
    game = position.game
    after = game.play(position.state, move)
    verdict = answers.verdict(after)
    left = f"{subject or game.write(move)} leaves {game.voice().brief(after)}"
    if verdict.why:
        return f"{left}: {verdict.why}"
    if verdict.value is Value.UNSOLVED:
        return left
    why = _why(answers, after, verdict)
    if worth or (worth is None and not why):
        left += f", and {outlook(verdict.before())}"
    return f"{left}: {why}" if why else left


def _why(answers: Answers, state: Any, verdict: Verdict) -> str:
    """Why a position is worth what it is to the player who is to answer there; often nothing."""
    if verdict.value is Value.LOSS:
        return _why_lost(answers, state, "answer")
    return _why_won(answers, state) if verdict.value is Value.WIN else ""


def _why_lost(answers: Answers, state: Any, noun: str) -> str:
    """A clause on a position that is lost: the pattern it belongs to, or how its moves are met."""
    pattern = pattern_at(answers, state)
    if pattern:
        return pattern
    game, made = answers.game, answers.moves(state)
    move, verdict = answers.best(state)
    text, after = game.write(move), game.play(state, move)
    if verdict.plies == 1:
        return f"the only {noun}, {text}, loses at once" if len(made) == 1 else f"every {noun} loses at once"
    met = "" if game.outcome(after) is not None else f"is met by {game.write(answers.best(after)[0])}"
    if len(made) == 1:
        return f"the only {noun}, {text}, {met or 'loses'}"
    if not met:
        return f"every {noun} loses"
    lengths = {each.plies for _, each in made}
    if None in lengths or len(lengths) == 1:
        return f"every {noun} loses; {text}, for one, {met}"
    return f"every {noun} loses; none lasts longer than the {noun} {text}, which {met}"


def _why_won(answers: Answers, state: Any) -> str:
    """A clause on a position that is won: the answers that win there."""
    made = answers.moves(state)
    move, best = answers.best(state)
    winning = sum(each.value is Value.WIN for _, each in made)
    alone = winning == 1 and all(each.value is not Value.UNSOLVED for _, each in made)
    soon = " at once" if best.plies == 1 else in_moves(best.plies)
    text = answers.game.write(move)
    if len(made) == 1:
        return f"the only answer, {text}, wins{soon}"
    if winning == len(made):
        return "every answer wins"
    return f"{'only ' if alone else ''}{text} wins then{',' * bool(soon)}{soon}"
