"""Certificates as they are written: what stands in them, and which of the proofs a game gets."""

import json
from collections.abc import Sequence
from typing import Any, ClassVar

import pytest
from certificates import by_theory, report_for
from diagrams import Diagram, diagram

from numduel import Answers, Game, Outcome, Side, Value, Verdict, load
from numduel.core.induction import Endless, Group, More, Plies, Range, Win
from numduel.solver import proof as module_of_proofs
from numduel.solver.proof import Unproved, _Listing, prove
from numduel.solver.verify import verify
from numduel.solver.written import by_induction

DIGITS = load("digit-stack")
LARGE = 9_007_199_254_740_992  # what every reader of JSON keeps exactly


def entry(text: str, name: str = "") -> dict[str, Any]:
    """An entry as it stands in a list: `a0` or `a0 3`."""
    where, _, plies = text.partition(" ")
    written = {"at": repr(where[0]), "play": where[1]}
    return {**written, name: int(plies)} if name else written


def proof(game: Any) -> dict[str, Any]:
    """The certificate of a game, which holds."""
    certificate: dict[str, Any] = prove(game, Answers(game))
    assert report_for(game, json.loads(json.dumps(certificate))).proved
    return certificate


@pytest.mark.parametrize(
    ("arrows", "claim", "win", "delay"),
    [
        ({"a": "+b", "b": "a"}, ("win", 1, 1), ["a0 1"], []),
        ({"a": "-"}, ("loss", 2, 1), [], ["a0 1"]),
        ({"a": "b", "b": "-"}, ("win", 1, 2), ["a0 2"], ["b0 1"]),
        (
            {"a": "b", "b": "c", "c": "+d", "d": "e", "e": "f", "f": "+"},
            *(("win", 1, 3), ["a0 3", "c0 1"], ["b0 2"]),
        ),
        ({"a": "b", "b": "+c", "c": "a"}, ("loss", 2, 2), ["b0 1"], ["a0 2"]),
        ({"a": "b", "b": "c", "c": "-"}, ("loss", 2, 3), ["b0 2"], ["a0 3", "c0 1"]),
        (
            {"a": "b", "b": "c", "c": "d", "d": "e", "e": "+"},
            *(("win", 1, 5), ["a0 5", "c0 3", "e0 1"], ["b0 4", "d0 2"]),
        ),
        ({"a": "-b", "b": "+"}, ("loss", 2, 2), ["b0 1"], ["a1 2"]),
        # Two replies lead to one position, and there are others behind it.
        (
            {"a": "b", "b": "xcc", "c": "+", "x": "+"},
            *(("win", 1, 3), ["a0 3", "c0 1", "x0 1"], ["b0 2"]),
        ),
        (
            {"a": "b", "b": "ccx", "c": "-", "x": "-"},
            *(("loss", 2, 3), ["b0 2"], ["a0 3", "c0 1", "x0 1"]),
        ),
        (
            {"a": "bbc", "b": "d", "c": "d", "d": "-"},
            *(("loss", 2, 3), ["c0 2", "b0 2"], ["a0 3", "d0 1"]),
        ),
    ],
)
def test_a_win_is_written_with_every_position_once(
    arrows: dict[str, str], claim: tuple[str, int, int], win: list[str], delay: list[str]
) -> None:
    certificate = proof(diagram(arrows))
    assert certificate.pop("sha256")
    assert certificate == {
        **{"certificate": "numduel", "version": 1, "spec": "diagram", "proof": "strategy"},
        "claim": dict(zip(("value", "winner", "plies"), claim, strict=True)),
        "win": [entry(one, "within") for one in win],
        "delay": [entry(one, "lasts") for one in delay],
    }


@pytest.mark.parametrize(
    ("arrows", "value", "first", "second", "line", "refuted"),
    [
        ({"a": "b", "b": "a"}, "endless", ["a0"], ["b0"], "00", []),
        ({"a": "b", "b": "a="}, "draw", ["a0"], ["b1"], "01", []),
        # A move to b loses, which is said where a draw could be had there, and only there.
        ({"a": "ab", "b": "+"}, "endless", ["a0", "b0"], ["b0", "a0"], "0", []),
        ({"a": "ab", "b": "=+"}, "endless", ["a0", "b1"], ["b1", "a0"], "0", ["b1 1"]),
        (
            {"a": "aabbc", "b": "=+", "c": "a"},
            *("endless", ["a0", "c0", "b1"], ["c0", "b1", "a0"], "0", ["b1 1"]),
        ),
        (
            {"a": "cb", "b": "=+", "c": "d", "d": "c"},
            *("endless", ["a0", "d0"], ["b1", "c0"], "000", ["b1 1"]),
        ),
    ],
)
def test_what_nobody_can_win_is_written_with_what_each_side_holds(
    arrows: dict[str, str], value: str, first: list[str], second: list[str], line: str, refuted: list[str]
) -> None:
    game = diagram(arrows)
    certificate = prove(game, Answers(game))
    assert certificate["claim"] == {"value": value, "winner": None, "plies": None}
    assert certificate["proof"] == "holding"
    assert certificate["line"] == list(line)
    assert certificate["refuted"] == [entry(one, "within") for one in refuted]
    assert certificate["hold"] == {"1": [entry(one) for one in first], "2": [entry(one) for one in second]}
    assert report_for(game, certificate).proved


class Lingering(Diagram):
    """Whoever has lost is still offered a move."""

    arrows = {"a": "b", "b": "c", "c": "+", "+": "a"}  # noqa: RUF012 - as those that are drawn
    stuck = {}  # noqa: RUF012


def test_moves_that_are_offered_after_the_end_are_not_followed() -> None:
    certificate = prove(Lingering(), Answers(Lingering()))
    assert certificate["delay"] == [entry("b0 2", "lasts")]


class Folded(Diagram):
    """Capitals are counted as one with the small letters."""

    arrows = {"a": "b", "b": "c", "c": "+", "B": "c", "C": "+"}  # noqa: RUF012
    stuck = {}  # noqa: RUF012

    def key(self, state: str) -> str:
        return state.lower()

    def induction(self) -> Win:
        return Win((Group("a", 0, Plies(3)), Group("c", 0, Plies(1))), (Group("b", 0, Plies(2)),))


@pytest.mark.parametrize(("arrows", "merged"), [("b", False), ("B", True)])
def test_groups_are_written_where_positions_stand_for_others(arrows: str, merged: bool) -> None:
    for own, others in (
        ({"a": arrows, "b": "c", "c": "+", "B": "c"}, "of the second"),
        ({"a": "b", "b": arrows.replace("b", "c").replace("B", "C"), "c": "+", "C": "+"}, "of the first"),
    ):
        game = type("Drawn", (Folded,), {"arrows": own})()
        assert _Listing(game, Answers(game), None).merges() == merged, others
        assert prove(game, Answers(game))["proof"] == ("induction" if merged else "strategy")


class Counting(Game[int, int]):
    """Count down from 300, of which one number is counted as one with another."""

    special: ClassVar[int]
    name = "counting"
    title = "Counting"
    summary = "Count down."

    def initial(self) -> int:
        return 300

    def key(self, state: int) -> int:
        return -1 if state == self.special else state

    def moves(self, state: int) -> Sequence[int]:
        return (1,) if state else ()

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> Outcome | None:
        return None if state else Outcome(Side.PREVIOUS, "nothing is left", stuck=True)

    def vocabulary(self) -> Sequence[int]:
        return (1,)


@pytest.mark.parametrize(
    ("special", "seen"), [(300, True), (102, True), (100, False), (299, True), (101, True), (99, False)]
)
def test_a_hundred_positions_of_each_side_show_whether_they_stand_for_others(
    special: int, seen: bool
) -> None:
    game = type("Special", (Counting,), {"special": special})()
    assert _Listing(game, Answers(game), None).merges() == seen


class Claimed(Diagram):
    """A circle of which a theory says something."""

    arrows = {"a": "b", "b": "a"}  # noqa: RUF012
    stuck = {}  # noqa: RUF012
    said = Verdict(Value.ENDLESS, None, "round and round")
    listed: ClassVar[Sequence[str]] = ("a", "b")

    def theory(self, state: str) -> Verdict | None:
        return self.said

    def cases(self) -> Sequence[str]:
        return self.listed

    def size(self) -> float:
        return float("inf")

    def invariant(self) -> str:
        return "Round."


def test_a_theory_is_written_case_by_case() -> None:
    certificate = by_theory(Claimed())
    assert {name: certificate[name] for name in ("proof", "invariant", "claim", "cases")} == {
        "proof": "theory",
        "invariant": "Round.",
        "claim": {"value": "endless", "winner": None, "plies": None},
        "cases": [
            {"at": letter, "value": "endless", "plies": None, "why": "round and round"} for letter in "ab"
        ],
    }


@pytest.mark.parametrize(
    ("said", "listed", "sentence"),
    [
        (Verdict(Value.ENDLESS), (), "the theory of Diagram gives nothing by which this could be checked"),
        (Verdict(Value.WIN), ("a",), "only the winner of diagram is known, not in how many plies"),
        (Verdict(Value.UNSOLVED), ("a",), "diagram is unsolved within 1 position, so there is no proof"),
    ],
    ids=str,
)
def test_what_cannot_be_checked_is_not_written(said: Verdict, listed: Any, sentence: str) -> None:
    game = type("Drawn", (Claimed,), {"said": said, "listed": listed})()
    with pytest.raises(Unproved) as refused:
        by_theory(game)
    assert str(refused.value) == sentence


class Winner(Answers):
    """Answers that know the winner alone."""

    def verdict(self, state: Any) -> Verdict:
        return Verdict(Value.WIN)


def test_where_a_table_knows_the_winner_alone_more_may_be_explored() -> None:
    game = diagram({"a": "b", "b": "-"})
    with pytest.raises(Unproved) as refused:
        prove(game, Winner(game))
    sentence = "only the winner of diagram is known, not in how many plies; explore more (--limit)"
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("pattern", "written"),
    [
        (5, 5),
        (LARGE, LARGE),
        (-LARGE, -LARGE),
        (LARGE + 1, {"low": str(LARGE + 1), "high": str(LARGE + 1), "step": 1}),
        (-LARGE - 1, {"low": str(-LARGE - 1), "high": str(-LARGE - 1), "step": 1}),
        (Range(LARGE, LARGE + 1, 3), {"low": LARGE, "high": str(LARGE + 1), "step": 3}),
        (Range(), {"low": None, "high": None, "step": 1}),
        (Range(0, None, LARGE + 1), {"low": 0, "high": None, "step": str(LARGE + 1)}),
        ("a", "a"),
        (None, None),
        ((), []),
        ((More(2, 3), 5, ("a",)), [{"more": 2, "step": 3}, 5, ["a"]]),
    ],
    ids=str,
)
def test_a_pattern_is_written_so_that_every_reader_keeps_it(pattern: Any, written: Any) -> None:
    win = Win((Group(pattern, 5, Plies(7)),), (Group(pattern, 5, Plies(LARGE + 1, -2)),))
    assert by_induction(DIGITS, win) == {
        "proof": "induction",
        "invariant": DIGITS.invariant(),
        "win": [{"states": written, "play": "5", "within": 7}],
        "delay": [{"states": written, "play": "5", "lasts": [str(LARGE + 1), -2]}],
    }
    assert by_induction(DIGITS, Endless((Group(pattern, 5),), (), (pattern,))) == {
        "proof": "induction",
        "invariant": DIGITS.invariant(),
        "hold": {"1": [{"states": written, "play": "5"}], "2": []},
        "everywhere": [written],
    }


def test_a_whole_certificate_may_take_what_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.solver.verify.moves_for", lambda text: 3)
    game = load("operation-duel:target=9")
    text = json.dumps(prove(game, Answers(game)))
    with pytest.raises(Exception, match="checking it takes more than 3 moves"):
        verify(text)
    assert verify(text, whole=True).told == ()


LISTED = ["digit-stack:multiple=7,target=99999", "operation-stack:max_stack=2,max_value=9"]


def positions_in(certificate: dict[str, Any]) -> int:
    """How many positions a certificate lists."""
    of_a_win = [certificate.get("win", ()), certificate.get("delay", ())]
    return sum(map(len, [*of_a_win, *certificate.get("hold", {}).values()]))


@pytest.mark.parametrize("spec", LISTED)
def test_who_waits_for_a_proof_hears_how_many_positions_it_lists(spec: str) -> None:
    game, heard = load(spec), list[int]()
    certificate = prove(game, Answers(game), heard.append)
    listed = positions_in(certificate)
    assert heard == list(range(module_of_proofs.EVERY, listed + 1, module_of_proofs.EVERY))
    assert certificate == prove(game, Answers(game))


def test_a_proof_of_a_win_in_too_many_moves_is_refused_before_anything_is_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, heard = load("operation-duel:target=600,add=1-3,multiply=none,start=0"), list[int]()
    answers = Answers(game)
    plies = answers.verdict(game.initial()).plies or 0
    monkeypatch.setattr(module_of_proofs, "MOST_LISTED", plies - 1)
    with pytest.raises(Unproved, match=f"would list more than {plies - 1} positions"):
        prove(game, answers, heard.append)
    assert heard == []
    monkeypatch.setattr(module_of_proofs, "MOST_LISTED", plies)
    with pytest.raises(Unproved):  # it lists others, too
        prove(game, answers, heard.append)
    assert heard != []


@pytest.mark.parametrize("spec", LISTED)
def test_a_proof_that_would_list_too_many_positions_is_refused(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load(spec)
    certificate = prove(game, Answers(game))
    listed = positions_in(certificate)
    monkeypatch.setattr(module_of_proofs, "MOST_LISTED", listed)
    assert prove(game, Answers(game)) == certificate
    monkeypatch.setattr(module_of_proofs, "MOST_LISTED", listed - 1)
    with pytest.raises(Unproved, match=f"would list more than {listed - 1} positions"):
        prove(game, Answers(game))
