"""Formats: rows in a file, as Parquet, CSV or JSON lines, and back again."""

import csv
import errno
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from ..core.errors import ArgumentError, NumduelError
from ..core.integers import read_integer
from ..core.registry import load
from ..core.settings import Whole, listed
from ..core.text import quoted
from ..core.whole_files import replacing
from .columns import MEASURES, NUMBER, TEXT, WHOLE, Column
from .plan import LARGEST
from .work import Cells

SUFFIXES = (".parquet", ".csv", ".jsonl")
ROWS_TOGETHER = 10_000  # of a Parquet file
FIRST_NAMES = ["spec", "value", "plies", "positions"]
LONGEST_WHOLE = len(str(-LARGEST))
CELLS = {WHOLE: int | None, NUMBER: int | float | None, TEXT: str | None}
ABOUT = b"numduel"  # the key under which a Parquet file says what it is


class FileError(NumduelError, RuntimeError):
    """A file that cannot be written or read, explained in one sentence."""


def check_suffix(name: str) -> str:
    """How a file of results is written, by the end of its name; ArgumentError if it is none."""
    suffix = Path(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise ArgumentError(f"a file of results ends with {listed(SUFFIXES)}, which {quoted(name)} does not")
    return suffix


def write_rows(name: str, columns: Sequence[Column], rows: Iterable[Cells], about: dict[str, Any]) -> int:
    """Write a file of rows, whole or not at all; how many they are."""
    write = {".parquet": _write_parquet, ".csv": _write_csv, ".jsonl": _write_json_lines}[check_suffix(name)]
    counted = _Counted(rows)
    try:
        with replacing(name) as file:
            write(file, columns, counted, about)
    except OSError as error:
        raise FileError(f"cannot write {quoted(name)}: {error.strerror}") from None
    return counted.count


class _Counted:
    """Rows that are counted as they go by."""

    def __init__(self, rows: Iterable[Cells]) -> None:
        self._rows, self.count = rows, 0

    def __iter__(self) -> Iterator[Cells]:
        for row in self._rows:
            self.count += 1
            yield row


def _write_csv(
    file: BinaryIO, columns: Sequence[Column], rows: Iterable[Cells], about: dict[str, Any]
) -> None:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.name for column in columns])
    writer.writerows(rows)
    text.flush()
    text.detach()  # the file is closed by who opened it


def _write_json_lines(
    file: BinaryIO, columns: Sequence[Column], rows: Iterable[Cells], about: dict[str, Any]
) -> None:
    names = [column.name for column in columns]
    for row in rows:
        file.write(json.dumps(dict(zip(names, row, strict=True))).encode() + b"\n")


def _write_parquet(
    file: BinaryIO, columns: Sequence[Column], rows: Iterable[Cells], about: dict[str, Any]
) -> None:
    import pyarrow
    from pyarrow import parquet

    types = {WHOLE: pyarrow.int64(), NUMBER: pyarrow.float64(), TEXT: pyarrow.string()}
    fields = [pyarrow.field(column.name, types[column.kind]) for column in columns]
    schema = pyarrow.schema(fields, metadata={ABOUT: json.dumps(about, sort_keys=True).encode()})
    remaining = iter(rows)
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        while some := list(islice(remaining, ROWS_TOGETHER)):
            cells = [
                pyarrow.array(column, field.type)
                for column, field in zip(zip(*some, strict=True), fields, strict=True)
            ]
            writer.write_table(pyarrow.Table.from_arrays(cells, schema=schema))


def read_rows(name: str) -> tuple[tuple[Column, ...], list[dict[str, Any]]]:
    """The columns and rows of a file of results; FileError if it is none."""
    read = {".parquet": _read_parquet, ".csv": _read_csv, ".jsonl": _read_json_lines}[check_suffix(name)]
    try:
        if _is_device(name):
            raise OSError(errno.ENOTSUP, "it is a device, not a file")
        rows = list(read(name))
    except OSError as error:
        reason = error.strerror or "it is no such file"
        raise FileError(f"cannot read {quoted(name)}: {reason}") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, csv.Error):
        raise FileError(f"{quoted(name)} is no file of results: it cannot be read as one") from None
    names = list(rows[0]) if rows else [column.name for column in MEASURES]
    if names[: len(FIRST_NAMES)] != FIRST_NAMES or any(list(row) != names for row in rows):
        raise FileError(f"{quoted(name)} is no file of results: its columns are others")
    columns = tuple(_column(name, rows) for name in names)
    if not all(isinstance(row[column.name], CELLS[column.kind]) for column in columns for row in rows):
        raise FileError(f"{quoted(name)} is no file of results: its cells are others")
    return columns, rows


def _column(name: str, rows: list[dict[str, Any]]) -> Column:
    known = {column.name: column for column in MEASURES}
    if name in known:
        return known[name]
    texts = any(isinstance(row[name], str) for row in rows)
    return Column(name, TEXT if texts else WHOLE, name.removeprefix("setting_"))


def _is_device(name: str) -> bool:
    """Whether something may give bytes without end; a pipe ends with whoever writes to it."""
    path = Path(name)
    return path.is_char_device() or path.is_block_device()


def _read_parquet(name: str) -> Iterator[dict[str, Any]]:
    import pyarrow
    from pyarrow import parquet

    try:
        table = parquet.read_table(name)
    except pyarrow.ArrowInvalid as error:
        raise ValueError(str(error)) from None
    yield from table.to_pylist()


def _read_csv(name: str) -> Iterator[dict[str, Any]]:
    known = {column.name: column for column in MEASURES}
    with open(name, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, strict=True))
    names = list(rows[0]) if rows else []
    texts = known.keys() | (_settings_in_words(rows[0].get("spec") or "") if rows else set())
    whole = {each for each in names if each not in texts and all(_is_whole(row[each]) for row in rows)}
    for row in rows:
        yield {each: _cell(text, known.get(each), each in whole) for each, text in row.items()}


def _settings_in_words(spec: str) -> set[str]:
    """The columns of settings that are texts, though all of them may look like numbers: `add=1|2`."""
    try:
        game = type(load(spec.partition(":")[0]))
    except NumduelError:
        return set()
    names = [name for name, setting in game.declared.items() if not isinstance(setting.kind, Whole)]
    return {*names, *(f"setting_{name}" for name in names)}


def _is_whole(text: str) -> bool:
    """Whether a column of whole numbers could hold this; longer numbers are texts, as in a Parquet file."""
    value = read_integer(text) if len(text) <= LONGEST_WHOLE else None
    return not text or (value is not None and abs(value) <= LARGEST)


def _cell(text: str, column: Column | None, whole: bool) -> Any:
    if text == "":
        return None
    if column is None:
        return int(text) if whole else text
    return {WHOLE: int, NUMBER: float, TEXT: str}[column.kind](text)


def _read_json_lines(name: str) -> Iterator[dict[str, Any]]:
    with open(name, encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            yield dict(row.items())
