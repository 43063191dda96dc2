"""Files in another encoding than UTF-8: refused with the line, and nothing of them is kept."""

from pathlib import Path

import pytest
from commandline import Run, numduel

GOOD = '[spec "digit-stack"]\n[player1 "Jörg"]\n2 5 8 9\n'
READERS = (("import",), ("review", "--plain"), ("replay",), ("puzzle", "--import"))


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


def read(command: tuple[str, ...], content: bytes, folder: Path, db: str) -> Run:
    file = folder / "games.txt"
    file.write_bytes(content)
    return numduel(*command, str(file), NUMDUEL_DB=db)


@pytest.mark.parametrize("command", READERS, ids=" ".join)
@pytest.mark.parametrize(
    ("content", "line", "what"),
    [
        (GOOD.encode("latin-1"), 2, "the byte F6 is no UTF-8"),
        ((GOOD + "{é}").encode("latin-1"), 2, "the byte F6 is no UTF-8"),
        (GOOD.encode() + b"{\xed\xa0\x80}", 4, "the byte ED is no UTF-8"),
        (GOOD.encode() + b"{\xc3", 4, "the byte C3 is no UTF-8"),
        (GOOD.encode("utf-16"), 1, "this is UTF-16"),
        (b"\xfe\xff" + GOOD.encode("utf-16-be"), 1, "this is UTF-16"),
    ],
    ids=["latin-1", "the first of two", "a surrogate", "broken off", "utf-16", "utf-16 the other way"],
)
def test_another_encoding_is_named_with_its_line_and_nothing_is_kept(
    command: tuple[str, ...], content: bytes, line: int, what: str, tmp_path: Path, db: str
) -> None:
    refused = read(command, content, tmp_path, db)
    assert refused.complaint == (
        f"numduel: {str(tmp_path / 'games.txt')!a}, line {line}: {what}; save it as UTF-8\n"
    )
    assert (refused.out, refused.code) == ("", 3)
    assert not Path(db).exists()


@pytest.mark.parametrize("command", ["import", "review", "replay"])
def test_the_same_holds_for_standard_input(command: str, db: str) -> None:
    refused = numduel(command, "-", said=GOOD.encode("latin-1"), NUMDUEL_DB=db)
    assert refused.complaint == "numduel: '-', line 2: the byte F6 is no UTF-8; save it as UTF-8\n"
    assert refused.code == 3


def test_a_certificate_in_another_encoding_does_not_hold_and_that_is_why(tmp_path: Path, db: str) -> None:
    refused = read(("verify",), GOOD.encode("latin-1"), tmp_path, db)
    assert refused.err.startswith("numduel: the certificate does not hold: ")
    assert refused.complaint.endswith(", line 2: the byte F6 is no UTF-8; save it as UTF-8\n")
    assert refused.code == 4


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_name_in_utf_8_is_kept_as_it_is(encoding: str, tmp_path: Path, db: str) -> None:
    assert read(("import",), GOOD.encode(encoding), tmp_path, db).code == 0
    assert '[player1 "Jörg"]' in numduel("export", "1", NUMDUEL_DB=db).lines
