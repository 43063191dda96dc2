"""How a person starts this program, for commands that it shows or recommends."""

import os


def program() -> str:
    """The program as a person types it: `./numduel` in a clone, `numduel` where it is installed."""
    typed = os.environ.get("NUMDUEL_COMMAND") or "numduel"
    if typed in ("numduel", "./numduel"):
        return typed  # every command asks this: as a rule nothing is imported for it
    from shlex import quote

    return quote(typed)


def command_to(what: str, db: str | None = None) -> str:
    """The command that a person can type to do something, as this program was started."""
    if not db:
        return f"{program()} {what}"
    from shlex import quote

    # With "=", even a name that begins with a dash is taken for what it is.
    return f"{program()} {what} --db={quote(db)}"


def advice(label: str, command: str) -> list[str]:
    """A label and the command it is about: in one line where that fits, else the command below it, whole."""
    from .screen import fits

    return [f"{label}: {command}"] if fits(f"{label}: {command}") else [f"{label}:", f"  {command}"]
