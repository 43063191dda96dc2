"""Leaving: what is said when a game stops before its end, and how to come back to it."""

from ..core.hints import TYPE_CHECKING
from ..core.integers import count
from ..store.errors import NoSuchGame, StoreError
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
        self.store = host.journal.store
        self.db = host.db

    def leave(self, sentence: str, code: int) -> int:
        """Say that the game is not finished, and how to go on with it; the exit code."""
        turns = len(self.session.round.moves)
        self.console.say(f"{sentence}, after {count(turns, 'turn')}.")
        try:
            if self.store is not None and self.journal.last_saved is not None:
                self.store.check_in_place()
            self.say_how_to_go_on()
        except StoreError as error:
            return self.give_up(error)
        return code

    def give_up(self, error: StoreError) -> int:
        """Say that the game cannot be kept any further; the exit code."""
        self.console.forget()
        self.journal.stop_saving()
        complain(str(error))
        if self.is_kept():
            how_far = "it is kept as far as it was shown"
        else:
            how_far = f"what was kept of it {'cannot be read' if self.is_in_place() else 'is gone'}"
        self.console.say(f"The game is unfinished; {how_far}.")
        self.say_how_to_go_on()
        return 1

    def is_in_place(self) -> bool:
        """Whether what was kept is where it was kept."""
        try:
            if self.store is not None:
                self.store.check_in_place()
            return self.store is not None
        except StoreError:
            return False

    def is_kept(self) -> bool:
        """Whether what was kept is in its place, and the last game of it can be read."""
        try:
            if self.store is not None and self.journal.last_saved is not None:
                self.store.row(self.journal.last_saved)
            return self.is_in_place()
        except (StoreError, NoSuchGame):
            return False

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
        if wanted and self.journal.last_saved is not None and self.is_kept():
            command = command_to(f"{what} {self.journal.last_saved}", self.db)
            advise("\n".join(advice(why, command)))
