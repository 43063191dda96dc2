"""Console: lines out, answers in, whatever standard input and output happen to be."""

import contextlib
import io
import os
import sys
from typing import TextIO

LONGEST_LINE = 10_000


class UsageError(Exception):
    """The command was given wrongly, told in one sentence."""


class Failed(Exception):
    """What was asked for cannot be done, told in one sentence."""


class EndOfInput(Exception):
    """There is nothing more to read."""


class OutputFailed(Exception):
    """Standard output takes no more; the reason, or nothing where its reader has just gone away."""


class Console:
    """Where a person, or a pipe in a person's place, is talked to."""

    def __init__(self, plain: bool = False) -> None:
        _forgive_encodings()
        self.typed = sys.stdin is not None and sys.stdin.isatty()
        self.shown = sys.stdout is not None and sys.stdout.isatty()
        # Frills (tables, pauses, remarks) are for a person at a terminal who has not asked for less.
        self.frills = self.typed and self.shown and not plain and os.environ.get("TERM") != "dumb"

    def say(self, *lines: str) -> None:
        """Write lines."""
        self._write("".join(f"{line}\n" for line in lines))

    def say_json(self, document: object) -> None:
        """Write one JSON document."""
        import json

        sys.set_int_max_str_digits(0)  # a target may have any number of digits, and is told in full
        self.say(json.dumps(document, indent=2))

    def say_part(self, text: str) -> None:
        """Write the start of a line, and let it be seen."""
        self._write(text, flush=True)

    def ask(self, prompt: str) -> str:
        """The line that answers `prompt`, without its end; EndOfInput if there is none."""
        return self._ask_person(prompt) if self.typed else self._ask_pipe(prompt)

    def agree(self, prompt: str) -> bool:
        """Whether the answer to `prompt` is yes; anything but a plain yes or no is asked again."""
        while True:
            answer = self.ask(f"{prompt} (yes or no): ").strip().lower()
            if answer in ("y", "yes"):
                return True
            if answer in ("n", "no"):
                return False

    def flush(self) -> None:
        """See that everything said has gone out."""
        self._write("", flush=True)

    def _ask_person(self, prompt: str) -> str:
        self.flush()
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # importing it gives input() line editing and a history
        try:
            return input(prompt)
        except EOFError:
            self.say("")
            raise EndOfInput from None

    def _ask_pipe(self, prompt: str) -> str:
        self._write(prompt, flush=True)
        try:
            line = "" if sys.stdin is None else _read_line(sys.stdin)
        except OSError:  # a folder, say, or something that can only be written to
            line = ""
        if not line:
            self.say("")
            raise EndOfInput
        answer = line.strip(" \t\r\n")
        self.say(visible(answer))  # so that a piped game reads like a typed one
        return answer

    def _write(self, text: str, flush: bool = False) -> None:
        if sys.stdout is None:
            raise OutputFailed("standard output is closed")
        try:
            sys.stdout.write(text)
            if flush:
                sys.stdout.flush()
        except BrokenPipeError:
            _abandon(sys.stdout)
            raise OutputFailed from None
        except OSError as error:
            _abandon(sys.stdout)
            raise OutputFailed(f"cannot write to standard output: {error.strerror}") from None


def visible(text: str, most: int = 200) -> str:
    """`text` with control characters spelled out and, where it is very long, cut."""
    shown = text if len(text) <= most else text[:most] + "..."
    return "".join(char if char.isprintable() else _spelled_out(char) for char in shown)


def _spelled_out(char: str) -> str:
    """An unprintable character as an escape; a byte that is no UTF-8 as that byte."""
    byte = ord(char) - 0xDC00
    return f"\\x{byte:02x}" if 0x80 <= byte <= 0xFF else ascii(char)[1:-1]


def complain(sentence: str) -> None:
    """Write one sentence to standard error, if anyone listens there."""
    if sys.stderr is None:
        return
    try:
        print(f"numduel: {visible(sentence, most=400)}", file=sys.stderr, flush=True)
    except OSError:
        _abandon(sys.stderr)


def _read_line(stream: TextIO) -> str:
    """The next line; of one that is absurdly long only the start, marked so that it is no move."""
    line = stream.readline(LONGEST_LINE)
    if len(line) < LONGEST_LINE or line.endswith("\n"):
        return line
    while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith("\n"):
        pass
    return line + "..."


def _forgive_encodings() -> None:
    """Let no byte that comes in, and no character that goes out, raise an exception."""
    for stream, errors in (
        (sys.stdin, "surrogateescape"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _abandon(stream: TextIO) -> None:
    """Point a stream nowhere, so that Python does not fail again when it closes it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
