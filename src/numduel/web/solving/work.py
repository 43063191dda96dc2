"""Work: what worker processes find out for the web. Questions are plain data, answers are JSON.

Everything is made of `solver`, `analysis`, `drawing` and `players`. What was solved is kept for the next
question, bounded by the number of positions.
"""

import json
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from ...analysis.coach import lesson, other_spec
from ...analysis.documents import explanation_document, review_document, solution_document
from ...analysis.explanation import each_move, hint, why_last_move
from ...analysis.reasons import told_move
from ...analysis.review import Review, Step, review
from ...analysis.words import outlook, verdict_in_words
from ...core.blame import guest_at_fault
from ...core.errors import NumduelError
from ...core.packages import install_line
from ...core.position import Position, canonical_moves
from ...core.registry import contain_guests, load
from ...core.verdict import Value, Verdict
from ...drawing.neighbourhood import TooMany, neighbourhood
from ...drawing.position_graph import draw
from ...drawing.tug_of_war import draw_tug_of_war
from ...match.events import VALUES, WHY
from ...match.player import accepts_draw, choose_move, rng_for
from ...match.reading import parse
from ...solver.answers import Answers
from . import lessons, puzzles
from .knowledge import Knowledge, TooLarge, Unanswerable

Moves = Sequence[str]  # canonical texts, from the first

NEIGHBOURS = 30  # positions that are drawn around one
MOST_NEIGHBOURS = 150  # where a single move leads to more than that


class Reply(NamedTuple):
    """What became of a question: `text` is JSON, or the reason why there is none in one sentence."""

    done: bool
    text: str
    lasting: bool = True  # whether it would be the same another time
    failure: str = ""  # a traceback, where something went wrong that should not


_knowledge = Knowledge(positions=300_000, cached_positions=2_000_000, seconds=10)


def begin(positions: int, cached_positions: int, seconds: float, memory: int) -> None:
    """Get a worker process ready: how far it may go, and what it will need."""
    global _knowledge
    contain_guests()
    _limit_memory(memory)
    from ...players import level, mcts, random  # noqa: F401  # loaded before anybody waits for them

    _load_igraph()

    _knowledge = Knowledge(positions, cached_positions, seconds)


def _load_igraph() -> None:
    """Load igraph, if it is there, without matplotlib, which it would load to no use here."""
    hidden = "matplotlib" not in sys.modules
    if hidden:
        sys.modules["matplotlib"] = None  # type: ignore[assignment]
    with suppress(ImportError):
        import igraph  # noqa: F401
    if hidden:  # whatever else is installed may want it
        del sys.modules["matplotlib"]


def _limit_memory(most: int) -> None:
    """Let this process have only so many bytes: few positions may be very large ones."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with suppress(OSError, ValueError):  # where the system does not count them
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def answer(task: str, arguments: tuple[Any, ...]) -> Reply:
    """The answer to one question. It raises nothing: not every exception survives the way back."""
    try:
        document = TASKS[task](*arguments)
        return Reply(True, json.dumps(document, ensure_ascii=False, separators=(",", ":")))
    except NumduelError as error:
        return Reply(False, _sentence(str(error)), getattr(error, "lasting", True))
    except MemoryError:
        _knowledge.forget()  # or there would not be enough for anything else either
        lessons.forget()
        return Reply(False, "There is not enough memory to work this out.", False)
    except Exception as error:
        fault = guest_at_fault(error) or "this could not be worked out"
        return Reply(False, _sentence(fault), False, traceback.format_exc())


def _sentence(words: str) -> str:
    """Words that begin and end like a sentence."""
    said = words.strip() or "this could not be worked out"
    return f"{said[0].upper()}{said[1:]}{'' if said[-1] in '.?!' else '.'}"


def _position(spec: str, moves: Moves) -> Position[Any, Any]:
    position = Position.start(load(spec))
    for text in moves:
        position = position.say(text)
    return position


def _ask(spec: str, moves: Moves) -> tuple[Position[Any, Any], Answers]:
    """The position after these moves, and what is known of it; Unanswerable where that is nothing."""
    position = _position(spec, moves)
    answers = _knowledge.about(position)
    made = answers.moves(position.state)
    if position.outcome is None and all(verdict.value is Value.UNSOLVED for _, verdict in made):
        raise TooLarge(position.game, answers.limit)
    return position, answers


def analysis(spec: str, moves: Moves) -> dict[str, Any]:
    """What a position and each move in it are worth, with reasons in words."""
    return position_document(*_ask(spec, moves))


def position_document(position: Position[Any, Any], answers: Answers) -> dict[str, Any]:
    """What is known of a position, as `analysis` tells it."""
    game, state = position.game, position.state
    verdict, made = answers.verdict(state), answers.moves(state)
    best = max((each.rank for _, each in made), default=None)
    document = explanation_document(position, answers)
    document["moves"] = [_move(position, answers, move, each, best) for move, each in made]
    return {
        **document,
        "winner": verdict.value.winner(position.player),
        "words": verdict_in_words(verdict, position.player, say_best_play=True),
        "positions": answers.positions if answers.table.complete else None,
        "method": answers.method(state),
        "shown": game.show(state),
    }


def _move(
    position: Position[Any, Any], answers: Answers, move: Any, verdict: Verdict, best: Any
) -> dict[str, Any]:
    """What is said of one move: its worth for the player who makes it, where it leads, and why."""
    game = position.game
    return {
        "move": game.write(move),
        "value": verdict.value.value,
        "plies": verdict.plies,
        "best": verdict.rank == best and verdict.value is not Value.UNSOLVED,
        "outlook": outlook(verdict),
        "leads": game.voice().brief(game.play(position.state, move)),
        "reason": told_move(position, answers, move),
    }


def values(spec: str, moves: Moves) -> dict[str, Any]:
    """What each legal move is worth to the player who makes it."""
    position, answers = _ask(spec, moves)
    return {
        position.game.write(move): {"value": each.value.value, "plies": each.plies}
        for move, each in answers.moves(position.state)
    }


def words(about: str, spec: str, moves: Moves) -> str:
    """A good move and why, what the last move did, or what each move is worth: whatever was asked for."""
    if about == WHY:
        if not moves:
            raise Unanswerable("No move has been made yet.")
        before, answers = _ask(spec, moves[:-1])
        return why_last_move(before, before.read(moves[-1]), answers)
    position, answers = _ask(spec, moves)
    if position.outcome is not None:
        raise Unanswerable("The game is over.")
    return each_move(position, answers) if about == VALUES else hint(position, answers)


def verdict(spec: str) -> dict[str, Any]:
    """Who wins a game with best play, and in how many of its positions a choice matters."""
    position, answers = _ask(spec, ())
    document = solution_document(answers)
    share = answers.table.decisions() / answers.table.positions if answers.complete else None
    words = verdict_in_words(answers.verdict(position.state), 1, say_best_play=True)
    if share is not None:
        words = f"{words} {_matters(share)}"
    kept = {name: document[name] for name in ("spec", "value", "winner", "plies", "positions")}
    return {**kept, "decisions": share, "sentence": words}


def _matters(share: float) -> str:
    if share == 0:
        return "No choice ever matters."
    percent = "less than 1" if share < 0.01 else f"{share:.0%}".removesuffix("%")
    return f"A choice matters in {percent} % of its positions."


def review_of(text: str) -> dict[str, Any]:
    """What each move of a game did, where it turned, and the course of it as a picture."""
    record = parse(text)
    answers = _knowledge.roughly(record.game)
    made = review(record, answers)
    document = review_document(made)
    document["moves"] = [
        {**said, **_step_words(made, step, answers)}
        for said, step in zip(document["moves"], made.steps, strict=True)
    ]
    return {
        **document,
        "played": list(record.moves),
        "reason": "" if record.result is None else record.result.reason,
        "lesson": lesson(made, answers),
        "elsewhere": other_spec(record.game),
        "chart": draw_tug_of_war(made),
    }


def _step_words(made: Review, step: Step, answers: Answers) -> dict[str, Any]:
    """What is said of one step: what it came to, and for an error why."""
    record = made.record
    is_move = step.number <= len(record.moves)
    why = ""
    if is_move and step.error:
        before = _position(record.spec, record.moves[: step.number - 1])
        why = why_last_move(before, canonical_moves(record.game)[step.move], answers)
    return {
        "is_move": is_move,
        "attempt": step.attempt,
        "outlook": outlook(step.value),
        "best_outlook": outlook(step.best),
        "why": why,
    }


def picture(spec: str, moves: Moves) -> str:
    """The positions around one as a picture, in SVG."""
    position, answers = _ask(spec, moves)
    game = position.game
    if position.outcome is not None:
        raise Unanswerable("The game is over there, so that there is nothing to draw.")
    spots, arrows = _around(position, answers)
    title = f"{game.title}, around {game.voice().brief(position.state)}"
    try:
        return draw(game, spots, arrows, title, "this position" if moves else "the start")
    except ImportError:
        raise Unanswerable(f"Drawing needs the package igraph: {install_line('igraph')}.") from None


def _around(position: Position[Any, Any], answers: Answers) -> tuple[list[Any], list[Any]]:
    """The positions to draw: as many moves around as fit, and those one move away in any case."""
    depth: int | None = None
    while True:
        most = NEIGHBOURS if depth is None or depth > 1 else MOST_NEIGHBOURS
        try:
            return neighbourhood(position.game, position.state, answers, most, depth)
        except TooMany as error:
            if depth == 1:
                raise Unanswerable("There are too many moves here for a picture.") from None
            depth = max(1, error.depth)


def choose(spec: str, moves: Moves, who: str, seed: int, game: int) -> str:
    """The move of a computer player, by the rng that it has at a terminal too."""
    position = _position(spec, moves)
    player = _knowledge.player(position.game, who)
    rng = rng_for(seed, game, position.ply, player.name)
    return position.game.write(choose_move(player, position, rng))


def takes_draw(spec: str, moves: Moves, who: str, seed: int, game: int) -> bool:
    """Whether a computer player takes the draw that the player to move offers."""
    position = _position(spec, moves)
    player = _knowledge.player(position.game, who)
    return accepts_draw(player, position, rng_for(seed, game, position.ply, player.name))


TASKS: dict[str, Callable[..., Any]] = {
    "analysis": analysis,
    "values": values,
    "words": words,
    "verdict": verdict,
    "review": review_of,
    "picture": picture,
    "choose": choose,
    "accepts_draw": takes_draw,
    "puzzle_answer": puzzles.judge,
    "puzzle_hint": puzzles.help_with,
    "puzzle_solution": puzzles.tell,
    "lesson": lessons.lesson,
    "lesson_answer": lessons.judge_answer,
    "lesson_hint": lessons.hint,
    "lesson_solution": lessons.solution,
}
