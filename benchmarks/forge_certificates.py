"""Forges certificates: none may make the checker accept what is not so.

    .venv/bin/python benchmarks/forge_certificates.py [--certificates N] [--seed N]

Each forgery starts from a true certificate of some game, of every kind of proof there is. It gets another
claim, most of the time, and a few other parts: numbers, moves, ranges and piles of groups, plies all
together so that they fit the new claim, entries left out, doubled, swapped or taken from the certificate of
another game; and a checksum that fits. What the checker accepts is compared with what the solver says.

Prints counts, lists every falsehood that was accepted, and exits 1 if there is one.
"""

import argparse
import copy
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

from numduel import load
from numduel.engine.limits import Limits
from numduel.solver.answers import Answers
from numduel.solver.checks.common import DoesNotHold
from numduel.solver.checks.meter import TooLong
from numduel.solver.proof import prove
from numduel.solver.verify import verify

SPECS = (
    "operation-obliteration",
    "operation-obliteration:start=7,no_repeat=none",
    "operation-duel",
    "operation-duel:target=14,add=1-3,multiply=2/3",
    "operation-duel:target=5,start=0,add=2,overshoot=forbidden",
    "digit-stack:target=77,digits=1/4/7",
    "top-stack-twelve:tokens=1-4,supply=1",
    "operation-stack:target=4,numbers=1/2,max_stack=2,max_value=5",
)
BY_GROUPS = (
    *(f"operation-duel:target={target}" for target in (20, 22, 30, 31, 40, 64)),
    "operation-duel:target=10,start=0",
    "operation-duel:target=1000002",
    *(f"digit-stack:target={target}" for target in (999, 1000, 5432, 123456789)),
    "digit-stack:target=4321,digits=1-3",
    "operation-stack",
    "operation-stack:numbers=1-3",
    "operation-stack:target=5",
    "operation-stack:target=7,numbers=2/5",
    "top-stack-twelve",
)
CLAIMS = ({"value": "win", "winner": 1}, {"value": "loss", "winner": 2}, {"value": "endless", "winner": None})

Certificate = dict[str, Any]
Path = tuple[Any, ...]


@cache
def certified(spec: str) -> str:
    game = load(spec)
    limits = Limits(positions=1) if spec in BY_GROUPS else None
    return json.dumps(prove(game, Answers(game, limits=limits)))


@cache
def is_true(spec: str, claim: str) -> bool:
    """Whether a claim is what the solver says; the plies of a win may be left open."""
    game, claimed = load(spec), json.loads(claim)
    verdict = Answers(game).verdict(game.initial())
    same_plies = claimed["plies"] in (None, verdict.plies)
    return claimed["value"] == verdict.value.value and same_plies


def sealed(certificate: Certificate) -> str:
    content = {key: value for key, value in certificate.items() if key != "sha256"}
    digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
    return json.dumps({**content, "sha256": digest})


def parts(document: Any, path: Path = ()) -> Iterator[Path]:
    """The way to every part of a document."""
    keys = (
        document if isinstance(document, dict) else range(len(document)) if isinstance(document, list) else ()
    )
    for key in keys:
        yield (*path, key)
        yield from parts(document[key], (*path, key))


def at(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document


def chosen(certificate: Certificate, rng: Random, wanted: Callable[[Any], bool]) -> Path | None:
    """The way to one of the parts of the proof that are as wanted."""
    head = ("certificate", "version", "spec", "claim", "sha256")
    paths = [path for path in parts(certificate) if path[0] not in head and wanted(at(certificate, path))]
    return rng.choice(paths) if paths else None


def is_number(part: Any) -> bool:
    return type(part) is int


def change_number(certificate: Certificate, rng: Random) -> None:
    if path := chosen(certificate, rng, is_number):
        at(certificate, path[:-1])[path[-1]] += rng.choice((-4, -2, -1, 1, 2, 4, 100))


def open_range(certificate: Certificate, rng: Random) -> None:
    if path := chosen(certificate, rng, lambda part: isinstance(part, dict) and "high" in part):
        part = at(certificate, path)
        part[rng.choice(("low", "high"))] = rng.choice((None, 0, 1, -1, 10**9))
        part["step"] = rng.choice((part["step"], 1, 2, 4))


def change_move(certificate: Certificate, rng: Random) -> None:
    game = load(certificate["spec"])
    if path := chosen(certificate, rng, lambda part: isinstance(part, dict) and "play" in part):
        at(certificate, path)["play"] = game.write(rng.choice(list(game.vocabulary())))


def shift_plies(certificate: Certificate, rng: Random) -> None:
    """All plies by the same, so that they fit a claim of more or fewer."""
    by, names = rng.choice((-4, -2, -1, 1, 2, 4)), rng.choice((("within",), ("lasts",), ("within", "lasts")))
    for path in parts(certificate):
        part = at(certificate, path)
        if path[-1] in names and is_number(part):
            at(certificate, path[:-1])[path[-1]] = part + by
        elif path[-1] in names and isinstance(part, list) and part and is_number(part[0]):
            part[0] += by


def lengthen_or_shorten(certificate: Certificate, rng: Random) -> None:
    if path := chosen(certificate, rng, lambda part: isinstance(part, list) and len(part) > 0):
        part, here = at(certificate, path), rng.randrange(len(at(certificate, path)))
        match rng.randrange(4):
            case 0:
                del part[here]
            case 1:
                part.insert(rng.randrange(len(part)), copy.deepcopy(part[here]))
            case 2:
                part.reverse()
            case _:
                part.clear()


def take_from_another(certificate: Certificate, rng: Random) -> None:
    other = json.loads(certified(rng.choice(SPECS + BY_GROUPS)))
    keys = sorted(other.keys() - {"certificate", "version", "claim", "sha256"})
    for key in rng.sample(keys, rng.randint(1, len(keys))):
        certificate[key] = other[key]


def take_from_a_neighbour(certificate: Certificate, rng: Random) -> None:
    """The proof of the same game with a number of its settings changed, under this one's name."""
    game = load(certificate["spec"])
    others = [spec for spec in SPECS + BY_GROUPS if load(spec).name == game.name]
    other = json.loads(certified(rng.choice(others)))
    certificate |= {key: value for key, value in other.items() if key not in ("spec", "sha256")}


def cross_sides(certificate: Certificate, rng: Random) -> None:
    if "hold" in certificate:
        certificate["hold"] = {"1": certificate["hold"]["2"], "2": certificate["hold"]["1"]}
    elif "win" in certificate and certificate["win"] and certificate["delay"]:
        win, delay = certificate["win"], certificate["delay"]
        certificate["win"] = [{**_without(one, "lasts"), "within": one.get("lasts")} for one in delay]
        certificate["delay"] = [{**_without(one, "within"), "lasts": one.get("within")} for one in win]


def _without(entry: Certificate, name: str) -> Certificate:
    return {key: value for key, value in entry.items() if key != name}


CHANGES = (
    change_number,
    change_number,
    open_range,
    open_range,
    change_move,
    shift_plies,
    lengthen_or_shorten,
    take_from_another,
    take_from_a_neighbour,
    cross_sides,
)


def other_claim(certificate: Certificate, rng: Random) -> Certificate:
    claim, plies = rng.choice(CLAIMS), certificate["claim"]["plies"] or 0
    if rng.random() < 0.3:
        claim = {key: certificate["claim"][key] for key in ("value", "winner")}
    plies = (
        None if claim["winner"] is None else rng.choice((plies, plies + 1, plies + 2, plies - 2, 1, 2, None))
    )
    return {**claim, "plies": plies}


def forged(rng: Random) -> Certificate:
    certificate: Certificate = json.loads(certified(rng.choice(rng.choice((SPECS, BY_GROUPS)))))
    for change in rng.choices(CHANGES, k=rng.randint(0, 4)):
        change(certificate, rng)
    if rng.random() < 0.8:
        certificate["claim"] = other_claim(certificate, rng)
    return certificate


def judged(certificate: Certificate) -> str:
    """What became of a forgery."""
    try:
        verify(sealed(certificate))
    except (DoesNotHold, TooLong):
        return "refused"
    true = is_true(certificate["spec"], json.dumps(certificate["claim"]))
    return "accepted, and true" if true else "accepted, and false"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--certificates", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    for number in range(options.certificates):
        rng = Random(f"{options.seed} {number}")
        certificate = forged(rng)
        verdict = judged(certificate)
        counts[verdict] += 1
        counts["by " + str(certificate["proof"])] += 1
        if verdict == "accepted, and false":
            print(f"number {number}: {sealed(certificate)}")
    print(f"{options.certificates:,} forged certificates, seed {options.seed}:")
    for verdict in ("refused", "accepted, and true", "accepted, and false"):
        print(f"  {counts[verdict]:,} {verdict}")
    print("  " + ", ".join(f"{n:,} {name}" for name, n in sorted(counts.items()) if name.startswith("by ")))
    return 1 if counts["accepted, and false"] else 0


if __name__ == "__main__":
    sys.exit(main())
