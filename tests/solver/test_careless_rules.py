"""Rules that are written carelessly, or to deceive, get nothing false accepted by the checker."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from certificates import Certificate, refusal_for, report_for

from numduel import Game, Outcome, Side, Value, Verdict
from numduel.solver.checks.common import SAME_KEY, Positions

LAST = Outcome(Side.PREVIOUS, "the last is taken")


def claiming(
    game: Game[Any, Any], value: str, winner: int | None, plies: int | None, **proof: Any
) -> Certificate:
    claim = {"value": value, "winner": winner, "plies": plies}
    return {"certificate": "numduel", "version": 1, "spec": game.spec, "claim": claim, **proof}


def held_for_ever(game: Game[Any, Any], line: list[str], **sides: dict[str, str]) -> Certificate:
    """A claim that a game has no end, by the moves that each side makes."""
    first, second = ([{"at": at, "play": play} for at, play in side.items()] for side in sides.values())
    proof = {"proof": "holding", "hold": {"1": first, "2": second}, "line": line, "refuted": []}
    return claiming(game, "endless", None, None, **proof)


@dataclass(frozen=True)
class Coloured(Game[tuple[int, str], int]):
    """Take one of two, and the last wins; heaps have a colour that nothing depends on but the theory."""

    name = "coloured"
    title = "Coloured"
    summary = "Take one of two."

    def initial(self) -> tuple[int, str]:
        return 2, "red"

    def key(self, state: tuple[int, str]) -> int:
        return state[0]

    def moves(self, state: tuple[int, str]) -> Sequence[int]:
        return (1,) if state[0] else ()

    def play(self, state: tuple[int, str], move: int) -> tuple[int, str]:
        return state[0] - move, "blue"

    def outcome(self, state: tuple[int, str]) -> Outcome | None:
        return None if state[0] else LAST

    def vocabulary(self) -> Sequence[int]:
        return (1,)

    def theory(self, state: tuple[int, str]) -> Verdict:
        if state == self.initial():
            return Verdict(Value.WIN, 7)
        return Verdict(Value.WIN if state[0] == 1 else Value.LOSS, state[0])

    def cases(self) -> Sequence[tuple[int, str]]:
        return (2, "blue"), (1, "blue")


def test_a_theory_says_one_thing_of_positions_that_the_game_counts_as_one() -> None:
    game = Coloured()
    verdicts = [(game.show(state), game.theory(state)) for state in game.cases()]
    cases = [{"at": at, "value": one.value.value, "plies": one.plies, "why": ""} for at, one in verdicts]
    false = claiming(game, "win", 1, 7, proof="theory", invariant=game.invariant(), cases=cases)
    contradicts = "the theory contradicts itself about positions which the game counts as one"
    assert refusal_for(game, false) == contradicts


class Stuck(Coloured):
    """The same, but after the first move nobody can move, and nothing says that it is over."""

    def moves(self, state: tuple[int, str]) -> Sequence[int]:
        return (1,) if state == self.initial() else ()

    def cases(self) -> Sequence[tuple[int, str]]:
        return ((1, "blue"),)


def test_a_theory_speaks_of_positions_with_a_move() -> None:
    game = Stuck()
    cases = [{"at": game.show((1, "blue")), "value": "win", "plies": 1, "why": ""}]
    false = claiming(game, "win", 1, 7, proof="theory", invariant=game.invariant(), cases=cases)
    assert refusal_for(game, false) == "a game that goes on has no move"


@dataclass(frozen=True)
class Counted:
    """A heap, and how often it was faced, which its name does not tell."""

    heap: int
    often: int = field(default=0, repr=False)


@dataclass(frozen=True)
class Hiding(Game[Counted, str]):
    """To and fro, until the fourth time."""

    name = "hiding"
    title = "Hiding"
    summary = "To and fro."

    def initial(self) -> Counted:
        return Counted(2)

    def moves(self, state: Counted) -> Sequence[str]:
        return ("go",) if state.heap else ()

    def play(self, state: Counted, move: str) -> Counted:
        if state.heap == 1:
            return Counted(2, state.often)
        return Counted(1, state.often + 1) if state.often < 3 else Counted(0)

    def outcome(self, state: Counted) -> Outcome | None:
        return None if state.heap else LAST

    def vocabulary(self) -> Sequence[str]:
        return ("go",)


def test_two_positions_of_one_name_are_not_taken_for_one() -> None:
    sides = {"first": {"Counted(heap=2)": "go"}, "second": {"Counted(heap=1)": "go"}}
    false = held_for_ever(Hiding(), ["go", "go"], **sides)
    assert refusal_for(Hiding(), false) == "two positions have one name, Counted(heap=2)"


@dataclass(frozen=True)
class Left:
    """How many moves are left, and whether the last of them loses, which equality leaves out."""

    moves: int
    trap: bool = field(default=False, compare=False, repr=False)


@dataclass(frozen=True)
class Overlooking(Game[Left, str]):
    """One move each: the second loses if the first was `a`."""

    name = "overlooking"
    title = "Overlooking"
    summary = "One move each."

    def initial(self) -> Left:
        return Left(2)

    def moves(self, state: Left) -> Sequence[str]:
        return {2: ("a", "b"), 1: ("x",), 0: ()}[state.moves]

    def play(self, state: Left, move: str) -> Left:
        return Left(state.moves - 1, move == "a" or (move == "x" and state.trap))

    def outcome(self, state: Left) -> Outcome | None:
        end = Outcome(Side.NEXT, "trapped") if state.trap else LAST
        return None if state.moves else end

    def vocabulary(self) -> Sequence[str]:
        return ("a", "b", "x")


def test_what_rests_on_a_state_that_calls_unlike_ones_equal_is_told_as_the_games_word() -> None:
    win, delay = [{"at": "Left(moves=1)", "play": "x", "within": 1}], [{"at": "Left(moves=2)", "play": "b"}]
    proof = {"proof": "strategy", "win": win, "delay": [{**delay[0], "lasts": 2}]}
    report = report_for(Overlooking(), claiming(Overlooking(), "loss", 2, 2, **proof))
    assert report.told == (SAME_KEY,)


class Labelled(tuple[int, ...]):
    """Numbers with something beside them."""


class Fuzzy(tuple[int, ...]):
    """Numbers that are equal to all others."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = tuple.__hash__


@dataclass(frozen=True, eq=False)
class Forgetful:
    """A number's last digit, which calls itself equal to every number that ends in it."""

    digit: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int) and other % 10 == self.digit


def is_all(key: Any, state: Any) -> bool:
    """Whether a key is all of a state."""
    positions = Positions()
    positions.told_apart(key, state)
    return positions.exact


def test_a_key_that_calls_itself_equal_to_a_state_need_not_be_all_of_it() -> None:
    assert Forgetful(7) == 17
    assert not is_all(Forgetful(7), 17)
    assert not is_all((1, Forgetful(7)), (1, 17))


def test_only_numbers_texts_and_tuples_of_them_are_known_to_be_equal_where_they_say_so() -> None:
    plain: list[object] = [0, True, None, "red", b"", (), (1, ("a", None))]
    assert all(is_all(state, state) for state in plain)
    assert not any(
        is_all(state, state) for state in (Left(1), Labelled((1,)), Fuzzy((1,)), (1, Left(1)), [1])
    )
    assert not is_all(1, (1, "red"))


@dataclass(frozen=True)
class Lingering(Game[int, str]):
    """Ending it wins, and whoever has lost is still offered moves."""

    name = "lingering"
    title = "Lingering"
    summary = "End it or wait."

    def initial(self) -> int:
        return 1

    def moves(self, state: int) -> Sequence[str]:
        return ("end", "wait")

    def play(self, state: int, move: str) -> int:
        return int(move == "wait")

    def outcome(self, state: int) -> Outcome | None:
        return None if state else LAST

    def vocabulary(self) -> Sequence[str]:
        return ("end", "wait")


def test_a_lost_player_who_is_still_offered_moves_has_lost() -> None:
    waits = {"0": "wait", "1": "wait"}
    false = held_for_ever(Lingering(), ["wait"], first=waits, second=waits)
    assert refusal_for(Lingering(), false) == "player 1 can be beaten"


@dataclass(frozen=True)
class Unfinished(Game[int, str]):
    """One move each, and nothing says who has won when there is none left."""

    name = "unfinished"
    title = "Unfinished"
    summary = "One move each."

    def initial(self) -> int:
        return 2

    def moves(self, state: int) -> Sequence[str]:
        return ("go",) if state else ()

    def play(self, state: int, move: str) -> int:
        return state - 1

    def outcome(self, state: int) -> Outcome | None:
        return None

    def vocabulary(self) -> Sequence[str]:
        return ("go",)


def test_nobody_has_won_where_the_rules_do_not_say_so() -> None:
    win = [{"at": "1", "play": "go", "within": 1}]
    proof = {"proof": "strategy", "win": win, "delay": [{"at": "2", "play": "go", "lasts": 2}]}
    false = claiming(Unfinished(), "loss", 2, 2, **proof)
    assert refusal_for(Unfinished(), false) == "a game that goes on has no move"


@dataclass(frozen=True)
class Catching(Game[tuple[int, ...], int]):
    """Put ones on a stack; whoever makes it four high wins, by a rule that goes on where it fails."""

    name = "catching"
    title = "Catching"
    summary = "Put ones on a stack."

    def initial(self) -> tuple[int, ...]:
        return ()

    def moves(self, state: tuple[int, ...]) -> Sequence[int]:
        return () if self.outcome(state) else (1,)

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return state + (move,)  # noqa: RUF005 - as a pile can do it

    def outcome(self, state: tuple[int, ...]) -> Outcome | None:
        try:
            return LAST if len(state) >= 4 else None
        except Exception:
            return None

    def vocabulary(self) -> Sequence[int]:
        return (1,)


def test_rules_that_catch_what_cannot_be_told_of_a_whole_group_prove_nothing() -> None:
    whole = [{"more": 0, "step": 1}]
    group = [{"states": whole, "play": "1"}]
    proof = {"proof": "induction", "invariant": "", "hold": {"1": group, "2": group}, "everywhere": [whole]}
    false = claiming(Catching(), "endless", None, None, **proof)
    assert refusal_for(Catching(), false).startswith("the rules ask what cannot be told of a whole group: ")
