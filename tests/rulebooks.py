"""Random games by two sets of rules at once, the package's and the independent ones, under drawn settings.

At each position that is met the legal moves, who has won, and what each move leads to must be the same by
both. A position is compared when it is met first; games that come back to it go on from there.
"""

from collections import Counter
from random import Random
from typing import Any, TypeAlias

import independent

import numduel
from numduel import Game, Outcome, SettingError, Side
from numduel.core.settings import Choice, Kind, Numbers, Whole, Words

AnyGame = Game[Any, Any]
SPREAD = 60  # small numbers: they meet each other, and the end of a game, more often
LENGTHS = (6, 12, 25, 60)  # plies after which a game that has not ended is left


class Different(Exception):
    """Where the two sets of rules do not say the same."""


def drawn_value(kind: Kind, default: Any, rng: Random) -> Any:
    """A value of a setting of this kind, often the default; seldom none, which lets games grow for ever."""
    if rng.random() < (0.2 if default is None else 0.5):
        return default
    match kind:
        case Whole(low=low, high=high):
            least = -SPREAD if low is None else low
            most = least + rng.choice((4, SPREAD, 2 * SPREAD, 40 * SPREAD))
            return rng.randint(least, most if high is None else min(high, most))
        case Numbers(low=low, high=high):
            count = rng.randint(0 if kind.optional else 1, 5)
            return tuple(rng.sample(range(low, min(high, low + 9) + 1), count))
        case Choice(choices=words):
            return rng.choice(words)
        case Words(choices=words):
            return tuple(word for word in words if rng.random() < 0.5)
    return default


def drawn_game(name: str, rng: Random) -> AnyGame:
    """A game of that name under random settings that it accepts."""
    kind = numduel.games()[name]
    while True:
        settings = kind.declared.values()
        chosen = {one.name: drawn_value(one.kind, one.default, rng) for one in settings}
        try:
            return kind(**chosen)
        except SettingError:
            continue


Leads: TypeAlias = "list[Node | tuple[Any, Any] | None]"


class Node:
    """A position by both sets of rules; `leads` has for each move what it leads to, None for an end.

    That is a node, or both states until someone goes there.
    """

    __slots__ = ("leads", "ours", "theirs")

    def __init__(self, ours: Any, theirs: Any) -> None:
        self.ours, self.theirs = ours, theirs
        self.leads: Leads | None = None


def _end(outcome: Outcome | None) -> str | None:
    """What a move comes to, in the words of the independent rules."""
    if outcome is None or outcome.stuck:
        return None
    return {Side.PREVIOUS: independent.WINS, Side.NEXT: independent.LOSES, None: "draws"}[outcome.winner]


class Comparison:
    """One game under its settings, by both sets of rules."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.rules = independent.GAMES[game.name](**game.settings)
        self.nodes: dict[Any, Node] = {}
        self.start = self.node(game.initial(), self.rules.start)

    def node(self, ours: Any, theirs: Any) -> Node:
        key = ours, repr(theirs)
        found = self.nodes.get(key)
        if found is None:
            found = self.nodes[key] = Node(ours, theirs)
        return found

    def expand(self, node: Node) -> Leads:
        """Where each move leads; Different where the two sets of rules do not agree."""
        game, moves = self.game, self.game.moves(node.ours)
        theirs = self.rules.options(node.theirs)
        texts = [game.write(move) for move in moves]
        if sorted(texts) != sorted(theirs):
            raise Different(f"{game.spec} at {node.ours!r}: the moves are {texts}, or {list(theirs)}")
        outcome = game.outcome(node.ours)
        stuck = outcome is not None and outcome.stuck and outcome.winner is Side.PREVIOUS
        if stuck == bool(theirs) or (outcome is not None and not stuck):
            raise Different(f"{game.spec} at {node.ours!r}: {outcome}, but the moves are {list(theirs)}")
        leads: Leads = []
        for move, text in zip(moves, texts, strict=True):
            after, other = game.play(node.ours, move), theirs[text]
            end = _end(game.outcome(after))
            if (end is None) != (other not in independent.ENDS) or (end is not None and end != other):
                raise Different(f"{game.spec} at {node.ours!r}: {text} is {end}, or {other!r}")
            leads.append((after, other) if end is None else None)
        node.leads = leads
        return leads

    def play(self, rng: Random) -> bool:
        """Play one random game; whether it came to its end."""
        node = self.start
        for _ in range(rng.choice(LENGTHS)):
            leads = node.leads if node.leads is not None else self.expand(node)
            if not leads:
                return True
            choice = int(rng.random() * len(leads))
            following = leads[choice]
            if following is None:
                return True
            if isinstance(following, tuple):
                following = leads[choice] = self.node(*following)
            node = following
        return False


def compare(name: str, number: int, games: int, seed: int) -> Counter[str]:
    """Compare so many games under the settings with that number; how many games, ends and positions."""
    rng = Random(f"{seed} {name} {number}")
    comparison = Comparison(drawn_game(name, rng))
    ended = sum(comparison.play(rng) for _ in range(games))
    positions = sum(node.leads is not None for node in comparison.nodes.values())
    return Counter(settings=1, games=games, ended=ended, positions=positions)
