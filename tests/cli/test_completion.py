"""Shell completion: what numduel offers, and what real shells make of it."""

import re
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pexpect
import pytest
from commandline import Run, environment, numduel, play, run
from strategies import GAMES

from numduel.cli.commands import COMMANDS
from numduel.cli.completion import complete
from numduel.cli.shells import SCRIPTS
from numduel.players import known_names

DUEL = ["target=", "start=", "add=", "multiply=", "overshoot="]


def offered(*words: str) -> list[str]:
    return [one.word for one in complete(list(words))]


# What is offered


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([""], list(COMMANDS)),
        (["re"], ["resume", "replay", "review", "restore"]),
        (["--"], ["--help", "--version", "--plain"]),
        (["--plain", "pl"], ["play"]),
        (["play", ""], GAMES),
        (["play", "operation-d"], ["operation-duel", "operation-duel:"]),
        (["play", "operation-duel"], ["operation-duel", "operation-duel:"]),
        (["play", "operation-duel:tar"], ["operation-duel:target="]),
        (["play", "duel:target=31,"], [f"duel:target=31,{name}" for name in DUEL[1:]]),
        (["play", "duel:overshoot="], ["duel:overshoot=loses", "duel:overshoot=forbidden"]),
        (["play", "duel", "--set", ""], DUEL),
        (["play", "duel", "--set", "overshoot=f"], ["overshoot=forbidden"]),
        (["play", "--set", "target=31", "op"], [name for name in GAMES if name.startswith("op")]),
        (["play", "duel", "--p2", ""], known_names()),
        (["play", "duel", "--p2=per"], ["--p2=perfect"]),
        (["play", "duel", "--p2", "e"], ["easy"]),
        (["play", "duel", "--first", ""], ["1", "2", "toss"]),
        (["play", "duel", "--ro"], ["--rounds"]),
        (["play", "duel", "--seed", ""], []),
        (["play", "duel", ""], []),
        (["rules", "top"], ["top-stack-twelve", "top-stack-twelve:"]),
        (["errata", "dig"], ["digit-stack"]),
        (["history", "--result", ""], ["1", "2", "draw", "unfinished"]),
        (["history", "--game", "dig"], ["digit-stack"]),
        (["help", "pl"], ["play"]),
        (["help", "dig"], ["digit-stack"]),
        (["design", "operation-d"], ["operation-duel", "operation-duel:"]),
        (["sweep", "operation-duel:tar"], ["operation-duel:target="]),
        (["design", "duel", "--like", "pli"], ["plies"]),
        (["design", "duel", "--like", "plies=8..40,und"], ["plies=8..40,undecided"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["import", "x"], [":files"]),
        (["backup", "x"], [":files"]),
        (["restore", "x"], [":files"]),
        (["solve", "--limit", "9", "dig"], ["digit-stack", "digit-stack:"]),
        (["plya", ""], []),
        (["play", "chess:"], []),
    ],
)
def test_what_may_follow_is_offered(words: list[str], expected: list[str]) -> None:
    assert offered(*words) == expected


def test_every_option_of_every_command_is_offered() -> None:
    for command in COMMANDS:
        told = re.findall(r"^  (?:-h, )?(--[\w-]+)", numduel(command, "--help").out, re.M)
        assert set(told) <= set(offered(command, "--"))


def test_kept_games_are_offered_with_what_they_are(tmp_path: Path) -> None:
    db = str(tmp_path / "games.db")
    for answer in "56":
        play("digit-stack", answer, options=("--db", db, "--p1", "human:Ann"))
    assert offered("replay", "--db", db, "") == ["2", "1", ":files"]
    assert offered("export", "1", f"--db={db}", "") == ["2", "1"]
    told = numduel("completion", "--words", "delete", "", NUMDUEL_DB=db)
    assert told.lines == ["2\tdigit-stack, Ann against B", "1\tdigit-stack, Ann against B"]


def test_where_nothing_is_kept_nothing_is_offered_or_made(tmp_path: Path) -> None:
    assert offered("delete", f"--db={tmp_path}/none/games.db", "") == []
    assert list(tmp_path.iterdir()) == []


def test_a_shell_has_to_be_named() -> None:
    assert numduel("completion").complaint == "numduel: name a shell: bash, zsh, fish\n"
    refused = numduel("completion", "csh")
    assert ("invalid choice: 'csh'" in refused.complaint, refused.code) == (True, 2)


# The scripts, whichever shells are installed


ASKS = {
    "bash": '"$program" completion --words "${words[@]:1}"',
    "zsh": '"$program" completion --words "${typed[@]}"',
    "fish": '$program completion --words $words[2..-1] "$typed"',
}
REGISTERS = {
    "bash": "complete -F _numduel numduel",
    "zsh": "compdef _numduel numduel",
    "fish": "complete -c numduel -f -a '(__numduel_complete)'",
}


@pytest.mark.parametrize("shell", SCRIPTS)
def test_every_script_hands_on_all_words_and_knows_files(shell: str) -> None:
    assert ASKS[shell] in SCRIPTS[shell]  # the word at the cursor too, in quotes: it may be empty
    assert REGISTERS[shell] in SCRIPTS[shell]
    assert ":files" in SCRIPTS[shell]


def test_in_the_script_for_fish_every_block_is_closed() -> None:
    opened, closed = (
        len(re.findall(rf"^\s*(?:{words})\b", SCRIPTS["fish"], re.M)) for words in ("function|for|if", "end")
    )
    assert opened == closed > 0


# In real shells: those that are installed


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """An environment in which `numduel` is a command."""
    (tmp_path / "numduel").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m numduel "$@"\n')
    (tmp_path / "numduel").chmod(0o755)
    (tmp_path / "a file.txt").touch()
    known = environment(HOME=str(tmp_path), TERM="dumb")
    return {**known, "PATH": f"{tmp_path}:{known['PATH']}"}


@pytest.mark.parametrize("shell", [name for name in SCRIPTS if shutil.which(name)])
def test_the_script_is_one_that_its_shell_can_read(shell: str, env: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "script").write_text(SCRIPTS[shell])
    assert run((shell, "-n", tmp_path / "script"), env=env) == Run("", "", 0)
    assert numduel("completion", shell).out == SCRIPTS[shell]


START = {
    "bash": ("bash --norc --noprofile", 'eval "$(numduel completion bash)"'),
    "zsh": ("zsh -f", 'autoload -Uz compinit; compinit -u -D; eval "$(numduel completion zsh)"'),
}


@pytest.mark.parametrize("shell", [name for name in START if shutil.which(name)])
@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("pla", "play"),
        ("play operation-d", "play operation-duel"),
        ("play op", "play operation-"),
        ("play operation-duel:tar", "play operation-duel:target="),
        ("play operation-duel:target=31,ad", "play operation-duel:target=31,add="),
        ("play duel --p2 perf", "play duel --p2 perfect"),
        ("play duel --p2=perf", "play duel --p2=perfect"),
        ("play duel --set overshoot=f", "play duel --set overshoot=forbidden"),
        ("import a", r"import a\ file.txt"),
    ],
)
def test_a_tab_completes(shell: str, typed: str, completed: str, env: dict[str, str], tmp_path: Path) -> None:
    assert after_tab(shell, typed, env, tmp_path).rstrip() == f"numduel {completed}"


@pytest.mark.parametrize("shell", [name for name in START if shutil.which(name)])
def test_no_space_comes_where_a_variant_may_follow(shell: str, env: dict[str, str], tmp_path: Path) -> None:
    assert after_tab(shell, "play operation-d", env, tmp_path) == "numduel play operation-duel"
    assert after_tab(shell, "play operation-duel:fif", env, tmp_path) == "numduel play operation-duel:fifty "


def after_tab(shell: str, typed: str, env: dict[str, str], folder: Path) -> str:
    """The line that a shell makes of one that has numduel and these words, by a tab."""
    command, setup = START[shell]
    program, *options = command.split()
    child = spawn(program, options, env, folder)
    child.sendline(f"PS1='> '; unset zle_bracketed_paste; {setup}; echo re''ady")
    child.expect("ready\r\n")
    # The line is not run but shown: Ctrl-A and the word echo before it.
    child.send(f"numduel {typed}\t")
    child.send("'\x01echo '\x05\r")
    child.expect(r"\n(numduel [^\r\n]*)\r\n")
    child.close(force=True)
    return str(child.match[1].decode())


def spawn(program: str, options: list[str], env: dict[str, str], folder: Path) -> "pexpect.spawn[bytes]":
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forking beside threads: see commandline.py
        return pexpect.spawn(program, options, env=env, cwd=str(folder), dimensions=(40, 200))


@pytest.mark.parametrize(
    "words", ["pla", "play op", "play operation-duel:tar", "replay a", "play duel --p2 pe"]
)
@pytest.mark.parametrize("shell", [name for name in ("fish",) if shutil.which(name)])
def test_fish_offers_what_numduel_does(shell: str, words: str, env: dict[str, str], tmp_path: Path) -> None:
    script = f"numduel completion fish | source; complete -C 'numduel {words}'"
    done = subprocess.run(
        (shell, "--no-config", "-c", script), env=env, cwd=tmp_path, capture_output=True, text=True
    )
    found = [line.partition("\t")[0] for line in done.stdout.splitlines()]
    ours = offered(*words.split())
    assert found == sorted(ours) if ours != [":files"] else found == ["a file.txt"]


@pytest.mark.parametrize("shell", [name for name in ("fish",) if shutil.which(name)])
@pytest.mark.parametrize("program", ["./numduel", "~/numduel", "numduel"])
def test_fish_completes_at_once_after_the_line_that_help_advises(
    shell: str, program: str, env: dict[str, str], tmp_path: Path
) -> None:
    (advised,) = [line for line in COMMANDS["completion"].examples if "fish" in line]
    child = spawn(shell, ["-i"], env | {"TERM": "xterm"}, tmp_path)
    child.sendline("function fish_prompt; echo '> '; end; function fish_greeting; end; echo re''ady")
    child.expect("ready\r\n")
    child.send(f"{program} pla\t\x15")  # what fish has not found, it does not look for again at once
    child.sendline(f"{program} {advised}; echo re''ady")
    child.expect("ready\r\n")
    child.send(f"{program} play operation-duel:fif\t")
    child.expect("operation-duel:fifty ", timeout=10)
    child.close(force=True)
    assert (tmp_path / ".config/fish/completions/numduel.fish").read_text() == SCRIPTS["fish"]
