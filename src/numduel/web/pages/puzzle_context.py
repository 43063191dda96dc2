"""What the page of a puzzle shows: the position or the game, what was said, and what came of it."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from ...learn.puzzle import Puzzle
from ...learn.tasks import Standing
from ...learn.themes import THEMES
from ..puzzles.sittings import Said, Sitting
from ..puzzles.wanted import Wanted
from ..rendering.boards import draw_board
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
        "shown": shown,
        "wanted": wanted,
        "question": puzzle.kind.question(puzzle.standing()),
        "rules": game.voice().rules(),
        "aim": game.voice().aim(),
        "example": _example(puzzle, standing),
        "drawn": draw_board(standing.position, standing.moves, controls),
        "tiles": draw_choices(standing.position, controls) if controls.live else "",
        "steps": _steps(puzzle, shown.moves, address) if puzzle.task == "slip" else [],
        "glyph": "" if shown.said is None else GLYPHS[shown.said.kind],
        "refutation": [] if shown.said is None else _refutation(puzzle, shown.said),
        "themes": {name: THEMES[name] for name in puzzle.themes} if shown.over else {},
        "analysis": place_address("/analysis", puzzle.spec, puzzle.moves) if shown.over else "",
    }


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


def _still(standing: Standing) -> Markup:
    return draw_board(standing.position, standing.moves, alone=False)


def _refutation(puzzle: Puzzle, said: Said) -> list[Step]:
    """The moves that show why an answer was wrong."""
    return _steps(puzzle, (*said.before, *said.refutation), None, len(said.before))


def _steps(
    puzzle: Puzzle, moves: tuple[str, ...], address: Callable[[str], str] | None, first: int = 0
) -> list[Step]:
    """Moves from the one after so many, each with the board that it leads to."""
    found = []
    for number in range(first + 1, len(moves) + 1):
        after = puzzle.standing(moves[:number])
        move = say_move(after.position.game, moves[number - 1])
        where = "" if address is None else address(str(number))
        said = say_position(after.position)
        found.append(Step(number, 2 - number % 2, move, said, _still(after), where))
    return found
