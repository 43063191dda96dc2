"""Setup: what two contestants agree on before their match begins."""

import os
from functools import lru_cache

from ..core.errors import NumduelError
from ..core.frozen import Frozen, replace
from ..core.game import Game
from ..core.hints import Any

PERSON = "human"
UNDO_POLICIES = ("none", "agree", "free")
MOST_MOVES = 50_000  # of a game that can be read as a record; docs/records.md states the same
COMPUTER_TURN_LIMIT = 200  # without a person who could stop it, a game this long is a draw
MAX_NAME_LENGTH = 40


class SetupError(NumduelError, ValueError):
    """A setup that makes no match, explained in one sentence."""


class Setup(Frozen, kw_only=True):
    """The game and its settings, who plays, how long, and what is allowed. Contestants are 0 and 1.

    `players` are named as on the command line: `human:Ann`, `level:3`. Contestant `first` is player 1 in the
    first game. A match lasts `rounds` games, or until someone has `points`; with neither it is a single game.
    A game of `max_turns` moves is a draw. The seed fixes everything random. `undo` is `none`, `agree` or
    `free`; `hint_limit` holds for each player, in each game.

    >>> import numduel
    >>> setup = Setup(game=numduel.load("operation-duel"), players=("human:Ann", "level:3"))
    >>> setup.names, setup.is_person(1)
    (('Ann', 'level:3'), False)
    """

    game: Game[Any, Any]
    players: tuple[str, str] = (PERSON, PERSON)
    first: int = 0  # the contestant who is player 1 in the first game
    rounds: int | None = None
    points: int | None = None
    max_turns: int | None = None
    seed: int = 0
    undo: str = "agree"
    hint_limit: int | None = None

    def __post_init__(self) -> None:
        if self.rounds is not None and self.points is not None:
            raise SetupError("a match has so many games, or so many points, not both")
        if self.undo not in UNDO_POLICIES:
            raise SetupError(f"undo must be one of {', '.join(UNDO_POLICIES)}")
        if type(self.players) is not tuple or len(self.players) != 2 or {*map(type, self.players)} != {str}:
            raise SetupError("players must be the names of two players")
        for name, least in (("rounds", 1), ("points", 1), ("max_turns", 1), ("hint_limit", 0)):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or value < least):
                raise SetupError(f"{name} must be a whole number of at least {least}")
        if type(self.first) is not int or self.first not in (0, 1):
            raise SetupError("first must be 0 or 1: the contestants are 0 and 1")
        if type(self.seed) is not int or self.seed < 0:
            raise SetupError("seed must be a whole number of at least 0")

    @property
    def names(self) -> tuple[str, str]:
        """What the contestants are called through a match, in which player 1 is now one, now the other."""
        one, other = (display_name(who) for who in self.players)
        one, other = one or "A", other or "B"
        return (f"{one} (A)", f"{other} (B)") if one == other else (one, other)

    def name_at(self, seat: int, contestant: int) -> str:
        """What a contestant in a seat is called: in a single game, without a name, by the seat.

        >>> import numduel
        >>> Setup(game=numduel.load("operation-duel"), players=("level:3", "human")).name_at(2, 1)
        'Player 2'
        """
        nameless = self.single and not display_name(self.players[contestant])
        return f"Player {seat}" if nameless else self.names[contestant]

    @property
    def single(self) -> bool:
        """Whether this is one game and no more."""
        return self.rounds is None and self.points is None

    def is_person(self, contestant: int) -> bool:
        """Whether a contestant is a person, whose moves come from a front end."""
        return is_person(self.players[contestant])

    def with_person(self, contestant: int, name: str) -> "Setup":
        """The setup with a contestant being a person of this name; nameless where it is empty."""
        players = list(self.players)
        players[contestant] = f"{PERSON}:{name}" if name else PERSON
        one, other = players
        return replace(self, players=(one, other))

    @property
    def only_computers(self) -> bool:
        """Whether no person plays."""
        return not (self.is_person(0) or self.is_person(1))


def new_setup(game: Game[Any, Any], *, toss: bool = False, seed: int | None = None, **agreed: Any) -> Setup:
    """A setup with what was not agreed on filled in: the seed, who begins after a toss, and a turn limit.

    Without a person who could stop it, a game could go on forever; so then there is a limit.
    """
    seed = int.from_bytes(os.urandom(4)) if seed is None else seed
    if toss:
        from random import Random  # it takes long to load

        agreed["first"] = Random(seed).randrange(2)
    setup = Setup(game=game, seed=seed, **agreed)
    if setup.max_turns is None and setup.only_computers:
        return replace(setup, max_turns=COMPUTER_TURN_LIMIT)
    return setup


def is_name(text: str) -> bool:
    """Whether a person may be called so: printable, and not too long."""
    return text.isprintable() and len(text) <= MAX_NAME_LENGTH


def is_person(who: str) -> bool:
    """Whether a player's name, as `human` or `human:Ann`, stands for a person."""
    return _split(who)[0] == PERSON


def display_name(who: str) -> str:
    """What a player is called: a person by the name they gave, if any; a computer by its own.

    >>> display_name("human:Ann"), display_name("human"), display_name(" Level:3 ")
    ('Ann', '', 'level:3')
    """
    kind, detail = _split(who)
    return detail if kind == PERSON else f"{kind}:{detail}" if detail else kind


@lru_cache(maxsize=1_024)  # a server asks for the same again and again
def _split(who: str) -> tuple[str, str]:
    kind, _, detail = who.partition(":")
    return kind.strip().lower(), detail.strip()
