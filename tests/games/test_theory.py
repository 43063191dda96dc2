"""Theory: what a game knows of itself without search, against tables of everything that can be searched."""

import math
import random
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import nodes_of
from strategies import FIRST_VARIANTS, GAMES, AnyGame, some_games, steps, unfold, walk

from numduel import Position, games, load
from numduel.analysis.explanation import hint
from numduel.core.verdict import Value, Verdict
from numduel.engine.limits import Limits
from numduel.solver.answers import Answers
from numduel.solver.explore import explore
from numduel.solver.table import Table

STACK: Any = games()["operation-stack"]
DIGITS: Any = games()["digit-stack"]
DUEL: Any = games()["operation-duel"]


def table_of(game: AnyGame, root: Any = None, limit: int = 100_000) -> Table:
    return Table(explore(game, game.initial() if root is None else root, limit))


def assert_theory_holds(game: AnyGame) -> int:
    """Theory says of every position what the whole table says, plies too where it gives any; how many."""
    table = table_of(game)
    assert table.graph.complete
    checked = 0
    places = nodes_of(game, most=100_000)
    assert places is not None
    for place in places.values():
        if place.stuck is not None:
            continue
        theory, known = game.theory(place.state), table[place.state]
        assert theory is not None, f"{game.spec}: nothing said of {place.state}"
        assert theory.value is known.value, f"{game.spec}: {theory} at {place.state}, not {known}"
        assert theory.plies in (None, known.plies), f"{game.spec}: {theory} at {place.state}, not {known}"
        checked += 1
    return checked


# Operation Duel


@pytest.mark.parametrize("overshoot", ["loses", "forbidden"])
@pytest.mark.parametrize("targets", [range(1, 65), range(65, 105), range(105, 131), range(131, 151)])
def test_operation_duel_is_known_for_every_target_and_start(targets: range, overshoot: str) -> None:
    for target in targets:
        # From 0 and from 1 every other number can be reached as well; a few later starts for good measure.
        for start in {0, 1, target // 4, target // 2, target - 1}:
            if start < target:
                assert assert_theory_holds(DUEL(target=target, start=start, overshoot=overshoot)) > 0


@given(
    target=st.integers(150, 3_000), start=st.integers(0, 3), overshoot=st.sampled_from(["loses", "forbidden"])
)
def test_operation_duel_is_known_for_larger_targets(target: int, start: int, overshoot: str) -> None:
    assert_theory_holds(DUEL(target=target, start=start, overshoot=overshoot))


def duel_lengths(target: int, overshoot: str) -> list[tuple[bool, int]]:
    """Whether each number is won, and in how many plies, straight from the rules; the target stands last."""
    known = [(False, 0)] * (target + 1)
    for number in range(target - 1, 0, -1):
        reached = [known[made] for made in (number + 1, 2 * number) if made <= target]
        overstepped = [(False, 1)] * (2 * number > target and overshoot == "loses")
        wins = [plies + 1 for won, plies in reached if not won]
        losses = [plies + 1 for won, plies in reached if won] + [plies for _, plies in overstepped]
        known[number] = (True, min(wins)) if wins else (False, max(losses))
    return known


@pytest.mark.parametrize("overshoot", ["loses", "forbidden"])
@pytest.mark.parametrize(
    "targets",
    [range(2, 301), range(301, 2_001, 119), pytest.param(range(301, 2_001), marks=pytest.mark.slow)],
)
def test_operation_duel_counts_the_moves_from_every_number_to_every_target(
    targets: range, overshoot: str
) -> None:
    for target in targets:
        game, known = DUEL(target=target, overshoot=overshoot), duel_lengths(target, overshoot)
        for number in range(1, target):
            verdict = game.theory(number)
            assert (verdict.value is Value.WIN, verdict.plies) == known[number], (target, number)


@given(target=st.integers(2, 10**60), data=st.data())
def test_operation_duel_counts_moves_as_those_a_move_later_are_counted(
    target: int, data: st.DataObject
) -> None:
    game = DUEL(target=target, start=0)
    quarters = [target >> shift for shift in range(0, target.bit_length(), 1)]
    near = st.sampled_from(quarters).flatmap(lambda one: st.integers(max(0, one - 3), one + 3))
    number = data.draw((near | st.integers(0, target - 1)).filter(lambda one: one < target))
    verdict = game.theory(number)
    made = []
    for after in (number + 1, 2 * number):
        known = (
            game.theory(after) if after < target else Verdict(Value.LOSS if after == target else Value.WIN, 0)
        )
        made.append(known.before())
    best = max(made, key=lambda one: one.rank)
    assert (verdict.value, verdict.plies) == (best.value, best.plies)


@pytest.mark.parametrize("exponent", [*range(1, 6), pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("offset", [-2, -1, 0, 1, 2])
def test_operation_duel_is_known_around_the_powers_of_four(exponent: int, offset: int) -> None:
    target = 4**exponent + offset
    assert_theory_holds(DUEL(target=target, start=0))
    assert_theory_holds(DUEL(target=4 * target))


@lru_cache
def duel_by_halves(target: int) -> list[bool]:
    """Whether each number is won, straight from the rules, from the target downwards."""
    won = [False] * (target + 1)
    for number in range(target - 1, 0, -1):
        won[number] = any(made <= target and not won[made] for made in (number + 1, 2 * number))
    return won


# Odd and even, round in tens and in fours, and beside what is round.
@pytest.mark.parametrize(
    "target",
    [
        *(9_999, 10_000, 2**14, 4**7 + 4**3, 3 * 4**6, 4**7 + 1),
        *(
            pytest.param(target, marks=pytest.mark.slow)
            for target in (99_999, 100_000, 2**16, 4**8 + 4**3, 3 * 4**7, 4**8 + 1)
        ),
    ],
)
def test_operation_duel_is_known_at_every_number_of_a_large_target(target: int) -> None:
    game, won = DUEL(target=target), duel_by_halves(target)
    for number in range(1, target):
        verdict = game.theory(number)
        assert verdict is not None
        assert verdict.value is (Value.WIN if won[number] else Value.LOSS), number


@pytest.mark.parametrize("digits", [1_000, 5_000])
@pytest.mark.parametrize("last", [1, 2, 4, 8, 16, 20])
def test_operation_duel_is_known_for_a_target_of_thousands_of_digits(digits: int, last: int) -> None:
    target = 10 ** (digits - 1) + last
    game = DUEL(target=target)
    # The verdict follows from those on the two numbers after it, here as everywhere.
    for number in (1, 2, 3, 10**9, target // 4, target // 4 + 1, target // 2, target // 2 + 1, target - 2):
        verdict = game.theory(number)
        after = [game.theory(made) for made in (number + 1, 2 * number) if made < target]
        lost = [one for one in after if one is not None and one.value is Value.LOSS]
        assert verdict is not None
        assert verdict.value is (Value.WIN if lost or 2 * number == target else Value.LOSS)
    assert Answers(game).method(1) == "theory"


@pytest.mark.parametrize(
    "spec",
    [
        "operation-duel:add=2",
        "operation-duel:add=1/2",
        "operation-duel:add=none",
        "operation-duel:multiply=3",
        "operation-duel:multiply=2/3",
        "operation-duel:multiply=none",
        "digit-stack:repeats=no",
        "digit-stack:multiple=1000003",
        "digit-stack:reach=9",
        "operation-stack:operations=plus/minus/times/swap",
        "operation-stack:operations=plus/minus/times/negate",
        "operation-stack:operations=plus/minus/times/double",
        "operation-stack:target=5,operations=plus/double",
        "operation-stack:operations=swap",
        "operation-stack:max_stack=4",
        "operation-stack:max_stack=1000000",
        "operation-stack:target=0,numbers=0",
        "operation-stack:target=4,numbers=2,operations=times",
        "top-stack-twelve:limit=13",
        "top-stack-twelve:window=2",
        "top-stack-twelve:window=4",
        "top-stack-twelve:tokens=1-5",
        "top-stack-twelve:tokens=1-7",
        "top-stack-twelve:supply=100",
    ],
)
def test_theory_is_silent_where_it_does_not_apply(spec: str) -> None:
    game = load(spec)
    for steps_taken in ([], [0], [0, 0], [1, 2, 3]):
        position = walk(game, steps_taken)[-1]
        if position.outcome is None:
            assert game.theory(position.state) is None


# Digit Stack


@pytest.mark.parametrize(
    "target", [*range(1, 35), 99, 100, 101, 109, 110, 111, 190, 199, 200, 201, 555, 990, 999]
)
def test_digit_stack_is_known_for_small_targets_and_many_sets_of_digits(target: int) -> None:
    rng = random.Random(target)
    sets = [tuple(range(1, 10)), *((digit,) for digit in range(1, 10))]
    sets += [tuple(rng.sample(range(1, 10), rng.randint(2, 6))) for _ in range(12)]
    for digits in sets:
        assert_theory_holds(DIGITS(target=target, digits=digits))


@given(target=st.integers(1_000, 99_999), digits=st.sets(st.integers(1, 9), min_size=1, max_size=5))
def test_digit_stack_is_known_for_larger_targets(target: int, digits: set[int]) -> None:
    assert_theory_holds(DIGITS(target=target, digits=tuple(digits)))


@given(digits=st.sets(st.integers(1, 9), min_size=1, max_size=4), data=st.data())
def test_digit_stack_is_known_for_targets_that_its_own_digits_spell(
    digits: set[int], data: st.DataObject
) -> None:
    # Only then can the target be made, and only then is every prefix of it met.
    spelled = data.draw(st.lists(st.sampled_from(sorted(digits)), min_size=1, max_size=6))
    target = int("".join(map(str, spelled)))
    assert_theory_holds(DIGITS(target=target, digits=tuple(digits)))


def test_digit_stack_is_known_at_rulebook_settings_and_where_a_few_choices_matter() -> None:
    assert assert_theory_holds(load("digit-stack")) == 820
    assert assert_theory_holds(load("digit-stack:target=19191")) > 1_000


@pytest.mark.parametrize("digits", [1_000, 5_000])
@pytest.mark.parametrize("head", ["1", "5", "99", "32"])
def test_digit_stack_is_known_for_a_target_of_thousands_of_digits(digits: int, head: str) -> None:
    target = int(head) * 10 ** (digits - len(head)) + 7
    game = DIGITS(target=target)
    for number in (0, 1, 9, int(head), int(head) * 10, 10 ** (digits - 2) + 1, target // 10, target - 5):
        verdict = game.theory(number)
        assert verdict is not None
        assert verdict.plies is not None
        # What it says follows from what it says one move later.
        made = [one_move_later(game, number, digit) for digit in game.vocabulary()]
        assert max(made, key=lambda one: one.rank).value is verdict.value
        assert max(made, key=lambda one: one.rank).plies == verdict.plies


def one_move_later(game: AnyGame, state: Any, move: Any) -> Verdict:
    """What theory says of a move, for the player who makes it."""
    after = game.play(state, move)
    outcome = game.outcome(after)
    if outcome is not None:
        return Verdict(Value.LOSS if outcome.reason.endswith("exceeded") else Value.WIN, 1)
    theory = game.theory(after)
    assert theory is not None
    return theory.before()


# Top Stack Twelve


def test_top_stack_twelve_is_known_at_rulebook_settings() -> None:
    assert assert_theory_holds(load("top-stack-twelve")) == 42


def test_top_stack_twelve_is_known_however_tall_the_stack() -> None:
    game = load("top-stack-twelve")
    table = table_of(game)
    for position in walk(game, [0] * 200):
        theory = game.theory(position.state)
        assert theory is not None
        assert (theory.value, theory.plies) == (
            table[position.state].value,
            table[position.state].plies,
        )


# Operation Stack, unbounded: what is claimed is never contradicted by anything that can be explored


def stacks() -> Iterator[AnyGame]:
    """Settings without a bound on the stack and without swap, all sorts of them."""
    yield load("operation-stack")
    for target in (-1, 0, 2, 24):
        for numbers in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (0, 1, 2), (1, 2, 4)):
            for operations in (("plus",), ("minus",), ("times",), ("plus", "minus", "times")):
                yield STACK(target=target, numbers=numbers, operations=operations)
    rng = random.Random(24)
    for _ in range(60):
        yield STACK(
            target=rng.randint(-30, 30),
            numbers=tuple(rng.sample(range(13), rng.randint(1, 3))),
            operations=tuple(rng.sample(["plus", "minus", "times"], rng.randint(0, 3))),
            max_value=rng.choice([None, None, 0, 2, 10, 40]),
        )


SOME_STACKS = list(stacks())


@pytest.mark.parametrize("limit", [600, pytest.param(1_200, marks=pytest.mark.slow)])
@pytest.mark.parametrize("part", range(10))
def test_no_claim_on_operation_stack_is_contradicted_by_exploring_from_the_start(
    part: int, limit: int
) -> None:
    for game in SOME_STACKS[part::10]:
        assert_nothing_contradicts(game, game.initial(), limit)


@pytest.mark.parametrize("limit", [10_000, pytest.param(20_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "spec",
    [
        "operation-stack",
        "operation-stack:target=0,numbers=0/3/5",
        "operation-stack:target=2,numbers=1/2",
        "operation-stack:target=6,numbers=2/3,operations=plus/times",
    ],
)
def test_no_claim_on_operation_stack_is_contradicted_by_thousands_of_positions(spec: str, limit: int) -> None:
    assert_nothing_contradicts(load(spec), load(spec).initial(), limit)


@given(data=st.data())
def test_no_claim_on_operation_stack_is_contradicted_by_exploring_from_anywhere(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(SOME_STACKS))
    length = data.draw(st.integers(1, 4))
    root = tuple(data.draw(st.lists(st.integers(-40, 40), min_size=length, max_size=length)))
    if game.outcome(root) is None:
        assert_nothing_contradicts(game, root, 800)


def assert_nothing_contradicts(game: AnyGame, root: Any, limit: int) -> None:
    table = table_of(game, root, limit)
    for state in table.graph.index:  # a stack is its own key
        known, theory = table[state], game.theory(state)
        if theory is None or known.value is Value.UNSOLVED:
            continue
        assert theory.value is known.value, f"{game.spec}: {theory} at {state}, where a table has {known}"
        if known.plies is not None:
            assert theory.plies == known.plies, f"{game.spec}: {theory} at {state}, not {known}"


@pytest.mark.parametrize("part", range(5))
def test_operation_stack_claims_every_win_in_one_and_no_other(part: int) -> None:
    rng = random.Random(part)
    for game in SOME_STACKS[part::5]:
        if game.theory(game.initial()) is None:
            continue
        near = {game.settings["target"], *game.settings["numbers"]}
        for _ in range(60):
            size = rng.choice([0, 1, 2, 2, 2, 3, 4])
            stack = tuple(rng.choice([*near, rng.randint(-30, 30)]) for _ in range(size))
            if game.outcome(stack) is not None:
                continue
            verdict = game.theory(stack)
            wins = any(is_won(game, game.play(stack, move)) for move in game.moves(stack))
            assert verdict is not None
            assert (verdict.value, verdict.plies) == ((Value.WIN, 1) if wins else (Value.ENDLESS, None))


@pytest.mark.parametrize("part", range(5))
def test_operation_stack_refuses_just_where_a_single_number_can_be_a_trap(part: int) -> None:
    for game in SOME_STACKS[part::5]:
        target = game.settings["target"]
        singles = [(alone,) for alone in range(-60, 61) if alone != target]
        traps = [single for single in singles if every_push_loses(game, single)]
        assert (game.theory(game.initial()) is None) == bool(traps), f"{game.spec}: {traps}"
        # A refusal is no excess of caution: the table proves the loss.
        for trap in traps[:2]:
            known = table_of(game, trap, 500)[trap]
            assert (known.value, known.plies) == (Value.LOSS, 2)


def is_won(game: AnyGame, stack: tuple[int, ...]) -> bool:
    """Whether the player who has just moved has left the target alone."""
    return stack == (game.settings["target"],)


def every_push_loses(game: AnyGame, alone: tuple[int, ...]) -> bool:
    pushed = [game.play(alone, number) for number in game.settings["numbers"]]
    return all(any(is_won(game, game.play(stack, move)) for move in game.moves(stack)) for stack in pushed)


@pytest.mark.parametrize(
    "spec",
    [
        "operation-stack:target=5",
        "operation-stack:target=0,numbers=0/1/2",
        "operation-stack:target=1,numbers=1,operations=times",
        "operation-stack:target=7,numbers=7,operations=none",
    ],
)
def test_operation_stack_is_won_in_one_where_the_target_can_be_pushed(spec: str) -> None:
    game = load(spec)
    verdict = game.theory(game.initial())
    assert verdict is not None
    assert (verdict.value, verdict.plies) == (Value.WIN, 1)
    assert "can be pushed" in verdict.why


@pytest.mark.parametrize(
    ("spec", "plies"),
    [
        # Whatever there is alone, times the 0 that must be pushed it is 0; but nobody gets that far.
        ("operation-stack:target=0,numbers=0", 1),
        ("operation-stack:target=2,numbers=1,operations=plus", 3),
        ("operation-stack:target=4,numbers=2,operations=times", 3),
        ("operation-stack:target=6,numbers=2/3", 3),
    ],
)
def test_operation_stack_says_nothing_where_a_win_can_be_forced(spec: str, plies: int) -> None:
    game = load(spec)
    assert game.theory(game.initial()) is None
    answers = Answers(game, limits=Limits(positions=2_000))
    verdict = answers.verdict(game.initial())
    assert (verdict.value, answers.method(game.initial())) == (Value.WIN, "table")
    assert verdict.plies in (None, plies)


@pytest.mark.parametrize("digits", [1_000, 5_000])
def test_operation_stack_is_known_for_a_target_of_thousands_of_digits(digits: int) -> None:
    game = STACK(target=-(10 ** (digits - 1)))
    verdict = game.theory(game.initial())
    assert verdict is not None
    assert verdict.value is Value.ENDLESS
    pair = game.theory((-(10 ** (digits - 1)) - 9, 9))
    assert pair is not None
    assert (pair.value, pair.plies) == (Value.WIN, 1)


# All of them


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_reasons_are_clauses_that_a_sentence_can_carry(name: str, data: st.DataObject) -> None:
    game = data.draw(some_games(name))
    for position in walk(game, data.draw(steps(8))):
        theory = None if position.outcome is not None else game.theory(position.state)
        if theory is None:
            continue
        assert theory.why == theory.why.strip()
        assert len(theory.why) > 10
        assert theory.why[-1] not in ".,:;!?"
        assert theory.why[0].islower() or theory.why[0].isdigit() or theory.why[0] in "+*-"
        assert "\n" not in theory.why
        assert "None" not in theory.why
        assert len(theory.why) < 400


@pytest.mark.parametrize(
    "spec", ["operation-duel:target={}", "digit-stack:target={}", "operation-stack:target={}"]
)
def test_reasons_show_huge_numbers_shortened_whatever_python_may_write(spec: str) -> None:
    game = load(spec.format("7" + "3" * 4_999))
    before = sys.get_int_max_str_digits()
    for picks in ([], [0], [1, 1]):
        verdict = game.theory(walk(game, picks)[-1].state)
        assert verdict is not None
        assert 10 < len(verdict.why) < 400
    assert sys.get_int_max_str_digits() == before  # nobody lifts the limit behind everybody's back


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_a_theory_knows_a_whole_game_or_nothing_of_it(name: str, data: st.DataObject) -> None:
    # So that what follows one of its positions is never out of its reach.
    game = data.draw(some_games(name))
    positions = [p for p in walk(game, data.draw(steps(12))) if p.outcome is None]
    assert len({game.theory(position.state) is None for position in positions}) == 1


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_a_verdict_by_theory_follows_from_those_a_move_later(name: str, data: st.DataObject) -> None:
    game = data.draw(some_games(name))
    for position in walk(game, data.draw(steps(12))):
        theory = None if position.outcome is not None else game.theory(position.state)
        if theory is None:
            continue
        made = []
        for move in position.moves:
            after = position.play(move)
            known = game.theory(after.state) if after.outcome is None else None
            ended = Value.WIN if after.winner == position.player else Value.LOSS
            made.append(known.before() if known else Verdict(ended, 1))
        assert max(made, key=lambda one: one.rank).value is theory.value


@pytest.mark.parametrize("name", GAMES)
def test_no_game_has_fewer_positions_than_its_size_allows(name: str) -> None:
    for spec in (name, FIRST_VARIANTS.get(name, name)):
        game = load(spec)
        size, table = game.size(), table_of(game, limit=20_000)
        if size is not None:
            assert size >= len(table.graph)
            assert table.graph.complete or size > 20_000
            assert math.isinf(size) or isinstance(size, int)


def test_no_reason_of_theory_depends_on_who_reads_it() -> None:
    # A reason is told to the player to move there, and to the one who thinks of leaving it.
    boards = [*SOME_STACKS, *map(load, ("operation-duel:target=31", "operation-duel:start=0,target=7"))]
    boards += [load(name) for name in ("digit-stack", "operation-duel", "top-stack-twelve")]
    for game in boards:
        for position in unfold(game, 60):
            verdict = None if position.outcome is not None else game.theory(position.state)
            words = set(verdict.why.replace(",", "").split()) if verdict is not None else set()
            assert not words & {"player", "opponent", "you", "your"}, (game.spec, position.state, verdict)


def test_a_hint_in_operation_stack_is_true_of_both_players() -> None:
    position = Position(load("operation-stack"), (3, 8, 1), 3)
    told = hint(position, Answers(position.game, position.state))
    assert told.endswith("and whoever never faces two need never leave two that make it.")


def test_nobody_is_said_to_be_unable_to_make_what_an_operation_makes() -> None:
    makers = 0
    for game in SOME_STACKS:
        verdict = game.theory(game.initial())
        made = any(is_won(game, position.state) for position in unfold(game, 300) if position.ply > 1)
        assert verdict is None or not made or "nobody can ever make" not in verdict.why, game.spec
        makers += made
    assert makers > 20


@pytest.mark.parametrize(
    ("settings", "can"),
    [
        ("operations=times,target=23", False),
        ("operations=times,target=1000003", False),
        ("operations=times,target=63", True),
        ("operations=plus,target=11,numbers=5/7", False),
        ("operations=plus/times,target=32,numbers=5/7", True),
        ("operations=plus,target=100000", True),
        ("operations=minus,target=24", True),
        ("operations=times,target=0", False),
    ],
)
def test_a_target_that_nobody_can_make_is_said_to_be_one(settings: str, can: bool) -> None:
    verdict = load(f"operation-stack:{settings}").theory((1, 1, 1, 1))
    assert verdict is not None
    assert verdict.why.startswith("nobody can make" if can else "nobody can ever make")
