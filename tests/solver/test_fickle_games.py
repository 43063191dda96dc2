"""Theories, keys and states that are otherwise each time they are asked: nothing false is proved by them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any, ClassVar

import pytest
from certificates import Certificate, accepted_for, report_for, seal

from numduel import Game, Outcome, Side
from numduel.core.verdict import Value, Verdict
from numduel.solver.checks.common import DoesNotHold

LAST = Outcome(Side.PREVIOUS, "the end")
Says = Callable[[Any], Verdict]


def claiming(
    game: Game[Any, Any], value: str, winner: int | None, plies: int | None, **proof: Any
) -> Certificate:
    claim = {"value": value, "winner": winner, "plies": plies}
    return {"certificate": "numduel", "version": 1, "spec": game.spec, "claim": claim, **proof}


class Round(Game[Any, int]):
    """From 0 to 1 and back, for ever; whatever `says` is, is its theory."""

    name = "round"
    title = "Round"
    summary = "For ever."
    says: ClassVar[Any] = None
    leads = staticmethod(lambda state: 1 - state)

    def initial(self) -> Any:
        return 0

    def moves(self, state: Any) -> Sequence[int]:
        return (1,)

    def play(self, state: Any, move: int) -> Any:
        return self.leads(state)

    def outcome(self, state: Any) -> Outcome | None:
        return None

    def vocabulary(self) -> Sequence[int]:
        return (1,)

    def theory(self, state: Any) -> Verdict | None:
        return self.says(state)  # type: ignore[no-any-return]

    def cases(self) -> Sequence[Any]:
        return (0, 1)


def with_theory(says: Says) -> Round:
    return type("FickleRound", (Round,), {"says": staticmethod(says)})()  # type: ignore[no-any-return]


def listing(verdicts: Sequence[Verdict]) -> list[dict[str, Any]]:
    """The cases 0 and 1 of a certificate, with verdicts."""
    return [
        {"at": str(state), "value": one.value.value, "plies": one.plies, "why": one.why}
        for state, one in enumerate(verdicts)
    ]


def is_taken(says: Says, claim: Verdict, *cases: Verdict) -> bool:
    """Whether a theory's claim of what the round comes to at 0 is accepted."""
    game = with_theory(says)
    head = claiming(game, claim.value.value, claim.value.winner(1), claim.plies)
    return accepted_for(game, seal({**head, "proof": "theory", "invariant": "", "cases": listing(cases)}))


WON, LOST = Verdict(Value.WIN, 3), Verdict(Value.LOSS, 2)


@pytest.mark.parametrize("lie", range(1, 12))
def test_a_theory_that_says_otherwise_once_proves_no_win(lie: int) -> None:
    """The round would be won if 0 were lost for the other in 1 where it is come back to."""
    asked = count(1)

    def says(state: int) -> Verdict:
        if state:
            return LOST
        return Verdict(Value.WIN, 1) if next(asked) == lie else WON

    assert not is_taken(says, WON, WON, LOST)


def at_random(seed: int) -> Says:
    rng = Random(seed)
    known = [Verdict(Value.WIN, plies) for plies in (1, 3)] + [Verdict(Value.LOSS, 2)]
    return lambda state: rng.choice(known)


def test_a_theory_that_guesses_proves_no_win() -> None:
    for seed in range(3_000):
        assert not is_taken(at_random(seed), WON, WON, LOST)


def test_a_verdict_that_changes_after_it_was_told_proves_no_win() -> None:
    """All that was said of 0 becomes otherwise with what is said next."""
    told = Verdict(Value.WIN, 3)
    for turns in range(1, 8):
        asked: Iterator[int] = count(1)

        def says(state: int, asked: Iterator[int] = asked, turns: int = turns) -> Verdict:
            object.__setattr__(told, "plies", 1 if next(asked) > turns else 3)
            return LOST if state else told

        assert not is_taken(says, WON, WON, LOST)


class Coy(tuple[int]):
    """A number that is called by another name every time."""

    __slots__ = ()
    names = count()

    def __repr__(self) -> str:
        return "AB"[next(self.names) % 2]


def test_a_position_that_has_another_name_each_time_is_no_way_to_a_win() -> None:
    """Of one name the plies would be believed, and those of the other looked at."""

    class Called(Round):
        leads = staticmethod(lambda state: state)

        def initial(self) -> Any:
            return Coy((0,))

    game = Called()
    win = [{"at": "A", "play": "1", "within": 1}, {"at": "B", "play": "1", "within": 3}]
    delay = [{"at": name, "play": "1", "lasts": 3} for name in "AB"]
    for first in (0, 1):
        Coy.names = count(first)
        for plies in (1, 3):
            claim = claiming(game, "win", 1, plies, proof="strategy", win=win, delay=delay)
            assert not accepted_for(game, seal(claim))


class Twins(Round):
    """At 0, 1 or True the other is made; but True, which equals 1, is the end of it for who made it."""

    def leads(self, state: Any) -> Any:
        return {"0": 1, "1": 0, "True": 2}[repr(state)]

    def moves(self, state: Any) -> Sequence[int]:
        return (1, 2) if state == 0 else (1,)

    def vocabulary(self) -> Sequence[int]:
        return (1, 2)

    def play(self, state: Any, move: int) -> Any:
        return True if move == 2 else self.leads(state)

    def outcome(self, state: Any) -> Outcome | None:
        return Outcome(None, "drawn") if state == 2 else None

    def theory(self, state: Any) -> Verdict | None:
        return Verdict(Value.ENDLESS)


def test_of_states_that_are_equal_and_of_two_kinds_each_is_looked_at() -> None:
    """By 2 and 1 the game is drawn, so that it need not be endless."""
    game = Twins()
    head = claiming(game, "endless", None, None, invariant="", cases=listing([Verdict(Value.ENDLESS)] * 2))
    theory = {**head, "proof": "theory"}
    held = [{"at": state, "play": "1"} for state in "01"]
    hold = {"1": held[:1], "2": [held[1], {"at": "True", "play": "1"}]}
    holding = {**head, "proof": "holding", "hold": hold, "line": ["1"], "refuted": []}
    for certificate in (theory, holding):
        if accepted_for(game, seal(certificate)):
            assert report_for(game, certificate).told


class Masked(Round):
    """At the start its key is that of 1, from which the game can be drawn, and later its own."""

    def initial(self) -> Any:
        return 0

    def key(self, state: Any) -> Any:
        return 1 if state == 0 and next(self.asked) == self.lie else state

    asked = count()
    lie = 0

    def moves(self, state: Any) -> Sequence[int]:
        return (1, 2) if state == 1 else (1,)

    def vocabulary(self) -> Sequence[int]:
        return (1, 2)

    def play(self, state: Any, move: int) -> Any:
        return 2 if move == 2 else 1 - state

    def outcome(self, state: Any) -> Outcome | None:
        return Outcome(None, "drawn") if state == 2 else None


def test_a_start_that_is_counted_as_another_position_once_hides_no_draw() -> None:
    hold = {side: [{"at": at, "play": "1"}] for side, at in (("1", "0"), ("2", "1"))}
    for lie in range(12):
        Masked.lie, Masked.asked = lie, count()
        head = claiming(Masked(), "endless", None, None, proof="holding", hold=hold, line=["1"], refuted=[])
        with suppress(DoesNotHold):
            assert report_for(Masked(), head).told


class Marked(int):
    """A number with something beside it."""

    marked = False


class MarkedRound(Round):
    """Going on from a marked number is a loss, and from every number comes a marked one."""

    def play(self, state: Any, move: int) -> Any:
        after = Marked(1 - state)
        after.marked = True
        return 7 if getattr(state, "marked", False) else after

    def outcome(self, state: Any) -> Outcome | None:
        return LAST if state == 7 else None


def test_a_number_with_something_beside_it_is_in_no_group_of_plain_numbers() -> None:
    group = [{"states": {"low": 0, "high": 1, "step": 1}, "play": "1"}]
    game = MarkedRound()
    parts = {"hold": {"1": group, "2": group}, "everywhere": [group[0]["states"]], "invariant": ""}
    assert not accepted_for(game, seal(claiming(game, "endless", None, None, proof="induction", **parts)))
