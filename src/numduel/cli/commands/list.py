"""`numduel list`: the games there are."""

import argparse
from typing import Any

from ...core.game import Game
from ...core.registry import games, make
from ..console import Console
from ..table import table


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(console: Console, options: argparse.Namespace) -> int:
    """List the games; the exit code."""
    if options.json:
        console.say_json([as_json(kind) for kind in games().values()])
        return 0
    rows = [[name, kind.title, kind.summary] for name, kind in games().items()]
    console.say(*table(["game", "title", "in a line"], rows, plain=options.plain))
    return 0


def as_json(kind: type[Game[Any, Any]]) -> dict[str, object]:
    """A game with its settings and variants, for scripts."""
    return {
        "game": kind.name,
        "title": kind.title,
        "summary": kind.summary,
        "settings": [setting.as_json() for setting in kind.schema()],
        "variants": [
            {"name": variant.name, "spec": make(kind, variant.name).spec, "about": variant.about}
            for variant in kind.variants
        ],
    }
