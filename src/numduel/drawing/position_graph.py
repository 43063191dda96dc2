"""Position graph: positions and moves as an SVG that a person can read."""

import math
from typing import Any

from ..core.game import Game
from .boxes import caption_lines, make_boxes, name_positions
from .graph_legend import legend
from .grid import Family, Grid
from .heading import Heading
from .layered import Layered, comes_back
from .neighbourhood import Arrow, Spot
from .svg import MARGIN, arrow_heads, picture

HEADING = 110  # about how high the title and the legend are
NARROWEST = 560  # a page; the longest line of the legend fits
EXTREME = 2.6  # how many times as high as wide, or as wide as high, a page may be
PLEASANT = 1.4  # how many times as wide as high it is at best
MOST_ARROWS = 1.6  # for each position; more cannot be followed
MOST_LAYERED = 60  # positions
LARGEST_LAYERED = 1800  # across or down; eyes lose an arrow that goes further


def draw(
    game: Game[Any, Any], spots: list[Spot], arrows: list[Arrow], title: str, root: str = "the start"
) -> str:
    """The picture as SVG text: with all moves as arrows where these can be followed, else as a grid.

    `root` is what the first position is called in the legend.
    """
    voice = game.voice()
    captions = [caption_lines(voice.caption(spot.state)) for spot in spots]
    layout = _layered(captions, spots, arrows) or _grid(captions, spots, arrows, root)
    items = list(legend(spots, layout.boxes, layout.arrows, root))
    width = max(NARROWEST, layout.width + 2 * MARGIN)
    heading = Heading(title, items, width)
    height = heading.height + layout.height + MARGIN
    if height > EXTREME * width:
        width = height / EXTREME
        heading = Heading(title, items, width)
    x = (width - layout.width) / 2 if isinstance(layout, Layered) else MARGIN
    parts = [*arrow_heads(), *heading.draw(), *layout.draw(x, heading.height)]
    return picture(width, max(height, width / EXTREME), title, parts)


def _layered(captions: list[tuple[str, ...]], spots: list[Spot], arrows: list[Arrow]) -> Layered | None:
    """A picture with arrows, if it can be one that a person can follow and that has a sensible shape."""
    back = comes_back(len(spots), arrows)
    # Where play can come back, moves that do not lead further from the start are written, not drawn.
    drawn = [
        arrow
        for arrow in arrows
        if arrow.target is not None and not (back and spots[arrow.target].depth <= spots[arrow.source].depth)
    ]
    written = [arrow for arrow in arrows if arrow not in drawn]
    elsewhere = {arrow.target for arrow in written if arrow.target is not None}
    if len(spots) > MOST_LAYERED or len(drawn) > MOST_ARROWS * len(spots) or 2 * len(elsewhere) > len(spots):
        return None
    boxes = make_boxes(captions, spots, written, name_positions(captions, elsewhere))
    layouts = [Layered(boxes, drawn, down) for down in (False, True)]
    clear = [
        layout
        for layout in layouts
        if layout.in_order
        and max(layout.width, layout.height) <= LARGEST_LAYERED
        and _extreme(layout) <= EXTREME
        and not layout.clashes
    ]
    return min(clear, key=_cost, default=None)


def _grid(captions: list[tuple[str, ...]], spots: list[Spot], arrows: list[Arrow], root: str) -> Grid:
    """The grid with the best shape."""
    first: dict[int, Arrow] = {}
    for arrow in arrows:
        if arrow.target:
            first.setdefault(arrow.target, arrow)
    written = [arrow for arrow in arrows if first.get(arrow.target or 0) is not arrow]
    parents = {arrow.source for arrow in first.values()}
    pointed_to = {arrow.target for arrow in written if arrow.target is not None}
    names = name_positions(captions, (parents - {0}) | pointed_to)
    boxes = make_boxes(captions, spots, written, names)
    layers: list[list[Family]] = [[] for _ in range(max(spot.depth for spot in spots))]
    for parent in sorted(parents):
        family = tuple(arrow for arrow in first.values() if arrow.source == parent)
        layers[spots[parent].depth].append(Family(f"from {names[parent] if parent else root}", family))
    most = max((sum(len(family.arrows) for family in layer) for layer in layers), default=1)
    return min((Grid(boxes, layers, columns) for columns in range(1, min(most, 40) + 1)), key=_cost)


def _extreme(layout: Layered | Grid) -> float:
    """How many times as long as short a picture is."""
    ratio = max(layout.width, NARROWEST) / (layout.height + HEADING)
    return max(ratio, 1 / ratio)


def _cost(layout: Layered | Grid) -> float:
    """How large a page the picture needs, and how far that is from a pleasant shape."""
    high = layout.height + HEADING
    wide = max(layout.width, NARROWEST, high / EXTREME)
    strangeness = max(wide / high / PLEASANT, PLEASANT * high / wide)
    return wide * high * math.sqrt(strangeness)
