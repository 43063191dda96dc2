"""How soon every page of the web says that it cannot, on the settings of `refusals.py`; pages of puzzles too.

    .venv/bin/python benchmarks/refusal_pages.py          # every page for every setting: ten minutes
    .venv/bin/python benchmarks/refusal_pages.py --page analysis --only digit-stack --all

Everything is asked of `numduel web` in processes of its own. What a page took is the processor time of the
server and of the processes that solve for it, those that have ended included. A first run compiles, so the
second one counts.
"""

import argparse
import http.client
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlencode

from refusals import MEBIBYTES, SECONDS, SETTINGS
from timing import print_table
from web_load import Server

import numduel
from numduel.core.errors import NumduelError
from numduel.learn.catalogue import by_name

PATIENCE = 60.0  # seconds until a page must be there
EVERY = 40  # of the puzzles in the catalogue, one in so many is asked for


@dataclass(frozen=True)
class Page:
    """What is asked for: an address, and a form where one is sent."""

    address: str
    form: dict[str, str] | None = None


def pages_of(setting: str) -> dict[str, Page]:
    """Every page that takes a setting; a game that its rules do not allow has them too."""
    spec, (move, record) = quote(setting, safe=""), _begun(setting)
    return {
        "analysis": Page(f"/analysis/{spec}"),
        "analysis after a move": Page(f"/analysis/{spec}?{urlencode({'moves': move})}"),
        "frame": Page(f"/embed/{spec}"),
        "picture": Page(f"/picture/{spec}"),
        "verdict": Page(f"/api/verdict?{urlencode({'spec': setting})}"),
        "lesson": Page(f"/learn/{spec}"),
        "setting up": Page(f"/play/{spec}"),
        "review": Page("/review", {"text": record}),
        "puzzles of it": Page(f"/puzzles?{urlencode({'game': setting})}"),
        "next puzzle of it": Page(f"/puzzles/next?{urlencode({'game': setting})}"),
        "puzzle named so": Page(f"/puzzle/{spec}"),
    }


def _begun(setting: str) -> tuple[str, str]:
    """The first move of a game, and a record in which it was made."""
    move = ""
    with suppress(NumduelError):
        game = numduel.load(setting)
        move = game.write(game.moves(game.initial())[0]) if game.moves(game.initial()) else ""
    return move, f'[spec "{setting}"]\n\n1. {move}\n'


def pages_of_puzzles() -> Iterator[tuple[str, str, Page]]:
    """Pages of one puzzle in so many: itself, in a frame, and its solution, which is worked out."""
    for number, puzzle in enumerate(by_name().values()):
        if number % EVERY == 0:
            yield "puzzle", puzzle.spec, Page(f"/puzzle/{puzzle.id}")
            yield "puzzle in a frame", puzzle.spec, Page(f"/embed/puzzle/{puzzle.id}")
            yield (
                "solution",
                puzzle.spec,
                Page(f"/puzzle/{puzzle.id}", {"do": "solution", "ply": str(len(puzzle.moves))}),
            )


class Measured(Server):
    """A server, and what its processes have taken together."""

    def ask(self, page: Page) -> int:
        """The status of the answer; 0 if there is none in time."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        body = None if page.form is None else urlencode(page.form)
        kind = {} if body is None else {"content-type": "application/x-www-form-urlencoded"}
        try:
            connection.request("GET" if body is None else "POST", page.address, body, kind)
            answer = connection.getresponse()
            answer.read()
            return answer.status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            connection.close()

    def taken(self) -> tuple[float, float]:
        """Seconds of a processor so far, of all processes; and the most MiB that one of them has now."""
        ticks, most = 0, 0
        for process in self._family():
            with suppress(OSError):  # it may end meanwhile
                fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
                ticks += sum(map(int, fields[11:15]))  # its own, and of those that it has waited for
                most = max(most, int(fields[21]))
        return ticks / os.sysconf("SC_CLK_TCK"), most * os.sysconf("SC_PAGE_SIZE") / 2**20

    def _family(self) -> list[int]:
        """The server, and every process below it."""
        parents: dict[int, list[int]] = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                parents.setdefault(parent, []).append(int(folder.name))
        family = [self.process.pid]
        for process in family:  # which grows meanwhile
            family += parents.get(process, [])
        return family


def measure(server: Measured, wanted: list[tuple[str, str, Page]], show_all: bool) -> list[list[str]]:
    """Ask for every page; the rows of those that were late or did not come."""
    rows = []
    for name, setting, page in wanted:
        before, _ = server.taken()
        status = server.ask(page)
        after, mebibytes = server.taken()
        late = after - before > SECONDS or mebibytes > MEBIBYTES or status in (0, 500)
        row = [f"{name} {setting}"[:90], f"{after - before:.2f}", f"{mebibytes:.0f}", str(status)]
        rows += [row] * late
        if late or show_all:
            print(*row, sep=" | ", file=sys.stderr, flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--page", action="append", metavar="NAME", help="only this; may be repeated")
    parser.add_argument("--only", default="", metavar="TEXT", help="only settings with this in them")
    parser.add_argument("--all", action="store_true", help="show every page, also those that are in order")
    options = parser.parse_args()
    wanted = [(name, setting, page) for setting in SETTINGS for name, page in pages_of(setting).items()]
    wanted = [each for each in [*wanted, *pages_of_puzzles()] if options.only in each[1]]
    wanted = [each for each in wanted if not options.page or each[0] in options.page]
    with tempfile.TemporaryDirectory() as folder:
        server = Measured(Path(folder, "games.db"))
        try:
            rows = measure(server, wanted, options.all)
        finally:
            server.stop()
    print(f"{len(wanted)} pages, of which {len(rows)} took more than {SECONDS:g} s of a processor")
    print(f"or {MEBIBYTES} MiB, or were not there (goal: none).\n")
    if rows:
        print_table(["page", "seconds", "MiB", "status"], rows)


if __name__ == "__main__":
    main()
