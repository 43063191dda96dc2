"""Verdicts in plain words, with the numbers of the position at hand."""

from typing import Any

from ..core.position import Position
from ..core.settings import listed
from ..core.verdict import Value, Verdict
from ..solver.answers import Answers

SHORT_LINE = 9  # plies that are told one by one; a longer line is only listed


def _in_moves(plies: int | None) -> str:
    return "" if not plies else f" in {plies} move{'s' * (plies != 1)}"


def _for_moves(plies: int | None) -> str:
    return _in_moves(plies).replace(" in ", ", ")


def verdict_in_words(verdict: Verdict, player: int) -> str:
    """Who wins with best play, where `player` is to move."""
    match verdict.value:
        case Value.WIN:
            return f"Player {player} wins{_in_moves(verdict.plies)}."
        case Value.LOSS:
            return f"Player {3 - player} wins{_in_moves(verdict.plies)}."
        case Value.DRAW:
            return f"With best play it is a draw{_in_moves(verdict.plies)}."
        case Value.ENDLESS:
            return "Nobody can force a win: with best play the game never ends."
        case _:
            return "Unsolved: what was explored does not decide it."


_ONE = {
    Value.WIN: "wins",
    Value.LOSS: "loses",
    Value.DRAW: "draws",
    Value.ENDLESS: "holds the balance",
    Value.UNSOLVED: "is unsolved",
}
_SEVERAL = {
    Value.WIN: "win",
    Value.LOSS: "lose",
    Value.DRAW: "draw",
    Value.ENDLESS: "hold the balance",
    Value.UNSOLVED: "are unsolved",
}


def outlook(verdict: Verdict, several: bool = False) -> str:
    """What a move, or several, comes to for the player who makes it."""
    return (_SEVERAL if several else _ONE)[verdict.value] + _in_moves(verdict.plies)


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


def reason(position: Position[Any, Any], answers: Answers) -> str:
    """Why the position is worth what it is, by its best move or, if every move loses, by itself."""
    game, state = position.game, position.state
    verdict, here = answers.verdict(state), game.voice().brief(state)
    if verdict.value is Value.WIN or (verdict.value is Value.ENDLESS and not verdict.why):
        return f"From {here}, {why_move(position, answers, answers.best(state)[0])}."
    if verdict.value is Value.LOSS:
        return f"At {here}, {verdict.why}." if verdict.why else f"At {here}, every move loses."
    return f"At {here}, {verdict.why}." if verdict.why else ""


def why_move(position: Position[Any, Any], answers: Answers, move: Any, named: bool = True) -> str:
    """What a move does: what it leaves, and why that is good or bad."""
    game = position.game
    after = game.play(position.state, move)
    verdict = answers.verdict(after)
    left = f"{game.write(move) + ' ' if named else ''}leaves {game.voice().brief(after)}"
    if verdict.why:
        return f"{left}: {verdict.why}"
    made = verdict.before()
    return f"{left}, and {outlook(made)}" if made.value is not Value.UNSOLVED else left


def hint(position: Position[Any, Any], answers: Answers) -> str:
    """A good move, and why it is good."""
    game = position.game
    move, verdict = answers.best(position.state)
    if verdict.value is Value.UNSOLVED:
        return f"This position is unsolved; {why_move(position, answers, move)}."
    if len(position.moves) == 1:
        return f"Only {game.write(move)} can be played; it {outlook(verdict)}."
    if verdict.value is Value.LOSS:
        return f"Every move loses; {game.write(move)} lasts longest{_for_moves(verdict.plies)}."
    return f"Try {game.write(move)}: it {why_move(position, answers, move, named=False)}."


def why_last_move(before: Position[Any, Any], move: Any, answers: Answers) -> str:
    """What a move did to the value of the game, and what would have been better."""
    made, best = answers.verdict(before.game.play(before.state, move)).before(), answers.best(before.state)
    player, text = before.player, before.game.write(move)
    if Value.UNSOLVED in (made.value, best[1].value):
        return f"Player {player}'s {text}: the position is unsolved, so nobody can tell."
    done = why_move(before, answers, move)
    if len(before.moves) == 1:
        return f"Player {player}'s {text} was the only move. {_upper(done)}."
    if made.value is best[1].value:
        if all(verdict.value is made.value for _, verdict in answers.moves(before.state)):
            return (
                f"Player {player}'s {text} changed nothing: every move {outlook_alone(made)}. {_upper(done)}."
            )
        kept = "the win" if made.value is Value.WIN else "the balance"
        return f"Player {player}'s {text} kept {kept}: it {outlook(made)}. {_upper(done)}."
    better = why_move(before, answers, best[0])
    lost = "lost a game that could be held" if made.value is Value.LOSS else "gave a draw away"
    lost = "let a win slip" if best[1].value is Value.WIN else lost
    return f"Player {player}'s {text} {lost}: {done}. Better: {better}."


def outlook_alone(verdict: Verdict) -> str:
    """A verdict's value in words, without its length."""
    return outlook(Verdict(verdict.value))


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def tell_line(position: Position[Any, Any], answers: Answers) -> str:
    """Best play move by move, where it is short and comes to an end."""
    game, verdict = position.game, answers.verdict(position.state)
    line = answers.line(position.state)
    if verdict.plies is None or not line:
        return ""
    if len(line) > SHORT_LINE:
        return f"Best play: {' '.join(map(game.write, line))}."
    sentences = []
    for move in line:
        can = "can only play" if len(position.moves) == 1 else "plays"
        after = position.play(move)
        left = game.voice().brief(after.state)
        sentences.append(f"Player {position.player} {can} {game.write(move)}, which leaves {left}.")
        position = after
    outcome = position.outcome
    assert outcome is not None
    won = "nobody wins" if position.winner is None else f"Player {position.winner} wins"
    return f"{' '.join(sentences)} Then {outcome.reason}, and {won}."


def each_move(position: Position[Any, Any], answers: Answers) -> str:
    """What each move comes to, moves of one kind together."""
    by_verdict: dict[tuple[Value, int | None], list[str]] = {}
    ranked = sorted(answers.moves(position.state), key=lambda pair: pair[1].rank, reverse=True)
    for move, verdict in ranked:
        by_verdict.setdefault((verdict.value, verdict.plies), []).append(position.game.write(move))
    told = [
        f"{listed(moves, 'and')} {outlook(Verdict(*key), len(moves) > 1)}"
        for key, moves in by_verdict.items()
    ]
    return f"For Player {position.player}, {'; '.join(told)}."
