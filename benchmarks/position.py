"""How fast the rules are played through `Position`, beside OpenSpiel's tic-tac-toe in Python.

    .venv/bin/pip install open_spiel
    .venv/bin/python benchmarks/position.py

Random games with the legal moves listed, the end looked for and every move checked, on both sides by the
same loop; what choosing a move at random takes is counted on both. The goal is that each of our games, at
rulebook settings, is at least 8 times as fast a ply. Games are cut off after 60 plies, since some need not
end. OpenSpiel's tic-tac-toe in C++, called from Python, is shown as well; no goal depends on it.
"""

import argparse
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pyspiel
from open_spiel.python.games import tic_tac_toe as _  # noqa: F401 - registers python_tic_tac_toe
from timing import medians, own_games, print_goal, print_table, print_versions, seconds

import numduel
from numduel import Position

GOAL = 8
LONGEST = 60  # plies


def play_numduel(game: Any, plies: int, chance: Random) -> int:
    """Play games until so many plies are made; how many it were."""
    made, choose = 0, chance.choice
    while made < plies:
        position = Position.start(game)
        while position.outcome is None and position.ply < LONGEST:
            position = position.play(choose(position.moves))
        made += position.ply
    return made


def play_openspiel(game: Any, plies: int, chance: Random) -> int:
    made, choose = 0, chance.choice
    while made < plies:
        state, ply = game.new_initial_state(), 0
        while not state.is_terminal() and ply < LONGEST:
            state.apply_action(choose(state.legal_actions()))
            ply += 1
        made += ply
    return made


def microseconds_a_ply(play: Callable[[Any, int, Random], int], game: Any, plies: int) -> float:
    made = 0

    def work() -> None:
        nonlocal made
        made = play(game, plies, Random(1))

    return 1e6 * seconds(work) / made


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--plies", type=int, default=20_000, help="plies a measurement")
    parser.add_argument("--repeats", type=int, default=15)
    options = parser.parse_args()
    peer, other = "python_tic_tac_toe (OpenSpiel)", "tic_tac_toe (OpenSpiel, C++)"
    ours = [*own_games(), "tic-tac-toe"]
    sides = {name: partial(microseconds_a_ply, play_numduel, numduel.load(name)) for name in ours}
    for name in (peer, other):
        sides[name] = partial(microseconds_a_ply, play_openspiel, pyspiel.load_game(name.split()[0]))
    taken = medians(
        {name: partial(measure, options.plies) for name, measure in sides.items()}, options.repeats
    )
    print_versions("open_spiel")
    print(f"Random play, microseconds a ply, medians of {options.repeats}\n")
    rows = [[name, f"{taken[name]:.2f}", f"{taken[peer] / taken[name]:.1f}"] for name in taken]
    print_table(["game", "µs a ply", "times as fast as OpenSpiel's in Python"], rows)
    slowest = max(own_games(), key=taken.__getitem__)
    print_goal(
        f"rules through Position: {slowest}",
        taken[peer] / taken[slowest],
        GOAL,
        ours=f"{taken[slowest]:.2f} µs a ply",
        peer=f"{taken[peer]:.2f} µs, OpenSpiel in Python",
    )


if __name__ == "__main__":
    main()
