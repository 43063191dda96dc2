"""Patterns of states: what is meant where a game leaves something out."""

from numduel.core.induction import Group, More, Plies, Range


def test_what_a_pattern_leaves_out_narrows_nothing() -> None:
    assert Range() == Range(None, None, 1)
    assert Range(3) == Range(3, None, 1)
    assert More(2) == More(2, 1)
    assert Plies(5) == Plies(5, 0)
    assert Group(Range(), "+1") == Group(Range(), "+1", None)
