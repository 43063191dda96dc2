"""Choices: one side's moves, position by position, as a certificate lists them."""

from typing import Any

from .common import SAME_KEY, AnyGame, is_all, require


class Choices:
    """One side's moves as the certificate lists them; each must be used."""

    def __init__(self, game: AnyGame, entries: list[dict[str, Any]]) -> None:
        self.game = game
        self.entries = {entry["at"]: entry for entry in entries}
        self.moves = {game.write(move): move for move in game.vocabulary()}
        self.used: dict[str, Any] = {}  # the key of each position by its name
        self._taken: dict[str, tuple[Any, Any]] = {}  # the last state of each name, and the next
        self.exact = True  # whether no position stood for others that are counted as one with it
        require(len(self.entries) == len(entries), "it lists a position twice")

    def take(self, state: Any) -> tuple[dict[str, Any], Any]:
        """The entry for `state`, and the state after the move it chooses."""
        key = self.game.key(state)
        self.note(key, state)
        at = repr(key)
        before, after = self._taken.get(at, (None, None))
        if after is not None and before == state:  # many moves lead here, and it was seen after the first
            return self.entries[at], after
        require(at in self.entries, f"it has no move for the position {at:.200}")
        entry = self.entries[at]
        move = self.moves.get(entry["play"])
        require(move in self.game.moves(state), f"{entry['play']!a} is not legal in the position {at:.200}")
        require(self.used.setdefault(at, key) == key, f"two positions have one name, {at:.200}")
        after = self.game.play(state, move)
        self._taken[at] = state, after
        return entry, after

    def note(self, key: Any, state: Any) -> None:
        """Note whether a position may stand for others that have the same key."""
        self.exact = self.exact and is_all(key, state)

    def number(self, state: Any, name: str) -> int:
        """A number from the entry for `state`."""
        value = self.take(state)[0][name]
        require(type(value) is int, f"{name} must be a whole number, not {value!a:.50}")
        return int(value)

    def told(self) -> tuple[str, ...]:
        """What of this rests on the game's word."""
        return () if self.exact else (SAME_KEY,)

    def require_all_used(self) -> None:
        unused = sorted(set(self.entries) - self.used.keys())
        require(not unused, f"it lists a position that cannot arise: {unused[:1]}")
