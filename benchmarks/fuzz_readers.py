"""Lets a fuzzer look, guided by coverage, for inputs that break a reader.

    .venv/bin/pip install atheris
    .venv/bin/python benchmarks/fuzz_readers.py TARGET [--minutes N] [--seed N] [--work FOLDER]

The targets are those of tests/fuzz_targets.py (records, certificates, settings and session): whatever they
raise is a finding. It starts from what is kept in tests/corpus and collects in the folder what reaches code
that nothing reached before, so that a second run goes on from there. An input that breaks the target is
written there too, and shown; with a name of its own in tests/corpus, every run of the tests replays it. A
finding ends the run; otherwise libFuzzer prints how many inputs were tried, and how much they reached.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import atheris

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

with atheris.instrument_imports(include=["numduel"]):
    import fuzz_targets

    import numduel
    from numduel.core.frozen import fields_of
    from numduel.match.events import COMMANDS, EVENTS

    numduel.games()  # loads every game


SIGNS = ("[", "]", "{", "}", ":", ",", "1.", "2.", "true", "false", "null", "none", "1-9", "/")


def words() -> list[str]:
    """What inputs are made of: names of games, settings, moves, tags, commands and fields."""
    kinds = numduel.games().items()
    names = [name for name, _ in kinds] + [one.name for _, kind in kinds for one in kind.schema()]
    moves = [kind().write(move) for _, kind in kinds for move in kind().vocabulary()]
    messages = [*COMMANDS.items(), *EVENTS.items()]
    fields = [*(name for name, _ in messages), *(field for _, kind in messages for field in fields_of(kind))]
    return sorted({*SIGNS, *names, *moves, *fields, "command", "event", "spec", "format", "result", "ending"})


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("target", choices=fuzz_targets.TARGETS)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "numduel-fuzz")
    options = parser.parse_args()
    collected: Path = options.work / options.target
    collected.mkdir(parents=True, exist_ok=True)
    dictionary: Path = options.work / "words.txt"
    dictionary.write_text("".join(f'"{word}"\n' for word in words()), encoding="utf-8")
    atheris.Setup(
        [
            sys.argv[0],
            f"-max_total_time={60 * options.minutes:.0f}",
            f"-seed={options.seed}",
            f"-dict={dictionary}",
            "-max_len=4000",
            "-timeout=60",
            "-rss_limit_mb=2000",
            "-print_final_stats=1",
            f"-artifact_prefix={options.work}/{options.target}-",
            str(collected),
            str(ROOT / "tests" / "corpus" / options.target),
        ],
        fuzz_targets.TARGETS[options.target],
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
