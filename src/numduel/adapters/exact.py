"""Exact supervision: what each position is worth, which actions are best, and what an action gives away."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.game import Game
from ..core.settings import SettingError
from ..core.verdict import Value
from ..engine.values import VALUES, value_of_mark
from ..kernels.kernel import DRAWN, ILLEGAL, MOVER_LOSES, MOVER_WINS, OUT_OF_RANGE
from ..solver.answers import answers_of
from .node import Node
from .rows import Row
from .state_graph import StateGraph, state_graph_of

if TYPE_CHECKING:  # one environment needs nothing compiled
    from ..engine.stepping import Stepper

Many = NDArray[Any]
UNKNOWN = float("nan")


class Evaluation(NamedTuple):
    """What is known of a position: its value for the player to move, the best actions, and each one's worth.

    Values are +1 for a win, 0 for a draw or no end, -1 for a loss, and nan where nobody knows.
    """

    value: float
    optimal: Row  # 1 for each action that is best: the winner hurries, the loser delays
    worths: tuple[float, ...]  # by action id, for the player who takes it; nan for illegal ones

    def regret(self, action: int) -> float:
        """How much of the value a legal action gives away: 0, 1 or 2, or nan."""
        return self.value - self.worths[action]


class Evaluator:
    """Evaluates the nodes of a game by exact answers, each once."""

    def __init__(self, graph: StateGraph) -> None:
        self._graph = graph
        self._answers = answers_of(graph.game)

    def __reduce__(self) -> Any:
        return _evaluator_of, (self._graph.game,)

    def evaluate(self, node: Node) -> Evaluation:
        """What is known of a node that is not over."""
        known: Evaluation | None = node.notes.get("exact")
        if known is None:
            known = node.note("exact", self._evaluate(node))
        return known

    def _evaluate(self, node: Node) -> Evaluation:
        # What cannot be observed is not evaluated either.
        value = UNKNOWN if node.out_of_bounds else _worth(self._answers.verdict(node.state).value)
        action_of = self._graph.action_of
        optimal, worths = self._graph.no_mask.copy(), [UNKNOWN] * len(action_of)
        if node.goes_on:
            made = self._answers.moves(node.state)
            best = max(verdict.rank for _, verdict in made)
            for move, verdict in made:
                worths[action_of[move]] = _worth(verdict.value)
                # Where the value is unknown, so is what keeps it.
                optimal[action_of[move]] = verdict.rank == best and not np.isnan(value)
        optimal.flags.writeable = False
        return Evaluation(value, optimal, tuple(worths))


class VectorEvaluator:
    """The same for many environments: each position of a table is evaluated when it is first met."""

    def __init__(self, graph: StateGraph, stepper: "Stepper") -> None:
        if stepper.table is None:
            spec = graph.game.spec[:80]
            raise SettingError(f"exact answers need tables, and {spec} has too many positions for them")
        self._graph, self._table, self._evaluator = graph, stepper.table, Evaluator(graph)
        count, actions = stepper.table.successors.shape
        # After the positions there is a row for games that are over, and one for each mark: what it means
        # to the agent when the opponent's first move leads there.
        marks = (MOVER_WINS, MOVER_LOSES, DRAWN, ILLEGAL, OUT_OF_RANGE)
        self._count, rows = count, count + 1 + len(marks)
        self._known = np.arange(rows) >= count
        self._values = np.full(rows, UNKNOWN)
        for mark in marks:
            self._values[count - mark] = _worth(VALUES[value_of_mark(mark)])
        self._worths = np.full((rows, actions), UNKNOWN)
        self._optimal = np.zeros((rows, actions), np.int8)

    def _rows(self, codes: Many) -> Many:
        """The rows of these codes, each evaluated by now."""
        rows = np.where(codes >= 0, codes, self._count - codes)
        for row in np.unique(rows[~self._known[rows]]):
            known = self._evaluator.evaluate(self._graph.find(self._table.state_at(int(row))))
            self._values[row], self._optimal[row], self._worths[row] = (
                known.value,
                known.optimal,
                known.worths,
            )
            self._known[row] = True
        return rows

    def info(self, codes: Many, rewards: Many, over: Many) -> dict[str, Many]:
        """Value and best actions at every code; of a game that is over, what it came to."""
        rows = self._rows(codes)
        return {
            "value": np.where(over, rewards, self._values[rows]),
            "optimal_actions": np.where(over[:, None], 0, self._optimal[rows]).astype(np.int8),
        }

    def regret(self, codes: Many, actions: Many, acted: Many, illegal: Many) -> Many:
        """What the actions gave away that were taken at these codes; 0 where none was."""
        rows = self._rows(np.where(acted, codes, self._count))
        gave = self._values[rows] - self._worths[rows, np.where(acted, actions, 0)]
        return np.where(acted, np.where(illegal, self._values[rows] + 1.0, gave), 0.0)


def _worth(value: Value) -> float:
    return UNKNOWN if value.worth is None else float(value.worth)


def _evaluator_of(game: Game[Any, Any]) -> Evaluator:
    return Evaluator(state_graph_of(game))
