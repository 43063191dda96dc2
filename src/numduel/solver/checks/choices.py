"""Choices: one side's moves, position by position, as a certificate lists them."""

from typing import Any

from .common import SAME_KEY, UNKNOWN, AnyGame, Positions, name_of, require


class Choices:
    """One side's moves as the certificate lists them; each must be used."""

    def __init__(self, game: AnyGame, entries: list[dict[str, Any]]) -> None:
        self.game = game
        self.entries = {entry["at"]: entry for entry in entries}
        self.moves = {game.write(move): move for move in game.vocabulary()}
        self.used: dict[str, Any] = {}  # what tells each position from others, by its name
        self._taken: dict[
            str, tuple[Any, Any]
        ] = {}  # what the last state of each name is made of, and the next
        self.positions = Positions()
        require(len(self.entries) == len(entries), "it lists a position twice")

    def take(self, state: Any) -> tuple[dict[str, Any], Any]:
        """The entry for `state`, and the state after the move it chooses."""
        key = self.game.key(state)
        (position, whole), at = self.positions.told_apart(key, state), name_of(key)
        before, after = self._taken.get(at, (UNKNOWN, None))
        # Many moves lead here, and it was seen after the first.
        if before is not UNKNOWN and before == whole and self.used[at] == position:
            return self.entries[at], after
        require(at in self.entries, f"it has no move for the position {at:.200}")
        entry = self.entries[at]
        move = self.moves.get(entry["play"])
        require(move in self.game.moves(state), f"{entry['play']!a} is not legal in the position {at:.200}")
        require(self.used.setdefault(at, position) == position, f"two positions have one name, {at:.200}")
        after = self.game.play(state, move)
        self._taken[at] = whole, after
        return entry, after

    def told(self) -> tuple[str, ...]:
        """What of this rests on the game's word."""
        return () if self.positions.exact else (SAME_KEY,)

    def require_all_used(self) -> None:
        unused = sorted(set(self.entries) - self.used.keys())
        require(not unused, f"it lists a position that cannot arise: {unused[:1]}")


def number(entry: dict[str, Any], name: str) -> int:
    """A number from an entry."""
    value = entry[name]
    require(type(value) is int, f"{name} must be a whole number, not {value!a:.50}")
    return int(value)
