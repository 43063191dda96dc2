"""Catalogue: the puzzles that come with numduel, made by tools/write_puzzles.py and read from a text file.

Each setting stands on a line of its own, its puzzles below it: task, depth, rating and moves, parted by tabs.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import resources
from random import Random

from ..core.errors import NumduelError
from .puzzle import Puzzle

FILE = "puzzles.txt"
NEAR = 20  # of the puzzles nearest to a rating, one is drawn


class NoSuchPuzzle(NumduelError, LookupError):
    """There is no puzzle of this name, or none that is like this."""


def write(puzzles: Iterable[Puzzle]) -> str:
    """The text that keeps puzzles."""
    lines, spec = [], ""
    for puzzle in sorted(puzzles, key=lambda puzzle: (puzzle.spec, puzzle.rating, puzzle.task, puzzle.moves)):
        if puzzle.spec != spec:
            lines.append(spec := puzzle.spec)
        lines.append("\t".join((puzzle.task, str(puzzle.depth), str(puzzle.rating), *puzzle.moves)))
    return "".join(f"{line}\n" for line in lines)


def read(text: str) -> Iterator[Puzzle]:
    r"""The puzzles that a text keeps.

    >>> [puzzle] = read("operation-duel:target=31\nwin\t3\t900\t+1\t*2\n")
    >>> puzzle.moves, puzzle.depth
    (('+1', '*2'), 3)
    """
    spec = ""
    for line in text.splitlines():
        first, *rest = line.split("\t")
        if not rest:
            spec = first
            continue
        depth, rating, *moves = rest
        yield Puzzle(task=first, spec=spec, moves=tuple(moves), depth=int(depth), rating=int(rating))


@cache
def catalogue() -> Sequence[Puzzle]:
    """Every puzzle that comes with numduel."""
    return tuple(read(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8")))


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in catalogue()}


def find(name: str) -> Puzzle:
    """The puzzle of this name; NoSuchPuzzle if there is none."""
    try:
        return _by_id()[name.strip().lower()]
    except KeyError:
        raise NoSuchPuzzle(f"there is no puzzle {name[:40]!a}") from None


def draw(
    rng: Random,
    *,
    game: str | None = None,
    task: str | None = None,
    rating: int | None = None,
    seen: Iterable[str] = (),
) -> Puzzle:
    """A puzzle that was not seen before, near a rating if one is given; NoSuchPuzzle if there is none."""
    known = set(seen)
    open_ones = [
        puzzle
        for puzzle in catalogue()
        if game in (None, puzzle.name) and task in (None, puzzle.task) and puzzle.id not in known
    ]
    if not open_ones:
        raise NoSuchPuzzle("there is no puzzle like this that you have not seen")
    if rating is not None:
        open_ones = sorted(open_ones, key=lambda puzzle: abs(puzzle.rating - rating))[:NEAR]
    return rng.choice(open_ones)
