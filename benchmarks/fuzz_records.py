"""Throws a million texts at the reader of records: only RecordError may come back, or legal games.

    .venv/bin/python benchmarks/fuzz_records.py [--inputs N] [--seed N]

Half are valid records that were changed (signs, lines and words taken out, doubled, swapped or put in), the
others random text, from bytes to signs that records are made of. What is read as a game must be the same
after it was written and read again. Prints how many were refused, how many read, and the rate; exits 1 on
anything else.
"""

import argparse
import sys
import time
import traceback
from collections.abc import Iterator
from random import Random

import numduel
from numduel import Position
from numduel.match.reading import parse, parse_all
from numduel.match.record import Record, RecordError, write
from numduel.match.round import Ending, result_at

SPECS = (
    "digit-stack",
    "digit-stack:repeats=no,target=70",
    "operation-duel:target=31,add=1/2",
    "operation-duel:overshoot=forbidden",
    "operation-obliteration",
    "operation-obliteration:no_repeat=both,high=50",
    "operation-stack",
    "operation-stack:max_stack=4,operations=plus/swap",
    "top-stack-twelve",
    "top-stack-twelve:tokens=1-4/6,supply=2",
)
DECLARED = (Ending.RESIGNATION, Ending.TIMEOUT, Ending.ABANDONED, Ending.AGREEMENT)
PIECES = (
    '[spec "', '"]', "[", "]", "{", "}", '"', "\\", "\\n", "\\x1b", "\\ud800", "\\U00110000", "1.", "2. ",
    "99999999999.", "\n", "\r\n", "\t", "\x00", "\ufeff", "\u2028", "é", "\U0001f3b2", "*", "+1",
    "push", "swap", "operate /", "divide", '[format "1"]', '[format "2"]', '[format "3"]',
    '[result "1"]', '[result "draw"]',
    '[ending "rule"]', '[ending "forfeited attempt"]', '[ending "timeout"]', '[ending "abandoned"]',
    '[ending "resignation"]', '[by "1"]', '[by "2"]', '[by "3"]',
    '[attempt "operate"]', '[max_turns "2"]', '[hints "1 2"]', '[seed "9999999999999999999"]', '[round "0"]',
    "digit-stack", "operation-duel:target=", "target=", ",", ":", "=", "1-9", "/", "-", "9" * 50, "0", "none",
)  # fmt: skip
ALPHABETS = (
    "".join(map(chr, range(256))),
    '[]{}"\\ \n.0123456789',
    '[spec "digit-stack"]\n1. 5 {x}',
    '[]"{}:=,/-+* \nabcdefghijklmnopqrstuvwxyz0123456789',
    "\ud7ff\ue000\ufffe\U0010ffff\u0661\u00b2\x85\xa0 5[",
)


def valid(chance: Random) -> Record:
    """A game of random moves, ended in some way."""
    game, turns = numduel.load(chance.choice(SPECS)), chance.choice((None, None, 4, 9))
    position, moves = Position.start(game), list[str]()
    while result_at(position, turns) is None and len(moves) < 12 and chance.random() < 0.9:
        move = chance.choice(list(position.moves))
        moves.append(game.write(move))
        position = position.play(move)
    names = (random_text(chance, 5), random_text(chance, 5))
    comments = tuple(
        (chance.randint(0, len(moves)), random_text(chance, 9)) for _ in range(chance.randrange(3))
    )
    record = Record(
        game.spec,
        tuple(moves),
        players=names,
        date="2026",
        seed=chance.choice((None, 7)),
        max_turns=turns,
        comments=comments,
    )
    if result_at(position, turns) is not None or chance.random() < 0.5:
        return record.with_result("")
    ending = chance.choice(DECLARED)
    who = None if ending is Ending.AGREEMENT else chance.randint(1, 2)
    return record.with_result(ending.value, who)


def random_text(chance: Random, most: int) -> str:
    return "".join(chance.choices(chance.choice(ALPHABETS), k=chance.randint(0, most)))


def changed(chance: Random, text: str, other: str) -> str:
    """`text` with one change."""
    start = chance.randint(0, len(text))
    end = min(len(text), start + int(chance.expovariate(0.2)))
    match chance.randrange(7):
        case 0:
            return text[:start] + text[end:]
        case 1:
            return text[:end] + text[start:]
        case 2:
            return text[:start] + chance.choice(PIECES) + text[end:]
        case 3:
            return text[:start] + random_text(chance, 4) + text[end:]
        case 4:
            return text[:start] + other[start:]
        case 5:
            lines = text.split("\n")
            chance.shuffle(lines)
            return "\n".join(lines)
        case _:
            words = text.split(" ")
            one, two = chance.randrange(len(words)), chance.randrange(len(words))
            words[one], words[two] = words[two], words[one]
            return " ".join(words)


def inputs(count: int, seed: int) -> Iterator[str]:
    """The texts, the same for the same seed."""
    chance = Random(seed)
    pool = [write(valid(chance)) for _ in range(400)]
    for number in range(count):
        if number % 2:
            yield random_text(chance, 120)
            continue
        text = chance.choice(pool)
        for _ in range(chance.randint(1, 3)):
            text = changed(chance, text, chance.choice(pool))
        yield text


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    refused = read = 0
    failures: list[tuple[str, str]] = []
    start = time.perf_counter()
    for text in inputs(options.inputs, options.seed):
        try:
            records = parse_all(text)
        except RecordError:
            refused += 1
            continue
        except Exception:
            failures.append((text, traceback.format_exc(limit=-2)))
            continue
        read += 1
        if any(parse(write(record)) != record for record in records):
            failures.append((text, "it is another game after it was written and read again\n"))
    seconds = time.perf_counter() - start
    print(
        f"{options.inputs:,} inputs in {seconds:.0f} s ({options.inputs / seconds:,.0f} a second), "
        f"seed {options.seed}"
    )
    print(f"refused with RecordError  {refused:>9,}")
    print(f"read as legal games       {read:>9,}")
    print(f"anything else             {len(failures):>9,}")
    for text, trace in failures[:5]:
        print(f"\n{text!r}\n{trace}", end="")
    print("The claim fails." if failures else "The claim holds: nothing but RecordError, whatever is read.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
