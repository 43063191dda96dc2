"""What choosing moves by tree search takes, in plain Python, compiled, and as the player itself decides.

    .venv/bin/python benchmarks/mcts.py

Each figure is the median of fresh processes, in seconds of a processor from a loaded game to so many moves
of `mcts` against itself, loading compiled code included. The player begins in plain Python, and turns to
compiled code when that would have been loaded meanwhile: so it should never take more than twice what the
better of the two takes, few moves or many. All three choose the same moves, or this fails.
"""

import argparse
import math
import statistics
import subprocess
import sys
from random import Random
from time import process_time

from timing import print_goal, print_table, print_versions

import numduel
from numduel import Position
from numduel.players import mcts

GOAL = 2
SPECS = (
    "operation-stack:max_stack=4,max_value=24",
    "top-stack-twelve:limit=40,window=8,tokens=1-8",
    "operation-duel:target=1000000,add=1-3",
    "operation-duel:target=5000000,add=1-2",
)
MOVES = (1, 5, 40)
SIDES = {"plain Python": math.inf, "compiled": 0.0, "as it decides": None}


def play(spec: str, moves: int, patience: float | None) -> tuple[float, list[str]]:
    """The seconds that so many moves take in this process, and the moves."""
    if patience is not None:
        mcts.LOADING = mcts.LAYING_OUT = patience
    game = numduel.load(spec)
    begun, player, made = process_time(), mcts.MctsPlayer(game), list[str]()
    position = Position.start(game)
    while len(made) < moves:
        if position.outcome is not None:
            position = Position.start(game)
        move = player.choose(position, Random(f"{spec} {len(made)}"))
        made.append(game.write(move))
        position = position.play(move)
    return process_time() - begun, made


def in_a_process(spec: str, moves: int, side: str) -> tuple[float, str]:
    """The same in a process of its own."""
    command = [sys.executable, __file__, "--one", spec, str(moves), side]
    seconds, made = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")[:2]
    return float(seconds), made


def median_times(spec: str, moves: int, repeats: int) -> list[float]:
    """The seconds that each side takes in the middle, all of them playing the same games."""
    in_a_process(spec, moves, "compiled")  # once for nothing: code is compiled
    taken: dict[str, list[float]] = {side: [] for side in SIDES}
    games = set()
    for _ in range(repeats):
        for side, times in taken.items():
            seconds, made = in_a_process(spec, moves, side)
            times.append(seconds)
            games.add(made)
    if len(games) != 1:
        sys.exit(f"not all have played the same: {games}")
    return [statistics.median(times) for times in taken.values()]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        spec, moves, side = options.one
        seconds, made = play(spec, int(moves), SIDES[side])
        print(f"{seconds}\n{' '.join(made)}")
        return
    print_versions("numba")
    rows, worst, figures = [], 0.0, {"ours": "", "peer": ""}
    for spec in SPECS:
        for moves in MOVES:
            python, compiled, decided = median_times(spec, moves, options.repeats)
            better = min(python, compiled)
            if decided / better > worst:
                worst = decided / better
                figures = {"ours": f"{decided:.2f} s", "peer": f"{better:.2f} s, {spec}, {moves} moves"}
            rows.append([spec, str(moves), f"{python:.2f}", f"{compiled:.2f}", f"{decided:.2f}"])
    print_table(["game", "moves", *SIDES], rows)
    print_goal("mcts as it decides, times the better of both", worst, GOAL, at_most=True, **figures)


if __name__ == "__main__":
    main()
