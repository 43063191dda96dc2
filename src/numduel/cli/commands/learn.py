"""`numduel learn`: a lesson of any game, step by step or printed, or a sheet of exercises."""

import argparse
from collections.abc import Iterator
from typing import Any

from ...core.game import Game
from ...core.packages import BrokenPackage
from ...core.registry import full_title, games, load, make, short_spec
from ...core.settings import SettingError
from ...learn.pool import NoLesson
from ...learn.studying import Studying
from ...learn.teaching import lesson_of
from ...store.lessons import Place
from ..console import Console, EndOfInput, Failed, UsageError, end_of_input_in_words
from ..files import add_output
from ..invocation import advice, command_to
from ..learning import HELP, Left, Places, study, take_up
from ..options import load_named, player_name, whole
from ..progress import working
from ..storage import add_store_options
from ..words import paragraph, typed_spec


def add_options(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("spec", nargs="?", metavar="SPEC", help="a game, with settings (else: what there is)")
    parser.add_argument("--restart", action="store_true", help="from the first step, wherever you were")
    parser.add_argument("--seed", type=whole(0), default=0, metavar="N", help="other positions (else 0)")
    parser.add_argument("--sheet", type=whole(1), metavar="N", help="write N exercises, and their answers")
    add_output(parser, "print the lesson, or the exercises, to this file", form="FILE.{html,pdf}")
    parser.add_argument(
        "--player", type=player_name, metavar="NAME", help="who learns (else whoever gives no name)"
    )
    parser.add_argument("--json", action="store_true", help="the lesson, or what there is, as JSON")
    add_store_options(parser, saving=True)


def run(console: Console, options: argparse.Namespace) -> int:
    """Give a lesson; the exit code."""
    _check(options)
    places = Places(options)
    if options.spec is None:
        return _list(console, places, options.json)
    game = load_named(options.spec)
    try:
        with working("making a lesson ...", options.plain):
            if options.output is not None:
                from ..sheets import write_sheet

                return write_sheet(console, game, options)
            lesson = lesson_of(game, options.seed)
    except NoLesson as error:
        raise Failed(str(error)) from None
    if options.json:
        console.say_json(lesson.as_json())
        return 0
    studying = take_up(lesson, None if options.restart else places.find(game, options.seed))
    return _study(console, studying, places)


def _check(options: argparse.Namespace) -> None:
    if options.sheet is not None and (options.spec is None or options.output is None):
        raise UsageError("--sheet takes a game, and -o the file to write")
    if options.output is not None and options.spec is None:
        raise UsageError("-o takes a game, whose lesson is written")
    if options.output is not None and options.json:
        raise UsageError("-o writes no JSON; --json prints a lesson")


def _study(console: Console, studying: Studying, places: Places) -> int:
    lesson = studying.lesson
    console.say(*paragraph(f"{lesson.title}, {len(lesson.steps)} steps"))
    if studying.over:
        console.say(*paragraph("You have taken this lesson to its end; --restart takes it again."))
        console.say(*filter(None, [studying.result()]))
        return 0
    console.say(*paragraph("Welcome back." if studying.done else HELP))
    try:
        study(console, studying, places)
    except Left:
        console.say(*_left(studying, places.kept))
        return 0
    except EndOfInput as error:
        console.say(f"{end_of_input_in_words(error)}.", *_left(studying, places.kept))
        return 1
    console.say("", "This is the end of the lesson.", *filter(None, [studying.result()]))
    if console.attended:
        console.say(*afterwards(studying, places.db))
    return 0


def afterwards(studying: Studying, db: str | None = None) -> Iterator[str]:
    """What comes after a lesson: other questions where the exam failed, and a game from the better seat."""
    lesson = studying.lesson
    spec = short_spec(lesson.game)
    if not studying.passed:
        yield from advice("Other questions", command_to(f"learn {spec} --seed {lesson.seed + 1}", db))
    games = (step for step in lesson.steps if step.kind == "play" and step.game == lesson.game)
    *_, from_start = games
    seat = from_start.position.player
    yield from advice("Now play", command_to(f"play {spec} --p{3 - seat} level:7", db))


def _left(studying: Studying, kept: bool) -> list[str]:
    here = f"{studying.done} of {len(studying.lesson.steps)} steps are done"
    further = "The same command goes on from there." if kept else "They are not kept."
    return paragraph(f"Left: {here}. {further}")


# What there is


def _list(console: Console, places: Places, as_json: bool) -> int:
    """Say which lessons there are, and how far somebody is."""
    begun = {(place.lesson, place.seed): place for place in places.all()}
    rows = [(make(kind), begun.pop((kind.name, 0), None)) for kind in games().values()]
    rows += [(game, place) for place in begun.values() if (game := _known(place.lesson)) is not None]
    if as_json:
        console.say_json({"lessons": [_as_json(game, place) for game, place in rows]})
        return 0
    longest = max(len(typed_spec(game.spec)) for game, _ in rows)
    listed = (f"  {typed_spec(game.spec):{longest}}  {_far(place)}" for game, place in rows)
    console.say("Lessons:", *listed, "")
    example = next((f"{kind.name}:{kind.variants[0].name}" for kind in games().values() if kind.variants), "")
    about = "Every variant and every setting has one too"
    console.say(*(advice(about, command_to(f"learn {example}", places.db)) if example else [f"{about}."]))
    return 0


def _known(spec: str) -> Game[Any, Any] | None:
    """The game of a lesson; None where it is not installed any more."""
    try:
        return load(spec)
    except (BrokenPackage, SettingError):
        return None


def _as_json(game: Game[Any, Any], place: Place | None) -> dict[str, Any]:
    here = {"seed": 0, "done": 0, "steps": None} if place is None else place.as_json()
    far = {name: here[name] for name in ("seed", "done", "steps")}
    return {"spec": game.spec, "title": full_title(game)} | far


def _far(place: Place | None) -> str:
    """How far somebody is, in a few words."""
    if place is None:
        return "not begun"
    other = f" (--seed {place.seed})" if place.seed else ""
    done = "done" if place.done >= place.steps else f"{place.done} of {place.steps} steps done"
    return f"{done}{other}"
