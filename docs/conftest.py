"""Lets the examples on a page import the files that it has its reader write."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pages
import pytest


@pytest.fixture(autouse=True)
def folder_of_the_reader(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Run the page in a new folder that holds its files."""
    written = pages.files(f"docs/{request.path.name}") if request.path.suffix == ".md" else {}
    for name, text in written.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in written:
        sys.modules.pop(name.removesuffix(".py"), None)
