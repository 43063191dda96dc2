"""The games inside OpenSpiel: its own checker, its own algorithms, and our rules and answers beside them."""

import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import exploitability, mcts, minimax, minimax_solver, tabular_qlearner
from open_spiel.python.observation import make_observation
from packages import EXAMPLE, Packages
from strategies import FIRST_VARIANTS, GAMES, AnyGame, changed_games, some_games, steps

import numduel
from numduel import IllegalMove, InvalidMove, Position, SettingError
from numduel.adapters.openspiel import load, openspiel_name
from numduel.core.verdict import Value, Verdict
from numduel.engine.limits import Limits
from numduel.solver.answers import Answers

SPECS = sorted([*GAMES, *FIRST_VARIANTS.values()])
each_game = pytest.mark.parametrize("name", GAMES)
each_spec = pytest.mark.parametrize("spec", SPECS)
some = settings(max_examples=15)  # each makes several games, which takes OpenSpiel a while


def walk(game: Any, picks: list[int]) -> Iterator[tuple[Any, Position[Any, Any]]]:
    """OpenSpiel's states and ours side by side, along a walk that `picks` decide."""
    state, position = game.new_initial_state(), Position.start(game.rules)
    yield state, position
    for pick in picks:
        if state.is_terminal():
            return
        action = state.legal_actions()[pick % len(state.legal_actions())]
        position = position.play(game.rules.vocabulary()[action])
        state.apply_action(action)
        yield state, position


def unfold(game: Any, most: int = 3000) -> dict[str, Any]:
    """The first so many states by their text, the shallow ones first."""
    found = {str(game.new_initial_state()): game.new_initial_state()}
    queue = list(found.values())
    for state in queue:
        for child in (state.child(action) for action in state.legal_actions()):
            if len(found) < most and str(child) not in found:
                found[str(child)] = child
                queue.append(child)
    return found


# Registered, named, saved


@each_game
def test_every_game_is_registered_under_its_name(name: str) -> None:
    short_name = f"numduel_{name.replace('-', '_')}"
    assert short_name in pyspiel.registered_names()
    game = pyspiel.load_game(short_name)
    assert game.rules == numduel.load(name)
    assert str(game) == f"{short_name}()"
    assert set(numduel.load(name).settings) < set(game.get_type().parameter_specification)


@each_game
@some
@given(data=st.data())
def test_every_game_is_made_again_from_its_name_and_from_its_parameters(
    name: str, data: st.DataObject
) -> None:
    rules = data.draw(some_games(name))
    max_turns = data.draw(st.sampled_from([1, 200, 2**31 - 1]))
    game = load(rules, max_turns)
    short_name = game.get_type().short_name
    copies = [
        load(rules.spec, max_turns),
        pyspiel.load_game(str(game)),
        pyspiel.load_game(short_name, game.get_parameters()),
        pickle.loads(pickle.dumps(game)),
    ]
    for copy in copies:
        assert copy.rules == rules
        assert copy.max_turns == copy.max_game_length() == max_turns
        assert str(copy) == openspiel_name(rules, max_turns)


@pytest.mark.parametrize(
    ("name", "given", "meant"),
    [
        ("operation-duel", "target=31,add=1/2", "target=31,add=1/2"),
        ("operation-duel", "add=none,multiply=2-4/6", "add=none,multiply=2-4/6"),
        ("operation-duel", "add=3/3", "add=3"),
        ("operation-duel", "settings=add:1-4", "add=1-4"),
        ("operation-duel", "start=3,settings=target:9000000000;add:3", "start=3,target=9000000000,add=3"),
        ("operation-stack", "target=-7,max_stack=4,operations=swap", "target=-7,max_stack=4,operations=swap"),
        ("operation-stack", "max_stack=-1", "max_stack=none"),
        ("operation-stack", "settings=max_stack:none", "max_stack=none"),
        ("digit-stack", "repeats=no", "repeats=no"),
        ("top-stack-twelve", "tokens=1-4/6", "tokens=1-4/6"),
    ],
)
def test_settings_are_given_as_text(name: str, given: str, meant: str) -> None:
    game = pyspiel.load_game(f"numduel_{name.replace('-', '_')}({given})")
    assert game.rules == numduel.load(f"{name}:{meant}")


@pytest.mark.parametrize(
    ("given", "spec"),
    [
        ({"target": 31, "add": "1-4"}, "operation-duel:target=31,add=1-4"),
        ({"add": "3", "multiply": "none"}, "operation-duel:add=3,multiply=none"),
        ({"settings": "target=5000000000,add=1-4"}, "operation-duel:target=5000000000,add=1-4"),
    ],
)
def test_settings_are_given_as_a_dict(given: dict[str, Any], spec: str) -> None:
    assert pyspiel.load_game("numduel_operation_duel", given).rules == numduel.load(spec)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("target=0", "target must be a whole number of at least 1, not '0'"),
        ("add=x", "add must be a set of numbers from 1 to 999, such as 1-3/5, or none, not 'x'"),
        ("start=30", "target must be greater than start (30)"),
        ("add=none,multiply=none", "with these settings nobody could move at the start of Operation Duel"),
        ("target=30,settings=target:31", "'target' is set twice"),
        ("settings=targe:31", "Operation Duel has no setting 'targe'; did you mean target?"),
        ("settings=31;x", "a setting is written name=value, not '31'"),
        ("max_turns=0", "max_turns must be a whole number from 1 to 2147483647"),
    ],
)
def test_settings_that_are_not_allowed_are_refused_in_a_sentence(text: str, complaint: str) -> None:
    with pytest.raises(SettingError) as error:
        pyspiel.load_game(f"numduel_operation_duel({text})")
    assert str(error.value) == complaint


def test_openspiel_itself_refuses_parameters_that_it_does_not_know() -> None:
    with pytest.raises(
        pyspiel.SpielError, match=r"Unknown parameter 'targe'\. Available parameters are: add, "
    ):
        pyspiel.load_game("numduel_operation_duel(targe=31)")


@pytest.mark.parametrize("max_turns", [0, -1, 2**31, 1.5, True, "9", None])
def test_a_turn_limit_is_a_number_that_openspiel_can_hold(max_turns: Any) -> None:
    with pytest.raises(SettingError, match="max_turns must be a whole number from 1 to 2147483647"):
        load("operation-duel", max_turns)


def test_an_unknown_game_is_refused_as_everywhere() -> None:
    with pytest.raises(
        SettingError, match=r"there is no game 'operation-dual'; did you mean operation-duel\?"
    ):
        load("operation-dual")


def test_the_program_ends_quietly() -> None:
    program = "import numduel.adapters.openspiel as o; s = o.load('operation-duel').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_games_of_other_packages_are_registered_too_and_a_broken_one_only_warns(tmp_path: Path) -> None:
    packages = Packages(tmp_path)
    packages.install("countdown", EXAMPLE)
    packages.install("broken", "import no_such_module", {"broken": "broken:Game"})
    program = """if True:
        import pyspiel
        import numduel.adapters.openspiel
        pyspiel.random_sim_test(pyspiel.load_game("numduel_countdown(start=9)"), 3, True, False)
        pyspiel.load_game("numduel_operation_duel")
        assert "numduel_broken" not in pyspiel.registered_names()
    """
    path = {**os.environ, "PYTHONPATH": packages.path}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=path)
    assert done.returncode == 0, done.stderr
    assert "UserWarning: the game broken cannot be loaded from broken:Game" in done.stderr


# The same games as by our rules


@each_spec
def test_openspiels_own_checker_passes_with_serialization(spec: str) -> None:
    pyspiel.random_sim_test(load(spec), num_sims=5, serialize=True, verbose=False)


@each_game
@some
@given(data=st.data())
def test_openspiels_own_checker_passes_whatever_the_settings(name: str, data: st.DataObject) -> None:
    game = load(data.draw(changed_games(name)), max_turns=40)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@each_game
@some
@given(data=st.data())
def test_a_game_goes_as_by_our_rules(name: str, data: st.DataObject) -> None:
    game = load(data.draw(some_games(name)))
    vocabulary = list(game.rules.vocabulary())
    assert game.num_distinct_actions() == len(vocabulary)
    for state, position in walk(game, data.draw(steps())):
        assert state.position == position
        legal = [vocabulary.index(move) for move in position.moves]
        assert state.legal_actions() == sorted(legal)
        if position.outcome is None:
            assert state.current_player() == position.player - 1
            assert state.legal_actions(2 - position.player) == []
            assert [state.action_to_string(a) for a in legal] == list(map(game.rules.write, position.moves))
            assert state.returns() == [0, 0]
        else:
            assert state.is_terminal()
            assert state.current_player() == pyspiel.PlayerId.TERMINAL
            assert state.returns() == {1: [1, -1], 2: [-1, 1], None: [0, 0]}[position.winner]


@each_game
def test_a_game_that_lasts_too_long_is_a_draw(name: str) -> None:
    game = load(name, max_turns=1)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.returns() == state.rewards() == [0, 0]
    assert state.position.outcome is None
    with pytest.raises(IllegalMove, match=r"cannot be played: the game is over after 1 turn$"):
        state.apply_action(0)


@each_spec
def test_a_win_on_the_last_turn_is_a_win(spec: str) -> None:
    rng = random.Random(1)
    for _ in range(20):
        *_, (state, position) = walk(load(spec), [rng.randrange(999) for _ in range(200)])
        if position.outcome is not None:
            limited = load(spec, max_turns=position.ply).new_initial_state()
            for action in state.history():
                limited.apply_action(action)
            assert limited.returns() == state.returns()


@each_game
@some
@given(data=st.data())
def test_a_clone_goes_its_own_way_and_a_saved_state_comes_back(name: str, data: st.DataObject) -> None:
    game = load(data.draw(some_games(name)))
    *_, (state, position) = walk(game, data.draw(steps(most=8)))
    for action in state.legal_actions():
        clone = state.clone()
        clone.apply_action(action)
        assert state.position == position
        assert clone.history() == [*state.history(), action]
    _, saved = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for again in (saved, pickle.loads(pickle.dumps(state))):
        assert again.position == position
        assert str(again) == str(state)
        assert again.history() == state.history()


# What learners and solvers see


@each_spec
def test_states_that_read_the_same_have_the_same_future(spec: str) -> None:
    game, rng = load(spec, max_turns=30), random.Random(2)
    children: dict[str, tuple[Any, ...]] = {}
    for _ in range(30):
        for state, _position in walk(game, [rng.randrange(999) for _ in range(30)]):
            after = [(action, str(state.child(action))) for action in state.legal_actions()]
            future = (after, state.returns(), state.current_player())
            assert children.setdefault(str(state), future) == future


@each_game
@some
@given(data=st.data())
def test_the_tensor_tells_who_is_to_move_the_turns_left_and_the_features(
    name: str, data: st.DataObject
) -> None:
    game = load(data.draw(some_games(name)))
    bounds = game.rules.feature_bounds()
    for state, position in walk(game, data.draw(steps())):
        tensor = state.observation_tensor(0)
        assert tensor == state.observation_tensor(1)
        assert len(tensor) == game.observation_tensor_size()
        to_move, left, features = tensor[:2], tensor[2], tensor[3:]
        assert left == 200 - position.ply
        if position.outcome is not None:
            assert to_move == [0, 0]
            assert set(features) == {-1}
            continue
        assert to_move == ([1, 0] if position.player == 1 else [0, 1])
        for shown, value, (low, high) in zip(
            features, game.rules.features(position.state), bounds, strict=True
        ):
            assert shown == np.float32(min(max(value, low), high))


@pytest.mark.parametrize(
    ("spec", "moves", "shown"),
    [
        ("operation-stack", ["9"] * 40 + ["*"] * 20, [16, 2**53, 9]),
        ("operation-stack", ["9"] * 20, [16, 9, 9]),
        ("operation-duel:target=1" + "0" * 400, ["*2"] * 100, [2**53]),
        ("operation-duel:target=99999999", ["*2"] * 24 + ["+1"], [2**24]),  # rounded: single precision
    ],
)
def test_numbers_out_of_bounds_are_shown_by_the_nearest_within(
    spec: str, moves: list[str], shown: list[int]
) -> None:
    state = load(spec).new_initial_state()
    for move in moves:
        state.apply_action(state.string_to_action(move))
    assert state.observation_tensor()[3 : 3 + len(shown)] == shown
    assert np.isfinite(state.observation_tensor()).all()
    assert not state.is_terminal()


def test_observations_and_moves_so_far_can_be_read() -> None:
    state = load("operation-duel").new_initial_state()
    state.apply_action(0)
    state.apply_action(1)
    assert str(state) == state.observation_string(0) == "p0 to move, 198 turns left: 4"
    assert state.information_state_string(1) == "0, 1"
    observation = make_observation(state.get_game())
    observation.set_from(state, 0)
    assert {name: list(piece) for name, piece in observation.dict.items()} == {
        "to_move": [1, 0],
        "turns_left": [198],
        "features": [4],
    }
    with pytest.raises(ValueError, match="observations of Operation Duel take no parameters"):
        make_observation(state.get_game(), params={"x": 1})


# What is refused


@pytest.mark.parametrize(
    ("action", "error", "complaint"),
    [
        (2, InvalidMove, "there is no action 2 in Operation Duel; its actions are 0 to 1"),
        (-2, InvalidMove, "there is no action -2 in Operation Duel; its actions are 0 to 1"),
        (1, IllegalMove, "*2 cannot be played now; the legal moves are +1"),
        (-1, pyspiel.SpielError, "kInvalidAction"),  # refused by OpenSpiel before it comes to us, as is:
        (1.0, TypeError, "incompatible function arguments"),
        ("0", TypeError, "incompatible function arguments"),
        (None, TypeError, "incompatible function arguments"),
        (2**64, TypeError, "incompatible function arguments"),
    ],
)
def test_a_wrong_action_is_refused_and_changes_nothing(
    action: Any, error: type[Exception], complaint: str
) -> None:
    state = load("operation-duel:target=5,start=3,overshoot=forbidden").new_initial_state()
    before = str(state)
    with pytest.raises(error) as refusal:
        state.apply_action(action)
    assert complaint in str(refusal.value)
    assert (str(state), state.history(), state.legal_actions()) == (before, [], [0])


def test_nothing_can_be_played_once_the_game_is_over() -> None:
    state = load("operation-duel:target=2").new_initial_state()
    state.apply_action(0)
    with pytest.raises(IllegalMove, match=r"\*2 cannot be played: the game is over"):
        state.apply_action(1)
    assert (state.history(), state.returns(), state.legal_actions()) == ([0], [1, -1], [])


def test_an_action_that_is_none_has_no_text() -> None:
    state = load("operation-duel").new_initial_state()
    with pytest.raises(InvalidMove, match="there is no action 7 in Operation Duel; its actions are 0 to 1"):
        state.action_to_string(7)


# OpenSpiel's own algorithms


def expected(verdict: Verdict, left: int) -> int:
    """What a verdict is worth where a draw is only so many turns away."""
    if verdict.plies is None or verdict.plies > left:
        return 0
    return {Value.WIN: 1, Value.LOSS: -1}.get(verdict.value, 0)


@each_spec
def test_openspiels_minimax_finds_the_same_values_as_our_solver(spec: str) -> None:
    rules: AnyGame = numduel.load(spec)
    name = openspiel_name(spec, max_turns=3 if rules.size() == float("inf") else 8)
    answers = Answers(rules, limits=Limits(positions=100_000))
    solver = minimax_solver.MinimaxSolver(name)
    solver.solve()
    states = unfold(pyspiel.load_game(name), most=300)
    for text, state in states.items():
        if not state.is_terminal():
            left = state.get_game().max_turns - state.position.ply
            verdict = answers.verdict(state.position.state)
            assert verdict.value is not Value.UNSOLVED
            assert solver.values_from_string(text) == expected(verdict, left)


def test_openspiels_alpha_beta_search_agrees() -> None:
    for target in range(2, 14):
        game = load(f"operation-duel:target={target}")
        value, _ = minimax.alpha_beta_search(game, maximum_depth=200)
        assert value == expected(Answers(game.rules).verdict(1), 200)


def play(bot_moves: Any, game: Any, bot: int, rng: random.Random) -> list[float]:
    """The returns of a game of a bot against random moves."""
    state = game.new_initial_state()
    while not state.is_terminal():
        mine = state.current_player() == bot
        state.apply_action(bot_moves(state) if mine else rng.choice(state.legal_actions()))
    returns: list[float] = state.returns()
    return returns


def test_openspiels_tree_search_plays_won_games_perfectly() -> None:
    game = load("operation-duel:target=15,add=1/2")
    winner = 0 if Answers(game.rules).verdict(1).value is Value.WIN else 1
    rng = np.random.RandomState(3)
    ours = mcts.MCTSBot(game, 2, 200, mcts.RandomRolloutEvaluator(1, rng), solve=True, random_state=rng)
    compiled = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 3), 2.0, 200, 10, True, 5, False)
    for bot_moves in (ours.step, lambda state: compiled.step_with_policy(state)[1]):
        for seed in range(3):
            assert play(bot_moves, game, winner, random.Random(seed))[winner] == 1


def test_our_perfect_play_cannot_be_exploited_and_random_play_can() -> None:
    game = load("operation-duel:target=7,add=1/2")
    answers, table = Answers(game.rules), policy.TabularPolicy(game)
    vocabulary = list(game.rules.vocabulary())
    for state, row in zip(table.states, table.action_probability_array, strict=True):
        row[:] = 0
        row[vocabulary.index(answers.best(state.position.state)[0])] = 1
    assert exploitability.nash_conv(game, table) == 0
    uniform = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    assert uniform > 0.5
    assert pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game)) == pytest.approx(uniform)


def test_counterfactual_regret_minimization_learns_a_tiny_game() -> None:
    game = load("operation-duel:target=6")
    solver = pyspiel.CFRSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy()) < 0.1


def test_q_learners_come_to_the_exact_value_of_a_tiny_game() -> None:
    environment = rl_environment.Environment("numduel_operation_duel", target=6, add="1/2")
    np.random.seed(4)  # OpenSpiel's learners draw from there
    learners = [tabular_qlearner.QLearner(player, num_actions=3) for player in (0, 1)]
    for episode in range(400):
        step = environment.reset()
        while not step.last():
            learner = learners[step.current_player()]
            step = environment.step([learner.step(step, is_evaluation=episode == 399).action])
        for learner in learners:
            learner.step(step)
    answer = Answers(numduel.load("operation-duel:target=6,add=1/2")).verdict(1)
    assert step.rewards[0] == expected(answer, 200)
