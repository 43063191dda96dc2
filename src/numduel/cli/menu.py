"""Menu: from a bare `numduel` to a game in two key presses."""

import dataclasses
from typing import Any

from ..core.game import Game
from ..core.packages import BrokenPackage
from ..core.registry import games, load, read_settings
from ..core.settings import SettingError
from ..match.session import Session
from ..match.setup import Setup, new_setup
from ..players import UnknownPlayer, full_name, kinds
from ..store.journal import Journal
from .console import Console, EndOfInput, Failed, UsageError
from .host import Host
from .seats import seat_players
from .storage import open_store_to_play
from .words import paragraph, remark_in_words, rules_in_words, settings_in_words

KEYS = "123456789abcdefghijklmnoprstuvwxyz"  # all but q, which leaves


class Menu:
    """Shows the games, then one game's choices, until someone leaves."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def run(self) -> int:
        """Show the menu until someone leaves; the exit code."""
        try:
            while (name := self.pick_game()) is not None:
                code = self.set_up(Setup(game=load(name)))
                if code:
                    return code
            return 0
        except EndOfInput:
            self.console.say("")
            return 0

    def pick_game(self) -> str | None:
        """The name of the game whose key is pressed, or None to leave."""
        found = dict(zip(KEYS, games().items(), strict=False))
        width = max(len(kind.title) for _, kind in found.values())
        self.console.say("", "numduel: number games for two players", "")
        for key, (_, kind) in found.items():
            self.console.say(f"  {key}  {kind.title:{width}}  {kind.summary}")
        self.console.say("  q  leave", "")
        key = self.press("q", *found)
        return None if key == "q" else found[key][0]

    def set_up(self, setup: Setup) -> int:
        """Let players and settings be chosen, and play as often as they like; the exit code."""
        while True:
            game, (one, other) = setup.game, setup.players
            self.console.say("", f"{game.title}", "", "  Enter  play")
            self.console.say(f"  1      Player 1: {one}", f"  2      Player 2: {other}")
            self.console.say(f"  s      settings: {'the rulebook' if game.spec == game.name else game.spec}")
            self.console.say("  r      read the rules", "  b      back to the games", "")
            match self.press("\n", "1", "2", "s", "r", "b"):
                case "\n":
                    code = self.play(setup)
                    if code:
                        return code
                case "1":
                    setup = dataclasses.replace(setup, players=(self.ask_player(1), other))
                case "2":
                    setup = dataclasses.replace(setup, players=(one, self.ask_player(2)))
                case "s":
                    setup = dataclasses.replace(setup, game=self.change_settings(game))
                case "r":
                    self.console.say("", *rules_in_words(game))
                case _:
                    return 0

    def play(self, setup: Setup) -> int:
        """Play one game; the exit code, where that ends the program."""
        setup = new_setup(setup.game, players=setup.players)
        try:
            players = seat_players(setup)
        except (UsageError, Failed) as error:
            self.console.say(*paragraph(f"Not possible: {error}"))
            return 0
        self.console.say("", *(remark_in_words(setup.game) if self.console.interactive else []))
        journal = Journal(Session(setup), open_store_to_play(None))
        return Host(self.console, journal, players).run()

    def ask_player(self, number: int) -> str:
        """Who is to play, as a person types it."""
        self.console.say("", *paragraph(f"Players are {kinds()}."))
        while True:
            who = self.console.ask(f"Who is Player {number}? (Enter: human) ").strip() or "human"
            try:
                return full_name(who)
            except (UnknownPlayer, BrokenPackage) as error:
                self.console.say(*paragraph(f"Not possible: {error}"))

    def change_settings(self, game: Game[Any, Any]) -> Game[Any, Any]:
        """The game after as many changes as a person types."""
        self.console.say("", *settings_in_words(game), "")
        while text := self.console.ask("Settings, such as target=31,start=2, or Enter when done: ").strip():
            try:
                game = load(game.spec, read_settings(text))
            except SettingError as error:
                self.console.say(*paragraph(f"Not possible: {error}"))
            else:
                self.console.say(f"Now: {game.spec}")
        return game

    def press(self, *keys: str) -> str:
        """The first key pressed that is one of `keys`."""
        self.console.say_part("Press a key: ")
        while (key := self.console.key().lower()) not in keys:
            pass
        self.console.say("" if key == "\n" else key)
        self.console.flush()
        return key
