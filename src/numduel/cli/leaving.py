"""Leaving: what is said when a game stops before its end, and how to come back to it."""

from typing import TYPE_CHECKING

from ..core.integers import count
from ..store.errors import StoreError
from .console import advise, complain
from .invocation import advice, command_to
from .score import score

if TYPE_CHECKING:
    from .host import Host


class Leaving:
    """Says that a game is unfinished, and names the commands that go on with it."""

    def __init__(self, host: "Host") -> None:
        self.host = host
        self.console = host.console
        self.session = host.session
        self.journal = host.journal
        self.db = host.db

    def leave(self, sentence: str, code: int) -> int:
        """Say that the game is not finished, and how to go on with it; the exit code."""
        turns = len(self.session.round.moves)
        self.console.say(f"{sentence}, after {count(turns, 'turn')}.")
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
        self.host.show()
        self.advise("To go on", "resume")

    def advise(self, why: str, what: str, wanted: bool = True) -> None:
        """Name a command that does something with the last game that is on the disk.

        Not on standard output: what a game prints there does not depend on what was kept before.
        """
        if wanted and self.journal.last_saved is not None:
            command = command_to(f"{what} {self.journal.last_saved}", self.db)
            advise("\n".join(advice(why, command)))
