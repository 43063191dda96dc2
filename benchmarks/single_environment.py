"""How fast one environment steps, beside PettingZoo's tic-tac-toe.

    .venv/bin/pip install pettingzoo pygame
    .venv/bin/python benchmarks/single_environment.py

Whole games by actions recorded beforehand, so that only the environment is on the clock, with the observation
and the mask of legal actions after each move. PettingZoo's is the raw environment, without the wrappers that
check what is asked of it; ours checks. It is stepped as its documentation does, where both agents take a last
step once the game is over; what it takes without those is shown as well. Ours runs twice: handing out copies
of observations and masks, which is how Gymnasium wants it, and rows that visits of a position share
(copy=False). The goal is at least 15 times as fast a step, and 6 times in the rulebook's Operation Stack.

Our PettingZoo environment of tic-tac-toe is set beside theirs as well, stepped by the same loop: raw against
raw (goal: 10 times), and in the wrappers that each comes with (goal: 8 times); raw with shared rows, too.

Every measurement plays other games than all before it, so that positions are as new as they are in training.
In Operation Stack as its rulebook has it that is nearly all of them: there are no end of positions. Times are
of the processor, which others on the same machine disturb least.
"""

import argparse
import gc
import os
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random
from typing import Any

from pettingzoo.classic import tictactoe_v3
from timing import medians, own_games, print_goal, print_table, print_versions

import numduel
from numduel.adapters import pettingzoo as ours_of_pettingzoo
from numduel.adapters.gymnasium import NumduelEnv

GOAL, GOAL_OF_NEW_POSITIONS, GOAL_RAW, GOAL_WRAPPED = 15, 6, 10, 8
ENDLESSLY_NEW = "operation-stack"
BOUNDED = "operation-stack:target=10,numbers=1-3,operations=minus/times,max_stack=3,max_value=12"
PEER, LEAST = "tic-tac-toe (PettingZoo)", "tic-tac-toe (PettingZoo, no dead steps)"
WRAPPED = "tic-tac-toe (PettingZoo, wrapped)"
OUR_RAW, OUR_WRAPPED = "tic-tac-toe as PettingZoo, raw", "tic-tac-toe as PettingZoo, wrapped"
OUR_SHARED = f"{OUR_RAW}, shared"
LONGEST = 60  # plies
Games = list[list[int]]  # the actions of each


def record(spec: str, plies: int, chance: Random) -> Games:
    """Random games of so many plies in all, or a few more."""
    game = numduel.load(spec)
    action = {move: index for index, move in enumerate(game.vocabulary())}
    games: Games = []
    while plies > 0:
        state, actions = game.initial(), list[int]()
        while len(actions) < LONGEST and can_be_shown(game, state) and (moves := game.moves(state)):
            move = chance.choice(moves)
            actions.append(action[move])
            state = game.play(state, move)
        games.append(actions)
        plies -= len(actions)
    return games


def can_be_shown(game: Any, state: Any) -> bool:
    """Whether environments go on from a state; they stop where a stack grows taller than they show."""
    pairs = zip(game.features(state), game.feature_bounds(), strict=True)
    return all(low <= feature <= high for feature, (low, high) in pairs)


def step_numduel(env: Any, games: Games) -> None:
    for actions in games:
        env.reset()
        for action in actions:
            env.step(action)  # observation and mask are among what it returns


def step_pettingzoo(env: Any, games: Games) -> None:
    """The loop that PettingZoo documents: agents act in turn until none of them is left in the game."""
    for actions in games:
        env.reset()
        following = iter(actions)
        for _ in env.agent_iter():
            _, _, termination, truncation, _ = env.last()  # observation and mask come first
            env.step(None if termination or truncation else next(following))


def step_pettingzoo_to_the_end(env: Any, games: Games) -> None:
    """The least there is: the environment is reset as soon as the game is over."""
    for actions in games:
        env.reset()
        env.last()
        for action in actions:
            env.step(action)
            env.last()


def microseconds_a_step(
    step: Callable[[Any, Games], None], env: Any, spec: str, plies: int, seeds: "count[int]"
) -> float:
    games = record(spec, plies, Random(next(seeds)))
    gc.collect()  # what is left of recording is not to be cleared away while the clock runs
    start = time.process_time()
    step(env, games)
    return 1e6 * (time.process_time() - start) / sum(map(len, games))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--plies", type=int, default=20_000, help="plies a measurement")
    parser.add_argument("--repeats", type=int, default=15)
    options = parser.parse_args()
    sides: dict[str, Callable[[], float]] = {}
    ours, seeds = [*own_games(), BOUNDED, "tic-tac-toe"], count()
    for name in ours:
        for copy in (True, False):
            env = NumduelEnv(name, opponent="self", copy=copy)
            work = partial(microseconds_a_step, step_numduel, env, name, options.plies, seeds)
            sides[name if copy else f"{name}, shared"] = work
    theirs = tictactoe_v3.raw_env()
    for name, step, env in (
        (PEER, step_pettingzoo, theirs),
        (LEAST, step_pettingzoo_to_the_end, theirs),
        (WRAPPED, step_pettingzoo, tictactoe_v3.env()),
        (OUR_RAW, step_pettingzoo, ours_of_pettingzoo.raw_env("tic-tac-toe")),
        (OUR_SHARED, step_pettingzoo, ours_of_pettingzoo.raw_env("tic-tac-toe", copy=False)),
        (OUR_WRAPPED, step_pettingzoo, ours_of_pettingzoo.env("tic-tac-toe")),
    ):
        sides[name] = partial(microseconds_a_step, step, env, "tic-tac-toe", options.plies, seeds)
    taken = medians(sides, options.repeats)
    print_versions("gymnasium", "pettingzoo")
    load = os.getloadavg()[0]
    print(
        f"One environment, actions given, µs of a processor, medians of {options.repeats}, load {load:.1f}\n"
    )
    rows = [
        [name, f"{taken[name]:.2f}", *(f"{taken[peer] / taken[name]:.1f}" for peer in (PEER, LEAST))]
        for name in taken
    ]
    print_table(["game", "µs a step", "times as fast as PettingZoo's", "without its dead steps"], rows)

    def print_beside(what: str, ours: str, peer: str, goal: float) -> None:
        our, their = taken[ours], taken[peer]
        beside = f"{their:.2f} µs, PettingZoo"
        print_goal(f"one environment{what}", their / our, goal, ours=f"{our:.2f} µs", peer=beside)

    for name in ours:
        goal = GOAL_OF_NEW_POSITIONS if name == ENDLESSLY_NEW else GOAL
        print_beside(f": {name}", name, PEER, goal)
        print_beside(f": {name}, shared rows", f"{name}, shared", PEER, goal)
    print_beside(" of PettingZoo's API, raw", OUR_RAW, PEER, GOAL_RAW)
    print_beside(" of PettingZoo's API, raw, shared rows", OUR_SHARED, PEER, GOAL_RAW)
    print_beside(" of PettingZoo's API, wrapped", OUR_WRAPPED, WRAPPED, GOAL_WRAPPED)


if __name__ == "__main__":
    main()
