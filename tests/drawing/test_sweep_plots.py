"""Plots of a sweep: what is in them is labelled, and the same rows give the same picture."""

import re
from pathlib import Path

import pytest

from numduel.cli.main import main
from numduel.design.plan import Plan
from numduel.design.sweep import sweep

# What loads matplotlib is loaded where it is used: every worker of pytest loads this file, and one runs it.


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> str:
    out = str(tmp_path_factory.mktemp("results") / "out.jsonl")
    sweep(Plan("operation-duel:target=8..10,add=1|1/2"), out)
    return out


@pytest.mark.parametrize(
    "picture",
    [
        ("--heat", "target,add,value"),
        ("--heat", "target,add,worth"),
        ("--scatter", "player1,decisions,value"),
        ("--scatter", "positions,worth,plies"),
        ("--curves", "--top", "3"),
    ],
    ids=" ".join,
)
def test_each_plot_is_drawn(picture: tuple[str, ...], results: str, tmp_path: Path) -> None:
    out = tmp_path / "picture.svg"
    assert main(["sweep", "--show", results, *picture, "-o", str(out)]) == 0
    assert "<svg" in out.read_text()


def test_the_same_rows_are_drawn_alike(results: str, tmp_path: Path) -> None:
    drawn = []
    for out in (tmp_path / "one.svg", tmp_path / "two.svg"):
        main(["sweep", "--show", results, "--scatter", "positions,worth", "-o", str(out)])
        drawn.append(out.read_bytes())
    assert drawn[0] == drawn[1]


def test_a_png_is_a_png(results: str, tmp_path: Path) -> None:
    out = tmp_path / "heat.png"
    assert main(["sweep", "--show", results, "--heat", "target,add,value", "-o", str(out)]) == 0
    assert out.read_bytes().startswith(b"\x89PNG")


def test_both_players_have_their_colours_in_a_heat_map() -> None:
    from numduel.drawing.sweep_plots import heat_map

    rows = [{"x": x, "y": 1, "v": value} for x, value in enumerate(["win", "loss", "loss"])]
    figure = heat_map(rows, "x", "y", "v", {"x": "across", "y": "up", "v": "winner"}, "title")
    legend = [text.get_text() for text in figure.legends[0].get_texts()]
    assert legend == ["player 1 wins", "player 2 wins"]
    axes = figure.axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel(), axes.get_title(loc="left")) == ("across", "up", "title")


def test_more_words_than_colours_are_refused() -> None:
    from numduel.drawing.sweep_plots import CannotPlot, heat_map

    rows = [{"x": x, "y": 1, "v": f"word {x}"} for x in range(20)]
    with pytest.raises(CannotPlot, match=re.escape("has 20 different texts")):
        heat_map(rows, "x", "y", "v", dict.fromkeys("xyv", "v"), "title")


def test_cells_of_several_rows_say_so_and_leave_a_colour_for_every_word() -> None:
    from numduel.drawing.sweep_plots import heat_map

    labels = dict.fromkeys("xyv", "v")
    rows = [{"x": min(at, 6), "y": 0, "v": f"word {at}"} for at in range(8)]
    figure = heat_map(rows, "x", "y", "v", labels, "title")
    told = [text.get_text() for text in figure.legends[0].get_texts()]
    colours = {patch.get_facecolor() for patch in figure.legends[0].get_patches()}
    assert told == ["mixed: several rows, not alike", *(f"word {at}" for at in range(6))]
    assert len(colours) == len(told)
    numbers = heat_map([{"x": 0, "y": 0, "v": at} for at in (1, 2)], "x", "y", "v", labels, "title")
    assert numbers.axes[1].get_ylabel() == "v, mean of several rows"
