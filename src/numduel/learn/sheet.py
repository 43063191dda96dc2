"""Sheet: what is printed for a class, exercises or a whole lesson, with the answers at the end.

The same seed gives the same sheet.
"""

import dataclasses
import re
from collections.abc import Iterator
from itertools import chain, zip_longest
from random import Random
from typing import Any

from ..core.game import Game
from ..core.registry import full_title
from ..core.settings import listed
from ..drawing.board_picture import draw_board
from .judging import told_answer
from .lesson import NOBODY, Lesson, Step
from .pool import NoLesson, Pool, pool_of
from .questions import Questions, both_ways, entries
from .topics import topics_of

MOST = 200  # exercises


@dataclasses.dataclass(frozen=True, slots=True)
class Exercise:
    """A position, what is asked about it, and the answer with its reason."""

    board: str  # as SVG
    said: str  # the position in words
    moves: tuple[str, ...]  # that can be made
    question: str
    answer: str
    why: str


@dataclasses.dataclass(frozen=True, slots=True)
class Heading:
    """What the following is about: a section of a lesson, or a topic in it, which has a lower level."""

    text: str
    level: int


@dataclasses.dataclass(frozen=True, slots=True)
class Passage:
    """Something to read, with a position or without."""

    words: tuple[str, ...]
    board: str = ""  # as SVG
    said: str = ""


Block = Exercise | Heading | Passage


@dataclasses.dataclass(frozen=True, slots=True)
class Sheet:
    """What is printed, one block after another."""

    title: str
    foot: str  # by which sheets are told apart
    rules: tuple[str, ...]
    blocks: tuple[Block, ...]

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """The blocks that ask something; by their order they are numbered."""
        return tuple(block for block in self.blocks if isinstance(block, Exercise))


def sheet_of(game: Game[Any, Any], count: int, seed: int) -> Sheet:
    """So many exercises, or as many as there are to ask; NoLesson if the game is not solved."""
    steps = _drawn(pool_of(game), min(count, MOST), seed)
    if not steps:
        raise NoLesson("there is nothing to ask at these settings")
    rules = tuple(line for line in game.voice().rules() if line)
    title = full_title(game)
    exercises = tuple(map(_exercise, steps))
    return Sheet(f"{title}: exercises", f"{title}, sheet {seed}", rules, exercises)


def printed(lesson: Lesson) -> Sheet:
    """A lesson as a sheet; moves that are only to be made once are left out, and games are for two."""
    title, blocks = full_title(lesson.game), list[Block]()
    for section in lesson.sections:
        blocks.append(Heading(section.title, 1))
        topic = ""
        for step in section.steps:
            if step.kind in ("move", "attempt"):
                continue
            if step.topic and step.topic != topic:
                topic = step.topic
                blocks.append(Heading(topic, 2))
            blocks.append(_exercise(step) if step.kind in ("who", "find") else _passage(step))
    return Sheet(lesson.title, f"{title}, lesson {lesson.seed}", (), tuple(blocks))


def _passage(step: Step) -> Passage:
    """What a step says, with the position that it is about."""
    if step.kind == "told":
        return Passage(step.words)
    game, state = step.game, step.position.state
    labels = {game.write(one.move): one.label for one in game.board().choices(state)}
    words = (step.words[0], "Play it against each other.") if step.kind == "play" else step.words
    said = tuple(_as_printed(labels, sentence) for sentence in words)
    return Passage(said, draw_board(game.board().parts(state)), game.show(state))


def _drawn(pool: Pool, most: int, seed: int) -> list[Step]:
    """Steps from easy to hard: one move ahead first, then topic by topic from the end backwards."""
    questions = Questions(pool, Random(f"{seed} {pool.game.spec} sheet"))
    few = max(most // 6, 1)
    first = [*questions.at_once(pool.asked, few), *questions.careful(pool.asked, few)]
    topics = [_of_topic(pool, questions, topic, most) for topic in topics_of(pool, ())]
    later = _shared([list(steps) for steps in topics], max(most - len(first), 0))
    return [*first, *later][:most]


def _of_topic(pool: Pool, questions: Questions, topic: Any, most: int) -> Iterator[Step]:
    """Questions of one topic, who wins and what to play in turn."""
    leading = list(entries(pool, topic))
    who = questions.who(both_ways(topic, leading), topic.name, "", most)
    find = questions.find((*topic.members, *leading), topic.name, "", most)
    return (step for step in chain(*zip_longest(who, find)) if step is not None)


def _shared(topics: list[list[Step]], most: int) -> list[Step]:
    """So many steps, as evenly over the topics as there are enough, in the order of the topics."""
    taken = [0] * len(topics)
    while sum(taken) < most and any(taken[at] < len(steps) for at, steps in enumerate(topics)):
        for at, steps in enumerate(topics):
            taken[at] += taken[at] < len(steps) and sum(taken) < most
    return [step for steps, number in zip(topics, taken, strict=True) for step in steps[:number]]


def _exercise(step: Step) -> Exercise:
    game, state = step.game, step.position.state
    parts, choices = game.board().parts(state), game.board().choices(state)
    labels = tuple(choice.label for choice in choices if not choice.blocked) or tuple(
        map(game.write, step.position.moves)
    )
    return Exercise(
        board=draw_board(parts),
        said=game.show(state),
        moves=labels,
        question=" ".join(step.words),
        answer=_answer_in_words(step),
        why=_as_printed({game.write(one.move): one.label for one in choices}, told_answer(step)[-1]),
    )


def _as_printed(labels: dict[str, str], sentence: str) -> str:
    """A sentence with moves as a board labels them.

    >>> _as_printed({"*2": "×2", "+1": "+1"}, "From 8, *2 leaves 16: only +1 and *2.")
    'From 8, ×2 leaves 16: only +1 and ×2.'
    """
    other = {text: label for text, label in labels.items() if text != label}
    if not other:
        return sentence
    alternatives = "|".join(map(re.escape, sorted(other, key=len, reverse=True)))
    return re.sub(rf"(?<![^\s(])(?:{alternatives})(?=[\s,.:;)]|$)", lambda found: other[found[0]], sentence)


def _answer_in_words(step: Step) -> str:
    """The right answer in as few words as a list of answers has room for."""
    if step.kind == "who":
        (winner,) = step.right
        return "Nobody" if winner == NOBODY else f"Player {winner}"
    board, state = step.game.board(), step.position.state
    return listed([board.choice(state, step.position.read(text)).label for text in step.right])
