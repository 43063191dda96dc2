"""The signs a record is written in: tags, move numbers, moves and comments, with their lines."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..core.errors import NumduelError

# Inside quotes and braces a backslash keeps the next character, or spells one out.
_ESCAPE = re.compile(r"\\(?:n|r|t|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|.)", re.DOTALL)
_SPELLED = {"n": "\n", "r": "\r", "t": "\t"}
# What has matched inside quotes and braces is never tried in another way (`*+`): megabytes of it without an
# end would be remembered for that.
_TOKEN = re.compile(
    r"""
    (?P<space>[ \t\r\n]+)
  | \[ [ \t]* (?P<name>[A-Za-z][A-Za-z0-9_-]*) [ \t]+ "(?P<value>[^"\\\r\n]*+(?:\\.[^"\\\r\n]*+)*+)" [ \t]* \]
  | \{ (?P<comment>[^}\\]*+(?:\\.[^}\\]*+)*+) \}
  | " (?P<quoted>[^"\\\r\n]*+(?:\\.[^"\\\r\n]*+)*+) "
  | (?P<number>[0-9]+\.)(?=[ \t\r\n]|$)
  | (?P<word>[^\s\[\]{}"]+)
    """,
    re.VERBOSE | re.DOTALL,
)
_PLAIN_MOVE = re.compile(r"[^\s\[\]{}\"\\\x00-\x1f\x7f]+")


class NotationError(NumduelError, ValueError):
    """Something that is no part of a record, with its line."""


class Token(NamedTuple):
    """One sign: a `tag` (with its name), a `number`, a `move` or a `comment`, and the line it is in."""

    kind: str
    text: str
    line: int
    name: str = ""


def tokens(text: str) -> Iterator[Token]:
    """The signs in `text`, one after another."""
    place, line = 0, 1
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise NotationError(f"line {line}: {text[place : place + 20]!a} is no part of a record")
        yield from _token(match, line)
        line += text.count("\n", place, match.end())
        place = match.end()


def _token(match: "re.Match[str]", line: int) -> Iterator[Token]:
    kind, text = match.lastgroup, match[0]
    if kind == "value":
        yield Token("tag", unquote(match["value"]), line, match["name"])
    elif kind == "comment":
        yield Token("comment", unquote(match["comment"]), line)
    elif kind == "quoted":
        yield Token("move", unquote(match["quoted"]), line)
    elif kind == "number":
        yield Token("number", text, line)
    elif kind == "word":
        yield Token("move", text, line)


def quote(text: str, around: str = '""') -> str:
    r"""`text` between two signs, with whatever would not survive there spelled out.

    >>> quote('say "hi"'), quote("a {note}", "{}")
    ('"say \\"hi\\""', '{a {note\\}}')
    """
    return around[0] + "".join(_spelled(char, around[1]) for char in text) + around[1]


def _spelled(char: str, last: str) -> str:
    if char in ("\\", last):
        return "\\" + char
    if char == "\n":
        return r"\n"
    if char.isprintable():
        return char
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def unquote(text: str) -> str:
    """What stood between the signs before it was quoted."""
    return _ESCAPE.sub(lambda match: _unescaped(match[0][1:]), text)


def _unescaped(code: str) -> str:
    if len(code) > 1:
        value = int(code[1:], 16)
        # Half a surrogate pair is no character, and can be kept nowhere.
        return chr(value) if value < 0xD800 or 0xDFFF < value < 0x110000 else "\ufffd"
    return _SPELLED.get(code, code)


def quote_move(text: str) -> str:
    """A move's text as it stands among moves: in quotes where it could be taken for something else."""
    plain = _PLAIN_MOVE.fullmatch(text) and not re.fullmatch(r"[0-9]+\.", text) and text.isprintable()
    return text if plain else quote(text)
