"""Search settings of a game for those under which it is worth playing, as benchmarks/variants.py measures it.

    .venv/bin/python benchmarks/find_variants.py operation-duel target=20..120 'add=1/2|1-3|1/4/5'
    .venv/bin/python benchmarks/find_variants.py digit-stack target=99999999 multiple=5..40 'reach=none|2|3'

Each setting takes one value, several parted by `|`, or whole numbers from a to b as `a..b`; those left out
are as in the rulebook. Choices are drawn at random, the same for the same seed, until the time is up; the
best of the good ones are printed.
"""

import argparse
import sys
import time
from random import Random

from variants import LENGTH, Measures, Moves, measured

import numduel
from numduel import SettingError


def read_choices(text: str) -> tuple[str, list[str]]:
    """The name of a setting, and the values it may take."""
    name, equals, values = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"settings are written name=values, not {text!a}")
    found: list[str] = []
    for part in values.split("|"):
        low, dots, high = part.partition("..")
        found += [str(number) for number in range(int(low), int(high) + 1)] if dots else [part]
    return name, found


def look_at(name: str, settings: dict[str, str], most: int) -> Measures | None:
    """What a game is like, if it is anything like a variant."""
    try:
        game = numduel.load(name, settings)
        moves = Moves(game, most)
    except (SettingError, ValueError):
        return None
    # What takes long, playing it with errors, is left for those that may be good.
    if not LENGTH[0] <= (moves.verdicts[0].plies or 0) <= LENGTH[1]:
        return None
    found = measured(game, moves)
    return None if found.faults() else found


def worth(found: Measures) -> float:
    """How good a variant is: many choices for both, and even chances."""
    return min(found.decisions1, found.decisions2) - abs(found.noise.player1 - 0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("choices", nargs="+", type=read_choices, metavar="NAME=VALUES")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=8_000, help="positions of a game")
    parser.add_argument("--show", type=int, default=20)
    options = parser.parse_args()
    rng, end = Random(options.seed), time.perf_counter() + options.seconds
    tried: set[tuple[str, ...]] = set()
    good: list[Measures] = []
    while time.perf_counter() < end:
        settings = {name: rng.choice(values) for name, values in options.choices}
        if tuple(settings.values()) in tried:
            continue
        tried.add(tuple(settings.values()))
        found = look_at(options.game, settings, options.most)
        good += [found] if found else []
    print(f"{len(good):,} of {len(tried):,} settings are good", file=sys.stderr)
    for found in sorted(good, key=worth, reverse=True)[: options.show]:
        print(f"{worth(found):.2f}", *found.cells())


if __name__ == "__main__":
    main()
