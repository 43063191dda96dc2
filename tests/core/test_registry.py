"""Games from other packages: found through real entry points, played like ours, refused where they clash.

The example is the one in docs/add-a-game.md, word for word.
"""

import re
import sys
import textwrap
from pathlib import Path

import pytest
from commandline import REPOSITORY, Run, environment, numduel, run
from packages import EXAMPLE, GUIDE, ITS_TEST, Packages


@pytest.fixture
def packages(tmp_path: Path) -> Packages:
    return Packages(tmp_path)


def test_the_guides_game_is_played_as_the_guide_shows(packages: Packages) -> None:
    packages.install("countdown", EXAMPLE)
    _, shown = GUIDE.split("    $ ./numduel play countdown:start=4\n")
    transcript = textwrap.dedent(re.split(r"\n(?=\S)", shown)[0]).strip()
    answers = re.findall(r"\): (\d+)$", transcript, re.MULTILINE)
    played = packages.play("countdown:start=4", *answers)
    assert played == Run(f"{transcript}\n", "", 0)


def test_the_guides_game_is_won_by_whoever_takes_the_last(packages: Packages) -> None:
    packages.install("countdown", EXAMPLE)
    played = packages.play("countdown", *["3"] * 6, "2", "1")
    assert played.code == 0
    assert played.lines[-1] == "Player 2 wins the game!"


def test_a_foreign_game_is_listed_explained_and_suggested_like_ours(packages: Packages) -> None:
    packages.install("countdown", EXAMPLE)
    listed = packages.numduel("list", "--json")
    assert '"game": "countdown"' in listed.out
    assert '"game": "digit-stack"' in listed.out
    assert "how many may be taken at once" in packages.numduel("rules", "countdown").out
    assert "did you mean countdown?" in packages.numduel("play", "countdwn").complaint
    assert packages.numduel("play", "countdown:most=0").complaint.endswith("from 1 to 100, not '0'\n")


def test_a_foreign_games_input_is_checked_like_ours(packages: Packages) -> None:
    packages.install("countdown", EXAMPLE)
    told = packages.play("countdown:start=2", "3", "x", "2").out
    assert told.count("Invalid move. Please choose 1 or 2.") == 2
    assert "Player 1 wins" in told


SIXTH = EXAMPLE.replace('"countdown"', '"sixth-game"')


def test_a_foreign_game_is_there_only_where_its_package_is(packages: Packages) -> None:
    packages.install("sixth", SIXTH, {"sixth-game": "sixth:Countdown"})
    assert "sixth-game" in packages.numduel("list").out
    assert "sixth-game" not in numduel("list").out


def pytest_says(packages: Packages, *arguments: str | Path) -> Run:
    """What pytest says of tests with these packages installed."""
    options = ("-q", "-rp", "-p", "no:cacheprovider", "-p", "no:xdist", "--doctest-modules")
    command = (sys.executable, "-m", "pytest", *options, *arguments)
    return run(command, env=environment(PYTHONPATH=packages.path), cwd=REPOSITORY)


def test_tests_that_are_about_our_games_do_not_mind_a_foreign_one(packages: Packages) -> None:
    packages.install("sixth", SIXTH, {"sixth-game": "sixth:Countdown"})
    checked = pytest_says(
        packages,
        "--doctest-glob=*.md",
        "-k",  # without what is about one page or one game of ours; but for pages that list games
        "not ([ or pictures_in or shows_something_else) or README or add-a-game or sixth-game",
        "tests/test_docs.py",
        "tests/test_public.py",
        "tests/cli/test_cli_commands.py",
        "tests/cli/test_cli_samples.py",
        "tests/games/test_perft.py::test_every_game_of_ours_has_an_anchor_and_independent_rules",
        "README.md",
        "docs/results.md",
        "src/numduel/core",
    )
    assert checked.code == 0, checked.out


# What is changed in the guide's game, into what, and what is then complained of; by the name of that game.
WRONG = {
    "vocabulary": (
        "range(1, self.most + 1)",
        "range(1, self.most)",
        "the move 3 is legal, but not in vocabulary()",
    ),
    "outcome": ("if state == 0 else None", "if state <= 1 else None", "is over, but there are still moves"),
    "show": ('f"{state} left."', 'f"{state}\\nleft."', "is not one printable line"),
    "key": (
        "    def show(",
        "    def key(self, state: int) -> int:\n        return state % 2\n\n    def show(",
        "two states have the key",
    ),
}


@pytest.fixture(scope="module")
def right_and_wrong(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    """The guide's game and four like it, each with something wrong, and for each the test of the guide."""
    packages = Packages(tmp_path_factory.mktemp("right_and_wrong"))
    packages.install("countdown", EXAMPLE)
    (packages.folder / "test_countdown.py").write_text(ITS_TEST, encoding="utf-8")
    for name, (right, wrong, _) in WRONG.items():
        assert EXAMPLE.count(right) == 1
        code = EXAMPLE.replace(right, wrong).replace('"countdown"', f'"{name}"')
        packages.install(f"wrong_{name}", code, {name: f"wrong_{name}:Countdown"})
        its_test = ITS_TEST.replace("from countdown ", f"from wrong_{name} ").replace(
            "def test_", f"def test_{name}_"
        )
        assert its_test.count(name) == 2
        (packages.folder / f"test_{name}.py").write_text(its_test, encoding="utf-8")
    return packages


@pytest.fixture(scope="module")
def said_by_ours(right_and_wrong: Packages) -> Run:
    """What our own tests of every game say of these games."""
    tests = REPOSITORY / "tests"
    named = " or ".join(f"[{game}]" for game in ("countdown", *WRONG))
    return pytest_says(
        right_and_wrong, "-k", named, tests / "test_conformance.py", tests / "core" / "test_position.py"
    )


@pytest.fixture(scope="module")
def said_by_the_guides(right_and_wrong: Packages) -> Run:
    """What the guide's test says of these games."""
    folder = right_and_wrong.folder
    return pytest_says(right_and_wrong, "--rootdir", folder, *sorted(folder.glob("test_*.py")))


def failures(checked: Run) -> dict[str, str]:
    """What pytest says of each test that has failed, by the name of the test."""
    assert checked.code == 1, checked.out
    _, *parts = re.split(r"^_+ (test_\S+) _+$", checked.out, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def passes(checked: Run) -> list[str]:
    """The tests that pytest says have passed."""
    return re.findall(r"^PASSED .*::(.+)$", checked.out, re.MULTILINE)


def test_our_tests_of_every_game_cover_a_foreign_one_and_find_the_guides_right(said_by_ours: Run) -> None:
    assert sum(test.endswith("[countdown]") for test in passes(said_by_ours)) >= 6
    assert not any(test.endswith("[countdown]") for test in failures(said_by_ours))


def test_foreign_games_that_are_wrong_are_found_by_our_tests_of_every_game(said_by_ours: Run) -> None:
    found = failures(said_by_ours)
    for name, (_, _, complaint) in WRONG.items():
        assert any(test.endswith(f"[{name}]") and complaint in said for test, said in found.items()), name


def test_the_test_in_the_guide_finds_the_guides_game_right(said_by_the_guides: Run) -> None:
    assert passes(said_by_the_guides) == re.findall(r"def (test_\w+)", ITS_TEST)


def test_foreign_games_that_are_wrong_are_found_by_the_test_in_the_guide(said_by_the_guides: Run) -> None:
    found = failures(said_by_the_guides)
    assert len(found) == len(WRONG)
    for name, (_, _, complaint) in WRONG.items():
        assert any(test.startswith(f"test_{name}_") and complaint in said for test, said in found.items())


def test_a_foreign_game_with_the_name_of_one_of_ours_is_an_error_that_names_both(packages: Packages) -> None:
    packages.install(
        "other", EXAMPLE.replace('"countdown"', '"digit-stack"'), {"digit-stack": "other:Countdown"}
    )
    for arguments in (("play", "digit-stack"), ("list",)):
        refused = packages.numduel(*arguments)
        assert refused.code == 1
        assert "two games are called digit-stack" in refused.complaint
        assert "numduel.games.digit_stack" in refused.complaint
        assert "other:Countdown" in refused.complaint
        assert refused.out == ""


def test_two_foreign_games_of_one_name_are_an_error_that_names_both(packages: Packages) -> None:
    for module in ("ann", "ben"):
        packages.install(module, EXAMPLE, {"countdown": f"{module}:Countdown"})
    refused = packages.numduel("play", "countdown")
    assert refused.code == 1
    assert "two games are called countdown: ann:Countdown and ben:Countdown" in refused.complaint


def test_two_games_in_one_foreign_package_are_both_there(packages: Packages) -> None:
    second = EXAMPLE.replace('"countdown"', '"seventh-game"').replace("class Countdown", "class Second")
    code = f"{SIXTH}\n\n{second[second.index('class Second') :]}"
    packages.install("two", code, {"sixth-game": "two:Countdown", "seventh-game": "two:Second"})
    for name in ("sixth-game", "seventh-game"):
        assert packages.play(f"{name}:start=1", "1").code == 0


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import no_such_module\n", "no_such_module"),
        ("raise RuntimeError('first line\\nsecond line')\n", "first line"),
        ("def (\n", "SyntaxError"),
        ("", "Countdown"),
        ("Countdown = 21\n", "no Game of that name"),
        (EXAMPLE.replace('name = "countdown"', 'name = "something-else"'), "no Game of that name"),
        ("import sys\nsys.exit(0)\n", "SystemExit"),
        ("raise GeneratorExit\n", "GeneratorExit"),
    ],
    ids=[
        "no such module",
        "an error",
        "a syntax error",
        "nothing there",
        "no game",
        "another name",
        "an exit",
        "no Exception",
    ],
)
def test_a_foreign_game_that_cannot_be_loaded_is_told_in_one_sentence(
    packages: Packages, code: str, why: str
) -> None:
    packages.install("countdown", code)
    refused = packages.numduel("play", "countdown")
    assert refused.code == 1
    assert "countdown:Countdown" in refused.complaint
    assert why in refused.complaint


SHOWS = "NUMDUEL_DEBUG=1 shows where"


@pytest.mark.parametrize("error", ["GeneratorExit", "RuntimeError", "SystemExit"])
def test_a_foreign_game_whose_rules_fail_is_named_in_one_sentence(packages: Packages, error: str) -> None:
    packages.install("countdown", EXAMPLE.replace("return state - move", f"raise {error}"))
    refused = packages.numduel("solve", "countdown")
    assert refused.complaint == f"numduel: the package countdown has failed: {error}() ({SHOWS})\n"
    assert (refused.out, refused.code) == ("", 1)


def test_a_foreign_game_whose_errors_cannot_be_written_is_told_all_the_same(packages: Packages) -> None:
    unspeakable = "\n\nclass Unspeakable(Exception):\n    __repr__ = None\n"
    packages.install("countdown", EXAMPLE.replace("return state - move", "raise Unspeakable") + unspeakable)
    refused = packages.numduel("solve", "countdown")
    assert refused.complaint == f"numduel: the package countdown has failed: Unspeakable ({SHOWS})\n"
    assert (refused.out, refused.code) == ("", 1)


def test_a_foreign_game_that_cannot_load_its_own_module_late_is_told_all_the_same(packages: Packages) -> None:
    packages.install("countdown", EXAMPLE.replace("return state - move", "import late"))
    late = "class Unspeakable(Exception):\n    __str__ = __repr__ = None\n\n\nraise Unspeakable\n"
    (packages.folder / "late.py").write_text(late)
    refused = packages.numduel("solve", "countdown")
    assert refused.complaint == (
        "numduel: the package late is installed, and cannot be loaded (Unspeakable)\n"
    )
    assert refused.code == 1


def test_a_foreign_game_that_cannot_be_loaded_keeps_nobody_from_playing_ours(packages: Packages) -> None:
    packages.install("countdown", "import no_such_module\n")
    played = packages.play("digit-stack", *"2589")
    assert played.code == 0
    assert played.lines[-1] == "Player 1 wins!"


def test_other_packages_entry_points_do_not_concern_us(packages: Packages) -> None:
    info = packages.folder / "tool-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tool\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[console_scripts]\nsixth-game = no_such_module:main\n")
    assert "sixth-game" not in packages.numduel("list").out
