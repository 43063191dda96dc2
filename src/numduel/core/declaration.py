"""Checks of a game's class as soon as it is made: its names and its settings must be able to work."""

import dataclasses
import re
from collections.abc import Collection
from typing import Any, ClassVar, get_origin

from .errors import GameError
from .settings import Kind

GAME_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SETTING_NAME = re.compile(r"[a-z][a-z0-9_]*")
VARIANT_NAME = re.compile(r"[a-z0-9-]+")
MUST_SAY = {
    "name": 'its id, such as name = "digit-stack"',
    "title": 'what it is called, such as title = "Digit Stack"',
    "summary": "what it is about, in one line",
}


def declared_settings(kind: type) -> list[str]:
    """The names that a class body, without its bases, annotates as fields."""
    return [name for name, hint in kind.__annotations__.items() if not _is_class_variable(hint)]


def check_settings(kind: type, taken: Collection[str], inherited: Collection[str]) -> None:
    """Raise GameError where a field of the class body is no setting that works.

    `taken` are the names that Game itself uses, `inherited` the settings of the bases.
    """
    for name in declared_settings(kind):
        field, where = vars(kind).get(name), f"{kind.__name__}.{name}"
        if not isinstance(field, dataclasses.Field) or "kind" not in field.metadata:
            hint = "write setting(default, kind, about), or make it a ClassVar"
            raise GameError(f"{where} is a field but no setting: {hint}")
        if name in taken:
            raise GameError(f"{where} is a setting named like a part of Game: call it something else")
        if not SETTING_NAME.fullmatch(name):
            raise GameError(
                f"{where} is a setting that no spec could name: use lower-case letters, digits and _"
            )
        _check_default(where, field.metadata["kind"], field.default)
    for name in inherited:
        if name in vars(kind) and not isinstance(vars(kind)[name], dataclasses.Field):
            raise GameError(f"{kind.__name__}.{name} hides the setting of that name")


def check_words(kind: Any) -> None:
    """Raise GameError where a game does not say what it is called."""
    for word, meaning in MUST_SAY.items():
        said = getattr(kind, word, None)
        if not isinstance(said, str) or not said.strip() or not said.isprintable():
            raise GameError(f"{kind.__name__} must say in one line {meaning}")
    if not GAME_NAME.fullmatch(kind.name):
        raise GameError(
            f"{kind.__name__} has the name {kind.name[:40]!a}: use lower-case letters and digits, joined by -"
        )
    if type(kind.reading) is not int or kind.reading < 1:
        raise GameError(f"{kind.__name__}.reading must be a whole number of at least 1")
    names = [variant.name for variant in kind.variants]
    for name in names:
        if not VARIANT_NAME.fullmatch(name):
            raise GameError(
                f"{kind.__name__} has the variant {name[:40]!a}: use lower-case letters, digits and -"
            )
        if names.count(name) > 1:
            raise GameError(f"{kind.__name__} has two variants called {name}")


def is_abstract(kind: type) -> bool:
    """Whether a class leaves something of a game to its subclasses. Python itself knows only later."""
    return any(getattr(getattr(kind, name, None), "__isabstractmethod__", False) for name in dir(kind))


def _check_default(where: str, kind: Kind, default: Any) -> None:
    try:
        normal = kind.check(default)
    except (ValueError, TypeError):
        normal = dataclasses.MISSING
    if normal is dataclasses.MISSING or normal != default or type(normal) is not type(default):
        raise GameError(
            f"{where} has the default {default!a:.60}, but must be {kind.allowed}, in its normal form"
        )


def _is_class_variable(hint: object) -> bool:
    if isinstance(hint, str):  # where annotations are not evaluated
        return re.match(r"(\w+\.)?ClassVar\b", hint) is not None
    return hint is ClassVar or get_origin(hint) is ClassVar
