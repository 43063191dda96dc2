"""Puzzling: a person at a terminal, or a pipe in their place, at one puzzle after another."""

import argparse
import datetime
from collections.abc import Iterator

from ..core.errors import NumduelError, WrongClock
from ..core.position import MoveError
from ..core.registry import full_title
from ..learn import clock
from ..learn.attempt import NoAnswer, Reply
from ..learn.progress import Progress
from ..learn.puzzle import Puzzle
from ..learn.solving import Solving
from ..learn.tasks import Standing
from ..learn.themes import told
from ..learn.transfer import BadProgress, bring, moment, read_attempts
from ..match.setup import PERSON
from ..store.attempts import Attempt, Attempts, MemoryAttempts
from ..store.errors import Damaged, StoreError
from .console import Console, NotLegal, complain
from .files import read_whole
from .storage import open_store, open_store_to_play, what_is_gone
from .words import heading, moves_so_far, paragraph

HELP = (
    "Type your answer. Or type hint, for a word that helps and costs your rating; solution, to be told; "
    "rules, to read them; skip, to leave this one."
)


LONGEST_FILE = 10_000_000  # bytes of progress


class Skipped(NumduelError):
    """Somebody has had enough of a puzzle."""


class Desk:
    """Where somebody solves puzzles: what they have done so far, and where that is kept."""

    def __init__(self, console: Console, options: argparse.Namespace) -> None:
        self.console = console
        self.db: str | None = options.db
        named = options.player or ""
        self.player = "" if named == PERSON else named.removeprefix(f"{PERSON}:")
        self.keeps = not options.no_save
        self.progress = Progress(self._kept())
        self._helps = console.attended  # a person who is there is told once what can be typed

    def _kept(self) -> Iterator[Attempt]:
        """The attempts that are kept; what is damaged or gone is said, and left out."""
        store = open_store(self.db)
        for sentence in what_is_gone(store, "attempts"):
            complain(sentence)
        for attempt in store.attempts.of(self.player):
            if isinstance(attempt, Damaged):
                complain(f"set aside: {attempt}")
            else:
                yield attempt

    @property
    def today(self) -> datetime.date:
        """The date in UTC, by which days are counted everywhere."""
        return clock.now().date()

    def solve(self, puzzle: Puzzle, day: str | None = None) -> Solving:
        """Ask until a puzzle is solved or told; Skipped if it is left."""
        solving = Solving(puzzle)
        self.console.say(*introduction(puzzle), *shown(solving))
        if self._helps:
            self.console.say("", *paragraph(HELP))
            self._helps = False
        kept, farthest = False, -1
        while not solving.over:
            if len(solving.moves) > farthest:
                farthest = len(solving.moves)
                self.console.heed()
            words = _obey(solving, self.console.ask("Your answer: ").strip())
            if solving.first is not None and not kept:
                self._keep(solving, day)
                kept = True
            self.console.say(*(line for said in words for line in paragraph(said)))
        self.console.say(*about(puzzle))
        return solving

    def _keep(self, solving: Solving, day: str | None) -> None:
        """Keep how the first try went, before it is told."""
        try:
            attempt = solving.attempt(moment(clock.now()), day)
        except WrongClock as error:
            complain(f"this attempt was not kept: {error}")
            return
        self.progress.add(attempt)
        store = open_store_to_play(self.db, "this attempt is not being kept") if self.keeps else None
        try:
            if store is not None:
                store.attempts.add(self.player, [attempt])
        except StoreError as error:
            complain(f"this attempt was not kept: {error}")

    @property
    def rating(self) -> int:
        """The rating as it is told."""
        return round(self.progress.rating.rating)

    def bring(self, name: str) -> int:
        """Add the attempts of a file to those that are kept; how many were new."""
        try:
            brought = read_attempts(read_whole(name, LONGEST_FILE), clock.now())
            added, attempts = bring(self._attempts(), self.player, brought)
        except BadProgress as error:
            raise NotLegal(f"{name!a}: {error}") from None
        self.progress = Progress(attempts)
        return added

    def _attempts(self) -> Attempts:
        """Where attempts are added to: the store, or a copy of what is in it."""
        if self.keeps:
            return open_store(self.db, create=True).attempts
        copied = MemoryAttempts()
        copied.add(self.player, self.progress.attempts)
        return copied


def introduction(puzzle: Puzzle) -> list[str]:
    """What kind of puzzle it is, and the rules in a sentence or two."""
    game = puzzle.game
    title = heading(f"Puzzle {puzzle.id}", full_title(game), puzzle.kind.title, f"rated {puzzle.rating}")
    return [*title, "", *paragraph(game.voice().aim()), ""]


def about(puzzle: Puzzle) -> list[str]:
    """What a puzzle was about, for whoever has answered it."""
    return paragraph(f"Themes: {'; '.join(f'{name} ({words})' for name, words in told(puzzle).items())}.")


def shown(solving: Solving) -> Iterator[str]:
    """The moves that were made, the position, and the question."""
    now = solving.puzzle.standing(solving.moves)
    yield from moves_so_far(solving.moves)
    if solving.puzzle.task != "slip":
        yield from standing(now)
    yield ""
    kind = solving.puzzle.kind
    yield from paragraph(f"{kind.question(now)} {kind.how}".rstrip())


def standing(now: Standing) -> list[str]:
    """The position, and the moves that can be made in it."""
    game, moves = now.position.game, map(now.position.game.write, now.position.moves)
    return [game.show(now.position.state), *paragraph(f"Moves: {', '.join(moves)}")]


def _obey(solving: Solving, line: str) -> list[str]:
    """What is said to a line that was typed."""
    match line.lower():
        case "" | "?" | "help":
            return [HELP]
        case "hint" | "h":
            return [solving.hint()]
        case "solution" | "s":
            return list(solving.give_up())
        case "rules":
            return list(filter(None, solving.puzzle.game.voice().rules()))
        case "skip" | "quit" | "q":
            raise Skipped
    try:
        reply = solving.answer(line)
    except (MoveError, NoAnswer) as error:
        return [f"{str(error)[:1].upper()}{str(error)[1:]}."]
    return [*reply.words, *_after(solving, reply)]


def _after(solving: Solving, reply: Reply) -> Iterator[str]:
    """The refutation of a wrong answer, move by move; or where a game that is to be finished stands now."""
    if reply.line:
        yield f"It goes on like this: {reply.line}"
    if not reply.right:
        yield "Try again, or type solution."
    elif not reply.solved:
        yield from standing(solving.puzzle.standing(solving.moves))
