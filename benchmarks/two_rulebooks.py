"""Plays random games by two sets of rules at once, which must agree on everything.

    .venv/bin/python benchmarks/two_rulebooks.py [--games N] [--seed N] [--first N] [--minutes N]

The rules of the package and those of tests/independent.py, which were written a second time from the
rulebooks and share nothing with them, play the same games: each of the five as often, a thousand times under
each of many settings that are drawn at random. At each position that is met they must agree on the legal
moves, on who has won, and on what every move leads to. Prints, for each game, how many settings,
games, ended games and positions were compared, every difference, and the rate. Settings are drawn by seed
and number: `--first` goes on where an earlier run stopped. Exits 1 if there is a difference.
"""

import argparse
import math
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import independent
import rulebooks

A_SETTING = 1000  # games under each settings


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first settings")
    parser.add_argument("--minutes", type=float, default=math.inf, help="after which no settings are begun")
    options = parser.parse_args()
    counts = {name: Counter[str]() for name in independent.GAMES}
    differences: list[str] = []
    start = time.perf_counter()
    stop = start + 60 * options.minutes
    while total(counts, "games") < options.games and time.perf_counter() < stop:
        name = min(counts, key=lambda name: counts[name]["settings"])  # each game is played as often
        number = options.first + counts[name]["settings"]
        try:
            counts[name].update(rulebooks.compare(name, number, A_SETTING, options.seed))
        except rulebooks.Different as error:
            counts[name]["settings"] += 1
            differences.append(f"settings {number}: {error}")
    report(counts, time.perf_counter() - start)
    print(f"seed {options.seed}, settings from {options.first} on; differences: {len(differences)}")
    print("\n".join(differences[:20]), end="")
    return 1 if differences else 0


def total(counts: dict[str, Counter[str]], column: str) -> int:
    """How many there are over all games."""
    return sum(counted[column] for counted in counts.values())


def report(counts: dict[str, Counter[str]], seconds: float) -> None:
    """Print what was compared."""
    columns = ("settings", "games", "ended", "positions")
    print(f"{'':<24}" + "".join(f"{column:>13}" for column in columns))
    for name, counted in counts.items():
        print(f"{name:<24}" + "".join(f"{counted[column]:>13,}" for column in columns))
    games, positions = total(counts, "games"), total(counts, "positions")
    print(f"{games:,} games in {seconds:.0f} s: {games / seconds:,.0f} games and ", end="")
    print(f"{positions / seconds:,.0f} new positions a second")


if __name__ == "__main__":
    sys.exit(main())
