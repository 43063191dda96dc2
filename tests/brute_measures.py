"""What measures say, found by brute force: every game that can be played is played, in fractions.

Shares nothing with the package but the rules of its games: values come from the naive solver.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import naive

from numduel import Game

Key = Hashable
Policy = Callable[[Key], list[Fraction]]
WORTH = {"win": 1, "loss": -1}


@dataclass(frozen=True)
class Played:
    """One whole game: how likely it is, the positions met, and what it came to for player 1."""

    likely: Fraction
    met: tuple[Key, ...]
    plies: int
    result: int


class Brute:
    """A small game, looked at position by position."""

    def __init__(self, game: Game[Any, Any], nodes: naive.Nodes | None = None) -> None:
        found = nodes or naive.nodes_of(game)
        assert found is not None
        self.nodes: naive.Nodes = found
        self.start: Key = game.key(game.initial())
        self.answers = naive.solve(found)

    def made(self, key: Key) -> list[naive.Answer]:
        return naive.after_moves(self.nodes, self.answers, key)

    def leads_to(self, key: Key) -> list[tuple[Key | None, str | None]]:
        return self.nodes[key].leads_to

    def is_decision(self, key: Key) -> bool:
        return len({value for value, _ in self.made(key)}) > 1

    def is_only_move(self, key: Key) -> bool:
        values = [value for value, _ in self.made(key)]
        return self.is_decision(key) and values.count(self.answers[key][0]) == 1

    def best(self, key: Key) -> list[bool]:
        """Which moves are best: the quickest wins, the slowest losses; moves that hold alike."""
        ranks = [
            (WORTH.get(value, 0), 0 if value not in WORTH else (plies or 0) * -WORTH[value])
            for value, plies in self.made(key)
        ]
        return [rank == max(ranks) for rank in ranks]

    def reached(self) -> tuple[set[Key], set[Key]]:
        """The positions that may be met with player 1 to move, and with player 2."""
        seen: tuple[set[Key], set[Key]] = (set(), set())
        waiting: list[tuple[Key, int]] = [(self.start, 0)]
        while waiting:
            key, seat = waiting.pop()
            if key not in seen[seat]:
                seen[seat].add(key)
                waiting += [(after, 1 - seat) for after, _ in self.leads_to(key) if after is not None]
        return seen

    def on_best_lines(self) -> set[Key]:
        seen: set[Key] = set()
        waiting = [self.start]
        while waiting:
            key = waiting.pop()
            if key not in seen:
                seen.add(key)
                pairs = zip(self.leads_to(key), self.best(key), strict=True)
                waiting += [after for (after, _), best in pairs if best and after is not None]
        return seen

    # Look-ahead, by plain search

    def look(self, key: Key, depth: int) -> int:
        """What a search of so many plies says of a position: 1, -1, or 0 for all that it does not see."""
        stuck = self.nodes[key].stuck
        if stuck is not None:
            return WORTH.get(stuck, 0)
        return max(self.look_at_moves(key, depth)) if depth else 0

    def look_at_moves(self, key: Key, depth: int) -> list[int]:
        if not depth:
            return [0] * len(self.leads_to(key))
        return [
            WORTH.get(end, 0) if after is None else -self.look(after, depth - 1)
            for after, end in ((after, end or "") for after, end in self.leads_to(key))
        ]

    def errs(self, key: Key, depth: int) -> list[bool]:
        """Which moves look best at a depth and give something away."""
        looks, here = self.look_at_moves(key, depth), WORTH.get(self.answers[key][0], 0)
        worths = [WORTH.get(value, 0) for value, _ in self.made(key)]
        return [look == max(looks) and worth < here for look, worth in zip(looks, worths, strict=True)]

    def looking(self, depth: int) -> Policy:
        """One who looks so far ahead and takes any of what looks best, sooner won and later lost."""

        def likely(key: Key) -> list[Fraction]:
            seen = [self.look_at_moves(key, near) for near in range(1, depth + 1)]
            # How long a move has looked as it does: a win seen early is quick, so is a loss.
            looks = [(seen[-1][at], self._hurry([near[at] for near in seen])) for at in range(len(seen[0]))]
            return _alike([look == max(looks) for look in looks])

        return likely

    @staticmethod
    def _hurry(course: list[int]) -> int:
        return course[-1] * course.count(course[-1]) if course[-1] else 0

    # Noise

    def noisy(self, epsilon: Fraction) -> Policy:
        def likely(key: Key) -> list[Fraction]:
            best = _alike(self.best(key))
            return [epsilon / len(best) + (1 - epsilon) * share for share in best]

        return likely

    def games(self, first: Policy, second: Policy) -> Iterator[Played]:
        """Every whole game between two players; only for games without cycles."""
        yield from self._games((self.start,), Fraction(1), (first, second))

    def _games(
        self, met: tuple[Key, ...], likely: Fraction, players: tuple[Policy, Policy]
    ) -> Iterator[Played]:
        key, seat = met[-1], (len(met) - 1) % 2
        sign = 1 - 2 * seat
        if not self.leads_to(key):
            yield Played(likely, met, len(met) - 1, sign * WORTH.get(self.nodes[key].stuck or "", 0))
            return
        for (after, end), share in zip(self.leads_to(key), players[seat](key), strict=True):
            if share and after is not None:
                yield from self._games((*met, after), likely * share, players)
            elif share:
                yield Played(likely * share, met, len(met), sign * WORTH.get(end or "", 0))


class Noisy:
    """Noise in a game with or without cycles, by Gaussian elimination in fractions."""

    def __init__(self, brute: Brute, epsilon: Fraction) -> None:
        self.brute, self.likely = brute, brute.noisy(epsilon)

    @cached_property
    def ending(self) -> list[Key]:
        """The positions from which an end can be reached."""
        found: set[Key] = set()
        while True:
            more = {key for key in self.brute.nodes if key not in found and self._ends(key, found)}
            if not more:
                return [key for key in self.brute.nodes if key in found]
            found |= more

    def _ends(self, key: Key, found: set[Key]) -> bool:
        leads = self.brute.leads_to(key)
        shares = self.likely(key) if leads else []
        taken = [after for (after, _), share in zip(leads, shares, strict=True) if share]
        return not leads or any(after is None or after in found for after in taken)

    def chances(self) -> tuple[Fraction, Fraction, Fraction]:
        """How likely player 1 wins, player 2 wins, and nobody does though the game ends."""
        wins = self._solve("win"), self._solve("loss"), self._solve("draw")
        return tuple(chance.get((self.brute.start, 0), Fraction(0)) for chance in wins)  # type: ignore[return-value]

    def _solve(self, result: str) -> dict[Any, Fraction]:
        """How likely each position, with either player to move, comes to this result for player 1."""
        states = [(key, seat) for key in self.ending for seat in (0, 1)]
        rows = {}
        for key, seat in states:
            row: dict[Any, Fraction] = {(key, seat): Fraction(1)}
            constant = Fraction(0)
            wanted = result if seat == 0 else {"win": "loss", "loss": "win"}.get(result, result)
            leads = self.brute.leads_to(key)
            if not leads:
                constant += self.brute.nodes[key].stuck == wanted
            for (after, end), share in zip(leads, self.likely(key) if leads else [], strict=True):
                if after is None:
                    constant += share * (end == wanted)
                elif after in self.ending:
                    row[after, 1 - seat] = row.get((after, 1 - seat), Fraction(0)) - share
            rows[key, seat] = (row, constant)
        return _eliminate(rows)


def _eliminate(rows: dict[Any, tuple[dict[Any, Fraction], Fraction]]) -> dict[Any, Fraction]:
    order = list(rows)
    for pivot in order:
        row, constant = rows[pivot]
        scale = row[pivot]
        row, constant = {name: share / scale for name, share in row.items()}, constant / scale
        rows[pivot] = row, constant
        for other in order:
            share = rows[other][0].get(pivot)
            if other != pivot and share:
                changed = {
                    name: rows[other][0].get(name, Fraction(0)) - share * row.get(name, Fraction(0))
                    for name in {*rows[other][0], *row}
                }
                rows[other] = (
                    {name: each for name, each in changed.items() if each},
                    rows[other][1] - share * constant,
                )
    return {pivot: rows[pivot][1] for pivot in order}


def _alike(chosen: Sequence[bool]) -> list[Fraction]:
    return [Fraction(int(each), sum(chosen)) for each in chosen]
