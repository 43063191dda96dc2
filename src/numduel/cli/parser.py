"""The words of the command line: what stands before a command, and what each command takes."""

import argparse
from collections.abc import Iterator, Sequence

from ..core.errors import NumduelError
from ..core.hints import Any, NoReturn
from ..core.text import nearest, quoted
from .commands import COMMANDS, command_module
from .console import UsageError
from .invocation import program
from .screen import width

DESCRIPTION = "Number games for two players, played as their rulebooks say."
SPEC = "SPEC is a game, with a variant or settings if you like: operation-duel:target=31"
EXIT_CODES = {
    0: "done",
    1: "failed",
    2: "wrong usage",
    3: "not a legal game, move or record",
    4: "a check did not hold",
    130: "interrupted",
}
# Beside those that a command shows of itself: from a first game to what one would like to know of it.
EXAMPLES = ("", "play operation-duel --p2 level:3", "review", "explain operation-duel", "help play")


class HelpAsked(NumduelError):
    """Somebody wants to read the help, which is the message."""


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence, without the usage lines."""

    def __init__(self, prog: str, description: str, epilog: str) -> None:
        super().__init__(
            prog, description=description, epilog=epilog, allow_abbrev=False, formatter_class=_Help
        )

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """The options that these arguments give; UsageError, with what may have been meant, if none."""
        options, unknown = self.parse_known_args(list(arguments))
        if unknown:
            self._refuse(unknown)
        return options

    def _refuse(self, unknown: list[str]) -> NoReturn:
        name = unknown[0].partition("=")[0]
        near = nearest(name, self._option_string_actions) if name.startswith("-") else None
        if near is not None:
            raise UsageError(f"there is no option {quoted(name)}; did you mean {near}?")
        self.error(f"unrecognized arguments: {' '.join(unknown)}")

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        # Python 3.11 drops `--` also where it is an option's value, and would give an empty list for it.
        if action.option_strings and action.nargs is None and arg_strings == ["--"]:
            raise argparse.ArgumentError(action, "expected one argument")
        return super()._get_values(action, arg_strings)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message:.200} (see: {self.prog} --help)")

    def print_help(self, file: object = None) -> NoReturn:
        raise HelpAsked(self.format_help().rstrip())


def general_parser() -> Parser:
    """The parser of what stands before a command; its help is about the whole program."""
    parser = Parser(program(), DESCRIPTION, "\n".join(_about_everything()))
    parser.usage = "%(prog)s [--help] [--version] [--plain] [COMMAND ...]"
    parser.add_argument("--version", action="store_true", help="show the version")
    _add_plain(parser)
    return parser


def command_parser(name: str) -> Parser:
    """The parser of what stands after a command."""
    command = COMMANDS[name]
    does = command.does
    epilog = [*_listed_examples(command.examples), "", *_exit_codes()]
    parser = Parser(f"{program()} {name}", f"{does[0].upper()}{does[1:]}.", "\n".join(epilog))
    command_module(name).add_options(parser)
    _add_plain(parser)
    return parser


def _add_plain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plain", action="store_true", help="no tables, no remarks: the bare text")


def split_command(arguments: Sequence[str]) -> tuple[list[str], str | None, list[str]]:
    """What stands before the command, the command if there is one, and what stands after it."""
    for number, word in enumerate(arguments):
        if not word.startswith("-"):
            return list(arguments[:number]), word, list(arguments[number + 1 :])
    return list(arguments), None, []


def check_command(name: str) -> None:
    """Raise UsageError, with what may have been meant, where there is no such command."""
    if name not in COMMANDS:
        raise UsageError(f"there is no command {quoted(name)}; {_suggest(name)}")


def _suggest(name: str) -> str:
    """What may have been meant: a game to play, or a command; else all commands."""
    from ..core.registry import names, names_with  # only where something was mistyped

    typed = name.partition(":")[0].lower()
    game = names_with(typed) or [near for near in [nearest(typed, names())] if near]
    near = f"play {game[0]}" if len(game) == 1 else nearest(typed, COMMANDS)
    return f"did you mean {near}?" if near else f"the commands are {', '.join(COMMANDS)}"


def _about_everything() -> Iterator[str]:
    """What help says after the options: the commands, what a spec is, examples and exit codes."""
    longest = max(map(len, COMMANDS))
    yield "commands:"
    yield from (f"  {name:{longest}}  {command.does}" for name, command in COMMANDS.items())
    yield from ("", SPEC, "")
    yield from _listed_examples(EXAMPLES)
    yield ""
    yield from _exit_codes()


def _listed_examples(examples: Sequence[str]) -> Iterator[str]:
    yield "examples:"
    yield from (f"  {program()} {example}".rstrip() for example in examples)


def _exit_codes() -> Iterator[str]:
    yield "exit codes:"
    yield from (f"  {code:<3}  {meaning}" for code, meaning in EXIT_CODES.items())


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help in lines that fit the screen, with what follows the options as it was written."""

    def __init__(self, prog: str, **options: Any) -> None:
        # To be told the width spares argparse a look at the terminal, and with it an import that takes long.
        super().__init__(prog, width=width())
