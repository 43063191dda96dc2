"""How fast numduel solves games, beside OpenSpiel, and how much memory both take, measured in this run.

    .venv/bin/pip install open_spiel
    .venv/bin/python benchmarks/solve.py           # rulebook settings, beside OpenSpiel: five minutes
    .venv/bin/python benchmarks/solve.py --large   # settings of about a million positions, numduel alone

The goals are that numduel is at least 10 times as fast at rulebook settings as OpenSpiel's minimax solver,
the first time in a process and again, and at least 5 times on OpenSpiel's own tic-tac-toe, which is written
in C++. Every figure is a median over fresh processes, which take turns, so that a busy machine slows all
alike, and solving is measured by the time of the processor. Each solves one game, from its name to the values
of all positions: once, or again and again for half a second. That leaves out starting Python and importing
packages; "whole process" counts them, by the clock.

What is compared is not quite alike. numduel finds the number of plies as well as the value. And OpenSpiel's
minimax needs a turn limit where a game can go on for ever, which costs it time, since a position is then
another one with every turn that is left; value iteration needs none, and is shown as well.
"""

import argparse
import dataclasses
import gc
import json
import os
import statistics
import subprocess
import sys
import time
import types
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from timing import memory, print_goal, print_table

GOAL, GOAL_IN_C = 10, 5
NUMDUEL = str(Path(sys.executable).with_name("numduel"))
LARGE_LIMIT = 5_000_000
AGAIN, AGAIN_REPEATS = 0.5, 7  # seconds of solving again, and in how many processes
# No start of Obliteration is known that leads to a million positions; this one is the largest we found.
LARGE = (
    "top-stack-twelve:limit=24,window=10",
    "top-stack-twelve:limit=22,window=14",
    "top-stack-twelve:supply=5",
    "operation-stack:max_stack=4,max_value=24",
    "operation-duel:target=1000000,add=1-3",
    "digit-stack:target=9999999999,repeats=no",
    "operation-obliteration:start=989345275647,high=1000000000000000000,no_repeat=none",
)
# Compiled files are kept, as for any user: the first run of a command writes them. Tic-tac-toe lies here.
ENVIRONMENT = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])


@dataclasses.dataclass(frozen=True)
class Case:
    """A game as both name it, the turn limit OpenSpiel's minimax needs, and how often all is repeated."""

    spec: str
    openspiel: str
    max_turns: int = 0  # 0: the game ends by itself
    repeats: int = 25
    rulebook: bool = True
    in_c: bool = False  # whether OpenSpiel brings the game along

    def title(self) -> str:
        return self.spec + (f" ({self.max_turns} turns)" if self.max_turns else "")


# Where a limit is needed it is the number of positions, which no forced win can outlast; in Operation Stack
# that would take OpenSpiel hours, so the limit is the number of plies that numduel finds.
CASES = (
    Case("digit-stack", "digit_stack"),
    Case("operation-duel", "operation_duel"),
    Case("operation-obliteration", "operation_obliteration", max_turns=22),
    Case("top-stack-twelve", "top_stack_twelve", max_turns=42),
    Case("operation-stack:max_stack=3,max_value=24", "operation_stack", 15, repeats=3, rulebook=False),
    Case("tic-tac-toe", "tic_tac_toe", rulebook=False, in_c=True),
)
ALPHA_BETA = CASES[:3]  # without a table it would take for ever on the others


Solve = Callable[[], tuple[int, int | None]]  # the value for player 1, and how many positions
VALUES = {"win": 1, "loss": -1, "draw": 0, "endless": 0}


@dataclasses.dataclass(frozen=True)
class Run:
    """One process: what it found for player 1, and what it took."""

    value: int  # 1 for a win, -1 for a loss, 0 for neither
    positions: int | None
    solving: float  # seconds
    whole: float  # seconds
    peak: float  # MiB


def numduel_table(case: Case) -> Solve:
    import numduel
    from numduel.solver.answers import Answers

    numduel.load(case.spec)  # imports the game, as the others import theirs here

    def solve() -> tuple[int, int | None]:
        game = numduel.load(case.spec)
        answers = Answers(game)
        # From the table: `verdict` would also say why, which nobody else does.
        return VALUES[answers.table[game.initial()].value.value], answers.positions

    return solve


def numduel_theory(case: Case) -> Solve:
    """What theory says of the start; where there is none, the whole table."""
    import numduel

    game = numduel.load(case.spec)
    by_table = numduel_table(case)

    def solve() -> tuple[int, int | None]:
        known = game.theory(game.initial())
        return by_table() if known is None else (VALUES[known.value.value], None)

    return solve


def openspiel_value_iteration(case: Case) -> Solve:
    import openspiel_games  # noqa: F401 - registers the games
    import pyspiel

    # Only games with simultaneous moves need it, and it needs a package that OpenSpiel does not bring along.
    unused = "open_spiel.python.algorithms.lp_solver"
    sys.modules[unused] = types.ModuleType(unused)
    from open_spiel.python.algorithms import value_iteration

    game = pyspiel.load_game(case.openspiel)
    sys.setrecursionlimit(100_000)  # it walks through the positions recursively

    def solve() -> tuple[int, int | None]:
        # cyclic_game makes it stop at positions it has seen: right for all games, and much the faster way.
        values = value_iteration.value_iteration(game, depth_limit=-1, threshold=0.01, cyclic_game=True)
        return round(values[str(game.new_initial_state())]), len(values)

    return solve


def openspiel_minimax_solver(case: Case) -> Solve:
    import openspiel_games  # noqa: F401
    import pyspiel
    from open_spiel.python.algorithms import minimax_solver

    name = case.openspiel if case.in_c else f"{case.openspiel}(max_turns={case.max_turns})"
    start = str(pyspiel.load_game(name).new_initial_state())

    def solve() -> tuple[int, int | None]:
        solver = minimax_solver.MinimaxSolver(name)
        table = solver.solve()
        return round(solver.values_from_string(start)), len(table)

    return solve


def openspiel_alpha_beta(case: Case) -> Solve:
    import openspiel_games  # noqa: F401
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game(f"{case.openspiel}(max_turns={case.max_turns})")
    return lambda: (round(minimax.alpha_beta_search(game)[0]), None)


SIDES: dict[str, Callable[[Case], Solve]] = {
    "numduel": numduel_table,
    "value iteration": openspiel_value_iteration,
    "minimax solver": openspiel_minimax_solver,
    "theory": numduel_theory,
    "alpha-beta": openspiel_alpha_beta,
}
WITH_TABLES = ("numduel", "value iteration", "minimax solver")


def work(side: str, case: Case) -> None:
    """In a process of its own: solve one game once, and say what it took."""
    solve = SIDES[side](case)
    gc.freeze()  # or what importing has made would be looked through in one side's time, or not, by chance
    start = time.process_time()
    value, positions = solve()
    solving = time.process_time() - start
    print(json.dumps({"value": value, "positions": positions, "solving": solving, "peak": memory()}))


def work_again(side: str, case: Case) -> None:
    """In a process of its own: solve one game again and again, and say what it took."""
    solve, taken = SIDES[side](case), list[float]()
    solve()
    while not taken or sum(taken) < AGAIN:
        start = time.process_time()
        solve()
        taken.append(time.process_time() - start)
    print(statistics.median(taken))


def run(side: str, case: Case) -> Run:
    command = [sys.executable, __file__, "--worker", side, case.spec]
    start = time.perf_counter()
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT).stdout
    return Run(**json.loads(output), whole=time.perf_counter() - start)


def run_again(side: str, case: Case) -> float:
    command = [sys.executable, __file__, "--worker-again", side, case.spec]
    return float(subprocess.run(command, check=True, stdout=subprocess.PIPE, env=ENVIRONMENT).stdout)


def run_command(case: Case) -> float:
    """How long `solve` takes as a person starts it, in seconds."""
    start = time.perf_counter()
    command = [NUMDUEL, "solve", case.spec]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
    return time.perf_counter() - start


def median(runs: list[Run], what: str) -> float:
    return float(statistics.median(getattr(one, what) for one in runs))


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:,.3f}" if seconds < 0.0001 else f"{1000 * seconds:,.2f}"


def compare(most: int | None) -> bool:
    """Measure everything beside OpenSpiel; whether all sides found the same values."""
    runs: dict[tuple[Case, str], list[Run]] = {}
    again: dict[tuple[Case, str], list[float]] = {}
    commands: dict[Case, list[float]] = {}
    for case in CASES:
        sides = [*WITH_TABLES, *(("theory", "alpha-beta") if case in ALPHA_BETA else ())]
        run_command(case)  # writes compiled files
        repeats = min(case.repeats, most or case.repeats)
        for _ in range(repeats):
            for side in sides:
                runs.setdefault((case, side), []).append(run(side, case))
            commands.setdefault(case, []).append(run_command(case))
        for _ in range(min(repeats, AGAIN_REPEATS)):
            for side in WITH_TABLES:
                again.setdefault((case, side), []).append(run_again(side, case))
    found = {
        case: {one.value for (of, _), some in runs.items() if of == case for one in some} for case in CASES
    }
    agreed = all(len(values) == 1 for values in found.values())
    print("Solving, every position, the first time, in milliseconds (times as long as numduel)\n")
    ratio_table("the first time", {key: median(some, "solving") for key, some in runs.items()}, runs)
    print("\nThe same again\n")
    ratio_table("again", {key: statistics.median(some) for key, some in again.items()}, runs)
    print()
    process_table(runs, commands)
    memory_table(runs)
    start_table(runs)
    print(f"All sides found the same values: {'yes' if agreed else 'NO'}.")
    return agreed


def ratio_table(
    when: str, taken: dict[tuple[Case, str], float], runs: dict[tuple[Case, str], list[Run]]
) -> None:
    """How many times as long as numduel OpenSpiel's two ways take, for each game."""
    rows = []
    for case in CASES:
        ours, *others = (taken[case, side] for side in WITH_TABLES)
        rows.append([case.title(), f"{runs[case, 'numduel'][0].positions:,}", milliseconds(ours)])
        rows[-1] += [f"{milliseconds(theirs)} ({theirs / ours:.1f})" for theirs in others]
    print_table(["game", "positions", *WITH_TABLES], rows)
    for case in CASES:
        if case.rulebook or case.in_c:
            ours, theirs = taken[case, "numduel"], taken[case, "minimax solver"]
            print_goal(
                f"minimax solver {when}: {case.spec}",
                theirs / ours,
                GOAL_IN_C if case.in_c else GOAL,
                ours=f"{milliseconds(ours)} ms",
                peer=f"{milliseconds(theirs)} ms, OpenSpiel{' in C++' * case.in_c}",
            )


def process_table(runs: dict[tuple[Case, str], list[Run]], commands: dict[Case, list[float]]) -> None:
    print("The whole process, from start to answer, in milliseconds (times as long as `solve`)\n")
    rows = []
    for case in CASES:
        ours = statistics.median(commands[case])
        rows.append([case.title(), milliseconds(ours)])
        for side in WITH_TABLES[1:]:
            theirs = median(runs[case, side], "whole")
            rows[-1].append(f"{milliseconds(theirs)} ({theirs / ours:.1f})")
    print_table(["game", "`solve`", *WITH_TABLES[1:]], rows)


def memory_table(runs: dict[tuple[Case, str], list[Run]]) -> None:
    print("Peak memory of the process, in MiB\n")
    rows = [
        [case.title(), *(f"{median(runs[case, side], 'peak'):.0f}" for side in WITH_TABLES)] for case in CASES
    ]
    print_table(["game", *WITH_TABLES], rows)


def start_table(runs: dict[tuple[Case, str], list[Run]]) -> None:
    print(
        "Only who wins from the start, in milliseconds: theory (the table, where there is none), alpha-beta\n"
    )
    rows = []
    for case in ALPHA_BETA:
        ours, theirs = (median(runs[case, side], "solving") for side in ("theory", "alpha-beta"))
        rows.append([case.title(), milliseconds(ours), f"{milliseconds(theirs)} ({theirs / ours:.1f})"])
    print_table(["game", "numduel", "alpha-beta"], rows)


def solve_large() -> None:
    """Solve settings of about a million positions with the command that a person would use."""
    rows = []
    for spec in LARGE:
        command = [NUMDUEL, "solve", spec, "--limit", str(LARGE_LIMIT), "--json"]
        start = time.perf_counter()
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=ENVIRONMENT) as process:
            assert process.stdout is not None
            answer: dict[str, Any] = json.load(process.stdout)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - start
        plies = "" if answer["plies"] is None else f" in {answer['plies']}"
        positions = answer["positions"]
        rows.append([spec, f"{answer['value']}{plies}", f"{positions:,}", f"{seconds:.1f}"])
        rows[-1] += [f"{positions / seconds:,.0f}", f"{usage.ru_maxrss / 1024:,.0f}"]
    print(f"`solve SPEC --limit {LARGE_LIMIT}`, the whole process, once each\n")
    print_table(["setting", "value", "positions", "seconds", "positions a second", "peak MiB"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--large", action="store_true", help="solve settings of about a million positions")
    parser.add_argument("--repeats", type=int, help="processes for each figure")
    parser.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--worker-again", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker or options.worker_again:
        side, spec = options.worker or options.worker_again
        do = work if options.worker else work_again
        do(side, next(case for case in CASES if case.spec == spec))
        return
    print(f"Python {sys.version.split()[0]}, numduel {version('numduel')}, {os.cpu_count()} cores", end="")
    if options.large:
        print("\n")
        solve_large()
        return
    print(f", OpenSpiel {version('open_spiel')}\n")
    if not compare(options.repeats):
        sys.exit(1)


if __name__ == "__main__":
    main()
