"""Node: a position as environments see it, with the legal actions that many positions share."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from .rows import Row

if TYPE_CHECKING:
    from .state_graph import StateGraph

# Instead of actions that were tried. A spare node is filled with one position after the other by somebody who
# walks through them; it has no class of its own, since the attributes of two are slower to read.
NOT_KEPT, SPARE = -1, -2
_NO_NOTES: Mapping[str, Any] = MappingProxyType({})


class Selection:
    """The legal actions of a position, which all positions with the same ones share."""

    __slots__ = ("flags", "graph", "legal", "mask")

    def __init__(self, graph: "StateGraph", legal: tuple[int, ...]) -> None:
        flags = bytearray(len(graph.vocabulary))
        for action in legal:
            flags[action] = 1
        self.graph = graph
        self.legal = legal  # their ids, in order
        self.flags = bytes(flags)  # 1 for each of them, by action id
        self.mask: Row = np.frombuffer(self.flags, np.int8)  # the same as a row


class Node:
    """A position: its observation, its legal actions, and what they lead to.

    States with equal keys share a node, and so do ends with the same result; one `state` stands for all of
    them.
    """

    # Few: whatever is here is set, and given back, for every position, and some are new each time.
    __slots__ = (
        "goes_on",
        "notes",
        "packed",
        "result",
        "row",
        "selection",
        "state",
        "successors",
        "tried",
        "view_row",
    )

    state: Any
    packed: bytes  # what is seen of it, as the graph lays it out
    selection: Selection  # of legal actions
    successors: "tuple[Node | None, ...]"  # by action id; None: illegal, or not played yet
    # The actions played once, as bits, where what they lead to is kept from the second time on; of nodes to
    # which no other may link NOT_KEPT or SPARE.
    tried: int
    goes_on: bool  # neither over nor out of bounds
    result: int | None  # once the game is over: +1, 0 or -1 for the player to move
    row: Row | None  # its observation, where somebody has asked for it
    view_row: Row | None  # its view
    notes: Mapping[str, Any]  # what evaluators, opponents and graphs keep of it, each under its name

    @property
    def kept(self) -> bool:
        """Whether other nodes may link here."""
        return self.tried >= 0

    @property
    def legal(self) -> tuple[int, ...]:
        """The ids of legal actions, in order."""
        return self.selection.legal

    @property
    def mask(self) -> Row:
        """1 for each legal action, by action id, in a row that all share and nobody can write to."""
        return self.selection.mask

    @property
    def out_of_bounds(self) -> bool:
        """Whether its features leave their bounds."""
        return not self.goes_on and self.result is None

    @property
    def observation(self) -> Row:
        """Its features, in a row that all share and nobody can write to."""
        if self.row is None:
            self.row = self.selection.graph.layout.observation(self.packed)
        return self.row

    @property
    def view(self) -> Row:
        """The same after the mark of an agent that is to move: what PettingZoo's see."""
        if self.view_row is None:
            self.view_row = self.selection.graph.layout.marked(1, self.packed)
        return self.view_row

    def note(self, name: str, what: Any) -> Any:
        """Keep something of this node under a name, and return it."""
        self.notes = {**self.notes, name: what}
        return what

    def __reduce__(self) -> Any:
        # Nodes link to each other; copies of an environment share them, and another process has its own.
        make = _spare_node_of if self.tried == SPARE else _node_of
        return make, (self.selection.graph, self.state)


def filled(state: Any, tried: int, packed: bytes, selection: Selection) -> Node:
    """A node that goes on, with all it has. `__init__` would take longer to be called than this."""
    node = Node()
    node.state = state
    node.packed = packed
    node.selection = selection
    node.successors = selection.graph.unknown
    node.tried = tried
    node.goes_on = True
    node.result = node.row = node.view_row = None
    node.notes = _NO_NOTES
    return node


def _node_of(graph: "StateGraph", state: Any) -> Node:
    return graph.find(state)


def _spare_node_of(graph: "StateGraph", state: Any) -> Node:
    return graph.spare_node(state)
