"""Makes .venv and installs numduel in it, from the pinned lists under requirements/.

Run by ./numduel and ./test, with the list (run, dev or design) and a stamp that says what it was made from.
Several may start at once: one does the work, the others wait for it.
"""

import fcntl
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, NoReturn

HERE = Path(__file__).resolve().parent.parent
VENV = HERE / ".venv"
PIP = ("--disable-pip-version-check", "--quiet", "--retries", "2", "install", "--no-compile")
# Of a list: a package, and below it the hashes of its files.
ENTRY = re.compile(r"^\w.*\n(?:[ ].*\n)*", re.MULTILINE)
SIGNALS = (signal.SIGTERM, signal.SIGHUP)  # Ctrl-C does not come here: it is passed on as the former


def main(wanted: str, stamp: str) -> int:
    """Set up, unless someone else has just done so; 0 if .venv is ready."""
    mark = VENV / f"ready-{wanted}"
    try:
        for each in SIGNALS:
            if signal.getsignal(each) is signal.SIG_DFL:  # else someone wants it ignored
                signal.signal(each, stop)
        with open(HERE / ".venv.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            # A Python that has gone leaves its link behind, which does not exist then.
            done = mark.exists() and mark.read_text() == stamp and (VENV / "bin" / "python").exists()
            if not done:
                say(f"setting up in {VENV}, once; this may take a minute")
                install(wanted)
                mark.write_text(stamp)
        return 0
    except subprocess.CalledProcessError as error:
        say(f"cannot set up .venv: {reason(error.output.decode(errors='replace'))}")
    except OSError as error:
        say(f"cannot set up .venv: {error}")
    except KeyboardInterrupt:
        return 130  # whoever has told us says so
    return 1


def stop(*_: object) -> NoReturn:
    """End what is under way, once."""
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)  # of one that it is told to ignore Python may complain
    raise KeyboardInterrupt


def reason(output: str) -> str:
    """What a person can do about a command that failed with this output."""
    if "ensurepip" in output:  # Debian keeps it in a package of its own
        return "Python's venv module is not whole; on Debian, install the package python3-venv"
    lines = output.strip().splitlines() or ["no reason was given"]
    return next((line for line in reversed(lines) if "error" in line.lower()), lines[-1]).strip()[:300]


def install(wanted: str) -> None:
    """Install the pinned packages, then numduel itself, so that edits to src/ take effect at once."""
    python = VENV / "bin" / "python"
    pip = (python, "-m", "pip", *PIP)
    if wanted == "design":  # beside what is there already: .venv was made for `run`
        say_step("what measures and sweeps settings")
        run(*pip, "--require-hashes", "-r", HERE / "requirements" / "design.txt")
        compile_packages(python)
        return
    if not works(python):
        say_step("1 of 3: an environment of its own")
        shutil.rmtree(VENV, ignore_errors=True)
        run(sys.executable, "-m", "venv", VENV)
    say_step("2 of 3: numduel, and what it uses for tables, pictures and pages")
    install_pinned(pip, "build", wanted)
    run(*pip, "--no-deps", "--no-build-isolation", "--editable", HERE)
    if wanted == "run":
        say_step("3 of 3: what makes large games fast")
        install_fast_paths(pip)
    compile_packages(python)


def install_pinned(pip: tuple[object, ...], *lists: str) -> None:
    """Install what the lists name, half of it by each of two processes: pip unpacks one package at a time.

    The lists are whole, so neither half need ask what its packages depend on.
    """
    texts = ((HERE / "requirements" / f"{name}.txt").read_text() for name in lists)
    pinned = list(dict.fromkeys(entry for text in texts for entry in ENTRY.findall(text)))
    halves = [VENV / f"{lists[-1]}-{number}.txt" for number in (1, 2)]
    for number, half in enumerate(halves):
        half.write_text("".join(pinned[number::2]))
    run_side_by_side(*((*pip, "--no-deps", "--require-hashes", "-r", half) for half in halves))


def compile_packages(python: Path) -> None:
    """Compile what was installed, half of it in each of two processes: pip does so in one, and twice as long.

    The tests of packages are left out. What cannot be compiled now is when it is loaded.
    """
    packages = sorted(map(str, VENV.glob("lib/python*/site-packages/*")))
    command = (python, "-m", "compileall", "-q", "-x", r"site-packages.*/tests?/")
    halves = (half for half in (packages[::2], packages[1::2]) if half)
    with suppress(subprocess.CalledProcessError):
        run_side_by_side(*((*command, *half) for half in halves))


def install_fast_paths(pip: tuple[object, ...]) -> None:
    """Install what compiles; without it everything works, only slower, so that a failure stops nobody."""
    try:
        run(*pip, "--require-hashes", "--only-binary", ":all:", "-r", HERE / "requirements" / "fast.txt")
    except subprocess.CalledProcessError as error:
        why = reason(error.output.decode(errors="replace"))
        say(f"large games will take longer, because numba cannot be installed: {why}")


def works(python: Path) -> bool:
    """Whether .venv has a Python that runs, from this very folder, and can install packages."""
    try:
        command = [str(python), "-c", "import sys, pip; print(sys.prefix)"]
        prefix = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return False
    return Path(prefix).resolve() == VENV.resolve()


def run(*command: object) -> None:
    """Run a command quietly; CalledProcessError with its output if it fails."""
    run_side_by_side(command)


def run_side_by_side(*commands: tuple[object, ...]) -> None:
    """Run commands quietly, at the same time; CalledProcessError with the output of the first that fails."""
    with ExitStack() as outputs:
        running = [start(command, outputs.enter_context(tempfile.TemporaryFile())) for command in commands]
        try:
            for process, _ in running:
                process.wait()
        finally:
            for process, _ in running:
                process.kill()
                process.wait()
        for process, output in running:
            if process.returncode:
                output.seek(0)
                raise subprocess.CalledProcessError(process.returncode, process.args, output.read())


def start(command: tuple[object, ...], output: IO[bytes]) -> tuple["subprocess.Popen[bytes]", IO[bytes]]:
    """A command that has been started, and where its output goes."""
    words = list(map(str, command))
    return subprocess.Popen(words, stdout=output, stderr=subprocess.STDOUT, cwd=HERE), output


def say_step(what: str) -> None:
    """Tell a person at a terminal how far it is."""
    if sys.stderr.isatty():
        say(what)


def say(sentence: str) -> None:
    """Tell the person who waits."""
    print(f"numduel: {sentence}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
