"""The games inside PettingZoo: its own checkers, and our rules beside it."""

import copy
import os
import pickle
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium.error import ResetNeeded
from hypothesis import given, settings
from hypothesis import strategies as st
from packages import EXAMPLE, Packages
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.render_test import collect_render_results
from pettingzoo.test.seed_test import parallel_seed_test
from pettingzoo.utils.wrappers import MultiEpisodeEnv, OrderEnforcingWrapper, TerminateIllegalWrapper
from strategies import FIRST_VARIANTS, GAMES, changed_games, some_games, steps

import numduel
from numduel import IllegalMove, InvalidMove, Position, SettingError
from numduel.adapters.pettingzoo import env, parallel_env, raw_env

AGENTS = ("player_1", "player_2")
SPECS = sorted([*GAMES, *FIRST_VARIANTS.values()])
each_game = pytest.mark.parametrize("name", GAMES)
each_spec = pytest.mark.parametrize("spec", SPECS)
each_form = pytest.mark.parametrize("mask", ["observation", "info"])
some = settings(max_examples=20)

# What the checker says of every environment with a dict for an observation but the seven of PettingZoo's own
# that it knows by name; and that dict is the form in which those tell their action masks.
WARNED_OF_EVERY_DICT = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}


# PettingZoo's own checkers


@each_spec
@pytest.mark.parametrize("make", [env, raw_env])
def test_the_api_test_passes_without_a_warning_where_infos_tell_the_mask(make: Any, spec: str) -> None:
    api_test(make(spec, mask="info"), num_cycles=50)


@each_spec
@pytest.mark.parametrize("make", [env, raw_env])
def test_the_api_test_says_of_a_dict_what_it_says_of_every_dict_and_no_more(make: Any, spec: str) -> None:
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        api_test(make(spec), num_cycles=50)
    assert {str(warning.message) for warning in warned} == WARNED_OF_EVERY_DICT


@each_game
@some
@given(data=st.data())
def test_the_api_test_passes_whatever_the_settings(name: str, data: st.DataObject) -> None:
    rules = data.draw(changed_games(name))
    environment = env(rules.spec, mask="info", max_turns=data.draw(st.integers(2, 30)))
    api_test(environment, num_cycles=20)


@each_form
@each_spec
def test_the_parallel_api_test_passes_without_a_warning(spec: str, mask: str) -> None:
    parallel_api_test(parallel_env(spec, mask=mask), num_cycles=50)


@each_form
@each_spec
def test_the_seed_tests_pass_without_a_warning(spec: str, mask: str) -> None:
    for make in (env, raw_env):
        seed_test(lambda make=make: make(spec, mask=mask), num_cycles=50)
    parallel_seed_test(lambda: parallel_env(spec, mask=mask), num_cycles=50)


@each_spec
def test_every_game_can_be_rendered(spec: str) -> None:
    shown = collect_render_results(env(spec, render_mode="ansi"))
    assert shown[0] == numduel.load(spec).show(numduel.load(spec).initial())
    assert all(isinstance(line, str) and line for line in shown)


@each_game
def test_every_game_is_in_the_registry(name: str) -> None:
    environment_id = f"numduel/{name.replace('-', '_')}_v0"
    for kind, made in (("aec", pettingzoo.AECEnv), ("parallel", pettingzoo.ParallelEnv)):
        environment = pettingzoo.make(kind, environment_id, max_turns=9)
        assert isinstance(environment, made)
        assert str(environment.unwrapped) == f"numduel_{name.replace('-', '_')}_v0"
        assert environment.unwrapped.game == numduel.load(name)
    with pytest.raises(SettingError, match=f"this environment plays {name}, and its spec names 'chess'"):
        pettingzoo.make("aec", environment_id, spec="chess")


def test_games_of_other_packages_are_there_too(tmp_path: Path) -> None:
    packages = Packages(tmp_path)
    packages.install("countdown", EXAMPLE)
    packages.install("broken", "import no_such_module", {"broken": "broken:Game"})
    program = """if True:
        import warnings
        import pettingzoo
        from pettingzoo.test import api_test  # before: it may load games of its own, which warn of themselves
        warnings.simplefilter("error")
        import numduel.adapters.pettingzoo
        api_test(pettingzoo.make("aec", "numduel/countdown_v0", start=9, mask="info"), num_cycles=9)
        pettingzoo.make("aec", "numduel/broken_v0")
    """
    path = {**os.environ, "PYTHONPATH": packages.path}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=path)
    assert "Passed API test" in done.stdout, done.stderr
    assert "BrokenGame: the game broken cannot be loaded from broken:Game" in done.stderr


# The same games as by our rules


def check_agents(environment: Any, position: Position[Any, Any]) -> None:
    """Both agents see what our rules say of a position in play."""
    vocabulary = list(position.game.vocabulary())
    to_move = f"player_{position.player}"
    assert environment.agent_selection == to_move
    assert environment.agents == ["player_1", "player_2"]
    for agent in environment.agents:
        seen = environment.observe(agent)
        assert environment.observation_space(agent).contains(seen)
        mine = agent == to_move
        assert seen["observation"].tolist() == [int(mine), *position.game.features(position.state)]
        assert seen["action_mask"].tolist() == [mine and move in position.moves for move in vocabulary]
        assert (environment.rewards[agent], environment.infos[agent]) == (0, {})
        assert not environment.terminations[agent]
        assert not environment.truncations[agent]


def check_end(environment: Any, position: Position[Any, Any], max_turns: int) -> None:
    """Both agents' infos say how a game ended."""
    over = position.outcome is not None
    for number, agent in enumerate(environment.possible_agents, 1):
        reward = 0 if position.winner is None else 1 if position.winner == number else -1
        expected = (
            {"outcome": {1: "win", 0: "draw", -1: "loss"}[reward]} if over else {"truncation": "turn limit"}
        )
        if not over and position.ply < max_turns:
            expected = {"truncation": "out of range"}
        assert environment.rewards[agent] == reward
        assert environment.infos[agent] == expected
        assert environment.terminations[agent] == over
        assert environment.truncations[agent] == (not over)
        seen = environment.observe(agent)
        assert environment.observation_space(agent).contains(seen)
        if expected != {"truncation": "turn limit"}:
            assert set(seen["observation"].tolist()) == {-1}
            assert not seen["action_mask"].any()


@each_game
@some
@given(data=st.data())
def test_a_game_goes_as_by_our_rules(name: str, data: st.DataObject) -> None:
    rules = data.draw(some_games(name))
    max_turns = data.draw(st.integers(1, 30))
    environment, position = raw_env(rules.spec, max_turns=max_turns), Position.start(rules)
    environment.reset()
    for pick in data.draw(steps()):
        check_agents(environment, position)
        legal = np.flatnonzero(environment.last()[0]["action_mask"])
        action = legal[pick % len(legal)]
        position = position.play(rules.vocabulary()[action])
        environment.step(action)
        assert environment.position == position
        if any(environment.terminations.values()) or any(environment.truncations.values()):
            check_end(environment, position, max_turns)
            for _ in range(2):
                environment.step(None)
            assert environment.agents == []
            break
    else:
        check_agents(environment, position)
    environment.reset()
    check_agents(environment, Position.start(rules))


@each_game
@some
@given(data=st.data())
def test_every_form_of_environment_plays_the_same_game(name: str, data: st.DataObject) -> None:
    spec = data.draw(some_games(name)).spec
    plain, wrapped, informed = raw_env(spec), env(spec), raw_env(spec, mask="info")
    parallel = parallel_env(spec)
    for environment in (plain, wrapped, informed, parallel):
        environment.reset(seed=1)
    for pick in data.draw(steps(most=12)):
        seen, _, termination, truncation, _ = plain.last()
        if termination or truncation:
            break
        agent, legal = plain.agent_selection, np.flatnonzero(seen["action_mask"])
        assert informed.infos[agent]["action_mask"].tolist() == seen["action_mask"].tolist()
        assert informed.observe(agent).tolist() == seen["observation"].tolist()
        action = int(legal[pick % len(legal)])
        for environment in (plain, wrapped, informed):
            environment.step(action)
        observations, rewards, terminations, truncations, _ = parallel.step({agent: action})
        for agent in plain.agents:
            assert str(observations[agent]) == str(plain.observe(agent)) == str(wrapped.observe(agent))
        for other in (wrapped, informed):
            assert other.rewards == plain.rewards == rewards
            assert other.terminations == plain.terminations == terminations
            assert other.truncations == plain.truncations == truncations


def test_a_position_that_cannot_be_shown_truncates() -> None:
    environment = env("operation-stack", max_turns=99)
    environment.reset()
    for turn in range(17):
        assert not environment.truncations[environment.agent_selection], turn
        environment.step(8)
    assert environment.truncations == {"player_1": True, "player_2": True}
    assert environment.infos["player_1"] == {"truncation": "out of range"}
    assert environment.rewards == {"player_1": 0, "player_2": 0}


def test_rendering_shows_the_whole_position_and_not_one_like_it() -> None:
    environment = raw_env("top-stack-twelve", render_mode="ansi")
    shown = []
    for actions in ((0, 1, 2, 0), (1, 2, 0)):
        environment.reset()
        for action in actions:
            environment.step(action)
        shown.append(environment.render())
    assert shown[0] == "Current Stack (top to bottom): [1, 3, 2, 1]"
    assert shown[1] == "Current Stack (top to bottom): [1, 3, 2]"


def test_a_game_can_be_kept_and_its_regret_told() -> None:
    environment = env("operation-duel:target=5")
    environment.reset()
    for action in (0, 1, 0):
        environment.step(action)
    record = environment.record()
    assert (record.spec, record.moves) == ("operation-duel:target=5", ("+1", "*2", "+1"))
    assert numduel.regret(record) == (0, 2, 0)


def test_exact_values_are_told_to_each_agent_for_itself() -> None:
    environment = env("operation-duel:target=5", exact=True)
    environment.reset()
    infos = []
    for action in (0, 1, 0):
        infos.append(environment.infos)
        environment.step(action)
    infos.append(environment.infos)
    assert [[info[agent]["value"] for info in infos] for agent in environment.possible_agents] == [
        [-1, -1, 1, 1],
        [1, 1, -1, -1],
    ]
    assert [info["player_2"]["regret"] for info in infos] == [0, 0, 2, 2]
    assert [info["player_1"]["regret"] for info in infos] == [0, 0, 0, 0]
    assert infos[1]["player_2"]["optimal_actions"].tolist() == [1, 0]
    assert infos[1]["player_1"]["optimal_actions"].tolist() == [0, 0]
    assert infos[3]["player_1"]["outcome"] == "win"


@each_form
def test_environments_can_be_copied_and_pickled_in_the_middle_of_a_game(mask: str) -> None:
    environment = env("operation-duel", mask=mask)
    environment.reset()
    environment.step(1)
    for other in (copy.deepcopy(environment), pickle.loads(pickle.dumps(environment.unwrapped))):
        assert str(other.last()) == str(environment.last())
        other.step(1)
        assert other.unwrapped.position.state == 4
        assert environment.unwrapped.position.state == 2


def test_what_is_shown_belongs_to_whoever_asked() -> None:
    environment = raw_env("operation-duel", mask="observation")
    environment.reset()
    first = environment.last()[0]
    first["observation"][:] = 9
    first["action_mask"][:] = 0
    assert environment.last()[0]["observation"].tolist() == [1, 1]
    assert environment.last()[0]["action_mask"].tolist() == [1, 1]


def test_what_is_shown_of_an_end_belongs_to_whoever_asked() -> None:
    environment = raw_env("operation-duel:target=2")
    environment.reset()
    environment.step(0)
    for agent in (*AGENTS, *AGENTS):
        seen = environment.last()[0] if agent == environment.agent_selection else environment.observe(agent)
        assert (seen["observation"].tolist(), seen["action_mask"].tolist()) == ([-1, -1], [0, 0])
        seen["observation"][:], seen["action_mask"][:] = 9, 1
    assert environment.last(observe=False)[:2] == (None, -1.0)


def test_what_is_written_into_the_dicts_of_a_game_is_gone_in_the_next() -> None:
    environment = raw_env("operation-duel:target=2")
    for _ in range(3):
        environment.reset()
        for reward, over, info in ((0.0, False, {}), (1.0, True, {"outcome": "win"})):
            assert environment.last()[1:] == (0.0 - reward, over, False, info and {"outcome": "loss"})
            assert environment.rewards == {"player_1": reward, "player_2": -reward}
            assert environment.terminations == {"player_1": over, "player_2": over}
            assert environment.truncations == {"player_1": False, "player_2": False}
            assert environment.infos["player_1"] == info
            if not over:
                environment.step(0)
        for each in (environment.rewards, environment._cumulative_rewards, environment.infos["player_1"]):
            each["player_1"] = 5.0
        environment.terminations["player_1"] = environment.truncations["player_1"] = True


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("make", [raw_env, env])
def test_a_wrapper_of_pettingzoos_can_end_a_game_in_its_own_way(make: Any, exact: bool) -> None:
    wrapped = TerminateIllegalWrapper(make("operation-obliteration", exact=exact), illegal_reward=-5)
    for _ in range(2):
        wrapped.reset()
        seen = []
        for _ in wrapped.agent_iter():
            observation, reward, *over, _ = wrapped.last()
            seen.append((reward, any(over)))
            mask = observation["action_mask"]
            action = mask.argmax() if len(seen) == 1 else mask.argmin()  # a legal one, then an illegal one
            wrapped.step(None if any(over) else action)
        assert seen == [(0, False), (0, False), (0, True), (-5, True)]
        assert (wrapped.rewards, wrapped.terminations, wrapped.truncations) == ({}, {}, {})


@pytest.mark.parametrize("make", [raw_env, env])
def test_a_wrapper_of_pettingzoos_can_play_several_games_as_one(make: Any) -> None:
    wrapped = MultiEpisodeEnv(make("operation-duel:target=2"), 3)
    wrapped.reset()
    rewards = []
    for _ in wrapped.agent_iter():
        _, reward, *over, _ = wrapped.last()
        rewards.append(reward)
        wrapped.step(None if any(over) else 0)
    assert rewards == [0, -1, 1] * 3


def test_without_copies_what_is_shown_is_shared_and_nobody_can_write_to_it() -> None:
    environment, twin = (raw_env("operation-duel", copy=copy) for copy in (False, True))
    for each in (environment, twin):
        each.reset()
    while not environment.terminations["player_1"]:
        seen, shown = environment.last()[0], twin.last()[0]
        for part in ("observation", "action_mask"):
            assert seen[part] is environment.last()[0][part]
            assert seen[part].tolist() == shown[part].tolist()
            assert not seen[part].flags.writeable
        other = AGENTS[environment.agent_selection == AGENTS[0]]
        assert (
            environment.observe(other)["observation"].tolist() == twin.observe(other)["observation"].tolist()
        )
        for each in (environment, twin):
            each.step(0)
    with pytest.raises(SettingError, match="copy must be True or False"):
        env("operation-duel", copy="no")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_nor_can_anybody_where_the_environment_was_copied(copied: Any) -> None:
    environment = copied(raw_env("operation-duel:target=3", copy=False))
    environment.reset()
    for action in (1, 0, None):
        assert not any(part.flags.writeable for part in environment.last()[0].values())
        environment.step(action)


def test_the_wrapper_sees_to_the_order_of_calls_as_pettingzoos_own() -> None:
    environment = env("operation-duel:target=3")
    assert isinstance(environment, OrderEnforcingWrapper)
    for ask in (environment.last, environment.agent_iter, lambda: environment.agents):
        with pytest.raises((AssertionError, AttributeError), match="before"):
            ask()
    environment.reset()
    with pytest.raises(AssertionError, match="need to call step"):
        list(environment.agent_iter())  # nobody steps in between
    environment.reset()
    assert list(environment.agent_iter(max_iter=0)) == []
    turns = []
    for agent in environment.agent_iter():
        turns.append(agent)
        environment.step(None if environment.last()[2] else 0)
    assert turns == ["player_1", "player_2"] * 2  # the last two only leave
    assert (environment.agents, environment.rewards) == ([], {})


# What is refused


FORBIDDEN = "operation-duel:target=5,start=3,overshoot=forbidden"  # where only +1 is legal at the start


@pytest.mark.parametrize("make", [env, raw_env])
def test_an_illegal_action_loses(make: Any) -> None:
    environment = make(FORBIDDEN, exact=True)
    environment.reset()
    environment.step(1)
    assert environment.rewards == {"player_1": -1, "player_2": 1}
    assert environment.terminations == {"player_1": True, "player_2": True}
    assert environment.truncations == {"player_1": False, "player_2": False}
    assert [environment.infos[agent]["outcome"] for agent in environment.agents] == ["illegal", "win"]
    assert [environment.infos[agent]["value"] for agent in environment.agents] == [-1, 1]
    assert environment.observe("player_1")["observation"].tolist() == [-1, -1]
    assert environment.last()[1] == -1
    for agent in environment.agent_iter():
        environment.step(None)
        assert agent not in environment.agents
    environment.reset()
    assert environment.last()[0]["observation"].tolist() == [1, 3]


def test_in_another_process_an_illegal_action_loses_for_the_same_agent() -> None:
    environment = raw_env(FORBIDDEN)
    environment.reset()
    there = pickle.loads(pickle.dumps(environment))  # with names of agents that are equal, not the same
    there.step(1)
    assert there.rewards == {"player_1": -1, "player_2": 1}


@pytest.mark.parametrize("make", [env, raw_env])
def test_an_illegal_action_is_refused_where_that_is_asked_for(make: Any) -> None:
    environment = make(FORBIDDEN, illegal="raise")
    environment.reset()
    before = str(environment.last())
    with pytest.raises(IllegalMove) as refusal:
        environment.step(1)
    assert str(refusal.value) == "*2 cannot be played now; the legal moves are +1"
    assert (str(environment.last()), environment.agent_selection) == (before, "player_1")
    environment.step(0)
    assert environment.agent_selection == "player_2"


@pytest.mark.parametrize("illegal", ["lose", "raise"])
@pytest.mark.parametrize(
    ("action", "given"),
    [(2, "2"), (-1, "-1"), (0.0, "0.0"), ("0", "'0'"), (None, "None"), (True, "True"), ([0], "[0]")],
)
def test_what_is_no_action_is_refused_and_changes_nothing(action: Any, given: str, illegal: str) -> None:
    for make in (env, raw_env):
        environment = make("operation-duel", illegal=illegal)
        environment.reset()
        before = str(environment.last())
        with pytest.raises(InvalidMove) as refusal:
            environment.step(action)
        assert str(refusal.value) == f"an action is a whole number from 0 to 1, not {given}"
        assert (str(environment.last()), environment.agent_selection) == (before, "player_1")


@pytest.mark.parametrize("number", [np.int8(1), np.uint64(1), np.array(1)])
def test_actions_may_be_numpys_numbers(number: Any) -> None:
    environment = env("operation-duel")
    environment.reset()
    environment.step(number)
    assert environment.unwrapped.position.state == 2


def test_an_agent_whose_game_is_over_has_no_actions_but_none() -> None:
    for make in (env, raw_env):
        environment = make("operation-duel:target=2")
        environment.reset()
        environment.step(0)
        with pytest.raises(ValueError, match="when an agent is dead, the only valid action is None"):
            environment.step(0)
        assert environment.agents == ["player_1", "player_2"]


def test_stepping_needs_a_game() -> None:
    environment = raw_env("operation-duel:target=2")
    with pytest.raises(ResetNeeded, match="the game has not begun: call reset before step"):
        environment.step(0)
    with pytest.raises(ResetNeeded, match="the game has not begun: call reset before observe"):
        environment.observe("player_1")
    for observe in (True, False):
        with pytest.raises(ResetNeeded, match="the game has not begun: call reset before last"):
            environment.last(observe)
    with pytest.raises(ResetNeeded, match="the game has not begun: call reset first"):
        environment.record()
    environment.reset()
    for action in (0, None, None):
        environment.step(action)
    with pytest.raises(ResetNeeded, match="the game is over: call reset before step"):
        environment.step(0)
    for observe in (True, False):
        with pytest.raises(ResetNeeded, match="the game is over: call reset before last"):
            environment.last(observe)
    with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before step"):
        env("operation-duel").step(0)  # PettingZoo's wrapper comes first, and has words of its own


def test_stepping_both_needs_a_game_and_the_action_of_whose_turn_it_is() -> None:
    environment = parallel_env("operation-duel:target=3")
    with pytest.raises(ResetNeeded, match="the game has not begun: call reset before step"):
        environment.step({"player_1": 0})
    _, infos = environment.reset()
    assert [infos[agent]["active_agent"] for agent in environment.agents] == ["player_1", "player_1"]
    wrong: tuple[Any, ...] = ({"player_2": 0}, {}, None, 0)
    for actions in wrong:
        with pytest.raises(InvalidMove, match="it is the turn of player_1: actions must be a dict with one"):
            environment.step(actions)
    *_, infos = environment.step({"player_1": 0, "player_2": "not asked"})
    assert infos["player_1"]["active_agent"] == "player_2"
    _, rewards, *_ = environment.step({"player_2": 0})
    assert rewards == {"player_1": -1, "player_2": 1}
    with pytest.raises(ResetNeeded, match="the game is over: call reset before step"):
        environment.step({"player_1": 0})


@pytest.mark.parametrize("agent", ["player_0", "player_3", 0, None, []])
def test_there_are_two_agents(agent: Any) -> None:
    environment = env("operation-duel")
    environment.reset()
    for ask in (environment.observe, environment.observation_space, environment.action_space):
        with pytest.raises(ValueError, match=r"there is no agent .*; the agents are player_1 and player_2"):
            ask(agent)


@pytest.mark.parametrize(
    ("spec", "options", "complaint"),
    [
        (None, {}, "an environment needs the spec of its game, such as operation-duel:target=31"),
        ("operation-dual", {}, "there is no game 'operation-dual'; did you mean operation-duel?"),
        ("operation-duel:target=0", {}, "target must be a whole number of at least 1, not '0'"),
        ("operation-duel", {"targe": 3}, "Operation Duel has no setting 'targe'; did you mean target?"),
        ("operation-duel", {"target": 0}, "target must be a whole number of at least 1"),
        ("operation-duel", {"illegal": "draw"}, "illegal must be 'lose' or 'raise'"),
        ("operation-duel", {"max_turns": 0}, "max_turns must be a whole number of at least 1"),
        ("operation-duel", {"mask": ["info"]}, "mask must be 'observation' or 'info'"),
        ("operation-duel", {"exact": 1}, "exact must be True or False"),
        ("operation-duel", {"render_mode": "human"}, "render_mode must be None or 'ansi'"),
    ],
)
def test_options_without_a_meaning_are_refused_in_a_sentence(
    spec: Any, options: dict[str, Any], complaint: str
) -> None:
    for make in (env, raw_env, parallel_env):
        with pytest.raises(SettingError) as refusal:
            make(spec, **options)
        assert str(refusal.value) == complaint


def test_settings_too_large_for_an_array_are_refused() -> None:
    with pytest.raises(SettingError, match="its numbers may need more than 64 bits"):
        env("operation-duel", target=10**30)
