"""Generation: draws puzzles from solved settings, the same ones for the same seed."""

import dataclasses
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from ..core.game import Game
from ..core.position import Position
from ..core.registry import games, make
from ..core.settings import SettingError
from ..solver.answers import Answers
from .difficulty import band, rate
from .puzzle import Puzzle
from .tasks import TASKS, Asked
from .themes import themes

MOST_POSITIONS = 6_000  # so that a puzzle is judged at once
LONGEST_WAY = 40  # moves from the start
LONGEST_GAME = 10  # in which a slip is to be found
LONGEST_WIN = 15  # plies that somebody is asked to count, or to play
A_SETTING = 12  # puzzles of one kind and band


@dataclasses.dataclass(frozen=True, slots=True)
class Supply:
    """How many puzzles are wanted: of each game, and settings to draw them from."""

    a_game: int = 500
    settings: int = 60


def generate(seed: int, supply: Supply) -> Iterator[Puzzle]:
    """Puzzles of every game, evenly over tasks and bands, no two of them alike."""
    for name, kind in games().items():
        rng = Random(f"{seed} {name}")
        found = [each for game in nearby(kind, rng, supply.settings) for each in puzzles_of(game, rng)]
        chosen = choose(found, rng, supply.a_game)
        yield from map(with_themes, sorted(chosen, key=lambda puzzle: puzzle.spec))


def nearby(kind: type[Game[Any, Any]], rng: Random, most: int) -> Iterator[Game[Any, Any]]:
    """The variants of a game, then others with one or two of their numbers changed a little."""
    made: dict[str, Game[Any, Any]] = {}
    variants = [make(kind), *(make(kind, variant.name) for variant in kind.variants)]
    made.update((game.spec, game) for game in variants)
    yield from made.values()
    for _ in range(20 * most):
        if len(made) >= most:
            return
        try:
            game = changed(rng.choice(variants), rng)
        except (SettingError, ValueError):
            continue
        if game.spec not in made:
            made[game.spec] = game
            yield game


def changed(game: Game[Any, Any], rng: Random) -> Game[Any, Any]:
    """A game with one or two of its whole numbers changed; SettingError where that makes none."""
    numbers = {name: value for name, value in game.settings.items() if type(value) is int}
    changed = {}
    for name in rng.sample(sorted(numbers), min(len(numbers), rng.choice((1, 2)))):
        value = numbers[name]
        step = rng.randint(1, max(2, value // 2)) if value < 10_000 else rng.randint(1, value // 10)
        changed[name] = value + rng.choice((-1, 1)) * step
    return dataclasses.replace(game, **changed)


def with_themes(puzzle: Puzzle) -> Puzzle:
    """A puzzle with its themes."""
    found = themes(puzzle.kind, puzzle.asked(), puzzle.depth)
    return dataclasses.replace(puzzle, themes=found)


# Of one setting


def puzzles_of(game: Game[Any, Any], rng: Random) -> list[Puzzle]:
    """Puzzles of a game at its settings, a few of each kind and band; none where it is too large."""
    answers = Answers.of_all(game, MOST_POSITIONS)
    if answers is None or not answers.any_choice_matters():
        return []
    asked = list(positions(answers))
    rng.shuffle(asked)
    asked += _slips(answers, rng)
    found: list[Puzzle] = []
    made: Counter[tuple[str, int]] = Counter()
    for where in asked:
        for puzzle in _ask(where):
            at = puzzle.task, band(puzzle.rating)
            if made[at] < A_SETTING:
                made[at] += 1
                found.append(puzzle)
    return found


def positions(answers: Answers) -> Iterator[Asked]:
    """Every position that can come up, with the shortest way to it."""
    start = Position.start(answers.game)
    seen, waiting = {answers.game.key(start.state)}, deque([Asked(start, (), answers)])
    while waiting:
        asked = waiting.popleft()
        if asked.position.outcome is not None:
            continue
        yield asked
        for move in asked.position.moves if len(asked.moves) < LONGEST_WAY else ():
            after = asked.position.play(move)
            key = answers.game.key(after.state)
            if key not in seen:
                seen.add(key)
                waiting.append(Asked(after, (*asked.moves, answers.game.write(move)), answers))


def _ask(asked: Asked) -> Iterator[Puzzle]:
    """The puzzles that a position, or the game that led to it, makes."""
    for task in TASKS.values():
        if (task.name == "slip") is not isinstance(asked, _Game):
            continue
        long = task.name in ("who", "finish") and not 3 <= (asked.verdict.plies or 0) <= LONGEST_WIN
        if not long and task.right(asked):
            depth, rating = rate(task, asked)
            spec = asked.position.game.spec
            yield Puzzle(task=task.name, spec=spec, moves=asked.moves, depth=depth, rating=rating)


class _Game(Asked):
    """A short game, in which a slip is to be found."""


def _slips(answers: Answers, rng: Random) -> Iterator[_Game]:
    """Short games with one slip in them, with moves after it so that its number is no clue."""
    for _ in range(10 * A_SETTING):
        position, moves = Position.start(answers.game), list[str]()
        length = rng.randint(4, LONGEST_GAME)
        slip = rng.randrange(length)
        while position.outcome is None and len(moves) < length:
            judged = answers.moves(position.state)
            value = answers.verdict(position.state).value
            good = [move for move, verdict in judged if verdict.value is value]
            bad = [move for move, verdict in judged if verdict.value is not value]
            move = rng.choice(bad if bad and len(moves) == slip else good)
            moves.append(answers.game.write(move))
            position = position.play(move)
        if position.outcome is None:
            yield _Game(position, tuple(moves), answers)


# Of all


def choose(found: Iterable[Puzzle], rng: Random, most: int) -> list[Puzzle]:
    """So many puzzles, evenly over bands and tasks, no two of them alike."""
    groups: dict[tuple[int, str], list[Puzzle]] = defaultdict(list)
    for puzzle in {likeness(puzzle): puzzle for puzzle in found}.values():
        groups[band(puzzle.rating), puzzle.task].append(puzzle)
    for group in groups.values():
        rng.shuffle(group)
    chosen: list[Puzzle] = []
    while len(chosen) < most and any(groups.values()):
        for at in sorted(groups):
            chosen += [groups[at].pop()] if groups[at] else []
    return chosen[:most]


def likeness(puzzle: Puzzle) -> tuple[Any, ...]:
    """What two puzzles that are alike have in common: what is seen, and what every move comes to."""
    asked = puzzle.asked()
    position, game = asked.position, asked.position.game
    judged = sorted(
        (game.write(move), verdict.value.value, verdict.plies or 0) for move, verdict in asked.judged()
    )
    shown = "\n".join(puzzle.moves) if puzzle.task == "slip" else game.show(position.state)
    return game.name, puzzle.task, shown, tuple(judged)
