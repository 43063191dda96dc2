"""Learning: a person at a terminal, or a pipe in their place, in a lesson, one step after another."""

import argparse
from collections.abc import Iterator
from typing import Any

from ..core.errors import NumduelError, WrongClock
from ..core.game import Game
from ..core.registry import full_title
from ..learn import clock
from ..learn.attempt import NoAnswer, Reply
from ..learn.lesson import Lesson, Step
from ..learn.studying import Studying
from ..learn.transfer import moment
from ..match.setup import PERSON
from ..store.errors import Damaged, StoreError
from ..store.lessons import Place
from .console import Console, complain
from .puzzling import standing
from .storage import open_store, what_is_gone
from .words import heading, moves_so_far, paragraph

HELP = (
    "Type your answer. Or type hint, for a word that helps; solution, to be told; skip, to go on; back, for "
    "the step before; rules, to read them; quit, to leave: the lesson goes on from here the next time."
)
GO_ON = "Press Enter to go on: "
ANSWER = "Your answer: "


class Left(NumduelError):
    """Somebody has had enough for now."""


class Places:
    """Where somebody is in the lessons, and where that is kept."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.db: str | None = options.db
        named = options.player or ""
        self._player = "" if named == PERSON else named.removeprefix(f"{PERSON}:")
        self._keeps = not options.no_save
        self._said = False  # that nothing can be kept
        self.kept = self._keeps  # whether the last step is

    def all(self) -> Iterator[Place]:
        """The places that are kept; what is damaged or gone is said, and left out."""
        store = open_store(self.db)
        for sentence in what_is_gone(store, "lessons"):
            complain(sentence)
        for place in store.lessons.of(self._player):
            if isinstance(place, Damaged):
                complain(f"set aside: {place}")
            else:
                yield place

    def find(self, game: Game[Any, Any], seed: int) -> Place | None:
        """The place in a lesson, if somebody has begun it."""
        found = (place for place in self.all() if (place.lesson, place.seed) == (game.spec, seed))
        return next(found, None)

    def keep(self, studying: Studying) -> None:
        """Keep how far somebody is; where that cannot be, it is tried at each step, and said once."""
        if not self._keeps:
            return
        try:
            open_store(self.db, create=True).lessons.keep(self._player, place_of(studying))
            self.kept = True
        except (StoreError, WrongClock) as error:
            self.kept = False
            if not self._said:
                complain(f"your place is not being kept: {error}")
            self._said = True


def place_of(studying: Studying) -> Place:
    """What is kept of somebody in a lesson."""
    lesson = studying.lesson
    return Place(
        lesson=lesson.game.spec,
        seed=lesson.seed,
        done=studying.done,
        steps=len(lesson.steps),
        missed=tuple(sorted(studying.missed)),
        at=moment(clock.now()),
    )


def take_up(lesson: Lesson, place: Place | None) -> Studying:
    """Somebody in a lesson, where they left it; at its start where it has changed since."""
    if place is None or place.steps != len(lesson.steps):
        return Studying(lesson)
    return Studying(lesson, place.done, frozenset(place.missed))


def study(console: Console, studying: Studying, places: Places) -> None:
    """Go from step to step to the end; Left if somebody leaves before, EndOfInput if nothing more comes."""
    shown, farthest = -1, (-1, 0)
    while not studying.over:
        at = (studying.done, len(studying.moves))
        if at > farthest:  # who goes back and forth, or loses one game after the other, comes no further
            farthest = at
            console.heed()
        if studying.done != shown:
            console.say(*introduction(studying))
            shown = studying.done
        quiet = studying.step.kind in ("told", "worked")
        line = console.ask(GO_ON if quiet else ANSWER).strip()
        words = _obey(studying, line)
        if studying.done != shown:
            places.keep(studying)
        console.say(*(line for said in words for line in paragraph(said)))


def introduction(studying: Studying) -> list[str]:
    """How far somebody is, then what the step says, shows and asks."""
    step, lesson = studying.step, studying.lesson
    number = f"Step {studying.done + 1} of {len(lesson.steps)}"
    elsewhere = full_title(step.game) if step.game != lesson.game else ""
    lines = ["", *heading(number, studying.section.title, step.topic, elsewhere), ""]
    if step.kind == "worked":
        return [*lines, *_position(step, step.moves), "", *_paragraphs(step)]
    if step.kind != "told":
        lines += [*_position(step, step.moves), ""]
    return lines + _paragraphs(step)


def _paragraphs(step: Step) -> list[str]:
    return [line for said in step.words for line in paragraph(said)]


def _position(step: Step, moves: tuple[str, ...]) -> list[str]:
    """The moves that were made, and the position."""
    return [*moves_so_far(moves), *standing(step.standing(moves))]


def _obey(studying: Studying, line: str) -> list[str]:
    """What is said to a line that was typed."""
    quiet = studying.step.kind in ("told", "worked")
    match line.lower():
        case "?" | "help":
            return [HELP]
        case "hint" | "h":
            return [studying.hint()]
        case "quit" | "q" | "exit":
            raise Left
        case "rules":
            return list(filter(None, studying.step.game.voice().rules()))
        case "back":
            studying.back()
            return []
        case "skip":
            studying.skip()
            return []
        case "solution":
            return list(studying.solution())
        case "" if not quiet:
            return [HELP]
    step = studying.step
    try:
        reply = studying.answer(line)
    except NoAnswer as error:
        return [f"{str(error)[:1].upper()}{str(error)[1:]}."]
    return [*reply.words, *_after(step, studying, reply)]


def _after(step: Step, studying: Studying, reply: Reply) -> Iterator[str]:
    """The refutation of a wrong answer, move by move; or where a game that is played stands now."""
    if reply.line:
        yield f"It goes on like this: {reply.line}"
    if not reply.right and not reply.solved:
        yield "Try again, or type hint or solution."
    elif not reply.solved:
        yield from standing(step.standing(studying.moves))
