"""Menu: from a bare `numduel` to a game in one key press, or two."""

from typing import Any

from ..core.errors import NumduelError
from ..core.game import Game
from ..core.registry import full_title, games, load, variant_of
from ..match.setup import Setup
from .climbing import fitting_game, step_in_words
from .console import Console, EndOfInput
from .game_menu import GameMenu
from .interrupts import INTERRUPTED
from .keys import press
from .screen import width
from .storage import open_store
from .words import NARROW, paragraph

KEYS = "123456789abdefgijkmnoprstuvwxyz"  # all but those of the other choices


class Menu:
    """Shows the games, until someone leaves."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.game_menu = GameMenu(console)

    def run(self) -> int:
        """Show the menu until someone leaves; the exit code."""
        try:
            while (code := self.choose()) is None:
                pass
            return code
        except EndOfInput:
            return 0

    def choose(self) -> int | None:
        """Let a game be played, or something else be done; the exit code where that ends the program."""
        found = dict(zip(KEYS, games().items(), strict=False))
        fitting, others = fitting_setup(), other_choices()
        self.console.say("", "numduel: number games for two players", "")
        if fitting is not None:
            what = f"play {full_title(fitting.game)}, against {step_in_words(fitting)}"
            self.console.say(*paragraph(f"  Enter  {what}", hanging=" " * 9))
            self.console.say(*paragraph(line_about(fitting.game), " " * 9), "")
        self.show_games({key: kind for key, (_, kind) in found.items()})
        self.console.say("", *(f"  {key}  {what}" for key, what in others.items()), "")
        key = press(self.console, *others, *found, *(["\n"] if fitting else []))
        if key == "q":
            return 0
        if key == "\n" and fitting is not None:
            return self.game_menu.play(fitting) or None
        if key in found:
            return self.game_menu.set_up(Setup(game=load(found[key][0]))) or None
        code = self.command({"c": "resume", "h": "history", "l": "ladder"}[key])
        return code if code == INTERRUPTED else None

    def show_games(self, found: dict[str, type[Game[Any, Any]]]) -> None:
        """List the games by key."""
        longest = max(len(kind.title) for kind in found.values())
        for key, kind in found.items():
            if width() >= NARROW:
                line = f"  {key}  {kind.title:{longest}}  {kind.summary}"
                self.console.say(*paragraph(line, hanging=" " * (longest + 7)))
            else:
                self.console.say(f"  {key}  {kind.title}", *paragraph(kind.summary, " " * 5))

    def command(self, *words: str) -> int:
        """Run a command of ours, as if it had been typed; its exit code."""
        from .main import run_command

        self.console.say("")
        self.console.flush()
        return run_command(words)


def line_about(game: Game[Any, Any]) -> str:
    """What a game is about: the line of a variant, else its aim."""
    variant = variant_of(game)
    return game.voice().aim() if variant is None else variant.about


def fitting_setup() -> Setup | None:
    """A game against a fitting opponent, by what has been won; nothing is made where no games are kept."""
    try:
        return fitting_game(open_store(None))
    except NumduelError:
        return None


def other_choices() -> dict[str, str]:
    """What else may be done, by key."""
    going_on = {"c": "continue the last unfinished game"} if has_unfinished() else {}
    return going_on | {
        "l": "ladder: the levels that were beaten",
        "h": "history: the games that were played",
        "q": "leave",
    }


def has_unfinished() -> bool:
    """Whether there is a game to go on with; nothing is made where none are kept."""
    try:
        return open_store(None).last_unfinished() is not None
    except NumduelError:
        return False
