"""A sheet as a PDF of A4 pages, set by Typst, which comes whole, fonts included."""

import dataclasses
import json
from typing import Any

from .sheet import Exercise, Sheet

# What is set comes as data, so that no text of a game is taken for markup.
_PAGES = rb"""
#let sheet = json(bytes(sys.inputs.sheet))
#set document(title: sheet.title, date: none)
#set page(
  paper: "a4", margin: (x: 16mm, top: 16mm, bottom: 18mm),
  footer: context [
    #set text(size: 9pt)
    #sheet.foot #h(1fr) #counter(page).display("1 / 1", both: true)
  ],
)
#set text(font: ("Libertinus Serif", "DejaVu Sans Mono"), size: 11pt, lang: "en")
#set par(justify: false)
#text(size: 19pt, weight: "bold")[#sheet.title]
#v(2mm)
#grid(columns: (2fr, 1fr), gutter: 8mm,
  [Name: #box(width: 1fr, line(length: 100%, stroke: 0.6pt))],
  [Date: #box(width: 1fr, line(length: 100%, stroke: 0.6pt))])
#v(1mm)
#if sheet.rules.len() > 0 {
  rect(width: 100%, inset: 3mm, stroke: 0.5pt)[#text(size: 10pt)[#for line in sheet.rules [#par[#line]]]]
}
#v(2mm)
#let board(one) = image(bytes(one.board), format: "svg", width: 100%, alt: one.said)
#let shown(one) = if one.kind == "Heading" {
  let size = if one.level == 1 { 14pt } else { 12pt }
  block(sticky: true, above: 6mm, below: 4mm, text(size: size, weight: "bold")[#one.text])
} else if one.kind == "Passage" {
  block(breakable: false, width: 100%, below: 7mm)[
    #if one.board != "" { board(one) }
    #for line in one.words [#par[#line]]
  ]
} else {
  block(breakable: false, width: 100%, below: 7mm)[
    *#one.number.* #one.question
    #v(-1mm)
    #board(one)
    #v(-2mm)
    Moves: #one.moves.join(", ")
    #v(5mm)
    #line(length: 100%, stroke: 0.6pt)
  ]
}
#columns(2, gutter: 9mm)[#for one in sheet.blocks { shown(one) }]
#pagebreak()
#text(size: 16pt, weight: "bold")[Answers]
#v(2mm)
#set text(size: 10pt)
#for one in sheet.blocks.filter(one => one.kind == "Exercise") [
  #grid(columns: (8mm, 1fr), [*#one.number.*], [*#one.answer*: #one.why])
  #v(0.2mm)
]
"""


def sheet_as_pdf(sheet: Sheet) -> bytes:
    """The sheet, with the answers on a page of their own; ImportError if the package typst is missing."""
    import typst

    inputs = {"sheet": json.dumps(_as_json(sheet))}
    return typst.compile(_PAGES, format="pdf", sys_inputs=inputs, ignore_system_fonts=True, timestamp=0)


def _as_json(sheet: Sheet) -> dict[str, Any]:
    """The sheet as it is set: its blocks with their kinds, and exercises with their numbers."""
    blocks = [{"kind": type(block).__name__, **dataclasses.asdict(block)} for block in sheet.blocks]
    exercises = (block for block in blocks if block["kind"] == Exercise.__name__)
    for number, exercise in enumerate(exercises, 1):
        exercise["number"] = number
    return {"title": sheet.title, "foot": sheet.foot, "rules": sheet.rules, "blocks": blocks}
