"""Seals: the same from version to version, or no file could be read by the next one."""

import hashlib
import os
import stat
from pathlib import Path

import pytest

from numduel.store import seals
from numduel.store.errors import NotAStore
from numduel.store.private import check_ours, make_folder, make_private, sync_folder
from numduel.store.schema import APPLICATION
from numduel.store.seals import WITHOUT_KEY, Sealer

VALUES = (1, "a", None)
KEYED = Sealer(b"somebody's own key")


def test_a_seal_without_a_key_stays_the_same() -> None:
    expected = "06d8949c738d66d0ba58a20471beb4850e7d102027540c8abdf64a098375f3de"
    assert WITHOUT_KEY.seal(VALUES).hex() == seals.seal(VALUES).hex() == expected
    assert (WITHOUT_KEY.key, WITHOUT_KEY.proof) == (None, None)
    assert seals.first_link("a", "b") == seals.seal(("a", "b"))


def test_a_seal_with_a_key_and_its_proof_stay_the_same() -> None:
    assert KEYED.seal(VALUES).hex() == "8e25833b07aaca9ac64203946474617fe3573bbc0b121668ef5e4d9d4c974f97"
    assert KEYED.proof is not None
    assert KEYED.proof.hex() == "4cc96211516115b21c230e6532808f6016f2482ddf4228e7eed6ee026ce776ce"
    assert KEYED.key == b"somebody's own key"


def test_a_link_stays_the_same_even_of_text_that_is_none() -> None:
    expected = "0f6359dab224abfb44a6c6c45c5718d7932d147a5e056216d9ba5e55e4f69b3b"
    assert seals.next_link(b"p", "\ud800t").hex() == expected


@pytest.mark.parametrize(("sealer", "size"), [(WITHOUT_KEY, 32), (KEYED, 256)])
def test_a_sum_of_seals_has_one_size_and_goes_round(sealer: Sealer, size: int) -> None:
    most = 256**size - 1
    assert sealer.total(0) == bytes(size)
    assert sealer.total(most) == b"\xff" * size == sealer.total(-1)
    assert sealer.total(most + 2) == bytes(size - 1) + b"\x01"
    assert sealer.weight(b"") == 0


def test_seals_with_a_key_are_counted_by_longer_numbers() -> None:
    seal = b"x" * 32
    assert WITHOUT_KEY.weight(seal) == int.from_bytes(seal)
    total = KEYED.total(KEYED.weight(seal))
    assert total == hashlib.shake_256(seal).digest(256)


# Files that are our own


def header(application: int, size: int = 100, magic: bytes = b"SQLite format 3\0") -> bytes:
    """The beginning of a SQLite file."""
    return (magic.ljust(68, b"\xaa") + application.to_bytes(4) + b"\xbb" * 100)[:size]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        header(APPLICATION),
        header(APPLICATION, 150),
        header(7, 99),
        header(7, magic=b"something else"),
    ],
)
def test_what_may_be_ours_is_left_for_sqlite_to_judge(content: bytes, path: Path) -> None:
    path.write_bytes(content)
    check_ours(str(path))


@pytest.mark.parametrize("content", [header(7), header(0, 150), header(APPLICATION + 1)])
def test_a_header_of_another_program_is_refused(content: bytes, path: Path) -> None:
    path.write_bytes(content)
    with pytest.raises(NotAStore) as refused:
        check_ours(str(path))
    assert str(refused.value) == "it is a file of some other program"


@pytest.mark.parametrize("mask", [0, 0o777])
def test_what_is_made_is_for_its_owner_alone(mask: int, tmp_path: Path) -> None:
    file = tmp_path / "one" / "two" / "file"
    before = os.umask(mask)
    try:
        make_private(str(file))
    finally:
        os.umask(before)
    modes = [stat.S_IMODE(each.stat().st_mode) for each in (file, file.parent, file.parent.parent)]
    assert modes == [0o600, 0o700, 0o700]
    file.write_text("kept")
    make_private(str(file))
    make_folder(str(file.parent))
    assert file.read_text() == "kept"


def test_nothing_stays_open_and_a_folder_is_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = len(os.listdir("/proc/self/fd"))
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_ino))
    make_private(str(tmp_path / "file"))
    sync_folder(str(tmp_path))
    assert synced == [tmp_path.stat().st_ino]
    assert len(os.listdir("/proc/self/fd")) == opened
