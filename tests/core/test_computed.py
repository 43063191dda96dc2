"""What is worked out of an object once leaves its other attributes as quick to read as they were."""

import gc
import sys

import pytest
from strategies import OURS

from numduel import games, solve
from numduel.core.computed import computed
from numduel.core.frozen import Frozen


class Counting(Frozen):
    asked: list[str]

    @computed
    def answer(self) -> int:
        """What is asked for."""
        self.asked.append("answer")
        return 42


def has_a_dictionary(value: object) -> bool:
    """Whether the attributes lie in a dictionary, where each takes several times as long to be read."""
    return any(isinstance(part, dict) for part in gc.get_referents(value))


def test_it_is_worked_out_once_by_each_object() -> None:
    one, two = Counting([]), Counting([])
    assert [one.answer, one.answer, two.answer] == [42, 42, 42]
    assert one.asked == two.asked == ["answer"]


def test_a_class_says_what_it_is() -> None:
    assert Counting.answer.__doc__ == "What is asked for."


def test_it_makes_no_dictionary() -> None:
    one = Counting([])
    assert one.answer == 42
    assert not has_a_dictionary(one)
    assert vars(one) == {"asked": ["answer"], "answer": 42}
    assert has_a_dictionary(one) or sys.version_info >= (3, 13)  # which reads from one as fast


@pytest.mark.parametrize("name", OURS)
def test_games_that_are_played_and_solved_have_none(name: str) -> None:
    kind = games()[name]
    game = type(kind.__name__, (kind,), {})()  # of dozens of objects of one class, later ones may have one
    start = game.initial()
    game.features(game.play(start, game.moves(start)[0]))
    solve(game)
    assert not has_a_dictionary(game)
