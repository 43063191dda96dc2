"""Answers at their borders: how long a line is told, and claims that are turned into others."""

import hashlib
import json

import pytest

from numduel import load, solve
from numduel.solver.answers import Answers
from numduel.solver.checks.common import DoesNotHold
from numduel.solver.proof import prove
from numduel.solver.verify import verify


def test_a_line_of_best_play_is_told_for_60_moves_unless_it_ends_before() -> None:
    assert len(solve("operation-duel:target=301").line(1)) == 60
    assert len(solve("operation-duel:target=301").line(1, longest=7)) == 7
    assert len(solve("operation-duel").line(1)) == 14
    assert solve("operation-duel").line(20) == []


def test_a_line_without_end_is_told_until_a_position_comes_again() -> None:
    answers = solve("top-stack-twelve:tokens=1/2,window=2,limit=4")
    assert answers.line(answers.game.initial()) == [1, 1]


def test_a_game_without_end_is_no_draw() -> None:
    game = load("top-stack-twelve:tokens=1/2,window=2")
    certificate = dict(prove(game, Answers(game)))
    certificate["claim"] = {"value": "draw", "winner": None, "plies": None}
    del certificate["sha256"]
    digest = hashlib.sha256(json.dumps(certificate, sort_keys=True).encode()).hexdigest()
    with pytest.raises(DoesNotHold, match="its line does not end in a draw"):
        verify(json.dumps(certificate | {"sha256": digest}))


def test_few_positions_need_no_kernel_even_where_there_could_be_many() -> None:
    answers = solve("operation-obliteration:high=9999")
    assert answers.game.size() == 249_975
    assert (answers.positions, answers.method(answers.game.initial())) == (22, "table")
