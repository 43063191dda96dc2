"""How much MaskablePPO gives away while it learns Top Stack Twelve, against whom it trains, and its picture.

    .venv/bin/pip install sb3-contrib matplotlib
    .venv/bin/python benchmarks/train_ppo.py              # writes docs/research/regret.svg
    .venv/bin/python benchmarks/train_ppo.py --listing    # runs the listing of docs/research.md as it stands

Agents are trained against three opponents, with several seeds each. Every so often two things are measured:

- a game: what the agent gives away in one game against the perfect player, on average over a thousand, from
  the seat that can win. That is 2 if it throws the win away, and 0 if it does not.
- a position: what it gives away there, on average over every position of the game in which a choice matters.
  Nothing is sampled for that: the agent's probabilities are weighed with exact regrets.
"""

import argparse
import multiprocessing
import re
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env
from timing import print_table, print_versions

import numduel
from numduel.adapters.gymnasium import NumduelEnv
from numduel.solver.answers import Answers

SPEC, ID, SEAT_THAT_CAN_WIN = "top-stack-twelve:supply=2", "numduel/TopStackTwelve-v0", 2
OPPONENTS = {"perfect": "#0072b2", "random": "#d55e00", "self": "#009e73"}  # with their colours
GAMES = 1_000
EVERY = 32_768  # steps from one measurement to the next
DOCS = Path(__file__).parent.parent / "docs"
Array = NDArray[Any]


class Positions(NamedTuple):
    """Every position in which a choice matters: what is seen, what is legal, what each action gives away."""

    observations: Array
    masks: Array
    regrets: Array  # 0 for illegal actions, which nobody takes


class Measured(NamedTuple):
    """What an agent gives away in a game and in a position; the same by its likeliest actions."""

    steps: int
    game: float
    position: float
    greedy_game: float
    greedy_position: float


@cache
def positions() -> Positions:
    game = numduel.load(SPEC)
    answers, action_of = Answers(game), {move: action for action, move in enumerate(game.vocabulary())}
    rows = []
    for state, _ in answers:
        # The game is solved whole, so none of them is unknown.
        worths = {action_of[move]: verdict.value.worth or 0 for move, verdict in answers.moves(state)}
        if len(set(worths.values())) > 1:
            best = max(worths.values())
            gives = [best - worths.get(action, best) for action in range(len(action_of))]
            rows.append((game.features(state), [action in worths for action in range(len(action_of))], gives))
    return Positions(*map(np.array, zip(*rows, strict=True)))


@cache
def games() -> Any:
    options: Any = {"spec": SPEC, "opponent": "perfect", "seat": SEAT_THAT_CAN_WIN, "exact": True}
    return gymnasium.make_vec(ID, GAMES, **options)


def regret_a_game(choose: Any) -> float:
    """What an agent gives away in a game against the perfect player, on average."""
    observations, info = games().reset(seed=0)
    given, playing = np.zeros(GAMES), np.ones(GAMES, bool)
    while playing.any():
        actions = choose(observations, info["action_mask"])
        observations, _, terminated, truncated, info = games().step(actions)
        given += playing * info["regret"]
        playing &= ~(terminated | truncated)
    return float(given.mean())


def regret_in_a_position(model: Any) -> tuple[float, float]:
    """What an agent gives away where a choice matters, on average; the same by its likeliest actions."""
    observations, masks, regrets = positions()
    seen = torch.as_tensor(observations, dtype=torch.float32)
    with torch.no_grad():
        chances = model.policy.get_distribution(seen, action_masks=masks).distribution.probs.numpy()
    likeliest = regrets[np.arange(len(regrets)), chances.argmax(axis=1)]
    return float((chances * regrets).sum(axis=1).mean()), float(likeliest.mean())


def measure(model: Any) -> Measured:
    def regret(greedy: bool) -> float:
        return regret_a_game(lambda seen, mask: model.predict(seen, None, None, greedy, mask)[0])

    position, greedy_position = regret_in_a_position(model)
    sampled, greedy = regret(greedy=False), regret(greedy=True)
    return Measured(model.num_timesteps, sampled, position, greedy, greedy_position)


def train(opponent: str, seed: int, steps: int) -> tuple[list[Measured], float]:
    """What an agent gave away from measurement to measurement, and the seconds it took to train it."""
    torch.set_num_threads(1)  # so that agents can be trained side by side
    itself = opponent == "self"
    options = {"spec": SPEC, "opponent": opponent, "seat": 1 if itself else "alternating"}
    envs = make_vec_env(NumduelEnv, 64, env_kwargs=options)
    # Where an agent plays both sides, what is good after its move is bad for it: hence the -1.
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=128,
        batch_size=512,
        learning_rate=1e-3,
        ent_coef=0.02,
        gamma=-1 if itself else 1,
        seed=seed,
    )
    course, taken = [measure(model)], 0.0
    while model.num_timesteps < steps:
        start = time.perf_counter()
        model.learn(EVERY, reset_num_timesteps=False)
        taken += time.perf_counter() - start
        course.append(measure(model))
    return course, taken


def train_all(seeds: int, steps: int, workers: int) -> tuple[dict[str, list[list[Measured]]], float]:
    """The courses of all agents by opponent, and the seconds that it took to train one, the median."""
    jobs = list(product(OPPONENTS, range(seeds), [steps]))
    spawned = multiprocessing.get_context("spawn")  # torch and compiled code do not like to be forked
    with ProcessPoolExecutor(workers, spawned) as pool:
        results = list(pool.map(train, *zip(*jobs, strict=True)))
    courses: dict[str, list[list[Measured]]] = defaultdict(list)
    for (opponent, _, _), (course, _) in zip(jobs, results, strict=True):
        courses[opponent].append(course)
    return courses, float(np.median([taken for _, taken in results]))


def random_agent() -> tuple[float, float]:
    """What an agent gives away that takes any legal action, in a game and in a position."""
    _, masks, regrets = positions()
    game = regret_a_game(lambda seen, mask: games().legal_actions_at_random())
    return game, float((regrets.sum(axis=1) / masks.sum(axis=1)).mean())


def draw(courses: dict[str, list[list[Measured]]], at_random: tuple[float, float], path: Path) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "numduel", "font.size": 10, "axes.spines.top": False})
    import matplotlib.pyplot as plt

    figure, panels = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
    titles = ("Regret in a game against the perfect player", "Regret in a position where a choice matters")
    for column, (panel, title) in enumerate(zip(panels, titles, strict=True), start=1):
        for opponent, runs in courses.items():
            steps = np.array([measured.steps for measured in runs[0]]) / 1_000
            each = np.array([[measured[column] for measured in run] for run in runs])
            panel.plot(steps, each.T, color=OPPONENTS[opponent], linewidth=0.6, alpha=0.6)
            label = f"trained against {'itself' if opponent == 'self' else opponent}"
            panel.plot(steps, each.mean(axis=0), color=OPPONENTS[opponent], linewidth=2.4, label=label)
        panel.axhline(at_random[column - 1], color="black", linestyle="--", linewidth=1, label="random agent")
        panel.set(title=title, xlabel="moves the agent has learned from, thousands", ylabel="mean")
        panel.set(ylim=(0, 2.1 if column == 1 else 1.5), xlim=(0, None))
        panel.spines["right"].set_visible(False)
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False)
    path.parent.mkdir(exist_ok=True)
    figure.savefig(path, metadata={"Date": None})


def spread(figures: list[float]) -> str:
    return f"{np.mean(figures):.2f} ({min(figures):.2f} to {max(figures):.2f})"


def report(courses: dict[str, list[list[Measured]]]) -> None:
    for what in ("game", "position"):
        print(f"Regret a {what}: the mean over seeds, the least and the greatest\n")
        rows = []
        count = len(next(iter(courses.values()))[0])
        for moment in (0, *(2**power for power in range(count) if 2**power < count)):
            rows.append([f"{EVERY * moment:,}"])
            for runs in courses.values():
                rows[-1].append(spread([getattr(run[moment], what) for run in runs]))
        print_table(["moves", *courses], rows)
    print("At the end, by the likeliest action each time\n")
    last = {opponent: [run[-1] for run in runs] for opponent, runs in courses.items()}
    rows = [
        [opponent, spread([end.greedy_game for end in ends]), spread([end.greedy_position for end in ends])]
        for opponent, ends in last.items()
    ]
    print_table(["trained against", "a game", "a position"], rows)


def run_listing() -> None:
    page = (DOCS / "research.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (listing,) = (block for block in blocks if "MaskablePPO" in block)
    start = time.perf_counter()
    exec(compile(listing, "research.md", "exec"), {})
    print(f"{time.perf_counter() - start:.0f} seconds")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--listing", action="store_true", help="run the listing of docs/research.md instead")
    parser.add_argument("--steps", type=int, default=16 * EVERY)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2, help="agents that are trained side by side")
    parser.add_argument("--picture", type=Path, default=DOCS / "research" / "regret.svg")
    options = parser.parse_args()
    print_versions("gymnasium", "sb3-contrib", "torch", "numpy")
    if options.listing:
        run_listing()
        return
    start, at_random = time.perf_counter(), random_agent()
    courses, taken = train_all(options.seeds, options.steps, options.workers)
    print(f"{SPEC}, {options.seeds} seeds, {time.perf_counter() - start:.0f} seconds in all;", end=" ")
    print(f"an agent took {taken:.0f} to train (median)\n")
    print(f"The random agent: {at_random[0]:.2f} a game, {at_random[1]:.2f} a position\n")
    report(courses)
    draw(courses, at_random, options.picture)


if __name__ == "__main__":
    main()
