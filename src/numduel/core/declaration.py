"""Checks of a game's class as soon as it is made: its names and its settings must be able to work."""

from collections.abc import Collection

from .errors import GameError
from .frozen import own_fields, replace
from .hints import Any
from .settings import Setting

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
_LETTERS_AND_DIGITS = _LETTERS | frozenset("0123456789")
MUST_SAY = {
    "name": 'its id, such as name = "digit-stack"',
    "title": 'what it is called, such as title = "Digit Stack"',
    "summary": "what it is about, in one line",
}


def declared_settings(kind: type, taken: Collection[str], inherited: Collection[str]) -> dict[str, Setting]:
    """The settings of a class body, without its bases; GameError where a field is no setting that works.

    `taken` are the names that Game itself uses, `inherited` the settings of the bases.
    """
    declared = {}
    for name in own_fields(kind):
        field, where = vars(kind).get(name), f"{kind.__name__}.{name}"
        if not isinstance(field, Setting):
            hint = "write setting(default, kind, about), or make it a ClassVar"
            raise GameError(f"{where} is a field but no setting: {hint}")
        if name in taken:
            raise GameError(f"{where} is a setting named like a part of Game: call it something else")
        if not is_setting_name(name):
            raise GameError(
                f"{where} is a setting that no spec could name: use lower-case letters, digits and _"
            )
        _check_default(where, field)
        declared[name] = replace(field, name=name)
    for name in inherited:
        if name in vars(kind) and name not in declared:
            raise GameError(f"{kind.__name__}.{name} hides the setting of that name")
    return declared


def check_words(kind: Any) -> None:
    """Raise GameError where a game does not say what it is called."""
    for word, meaning in MUST_SAY.items():
        said = getattr(kind, word, None)
        if not isinstance(said, str) or not said.strip() or not said.isprintable():
            raise GameError(f"{kind.__name__} must say in one line {meaning}")
    if not is_game_name(kind.name):
        raise GameError(
            f"{kind.__name__} has the name {kind.name[:40]!a}: use lower-case letters and digits, joined by -"
        )
    if type(kind.reading) is not int or kind.reading < 1:
        raise GameError(f"{kind.__name__}.reading must be a whole number of at least 1")
    names = [variant.name for variant in kind.variants]
    for name in names:
        if not is_variant_name(name):
            raise GameError(
                f"{kind.__name__} has the variant {name[:40]!a}: use lower-case letters, digits and -"
            )
        if names.count(name) > 1:
            raise GameError(f"{kind.__name__} has two variants called {name}")


# By letters: to compile expressions for them takes as long as to load a game.


def is_game_name(name: str) -> bool:
    """Whether a game may be called so in a spec.

    >>> [is_game_name(name) for name in ("digit-stack", "nim3", "-nim", "Nim", "")]
    [True, True, False, False, False]
    """
    return all(part and _LETTERS_AND_DIGITS.issuperset(part) for part in name.split("-"))


def is_setting_name(name: str) -> bool:
    """Whether a setting may be called so in a spec.

    >>> [is_setting_name(name) for name in ("max_stack", "a1", "_a", "1a", "é")]
    [True, True, False, False, False]
    """
    return name[:1] in _LETTERS and (_LETTERS_AND_DIGITS | {"_"}).issuperset(name)


def is_variant_name(name: str) -> bool:
    """Whether a variant may be called so in a spec.

    >>> [is_variant_name(name) for name in ("two-of-each", "99", "two of each", "")]
    [True, True, False, False]
    """
    return name != "" and (_LETTERS_AND_DIGITS | {"-"}).issuperset(name)


def is_abstract(kind: type) -> bool:
    """Whether a class leaves something of a game to its subclasses. Python itself knows only later."""
    left = {name for base in kind.__bases__ for name in getattr(base, "__abstractmethods__", ())}
    parts = [*vars(kind).values(), *(getattr(kind, name) for name in left)]
    return any(getattr(part, "__isabstractmethod__", False) for part in parts)


def _check_default(where: str, setting: Setting) -> None:
    default, kind = setting.default, setting.kind
    try:
        normal = kind.check(default)
        is_normal = normal == default and type(normal) is type(default)
    except (ValueError, TypeError):
        is_normal = False
    if not is_normal:
        raise GameError(
            f"{where} has the default {default!a:.60}, but must be {kind.allowed}, in its normal form"
        )
