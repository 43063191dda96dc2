"""Studying: one person in one lesson, from step to step; no input, output or clock."""

import dataclasses

from .attempt import Reply
from .judging import SOLVED, hint_for, judge, told_answer
from .lesson import Lesson, Section, Step

PASSED = 0.75  # of the questions of an exam, right at the first try and without a hint


@dataclasses.dataclass(slots=True)
class Studying:
    """How far somebody has come: the steps done, and those that were not right at the first try."""

    lesson: Lesson
    done: int = 0
    missed: frozenset[int] = frozenset()
    moves: tuple[str, ...] = ()  # of the game that is being played

    def __post_init__(self) -> None:
        self.done = min(self.done, len(self.lesson.steps))
        self._begin()

    def _begin(self) -> None:
        self.moves = () if self.over else self.step.moves

    @property
    def over(self) -> bool:
        """Whether every step is done."""
        return self.done == len(self.lesson.steps)

    @property
    def step(self) -> Step:
        """The step that somebody is at."""
        return self.lesson.steps[self.done]

    @property
    def section(self) -> Section:
        """The section of that step."""
        return self.lesson.section_of(self.done)

    def answer(self, text: str) -> Reply:
        """Judge an answer; NoAnswer where it is none. After the last word on a step the next one is there."""
        reply = judge(self.step, text, self.moves) if self.step.kind not in ("told", "worked") else SOLVED
        if not reply.right:
            self._miss()
        self.moves = reply.moves
        if reply.solved:
            self._go_on()
        return reply

    def hint(self) -> str:
        """A word that helps; the step then counts as missed."""
        said = hint_for(self.step, self.moves)
        if self.step.asks:
            self._miss()
        return said or "There is nothing to answer here: go on."

    def solution(self) -> tuple[str, ...]:
        """What is right, and why; in a game that is played, the next move. Else the step is done."""
        step = self.step
        told = told_answer(step, self.moves) if step.kind not in ("told", "worked") else ()
        if step.asks:
            self._miss()
        if step.kind not in ("play", "move", "attempt"):
            self._go_on()
        return told

    def skip(self) -> None:
        """Leave a step; it counts as missed if it asks something."""
        if self.step.asks:
            self._miss()
        self._go_on()

    def back(self) -> None:
        """Go back to the step before."""
        self.done = max(self.done - 1, 0)
        self._begin()

    def _miss(self) -> None:
        self.missed |= {self.done}

    def _go_on(self) -> None:
        self.done += 1
        self._begin()

    def exam(self) -> tuple[int, int] | None:
        """How many of the exam's questions were right at the first try; None while it lies ahead."""
        asked = self.lesson.exam()
        if not asked or asked[-1] >= self.done:
            return None
        return sum(at not in self.missed for at in asked), len(asked)

    @property
    def passed(self) -> bool:
        """Whether nothing of the exam is left to be done better; so also where there is none."""
        exam = self.exam()
        return exam is None or exam[0] >= PASSED * exam[1]

    def result(self) -> str:
        """What the exam has come to, in a sentence; nothing while it lies ahead."""
        exam = self.exam()
        if exam is None:
            return ""
        return exam_in_words(*exam)


def exam_in_words(right: int, asked: int) -> str:
    """What an exam has come to, in a sentence.

    >>> exam_in_words(7, 9)
    'Exam: 7 of 9 right at the first try, passed.'
    """
    passed = "passed" if right >= PASSED * asked else "not passed yet"
    return f"Exam: {right} of {asked} right at the first try, {passed}."
