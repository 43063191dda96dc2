"""The two commands of a fresh clone, ./numduel and ./test, and the lists they install from.

Nothing here reaches for the network: Python's venv module is replaced by one of our own, which either fails
as on a machine that lacks it or makes a .venv whose tools only note what they were asked to do.
"""

import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import textwrap
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from commandline import PATIENCE, REPOSITORY, Run, environment, run
from interrupting import SIGNALS
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
LISTS = sorted((REPOSITORY / "requirements").glob("*.txt"))


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What a fresh clone holds of the program, in a folder with spaces in its name."""
    folder = tmp_path / "a fresh  clone"
    folder.mkdir()
    for name in ("numduel", "test", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(REPOSITORY / name, folder / name)
    for name in ("src", "tools", "requirements", ".ci"):
        shutil.copytree(REPOSITORY / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture
def bare_path(tmp_path: Path) -> Path:
    """A folder for PATH with what the scripts use of every Unix, and no Python."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for tool in ("sh", "cat", "cksum", "dirname", "readlink"):
        found = shutil.which(tool)
        assert found is not None
        (folder / tool).symlink_to(found)
    return folder


@pytest.fixture
def python_path(bare_path: Path) -> Path:
    """The same folder, with this Python in it."""
    write_script(bare_path / "python3", f'exec "{sys.executable}" "$@"')
    return bare_path


def write_script(path: Path, body: str) -> None:
    path.write_text(f"#!/bin/sh\n{textwrap.dedent(body)}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def started(
    command: Path, *arguments: str, path: Path, modules: Path | None = None, said: str = "", **changes: str
) -> Run:
    """Run one of the scripts from a folder that has nothing to do with it, `modules` before Python's own."""
    return run((command, *arguments), said, surroundings(path, modules, **changes), cwd=Path("/"))


def surroundings(path: Path, modules: Path | None, **changes: str) -> dict[str, str]:
    own = {"CI": None, "NUMDUEL_BROWSER": None, "PYTHONPATH": None if modules is None else str(modules)}
    return environment(**{"PATH": str(path), **own, **changes})


# No Python


@pytest.mark.parametrize("script", ["numduel", "test", ".ci/run"])
def test_without_python_a_sentence_says_so(script: str, clone: Path, bare_path: Path) -> None:
    refused = started(clone / script, path=bare_path)
    assert "Python 3.11 or newer" in refused.complaint
    assert (refused.out, refused.code) == ("", 1)


@pytest.mark.parametrize("script", ["numduel", "test"])
def test_a_python_that_is_too_old_or_broken_is_no_python(script: str, clone: Path, bare_path: Path) -> None:
    # One that says of itself that it is too old, one that is there and cannot run.
    write_script(bare_path / "python3", "exit 1")
    write_script(bare_path / "python3.12", "echo 'error while loading shared libraries' >&2; exit 127")
    refused = started(clone / script, path=bare_path)
    assert "Python 3.11 or newer" in refused.complaint
    assert (refused.out, refused.code) == ("", 1)


def test_a_python_that_will_do_is_found_behind_one_that_is_too_old(
    clone: Path, bare_path: Path, no_venv: Path
) -> None:
    write_script(bare_path / "python3", "exit 1")
    write_script(bare_path / "python3.11", f'exec "{sys.executable}" "$@"')
    assert started(clone / "numduel", "--version", path=bare_path, modules=no_venv).code == 0


def test_the_python_to_use_can_be_named(clone: Path, bare_path: Path, no_venv: Path, tmp_path: Path) -> None:
    named = tmp_path / "my own python"
    write_script(named, f'exec "{sys.executable}" "$@"')
    done = started(clone / "numduel", "list", path=bare_path, modules=no_venv, NUMDUEL_PYTHON=str(named))
    assert done.code == 0


@pytest.mark.parametrize("script", ["numduel", "test"])
def test_a_python_that_dies_while_it_starts_is_not_said_to_be_missing(
    script: str, clone: Path, bare_path: Path
) -> None:
    write_script(bare_path / "python3", "kill -SEGV $$")
    refused = started(clone / script, path=bare_path)
    assert "Python was found, and ended before it had started" in refused.complaint
    assert (refused.out, refused.code) == ("", 1)


# No venv module: Debian keeps it in a package of its own

DEBIAN_SAYS = """\
The virtual environment was not created successfully because ensurepip is not
available.  On Debian/Ubuntu systems, you need to install the python3-venv
package using the following command.

    apt install python3.11-venv

You may need to use sudo with that command.  After installing the python3-venv
package, recreate your virtual environment.

Failing command: /somewhere/.venv/bin/python3
"""


@pytest.fixture
def no_venv(tmp_path: Path) -> Path:
    """A folder of modules with which `python -m venv` fails as on Debian without python3-venv."""
    folder = tmp_path / "without venv"
    folder.mkdir()
    (folder / "venv.py").write_text(f"import sys\nprint({DEBIAN_SAYS!r})\nsys.exit(1)\n")
    return folder


def test_without_venv_the_game_runs_from_source_and_a_sentence_says_what_is_missing(
    clone: Path, python_path: Path, no_venv: Path
) -> None:
    played = started(
        clone / "numduel",
        "play",
        "digit-stack",
        path=python_path,
        modules=no_venv,
        said="2\n5\n8\n9\n",
    )
    assert played.lines[0] == "Game Start! The current number is empty."
    assert played.lines[-1] == "Player 1 wins!"
    assert played.code == 0
    (complaint,) = (line for line in played.err.splitlines() if "cannot" in line)
    # A person has to know what to install, not which command of ours has failed.
    assert "python3-venv" in complaint or "ensurepip" in complaint


def test_without_venv_the_checks_do_not_run_and_a_sentence_says_what_is_missing(
    clone: Path, python_path: Path, no_venv: Path
) -> None:
    refused = started(clone / "test", path=python_path, modules=no_venv)
    (complaint,) = (line for line in refused.err.splitlines() if "cannot" in line)
    assert "python3-venv" in complaint or "ensurepip" in complaint
    assert (refused.out, refused.code) == ("", 1)


# A .venv made by a stand-in for the real tools

# Stands for Python's venv module. The tools that it "installs" are all the same script, below.
VENV_MODULE = """\
import os, pathlib, sys, time

def note(text):
    with open(os.environ["STAND_IN_LOG"], "a") as log:
        log.write(text + "\\n")

note("venv begins")
sys.stdin.read()  # a tool may ask; what is typed or piped in belongs to the game
time.sleep(0.3)  # the real one takes longer; this is enough for others to get in its way
folder = pathlib.Path(sys.argv[-1], "bin")
folder.mkdir(parents=True)
for name in ("python", "ruff", "mypy", "lint-imports"):
    (folder / name).write_text(os.environ["STAND_IN_TOOL"])
    (folder / name).chmod(0o755)
(folder / "numduel").write_text("import sys, numduel.__main__; sys.exit(numduel.__main__.main())")
note("venv ends")
"""
# Notes what it is asked to do; fails if $BROKEN is among its first words; runs numduel where it has to.
TOOL = """\
#!/bin/sh
tool=${0##*/}
printf '%s\\n' "$tool $*" "in $PWD" >> "$STAND_IN_LOG"
case " $tool $1 $2 " in *" ${BROKEN:-nothing} "*) exit 1 ;; esac
case "$*" in *"${BROKEN_LIST:-no list}") echo 'ERROR: no such wheel'; exit 1 ;; esac
case "$tool $2" in 'python pip' | 'python pytest' | [!p]*) exit 0 ;; esac
PYTHONPATH=$STAND_IN_SOURCE exec "$STAND_IN_PYTHON" "$@"
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """What the stand-ins note."""
    file = tmp_path / "log"
    file.touch()
    return file


@pytest.fixture
def modules(tmp_path: Path, clone: Path, log: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of modules with a `venv` that makes a .venv of stand-ins."""
    folder = tmp_path / "with venv"
    folder.mkdir()
    (folder / "venv.py").write_text(VENV_MODULE)
    monkeypatch.setenv("STAND_IN_LOG", str(log))
    monkeypatch.setenv("STAND_IN_TOOL", TOOL)
    monkeypatch.setenv("STAND_IN_SOURCE", str(clone / "src"))
    monkeypatch.setenv("STAND_IN_PYTHON", sys.executable)
    return folder


def installations(log: Path) -> int:
    """How often numduel itself has been installed into .venv."""
    return log.read_text().count("--editable")


def test_the_first_start_sets_up_and_the_next_ones_need_nothing_for_it(
    clone: Path, python_path: Path, bare_path: Path, modules: Path, log: Path
) -> None:
    first = started(
        clone / "numduel", "play", "digit-stack", path=python_path, modules=modules, said="2\n5\n8\n9\n"
    )
    # What was piped in reached the game, past the setting up.
    assert (first.lines[-1], first.code) == ("Player 1 wins!", 0)
    assert str(clone / ".venv") in first.complaint
    assert installations(log) == 1
    assert "--require-hashes" in log.read_text()
    (bare_path / "python3").unlink()
    log.write_text("")
    again = started(clone / "numduel", "--version", path=bare_path)
    assert (again.out.split()[0], again.err, again.code) == ("numduel", "", 0)
    assert "pip" not in log.read_text()


@pytest.mark.parametrize("link", ["absolute", "relative", "of a link"])
def test_the_program_may_be_called_through_a_link(
    link: str, clone: Path, python_path: Path, modules: Path, tmp_path: Path
) -> None:
    target = clone / "numduel"
    called = tmp_path / "my games"
    if link == "absolute":
        called.symlink_to(target)
    elif link == "relative":
        called.symlink_to(os.path.relpath(target, tmp_path))
    else:
        (tmp_path / "between").symlink_to(target)
        called.symlink_to("between")
    done = started(called, "rules", "digit-stack", path=python_path, modules=modules)
    assert (done.lines[0], done.code) == ("Digit Stack", 0)
    assert (clone / ".venv").is_dir()


def test_two_at_once_do_not_disturb_each_other(
    clone: Path, python_path: Path, modules: Path, log: Path
) -> None:
    both = [
        subprocess.Popen(
            (clone / "numduel", "list"),
            env=surroundings(python_path, modules),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    ends = [process.communicate(timeout=PATIENCE) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert ends[0][0] == ends[1][0]
    assert "digit-stack" in ends[0][0]
    # One has done the work and said so; the other has waited for it.
    assert sorted(err.count("setting up") for _, err in ends) == [0, 1]
    assert log.read_text().count("venv begins") == installations(log) == 1


def test_a_set_up_that_failed_is_not_taken_for_a_finished_one(
    clone: Path, python_path: Path, modules: Path, log: Path
) -> None:
    failed = started(clone / "numduel", "--version", path=python_path, modules=modules, BROKEN="pip")
    assert (failed.out.split()[0], failed.code) == ("numduel", 0)  # from source, then
    assert "cannot" in failed.err
    done = started(clone / "numduel", "--version", path=python_path, modules=modules)
    assert (done.out.split()[0], done.code) == ("numduel", 0)
    assert installations(log) == 1


def test_the_first_start_sets_up_the_fast_path_after_everything_else(
    clone: Path, python_path: Path, modules: Path, log: Path
) -> None:
    started(clone / "numduel", "--version", path=python_path, modules=modules)
    installed = [line for line in log.read_text().splitlines() if " install " in line]
    assert {line.rpartition("/")[2] for line in installed[:2]} == {"run-1.txt", "run-2.txt"}
    assert "--editable" in installed[2]
    assert installed[3].endswith("/requirements/fast.txt")
    assert "--require-hashes" in installed[3]


def test_what_lists_pin_is_installed_by_two_processes_each_package_by_one(
    clone: Path, python_path: Path, modules: Path, log: Path
) -> None:
    started(clone / "numduel", "--version", path=python_path, modules=modules)
    installed = re.findall(r"python .* --no-deps --require-hashes -r (.*)", log.read_text())
    halves = [Path(file).read_text() for file in sorted(installed)]
    lists = [(REPOSITORY / "requirements" / f"{name}.txt").read_text() for name in ("build", "run")]
    pinned = [set(re.findall(r"^\w.*", text, re.MULTILINE)) for text in (*halves, *lists)]
    assert pinned[0] | pinned[1] == pinned[2] | pinned[3]
    assert not pinned[0] & pinned[1]
    assert {line.strip(" \\") for line in "".join(halves).splitlines() if line.startswith(" ")} == {
        line.strip(" \\") for line in "".join(lists).splitlines() if line.startswith(" ")
    }


@pytest.mark.parametrize("half", ["run-1.txt", "run-2.txt"])
def test_where_one_half_cannot_be_installed_its_reason_is_told(
    half: str, clone: Path, python_path: Path, modules: Path, log: Path
) -> None:
    failed = started(clone / "numduel", "--version", path=python_path, modules=modules, BROKEN_LIST=half)
    assert "cannot set up .venv: ERROR: no such wheel" in failed.err
    assert installations(log) == 0


def test_where_the_fast_path_cannot_be_had_numduel_is_set_up_without_it_and_says_so_once(
    clone: Path, python_path: Path, modules: Path, log: Path
) -> None:
    program, broken = clone / "numduel", "/requirements/fast.txt"
    first = started(program, "--version", path=python_path, modules=modules, BROKEN_LIST=broken)
    assert first.code == 0
    complaint = first.err.splitlines()[1]
    assert complaint.startswith("numduel: large games will take longer, because numba cannot be installed: ")
    assert complaint.endswith("ERROR: no such wheel")
    again = started(program, "--version", path=python_path, modules=modules)
    assert (again.err, again.code) == ("", 0)
    assert installations(log) == 1


def test_what_measures_settings_is_set_up_when_it_is_first_asked_for(
    clone: Path, python_path: Path, modules: Path, log: Path
) -> None:
    started(clone / "numduel", "list", path=python_path, modules=modules)
    assert "design.txt" not in log.read_text()
    for _ in range(2):
        done = started(clone / "numduel", "measure", "digit-stack", path=python_path, modules=modules)
        assert done.code == 0
    asked = [line for line in log.read_text().splitlines() if line.endswith("/requirements/design.txt")]
    assert len(asked) == 1
    assert "--require-hashes" in asked[0]


def test_where_that_cannot_be_had_a_sentence_says_so_and_the_command_is_tried_all_the_same(
    clone: Path, python_path: Path, modules: Path
) -> None:
    broken = "/requirements/design.txt"
    done = started(
        clone / "numduel", "measure", "digit-stack", path=python_path, modules=modules, BROKEN_LIST=broken
    )
    assert "numduel: cannot set up .venv: ERROR: no such wheel" in done.err
    assert done.code == 0  # this Python has what it takes


@pytest.mark.parametrize("change", ["requirements", "pyproject", "moved"])
def test_what_has_changed_is_set_up_anew(
    change: str, clone: Path, python_path: Path, modules: Path, log: Path
) -> None:
    started(clone / "numduel", "--version", path=python_path, modules=modules)
    if change == "moved":
        # The stand-ins look for the sources where they were.
        elsewhere = clone.rename(clone.with_name("moved"))
        clone.symlink_to(elsewhere)
        clone = elsewhere
    else:
        file = clone / {"requirements": "requirements/run.txt", "pyproject": "pyproject.toml"}[change]
        file.write_text(file.read_text() + "# changed\n")
    assert started(clone / "numduel", "--version", path=python_path, modules=modules).code == 0
    assert installations(log) == 2


@pytest.fixture
def noting_path(python_path: Path, log: Path) -> Path:
    """The same folder, with the tools by which times are noted, and a `cksum` that notes its use."""
    for tool in ("mkdir", "mv", "rm", "touch", "env"):
        (python_path / tool).symlink_to(str(shutil.which(tool)))
    (python_path / "cksum").unlink()
    write_script(python_path / "cksum", f'echo summed >> "$STAND_IN_LOG"\nexec {shutil.which("cksum")} "$@"')
    return python_path


def sums_of(clone: Path, path: Path, modules: Path, log: Path) -> int:
    """How often files are summed at a start of a program that is set up."""
    log.write_text("")
    done = started(clone / "numduel", "--version", path=path, modules=modules)
    assert (done.out.split()[0], done.err, done.code) == ("numduel", "", 0)
    assert installations(log) == 0
    return log.read_text().count("summed")


def test_files_that_bear_the_times_that_were_noted_are_not_read_at_a_start(
    clone: Path, noting_path: Path, modules: Path, log: Path
) -> None:
    started(clone / "numduel", "--version", path=noting_path, modules=modules)
    assert [sums_of(clone, noting_path, modules, log) for _ in range(3)] == [
        2,
        0,
        0,
    ]  # before and after noting
    (clone / "pyproject.toml").touch()
    assert [sums_of(clone, noting_path, modules, log) for _ in range(2)] == [2, 0]


def test_a_signal_to_all_while_times_are_noted_is_one_line(
    clone: Path, noting_path: Path, modules: Path
) -> None:
    started(clone / "numduel", "--version", path=noting_path, modules=modules)
    (noting_path / "touch").unlink()
    write_script(noting_path / "touch", f'kill -2 0\nexec {shutil.which("touch")} "$@"')
    with starting(clone / "numduel", "--version", path=noting_path, modules=modules) as process:
        ended = process.communicate(timeout=PATIENCE)
    assert (*ended, process.returncode) == ("", "numduel: interrupted\n", 130)


@pytest.mark.parametrize("change", ["older", "newer", "added", "removed", "moved"])
def test_what_has_changed_is_set_up_anew_also_where_times_were_noted(
    change: str, clone: Path, noting_path: Path, modules: Path, log: Path
) -> None:
    for _ in range(3):
        started(clone / "numduel", "--version", path=noting_path, modules=modules)
    log.write_text("")
    file = clone / "requirements" / "run.txt"
    if change in ("older", "newer"):
        when = file.stat().st_mtime + (100 if change == "newer" else -100)  # as unpacked from an archive
        file.write_text(file.read_text() + "# changed\n")
        os.utime(file, (when, when))
    elif change == "added":
        (clone / "requirements" / "more.txt").touch()
    elif change == "removed":
        (clone / "requirements" / "design.txt").unlink()
    else:
        elsewhere = clone.rename(clone.with_name("moved"))
        clone.symlink_to(elsewhere)
        clone = elsewhere
    assert started(clone / "numduel", "--version", path=noting_path, modules=modules).code == 0
    assert installations(log) == 1


def test_another_env_is_tried_also_where_times_were_noted(
    clone: Path, noting_path: Path, modules: Path, log: Path
) -> None:
    for _ in range(3):
        started(clone / "numduel", "--version", path=noting_path, modules=modules)
    other = clone / "other"
    other.mkdir()
    write_script(other / "env", "exit 125")  # as one that has no such option
    noted = (clone / ".venv" / "seen-run" / "env").stat().st_mtime_ns
    os.utime(other / "env", ns=(noted, noted))
    path = Path(f"{other}{os.pathsep}{noting_path}")
    assert [sums_of(clone, path, modules, log) for _ in range(2)] == [2, 0]


CHECKS = ["ruff check .", "ruff format --check .", "mypy ", "lint-imports ", "python -m pytest "]


def checks_run(log: Path) -> list[str]:
    """The checks that were run; some run side by side, so in the order of CHECKS."""
    lines = log.read_text().splitlines()
    return [check for check in CHECKS for line in lines if f"{line} ".startswith(check)]


def test_the_test_command_runs_every_check(clone: Path, python_path: Path, modules: Path, log: Path) -> None:
    done = started(clone / "test", "-k", "one or two", path=python_path, modules=modules)
    assert checks_run(log) == CHECKS
    assert re.search(r"^python -m pytest .*-k one or two$", log.read_text(), re.M)
    # Called from another folder, it still checks its own.
    assert set(re.findall(r"^in (.*)$", log.read_text(), re.M)) == {str(clone.resolve())}
    headings = re.findall(r"^== (.*)$", done.out, re.M)
    assert headings == ["ruff: lint", "ruff: format", "pytest", "mypy", "import-linter"]
    assert "All checks passed." in done.out
    assert done.code == 0


def test_what_checks_say_comes_under_the_name_of_each(
    clone: Path, python_path: Path, modules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speaking = TOOL.replace(
        'case "$tool $2"', 'echo "$tool speaks"; echo "$tool complains" >&2\ncase "$tool $2"'
    )
    monkeypatch.setenv("STAND_IN_TOOL", speaking)
    done = started(clone / "test", path=python_path, modules=modules)
    said = [line for line in done.lines if line.startswith(("==", "mypy", "lint-imports"))]
    of_mypy = ["== mypy", "mypy speaks", "mypy complains"]
    assert said[-6:] == [*of_mypy, "== import-linter", "lint-imports speaks", "lint-imports complains"]


@pytest.mark.parametrize(
    ("to_all", "number"),
    [(True, signal.SIGINT), (True, signal.SIGHUP), (False, signal.SIGINT), (False, signal.SIGTERM)],
)
def test_a_signal_while_checks_run_ends_them_all(
    to_all: bool,
    number: signal.Signals,
    clone: Path,
    python_path: Path,
    modules: Path,
    log: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sleeping = f'echo "process $$" >> "$STAND_IN_LOG"; exec {shutil.which("sleep")} 60'
    slow = f'case "$tool $2" in mypy* | *pytest) {sleeping} ;; esac\n'
    monkeypatch.setenv("STAND_IN_TOOL", TOOL.replace('case "$tool $2"', f'{slow}case "$tool $2"'))
    with starting(clone / "test", path=python_path, modules=modules) as process:
        while log.read_text().count("process ") < 2:
            time.sleep(0.02)
        begun = time.monotonic()
        (os.killpg if to_all else os.kill)(process.pid, number)
        out, _ = process.communicate(timeout=PATIENCE)
    assert time.monotonic() - begun < 30
    assert ("passed" in out, process.returncode) == (False, 130)
    for number_of_process in re.findall(r"^process (.*)$", log.read_text(), re.M):
        with pytest.raises(ProcessLookupError):
            os.kill(int(number_of_process), 0)


@pytest.mark.parametrize("last", ["ruff", "mypy", "lint-imports", "python"])
def test_a_signal_while_a_check_is_started_leaves_none_behind(last: str, tmp_path: Path) -> None:
    """The signal comes after the process has begun, and before anybody could know its number."""
    write_script(tmp_path / "python", "exec sleep 60")
    write_script(tmp_path / "ruff", "exec sleep 60" if last == "ruff" else "exit 0")
    for tool in ("mypy", "lint-imports"):
        write_script(tmp_path / tool, "exec sleep 60")
    script = f"""
        import os, signal, subprocess, sys
        sys.path.insert(0, {str(REPOSITORY / "tools")!r})
        import run_checks
        begun = []
        class Popen(subprocess.Popen):
            def __init__(self, command, **options):
                super().__init__(command, **options)
                begun.append(self.pid)
                if command[0] == {last!r}:
                    os.kill(os.getpid(), signal.SIGINT)
        subprocess.Popen = Popen
        print(run_checks.main([]), *begun)
    """
    environ = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    command = [sys.executable, "-c", textwrap.dedent(script)]
    begun = time.monotonic()
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert time.monotonic() - begun < 30
    code, *processes = map(int, done.stdout.splitlines()[-1].split())
    assert (code, bool(processes)) == (130, True)
    for each in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(each, 0)


def test_who_interrupts_a_check_that_does_not_listen_a_second_time_need_not_wait(tmp_path: Path) -> None:
    for tool in ("ruff", "mypy", "lint-imports"):
        write_script(tmp_path / tool, "exit 0")
    write_script(tmp_path / "python", "trap '' INT\necho deaf\nwhile :; do sleep 0.1; done")
    environ = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    command = [sys.executable, str(REPOSITORY / "tools" / "run_checks.py")]
    with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while "deaf" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        time.sleep(3)
        assert process.poll() is None  # it is given time
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130


@pytest.mark.parametrize("broken", ["ruff", "format", "mypy", "lint-imports", "pytest"])
def test_one_failed_check_fails_the_test_command_and_hides_no_other(
    broken: str, clone: Path, python_path: Path, modules: Path, log: Path
) -> None:
    done = started(clone / "test", path=python_path, modules=modules, BROKEN=broken)
    assert checks_run(log) == CHECKS
    assert "passed" not in done.out
    assert done.code == 1


# A browser for the tests of the web


@pytest.mark.parametrize("name", ["chromium-headless-shell", "chromium", "google-chrome"])
def test_a_browser_that_is_there_is_used(
    name: str, clone: Path, python_path: Path, modules: Path, log: Path
) -> None:
    write_script(python_path / name, "exit 0")
    done = started(clone / "test", path=python_path, modules=modules, CI="yes")
    assert checks_run(log) == CHECKS
    assert "not browser" not in log.read_text()
    assert ("nothing is tested" in done.err, done.code) == (False, 0)


def test_without_a_browser_everything_else_is_tested_and_that_is_said(
    clone: Path, python_path: Path, modules: Path, log: Path
) -> None:
    done = started(clone / "test", path=python_path, modules=modules)
    assert re.search(r"^python -m pytest .*-m not browser and not slow$", log.read_text(), re.M)
    assert "no Chrome or Chromium was found: nothing is tested in a browser" in done.err
    assert done.code == 0


def test_without_a_browser_continuous_integration_fails(
    clone: Path, python_path: Path, modules: Path, log: Path
) -> None:
    done = started(clone / ".ci" / "run", path=python_path, modules=modules)
    assert checks_run(log) == CHECKS
    assert "no Chrome or Chromium was found" in done.err
    assert done.code == 1


def test_root_on_debian_has_a_browser_installed(
    clone: Path, python_path: Path, modules: Path, log: Path
) -> None:
    write_script(python_path / "id", "echo 0")
    # As on a machine that does not know yet which packages there are, and on which one of two is missing.
    write_script(
        python_path / "apt-get",
        f"""\
        echo "apt-get $*" >> "$STAND_IN_LOG"
        [ "$1" = update ] && : > "{python_path}/updated" && exit
        [ -e "{python_path}/updated" ] || exit 100
        case $* in *-shell) exit 100 ;; esac
        printf '#!/bin/sh\\n' > "{python_path}/chromium"
        exec "{shutil.which("chmod")}" +x "{python_path}/chromium"
        """,
    )
    done = started(clone / "test", path=python_path, modules=modules)
    asked = [line.split()[-1] for line in log.read_text().splitlines() if line.startswith("apt-get")]
    browsers = ["chromium-headless-shell", "chromium"]
    assert asked == [*browsers, "update", *browsers]
    assert "not browser" not in log.read_text()
    assert done.code == 0


def test_who_may_not_install_a_browser_is_told_what_to_install(
    clone: Path, python_path: Path, modules: Path
) -> None:
    write_script(python_path / "id", "echo 1000")
    write_script(python_path / "apt-get", "exit 100")
    done = started(clone / "test", path=python_path, modules=modules)
    assert "on Debian: apt-get install chromium, as root" in done.err


def test_continuous_integration_runs_the_test_command(clone: Path, bare_path: Path) -> None:
    write_script(clone / "test", "echo tested; exit 7")
    done = started(clone / ".ci" / "run", path=bare_path)
    assert (done.out, done.code) == ("tested\n", 7)


# Signals, and input that Python would not start with


@contextlib.contextmanager
def starting(
    command: Path, *arguments: str, path: Path, modules: Path | None
) -> Iterator[subprocess.Popen[str]]:
    """One of the scripts in a session of its own, so that signals to all of it reach nobody else."""
    with subprocess.Popen(
        (command, *arguments),
        env=surroundings(path, modules),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    ) as process:
        yield process


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("tool", ["readlink", "cksum", "python3"])
def test_a_signal_while_the_script_prepares_is_one_line(
    tool: str, number: signal.Signals, clone: Path, python_path: Path, no_venv: Path, tmp_path: Path
) -> None:
    link = tmp_path / "link"  # through which every tool is used
    link.symlink_to(clone / "numduel")
    (python_path / tool).unlink()
    write_script(python_path / tool, f'kill -{int(number)} 0\nexec "{shutil.which(tool)}" "$@"')
    with starting(link, "--version", path=python_path, modules=no_venv) as process:
        ended = process.communicate(timeout=PATIENCE)
    assert (*ended, process.returncode) == ("", "numduel: interrupted\n", 130)


@pytest.mark.parametrize(
    ("script", "to_all", "number"),
    [
        *(("numduel", to_all, number) for to_all in (True, False) for number in SIGNALS),
        ("test", True, signal.SIGINT),
    ],
)
def test_a_signal_while_it_is_set_up_ends_that_in_order(
    script: str,
    to_all: bool,
    number: signal.Signals,
    clone: Path,
    python_path: Path,
    modules: Path,
    log: Path,
) -> None:
    slow = VENV_MODULE.replace("time.sleep(0.3)", "time.sleep(60)")
    (modules / "venv.py").write_text(slow)
    with starting(clone / script, path=python_path, modules=modules) as process:
        while "venv begins" not in log.read_text():
            time.sleep(0.02)
        begun = time.monotonic()
        for _ in range(3):
            (os.killpg if to_all else os.kill)(process.pid, number)
        out, err = process.communicate(timeout=PATIENCE)
    assert time.monotonic() - begun < 10
    assert err.count("\n") == 2, err
    first, last = err.splitlines()
    assert first.startswith("numduel: setting up in ")
    assert (out, last, process.returncode) == ("", "numduel: setting up was interrupted", 130)
    (modules / "venv.py").write_text(VENV_MODULE)
    if script == "numduel":
        again = started(clone / script, "--version", path=python_path, modules=modules)
        assert (again.out.split()[0], again.code) == ("numduel", 0)
        assert installations(log) == 1


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_while_python_starts_is_held_until_the_program_can_answer(
    number: signal.Signals, clone: Path, python_path: Path, modules: Path
) -> None:
    started(clone / "numduel", "--version", path=python_path, modules=modules)
    found = shutil.which("env")
    assert found is not None
    (python_path / "env").symlink_to(found)
    (clone / "src" / "sitecustomize.py").write_text(f"import os\nos.kill(os.getpid(), {int(number)})\n")
    with starting(clone / "numduel", "--version", path=python_path, modules=None) as process:
        ended = process.communicate(timeout=PATIENCE)
    assert (*ended, process.returncode) == ("", "numduel: interrupted\n", 130)


def test_whether_env_holds_signals_back_is_tried_once_and_again_when_env_is_another(
    clone: Path, python_path: Path, modules: Path, log: Path
) -> None:
    def start() -> int:
        log.write_text("")
        done = started(clone / "numduel", "--version", path=python_path, modules=modules)
        assert (done.out.split()[0], done.err, done.code) == ("numduel", "", 0)
        return log.read_text().count("env tried")

    started(clone / "numduel", "--version", path=python_path, modules=modules)
    noted = 'case "$*" in *" sh -c :") echo "env tried" >> "$STAND_IN_LOG" ;; esac'
    write_script(python_path / "env", f'{noted}\nexec "{shutil.which("env")}" "$@"')
    assert [start(), start(), start()] == [1, 0, 0]
    write_script(python_path / "env", f"{noted}\nexit 125")  # as one that has no such option
    assert [start(), start()] == [1, 1]


def test_a_signal_while_the_shell_looks_for_what_to_run_is_not_lost(
    clone: Path, python_path: Path, modules: Path
) -> None:
    found = shutil.which("env")
    assert found is not None
    (python_path / "env").symlink_to(found)
    for _ in range(2):  # to set up, and to learn that `env` holds signals back
        started(clone / "numduel", "--version", path=python_path, modules=modules)
    nowhere = os.pathsep.join(str(clone / f"nowhere{number}") for number in range(12))
    script = REPOSITORY / "benchmarks" / "shell_signals.py"
    done = run(
        (sys.executable, script, "--script", clone / "numduel", "--last", "3"),
        env=surroundings(python_path, None, PATH=f"{nowhere}{os.pathsep}{python_path}"),
    )
    assert done.out.splitlines()[1:] == ["     3 × by the signal"]


@pytest.mark.parametrize(("stream", "redirection"), [("input", "</"), ("output", "1</")])
def test_a_folder_as_a_standard_stream_is_refused_before_python_fails(
    stream: str, redirection: str, clone: Path, python_path: Path
) -> None:
    command = f"{shlex.quote(str(clone / 'numduel'))} play digit-stack {redirection}"
    refused = run(("/bin/sh", "-c", command), env=surroundings(python_path, None))
    assert f"standard {stream} is a folder" in refused.complaint
    assert (refused.out, refused.code) == ("", 1)


def test_a_folder_for_complaints_does_not_keep_it_from_starting(
    clone: Path, python_path: Path, modules: Path
) -> None:
    command = f"{shlex.quote(str(clone / 'numduel'))} --version 2</"
    done = run(("/bin/sh", "-c", command), env=surroundings(python_path, modules))
    assert (done.out.split()[0], done.code) == ("numduel", 0)


@pytest.fixture
def unread() -> Iterator[int]:
    """The end of a pipe out of which nobody reads."""
    read, write = os.pipe()
    os.close(read)
    yield write
    os.close(write)


@pytest.mark.parametrize(("redirection", "code"), [("</", 1), ("", 130)])
def test_a_complaint_that_nobody_reads_does_not_decide_how_it_ends(
    redirection: str, code: int, unread: int, clone: Path, python_path: Path
) -> None:
    (python_path / "cksum").unlink()
    write_script(python_path / "cksum", 'kill -INT "$PPID"')
    ended = subprocess.run(
        ("/bin/sh", "-c", f'exec "$0" {redirection}', clone / "numduel"),
        env=surroundings(python_path, None),
        stderr=unread,
        timeout=PATIENCE,
    )
    assert ended.returncode == code


# Variables by which Python itself is told how to start


def variables_seen(clone: Path, path: Path, modules: Path, **variables: str) -> dict[str, str]:
    """The variables of Python's that reach the program, once it is set up; it runs without complaint."""
    started(clone / "numduel", "--version", path=path, modules=modules)
    noting = "import json, os; print(json.dumps({k: v for k, v in os.environ.items() if 'PY' in k}))"
    (clone / "src" / "sitecustomize.py").write_text(noting)
    done = started(clone / "numduel", "--version", path=path, modules=modules, **variables)
    assert (done.lines[-1].split()[0], done.err, done.code) == ("numduel", "", 0)
    # Python may be started to try an encoding, too: the last is the program.
    seen: dict[str, str] = json.loads(done.lines[-2])
    return {name: value for name, value in seen.items() if name in variables}


NOT_UNDERSTOOD = (
    "PYTHONEXECUTABLE=/x",
    "PYTHONHASHSEED=x",
    "PYTHONHASHSEED=99999999999",
    "PYTHONHOME=/nonexistent",
    "PYTHONINSPECT=1",
    "PYTHONINTMAXSTRDIGITS=x",
    "PYTHONIOENCODING=nonsense",
    "PYTHONMALLOC=x",
    "PYTHONPLATLIBDIR=x",
    "PYTHONTRACEMALLOC=x",
    "__PYVENV_LAUNCHER__=/x",
)


def test_variables_with_which_python_would_not_start_do_not_reach_it(
    clone: Path, python_path: Path, modules: Path
) -> None:
    for variable in NOT_UNDERSTOOD:  # in one clone: to set up takes longer than all else
        name, _, value = variable.partition("=")
        assert variables_seen(clone, python_path, modules, **{name: value}) == {}, variable


def test_variables_that_python_understands_reach_it(clone: Path, python_path: Path, modules: Path) -> None:
    for value, encoding in (("0", "utf-8"), ("1", "latin-1:strict")):
        given = {"PYTHONHASHSEED": value, "PYTHONIOENCODING": encoding, "PYTHONUTF8": value}
        assert variables_seen(clone, python_path, modules, **given) == given


@pytest.mark.parametrize("variable", ["PYTHONHOME", "PYTHONIOENCODING", "PYTHONUTF8"])
def test_a_variable_with_which_python_would_not_start_does_not_keep_it_from_being_set_up(
    variable: str, clone: Path, python_path: Path, modules: Path, log: Path
) -> None:
    done = started(
        clone / "numduel", "--version", path=python_path, modules=modules, **{variable: "nonsense"}
    )
    assert (done.out.split()[0], done.code, installations(log)) == ("numduel", 0, 1)


def test_the_installed_command_is_the_program() -> None:
    assert PROJECT["project"]["scripts"] == {"numduel": "numduel.__main__:main"}


# The lists under requirements/


def pins(file: Path) -> dict[str, list[str]]:
    """Each requirement of a list with its hashes."""
    text = file.read_text().replace("\\\n", " ")
    rows = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return {row.split(" --hash", 1)[0].strip(): re.findall(r"--hash=(\S+)", row) for row in rows}


@pytest.mark.parametrize("file", LISTS, ids=lambda file: str(file.name))
def test_every_requirement_is_pinned_and_has_a_hash(file: Path) -> None:
    assert pins(file)
    for pin, hashes in pins(file).items():
        (bound,) = Requirement(pin).specifier
        assert bound.operator == "=="
        assert "*" not in bound.version
        assert hashes
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in hashes)


@pytest.mark.parametrize("file", LISTS, ids=lambda file: str(file.name))
def test_the_lists_name_no_host(file: Path) -> None:
    text = file.read_text()
    assert "://" not in text
    assert not re.search(r"index-url|find-links|trusted-host|^\s*-[if]\b| @ ", text, re.M)


def extra(name: str) -> list[str]:
    """What an extra asks for, the extras that it names itself spelled out."""
    wanted = [Requirement(text) for text in PROJECT["project"]["optional-dependencies"][name]]
    own = [other for each in wanted if each.name == "numduel" for other in sorted(each.extras)]
    return [str(each) for each in wanted if each.name != "numduel"] + [t for o in own for t in extra(o)]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("build", PROJECT["build-system"]["requires"]),
        ("run", PROJECT["project"]["dependencies"] + extra("graph") + extra("web")),
        ("fast", extra("fast")),
        ("dev", PROJECT["project"]["dependencies"] + extra("dev")),
    ],
)
def test_the_lists_cover_what_the_project_asks_for(name: str, wanted: list[str]) -> None:
    requirements = map(Requirement, pins(REPOSITORY / "requirements" / f"{name}.txt"))
    pinned = {canonicalize_name(pin.name): next(iter(pin.specifier)).version for pin in requirements}
    for requirement in map(Requirement, wanted):
        version = pinned.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement.name} is missing"
        assert version in requirement.specifier


def test_the_lists_agree_with_each_other() -> None:
    # All of them go into the same .venv.
    every = [pin for file in LISTS for pin in pins(file)]
    # A package may be pinned once for each Python it depends on.
    names = {(Requirement(pin).name, str(Requirement(pin).marker)): pin for pin in every}
    assert sorted(set(every)) == sorted(names.values())
