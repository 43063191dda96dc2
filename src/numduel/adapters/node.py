"""Node: a position as environments see it, with the legal actions that many positions share."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from .rows import Row

if TYPE_CHECKING:
    from .state_graph import StateGraph

AnyNode = TypeVar("AnyNode", bound="Node")

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
        "kept",
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
    kept: bool  # whether other nodes may link here
    packed: bytes  # what is seen of it, as the graph lays it out
    selection: Selection  # of legal actions
    successors: "tuple[Node | None, ...]"  # by action id; None: illegal, or not played yet
    tried: int  # the actions played once, as bits, where what they lead to is kept from the second time on
    goes_on: bool  # neither over nor out of bounds
    result: int | None  # once the game is over: +1, 0 or -1 for the player to move
    row: Row | None  # its observation, where somebody has asked for it
    view_row: Row | None  # its view
    notes: Mapping[str, Any]  # what evaluators, opponents and graphs keep of it, each under its name

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
        return _node_of, (self.selection.graph, self.state)


class SpareNode(Node):
    """A node for somebody who walks through positions, filled with one after the other.

    Where positions are hardly ever met again, that takes less time than a new node each. Nobody but its owner
    holds on to it, and a copy of its owner has one of its own.
    """

    __slots__ = ()

    def __reduce__(self) -> Any:
        return _spare_node_of, (self.selection.graph, self.state)


def filled(node: AnyNode, state: Any, kept: bool, packed: bytes, selection: Selection) -> AnyNode:
    """A node that goes on, filled with all it has. `__init__` would take longer to be called than this."""
    node.state = state
    node.kept = kept
    node.packed = packed
    node.selection = selection
    node.successors = selection.graph.unknown
    node.tried = 0
    node.goes_on = True
    node.result = node.row = node.view_row = None
    node.notes = _NO_NOTES
    return node


def _node_of(graph: "StateGraph", state: Any) -> Node:
    return graph.find(state)


def _spare_node_of(graph: "StateGraph", state: Any) -> SpareNode:
    return graph.spare_node(state)
