"""Files with a key: how much is read, where one is made, and that it is on the disk before it is used."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from numduel.store import keys
from numduel.store.errors import StoreError
from numduel.store.folders import NoFolder


@pytest.fixture
def key_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the key is, by its variable; it is not there yet."""
    monkeypatch.delenv("NUMDUEL_KEY", raising=False)
    monkeypatch.setenv("NUMDUEL_KEY_FILE", str(tmp_path / "key"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    return tmp_path / "key"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (b"sixteen letters!", b"sixteen letters!"),
        (b"\n sixteen letters! \n", b"sixteen letters!"),
        (b"k" * 10_000, b"k" * 10_000),
        (b"k" * 10_001, b"k" * 10_000),
    ],
)
def test_a_key_is_read_without_the_space_around_it(written: bytes, read: bytes, key_file: Path) -> None:
    key_file.touch(0o600)
    key_file.write_bytes(written)
    assert keys.read_key() == read


def test_a_key_of_fifteen_letters_is_too_short(key_file: Path) -> None:
    key_file.touch(0o600)
    key_file.write_bytes(b" fifteen letters ")
    with pytest.raises(StoreError) as refused:
        keys.read_key()
    assert str(refused.value) == (
        f"the key in {str(key_file)!a} is too short: it must have at least 16 characters"
    )


def test_a_file_that_is_far_larger_than_any_key_is_refused(key_file: Path) -> None:
    key_file.touch(0o600)
    os.truncate(key_file, 1_000_001)
    with pytest.raises(StoreError) as refused:
        keys.read_key()
    assert str(refused.value) == (
        f"the key file {str(key_file)!a} cannot be read: it has more than 1,000,000 bytes, and is no key"
    )


def make_pipe(path: Path) -> None:
    os.mkfifo(path, 0o600)


def make_folder(path: Path) -> None:
    path.mkdir(0o700)


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))
    path.chmod(0o600)


def point_to_a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("make", [make_pipe, make_folder, make_socket, point_to_a_device])
def test_what_is_no_file_is_refused_at_once_even_if_nobody_writes_to_it(
    make: Callable[[Path], None], key_file: Path
) -> None:
    make(key_file)
    with pytest.raises(StoreError) as refused:
        keys.read_key()
    assert str(refused.value) == (
        f"the key file {str(key_file)!a} cannot be read: it is a folder, a device or a pipe, not a file"
    )


def test_a_path_that_cannot_be_one_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMDUEL_KEY", raising=False)
    monkeypatch.setattr(keys, "key_file", lambda: "a\0b")
    monkeypatch.setenv("NUMDUEL_KEY_FILE", "named")
    with pytest.raises(StoreError) as refused:
        keys.read_key()
    assert str(refused.value) == "the key file 'a\\x00b' cannot be read: embedded null byte"


def test_where_nobody_knows_the_settings_there_is_no_key_and_none_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nobody_knows() -> str:
        raise NoFolder("you have no home folder, and HOME names none")

    monkeypatch.setattr(keys, "settings_folder", nobody_knows)
    for name in (keys.VARIABLE, keys.FILE_VARIABLE):
        monkeypatch.delenv(name, raising=False)
    assert keys.read_key() is None
    with pytest.raises(StoreError) as refused:
        keys.make_key_file()
    assert str(refused.value) == "nobody knows where settings are: name a file by NUMDUEL_KEY_FILE"


def test_a_key_and_its_name_are_on_the_disk_before_anything_is_sealed_with_it(
    key_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[int, int]] = []

    def note(descriptor: int) -> None:
        found = os.fstat(descriptor)
        synced.append((found.st_ino, len(key_file.read_bytes())))

    monkeypatch.setattr(os, "fsync", note)
    assert keys.make_key_file() == key_file
    assert synced == [(key_file.stat().st_ino, 65), (key_file.parent.stat().st_ino, 65)]


def test_a_key_is_made_in_the_folder_where_one_is(key_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(key_file.parent)
    monkeypatch.setenv("NUMDUEL_KEY_FILE", "here")
    assert keys.make_key_file() == Path("here")
    assert keys.read_key() == Path("here").read_bytes().strip()


def test_a_key_that_cannot_be_written_is_told_of(key_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key_file.write_text("a file, and no folder")
    monkeypatch.setenv("NUMDUEL_KEY_FILE", str(key_file / "key"))
    with pytest.raises(StoreError) as refused:
        keys.make_key_file()
    assert str(refused.value).startswith(f"the key file {str(key_file / 'key')!a} cannot be written: ")


def test_a_key_that_was_not_written_in_whole_is_not_left_behind(
    key_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, "fsync", fail)
        with pytest.raises(StoreError, match="cannot be written: No space left on device"):
            keys.make_key_file()
    assert not key_file.exists()
    assert keys.make_key_file() == key_file
