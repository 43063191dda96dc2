"""Console: lines out, answers in, whatever standard input and output happen to be."""

import contextlib
import io
import os
import sys
from collections.abc import Callable

from ..core.errors import NumduelError
from ..core.streams import abandon, write_error, writing
from ..core.text import visible
from . import screen, terminal
from .interrupts import check, waiting

LONGEST_LINE = 10_000
MOST_SKIPPED = 16_777_216  # bytes of one line; what has no line ends is not typed by anybody
MOST_UNHEEDED = 100  # answers out of a pipe, one after the other, that lead nowhere
MOST_HELD = 4_000  # pieces of text; more are let out at once


class UsageError(NumduelError):
    """The command was given wrongly, explained in one sentence."""


class NotLegal(NumduelError):
    """What was given is no legal game, move or record, explained in one sentence."""


class NoAnswers(NotLegal):
    """What comes out of a pipe leads nowhere, and may never end; explained in one sentence."""


class Failed(NumduelError):
    """What was asked for cannot be done, explained in one sentence."""


class EndOfInput(NumduelError):
    """There is nothing more to read."""


class InputFailed(EndOfInput):
    """Standard input cannot be read, or no further, explained in one sentence."""


class OutputFailed(NumduelError):
    """Standard output takes no more; the reason, or nothing where its reader has just gone away."""


class Console:
    """Where a person, or a pipe in a person's place, is talked to."""

    def __init__(self, plain: bool = False) -> None:
        _forgive_encodings()
        self.typed = sys.stdin is not None and sys.stdin.isatty()
        self.shown = sys.stdout is not None and sys.stdout.isatty()
        # Tables, pauses and remarks are for a person at a terminal who has not asked for less.
        looked_at = self.shown and not plain and os.environ.get("TERM") != "dumb"
        self.interactive = self.typed and looked_at
        # What helps a newcomer is told at any terminal, also one that can only show lines.
        self.attended = self.typed and self.shown and not plain
        screen.look(looked_at and self.typed)
        # What has been said is held until someone has to see it. Whoever has to make durable first what
        # the words are about sets this, and then nothing is shown before `flush`.
        self.holding = False
        self._held: list[str] = []
        self._lines = _Lines()
        self._unheeded = 0  # answers since the last that led anywhere

    def say(self, *lines: str, style: screen.Style = "") -> None:
        """Write lines, folded where a person's screen is narrower."""
        folded = (part for line in lines for part in screen.fit(line))
        self._write("".join(f"{screen.styled(part, style)}\n" for part in folded))

    def say_to_copy(self, *lines: str) -> None:
        """Write lines that are data, or are pasted elsewhere, and never folded: quotes must stay whole."""
        self._write("".join(f"{line}\n" for line in lines))

    def say_json(self, document: object) -> None:
        """Write one JSON document."""
        import json

        sys.set_int_max_str_digits(0)  # a target may have any number of digits, and is told in full
        self.say_to_copy(json.dumps(document, indent=2))

    def say_part(self, text: str) -> None:
        """Write the start of a line, and let it be seen."""
        self._write(self._last_line(text), flush=True)

    def ask(self, prompt: str) -> str:
        """The line that answers `prompt`, without its end; EndOfInput if there is none.

        NoAnswers where nobody types and too many have come that led nowhere; `heed` says that one did.
        """
        if sys.stdin is not None and not _extends_ascii(sys.stdin.encoding):
            raise InputFailed(
                f"answers cannot be read as {sys.stdin.encoding}; PYTHONIOENCODING=utf-8 would do"
            )
        return self._ask_person(prompt) if self.typed else self._ask_pipe(prompt)

    def heed(self) -> None:
        """Know that the last answer has led somewhere: as many as before may follow that do not."""
        self._unheeded = 0

    def flush(self) -> None:
        """See that everything said has gone out."""
        if self._held or sys.stdout is not None:  # who has nothing to say needs nobody to hear it
            self._write("", flush=True)

    def key(self, prompt: str = "") -> str:
        """The next key pressed, once everything said can be seen; EndOfInput if there is none.

        The `prompt`, which was said before, is said again to who comes back after Ctrl-Z.
        """
        from .keys import read_key

        self.flush()
        return read_key(lambda: self.say_part(prompt))

    def unheard(self) -> contextlib.AbstractContextManager[None]:
        """Let what a person types meanwhile be neither shown nor taken for an answer."""
        if not self.typed:
            return contextlib.nullcontext()
        from .keys import unheard

        return unheard()

    def must_show(self) -> bool:
        """Whether what is held has to be shown before the next question: someone waits, or it is much."""
        return self.typed or len(self._held) >= MOST_HELD or not self._lines.ready()

    def forget(self) -> None:
        """Drop what has been said and not shown: what it is about did not come to pass."""
        self._held = []

    def _last_line(self, prompt: str) -> str:
        """The last line of a question, those before it said."""
        before, last = screen.fit_question(prompt)
        self.say(*before)
        return last

    def _ask_person(self, prompt: str) -> str:
        prompt = self._last_line(prompt)
        self.flush()
        terminal.edit_lines()
        if not self.shown:
            self._write(prompt, flush=True)  # into a pipe, which may break
        try:
            with terminal.reading(), waiting():
                return input(prompt) if self.shown else input()
        except terminal.lost():
            self.say("")
            raise EndOfInput from None

    def _ask_pipe(self, prompt: str) -> str:
        self._unheeded += 1
        if self._unheeded > MOST_UNHEEDED:
            if not self.holding:
                self.flush()
            raise NoAnswers(f"the last {MOST_UNHEEDED} lines of the input led no further; no more are read")
        # Whoever writes into the pipe may be waiting for the prompt; not if the answer is here already.
        self._write(prompt, flush=self.must_show())
        try:
            line = self._lines.read()
        except InputFailed:
            self.say("")
            raise
        if line is None:
            self.say("")
            raise EndOfInput
        answer = line.strip(" \t\r\n")
        self.say(visible(answer))  # so that a piped game reads like a typed one
        return answer

    def _write(self, text: str, flush: bool = False) -> None:
        if sys.stdout is None:
            raise OutputFailed("standard output is closed")
        self._held.append(text)
        if flush or (len(self._held) >= MOST_HELD and not self.holding):
            self._show()

    def _show(self) -> None:
        """Let out what is held, unless a signal has come of which nobody has heard."""
        check()
        text, self._held = "".join(self._held), []
        try:
            with writing():
                if text:  # a full disk may refuse even nothing
                    sys.stdout.write(text)
                sys.stdout.flush()
        except BrokenPipeError:
            abandon(sys.stdout)
            raise OutputFailed from None
        except OSError as error:
            abandon(sys.stdout)
            raise OutputFailed(f"cannot write to standard output: {error.strerror}") from None
        except UnicodeError:
            abandon(sys.stdout)
            words = f"nothing can be written as {sys.stdout.encoding}; PYTHONIOENCODING=utf-8 would do"
            raise OutputFailed(words) from None


class _Lines:
    """Lines from standard input, when it is no terminal: so read that one can tell whether it would wait."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._ended = sys.stdin is None

    def ready(self) -> bool:
        """Whether the next line, or the end, is here already."""
        return self._ended or b"\n" in self._buffer

    def read(self) -> str | None:
        """The next line, or None at the end; of one that is absurdly long only the start, marked."""
        searched = too_long = skipped = 0
        while (end := self._buffer.find(b"\n", searched)) < 0 and not self._ended:
            searched = len(self._buffer)
            if searched > LONGEST_LINE:  # keep its start, which is enough to refuse it
                skipped += searched - LONGEST_LINE
                if skipped > MOST_SKIPPED:
                    raise InputFailed(f"a line of standard input has more than {MOST_SKIPPED:,} bytes")
                too_long, searched = 1, LONGEST_LINE
                del self._buffer[LONGEST_LINE:]
            self._fill()
        if not self._buffer and end < 0:
            return None
        line = bytes(self._buffer[: end if end >= 0 else len(self._buffer)])
        del self._buffer[: len(line) + (end >= 0)]
        encoding = sys.stdin.encoding if sys.stdin is not None else "utf-8"
        try:
            return line.decode(encoding, "surrogateescape") + "..." * too_long
        except UnicodeError:  # encodings that shift, such as UTF-7, do not know how to forgive
            return line.decode("ascii", "surrogateescape") + "..." * too_long

    def _fill(self) -> None:
        try:
            with waiting():
                piece = os.read(sys.stdin.fileno(), 1 << 16)
        except OSError as error:  # something that can only be written to, say
            raise InputFailed(f"standard input cannot be read: {error.strerror}") from None
        self._buffer += piece
        self._ended = not piece


def agree(ask: Callable[[str], str], prompt: str) -> bool:
    """Whether the answer to `prompt` is yes; anything but a plain yes or no is asked again."""
    reminder = ""
    while True:
        answer = ask(f"{reminder}{prompt} (yes or no): ").strip().lower()
        if answer in ("y", "yes"):
            return True
        if answer in ("n", "no"):
            return False
        reminder = "Please answer yes or no.\n"


def end_of_input_in_words(error: EndOfInput) -> str:
    """The words that nothing more comes, after a complaint where that is because it cannot be read."""
    if not isinstance(error, InputFailed):
        return "The input has ended"
    complain(str(error))
    return "The input cannot be read"


def complain(sentence: str) -> None:
    """Write what is wrong, in one sentence, to standard error; raise a signal again that was lost before."""
    check()
    line = f"numduel: {visible(sentence, most=360)}"
    seen = sys.stderr is not None and sys.stderr.isatty()
    advise("\n".join(screen.fit(line)) if seen else line)


def advise(line: str) -> None:
    """Write a line to standard error, if anyone listens there."""
    write_error(f"{line}\n")


def _extends_ascii(encoding: str) -> bool:
    """Whether lines of an encoding can be told apart byte by byte; those of UTF-16 cannot."""
    with contextlib.suppress(UnicodeError):  # one that is there for refusing everything
        return "1\n".encode(encoding) == b"1\n"
    return False


def _forgive_encodings() -> None:
    """Let no byte that comes in, and no character that goes out, raise an exception."""
    if isinstance(sys.stderr, io.TextIOWrapper) and not _extends_ascii(sys.stderr.encoding):
        sys.stderr.reconfigure(encoding="utf-8")  # complaints must be readable, whatever is done with data
    for stream, errors in (
        (sys.stdin, "surrogateescape"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
