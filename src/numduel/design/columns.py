"""Columns: measures as one flat row, under the names that expressions and tables use."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..core.verdict import Value
from .measures import TRAP_DEPTHS, Figures, Measures, rounded
from .noise import EPSILONS, Noise

Read = Callable[[Figures], Any]
WHOLE, NUMBER, TEXT = "whole", "number", "text"


@dataclass(frozen=True)
class Column:
    """A column: its name, what its cells are, and what it says, in words for a plot."""

    name: str
    kind: str
    label: str
    texts: tuple[str, ...] = ()  # all that a text can be, where that is known


def _typical(name: str) -> Read:
    return lambda figures: getattr(figures.typical, name)


def _trap(at: int) -> Read:
    return lambda figures: figures.traps[at]


def _chance(epsilon: float) -> Read:
    def read(figures: Figures) -> float:
        found: Noise = next(noise for noise in figures.noise if noise.epsilon == epsilon)
        return found.player1

    return read


# Those that every sweep begins with.
FIRST = (
    Column("spec", TEXT, "setting"),
    Column("value", TEXT, "value for player 1", tuple(each.value for each in Value)),
    Column("plies", WHOLE, "plies of best play"),
    Column("positions", WHOLE, "positions"),
)
FIGURES: dict[Column, Read] = {
    Column("branching", NUMBER, "moves a position"): lambda figures: figures.branching,
    Column("endless", NUMBER, "share of endless positions"): lambda figures: figures.endless,
    Column("longest", WHOLE, "longest forced line (plies)"): lambda figures: figures.longest,
    Column("decisions", NUMBER, "share of decisions"): lambda figures: figures.decisions.share,
    Column("decisions1", NUMBER, "share of decisions, player 1"): lambda figures: figures.decisions.player1,
    Column("decisions2", NUMBER, "share of decisions, player 2"): lambda figures: figures.decisions.player2,
    Column("only_moves", NUMBER, "share of only moves"): lambda figures: figures.only_moves,
    Column("only_run", WHOLE, "longest run of only moves"): lambda figures: figures.only_run,
    **{
        Column(f"trap{depth}", NUMBER, f"traps a decision at depth {depth}"): _trap(at)
        for at, depth in enumerate(TRAP_DEPTHS)
    },
    Column("depth", WHOLE, "depth to understand (plies)"): lambda figures: figures.depth,
    Column("player1", NUMBER, "player 1's chance at 20 % noise"): _typical("player1"),
    Column("player2", NUMBER, "player 2's chance at 20 % noise"): _typical("player2"),
    Column("drawn", NUMBER, "chance of a draw at 20 % noise"): _typical("drawn"),
    Column("undecided", NUMBER, "chance of no end at 20 % noise"): _typical("undecided"),
    Column("first_move", NUMBER, "worth of the first move at 20 % noise"): _typical("first_move"),
    Column("length", NUMBER, "mean length at 20 % noise (plies)"): _typical("length"),
    Column("spread", NUMBER, "spread of the length at 20 % noise (plies)"): _typical("spread"),
    Column("drama", NUMBER, "drama at 20 % noise"): _typical("drama"),
    Column("lead_changes", NUMBER, "lead changes at 20 % noise"): _typical("lead_changes"),
    Column("visited", NUMBER, "share of turns that are decisions at 20 % noise"): _typical("decisions"),
    **{
        Column(
            f"player1_{100 * epsilon:.0f}", NUMBER, f"player 1's chance at {100 * epsilon:.0f} % noise"
        ): _chance(epsilon)
        for epsilon in EPSILONS
    },
    Column("skill", NUMBER, "score of looking twice as far"): lambda figures: figures.skill,
    Column("weaker", WHOLE, "seat for a weaker player"): lambda figures: figures.weaker.seat,
}
LAST = (Column("worth", NUMBER, "worth playing"), Column("note", TEXT, "note"))
MEASURES = (*FIRST, *FIGURES, *LAST)


def row_of(measures: Measures) -> dict[str, Any]:
    """Measures by the names of their columns; None where a game beyond the limits has none."""
    figures = measures.figures
    first = {"spec": measures.spec, "value": measures.value, "plies": measures.plies}
    cells = {column.name: None if figures is None else read(figures) for column, read in FIGURES.items()}
    positions = None if figures is None else figures.positions
    last = {"worth": measures.worth, "note": measures.note or None}
    row: dict[str, Any] = rounded({**first, "positions": positions, **cells, **last})
    return row
