"""A sheet as a web page that prints well: one file, without anything from elsewhere."""

import itertools
from collections.abc import Iterator
from html import escape

from .sheet import Block, Exercise, Heading, Passage, Sheet

_STYLE = """
@page { size: A4; margin: 16mm 15mm 18mm; @bottom-center { content: counter(page) " / " counter(pages); } }
body { font: 11pt/1.4 "DejaVu Sans", "Segoe UI", Verdana, sans-serif; color: black; background: white;
  max-width: 180mm; margin: 0 auto; padding: 1em; }
h1 { font-size: 17pt; margin: 0 0 .3em; } h2 { font-size: 14pt; }
.who { display: flex; gap: 2em; margin: .8em 0 1em; } .who span { flex: 1; border-bottom: 1px solid black; }
.rules { border: 1px solid #777; padding: .3em .8em; font-size: 10pt; margin-bottom: 1em; }
.rules p { margin: .3em 0; }
ol { padding: 0; margin: 0; list-style-position: inside; }
.blocks { columns: 2; column-gap: 9mm; } .blocks h2 { column-span: all; margin: .8em 0 .4em; }
.blocks h3 { font-size: 12pt; margin: .6em 0 .2em; break-after: avoid; }
.block { break-inside: avoid; padding: .2em 0 .9em; }
.blocks svg { display: block; max-width: 100%; height: auto; margin: .3em 0; }
.blocks p { margin: .2em 0; }
.line { border-bottom: 1px solid black; height: 1.7em; }
.answers { break-before: page; } .answers li { margin: .35em 0; font-size: 10pt; break-inside: avoid; }
@media screen and (max-width: 600px) { .blocks { columns: 1; } }
"""


def sheet_as_html(sheet: Sheet) -> str:
    """The sheet, with the answers on a page of their own."""
    numbers = itertools.count(1)
    blocks = "\n".join(_block(block, numbers) for block in sheet.blocks)
    answers = "\n".join(map(_answer, sheet.exercises))
    title = escape(sheet.title)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{title}</h1>
<div class="who"><span>Name:</span><span>Date:</span></div>
{_rules(sheet)}<div class="blocks">
{blocks}
</div>
<section class="answers">
<h2>Answers</h2>
<p>{escape(sheet.foot)}</p>
<ol>
{answers}
</ol>
</section>
</body>
</html>
"""


def _rules(sheet: Sheet) -> str:
    """The rules in a box of their own, where there are any."""
    return f'<div class="rules">\n{_paragraphs(sheet.rules)}\n</div>\n' if sheet.rules else ""


def _paragraphs(words: tuple[str, ...]) -> str:
    return "\n".join(f"<p>{escape(line)}</p>" for line in words)


def _block(block: Block, numbers: Iterator[int]) -> str:
    match block:
        case Heading():
            level = block.level + 1
            return f"<h{level}>{escape(block.text)}</h{level}>"
        case Passage():
            return f'<div class="block">{block.board.strip()}\n{_paragraphs(block.words)}</div>'
        case Exercise():
            return _exercise(block, next(numbers))


def _exercise(exercise: Exercise, number: int) -> str:
    moves = escape(", ".join(exercise.moves))
    return f"""<div class="block exercise"><p><b>{number}.</b> {escape(exercise.question)}</p>
{exercise.board.strip()}
<p>Moves: {moves}</p>
<div class="line"></div>
</div>"""


def _answer(exercise: Exercise) -> str:
    return f"<li><b>{escape(exercise.answer)}</b>: {escape(exercise.why)}</li>"
