"""All pairs of players, installed ones among them, over the first variant of each game: who beats whom.

    .venv/bin/python benchmarks/tournament.py level:5 mcts:50 greedy --games 100
    .venv/bin/python benchmarks/tournament.py random level:1 level:5 level:9 perfect

A win counts 1, a draw 1/2; a game of 200 turns is a draw, as between computers at the command line. The same
seed gives the same games. What levels score against each other is computed exactly by `levels.py`.
"""

import argparse
import dataclasses
import math
import sys
import time
from collections.abc import Hashable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

import numduel
from numduel.core.game import Side
from numduel.core.packages import BrokenPackage
from numduel.core.position import Position
from numduel.core.verdict import Verdict
from numduel.match.player import Player, PlayerError, choose_move
from numduel.match.setup import is_person
from numduel.players import CannotPlay, UnknownPlayer, find, full_name
from numduel.players.perfect import PerfectPlayer
from numduel.solver.answers import Answers

SETTINGS = tuple(
    numduel.load(f"{name}:{game.variants[0].name}").spec
    for name, game in sorted(numduel.games().items())
    if game.variants
)
MAX_TURNS = 200


@dataclasses.dataclass(frozen=True)
class Tally:
    """Games between two players, as the first one sees them."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def turned(self) -> "Tally":
        return Tally(self.losses, self.draws, self.wins)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        return (self.wins + self.draws / 2) / self.games

    @property
    def error(self) -> float:
        """The standard error of the score."""
        square = (self.wins + self.draws / 4) / self.games
        return math.sqrt(max(0.0, square - self.score**2) / self.games)


class Remembering(Answers):
    """Answers that look up each position's moves only once: thousands of games pass through them."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._made: dict[Hashable, list[tuple[Any, Verdict]]] = {}

    def moves(self, state: Any) -> list[tuple[Any, Verdict]]:
        key = self.game.key(state)
        if key not in self._made:
            self._made[key] = super().moves(state)
        return self._made[key]


class RememberingPerfect(PerfectPlayer):
    """The perfect player, thinking only once about each position."""

    def __init__(self, answers: Answers, liked: dict[Hashable, list[Any]]) -> None:
        super().__init__(answers)
        self._liked = liked

    def equal_best(self, state: Any) -> list[Any]:
        key = self._answers.game.key(state)
        if key not in self._liked:
            self._liked[key] = super().equal_best(state)
        return self._liked[key]


@lru_cache
def answers_to(spec: str) -> tuple[Remembering, dict[Hashable, list[Any]]]:
    """What is known of a game, worked out once in each process; and what the perfect player likes there."""
    return Remembering(numduel.load(spec)), {}


Seat = tuple[Player, Random]


def seat(who: str, spec: str, seed: str) -> Seat:
    answers, liked = answers_to(spec)
    if who == "perfect":
        return RememberingPerfect(answers, liked), Random(seed)
    player = find(who, answers.game, lambda: answers)
    assert player is not None  # no person plays here
    return player, Random(seed)


def play(game: Any, first: Seat, second: Seat) -> Tally:
    """One game, as `first` sees its end."""
    state = game.initial()
    for ply in range(MAX_TURNS + 1):
        outcome = game.outcome(state)
        if outcome is not None:
            if outcome.winner is None:
                break
            first_wins = (outcome.winner is Side.NEXT) == (ply % 2 == 0)
            return Tally(wins=1) if first_wins else Tally(losses=1)
        if ply == MAX_TURNS:
            break
        player, rng = second if ply % 2 else first
        state = game.play(state, choose_move(player, Position(game, state, ply), rng))
    return Tally(draws=1)


@dataclasses.dataclass(frozen=True)
class Task:
    """So many games of one setting between two players, the first of them as player 1."""

    spec: str
    first: str
    second: str
    games: int
    seed: int

    def run(self) -> "tuple[Task, Tally]":
        game = answers_to(self.spec)[0].game
        names = f"{self.seed} {self.spec} {self.first} {self.second}"
        first = seat(self.first, self.spec, f"{names} 1")
        second = seat(self.second, self.spec, f"{names} 2")
        tally = Tally()
        for _ in range(self.games):
            tally += play(game, first, second)
        return self, tally


Results = dict[tuple[str, str, str], Tally]  # (setting, player, opponent), both seats together


def play_all(players: Sequence[str], games: int, seed: int) -> Results:
    tasks = [
        Task(spec, first, second, games, seed)
        for spec in SETTINGS
        for first in players
        for second in players
        if first != second
    ]
    results: Results = {}
    with ProcessPoolExecutor() as pool:  # `multiprocessing.Pool` may hang where a task fails
        for task, tally in pool.map(Task.run, tasks, chunksize=5):
            for pair, seen in (
                ((task.first, task.second), tally),
                ((task.second, task.first), tally.turned()),
            ):
                results[task.spec, *pair] = results.get((task.spec, *pair), Tally()) + seen
    return results


def together(results: Results, player: str, opponent: str) -> Tally:
    """All settings together."""
    return sum((results[spec, player, opponent] for spec in SETTINGS), Tally())


def print_scores(players: Sequence[str], results: Results) -> None:
    """What each row scores against each column, as Markdown."""
    print("| | " + " | ".join(name.removeprefix("level:") for name in players) + " |")
    print("|---" * (len(players) + 1) + "|")
    for player in players:
        cells = [
            f"{together(results, player, opponent).score:.2f}" if player != opponent else ""
            for opponent in players
        ]
        print(f"| {player} | " + " | ".join(cells) + " |")
    print()


def print_steps(players: Sequence[str], results: Results) -> None:
    """How each player does against the one before."""
    print("| | games | score | 95 % interval | on each setting, in order |")
    print("|---|---|---|---|---|")
    for lower, upper in pairwise(players):
        tally = together(results, upper, lower)
        each = [results[spec, upper, lower] for spec in SETTINGS]
        low, high = tally.score - 1.96 * tally.error, tally.score + 1.96 * tally.error
        print(
            f"| {upper} against {lower} | {tally.games:,} | {tally.score:.3f} | {low:.3f} to {high:.3f} "
            f"| {' '.join(f'{one.score:.2f}' for one in each)} |"
        )


def read_player(who: str) -> str:
    try:
        name = full_name(who)
    except (UnknownPlayer, BrokenPackage) as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if is_person(who):
        raise argparse.ArgumentTypeError("people do not play thousands of games")
    return name


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("players", nargs="+", type=read_player, metavar="WHO")
    parser.add_argument(
        "--games", type=int, default=2000, help="of each pair, on each setting, from each seat"
    )
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    players = tuple(dict.fromkeys(options.players))
    if len(players) < 2:
        parser.error("two players at least are needed")
    start = time.perf_counter()
    try:
        results = play_all(players, options.games, options.seed)
    except (BrokenPackage, CannotPlay, PlayerError) as error:
        sys.exit(f"tournament.py: {error}")
    print(f"Python {sys.version.split()[0]}, numduel {numduel.__version__}; seed {options.seed}")
    print(f"{options.games} games of each pair on each setting from each seat:", *SETTINGS, sep="\n  ")
    print(f"{time.perf_counter() - start:.0f} seconds\n\nWhat each row scores against each column\n")
    print_scores(players, results)
    print_steps(players, results)


if __name__ == "__main__":
    main()
