"""What may be typed next on the command line, from the parsers, the games' schemas and the store."""

import argparse
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from ..core.errors import NumduelError
from ..core.registry import games, names
from ..core.settings import SettingSchema
from ..players import known_names
from .commands import COMMANDS
from .options import load_named
from .parser import Parser, command_parser, general_parser, split_command
from .storage import open_store
from .words import typed_spec

MOST_GAMES = 50  # of those that are kept


class Candidate(NamedTuple):
    """A word that may be typed, and what it means."""

    word: str
    about: str = ""


FILES = Candidate(":files")  # any file: shells know how to complete those


def complete(words: list[str]) -> list[Candidate]:
    """What may stand instead of the last word, after those before it; nothing where nobody knows."""
    *before, typed = words or [""]
    try:
        found = list(_complete(before, typed))
    except NumduelError:  # what is wrong is said when the command is run
        return []
    return [one for one in dict.fromkeys(found) if one is FILES or one.word.startswith(typed)]


def _complete(before: list[str], typed: str) -> Iterator[Candidate]:
    _, command, after = split_command(before)
    if command is None:
        yield from _options(general_parser()) if typed.startswith("-") else _commands()
    elif command in COMMANDS:
        parser = command_parser(command)
        action, value = _value_of_option(parser, after, typed)
        if action is not None:
            start = typed[: len(typed) - len(value)]
            for one in _values(action, after, value):
                yield one if one is FILES else Candidate(start + one.word, one.about)
        elif typed.startswith("-"):
            yield from _options(parser)
        else:
            action = _next_positional(parser, after)
            yield from _values(action, after, typed) if action else ()


def _commands() -> Iterator[Candidate]:
    yield from (Candidate(name, command.does) for name, command in COMMANDS.items())


def _options(parser: Parser) -> Iterator[Candidate]:
    for action in parser._actions:
        for option in action.option_strings:
            yield Candidate(option, action.help or "")


def _value_of_option(parser: Parser, after: list[str], typed: str) -> tuple[argparse.Action | None, str]:
    """The option whose value is being typed, and what there is of the value."""
    name, equals, value = typed.partition("=")
    if equals and name in parser._option_string_actions:
        return parser._option_string_actions[name], value
    last = parser._option_string_actions.get(after[-1]) if after else None
    return (last, typed) if last is not None and last.nargs != 0 else (None, typed)


def _next_positional(parser: Parser, after: list[str]) -> argparse.Action | None:
    """What the next word that is no option stands for."""
    given, skipped = 0, False
    for word in after:
        option = parser._option_string_actions.get(word)
        if not (skipped or word.startswith("-")):
            given += 1
        skipped = option is not None and option.nargs != 0
    takers = [action for action in parser._actions if not action.option_strings]
    if given < len(takers):
        return takers[given]
    return takers[-1] if takers and takers[-1].nargs in ("*", "+") else None


def _values(action: argparse.Action, after: list[str], typed: str) -> Iterator[Candidate]:
    """The values that an argument may have: its choices, or what its metavar stands for."""
    if action.choices is not None:
        yield from (Candidate(str(choice)) for choice in action.choices)
    elif isinstance(action.metavar, str):
        for kind in action.metavar.split("|"):
            if kind in KINDS:
                yield from KINDS[kind](after, typed)


def _games(after: list[str], typed: str) -> Iterator[Candidate]:
    yield from (Candidate(name, kind.summary) for name, kind in games().items())


def _specs(after: list[str], typed: str) -> Iterator[Candidate]:
    """Games; after a colon, their variants and settings."""
    name, colon, rest = typed.partition(":")
    if not colon:
        yield from _games(after, typed)
        begun = [known for known in names() if known.startswith(typed)]
        if len(begun) == 1:  # so that shells put no space where a colon may follow
            yield Candidate(f"{begun[0]}:", "with settings")
        return
    *done, last = rest.split(",")
    start = typed[: len(typed) - len(last)]
    game = load_named(name)
    if not done:
        yield from (Candidate(f"{start}{each.name}", each.about) for each in game.variants)
    used = {part.partition("=")[0] for part in done}
    for one in _settings(game.schema(), last):
        if one.word.partition("=")[0] not in used:
            yield Candidate(f"{start}{one.word}", one.about)


def _settings(schema: tuple[SettingSchema, ...], typed: str) -> Iterator[Candidate]:
    """Settings as `name=`; once that is typed, the values that can be listed."""
    name, equals, _ = typed.partition("=")
    for setting in schema:
        if not equals:
            yield Candidate(f"{setting.name}=", setting.about)
        elif setting.name == name:
            values = [*setting.choices, *(["none"] if setting.optional else [])]
            yield from (Candidate(f"{name}={value}") for value in values)


def _settings_of_spec(after: list[str], typed: str) -> Iterator[Candidate]:
    """Settings of the game that the words before name."""
    yield from _settings(_schema_of_spec(after), typed)


def _ranges_of_spec(after: list[str], typed: str) -> Iterator[Candidate]:
    """Settings that can vary over a range, of the game that the words before name."""
    whole = tuple(setting for setting in _schema_of_spec(after) if setting.kind == "whole")
    yield from _settings(whole, typed.partition("=")[0])


def _schema_of_spec(after: list[str]) -> tuple[SettingSchema, ...]:
    """The settings of the game that the words before name; none where they name none."""
    for word in after:
        if not word.startswith("-") and "=" not in word.partition(":")[0]:
            return load_named(word).schema()
    return ()


def _players(after: list[str], typed: str) -> Iterator[Candidate]:
    yield from map(Candidate, known_names())


def _kept_games(after: list[str], typed: str) -> Iterator[Candidate]:
    """The numbers of kept games, the newest first."""
    named = [word.removeprefix("--db=") for word in after if word.startswith("--db=")]
    named += [value for name, value in pairwise(after) if name == "--db"]
    for number, row in open_store(named[-1] if named else None).page(MOST_GAMES):
        if isinstance(row, Exception):
            continue
        yield Candidate(str(number), f"{typed_spec(row.spec)}, {row.player1} against {row.player2}")


def _wishes(after: list[str], typed: str) -> Iterator[Candidate]:
    """The measures that a wish may be about."""
    try:
        from ..design.columns import MEASURES
    except ModuleNotFoundError:  # what is missing is said when the command is run
        return
    start = typed[: typed.rfind(",") + 1]
    yield from (Candidate(f"{start}{column.name}", column.label) for column in MEASURES[1:-1])


def _files(after: list[str], typed: str) -> Iterator[Candidate]:
    yield FILES


def _commands_as_values(after: list[str], typed: str) -> Iterator[Candidate]:
    yield from _commands()


# By what help calls them.
KINDS: dict[str, Callable[[list[str], str], Iterator[Candidate]]] = {
    "COMMAND": _commands_as_values,
    "FILE": _files,
    "FILE.svg": _files,
    "GAME": _games,
    "ID": _kept_games,
    "NAME=A..B": _ranges_of_spec,
    "NAME=VALUE": _settings_of_spec,
    "PATTERN": _specs,
    "SPEC": _specs,
    "WHO": _players,
    "WISHES": _wishes,
}
