"""How many playouts a second tree search makes, beside OpenSpiel's in C++.

    .venv/bin/pip install open_spiel
    .venv/bin/python benchmarks/playouts.py

One search of 10,000 playouts from the start of tic-tac-toe a measurement; both sides play UCT with the same
exploration constant and one random playout for each visit to a leaf. The goal is 4 times as many playouts a
second. That both search alike is shown by what they choose: at random positions, how often the move keeps the
exact value of the position. Our own games, where they are finite at rulebook settings, are shown as well.
"""

import argparse
from random import Random
from typing import Any

import pyspiel
from timing import medians, own_games, print_goal, print_table, print_versions, seconds

import numduel
from numduel.engine.playouts import EXPLORATION
from numduel.engine.search import Search
from numduel.kernels import NoKernel
from numduel.solver.answers import Answers

GOAL = 4
PLAYOUTS = 10_000
PEER = "tic_tac_toe (OpenSpiel, C++)"


def openspiel_bot(seed: int) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    unbounded, solve, verbose = -1, False, False
    game = pyspiel.load_game("tic_tac_toe")
    return pyspiel.MCTSBot(game, evaluator, EXPLORATION, PLAYOUTS, unbounded, solve, seed, verbose)


class OpenSpielSide:
    def __init__(self) -> None:
        self._game = pyspiel.load_game("tic_tac_toe")
        self._bot = openspiel_bot(1)

    def rate(self) -> float:
        """Millions of playouts a second."""
        state = self._game.new_initial_state()
        return PLAYOUTS / seconds(lambda: self._bot.mcts_search(state)) / 1e6

    def choose(self, actions: list[int]) -> int:
        state = self._game.new_initial_state()
        for action in actions:
            state.apply_action(action)
        return int(self._bot.step(state))


class OurSide:
    def __init__(self, spec: str) -> None:
        self.game = numduel.load(spec)
        self._search = Search(self.game, PLAYOUTS)
        self._seed = 0

    def rate(self) -> float:
        self._seed += 1
        start = self.game.initial()
        return PLAYOUTS / seconds(lambda: self._search.from_state(start, self._seed)) / 1e6

    def choose(self, actions: list[int]) -> int:
        state = self.game.initial()
        for action in actions:
            state = self.game.play(state, self.game.vocabulary()[action])
        return self._search.from_state(state, len(actions)).best


def our_sides() -> dict[str, OurSide]:
    sides = {}
    for name in ("tic-tac-toe", *own_games()):
        try:
            sides[name] = OurSide(name)
        except NoKernel as reason:
            print(f"{name}: {reason}")
    return sides


def kept_values(sides: dict[str, Any], positions: int) -> dict[str, int]:
    """At how many random positions of tic-tac-toe, of those where moves differ, each side keeps the value."""
    game, chance = numduel.load("tic-tac-toe"), Random(1)
    answers, kept = Answers(game), dict.fromkeys(sides, 0)
    while positions:
        state, actions = game.initial(), list[int]()
        for _ in range(chance.randrange(1, 8)):
            if moves := game.moves(state):
                actions.append(chance.choice(moves))
                state = game.play(state, actions[-1])
        values = {move: verdict.value for move, verdict in answers.moves(state)}
        if len(set(values.values())) < 2:
            continue
        positions -= 1
        best = answers.best(state)[1].value
        for name, side in sides.items():
            kept[name] += values[side.choose(actions)] is best
    return kept


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=25)
    parser.add_argument("--positions", type=int, default=200, help="positions at which moves are compared")
    options = parser.parse_args()
    print_versions("numba", "open_spiel")
    sides: dict[str, Any] = {**our_sides(), PEER: OpenSpielSide()}
    found = medians({name: side.rate for name, side in sides.items()}, options.repeats)
    print(f"Searches of {PLAYOUTS:,} playouts, on one core, medians of {options.repeats}\n")
    rows = [[name, f"{found[name]:.2f}", f"{found[name] / found[PEER]:.1f}"] for name in found]
    print_table(["game", "million playouts a second", "times OpenSpiel's"], rows)
    kept = kept_values({name: sides[name] for name in ("tic-tac-toe", PEER)}, options.positions)
    for name, times in kept.items():
        print(
            f"{name}: keeps the value at {times} of {options.positions} positions where not every move does"
        )
    ours, theirs = found["tic-tac-toe"], found[PEER]
    print_goal(
        "playouts of tic-tac-toe",
        ours / theirs,
        GOAL,
        ours=f"{ours:.2f} M/s",
        peer=f"{theirs:.2f} M/s, OpenSpiel in C++",
    )


if __name__ == "__main__":
    main()
