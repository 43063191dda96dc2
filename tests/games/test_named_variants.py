"""Variants are worth playing: measured by the independent rules, a naive solver and linear equations."""

import runpy
from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path
from typing import Any

import independent
import naive
import numpy as np
import pytest
from strategies import OURS

import numduel

ROOT = Path(__file__).resolve().parents[2]
VARIANTS = [f"{name}:{variant.name}" for name in OURS for variant in numduel.games()[name].variants]
each_variant = pytest.mark.parametrize("spec", VARIANTS)
LEAST_DECISIONS = {"operation-obliteration": 0.12}  # its numbers often leave one operation; elsewhere 0.25


class Study:
    """Every position of a game by rules that share nothing with the package, and what it comes to."""

    def __init__(self, spec: str) -> None:
        game = numduel.load(spec)
        rules = independent.GAMES[game.name](**game.settings)
        name = independent.names_of(game.name, game.settings)
        nodes = naive.nodes_of_rules(rules, name=name)
        assert nodes is not None
        self.start: Hashable = name(rules.start)
        self.nodes, self.answers = nodes, naive.solve(nodes)
        self.made = {key: naive.after_moves(nodes, self.answers, key) for key in nodes}

    def seats(self) -> list[set[Hashable]]:
        """The positions that can be reached with player 1 to move, and with player 2."""
        found: list[set[Hashable]] = [{self.start}, set()]
        waiting = [(self.start, 0)]
        while waiting:
            key, seat = waiting.pop()
            for after, end in self.nodes[key].leads_to:
                if end is None and after not in found[1 - seat]:
                    found[1 - seat].add(after)
                    waiting.append((after, 1 - seat))
        return found

    def likely(self, key: Hashable, epsilon: float) -> list[float]:
        """How likely each move is: with probability epsilon any legal one, else any of the best."""
        ranks = [naive.rank(one) for one in self.made[key]]
        if not ranks:
            return []
        bests = ranks.count(max(ranks))
        return [epsilon / len(ranks) + (1 - epsilon) * (rank == max(ranks)) / bests for rank in ranks]


@lru_cache
def study(spec: str) -> Study:
    return Study(spec)


def matters(studied: Study, key: Hashable) -> bool:
    return len({value for value, _ in studied.made[key]}) > 1


@lru_cache
def player_1_in_noise(studied: Study, epsilon: float) -> float:
    """Player 1's chance where both err so often: what the mover gains, from equations for all positions."""
    number = {key: at for at, key in enumerate(studied.nodes)}
    equations, gains = np.eye(len(number)), np.zeros(len(number))
    for key, node in studied.nodes.items():
        gains[number[key]] -= node.stuck is not None  # a player who cannot move loses
        for (after, end), share in zip(node.leads_to, studied.likely(key, epsilon), strict=True):
            if end is None:
                equations[number[key], number[after]] += share  # what the other gains, the mover loses
            else:
                gains[number[key]] += share if end == naive.WINS else -share
    return float(1 + np.linalg.solve(equations, gains)[number[studied.start]]) / 2


def chance_against_random(studied: Study, seat: int) -> float:
    """How often best play in this seat wins against one who moves at random, within 400 plies."""
    here, won = {studied.start: 1.0}, 0.0
    for ply in range(400):
        mine, reached = ply % 2 == seat, dict[Hashable, float]()
        for key, mass in here.items():
            node = studied.nodes[key]
            won += mass * (node.stuck is not None and not mine)
            for (after, end), share in zip(node.leads_to, studied.likely(key, 0 if mine else 1), strict=True):
                if end is None:
                    reached[after] = reached.get(after, 0.0) + mass * share
                else:
                    won += mass * share * ((end == naive.WINS) == mine)
        here = {key: mass for key, mass in reached.items() if mass > 1e-15}
    return won


@pytest.mark.parametrize("name", OURS)
def test_every_game_has_three_variants_at_least_each_told_in_a_line(name: str) -> None:
    variants = numduel.games()[name].variants
    assert len(variants) >= 3
    assert len({numduel.load(f"{name}:{variant.name}") for variant in variants}) == len(variants)
    for variant in variants:
        assert variant.about.isprintable()
        assert 10 < len(variant.about) < 80
        assert variant.about[-1] not in ".!"


def test_two_of_each_is_eleven_with_a_supply_of_two() -> None:
    assert numduel.load("top-stack-twelve:two-of-each").spec == "top-stack-twelve:limit=11,supply=2"
    assert numduel.games()["top-stack-twelve"].variants[0].name == "two-of-each"


@each_variant
def test_a_variant_is_solved_as_the_independent_rules_say(spec: str) -> None:
    answers, studied = numduel.solve(spec), study(spec)
    verdict = answers.verdict(answers.game.initial())
    assert (verdict.value.value, verdict.plies) == studied.answers[studied.start]
    assert answers.positions == len(studied.nodes)


@each_variant
def test_both_players_can_win_a_variant(spec: str) -> None:
    studied, winners = study(spec), set[int]()
    for seat, keys in enumerate(studied.seats()):
        for node in map(studied.nodes.__getitem__, keys):
            ends = {end for _, end in node.leads_to}
            winners |= {seat} if naive.WINS in ends else set()
            winners |= {1 - seat} if naive.LOSES in ends or node.stuck is not None else set()
    assert winners == {0, 1}


@each_variant
def test_a_variant_is_neither_short_nor_long_nor_endless(spec: str) -> None:
    studied = study(spec)
    value, plies = studied.answers[studied.start]
    assert value in (naive.WINS, naive.LOSES)
    assert plies is not None
    assert 8 <= plies <= 40
    endless = sum(value == naive.ENDLESS for value, _ in studied.answers.values())
    assert endless < 0.05 * len(studied.nodes)


@each_variant
def test_choices_of_a_variant_matter_for_both_players(spec: str) -> None:
    studied, least = study(spec), LEAST_DECISIONS.get(spec.partition(":")[0], 0.25)
    for keys in studied.seats():
        assert sum(matters(studied, key) for key in keys) >= least * len(keys)


@each_variant
def test_both_have_a_fair_chance_where_both_err_one_time_in_five(spec: str) -> None:
    assert 0.35 <= player_1_in_noise(study(spec), 0.2) <= 0.65


@each_variant
def test_nobody_is_lost_from_the_start_to_a_random_player(spec: str) -> None:
    assert min(chance_against_random(study(spec), seat) for seat in (0, 1)) > 0.9


@pytest.fixture(scope="module")
def measuring() -> dict[str, Any]:
    tool = runpy.run_path(str(ROOT / "benchmarks" / "variants.py"))
    return {**tool, "check": lru_cache(tool["check"])}  # each variant is checked by itself and for the table


@each_variant
def test_the_tool_measures_the_same(spec: str, measuring: dict[str, Any]) -> None:
    checked, studied = measuring["check"](numduel.load(spec)), study(spec)
    assert checked.faults() == []
    figures = checked.figures
    assert figures.typical.player1 == pytest.approx(player_1_in_noise(studied, 0.2), abs=1e-9)
    shares = [np.mean([matters(studied, key) for key in keys]) for keys in studied.seats()]
    assert (figures.decisions.player1, figures.decisions.player2) == pytest.approx(shares)
    assert figures.decisions.share == pytest.approx(np.mean([matters(studied, key) for key in studied.nodes]))
    assert checked.best1 == pytest.approx(chance_against_random(studied, 0), abs=1e-6)
    assert checked.best2 == pytest.approx(chance_against_random(studied, 1), abs=1e-6)


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ("operation-duel:target=7", "plies=8..40"),
        ("operation-obliteration", "player1=0.35..0.65"),
        ("operation-obliteration", "best play against random >= 0.5"),
        ("digit-stack", "decisions1>=0.25"),
        ("top-stack-twelve", "endless<0.05"),
    ],
)
def test_what_is_no_variant_is_found_out(spec: str, fault: str, measuring: dict[str, Any]) -> None:
    assert fault in measuring["check"](numduel.load(spec)).faults()


def test_the_table_of_variants_is_what_the_tool_prints(measuring: dict[str, Any]) -> None:
    page = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    rows = [[f"`{name}`", *measuring["check"](numduel.load(name)).cells()] for name in VARIANTS]
    assert measuring["table"](rows) in page
