"""Menu: from a bare `numduel` to a game in two key presses."""

import dataclasses
from collections.abc import Iterator
from typing import Any

from ..core.errors import NumduelError
from ..core.game import Game
from ..core.packages import BrokenPackage
from ..core.registry import games, load, read_settings
from ..core.settings import SettingError, SettingSchema
from ..match.setup import PERSON, Setup, is_person, new_setup
from ..players import UnknownPlayer, check_name, full_name, kinds
from ..players.names import OPPONENTS
from ..players.strength import strength_of
from ..store.errors import StoreError
from .console import Console, EndOfInput, Failed, UsageError
from .keys import press
from .screen import width
from .seats import seat_players
from .sitting import Sitting
from .storage import open_store, store_path
from .words import paragraph, remark_in_words, rules_in_words, settings_in_words

KEYS = "123456789abdefgijklmnoprstuvwxyz"  # all but those of the other choices
VARIANT_KEYS = "uvwxyz"
NARROW = 60  # columns, below which titles and summaries do not stand side by side


class Menu:
    """Shows the games, then one game's choices, until someone leaves."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.coach = False  # whether people play with one

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
        while True:
            others = {"c": "continue the last unfinished game"} if has_unfinished() else {}
            others |= {"h": "history: the games that were played", "q": "leave"}
            self.console.say("", "numduel: number games for two players", "")
            self.show_games({key: kind for key, (_, kind) in found.items()})
            self.console.say(*(f"  {key}  {what}" for key, what in others.items()), "")
            key = press(self.console, *others, *found)
            if key in found or key == "q":
                return found[key][0] if key in found else None
            self.console.say("")
            self.command("resume" if key == "c" else "history")

    def show_games(self, found: dict[str, type[Game[Any, Any]]]) -> None:
        """List the games by key."""
        longest = max(len(kind.title) for kind in found.values()) if width() >= NARROW else 0
        for key, kind in found.items():
            hanging = " " * (longest + 7 if longest else 5)
            self.console.say(*paragraph(f"  {key}  {kind.title:{longest}}  {kind.summary}", hanging=hanging))

    def command(self, *words: str) -> None:
        """Run a command of ours, as if it had been typed."""
        from .main import main

        self.console.flush()
        main(words)

    def set_up(self, setup: Setup) -> int:
        """Let players and settings be chosen, and play as often as they like; the exit code."""
        computers = {name[0]: who for name, who in OPPONENTS.items()}
        while True:
            specs = self.show_choices(setup)
            key = press(self.console, "\n", *computers, *specs, *"12nksrb")
            if key == "b":
                return 0
            if key in computers:
                one = setup.players[0]
                against = (one if is_person(one) else PERSON, computers[key])
                setup = dataclasses.replace(setup, players=against)
            else:
                setup = self.change(setup, key, specs)
            if key in ("\n", *computers) and (code := self.play(setup)):
                return code

    def change(self, setup: Setup, key: str, specs: dict[str, str]) -> Setup:
        """The setup after what a key asks for."""
        one, other = setup.players
        match key:
            case "1":
                return dataclasses.replace(setup, players=(self.ask_player(1), other))
            case "2":
                return dataclasses.replace(setup, players=(one, self.ask_player(2)))
            case "n":
                return dataclasses.replace(setup, rounds=self.ask_rounds())
            case "k":
                self.coach = not self.coach
            case "s":
                return dataclasses.replace(setup, game=self.change_settings(setup.game))
            case "r":
                self.console.say("", *rules_in_words(setup.game))
        return dataclasses.replace(setup, game=load(specs[key])) if key in specs else setup

    def show_choices(self, setup: Setup) -> dict[str, str]:
        """Show what can be chosen for a game; the specs of its variants, by key."""
        game, (one, other) = setup.game, setup.players
        specs = {"u": game.name} if game.variants else {}
        lines = ["", game.title, ""]
        if game.variants:
            lines.append(f"  u      as in the rulebook{_chosen(game, game.name)}")
        for key, variant in zip(VARIANT_KEYS[1:], game.variants, strict=False):
            specs[key] = f"{game.name}:{variant.settings}"
            lines.append(f"  {key}      {variant.name}: {variant.about}{_chosen(game, specs[key])}")
        lines += ["  Enter  play", *_computers(game)]
        lines += [f"  1      Player 1: {one}", f"  2      Player 2: {other}"]
        lines.append(f"  n      {f'a match of {setup.rounds} games' if setup.rounds else 'a single game'}")
        lines.append(f"  k      coach: {'on' if self.coach else 'off'}")
        lines.append(f"  s      settings: {'the rulebook' if game.spec == game.name else game.spec}")
        lines += ["  r      read the rules", "  b      back to the games", ""]
        for line in lines:
            self.console.say(*(paragraph(line, hanging=" " * 9) or [""]))
        return specs

    def play(self, setup: Setup) -> int:
        """Play until nobody wants to go on; the exit code, where that ends the program."""
        setup = new_setup(setup.game, players=setup.players, rounds=setup.rounds)
        try:
            players = seat_players(setup)
        except (UsageError, Failed) as error:
            self.console.say(*paragraph(f"Not possible: {error}"))
            return 0
        self.console.say("", *(remark_in_words(setup.game) if self.console.interactive else []))
        return Sitting(self.console, coach=self.coach).play(setup, players)

    def ask_rounds(self) -> int | None:
        """How many games a match has; None for a single game."""
        while text := self.console.ask("How many games? (Enter: a single one) ").strip():
            if text.isascii() and text.isdigit() and len(text) < 4 and int(text) > 0:
                return int(text)
            self.console.say("Not possible: it must be a whole number from 1 to 999.")
        return None

    def ask_player(self, number: int) -> str:
        """Who is to play, as a person types it."""
        self.console.say("", *paragraph(f"Players are easy, medium, hard, {kinds()}."))
        while True:
            who = self.console.ask(f"Who is Player {number}? (Enter: human) ").strip() or PERSON
            try:
                return full_name(OPPONENTS.get(who.lower(), who))
            except (UnknownPlayer, BrokenPackage) as error:
                self.console.say(*paragraph(f"Not possible: {error}"))

    def change_settings(self, game: Game[Any, Any]) -> Game[Any, Any]:
        """The game after as many changes as a person types."""
        self.console.say("", *settings_in_words(game), "")
        example = example_settings(game)
        such_as = f", such as {example}" if example else ""
        while text := self.console.ask(f"Settings{such_as}, or Enter when done: ").strip():
            try:
                game = load(game.spec, read_settings(text))
            except SettingError as error:
                self.console.say(*paragraph(f"Not possible: {error}"))
            else:
                self.console.say(f"Now: {game.spec}")
        return game


def has_unfinished() -> bool:
    """Whether there is a game to go on with; nothing is made where none are kept."""
    try:
        return store_path(None).exists() and open_store(None).last_unfinished() is not None
    except (StoreError, NumduelError):
        return False


def example_settings(game: Game[Any, Any]) -> str:
    """Settings of a game, at most two, that can be typed as they stand and change something."""
    found: dict[str, str] = {}
    for schema in game.schema():
        for value in _other_values(schema, game.settings[schema.name]):
            try:
                changed = load(game.spec, {**found, schema.name: value})
            except SettingError:
                continue
            if changed != game:
                found[schema.name] = value
                break
        if len(found) == 2:
            break
    return ",".join(f"{name}={value}" for name, value in found.items())


def _other_values(schema: SettingSchema, now: Any) -> Iterator[str]:
    """Values that a setting may be given, as text; not all of them need to fit the other settings."""
    match schema.kind:
        case "whole":
            low = schema.low or 0
            yield from map(str, (low + 1, low + 2) if now is None else (now + 1, now + 2, now - 1))
        case "numbers":
            low = schema.low or 0
            yield from (f"{low}-{low + 3}", f"{low + 1}-{low + 3}", f"{low + 1}/{low + 2}")
        case _:
            yield from (choice for choice in schema.choices if choice != now)


def _chosen(game: Game[Any, Any], spec: str) -> str:
    return " (chosen)" if load(spec) == game else ""


def _computers(game: Game[Any, Any]) -> Iterator[str]:
    """A line for each computer that has a key: the levels say how far they look and how noisy they are."""
    for name, who in OPPONENTS.items():
        _, level = check_name(who)
        strength = f" ({strength_of(int(level), game).in_words()})" if level else ""
        yield f"  {name[0]}      play the computer: {name}{strength}"
