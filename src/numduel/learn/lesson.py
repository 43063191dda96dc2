"""Lesson: what a game has to teach, as sections of small steps, each of which says or asks one thing."""

import dataclasses
from typing import Any

from ..core.game import Game
from ..core.position import Position
from ..core.registry import full_title
from .tasks import Standing

NOBODY = "nobody"  # the answer that neither player can force a win
# What steps do: say something, show a position that is worked out, let a move be made or a forbidden one be
# tried, ask who wins, ask for a move, or have a game played.
KINDS = ("told", "worked", "move", "attempt", "who", "find", "play")
ASKING = ("who", "find", "play")  # those whose answer may be wrong


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step. `words` are said first; whatever has `right` answers waits for one of them.

    `goal` is what a move must do: win `at-once`, keep a `win`, or `hold` what the position is worth. A game
    that is played goes on for `turns` moves of the learner's, or to its end where there are none.
    """

    kind: str
    words: tuple[str, ...]
    game: Game[Any, Any]
    moves: tuple[str, ...] = ()  # from the start of the game
    goal: str = ""
    right: tuple[str, ...] = ()
    hint: str = ""
    turns: int = 0
    topic: str = ""

    @property
    def position(self) -> Position[Any, Any]:
        """The position that the step is about."""
        return after(self.game, self.moves)

    def standing(self, moves: tuple[str, ...]) -> Standing:
        """What is seen where a game that is played has come to these moves."""
        return Standing(after(self.game, moves), moves)

    @property
    def asks(self) -> bool:
        """Whether it waits for an answer that may be wrong."""
        return self.kind in ASKING

    def as_json(self) -> dict[str, Any]:
        """The step as a JSON object, without what is empty."""
        whole = {
            "kind": self.kind,
            "topic": self.topic,
            "words": list(self.words),
            "spec": self.game.spec,
            "moves": list(self.moves),
            "goal": self.goal,
            "right": list(self.right),
            "hint": self.hint,
            "turns": self.turns,
        }
        if self.kind != "told":
            whole["to_move"] = self.position.player
        return {name: value for name, value in whole.items() if value or name in ("words", "moves")}


@dataclasses.dataclass(frozen=True, slots=True)
class Section:
    """Steps that belong together."""

    title: str
    steps: tuple[Step, ...]
    exam: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Lesson:
    """All that a game has to teach at its settings; the same for the same seed."""

    game: Game[Any, Any]
    seed: int
    sections: tuple[Section, ...]

    @property
    def title(self) -> str:
        """What it is called."""
        return f"Lesson: {full_title(self.game)}"

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every step, one after another."""
        return tuple(step for section in self.sections for step in section.steps)

    def section_of(self, number: int) -> Section:
        """The section of a step, which is given by its number from 0."""
        for section in self.sections:
            if number < len(section.steps):
                return section
            number -= len(section.steps)
        raise IndexError(number)

    def exam(self) -> tuple[int, ...]:
        """The numbers of the steps that are asked in the exam, from 0."""
        numbers = range(len(self.steps))
        return tuple(at for at in numbers if self.section_of(at).exam and self.steps[at].asks)

    def as_json(self) -> dict[str, Any]:
        """The lesson as a JSON document, with every right answer."""
        sections = [
            {
                "title": section.title,
                "exam": section.exam,
                "steps": [step.as_json() for step in section.steps],
            }
            for section in self.sections
        ]
        return {
            "spec": self.game.spec,
            "title": self.title,
            "seed": self.seed,
            "steps": len(self.steps),
            "sections": sections,
        }


def after(game: Game[Any, Any], moves: tuple[str, ...]) -> Position[Any, Any]:
    """The position after some moves from the start."""
    position = Position.start(game)
    for move in moves:
        position = position.say(move)
    return position
