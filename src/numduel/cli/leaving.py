"""Leaving: what is said when a game stops before its end, and how to come back to it."""

import contextlib
from collections.abc import Iterator

from ..core.hints import TYPE_CHECKING, Any
from ..core.integers import count
from ..store.errors import (
    Damaged,
    EarlierReading,
    Gone,
    MeddledWith,
    NoSuchGame,
    StoreError,
    another_now,
    shorter_now,
)
from ..store.journal import resume
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
        # How a game stood when it was last shown: its moves, and the score. None while it stands like that.
        self._shown: tuple[list[Any], str] | None = None

    def remember(self) -> None:
        """Take note of how the game stands, before something happens that may not be shown for a while."""
        if self._shown is None:
            self._shown = list(self.session.round.moves), score(self.session.match)

    def see(self) -> None:
        """Take note that all that has happened is about to be shown."""
        self._shown = None

    def leave(self, sentence: str, code: int) -> int:
        """Say that the game is not finished, and how to go on with it; the exit code."""
        turns = len(self.session.round.moves)
        self.console.say(f"{sentence}, after {count(turns, 'turn')}.")
        try:
            if self.journal.last_saved is not None:
                self.check_kept()
            self.say_how_to_go_on(score(self.session.match))
        except StoreError as error:
            return self.give_up(error)
        return code

    def leave_between_games(self, why: str, code: int) -> int:
        """Say whether all is over, or else how to go on; the exit code."""
        try:
            if not self.session.finished:
                self.console.say(f"{why}: no game is under way.")
                self.say_how_to_go_on(score(self.session.match))
            else:
                self.console.say(f"{why}: the {'game' if self.session.setup.single else 'match'} is over.")
                self.host.show()
                self.advise("To see where it was decided", "review")
        except StoreError as error:
            return self.give_up(error)
        return code

    def give_up(self, error: StoreError) -> int:
        """Say that the game cannot be kept any further; the exit code.

        What has happened since it was last shown is neither kept nor shown, and is not told of.
        """
        self.console.forget()
        self.journal.stop_saving()
        complain(str(error))
        self.remember()
        assert self._shown is not None
        moves, stood = self._shown
        self.say_how_far(moves)
        self.say_how_to_go_on(stood)
        return 1

    def check_kept(self) -> None:
        """Raise Gone where the last game that was kept is there no more, StoreError if it cannot go on."""
        self.check_there()
        if self.store is None or self.journal.last_saved is None:
            return
        with _translated():  # as whoever goes on with it will read it: with its moves, events and match
            resume(self.store, self.journal.last_saved)

    def check_there(self) -> None:
        """Raise Gone where the number of the last game that was kept is not its own any more.

        StoreError where nobody can tell.
        """
        if self.store is None:
            return
        self.store.check_in_place()
        number, known = self.journal.last_saved, self.journal.last_row
        if number is None or known is None:
            return
        with _translated():
            row, otherwise = self.store.row(number), self.store.went_otherwise(number, known)
        if row.uid == known.uid and row.events < known.events:
            raise shorter_now(number)
        if row.uid != known.uid or otherwise:
            raise another_now(number)

    def say_how_far(self, moves: list[Any]) -> None:
        """Say how far the game is kept; where it is not, show it so that it can be kept elsewhere."""
        try:
            self.check_kept()
            self.console.say(f"The game is unfinished; {self._how_far()}.")
        except StoreError as error:
            self.console.say(f"The game is unfinished; {self._how_far(_what_became_of_it(error))}.")
            if moves:
                self.show_record(moves)

    def _how_far(self, became: str = "") -> str:
        """How far the game under way is kept; `became` says what has become of what was kept, if anything."""
        if self.journal.has_kept_some:
            return f"what was kept of it {became}" if became else "it is kept as far as it was shown"
        if self.journal.last_saved is None:
            return "nothing of it is kept"
        rest = (
            f"and what was kept of the match {became}"
            if became
            else "but the match is kept as far as it was before"
        )
        return f"nothing of it is kept, {rest}"

    def show_record(self, moves: list[Any]) -> None:
        """Show the game as the shortest record that stands for it."""
        from ..match.notation import quote, quote_move  # hardly anyone needs it

        game = self.session.setup.game
        written = " ".join(quote_move(game.write(move)) for move in moves)
        self.console.say("As a record, which the command import keeps:")
        self.console.say_to_copy(f"[spec {quote(game.spec)}] {written}")

    def is_kept(self) -> bool:
        """Whether the last game that was kept is where it was kept, and can be read."""
        try:
            self.check_kept()
            return self.store is not None
        except StoreError:
            return False

    def say_how_to_go_on(self, stood: str) -> None:
        """Say how the match stands, and which command goes on with it."""
        if not self.session.setup.single:
            self.console.say(f"The match is unfinished. {stood}")
        self.host.show()
        self.advise("To go on", "resume")

    def advise(self, why: str, what: str, wanted: bool = True) -> None:
        """Name a command that does something with the last game that is on the disk.

        Not on standard output: what a game prints there does not depend on what was kept before.
        """
        if wanted and self.journal.last_saved is not None and self.is_kept():
            command = command_to(f"{what} {self.journal.last_saved}", self.db)
            advise("\n".join(advice(why, command)))


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    """Turn whatever keeps somebody from reading a game into a StoreError."""
    try:
        yield
    except NoSuchGame as error:
        raise Gone(f"{error} any more") from None
    except (Damaged, EarlierReading) as error:
        raise StoreError(str(error)) from None


def _what_became_of_it(error: StoreError) -> str:
    """What has become of a game that was kept, to end a sentence with."""
    if isinstance(error, MeddledWith):
        return "cannot be gone on with there"
    return "is gone" if isinstance(error, Gone) else "cannot be read"
