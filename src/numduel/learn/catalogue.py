"""Catalogue: the puzzles that come with numduel, made by tools/write_puzzles.py and read from a text file.

Each setting stands on a line of its own, its puzzles below it: task, depth, rating, themes and moves,
parted by tabs.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
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
        numbers = str(puzzle.depth), str(puzzle.rating)
        lines.append("\t".join((puzzle.task, *numbers, ",".join(puzzle.themes), *puzzle.moves)))
    return "".join(f"{line}\n" for line in lines)


def read(text: str) -> Iterator[Puzzle]:
    r"""The puzzles that a text keeps.

    >>> [puzzle] = read("operation-duel:target=31\nwin\t3\t900\tshort,trap\t+1\t*2\n")
    >>> puzzle.moves, puzzle.depth, puzzle.themes
    (('+1', '*2'), 3, ('short', 'trap'))
    """
    spec = ""
    for line in text.splitlines():
        first, *rest = line.split("\t")
        if not rest:
            spec = first
            continue
        depth, rating, themes, *moves = rest
        yield Puzzle(
            task=first,
            spec=spec,
            moves=tuple(moves),
            depth=int(depth),
            rating=int(rating),
            themes=tuple(filter(None, themes.split(","))),
        )


@cache
def catalogue() -> Sequence[Puzzle]:
    """Every puzzle that comes with numduel."""
    return tuple(read(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8")))


@cache
def by_name() -> Mapping[str, Puzzle]:
    """Every puzzle that comes with numduel, by its name."""
    return {puzzle.id: puzzle for puzzle in catalogue()}


def find(name: str) -> Puzzle:
    """The puzzle of this name; NoSuchPuzzle if there is none."""
    try:
        return by_name()[name.strip().lower()]
    except KeyError:
        raise NoSuchPuzzle(f"there is no puzzle {name[:40]!a}") from None


def draw(
    rng: Random,
    *,
    game: str | None = None,
    task: str | None = None,
    theme: str | None = None,
    rating: int | None = None,
    seen: Iterable[str] = (),
) -> Puzzle:
    """A puzzle that was not seen before, near a rating if one is given; NoSuchPuzzle if there is none."""
    known = set(seen)
    found = [puzzle for name, puzzle in alike(game, task, theme).items() if name not in known]
    if not found:
        raise NoSuchPuzzle("there is no puzzle like this that you have not seen")
    if rating is not None:
        found = sorted(found, key=lambda puzzle: abs(puzzle.rating - rating))[:NEAR]
    return rng.choice(found)


@lru_cache(maxsize=512)  # there are no more games, tasks and themes than that, taken together
def alike(game: str | None = None, task: str | None = None, theme: str | None = None) -> Mapping[str, Puzzle]:
    """The puzzles of a game, a task and a theme, whichever are named, by their names."""
    return {
        name: puzzle
        for name, puzzle in by_name().items()
        if game in (None, puzzle.name)
        and task in (None, puzzle.task)
        and (theme is None or theme in puzzle.themes)
    }
