"""Screen: how wide it is, lines that fit it, and a little colour where somebody looks at it."""

import os
import re

from ..core.hints import Literal

Style = Literal["", "dim", "good", "wrong"]

LONGEST_NUMBER = 9  # digits: no screen has more columns, and Python refuses to read very many
PLAIN_WIDTH = 80  # of text that goes anywhere but to a person's screen
READABLE = 100  # longer lines are hard to read, however wide the screen is
ROOM = 5  # columns that a question leaves for the answer
# Never the only sign: the words say the same without them.
_CODES = {"dim": "2", "good": "1;32", "wrong": "33"}
_looked_at = False


def look(at_it: bool) -> None:
    """Say whether a person looks at a screen; without one, text is plain and of a fixed width."""
    global _looked_at
    _looked_at = at_it


def width() -> int:
    """How many columns text may have."""
    return min(columns_of(1), READABLE) if _looked_at else PLAIN_WIDTH


def columns_of(descriptor: int) -> int:
    """How many columns a stream's screen has: as shutil says, which takes longer to import."""
    given = os.environ.get("COLUMNS", "")
    if given.isascii() and given.isdigit() and len(given) <= LONGEST_NUMBER and int(given) > 0:
        return int(given)
    try:
        return os.get_terminal_size(descriptor).columns or PLAIN_WIDTH
    except OSError:
        return PLAIN_WIDTH


def fits(line: str) -> bool:
    """Whether a line needs no folding."""
    return not _looked_at or len(line) <= width()


def fit(line: str, columns: int | None = None) -> list[str]:
    """A line, folded at its blanks where it is too long for the screen; what is drawn stays as it is.

    It goes on where it began; in a list of words and what they mean, below the meaning.
    """
    room = columns or width()
    if not _looked_at or len(line) <= room or "\x1b" in line:
        return [line]
    listed = re.match(r" *\S+ {2,}(?=\S)", line)
    start = listed[0] if listed and len(listed[0]) <= room // 2 else line[: len(line) - len(line.lstrip(" "))]
    indent = " " * len(start)
    from textwrap import wrap  # takes a while to import

    folded = wrap(
        re.sub(r" (?=\(x\d)", "\xa0", line),  # how many there are of a thing stays beside it: 4 (x2)
        max(room, len(indent) + ROOM),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [part.replace("\xa0(x", " (x") for part in folded] or [""]


def fit_question(prompt: str) -> tuple[list[str], str]:
    """The lines before a question's last one, and that one, with room for the answer behind it."""
    *before, last = prompt.split("\n")
    text = last.rstrip(" ")
    # What may be answered stays together: only a plain blank is a place to fold.
    kept = text.replace("(yes or no)", "(yes\xa0or\xa0no)")
    *more, end = fit(kept, max(width() - ROOM, ROOM))
    return [*before, *more], end.replace("\xa0", " ") + last[len(text) :]


def styled(line: str, style: Style) -> str:
    """A line in a style, where somebody looks and wants colour."""
    if not (style and line and _looked_at) or os.environ.get("NO_COLOR"):
        return line
    return f"\x1b[{_CODES[style]}m{line}\x1b[0m"
