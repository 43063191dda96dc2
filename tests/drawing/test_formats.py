"""The formats of pictures: SVG, PNG and PDF, by the end of the file's name."""

import struct
import sys
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commandline import environment, numduel, run

from numduel.drawing.formats import convert

DUEL = '[spec "operation-duel"] +1 *2 +1\n'


def png_size(data: bytes) -> tuple[int, int]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", data[16:24])
    return wide, high


def pixels(data: bytes) -> bytes:
    """The pixels of a PNG, as it holds them."""
    at, packed = 8, b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        packed += data[at + 8 : at + 8 + length] if data[at + 4 : at + 8] == b"IDAT" else b""
        at += length + 12
    return zlib.decompress(packed)


@pytest.mark.parametrize("command", [("graph", "operation-duel"), ("review", "-")])
def test_the_end_of_the_name_says_the_format(command: tuple[str, ...], tmp_path: Path) -> None:
    for name in ("a.svg", "b.png", "c.PDF", "d"):
        done = numduel(*command, "-o", str(tmp_path / name), said=DUEL)
        assert (done.err, done.code) == ("", 0)
    svg = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert (tmp_path / "d").read_bytes() == (tmp_path / "a.svg").read_bytes()
    assert png_size((tmp_path / "b.png").read_bytes()) == (
        int(svg.attrib["width"]),
        int(svg.attrib["height"]),
    )
    pdf = (tmp_path / "c.PDF").read_bytes()
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")


def test_words_are_drawn_in_a_png_whatever_fonts_there_are() -> None:
    empty = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" font-family="{}">{}</svg>'
    text = '<text x="5" y="25">win in 3 → …</text>'
    font = "'DejaVu Sans Mono', monospace"
    assert len(set(pixels(convert(empty.format(font, ""), "png")))) <= 4
    assert len(set(pixels(convert(empty.format(font, text), "png")))) > 20


@pytest.mark.parametrize("wide", [300, 560, 643, 678, 1301, 4160])
def test_no_row_of_dots_is_left_out_of_a_png_or_doubled(wide: int) -> None:
    stripes = "".join(f"M{x}.5 0v4" for x in range(0, wide, 2))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="4">'
        f'<rect width="{wide}" height="4" fill="white"/><path d="{stripes}" stroke="black"/></svg>'
    )
    data = convert(svg, "png")
    assert png_size(data) == (wide, 4)
    # However it is packed, the first line is the plain stripes: black, white, black …
    first = unfiltered_line(pixels(data), wide)
    assert [dot < 128 for dot in first] == [x % 2 == 0 for x in range(wide)]


def unfiltered_line(packed: bytes, wide: int) -> list[int]:
    """The red of the dots of the first line, by the first two or last ways in which a PNG may pack it."""
    way, line = packed[0], list(packed[1 : 1 + 4 * wide])
    assert way in (0, 1, 2, 4), "neither plain, nor differences to the left (or, in a first line, to nothing)"
    if way in (1, 4):
        for at in range(4, len(line)):
            line[at] = (line[at] + line[at - 4]) % 256
    return line[::4]


@pytest.mark.parametrize("name", ["x.gif", "x.jpg", "x.svg.bak", ".x.txt"])
@pytest.mark.parametrize("command", [("graph", "operation-duel"), ("review", "-")])
def test_another_end_is_refused(command: tuple[str, ...], name: str, tmp_path: Path) -> None:
    done = numduel(*command, "-o", str(tmp_path / name), said=DUEL)
    assert done.code == 2
    assert "written as .svg, .png or .pdf" in done.complaint
    assert (done.out, list(tmp_path.iterdir())) == ("", [])


def test_standard_output_gets_svg() -> None:
    done = numduel("graph", "operation-duel", "-o", "-")
    assert ElementTree.fromstring(done.out).tag.endswith("svg")


def test_without_the_package_a_sentence_says_how_to_get_it(tmp_path: Path) -> None:
    file = tmp_path / "p.png"
    code = (
        "import sys; sys.modules['typst'] = None; from numduel.cli.main import main; "
        f"sys.exit(main(['graph', 'operation-duel', '-o', {str(file)!r}]))"
    )
    done = run((sys.executable, "-c", code), env=environment())
    assert (done.code, "needs the package typst" in done.complaint) == (1, True)
    assert not file.exists()
