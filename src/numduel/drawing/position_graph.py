"""Picture: positions and moves as an SVG that a person can read.

A position's value is told by its shape and in words first, by colour second; the colours are Okabe and
Ito's, which people with any kind of colour vision can tell apart. Where things stand is igraph's layered
(Sugiyama) layout.
"""

from collections.abc import Iterator
from html import escape
from itertools import pairwise
from typing import Any

from ..core.game import Game
from ..core.verdict import Value
from .neighbourhood import Arrow, Spot

ACROSS = 220  # from one layer of positions to the next
GAP = 30  # between neighbours in a layer
WIDE, HIGH = 118, 40
TAG_HIGH = 20
MARGIN = 90
HEADING = 90  # room for the title and the legend
NARROWEST = 1240  # what the legend needs
FILL = {Value.WIN: "#cfe8f7", Value.LOSS: "#fbe3c0"}
LINE = {Value.WIN: "#0072b2", Value.LOSS: "#d55e00"}
LEGEND = (
    (Value.WIN, "whoever is to move wins"),
    (Value.LOSS, "whoever is to move loses"),
    (Value.ENDLESS, "nobody can force a win"),
)
Point = tuple[float, float]


def draw(game: Game[Any, Any], spots: list[Spot], arrows: list[Arrow], title: str) -> str:
    """The picture as SVG text."""
    drawn, written = _split(spots, arrows)
    boxes = [_Box(game, spot) for spot in spots]
    for arrow in written:
        target = "" if arrow.target is None else ", ".join(boxes[arrow.target].lines[:-1])
        boxes[arrow.source].tags.append((arrow, arrow.end or f"→ {target}"))
    across = ACROSS + max(box.width for box in boxes) - WIDE
    places, routes = _lay_out(len(spots), drawn, across, max(box.height for box in boxes) + GAP)
    width = max(NARROWEST, *(x + box.width / 2 + GAP for (x, _), box in zip(places, boxes, strict=True)))
    height = max(y + box.height for (_, y), box in zip(places, boxes, strict=True)) + GAP
    parts = [
        _arrow(arrow, [places[arrow.source], *bends, places[arrow.target or 0]])
        for arrow, bends in zip(drawn, routes, strict=True)
    ]
    parts += [box.draw(*place) for box, place in zip(boxes, places, strict=True)]
    return "\n".join([*_opening(width, height, title), *parts, "</svg>", ""])


def _split(spots: list[Spot], arrows: list[Arrow]) -> tuple[list[Arrow], list[Arrow]]:
    """The moves to draw as arrows, and those to write under their position instead.

    Moves that end the game are written. Where play can come back to a position, so are the moves that do
    not lead further from the start: as arrows they would cover everything else.
    """
    import igraph

    edges = [(arrow.source, arrow.target) for arrow in arrows if arrow.target is not None]
    comes_back = not igraph.Graph(n=len(spots), edges=edges, directed=True).is_dag()
    drawn = [
        arrow
        for arrow in arrows
        if arrow.target is not None
        and not (comes_back and spots[arrow.target].depth <= spots[arrow.source].depth)
    ]
    return drawn, [arrow for arrow in arrows if arrow not in drawn]


def _lay_out(
    spots: int, arrows: list[Arrow], across: float, apart: float
) -> tuple[list[Point], list[list[Point]]]:
    """Where the positions stand, from left to right, and where each arrow bends on its way."""
    import igraph

    edges = [(arrow.source, arrow.target) for arrow in arrows]
    layout = igraph.Graph(n=spots, edges=edges, directed=True).layout_sugiyama(maxiter=500)
    top = min(y for y, _ in layout)
    by_layer = sorted((x, y) for y, x in layout)
    gaps = [lower - upper for (x, upper), (next_x, lower) in pairwise(by_layer) if x == next_x]
    scale = apart / min((gap for gap in gaps if gap > 0), default=1)

    def placed(points: Any) -> list[Point]:
        # igraph's layers lie above each other; turned on their side, boxes of text need less room.
        return [(x * across + MARGIN, (y - top) * scale + HEADING + MARGIN) for y, x in points]

    return placed(layout), [placed(route) for route in layout.edge_routing]


def _opening(width: float, height: float, title: str) -> Iterator[str]:
    """The head of the file, with the title and a legend."""
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif" font-size="13">'
    )
    yield f"<title>{escape(title)}</title>"
    yield '<rect width="100%" height="100%" fill="white"/>'
    for name, colour, size in (("thin", "#666666", 9), ("thick", "#000000", 5)):
        yield (
            f'<marker id="{name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="{size}" '
            f'markerHeight="{size}" orient="auto"><path d="M0 0 10 5 0 10z" fill="{colour}"/></marker>'
        )
    yield f'<text x="20" y="30" font-size="18" font-weight="bold">{escape(title)}</text>'
    for number, (value, words) in enumerate(LEGEND):
        yield _shape(value, 42 + 215 * number, 64, 34, 18, "")
        yield f'<text x="{66 + 215 * number}" y="68">{words}</text>'
    yield '<text x="665" y="52">double: the start</text><text x="665" y="68">thick, bold: best moves</text>'
    yield '<text x="665" y="84">dashed: more behind</text>'
    yield '<text x="850" y="52">black tag: the move ends the game, and the mover wins or loses</text>'
    yield '<text x="850" y="68">white tag: the move leads to a position drawn elsewhere</text>'


class _Box:
    """A position with what it is worth, and under it the moves that are written rather than drawn."""

    def __init__(self, game: Game[Any, Any], spot: Spot) -> None:
        self.spot = spot
        verdict = spot.verdict
        worth = verdict.value.value + ("" if verdict.plies is None else f" in {verdict.plies}")
        self.lines = [*game.voice().caption(spot.state), worth]
        self.tags: list[tuple[Arrow, str]] = []
        self.high = max(HIGH, 15 * len(self.lines) + 8)

    @property
    def width(self) -> float:
        """How much room it takes from left to right."""
        return max([WIDE, *(_tag_width(*tag) for tag in self.tags)])

    @property
    def height(self) -> float:
        """How much room it takes from top to bottom."""
        return self.high + TAG_HIGH * len(self.tags)

    def draw(self, x: float, y: float) -> str:
        """The box with its middle at a place, and its tags below."""
        value, high, start = self.spot.verdict.value, self.high, self.spot.depth == 0
        dashes = ' stroke-dasharray="5 4"' if self.spot.open else ""
        outline = _shape(value, x, y, WIDE + 10, high + 10, dashes) if start else ""
        first = y + 5 - 7.5 * (len(self.lines) - 1)
        texts = [
            f'<text x="{x:.0f}" y="{first + 15 * number:.0f}" text-anchor="middle" '
            f'font-weight="{"normal" if number else "bold"}">{escape(line)}</text>'
            for number, line in enumerate(self.lines)
        ]
        below = y + high / 2 + (5 if start else 0)
        tags = [_tag(*tag, x, below + TAG_HIGH * (n + 0.5)) for n, tag in enumerate(self.tags)]
        return outline + _shape(value, x, y, WIDE, high, dashes) + "".join([*texts, *tags])


def _shape(value: Value, x: float, y: float, wide: float, high: float, dashes: str) -> str:
    """A box for a win, a six-sided box for a loss, an oval for anything else."""
    w, h = wide / 2, high / 2
    style = f'fill="{FILL.get(value, "#f2f2f2")}" stroke="{LINE.get(value, "#555555")}" stroke-width="2"'
    if value is Value.WIN:
        box = f'x="{x - w:.0f}" y="{y - h:.0f}" width="{wide:.0f}" height="{high:.0f}"'
        return f"<rect {box} {style}{dashes}/>"
    if value is Value.LOSS:
        slant = h / 2
        corners = [(-w, 0.0), (slant - w, -h), (w - slant, -h), (w, 0.0), (w - slant, h), (slant - w, h)]
        points = " ".join(f"{x + dx:.0f},{y + dy:.0f}" for dx, dy in corners)
        return f'<polygon points="{points}" {style}{dashes}/>'
    return f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="{w:.0f}" ry="{h:.0f}" {style}{dashes}/>'


def _tag_words(arrow: Arrow, leads_to: str) -> str:
    return f"{_moves_on_arrow(arrow.moves)}{':' * bool(arrow.end)} {leads_to}"


def _tag_width(arrow: Arrow, leads_to: str) -> int:
    return 7 * len(_tag_words(arrow, leads_to)) + 12


def _tag(arrow: Arrow, leads_to: str, x: float, y: float) -> str:
    """Moves in words: white on black where they end the game, in a frame where they lead elsewhere."""
    words, wide = _tag_words(arrow, leads_to), _tag_width(arrow, leads_to)
    weight = "bold" if arrow.best else "normal"
    ground, ink = ("#333333", "white") if arrow.end else ("white", "black")
    return (
        f'<rect x="{x - wide / 2:.0f}" y="{y - TAG_HIGH / 2:.0f}" width="{wide}" height="{TAG_HIGH - 2}" '
        f'fill="{ground}" stroke="#888888" stroke-width="0.5"/><text x="{x:.0f}" y="{y + 3.5:.0f}" '
        f'text-anchor="middle" fill="{ink}" font-size="12" font-weight="{weight}">{escape(words)}</text>'
    )


def _arrow(arrow: Arrow, points: list[Point]) -> str:
    """The moves between two places: a curve through its bends, with the moves written beside its start."""
    start, *bends, finish = points
    if start == finish:
        path, (x, y) = _loop(start), (start[0] + WIDE / 2 + 42, start[1])
    else:
        points = [_border(start, points[1]), *bends, _border(finish, points[-2])]
        path = f"M{points[0][0]:.0f} {points[0][1]:.0f}" + "".join(_curve(a, b) for a, b in pairwise(points))
        (ax, ay), (bx, by) = points[0], points[1]
        x, y = ax + 0.42 * (bx - ax), ay + 0.36 * (by - ay)
    name, colour, thick = ("thick", "#000000", 3) if arrow.best else ("thin", "#888888", 1)
    words = escape(_moves_on_arrow(arrow.moves))
    at = f'x="{x:.0f}" y="{y + 4:.0f}" text-anchor="middle"'
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{thick}" marker-end="url(#{name})"/>'
        f'<text {at} stroke="white" stroke-width="4">{words}</text><text {at}>{words}</text>'
    )


def _moves_on_arrow(moves: list[str], most: int = 4) -> str:
    return ", ".join(moves) if len(moves) <= most else f"{moves[0]}, {moves[1]} … {moves[-1]}"


def _border(place: Point, towards: Point) -> Point:
    """Where an arrow meets the border of what stands at `place`."""
    (x, y), (tx, ty) = place, towards
    if abs(tx - x) < 1:  # in one layer: leave by the top or the bottom
        return x, y + (HIGH / 2 if ty > y else -HIGH / 2)
    return x + (WIDE / 2 + 2 if tx > x else -WIDE / 2 - 2), y


def _curve(one: Point, other: Point) -> str:
    """A gentle S from one point to the next, level at both ends."""
    (x, y), (tx, ty) = one, other
    middle = (x + tx) / 2 if abs(tx - x) >= 1 else x + 60
    return f"C{middle:.0f} {y:.0f} {middle:.0f} {ty:.0f} {tx:.0f} {ty:.0f}"


def _loop(place: Point) -> str:
    x, y = place[0] + WIDE / 2, place[1]
    return f"M{x:.0f} {y - 10:.0f}C{x + 40:.0f} {y - 30:.0f} {x + 40:.0f} {y + 30:.0f} {x:.0f} {y + 10:.0f}"
