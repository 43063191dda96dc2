"""Computers at a table: they are asked for legal moves, and believed in nothing else."""

from random import Random
from typing import Any

import pytest

import numduel
from numduel import Position
from numduel.match import computers
from numduel.match.events import Answer, Begun, Moved, Offered, Play
from numduel.match.player import PlayerError, accepts_draw, choose_move, rng_for
from numduel.match.session import Session
from numduel.match.setup import Setup

START = Position.start(numduel.load("digit-stack"))
SETUP = Setup(game=START.game, players=("human", "level:1"), seed=5, rounds=3)


class Fixed:
    """A player who always does the same, and notes what it was asked."""

    name = "fixed"

    def __init__(self, move: Any = None, draw: Any = False) -> None:
        self.move, self.draw = move, draw
        self.rolled: list[float] = []

    def choose(self, position: Position[Any, Any], rng: Random) -> Any:
        self.rolled.append(rng.random())
        if isinstance(self.move, BaseException):
            raise self.move
        return self.move

    def accepts_draw(self, position: Position[Any, Any], rng: Random) -> bool:
        self.rolled.append(rng.random())
        if isinstance(self.draw, BaseException):
            raise self.draw
        return self.draw  # type: ignore[no-any-return]


class Unwritable:
    def __repr__(self) -> str:
        raise ValueError


def test_a_legal_move_is_taken() -> None:
    assert choose_move(Fixed(5), START, Random(1)) == 5


@pytest.mark.parametrize("move", [0, 10, "5", 5.0, True, None, [5], float("nan")])
def test_what_only_looks_like_a_move_is_none(move: Any) -> None:
    with pytest.raises(PlayerError) as refused:
        choose_move(Fixed(move), START, Random(1))
    assert str(refused.value) == (
        f"the player fixed chose {move!r} at turn 1, which is no legal move; the legal moves are "
        "1, 2, 3, 4, 5, 6, 7, 8, 9"
    )


@pytest.mark.parametrize(
    ("move", "shown"),
    [("x" * 118, repr("x" * 118)), ("x" * 119, "'" + "x" * 119 + "..."), (Unwritable(), "Unwritable")],
)
def test_a_wrong_move_is_shown_as_far_as_it_can_be(move: Any, shown: str) -> None:
    with pytest.raises(PlayerError) as refused:
        choose_move(Fixed(move), START.play(1), Random(1))
    assert str(refused.value).startswith(f"the player fixed chose {shown} at turn 2, which is no legal move;")


@pytest.mark.parametrize("error", [ValueError("no"), SystemExit("no"), GeneratorExit("no")])
def test_a_player_that_fails_is_told(error: BaseException) -> None:
    for ask in (choose_move, accepts_draw):
        with pytest.raises(PlayerError, match=rf"the player fixed failed at turn 1: {type(error).__name__}"):
            ask(Fixed(error, error), START, Random(1))


def test_whether_a_draw_is_accepted_is_yes_or_no() -> None:
    assert accepts_draw(Fixed(draw=1), START, Random(1)) is True
    assert accepts_draw(Fixed(draw=""), START, Random(1)) is False


def test_the_rng_follows_from_the_moment_alone() -> None:
    moments = [(1, 0, 0, "a"), (2, 0, 0, "a"), (1, 1, 0, "a"), (1, 0, 1, "a"), (1, 0, 0, "b")]
    assert len({rng_for(*moment).random() for moment in moments}) == 5
    assert rng_for(1, 0, 0, "a").random() == Random("1:0:0:a").random()


def at_the_table(*moves: str) -> Session:
    moved = [Moved(number, 1 + number % 2, number - 2, text) for number, text in enumerate(moves, 2)]
    return Session.replay(SETUP, [Begun(1, 1, (0, 1)), *moved])


def test_a_computer_moves_by_the_rng_of_its_turn() -> None:
    player = Fixed(7)
    assert computers.move(at_the_table("1"), (None, player)) == Play(2, "7", 1)
    assert player.rolled == [rng_for(5, 0, 1, "fixed").random()]


def test_a_computer_that_is_to_move_moves_before_it_agrees_on_a_draw() -> None:
    player, offer = Fixed(draw=True), Offered(3, 1, "draw")
    assert computers.answer(at_the_table("1"), (None, player), offer) == Answer(2, 3, False)
    assert player.rolled == []
    assert computers.answer(at_the_table("1", "2"), (None, player), offer) == Answer(2, 3, True)
    assert player.rolled == [rng_for(5, 0, 2, "fixed").random()]
    assert computers.answer(at_the_table("1", "2"), (None, Fixed(draw=False)), offer) == Answer(2, 3, False)


def test_a_computer_agrees_to_everything_but_draws() -> None:
    offer = Offered(4, 1, "undo", 0)
    assert computers.answer(at_the_table("1"), (None, Fixed()), offer) == Answer(2, 4, True)
