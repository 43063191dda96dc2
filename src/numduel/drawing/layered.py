"""Layered layout: positions in layers, with an arrow for each move, where there are few enough to follow.

Places are thought of as along (in the direction of play) and across it; only when drawn are they turned into
x and y, so that the same code lays out from left to right and from top to bottom.
"""

import dataclasses
import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise
from typing import Any

from .boxes import STRETCH, Box, moves_in_short
from .neighbourhood import Arrow
from .svg import LINE, Point, arrow_style, label, path, text_width

BETWEEN = 26  # neighbours in a layer
BEND = 40  # between layers: a curve, then a straight piece with a label and the head of the arrow
HEAD = 20
FEW_MOVES = 3
APART = 5  # labels beside each other
_ON_CURVE = (0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2)  # where on its curve a label may stand
_Area = tuple[float, float, float, float]  # left, top, right, bottom


@dataclasses.dataclass(frozen=True, slots=True)
class _Curve:
    """A gentle S from one place to another, in the direction of play at both ends."""

    start: Point
    finish: Point

    def points(self) -> tuple[Point, Point, Point, Point]:
        """Its ends, and between them the two points that shape it."""
        (along, across), (to_along, to_across) = self.start, self.finish
        middle = (along + to_along) / 2
        return self.start, (middle, across), (middle, to_across), self.finish

    def at(self, part: float) -> Point:
        """A place on it."""
        weights = ((1 - part) ** 3, 3 * part * (1 - part) ** 2, 3 * part**2 * (1 - part), part**3)
        places = list(zip(weights, self.points(), strict=True))
        return sum(weight * place[0] for weight, place in places), sum(w * place[1] for w, place in places)


class Layered:
    """Boxes in layers from left to right, or from top to bottom."""

    def __init__(self, boxes: list[Box], arrows: list[Arrow], down: bool) -> None:
        self.boxes, self.arrows, self.down = boxes, arrows, down
        self.column = max(box.width for box in boxes)
        self._labels = [moves_in_short(arrow.moves) for arrow in arrows]
        self._widest = max(map(text_width, self._labels), default=0)
        self._straight = (LINE if down else self._widest + 12) + HEAD
        self._lay_out()
        self._ways = [self._way(arrow, bends) for arrow, bends in zip(arrows, self._bends, strict=True)]

    @cached_property
    def _places(self) -> list[tuple[Point, bool]]:
        return list(self._place_labels())

    @property
    def clashes(self) -> int:
        """How many labels there is no room for. Finding out takes longer than all else that can be asked."""
        return sum(hidden for _, hidden in self._places)

    @property
    def in_order(self) -> bool:
        """Whether where there are many moves they stand in their order, so that one can be found."""
        moves: dict[int, list[float]] = {}
        for arrow in self.arrows:
            moves.setdefault(arrow.source, []).append(self._spots[arrow.target or 0][1])
        return all(len(places) <= FEW_MOVES or places == sorted(places) for places in moves.values())

    def _lay_out(self) -> None:
        """Find where boxes stand and arrows bend, by igraph's layered (Sugiyama) layout."""
        self._spots: list[tuple[int, float]]
        self._bends: list[list[tuple[int, float]]]
        import igraph

        edges = [(arrow.source, arrow.target) for arrow in self.arrows]
        layout = igraph.Graph(n=len(self.boxes), edges=edges, directed=True).layout_sugiyama(maxiter=500)
        spots = [(round(layer), across) for across, layer in layout]
        bends = [[(round(layer), across) for across, layer in route] for route in layout.edge_routing]
        everything = sorted(spots + [bend for route in bends for bend in route])
        gaps = [after - before for (one, before), (two, after) in pairwise(everything) if one == two]
        least = min((gap for gap in gaps if gap > 0.01), default=1)
        first = min(across for _, across in everything)
        breadth = self.column if self.down else max(box.height for box in self.boxes)
        scale = (breadth + BETWEEN) / least
        edge = max(breadth, self._widest if self.down else 0) / 2
        self._spots = [(layer, (across - first) * scale + edge) for layer, across in spots]
        self._bends = [
            [(layer, (across - first) * scale + edge) for layer, across in route] for route in bends
        ]
        self._across = max((across - first) * scale for _, across in everything) + 2 * edge

    @cached_property
    def _bands(self) -> list[Point]:
        """From where to where along each layer reaches."""
        bands: list[Point] = []
        for number in range(max(layer for layer, _ in self._spots) + 1):
            inside = [box for box, (layer, _) in zip(self.boxes, self._spots, strict=True) if layer == number]
            depth = max((box.height for box in inside), default=0) if self.down else self.column
            start = bands[-1][1] + BEND + self._straight if bands else 0
            bands.append((start, start + depth))
        return bands

    @property
    def width(self) -> float:
        """How wide it is."""
        return self._across if self.down else self._bands[-1][1]

    @property
    def height(self) -> float:
        """How high it is."""
        return self._bands[-1][1] if self.down else self._across

    def _turn(self, place: Point) -> Point:
        """A place as x and y."""
        along, across = place
        return (across, along) if self.down else (along, across)

    def _top(self, number: int) -> Point:
        """The middle of a box's upper edge, as x and y."""
        layer, across = self._spots[number]
        start, end = self._bands[layer]
        return (across, start) if self.down else ((start + end) / 2, across - self.boxes[number].height / 2)

    def _level(self, number: int) -> float:
        """Where across arrows meet a box."""
        box, across = self.boxes[number], self._spots[number][1]
        return across if self.down else across - box.height / 2 + STRETCH + box.shape_height / 2

    def _way(self, arrow: Arrow, bends: list[tuple[int, float]]) -> list[Point]:
        """The places of an arrow: a straight piece, then a curve and a straight piece for each layer."""
        source, target = self.boxes[arrow.source], self.boxes[arrow.target or 0]
        level, aim = self._level(arrow.source), self._level(arrow.target or 0)
        start, end = self._bands[self._spots[arrow.source][0]]
        if self.down:
            leave = start + source.height - (0 if source.start or source.tags else STRETCH)
        else:
            leave = end - (0 if source.start else STRETCH)
        places = [(leave, level), (end, level)]
        for layer, across in bends:
            start, end = self._bands[layer]
            places += [(start - self._straight, across), (end, across)]
        start, _ = self._bands[self._spots[arrow.target or 0][0]]
        arrive = start + (0 if target.start else STRETCH) - 1
        return [*places, (start - self._straight, aim), (arrive, aim)]

    def _place_labels(self) -> Iterable[tuple[Point, bool]]:
        """Where the moves are written, as x and y: clear of boxes, of each other and of other arrows.

        And whether something is hidden there all the same.
        """
        taken = [self._box_area(number) for number in range(len(self.boxes))]
        around: list[_Area] = []  # of labels: what stands there touches one
        points = sorted(
            (*point, number) for number, way in enumerate(self._ways) for point in self._trace(way)
        )
        for number, (way, words) in enumerate(zip(self._ways, self._labels, strict=True)):
            curve = _Curve(way[1], way[2])
            middle = way[2][0] + (self._straight - HEAD) / 2
            places = [self._turn((middle, way[2][1])), *(self._turn(curve.at(part)) for part in _ON_CURVE)]
            areas = [_label_area(place, words) for place in places]
            hidden = [sum(_overlap(area, other) for other in taken) for area in areas]
            crossed = [_crossings(points, area, number) for area in areas]
            touched = [sum(_overlap(area, other) for other in around) for area in areas]
            best = min(
                range(len(places)), key=lambda each: (hidden[each], touched[each], crossed[each], each)
            )
            taken.append(areas[best])
            left, top, right, bottom = areas[best]
            around.append((left - APART, top, right + APART, bottom))
            yield places[best], hidden[best] > 0

    def _box_area(self, number: int) -> _Area:
        x, y = self._top(number)
        return x - self.column / 2, y, x + self.column / 2, y + self.boxes[number].height

    def _trace(self, way: list[Point]) -> list[Point]:
        """Points all along an arrow, as x and y."""
        return [
            self._turn(_Curve(one, other).at(part / 20)) for one, other in pairwise(way) for part in range(21)
        ]

    def draw(self, x: float, y: float) -> Iterable[str]:
        """All of it, with its upper left corner at a point."""
        for arrow, way in zip(self.arrows, self._ways, strict=True):
            yield path(self._commands(way, x, y), arrow_style(arrow.best))
        for ((px, py), _), words, arrow in zip(self._places, self._labels, self.arrows, strict=True):
            yield label(px + x, py + y, words, arrow.best)
        for number, box in enumerate(self.boxes):
            px, py = self._top(number)
            yield from box.draw(px + x, py + y, self.column)

    def _commands(self, way: list[Point], x: float, y: float) -> str:
        """An arrow in the words of SVG."""

        def moved(place: Point) -> str:
            px, py = self._turn(place)
            return f"{px + x:.1f} {py + y:.1f}"

        commands = f"M{moved(way[0])}L{moved(way[1])}"
        for start, bent, straight in zip(way[1::2], way[2::2], way[3::2], strict=False):
            commands += "C" + " ".join(map(moved, _Curve(start, bent).points()[1:])) + f"L{moved(straight)}"
        return commands


def _label_area(place: Point, words: str) -> _Area:
    x, y = place
    wide = text_width(words) + 4
    return x - wide / 2, y - LINE / 2, x + wide / 2, y + LINE / 2


def _overlap(one: _Area, other: _Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _crossings(points: list[tuple[float, float, int]], area: _Area, own: int) -> int:
    """How many points of other arrows than its own lie in an area; they are sorted by where they are."""
    left, top, right, bottom = area
    near = points[bisect_right(points, (left, math.inf)) : bisect_left(points, (right,))]
    return sum(top < y < bottom and arrow != own for _, y, arrow in near)


def comes_back(spots: int, arrows: list[Arrow]) -> bool:
    """Whether play can come back to a position."""
    import igraph

    edges: list[Any] = [(arrow.source, arrow.target) for arrow in arrows if arrow.target is not None]
    return not igraph.Graph(n=spots, edges=edges, directed=True).is_dag()
