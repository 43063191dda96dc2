"""Menu: from a bare `numduel` to a game in two key presses."""

from typing import Any

from ..core.game import Game
from ..core.registry import games, load
from ..core.settings import SettingError
from ..match.match import Match
from .console import Console, EndOfInput
from .host import Host
from .keys import read_key
from .words import rules_in_words, settings_in_words

KEYS = "123456789abcdefghijklmnoprstuvwxyz"  # all but q, which leaves


class Menu:
    """Shows the games, then one game's choices, until someone leaves."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def run(self) -> int:
        """Show the menu until someone leaves; the exit code."""
        try:
            while (name := self.pick_game()) is not None:
                self.set_up(name)
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
        key = self.press("Press a key: ", "q", *found)
        return None if key == "q" else found[key][0]

    def set_up(self, name: str) -> None:
        """Let a game's settings and players be chosen, and play it as often as they like."""
        spec = name
        while True:
            game = load(spec)
            self.console.say("", f"{game.title}, for two people at this keyboard", "")
            self.console.say(f"  Enter  play{'' if spec == name else ' with ' + spec}")
            self.console.say("  s      change the settings", "  r      read the rules", "  b      back", "")
            match self.press("Press a key: ", "\n", "s", "r", "b"):
                case "\n":
                    self.console.say("")
                    if Host(self.console, game, Match(("A", "B"))).run():
                        return
                case "s":
                    spec = self.change_settings(game)
                case "r":
                    self.console.say("", *rules_in_words(game))
                case _:
                    return

    def change_settings(self, game: Game[Any, Any]) -> str:
        """The spec after as many changes as a person types."""
        self.console.say("", *settings_in_words(game), "")
        while text := self.console.ask("A setting, such as name=value, or Enter when done: ").strip():
            name, _, value = text.partition("=")
            try:
                game = load(game.spec, {name.strip(): value})
            except SettingError as error:
                self.console.say(f"That will not do: {error}")
            else:
                self.console.say(f"Now: {game.spec}")
        return game.spec

    def press(self, prompt: str, *keys: str) -> str:
        """The first key pressed that is one of `keys`."""
        self.console.say_part(prompt)
        while (key := read_key().lower()) not in keys:
            pass
        self.console.say("" if key == "\n" else key)
        return key
