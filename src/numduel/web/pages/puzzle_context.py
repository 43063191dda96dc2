"""What the page of a puzzle shows: the position or the game, what was said, and what came of it."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from ...core.registry import full_title, variant_of
from ...learn.puzzle import Puzzle
from ...learn.tasks import Standing
from ...learn.themes import told
from ..puzzles.sittings import Said, Sitting
from ..puzzles.wanted import Wanted
from ..rendering.boards import draw_board, position_before
from ..rendering.choices import draw_choices, move_keys
from ..rendering.controls import Answers, Controls, Links, Still
from ..rendering.spoken import say_move, say_position
from .places import place_address

GLYPHS = {"right": "✓", "wrong": "✗", "hint": "→", "told": "=", "refused": "✗"}


class Step(NamedTuple):
    """A move of a short game or of a refutation, and the board after it."""

    number: int  # from 1
    player: int
    move: str
    said: str  # what it has led to, in words
    board: Markup
    address: str = ""  # that answers with it, where addresses do


class Shown(NamedTuple):
    """A puzzle as it stands for somebody."""

    puzzle: Puzzle
    moves: tuple[str, ...]
    over: bool
    said: Said | None = None
    free: bool = False  # whether a hint costs nothing any more
    ratings: tuple[int, int] | None = None

    @classmethod
    def of(cls, puzzle: Puzzle, sitting: Sitting | None) -> "Shown":
        """A puzzle for somebody who is at it, or who has done nothing about it yet."""
        if sitting is None:
            return cls(puzzle, puzzle.moves, over=False)
        now = sitting.solving
        return cls(puzzle, now.moves, now.over, sitting.said, now.first is not None, sitting.ratings)


def puzzle_context(
    shown: Shown, wanted: Wanted, address: Callable[[str], str] | None = None
) -> dict[str, Any]:
    """All that a template needs to show a puzzle; `address` says where an answer leads, instead of a form."""
    puzzle, standing = shown.puzzle, shown.puzzle.standing(shown.moves)
    game = standing.position.game
    controls = _controls(shown, standing, address)
    return {
        "puzzle": puzzle,
        "game": game,
        "title": puzzle_title(puzzle),
        "shown": shown,
        "wanted": wanted,
        "question": puzzle.kind.question(puzzle.standing()),
        "rules": game.voice().rules(),
        "aim": game.voice().aim(),
        "example": _example(puzzle, standing),
        "drawn": draw_board(standing.position, position_before(standing.position, standing.moves), controls),
        "tiles": draw_choices(standing.position, controls) if controls.live else "",
        "start": _step(puzzle, ()),
        "steps": _steps(puzzle, shown.moves, address) if puzzle.task == "slip" else [],
        "glyph": "" if shown.said is None else GLYPHS[shown.said.kind],
        "refutation": [] if shown.said is None else _refutation(puzzle, shown.said),
        "themes": told(puzzle) if shown.over else {},
        "analysis": place_address("/analysis", puzzle.spec, puzzle.moves) if shown.over else "",
    }


def puzzle_title(puzzle: Puzzle) -> str:
    """The game of a puzzle and what is asked; its rules say the settings, unless they have a name.

    >>> puzzle_title(Puzzle(task="who", spec="operation-duel:target=5", moves=(), depth=1, rating=500))
    'Operation Duel: who wins?'
    """
    game = puzzle.game
    named = game == type(game)() or variant_of(game) is not None
    return f"{full_title(game) if named else game.title}: {puzzle.kind.title}"


def _controls(shown: Shown, standing: Standing, address: Callable[[str], str] | None) -> Controls:
    """What makes a move: nothing where none is asked for."""
    if shown.over or not shown.puzzle.kind.by_move:
        return Still()
    if address is not None:
        return Links(address)
    keys: Mapping[str, str] = move_keys(standing.position.game)
    return Answers(keys)


def _example(puzzle: Puzzle, standing: Standing) -> str:
    """What an answer may look like that is typed."""
    if puzzle.task == "who":
        return "1 4"
    if puzzle.task == "slip":
        return "1"
    moves = standing.position.moves or standing.position.game.vocabulary()
    return standing.position.game.spellings(moves[0])[0]


def _refutation(puzzle: Puzzle, said: Said) -> list[Step]:
    """The moves that show why an answer was wrong."""
    return _steps(puzzle, (*said.before, *said.refutation), None, len(said.before))


def _steps(
    puzzle: Puzzle, moves: tuple[str, ...], address: Callable[[str], str] | None, first: int = 0
) -> list[Step]:
    """Moves from the one after so many, each with the board that it leads to."""
    numbers = range(first + 1, len(moves) + 1)
    return [_step(puzzle, moves[:number], address(str(number)) if address else "") for number in numbers]


def _step(puzzle: Puzzle, moves: tuple[str, ...], address: str = "") -> Step:
    """The last of these moves, and the board after it."""
    position, number = puzzle.standing(moves).position, len(moves)
    move = say_move(position.game, moves[-1]) if moves else ""
    board = draw_board(position, position_before(position, moves), alone=False)
    return Step(number, 2 - number % 2, move, say_position(position), board, address)
