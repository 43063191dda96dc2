"""Places: a game's positions as environments see them, worked out from the rules once, then looked up."""

from functools import lru_cache
from operator import le
from struct import Struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game
from ..core.settings import SettingError
from ..kernels.kernel import ENDED

Row = NDArray[np.signedinteger[Any]]

MEMORY = 64 * 2**20  # bytes that kept places of one game may take, all in all
_BYTES_A_PLACE = 800  # besides its rows


class Place:
    """A position: what is seen of it, what can be done there, and where that leads.

    States with equal keys share a place, and so one `state` stands for all of them.
    """

    __slots__ = (
        "after",
        "game",
        "goes_on",
        "hidden",
        "kept",
        "legal",
        "mask",
        "notes",
        "observation",
        "result",
        "state",
    )

    def __init__(self, game: Game[Any, Any], state: Any, kept: bool) -> None:
        self.game = game
        self.state = state
        self.kept = kept  # whether other places may lead here without asking the rules
        self.observation: Row
        self.mask: Row  # 1 for each legal action, by action id
        self.legal: tuple[int, ...] = ()  # the ids of legal actions, in order
        self.result: int | None = None  # once the game is over: +1, 0 or -1 for the player to move
        self.hidden = False  # whether its features leave their bounds, so that it cannot be shown
        self.goes_on = False  # neither over nor hidden
        self.after: list[Place | None] = []  # by action id; None: illegal, or not asked for yet
        self.notes: dict[str, Any] = {}  # what answers and opponents make of it, each under its name

    def __reduce__(self) -> Any:
        # Places link to each other; copies of an environment share them, and another process has its own.
        return _place_of, (self.game, self.state)


class Places:
    """The places of one game, with the bounds and the type of its observations.

    >>> import numduel
    >>> places = Places(numduel.load("operation-duel:target=5"))
    >>> there = places.follow(places.start, 1)
    >>> there.observation, there.mask, places.follow(there, 1).observation
    (array([2], dtype=int8), array([1, 1], dtype=int8), array([4], dtype=int8))
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.vocabulary = tuple(game.vocabulary())
        self.low, self.high = _bounds(game)
        self.dtype = self.low.dtype
        self.ended = _fixed(np.full(len(self.low), ENDED, self.dtype))
        self.no_mask = _fixed(np.zeros(len(self.vocabulary), np.int8))
        self.ids = {move: action for action, move in enumerate(self.vocabulary)}
        self._limits = tuple(zip(*game.feature_bounds(), strict=True))
        self._pack = Struct(f"={len(self.low)}{self.dtype.char if self.dtype.itemsize < 8 else 'q'}").pack
        self._known: dict[Any, Place] = {}
        self._room = MEMORY // (_BYTES_A_PLACE + self.ended.nbytes + 9 * len(self.vocabulary))
        self.start = self.find(game.initial())

    def __reduce__(self) -> Any:
        return places_of, (self.game,)

    def find(self, state: Any) -> Place:
        """The place of a state."""
        key = self.game.key(state)
        place = self._known.get(key)
        if place is None:
            place = self._make(state, kept=len(self._known) < self._room)
            if place.kept:
                self._known[key] = place
        return place

    def follow(self, place: Place, action: int) -> Place:
        """Where a legal action leads; from the second time on, `place.after[action]` tells."""
        after = self.find(self.game.play(place.state, self.vocabulary[action]))
        if after.kept:  # a link would keep the others in memory too
            place.after[action] = after
        return after

    def _make(self, state: Any, kept: bool) -> Place:
        place = Place(self.game, state, kept)
        place.observation, place.mask = self.ended, self.no_mask
        outcome = self.game.outcome(state)
        if outcome is not None:
            place.result = outcome.value.worth
            return place
        features = self.game.features(state)
        lows, highs = self._limits
        if len(features) != len(lows):
            raise SettingError(f"{self.game.title} needs features() that are always as many")
        if not all(map(le, lows, features)) or not all(map(le, features, highs)):
            place.hidden = True
            return place
        place.goes_on = True
        # Bytes that are put together first make rows in half the time; and nobody can write to such rows.
        place.observation = np.frombuffer(self._pack(*features), self.dtype)
        place.legal = tuple(sorted([self.ids[move] for move in self.game.moves(state)]))
        mask = bytearray(len(self.vocabulary))
        for action in place.legal:
            mask[action] = 1
        place.mask = np.frombuffer(bytes(mask), np.int8)
        place.after = [None] * len(self.vocabulary)
        return place


@lru_cache(maxsize=4)
def places_of(game: Game[Any, Any]) -> Places:
    """The places of `game`, which all its environments share."""
    return Places(game)


def _place_of(game: Game[Any, Any], state: Any) -> Place:
    return places_of(game).find(state)


def _bounds(game: Game[Any, Any]) -> tuple[Row, Row]:
    """The least and the greatest value of each feature, the mark of an ended game among them."""
    name = game.spec if len(game.spec) <= 60 else game.spec[:60] + "..."
    try:
        bounds = [(min(low, ENDED), max(high, ENDED)) for low, high in game.feature_bounds()]
        game.features(game.initial())
    except TypeError as error:
        raise SettingError(f"{name} cannot be an environment: {error}") from None
    for dtype in (np.int8, np.int16, np.int32, np.int64):
        limits = np.iinfo(dtype)
        if all(limits.min <= low and high <= limits.max for low, high in bounds):
            lows, highs = ([pair[side] for pair in bounds] for side in (0, 1))
            return _fixed(np.array(lows, dtype)), _fixed(np.array(highs, dtype))
    raise SettingError(f"{name} cannot be an environment: its numbers may need more than 64 bits")


def _fixed(row: Any) -> Any:
    """The row itself, which can no longer be written to: places are shared."""
    row.flags.writeable = False
    return row
