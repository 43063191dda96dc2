"""Explanations: who wins, how, and what to do now, with the numbers of the position at hand."""

from typing import Any

from ..core.integers import count
from ..core.position import Position
from ..core.verdict import Value, Verdict
from ..solver.answers import Answers
from .lines import best_line
from .reasons import reason, told_move
from .words import in_moves, join_moves, outlook, verdict_in_words

SHORT_LINE = 9  # plies that are told one by one; a longer line is only listed
LISTED = 30  # plies of it; the rest is counted


def explain(position: Position[Any, Any], answers: Answers) -> list[str]:
    """Paragraphs that say who wins, how, and what to do now."""
    outcome = position.outcome
    if outcome is not None:
        over = f"The game is over: {outcome.reason}."
        return [over if position.winner is None else f"{over} Player {position.winner} has won."]
    verdict = answers.verdict(position.state)
    parts = [f"{verdict_in_words(verdict, position.player)} {reason(position, answers)}".strip()]
    story = tell_line(position, answers)
    if story:
        parts.append(story)
    parts.append(each_move(position, answers))
    return parts


def hint(position: Position[Any, Any], answers: Answers) -> str:
    """A good move, and why it is good."""
    game = position.game
    move, verdict = answers.best(position.state)
    if verdict.value is Value.UNSOLVED:
        return _hint_unsolved(position, answers)
    if len(position.moves) == 1:
        return f"Only {game.write(move)} can be played; it {outlook(verdict)}."
    if verdict.value is Value.LOSS:
        return _hint_lost(position, answers)
    return f"Try {game.write(move)}: {told_move(position, answers, move, 'it', worth=True)}."


def _hint_unsolved(position: Position[Any, Any], answers: Answers) -> str:
    """What is known of the moves where the best of them is unsolved: which ones lose."""
    said = "This position is unsolved: nobody knows a best move."
    made = answers.moves(position.state)
    bad = [position.game.write(move) for move, verdict in made if verdict.value is Value.LOSS]
    if not bad:
        return said
    return f"{said[:-1]}, but {join_moves(bad)} {outlook(Verdict(Value.LOSS), len(bad) > 1)}."


def _hint_lost(position: Position[Any, Any], answers: Answers) -> str:
    """Which moves last longest where all lose, if that is known and makes a difference."""
    made = answers.moves(position.state)
    lengths = [verdict.plies for _, verdict in made if verdict.plies is not None]
    if len(lengths) < len(made):
        return "Every move loses; how long each of them lasts is not known."
    longest = max(lengths)
    if min(lengths) == longest:
        return f"Every move loses{' at once' if longest == 1 else in_moves(longest)}."
    best = [position.game.write(move) for move, verdict in made if verdict.plies == longest]
    lasts = "lasts" if len(best) == 1 else "last"
    return f"Every move loses; {join_moves(best)} {lasts} longest, {count(longest, 'move')}."


def why_last_move(before: Position[Any, Any], move: Any, answers: Answers) -> str:
    """What a move did to the value of the game, and what would have been better."""
    game, state = before.game, before.state
    made, (best_move, best) = answers.verdict(game.play(state, move)).before(), answers.best(state)
    who = f"Player {before.player}'s {game.write(move)}"
    if Value.UNSOLVED in (made.value, best.value):
        return _why_unsolved(who, made, best, game.write(best_move))
    left = f"{told_move(before, answers, move, 'It')}."
    if len(before.moves) == 1:
        return f"{who} was the only move. {left}"
    if made.value is best.value:
        if all(verdict.value is made.value for _, verdict in answers.moves(state)):
            return f"{who} changed nothing: every move {outlook(Verdict(made.value))}. {left}"
        return f"{who} {_kept(made)}. {left}{_quicker(made, best, game.write(best_move))}"
    lost = "lost a game that could be held" if made.value is Value.LOSS else "gave a draw away"
    lost = "let a win slip" if best.value is Value.WIN else lost
    done, better = _compared(before, move, answers)
    return f"{who} {lost}: {done}. Better: {better}."


def why_error(before: Position[Any, Any], move: Any, answers: Answers) -> str:
    """Why a move gave something away, and the best one does not: what each of them leaves."""
    done, better = _compared(before, move, answers)
    return f"{done}. {better}."


def _compared(before: Position[Any, Any], move: Any, answers: Answers) -> tuple[str, str]:
    """What a move leaves, and what the best one does, each with its reason."""
    best_move, _ = answers.best(before.state)
    done, better = told_move(before, answers, move), told_move(before, answers, best_move)
    left, _, why = better.partition(": ")
    # One reason may be why one number is good and another bad.
    return done, left if why and done.endswith(why) else better


def _why_unsolved(who: str, made: Verdict, best: Verdict, best_text: str) -> str:
    if made.value is not Value.UNSOLVED:
        return f"{who} {outlook(made)}; whether another move is better is not known."
    if best.value is not Value.UNSOLVED:
        return f"{who} is unsolved, so nobody can tell; {best_text} {outlook(best)}."
    return f"{who}: the position is unsolved, so nobody can tell."


def _kept(made: Verdict) -> str:
    if made.value is Value.ENDLESS:
        return "kept the game going"
    return f"kept the {made.value.value}: it {outlook(made)}"


def _quicker(made: Verdict, best: Verdict, best_text: str) -> str:
    """That a win could have been had sooner, where that is known."""
    if made.value is not Value.WIN or made.plies is None or best.plies is None or best.plies >= made.plies:
        return ""
    return f" Quicker: {best_text}, which {outlook(best)}."


def tell_line(position: Position[Any, Any], answers: Answers) -> str:
    """Best play: move by move where it is short, else listed as far as it is worked out."""
    game, line = position.game, best_line(position, answers)
    if line.plies is None or not line.moves:
        return ""
    if len(line.moves) > SHORT_LINE:
        return f"Best play: {line.in_words(LISTED)}."
    sentences = []
    for text in line.moves:
        can = "can only play" if len(position.moves) == 1 else "plays"
        after = position.say(text)
        left = game.voice().brief(after.state)
        sentences.append(f"Player {position.player} {can} {text}, which leaves {left}.")
        position = after
    outcome = position.outcome
    assert outcome is not None
    won = "nobody wins" if position.winner is None else f"Player {position.winner} wins"
    return f"{' '.join(sentences)} Then {outcome.reason}, and {won}."


def each_move(position: Position[Any, Any], answers: Answers) -> str:
    """What each move comes to, moves of one kind together, the best first."""
    by_verdict: dict[tuple[Value, int | None], list[str]] = {}
    ranked = sorted(answers.moves(position.state), key=lambda pair: pair[1].rank, reverse=True)
    for move, verdict in ranked:
        by_verdict.setdefault((verdict.value, verdict.plies), []).append(position.game.write(move))
    if len(ranked) == 1:
        ((key, (only,)),) = by_verdict.items()
        return f"The only move: {only}, which {outlook(Verdict(*key))}."
    known = all(verdict.value is not Value.UNSOLVED for _, verdict in ranked)
    alike = " all" if known and len(by_verdict) == 1 and len(ranked) > 2 else ""
    told = [
        f"{join_moves(moves)}{alike} {outlook(Verdict(*key), len(moves) > 1)}"
        for key, moves in by_verdict.items()
    ]
    return f"Moves: {'; '.join(told)}."
