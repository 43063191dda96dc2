"""Text from anywhere, made safe to show, and what it may have been meant to say."""

from collections.abc import Iterable

from .errors import NumduelError


def visible(text: str, most: int = 200) -> str:
    r"""`text` with control characters spelled out and, where it is very long, cut.

    >>> visible("5\x1b"), visible("9" * 300, most=5)
    ('5\\x1b', '99999...')
    """
    shown = text if len(text) <= most else text[:most] + "..."
    if shown.isprintable():
        return shown
    return "".join(char if char.isprintable() else _spelled_out(char) for char in shown)


def _spelled_out(char: str) -> str:
    """An unprintable character as an escape; a byte that is no UTF-8 as that byte."""
    byte = ord(char) - 0xDC00
    return f"\\x{byte:02x}" if 0x80 <= byte <= 0xFF else ascii(char)[1:-1]


class NoText(NumduelError, ValueError):
    """Bytes are in another encoding than UTF-8; the message says where."""


def read_text(content: bytes) -> str:
    """Bytes as text; NoText, with the line, where they are in another encoding than UTF-8.

    >>> read_text("é".encode())
    'é'
    """
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        what = f"the byte {content[error.start]:02X} is no UTF-8"
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):  # as some editors mark it
        what = "this is UTF-16"
    raise NoText(f"line {line}: {what}")


def quoted(text: str) -> str:
    """`text` in quotes, shortened, with anything unprintable spelled out."""
    return ascii(text if len(text) <= 40 else text[:40] + "...")


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that a misspelt one was most likely meant for; None where none is near.

    >>> nearest("plya", ["play", "replay", "prove"]), nearest("chess", ["play"])
    ('play', None)
    """
    from difflib import get_close_matches  # only where something was misspelt

    return next(iter(get_close_matches(name[:60], list(known), n=1)), None)
