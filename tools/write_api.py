"""Write docs/api.md from the docstrings of what is public.

.venv/bin/python tools/write_api.py
"""

import inspect
import re
import textwrap
import types
from collections.abc import Iterator
from enum import Enum
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Union, get_args, get_origin

from numduel.match.computers import Players
from numduel.match.events import Command
from numduel.match.words import Understood

PAGE = Path(__file__).resolve().parent.parent / "docs" / "api.md"
INTRODUCTION = """\
# The public API

What programs may rely on, made from the docstrings by `tools/write_api.py`. Names come from `numduel` itself
unless a module is given, and nothing is loaded before it is used. The [tutorial](tutorial.md) shows most of
this at work, and [architecture.md](architecture.md) says where everything else lives.
"""
WIDTH = 110
ALIASES = {Command: "Command", Players: "Players", Understood: "Understood"}  # hints that have a name


class Part(NamedTuple):
    """A part of the page: what stands above it, and its names, after the module that they come from."""

    title: str
    words: str
    names: str
    brief: bool = False  # a line for each, without methods


PARTS = (
    Part(
        "Games and positions",
        "A game is a small frozen object with pure rules, named by a *spec*; a position checks moves.",
        "numduel: load games Position Game Outcome Side Fault Variant Erratum Idea Voice",
    ),
    Part(
        "Boards",
        "What a screen shows of a game: `game.board()` gives parts and choices, with no pixel, colour or "
        "image. Every part says itself in words.",
        "numduel.core.board: Board Number Text Row Track Grid Cell Choice",
    ),
    Part(
        "Proofs by induction",
        "What a game's `induction()` is made of: groups of states, as [proofs.md](proofs.md) describes them.",
        "numduel.core.induction: Win Endless Group Plies Range More",
    ),
    Part(
        "Settings",
        "The fields of a game: each has a kind, and is described by data.",
        "numduel: setting Kind Whole Numbers Choice Words SettingSchema",
    ),
    Part(
        "Playing",
        "A session is a match at a table: it takes commands from two seats and answers with events, or "
        "refuses. It has no input, no output and no clock.",
        "numduel: Setup Session Refused numduel.match.decisions: Code "
        "numduel.match.match: Match numduel.match.round: Round numduel: Result Ending "
        "numduel.match.setup: new_setup numduel.match.words: understand",
    ),
    Part(
        "Commands",
        "What a seat, 1 or 2, may ask of a session: `session.decide(command)`. Any of them is a `Command`. "
        "From `numduel.match.events`.",
        "numduel.match.events: Play Say Resign OfferDraw AskUndo Answer AskHint AskWhy AskValues "
        "AskWarning NextGame RunOutOfTime Leave Sit",
        brief=True,
    ),
    Part(
        "Events",
        "What then has happened: `session.apply(event)`. From `numduel.match.events`. All are kinds of "
        "`Event`, whose `as_json()` gives a JSON document.",
        "numduel.match.events: Begun Seated Moved Offered Declined TakenBack Hinted Ended Rematched "
        "read_event",
        brief=True,
    ),
    Part(
        "Keeping games",
        "A journal carries out the commands of a session and keeps what happens in a store "
        "([records.md](records.md)).",
        "numduel.store.journal: Journal resume commit_all",
    ),
    Part(
        "Stores",
        "Each does what the protocol `Store` says, in `numduel.store.base`.",
        "numduel.store.sqlite: SqliteStore numduel.store.memory: MemoryStore",
        brief=True,
    ),
    Part(
        "Records",
        "A game that was played, as a value and as readable text ([records.md](records.md)).",
        "numduel: Record numduel.match.reading: parse parse_all numduel.match.record: write",
    ),
    Part(
        "Exact answers",
        "What positions and moves are worth. Unsolved is unsolved, never a guess.",
        "numduel: solve Answers Verdict Value Limits regret "
        "numduel.analysis.explanation: explain hint numduel.analysis.review: review Review Step",
    ),
    Part(
        "Settings worth playing",
        "What a setting is like to play, in exact figures ([measures.md](measures.md)).",
        "numduel: measure Measures numduel.design.measures: Figures Decisions Weaker "
        "numduel.design.noise: Noise numduel.design.lookahead: Rung",
    ),
    Part(
        "Players",
        "Whoever chooses moves by itself ([opponents.md](opponents.md)).",
        "numduel: Player numduel.players: find full_name "
        "numduel.match.computers: move answer numduel.match.player: rng_for choose_move",
    ),
    Part(
        "Testing",
        "For the tests of a game of your own ([add-a-game.md](add-a-game.md)).",
        "numduel.testing: check_game",
    ),
    Part(
        "Errors",
        "Everything that numduel refuses is told in one sentence, by an exception; all have one base.",
        "numduel: NumduelError GameError SettingError MoveError InvalidMove IllegalMove SetupError "
        "RecordError LimitError "
        "numduel.core.registry: UnknownGame "
        "numduel.core.errors: ArgumentError "
        "numduel.core.packages: BrokenPackage "
        "numduel.match.record: NotPlayable "
        "numduel.match.events: MessageError "
        "numduel.match.player: PlayerError "
        "numduel.players: UnknownPlayer CannotPlay "
        "numduel.store.errors: StoreError NoSuchGame Damaged EarlierReading "
        "numduel.testing: GameCheckError",
        brief=True,
    ),
)


def page() -> str:
    """The whole page."""
    contents = " · ".join(f"[{part.title}](#{part.title.lower().replace(' ', '-')})" for part in PARTS)
    return "\n".join([INTRODUCTION, *_filled(contents), *(line for part in PARTS for line in _part(part))])


def names_on_the_page() -> list[tuple[str, str]]:
    """Everything that the page explains, each name after its module."""
    return [pair for part in PARTS for pair in _pairs(part)]


def _pairs(part: Part) -> Iterator[tuple[str, str]]:
    module = ""
    for word in part.names.split():
        if word.endswith(":"):
            module = word.removesuffix(":")
        else:
            yield module, word


def _part(part: Part) -> Iterator[str]:
    yield f"## {part.title}\n"
    yield from _filled(part.words)
    for module, name in _pairs(part):
        value = getattr(import_module(module), name)
        yield from _in_brief(module, name, value) if part.brief else _at_length(module, name, value)
    if part.brief:
        yield ""


def _in_brief(module: str, name: str, value: Any) -> Iterator[str]:
    """A line of a list."""
    signature = _signature(value) if _is_called(value) else ""
    where = "" if module in ("numduel", "numduel.match.events") else f" of `{module}`"
    bases = ", ".join(f"`{base.__name__}`" for base in getattr(value, "__bases__", ()))
    kind = f" ({bases})" if isinstance(value, type) and issubclass(value, Exception) else ""
    yield _item(f"`{name}{signature}`{where}{kind}: {' '.join(_paragraphs(value))}")


def _at_length(module: str, name: str, value: Any) -> Iterator[str]:
    """A section, with the methods of a class."""
    yield f"### {name}\n"
    if module != "numduel":
        yield f"From `{module}`.\n"
    if get_origin(value) is not None:
        yield from _filled(f"One of {', '.join(f'`{each}`' for each in get_args(value))}.")
        return
    if _is_called(value):
        yield f"```python\n{name}{_signature(value, width=WIDTH - len(name))}\n```\n"
    for paragraph in _paragraphs(value):
        yield from _filled(paragraph)
    members = [*_values(value), *_members(value)]
    if members:
        yield "\n".join(members) + "\n"


def _filled(text: str) -> Iterator[str]:
    """A paragraph in lines, and an empty one after it."""
    yield textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False) + "\n"


def _item(text: str) -> str:
    return textwrap.fill(
        f"- {text}", WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


def _is_called(value: Any) -> bool:
    """Whether users call it: a function, or a class that they make objects of."""
    if not isinstance(value, type):
        return True
    abstract = inspect.isabstract(value) or getattr(value, "_is_protocol", False)
    return not abstract and not issubclass(value, Enum | Exception)


def _values(kind: Any) -> Iterator[str]:
    """The members of an enumeration."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        yield from (f"- `{kind.__name__}.{each.name}`: `{each.value!r}`" for each in kind)


def _members(kind: Any) -> Iterator[str]:
    """The public methods and properties that a class itself explains, in its own order."""
    for name, value in vars(kind).items() if isinstance(kind, type) else ():
        explained = getattr(value, "__func__", value)
        if (name.startswith("_") and name != "__iter__") or not explained.__doc__:
            continue
        if isinstance(value, property | cached_property):
            shown = name
        elif isinstance(value, classmethod | staticmethod):
            shown = f"{kind.__name__}.{name}{_signature(getattr(kind, name))}"
        elif inspect.isfunction(value):
            shown = f"{name}{_signature(value, method=True)}"
        else:
            continue
        shown = f"for … in {kind.__name__.lower()}" if name == "__iter__" else shown
        yield _item(f"`{shown}`: {_paragraphs(explained)[0]}")


def _signature(value: Any, method: bool = False, width: int | None = None) -> str:
    """How it is called; in several lines, where it would be wider than `width`."""
    if isinstance(value, type) and hasattr(value, "positional"):
        given, result = list(_fields_of_message(value)), ""
    else:
        signature = inspect.signature(value)
        given = list(_parameters(list(signature.parameters.values())[method:]))
        returned = signature.return_annotation
        result = "" if returned in (inspect.Signature.empty, None) else f" -> {_hint(returned)}"
    line = f"({', '.join(given)}){result}"
    if width is None or len(line) <= width:
        return line
    inner = "".join(f"    {each},\n" for each in given)
    return f"(\n{inner}){result}"


def _parameters(parameters: list[inspect.Parameter]) -> Iterator[str]:
    starred = any(each.kind is inspect.Parameter.VAR_POSITIONAL for each in parameters)
    for each in parameters:
        if each.kind is inspect.Parameter.KEYWORD_ONLY and not starred:
            starred = True
            yield "*"
        stars = "*" * (each.kind is inspect.Parameter.VAR_POSITIONAL)
        stars += "**" * (each.kind is inspect.Parameter.VAR_KEYWORD)
        yield stars + _parameter(each.name, each.annotation, each.default)


def _fields_of_message(kind: Any) -> Iterator[str]:
    """The fields of a command or an event, which has no constructor of its own."""
    hints: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        hints |= inspect.get_annotations(base)
    for index, name in enumerate(kind.fields):
        if index == kind.positional:
            yield "*"
        yield _parameter(name, hints[name], getattr(kind, name, inspect.Parameter.empty))


def _parameter(name: str, hint: Any, default: Any) -> str:
    if default is inspect.Parameter.empty:
        return f"{name}: {_hint(hint)}"
    shown = "…" if repr(default) == "<factory>" else repr(default)
    return f"{name}: {_hint(hint)} = {shown}"


def _hint(hint: Any) -> str:
    """A type hint as it stands in the source, without modules and quotation marks."""
    for alias, name in ALIASES.items():
        if hint == alias:
            return name
    if get_origin(hint) in (Union, types.UnionType):
        return " | ".join("None" if each is type(None) else _hint(each) for each in get_args(hint))
    text = hint if isinstance(hint, str) else inspect.formatannotation(hint)
    return re.sub(r"\b(?:[A-Za-z_]\w*\.)+(?=\w)|['~]", "", text)


def _paragraphs(value: Any) -> list[str]:
    """The paragraphs of a docstring, up to the first example."""
    text = inspect.cleandoc(value.__doc__ or "").split(">>>")[0]
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
