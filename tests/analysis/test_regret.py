"""What each move of a record gave away."""

import subprocess
import sys
from itertools import pairwise

import pytest
from hypothesis import given
from strategies import FIRST_VARIANTS, GAMES, steps, walk

import numduel
from numduel.analysis.review import review
from numduel.core.verdict import Value
from numduel.match.record import NotPlayable, Record, RecordError, write
from numduel.match.round import Ending, lost_by
from numduel.solver.answers import answers_of
from numduel.solver.explore import explore

WORTH = {Value.WIN: 1, Value.DRAW: 0, Value.ENDLESS: 0, Value.LOSS: -1}


def test_a_win_thrown_away_is_two_a_draw_thrown_away_is_one() -> None:
    assert numduel.regret(Record("operation-duel:target=5", ("+1", "*2", "+1"))) == (0, 2, 0)
    # Operation Stack is endless; pushing 6 onto 4 lets the other make 24.
    assert numduel.regret(Record("operation-stack", ("4", "6", "*"))) == (0, 1, 0)
    assert numduel.regret(Record("operation-stack", ("4", "6", "1"))) == (0, 1, 1)


def test_a_record_without_moves_has_no_regret() -> None:
    assert numduel.regret(Record("digit-stack")) == ()


def is_known(spec: str) -> bool:
    game = numduel.load(spec)
    return explore(game, game.initial(), 5_000).complete or game.theory(game.initial()) is not None


# Every game as its rulebook has it and in its first variant, where exact values are known or quickly found.
KNOWN = [spec for name in GAMES for spec in (name, FIRST_VARIANTS.get(name, name)) if is_known(spec)]


@pytest.mark.parametrize("spec", KNOWN)
@given(picks=steps(12))
def test_regret_is_what_the_review_saw(spec: str, picks: list[int]) -> None:
    game = numduel.load(spec)
    positions = walk(game, picks)
    moves = tuple(
        game.write(next(move for move in old.moves if old.play(move) == new))
        for old, new in pairwise(positions)
    )
    record = Record(game.spec, moves)
    known = review(record, answers_of(game))
    expected = tuple(WORTH[step.best.value] - WORTH[step.value.value] for step in known.steps)
    assert numduel.regret(record) == expected
    assert all(gave in (0, 1, 2) for gave in expected)


def test_text_does_as_well_as_a_record() -> None:
    record = Record("operation-duel:target=5", ("+1", "*2"))
    assert numduel.regret(write(record)) == numduel.regret(record)


def test_how_a_game_ended_otherwise_is_no_move() -> None:
    resigned = Record("operation-duel", ("+1",), result=lost_by(2, Ending.RESIGNATION))
    assert len(numduel.regret(resigned)) == 1


def test_what_is_not_known_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    # Nobody knows a stack with swaps, except near its ends; and to look far for them takes its time.
    monkeypatch.setattr("numduel.engine.limits.DEFAULT_POSITIONS", 500)
    answers_of.cache_clear()
    spec = "operation-stack:operations=plus/minus/times/swap"
    assert numduel.regret(Record(spec, ("1", "2", "3", "swap"))) == (None,) * 4
    assert numduel.regret(Record(spec, ("4", "6", "*"))) == (None, None, 0)
    answers_of.cache_clear()


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (Record("operation-duel", ("+2",)), "move 1: there is no move '\\+2'"),
        (Record("top-stack-twelve", ("6", "6", "1")), "move 3: 1 cannot be played: the game is over"),
        (Record("operation-dual"), "there is no game 'operation-dual'"),
        ("", "there is no game here"),
        ('[spec "digit-stack"] 1. 5 0', "there is no move '0'"),
    ],
)
def test_what_is_no_record_of_a_game_is_refused(record: Record | str, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        numduel.regret(record)
    assert issubclass(NotPlayable, RecordError)


def test_importing_numduel_does_not_load_the_solver() -> None:
    code = "import numduel, sys; print(sorted(name for name in sys.modules if 'numduel.' in name))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    for heavy in ("solver", "analysis", "adapters", "match"):
        assert heavy not in shown


def test_numduel_has_no_other_hidden_names() -> None:
    assert "regret" in numduel.__all__
    with pytest.raises(AttributeError, match="no attribute 'regrets'"):
        numduel.regrets  # noqa: B018
