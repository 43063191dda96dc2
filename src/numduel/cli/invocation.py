"""How a person starts this program, for commands that it shows or recommends."""

import os


def program() -> str:
    """The program as a person types it: `./numduel` in a clone, `numduel` where it is installed."""
    name = os.environ.get("NUMDUEL_COMMAND") or "numduel"
    if name in ("numduel", "./numduel"):
        return name  # every command asks this: as a rule nothing is imported for it
    return typed(name)


def typed(word: str) -> str:
    r"""A word as a person types it into a shell; what cannot be shown is spelled out, as shells read it.

    >>> print(typed("games.db"), typed("my games.db"), typed("a\x1b.db"))
    games.db 'my games.db' $'a\x1b.db'
    """
    from shlex import quote

    if word.isprintable():
        return quote(word)
    return f"$'{''.join(map(_spelled_out, word))}'"


def _spelled_out(char: str) -> str:
    if char in "'\\":
        return f"\\{char}"
    return char if char.isprintable() else "".join(f"\\x{byte:02x}" for byte in os.fsencode(char))


def command_to(what: str, db: str | None = None) -> str:
    """The command that a person can type to do something, as this program was started."""
    if not db:
        return f"{program()} {what}"
    # With "=", even a name that begins with a dash is taken for what it is.
    return f"{program()} {what} --db={typed(db)}"


def advice(label: str, command: str) -> list[str]:
    """A label and the command it is about: in one line where that fits, else the command below it, whole."""
    from .screen import fits

    return [f"{label}: {command}"] if fits(f"{label}: {command}") else [f"{label}:", f"  {command}"]
