"""Growth: how many positions there will be, told from those that are found first, layer by layer.

A layer holds the positions that are first reached after one number of moves. Layers are taken to grow on as
they have grown, and to slow down as they have slowed down; or as moves followed from the newest of them show:
whichever comes to less. An estimate is no proof: it only spares a wait where nobody has said how many
positions to explore, and whoever says so gets them.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, pairwise

from ..core.game import Game
from ..core.hints import Any

SAMPLES = 60  # positions that are followed
MOST_FOLLOWED = 30_000  # moves in all: from there on, as many are taken to follow as before
LAYERS = 5  # from which growth can be told: the newest, and those before it
FAR = 30  # nearer than so many times what there may be an estimate is not trusted, until there are many
MANY = 1 << 20  # positions that compiled code finds before anyone has to wait


Successors = Callable[[Any], Iterable[Any]]  # what the moves of a position lead to, where they do not end it


def estimate(
    successors: Successors,
    bound: float | None,
    ends: Sequence[int],
    before: Sequence[float],
    newest: Sequence[Any],
    most: float,
) -> float:
    """About how many positions there will be; where they are more than `most`, only something above it.

    There are never more than `bound`, where it is given. `ends` says how many positions there are up to each
    layer, as far as layers are complete; `before`, to how many others the moves lead on average from a
    position of each layer before the last, of three at least; `newest` are positions of that one, to be
    followed. As many layers again as there are already are looked ahead: beyond that nothing is known. Where
    there are few, each of them many times as large as the one before, it is only the next.
    """
    layers = [end - begin for begin, end in pairwise([0, *ends])]
    if bound is not None and bound <= most:
        return ends[-1]
    if len(layers) < LAYERS:
        return ends[-1] + _next_of_few(layers)
    ahead = (_going_on(layers), _where_moves_lead(layers, before, followed(successors, newest)))
    totals = (_sum(ends[-1], (size for _, size in zip(layers, sizes, strict=False)), most) for sizes in ahead)
    return min(totals)


def most_of_vast(found: int, many: int) -> int:
    """At most how many positions a game is explored for that may have far more than can be held.

    Many are only gone on with if they are more than half of all, and twice as many only if they are two
    thirds: nobody should wait long for nothing. What will not be gone on with then need not be begun.

    >>> most_of_vast(1_000, many=1_000), most_of_vast(4_000, many=1_000), most_of_vast(0, many=1_000)
    (2000, 6000, 2000)
    """
    found = max(found, many)
    return found * (4 if found < 2 * many else 3) // 2


def _sum(found: int, sizes: Iterable[float], most: float) -> float:
    """These together, or so many of them that they are more than `most`."""
    for total in accumulate(sizes, initial=float(found)):
        if total > most:
            break
    return total


def _next_of_few(layers: Sequence[int]) -> float:
    """About the size of the next layer, where there are too few to tell more: it slows down as they have."""
    if len(layers) < 3:
        return 0.0
    before, last = layers[-2] / layers[-3], layers[-1] / layers[-2]
    return layers[-1] * last * min(1.0, last / before)


def _going_on(layers: Sequence[int]) -> Iterator[float]:
    """The sizes of the layers to come, as those so far have grown."""
    # Two layers at a time: what a player can do, the other often cannot.
    growth, earlier = (math.log(layers[end] / layers[end - 2]) / 2 for end in (-1, -3))
    slowing, size = max(0.0, (earlier - growth) / 2), math.log(layers[-1])
    while True:
        growth -= slowing
        size = min(size + growth, 100.0)
        yield math.exp(size)


def _where_moves_lead(
    layers: Sequence[int], before: Sequence[float], ahead: Iterable[float]
) -> Iterator[float]:
    """The sizes of the layers to come, by how many moves lead there and how many of them to something new."""
    grown = [later / earlier for earlier, later in pairwise(layers[-4:])]
    # Less and less is new, where positions come again. More new ones than moves to them come of sampling.
    first, second, third = (math.log(rate / max(n, rate)) for rate, n in zip(grown, before[-3:], strict=True))
    new, falling, size = (second + third) / 2, max(0.0, (first - third) / 2), float(layers[-1])
    for moves in ahead:
        new -= falling
        size *= moves * math.exp(new)
        yield size


def followed(successors: Successors, positions: Sequence[Any]) -> Iterator[float]:
    """To how many positions moves lead on average: from these, from those after them, and so on."""
    from random import Random  # only for games that grow large

    rng, left = Random(0), MOST_FOLLOWED  # the same estimate every time
    while positions:
        followed = rng.sample(positions, min(SAMPLES, len(positions)))
        positions = [after for position in followed for after in successors(position)]
        left -= len(positions)
        yield len(positions) / len(followed)
        while left < 0:
            yield len(positions) / len(followed)


def live_after(game: Game[Any, Any], state: Any) -> Iterator[Any]:
    """The positions that moves lead to: where a move does not end the game."""
    for move in game.moves(state):
        after = game.play(state, move)
        outcome = game.outcome(after)
        if outcome is None or outcome.stuck:
            yield after
