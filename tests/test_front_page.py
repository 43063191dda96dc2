"""The front page, the index of the pages, and how commands are written on all of them."""

import ast
import re
import runpy
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from pages import PAGES, Reader, read

from numduel import load
from numduel.cli.commands import COMMANDS
from numduel.cli.keyboard import COMMANDS as WORDS
from numduel.cli.parser import command_parser

ROOT = Path(__file__).resolve().parent.parent
TEXTS = [*PAGES, "CONTRIBUTING.md", "CHANGELOG.md"]
# The result of a daily puzzle, `numduel daily DATE · …`, is no command.
BARE_COMMAND = re.compile(rf"(?<![\w./-])(?<!from )numduel (?:{'|'.join(COMMANDS)})\b(?! [\d-]+ ·)")
# What stands on a page for something that a reader puts in its place.
PLACEHOLDERS = {"SPEC": "digit-stack", "GAME": "digit-stack", "SHELL": "bash", "ID": "1", "FILE": "file.svg"}


def test_the_first_screen_says_how_to_start_and_shows_one_picture() -> None:
    readme = read("README.md")
    first = "\n".join(readme.splitlines()[:30])
    assert "\n    ./numduel\n" in first
    assert re.findall(r"!\[.+?\]\((.+?)\)", readme) == re.findall(r"!\[.+?\]\((.+?)\)", first)
    assert re.findall(r"!\[.+?\]\((.+?)\)", first) == ["docs/pictures/scene.svg"]
    assert readme.count("\n") < 120


def test_the_picture_of_a_game_at_a_terminal_is_what_the_program_shows() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "write_scene.py"))
    assert read("docs/pictures/scene.svg") == tool["page"]()


def test_every_page_is_in_the_index() -> None:
    index = read("docs/README.md")
    listed = set(re.findall(r"\]\((\w[\w.-]+)", index))
    assert {page.name for page in (ROOT / "docs").glob("*.*")} - {"README.md"} == listed


def test_every_word_at_the_table_is_in_the_guide_to_playing() -> None:
    guide = read("docs/playing.md")
    assert [word for word in WORDS if f"`{word}`" not in guide] == []


def test_every_option_of_play_is_in_the_guide_to_playing() -> None:
    guide = read("docs/playing.md")
    options = [name for name in command_parser("play")._option_string_actions if name.startswith("--")]
    assert [name for name in options if name not in guide] == ["--help"]


@pytest.mark.parametrize("page", TEXTS)
def test_commands_are_written_as_they_are_typed_in_a_clone(page: str) -> None:
    assert BARE_COMMAND.findall(read(page)) == []


def test_the_program_writes_no_command_without_knowing_how_it_was_started() -> None:
    for file in (ROOT / "src" / "numduel").rglob("*.py"):
        for text in said_in(file):
            assert not re.search(rf"numduel (?:{'|'.join(COMMANDS)})\b", text), f"{file.name}: {text}"


def test_the_commands_that_readers_may_begin_with_work(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    started = [f"./numduel {typed}" for typed in within_sentences("README.md") if " " in typed]
    assert len(started) > 3
    for command in started:
        seen, code = reader.run(re.sub(r"\bGAME\b", PLACEHOLDERS["GAME"], command))
        unfinished = "The input has ended: the game is unfinished" in seen
        assert code == (1 if unfinished else 0), f"{command} prints\n{seen}"
        assert unfinished == (" play " in command)


@pytest.mark.parametrize("page", TEXTS)
def test_commands_within_a_sentence_or_a_table_are_understood(page: str) -> None:
    for typed in within_sentences(page):
        name, *arguments = shlex.split(re.sub(r"[\[\]]| …|\\\|\w+", "", typed))
        assert name in COMMANDS, typed
        parser, given = command_parser(name), [PLACEHOLDERS.get(word, word) for word in arguments]
        options = vars(parser.read(given)) if needs_nothing_else(name, given) else {}
        if options.get("spec"):
            load(options["spec"])


def within_sentences(page: str) -> list[str]:
    """The commands in the sentences and tables of a page, without the name of the program."""
    return re.findall(r"`\./numduel ([^`]+)`", read(page))


def needs_nothing_else(name: str, given: list[str]) -> bool:
    """Whether a page means a whole command; `./numduel graph` alone only names it."""
    return bool(given) or name in ("resume", "history", "replay", "review", "export", "list", "errata")


def said_in(file: Path) -> Iterator[str]:
    """The texts in a module that are no docstrings."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value
