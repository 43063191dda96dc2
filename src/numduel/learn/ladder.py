"""Ladder: how far people have come up the levels, told by the games that they have won.

Nothing is kept for it: `Store.unaided_wins` says what counts, and everything here follows from that.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from ..core.frozen import Frozen
from ..core.game import Game
from ..core.registry import games, make, variant_of
from ..core.settings import listed
from ..match.setup import PERSON
from ..store.base import Wins

LEVELS = tuple(f"level:{number}" for number in range(1, 10))


class Standing(Frozen):
    """How far a person has come at some settings of a game.

    `won` are the highest levels beaten as player 1 and as player 2; 0 for none. Whoever has beaten a level
    need not beat those below it.

    >>> standing = Standing("Ann", "operation-duel", (3, 2))
    >>> standing.level, standing.opponent, standing.seats, standing.next_players()
    (2, 'level:3', (2,), ('level:3', 'human:Ann'))
    """

    person: str  # the name they gave, or nothing
    spec: str
    won: tuple[int, int] = (0, 0)

    @property
    def level(self) -> int:
        """The highest level that is beaten from both seats; 0 for none."""
        return min(self.won)

    @property
    def opponent(self) -> str | None:
        """Who is to be beaten next; None at the top."""
        return LEVELS[self.level] if self.level < len(LEVELS) else None

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats from which the next level is still to be beaten."""
        if self.opponent is None:
            return ()
        return tuple(seat for seat in (1, 2) if self.won[seat - 1] <= self.level)

    def next_players(self, easier: int = 1) -> tuple[str, str] | None:
        """Who plays the next game, by seat, as on the command line; None at the top.

        Where the next level is still to be beaten from both seats, the `easier` one comes first.
        """
        if self.opponent is None:
            return None
        person = f"{PERSON}:{self.person}" if self.person else PERSON
        seat = easier if easier in self.seats else self.seats[0]
        return (person, self.opponent) if seat == 1 else (self.opponent, person)

    def as_json(self) -> dict[str, Any]:
        """The standing as a JSON document."""
        return {
            "player": self.person or None,
            "spec": self.spec,
            "beaten": self.level,
            "next": self.opponent,
            "seats": list(self.seats),
        }


def standings(wins: Iterable[Wins]) -> dict[tuple[str, str], Standing]:
    """How far everyone has come, by their name and the spec."""
    found: dict[tuple[str, str], Standing] = {}
    for win in wins:
        if win.opponent in LEVELS:
            at = win.person, win.spec
            won = list(found.get(at, Standing(*at)).won)
            won[win.seat - 1] = max(won[win.seat - 1], LEVELS.index(win.opponent) + 1)
            found[at] = Standing(*at, (won[0], won[1]))
    return found


def standing(wins: Iterable[Wins], person: str, spec: str) -> Standing:
    """How far a person has come at some settings."""
    return standings(wins).get((person, spec), Standing(person, spec))


def progress(before: Standing, now: Standing) -> str:
    """What a game has brought that was won between two standings, in a sentence; empty if nothing.

    >>> progress(Standing("", "x", (3, 2)), Standing("", "x", (3, 3)))
    'You have beaten level:3 from both seats: level:4 is next.'
    >>> progress(Standing("", "x", (2, 2)), Standing("", "x", (2, 3)))
    'You have beaten level:3 as Player 2: beat it as Player 1, and level:4 is next.'
    """
    if now.level > before.level:
        then = f"{now.opponent} is next" if now.opponent else "that is the top of the ladder"
        return f"You have beaten {LEVELS[now.level - 1]} from both seats: {then}."
    if now.won == before.won:
        return ""
    seat = 1 if now.won[0] > before.won[0] else 2
    beaten = now.won[seat - 1]
    then = f"{LEVELS[beaten]} is next" if beaten < len(LEVELS) else "you are at the top of the ladder"
    return f"You have beaten {LEVELS[beaten - 1]} as Player {seat}: beat it as Player {3 - seat}, and {then}."


def in_words(standing: Standing) -> list[str]:
    """What is beaten, and what is still to be: two sentences."""
    if not standing.level:
        beaten = "No level is beaten from both seats yet."
    else:
        beaten = f"Beaten from both seats: {LEVELS[standing.level - 1]}."
    if standing.opponent is None:
        return [beaten, "That is the top of the ladder."]
    seats = listed([f"as Player {seat}" for seat in standing.seats], "and")
    return [beaten, f"Next: {standing.opponent}, to be beaten {seats}."]


def has_ladder(game: Game[Any, Any]) -> bool:
    """Whether play decides a game, so that levels can be climbed; variants are made for that."""
    if variant_of(game) is not None:
        return True
    from ..analysis.remarks import (
        remark,
    )  # it solves small games: only for settings that nobody has tried out

    return remark(game) is None


@lru_cache(maxsize=64)  # a menu asks for the same again and again
def easier_seat(game: Game[Any, Any]) -> int:
    """The seat that wins with best play, so that a ladder begins there; 1 where that is not known.

    >>> import numduel
    >>> easier_seat(numduel.load("digit-stack:sevens")), easier_seat(numduel.load("operation-duel:short"))
    (2, 1)
    """
    from ..analysis.remarks import QUICK  # it brings the solver along
    from ..solver.answers import Answers

    return Answers(game, limits=QUICK).verdict(game.initial()).value.winner(1) or 1


def first_game() -> Game[Any, Any] | None:
    """What to offer someone who has played nothing: a variant for beginners, else any; None without variants.

    >>> variant_of(first_game()).beginners
    True
    """
    every = [(kind, variant) for kind in games().values() for variant in kind.variants]
    chosen = next((pair for pair in every if pair[1].beginners), every[0] if every else None)
    return None if chosen is None else make(chosen[0], chosen[1].name)


def ladders_from(game: Game[Any, Any], everywhere: bool = False) -> Iterator[Game[Any, Any]]:
    """Settings that have a ladder: those of a game if they do, its variants, and `everywhere` all the others.

    >>> import numduel
    >>> [each.spec for each in ladders_from(numduel.load("operation-duel:target=31"))][:2]
    ['operation-duel:target=31', 'operation-duel:target=50,add=1-3,multiply=3/4']
    """
    first = [game] if has_ladder(game) else []
    kinds = [type(game), *(games().values() if everywhere else ())]
    variants = (make(kind, variant.name) for kind in kinds for variant in kind.variants)
    yield from {each.spec: each for each in (*first, *variants)}.values()
