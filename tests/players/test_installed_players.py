"""Players of other packages: found through real entry points, seated like ours, and what they may do wrong.

The example is the one in docs/opponents.md, word for word.
"""

import re
import shlex
import sys
import textwrap
from pathlib import Path

import pytest
from commandline import REPOSITORY, Run, Terminal, environment, numduel, run
from packages import OPPONENTS, PLAYER, Packages

ENDLESS = "top-stack-twelve"


@pytest.fixture
def packages(tmp_path: Path) -> Packages:
    return Packages(tmp_path)


@pytest.fixture
def db(tmp_path: Path) -> str:
    return f"--db={tmp_path / 'games.db'}"


@pytest.fixture
def greedy(packages: Packages) -> Packages:
    packages.install_player("greedy", PLAYER)
    return packages


def python(packages: Packages, code: str) -> Run:
    """Run Python code where the packages are installed."""
    command = (sys.executable, "-c", textwrap.dedent(code))
    return run(command, env=environment(PYTHONPATH=packages.path))


# The guide's player


def test_the_guides_player_plays_as_the_guide_shows(greedy: Packages) -> None:
    command, shown = OPPONENTS.split("## A player of your own")[1].split("    $ ./numduel ")[1].split("\n", 1)
    transcript = textwrap.dedent(re.split(r"\n(?=\S)", shown)[0]).strip()
    assert greedy.numduel(*shlex.split(command)) == Run(f"{transcript}\n", "", 0)


def test_an_installed_player_plays_whole_matches_that_a_seed_repeats(greedy: Packages) -> None:
    options = ("play", "top-stack-twelve:supply=1", "--rounds", "4", "--p1", "greedy:40", "--p2", "level:2")
    played = greedy.numduel(*options, "--seed", "5")
    assert (played.err, played.code) == ("", 0)
    assert played.out.count("greedy:40 is Player ") == 4
    assert played == greedy.numduel(*options, "--seed", "5")
    assert played != greedy.numduel(*options, "--seed", "6")


def test_it_is_the_same_player_however_its_name_is_written(greedy: Packages) -> None:
    options = ("--p1", "random", "--seed", "3", "--rounds", "2")
    plain = greedy.play("digit-stack", options=(*options, "--p2", "greedy"))
    assert greedy.play("digit-stack", options=(*options, "--p2", " Greedy : ")) == plain


def test_it_answers_an_offer_of_a_draw(greedy: Packages) -> None:
    played = greedy.play(ENDLESS, "draw", options=("--p2", "greedy"))
    assert "The players agree on a draw." in played.lines


def test_it_is_stored_by_name_and_a_resumed_game_goes_on_as_it_would_have(greedy: Packages, db: str) -> None:
    options = ("play", "digit-stack:target=99999", "--p2", "greedy:30", "--seed", "4", db)
    whole = greedy.numduel(*options, said="1\n2\n3\n4\n5\n")
    left = greedy.numduel(*options, said="1\n")
    assert (left.code, left.way_back != "") == (1, True)
    resumed = greedy.numduel("resume", db, said="2\n3\n4\n5\n")
    assert resumed.code == 0
    moves = [greedy.numduel("export", str(game), db).out.split("\n\n", 1)[1] for game in (1, 2)]
    assert moves[0] == moves[1]
    assert whole.lines[-1] == resumed.lines[-1]
    assert "greedy:30" in greedy.numduel("history", db).out


def test_without_its_package_a_game_cannot_go_on_and_is_kept(greedy: Packages, db: str) -> None:
    greedy.numduel("play", "digit-stack", "--p2", "greedy", db, said="1\n")
    greedy.uninstall("greedy")
    refused = greedy.numduel("resume", db)
    assert (refused.out, refused.code) == ("", 1)
    assert "game 1 cannot go on: there is no player 'greedy'" in refused.complaint
    greedy.install_player("greedy", PLAYER)
    assert greedy.numduel("resume", db, said="1\n1\n1\n").code == 0


def test_an_installed_player_is_listed_and_suggested_like_ours(greedy: Packages) -> None:
    near = greedy.numduel("play", "digit-stack", "--p2", "gredy")
    assert (near.out, near.code) == ("", 2)
    assert near.complaint == "numduel: there is no player 'gredy'; did you mean greedy?\n"
    listed = greedy.numduel("play", "digit-stack", "--p2", "nobody-like-that").complaint
    assert listed.endswith("mcts, mcts:PLAYOUTS and greedy\n")
    with Terminal(PYTHONPATH=greedy.path) as terminal:
        terminal.expect("Press a key: ")
        terminal.type("1")
        terminal.expect("Press a key: ")
        terminal.type("2")
        assert "greedy" in terminal.expect("Who is Player 2? (Enter: human) ")
        terminal.enter("greedy:10")
        terminal.expect("Player 2: greedy:10")


@pytest.mark.parametrize("who", ["greedy:x", "greedy:101", "greedy:" + "9" * 201, "greedy:\x1b"], ids=ascii)
def test_a_detail_that_means_nothing_is_wrong_usage(greedy: Packages, who: str) -> None:
    refused = greedy.numduel("play", "digit-stack", "--p2", who)
    assert "greedy" in refused.complaint
    assert (refused.out, refused.code) == ("", 2)


def test_who_asks_for_our_players_does_not_wait_for_importlib_metadata(greedy: Packages) -> None:
    played = python(
        greedy,
        """
        import sys
        from numduel.cli.main import main
        for who in ("random", "perfect", "level:3", "mcts:5", "human:Ann"):
            main(["play", "digit-stack", "--p1", "random", "--p2", who, "--no-save", "--max-turns", "1"])
            print("importlib.metadata" in sys.modules)
        main(["play", "digit-stack", "--p1", "random", "--p2", "greedy", "--no-save"])
        print("importlib.metadata" in sys.modules)
        """,
    )
    assert re.findall("^(?:True|False)$", played.out, re.MULTILINE) == ["False"] * 5 + ["True"]


def test_exact_answers_are_worked_out_once_for_both_and_only_if_asked_for(packages: Packages) -> None:
    asks = "    if detail == '7':\n        assert answers() is answers()\n    return Greedy("
    code = PLAYER.replace("    return Greedy(", asks)
    packages.install_player("greedy", code)
    told = python(
        packages,
        """
        import numduel
        from numduel.cli.seats import seat_players
        from numduel.solver import answers
        solved = []
        class Counted(answers.Answers):
            def __init__(self, game, *rest):
                solved.append(game.spec)
                super().__init__(game, *rest)
        answers.Answers = Counted
        from numduel.cli import questions
        questions.Answers = Counted
        game = numduel.load("operation-duel")
        seat_players(numduel.Setup(game=game, players=("greedy", "greedy:8")))
        print(solved)
        seat_players(numduel.Setup(game=game, players=("greedy:7", "greedy:7")))
        print(solved)
        """,
    )
    assert (told.out, told.err) == ("[]\n['operation-duel']\n", "")


# Packages that are broken


MAKE = "def make(game, detail, answers):\n    return "
A_PLAYER = """
class Player:
    name = "greedy"
    def choose(self, position, rng):
        return position.moves[0]
    def accepts_draw(self, position, rng):
        return False
"""


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import no_such_module\n", "no_such_module"),
        ("raise RuntimeError('first line\\nsecond line')\n", "first line"),
        ("def (\n", "SyntaxError"),
        ("", "make"),
        ("import sys\nsys.exit(0)\n", "SystemExit"),
        ("make = 21\n", "cannot be called"),
        ("def make():\n    pass\n", "TypeError"),
        ("def make(game, detail, answers):\n    raise KeyError('a\\nb')\n", "KeyError"),
        ("def make(game, detail, answers):\n    raise SystemExit(0)\n", "SystemExit"),
        ("def make(game, detail, answers):\n    raise GeneratorExit\n", "GeneratorExit"),
        (MAKE + "None\n", "has no choose()"),
        (A_PLAYER.replace("accepts_draw", "accepts") + MAKE + "Player()\n", "has no accepts_draw()"),
        (A_PLAYER.replace("name =", "title =") + MAKE + "Player()\n", "name is no printable text"),
        (A_PLAYER.replace('"greedy"', '"a\\nb"') + MAKE + "Player()\n", "name is no printable text"),
        (A_PLAYER.replace('"greedy"', "property(lambda self: 1 / 0)") + MAKE + "Player()\n", "ZeroDivision"),
    ],
    ids=range(15),
)
def test_a_player_that_cannot_be_had_is_told_in_one_sentence(packages: Packages, code: str, why: str) -> None:
    packages.install_player("greedy", code)
    refused = packages.numduel("play", "digit-stack", "--p2", "greedy")
    assert "greedy:make" in refused.complaint
    assert why in refused.complaint
    assert (refused.out, refused.code) == ("", 1)
    ours = packages.play("digit-stack", options=("--p1", "random", "--p2", "perfect"))
    assert (ours.err, ours.code) == ("", 0)


def test_a_player_that_cannot_play_a_game_says_so_itself(packages: Packages) -> None:
    code = "from numduel.players import CannotPlay\n" + MAKE.replace(
        "return ", "raise CannotPlay('not this one')"
    )
    packages.install_player("greedy", code)
    refused = packages.numduel("play", "digit-stack", "--p2", "greedy")
    assert (refused.complaint, refused.code) == ("numduel: not this one\n", 1)


def test_two_players_of_one_name_are_an_error_that_names_both(packages: Packages) -> None:
    for module in ("ann", "ben"):
        packages.install_player(module, PLAYER, {"greedy": f"{module}:make"})
    refused = packages.numduel("play", "digit-stack", "--p2", "greedy")
    assert refused.code == 1
    assert "two players are called greedy: ann:make and ben:make" in refused.complaint


@pytest.mark.parametrize("name", ["human", "random", "level"])
def test_nobody_takes_the_name_of_one_of_ours(packages: Packages, name: str) -> None:
    packages.install_player("greedy", PLAYER, {"greedy": "greedy:make", name: "greedy:make"})
    refused = packages.numduel("play", "digit-stack", "--p2", "greedy")
    assert refused.code == 1
    assert re.search(rf"two players are called {name}: numduel\S* and greedy:make", refused.complaint)
    ours = packages.play("digit-stack", *"1111", options=("--p1", "random"))
    assert (ours.err, ours.code) == ("", 0)


# Players that fail in play


CHOICES = {
    "an error": ("1 / 0", "failed at turn 2: ZeroDivisionError('division by zero')"),
    "an error of two lines": ("exec(\"raise KeyError('a\\\\nb')\")", "failed at turn 2: KeyError("),
    "an exit": ("exit(0)", "failed at turn 2: SystemExit(0)"),
    "no Exception": ('exec("raise GeneratorExit")', "failed at turn 2: GeneratorExit()"),
    "too deep": ("self.choose(position, rng)", "failed at turn 2: RecursionError("),
    "nothing": ("None", "chose None at turn 2, which is no legal move; the legal moves are 1, 2, 3, 4, 5, 6"),
    "no token": ("7", "chose 7 at turn 2, which is no legal move"),
    "text": ("'1'", "chose '1' at turn 2, which is no legal move"),
    "another kind of number": ("1.0", "chose 1.0 at turn 2, which is no legal move"),
    "a truth": ("True", "chose True at turn 2, which is no legal move"),
    "what cannot be written": ("10 ** 9999", "chose int at turn 2, which is no legal move"),
    "very much": ("'x' * 9999", "chose 'xxx"),
    "what cannot be compared": ("Odd()", "chose Odd at turn 2, which is no legal move"),
}
ODD = "class Odd:\n    def __eq__(self, other):\n        raise KeyError\n    __repr__ = __eq__\n"


@pytest.mark.parametrize(("choice", "told"), CHOICES.values(), ids=CHOICES)
def test_a_player_that_fails_in_play_leaves_the_game_unfinished_and_saved(
    packages: Packages, db: str, choice: str, told: str
) -> None:
    packages.install_player(
        "greedy", ODD + A_PLAYER.replace("position.moves[0]", choice) + MAKE + "Player()\n"
    )
    failed = packages.numduel("play", ENDLESS, "--p2", "greedy", db, said="3\n2\n")
    assert failed.complaint.startswith("numduel: the player greedy chose" if "chose" in told else "numduel: ")
    assert told in failed.complaint
    assert failed.code == 1
    assert failed.lines[-1] == "The game is left unfinished, after 1 turn."
    assert "resume 1" in failed.way_back
    packages.change("greedy", A_PLAYER + MAKE + "Player()\n")
    resumed = packages.numduel("resume", db, said="resign\n")
    assert "[1, 3]" in resumed.out
    assert resumed.code == 0


def test_a_player_that_fails_at_an_offer_leaves_the_game_unfinished(packages: Packages, db: str) -> None:
    packages.install_player("greedy", A_PLAYER.replace("return False", "1 / 0") + MAKE + "Player()\n")
    failed = packages.numduel("play", ENDLESS, "--p2", "greedy", db, said="3\ndraw\n")
    assert "the player greedy failed at turn 3: ZeroDivisionError" in failed.complaint
    assert failed.lines[-1] == "The game is left unfinished, after 2 turns."
    assert failed.code == 1


def test_in_a_match_the_games_before_the_failure_count(packages: Packages, db: str) -> None:
    code = A_PLAYER.replace("position.moves[0]", "position.moves[0] if rng.random() < 0.9 else 1 / 0")
    packages.install_player("greedy", code + MAKE + "Player()\n")
    options = ("--p1", "random", "--p2", "greedy", "--rounds", "40", "--seed", "1", db)
    failed = packages.numduel("play", "digit-stack:target=99", *options)
    assert "the player greedy failed" in failed.complaint
    assert failed.lines[-1].startswith("The match is unfinished. ")
    assert failed.code == 1
    packages.change("greedy", A_PLAYER + MAKE + "Player()\n")
    assert packages.numduel("resume", db).lines[-1].endswith(("wins the match.", "is a tie."))


# In training environments and benchmarks


def test_an_installed_player_is_an_opponent_in_an_environment(greedy: Packages) -> None:
    told = python(
        greedy,
        """
        import copy, pickle
        from random import Random
        from numduel.adapters.gymnasium import NumduelEnv

        def play(env, seed):
            chance = Random(seed)
            _, info = env.reset(seed=seed)
            while True:
                legal = info["action_mask"].nonzero()[0].tolist()
                _, _, over, cut, info = env.step(chance.choice(legal) if legal else 0)
                if over or cut:
                    return env.record()

        env = NumduelEnv("top-stack-twelve", opponent="greedy:20", seat="alternating")
        twins = [NumduelEnv("top-stack-twelve", opponent=" Greedy:20", seat="alternating"),
                 pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
        records = [play(env, seed) for seed in range(20)]
        for twin in twins:
            assert [play(twin, seed) for seed in range(20)] == records
        assert {record.players for record in records} == {("agent", "greedy:20")}
        print(len({record.moves for record in records}) > 10, {record.result.winner for record in records})
        """,
    )
    assert (told.out, told.err) == ("True {1, 2}\n", "")


def test_an_opponent_is_told_the_seat_it_plays_from(packages: Packages) -> None:
    shown = A_PLAYER.replace(
        "        return position.moves[0]",
        "        print(position.player, position.ply)\n        return position.moves[0]",
    )
    packages.install_player("greedy", shown + MAKE + "Player()\n")
    told = python(
        packages,
        """
        from numduel.adapters.gymnasium import NumduelEnv
        for seat in (1, 2):
            env = NumduelEnv("top-stack-twelve", opponent="greedy", seat=seat)
            env.reset(seed=1)
            env.step(0), env.step(0)
        """,
    )
    assert told.lines == ["2 1", "2 3", "1 0", "1 2", "1 4"]


def test_an_opponent_that_fails_changes_nothing(packages: Packages) -> None:
    packages.install_player("greedy", A_PLAYER.replace("position.moves[0]", "9") + MAKE + "Player()\n")
    told = python(
        packages,
        """
        from numduel.adapters.gymnasium import NumduelEnv
        from numduel.match.player import PlayerError
        env = NumduelEnv("top-stack-twelve", opponent="greedy")
        env.reset(seed=1)
        try:
            env.step(0)
        except PlayerError as error:
            print(error)
        print(env.record().moves)
        """,
    )
    assert told.lines[0].startswith("the player greedy chose 9 at turn 2, which is no legal move")
    assert told.lines[1] == "()"


def test_many_environments_at_once_refuse_an_installed_player_in_one_sentence(greedy: Packages) -> None:
    told = python(
        greedy,
        """
        from numduel import SettingError
        from numduel.adapters.vector import NumduelVectorEnv
        try:
            NumduelVectorEnv(num_envs=3, spec="top-stack-twelve", opponent="greedy")
        except SettingError as error:
            print(error)
        """,
    )
    assert told.out == (
        "many environments at once cannot ask greedy; opponents are random, perfect, level:1 to level:9, "
        "self, or a function of observation and action_mask\n"
    )


def tournament(packages: Packages, *players: str) -> Run:
    """Let players meet in the benchmark."""
    command = (sys.executable, str(REPOSITORY / "benchmarks" / "tournament.py"), "--games", "1", *players)
    return run(command, env=environment(PYTHONPATH=packages.path))


def test_an_installed_player_takes_part_in_a_tournament(greedy: Packages) -> None:
    told = tournament(greedy, "random", "Greedy")
    assert (told.err, told.code) == ("", 0)
    assert re.search(r"^\| greedy \| [01]\.\d\d \|  \|$", told.out, re.MULTILINE)


def test_a_tournament_tells_a_failure_in_one_sentence(packages: Packages) -> None:
    packages.install_player("greedy", A_PLAYER.replace("position.moves[0]", "1 / 0") + MAKE + "Player()\n")
    told = tournament(packages, "random", "greedy")
    assert re.fullmatch(
        r"tournament\.py: the player greedy failed at turn \d: ZeroDivisionError.*\n", told.err
    )
    assert told.code == 1
    unknown = tournament(packages, "random", "gredy")
    assert unknown.err.endswith("there is no player 'gredy'; did you mean greedy?\n")
    assert unknown.code == 2


def test_without_such_packages_there_are_our_players_alone() -> None:
    refused = numduel("play", "digit-stack", "--p2", "greedy")
    assert refused.code == 2
    assert refused.complaint.endswith("level:1 to level:9, mcts and mcts:PLAYOUTS\n")
