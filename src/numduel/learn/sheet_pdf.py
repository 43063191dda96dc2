"""A sheet as a PDF of A4 pages, set by Typst, which comes whole, fonts included."""

import dataclasses
import json

from .sheet import Sheet

# What is set comes as data, so that no text of a game is taken for markup.
_PAGES = rb"""
#let sheet = json(bytes(sys.inputs.sheet))
#set document(title: sheet.title + ": exercises", date: none)
#set page(
  paper: "a4", margin: (x: 16mm, top: 16mm, bottom: 18mm),
  footer: context [
    #set text(size: 9pt)
    #sheet.title, sheet #sheet.seed #h(1fr) #counter(page).display("1 / 1", both: true)
  ],
)
#set text(font: ("Libertinus Serif", "DejaVu Sans Mono"), size: 11pt, lang: "en")
#set par(justify: false)
#text(size: 19pt, weight: "bold")[#sheet.title: exercises]
#v(2mm)
#grid(columns: (2fr, 1fr), gutter: 8mm,
  [Name: #box(width: 1fr, line(length: 100%, stroke: 0.6pt))],
  [Date: #box(width: 1fr, line(length: 100%, stroke: 0.6pt))])
#v(1mm)
#rect(width: 100%, inset: 3mm, stroke: 0.5pt)[#text(size: 10pt)[#for line in sheet.rules [#par[#line]]]]
#v(2mm)
#columns(2, gutter: 9mm)[
  #for (number, one) in sheet.exercises.enumerate(start: 1) [
    #block(breakable: false, width: 100%, below: 7mm)[
      *#number.* #one.question
      #v(-1mm)
      #image(bytes(one.board), format: "svg", width: 100%, alt: one.said)
      #v(-2mm)
      Moves: #one.moves.join(", ")
      #v(5mm)
      #line(length: 100%, stroke: 0.6pt)
    ]
  ]
]
#pagebreak()
#text(size: 16pt, weight: "bold")[Answers]
#v(2mm)
#set text(size: 10pt)
#for (number, one) in sheet.exercises.enumerate(start: 1) [
  #grid(columns: (8mm, 1fr), [*#number.*], [*#one.answer*: #one.why])
  #v(0.2mm)
]
"""


def sheet_as_pdf(sheet: Sheet) -> bytes:
    """The sheet, with the answers on a page of their own; ImportError if the package typst is missing."""
    import typst

    inputs = {"sheet": json.dumps(dataclasses.asdict(sheet))}
    return typst.compile(_PAGES, format="pdf", sys_inputs=inputs, ignore_system_fonts=True, timestamp=0)
