"""Narrator: says what has happened at the table, with the players' names where they are known."""

from ..core.hints import TYPE_CHECKING, Any
from ..core.position import Position
from ..match.events import Begun, Declined, Ended, Event, Hinted, Moved, TakenBack
from . import narration
from .keyboard import ALSO
from .score import announce_round, announce_score
from .screen import Style

if TYPE_CHECKING:
    from .host import Host

LAST_HINT = "the coach asks and tells no more."


class Narrator:
    """Turns events into lines on the screen."""

    def __init__(self, host: "Host") -> None:
        self.host = host
        self.console = host.console
        self.session = host.session
        self.voice = host.voice
        self._told_what_else = False
        self._ended_before = False  # whether a game has ended while this host was there

    def say(self, *lines: str, style: Style = "") -> None:
        """Write lines, with the names of those who gave one."""
        self.console.say(*map(self.with_names, lines), style=style)

    def with_names(self, text: str) -> str:
        """A text as it is said here: at a terminal with the names of people."""
        if not self.console.interactive:
            return text
        return narration.with_names(text, narration.names_of_people(self.session))

    def tell_what_else(self) -> None:
        """Once, at a terminal, say what may be typed besides a move."""
        if self.console.attended and not self._told_what_else:
            self.console.say(ALSO, style="dim")
            self._told_what_else = True

    def tell_ending(self, event: Ended) -> None:
        """Say how a game ended, who wins, and who asked for hints."""
        self.say(*narration.reason(self.session, event))
        self.say(*self.voice.final(event.result.winner), style="good")
        self.say(*narration.hints(self.session, "asked for" if self.host.coach is None else "had"))

    def tell_progress(self) -> None:
        """At a terminal, say what a game that was won has brought on the ladder."""
        if self.console.interactive and not self.session.setup.only_computers:
            from .climbing import news

            said = news(self.host)
            self.say(*([said] if said else []), style="good")

    def narrate(self, event: Event, before: Position[Any, Any], announced: tuple[str, ...]) -> None:
        """Say what has happened; `before` is the position in which it did."""
        match event:
            case Begun():
                self.host.keyboard.words = ()  # half a move is nothing in another game
                self.console.say(*[""] * self._ended_before)
                announce_round(self.console, self.session)
                self.say(*self.voice.opening())
            case Moved():
                self.say(*narration.moved(self.session, event, before, announced))
            case Declined():
                self.say(narration.declined(event))
            case TakenBack():
                self.host.keyboard.words = ()
                self.say(narration.taken_back(self.session, event))
            case Hinted():
                limit = self.session.setup.hint_limit
                if self.host.coach is not None and self.session.round.hints[event.seat - 1] == limit:
                    self.say(f"This is the last hint of Player {event.seat} in this game: {LAST_HINT}")
            case Ended():
                self._ended_before = True
                self.tell_ending(event)
                announce_score(self.console, self.session)
                self.console.say(*(["", *self.host.coach.lesson()] if self.host.coach is not None else []))
                self.host.show()
                self.tell_progress()
                self.host.leaving.advise("To see where it was decided", "review", self.console.interactive)
