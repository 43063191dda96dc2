"""How fast many games move at once, beside pgx, Gymnasium's SyncVectorEnv and the machine's limit.

    .venv/bin/pip install pgx
    .venv/bin/python benchmarks/vector.py

Tic-tac-toe on all sides, 10,000 and 100,000 games, in millions of moves a second; steps in which a game only
begins anew are not counted as moves. With random legal moves, each side chooses them as it does that best,
and observation and mask are written every step. pgx runs twice: as its documentation writes it, and as fast
as we could make it go (benchmarks/pgx_games.py). Ours are two: the batch, which like pgx moves games and no
more, and the Gymnasium environment. SyncVectorEnv has 1,000 of our single environments; more of them take as
long each. With actions given, ours are set beside a bare loop over the same table, which checks nothing and
shows nothing (benchmarks/table_walk.py), on one core and on all.

Goals: the batch 35 times pgx as documented and 12 times pgx as fast as it goes, the environment 25 times pgx
as documented and 100 times SyncVectorEnv; with actions given, the batch half as fast as the bare loop.
"""

import argparse
import os
import statistics
from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.vector import SyncVectorEnv
from numpy.typing import NDArray
from pgx_games import as_documented, as_fast_as_it_goes
from table_walk import TableWalk
from timing import medians, print_goal, print_table, print_versions, rounds, seconds

import numduel
from numduel.adapters.gymnasium import NumduelEnv
from numduel.adapters.vector import NumduelVectorEnv
from numduel.engine.batch import Batch
from numduel.engine.tables import GameTable

GAME = "tic-tac-toe"
SIZES = (10_000, 100_000)
MOVES = 2_000_000  # a measurement, about
FEW = 1_000  # games for SyncVectorEnv
DOCUMENTED, FASTEST = "pgx as documented", "pgx as fast as it goes"
GOALS = {("batch", DOCUMENTED): 35, ("batch", FASTEST): 12, ("environment", DOCUMENTED): 25}
Measure = Callable[[], float]
Array = NDArray[Any]


def rate(moves: float, work: Callable[[], object]) -> float:
    """Millions of moves a second."""
    return moves / seconds(work) / 1e6


def share_of_moves(env: Any, choose: Callable[[Array], Array]) -> float:
    """The share of steps that are moves: after the end of a game, the next step begins another one."""
    _, info = env.reset(seed=1)
    ends = []
    for _ in range(200):
        _, _, terminated, _, info = env.step(choose(info["action_mask"]))
        ends.append(terminated.mean())
    return 1 - float(np.mean(ends[100:]))


def environment_at_random(games: int) -> Measure:
    env = NumduelVectorEnv(games, GAME, opponent="self")
    share = share_of_moves(env, lambda _: env.legal_actions_at_random())
    steps = MOVES // games * 10

    def work() -> None:
        for _ in range(steps):
            env.step(env.legal_actions_at_random())

    return lambda: rate(games * steps * share, work)


def batch_at_random(games: int) -> Measure:
    batch, steps = Batch(numduel.load(GAME), games, dtype=np.int8), MOVES // games * 10

    def work() -> None:
        for _ in range(steps):
            batch.play(batch.legal_actions_at_random())
            batch.show()

    return lambda: rate(games * steps, work)


def batch_given(games: int, threads: int) -> Measure:
    batch = Batch(numduel.load(GAME), games, dtype=np.int8, threads=threads)
    rows = []
    for _ in range(MOVES // games):
        rows.append(batch.legal_actions_at_random())
        batch.play(rows[-1])

    def measure() -> float:
        again = Batch(numduel.load(GAME), games, dtype=np.int8, threads=threads)
        taken = rate(games * len(rows), lambda: [again.play(row) for row in rows])
        again.close()
        return taken

    return measure


def environment_given(games: int, threads: int) -> Measure:
    env = NumduelVectorEnv(games, GAME, opponent="self", threads=threads)
    share = share_of_moves(env, lambda _: env.legal_actions_at_random())
    env.reset(seed=1)
    rows = []
    for _ in range(MOVES // games):
        rows.append(env.legal_actions_at_random())
        env.step(rows[-1])

    def work() -> None:
        for row in rows:
            env.step(row)

    def measure() -> float:
        env.reset(seed=1)
        return rate(games * len(rows) * share, work)

    return measure


def table_walk(games: int, threads: int) -> Measure:
    steps = MOVES // games
    walk = TableWalk(GameTable(numduel.load(GAME)).successors, games, steps, threads)
    return lambda: rate(games * steps, walk.run)


def pgx_at_random(make: Callable[[int], Any], games: int) -> Measure:
    env, steps = make(games), MOVES // games
    return lambda: rate(games * steps, lambda: env.run(steps))


def sync_at_random() -> Measure:
    env = SyncVectorEnv([lambda: NumduelEnv(GAME, opponent="self")] * FEW)
    chance = np.random.default_rng(1)

    def choose(masks: Array) -> Array:
        passed = masks.cumsum(axis=1)
        wanted = chance.random(len(masks)) * passed[:, -1]
        actions: Array = (passed > wanted[:, None]).argmax(axis=1)
        return actions

    share, steps = share_of_moves(env, choose), 50
    info = env.reset(seed=1)[1]

    def work() -> None:
        nonlocal info
        for _ in range(steps):
            info = env.step(choose(info["action_mask"]))[4]

    return lambda: rate(FEW * steps * share, work)


def at_random(repeats: int) -> None:
    sides: dict[str, Measure] = {"SyncVectorEnv": sync_at_random()}
    for games in SIZES:
        sides[f"numduel batch, {games:,}"] = batch_at_random(games)
        sides[f"numduel environment, {games:,}"] = environment_at_random(games)
        sides[f"{DOCUMENTED}, {games:,}"] = pgx_at_random(as_documented, games)
        sides[f"{FASTEST}, {games:,}"] = pgx_at_random(as_fast_as_it_goes, games)
    measured = rounds(sides, repeats)
    middle = {side: statistics.median(figures) for side, figures in measured.items()}
    best = {side: max(figures) for side, figures in measured.items()}
    print(f"Random legal moves, all cores, {repeats} rounds, load {os.getloadavg()[0]:.1f}\n")
    head = ["side, games", "million moves a second, median", "in the best round"]
    print_table(head, [[side, f"{middle[side]:,.1f}", f"{best[side]:,.1f}"] for side in measured])
    for what, found in (("medians", middle), ("best rounds", best)):
        print_ratios(what, found)
    print()


def print_ratios(what: str, found: dict[str, float]) -> None:
    for games in SIZES:
        pairs = [(*sides, f"{sides[1]}, {games:,}", goal) for sides, goal in GOALS.items()]
        pairs.append(("environment", "SyncVectorEnv", "SyncVectorEnv", 100))
        for ours, peer, beside, goal in pairs:
            our, their = found[f"numduel {ours}, {games:,}"], found[beside]
            claim = f"{what}, {games:,} games, {ours}, times {peer}"
            figures = f"{our / 1e6:.1f} M/s", f"{their / 1e6:.1f} M/s, {peer}"
            print_goal(claim, our / their, goal, ours=figures[0], peer=figures[1])


def given(repeats: int) -> None:
    cores = sorted({1, os.cpu_count() or 1})
    cases = [(games, threads) for games in SIZES for threads in cores]
    sides: dict[tuple[str, int, int], Measure] = {}
    for case in cases:
        sides["batch", *case] = batch_given(*case)
        sides["environment", *case] = environment_given(*case)
        sides["bare loop", *case] = table_walk(*case)
    found = medians(sides, repeats)
    print(f"Actions given, million moves a second, medians of {repeats}\n")
    rows = []
    for games, threads in cases:
        batch, environment, bare = (
            found[side, games, threads] for side in ("batch", "environment", "bare loop")
        )
        figures = [f"{batch:,.0f}", f"{environment:,.0f}", f"{bare:,.0f}", f"{batch / bare:.2f}"]
        rows.append([f"{games:,}", str(threads), *figures])
    head = ["games", "threads", "batch", "environment", "bare loop", "batch to bare loop (goal: 0.5)"]
    print_table(head, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=9)
    options = parser.parse_args()
    print_versions("numba", "gymnasium", "pgx", "jax")
    at_random(options.repeats)
    given(options.repeats)


if __name__ == "__main__":
    main()
