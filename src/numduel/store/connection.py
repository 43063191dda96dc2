"""Connection: one SQLite file, its transactions, and one sentence for whatever goes wrong with it."""

import contextlib
import os
import sqlite3
from _thread import RLock  # as functools has it: `threading` is loaded where there are threads
from collections.abc import Iterator

from ..core.hints import Any
from .census import OTHER_KEY, Census, read
from .errors import Damaged, Gone, MeddledWith, NotAStore, OtherKey, StoreError
from .meddling import meddling
from .private import FILE_MODE, check_is_file, check_name, check_ours, check_side_files, make_private
from .reasons import reason
from .schema import bring_up_to_date, is_current, journal_mode
from .seals import SealedConnection, Sealer
from .structure import check_columns, flaws

PATIENCE = 10.0  # seconds to wait for another process that is writing
ROOM = 65_536  # bytes by which the file must be able to grow: some hundred moves
# What SQLite complains of, or Python on the way there; an integer may be too large, a text no text.
_COMPLAINTS = (sqlite3.Error, UnicodeError, OverflowError)


def _written(file: os.stat_result) -> tuple[int, int]:
    """What is another whenever somebody has written into a file."""
    return file.st_mtime_ns, file.st_size


def _connect(path: str) -> SealedConnection:
    # Or SQLite could take it for an address.
    path = os.path.join(os.curdir, path) if path.startswith("file:") else path
    # Python's own transactions are off: each of ours says when it begins and ends.
    return sqlite3.connect(
        path, timeout=PATIENCE, isolation_level=None, check_same_thread=False, factory=SealedConnection
    )


class Connection:
    """A connection that threads share, one at a time: each holds `lock` while it reads or writes."""

    def __init__(
        self, path: str, busy: bool = False, key: bytes | None = None, name: str | None = None
    ) -> None:
        self.path = path
        self.busy = busy
        self.name = path if name is None else name  # what a person knows it by
        self.tells_path = True  # in what it complains of
        self.lock = RLock()
        self._written: tuple[int, int] | None = None  # how the file was last seen; None until it is open
        self._committed = False  # since the file was last opened
        self._was_gone = False  # deleted, replaced or emptied, when it was last looked for
        self.reopened = 0  # how often the file was opened anew, since somebody else had written into it
        with self.translate_errors():
            check_name(path)
            self._check_path()
            check_ours(path)
            make_private(path)
            self._open(Sealer(key))
            try:
                self._opened = os.stat(path)
            except OSError:
                self.raw.close()
                raise
            self._written = _written(self._opened)

    def _open(self, sealer: Sealer) -> None:
        """Open the file; if that fails, the connection that there was stays."""
        before = getattr(self, "raw", None)
        self.raw = _connect(self.path)
        self.raw.sealer = sealer
        try:
            self._prepare()
        except BaseException:
            self.raw.close()
            if before is not None:
                self.raw = before
            raise
        if before is not None:
            before.close()  # or it would itself be in the way of choosing another journal
        try:
            self._choose_journal()
        except BaseException:
            if before is None:
                self.raw.close()
            raise

    def _check_path(self) -> None:
        """Raise NotAStore where SQLite would not say why it fails, or wait for somebody to write."""
        check_is_file(self.path)
        check_side_files(self.path)

    def _prepare(self) -> None:
        # A damaged text must fail its own seal, not the reading of every game beside it.
        self.raw.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
        # EXTRA: with a rollback journal, only then is a commit safe from a power cut.
        self.raw.execute("PRAGMA synchronous = EXTRA")
        # Transactions, since SQLite looks for what others may be doing before each statement outside of one.
        with self.reading():
            current = is_current(self.raw)
        if not current:
            bring_up_to_date(self.raw)
        with self.reading():
            check_columns(self.raw)
            self.flaws = tuple(flaws(self.raw))
            self._meddling = meddling(self.raw)

    def _choose_journal(self) -> None:
        try:
            self.raw.execute(f"PRAGMA journal_mode = {journal_mode(self.busy)}")
        except sqlite3.OperationalError:
            from .waiting import check_log

            check_log(self.raw)
            raise

    def error(self, reason: object) -> StoreError:
        """What is wrong with the file, in one sentence."""
        named = f" {self.name!a}" if self.tells_path else ""
        return StoreError(f"the store{named} cannot be used: {reason}")

    def check_in_place(self) -> None:
        """Raise StoreError where the file that was opened has been deleted, replaced, emptied or spoilt.

        After a commit it is opened anew: what somebody wrote over it during that has no time of its own, and
        SQLite remembers the pages as they were.
        """
        with self.lock, self.translate_errors():
            self._look_anew(trusting=not self._committed)
            self._check_meddling()

    def _check_meddling(self) -> None:
        if self._meddling:
            raise MeddledWith(str(self.error(self._meddling)))

    def _look_anew(self, trusting: bool = True) -> bool:
        """Whether somebody else has written into the file, which is then opened anew; Gone if it is gone.

        What others write by SQLite, it notices. A file that was copied over ours, though, it takes for the
        one that it remembers, with rows and tables where they are no more, and would spoil it.
        """
        now = self._stat()
        if trusting and _written(now) == self._written:
            return False
        self._roll_back()
        check_side_files(self.path)
        self._open(self.raw.sealer)
        self._written = _written(now)
        self._committed = False
        self.reopened += 1
        return True

    def _stat(self) -> os.stat_result:
        try:
            now = os.stat(self.path)
        except (FileNotFoundError, NotADirectoryError):
            now = None
        except OSError as error:
            raise self.error(error.strerror) from None
        if now is None or not now.st_size or not os.path.samestat(now, self._opened):
            self._was_gone = True
            raise Gone(str(self.error("the file has been deleted or replaced")))
        return now

    def _look_for_it(self) -> None:
        """Open a file anew that was gone, where it is back: SQLite remembers what it has seen meanwhile."""
        if not self._was_gone or self.raw.in_transaction:
            return
        self._was_gone = False  # or opening it would lead here again
        try:
            self._look_anew(trusting=False)
        except BaseException as error:
            self._was_gone = True
            if not isinstance(error, Gone):
                raise

    def check_permission(self) -> None:
        """Raise StoreError where the file can only be read, of which SQLite says nothing before it writes."""
        if os.path.exists(self.path) and not os.access(self.path, os.W_OK):
            raise self.error("it can only be read")

    def check_room(self) -> None:
        """Raise StoreError where the file cannot grow: the disk is full, or a file may not be larger.

        What SQLite says proves nothing: what it needs for a small change may have its place already. The
        probe is as large as the file would be, and takes only as much room as is to be found out.
        """
        path = os.path.realpath(self.path)  # SQLite keeps its journal there, too
        probe = f"{path}.{os.urandom(8).hex()}.probe"
        with self.translate_errors():
            file = os.open(probe, os.O_CREAT | os.O_WRONLY, FILE_MODE)
            try:
                os.lseek(file, os.stat(self.path).st_size, os.SEEK_SET)
                written = 0
                while written < ROOM:  # what does not fit in whole is cut short, and only the rest says why
                    written += os.write(file, bytes(ROOM - written))
            finally:
                os.close(file)
                os.unlink(probe)

    @contextlib.contextmanager
    def translate_errors(self) -> Iterator[None]:
        """Turn what SQLite and the system complain of into one sentence."""
        try:
            if self._written is not None:
                check_side_files(self.path)  # for a pipe that was put there meanwhile, SQLite waits for ever
                self._look_for_it()
            yield
        except OtherKey as error:
            raise self.error(error if self._written is None else OTHER_KEY) from None
        except Damaged:
            if self._is_sealed_anew():
                raise self.error(OTHER_KEY) from None
            raise
        except (*_COMPLAINTS, NotAStore, OSError) as error:
            if self._written is not None:
                self._stat()  # of a file that is gone, SQLite says no more than that something has failed
            raise self.error(reason(error)) from None

    def _is_sealed_anew(self) -> bool:
        """Whether somebody has sealed the file otherwise since it was opened: then no row fits its seal."""
        with contextlib.suppress(NotAStore, *_COMPLAINTS):
            census, _ = read(self.raw)
            return census.proof != self.raw.sealer.proof
        return False

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction: all of it on the disk when this ends, or nothing."""
        with self.lock, self.translate_errors():
            try:
                self.raw.execute("BEGIN IMMEDIATE")
                if self._look_anew():
                    self.raw.execute("BEGIN IMMEDIATE")
                self._check_meddling()  # or what is told of as kept might not be
                yield
                self.raw.execute("COMMIT")
                self._committed = True
                with contextlib.suppress(OSError):  # it is safe; whether it still is, the next one says
                    self._written = _written(os.stat(self.path))
            except BaseException:
                self._roll_back()
                raise

    @contextlib.contextmanager
    def counting(self) -> Iterator[Census]:
        """A transaction that changes sealed rows; what it notes in the census is written at its end."""
        with self.writing():
            census = Census(self.raw)
            yield census
            census.write()

    @contextlib.contextmanager
    def part(self) -> Iterator[None]:
        """A part of a transaction, which may fail alone: StoreError, and nothing of it, if it does."""
        self.raw.execute("SAVEPOINT part")
        try:
            yield
        except BaseException as error:
            if not self.raw.in_transaction:  # it has taken everything with it
                raise
            self.raw.execute("ROLLBACK TO part")
            self.raw.execute("RELEASE part")
            if isinstance(error, _COMPLAINTS):
                raise self.error(error) from None
            raise
        self.raw.execute("RELEASE part")

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Everything read within is of one moment, whatever another program writes meanwhile."""
        with self.lock, self.translate_errors():
            if self.raw.in_transaction:
                yield
                return
            try:
                self.raw.execute("BEGIN")
                yield
            finally:
                self._roll_back()

    def _roll_back(self) -> None:
        if self.raw.in_transaction:
            self.raw.execute("ROLLBACK")

    def all(self, sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
        """Every row that a query finds."""
        with self.lock, self.translate_errors():
            return self.raw.execute(sql, values).fetchall()

    def one(self, sql: str, values: tuple[Any, ...] = ()) -> Any:
        """The first row that a query finds, or None."""
        with self.lock, self.translate_errors():
            return self.raw.execute(sql, values).fetchone()

    def value(self, sql: str) -> Any:
        """The only value that a query finds."""
        (found,) = self.one(sql)
        return found

    def close(self) -> None:
        """Let go of the file."""
        with self.lock:
            if self.busy:
                # Closed before, in use by another program, or with something in the way of its journal.
                with contextlib.suppress(sqlite3.Error, NotAStore):
                    check_side_files(self.path)
                    self.raw.execute(f"PRAGMA journal_mode = {journal_mode()}")
            self.raw.close()
