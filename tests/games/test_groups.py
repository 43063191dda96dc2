"""Groups: what a game tells of all its positions at once, which the checker must find to be so."""

import json

import pytest
from certificates import by_theory

from numduel import load
from numduel.solver.verify import verify


@pytest.mark.parametrize(
    ("pattern", "targets"),
    [
        ("operation-duel:target={}", [*range(4, 80), 160, 320, 682, 1024]),
        ("operation-duel:target={},start=0", [3, 4, 14, 33, 64, 100, 128]),
        ("operation-duel:target={},start=5", [12, 33, 40, 64, 160, 500]),
        ("operation-duel:target={},overshoot=forbidden", [7, 40, 65, 66]),
        ("digit-stack:target={}", [10, 11, 99, 100, 1000, 5432]),
        ("digit-stack:target={},digits=2/5/8", [3, 28, 222, 5432, 8888, 50505]),
        ("digit-stack:target={},digits=1", [2, 11, 12, 111, 1110]),
        ("operation-stack:target={}", [-3, 10, 24, 1000]),
        ("operation-stack:target={},numbers=1-3", [-3, 4, 7, 24]),
        ("operation-stack:target={},numbers=2/5,operations=plus/times", [-1, 3, 9, 24]),
        ("operation-stack:target={},numbers=0/3,operations=minus/times,max_value=12", [-3, 1, 6, 9, 12]),
        ("top-stack-twelve", [12]),
    ],
)
def test_the_groups_of_a_game_prove_what_its_theory_says(pattern: str, targets: list[int]) -> None:
    for target in targets:
        game = load(pattern.format(target))
        certificate, said = by_theory(game), game.theory(game.initial())
        assert certificate["proof"] == "induction"
        assert verify(json.dumps(certificate)).told == ()
        claim = certificate["claim"]
        assert said is None or (claim["value"], claim["plies"]) == (said.value.value, said.plies)
