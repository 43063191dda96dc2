"""The parts of an SVG picture, and how much room text takes in it.

All text is set in a font whose characters are equally wide: so its width is known, whatever fonts there are
where the picture is looked at.
"""

import re
from collections.abc import Iterable
from html import escape
from unicodedata import combining, east_asian_width

FONTS = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', 'Courier New', monospace"
CHARACTER = 0.61  # the width of a character in such a font, as a part of its size
SIZE = 13
LINE = 16  # from one line of text to the next
MARGIN = 24
Point = tuple[float, float]


def text_width(words: str, size: float = SIZE) -> float:
    """How wide a text is."""
    cells = sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in words)
    return cells * CHARACTER * size


def shorten(words: str, room: float, size: float = SIZE) -> str:
    """A text no wider than `room`; what is left out is marked."""
    if text_width(words, size) <= room:
        return words
    words = words[: int(room / size / CHARACTER)]
    while words and text_width(f"{words}…", size) > room:
        words = words[:-1]
    return f"{words.rstrip()}…"


def fold(words: str, room: float, size: float = SIZE, most: int = 3) -> list[str]:
    """A text in at most so many lines no wider than `room`, broken after spaces, commas and slashes."""
    lines = [""]
    longest = max(1, int(room / size / CHARACTER))
    for piece in re.findall(rf"[^\s,/]{{0,{longest - 1}}}(?:[,/]\s*|\s+|$)|[^\s,/]{{1,{longest}}}", words):
        if lines[-1] and text_width((lines[-1] + piece).rstrip(), size) > room:
            lines.append("")
        lines[-1] += piece
    lines[most - 1 :] = ["".join(lines[most - 1 :])] * (len(lines) >= most)
    return [shorten(line.rstrip(), room, size) for line in lines if line]


def picture(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """A whole SVG file: a white page with these parts."""
    wide, high = round(width), round(height)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
        f'font-family="{FONTS}" font-size="{SIZE}">'
    )
    page = f'<rect width="{wide}" height="{high}" fill="white"/>'
    return "\n".join([opening, f"<title>{escape(title)}</title>", page, *parts, "</svg>", ""])


def text(
    x: float,
    y: float,
    words: str,
    *,
    anchor: str = "start",
    size: float = SIZE,
    bold: bool = False,
    ink: str = "black",
) -> str:
    """A line of text, its middle at the height `y`."""
    style = f' font-size="{size}"' if size != SIZE else ""
    style += ' font-weight="bold"' if bold else ""
    style += f' fill="{ink}"' if ink != "black" else ""
    anchored = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{x:.1f}" y="{y + 0.35 * size:.1f}"{anchored}{style}>{escape(words)}</text>'


def label(x: float, y: float, words: str, bold: bool) -> str:
    """A line of text on white, centred at a point, to be read on top of a line."""
    wide = text_width(words) + 4
    ground = rectangle(x - wide / 2, y - LINE / 2, wide, LINE, 'fill="white"')
    return ground + text(x, y, words, anchor="middle", bold=bold)


def rectangle(x: float, y: float, wide: float, high: float, style: str) -> str:
    """A rectangle, from its upper left corner."""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" {style}/>'


def polygon(points: Iterable[Point], style: str) -> str:
    """A figure with these corners."""
    return f'<polygon points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}" {style}/>'


def path(commands: str, style: str) -> str:
    """A line that is not filled."""
    return f'<path d="{commands}" fill="none" {style}/>'


def arrow_heads() -> list[str]:
    """What the ends of arrows look like: thick for the best moves, thin for others."""
    return [
        f'<marker id="{name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="{size}" '
        f'markerHeight="{size}" orient="auto"><path d="M0 0 10 5 0 10z" fill="{ink}"/></marker>'
        for name, ink, size in (("thin", "#777777", 9), ("thick", "#000000", 4))
    ]


def arrow_style(best: bool) -> str:
    """How the arrow of a move is drawn."""
    name, ink, thick = ("thick", "#000000", 3) if best else ("thin", "#777777", 1)
    return f'stroke="{ink}" stroke-width="{thick}" marker-end="url(#{name})"'
