"""Which games there are: those in `numduel.games`, and those that other packages bring along."""

import os
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from operator import index

from .errors import NumduelError, shown
from .game import Game, Variant
from .hints import TYPE_CHECKING, Any
from .packages import BrokenPackage, announced, load_announced
from .settings import Kind, SettingError
from .text import nearest, quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "numduel.games"
LONGEST_VALUE = 20_000  # characters of a setting: what is longer takes longer to read than anybody waits


class UnknownGame(SettingError):
    """No game has this name."""


class BrokenGame(BrokenPackage):
    """A game that another package announces, but that cannot be used."""


def games() -> Mapping[str, type[Game[Any, Any]]]:
    """Every game by its name; those of broken packages, which `broken_games` has, are left out.

    >>> import numduel
    >>> {"digit-stack", "operation-duel", "operation-stack"} < set(numduel.games())
    True
    >>> numduel.games()["digit-stack"].title
    'Digit Stack'
    """
    broken = broken_games()
    return {name: _game_class(name) for name in names() if name not in broken}


def broken_games() -> dict[str, BrokenGame]:
    """What is wrong with each game that a package announces, but that cannot be used, by its name.

    >>> broken_games()
    {}
    """
    found = {}
    for name in _foreign_entry_points():
        try:
            load(name)
        except BrokenGame as error:
            found[name] = error
    return found


def names() -> list[str]:
    """The name of every game, in alphabetical order; no game is loaded for it."""
    return sorted([*_own_modules(), *_foreign_entry_points()])


def names_with(words: str) -> list[str]:
    """The names of games that have these words, joined by hyphens, in them.

    >>> {"digit-stack", "top-stack-twelve"} < set(names_with("stack"))
    True
    """
    return [name for name in names() if words and f"-{words}-" in f"-{name}-"]


def load(spec: str, settings: Mapping[str, Any] | None = None) -> Game[Any, Any]:
    """The game that `spec` names, with its settings; `settings`, as values or as text, override those.

    A name without `=`, first and once, is a variant of the game; settings after it override it.

    >>> load("operation-duel:target=31", {"add": (1, 2), "multiply": "2/3"}).spec
    'operation-duel:target=31,add=1/2,multiply=2/3'
    >>> load("operation-dual")
    Traceback (most recent call last):
    ...
    numduel.core.registry.UnknownGame: there is no game 'operation-dual'; did you mean operation-duel?
    """
    name, colon, rest = spec.strip().partition(":")
    kind = _game_class(name.strip().lower())
    try:
        return make(kind, rest if colon else None, settings)
    except (KeyboardInterrupt, NumduelError):
        raise
    except BaseException as error:  # another package's class may fail in any way it likes
        if kind.name in _own_modules():
            raise
        raise BrokenGame(f"the game {kind.name} cannot be made: {shown(error)}") from error


def make(
    kind: type[Game[Any, Any]], text: str | None = None, settings: Mapping[str, Any] | None = None
) -> Game[Any, Any]:
    """The game of a class, registered or not, with what a spec has after its colon; None for no colon."""
    given: dict[str, Any] = {} if text is None else _read_variant_and_settings(kind, text)
    if settings:
        given.update({str(key).lower(): value for key, value in settings.items()})
    if not given:
        return kind()
    return kind(**{key: _read_value(kind, key, value) for key, value in given.items()})


def variant_of(game: Game[Any, Any]) -> Variant | None:
    """The variant whose settings a game has, if any.

    >>> variant_of(load("top-stack-twelve:limit=11,supply=2")).name
    'two-of-each'
    """
    return _variants(type(game)).get(game.spec)


@cache
def _variants(kind: type[Game[Any, Any]]) -> dict[str, Variant]:
    """The variants of a game by the spec that each stands for."""
    return {make(kind, variant.name).spec: variant for variant in kind.variants}


def short_spec(game: Game[Any, Any]) -> str:
    """The spec that a person would type: with the name of a variant, where the settings have one.

    >>> short_spec(load("top-stack-twelve:limit=11,supply=2")), short_spec(load("digit-stack:target=99"))
    ('top-stack-twelve:two-of-each', 'digit-stack:target=99')
    """
    variant = variant_of(game)
    return game.spec if variant is None else f"{game.name}:{variant.name}"


def full_title(game: Game[Any, Any]) -> str:
    """The title of a game for a screen, with its variant or the settings that are not the rulebook's.

    >>> full_title(load("top-stack-twelve:two-of-each")), full_title(load("digit-stack:target=99"))
    ('Top Stack Twelve: two of each', 'Digit Stack: target=99')
    """
    variant, values, shown = variant_of(game), game.settings, game.shown_settings
    changed = [f"{one.name}={shown[one.name]}" for one in game.schema() if values[one.name] != one.default]
    what = ",".join(changed) if variant is None else variant.title
    return f"{game.title}: {what}" if what else game.title


def read_settings(text: str) -> dict[str, str]:
    """Settings as a spec writes them, `name=value,name=value`, by name; SettingError if it is none."""
    given: dict[str, str] = {}
    for part in text.split(","):
        key, equals, value = (piece.strip().lower() for piece in part.partition("="))
        if not equals:
            raise SettingError(f"a setting is written name=value, not {quoted(part)}")
        if key in given:
            raise SettingError(f"{quoted(key)} is set twice")
        given[key] = value
    return given


def _read_variant_and_settings(kind: type[Game[Any, Any]], text: str) -> dict[str, str]:
    first, comma, rest = text.partition(",")
    if "=" in first or not kind.variants:
        return read_settings(text)
    variants = {variant.name: variant for variant in kind.variants}
    name = first.strip().lower()
    if name not in variants:
        known = _suggest(name, list(variants), "its variants are")
        raise SettingError(f"{kind.title} has no variant {quoted(name)}; {known}")
    again = [part for part in rest.split(",") if part.strip().lower() in variants]
    if again:
        raise SettingError(f"a variant is named first and once, so {quoted(again[0])} cannot follow")
    return read_settings(variants[name].settings) | (read_settings(rest) if comma else {})


def setting_kind(kind: type[Game[Any, Any]], name: str) -> Kind:
    """The kind of a game's setting; SettingError, with what may have been meant, if it has none so named."""
    if name not in kind.declared:
        known = _suggest(name, list(kind.declared), "its settings are")
        raise SettingError(f"{kind.title} has no setting {quoted(name)}; {known}")
    return kind.declared[name].kind


def _read_value(kind: type[Game[Any, Any]], name: str, given: Any) -> object:
    """The value of a setting that is given as text or as it is; numpy's whole numbers are as good as any."""
    setting, value = setting_kind(kind, name), _plain(given)
    if _is_too_long(value):
        raise SettingError(f"{name} may have at most {LONGEST_VALUE:,} digits")
    try:
        return setting.check(setting.read(value.strip().lower()) if isinstance(value, str) else value)
    except (ValueError, TypeError):
        instead = f", not {quoted(given)}" if isinstance(given, str) else ""
        raise SettingError(f"{name} must be {setting.allowed}{instead}") from None


def _plain(given: Any) -> Any:
    """A whole number of another package as Python's; whatever else was given, as it is."""
    try:
        return given if isinstance(given, bool) else index(given)
    except TypeError:
        return given


def _is_too_long(value: Any) -> bool:
    """Whether text, or a number written out, is longer than a setting may be."""
    if isinstance(value, int):
        return value.bit_length() > 3 * LONGEST_VALUE and abs(value) >= 10**LONGEST_VALUE
    return isinstance(value, str) and len(value) > LONGEST_VALUE


@cache
def _game_class(name: str) -> type[Game[Any, Any]]:
    own, foreign = _own_modules(), _foreign_entry_points()
    if name in own:
        return _only_game_in(own[name])
    if name in foreign:
        return _load_foreign(foreign[name])
    raise UnknownGame(f"there is no game {quoted(name)}; {_suggest_game(name)}")


@cache
def _own_modules() -> dict[str, str]:
    """Our games' names with their modules. A file is named like its game, so none need be imported."""
    files = (file for folder in import_module(GROUP).__path__ for file in os.listdir(folder))
    stems = (file.removesuffix(".py") for file in files if file.endswith(".py"))
    return {stem.replace("_", "-"): f"{GROUP}.{stem}" for stem in stems if not stem.startswith("_")}


def _only_game_in(module_name: str) -> type[Game[Any, Any]]:
    module = import_module(module_name)
    (found,) = (
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Game) and value.__module__ == module_name
    )
    return found


@cache
def _foreign_entry_points() -> "dict[str, EntryPoint]":
    """Games of other packages, by the names their entry points give them."""
    return announced(GROUP, "game", _own_modules())


def contain_guests() -> None:
    """Let no game of another package that is loaded from now on end this process."""
    global _contains_guests
    _contains_guests = True


_contains_guests = False


def _load_foreign(point: "EntryPoint") -> type[Game[Any, Any]]:
    found = load_announced(point, "game", BrokenGame)
    if not (isinstance(found, type) and issubclass(found, Game)) or found.name != point.name:
        raise BrokenGame(f"{point.value} is announced as the game {point.name}, but is no Game of that name")
    try:
        found()
    except SettingError as error:  # it refuses its own: whatever is told of it begins with those
        raise BrokenGame(f"the game {point.name} cannot be made: {error}") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # another package's class may fail in any way it likes
        raise BrokenGame(f"the game {point.name} cannot be made: {shown(error)}") from error
    if _contains_guests:
        from .contained import contain  # nobody else needs it

        contain(found)
    return found


def meant(spec: str) -> str | None:
    """The spec that a misspelt one was probably meant for; the game alone, where it has no such settings.

    >>> meant("operation-dual:targt=31"), meant("top-stack-twelve:two-of-eahc"), meant("chess")
    ('operation-duel:target=31', 'top-stack-twelve:two-of-each', None)
    """
    name, colon, rest = spec.strip().partition(":")
    near = _near_game(name.strip().lower())
    if near is None:
        return None
    try:
        corrected = f"{near}:{_corrected(_game_class(near), rest)}" if colon else near
        load(corrected)
    except NumduelError:
        return near
    return corrected


def _corrected(kind: type[Game[Any, Any]], text: str) -> str:
    """What follows the colon of a spec, with the names in it that were probably meant."""
    variants, settings = [each.name for each in kind.variants], [each.name for each in kind.schema()]
    parts = []
    for part in text.split(","):
        name, equals, value = part.partition("=")
        known = settings if equals else variants
        parts.append(f"{nearest(name.strip().lower(), known) or name}{equals}{value}")
    return ",".join(parts)


def _near_game(name: str) -> str | None:
    """The game whose name, or a word of it that no other has, is near or so begun."""
    begun = [known for known in names() if name and f"-{name}" in f"-{known}"]
    near = begun[0] if len(begun) == 1 else nearest(name, names())
    if near is None:
        words = {word for known in names() for word in known.split("-")}
        only = {word: found[0] for word in words if len(found := names_with(word)) == 1}
        near = only.get(nearest(name, only) or "")
    return near


def _suggest_game(name: str) -> str:
    """`did you mean …?` where a game is near, else the list of all."""
    near = _near_game(name)
    return f"did you mean {near}?" if near else f"the games are {', '.join(names())}"


def _suggest(name: str, known: list[str], otherwise: str) -> str:
    """`did you mean …?` where one known name is near, else the list of all."""
    near = nearest(name, known)
    return f"did you mean {near}?" if near else f"{otherwise} {', '.join(known) or 'none'}"
