"""Sitting: game after game at one keyboard, with one key between them."""

from ..core.frozen import replace
from ..match.computers import Players
from ..match.session import Session
from ..match.setup import Setup
from ..store.errors import StoreError
from ..store.journal import Journal
from .console import Console, EndOfInput, Failed, UsageError, complain
from .host import Host
from .interrupts import INTERRUPTED
from .seats import seat_players
from .storage import open_store_to_play
from .words import paragraph


class Sitting:
    """Plays what was agreed on and, at a terminal, asks what to play next."""

    def __init__(
        self,
        console: Console,
        db: str | None = None,
        *,
        saving: bool = True,
        auto: bool = False,
        coach: bool = False,
        plain: bool = False,
    ) -> None:
        self.console = console
        self.db = db
        self.saving = saving
        self.auto = auto
        self.coach = coach
        self.plain = plain

    def play(self, setup: Setup, players: Players) -> int:
        """Play until nobody wants to go on; the exit code of the last game."""
        store = open_store_to_play(self.db) if self.saving else None
        return self.go_on(Journal(Session(setup), store), players)

    def go_on(self, journal: Journal, players: Players) -> int:
        """Play what a journal has, from wherever it stands, and then as often as they like; the exit code."""
        code, host = self.play_once(journal, players)
        asks = self.console.interactive and not journal.session.setup.only_computers
        while asks and host.session.finished and code != INTERRUPTED:
            try:
                following = self.next_setup(host)
            except EndOfInput:
                break
            if following is None:
                break
            try:
                players = seat_players(following, self.plain)
                code, host = self.play_once(Journal(Session(following), host.journal.store), players)
            except (UsageError, Failed) as error:
                self.console.say(*paragraph(f"Not possible: {error}."))
        return code

    def play_once(self, journal: Journal, players: Players) -> tuple[int, Host]:
        """Play one game, or one match; the exit code, and the host whose session it was."""
        host = Host(self.console, journal, players, self.db, auto=self.auto, coach=self.coach)
        return host.run(), host

    def next_setup(self, host: Host) -> Setup | None:
        """What is played next, by one key; None to stop."""
        from .climbing import next_step, step_in_words
        from .keys import press

        setup = host.session.setup
        stronger, weaker = (with_strength(setup, step) for step in (1, -1))
        keys = {"a": "again", "s": "swap seats"}
        keys |= {"+": "stronger"} if stronger else {}
        keys |= {"-": "weaker"} if weaker else {}
        climbing = next_step(host.journal.store, setup)
        keys |= {"l": f"ladder: {step_in_words(climbing)}"} if climbing else {}
        keys |= {"r": "review"} if host.journal.last_saved is not None else {}
        keys["b"] = "or Enter back"
        while True:
            # A key and what it does stay on one line: only a plain blank is a place to fold.
            offered = ", ".join(f"{key} {what}".replace(" ", "\xa0") for key, what in keys.items())
            self.console.say("", *(line.replace("\xa0", " ") for line in paragraph(offered)))
            pressed = press(self.console, "\n", *keys)
            if pressed != "r":
                break
            self.review(host)
        swapped = replace(setup, players=(setup.players[1], setup.players[0]))
        chosen = {"a": setup, "s": swapped, "+": stronger, "-": weaker, "l": climbing}.get(pressed)
        if chosen is None:
            return None
        one, other = (chosen.name_at(seat, who) for seat, who in ((1, chosen.first), (2, 1 - chosen.first)))
        self.console.say("", f"{one} against {other}", "")
        return replace(chosen, seed=setup.seed + 1)

    def review(self, host: Host) -> None:
        """Show where the last game was decided, if it still is what the store has by its number."""
        from .main import run_command

        self.console.say("")
        self.console.flush()
        try:
            host.leaving.check_there()
        except StoreError as error:
            complain(str(error))
            return
        number = str(host.journal.last_saved)
        run_command(["review", number, *([f"--db={self.db}"] if self.db else [])])


def strengths() -> tuple[str, ...]:
    """The computers that a key makes stronger or weaker, from weak to strong."""
    from ..learn.ladder import LEVELS

    return ("random", *LEVELS, "perfect")


def with_strength(setup: Setup, step: int) -> Setup | None:
    """The setup with its computer so many steps stronger; None if there is no such, or no such computer."""
    known = strengths()
    for contestant, who in enumerate(setup.players):
        if who in known and 0 <= known.index(who) + step < len(known):
            players = list(setup.players)
            players[contestant] = known[known.index(who) + step]
            return replace(setup, players=(players[0], players[1]))
    return None
