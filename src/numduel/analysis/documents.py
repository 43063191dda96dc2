"""What is known of games and positions as JSON documents, for scripts and other programs."""

from ..core.hints import TYPE_CHECKING, Any
from ..core.position import Position
from ..solver.answers import Answers
from .lines import best_line

if TYPE_CHECKING:
    from .review import Review, Step


def solution_document(answers: Answers) -> dict[str, Any]:
    """Who wins a game with best play from its start, and how that is known."""
    game = answers.game
    verdict = answers.verdict(game.initial())
    return {
        "spec": game.spec,
        "game": game.name,
        "settings": game.settings,
        "value": verdict.value.value,
        "winner": verdict.value.winner(1),
        "plies": verdict.plies,
        "positions": answers.positions,
        "method": answers.method(game.initial()),
    }


def analysis_document(position: Position[Any, Any], answers: Answers) -> dict[str, Any]:
    """What a position and each move in it are worth, and the best line.

    `line_complete` says whether the line leads to the end of the game: a long one is cut, and one without
    end stops where it comes round again.
    """
    game, verdict = position.game, answers.verdict(position.state)
    line = best_line(position, answers)
    return {
        "spec": game.spec,
        "to_move": position.player,
        "over": position.outcome is not None,
        "value": verdict.value.value,
        "plies": verdict.plies,
        "moves": [
            {"move": game.write(move), "value": each.value.value, "plies": each.plies}
            for move, each in answers.moves(position.state)
        ],
        "line": list(line.moves),
        "line_complete": line.complete,
    }


def explanation_document(position: Position[Any, Any], answers: Answers) -> dict[str, Any]:
    """What is said of a position in words, a paragraph each, and its analysis."""
    from .explanation import explain

    return {**analysis_document(position, answers), "paragraphs": explain(position, answers)}


def review_document(review: "Review") -> dict[str, Any]:
    """Where a game was decided, and what each move did."""
    record, turning = review.record, review.turning_point
    result = record.result
    return {
        "spec": record.spec,
        "players": list(record.players),
        "winner": None if result is None else result.winner,
        "ending": None if result is None else result.ending.value,
        "turning_point": None if turning is None else turning.number,
        "unsolved": review.unsolved,
        "course": [value.value for value in review.value_history],
        "good_choices": {
            str(player): dict(zip(("good", "all"), review.good_choices(player), strict=True))
            for player in (1, 2)
        },
        "moves": [_step_as_json(step) for step in review.steps],
    }


def _step_as_json(step: "Step") -> dict[str, Any]:
    """One move of a review."""
    return {
        "number": step.number,
        "player": step.player,
        "move": step.move,
        "mark": step.mark,
        "choice": step.choice,
        "error": step.error,
        "before": {"value": step.best.value.value, "plies": step.best.plies},
        "after": {"value": step.value.value.value, "plies": step.value.plies},
        "best": list(step.best_moves),
    }
