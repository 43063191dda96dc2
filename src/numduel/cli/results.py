"""What was swept, shown: as a table, or drawn as a picture."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import ArgumentError, NumduelError
from ..core.integers import count
from ..core.settings import listed
from ..core.text import nearest, quoted, visible
from .console import Console, Failed, UsageError
from .files import Output
from .laboratory import needed
from .pager import say_at_length
from .table import table

if TYPE_CHECKING:
    from ..design.columns import Column

SHOWN = ("spec", "value", "plies", "positions", "decisions", "player1", "depth", "worth")
MOST_SHOWN = 20  # rows of a table, where nobody says how many
PICTURES = (".svg", ".png")

Row = dict[str, Any]


def show(console: Console, options: argparse.Namespace) -> int:
    """Show the rows of a file; the exit code."""
    with needed("showing results"):
        columns, rows = _read(options)
        drawn = [name for name in ("heat", "scatter", "curves") if getattr(options, name)]
        if len(drawn) > 1:
            raise UsageError(f"--{drawn[0]} and --{drawn[1]} are two pictures; draw one at a time")
        if bool(drawn) != (options.output is not None):
            raise UsageError("a picture takes -o FILE and one of --heat, --scatter and --curves")
        if drawn:
            return _draw(console, options, columns, rows)
    most, known = options.top or MOST_SHOWN, [column.name for column in columns]
    names = _names(options.columns, columns) if options.columns else [name for name in SHOWN if name in known]
    cells = [[cell(row[name]) for name in names] for row in rows[:most]]
    lines = table(names, cells, options.plain) if cells else [_no_rows(options)]
    if len(rows) > most:
        lines.append(f"{most} of {count(len(rows), 'row')}; --top N shows more.")
    say_at_length(console, lines)
    return 0


def _no_rows(options: argparse.Namespace) -> str:
    return "There are no such rows." if options.where.strip() else "The file has no rows."


def _read(options: argparse.Namespace) -> tuple[tuple["Column", ...], list[Row]]:
    """The columns and the rows that are wanted, in the order that is wanted."""
    from ..design.expression import ExpressionError
    from ..design.formats import FileError, check_suffix, read_rows
    from ..design.plan import read_where
    from ..design.sweep import read_order

    try:
        check_suffix(options.show)
    except ArgumentError as error:
        raise UsageError(str(error)) from None
    try:
        columns, rows = read_rows(options.show)
    except FileError as error:
        raise Failed(str(error)) from None
    names = [column.name for column in columns]
    try:
        wanted = read_where(options.where, columns)
        order = read_order(options.sort, None, columns)
    except ExpressionError as error:
        raise UsageError(str(error)) from None
    cells = order.apply(columns, ([row[name] for name in names] for row in rows if wanted(row)))
    return columns, [dict(zip(names, row, strict=True)) for row in cells]


def _names(text: str, columns: Sequence["Column"], least: int = 1, most: int = 100) -> list[str]:
    """The columns that are named; UsageError if there is none so called, or they are too few or too many."""
    names, known = [name.strip() for name in text.split(",")], [column.name for column in columns]
    for name in names:
        if name not in known:
            near = nearest(name, known)
            told = f"did you mean {near}?" if near else f"the columns are {listed(known, 'and')}"
            raise UsageError(f"there is no column {quoted(name)}; {told}")
    if not least <= len(names) <= most:
        raise UsageError(
            f"{quoted(text)} must name {least if least == most else f'{least} to {most}'} columns"
        )
    return names


def cell(value: Any) -> str:
    """A cell of a table of measures, as people read it."""
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _draw(console: Console, options: argparse.Namespace, columns: Sequence["Column"], rows: list[Row]) -> int:
    suffix = Path(options.output).suffix.lower()
    if suffix not in PICTURES:
        raise UsageError(f"a picture ends with {listed(PICTURES)}, which {quoted(options.output)} does not")
    plot = _plot(options, columns)
    output = Output(console, options.output, options.force)
    from ..drawing.sweep_plots import written

    some = rows[: options.top] if options.top else rows
    try:
        output.write(written(plot(some), suffix))
    except NumduelError as error:
        raise Failed(str(error)) from None
    console.say(f"{count(len(some), 'row')} drawn in {visible(options.output, most=1000)}.")
    return 0


def _plot(options: argparse.Namespace, columns: Sequence["Column"]) -> Callable[[list[Row]], Any]:
    """What draws the picture that was asked for."""
    from ..design.noise import EPSILONS
    from ..drawing import sweep_plots

    labels = {column.name: column.label for column in columns}
    title = f"{Path(options.show).name}{f', where {options.where}' if options.where else ''}"
    if options.heat:
        x, y, column = _names(options.heat, columns, 3, 3)
        return lambda rows: sweep_plots.heat_map(rows, x, y, column, labels, f"{labels[column]}, {title}")
    if options.scatter:
        first, second, *third = _names(options.scatter, columns, 2, 3)
        colour = third[0] if third else None
        return lambda rows: sweep_plots.scatter(rows, first, second, colour, labels, title)
    names = _names(",".join(f"player1_{100 * epsilon:.0f}" for epsilon in EPSILONS), columns)
    return lambda rows: sweep_plots.curves(rows, names, EPSILONS, title)
