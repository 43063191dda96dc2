"""Elsewhere: the same game at other settings, near enough for what was learned to hold there."""

import dataclasses
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from ..core.game import Game
from ..core.settings import SettingError
from ..solver.answers import Answers
from .generation import changed
from .pool import LONGEST_SPEC, Pool, pool_of
from .topics import ENOUGH, by_idea

TRIES = 20
CHOSEN_FROM = 7  # settings, where ideas are taught; else the first will do
LOOKED_AT = 150  # positions by which settings are compared
MOST_SOLVED = 6_000  # positions
ALIKE = 0.8  # of the positions, at most, may look and be worth the same as at other settings
PRACTICE = 3  # settings
FEWEST = 12  # positions of a game that is worth an exam


@dataclasses.dataclass(frozen=True, slots=True)
class Elsewhere:
    """Settings for practice, and others for the exam, which nobody has seen; none where there are none."""

    practice: tuple[Game[Any, Any], ...]
    exam: Game[Any, Any] | None


def elsewhere(pool: Pool, rng: Random) -> Elsewhere:
    """Other settings of a game: for practice those with most to learn, for the exam what follows from it."""
    met = _ideas(pool.game)
    found = list(_near(pool, bool(met), rng)) or list(_near(pool, False, rng))
    if not met:
        return Elsewhere((), found[0] if found else None)
    practice: list[Game[Any, Any]] = []
    while len(found) > 1 and len(practice) < PRACTICE:
        best = max(found, key=lambda game: _gain(met, _ideas(game)))
        found.remove(best)
        practice.append(best)
        met += _ideas(best)
    fitting = [game for game in found if _ideas(game).keys() <= met.keys()]
    return Elsewhere(tuple(practice), max(fitting, key=_worth, default=None))


def _gain(met: Counter[str], more: Counter[str]) -> int:
    """How many positions of rare ideas some settings have to offer."""
    return sum(min(met[name] + number, ENOUGH) - min(met[name], ENOUGH) for name, number in more.items())


def _worth(game: Game[Any, Any]) -> tuple[int, int]:
    """How much of what was learned an exam at these settings asks for."""
    return len(_ideas(game)), len(pool_of(game).by_key)


def _near(pool: Pool, by_theory: bool, rng: Random) -> Iterator[Game[Any, Any]]:
    """Some games near by that are known by theory too, or else that can be solved; no two look alike."""
    tried, looks = {pool.game}, [_looks(pool)]
    for _ in range(TRIES):
        if len(looks) > (CHOSEN_FROM if by_theory else 1):
            return
        try:
            game = changed(pool.game, rng)
        except (SettingError, ValueError):
            continue
        if game in tried or not _fits(game, by_theory):
            continue
        tried.add(game)
        seen = _looks(pool_of(game))
        if all(len(seen & other) <= ALIKE * len(seen) for other in looks):
            looks.append(seen)
            yield game


def _looks(pool: Pool) -> set[Any]:
    """What positions look like, and what every move in them comes to."""
    return {
        (
            pool.game.show(asked.position.state),
            tuple((verdict.value, verdict.plies) for _, verdict in asked.judged()),
        )
        for asked in pool.asked[: pool.share(LOOKED_AT)]
    }


def _fits(game: Game[Any, Any], by_theory: bool) -> bool:
    """Whether a game is known by theory, or else whether it can be solved at once and has choices."""
    if len(game.spec) > LONGEST_SPEC:
        return False
    if by_theory:
        return game.theory(game.initial()) is not None
    answers = Answers.of_all(game, MOST_SOLVED)
    return answers is not None and answers.any_choice_matters() and answers.table.positions >= FEWEST


def _ideas(game: Game[Any, Any]) -> Counter[str]:
    """The ideas at some settings, each with the number of its positions."""
    return Counter({name: len(topic.members) for name, topic in by_idea(pool_of(game)).items()})
