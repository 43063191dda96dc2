"""Theories as proofs: cases follow from each other, and what only rests on the game's word is told."""

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest
from certificates import refusal_for, report_for
from diagrams import LOSES, Diagram

from numduel import Value, Verdict
from numduel.solver.checks.common import SAME_KEY

WIN, LOSS, DRAW, ENDLESS = Value.WIN, Value.LOSS, Value.DRAW, Value.ENDLESS
Known = dict[str, tuple[Value, int | None]]


class Told(Diagram):
    """A diagram with a theory; a letter and its capital are counted as one position."""

    known: ClassVar[dict[str, Verdict]]
    listed: ClassVar[Sequence[str]]
    words: ClassVar[str] = "So it is."

    def key(self, state: str) -> str:
        return state.lower()

    def theory(self, state: str) -> Verdict | None:
        return self.known.get(state)

    def cases(self) -> Sequence[str]:
        return self.listed

    def invariant(self) -> str:
        return self.words


def told(arrows: dict[str, str], known: Known, listed: str | None = None, **more: Any) -> Told:
    """A diagram with a theory, whose cases are all positions where nothing else is said."""
    verdicts = {letter: Verdict(value, plies, "so it is") for letter, (value, plies) in known.items()}
    said = {
        "arrows": arrows,
        "stuck": {},
        "known": verdicts,
        "listed": [*arrows] if listed is None else listed,
    }
    game = type("Drawn", (Told,), said | more)()
    assert isinstance(game, Told)
    return game


def certificate(game: Told, **changes: Any) -> dict[str, Any]:
    """What a game's theory says of it, as a certificate."""
    start = game.known[game.initial()]
    cases = [
        {"at": game.show(state), "value": one.value.value, "plies": one.plies, "why": one.why}
        for state in game.cases()
        if (one := game.known.get(state)) is not None
    ]
    claim = {"value": start.value.value, "winner": start.value.winner(1), "plies": start.plies}
    head = {"certificate": "numduel", "version": 1, "spec": "diagram", "claim": claim, "proof": "theory"}
    return {**head, "invariant": game.invariant(), "cases": cases, **changes}


ARROWS = {"a": "bc", "b": "c", "c": "d", "d": "+"}
KNOWN: Known = {"a": (WIN, 3), "b": (WIN, 3), "c": (LOSS, 2), "d": (WIN, 1)}
CIRCLE: Known = {"a": (ENDLESS, None), "b": (ENDLESS, None)}


def test_cases_that_follow_from_each_other_are_proved() -> None:
    report = report_for(game := told(ARROWS, KNOWN), certificate(game))
    assert report.proved == ("4 cases, each with every move: their values follow from each other.",)
    assert report.told == ()
    assert report.words == "So it is."
    report = report_for(game := told({"a": "+"}, {"a": (WIN, 1)}), certificate(game))
    assert report.proved == ("1 case, with every move: their values follow from each other.",)
    report = report_for(game := told({"a": "="}, {"a": (DRAW, 1)}), certificate(game))
    assert report.told == ()
    report = report_for(game := told({"a": "b", "b": "a"}, CIRCLE), certificate(game))
    assert report.told == ()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"a": (WIN, 1)}, "the theory miscounts at a"),
        ({"a": (WIN, 5)}, "the theory miscounts at a"),
        ({"a": (LOSS, 3)}, "the theory contradicts itself at a"),
        ({"a": (ENDLESS, None)}, "the theory contradicts itself at a"),
        ({"c": (LOSS, 3)}, "the theory miscounts at a"),
        ({"d": (WIN, 2)}, "the theory miscounts at c"),
        ({"d": (LOSS, 1)}, "the theory contradicts itself at c"),
        (
            {"a": (WIN, None)},
            "in how many moves it ends is not known at a, so nothing shows that it does",
        ),
        (
            {"c": (LOSS, None)},
            "in how many moves it ends is not known at a, so nothing shows that it does",
        ),
        ({"a": (Value.UNSOLVED, None)}, "the game has no theory under these settings"),
        ({"b": (Value.UNSOLVED, None)}, "the theory does not cover what follows one of its cases"),
    ],
    ids=str,
)
def test_a_case_that_does_not_follow_is_refused(changes: Known, sentence: str) -> None:
    game = told(ARROWS, KNOWN | changes)
    assert refusal_for(game, certificate(game)) == sentence


class Stuck(int):
    """A number that never gets larger."""

    def __add__(self, other: int) -> "Stuck":
        return self


@pytest.mark.parametrize("plies", [float("-inf"), float("inf"), 1e300, 2.0, True, Stuck(7)])
def test_plies_that_do_not_fall_with_every_move_prove_nothing(plies: Any) -> None:
    known = {"a": (WIN, 3), "b": (LOSS, 2), "c": (WIN, 1), "d": (WIN, plies), "e": (LOSS, plies)}
    game = told({"a": "b", "b": "cd", "c": "+", "d": "e", "e": "d"}, known)
    said = "the theory counts by what is no whole number at "
    assert refusal_for(game, certificate(game)).startswith(said)


def test_a_case_of_which_the_theory_is_silent_is_none() -> None:
    silent: Known = {"b": (Value.UNSOLVED, None)}
    game = told({"a": "+", "b": "+"}, {"a": (WIN, 1)} | silent)
    assert refusal_for(game, certificate(game)) == "the theory does not cover one of its cases"


def test_a_game_that_is_over_is_no_case() -> None:
    game = told({"a": "b"}, {"a": (WIN, 1), "b": (LOSS, 0)}, "ab", stuck={"b": LOSES})
    assert refusal_for(game, certificate(game)) == "the game is over at b"


def test_what_is_said_of_the_whole_is_what_the_theory_says() -> None:
    game = told({"a": "+"}, {"a": (WIN, 1)})
    right = certificate(game)
    for claim in ({"plies": 2}, {"plies": None}, {"plies": True}, {"value": "loss", "winner": 2}):
        assert refusal_for(game, right | {"claim": right["claim"] | claim}) == "its theory says otherwise"
    assert refusal_for(game, right | {"invariant": ""}) == "its invariant is not the game's"
    for often in (0, 2):
        assert refusal_for(game, right | {"cases": right["cases"] * often}) == "it does not list every case"
    none = told({"a": "+"}, {"a": (WIN, 1)}, listed="")
    assert refusal_for(none, certificate(none)) == "it does not list every case"


@pytest.mark.parametrize(
    "change", [{"at": "b"}, {"value": "loss"}, {"plies": 1.0}, {"plies": True}, {"why": ""}, {"more": 1}]
)
def test_a_case_is_listed_as_it_is(change: dict[str, Any]) -> None:
    game = told({"a": "+"}, {"a": (WIN, 1)})
    right = certificate(game)
    at = change.get("at", "a")
    sentence = f"the case {at!r} is not as listed"
    assert refusal_for(game, right | {"cases": [right["cases"][0] | change]}) == sentence


def test_cases_that_lead_further_prove_no_win_and_what_they_stand_for_is_told() -> None:
    won = told(ARROWS, KNOWN, listed="abc")
    further = "its cases lead to positions that are no cases, so nothing shows that a win ever comes"
    assert refusal_for(won, certificate(won)) == further
    elsewhere = told(ARROWS, KNOWN, listed="bcd")
    assert refusal_for(elsewhere, certificate(elsewhere)) == further
    words = "That these cases stand for all positions is the theory's word, not proved"
    for listed in "ab":
        endless = told({"a": "b", "b": "a"}, CIRCLE, listed=listed)
        assert report_for(endless, certificate(endless)).told == (f"{words}: So it is.",)
        endless = told({"a": "b", "b": "a"}, CIRCLE, listed=listed, words="")
        assert report_for(endless, certificate(endless)).told == (f"{words}.",)


@pytest.mark.parametrize(
    ("arrows", "listed"),
    [
        ({"a": "B", "b": "+", "B": "+"}, "ab"),  # what follows a case
        ({"A": "b", "a": "b", "b": "+"}, "ab"),  # the start
        ({"a": "b", "b": "+", "B": "+"}, "aB"),  # a case
    ],
)
def test_that_positions_are_counted_as_one_is_told_where_it_is_used(
    arrows: dict[str, str], listed: str
) -> None:
    known: Known = {letter: (LOSS, 2) if letter in "aA" else (WIN, 1) for letter in arrows}
    game = told(arrows, known, listed)
    assert report_for(game, certificate(game)).told == (SAME_KEY,)
    for letter in set(arrows) - set(listed):
        wrong = {**known, letter: (known[letter][0], 7)}
        other = told(arrows, wrong, listed)
        assert "the theory" in refusal_for(other, certificate(other))


def test_a_theory_says_one_thing_of_a_case_and_its_equal() -> None:
    known: Known = {"A": (LOSS, 4), "a": (LOSS, 2), "b": (WIN, 1)}
    game = told({"A": "b", "a": "b", "b": "+"}, known, "ab")
    contradicts = "the theory contradicts itself about positions which the game counts as one"
    assert refusal_for(game, certificate(game)) == contradicts
