"""Lessons in a worker process: what they say, and what comes of answers, all as plain data."""

from collections.abc import Sequence
from typing import Any

from ...core.registry import load
from ...learn.attempt import NoAnswer
from ...learn.judging import hint_for, judge, told_answer
from ...learn.lesson import Step
from ...learn.pool import pool_of, solved
from ...learn.teaching import lesson_of


def lesson(spec: str) -> dict[str, Any]:
    """A whole lesson."""
    return lesson_of(load(spec)).as_json()


def forget() -> None:
    """Let go of the lessons and tables that are kept for the next question."""
    for kept in (lesson_of, pool_of, solved):
        kept.cache_clear()


def _step(spec: str, number: int) -> Step:
    return lesson_of(load(spec)).steps[number]


def judge_answer(spec: str, number: int, text: str, moves: Sequence[str]) -> dict[str, Any]:
    """What comes of an answer to a step, or why it is none."""
    try:
        return judge(_step(spec, number), text, tuple(moves)).as_json()
    except NoAnswer as error:
        said = str(error)
        return {"refused": f"{said[:1].upper()}{said[1:]}."}


def hint(spec: str, number: int, moves: Sequence[str]) -> list[str]:
    """A word that helps with a step."""
    return [hint_for(_step(spec, number), tuple(moves))]


def solution(spec: str, number: int, moves: Sequence[str]) -> list[str]:
    """What is right, and why."""
    return list(told_answer(_step(spec, number), tuple(moves)))
