"""What the property tests draw: games under a spread of their settings, and walks through them.

Nothing here knows a game by name: settings are drawn from the kinds of a game's fields, so that games from
other packages are tested like ours.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

import numduel
from numduel import Game, Position, SettingError
from numduel.core.settings import Choice, Kind, Numbers, Whole, Words

AnyGame = Game[Any, Any]
AnyPosition = Position[Any, Any]

GAMES = sorted(numduel.games())  # those of other packages too, wherever some are installed
OURS = [name for name in GAMES if numduel.games()[name].__module__.startswith("numduel.games.")]
# What is tried besides the rulebook: of each game that has any, the first variant, named as in a spec.
FIRST_VARIANTS = {
    name: f"{name}:{kind.variants[0].name}" for name, kind in numduel.games().items() if kind.variants
}
SPREAD = 40  # small numbers: they meet each other, and the end of a game, more often


def values(kind: Kind, default: object) -> st.SearchStrategy[Any]:
    """Values of a setting of this kind; of a kind we do not know, only the default."""
    match kind:
        case Whole(low=low, high=high):
            least = low if low is not None else -SPREAD if high is None else high - 2 * SPREAD
            numbers = st.integers(
                least, least + 2 * SPREAD if high is None else min(high, least + 2 * SPREAD)
            )
            return st.none() | numbers if kind.optional else numbers
        case Numbers(low=low, high=high):
            return st.sets(st.integers(low, min(high, low + 9)), min_size=not kind.optional).map(tuple)
        case Choice(choices=words):
            return st.sampled_from(words)
        case Words(choices=words):
            return st.sets(st.sampled_from(words)).map(tuple)
        case _:
            return st.just(default)


@st.composite
def changed_games(draw: st.DrawFn, name: str) -> AnyGame:
    """The game of that name, under settings that it accepts; each is the rulebook's half of the time."""
    kind = numduel.games()[name]
    chosen = {
        name: draw(st.just(setting.default) | values(setting.kind, setting.default))
        for name, setting in kind.declared.items()
    }
    try:
        return kind(**chosen)
    except SettingError:
        reject()


def some_games(name: str) -> st.SearchStrategy[AnyGame]:
    """The game of that name, as the rulebook has it or otherwise."""
    return st.just(numduel.load(name)) | changed_games(name)


class Walk(list[AnyPosition]):
    """The positions of a game from its start on; shown by the last, so that a failed test can be read."""

    def __repr__(self) -> str:
        return f"{self[0].game.spec}: {len(self) - 1} moves to {self[-1].state!r}"


@st.composite
def walks(draw: st.DrawFn, name: str, most: int = 25) -> Walk:
    """A walk of at most so many random moves."""
    return walk(draw(some_games(name)), draw(steps(most)))


def steps(most: int = 25) -> st.SearchStrategy[list[int]]:
    """What decides a walk: at each turn, a number that picks one of the legal moves."""
    return st.lists(st.integers(0, 999), max_size=most)


def walk(game: AnyGame, picks: list[int]) -> Walk:
    """The positions that `picks` lead through, until they or the game end."""
    positions = Walk([Position.start(game)])
    for pick in picks:
        legal = list(positions[-1].moves)
        if not legal:
            break
        positions.append(positions[-1].play(legal[pick % len(legal)]))
    return positions


def unfold(game: AnyGame, most: int) -> list[AnyPosition]:
    """The first so many positions of the game's tree, the shallow ones first, repeats and all."""

    def by_depth() -> Iterator[AnyPosition]:
        level = [Position.start(game)]
        while level:
            yield from level
            level = list(islice((old.play(move) for old in level for move in old.moves), most))

    return list(islice(by_depth(), most))
