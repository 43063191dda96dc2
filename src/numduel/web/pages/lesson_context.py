"""What the page of a lesson shows: one step, as a document tells it, and what was said to an answer."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...core.position import Position
from ...core.registry import full_title, load
from ...learn.attempt import line_in_words
from ...learn.lesson import NOBODY
from ...learn.studying import exam_in_words
from ...store.lessons import Place
from ..rendering.boards import draw_board, position_before
from ..rendering.choices import draw_choices
from ..rendering.controls import Answers, Still
from .places import joined, place_address

QUIET = ("told", "worked")  # steps that ask nothing


class Said(NamedTuple):
    """What was said to an answer, and where the game stands after it."""

    kind: str  # right, wrong, hint, told or refused
    words: tuple[str, ...]
    moves: tuple[str, ...]
    line: str = ""  # that refutes it
    solved: bool = False
    missed: bool = False

    @classmethod
    def of(cls, document: Mapping[str, Any], moves: tuple[str, ...]) -> "Said":
        """What a worker has found out about an answer."""
        if "refused" in document:
            return cls("refused", (str(document["refused"]),), moves)
        kind = "right" if document["right"] else "wrong"
        line = line_in_words(document["refutation"], document["cut"])
        after = tuple(document["moves"])
        return cls(kind, tuple(document["words"]), after, line, document["solved"], kind == "wrong")


def lesson_context(
    lesson: Mapping[str, Any], place: Place, number: int, said: Said | None = None
) -> dict[str, Any]:
    """Everything that the templates of a lesson need."""
    spec, total = str(lesson["spec"]), int(lesson["steps"])
    known: dict[str, Any] = {
        "title": str(lesson["title"]),
        "number": number,
        "total": total,
        "place": place,
        "result": _result(lesson, place),
        "address": place_address("/learn", spec),
        "next": place_address("/learn", spec, (), {"step": str(number + 2)}),
        "earlier": place_address("/learn", spec, (), {"step": str(number)}) if number else "",
        "play": f"/play/{spec}",
    }
    return known if number == total else known | _step_context(lesson, number, said)


def _step_context(lesson: Mapping[str, Any], number: int, said: Said | None) -> dict[str, Any]:
    section, step = _at(lesson, number)
    game = load(str(step["spec"]))
    moves = tuple(step["moves"]) if said is None else said.moves
    position = Position.start(game)
    for text in moves:
        position = position.say(text)
    waits = step["kind"] not in QUIET and not (said is not None and said.solved)
    controls = Answers({}) if waits and step["kind"] in ("move", "find", "play") else Still()
    elsewhere = full_title(game) if game.spec != lesson["spec"] else ""
    return {
        "section": section,
        "step": step,
        "topic": step.get("topic", ""),
        "elsewhere": elsewhere,
        "words": step["words"],
        "board": ""
        if step["kind"] == "told"
        else draw_board(position, position_before(position, moves), controls),
        "choices": draw_choices(position, controls) if controls.live else "",
        "moves": moves,
        "moves_text": joined(moves),
        "said": said,
        "waits": waits,
        "quiet": step["kind"] in QUIET,
        "who": _who(step) if waits and step["kind"] == "who" else (),
        "attempt": step["right"][0] if waits and step["kind"] == "attempt" else "",
    }


def _at(lesson: Mapping[str, Any], number: int) -> tuple[str, Mapping[str, Any]]:
    """The title of a step's section, and the step."""
    for section in lesson["sections"]:
        if number < len(section["steps"]):
            return str(section["title"]), section["steps"][number]
        number -= len(section["steps"])
    raise IndexError(number)


def _who(step: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The answers to the question who wins: their values, and what is on the buttons."""
    nobody = ((NOBODY, "Nobody"),) if NOBODY in step["words"][-1] else ()
    return (("1", "Player 1"), ("2", "Player 2"), *nobody)


def _result(lesson: Mapping[str, Any], place: Place) -> str:
    """What the exam has come to, once it is over."""
    first, asked = 0, list[int]()
    for section in lesson["sections"]:
        kinds = [step["kind"] for step in section["steps"]]
        if section["exam"]:
            asked += [first + at for at, kind in enumerate(kinds) if kind in ("who", "find", "play")]
        first += len(kinds)
    if not asked or asked[-1] >= place.done:
        return ""
    return exam_in_words(sum(at not in place.missed for at in asked), len(asked))
