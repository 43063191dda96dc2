"""Write the puzzles that come with numduel, src/numduel/learn/puzzles.txt: the same ones for the same seed.

.venv/bin/python tools/write_puzzles.py [--seed N] [--a-game N] [--settings N]
"""

import argparse
from collections import Counter
from pathlib import Path

from numduel.learn import catalogue
from numduel.learn.difficulty import band
from numduel.learn.generation import Supply, generate

FILE = Path(__file__).parent.parent / "src" / "numduel" / "learn" / catalogue.FILE


def main() -> None:
    """Write the file, and say how many puzzles of each band there are."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--a-game", type=int, default=500, help="puzzles of each game")
    parser.add_argument("--settings", type=int, default=60, help="of each game, to draw them from")
    options = parser.parse_args()
    puzzles = list(generate(options.seed, Supply(options.a_game, options.settings)))
    FILE.write_text(catalogue.write(puzzles), encoding="utf-8")
    for name in sorted({puzzle.name for puzzle in puzzles}):
        bands = Counter(band(puzzle.rating) for puzzle in puzzles if puzzle.name == name)
        print(name, sum(bands.values()), dict(sorted(bands.items())))


if __name__ == "__main__":
    main()
