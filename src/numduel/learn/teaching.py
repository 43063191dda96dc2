"""Teaching: makes the lesson of any game at any settings from its rules, its table and its theory."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

from ..core.game import Game
from ..core.registry import full_title
from .doing import rules_by_doing
from .elsewhere import Elsewhere, elsewhere
from .lesson import Lesson, Section, Step
from .playing_out import from_start, games_to_play
from .pool import Pool, pool_of
from .questions import Questions, both_ways, entries
from .topics import ENOUGH, Topic, by_idea, topics_of

FIND = 3  # questions for a move of each topic
EXAM_QUESTIONS = 4  # of each kind


@lru_cache(maxsize=16)
def lesson_of(game: Game[Any, Any], seed: int = 0) -> Lesson:
    """The lesson of a game at its settings; NoLesson if it is not solved.

    >>> import numduel
    >>> lesson = lesson_of(numduel.load("operation-duel"))
    >>> [section.title for section in lesson.sections][:3]
    ['The rules', 'One move ahead', 'Ideas']
    """
    return _Teacher(game, seed).lesson()


class _Teacher:
    """Makes one lesson."""

    def __init__(self, game: Game[Any, Any], seed: int) -> None:
        self.game, self.seed = game, seed
        self.rng = Random(f"{seed} {game.spec}")
        self.pool = pool_of(game)
        self.questions = Questions(self.pool, self.rng)
        self.elsewhere: Elsewhere = elsewhere(self.pool, self.rng)

    def lesson(self) -> Lesson:
        """The sections, without those that have no step."""
        ideas = "Ideas" if by_idea(self.pool) else "From the end backwards"
        sections = (
            Section("The rules", tuple(rules_by_doing(self.pool))),
            Section("One move ahead", tuple(self.one_move_ahead())),
            Section(ideas, tuple(self.ideas())),
            Section("Play it out", tuple(games_to_play(self.pool, self.rng))),
            Section("Exam", tuple(self.exam()), exam=True),
            Section("What it rests on", tuple(self.rests_on())),
        )
        return Lesson(self.game, self.seed, tuple(section for section in sections if section.steps))

    def one_move_ahead(self) -> Iterator[Step]:
        """Positions that can be won with one move, and those in which a move loses at once."""
        yield from self.questions.at_once(self.pool.asked)
        yield from self.questions.careful(self.pool.asked)

    def ideas(self) -> Iterator[Step]:
        """Of each idea two positions worked out, three questions who wins, and three for a move."""
        others = [pool_of(game) for game in self.elsewhere.practice]
        for topic in topics_of(self.pool, others):
            yield from self.steps_of(topic, [self.pool, *others])

    def steps_of(self, topic: Topic, pools: list[Pool]) -> Iterator[Step]:
        """The steps of one idea."""
        leading = [asked for pool in pools for asked in islice(entries(pool, topic), ENOUGH)]
        yield from self.questions.worked(topic)
        yield from self.questions.who(both_ways(topic, leading), topic.name, topic.rule)
        found = self.questions.find(topic.members, topic.name, topic.rule)
        yield from found
        yield from self.questions.find(leading, topic.name, topic.rule, FIND - len(found))

    def exam(self) -> Iterator[Step]:
        """Questions and a game at settings that were not seen before, or at positions that were not."""
        game = self.elsewhere.exam or self.game
        pool = pool_of(game)
        where = f"The exam is at other settings: {full_title(game)}."
        if by_idea(pool):
            where += " What you have learned holds there too."
        if game == self.game:
            where = "The exam asks what you have not been asked yet."
        aim = game.voice().aim()
        questions = Questions(pool, self.rng) if game != self.game else self.questions
        asked = [
            *questions.who(_not_over(pool), "", "", EXAM_QUESTIONS),
            *questions.find(_not_over(pool), "", "", EXAM_QUESTIONS),
        ]
        if game != self.game:  # else it has been played already
            asked.extend(from_start(pool))
        if asked:
            yield Step(kind="told", words=(where, aim), game=game)
            yield from asked

    def rests_on(self) -> Iterator[Step]:
        """What the theory rests on, or the table; and how to check it."""
        said = self.game.invariant()
        if not said and self.pool.answers.complete:
            positions = self.pool.answers.table.positions
            said = f"It rests on a table of all {positions:,} positions, worked out from the ends backwards."
        check = (
            f"To check who wins by the rules alone, write a proof with the command prove {self.game.spec} -o "
            "proof.json, and check it with the command verify proof.json"
        )
        yield Step(kind="told", words=tuple(filter(None, (said, check))), game=self.game)


def _not_over(pool: Pool) -> list[Any]:
    """The positions in which the end is not one move away."""
    return [asked for asked in pool.asked if asked.verdict.plies is None or asked.verdict.plies > 1]
