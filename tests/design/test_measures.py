"""Each measure of a setting is what brute force finds, and what simulation comes near to."""

import math
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from brute_measures import WORTH, Brute, Noisy
from diagrams import Diagram, diagram, diagrams
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import small_games, small_nodes
from strategies import OURS

import numduel
from numduel.design.measure import measure
from numduel.design.measures import TRAP_DEPTHS, Figures
from numduel.design.noise import EPSILONS, Noise

# Games without cycles, so small that every game can be played, some with draws and players without a move.
TREES = [
    numduel.load("operation-duel:target=9,add=1/2"),
    numduel.load("operation-duel:target=8,add=2/3,overshoot=forbidden"),
    numduel.load("digit-stack:target=99,digits=1-4,repeats=no"),
    numduel.load("top-stack-twelve:limit=6,tokens=1-3,supply=1,window=2"),
    diagram({"a": "bc+", "b": "cd-", "c": "de=", "d": "e+-", "e": "=-"}),
    diagram({"a": "bbc", "b": "cde", "c": "d-e"}, {"d": "+", "e": "-"}),
]


def figures_of(game: numduel.Game[Any, Any]) -> Figures:
    found = measure(game).figures
    assert found is not None
    return found


def at(figures: Figures, epsilon: float) -> Noise:
    return next(noise for noise in figures.noise if noise.epsilon == epsilon)


@pytest.mark.parametrize(
    ("spec", "decisions", "chance", "value", "plies"),
    [
        ("operation-duel:target=50,add=1-3,multiply=3/4", 0.76, 0.492, "loss", 24),
        ("top-stack-twelve:limit=8,window=2,supply=2", 0.46, 0.438, "loss", 12),
        (
            "operation-stack:target=10,numbers=1-2,operations=plus/times/double,max_stack=3,max_value=12",
            *(0.53, 0.619, "win", 17),
        ),
        ("digit-stack:target=999999999999,digits=1-5,multiple=7", 0.75, 0.381, "loss", 13),
    ],
)
def test_figures_agree_with_those_of_independent_code(
    spec: str, decisions: float, chance: float, value: str, plies: int
) -> None:
    found = numduel.measure(spec)
    assert found.figures is not None
    assert (found.value, found.plies) == (value, plies)
    assert found.figures.decisions.share == pytest.approx(decisions, abs=0.005)
    assert at(found.figures, 0.2).player1 == pytest.approx(chance, abs=0.0005)


def check_counts(game: numduel.Game[Any, Any], brute: Brute) -> None:
    """What is counted, position by position."""
    figures, nodes = figures_of(game), brute.nodes
    decisions = [key for key in nodes if brute.is_decision(key)]
    first, second = brute.reached()
    assert figures.positions == len(nodes)
    assert figures.decisions.share == len(decisions) / len(nodes)
    assert figures.decisions.player1 == sum(map(brute.is_decision, first)) / len(first)
    assert figures.decisions.player2 == (
        sum(map(brute.is_decision, second)) / len(second) if second else None
    )
    assert figures.endless == [value for value, _ in brute.answers.values()].count("endless") / len(nodes)
    assert figures.longest == max(plies or 0 for _, plies in brute.answers.values())
    moving = [key for key in nodes if brute.leads_to(key)]
    assert figures.branching == pytest.approx(sum(len(brute.leads_to(key)) for key in moving) / len(moving))
    only = sum(map(brute.is_only_move, decisions))
    assert figures.only_moves == (only / len(decisions) if decisions else None)


@settings(max_examples=20, deadline=None)
@given(diagrams())
def test_counts_are_right_in_diagrams(game: Diagram) -> None:
    check_counts(game, Brute(game))


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_counts_are_right_in_our_games(data: st.DataObject) -> None:
    game = data.draw(small_games(data.draw(st.sampled_from(OURS))))
    check_counts(game, Brute(game, small_nodes(game, most=600)))


@pytest.mark.parametrize("game", TREES, ids=lambda game: game.spec)
@pytest.mark.parametrize("epsilon", [0.05, 0.2, 1.0])
def test_noise_is_what_all_games_together_come_to(game: numduel.Game[Any, Any], epsilon: float) -> None:
    brute, found = Brute(game), at(figures_of(game), epsilon)
    policy = brute.noisy(Fraction(epsilon).limit_denominator(100))
    played = list(brute.games(policy, policy))
    won = [one for one in played if one.result]
    share = sum(one.likely for one in won)
    assert sum(one.likely for one in played) == 1
    assert found.player1 == pytest.approx(float(sum(one.likely for one in won if one.result > 0)))
    assert found.player2 == pytest.approx(float(sum(one.likely for one in won if one.result < 0)))
    assert found.drawn == pytest.approx(float(1 - share), abs=1e-12)
    assert found.undecided == 0
    mean = sum(one.likely * one.plies for one in played)
    variance = sum(one.likely * (one.plies - mean) ** 2 for one in played)
    assert found.length == pytest.approx(float(mean))
    assert found.spread == pytest.approx(math.sqrt(variance), abs=1e-9)
    turns = sum(one.likely * sum(bool(brute.leads_to(key)) for key in one.met) for one in played)
    choices = sum(one.likely * sum(map(brute.is_decision, one.met)) for one in played)
    assert found.decisions == pytest.approx(float(choices / turns))
    edges = {key: edge_of(brute, key, epsilon) for key in brute.nodes}
    drama = sum(one.likely * behind(one.met, one.result, edges) for one in won) / share
    changes = sum(one.likely * lead_changes(one.met, one.result, one.plies, edges) for one in won) / share
    assert found.drama == pytest.approx(float(drama))
    assert found.lead_changes == pytest.approx(float(changes))


def edge_of(brute: Brute, key: Any, epsilon: float) -> Fraction:
    """The chance of the player to move less that of the other."""
    if not brute.leads_to(key):
        return Fraction(WORTH.get(brute.nodes[key].stuck or "", 0))
    likely = brute.noisy(Fraction(epsilon).limit_denominator(100))(key)
    return sum(
        (
            share * (WORTH.get(end or "", 0) if after is None else -edge_of(brute, after, epsilon))
            for (after, end), share in zip(brute.leads_to(key), likely, strict=True)
        ),
        Fraction(0),
    )


def course(met: tuple[Any, ...], edges: dict[Any, Fraction]) -> list[Fraction]:
    """The edge of player 1 at each position met."""
    return [edges[key] * (-1) ** ply for ply, key in enumerate(met)]


def behind(met: tuple[Any, ...], result: int, edges: dict[Any, Fraction]) -> Fraction:
    return sum((max(-edge * result, Fraction(0)) for edge in course(met, edges)), Fraction(0))


def lead_changes(met: tuple[Any, ...], result: int, plies: int, edges: dict[Any, Fraction]) -> int:
    ends = [Fraction(result)] if plies == len(met) else []  # a player without a move has met the end
    values = [*course(met, edges), *ends]
    return sum(before * after < 0 for before, after in pairwise(values))


@settings(max_examples=20, deadline=None)
@given(diagrams(most=6), st.sampled_from([0.0, 0.1, 0.3, 1.0]))
def test_chances_are_exact_where_games_run_in_circles(game: Diagram, epsilon: float) -> None:
    found = at(figures_of(game), epsilon)
    first, second, drawn = Noisy(Brute(game), Fraction(epsilon).limit_denominator(100)).chances()
    assert found.player1 == pytest.approx(float(first), abs=1e-9)
    assert found.player2 == pytest.approx(float(second), abs=1e-9)
    assert found.drawn == pytest.approx(float(drawn), abs=1e-9)
    assert found.undecided == pytest.approx(float(1 - first - second - drawn), abs=1e-9)


@pytest.mark.parametrize("spec", ["top-stack-twelve", "operation-obliteration:narrow"])
def test_noise_is_near_to_what_simulation_finds(spec: str) -> None:
    game, epsilon, count = numduel.load(spec), 0.2, 4_000
    answers, rng = numduel.solve(game), Random(7)
    known: dict[Any, tuple[list[Any], list[Any]]] = {}

    def moves_of(position: numduel.Position[Any, Any]) -> tuple[list[Any], list[Any]]:
        state, key = position.state, game.key(position.state)
        if key not in known:
            rated = answers.moves(state)
            best = max(verdict.rank for _, verdict in rated)
            known[key] = [move for move, _ in rated], [move for move, one in rated if one.rank == best]
        return known[key]

    wins, plies = 0, []
    for _ in range(count):
        position = numduel.Position.start(game)
        while position.outcome is None:
            position = position.play(rng.choice(moves_of(position)[rng.random() >= epsilon]))
        plies.append(position.ply)
        wins += position.winner == 1
    found = at(figures_of(game), epsilon)
    assert found.length is not None
    assert found.spread is not None
    error = math.sqrt(found.player1 * (1 - found.player1) / count)
    assert abs(wins / count - found.player1) < 4.5 * error
    assert abs(sum(plies) / count - found.length) < 4.5 * found.spread / math.sqrt(count)


@pytest.mark.parametrize("game", TREES, ids=lambda game: game.spec)
def test_traps_and_the_depth_to_understand_are_what_searching_finds(game: numduel.Game[Any, Any]) -> None:
    brute, figures = Brute(game), figures_of(game)
    decisions = [key for key in brute.nodes if brute.is_decision(key)]
    for depth, density in zip(TRAP_DEPTHS, figures.traps, strict=True):
        traps = sum(sum(brute.errs(key, depth)) for key in decisions)
        assert density == (traps / len(decisions) if decisions else None)
    lines = [key for key in brute.on_best_lines() if brute.leads_to(key)]
    sure = [depth for depth in range(12) if not any(any(brute.errs(key, depth)) for key in lines)]
    assert figures.depth == sure[0]
    assert sure == list(range(sure[0], 12))


@settings(max_examples=15, deadline=None)
@given(diagrams(most=6))
def test_the_depth_to_understand_is_right_where_games_run_in_circles(game: Diagram) -> None:
    brute, depth = Brute(game), figures_of(game).depth
    lines = [key for key in brute.on_best_lines() if brute.leads_to(key)]
    if depth <= 6:
        assert not any(any(brute.errs(key, depth)) for key in lines)
    if 0 < depth <= 7:
        assert any(any(brute.errs(key, depth - 1)) for key in lines)


@pytest.mark.parametrize("game", TREES, ids=lambda game: game.spec)
def test_the_skill_ladder_is_what_all_games_together_come_to(game: numduel.Game[Any, Any]) -> None:
    brute = Brute(game)
    for rung in figures_of(game).ladder:
        better, worse = brute.looking(rung.better), brute.looking(rung.depth)
        first = sum(one.likely * (1 + one.result) / 2 for one in brute.games(better, worse))
        second = sum(one.likely * (1 - one.result) / 2 for one in brute.games(worse, better))
        assert (rung.player1, rung.player2) == pytest.approx((float(first), float(second)))


def test_the_ladder_ends_where_everything_is_seen() -> None:
    figures = figures_of(numduel.load("operation-duel:fifty"))
    assert [(rung.depth, rung.better) for rung in figures.ladder] == [
        (2**at, 2 ** (at + 1)) for at in range(5)
    ]
    assert figures.longest == 24


def test_the_longest_run_of_only_moves_counts_turns_of_one_player() -> None:
    # Player 1 has one right move at a, and again at c; at e any move will do.
    game = diagram({"a": "b-", "b": "c", "c": "-d", "d": "e", "e": "++"})
    assert figures_of(game).only_run == 2
    assert figures_of(diagram({"a": "+-"})).only_run == 1
    assert figures_of(diagram({"a": "++"})).only_run == 0


def test_only_moves_that_go_on_for_ever_have_no_longest_run() -> None:
    assert figures_of(diagram({"a": "b-", "b": "a-"})).only_run is None


def test_the_weaker_player_gets_the_seat_that_scores_more() -> None:
    for game in TREES:
        brute, weaker = Brute(game), figures_of(game).weaker
        poor, good = brute.noisy(Fraction(3, 10)), brute.noisy(Fraction(1, 10))
        first = sum(one.likely * (1 + one.result) / 2 for one in brute.games(poor, good))
        second = sum(one.likely * (1 - one.result) / 2 for one in brute.games(good, poor))
        assert (weaker.player1, weaker.player2) == pytest.approx((float(first), float(second)))
        assert weaker.seat == (None if first == second else 1 if first > second else 2)


def test_without_noise_best_play_is_all_there_is() -> None:
    won, endless = (figures_of(numduel.load(spec)) for spec in ("operation-duel", "top-stack-twelve"))
    assert (at(won, 0).player2, at(won, 0).spread) == (1, 0)
    assert at(won, 0).length == pytest.approx(14)
    assert (at(won, 0).drama, at(won, 0).lead_changes) == (0, 0)
    assert (at(endless, 0).undecided, at(endless, 0).length) == (1, None)


def test_every_epsilon_that_is_promised_has_its_figures() -> None:
    assert tuple(noise.epsilon for noise in figures_of(TREES[0]).noise) == EPSILONS
    assert EPSILONS == (0, 0.05, 0.1, 0.2, 0.3, 0.5, 1)


def test_a_game_beyond_the_limit_says_so_and_has_its_value_from_theory() -> None:
    found = numduel.measure("operation-duel:target=31", numduel.Limits(positions=5))
    assert (found.value, found.plies, found.figures, found.worth) == ("loss", 30, None, None)
    assert found.note == "more than 5 positions"
    unknown = numduel.measure("operation-stack:operations=plus/swap", numduel.Limits(positions=50))
    assert (unknown.value, unknown.note) == ("unsolved", "more than 50 positions")


def test_games_that_practically_never_end_have_a_note_instead_of_figures() -> None:
    # To come to an end takes the one right arrow of five, twenty times running.
    letters = "abcdefghijklmnopqrst"
    arrows = {letter: f"a{after}" for letter, after in pairwise(letters)} | {"t": "a-"}
    long = diagram({letter: leads.replace("a", "aaaa") for letter, leads in arrows.items()})
    found = measure(long)
    assert (found.value, found.figures) == ("endless", None)
    assert found.note == "with errors, games end too rarely to compute how"
