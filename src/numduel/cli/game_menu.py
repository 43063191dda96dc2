"""GameMenu: one game's variants, opponents and settings, a key each."""

from collections.abc import Iterator
from typing import Any

from ..core.errors import NumduelError
from ..core.frozen import replace
from ..core.game import Game
from ..core.integers import count
from ..core.packages import BrokenPackage
from ..core.registry import load, read_settings, variant_of
from ..core.settings import SettingError, SettingSchema
from ..match.setup import PERSON, Setup, display_name, is_person, new_setup
from ..players import UnknownPlayer, check_name, full_name, kinds
from ..players.names import OPPONENTS
from ..players.strength import strength_of
from .climbing import fitting_game, step_in_words
from .console import Console, Failed, UsageError
from .keys import press
from .seats import seat_players
from .sitting import Sitting
from .storage import open_store
from .words import introduction, paragraph, rules_in_words, settings_in_words

VARIANT_KEYS = "uvwxyz"


class GameMenu:
    """Shows what can be chosen for a game, until someone goes back."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.coach = False  # whether people play with one

    def set_up(self, setup: Setup) -> int:
        """Let players and settings be chosen, and play as often as they like; the exit code."""
        computers = {name[0]: who for name, who in OPPONENTS.items()}
        while True:
            climbing = self.climbing(setup)
            specs = self.show_choices(setup, climbing)
            key = press(self.console, "\n", *computers, *specs, *"12nksrb", *(["l"] if climbing else []))
            if key == "b":
                return 0
            if key == "l" and climbing is not None:
                setup = climbing
            elif key in computers:
                one = setup.players[0]
                against = (one if is_person(one) else PERSON, computers[key])
                setup = replace(setup, players=against)
            else:
                setup = self.change(setup, key, specs)
            if key in ("\n", "l", *computers) and (code := self.play(setup)):
                return code

    def climbing(self, setup: Setup) -> Setup | None:
        """The game by which a person climbs the ladder, at the settings at hand if they have one."""
        person = next(filter(is_person, setup.players), PERSON)
        try:
            return fitting_game(open_store(None), setup.game, display_name(person))
        except NumduelError:
            return None

    def change(self, setup: Setup, key: str, specs: dict[str, str]) -> Setup:
        """The setup after what a key asks for."""
        one, other = setup.players
        match key:
            case "1":
                return replace(setup, players=(self.ask_player(1), other))
            case "2":
                return replace(setup, players=(one, self.ask_player(2)))
            case "n":
                return replace(setup, rounds=self.ask_rounds())
            case "k":
                self.coach = not self.coach
            case "s":
                return replace(setup, game=self.change_settings(setup.game))
            case "r":
                self.console.say("", *rules_in_words(setup.game))
        return replace(setup, game=load(specs[key])) if key in specs else setup

    def show_choices(self, setup: Setup, climbing: Setup | None) -> dict[str, str]:
        """Show what can be chosen for a game; the specs of its variants, by key."""
        specs = variant_specs(setup.game)
        lines = ["", setup.game.title, "", *variant_lines(setup.game, specs)]
        lines += [*[""] * bool(specs), f"  Enter  play: {' against '.join(setup.players)}"]
        if climbing is not None:
            variant = None if climbing.game == setup.game else variant_of(climbing.game)
            at = "" if variant is None else f" ({variant.title})"
            lines.append(f"  l      climb the ladder{at}: {step_in_words(climbing)}")
        lines += computer_lines(setup.game)
        lines += ["", *self.other_lines(setup), "  r      read the rules", "  b      back to the games", ""]
        for line in lines:
            self.console.say(*(paragraph(line, hanging=" " * 9) or [""]))
        return specs

    def other_lines(self, setup: Setup) -> Iterator[str]:
        """Who plays, how often and by which settings, with the keys that change it."""
        game, (one, other) = setup.game, setup.players
        yield from (f"  1      Player 1: {one}", f"  2      Player 2: {other}")
        games = f"a match of {count(setup.rounds, 'game')}" if setup.rounds else "a single game"
        yield f"  n      {games}"
        yield f"  k      coach: {'on' if self.coach else 'off'}"
        changed = game.spec.partition(":")[2].replace(",", ", ")  # with blanks, to fold at
        yield f"  s      settings: {changed or 'the rulebook'}"

    def play(self, setup: Setup) -> int:
        """Play until nobody wants to go on; the exit code, where that ends the program."""
        setup = new_setup(setup.game, players=setup.players, rounds=setup.rounds)
        try:
            players = seat_players(setup)
        except (UsageError, Failed) as error:
            self.console.say(*paragraph(f"Not possible: {error}"))
            return 0
        self.console.say("", *(introduction(setup) if self.console.attended else []))
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
        self.console.say("", *paragraph(f"Players are {kinds()}."))
        while True:
            who = self.console.ask(f"Who is Player {number}? (Enter: human) ").strip() or PERSON
            try:
                return full_name(who)
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


def variant_specs(game: Game[Any, Any]) -> dict[str, str]:
    """The specs that a game's variants stand for, and the rulebook's first, by key."""
    if not game.variants:
        return {}
    named = [f"{game.name}:{variant.name}" for variant in game.variants]
    return dict(zip(VARIANT_KEYS, [game.name, *named], strict=False))


def variant_lines(game: Game[Any, Any], specs: dict[str, str]) -> Iterator[str]:
    """Each variant with its key, and which is chosen."""
    told = ["as in the rulebook", *(f"{variant.title}: {variant.about}" for variant in game.variants)]
    for (key, spec), about in zip(specs.items(), told, strict=False):
        yield f"  {key}      {about}{' (chosen)' if load(spec) == game else ''}"


def computer_lines(game: Game[Any, Any]) -> Iterator[str]:
    """A line for each computer that has a key: the levels say how far they look and how noisy they are."""
    for name, who in OPPONENTS.items():
        _, level = check_name(who)
        strength = f" ({strength_of(int(level), game).in_words()})" if level else ""
        yield f"  {name[0]}      play the computer: {name}{strength}"


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
