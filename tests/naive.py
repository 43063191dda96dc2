"""A naive solver: the definitions, applied to every position again and again until nothing changes.

It is slow, short, and shares nothing with the package's solver. It solves a registered game, a game drawn
as a diagram, or the independent rules of `independent`.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any

import independent
from hypothesis import reject
from hypothesis import strategies as st

import numduel
from numduel import Game, SettingError, Side

AnyGame = Game[Any, Any]
Answer = tuple[str, int | None]  # the value for the player to move, and the plies to the end

# What a move may lead to instead of a position, as the player who makes it sees it; as an end for a player
# who is stuck, the same words are about that player.
WINS, LOSES, DRAWS = "win", "loss", "draw"
ENDLESS = "endless"
TURNED = {WINS: LOSES, LOSES: WINS}


@dataclass
class Place:
    """A position: where each move leads (a key, or an end), and who wins where there is none."""

    state: Any
    leads_to: list[tuple[Hashable | None, str | None]] = field(default_factory=list)
    stuck: str | None = None


Places = dict[Hashable, Place]


def places_of(game: AnyGame, root: Any = None, most: int = 5_000) -> Places | None:
    """Every position that can be reached, by its key; None where there are more than `most`."""

    def place(state: Any) -> Place:
        outcome = game.outcome(state)
        if outcome is None:
            return Place(state)
        return Place(state, stuck={None: DRAWS, Side.NEXT: WINS, Side.PREVIOUS: LOSES}[outcome.winner])

    def moves(state: Any) -> Iterable[tuple[Any, str | None]]:
        for move in game.moves(state):
            after = game.play(state, move)
            outcome = game.outcome(after)
            over = outcome is not None and not outcome.stuck
            winner = outcome.winner if outcome else None
            yield after, {None: DRAWS, Side.PREVIOUS: WINS, Side.NEXT: LOSES}[winner] if over else None

    return _collect(game.initial() if root is None else root, game.key, place, moves, most)


def places_of_rules(rules: independent.Rules, most: int = 5_000) -> Places | None:
    """The same for independent rules, in which a player who is stuck has lost."""

    def place(state: Any) -> Place:
        return Place(state, stuck=None if rules.options(state) else LOSES)

    def moves(state: Any) -> Iterable[tuple[Any, str | None]]:
        ends = {independent.WINS: WINS, independent.LOSES: LOSES}
        for after in rules.options(state).values():
            # States may be lists, which cannot be looked up.
            yield after, ends[after] if after in independent.ENDS else None

    return _collect(rules.start, repr, place, moves, most)


def _collect(
    root: Any,
    key: Callable[[Any], Hashable],
    place: Callable[[Any], Place],
    moves: Callable[[Any], Iterable[tuple[Any, str | None]]],
    most: int,
) -> Places | None:
    places = {key(root): place(root)}
    waiting = [places[key(root)]]
    while waiting:
        here = waiting.pop()
        for after, end in moves(here.state):
            here.leads_to.append((None, end) if end else (key(after), None))
            if end is None and key(after) not in places:
                places[key(after)] = place(after)
                waiting.append(places[key(after)])
        if len(places) > most:
            return None
    return places


def solve(places: Places) -> dict[Hashable, Answer]:
    """The value and distance of every position: what can be forced within 0 plies, 1 ply, 2 plies ..."""
    answers: dict[Hashable, Answer] = {
        key: (place.stuck, 0) for key, place in places.items() if place.stuck is not None
    }
    _repeat(places, answers, _forced)
    # Neither side can force anything in what is left. Both prefer a drawn end to none.
    _repeat(places, answers, _drawn)
    return {key: answers.get(key, (ENDLESS, None)) for key in places}


def _repeat(
    places: Places, answers: dict[Hashable, Answer], rule: Callable[[list[str | None]], str | None]
) -> None:
    plies, changing = 0, True
    while changing:
        plies += 1
        found: dict[Hashable, Answer] = {}
        for key, place in places.items():
            if key not in answers:
                made = [end or _turned(answers.get(after)) for after, end in place.leads_to]
                value = rule(made)
                if value is not None:
                    found[key] = (value, plies)
        answers.update(found)
        changing = bool(found)


def _turned(answer: Answer | None) -> str | None:
    return None if answer is None else TURNED.get(answer[0], answer[0])


def _forced(made: list[str | None]) -> str | None:
    if WINS in made:
        return WINS
    return LOSES if all(value == LOSES for value in made) else None


def _drawn(made: list[str | None]) -> str | None:
    return DRAWS if DRAWS in made else None


def rank(answer: Answer) -> tuple[int, int]:
    """A key that sorts what moves come to, for the player who makes them, from the worst to the best."""
    value, plies = answer
    length = plies or 0
    return [LOSES, ENDLESS, DRAWS, WINS].index(value), length if value == LOSES else -length


def after_moves(places: Places, answers: dict[Hashable, Answer], key: Hashable) -> list[Answer]:
    """What each move of a position comes to, for the player who makes it."""
    made: list[Answer] = []
    for after, end in places[key].leads_to:
        if end is not None:
            made.append((end, 1))
        else:
            value, plies = answers[after]
            made.append((TURNED.get(value, value), None if plies is None else plies + 1))
    return made


# Games that are small enough for all that


def _sets(low: int, high: int, most: int, least: int = 1) -> st.SearchStrategy[tuple[int, ...]]:
    return st.sets(st.integers(low, high), min_size=least, max_size=most).map(tuple)


_SMALL: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "operation-stack": {
        "target": st.integers(-6, 12),
        "numbers": _sets(0, 4, 3),
        "operations": st.sets(st.sampled_from(["plus", "minus", "times", "swap"])).map(tuple),
        "max_stack": st.integers(1, 3),
        "max_value": st.integers(0, 6),
    },
    "top-stack-twelve": {
        "limit": st.integers(2, 14),
        "window": st.integers(1, 4),
        "tokens": _sets(1, 6, 4),
        "supply": st.none() | st.integers(1, 2),
    },
    "operation-obliteration": {
        "start": st.integers(5, 60),
        "low": st.integers(0, 5),
        "high": st.integers(60, 99),
        "no_repeat": st.sampled_from(["own", "opponent", "both", "none"]),
    },
    "digit-stack": {
        "target": st.integers(1, 1500),
        "digits": _sets(1, 9, 9),
        "repeats": st.sampled_from(["yes", "no"]),
    },
    "operation-duel": {
        "target": st.integers(1, 60),
        "start": st.integers(0, 9),
        "add": _sets(1, 6, 3, least=0),
        "multiply": _sets(2, 5, 2, least=0),
        "overshoot": st.sampled_from(["loses", "forbidden"]),
    },
}


@st.composite
def small_games(draw: st.DrawFn, name: str) -> AnyGame:
    """The game of that name under settings that leave it a few thousand positions at most."""
    if name not in _SMALL:  # another package's: as its rulebook has it
        return numduel.load(name)
    try:
        return numduel.games()[name](**{key: draw(values) for key, values in _SMALL[name].items()})
    except SettingError:
        reject()


def small_places(game: AnyGame, most: int = 2_500) -> Places:
    """Its positions; a game that has too many is not drawn after all."""
    places = places_of(game, most=most)
    if places is None:
        reject()
    return places
