"""`numduel replay`: step through a game, or see all of it at once."""

import argparse

from ...core.registry import short_spec
from ...core.text import visible
from ...match.record import Record
from ...match.round import Ending
from ..console import Console, EndOfInput
from ..narration import with_names
from ..storage import add_store_options
from ..stored_games import find_records
from ..words import day

KEYS = "Enter, f or right forward; b or left back; s start; e end; q quit"
FORWARD, BACK = ("\n", "f", "right", "down"), ("b", "left", "up")
START, END = ("s", "home"), ("e", "end")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    taken = "a game that is kept, or a file with games (else the last game)"
    parser.add_argument("game", nargs="?", metavar="ID|FILE", help=taken)
    add_store_options(parser)


def run(console: Console, options: argparse.Namespace) -> int:
    """Show the game; the exit code."""
    for number, record in enumerate(find_records(options.game, options.db, options.plain)):
        lines = [heading(record), *moves_in_lines(record), ending(record)]
        if console.interactive:
            step_through(console, lines)
        else:
            console.say(*([""] if number else []), *lines)
    return 0


def heading(record: Record) -> str:
    """The first line: which game, and who played."""
    names = [name or f"Player {number}" for number, name in enumerate(record.players, 1)]
    date = f", {day(record.date)}" if record.date else ""
    return visible(f"{short_spec(record.game)}: {names[0]} against {names[1]}{date}", most=1000)


def moves_in_lines(record: Record) -> list[str]:
    """Each move with what it led to."""
    notes: dict[int, str] = {}
    for after, comment in record.comments:
        notes[after] = f"{notes.get(after, '')} {{{visible(comment, most=1000)}}}"
    start, *later = (record.game.show(position.state) for position in record.positions())
    lines = [f"{start}{notes.get(0, '')}"]
    for number, (text, shown) in enumerate(zip(record.moves, later, strict=True), 1):
        who = with_names(f"Player {2 - number % 2}", record.players)
        lines.append(f"{number}. {who}: {text}{notes.get(number, '')}. {shown}")
    return lines


def ending(record: Record) -> str:
    """The last line: how it ended."""
    if record.result is None:
        return "Unfinished."
    winner, reason = record.result.winner, visible(record.result.attempt or record.result.reason)
    said_alone = record.result.ending in (Ending.RESIGNATION, Ending.AGREEMENT)
    by = f" ({reason})" if said_alone else f" ({record.result.ending.value}: {reason})"
    return f"A draw{by}." if winner is None else with_names(f"Player {winner} wins{by}.", record.players)


def step_through(console: Console, lines: list[str]) -> None:
    """Let a person go forward, back, to either end, or leave, a key each."""
    console.say(lines[0], f"Keys: {KEYS}", "", lines[1])
    at = 1
    while True:
        try:
            key = console.key().lower()
        except EndOfInput:
            return
        if key == "q":
            return
        if key in FORWARD and at < len(lines) - 1:
            at += 1
            console.say(lines[at])
        elif key in (*BACK, *START) and at > 1:
            at = 1 if key in START else at - 1
            console.say(f"back: {lines[at]}")
        elif key in END:
            console.say(*lines[at + 1 :])
            at = len(lines) - 1
