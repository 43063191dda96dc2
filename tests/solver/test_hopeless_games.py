"""Games that are far too large: given up before compiled code is loaded, or soon after."""

import pytest

import numduel
from numduel import Limits, kernels
from numduel.engine import growth, reached
from numduel.engine.growth import MANY, most_of_vast
from numduel.engine.kernel_table import KernelTable, TooLarge
from numduel.engine.limits import at_most
from numduel.solver import answers as answers_module
from numduel.solver.answers import LOOK_AROUND, Answers
from numduel.solver.explore import UNKNOWN
from numduel.solver.patience import LITTLE_WORK, LOOK_EVERY
from numduel.solver.table import Table

ROOM = Limits(memory=1 << 32)  # whatever memory this machine has
CROSSING = answers_module.CROSSING // 5  # fewer positions show the same
NINES = "9" * 900
LONG = f"digit-stack:target={NINES},reach=3,multiple=99991"
HOPELESS = [
    LONG,
    "top-stack-twelve:limit=99,window=20",
    "operation-obliteration:start=97,high=999999999999,multiply=any,no_repeat=none",
    "operation-duel:target=10000000000,add=1/3,multiply=2/3",
]


def no_kernel() -> bool:
    raise AssertionError("compiled code was asked for")


@pytest.mark.parametrize("spec", HOPELESS, ids=lambda spec: spec[:40])
def test_a_hopeless_game_is_given_up_before_compiled_code_is_loaded(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "available", no_kernel)
    known = Answers(numduel.load(spec), limits=ROOM)
    assert not known.complete
    assert known.limit == LOOK_AROUND


def test_whoever_says_how_far_to_go_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def none_here() -> bool:
        asked.append(True)
        return False

    monkeypatch.setattr(kernels, "available", none_here)
    monkeypatch.setattr(answers_module, "CROSSING", CROSSING)
    game = numduel.load("operation-duel:target=10000000000,add=1/3,multiply=2/3")
    assert Answers(game, limits=Limits(positions=20_000, memory=1 << 32)).limit == 20_000
    assert asked


def test_a_game_that_may_be_vast_but_is_not_is_solved() -> None:
    known = numduel.solve(
        "operation-obliteration:start=27,high=1000000000000000000,multiply=any,no_repeat=opponent"
    )
    assert known.positions == 68_823


def test_of_a_vast_game_moves_are_not_tried_that_only_lead_out_of_what_was_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few = answers_module.FEW_OF_VAST // 2  # which show the same
    monkeypatch.setattr(answers_module, "FEW_OF_VAST", few)
    known = Answers(numduel.load("top-stack-twelve:supply=999999999"), limits=ROOM)
    assert known.limit == few
    assert isinstance(known.table, Table)
    left = sum(list(row) == [UNKNOWN] for row in known.table.graph.rows())
    assert left > few // 4


def test_of_what_its_kernel_gives_up_few_moves_are_tried_by_plain_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kernels, "available", lambda: True)
    monkeypatch.setattr(Answers, "_by_kernel", lambda *arguments: None)
    game = numduel.load("operation-duel:target=1000000000,add=none,multiply=2-99,overshoot=forbidden")
    known = Answers(game, limits=ROOM)
    assert isinstance(known.table, Table)
    assert known.limit == at_most(LOOK_AROUND, 98)
    assert known.table.graph.work < LITTLE_WORK + LOOK_EVERY


def test_what_takes_a_few_looks_is_solved_by_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "available", no_kernel)
    game = numduel.load("operation-stack:max_stack=2,max_value=100000,operations=double/negate")
    monkeypatch.setattr(growth, "most_of_vast", lambda found, many: 1)  # so that there is doubt
    monkeypatch.setattr(growth, "FAR", 10**12)
    assert Answers(game, limits=ROOM).positions == 23_104


def test_a_kernel_gives_a_vast_game_up_before_it_has_found_many_positions() -> None:
    game, found = numduel.load(LONG), list[int]()
    with pytest.raises(TooLarge):
        KernelTable(
            kernels.find(game), game.initial(), ROOM, progress=lambda so_far, expanded: found.append(so_far)
        )
    assert max(found) < MANY


def test_layers_of_one_position_are_taken_together_where_there_are_many() -> None:
    game, reports = numduel.load("operation-duel:target=2147483648,multiply=none"), list[int]()
    with pytest.raises(TooLarge):
        KernelTable(
            kernels.find(game), game.initial(), ROOM, progress=lambda found, expanded: reports.append(found)
        )
    assert max(reports) > 100_000
    assert len(reports) < max(reports) // 100


def test_of_a_vast_game_no_more_is_wanted_early_than_would_be_gone_on_with_later() -> None:
    wanted = [most_of_vast(found, many=100) for found in (0, 50, 100, 150, 200, 400)]
    assert wanted == [200, 200, 200, 300, 300, 600]


def test_a_vast_game_of_thousands_of_thin_layers_is_given_up_where_they_do_not_get_thinner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reached, "EARLY", 1 << 12)
    monkeypatch.setattr(reached, "MANY", 1 << 14)
    rules = "numbers=0/1,operations=swap/times/negate/minus/plus,max_stack=2,max_value=1000000000"
    game, most = numduel.load(f"operation-stack:{rules}"), 0

    def note(found: int, expanded: int) -> None:
        nonlocal most
        most = max(most, found)

    with pytest.raises(TooLarge, match="has more than"):
        KernelTable(kernels.find(game), game.initial(), Limits(), note)
    assert 1 << 12 < most < 1 << 16
