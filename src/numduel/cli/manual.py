"""The manual page, made from what the parsers know."""

import argparse
from collections.abc import Iterator

from .. import __version__
from .commands import COMMANDS
from .parser import DESCRIPTION, EXIT_CODES, SPEC, Parser, command_parser, general_parser


def manual() -> str:
    """The manual page, for `man` to show."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield from (f'.TH NUMDUEL 1 "" "numduel {__version__}" "User Commands"', ".SH NAME")
    yield from (f"numduel \\- {_text(DESCRIPTION[0].lower() + DESCRIPTION[1:].rstrip('.'))}", ".SH SYNOPSIS")
    yield from (".B numduel", r"[\-\-version] [\-\-plain] [\fICOMMAND\fR ...]", ".SH DESCRIPTION")
    yield from (_text(DESCRIPTION), "Without a command, a menu opens.", ".PP", _text(SPEC), ".SH OPTIONS")
    yield from _arguments(general_parser())
    yield ".SH COMMANDS"
    for name in COMMANDS:
        yield from _command(name)
    yield from _environment()
    yield ".SH EXIT STATUS"
    for code, meaning in EXIT_CODES.items():
        yield from (".TP", f".B {code}", _text(meaning))


def _command(name: str) -> Iterator[str]:
    parser = command_parser(name)
    yield f".SS numduel {name}"
    yield _text(parser.description or "")
    yield from _arguments(parser)
    yield from (".PP", "Examples:", ".RS", ".nf")
    yield from (_text(f"numduel {example}") for example in COMMANDS[name].examples)
    yield from (".fi", ".RE")


def _arguments(parser: Parser) -> Iterator[str]:
    """A paragraph for each thing that the command takes."""
    for action in parser._actions:
        if action.help != argparse.SUPPRESS:
            yield from (".TP", _heading(action), _text(action.help or ""))


def _heading(action: argparse.Action) -> str:
    named = ", ".join(rf"\fB{_text(option)}\fR" for option in action.option_strings)
    if action.nargs == 0:
        return named
    shown = action.metavar if isinstance(action.metavar, str) else "|".join(map(str, action.choices or ()))
    return f"{named} \\fI{_text(shown or action.dest)}\\fR".strip()


def _environment() -> Iterator[str]:
    yield ".SH ENVIRONMENT"
    for name, about in {
        "NUMDUEL_DB": "the file in which games are kept",
        "NUMDUEL_KEY": "the key with which it is sealed (empty: none)",
        "NUMDUEL_KEY_FILE": "the file that the key is in (else key in your settings)",
        "NO_COLOR": "no colours",
        "PAGER": "what shows long texts at a terminal (else less)",
    }.items():
        yield from (".TP", f".B {_text(name)}", about)


def _text(text: str) -> str:
    """Text in which nothing is taken for a request: signs that mean something to man are spelled out."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("…", "...")
    return rf"\&{text}" if text.startswith((".", "'")) else text
