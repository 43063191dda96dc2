"""Topics: what there is to learn of a game, by its theory's ideas, or by distance and by patterns."""

import dataclasses
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from ..analysis.patterns import patterns
from ..core.idea import Idea
from ..core.verdict import Value, Verdict
from .pool import Pool
from .tasks import Asked

MOST_TOPICS = 10
ENOUGH = 8  # positions of an idea
FEWEST = 3  # of one that is met at other settings alone
MOST_PATTERNS = 2
RUNGS = ((2, 3), (4, 7), (8, 15), (16, None))  # plies until the end


@dataclasses.dataclass(frozen=True, slots=True)
class Topic:
    """A name, the sentence to remember, and the positions that it speaks of."""

    name: str
    rule: str
    members: tuple[Asked, ...]


def topics_of(pool: Pool, others: Sequence[Pool]) -> list[Topic]:
    """What there is to learn, nearest to the end first; rare ideas are met at other settings too."""
    ideas = by_idea(pool)
    if not ideas:
        return [*_rungs(pool), *_patterns(pool)]
    for other in others:
        for name, topic in by_idea(other).items():
            here = ideas.get(name, dataclasses.replace(topic, members=()))
            if len(here.members) < ENOUGH:
                ideas[name] = dataclasses.replace(here, members=here.members + topic.members)
    own = by_idea(pool)
    worth = [name for name, topic in ideas.items() if name in own or len(topic.members) >= FEWEST]
    nearest = sorted(worth, key=lambda name: _nearness(own[name] if name in own else ideas[name]))
    return [ideas[name] for name in nearest[:MOST_TOPICS]]


def by_idea(pool: Pool) -> dict[str, Topic]:
    """The ideas of theory by their names, each with the positions that it is the reason of."""
    found: dict[Idea, list[Asked]] = defaultdict(list)
    for asked in pool.asked:
        idea = pool.game.idea(asked.position.state)
        if idea is not None:
            found[idea].append(asked)
    return {idea.name: Topic(idea.name, idea.rule, tuple(members)) for idea, members in found.items()}


def _nearness(topic: Topic) -> tuple[float, float]:
    """How near to the end an idea begins to matter; a win in one move needs none."""
    distances = [math.inf if asked.verdict.plies is None else asked.verdict.plies for asked in topic.members]
    later = [
        plies
        for asked, plies in zip(topic.members, distances, strict=True)
        if plies > 1 or asked.verdict.value is Value.LOSS
    ]
    return min(later or distances), sorted(distances)[len(distances) // 2]


def _rungs(pool: Pool) -> Iterator[Topic]:
    """The positions by how far the end is, and those in which nobody can force a win."""
    table = [verdict for _, verdict in pool.answers.table]
    for low, high in RUNGS:
        chosen = tuple(asked for asked in pool.asked if _lies(asked.verdict, low, high))
        if chosen:
            name = f"Decided in {_range_in_words(low, high)}"
            yield Topic(name, _rung_in_words(table, low, high), chosen)
    held = tuple(asked for asked in pool.asked if asked.verdict.value in (Value.DRAW, Value.ENDLESS))
    if held:
        count = sum(verdict.value in (Value.DRAW, Value.ENDLESS) for verdict in table)
        rule = f"In {count:,} of the {len(table):,} positions nobody can force a win: do not give it away."
        yield Topic("Nobody can force it", rule, held)


def _lies(verdict: Verdict, low: int, high: int | None) -> bool:
    plies = verdict.plies or 0
    return verdict.value in (Value.WIN, Value.LOSS) and low <= plies and (high is None or plies <= high)


def _range_in_words(low: int, high: int | None) -> str:
    if high is None:
        return f"{low} moves or more"
    return f"{low} {'or' if high == low + 1 else 'to'} {high} moves"


def _rung_in_words(table: Sequence[Verdict], low: int, high: int | None) -> str:
    there = [verdict for verdict in table if _lies(verdict, low, high)]
    won = sum(verdict.value is Value.WIN for verdict in there)
    decided = f"{len(there):,} of the {len(table):,} positions are decided in {_range_in_words(low, high)}"
    who = f"in {won:,} of them the player to move wins, and in {len(there) - won:,} the other one"
    return f"{decided}: {who}. To win, leave a position that is lost for whoever faces it."


def _patterns(pool: Pool) -> Iterator[Topic]:
    """What tells lost positions by their numbers, over the whole table."""
    for number, pattern in enumerate(patterns(pool.answers)[:MOST_PATTERNS], 1):
        chosen = tuple(asked for asked in pool.asked if pattern.holds(_measures(pool, asked)))
        lost = tuple(asked for asked in chosen if asked.verdict.value is Value.LOSS)
        said = pattern.in_words(of_all=True)
        if lost:
            yield Topic(f"A pattern ({number})", f"{said[0].upper()}{said[1:]}.", lost)


def _measures(pool: Pool, asked: Asked) -> Any:
    return pool.game.voice().measures(asked.position.state)
