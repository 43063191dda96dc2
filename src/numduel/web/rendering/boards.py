"""Boards in HTML: the parts that a game describes, for eyes and screen readers alike.

Lists, tables and buttons are HTML; only tracks are pictures. Nothing needs a style of its own, so that pages
may forbid them.
"""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from ...core.parts import EMPTY, Cell, Grid, Number, Part, Row, Text, Track
from ...core.position import Position, canonical_moves
from .choices import GLYPHS, NO_VALUES, Values, value_words
from .controls import Controls, Still
from .digits import brief, in_full, size_class
from .escaping import escape
from .tracks import draw_track

MOST_STACKED = 9  # tiles of a stack that are shown, from the top
MANY = 8  # tiles side by side, beyond which they are smaller
MOST_ABREAST = 40  # tiles side by side that are shown
MOST_LISTED = 500  # tiles that a note lists where they are not shown


def draw_board(
    position: Position[Any, Any],
    before: Position[Any, Any] | None = None,
    controls: Controls | None = None,
    values: Values = NO_VALUES,
    alone: bool = True,
) -> Markup:
    """The board of a position as HTML.

    `before` is the position before the last move; with it, what that changed is marked. Cells that stand for
    moves become what `controls` makes of them, with what they are worth where `values` say so. Where it is
    not `alone` on its page, nothing of it has an id.
    """
    board = position.game.board()
    parts = board.parts(position.state)
    drawing = _Drawing(position, controls if board.moves_in_cells and controls else Still(), values, alone)
    old: Sequence[Part | None] = () if before is None else board.parts(before.state)
    if len(old) != len(parts):
        old = (None,) * len(parts)
    drawn = "".join(map(drawing.draw, parts, old))
    return Markup(f'<div class="parts">{drawn}</div>')


def position_before(position: Position[Any, Any], moves: Sequence[str]) -> Position[Any, Any] | None:
    """The position before the last of the moves that led to this one; None where none was made."""
    if not moves or len(moves) != position.ply:
        return None
    game = position.game
    known, state = canonical_moves(game), game.initial()
    for text in moves[:-1]:
        state = game.play(state, known[text])
    return Position(game, state, position.ply - 1)


class _Drawing:
    """Draws parts as the player to move sees them, with mine and theirs turned into seats."""

    def __init__(self, position: Position[Any, Any], controls: Controls, values: Values, alone: bool) -> None:
        self.position = position
        self.controls = controls
        self.values = values
        self.alone = alone
        self.legal = set(position.moves) if controls.live else set()
        mover, other = position.player, 3 - position.player
        self.seat_of = {"mine": mover, "theirs": other}
        self.seat_before = {"mine": other, "theirs": mover}

    def draw(self, part: Part, before: Part | None) -> str:
        """A part as HTML; what is not as `before` is marked as new."""
        old: Any = before if type(before) is type(part) else None
        match part:
            case Number():
                return self._number(part, old)
            case Row():
                return self._row(part, old)
            case Track():
                return draw_track(part, old)
            case Grid():
                return self._grid(part, old)
            case Text():
                return f'<p class="part text">{escape(part.say())}</p>'

    def _number(self, part: Number, old: Number | None) -> str:
        new = " new" if old is not None and old.text != part.text else ""
        note = f'<span class="note">{escape(part.note)}</span>' if part.note else ""
        whole = in_full(part.text, part.label or "number")
        shown = f'<strong class="value {size_class(part.text)}{new}">{escape(brief(part.text))}</strong>'
        return f'<div class="part number">{_label(part.label)}<p>{shown}{note}</p>{whole}</div>'

    def _row(self, part: Row, old: Row | None) -> str:
        cells = self._in_order(part.cells)
        olds = {} if old is None else dict(enumerate(self._seats(old.cells, self.seat_before)))
        size = size_class(max((cell.text for cell in cells), key=len, default=""))
        tiles = [
            self._tile(cell, old is not None and olds.get(at) != self._seen(cell, self.seat_of), size)
            for at, cell in enumerate(cells)
        ]
        together = len(cells) - part.window if part.window > 1 else len(cells)
        tiles = [_item(tile, at, together, len(cells)) for at, tile in enumerate(tiles)]
        note = f'<p class="note">{escape(part.note)}</p>' if part.note else ""
        shown = _stacked(tiles, cells, self) if part.up else _abreast(tiles, cells)
        way = "up" if part.up else "abreast"
        name = f' aria-label="{escape(_list_name(part))}"' if part.label else ""
        many = " many" * (len(cells) > MANY and not part.up)
        tiled = f'<ol class="tiles{many}"{name}>{shown}</ol>'
        return f'<div class="part row {way}">{_label(part.label)}{tiled}{note}</div>'

    def _in_order(self, cells: Sequence[Cell]) -> Sequence[Cell]:
        """The cells; one of each player's in the order of seats, or they would change places each turn."""
        if sorted(cell.mark for cell in cells) == ["mine", "theirs"]:
            return sorted(cells, key=lambda cell: self.seat_of[cell.mark])
        return cells

    def _seats(self, cells: Sequence[Cell], seats: dict[str, int]) -> list[tuple[str, int]]:
        seen = [self._seen(cell, seats) for cell in cells]
        if sorted(cell.mark for cell in cells) == ["mine", "theirs"]:
            seen.sort(key=lambda each: each[1])
        return seen

    def _seen(self, cell: Cell, seats: dict[str, int]) -> tuple[str, int]:
        """What tells whether a cell has changed: its text, and whose it is."""
        return cell.text, seats.get(cell.mark, 0)

    def _grid(self, part: Grid, old: Grid | None) -> str:
        before = () if old is None else old.rows
        rows = []
        for at, cells in enumerate(part.rows):
            olds = self._seats(before[at], self.seat_before) if at < len(before) else []
            squares = []
            for column, cell in enumerate(cells):
                known = column < len(olds)
                new = known and olds[column] != self._seen(cell, self.seat_of)
                place = f"row {at + 1}, column {column + 1}"
                squares.append(f"<td>{self._tile(cell, new, size_class(cell.text), place)}</td>")
            rows.append(f"<tr>{''.join(squares)}</tr>")
        caption = f"<caption>{escape(part.label or 'board')}</caption>"
        return f'<div class="part grid"><table>{caption}{"".join(rows)}</table></div>'

    def _tile(self, cell: Cell, new: bool, size: str, place: str = "") -> str:
        """A tile; a button or a link where tapping it plays a legal move."""
        empty = cell.text == EMPTY
        seat = self.seat_of.get(cell.mark)
        marks = (
            f"p{seat}" if seat else cell.mark,
            "none" if empty else "",
            "new" if new and not empty else "",
            size,
        )
        title = f' title="{escape(cell.text[:2_000])}"' if len(cell.text) > 8 else ""
        style = f'class="tile {" ".join(filter(None, marks))}"{title}'
        if cell.move is not None and cell.move in self.legal:
            return self._control(self.position.game.write(cell.move), cell, style, place)
        return f"<span {style}>{_face(cell, seat)}</span>"

    def _control(self, move: str, cell: Cell, style: str, place: str) -> str:
        """A tile that makes a move, with what that is worth where it may be shown."""
        verdict = self.values.get(move)
        name = f"{place or cell.say()}, {move}"
        if verdict is None:
            return self.controls.cell(move, style, _face(cell, None), name)
        style = style.replace('class="tile', f'class="tile {verdict.value.value}', 1)
        worth = f'<span class="worth" aria-hidden="true">{GLYPHS[verdict.value]}</span>'
        return self.controls.cell(move, style, worth, f"{name}: {value_words(verdict)}")


def _face(cell: Cell, seat: int | None) -> str:
    """What stands on a tile; a bare sign of a player's becomes their own, whose shape tells it too."""
    if cell.text == EMPTY:
        return '<span class="empty">empty</span>'
    text = escape(brief(cell.text, 8))
    if seat is None:
        return text
    if not any(map(str.isalnum, cell.text)):
        text = f'<span class="mark p{seat}" aria-hidden="true"></span>'
    return f'{text}<span class="hidden"> (Player {seat})</span>'


def _label(label: str) -> str:
    return f'<p class="label">{escape(label)}</p>' if label else ""


def _list_name(part: Row) -> str:
    return f"{part.label}, from top to bottom" if part.up else part.label


def _item(tile: str, at: int, together: int, count: int) -> str:
    """A tile in its list; those that belong together have a bracket, whose ends are known."""
    if at < together:
        return f"<li>{tile}</li>"
    ends = " first" * (at == together) + " last" * (at == count - 1)
    return f'<li class="together{ends}">{tile}</li>'


def _stacked(tiles: list[str], cells: Sequence[Cell], drawing: _Drawing) -> str:
    """A stack from its top down, with room above it for the tile that comes next; a deep one cut."""
    slot = '<li class="slot" aria-hidden="true"><span class="tile none"></span></li>'
    room = slot if drawing.position.moves else ""
    below = ""
    if len(tiles) > MOST_STACKED:
        rest = cells[: -MOST_STACKED + 1][::-1]
        listed = ", ".join(escape(brief(cell.text)) for cell in rest[:MOST_LISTED])
        identity = ' id="more-below"' if drawing.alone else ""
        more = f"<summary>{len(rest):,} more below</summary>"
        below = f'<li class="more"><details{identity}>{more}<p>{listed}</p></details></li>'
        tiles = tiles[-MOST_STACKED + 1 :]
    if not tiles:
        return f'{room}<li class="nothing">empty</li>'
    return room + "".join(reversed(tiles)) + below


def _abreast(tiles: list[str], cells: Sequence[Cell]) -> str:
    """Tiles side by side; of very many, the middle left out."""
    if not tiles:
        return '<li class="nothing">empty</li>'
    if len(tiles) <= MOST_ABREAST:
        return "".join(tiles)
    half = MOST_ABREAST // 2
    middle = f'<li class="more">… {len(tiles) - 2 * half:,} more …</li>'
    return "".join(tiles[:half]) + middle + "".join(tiles[-half:])
