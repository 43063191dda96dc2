"""Puzzling: a person at a terminal, or a pipe in their place, at one puzzle after another."""

from collections.abc import Callable, Iterator

from ..core.errors import NumduelError
from ..core.position import MoveError
from ..core.registry import full_title
from ..learn.attempt import NoAnswer, Reply
from ..learn.puzzle import Puzzle
from ..learn.solving import Solving
from .console import Console
from .words import paragraph

HELP = (
    "Type your answer. Or: hint, for a word that helps and costs your rating; solution, to be told; "
    "skip, to leave this one."
)


class Skipped(NumduelError):
    """Somebody has had enough of a puzzle."""


def solve_puzzle(console: Console, puzzle: Puzzle, decided: Callable[[Solving], None]) -> Solving:
    """Ask until a puzzle is solved or told; Skipped if it is left. `decided` hears once how the first try went."""
    solving = Solving(puzzle)
    console.say(*introduction(puzzle))
    console.say(*shown(solving))
    reported = False
    while not solving.over:
        words = _obey(console, solving, console.ask("Your answer: ").strip())
        if solving.first is not None and not reported:
            reported = True
            decided(solving)
        console.say(*(line for said in words for line in paragraph(said)))
    return solving


def introduction(puzzle: Puzzle) -> list[str]:
    """What kind of puzzle it is, and the rules in a sentence or two."""
    game = puzzle.game
    title = f"Puzzle {puzzle.id} · {full_title(game)} · {puzzle.kind.title} · rated {puzzle.rating}"
    return [*paragraph(title), "", *paragraph(game.voice().aim()), ""]


def shown(solving: Solving) -> Iterator[str]:
    """The moves that were made, the position, and the question."""
    asked = solving.puzzle.asked(solving.moves)
    if solving.moves:
        yield from paragraph(
            "Moves so far: " + ", ".join(f"{n}. {m}" for n, m in enumerate(solving.moves, 1))
        )
    if solving.puzzle.task != "slip":
        yield asked.position.game.show(asked.position.state)
    if solving.puzzle.kind.by_move:
        moves = ", ".join(map(asked.position.game.write, asked.position.moves))
        yield from paragraph(f"Moves: {moves}")
    yield ""
    yield from paragraph(solving.puzzle.kind.question(asked))


def _obey(console: Console, solving: Solving, line: str) -> list[str]:
    """What is said to a line that was typed."""
    match line.lower():
        case "" | "?" | "help":
            return [HELP]
        case "hint" | "h":
            return [solving.hint()]
        case "solution" | "s":
            return list(solving.give_up())
        case "skip" | "quit" | "q":
            raise Skipped
    try:
        reply = solving.answer(line)
    except (MoveError, NoAnswer) as error:
        return [f"{str(error)[:1].upper()}{str(error)[1:]}."]
    return [*reply.words, *_after(solving, reply)]


def _after(solving: Solving, reply: Reply) -> Iterator[str]:
    """The refutation of a wrong answer, move by move; or where a game that is to be finished stands now."""
    if reply.refutation:
        yield f"It goes on like this: {' '.join(reply.refutation)}"
    if not reply.right:
        yield "Try again."
    elif not reply.solved:
        asked = solving.puzzle.asked(solving.moves)
        yield asked.position.game.show(asked.position.state)
