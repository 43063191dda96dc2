"""What words mean at the table: a move, half of one, an attempt that loses, or nothing."""

from typing import Any

import pytest

import numduel
from numduel import Position
from numduel.match.words import (
    ForbiddenAttempt,
    LegalMove,
    NotUnderstood,
    Understood,
    Unfinished,
    rests,
    understand,
)


def at(spec: str, *moves: str) -> Position[Any, Any]:
    position = Position.start(numduel.load(spec))
    for move in moves:
        position = position.say(move)
    return position


STACK = at("operation-stack", "5", "8")
DUEL = at("operation-duel:start=3,add=1/2,multiply=2/3")
FORBIDDEN = at("operation-duel:start=7,multiply=2/3,overshoot=forbidden")


@pytest.mark.parametrize(
    ("position", "line", "before", "meant"),
    [
        (STACK, "push 5", (), LegalMove(5, ("push", "5"))),
        (STACK, "push", (), Unfinished(("push",))),
        (STACK, "pus", (), Unfinished(("push",))),
        (STACK, "p", (), NotUnderstood((), ("p",))),
        (STACK, "5", ("push",), LegalMove(5, ("push", "5"))),
        (STACK, "push 5", ("push",), LegalMove(5, ("push", "5"))),
        (STACK, "push", ("push",), Unfinished(("push",))),
        (STACK, "operate", ("push",), Unfinished(("operate",))),
        (STACK, "oper", ("push",), NotUnderstood(("push",), ("oper",))),
        (STACK, "operate *", ("push",), LegalMove("*", ("operate", "*"))),
        (STACK, "push 1", ("operate",), LegalMove(1, ("push", "1"))),
        (STACK, "1", ("operate",), NotUnderstood(("operate",), ("1",))),
        (STACK, "+", ("push",), NotUnderstood(("push",), ("+",))),
        (STACK, "/", ("operate",), ForbiddenAttempt(("operate", "/"))),
        (STACK, "/", (), ForbiddenAttempt(("/",))),
        (STACK, "", (), Unfinished(())),
        (STACK, "", ("push",), Unfinished(("push",))),
        (STACK, "nothing", (), NotUnderstood((), ("nothing",))),
        (DUEL, "add", (), Unfinished(("add",))),
        (DUEL, "add 1", (), LegalMove(("+", 1), ("add", "1"))),
        (DUEL, "mul", (), Unfinished(("multiply",))),
        (DUEL, "mul by 3", (), LegalMove(("*", 3), ("multiply", "by", "3"))),
        (DUEL, "m", (), NotUnderstood((), ("m",))),
        (DUEL, "tr", (), LegalMove(("*", 3), ("triple",))),
        (FORBIDDEN, "multiply", (), LegalMove(("*", 2), ("multiply",))),
        (FORBIDDEN, "*3", (), NotUnderstood((), ("*3",))),
        (at("top-stack-twelve:tokens=1"), "", (), Unfinished(())),
    ],
)
def test_words_mean_what_they_begin(
    position: Position[Any, Any], line: str, before: tuple[str, ...], meant: Understood
) -> None:
    assert understand(position, line, before) == meant


def test_what_may_follow_is_told_once_for_each_move_and_the_shortest_way() -> None:
    assert rests(DUEL, ("multiply",)) == ["2", "3"]
    assert rests(DUEL, ("add",)) == ["1", "2"]
    assert rests(STACK, ("operate",)) == ["+", "-", "*"]
    assert rests(FORBIDDEN, ("multiply",)) == ["2"]
    assert rests(STACK, ("nothing",)) == []
