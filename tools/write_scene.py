"""Makes docs/pictures/scene.svg, the picture on the front page: a game at a terminal, played here and drawn.

.venv/bin/python tools/write_scene.py
"""

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pexpect

from numduel.drawing.svg import CHARACTER, FONTS, SIZE, rectangle

ROOT = Path(__file__).resolve().parent.parent
SCENE = ROOT / "docs" / "pictures" / "scene.svg"
COLUMNS = 80
COMMAND = "./numduel play top-stack-twelve:two-of-each --p2 perfect --coach"
PROMPT = "Choose a number to place on the stack (1-6): "
# What the player sees before each answer, and types; the last is still to be sent.
ANSWERS = ((PROMPT, "6"), ("(yes or no): ", "no"), (PROMPT, "values"), (PROMPT, "2"))

LINE = 18  # from one line of text to the next
MARGIN = 20
INK, DIM, TYPED, GROUND, FRAME = "#d8dee9", "#949cab", "#a3d977", "#20242c", "#6b7280"
CELL = CHARACTER * SIZE


class Style(NamedTuple):
    """How a character is shown; typed is what the player wrote."""

    bold: bool = False
    dim: bool = False
    typed: bool = False


@dataclass(frozen=True)
class Run:
    """Characters of one style, beside each other in a line."""

    column: int
    text: str
    style: Style


def play() -> list[tuple[str, bool]]:
    """What the terminal shows, in pieces; each with whether the player typed it."""
    with tempfile.TemporaryDirectory() as folder:
        known = {"NUMDUEL_COMMAND": "./numduel", "NUMDUEL_DB": f"{folder}/games.db"}
        known |= {"TERM": "xterm", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT / "src")}
        environment = {name: value for name, value in os.environ.items() if name in ("HOME", "PATH")} | known
        child = pexpect.spawn(
            sys.executable,
            ["-m", "numduel", *shlex.split(COMMAND)[1:]],
            env=environment,  # type: ignore[arg-type, unused-ignore]
            dimensions=(40, COLUMNS),
            encoding="utf-8",
            timeout=60,
        )
        try:
            return [("$ ", False), (f"{COMMAND}\n", True), *_conversation(child)]
        finally:
            child.close(force=True)


def _conversation(child: pexpect.spawn) -> Iterator[tuple[str, bool]]:
    """What the program says up to each prompt, and the answer as the terminal echoes it."""
    for number, (prompt, answer) in enumerate(ANSWERS, 1):
        end = "\n" if number < len(ANSWERS) else ""
        child.expect_exact(prompt)
        yield child.before.replace("\r\n", "\n") + prompt, False
        child.send(answer + end)
        child.expect_exact(answer + end.replace("\n", "\r\n"))
        yield answer + end, True


def lines(pieces: list[tuple[str, bool]]) -> list[list[Run]]:
    """The lines on the screen, in runs; what the codes of a terminal say becomes their style."""
    screen: list[list[tuple[str, Style]]] = [[]]
    for text, typed in pieces:
        style = Style(typed=typed)
        for code, sign in re.findall(r"\x1b\[(\d*)m|(.|\n)", text):
            if sign == "\n":
                screen.append([])
            elif sign:
                screen[-1].append((sign, style))
            else:
                style = _styled(style, code)
    return [list(_runs(line)) for line in screen]


def _styled(style: Style, code: str) -> Style:
    if code in ("", "0"):
        return Style(typed=style.typed)
    return style._replace(**{{"1": "bold", "2": "dim"}[code]: True})


def _runs(line: list[tuple[str, Style]]) -> Iterator[Run]:
    column = 0
    for style, signs in groupby(line, key=lambda each: each[1]):
        text = "".join(sign for sign, _ in signs)
        yield Run(column, text, style)
        column += len(text)


def page() -> str:
    """The picture: its own dark ground and a frame, so that it is read on a light page and on a dark one."""
    shown = lines(play())
    wide, high = round(COLUMNS * CELL + 2 * MARGIN), len(shown) * LINE + 2 * MARGIN
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" '
        f'font-family="{FONTS}" font-size="{SIZE}">'
    )
    ground = rectangle(1, 1, wide - 2, high - 2, f'rx="10" fill="{GROUND}" stroke="{FRAME}"')
    drawn = [_drawn(run, number) for number, line in enumerate(shown) for run in line if run.text.strip()]
    title = f"<title>A game at a terminal, with a coach: {escape(COMMAND)}</title>"
    return "\n".join([opening, title, ground, *drawn, _cursor(shown), "</svg>", ""])


def _cursor(shown: list[list[Run]]) -> str:
    """A block after all that is written."""
    column = sum(len(run.text) for run in shown[-1])
    x, y = MARGIN + column * CELL, MARGIN + (len(shown) - 1) * LINE
    return rectangle(x, y + 1, CELL, LINE - 3, f'fill="{INK}"')


def _drawn(run: Run, number: int) -> str:
    """A run of text, stretched to its columns whatever the font is."""
    text = run.text.strip()
    column = run.column + run.text.index(text)
    ink = TYPED if run.style.typed else DIM if run.style.dim else INK
    weight = ' font-weight="bold"' if run.style.bold or run.style.typed else ""
    x, y = MARGIN + column * CELL, MARGIN + number * LINE + 13
    return (
        f'<text x="{x:.1f}" y="{y}" textLength="{len(text) * CELL:.1f}" lengthAdjust="spacingAndGlyphs" '
        f'xml:space="preserve" fill="{ink}"{weight}>{escape(text)}</text>'
    )


if __name__ == "__main__":
    SCENE.write_text(page(), encoding="utf-8")
