"""Pictures of positions and moves: what is drawn, and what is politely refused."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commandline import Run, environment, numduel, run

SVG = "{http://www.w3.org/2000/svg}"
VALUES = ("win", "loss", "endless")


def drawn(folder: Path, *arguments: str) -> ElementTree.Element:
    done = numduel("graph", *arguments, "-o", str(folder / "picture.svg"))
    assert (done.err, done.code) == ("", 0)
    return ElementTree.parse(folder / "picture.svg").getroot()


def texts(picture: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


def worths(picture: ElementTree.Element) -> list[str]:
    """What is written in each position: its value, and in how many plies."""
    return [text for text in texts(picture) if text.split(" ")[0] in VALUES and "in" in f"{text} in"]


@pytest.mark.parametrize(
    ("spec", "positions"),
    [("operation-duel", 19), ("operation-obliteration", 22), ("top-stack-twelve", 42)],
)
def test_every_position_is_drawn_with_its_value_in_words(spec: str, positions: int, tmp_path: Path) -> None:
    assert len(worths(drawn(tmp_path, spec))) == positions


def shape(element: ElementTree.Element) -> str:
    """What a shape stands for; nothing for a tag, a label or the page."""
    if element.get("stroke-width") != "2" or element.get("stroke-dasharray"):
        return ""
    return "loss" if element.tag == f"{SVG}polygon" else "endless" if element.get("rx") else "win"


def test_a_value_has_a_shape_of_its_own(tmp_path: Path) -> None:
    picture = drawn(tmp_path, "operation-obliteration")
    written = [worth.split(" ")[0] for worth in worths(picture)]
    assert set(written) == set(VALUES)
    shapes = [shape(element) for element in picture.iter()]
    for value in VALUES:
        # One more in the legend; the start, a win, has a second outline, and is in the legend with both.
        assert shapes.count(value) == written.count(value) + 1 + 3 * (value == "win")


def test_best_moves_are_thick_and_others_thin(tmp_path: Path) -> None:
    picture = drawn(tmp_path, "operation-duel")
    widths = [path.get("stroke-width") for path in picture.iter(f"{SVG}path") if path.get("marker-end")]
    # Each position but the first is reached by an arrow; and there is one of each kind in the legend.
    assert len(widths) == 18 + 2
    assert set(widths) == {"1", "3"}
    # By best play from 2, 3 is reached (a loss, and so the best), not 4.
    bold = [text.text for text in picture.iter(f"{SVG}text") if text.get("font-weight") == "bold"]
    assert "+1 → 4" in bold
    assert "+1 → 8" not in bold


def test_moves_that_end_the_game_say_what_they_do(tmp_path: Path) -> None:
    said = texts(drawn(tmp_path, "operation-duel"))
    assert said.count("+1: wins") == 1
    assert said.count("*2: wins") == 1
    assert said.count("*2: loses") == 9


def test_the_neighbourhood_of_a_position_can_be_drawn(tmp_path: Path) -> None:
    picture = drawn(tmp_path, "digit-stack", "--moves", "9", "--around", "1")
    assert len(worths(picture)) == 1 + 9
    dashed = [one for one in picture.iter() if one.get("stroke-dasharray")]
    assert len(dashed) == 9 + 1, "there is more behind the nine, and one is in the legend"


@pytest.mark.parametrize("spec", ["digit-stack", "operation-stack"])
def test_too_many_positions_are_refused_and_the_neighbourhood_is_offered(spec: str, tmp_path: Path) -> None:
    done = numduel("graph", spec, "-o", str(tmp_path / "picture.svg"))
    assert done.code == 1
    assert "--around 2 would fit" in done.complaint
    assert not list(tmp_path.iterdir())


def test_a_position_after_the_end_cannot_be_drawn(tmp_path: Path) -> None:
    done = numduel("graph", "operation-duel:target=2", "--moves", "+1", "-o", str(tmp_path / "picture.svg"))
    assert (done.code, "the game is over" in done.complaint) == (1, True)


def test_a_file_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for name in ("nowhere/picture.svg", "file/picture.svg", "."):
        done = numduel("graph", "operation-duel", "-o", str(tmp_path / name))
        assert (done.code, done.complaint.startswith("numduel: ")) == (1, True)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_without_the_drawing_package_a_sentence_says_how_to_get_it(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['igraph'] = None; from numduel.cli.main import main; "
        f"sys.exit(main(['graph', 'operation-duel', '-o', {str(tmp_path / 'p.svg')!r}]))"
    )
    done: Run = run((sys.executable, "-c", code), env=environment())
    assert done.complaint.endswith(f": {sys.executable} -m pip install --upgrade igraph\n")
    assert done.code == 1
