"""Host: a match at one keyboard. It narrates what has happened and asks who is next; it decides nothing."""

import time
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..core.position import Position, canonical_moves, split
from ..match import computers
from ..match.events import Begun, Command, Declined, Ended, Event, Moved, NextGame, Play, TakenBack
from ..match.player import PlayerError
from ..match.setup import COMPUTER_TURN_LIMIT
from ..store.errors import StoreError
from . import narration
from .coach import Coach
from .console import Console, EndOfInput, OutputFailed, advise, complain
from .interrupts import uninterrupted
from .invocation import command_to
from .keyboard import ALSO, Keyboard, Left
from .score import announce_round, announce_score, score, where_it_stands
from .screen import Style

if TYPE_CHECKING:
    from ..solver.answers import Answers
    from ..store.journal import Journal

PAUSE = 0.6  # seconds that a person is given to see a computer's move coming


class Host:
    """Submits commands to the journal, and narrates the events that come of them in the rulebook's words."""

    def __init__(
        self,
        console: Console,
        journal: "Journal",
        players: computers.Players,
        db: str | None = None,
        *,
        auto: bool = False,
        coach: bool = False,
    ) -> None:
        self.console = console
        self.journal = journal
        self.session = journal.session
        self.players = players
        self.db = db
        self.auto = auto  # whether a person's only move is made without asking
        self._forced = 0  # how many such moves were made since someone was asked
        self.voice = self.session.setup.game.voice()
        self.keyboard = Keyboard(self)
        self.coach = Coach(self) if coach else None
        self._told_what_else = False
        self._ended_before = False  # whether a game has ended while this host was there

    def run(self) -> int:
        """Play the match, from wherever it stands; the exit code."""
        self.console.holding = True
        try:
            if self.session.under_way:
                announce_round(self.console, self.session)
                self.console.say(*where_it_stands(self.session))
            self.keyboard.answer_offers()  # which were open when the game was left
            while not self.session.finished:
                self.go_on()
            return 0
        except Left:
            return self.leave("The game is left unfinished", 0)
        except EndOfInput:
            return self.leave("The input has ended: the game is unfinished", 1)
        except KeyboardInterrupt:
            self.console.say("")
            return self.leave("Interrupted: the game is unfinished", 130)
        except PlayerError as error:
            complain(str(error))
            return self.leave("The game is left unfinished", 1)
        except StoreError as error:
            return self.give_up(error)
        except OutputFailed:
            self.advise("To go on", "resume")
            raise
        finally:
            self.console.holding = False

    def go_on(self) -> None:
        """Begin the next game, or let whoever is to move do something."""
        if not self.session.under_way:
            self.do(NextGame(1))
            return
        position = self.session.round.position
        self.say(*self.voice.turn(position.state, position.player))
        person = self.session.is_person(position.player)
        if person and not self.is_forced(position):
            self._forced = 0
            self.tell_what_else()
            self.keyboard.ask()
            return
        self.show()
        with self.console.unheard():
            if person:
                self._forced += 1
                only = position.game.write(position.moves[0])
                self.speak(Play(position.player, only, position.ply), "  (the only move)")
            else:
                self.speak(computers.move(self.session, self.players))

    def is_forced(self, position: Position[Any, Any]) -> bool:
        """Whether a person's move is made without asking; now and then one is asked in a game without end."""
        return self.auto and self._forced < COMPUTER_TURN_LIMIT and len(position.moves) == 1

    def do(self, command: Command, announced: tuple[str, ...] = ()) -> None:
        """Submit a command, and tell what has happened; these words of a move were said before."""
        before = self.session.round.position
        with uninterrupted():
            events = self.journal.submit(command, hold=not self.console.typed)
        for event in events:
            self.narrate(event, before, announced)

    def say(self, *lines: str, style: Style = "") -> None:
        """Write lines, with the names of those who gave one."""
        self.console.say(*map(self.with_names, lines), style=style)

    def with_names(self, text: str) -> str:
        """A text as it is said here: at a terminal with the names of people."""
        return narration.with_names(self.session, text) if self.console.interactive else text

    def tell_what_else(self) -> None:
        """Once, at a terminal, say what may be typed besides a move."""
        if self.console.interactive and not self._told_what_else:
            self.console.say(ALSO, style="dim")
            self._told_what_else = True

    def tell_ending(self, event: Ended) -> None:
        """Say how a game ended, who wins, and who asked for hints."""
        self.say(*narration.reason(self.session, event))
        self.say(*self.voice.final(event.result.winner), style="good")
        self.say(*narration.hints(self.session))

    @cached_property
    def answers(self) -> "Answers":
        """What is known of the game; worked out when it is first asked for."""
        from .questions import answers_to

        self.show()  # this may take a while
        return answers_to(self.session.setup.game, plain=not self.console.interactive)

    def make_durable(self) -> None:
        """See that everything that has been said is on the disk; only then may it be seen."""
        with uninterrupted():
            self.journal.commit()

    def show(self) -> None:
        """Let everything be seen that has been said."""
        self.make_durable()
        self.console.flush()

    def narrate(self, event: Event, before: Position[Any, Any], announced: tuple[str, ...]) -> None:
        """Say what has happened; `before` is the position in which it did."""
        match event:
            case Begun():
                self.keyboard.words = ()  # half a move is nothing in another game
                self.console.say(*[""] * self._ended_before)
                announce_round(self.console, self.session)
                self.say(*self.voice.opening())
            case Moved():
                self.say(*narration.moved(self.session, event, before, announced))
            case Declined():
                self.say(narration.declined(event))
            case TakenBack():
                self.keyboard.words = ()
                self.say(narration.taken_back(self.session, event))
            case Ended():
                self._ended_before = True
                self.tell_ending(event)
                announce_score(self.console, self.session)
                self.console.say(*(["", *self.coach.lesson()] if self.coach is not None else []))
                self.show()
                self.advise("To see where it was decided", "review", self.console.interactive)

    def speak(self, play: Play, note: str = "") -> None:
        """Make a move for somebody, shown as if it had been typed, at a terminal with a note behind it."""
        position, game = self.session.round.position, self.session.setup.game
        words = split(game.spellings(canonical_moves(game)[play.move])[0])
        for count, word in enumerate(words):
            self.say(*(self.voice.aside(position.state, words[:count]) if count else ()))
            self.console.say_part(
                self.with_names(self.voice.prompt(position.state, position.player, words[:count]))
            )
            if self.console.interactive:
                time.sleep(PAUSE / len(words))
            self.console.say(word + note * (self.console.interactive and count == len(words) - 1))
        self.do(play, announced=words[:-1])

    def leave(self, sentence: str, code: int) -> int:
        """Say that the game is not finished, and how to go on with it; the exit code."""
        turns = len(self.session.round.moves)
        self.console.say(f"{sentence}, after {turns} turn{'s' * (turns != 1)}.")
        try:
            self.say_how_to_go_on()
        except StoreError as error:
            return self.give_up(error)
        return code

    def give_up(self, error: StoreError) -> int:
        """Say that the game cannot be kept any further; the exit code."""
        self.console.forget()
        self.journal.stop_saving()
        complain(str(error))
        self.console.say("The game is unfinished; it is kept as far as it was shown.")
        self.say_how_to_go_on()
        return 1

    def say_how_to_go_on(self) -> None:
        """Say how the match stands, and which command goes on with it."""
        if not self.session.setup.single:
            self.console.say(f"The match is unfinished. {score(self.session.match)}")
        self.show()
        self.advise("To go on", "resume")

    def advise(self, why: str, what: str, wanted: bool = True) -> None:
        """Name a command that does something with the last game that is on the disk.

        Not on standard output: what a game prints there does not depend on what was kept before.
        """
        if wanted and self.journal.last_saved is not None:
            advise(f"{why}: {command_to(f'{what} {self.journal.last_saved}', self.db)}")
