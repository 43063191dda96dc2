"""The compiled solver against the plain one, on any graph: draws, circles, dead ends, threads."""

import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rows import WIDTHS, Rows, RowsKernel, game_of, some_rows

from numduel import kernels, load
from numduel.engine import kernel_table, reached
from numduel.engine.kernel_table import KernelTable, TooLarge
from numduel.engine.limits import Limits
from numduel.engine.reached import Reached
from numduel.kernels.kernel import ILLEGAL, MOVER_WINS
from numduel.solver.explore import explore
from numduel.solver.table import Table


def kernel_of(rows: Rows) -> RowsKernel:
    return RowsKernel(game_of(rows))


@pytest.mark.parametrize("numbering", ["by code", "by bits", "by hashing"])
@pytest.mark.parametrize("threads", [1, 3])
@settings(deadline=None, max_examples=30)
@given(data=st.data(), chunk=st.sampled_from([4, 1 << 20]))
def test_any_graph_is_solved_alike(numbering: str, threads: int, data: st.DataObject, chunk: int) -> None:
    # To count more actions than a byte holds takes other code: compiled once, for one of the numberings.
    rows = data.draw(some_rows(WIDTHS if numbering == "by code" else WIDTHS[:-1]))
    plain = Table(explore(game_of(rows), 0, limit=1_000))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel_table, "CHUNK", chunk)
        patch.setattr(kernel_table, "STRIDE", chunk)
        patch.setattr(kernel_table, "NOTES", 3 * chunk)
        patch.setattr(reached, "CHUNK", chunk)
        if numbering != "by code":
            patch.setattr(kernel_table, "DENSE", 0)
        if numbering == "by hashing":
            patch.setattr(reached, "SMALL_RANGE", 0)
            patch.setattr(reached, "SPARSE", 0)
        table = KernelTable(kernel_of(rows), 0, Limits(threads=threads))
        walked = dict(table)
    assert table.positions == plain.positions == len(walked)
    assert table.any_draws == plain.any_draws
    assert table.decisions() == plain.decisions()
    assert walked == dict(plain)
    assert [table.look_up(position) for position in range(len(rows))] == [
        plain.look_up(position) for position in range(len(rows))
    ]


def turned_upward(rows: Rows) -> Rows:
    """The same rows, in which every move that leads to a position leads to a higher one, or wins."""
    last = len(rows) - 1
    return [
        [
            to if to < 0 else MOVER_WINS if position == last else position + 1 + to % (last - position)
            for to in row
        ]
        for position, row in enumerate(rows)
    ]


@pytest.mark.parametrize("dense", [2, 0])  # positions are codes, or ranks of codes
@settings(deadline=None, max_examples=60)
@given(rows=some_rows(WIDTHS[:-1]).map(turned_upward), chunk=st.sampled_from([4, 1 << 20]))
def test_where_all_moves_lead_upward_one_sweep_finds_the_same(dense: int, rows: Rows, chunk: int) -> None:
    plain = Table(explore(game_of(rows), 0, limit=1_000))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel_table, "CHUNK", chunk)
        patch.setattr(kernel_table, "DENSE", dense)
        patch.delattr(KernelTable, "_settle_by_predecessors")
        table = KernelTable(kernel_of(rows), 0)
    assert dict(table) == dict(plain)
    assert (table.any_draws, table.decisions()) == (plain.any_draws, plain.decisions())


@pytest.mark.parametrize("back", [97, 98])
def test_one_move_downward_is_noticed_though_no_sample_shows_it(back: int) -> None:
    rows = [[position + 1, ILLEGAL] for position in range(999)] + [[MOVER_WINS, ILLEGAL]]
    rows[98][1] = back
    table = KernelTable(kernel_of(rows), 0)
    assert dict(table) == dict(Table(explore(game_of(rows), 0, limit=2_000)))
    assert 98 not in range(999, -1, -1000 // kernel_table.SAMPLES)


def test_a_game_that_leads_upward_takes_ten_bytes_a_position_at_most() -> None:
    game = load("operation-duel:target=200000")
    KernelTable(kernels.find(game), game.initial())  # by now everything is loaded and compiled
    tracemalloc.start()
    try:
        table = KernelTable(kernels.find(game), game.initial())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert table.positions == 199_999
    assert table.bytes <= 5 * table.positions
    assert peak < 10 * table.positions


@pytest.mark.parametrize("code", [-1, 3, 10**30])
def test_what_is_no_code_has_no_verdict(code: int) -> None:
    assert KernelTable(kernel_of([[1], [2], [MOVER_WINS]]), 0).look_up(code) is None


def test_more_moves_than_there_is_memory_for_are_too_many() -> None:
    rows = [[min(position + 1, 99)] * 500 for position in range(100)]
    with pytest.raises(TooLarge, match="has more moves than there is memory for"):
        KernelTable(kernel_of(rows), 0, Limits(memory=400_000))
    assert KernelTable(kernel_of(rows), 0, Limits(memory=410_000)).positions == 100


def test_threads_count_as_memory() -> None:
    rows = [[min(position + 1, 99)] * 500 for position in range(100)]
    with pytest.raises(TooLarge, match="has more moves than there is memory for"):
        KernelTable(kernel_of(rows), 0, Limits(memory=410_000, threads=30))


def test_where_all_positions_fit_and_their_moves_do_not_most_are_never_looked_for() -> None:
    game, most = load("operation-duel:target=30000000,add=1-9"), 0

    def note(found: int, expanded: int) -> None:
        nonlocal most
        most = max(most, found)

    with pytest.raises(TooLarge, match="has more than"):
        KernelTable(kernels.find(game), 1, Limits(memory=600_000_000), note)
    assert 0 < most < 1_000_000


def test_every_code_at_once_must_lie_within_the_limits() -> None:
    rows = [[MOVER_WINS]] * 100
    assert KernelTable(kernel_of(rows), limits=Limits(positions=100)).positions == 100
    with pytest.raises(TooLarge, match="has 100 codes, more than the limit of 99"):
        KernelTable(kernel_of(rows), limits=Limits(positions=99))
    with pytest.raises(TooLarge, match="has 100 codes, too many for the memory there is"):
        KernelTable(kernel_of(rows), limits=Limits(memory=1_000))


@pytest.mark.parametrize(
    "spec",
    [
        "top-stack-twelve:limit=20,window=9",  # one code in 45 is reached
        "operation-stack:max_stack=4,max_value=12",  # one in 3
        "digit-stack:target=87654321,digits=1-8,repeats=no",  # one in 150
    ],
)
def test_a_position_takes_at_most_60_bytes_whatever_share_of_the_codes_is_reached(spec: str) -> None:
    game = load(spec)
    limits = Limits(threads=2)
    KernelTable(kernels.find(game), game.initial(), limits)  # by now everything is loaded and compiled
    tracemalloc.start()
    try:
        table = KernelTable(kernels.find(game), game.initial(), limits)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert table.positions > 100_000
    assert peak / table.positions < 60
    assert table.bytes / table.positions < 60


def test_a_search_by_hashing_goes_on_by_bits_where_these_take_less_room() -> None:
    game = load("operation-stack:max_stack=4,max_value=12")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reached, "SMALL_RANGE", 0)
        found = Reached(kernels.find(game), 0, 10**6, 10**8)
    assert found.bits is not None
    assert (len(found), found.complete) == (156_901, True)
    by_hashing = Reached(kernels.find(game), 0, 10**6, 10_000)  # bits would take more memory than that
    assert by_hashing.bits is None
    assert (by_hashing.sorted_codes() == found.sorted_codes()).all()


@pytest.mark.parametrize("room", [20_000, 60_000])
def test_few_layers_of_many_moves_are_not_gone_on_with_where_there_is_no_room(room: int) -> None:
    kernel = kernels.find(load("top-stack-twelve:tokens=1-199,limit=400"))
    found = Reached(kernel, kernel.encode(kernel.game.initial()), 10**6, 10**8, None, lambda _: room)
    assert found.complete == (room > 1 + 199 + 199**2)
    assert found.complete or len(found) < room
