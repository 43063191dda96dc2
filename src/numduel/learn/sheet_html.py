"""A sheet as a web page that prints well: one file, without anything from elsewhere."""

from html import escape

from .sheet import Exercise, Sheet

_STYLE = """
@page { size: A4; margin: 16mm 15mm 18mm; @bottom-center { content: counter(page) " / " counter(pages); } }
body { font: 11pt/1.4 "DejaVu Sans", "Segoe UI", Verdana, sans-serif; color: black; background: white;
  max-width: 180mm; margin: 0 auto; padding: 1em; }
h1 { font-size: 17pt; margin: 0 0 .3em; } h2 { font-size: 14pt; }
.who { display: flex; gap: 2em; margin: .8em 0 1em; } .who span { flex: 1; border-bottom: 1px solid black; }
.rules { border: 1px solid #777; padding: .3em .8em; font-size: 10pt; margin-bottom: 1em; }
.rules p { margin: .3em 0; }
ol { padding: 0; margin: 0; list-style-position: inside; }
.exercises { columns: 2; column-gap: 9mm; }
.exercises li { break-inside: avoid; padding: .2em 0 .9em; } .exercises li::marker { font-weight: bold; }
.exercises svg { display: block; max-width: 100%; height: auto; margin: .3em 0; }
.exercises p { margin: .2em 0; }
.line { border-bottom: 1px solid black; height: 1.7em; }
.answers { break-before: page; } .answers li { margin: .35em 0; font-size: 10pt; break-inside: avoid; }
@media screen and (max-width: 600px) { .exercises { columns: 1; } }
"""


def sheet_as_html(sheet: Sheet) -> str:
    """The sheet, with the answers on a page of their own."""
    rules = "\n".join(f"<p>{escape(line)}</p>" for line in sheet.rules)
    exercises = "\n".join(map(_exercise, sheet.exercises))
    answers = "\n".join(map(_answer, sheet.exercises))
    title = escape(sheet.title)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}: exercises</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{title}: exercises</h1>
<div class="who"><span>Name:</span><span>Date:</span></div>
<div class="rules">
{rules}
</div>
<ol class="exercises">
{exercises}
</ol>
<section class="answers">
<h2>Answers</h2>
<p>{title}, sheet {sheet.seed}</p>
<ol>
{answers}
</ol>
</section>
</body>
</html>
"""


def _exercise(exercise: Exercise) -> str:
    moves = escape(", ".join(exercise.moves))
    return f"""<li>{escape(exercise.question)}
{exercise.board.strip()}
<p>Moves: {moves}</p>
<div class="line"></div>
</li>"""


def _answer(exercise: Exercise) -> str:
    return f"<li><b>{escape(exercise.answer)}</b>: {escape(exercise.why)}</li>"
