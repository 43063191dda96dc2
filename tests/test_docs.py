"""The documents say what the program does."""

import pkgutil
import re
import runpy
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from packages import EXAMPLE, PLAYER, Packages
from pages import PAGES, Reader, examples, files, matches, read
from strategies import OURS

import numduel
from numduel.match.reading import parse
from numduel.match.record import write
from numduel.testing import GameCheckError, check_game

ROOT = Path(__file__).resolve().parent.parent
RESULTS = read("docs/results.md"), re.MULTILINE


def test_the_page_of_rulings_is_made_from_the_errata() -> None:
    page = runpy.run_path(str(ROOT / "tools" / "write_rulings.py"))["page"]()
    assert (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8") == page


def test_the_page_of_the_public_api_is_made_from_the_docstrings() -> None:
    page = runpy.run_path(str(ROOT / "tools" / "write_api.py"))["page"]()
    assert read("docs/api.md") == page


def test_the_page_of_the_public_api_has_every_public_name_once() -> None:
    named: Callable[[], list[tuple[str, str]]]
    named = runpy.run_path(str(ROOT / "tools" / "write_api.py"))["names_on_the_page"]
    assert sorted(name for module, name in named() if module == "numduel") == numduel.__all__
    assert len(set(named())) == len(named())


def test_the_readme_lists_every_game_of_ours_with_its_summary() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in OURS:
        assert f"| `{name}` | {numduel.games()[name].summary} |" in readme


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    """Someone beside whose numduel the examples of a game and a player are installed."""
    packages = Packages(tmp_path)
    packages.install("countdown", EXAMPLE)
    packages.install_player("greedy", PLAYER)
    return Reader(tmp_path, packages.path)


@pytest.mark.parametrize("page", PAGES)
def test_commands_on_a_page_print_what_it_shows(page: str, reader: Reader) -> None:
    for example in examples(page):
        if "numduel " in example.command and not example.command.startswith("pip "):
            seen, code = reader.follow(example)
            assert matches(seen, example.shown or "..."), f"{example.command} prints\n{seen}"
            unfinished = "The input has ended: the game is unfinished" in seen and not example.shown
            assert code == (1 if unfinished else 0), f"{example.command} prints\n{seen}"


def test_the_examples_that_are_run_are_those_that_are_meant() -> None:
    shown = {page: sum(bool(example.shown) for example in examples(page)) for page in PAGES}
    assert {page: count for page, count in shown.items() if count} == {
        "README.md": 2,
        "docs/add-a-game.md": 1,
        "docs/design.md": 1,
        "docs/ladder.md": 2,
        "docs/lessons.md": 1,
        "docs/measures.md": 1,
        "docs/opponents.md": 1,
        "docs/patterns.md": 2,
        "docs/pictures.md": 1,
        "docs/playing.md": 2,
        "docs/proofs.md": 4,
        "docs/puzzles.md": 1,
        "docs/scale.md": 3,
        "docs/tutorial.md": 4,
    }
    assert list(files("docs/tutorial.md")) == ["square_game.py", "narrow.py", "learner.py"]


def test_a_page_that_shows_something_else_is_found_out(reader: Reader) -> None:
    example = examples("README.md")[0]
    assert reader.follow(example)[0] == example.shown
    wrong = type(example)(example.command, example.shown.replace("number is now: 35", "number is now: 36"))
    assert not matches(reader.follow(wrong)[0], wrong.shown)


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_to_files_and_headings_that_are_there(page: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", read(page)):
        if target.startswith("https://"):
            continue
        path, _, heading = target.partition("#")
        file = (ROOT / page).parent / path if path else ROOT / page
        assert file.exists(), target
        assert not heading or heading in headings(file), target


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md"])
def test_files_that_a_page_names_are_there(page: str) -> None:
    named = re.findall(r"`((?:src|tests|tools|benchmarks|docs|requirements)/[\w./-]*)`", read(page))
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md"])
def test_modules_and_names_that_a_page_names_are_there(page: str) -> None:
    for dotted in re.findall(r"`(numduel(?:\.\w+)+)", read(page)):
        assert resolve(dotted) is not None, dotted


def test_the_fault_that_the_guide_shows_is_what_check_game_says(tmp_path: Path) -> None:
    wrong = EXAMPLE.replace("range(1, self.most + 1)", "range(1, self.most)")
    (tmp_path / "wrong.py").write_text(wrong, encoding="utf-8")
    with pytest.raises(GameCheckError) as caught:
        check_game(runpy.run_path(str(tmp_path / "wrong.py"))["Countdown"])
    assert f"    GameCheckError: {caught.value}\n" in read("docs/add-a-game.md")


def headings(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    lines = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-") for line in lines}


def resolve(dotted: str) -> Any:
    """What a dotted name stands for; None for nothing."""
    try:
        return pkgutil.resolve_name(dotted)
    except (ImportError, AttributeError):
        return None


def test_the_example_of_a_record_can_be_read() -> None:
    page = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    record = parse(page.split("```text\n", 1)[1].split("```", 1)[0])
    assert record.result is not None
    assert record.result.winner == 1
    assert record.tags == (("occasion", "a rainy Sunday"),)
    assert [after for after, _ in record.comments] == [0, 2]
    assert parse(write(record)) == record


def test_the_pictures_in_the_documents_are_what_the_program_draws() -> None:
    page = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
    commands = [line.split("./numduel ")[1] for line in page.splitlines() if "$ ./numduel " in line]
    shown = [part.split(")")[0] for part in page.split("](pictures/")[1:]]
    assert len(commands) == len(shown) == 2
    for command, name in zip(commands, shown, strict=True):
        arguments = [*shlex.split(command)[:-1], "-"]  # to standard output, not into a file
        run = [sys.executable, "-m", "numduel", *arguments]
        printed = subprocess.run(run, capture_output=True, text=True, check=True, cwd=ROOT).stdout
        assert printed == (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8")
