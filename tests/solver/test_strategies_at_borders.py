"""Wins, position by position and by groups: a length is proved exactly, and nothing else is taken for it."""

import json
from typing import Any

import pytest
from certificates import as_groups, is_true, seal
from diagrams import DRAWS, LOSES, Diagram, diagram

from numduel.solver import verify as checker
from numduel.solver.checks.common import SAME_KEY, DoesNotHold, Report
from numduel.solver.verify import verify

Moves = dict[str, tuple[int, int]]  # by letter, the number of the arrow and the plies


def strategy(winner: int, plies: object, win: Moves, delay: Moves) -> str:
    """A certificate of a win, letter by letter of a diagram."""
    claim = {"value": "win" if winner == 1 else "loss", "winner": winner, "plies": plies}
    head = {"certificate": "numduel", "version": 1, "spec": "diagram", "claim": claim, "proof": "strategy"}
    wins = [{"at": repr(at), "play": str(move), "within": within} for at, (move, within) in win.items()]
    lasting = [{"at": repr(at), "play": str(move), "lasts": lasts} for at, (move, lasts) in delay.items()]
    return seal({**head, "win": wins, "delay": lasting})


def report(game: Diagram, text: str) -> Report:
    """What the checker says of a certificate of a diagram."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checker, "load", lambda spec: game)
        return verify(text)


def refusal(game: Diagram, text: str) -> str:
    """Why a certificate of a diagram is refused."""
    with pytest.raises(DoesNotHold) as refused:
        report(game, text)
    return str(refused.value)


AT_ONCE = diagram({"a": "+b", "b": "a"})
BLUNDER = diagram({"a": "b", "b": "-"})
LONG = diagram({"a": "b", "b": "c", "c": "d", "d": "e", "e": "+"})
SECOND = diagram({"a": "b", "b": "+c", "c": "a"})
FORCED = diagram({"a": "b", "b": "c", "c": "-"})

HONEST: dict[str, tuple[Diagram, int, int, Moves, Moves]] = {
    "at once": (AT_ONCE, 1, 1, {"a": (0, 1)}, {}),
    "by being stuck": (diagram({"a": "b"}, {"b": LOSES}), 1, 1, {"a": (0, 1)}, {}),
    "by the first move of the other": (diagram({"a": "-"}), 2, 1, {}, {"a": (0, 1)}),
    "by the other's only move": (BLUNDER, 1, 2, {"a": (0, 2)}, {"b": (0, 1)}),
    # Where the winner errs, the loser has lasted and need not be followed further.
    "in three": (
        *(diagram({"a": "b", "b": "c", "c": "+d", "d": "e", "e": "f", "f": "+"}), 1, 3),
        *({"a": (0, 3), "c": (0, 1)}, {"b": (0, 2)}),
    ),
    "of the second": (SECOND, 2, 2, {"b": (0, 1)}, {"a": (0, 2)}),
    "of the second in three": (FORCED, 2, 3, {"b": (0, 2)}, {"a": (0, 3), "c": (0, 1)}),
    "in five": (LONG, 1, 5, {"a": (0, 5), "c": (0, 3), "e": (0, 1)}, {"b": (0, 4), "d": (0, 2)}),
    "by the longest of the other's moves": (
        *(diagram({"a": "-b", "b": "+"}), 2, 2),
        *({"b": (0, 1)}, {"a": (1, 2)}),
    ),
}


@pytest.mark.parametrize("name", HONEST)
def test_a_win_of_a_stated_length_is_proved_either_way(name: str) -> None:
    game, winner, plies, win, delay = HONEST[name]
    text = strategy(winner, plies, win, delay)
    assert is_true(json.loads(text)["claim"], game)
    moves = f"{plies} move{'s' * (plies > 1)}"
    for kind, one in ((text, "position"), (as_groups(text, game), "group")):
        found = report(game, kind)
        assert found.claim == f"diagram: the claim is that Player {winner} wins in {moves}."
        wins, lasts = found.proved
        assert wins.startswith(f"Player {winner} wins within {moves}: {listed(win, one)}")
        assert lasts == f"Player {3 - winner} lasts {moves}: {listed(delay, one)}."
        assert found.told == ()


def listed(moves: Moves, one: str) -> str:
    """How a report says in how many positions or groups a side's moves were checked."""
    of = " of positions" * (one == "group")
    match len(moves):
        case 0:
            return "nothing is left for them to choose"
        case 1:
            return f"1 {one}{of}, with its move and every reply"
        case many:
            return f"{many} {one}s{of}, each with its move and every reply"


# What is claimed, the two lists, and why it is refused as a strategy and as groups.
Forgery = tuple[Diagram, int, object, Moves, Moves, str, str]
LENGTH = "the number of moves is not what the strategy needs"
QUICKER = "the winner is quicker than claimed"
TOO_FEW = "the groups need more moves than are claimed"
FALL = "the plies left do not fall with every move"
SOONER = "the loser is lost sooner than a group says"
BEGINS = "the first move may already lose for the claimed winner"
FORGED: dict[str, Forgery] = {
    "a win at once that takes two": (AT_ONCE, 1, 2, {"a": (0, 1)}, {}, LENGTH, QUICKER),
    "a win at once that is not made": (
        *(diagram({"a": "+b", "b": "c", "c": "+"}), 1, 3, {"a": (1, 3), "c": (0, 1)}, {"b": (0, 2)}),
        *(QUICKER, QUICKER),
    ),
    "a win in no move": (diagram({"a": "-"}), 2, 0, {}, {}, LENGTH, TOO_FEW),
    "a move that takes no ply": (
        *(AT_ONCE, 1, 1, {"a": (0, 0)}, {}),
        *("the distance in 'a' is wrong", "the plies of a group run out before the game is over"),
    ),
    "two plies called one": (BLUNDER, 1, 1, {"a": (0, 1)}, {}, "the distance in 'a' is wrong", FALL),
    "plies that do not fall": (
        *(LONG, 1, 5, {"a": (0, 5), "c": (0, 4), "e": (0, 1)}, {"b": (0, 4), "d": (0, 2)}),
        *("the distance in 'a' is wrong", FALL),
    ),
    "a claim too short": (SECOND, 2, 1, {"b": (0, 1)}, {"a": (0, 2)}, LENGTH, TOO_FEW),
    "a claim too long": (
        *(SECOND, 2, 3, {"b": (0, 1)}, {"a": (0, 2)}),
        *(LENGTH, "the loser does not last long enough"),
    ),
    "a loser who errs": (
        *(diagram({"a": "-b", "b": "+"}), 2, 2, {"b": (0, 1)}, {"a": (0, 2)}),
        *("the loser is lost sooner than 'a' says", SOONER),
    ),
    "a reply that wins sooner": (
        *(diagram({"a": "b", "b": "+c", "c": "-"}), 2, 3, {"b": (1, 2)}, {"a": (0, 3), "c": (0, 1)}),
        *("the loser is lost sooner than 'a' says", SOONER),
    ),
    "a reply after which less is left": (
        *(diagram({"a": "b", "b": "cd", "c": "-", "d": "e", "e": "+"}), 2, 4),
        *({"b": (1, 3), "e": (0, 1)}, {"a": (0, 4), "c": (0, 1), "d": (0, 2)}),
        *("the position 'c' does not last long enough", SOONER),
    ),
    "a loser who begins with too little": (
        *(LONG, 1, 5, {"a": (0, 5), "c": (0, 3), "e": (0, 1)}, {"b": (0, 3), "d": (0, 2)}),
        *("the position 'b' does not last long enough", "the loser does not last long enough"),
    ),
    "a loser of whom nothing is said": (
        *(BLUNDER, 1, 2, {"a": (0, 2)}, {}),
        *("it has no move for the position 'b'", "no group has the position 'b'"),
    ),
    "a loser of whose last move nothing is said": (
        *(FORCED, 2, 3, {"b": (0, 2)}, {"a": (0, 3)}),
        *("it has no move for the position 'c'", "no group has the position 'c'"),
    ),
    "a winner of whose last move nothing is said": (
        *(LONG, 1, 5, {"a": (0, 5), "c": (0, 3)}, {"b": (0, 4), "d": (0, 2)}),
        *("it has no move for the position 'e'", "no group has the position 'e'"),
    ),
    "a first move that wins": (
        *(diagram({"a": "+b", "b": "+"}), 2, 2, {"b": (0, 1)}, {"a": (1, 2)}, BEGINS, BEGINS),
    ),
    "a first move that draws": (
        *(diagram({"a": "=b", "b": "+"}), 2, 2, {"b": (0, 1)}, {"a": (1, 2)}, BEGINS, BEGINS),
    ),
    "a reply that wins": (
        *(diagram({"a": "b", "b": "-+"}), 1, 2, {"a": (0, 2)}, {"b": (0, 1)}),
        *("a reply to 'a' escapes", "a reply to the move of a group escapes"),
    ),
    "a reply that draws": (
        *(diagram({"a": "b", "b": "-="}), 1, 2, {"a": (0, 2)}, {"b": (0, 1)}),
        *("a reply to 'a' escapes", "a reply to the move of a group escapes"),
    ),
    "a move that loses": (
        *(diagram({"a": "-"}), 1, 1, {"a": (0, 1)}, {}),
        *("the move in 'a' loses", "the move of a group loses"),
    ),
    "a move that draws": (
        *(diagram({"a": "b"}, {"b": DRAWS}), 1, 1, {"a": (0, 1)}, {}),
        *("the move in 'a' loses", "the move of a group loses"),
    ),
    # Where two replies lead to one position, what comes after is looked at all the same.
    "a position behind one that comes twice": (
        *(diagram({"a": "b", "b": "xcc", "c": "+", "x": "a"}), 1, 3),
        *({"a": (0, 3), "c": (0, 1), "x": (0, 1)}, {"b": (0, 2)}),
        *("it has no move for the position 'b'", "no group has the position 'b'"),
    ),
    "a loss behind one that comes twice": (
        *(diagram({"a": "b", "b": "xcc", "c": "d", "d": "+", "x": "-"}), 2, 4),
        *({"b": (1, 3), "d": (0, 1)}, {"a": (0, 4), "c": (0, 2)}),
        *("it has no move for the position 'x'", "no group has the position 'x'"),
    ),
    "a loss behind a mistake of the winner": (
        *(diagram({"a": "b", "b": "xc", "c": "d", "d": "+e", "e": "a", "x": "-"}), 2, 4),
        *({"b": (1, 3), "d": (0, 1)}, {"a": (0, 4), "c": (0, 2)}),
        *("it has no move for the position 'x'", "no group has the position 'x'"),
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_another_length_or_winner_is_refused_for_what_is_wrong(name: str) -> None:
    game, winner, plies, win, delay, as_strategy, by_groups = FORGED[name]
    text = strategy(winner, plies, win, delay)
    assert refusal(game, text) == as_strategy
    assert refusal(game, as_groups(text, game)) == by_groups


@pytest.mark.parametrize(
    ("plies", "as_strategy", "by_groups"),
    [
        (None, "a strategy proves a win in so many moves", "it delays a loss of no stated length"),
        (True, "a strategy proves a win in so many moves", "a win takes a whole number of moves"),
        (2.0, "a strategy proves a win in so many moves", "a win takes a whole number of moves"),
    ],
)
def test_a_length_is_a_whole_number(plies: object, as_strategy: str, by_groups: str) -> None:
    text = strategy(1, plies, {"a": (0, 2)}, {"b": (0, 1)})
    assert refusal(BLUNDER, text) == as_strategy
    assert refusal(BLUNDER, as_groups(text, BLUNDER)) == by_groups


def test_a_win_of_no_stated_length_is_proved_by_groups_alone() -> None:
    text = as_groups(strategy(1, None, {"a": (0, 7)}, {}), BLUNDER)
    assert report(BLUNDER, text).proved == (
        "Player 1 wins: 1 group of positions, with its move and every reply, and the moves left fall with "
        "every move.",
    )


def test_every_position_is_listed_once_and_can_arise() -> None:
    for name, plies in (("win", "within"), ("delay", "lasts")):
        certificate = json.loads(strategy(1, 1, {"a": (0, 1)}, {}))
        other = {"at": "'b'", "play": "0", plies: 1}
        certificate[name].append(other)
        unused = """it lists a position that cannot arise: ["'b'"]"""
        assert refusal(AT_ONCE, seal(certificate)) == unused
        certificate[name].append(other)
        assert refusal(AT_ONCE, seal(certificate)) == "it lists a position twice"


@pytest.mark.parametrize("lasts", [2.0, True, "2", None])
def test_what_a_loser_lasts_is_a_whole_number(lasts: Any) -> None:
    for at in ("b", "d"):
        delay = {"b": (0, 4), "d": (0, 2)} | {at: (0, lasts)}
        text = strategy(1, 5, {"a": (0, 5), "c": (0, 3), "e": (0, 1)}, delay)
        assert refusal(LONG, text) == f"lasts must be a whole number, not {lasts!a}"


class Folded(Diagram):
    """Capitals are counted as one with the small letters."""

    arrows = {"a": "b", "b": "-"}  # noqa: RUF012 - as those that are drawn
    stuck = {}  # noqa: RUF012

    def key(self, state: str) -> str:
        return state.lower()


@pytest.mark.parametrize(
    ("arrows", "told"),
    [
        ({"a": "b", "b": "c", "c": "+"}, ()),
        ({"a": "B", "B": "c", "c": "+"}, (SAME_KEY,)),
        ({"a": "b", "b": "C", "C": "+"}, (SAME_KEY,)),
        ({"A": "b", "b": "c", "c": "+"}, (SAME_KEY,)),
    ],
)
def test_that_positions_are_counted_as_one_is_told_where_it_is_used(
    arrows: dict[str, str], told: tuple[str, ...]
) -> None:
    game = type("Drawn", (Folded,), {"arrows": arrows})()
    text = strategy(1, 3, {"a": (0, 3), "c": (0, 1)}, {"b": (0, 2)})
    assert report(game, text).told == told
