"""SetupForm: what somebody has filled in to start a game, read into what the table needs."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from ...core.errors import NumduelError
from ...core.game import Game
from ...core.integers import read_integer
from ...core.registry import make, variant_of
from ...core.settings import SettingError
from ...match.setup import PERSON, Setup, new_setup
from ..config import WebLimits
from ..serving.errors import as_sentence
from ..tables.rooms import Options
from .opponents import visitors_player
from .places import BadAddress, check_moves, check_settings

RULEBOOK, OWN = "rulebook", "own"  # in place of a variant's name
COMPUTER, FRIEND, HERE, WATCH = "computer", "friend", "here", "watch"
AGAINST = {
    COMPUTER: "A computer",
    FRIEND: "A friend, by link",
    HERE: "Two people here",
    WATCH: "Watch two computers",
}
SETTING = "set-"  # before the name of a setting, among the fields
LONGEST_MATCH = 999
FIELDS = {  # and what they are where nothing was filled in
    "against": COMPUTER,
    "level": "medium",
    "other": "",
    "name": "",
    "name2": "",
    "one": "medium",
    "two": "perfect",
    "first": "me",
    "length": "single",
    "games": "3",
    "undo": "agree",
    "hints": "",
    "answers": "after",
    "auto": "",
    "max_turns": "",
}


class FormError(NumduelError, ValueError):
    """A field that cannot be used, explained in one sentence; `field` is its name."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


@dataclasses.dataclass(frozen=True, slots=True)
class SetupForm:
    """The fields of the form for one kind of game, as texts."""

    kind: type[Game[Any, Any]]
    fields: Mapping[str, str]

    @classmethod
    def of(cls, game: Game[Any, Any]) -> "SetupForm":
        """A form that nobody has filled in yet, with the settings of a game."""
        return cls(type(game), FIELDS | _settings_fields(game) | {"rules": _rules_of(game)})

    @classmethod
    def read(cls, kind: type[Game[Any, Any]], given: Mapping[str, str]) -> "SetupForm":
        """A form that somebody has filled in; what is missing is as in an empty one."""
        empty = FIELDS | _settings_fields(kind()) | {"rules": RULEBOOK}
        return cls(
            kind, {name: given.get(name, "" if name == "auto" else text) for name, text in empty.items()}
        )

    def game(self, limits: WebLimits) -> Game[Any, Any]:
        """The game with its settings; FormError if they cannot be used."""
        rules = self.fields["rules"]
        if rules == RULEBOOK:
            return self.kind()
        if rules != OWN:
            try:
                return make(self.kind, rules)
            except SettingError as error:
                raise FormError("rules", as_sentence(error)) from None
        given = {}
        for setting in self.kind.schema():
            text = self.fields[SETTING + setting.name].strip()
            if not text:
                raise FormError(SETTING + setting.name, f"This is empty. It must be {setting.allowed}.")
            given[setting.name] = text
        return self._made(given, limits)

    def _made(self, given: Mapping[str, str], limits: WebLimits) -> Game[Any, Any]:
        """The game of these settings; where one is wrong, the error names its field."""
        try:
            game = make(self.kind, None, given)
            check_settings(game, limits)
            check_moves(game, limits)
        except (SettingError, BadAddress) as error:
            sentence = as_sentence(error)
            named = next((name for name in given if sentence.lower().startswith(f"{name} ")), "")
            raise FormError(SETTING + named if named else "rules", sentence) from None
        return game

    def setup(self, limits: WebLimits) -> Setup:
        """What the two agree on; FormError if a field cannot be used."""
        game = self.game(limits)
        length, games = self.fields["length"], self._number("games", LONGEST_MATCH, "3")
        agreed: dict[str, Any] = {
            "players": self.players(),
            "rounds": games if length == "rounds" else None,
            "points": games if length == "points" else None,
            "undo": self.fields["undo"],
            "hint_limit": self._number("hints", LONGEST_MATCH, self._hints_unless_said(), least=0),
            "max_turns": self._number("max_turns", limits.plies),
            "first": int(self.fields["first"] == "other"),
        }
        try:
            return new_setup(game, toss=self.fields["first"] == "toss", **agreed)
        except NumduelError as error:
            raise FormError("undo", as_sentence(error)) from None

    def options(self) -> Options:
        """What else is agreed on at the table."""
        always = self.fields["answers"] == "always"
        return Options(answers="always" if always else "after", auto=bool(self.fields["auto"]))

    def players(self) -> tuple[str, str]:
        """Who plays, as players are named everywhere; FormError if nobody has such a name."""
        against = self.fields["against"]
        if against == WATCH:
            return self._computer("one"), self._computer("two")
        one = self._person("name")
        if against == COMPUTER:
            return one, self._computer("other" if self.fields["other"].strip() else "level")
        return one, self._person("name2") if against == HERE else PERSON

    def owners(self, visitor: str) -> tuple[str | None, str | None]:
        """Whose the two seats are, where a visitor starts the game; None for whoever comes, or a computer."""
        against = self.fields["against"]
        if against == WATCH:
            return None, None
        return visitor, visitor if against == HERE else None

    def _person(self, field: str) -> str:
        name = self.fields[field].strip()
        return self._known(field, f"{PERSON}:{name}" if name else PERSON)

    def _computer(self, field: str) -> str:
        who = self.fields[field].strip()
        known = self._known(field, who)
        if known.split(":")[0] == PERSON:
            raise FormError(field, "This is the name of a person, not of a computer.")
        return known

    def _known(self, field: str, who: str) -> str:
        try:
            return visitors_player(who)
        except NumduelError as error:
            raise FormError(field, as_sentence(error)) from None

    def _hints_unless_said(self) -> str:
        """How many hints there are where nothing was filled in: none against a friend by link."""
        return "0" if self.fields["against"] == FRIEND else ""

    def _number(self, field: str, most: int, otherwise: str = "", least: int = 1) -> int | None:
        """The whole number in a field, or None where it is empty."""
        text = self.fields[field].strip() or otherwise
        if not text:
            return None
        number = read_integer(text) if len(text) < 10 else None
        if number is None or not least <= number <= most:
            raise FormError(field, f"This must be a whole number from {least} to {most:,}, or nothing.")
        return number


def _settings_fields(game: Game[Any, Any]) -> dict[str, str]:
    """The settings of a game as fields, written as in a spec."""
    values = game.settings
    return {SETTING + name: one.kind.write(values[name]) for name, one in game.declared.items()}


def _rules_of(game: Game[Any, Any]) -> str:
    variant = variant_of(game)
    return variant.name if variant else RULEBOOK if game == type(game)() else OWN
