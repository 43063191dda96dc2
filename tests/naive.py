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
class Node:
    """A position: where each move leads (a key, or an end), and who wins where there is none."""

    state: Any
    leads_to: list[tuple[Hashable | None, str | None]] = field(default_factory=list)
    stuck: str | None = None


Nodes = dict[Hashable, Node]


def nodes_of(game: AnyGame, root: Any = None, most: int = 5_000) -> Nodes | None:
    """Every position that can be reached, by its key; None where there are more than `most`."""

    def node(state: Any) -> Node:
        outcome = game.outcome(state)
        if outcome is None:
            return Node(state)
        return Node(state, stuck={None: DRAWS, Side.NEXT: WINS, Side.PREVIOUS: LOSES}[outcome.winner])

    def moves(state: Any) -> Iterable[tuple[Any, str | None]]:
        for move in game.moves(state):
            after = game.play(state, move)
            outcome = game.outcome(after)
            over = outcome is not None and not outcome.stuck
            winner = outcome.winner if outcome else None
            yield after, {None: DRAWS, Side.PREVIOUS: WINS, Side.NEXT: LOSES}[winner] if over else None

    return _collect(game.initial() if root is None else root, game.key, node, moves, most)


def nodes_of_rules(
    rules: independent.Rules, most: int = 5_000, name: Callable[[Any], str] = repr
) -> Nodes | None:
    """The same for independent rules, in which a player who is stuck has lost; `name` tells them apart."""

    def node(state: Any) -> Node:
        return Node(state, stuck=None if rules.options(state) else LOSES)

    def moves(state: Any) -> Iterable[tuple[Any, str | None]]:
        ends = {independent.WINS: WINS, independent.LOSES: LOSES}
        for after in rules.options(state).values():
            # States may be lists, which cannot be looked up.
            yield after, ends[after] if after in independent.ENDS else None

    return _collect(rules.start, name, node, moves, most)


def _collect(
    root: Any,
    key: Callable[[Any], Hashable],
    node: Callable[[Any], Node],
    moves: Callable[[Any], Iterable[tuple[Any, str | None]]],
    most: int,
) -> Nodes | None:
    nodes = {key(root): node(root)}
    waiting = [nodes[key(root)]]
    while waiting:
        here = waiting.pop()
        for after, end in moves(here.state):
            here.leads_to.append((None, end) if end else (key(after), None))
            if end is None and key(after) not in nodes:
                nodes[key(after)] = node(after)
                waiting.append(nodes[key(after)])
        if len(nodes) > most:
            return None
    return nodes


def solve(nodes: Nodes) -> dict[Hashable, Answer]:
    """The value and distance of every position: what can be forced within 0 plies, 1 ply, 2 plies ..."""
    answers: dict[Hashable, Answer] = {
        key: (node.stuck, 0) for key, node in nodes.items() if node.stuck is not None
    }
    _repeat(nodes, answers, _forced)
    # Neither side can force anything in what is left. Both prefer a drawn end to none.
    _repeat(nodes, answers, _drawn)
    return {key: answers.get(key, (ENDLESS, None)) for key in nodes}


def _repeat(
    nodes: Nodes, answers: dict[Hashable, Answer], rule: Callable[[list[str | None]], str | None]
) -> None:
    plies, changing = 0, True
    while changing:
        plies += 1
        found: dict[Hashable, Answer] = {}
        for key, node in nodes.items():
            if key not in answers:
                made = [end or _turned(answers.get(after)) for after, end in node.leads_to]
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


def after_moves(nodes: Nodes, answers: dict[Hashable, Answer], key: Hashable) -> list[Answer]:
    """What each move of a position comes to, for the player who makes it."""
    made: list[Answer] = []
    for after, end in nodes[key].leads_to:
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
        "operations": st.sets(st.sampled_from(["plus", "minus", "times", "swap", "negate", "double"])).map(
            tuple
        ),
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
        "multiply": st.sampled_from(["odd", "any"]),
    },
    "digit-stack": {
        "target": st.integers(1, 1500),
        "digits": _sets(1, 9, 9),
        "repeats": st.sampled_from(["yes", "no"]),
        "reach": st.none() | st.integers(1, 9),
        "multiple": st.none() | st.integers(2, 30),
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


def small_nodes(game: AnyGame, most: int = 2_500) -> Nodes:
    """Its positions; a game that has too many is not drawn after all."""
    nodes = nodes_of(game, most=most)
    if nodes is None:
        reject()
    return nodes
