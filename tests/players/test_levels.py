"""Levels: what they see and how often they are noisy, and how far apart they are in every variant."""

import importlib
import json
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import naive
import pytest
from diagrams import diagram
from pages import read
from strategies import OURS

import numduel
from numduel import Position, load
from numduel.core.verdict import Value, Verdict
from numduel.match.player import choose_move
from numduel.match.round import result_at
from numduel.players import find
from numduel.players.level import LevelPlayer, mixture_of
from numduel.players.strength import FIGURES, Strength, strength_of
from numduel.solver.answers import Answers

ROOT = Path(__file__).resolve().parents[2]
VARIANTS = [f"{name}:{variant.name}" for name in OURS for variant in numduel.games()[name].variants]
LEVELS = range(1, 10)
each_variant = pytest.mark.parametrize("spec", VARIANTS)
each_level = pytest.mark.parametrize("level", LEVELS)
SMALL = [
    "top-stack-twelve:tokens=1-4,supply=1",
    "operation-obliteration:start=31,high=60,no_repeat=none",
    "digit-stack:target=432,digits=1-4,repeats=no",
    "operation-duel:short",
    "operation-stack:target=4,numbers=1/2,max_stack=3,max_value=5",
]


@pytest.fixture(scope="module")
def benchmark() -> Iterator[Any]:
    """The command that calibrates levels."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "benchmarks"))
        yield importlib.import_module("levels")


# What a level does


@each_level
@pytest.mark.parametrize("spec", SMALL)
def test_a_level_sees_what_is_near_and_is_as_noisy_as_it_says_beyond(spec: str, level: int) -> None:
    game = load(spec)
    nodes = naive.nodes_of(game)
    assert nodes is not None
    truth, strength, player = naive.solve(nodes), strength_of(level, game), LevelPlayer(level, Answers(game))
    for key, node in nodes.items():
        if node.stuck is not None:
            continue
        made = dict(zip(game.moves(node.state), naive.after_moves(nodes, truth, key), strict=True))
        rate, noisy, good = player.mixture(node.state)
        best = max(map(naive.rank, made.values()))
        assert set(good) == {move for move, answer in made.items() if naive.rank(answer) == best}
        near = {move: value for move, (value, plies) in made.items() if plies and plies <= strength.plies}
        if naive.WINS in near.values():
            assert not noisy
        else:
            assert rate == strength.noise / 100
            assert set(noisy) == {move for move in made if near.get(move) != naive.LOSES}


def test_the_quickest_win_that_is_seen_is_taken() -> None:
    moves = [("slow", Verdict(Value.WIN, 3)), ("quick", Verdict(Value.WIN, 1)), ("", Verdict(Value.LOSS, 2))]
    assert mixture_of(moves, Strength(3, 100)) == (0.0, (), ["quick"])


def test_where_every_move_is_seen_to_lose_the_slowest_is_made() -> None:
    moves = [("slow", Verdict(Value.LOSS, 4)), ("quick", Verdict(Value.LOSS, 2))]
    rng = Random(1)
    assert {mixture_of(moves, Strength(4, 100)).draw(rng) for _ in range(50)} == {"slow"}
    assert {mixture_of(moves, Strength(1, 100)).draw(rng) for _ in range(50)} == {"slow", "quick"}


@pytest.mark.parametrize("value", [Value.WIN, Value.LOSS, Value.ENDLESS, Value.UNSOLVED])
def test_nothing_is_seen_of_an_end_that_nobody_can_date(value: Value) -> None:
    moves = [("undated", Verdict(value)), ("drawn", Verdict(Value.DRAW, 1))]
    assert mixture_of(moves, Strength(9, 40))[:2] == (0.4, ["undated", "drawn"])


def test_a_level_is_noisy_as_often_as_it_says() -> None:
    # From a one move wins in seven plies and two lose in six, which no level sees.
    game = diagram({"a": "bcc", "b": "c", "c": "d", "d": "e", "e": "f", "f": "g", "g": "+"})
    for level in (1, 5, 9):
        player, rng = LevelPlayer(level, Answers(game)), Random(level)
        third, trials = strength_of(level, game).noise / 300, 4_000
        chosen = Counter(player.choose(Position(game, "a"), rng) for _ in range(trials))
        for move, share in enumerate((1 - 2 * third, third, third)):
            # Five standard deviations are below 0.04: this fails for a wrong rate, not for bad luck.
            assert chosen[move] / trials == pytest.approx(share, abs=0.04)


@each_level
def test_no_level_doubles_18_towards_30(level: int) -> None:
    game = load("operation-duel:short")
    assert game.settings["target"] == 30
    position, player, rng = Position(game, 18), LevelPlayer(level, Answers(game)), Random(level)
    assert "*2" in map(game.write, position.moves)
    assert {game.write(player.choose(position, rng)) for _ in range(300)} <= {"+1", "+2", "+3"}


@each_variant
def test_no_level_overlooks_what_its_next_move_decides(spec: str) -> None:
    game = load(spec)
    answers = solved(spec)
    strengths = [strength_of(level, game) for level in LEVELS]
    for state, _ in answers.table:
        made = answers.moves(state)
        at_once = {move: verdict.value for move, verdict in made if verdict.plies == 1}
        if not made:
            continue
        wins = Value.WIN in at_once.values()
        loses = list(at_once.values()).count(Value.LOSS) == len(game.moves(state))
        for strength in strengths:
            rate, noisy, good = mixture_of(made, strength)
            tried = {at_once.get(move) for move in (*good, *(noisy if rate else ()))}
            if wins:
                assert tried == {Value.WIN}, (strength, state)
            elif not loses:
                assert Value.LOSS not in tried, (strength, state)


@cache
def solved(spec: str) -> Answers:
    return Answers(load(spec))


# How strong they are


def test_the_levels_of_exactly_the_variants_that_there_are_are_calibrated() -> None:
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    assert list(figures["variants"]) == [load(spec).spec for spec in VARIANTS]


def test_other_settings_get_the_median_over_the_variants(benchmark: Any) -> None:
    found = {load(spec).spec: benchmark.levels_of(load(spec)) for spec in VARIANTS}
    assert benchmark.written(found) == FIGURES.read_text(encoding="utf-8")
    others = [list(strength_of(level, load("operation-duel:target=31"))) for level in LEVELS]
    assert others == json.loads(FIGURES.read_text(encoding="utf-8"))["others"]


@pytest.mark.parametrize("spec", [*VARIANTS, *OURS])
def test_from_level_to_level_one_sees_no_less_and_is_no_noisier(spec: str) -> None:
    levels = [strength_of(level, load(spec)) for level in LEVELS]
    plies, noise = zip(*levels, strict=True)
    assert list(plies) == sorted(plies)
    assert list(noise) == sorted(noise, reverse=True)
    assert plies[0] == 1
    assert 0 < noise[-1] < noise[0] <= 100


@each_variant
def test_a_step_is_worth_40_to_100_elo_and_level_1_beats_random(spec: str, benchmark: Any) -> None:
    figures = measured(benchmark, spec)
    assert figures.faults() == []
    assert figures.against_random > 0.55
    assert len(figures.steps) == 8
    assert all(40 <= step <= 100 for step in figures.steps)
    assert figures.perfect > 10


@each_variant
def test_every_level_beats_all_below_it(spec: str, benchmark: Any) -> None:
    scores = scores_of(benchmark, spec)
    players = [scores.random, *map(scores.level, benchmark.levels_of(load(spec))), scores.perfect]
    for at, upper in enumerate(players):
        assert all(scores.score(upper, lower) > 0.5 for lower in players[:at])


def test_a_step_that_is_too_short_or_too_long_is_found_out(benchmark: Any) -> None:
    figures = measured(benchmark, VARIANTS[0])
    changed = replace(figures, steps=[39.9, *figures.steps[1:-1], 101], against_random=0.55, perfect=0)
    assert len(changed.faults()) == 4


@pytest.mark.parametrize(
    "spec",
    [
        "operation-duel:short",
        "digit-stack:sevens",
        pytest.param("operation-obliteration:wide", marks=pytest.mark.slow),
    ],
)
def test_the_command_finds_the_levels_again(spec: str, benchmark: Any) -> None:
    found = benchmark.Calibration(scores_of(benchmark, spec)).levels()
    assert found == benchmark.levels_of(load(spec))


@pytest.mark.parametrize(
    ("spec", "one", "other", "games"),
    [
        ("operation-duel:short", "level:1", "random", 300),
        ("operation-duel:short", "perfect", "level:8", 50),  # perfect thinks about every move
        ("operation-obliteration:narrow", "level:7", "level:4", 300),
        ("top-stack-twelve:top-two", "level:9", "level:5", 150),
    ],
)
def test_games_between_players_come_to_the_scores_that_are_computed(
    spec: str, one: str, other: str, games: int, benchmark: Any
) -> None:
    scores, played = scores_of(benchmark, spec), 0.0
    likely = {"random": scores.random, "perfect": scores.perfect}
    likely |= {f"level:{level}": scores.level(strength_of(level, load(spec))) for level in LEVELS}
    rng = Random(f"{spec} {one} {other}")
    for number in range(games):
        seats = (one, other) if number % 2 else (other, one)
        played += won(spec, seats, rng)[seats.index(one)]
    expected = scores.score(likely[one], likely[other])
    deviation = math.sqrt(expected * (1 - expected) / games)
    assert played / games == pytest.approx(expected, abs=4 * deviation)


def won(spec: str, seats: tuple[str, str], rng: Random) -> tuple[float, float]:
    """What each seat gets in a game of 200 turns at most."""
    position = Position.start(load(spec))
    players = [find(who, position.game, lambda: solved(spec)) for who in seats]
    while (result := result_at(position, 200)) is None:
        player = players[position.player - 1]
        assert player is not None
        position = position.play(choose_move(player, position, rng))
    return {1: (1.0, 0.0), 2: (0.0, 1.0), None: (0.5, 0.5)}[result.winner]


def test_the_page_of_opponents_shows_the_levels_of_every_variant(benchmark: Any) -> None:
    assert benchmark.tables([measured(benchmark, spec) for spec in VARIANTS]) in read("docs/opponents.md")


def test_strength_is_told_in_words() -> None:
    assert Strength(1, 100).in_words() == "looks 1 ply ahead, 100 % noise beyond"


@cache
def scores_of(benchmark: Any, spec: str) -> Any:
    return benchmark.Scores(load(spec))


@cache
def measured(benchmark: Any, spec: str) -> Any:
    scores = scores_of(benchmark, spec)
    return benchmark.measure(spec, scores, benchmark.levels_of(load(spec)))
