"""What a search has found, as people read it: the best settings, a sample game, and the variant to paste."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..core.integers import count
from ..core.text import visible
from .invocation import advice, command_to
from .results import cell
from .table import table
from .words import paragraph

if TYPE_CHECKING:
    from ..design.finding import Finding
    from ..design.search import Search

SHOWN = ("spec", "value", "plies", "positions", "decisions1", "decisions2", "player1", "depth", "worth")
LONGEST_STATE = 60  # characters


def in_lines(search: "Search", found: "Sequence[Finding]", plain: bool) -> Iterator[str]:
    """All that was found, but for the variant to paste."""
    yield from paragraph(_summary(search, found))
    yield ""
    wished = [wish.column for wish in search.wishes if wish.column not in SHOWN]
    names = [*SHOWN[:-1], *dict.fromkeys(wished), SHOWN[-1]]
    rows = [[*(cell(one.candidate.row[name]) for name in names), _misses(one)] for one in found]
    yield from table([*names, "misses"], rows, plain)
    yield from ("", *_sample(found[0]), "")
    yield from ("To paste among the variants in the game's file:", "")


def _summary(search: "Search", found: "Sequence[Finding]") -> str:
    granted = sum(not one.shortfall for one in search.ranked)
    wishes = ", ".join(wish.text for wish in search.wishes)
    told = f"{count(search.measured, 'setting')} of {search.space.game.title} measured for {wishes}. "
    if not granted:
        return told + f"None is like that; {'this comes' if len(found) == 1 else 'these come'} nearest."
    return told + f"{granted:,} {'is' if granted == 1 else 'are'} like that; the best come first."


def _misses(one: "Finding") -> str:
    return " ".join(one.missed) or "-"


def _sample(one: "Finding") -> Iterator[str]:
    """A sample game, a move a line, and the command that plays it again."""
    sample, spec = one.sample, one.candidate.measures.spec
    yield f"How two players of {sample.player} play the first:"
    rows: list[list[Any]] = [
        [str(ply), f"player {2 - ply % 2}", move, visible(state, LONGEST_STATE)]
        for ply, (move, state) in enumerate(zip(sample.moves, sample.shown, strict=True), 1)
    ]
    yield from table(["turn", "player", "move", "leaves"], rows, plain=True)
    winner = sample.result.winner
    ending = "A draw" if winner is None else f"Player {winner} wins"
    yield f"{ending}: {sample.result.reason}."
    again = command_to(f"play '{spec}' --p1 {sample.player} --p2 {sample.player} --seed {sample.seed}")
    yield from advice("Again", again)
