"""Proofs by induction: groups of states, on all of which the checker runs the rules at once.

What it finds out about unknown numbers and stacks must be so for every number and every stack; and a win must
come nearer with every move, whoever claims it.
"""

import copy
import json
import math
import operator
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from certificates import Certificate, accepted, accepted_for, by_theory, refusal_for, report_for, seal
from commandline import numduel
from hypothesis import given
from hypothesis import strategies as st
from strategies import GAMES

from numduel import Game, Outcome, Side, load
from numduel.core.induction import Endless, Group, More, Plies, Range, Win
from numduel.core.verdict import Value, Verdict
from numduel.solver.answers import Answers
from numduel.solver.checks import induction, theory
from numduel.solver.checks.common import DoesNotHold
from numduel.solver.checks.groups import fits, sample, some_state
from numduel.solver.checks.meter import TooLong
from numduel.solver.checks.piles import Pile
from numduel.solver.checks.symbols import Domain, Way, every_way
from numduel.solver.proof import Unproved, prove
from numduel.solver.verify import verify

LOST = Outcome(Side.PREVIOUS, "nothing is left", stuck=True)


# The five games


def small_settings() -> Iterator[str]:
    for target in (*range(2, 24), 64, 128, 160, 682):
        for start in (0, 1, 5):
            if start < target:
                yield f"operation-duel:target={target},start={start}"
    for target in (7, 40, 65, 66):
        yield f"operation-duel:target={target},overshoot=forbidden"
    rng = random.Random(12)
    for length in (1, 2, 3, 5, 9) * 5:
        digits = sorted(rng.sample(range(1, 10), rng.randint(1, 9)))
        yield f"digit-stack:target={rng.randint(1, 10**length)},digits={'/'.join(map(str, digits))}"
    for _ in range(15):
        numbers = "/".join(map(str, sorted(rng.sample(range(12), rng.randint(1, 4)))))
        operations = "/".join(rng.sample(["plus", "minus", "times"], rng.randint(1, 3)))
        bound = rng.choice(["", f",max_value={rng.randint(0, 30)}"])
        target = rng.randint(-25, 25)
        yield f"operation-stack:target={target},numbers={numbers},operations={operations}{bound}"


def test_wherever_theory_speaks_its_value_is_proved_with_nothing_left_to_believe() -> None:
    proved = 0
    for spec in small_settings():
        game = load(spec)
        if game.theory(game.initial()) is None:
            continue
        certificate = by_theory(game)
        verdict = Answers(game).verdict(game.initial())
        assert (certificate["claim"]["value"], certificate["claim"]["plies"]) == (
            verdict.value.value,
            verdict.plies,
        )
        assert verify(json.dumps(certificate)).told == ()
        proved += certificate["proof"] == "induction"
    assert proved > 90


def test_a_forger_gets_nothing_false_accepted() -> None:
    script = Path(__file__).parents[2] / "benchmarks" / "forge_certificates.py"
    command = [sys.executable, str(script), "--certificates", "700", "--seed", "12"]
    forged = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (forged.stderr, forged.returncode) == ("", 0)
    counts = [int(line.split()[0].replace(",", "")) for line in forged.stdout.splitlines()[1:4]]
    assert sum(counts) == 700
    assert counts[1] > 30  # or the forgeries were too clumsy to try anything
    assert counts[2] == 0


@pytest.mark.parametrize("spec", GAMES)
def test_of_the_five_games_everything_is_proved_and_nothing_told(spec: str) -> None:
    game = load(spec)
    assert verify(json.dumps(prove(game, Answers(game)))).told == ()


def other_bounds(certificate: Certificate) -> Iterator[Certificate]:
    """Every number of every group and of its plies, a little larger and a little smaller."""

    def numbers(part: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        keys = part.keys() if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()
        for key in keys:
            yield from [(*path, key)] if type(part[key]) is int else numbers(part[key], (*path, key))

    for *path, last in numbers(certificate, ()):
        if path:
            for by in (-2, -1, 1, 2):
                document = copy.deepcopy(certificate)
                part = document
                for key in path:
                    part = part[key]
                part[last] += by
                yield document


@pytest.mark.parametrize(
    "spec",
    ["operation-duel:target=40", "operation-duel:target=14,start=0", "digit-stack:target=5432",
     "operation-stack:numbers=1-3", "top-stack-twelve"],
)  # fmt: skip
def test_groups_that_are_a_little_wrong_prove_nothing_false(spec: str) -> None:
    game = load(spec)
    certificate = by_theory(game)
    assert certificate["proof"] == "induction"
    changed = list(other_bounds(certificate))
    changed = random.Random(spec).sample(changed, min(60, len(changed)))
    taken = [one for one in changed if accepted(seal(one))]
    assert all(one["claim"] == certificate["claim"] for one in taken)
    assert len(taken) < len(changed) / 2


@pytest.mark.parametrize(
    ("spec", "other"),
    [(f"operation-duel:target={target}", f"operation-duel:target={target + by}")
     for target in (20, 22, 40, 41, 64) for by in (-2, -1, 1, 2)]
    + [("digit-stack:target=5432", "digit-stack:target=54321"), ("digit-stack", "digit-stack:target=999"),
       ("operation-stack", "operation-stack:target=25"), ("operation-stack:target=5", "operation-stack")],
)  # fmt: skip
def test_the_groups_of_one_game_do_not_prove_a_false_value_of_another(spec: str, other: str) -> None:
    certificate = {**by_theory(load(spec)), "spec": other}
    verdict = Answers(load(other)).verdict(load(other).initial())
    true = (certificate["claim"]["value"], certificate["claim"]["plies"]) == (
        verdict.value.value,
        verdict.plies,
    )
    assert true or not accepted(seal(certificate))


# Games of others


@dataclass(frozen=True)
class Take(Game[int, int]):
    """Take 1 to 3 from a pile; whoever cannot loses. A state is the pile."""

    start: ClassVar[int] = 10**40 + 1
    name = "take"
    title = "Take"
    summary = "Take 1 to 3."

    def initial(self) -> int:
        return self.start

    def moves(self, state: int) -> Sequence[int]:
        return [number for number in (1, 2, 3) if number <= state]

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> Outcome | None:
        return LOST if state == 0 else None

    def vocabulary(self) -> Sequence[int]:
        return (1, 2, 3)

    def theory(self, state: int) -> Verdict | None:
        return Verdict(Value.WIN if state % 4 else Value.LOSS, state - state // 2, "it is no multiple of 4")

    def size(self) -> float:
        return math.inf


class TakeByGroups(Take):
    """The same, with its proof; one ply for each unit is never too few, so the plies are left open."""

    slopes: ClassVar[int] = 1

    def theory(self, state: int) -> Verdict | None:
        return Verdict(Value.WIN if state % 4 else Value.LOSS, None, "it is no multiple of 4")

    def induction(self) -> Win:
        return Win(tuple(Group(Range(by, None, 4), by, Plies(0, self.slopes)) for by in (1, 2, 3)), ())


def test_another_games_win_is_proved_by_groups_however_large_it_is() -> None:
    game = TakeByGroups()
    certificate = by_theory(game)
    assert certificate["claim"] == {"value": "win", "winner": 1, "plies": None}
    report = report_for(game, certificate)
    assert "3 groups of positions" in report.proved[0]
    assert report.told == ()


@pytest.mark.parametrize(
    ("change", "complained"),
    [
        ({"within": 5}, "plies left do not fall"),
        ({"within": [0, 0]}, "run out"),
        ({"within": [0, -1]}, "run out"),
        ({"within": [0, 2]}, "plies left do not fall"),
        ({"within": [-3, 1]}, "plies"),
        ({"play": "2"}, "not legal in all of a group"),
        ({"play": "4"}, "not legal"),
        ({"states": {"low": 1, "high": None, "step": 2}}, "no group has the position"),
        ({"states": {"low": 5, "high": None, "step": 4}}, "no group has the position 1"),
        ({"states": {"low": -3, "high": None, "step": 4}}, "not legal"),
        ({"states": {"low": 1, "high": 9, "step": 4}}, "no group has the position"),
        ({"states": {"low": 1, "high": 0, "step": 4}}, "has no numbers"),
        ({"states": {"low": 1, "high": None, "step": 0}}, "has no numbers"),
        ({"states": {"low": 1.0, "high": None, "step": 4}}, "whole number"),
        ({"states": {"low": "x", "high": None, "step": 4}}, "whole number"),
        ({"states": {"low": True, "high": None, "step": 4}}, "whole number"),
        ({"states": {"low": 1}}, "low, high and step"),
        ({"states": [1]}, "plain numbers alone"),
        ({"states": {"low": "9" * 100_000, "high": None, "step": 1}}, "much longer"),
        ({"within": 10**300}, "much longer"),
    ],
)
def test_a_group_that_is_wrong_is_refused_for_what_is_wrong(change: Certificate, complained: str) -> None:
    game = TakeByGroups()
    certificate = by_theory(game)
    certificate["win"][0] |= change
    assert complained in refusal_for(game, certificate)


def test_checking_is_given_up_where_it_takes_many_steps_for_few_groups() -> None:
    certificate = by_theory(load("operation-stack:max_value=30"))
    assert accepted(seal(certificate))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(induction, "STEPS_PER_MOVE", 10)
        with pytest.raises(TooLong):
            verify(seal(certificate))


class Silent(TakeByGroups):
    """Whoever faces an empty pile has no move, and nothing says that this has lost."""

    def outcome(self, state: int) -> Outcome | None:
        return None


def test_being_without_a_move_is_no_loss_unless_the_rules_say_so() -> None:
    assert "has no move" in refusal_for(Silent(), by_theory(Silent()))


class Late(TakeByGroups):
    """At 9 the game is over, but moves are still offered."""

    def outcome(self, state: int) -> Outcome | None:
        return LOST if state in (0, 9) else None


def test_a_group_has_no_position_in_which_the_game_is_over() -> None:
    assert "the game is over" in refusal_for(Late(), by_theory(Late()))


def test_no_delay_is_listed_where_no_length_is_claimed() -> None:
    certificate = by_theory(TakeByGroups())
    certificate["delay"] = [{"states": 4, "play": "1", "lasts": 1}]
    assert "no stated length" in refusal_for(TakeByGroups(), certificate)


class Choosy(TakeByGroups):
    """Whoever faces a plain number has other moves than whoever faces an unknown one."""

    def moves(self, state: int) -> Sequence[int]:
        return super().moves(state)[: 1 if isinstance(state, int) else 3]


def test_rules_that_offer_other_moves_for_unknown_numbers_prove_nothing() -> None:
    assert "otherwise than with one that is unknown" in refusal_for(Choosy(), by_theory(Choosy()))


class Fragile(TakeByGroups):
    """Its rules cannot be run on every number."""

    def moves(self, state: int) -> Sequence[int]:
        return [1 // 0] if state == 9 else super().moves(state)


def test_rules_that_break_on_a_group_prove_nothing() -> None:
    assert "cannot be run" in refusal_for(Fragile(), by_theory(Fragile()))


class Circle(Take):
    """0, 1, 0, 1 and so on for ever, of which a theory claims that whoever is at 0 wins."""

    start: ClassVar[int] = 0
    plies: ClassVar[tuple[int | None, int | None]] = (None, None)
    listed: ClassVar[tuple[int, ...]] = (0, 1)
    proof: ClassVar[Win | None] = None

    def moves(self, state: int) -> Sequence[int]:
        return (1,)

    def play(self, state: int, move: int) -> int:
        return 1 - state

    def outcome(self, state: int) -> Outcome | None:
        return None

    def theory(self, state: int) -> Verdict | None:
        return Verdict((Value.WIN, Value.LOSS)[state], self.plies[state], "so they say")

    def cases(self) -> Sequence[int]:
        return self.listed

    def invariant(self) -> str:
        return "Whoever is at 0 wins."

    def induction(self) -> Win | None:
        return self.proof


def circle(**claims: Any) -> Circle:
    game = type("Claimed", (Circle,), claims)()
    assert isinstance(game, Circle)
    return game


@pytest.mark.parametrize("cases", [(0, 1), (0,), (1,), (1, 0)], ids=str)
@pytest.mark.parametrize("plies", [(None, None), (2, 1), (2, 3), (1, 2), (3, 2), (2, None), (0, 0)], ids=str)
def test_a_theory_that_merely_claims_a_win_proves_none(
    cases: tuple[int, ...], plies: tuple[int | None, int | None]
) -> None:
    game = circle(plies=plies, listed=cases)
    written = [{"at": str(one), "value": ("win", "loss")[one], "plies": plies[one]} for one in cases]
    certificate = {
        **{"certificate": "numduel", "version": 1, "spec": "take", "proof": "theory"},
        "claim": {"value": "win", "winner": 1, "plies": plies[0]},
        "invariant": game.invariant(),
        "cases": [{**one, "why": "so they say"} for one in written],
    }
    assert any(
        words in refusal_for(game, certificate)
        for words in ("miscounts", "nothing shows that it does", "nothing shows that a win ever comes")
    )


class Forked(Circle):
    """From 0 to 1 or 2, where the other loses: from 1 in one ply, from 2 nobody knows when."""

    def moves(self, state: int) -> Sequence[int]:
        return (1, 2) if state == 0 else (3,)

    def play(self, state: int, move: int) -> int:
        return move

    def theory(self, state: int) -> Verdict | None:
        return (Verdict(Value.WIN, 2), Verdict(Value.LOSS, 1), Verdict(Value.LOSS), Verdict(Value.WIN))[state]


def test_a_win_that_may_come_sooner_by_a_move_of_unknown_length_is_no_case() -> None:
    with pytest.raises(DoesNotHold, match="in how many moves it ends is not known at 0"):
        theory._check_case(Forked(), theory._Word(Forked()), 0, Verdict(Value.WIN, 2))


def test_a_win_of_unknown_length_is_not_even_written() -> None:
    with pytest.raises(Unproved, match=r"not in how many plies$"):
        by_theory(circle())


@pytest.mark.parametrize(
    "plies", [Plies(2), Plies(0), Plies(10**9), Plies(2, 1), Plies(2, -1), Plies(-(10**9))], ids=str
)
def test_nor_do_groups_that_lead_in_a_circle(plies: Plies) -> None:
    for states in (0, Range(0, 0), Range(), Range(0, None), Range(None, 0)):
        game = circle(proof=Win((Group(states, 1, plies),), ()))
        assert not accepted_for(game, seal(by_theory(game)))


class Drawn(Circle):
    """Beside going in a circle there is a move that ends the game in a draw."""

    def moves(self, state: int) -> Sequence[int]:
        return (1, 2)

    def play(self, state: int, move: int) -> int:
        return 1 - state if move == 1 else 2

    def outcome(self, state: int) -> Outcome | None:
        return Outcome(None, "nobody has won") if state == 2 else None


def test_a_game_is_not_endless_where_a_draw_can_be_had() -> None:
    hold = Group(Range(0, 1), 1)
    claims = {"proof": Endless((hold,), (hold,), (Range(0, 1),)), "theory": lambda *_: Verdict(Value.ENDLESS)}
    endless, drawn = (type("Claimed", (base,), claims)() for base in (Circle, Drawn))
    assert report_for(endless, by_theory(endless)).told == ()
    assert "drawn end" in refusal_for(drawn, by_theory(drawn))


class Upwards(Circle):
    """Always one more, for ever; its theory lists one case, and says that it stands for all."""

    def play(self, state: int, move: int) -> int:
        return state + 1

    def theory(self, state: int) -> Verdict | None:
        return Verdict(Value.ENDLESS, why="there is always one more")

    def cases(self) -> Sequence[int]:
        return (0,)

    def invariant(self) -> str:
        return "One number is like another."


def test_what_rests_on_the_word_of_a_theory_is_told_and_not_called_proved() -> None:
    game = Upwards()
    report = report_for(game, by_theory(game))
    assert report.proved == ("1 case, with every move: their values follow from each other.",)
    assert report.told == (
        "That these cases stand for all positions is the theory's word, not proved: One number is like "
        "another.",
    )


def test_that_positions_counted_as_one_are_alike_is_told_where_it_is_used(tmp_path: Any) -> None:
    # Who made which operation last is in the state, and does not matter here.
    for spec, told in {
        "operation-obliteration:start=7,no_repeat=none": 1,
        "operation-obliteration": 0,
    }.items():
        file = tmp_path / f"{told}.json"
        assert numduel("prove", spec, "-o", str(file)).code == 0
        verified = numduel("verify", str(file))
        assert verified.code == 0
        shown = " ".join(verified.out.split())
        assert ("Told, not proved: That positions which the game counts as one" in shown) == bool(told)
        ends = "What was checked holds; the rest is told." if told else "Everything holds."
        assert verified.lines[-1] == ends


# Rules that cannot be run on unknown numbers


@dataclass(frozen=True)
class Heap(Game[tuple[int, ...], int]):
    """Put a 1 or a 2 on a stack, for ever; how the rules look at it is up to those who try them."""

    looks: ClassVar[Callable[[Any], object]]
    name = "heap"
    title = "Heap"
    summary = "Put a 1 or a 2."

    def initial(self) -> tuple[int, ...]:
        return ()

    def moves(self, state: tuple[int, ...]) -> Sequence[int]:
        return (1, 2)

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        put = (move,)
        return state + put

    def outcome(self, state: tuple[int, ...]) -> Outcome | None:
        return LOST if type(self).looks(state) else None

    def vocabulary(self) -> Sequence[int]:
        return (1, 2)

    def theory(self, state: tuple[int, ...]) -> Verdict | None:
        return Verdict(Value.ENDLESS, why="nobody ever loses")

    def size(self) -> float:
        return math.inf

    def induction(self) -> Endless:
        hold = Group((), 1), Group((More(0), Range(1, 2)), 1)
        return Endless(hold, hold, ((More(0),),))


def looked_at(looks: Callable[[Any], object]) -> Heap:
    game = type("Looked", (Heap,), {"looks": staticmethod(looks)})()
    assert isinstance(game, Heap)
    return game


@pytest.mark.parametrize(
    "looks",
    [
        lambda state: False,
        lambda state: state[-1:] == (3,),
        lambda state: state and state[-1] not in (1, 2) and False,
        lambda state: len(state[-4:]) > 4,
        lambda state: state == (7, 7),
    ],
)  # fmt: skip
def test_rules_that_look_at_the_top_alone_can_be_followed(looks: Callable[[Any], object]) -> None:
    game = looked_at(looks)
    assert accepted_for(game, seal(by_theory(game)))


@pytest.mark.parametrize(
    "looks",
    [
        lambda state: len(state) > 1_000,
        lambda state: len([*state]) == 3,
        lambda state: sum(1 for _ in state) == 5,
        lambda state: [*state][0:1] == [7],
        lambda state: state[0:1] == (7,),
        lambda state: state[1:] == (7,),
        lambda state: sum(state) == 10_000,
        lambda state: str(state) == "(1, 1, 1)",
        lambda state: state in {(1, 1, 1)},
        lambda state: state[::-1][:1] == (7,),
        lambda state: 7 in state,
        lambda state: state and hash(state[-1]) == 7,
        lambda state: state and f"{state[-1]}" == "7",
        lambda state: state and state[-1] // 2 == 7,
        lambda state: state and state[-1] ** 2 == 49,
        lambda state: state and state[-1] & 1 == 7,
        lambda state: state and state[-1] > 0.5 and False,
        lambda state: state and [1, 2, 3][state[-1]] == 7,
        lambda state: state and not isinstance(state[-1], int),
        lambda state: not isinstance(state, tuple),
    ],
)  # fmt: skip
def test_rules_that_cannot_be_followed_prove_nothing(looks: Callable[[Any], object]) -> None:
    game = looked_at(looks)
    assert refusal_for(game, by_theory(game)).startswith("the rules ")


# What is found out about unknown numbers is so for every number


CHANGES: dict[str, Callable[[Any, int], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": lambda number, by: by * number,
    "from": lambda number, by: by - number,
    "twice": lambda number, _: number + number,
    "abs": lambda number, _: abs(number),
}
QUESTIONS: dict[str, Callable[[Any, int], object]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": lambda number, by: by < number,
    ">=": lambda number, by: by <= number,
    "==": operator.eq,
    "!=": operator.ne,
    "%": lambda number, by: number % (abs(by) % 6 + 1),
    "bool": lambda number, _: bool(number),
}
Steps = list[tuple[str, int]]
programs = st.lists(
    st.tuples(st.sampled_from([*CHANGES]), st.integers(-4, 4))
    | st.tuples(st.sampled_from([*QUESTIONS]), st.integers(-30, 30)),
    max_size=6,
)


def run_program(steps: Steps, number: Any) -> tuple[list[object], Any]:
    """The answers to all questions, and what becomes of the number."""
    answers: list[object] = []
    for name, by in steps:
        if name in CHANGES:
            number = CHANGES[name](number, by)
        else:
            answers.append(QUESTIONS[name](number, by))
    return answers, number


@given(
    steps=programs,
    base=st.integers(-20, 20),
    step=st.integers(1, 5),
    ends=st.tuples(st.integers(-12, 0) | st.none(), st.integers(1, 12) | st.none()),
)
def test_each_number_goes_one_way_and_is_told_there_what_is_so(
    steps: Steps, base: int, step: int, ends: tuple[int | None, int | None]
) -> None:
    domain = Domain(base, step, *ends)
    indexes = range(-25 if ends[0] is None else ends[0], 26 if ends[1] is None else ends[1] + 1)
    numbers = {base + step * index for index in indexes}
    met: list[int] = []

    def run(way: Way) -> None:
        answers, last = run_program(steps, way.unknown(domain))
        left = way.domains[0]
        for number in numbers:
            index, rest = divmod(number - left.base, left.step)
            low, high = left.first, left.last
            if rest or (low is not None and index < low) or (high is not None and index > high):
                continue
            met.append(number)
            expected, end = run_program(steps, number)
            assert answers == expected
            assert end == (last if isinstance(last, int) else last.slope * number + last.base)

    every_way(run, lambda _: None)
    assert sorted(met) == sorted(numbers)


def plain(pile: Pile, below: tuple[int, ...]) -> tuple[int, ...]:
    """A plain stack among those that a pile stands for: with these numbers where nobody has looked."""
    known: tuple[int, ...] = sample(pile.known)
    return known if pile.step is None else (*below, *known)


@given(
    least=st.integers(0, 4),
    step=st.integers(1, 2),
    deep=st.integers(1, 6),
    copies=st.integers(0, 3),
    pushed=st.lists(st.integers(1, 9), max_size=3),
)
def test_a_pile_answers_as_every_stack_does_that_it_stands_for(
    least: int, step: int, deep: int, copies: int, pushed: list[int]
) -> None:
    heights = set()

    def run(way: Way) -> None:
        pile = some_state(way, (More(least, step),), load("operation-stack"))
        pile = pile + tuple(pushed)
        top, rest, below = pile[-deep:], pile[:-deep], (0,) * step * copies
        stack = plain(pile, below)
        assert sample(top) == stack[-deep:]
        assert plain(rest, below) == stack[:-deep]
        assert bool(pile) == bool(stack)
        heights.add(len(stack))
        for other in (stack, stack[1:], (5, *stack), (7,) * len(stack)):
            one = Pile(way, None, stack)
            assert (one == other) == (stack == other)

    every_way(run, lambda _: None)
    lowest = least + len(pushed)
    assert {height % step for height in heights} == {lowest % step}
    assert min(heights) == lowest if copies == 0 or lowest < deep else min(heights) >= lowest


def test_a_pattern_fits_a_pile_only_if_it_fits_each_stack() -> None:
    def found(pattern: Any, wanted: Any) -> set[bool]:
        answers = set()
        every_way(
            lambda way: answers.add(fits(some_state(way, pattern, load("operation-stack")), wanted)),
            lambda _: None,
        )
        return answers

    assert found((More(3, 2),), (More(3, 2),)) == {True}
    assert found((More(3, 2),), (More(1, 2),)) == {True}
    assert found((More(3, 2),), (More(1, 1),)) == {True}
    assert found((More(3, 2),), (More(2, 2),)) == {False}
    assert found((More(3, 1),), (More(3, 2),)) == {False}
    assert found((More(1, 1),), (More(2, 1),)) == {True, False}
    assert found((More(1, 1),), (Range(),)) == {True, False}
    assert found((More(1, 1), 5), (More(1, 1), Range(4, 6))) == {True}
    assert found((More(1, 1), Range(3, 6)), (More(1, 1), Range(4, 6))) == {True, False}
    assert found((Range(0, 9, 3),), (Range(0, None, 2),)) == {True, False}
