"""Judging: what a learner's answer to a step comes to; a wrong one is refuted on the board and in words."""

from typing import Any

from ..analysis.lines import best_line
from ..analysis.reasons import reason, told_move
from ..analysis.words import outlook, verdict_in_words
from ..core.position import Position
from ..core.settings import listed
from ..core.verdict import Value, Verdict
from ..match.words import ForbiddenAttempt, LegalMove, NotUnderstood, Unfinished, understand
from .attempt import REFUTED, NoAnswer, Reply, goes_on, refute
from .lesson import NOBODY, Step, after
from .playing_out import defence
from .pool import keeping, solved
from .tasks import Asked

WHO = {"1": "1", "player 1": "1", "2": "2", "player 2": "2", NOBODY: NOBODY, "none": NOBODY, "draw": NOBODY}
SOLVED = Reply(True, True, (), ())


def judge(step: Step, text: str, moves: tuple[str, ...] | None = None) -> Reply:
    """Judge an answer, given after `moves` where a game is being played; NoAnswer if it is none."""
    asked = asked_in(step, moves)
    match step.kind:
        case "who":
            return _who(step, asked, text)
        case "find":
            return _find(step, asked, text)
        case "move":
            return _move(step, asked, text)
        case "attempt":
            return _attempt(step, asked, text)
        case "play":
            return _play(step, asked, text)
    return SOLVED


def asked_in(step: Step, moves: tuple[str, ...] | None = None) -> Asked:
    """The position of a step with exact answers, or the one that a game has come to."""
    moves = step.moves if moves is None else moves
    return Asked(after(step.game, moves), moves, solved(step.game))


def read_move(position: Position[Any, Any], text: str) -> Any:
    """The legal move that a line means; NoAnswer, with what can be played, if it means none."""
    meant = understand(position, text)
    if isinstance(meant, LegalMove):
        return meant.move
    can = f"the moves are {listed([position.game.write(move) for move in position.moves], 'and')}"
    if isinstance(meant, Unfinished):
        raise NoAnswer(f"that is only the first part of a move; {can}")
    raise NoAnswer(f"that is no move here; {can}")


def _who(step: Step, asked: Asked, text: str) -> Reply:
    said = WHO.get(text.strip().lower().rstrip("."))
    if said is None:
        raise NoAnswer(f"answer with 1, 2 or {NOBODY}")
    told = worth_in_words(asked)
    if said in step.right:
        return Reply(True, True, (f"Right. {told}",), asked.moves)
    line = best_line(asked.position, asked.answers)
    return Reply(False, True, (f"No. {told}",), asked.moves, line.moves[:REFUTED], goes_on(line))


def worth_in_words(asked: Asked) -> str:
    """Who wins, and why."""
    said = verdict_in_words(asked.verdict, asked.position.player)
    return f"{said} {reason(asked.position, asked.answers)}".strip()


def _find(step: Step, asked: Asked, text: str) -> Reply:
    position = asked.position
    move = read_move(position, text)
    if position.game.write(move) in step.right:
        return Reply(True, True, (f"Right. {_praise(asked, move)}",), asked.moves)
    return refute(asked, move, step.goal == "at-once")


def _praise(asked: Asked, move: Any) -> str:
    """What a right move does."""
    after_it = asked.position.play(move)
    if after_it.outcome is not None:
        return f"{asked.position.game.write(move)} ends the game: {after_it.outcome.reason}."
    return f"{told_move(asked.position, asked.answers, move, worth=True)}."


def _move(step: Step, asked: Asked, text: str) -> Reply:
    position, game = asked.position, asked.position.game
    move = read_move(position, text)
    if game.write(move) not in step.right:
        raise NoAnswer(f"that would be {game.write(move)}; this step asks for {step.right[0]}")
    after_it = position.play(move)
    said = [
        line for line in game.voice().report(position.state, move, after_it.state, position.player) if line
    ]
    told = any(game.voice().brief(after_it.state) in line for line in said)
    return Reply(True, True, tuple(said if told else (*said, game.show(after_it.state))), asked.moves)


def _attempt(step: Step, asked: Asked, text: str) -> Reply:
    position, voice = asked.position, asked.position.game.voice()
    if text.strip().lower() != step.right[0].lower():
        raise NoAnswer(f"this step asks for {step.right[0]}")
    meant = understand(position, text)
    if isinstance(meant, ForbiddenAttempt):
        said = voice.forfeit(position.state, position.player, meant.words)
        return Reply(
            True, True, (*filter(None, said), "In a game that loses at once; here you go on."), asked.moves
        )
    assert isinstance(meant, NotUnderstood), "a step asks only for what is no move"
    said = voice.rejection(position.state, meant.before, meant.said)
    return Reply(
        True, True, (*filter(None, said), "Nothing has changed: you would be asked again."), asked.moves
    )


def _play(step: Step, asked: Asked, text: str) -> Reply:
    position = asked.position
    move = read_move(position, text)
    made = asked.answers.verdict(position.game.play(position.state, move)).before()
    if made.value is not asked.verdict.value:
        return refute(asked, move, False)
    moves, after_it = (*asked.moves, position.game.write(move)), position.play(move)
    if after_it.outcome is not None:
        return Reply(True, True, (_ended(after_it, position.player),), moves)
    reply = defence(after_it, asked.answers)
    moves, after_it = (*moves, reply), after_it.say(reply)
    said = f"Right. Player {3 - position.player} answers {reply}."
    if after_it.outcome is not None:
        return Reply(True, True, (said, _ended(after_it, position.player)), moves)
    turns = (len(moves) - len(step.moves)) // 2
    if step.turns and turns >= step.turns:
        return Reply(True, True, (said, f"You have made {turns} moves and given nothing away."), moves)
    return Reply(True, False, (said,), moves)


def _ended(position: Position[Any, Any], player: int) -> str:
    outcome = position.outcome
    assert outcome is not None
    won = {player: "You have won", None: "Nobody has won"}.get(position.winner, "You have lost")
    return f"{won}: {outcome.reason}."


def told_answer(step: Step, moves: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """What would be right, and why, in sentences."""
    asked = asked_in(step, moves)
    if step.kind == "who":
        return (worth_in_words(asked),)
    if step.kind in ("move", "attempt"):
        return (f"The answer is {step.right[0]}",)
    right = step.right or tuple(moves_that_keep(asked))
    move = asked.position.read(right[0])
    return f"Right: {listed(right)}.", _praise(asked, move)


def moves_that_keep(asked: Asked) -> list[str]:
    """The moves that keep what a position is worth, as texts."""
    return list(map(asked.position.game.write, keeping(asked)))


def hint_for(step: Step, moves: tuple[str, ...] | None = None) -> str:
    """A word that helps, without the answer."""
    if step.kind != "play":
        return step.hint
    asked = asked_in(step, moves)
    right, all_moves = len(moves_that_keep(asked)), len(asked.position.moves)
    does = outlook(Verdict(asked.verdict.value), right > 1)
    return f"{right} of the {all_moves} moves {does}." if asked.verdict.value is not Value.LOSS else ""
