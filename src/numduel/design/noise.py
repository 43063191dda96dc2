"""Noise: what play comes to between two who err alike, exactly."""

from dataclasses import dataclass

import numpy as np

from ..engine.values import DRAW, LOSS, WIN
from ..kernels.kernel import MOVER_LOSES, MOVER_WINS
from .chains import Chain, Factored, Imprecise, chain_of
from .move_graph import Floats, MoveGraph

EPSILONS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
LONGEST = 1e7  # plies of a game on average: as many digits are lost, and nine are to be told
EVEN = 1e-9  # an edge below this is none: rounding errors are smaller, and no game turns on it


@dataclass(frozen=True)
class Noise:
    """What a game comes to where each move is, with probability `epsilon`, any legal one, else a best one.

    `undecided` is how likely it never ends. The rest is over games that end: `length` and its standard
    deviation `spread`, in plies; over games that someone wins: `drama`, `lead_changes`. They are None where
    there is no such game. `decisions` is the share of turns that were decisions.
    """

    epsilon: float
    player1: float
    player2: float
    drawn: float
    undecided: float
    first_move: float
    length: float | None
    spread: float | None
    drama: float | None
    lead_changes: float | None
    decisions: float


def noisy(graph: MoveGraph, epsilon: float) -> Floats:
    """How likely each move is: with probability epsilon any legal one, else any of the best."""
    best = graph.sum_moves(graph.is_best)
    any_of = epsilon / graph.counts[graph.source]
    return np.asarray(any_of + (1 - epsilon) * graph.is_best / best[graph.source])


def _share(number: float) -> float:
    """A probability, without what rounding has put beyond its bounds."""
    return float(min(max(number, 0.0), 1.0))


def noise(graph: MoveGraph, epsilon: float) -> Noise:
    """What the game comes to with this much noise."""
    likely = noisy(graph, epsilon)
    return _Play(graph, likely, chain_of(graph, likely)).noise(epsilon)


class _Play:
    """The systems of one chain, each solved once."""

    def __init__(self, graph: MoveGraph, likely: Floats, chain: Chain) -> None:
        self.graph, self.likely, self.chain = graph, likely, chain
        self.along: Factored = chain.factored(1)
        ends = chain.ends
        self.ending = self._ending(self._all_ends())
        self.winning = self._ending(ends[WIN] + ends[LOSS]) if ends[DRAW].any() else self.ending
        self.edge = chain.factored(-1).solve(ends[WIN] - ends[LOSS])
        start = np.zeros(len(graph))
        start[0] = 1.0
        self.visits = self.along.solve(start, transposed=True)
        if self.visits.sum() > LONGEST:
            raise Imprecise

    def _ending(self, at_once: Floats) -> Floats:
        """How likely each state comes to these ends; exactly 1 where there is nothing else to come to."""
        if self.chain.can_end.all() and (at_once > 0).any() and not (self._all_ends() - at_once).any():
            return np.ones(len(self.graph))
        return self.along.solve(at_once)

    def _all_ends(self) -> Floats:
        return np.asarray(sum(self.chain.ends.values()))

    def noise(self, epsilon: float) -> Noise:
        ended, won, edge = self.ending[0], self.winning[0], self.edge[0]
        length, spread = self._length()
        return Noise(
            epsilon=epsilon,
            player1=_share((won + edge) / 2),
            player2=_share((won - edge) / 2),
            drawn=_share(ended - won),
            undecided=_share(1 - ended),
            first_move=float(edge),
            length=length,
            spread=spread,
            drama=self._drama() if won > 0 else None,
            lead_changes=self._lead_changes() if won > 0 else None,
            decisions=self._decisions(),
        )

    def _length(self) -> tuple[float | None, float | None]:
        """The mean length of games that end, and its standard deviation."""
        ended = self.ending[0]
        if ended <= 0:
            return None, None
        # Without a move the game is over; from any other state a ply is made, and counted if the game ends.
        counted = np.where(self.graph.counts > 0, self.ending, 0.0)
        first = self.along.solve(counted)
        second = self.along.solve(2 * first - counted)
        mean = first[0] / ended
        variance = second[0] / ended - mean**2
        return float(mean), float(np.sqrt(variance)) if variance > EVEN * mean**2 else 0.0

    def _drama(self) -> float:
        """How far the later winner was behind, summed over the plies of a game, on average."""
        wins, losses = (self.winning + self.edge) / 2, (self.winning - self.edge) / 2
        behind = wins * np.maximum(-self.edge, 0) + losses * np.maximum(self.edge, 0)
        return float(self.visits @ behind) / float(self.winning[0])

    def _lead_changes(self) -> float:
        """After how many moves of a game that someone wins another leads than before, on average."""
        graph, winning = self.graph, self.winning
        lead = np.sign(np.where(np.abs(self.edge) > EVEN, self.edge, 0.0)).astype(np.int8)
        after = (graph.targets == MOVER_WINS).astype(np.int8) - (graph.targets == MOVER_LOSES)
        after[graph.goes_on] = -lead[graph.targets[graph.goes_on]]  # still seen by who made the move
        changed = np.flatnonzero(lead[graph.source] * after < 0)
        targets = graph.targets[changed]
        someone = np.where(targets < 0, 1.0, winning[np.maximum(targets, 0)])
        likely = self.visits[graph.source[changed]] * self.likely[changed] * someone
        return float(likely.sum()) / float(winning[0])

    def _decisions(self) -> float:
        """The share of turns that are decisions, among those from which the game can still end."""
        turns = self.visits[self.graph.counts > 0].sum()
        return float(self.visits[self.graph.is_decision].sum() / turns) if turns > 0 else 0.0
