"""Standard error and files: what is written whole, not at all, or to nobody, and never fails the work."""

import io
import os
import sys
from pathlib import Path

import pytest

from numduel.core.streams import abandon, write_error
from numduel.core.whole_files import replacing


def test_a_complaint_is_written_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open(tmp_path / "err", "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        write_error("Zoë\n")
        assert (tmp_path / "err").read_text(encoding="utf-8") == "Zoë\n"


def test_what_an_encoding_has_no_signs_for_is_spelled_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open(tmp_path / "err", "w", encoding="ascii") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        write_error("Zoë\n")
    assert (tmp_path / "err").read_bytes() == b"Zo\\xeb\n"


def test_nobody_needs_to_hear_a_complaint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    write_error("x")
    with open("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stderr", full)
        write_error("x")
        assert os.readlink(f"/proc/self/fd/{full.fileno()}") == os.devnull
        open_now = os.listdir("/proc/self/fd")
        write_error("x")
        abandon(full)
        assert os.listdir("/proc/self/fd") == open_now
    monkeypatch.setattr(sys, "stderr", full)  # which is closed
    write_error("x")


def test_a_stream_that_is_no_file_is_left_as_it_is() -> None:
    before = os.listdir("/proc/self/fd")
    abandon(io.StringIO())
    assert os.listdir("/proc/self/fd") == before


def test_a_file_is_replaced_as_a_whole_through_a_link_and_as_private_as_others_are(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("before")
    link.symlink_to(file)
    mask = os.umask(0o027)
    try:
        with replacing(str(link)) as stream:
            stream.write(b"after")
            assert file.read_text() == "before"
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(mask)
    assert (file.read_text(), link.is_symlink(), file.stat().st_mode & 0o777) == ("after", True, 0o640)
    assert sorted(tmp_path.iterdir()) == [file, link]


def test_where_writing_fails_all_is_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("before")

    def fail() -> None:
        with replacing(str(tmp_path / "file")) as stream:
            stream.write(b"aft")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "before"
