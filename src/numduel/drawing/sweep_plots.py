"""Plots of a sweep: a heat map over two settings, a scatter of dots, curves over noise. By matplotlib.

Colours tell differences to people who see red and green alike: cividis for numbers, the palette of Okabe and
Ito for words; curves differ in their dashes too, and heat maps with few cells have the words written in.
"""

import io
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from ..core.errors import NumduelError

Row = dict[str, Any]
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000")
COLOURS = {
    "win": PALETTE[0],
    "loss": PALETTE[1],
    "draw": PALETTE[2],
    "endless": PALETTE[3],
    "mixed": "#8C8C8C",
}
WORDS = {"win": "player 1 wins", "loss": "player 2 wins", "draw": "draw", "endless": "endless"}
DASHES = ("-", "--", "-.", ":")
MISSING = "#D9D9D9"
MAP = "cividis"
MOST_WORDS = len(PALETTE)
MOST_CURVES = 12
MOST_CELLS_WITH_TEXT = 80
MOST_TICKS = 12


class CannotPlot(NumduelError, ValueError):
    """What was asked for cannot be drawn, explained in one sentence."""


def _new_figure(title: str) -> tuple[Figure, Any]:
    figure = Figure(figsize=(8, 5.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.set_title(title, loc="left", fontsize=11)
    return figure, axes


def written(figure: Figure, suffix: str) -> bytes:
    """The picture as a file has it: `.svg` or `.png`, the same for the same rows."""
    import matplotlib

    buffer = io.BytesIO()
    svg = suffix == ".svg"
    with matplotlib.rc_context({"svg.hashsalt": "numduel", "svg.fonttype": "path"}):
        figure.savefig(buffer, format=suffix[1:], dpi=144, metadata={"Date": None} if svg else None)
    return buffer.getvalue()


def heat_map(rows: Sequence[Row], x: str, y: str, column: str, labels: dict[str, str], title: str) -> Figure:
    """One colour for each pair of settings; of several rows their mean, or their word if it is the same."""
    columns, lines = _values(rows, x), _values(rows, y)
    cells: dict[tuple[int, int], list[Any]] = {}
    at_x, at_y = ({value: at for at, value in enumerate(values)} for values in (columns, lines))
    for row in rows:
        if row[column] is not None:
            cells.setdefault((at_y[row[y]], at_x[row[x]]), []).append(row[column])
    if not cells:
        raise CannotPlot(f"there is nothing to draw: no row has {column}")
    figure, axes = _new_figure(title)
    words = any(isinstance(value, str) for values in cells.values() for value in values)
    draw = _draw_words if words else _draw_numbers
    draw(figure, axes, cells, (len(lines), len(columns)), labels[column])
    _mark(axes.xaxis, columns, labels[x])
    _mark(axes.yaxis, lines, labels[y])
    return figure


def _values(rows: Sequence[Row], name: str) -> list[Any]:
    """What a column holds, each once: numbers in order, texts as they come, nothing last."""
    found = list(dict.fromkeys(row[name] for row in rows))
    some = [value for value in found if value is not None]
    ordered = some if any(isinstance(value, str) for value in some) else sorted(some)
    return ordered + [None] * (None in found)


def _draw_numbers(figure: Figure, axes: Any, cells: Any, shape: tuple[int, int], label: str) -> None:
    picture = np.full(shape, np.nan)
    for at, values in cells.items():
        picture[at] = sum(values) / len(values)
    axes.set_facecolor(MISSING)
    image = axes.imshow(picture, origin="lower", aspect="auto", interpolation="nearest", cmap=MAP)
    several = any(len(values) > 1 for values in cells.values())
    figure.colorbar(image, ax=axes, label=f"{label}, mean of several rows" if several else label)


def _draw_words(figure: Figure, axes: Any, cells: Any, shape: tuple[int, int], label: str) -> None:
    texts = {at: values[0] if len(set(values)) == 1 else "mixed" for at, values in cells.items()}
    order = [word for word in WORDS if word in texts.values()]
    order += sorted({*texts.values()} - {*order})
    if len(order) > MOST_WORDS:
        raise CannotPlot(f"{label} has {len(order)} different texts, too many to tell apart by colour")
    picture = np.full(shape, np.nan)
    for at, word in texts.items():
        picture[at] = order.index(word)
    axes.set_facecolor(MISSING)
    colours = _colours(order)
    limits = {"vmin": -0.5, "vmax": len(order) - 0.5}
    axes.imshow(
        picture,
        origin="lower",
        aspect="auto",
        interpolation="nearest",
        cmap=ListedColormap(colours),
        **limits,
    )
    if shape[0] * shape[1] <= MOST_CELLS_WITH_TEXT:
        for (line, column), word in texts.items():
            axes.text(column, line, word, ha="center", va="center", fontsize=7, color="white")
    told = WORDS | {"mixed": "mixed: several rows, not alike"}
    handles = [Patch(color=colours[at], label=told.get(word, word)) for at, word in enumerate(order)]
    figure.legend(handles=handles, loc="outside lower center", ncols=4, title=label, frameon=False)


def _colours(words: Sequence[str]) -> list[str]:
    """A colour for each word; the values of games always have the same."""
    taken = {COLOURS[word] for word in words if word in COLOURS}
    free = iter([colour for colour in PALETTE if colour not in taken])
    return [COLOURS.get(word) or next(free) for word in words]


def _mark(axis: Any, values: Sequence[Any], label: str) -> None:
    """Label an axis of settings, and as many of its values as there is room for."""
    step = -(-len(values) // MOST_TICKS)
    shown = range(0, len(values), step)
    axis.set_ticks(list(shown), ["none" if values[at] is None else str(values[at]) for at in shown])
    axis.set_label_text(label)


def scatter(
    rows: Sequence[Row], x: str, y: str, column: str | None, labels: dict[str, str], title: str
) -> Figure:
    """A dot for each row, coloured by a third column where one is named."""
    wanted = [name for name in (x, y, column) if name is not None]
    known = [row for row in rows if all(row[name] is not None for name in wanted)]
    if not known:
        raise CannotPlot(f"there is nothing to draw: no row has {' and '.join(wanted)}")
    figure, axes = _new_figure(title)
    across, up = [row[x] for row in known], [row[y] for row in known]
    size = max(4.0, min(30.0, 4_000 / len(known)))
    if column is None:
        axes.scatter(across, up, s=size, color=PALETTE[0], alpha=0.7, linewidths=0)
    elif isinstance(known[0][column], str):
        _scatter_words(figure, axes, known, (x, y, column), size, labels)
    else:
        dots = axes.scatter(across, up, s=size, c=[row[column] for row in known], cmap=MAP, linewidths=0)
        figure.colorbar(dots, ax=axes, label=labels[column])
    axes.set_xlabel(labels[x])
    axes.set_ylabel(labels[y])
    axes.grid(alpha=0.25)
    return figure


def _scatter_words(
    figure: Figure,
    axes: Any,
    rows: Sequence[Row],
    names: tuple[str, str, str],
    size: float,
    labels: dict[str, str],
) -> None:
    x, y, column = names
    words = [word for word in WORDS if any(row[column] == word for row in rows)]
    words += sorted({row[column] for row in rows} - {*words})
    if len(words) > MOST_WORDS:
        raise CannotPlot(f"{column} has {len(words)} different texts, too many to tell apart by colour")
    colours = _colours(words)
    for at, word in enumerate(words):
        some = [row for row in rows if row[column] == word]
        across, up = [row[x] for row in some], [row[y] for row in some]
        marker = "os^DvPX*"[at]
        axes.scatter(
            across, up, s=size, color=colours[at], marker=marker, label=WORDS.get(word, word), linewidths=0
        )
    figure.legend(loc="outside lower center", ncols=4, title=labels[column], frameon=False)


def curves(rows: Sequence[Row], names: Sequence[str], noise: Sequence[float], title: str) -> Figure:
    """Player 1's chance over noise, a curve for each row; `names` are the columns, one for each noise."""
    known = [row for row in rows if all(row[name] is not None for name in names)]
    if not known:
        raise CannotPlot("no row has chances under noise")
    if len(known) > MOST_CURVES:
        raise CannotPlot(f"{len(known):,} rows are too many curves; choose at most {MOST_CURVES}, with --top")
    figure, axes = _new_figure(title)
    percent = [100 * each for each in noise]
    for at, row in enumerate(known):
        colour, dash = PALETTE[at % len(PALETTE)], DASHES[at // len(PALETTE) % len(DASHES)]
        axes.plot(
            percent, [row[name] for name in names], dash, color=colour, marker="o", ms=3, label=row["spec"]
        )
    axes.axhline(0.5, color="#808080", lw=0.8)
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlabel("noise: moves of 100 that are made at random")
    axes.set_ylabel("player 1's chance")
    axes.grid(alpha=0.25)
    figure.legend(loc="outside lower center", fontsize=7, frameon=False)
    return figure
