"""What nobody can win, position by position and by groups: neither side is lost, and a draw is a draw."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from certificates import as_groups, refusal_for, report_for, seal
from diagrams import DRAWS, WINS, Diagram, diagram

from numduel.solver.checks.common import SAME_KEY

CIRCLE = diagram({"a": "b", "b": "a"})
FROM_A, FROM_B = {"a": "0"}, {"b": "0"}


def holding(
    value: str, first: dict[str, str], second: dict[str, str], line: str, plies: object = None
) -> dict[str, Any]:
    """A certificate of what each side holds by, letter by letter of a diagram."""
    hold = {
        side: [{"at": repr(letter), "play": move} for letter, move in moves.items()]
        for side, moves in (("1", first), ("2", second))
    }
    claim = {"value": value, "winner": None, "plies": plies}
    head = {"certificate": "numduel", "version": 1, "spec": "diagram", "claim": claim, "proof": "holding"}
    return {**head, "hold": hold, "line": list(line), "refuted": []}


def groups(game: Diagram, certificate: dict[str, Any]) -> dict[str, Any]:
    """The same, said by groups."""
    said: dict[str, Any] = json.loads(as_groups(seal(certificate), game))
    return said


HELD = "Player {} can always avoid losing: 1 {}, with its move and every reply."


@pytest.mark.parametrize(
    ("game", "second"),
    [
        (CIRCLE, FROM_B),
        (diagram({"a": "b-", "b": "a-"}), FROM_B),
        (diagram({"a": "ab"}, {"b": WINS}), FROM_A),
    ],
)
def test_a_game_without_end_is_proved_either_way(game: Diagram, second: dict[str, str]) -> None:
    certificate = holding("endless", FROM_A, second, "00")
    found = report_for(game, certificate)
    assert found.proved == (
        HELD.format(1, "position"),
        HELD.format(2, "position"),
        "When neither errs, it comes back to where it was: a line of 2 moves.",
    )
    assert found.told == ()
    by_groups = report_for(game, groups(game, certificate))
    assert by_groups.proved == (
        HELD.format(1, "group of positions"),
        HELD.format(2, "group of positions"),
        "Nothing ends in a draw: 2 groups of positions, and every move from them.",
    )
    assert by_groups.claim == "diagram: the claim is that with best play the game never ends."


def test_a_game_may_come_back_to_another_position_than_the_start() -> None:
    game = diagram({"a": "b", "b": "c", "c": "b"})
    certificate = holding("endless", {"a": "0", "c": "0"}, FROM_B, "000")
    assert report_for(game, certificate).proved[2].endswith("a line of 3 moves.")
    assert report_for(game, groups(game, certificate)).told == ()


def test_a_draw_is_proved_by_positions_alone() -> None:
    game = diagram({"a": "b", "b": "a="})
    certificate = holding("draw", FROM_A, {"b": "1"}, "01")
    found = report_for(game, certificate)
    assert found.proved[2] == "When neither errs, it ends in a draw: a line of 2 moves."
    assert found.claim == "diagram: the claim is that with best play it is a draw."
    sentence = "groups prove a win, or a game without end"
    assert refusal_for(game, groups(game, certificate)) == sentence
    assert refusal_for(CIRCLE, groups(CIRCLE, holding("endless", FROM_A, FROM_B, "0", 2))) == sentence


DRAWN = "a drawn end can be reached: it need not be endless"
Forgery = tuple[Diagram, dict[str, str], dict[str, str], str, str, str]
FORGED: dict[str, Forgery] = {
    "a reply that wins": (
        *(diagram({"a": "a+"}), FROM_A, FROM_A, "0"),
        *("player 1 can be beaten", "player 1 can be beaten"),
    ),
    "a first move that wins": (
        *(diagram({"a": "b+", "b": "c", "c": "c"}), {"a": "0", "c": "0"}, {"b": "0", "c": "0"}, "000"),
        *("player 2 can be beaten", "player 2 can be beaten"),
    ),
    "a later move that wins": (
        *(diagram({"a": "b", "b": "c", "c": "b+"}), {"a": "0", "c": "0"}, FROM_B, "000"),
        *("player 2 can be beaten", "player 2 can be beaten"),
    ),
    "a move that loses": (
        *(diagram({"a": "-b", "b": "a"}), FROM_A, FROM_B, "0"),
        *("the move in 'a' loses", "the move of a group loses"),
    ),
    "a draw that player 1 can have": (diagram({"a": "b=", "b": "a"}), FROM_A, FROM_B, "00", DRAWN, DRAWN),
    "a draw that comes by being stuck": (
        *(diagram({"a": "ab"}, {"b": DRAWS}), FROM_A, FROM_A, "0", DRAWN, DRAWN),
    ),
    "a draw after a move that comes back": (
        *(diagram({"a": "ab", "b": "a="}), {"a": "0", "b": "0"}, {"a": "0", "b": "0"}, "0", DRAWN, DRAWN),
    ),
    "an end": (diagram({"a": "="}), FROM_A, {}, "0", "its line comes to an end", DRAWN),
    # Where two replies lead to one position, what comes after is looked at all the same.
    "a loss behind a position that comes twice": (
        *(diagram({"a": "b", "b": "xcc", "c": "b", "x": "-"}), {"a": "0", "c": "0"}, {"b": "1"}, "010"),
        *("it has no move for the position 'x'", "no group has the position 'x'"),
    ),
    "a position of which nothing is said": (
        *(CIRCLE, {}, FROM_B, "00"),
        *("it has no move for the position 'a'", "no group has the position 'a'"),
    ),
    "a move that there is not": (
        *(CIRCLE, FROM_A, {"b": "1"}, "00"),
        *("'1' is not legal in the position 'b'", "'1' is not legal in all of a group"),
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_game_that_can_be_won_or_drawn_is_not_without_end(name: str) -> None:
    game, first, second, line, as_holding, by_groups = FORGED[name]
    certificate = holding("endless", first, second, line)
    assert refusal_for(game, certificate) == as_holding
    assert refusal_for(game, groups(game, certificate)) == by_groups


def test_a_draw_is_where_the_line_ends_and_nowhere_else() -> None:
    game = diagram({"a": "b", "b": "a="})
    sentence = "its line does not end in a draw"
    assert refusal_for(game, holding("draw", FROM_A, FROM_B, "00")) == sentence
    won = diagram({"a": "b", "b": "a-"})
    assert refusal_for(won, holding("draw", FROM_A, {"b": "1"}, "01")) == "the move in 'b' loses"


def test_no_position_is_listed_that_cannot_arise() -> None:
    for first, second in (({"a": "0", "b": "0"}, FROM_B), (FROM_A, {"a": "0", "b": "0"})):
        refused = refusal_for(CIRCLE, holding("endless", first, second, "00"))
        assert refused.startswith("it lists a position that cannot arise: ")
    right = holding("endless", FROM_A, FROM_B, "00")
    refuted = right | {"refuted": [{"at": "'c'", "play": "0", "within": 1}]}
    assert refusal_for(CIRCLE, refuted) == """it lists a position that cannot arise: ["'c'"]"""


@pytest.mark.parametrize("line", ["", "1", "01", "000"])
def test_the_line_is_what_the_two_sides_play(line: str) -> None:
    refused = refusal_for(CIRCLE, holding("endless", FROM_A, FROM_B, line))
    assert refused == "its line is not what the two sides play"
    assert (
        report_for(CIRCLE, holding("endless", FROM_A, FROM_B, "0")).proved[2].endswith("a line of 2 moves.")
    )


def test_the_head_of_what_is_held_says_what_can_be_held() -> None:
    right = holding("endless", FROM_A, FROM_B, "00")
    won = {"value": "win", "winner": 1, "plies": None}
    assert refusal_for(CIRCLE, right | {"claim": won}) == "what both sides can hold is endless or a draw"
    length = "what both sides can hold has no number of moves"
    assert refusal_for(CIRCLE, holding("endless", FROM_A, FROM_B, "00", 2)) == length
    for sides in ("1", "123", ""):
        hold: dict[str, list[str]] = {side: [] for side in sides}
        sentence = "it must list what each side holds"
        assert refusal_for(CIRCLE, right | {"hold": hold}) == sentence
        assert refusal_for(CIRCLE, groups(CIRCLE, right) | {"hold": hold}) == sentence


def test_every_position_there_may_be_is_among_those_that_are_never_drawn() -> None:
    right = groups(CIRCLE, holding("endless", FROM_A, FROM_B, "00"))
    for everywhere, without in ((["a"], "b"), (["b"], "a"), ([], "a")):
        refused = refusal_for(CIRCLE, right | {"everywhere": everywhere})
        assert refused == f"no group has the position {without!r}"


@dataclass(frozen=True)
class Silent(Diagram):
    """Where nobody can move, nothing says that the game is over."""

    arrows = {"a": "bc", "b": "a", "c": ""}  # noqa: RUF012 - as those that are drawn
    stuck = {}  # noqa: RUF012


def test_being_without_a_move_is_taken_for_being_beaten() -> None:
    certificate = holding("endless", FROM_A, {"b": "0", "c": "0"}, "00")
    assert refusal_for(Silent(), certificate) == "player 2 can be beaten"
    assert refusal_for(Silent(), groups(Silent(), certificate)) == "'0' is not legal in all of a group"


class Folded(Diagram):
    """Capitals are counted as one with the small letters."""

    arrows = {"a": "b", "b": "a"}  # noqa: RUF012 - as those that are drawn
    stuck = {}  # noqa: RUF012

    def key(self, state: str) -> str:
        return state.lower()


@pytest.mark.parametrize(
    ("arrows", "told"),
    [
        ({"a": "b", "b": "a"}, ()),
        ({"a": "B", "B": "a"}, (SAME_KEY,)),
        ({"A": "b", "b": "A"}, (SAME_KEY,)),
        ({"A": "b", "b": "a", "a": "b"}, (SAME_KEY,)),
    ],
)
def test_that_positions_are_counted_as_one_is_told_where_a_side_relies_on_it(
    arrows: dict[str, str], told: tuple[str, ...]
) -> None:
    game = type("Drawn", (Folded,), {"arrows": arrows})()
    assert report_for(game, holding("endless", FROM_A, FROM_B, "0")).told == told


def test_that_positions_are_counted_as_one_is_told_where_a_refutation_relies_on_it() -> None:
    # Nobody goes from a to B, which loses; but a draw could be had there.
    game = type("Drawn", (Folded,), {"arrows": {"a": "aB", "B": "=+", "b": "=+"}})()
    certificate = holding("endless", {"a": "0", "b": "1"}, {"a": "0", "b": "1"}, "0")
    certificate["refuted"] = [{"at": "'b'", "play": "1", "within": 1}]
    assert report_for(game, certificate).told == (SAME_KEY,)
    certificate["refuted"] = []
    assert refusal_for(game, certificate) == DRAWN
