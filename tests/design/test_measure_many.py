"""Many settings in one call of compiled code have the measures that each has by itself."""

import pytest

from numduel import Game, load
from numduel.design.batch import measure_many
from numduel.design.columns import row_of
from numduel.design.grid import read_pattern
from numduel.design.measure import measure
from numduel.engine.limits import Limits

# One game: each takes its time to compile. The others are compared in benchmarks/sweep.py.
PATTERN = "operation-duel:target=4..24,add=1|2/3|1-3,multiply=none|2|2/3,overshoot=*"


@pytest.fixture(scope="module")
def games() -> list[Game[int, object]]:
    grid = read_pattern(PATTERN)
    return [grid.game_at(number) for number in range(0, grid.size, 7)]


def test_every_figure_is_the_same(games: list[Game[int, object]]) -> None:
    for game, found in zip(games, measure_many(games, 1_000, {}), strict=True):
        expected = row_of(measure(game))
        assert row_of(found) == {
            name: pytest.approx(cell, abs=2e-9) if isinstance(cell, float) else cell
            for name, cell in expected.items()
        }


def test_limits_and_weights_are_the_same() -> None:
    games, weights = [load(f"operation-duel:target={target}") for target in (9, 30)], {"depth": 5.0}
    for game, found in zip(games, measure_many(games, 15, weights), strict=True):
        expected = measure(game, Limits(positions=15), weights=weights)
        assert (found.value, found.plies, found.note) == (expected.value, expected.plies, expected.note)
        assert found.worth == (None if expected.worth is None else pytest.approx(expected.worth))
