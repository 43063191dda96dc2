"""MoveGraph: what is too large is refused by plain Python, and a kernel is loaded where it is quicker."""

import pytest

import numduel
from numduel import kernels
from numduel.design import move_graph as module
from numduel.design.measure import DEFAULT_POSITIONS
from numduel.design.move_graph import BeyondLimits, move_graph
from numduel.solver.answers import CROSSING


class Asked(Exception):
    """Compiled code was asked for."""


@pytest.fixture(autouse=True)
def _no_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked() -> bool:
        raise Asked

    monkeypatch.setattr(kernels, "available", asked)


def test_a_game_that_soon_passes_the_limit_is_refused_without_compiled_code() -> None:
    with pytest.raises(BeyondLimits, match="more than 100,000 positions"):
        move_graph(numduel.load("top-stack-twelve:limit=99,window=20"), DEFAULT_POSITIONS)


@pytest.mark.parametrize(
    ("spec", "limit"),
    [
        ("top-stack-twelve:limit=99,window=20", 10 * DEFAULT_POSITIONS),  # far more than Python is quick for
        (f"digit-stack:target={'1' * 1800},reach=9,multiple=11", DEFAULT_POSITIONS),  # nine moves a position
    ],
    ids=["a far limit", "many moves"],
)
def test_a_kernel_is_asked_for_where_plain_python_would_take_long(spec: str, limit: int) -> None:
    with pytest.raises(Asked):
        move_graph(numduel.load(spec), limit)


def test_a_kernel_is_asked_for_before_the_moves_of_many_positions_are_tried() -> None:
    looked: list[int] = []
    game = numduel.load("top-stack-twelve:limit=200,window=3,tokens=1-199")
    with pytest.raises(Asked):
        move_graph(game, DEFAULT_POSITIONS, lambda found, expanded: looked.append(expanded))
    assert max(looked, default=0) < 200  # of 19,901


def test_a_kernel_is_asked_for_before_many_positions_are_found_that_take_long() -> None:
    found: list[int] = []
    with pytest.raises(Asked):
        move_graph(
            numduel.load("top-stack-twelve:supply=36"),
            DEFAULT_POSITIONS,
            lambda so_far, expanded: found.append(so_far),
        )
    assert max(found) < CROSSING // 2


@pytest.mark.parametrize(
    ("spec", "most"),
    [
        ("top-stack-twelve:window=1,tokens=1-999,supply=1", 3_000_000),  # a move counts for 33
        ("top-stack-twelve:window=1,tokens=1-99,supply=2", 1_200_000),  # for 5
        ("top-stack-twelve:window=22,tokens=1-999", 520_000),  # for itself
    ],
)
def test_wide_moves_that_no_kernel_takes_are_refused_soon_the_larger_what_they_make(
    spec: str, most: int
) -> None:
    with pytest.raises(BeyondLimits, match="more moves or memory than 100,000 positions may take") as refused:
        move_graph(numduel.load(spec), DEFAULT_POSITIONS)
    assert refused.value.work < most


@pytest.mark.parametrize(("long", "is_measured"), [(125_000, True), (100_000, False)])
def test_what_takes_long_is_gone_on_with_where_little_is_left(
    long: int, is_measured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONG", long)
    monkeypatch.setattr(module, "_kernel", lambda game: None)
    game = numduel.load("top-stack-twelve:limit=40,window=14,tokens=1-2")  # 170,000 microseconds, or so
    if is_measured:
        assert len(move_graph(game, DEFAULT_POSITIONS)) == 16_383
    else:
        with pytest.raises(BeyondLimits, match="more moves or memory"):
            move_graph(game, DEFAULT_POSITIONS)


def test_what_takes_long_is_measured_where_its_positions_are_known_to_be_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "LONG", 1_000)
    assert len(move_graph(numduel.load("operation-duel:target=60000"), CROSSING)) == 59_999


def test_who_allows_many_more_positions_than_usual_gets_what_takes_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "LONG", 1_000)
    monkeypatch.setattr(module, "_kernel", lambda game: None)
    game = numduel.load("top-stack-twelve:limit=40,window=14,tokens=1-2")
    with pytest.raises(BeyondLimits):
        move_graph(game, DEFAULT_POSITIONS)
    assert len(move_graph(game, 2 * DEFAULT_POSITIONS)) == 16_383


def test_a_refusal_says_how_many_moves_were_tried() -> None:
    with pytest.raises(BeyondLimits) as refused:
        move_graph(numduel.load("operation-duel:target=9000,add=1/2"), 1_000)
    assert 1_000 <= refused.value.work <= 3_000


def test_moves_that_are_looked_at_and_not_legal_count_as_work() -> None:
    work = list[int]()
    for factors in ("999", "800-999"):  # of which 1 alone can be multiplied by some
        game = numduel.load(f"operation-duel:target=900,add=1,multiply={factors},overshoot=forbidden")
        with pytest.raises(BeyondLimits) as refused:
            move_graph(game, 500)
        work.append(refused.value.work)
    assert work[0] < 1_000
    assert work[1] > 10_000


@pytest.mark.parametrize("spec", ["top-stack-twelve:limit=40,window=16,tokens=1-2"])
def test_what_grows_fast_and_then_ends_is_measured(spec: str) -> None:
    assert len(move_graph(numduel.load(spec), DEFAULT_POSITIONS)) == 65_535


def test_large_positions_are_refused_before_they_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MUCH_MEMORY", 20_000_000)
    game = numduel.load("top-stack-twelve:tokens=1-999,supply=1,limit=500000,window=1000")
    found: list[int] = []
    with pytest.raises(BeyondLimits, match="more moves or memory than 100,000 positions may take"):
        move_graph(game, DEFAULT_POSITIONS, lambda so_far, expanded: found.append(so_far))
    assert max(found) < 10_000


def test_a_game_of_which_nobody_knows_that_it_ends_is_given_up_where_its_positions_get_large() -> None:
    found: list[int] = []
    with pytest.raises(BeyondLimits, match="more moves or memory than 100,000 positions may take"):
        move_graph(
            numduel.load("operation-stack:numbers=0,operations=negate/swap"),
            DEFAULT_POSITIONS,
            lambda so_far, expanded: found.append(so_far),
        )
    assert max(found) < 20_000
