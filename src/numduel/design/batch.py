"""Batch: many small settings of one game measured by one call of compiled code."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from ..core.game import Game
from ..engine.jit import compiled
from ..engine.numbering import EMPTY
from ..engine.values import VALUES
from ..kernels import Kernel, find
from .batch_steps import (
    choose_by_look,
    choose_with_noise,
    count,
    explore,
    order_back,
    play_alike,
    play_apart,
    rate_moves,
    reach,
    sum_up,
    visit,
)
from .compiled_graph import graph_by_kernel, solve_moves
from .lookahead import MAX_RUNGS, Rung
from .measure import ALIKE, STRONGER, WEAKER, measures_of, without_figures
from .measures import Decisions, Figures, Measures, Weaker, check_weights, worth_of
from .move_graph import Array, BeyondLimits
from .noise import EPSILONS, EVEN, Noise

ROOM = 8_192  # positions; a larger setting is measured by itself
FINE, TOO_LARGE, CYCLIC = range(3)
STATUS, NOISE, EACH, LADDER, WEAKER_AT, CELLS = 0, 20, 8, 76, 108, 110  # where things stand in a row


def measure_many(
    games: Sequence[Game[Any, Any]], limit: int, weights: Mapping[str, float]
) -> Iterator[Measures]:
    """The measures of games of one kind, in order; NoKernel where one has none."""
    used, kernels = check_weights(weights), [find(game) for game in games]
    rows = _rows(kernels, min(limit, ROOM))
    for game, kernel, row in zip(games, kernels, rows, strict=True):
        if row[STATUS] == FINE:
            yield _measures(game, row, used)
        else:
            yield _by_itself(game, kernel, limit, used)


def _by_itself(
    game: Game[Any, Any], kernel: Kernel[Any], limit: int, weights: Mapping[str, float]
) -> Measures:
    try:
        graph = graph_by_kernel(kernel, limit)
    except BeyondLimits as error:
        return without_figures(game, str(error))
    return measures_of(game, graph, weights)


def _measures(game: Game[Any, Any], row: list[float], weights: Mapping[str, float]) -> Measures:
    value, plies, figures = VALUES[int(row[17])].value, int(row[18]), _figures(row)
    return Measures(game.spec, value, plies, figures, worth_of(plies, figures, weights))


def _rows(kernels: Sequence[Kernel[Any]], room: int) -> list[list[float]]:
    """A row of numbers for each kernel; all have the same step."""
    widest = max(len(kernel.numbers) for kernel in kernels)
    numbers = np.zeros((len(kernels), widest), np.int64)
    for at, kernel in enumerate(kernels):
        numbers[at, : len(kernel.numbers)] = kernel.numbers
    roots = np.array([kernel.start for kernel in kernels], np.int64)
    actions = np.array([kernel.actions for kernel in kernels], np.int64)
    out = np.zeros((len(kernels), CELLS))
    run = compiled(measure_each, **kernels[0].moving)
    run(numbers, roots, actions, *_room(room, int(actions.max())), np.array(EPSILONS), out)
    rows: list[list[float]] = out.tolist()
    return rows


@cache
def _room(positions: int, actions: int) -> tuple[Any, ...]:
    """Memory to work in: kept, because getting it takes longer than most games."""
    slots = 1 << (2 * positions).bit_length()
    table = (np.full(slots, EMPTY, np.int64), np.empty(slots, np.int64), np.empty(positions, np.int64))

    def of_positions(count: int, dtype: Any = np.int64) -> tuple[Array, ...]:
        return tuple(np.zeros(positions + 2, dtype) for _ in range(count))

    def of_moves(count: int, dtype: Any = np.int64) -> tuple[Array, ...]:
        return tuple(np.zeros(positions * actions, dtype) for _ in range(count))

    layout = (np.zeros(positions, np.int64), *of_positions(1), *of_moves(1))
    solved = (*of_positions(4), *of_moves(1), *of_positions(1))
    return (
        table,
        layout,
        solved,
        of_moves(3),
        of_positions(4),
        of_moves(2, np.float64),
        of_positions(4, np.float64),
        of_positions(1, np.float64)[0],
    )


def _figures(row: list[float]) -> Figures:
    positions, moves, moving, endless, longest, decisions = row[1:7]
    rungs = int(row[19])
    return Figures(
        positions=int(positions),
        branching=moves / max(moving, 1),
        endless=endless / positions,
        longest=int(longest),
        decisions=Decisions(decisions / positions, row[7] / row[8], row[9] / row[10] if row[10] else None),
        only_moves=row[11] / decisions if decisions else None,
        only_run=int(row[12]),
        traps=tuple(row[13 + at] / decisions if decisions else None for at in range(3)),
        depth=int(row[16]),
        noise=tuple(
            _noise(epsilon, row[NOISE + at * EACH : NOISE + (at + 1) * EACH])
            for at, epsilon in enumerate(EPSILONS)
        ),
        ladder=tuple(
            Rung(2**at, 2 ** (at + 1), (1 + row[LADDER + 2 * at]) / 2, (1 + row[LADDER + 2 * at + 1]) / 2)
            for at in range(rungs)
        ),
        weaker=_weaker(*((1 + edge) / 2 for edge in row[WEAKER_AT : WEAKER_AT + 2])),
    )


def _weaker(first: float, second: float) -> Weaker:
    better = None if abs(first - second) < ALIKE else 1 if first > second else 2
    return Weaker(better, first, second)


def _noise(epsilon: float, cells: list[float]) -> Noise:
    edge, won, length, square, drama, changes, decided, turns = cells
    variance = square - length**2
    return Noise(
        epsilon=epsilon,
        player1=(won + edge) / 2,
        player2=(won - edge) / 2,
        drawn=1 - won,
        undecided=0.0,
        first_move=edge,
        length=length,
        spread=math.sqrt(variance) if variance > EVEN * length**2 else 0.0,
        drama=drama / won if won > 0 else None,
        lead_changes=changes / won if won > 0 else None,
        decisions=decided / turns if turns > 0 else 0.0,
    )


# Everything below is compiled.


def measure_each(
    numbers: Array,
    roots: Array,
    actions: Array,
    table: Any,
    layout: Any,
    solved: Any,
    rated: Any,
    more: Any,
    likely: Any,
    chances: Any,
    visits: Array,
    epsilons: Array,
    out: Array,
) -> None:
    """Measure every setting in turn, in the same memory."""
    codes, starts, targets = layout
    values, plies, left, before, predecessors, queue = solved
    order = more[0]
    for at in range(len(roots)):
        size = explore(numbers[at], roots[at], actions[at], table, codes, starts, targets)
        if size < 0:
            out[at, STATUS] = TOO_LARGE
            continue
        solve_moves(size, starts, targets, values, plies, left, before, predecessors, queue)
        if order_back(size, starts, targets, before, predecessors, left, order) < size:
            out[at, STATUS] = CYCLIC
            continue
        rate_moves(size, starts, targets, values, plies, rated)
        reach(size, starts, targets, order, rated[2], more[1])
        count(size, starts, targets, values, plies, rated, more, out[at])
        measure_noise(size, starts, targets, rated, more, likely, chances, visits, epsilons, out[at])
        measure_players(size, starts, targets, rated, order, likely, chances, out[at])


def measure_noise(
    size: int,
    starts: Array,
    targets: Array,
    rated: Any,
    more: Any,
    likely: Any,
    chances: Any,
    visits: Array,
    epsilons: Array,
    out: Array,
) -> None:
    """Write what noise comes to, for each epsilon."""
    order, decisions = more[0], more[3]
    for at in range(len(epsilons)):
        choose_with_noise(size, starts, rated[2], epsilons[at], likely[0])
        play_alike(size, starts, targets, order, likely[0], chances)
        visit(size, starts, targets, order, likely[0], visits)
        row = out[NOISE + at * EACH : NOISE + (at + 1) * EACH]
        sum_up(size, starts, targets, likely[0], chances, visits, decisions, row)


def measure_players(
    size: int, starts: Array, targets: Array, rated: Any, order: Array, likely: Any, chances: Any, out: Array
) -> None:
    """Write the rungs of the skill ladder, and what a weaker player scores."""
    mine, theirs = chances[0], chances[1]
    rungs, depth = 0, 1
    while rungs == 0 or (depth < out[5] and rungs < MAX_RUNGS):
        choose_by_look(size, starts, rated[0], rated[1], 2 * depth, likely[0])
        choose_by_look(size, starts, rated[0], rated[1], depth, likely[1])
        play_apart(size, starts, targets, order, likely, mine, theirs)
        out[LADDER + 2 * rungs], out[LADDER + 2 * rungs + 1] = mine[0], theirs[0]
        rungs, depth = rungs + 1, 2 * depth
    out[19] = rungs
    choose_with_noise(size, starts, rated[2], WEAKER, likely[0])
    choose_with_noise(size, starts, rated[2], STRONGER, likely[1])
    play_apart(size, starts, targets, order, likely, mine, theirs)
    out[WEAKER_AT], out[WEAKER_AT + 1] = mine[0], theirs[0]
