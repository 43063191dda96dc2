"""A game in sentences: its rules, its settings and its errata, as people read them."""

from collections.abc import Sequence
from functools import lru_cache

from ..core.game import Game
from ..core.hints import TYPE_CHECKING, Any
from ..core.packages import BrokenPackage
from ..core.position import Position
from ..core.registry import full_title, load, short_spec
from ..core.settings import SettingError
from .invocation import advice, command_to
from .screen import width

if TYPE_CHECKING:
    from ..match.setup import Setup

JOINED = "\xa0"  # a space at which no line is broken
ALL_RULES = "Type rules for all of it."
NARROW = 60  # columns, below which what belongs together does not stand side by side


def paragraph(text: str, indent: str = "", hanging: str | None = None) -> list[str]:
    """`text` in lines of a readable width."""
    later = indent if hanging is None else hanging
    words, room = text.split(" "), width() - max(len(indent), len(later))
    if text.isprintable() and max(map(len, words)) <= room:
        return _folded(words, indent, later)
    from textwrap import wrap  # takes a while to import, and hardly any text needs it

    return wrap(text, width(), initial_indent=indent, subsequent_indent=later, break_on_hyphens=False)


def _folded(words: list[str], indent: str, hanging: str) -> list[str]:
    """Words in lines, none of which is too long for one; blanks where a line ends are left out."""
    lines, line = [], indent + words[0]
    for word in words[1:]:
        if len(line) + 1 + len(word) <= width():
            line = f"{line} {word}"
        elif word:  # else there were several blanks
            lines += [line.rstrip(" ")] if line.strip(" ") else []
            line = (hanging if lines else indent) + word
    return [*lines, line.rstrip(" ")] if line.strip(" ") else lines


def heading(*parts: str) -> list[str]:
    """What something is, in a line or more; settings are parted so that no line ends within one.

    >>> heading("Puzzle abc", "Operation Duel: target=31,start=2")
    ['Puzzle abc · Operation Duel: target=31, start=2']
    """
    return paragraph(" · ".join(part.replace(",", ", ") for part in parts if part))


def moves_so_far(moves: Sequence[str]) -> list[str]:
    """The moves that were made, each in one line with its number; nothing where there are none."""
    made = ", ".join(f"{number}.{JOINED}{move}" for number, move in enumerate(moves, 1))
    return [line.replace(JOINED, " ") for line in paragraph(f"Moves so far: {made}")] if made else []


def rules_in_words(game: Game[Any, Any]) -> list[str]:
    """The rules under the game's settings, and the settings themselves."""
    lines = [full_title(game), ""]
    for text in game.voice().rules():
        lines += [*paragraph(text), ""]
    return lines + settings_in_words(game)


def about_game(game: Game[Any, Any]) -> list[str]:
    """All that someone reads who has yet to begin: rules, settings, and the variants there are."""
    return rules_in_words(game) + variants_in_words(type(game))


def settings_in_words(game: Game[Any, Any]) -> list[str]:
    """Each setting with its value, what it means, and what else it may be."""
    lines = ["Settings:"] if game.schema() else []
    shown = game.shown_settings
    longest = max(map(len, shown), default=0)
    for setting in game.schema():
        text = f"  {setting.name:{longest}}  {shown[setting.name]}: {setting.about} ({setting.allowed})"
        lines += paragraph(text, hanging=" " * (longest + 4))
    return lines


def variants_in_words(*chosen: type[Game[Any, Any]]) -> list[str]:
    """The variants of games, each by what is typed for it and with its line; nothing where there are none."""
    named = {f"{kind.name}:{variant.name}": variant.about for kind in chosen for variant in kind.variants}
    longest = max(map(len, named), default=0)
    lines = ["", "Variants:"] if named else []
    for spec, about in named.items():
        if width() >= NARROW:
            lines += paragraph(f"  {spec:{longest}}  {about}", hanging=" " * (longest + 4))
        else:
            lines += [f"  {spec}", *paragraph(about, "    ")]
    return lines


@lru_cache(maxsize=16)
def typed_spec(spec: str) -> str:
    """A spec as a person types it, with the name of a variant; as it is where the game is not installed."""
    try:
        return short_spec(load(spec))
    except (BrokenPackage, SettingError):
        return spec


def day(date: str) -> str:
    """The day of a date as records have it; of any other text all.

    >>> day("2026-11-16T09:30:00Z"), day("last winter")
    ('2026-11-16', 'last winter')
    """
    return date[:10] if date[10:11] == "T" else date


def moves_in_words(position: Position[Any, Any]) -> str:
    """The legal moves in one sentence."""
    return f"You can play {', '.join(map(position.game.write, position.moves))}."


def errata_in_words(game: Game[Any, Any]) -> list[str]:
    """Where the game's rulebook is at odds with itself or with the facts, and what we do."""
    lines = [game.title]
    for number, erratum in enumerate(game.errata, 1):
        lines += ["", *paragraph(f"{number}. {erratum.place}", hanging="   ")]
        lines += paragraph(f"The rulebook: {erratum.says}", "   ")
        lines += paragraph(f"Here: {erratum.ruling}", "   ")
        if erratum.setting is not None:
            lines += paragraph(f"To have it otherwise: {game.name}:{erratum.setting}", "   ")
    return lines if game.errata else [game.title, "", "No errata are known."]


def introduction(setup: "Setup") -> list[str]:
    """What a person is told before a game: its aim, and what there is to say of it; then an empty line."""
    game = setup.game
    aim = [] if setup.only_computers else paragraph(f"{full_title(game)}. {game.voice().aim()} {ALL_RULES}")
    return [*aim, *([""] if aim else []), *remark_in_words(game)]


def remark_in_words(game: Game[Any, Any]) -> list[str]:
    """What there is to say before the game begins, with an empty line after it; often nothing."""
    from ..analysis.remarks import remark

    said = remark(game)
    if said is None:
        return []
    try_instead = advice("Worth trying", command_to(f"play {said.instead}")) if said.instead else []
    return [said.sentence, *try_instead, ""]
