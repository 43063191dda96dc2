"""`numduel design`: settings of a game that are worth playing, or like what is wished for."""

import argparse
from typing import TYPE_CHECKING

from ...core.errors import ArgumentError
from ...core.integers import count
from ...core.registry import setting_kind
from ...core.settings import SettingError
from ..console import Console, Failed, UsageError, complain
from ..designs import in_lines
from ..interrupts import INTERRUPTED, heard
from ..laboratory import needed
from ..options import named_pattern, whole
from ..progress import sweeping
from .measure import read_weights

if TYPE_CHECKING:
    from ...design.grid import Grid
    from ...design.search import Search
    from ...design.wishes import Wish

SHOWN = 10


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "game", metavar="GAME|PATTERN", help="a game; settings that are named, as in sweep, stay so"
    )
    parser.add_argument("--like", metavar="WISHES", help="such as 'plies=10..20,player1<0.55,decisions>0.4'")
    parser.add_argument("--seed", type=whole(0), default=0, metavar="N", help="search another way")
    parser.add_argument("--tries", type=whole(1), metavar="N", help="measure at most N settings (else 500)")
    parser.add_argument(
        "--limit", type=whole(1), metavar="N", help="explore at most N positions a setting (else 5,000)"
    )
    parser.add_argument("--weights", type=read_weights, default={}, metavar="PART=N,…", help="as for measure")
    parser.add_argument("--name", default="new", metavar="NAME", help="what to call the best as a variant")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(console: Console, options: argparse.Namespace) -> int:
    """Search, and show the best; the exit code."""
    with needed("designing"):
        search = _search(options)
        code = _run(search, options)
        if search.ranked or not code:
            _show(console, options, search)
        return code


def _run(search: "Search", options: argparse.Namespace) -> int:
    """Search as far as nobody interrupts it; the exit code."""
    try:
        with sweeping(options.plain, "designing") as report:
            search.run(report)
    except KeyboardInterrupt:
        heard()
        complain(f"interrupted after {count(search.measured, 'setting')}; this is what was found until then")
        return INTERRUPTED
    return 0


def _search(options: argparse.Namespace) -> "Search":
    """The search that is asked for; UsageError where it cannot be made."""
    from ...design.measures import check_weights
    from ...design.search import DEFAULT_LIMIT, DEFAULT_TRIES, Search
    from ...design.space import Space
    from ...design.variant_line import check_name

    grid = _grid(options.game)
    try:
        check_name(options.name, grid.game)
        check_weights(options.weights)
    except ArgumentError as error:
        raise UsageError(str(error)) from None
    return Search(
        Space(grid),
        _wishes(options.like, grid),
        seed=options.seed,
        tries=options.tries or DEFAULT_TRIES,
        limit=options.limit or DEFAULT_LIMIT,
        weights=options.weights,
    )


def _grid(text: str) -> "Grid":
    """The game, and what its settings are to be; UsageError where there is nothing to search."""
    from ...design.grid import read_pattern

    grid = read_pattern(named_pattern(text))
    if not grid.game.schema():
        raise UsageError(f"{grid.game.title} has no settings, so that there is nothing to design")
    return grid


def _wishes(text: str | None, grid: "Grid") -> "tuple[Wish, ...]":
    from ...design.wishes import WORTH_PLAYING, UnknownMeasure, WishError, read_wishes

    try:
        return read_wishes(WORTH_PLAYING if text is None else text)
    except UnknownMeasure as error:
        if _is_setting(error.name, grid):
            hint = f"name it after the game: {grid.game.name}:{error.name}=…"
            raise UsageError(f"{error.name} is a setting, and no measure to wish for; {hint}") from None
        raise UsageError(str(error)) from None
    except WishError as error:
        raise UsageError(str(error)) from None


def _is_setting(name: str, grid: "Grid") -> bool:
    try:
        setting_kind(grid.game, name)
    except SettingError:
        return False
    return True


def _show(console: Console, options: argparse.Namespace, search: "Search") -> None:
    """Show the best that was found; Failed if there is none."""
    from ...design.finding import findings

    found = findings(search, SHOWN, options.name, options.seed)
    if not found:
        raise Failed(_why_nothing(search))
    if options.json:
        console.say_json(
            {
                "game": search.space.game.name,
                "wishes": [wish.text for wish in search.wishes],
                "seed": options.seed,
                "measured": search.measured,
                "found": [one.as_json() for one in found],
            }
        )
        return
    for line in in_lines(search, found, options.plain):
        console.say(line)
    console.say_to_copy(*found[0].variant.splitlines())


def _why_nothing(search: "Search") -> str:
    if not search.measured:
        return "no settings that were tried go together"
    tried = count(search.measured, "setting")
    advice = " (see --limit)" if search.beyond_limit else ""
    return f"none of the {tried} that were tried could be measured: {search.note}{advice}"
