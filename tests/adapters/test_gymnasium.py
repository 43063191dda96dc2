"""Every game as a Gymnasium environment: by the rules, by the toolkit's own checker, and with bad input."""

import copy
import math
import pickle
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import FIRST_VARIANTS, GAMES, some_games, steps

import numduel
from numduel import IllegalMove, InvalidMove, Position, SettingError
from numduel.adapters.gymnasium import NumduelEnv
from numduel.adapters.registration import environment_id, register_games
from numduel.engine.splitmix import SplitMix64
from numduel.match.reading import parse
from numduel.match.record import write
from numduel.match.round import Ending
from numduel.players import CannotPlay
from numduel.players.level import LevelPlayer
from numduel.players.perfect import PerfectPlayer
from numduel.players.strength import strength_of
from numduel.solver.answers import answers_of

each_game = pytest.mark.parametrize("name", GAMES)
DUEL = "numduel/OperationDuel-v0"


def make(name: str, **options: Any) -> NumduelEnv:
    """The bare environment of a game."""
    env = gymnasium.make(environment_id(name), **options).unwrapped
    assert isinstance(env, NumduelEnv)
    return env


def named(options: dict[str, Any]) -> str:
    """Options as a test's name, the same in every process."""
    shown = (f"{key}={value.__name__ if callable(value) else value}" for key, value in options.items())
    return ",".join(shown) or "as it is"


def first(observation: Any, mask: Any) -> int:
    """An opponent: the first legal action."""
    return int(mask.argmax())


def play(env: NumduelEnv, way: int, seed: int | None = None) -> list[Any]:
    """Everything an agent that moves at random, with its own rng, sees of an episode."""
    chance = Random(way)
    observation, info = env.reset(seed=seed)
    seen: list[Any] = [(observation.tolist(), info["action_mask"].tolist())]
    done = False
    while not done:
        legal = info["action_mask"].nonzero()[0].tolist()
        action = chance.choice(legal or [0])
        observation, reward, terminated, truncated, info = env.step(action)
        plain = {
            key: value.tolist() if isinstance(value, np.ndarray) else value for key, value in info.items()
        }
        seen.append((action, observation.tolist(), reward, terminated, truncated, plain))
        done = terminated or truncated
    return seen


# The toolkit's own checker. Its warnings are errors here, as all warnings are.

CONFIGURATIONS: list[dict[str, Any]] = [
    {},
    {"opponent": "perfect"},
    {"opponent": "level:3", "seat": 2},
    {"opponent": "self"},
    {"opponent": first, "seat": "alternating"},
    {"seat": "alternating", "exact": True},
    {"opponent": "self", "exact": True, "render_mode": "ansi"},
    {"max_turns": 3},
]


@each_game
@pytest.mark.parametrize("options", CONFIGURATIONS, ids=named)
def test_gymnasiums_checker_has_nothing_to_say(name: str, options: dict[str, Any]) -> None:
    check_env(make(name, **options))


@each_game
def test_the_checker_has_nothing_to_say_of_the_first_variant(name: str) -> None:
    check_env(make(name, spec=FIRST_VARIANTS.get(name, name), exact=True))


@each_game
def test_the_wrapped_environment_works_without_a_warning(name: str) -> None:
    env = gymnasium.make(environment_id(name), seat="alternating")
    for episode in range(4):
        _, info = env.reset(seed=episode)
        done = False
        while not done:
            action = env.action_space.sample(info["action_mask"])
            _, _, terminated, truncated, info = env.step(action)
            done = terminated or truncated
    env.close()


# Registration.


def test_every_game_is_registered_under_its_name_in_capitals() -> None:
    register_games()  # once more changes nothing, and nothing is printed
    ids = {each for each in gymnasium.registry if each.startswith("numduel/")}
    assert ids == {environment_id(name) for name in GAMES}
    assert {"numduel/DigitStack-v0", "numduel/OperationDuel-v0", "numduel/TopStackTwelve-v0"} <= ids


def test_a_name_of_any_form_makes_an_id() -> None:
    assert environment_id("nim") == "numduel/Nim-v0"
    assert environment_id("my_own-game2") == "numduel/MyOwnGame2-v0"


def test_one_line_is_enough() -> None:
    env = gymnasium.make("numduel.adapters.gymnasium:numduel/DigitStack-v0")
    assert env.reset(seed=1)[0].tolist() == [0]


def test_settings_are_given_by_spec_by_value_or_as_text() -> None:
    for options in (
        {"spec": "operation-duel:target=31,add=1/2"},
        {"target": 31, "add": (1, 2)},
        {"target": "31", "add": "1/2"},
        {"spec": "operation-duel:target=99,add=1/2", "target": 31},
        {"spec": " Operation-Duel:target=31", "add": [2, 1]},
    ):
        assert make("operation-duel", **options).game.spec == "operation-duel:target=31,add=1/2"
    assert NumduelEnv("operation-duel", target=31).game.spec == "operation-duel:target=31"
    words = make("operation-stack", operations=("minus", "plus"), max_stack=None, numbers=range(3))
    assert words.game.spec == "operation-stack:numbers=0-2,operations=plus/minus"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"spec": "digit-stack"}, "this environment plays operation-duel, and its spec names 'digit-stack'"),
        ({"spec": "operation-dual"}, "this environment plays operation-duel, and its spec names"),
        ({"spec": 5}, "an environment needs the spec of its game"),
        ({"spec": "operation-duel:goal=3"}, "Operation Duel has no setting 'goal'"),
        ({"goal": 3}, "Operation Duel has no setting 'goal'; its settings are"),
        ({"targets": 3}, "Operation Duel has no setting 'targets'; did you mean target?"),
        ({"target": 0}, "target must be a whole number of at least 1"),
        ({"target": 3.0}, "target must be a whole number of at least 1"),
        ({"target": True}, "target must be a whole number of at least 1"),
        ({"target": "x"}, "target must be a whole number of at least 1, not 'x'"),
        ({"add": {"a"}}, "add must be a set of numbers"),
        ({"add": 1}, "add must be a set of numbers"),
        ({"target": 2**63}, "operation-duel:target=9223372036854775808 cannot be an environment"),
        ({"opponent": "robot"}, "there is no opponent 'robot'; opponents are random, perfect"),
        ({"opponent": "level:10"}, "there is no opponent 'level:10'"),
        ({"opponent": "level"}, "there is no opponent 'level'"),
        ({"opponent": "human"}, "there is no opponent 'human'"),
        ({"opponent": ""}, "there is no opponent ''"),
        ({"opponent": None}, "opponent must be random"),
        ({"seat": 0}, "seat must be 1, 2 or 'alternating'"),
        ({"seat": True}, "seat must be 1, 2 or 'alternating'"),
        ({"seat": "first"}, "seat must be 1, 2 or 'alternating'"),
        ({"seat": np.array([1, 2])}, "seat must be 1, 2 or 'alternating'"),
        ({"seat": 2, "opponent": "self"}, "seat says nothing where the agent plays both sides"),
        ({"illegal": "ignore"}, "illegal must be 'lose' or 'raise'"),
        ({"illegal": None}, "illegal must be 'lose' or 'raise'"),
        ({"max_turns": 0}, "max_turns must be a whole number of at least 1"),
        ({"max_turns": 2.5}, "max_turns must be a whole number of at least 1"),
        ({"max_turns": None}, "max_turns must be a whole number of at least 1"),
        ({"exact": 1}, "exact must be True or False"),
    ],
    ids=str,
)
def test_an_option_without_meaning_is_told_in_one_sentence(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(SettingError) as caught:
        gymnasium.make(DUEL, **options)
    assert str(caught.value).startswith(reason)


def test_an_unknown_render_mode_is_refused() -> None:
    with pytest.raises(SettingError, match=r"^render_mode must be None or 'ansi'$"):
        NumduelEnv("digit-stack", render_mode="human")


def test_arrays_are_neither_settings_nor_render_modes() -> None:
    with pytest.raises(SettingError, match=r"^target must be "):
        NumduelEnv("operation-duel", target=np.array([31, 32]))
    with pytest.raises(SettingError, match=r"^render_mode must be "):
        NumduelEnv("operation-duel", render_mode=cast("Any", np.array([])))


def test_an_environment_needs_a_game() -> None:
    with pytest.raises(SettingError, match="needs the spec of its game"):
        NumduelEnv()
    with pytest.raises(SettingError, match="there is no game 'digit-stick'; did you mean digit-stack"):
        NumduelEnv("digit-stick")


def test_who_plays_by_exact_answers_needs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.engine.limits.DEFAULT_POSITIONS", 200)
    answers_of.cache_clear()
    spec = "operation-stack:operations=plus/minus/times/swap"
    for who in ("perfect", "level:4"):
        with pytest.raises(CannotPlay, match=f"^{who} plays by exact answers, and {spec} is not solved"):
            NumduelEnv(spec, opponent=who)
    env = NumduelEnv(spec, exact=True, opponent="self")
    assert math.isnan(env.reset()[1]["value"])
    _, _, _, _, info = env.step(4)
    assert math.isnan(info["value"])
    assert math.isnan(info["regret"])
    assert not info["optimal_actions"].any()
    answers_of.cache_clear()


# Play by the rules.


@each_game
@given(data=st.data())
def test_an_agent_on_both_sides_plays_by_the_rules(name: str, data: st.DataObject) -> None:
    game = data.draw(some_games(name))
    try:
        env = NumduelEnv(game.spec, opponent="self")
    except SettingError:
        return  # numbers too large to be shown
    vocabulary = list(game.vocabulary())
    position = Position.start(game)
    observation, info = env.reset()
    for pick in data.draw(steps()):
        assert info["action_mask"].tolist() == [move in position.moves for move in vocabulary]
        assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
        assert tuple(observation.tolist()) == tuple(game.features(position.state))
        assert env.position == position
        legal = info["action_mask"].nonzero()[0]
        action = legal[pick % len(legal)]
        player = position.player
        position = position.play(vocabulary[action])
        observation, reward, terminated, truncated, info = env.step(action)
        assert terminated == (position.outcome is not None)
        assert reward == (0 if position.winner is None else 1 if position.winner == player else -1)
        assert observation in env.observation_space
        if terminated or truncated:
            assert set(observation.tolist()) == {-1}
            assert not info["action_mask"].any()
            assert not env.action_masks().any()
            break


@each_game
@pytest.mark.parametrize("seat", [1, 2])
@given(seed=st.integers(0, 10**6))
def test_an_agent_with_an_opponent_plays_by_the_rules(name: str, seat: int, seed: int) -> None:
    asked: list[list[int]] = []

    def opponent(observation: Any, mask: Any) -> int:
        asked.append(observation.tolist())
        return int(Random(len(asked)).choice(mask.nonzero()[0]))

    env = NumduelEnv(name, opponent=opponent, seat=seat, max_turns=30)
    seen = play(env, seed, seed=seed)
    record = env.record()
    position = Position.start(env.game)
    shown = []
    for text in record.moves:
        if position.player != seat:
            assert asked.pop(0) == list(env.game.features(position.state))
        else:
            shown.append(list(env.game.features(position.state)))
        position = position.say(text)
    assert asked == []
    observations = [seen[0][0], *(step[1] for step in seen[1:])]
    assert observations[: len(shown)] == shown
    _, last, reward, terminated, truncated, info = seen[-1]
    assert terminated == (position.outcome is not None)
    assert reward == (0 if position.winner is None else 1 if position.winner == seat else -1)
    assert info.get("outcome") == ({0: "draw", 1: "win", -1: "loss"}[reward] if terminated else None)
    assert env.position == position
    assert truncated or set(last) == {-1}


def test_the_sample_of_a_game_by_hand() -> None:
    env = make("operation-duel", target=5, opponent="self")
    observation, info = env.reset(seed=3)
    assert observation.tolist() == [1]
    assert observation.dtype == env.observation_space.dtype == np.int8
    assert info["action_mask"].dtype == np.int8
    assert set(info) == {"action_mask"}
    for action, number in ((0, 2), (1, 4)):
        observation, reward, terminated, truncated, info = env.step(action)
        assert (observation.tolist(), reward, terminated, truncated) == ([number], 0.0, False, False)
    observation, reward, terminated, truncated, info = env.step(0)
    assert (observation.tolist(), reward, terminated, truncated) == ([-1], 1.0, True, False)
    assert type(reward) is float
    assert info["outcome"] == "win"


def test_the_opponents_win_is_the_agents_loss() -> None:
    env = make("operation-duel", target=4, opponent=lambda observation, mask: 1)  # doubles
    env.reset()
    observation, reward, terminated, _, info = env.step(0)  # 1 + 1, doubled
    assert (observation.tolist(), reward, terminated, info["outcome"]) == ([-1], -1.0, True, "loss")


def test_seats_alternate_and_begin_with_the_first_after_a_seed() -> None:
    env = make("digit-stack", seat="alternating")
    for _ in range(2):
        starts = [env.reset(seed=seed)[0].tolist() == [0] for seed in (5, None, None, None)]
        assert starts == [True, False, True, False]
        assert env.seat == 2


def test_a_turn_limit_truncates_after_so_many_moves_of_both() -> None:
    for seat, steps_taken in ((1, 3), (2, 2)):
        env = make("operation-stack", seat=seat, max_turns=5, opponent=first, illegal="raise")
        env.reset()
        for number in range(steps_taken):
            observation, reward, terminated, truncated, info = env.step(0)
            assert truncated == (number == steps_taken - 1)
        assert not terminated
        assert reward == 0.0
        assert info["truncation"] == "turn limit"
        assert "outcome" not in info
        # The position stands as it is, with what could be done in it.
        assert observation.tolist() == list(env.game.features(env.position.state))
        assert info["action_mask"].any()
        assert len(env.record().moves) == 5
        with pytest.raises(ResetNeeded):
            env.step(0)


def test_a_turn_limit_counts_the_moves_of_both_sides_where_the_agent_plays_both() -> None:
    env = make("operation-stack", opponent="self", max_turns=4)
    env.reset()
    assert [env.step(0)[3] for _ in range(4)] == [False, False, False, True]


def test_an_end_on_the_last_turn_is_an_end() -> None:
    env = make("operation-duel", target=2, max_turns=1, opponent="self")
    env.reset()
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated, info["outcome"]) == (1.0, True, False, "win")


def test_a_position_that_cannot_be_shown_truncates() -> None:
    env = make("operation-stack", opponent="self")
    env.reset()
    for _ in range(16):
        _, _, terminated, truncated, _ = env.step(0)
        assert (terminated, truncated) == (False, False)
    observation, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert info["truncation"] == "out of range"
    assert set(observation.tolist()) == {-1}


def test_an_opponent_who_wins_at_once_is_told_by_the_first_step() -> None:
    env = make("operation-duel", target=2, seat=2, opponent="perfect", exact=True)
    observation, info = env.reset(seed=1)
    assert observation.tolist() == [-1]
    assert not info["action_mask"].any()
    assert info["value"] == -1.0
    with pytest.raises(InvalidMove):
        env.step(2)
    _, reward, terminated, truncated, info = env.step(1)
    assert (reward, terminated, truncated, info["outcome"]) == (-1.0, True, False, "loss")
    assert info["regret"] == 0.0
    with pytest.raises(ResetNeeded):
        env.step(1)


def test_a_turn_limit_that_leaves_the_agent_no_turn_is_told_by_the_first_step() -> None:
    env = make("digit-stack", seat=2, max_turns=1)
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(1)
    assert (reward, terminated, truncated, info["truncation"]) == (0.0, False, True, "turn limit")
    assert len(env.record().moves) == 1


# Opponents.


def test_a_random_opponent_takes_any_legal_action_alike() -> None:
    env = make("digit-stack", seat=2)
    env.reset(seed=11)
    counts = Counter(env.reset()[0].item() for _ in range(9_000))
    assert set(counts) == set(range(1, 10))
    assert max(abs(count - 1_000) for count in counts.values()) < 120


def test_opponents_draw_as_is_documented() -> None:
    env = make("digit-stack", seat=2)
    rng = SplitMix64(77)
    assert env.reset(seed=77)[0].item() == 1 + rng.below(9)
    assert env.reset()[0].item() == 1 + rng.below(9)
    # Where there is no noise, no random number is drawn for it.
    careful = make("digit-stack", seat=2, opponent="perfect")
    rng = SplitMix64(77)
    assert [careful.reset(seed=seed)[0].item() for seed in (77, None, None)] == [
        1 + rng.below(9) for _ in range(3)
    ]
    # A level draws whether to be noisy, where it can be, and then picks.
    level = make("digit-stack", target=321, seat=2, opponent="level:3")
    player = LevelPlayer(3, answers_of(level.game))
    rate, noisy, good = player.mixture(0)
    assert (rate, len(noisy)) == (strength_of(3, level.game).noise / 100, 9)
    assert len(good) < 9
    rng = SplitMix64(78)
    for seed in (78, *[None] * 50):
        moves = sorted(noisy if rng.happens(rate) else good)
        assert level.reset(seed=seed)[0].item() == moves[rng.below(len(moves))]


@each_game
@pytest.mark.parametrize("who", ["perfect", "level:2", "level:9"])
@settings(max_examples=5)  # a perfect player looks for traps, which takes it a while
@given(seed=st.integers(0, 1000))
def test_opponents_who_know_answers_play_like_the_players_of_that_name(
    name: str, who: str, seed: int
) -> None:
    env = make(name, opponent=who, seat="alternating", max_turns=5)
    answers = answers_of(env.game)
    player = PerfectPlayer(answers) if who == "perfect" else LevelPlayer(int(who[-1]), answers)
    for given_seed in (seed, None):
        play(env, seed, given_seed)
        position = Position.start(env.game)
        for text in env.record().moves:
            if position.player != env.seat:
                _, noisy, good = player.mixture(position.state)
                assert position.read(text) in (*noisy, *good)
            position = position.say(text)


def test_levels_are_noisy_as_often_as_they_say() -> None:
    env = make("digit-stack", target=321, opponent="level:5", seat=2)
    rate, noisy, good = LevelPlayer(5, answers_of(env.game)).mixture(0)
    worse = set(noisy) - set(good)
    env.reset(seed=1)
    met = sum(env.reset()[0].item() in worse for _ in range(4_000))
    assert abs(met / 4_000 - rate * len(worse) / len(noisy)) < 0.03


@each_game
def test_a_player_that_searches_can_be_the_opponent_and_a_seed_repeats_it(name: str) -> None:
    played = []
    for _ in range(2):
        env = make(name, opponent="mcts:5", seat="alternating", max_turns=7)
        played.append([play(env, seed, seed=seed) for seed in range(3)])
        assert set(env.record().players) == {"agent", "mcts:5"}
    assert str(played[0]) == str(played[1])


def test_a_perfect_opponent_never_loses_a_won_game() -> None:
    env = make("operation-duel", opponent="perfect", seat=2)  # the first player wins
    for seed in range(30):
        assert play(env, seed, seed=seed)[-1][2] == -1.0


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (9, "the opponent gave no action: an action is a whole number from 0 to 8, not 9"),
        (-1, "the opponent gave no action: an action is a whole number from 0 to 8, not -1"),
        (None, "the opponent gave no action: an action is a whole number from 0 to 8, not None"),
        (1.0, "the opponent gave no action: an action is a whole number from 0 to 8, not 1.0"),
        (0, "the opponent chose the illegal action 0; legal ones are 1, 2, 3, 4, 5, 6, 7, 8"),
    ],
)
def test_an_opponent_that_gives_no_legal_action_is_told_so_and_nothing_changes(
    action: Any, reason: str
) -> None:
    answer = action
    env = make("digit-stack", repeats="no", opponent=lambda observation, mask: answer, exact=True)
    env.reset()
    for _ in range(2):
        with pytest.raises(ValueError, match=f"^{reason}$"):
            env.step(0)
        assert env.position.ply == 0
    answer = 1
    assert env.step(0)[0].tolist() == [12]
    assert env.position.ply == 2


def test_an_opponents_function_cannot_write_to_what_it_is_shown() -> None:
    def vandal(observation: Any, mask: Any) -> int:
        observation[0] = 7
        return 0

    env = make("digit-stack", opponent=vandal)
    env.reset()
    with pytest.raises(ValueError, match="read-only"):
        env.step(0)
    assert env.position.ply == 0


# Bad input.

NO_ACTIONS: list[tuple[Any, str]] = [
    (-1, "-1"),
    (2, "2"),
    (10**30, str(10**30)),
    (10**5000, "int"),
    (np.int64(-1), "np.int64(-1)"),
    (np.int64(2), "np.int64(2)"),
    (1.0, "1.0"),
    (np.float64(1), "np.float64(1.0)"),
    (math.nan, "nan"),
    (True, "True"),
    (np.True_, "np.True_"),
    ("0", "'0'"),
    ("x" * 100, "'" + "x" * 39 + "..."),
    (None, "None"),
    ([0], "[0]"),
    (np.array([0]), "array([0])"),
    (np.array([[0]]), "array([[0]])"),
    (np.array(0.0), "array(0.)"),
    (np.zeros((3, 3)), "array([[0., 0., 0.], [0., 0., 0.], [0., ..."),
    ({}, "{}"),
]


@pytest.mark.parametrize("illegal", ["lose", "raise"])
@pytest.mark.parametrize(("action", "shown"), NO_ACTIONS, ids=[shown for _, shown in NO_ACTIONS])
def test_what_is_no_action_is_refused_and_changes_nothing(action: Any, shown: str, illegal: str) -> None:
    for opponent in ("self", "random"):
        env = make("operation-duel", opponent=opponent, illegal=illegal)
        env.reset(seed=5)
        with pytest.raises(InvalidMove) as caught:
            env.step(action)
        assert str(caught.value) == f"an action is a whole number from 0 to 1, not {shown}"
        assert env.position.ply == 0
        twin = make("operation-duel", opponent=opponent, illegal=illegal)
        assert play(env, 1, seed=5) == play(twin, 1, seed=5)


def test_numbers_beside_the_actions_are_refused_also_where_every_action_was_played() -> None:
    env = make("digit-stack", target=20, opponent="self")
    for action in range(9):
        env.reset()
        env.step(action)
    env.reset()
    for number in (*range(-40, 0), *range(9, 40), 10**30, -(10**30)):
        with pytest.raises(InvalidMove, match="an action is a whole number from 0 to 8"):
            env.step(number)
    assert env.step(4)[0].tolist() == [5]
    assert type(env._actions[0]) is int


@pytest.mark.parametrize(
    "convert", [np.int8, np.int64, np.uint8, np.array, lambda value: np.array(value, "u4")]
)
def test_any_whole_number_will_do(convert: Callable[[int], Any]) -> None:
    env = make("digit-stack", opponent="self")
    env.reset()
    assert env.step(convert(4))[0].tolist() == [5]
    assert type(env._actions[0]) is int


@pytest.mark.parametrize("opponent", ["self", "random", "perfect"])
def test_an_illegal_action_loses(opponent: str) -> None:
    env = make("operation-stack", opponent=opponent, exact=True)
    env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(9)
    assert (reward, terminated, truncated, info["outcome"]) == (-1.0, True, False, "illegal")
    assert set(observation.tolist()) == {-1}
    assert not info["action_mask"].any()
    # Nobody can force a win at the start, so a loss gives a half of what there is away.
    assert (info["value"], info["regret"]) == (-1.0, 1.0)
    assert env.position.ply == 0
    assert env.record().result is None
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_what_an_illegal_action_gives_away_is_what_there_was() -> None:
    env = make("digit-stack", opponent="self", repeats="no", exact=True)
    given_away = set()
    for action in range(9):
        env.reset()
        value = env.step(action)[4]["value"]
        given_away.add((value, env.step(action)[4]["regret"]))
    assert given_away <= {(1.0, 2.0), (-1.0, 0.0)}


def test_an_illegal_action_is_refused_where_that_is_asked_for() -> None:
    env = make("operation-stack", illegal="raise")
    env.reset(seed=1)
    for _ in range(3):
        with pytest.raises(IllegalMove, match=r"^\+ cannot be played now; the legal moves are 1, 2"):
            env.step(9)
    assert env.position.ply == 0
    env.step(0)
    assert env.position.ply == 2


@each_game
@pytest.mark.parametrize("opponent", ["self", "random"])
def test_nothing_can_be_done_outside_an_episode(name: str, opponent: str) -> None:
    env = make(name, opponent=opponent, render_mode="ansi")
    for call in (lambda: env.step(0), env.render, env.record):
        with pytest.raises(ResetNeeded, match=r"^the episode has not begun: call reset"):
            call()
    assert not env.action_masks().any()
    seen = play(env, 1, seed=1)
    moves = env.record().moves
    for _ in range(2):
        with pytest.raises(ResetNeeded, match=r"^the episode is over: call reset before step$"):
            env.step(0)
    assert env.record().moves == moves
    assert play(env, 1, seed=1) == seen


@pytest.mark.parametrize("options", [{"state": 5}, {"seat": 2}])
def test_reset_takes_no_options(options: dict[str, Any]) -> None:
    env = make("digit-stack")
    env.reset(seed=1)
    env.step(3)
    before = env.position
    with pytest.raises(SettingError, match=r"^reset takes no options"):
        env.reset(options=options)
    assert env.position == before


@pytest.mark.parametrize("seed", [-1, 1.5, "x", np.int64(3)])
def test_a_seed_that_is_none_changes_nothing(seed: Any) -> None:
    env = make("digit-stack")
    env.reset(seed=1)
    env.step(3)
    before = env.position, env._rng.state
    with pytest.raises(gymnasium.error.Error, match="Seed must be"):
        env.reset(seed=seed)
    assert (env.position, env._rng.state) == before


# Seeds.


@each_game
@pytest.mark.parametrize("who", ["random", "level:2"])
def test_a_seed_fixes_the_episodes_that_follow(name: str, who: str) -> None:
    def episodes(env: NumduelEnv) -> list[Any]:
        return [play(env, 1, seed=9), play(env, 2), play(env, 3)]

    env = make(name, opponent=who, seat="alternating")
    seen = episodes(env)
    assert episodes(env) == seen
    assert episodes(make(name, opponent=who, seat="alternating")) == seen


def test_different_seeds_and_no_seed_give_different_games() -> None:
    def openings(*seeds: int | None) -> list[int]:
        env = make("digit-stack", seat=2, target=10**9)
        return [env.reset(seed=seed)[0].item() for seed in seeds for _ in range(3)]

    assert len(set(openings(*range(20)))) > 5
    fresh = {tuple(openings(*[None] * 8)) for _ in range(5)}
    assert len(fresh) == 5


def test_generators_that_are_set_by_hand_fix_the_luck() -> None:
    def openings() -> list[int]:
        env = make("digit-stack", seat=2)
        env.np_random = np.random.default_rng(4)
        return [env.reset()[0].item() for _ in range(10)]

    assert openings() == openings()


@pytest.mark.parametrize("seed", [2**63, 2**64 + 5, 10**40])
def test_seeds_of_any_size_are_honoured(seed: int) -> None:
    env = make("digit-stack", seat=2)
    assert env.reset(seed=seed)[0].item() == 1 + SplitMix64(seed).below(9)
    assert parse(write(env.record())).moves == env.record().moves


# Evaluation supervision.


@each_game
@pytest.mark.parametrize("opponent", ["random", "self"])
@given(seed=st.integers(0, 1000))
def test_values_best_actions_and_regret_are_exact(name: str, opponent: str, seed: int) -> None:
    env = make(name, opponent=opponent, exact=True, max_turns=12)
    answers, worth = answers_of(env.game), {"win": 1, "draw": 0, "endless": 0, "loss": -1}
    chance = Random(seed)
    _, info = env.reset(seed=seed)
    assert info["regret"] == 0.0
    regrets = []
    done = False
    while not done:
        state = env.position.state
        made = answers.moves(state)
        best = max(verdict.rank for _, verdict in made)
        moves = [move for move, verdict in made if verdict.rank == best]
        assert info["value"] == worth[answers.verdict(state).value.value]
        assert info["optimal_actions"].tolist() == [move in moves for move in env.game.vocabulary()]
        assert info["optimal_actions"].dtype == np.int8
        action = chance.choice(info["action_mask"].nonzero()[0].tolist())
        _, reward, terminated, truncated, info = env.step(action)
        regrets.append(info["regret"])
        done = terminated or truncated
    if terminated:
        assert info["value"] == reward
        assert not info["optimal_actions"].any()
    record = env.record()
    known = numduel.regret(record)
    assert regrets == [
        gave for ply, gave in enumerate(known) if opponent == "self" or ply % 2 == env.seat - 1
    ]


def test_best_actions_never_give_anything_away() -> None:
    env = make("operation-duel", target=31, opponent="self", exact=True)
    _, info = env.reset()
    value, done = info["value"], False
    while not done:
        _, reward, terminated, truncated, info = env.step(int(info["optimal_actions"].argmax()))
        assert info["regret"] == 0.0
        value, done = -value, terminated or truncated
    assert reward == -value


def test_without_exact_nothing_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError("nobody asked for answers")

    monkeypatch.setattr("numduel.solver.answers.Answers", refuse)
    answers_of.cache_clear()
    seen = play(make("operation-obliteration", start=60), 1, seed=1)
    assert all(set(step[-1]) <= {"action_mask", "outcome", "truncation"} for step in seen[1:])


# Records, pictures and copies.


@each_game
@pytest.mark.parametrize("seat", [1, 2])
def test_an_episode_is_a_record(name: str, seat: int) -> None:
    env = make(name, seat=seat, max_turns=9)
    env.reset(seed=4)
    assert env.record().result is None
    play(env, 4, seed=4)
    record = env.record()
    assert parse(write(record)) == record
    assert record.players == (("agent", "random") if seat == 1 else ("random", "agent"))
    assert (record.seed, record.max_turns, record.spec) == (4, 9, name)
    assert record.result is not None
    assert record.result.ending in (Ending.RULE, Ending.TURN_LIMIT)
    assert len(numduel.regret(record)) == len(record.moves)


def test_records_name_who_played() -> None:
    for who, name in (
        ("self", "agent"),
        ("level:4", "level:4"),
        (first, "function"),
        (" Perfect", "perfect"),
    ):
        env = make("digit-stack", opponent=who)
        env.reset()
        assert env.record().players == ("agent", name)


def test_a_picture_shows_the_real_state() -> None:
    # The future depends on two numbers alone; a person wants to see the stack.
    env = make("top-stack-twelve", opponent="self", render_mode="ansi")
    position = Position.start(env.game)
    env.reset()
    for action in (0, 1, 0, 1, 0, 1):
        env.step(action)
        position = position.play(env.game.vocabulary()[action])
        assert env.render() == env.game.show(position.state)


def test_without_a_render_mode_a_picture_is_asked_for_in_vain() -> None:
    env = make("digit-stack")
    env.reset()
    with pytest.warns(UserWarning, match="render shows nothing"):
        assert env.render() is None


def test_a_list_of_pictures_comes_from_gymnasium() -> None:
    env = gymnasium.make("numduel/DigitStack-v0", render_mode="ansi_list", opponent="self")
    env.reset()
    env.step(0)
    shown: Any = env.render()
    assert len(shown) == 2


@each_game
@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_by_itself_and_alike(name: str, duplicate: Any) -> None:
    env = make(name, opponent="level:3", exact=True, seat=2, max_turns=20)
    _, info = env.reset(seed=6)
    twin = duplicate(env)
    ways = []
    for each in (env, twin):
        chance, mask, done, way = Random(1), info["action_mask"], False, []
        while not done:
            action = chance.choice(mask.nonzero()[0].tolist())
            observation, reward, terminated, truncated, returned = each.step(action)
            mask, done = returned["action_mask"], terminated or truncated
            way.append((observation.tolist(), reward, terminated, truncated))
        ways.append(way)
    assert ways[0] == ways[1]


def test_environments_of_a_game_do_not_disturb_each_other() -> None:
    one, other = make("digit-stack", opponent="self"), make("digit-stack", opponent="self")
    one.reset()
    other.reset()
    one.step(3)
    assert other.position.ply == 0
    observation, info = other.reset()
    observation[0], info["action_mask"][:] = 99, 0
    assert one.reset()[0].tolist() == [0]
    assert one.action_masks().all()


@pytest.mark.parametrize("options", [{"opponent": "self"}, {"opponent": first, "exact": True}], ids=named)
def test_what_is_told_is_the_callers_own(options: dict[str, Any]) -> None:
    env = make("digit-stack", target=10**9, **options)

    def rows() -> list[Any]:
        returned = [env.reset(), *((step[0], step[4]) for step in (env.step(1), env.step(2)))]
        return [
            row for seen, info in returned for row in (seen, *info.values()) if isinstance(row, np.ndarray)
        ]

    first_time = rows()
    for row in first_time:
        row[:] = 0
    second_time = rows()
    assert not any(np.shares_memory(old, new) for old in first_time for new in second_time)
    assert all(row.any() for row in second_time[1:])  # at the start the number itself is 0


@pytest.mark.parametrize("opponent", ["self", first], ids=["self", "first"])
def test_what_is_told_of_an_end_is_the_callers_own(opponent: Any) -> None:
    env, rows = make("operation-duel", target=2, opponent=opponent), []
    for _ in range(3):
        env.reset()
        observation, reward, terminated, truncated, info = env.step(0)
        assert (reward, terminated, truncated, info["outcome"]) == (1.0, True, False, "win")
        assert (observation.tolist(), info["action_mask"].tolist()) == ([-1], [0, 0])
        observation[:], info["action_mask"][:] = 9, 1
        rows += [observation, info["action_mask"]]
    assert not any(np.shares_memory(one, other) for one, other in combinations(rows, 2))


# As sb3-contrib's MaskablePPO asks for masks.


def test_masks_are_found_through_wrappers_as_sb3_contrib_asks_for_them() -> None:
    env = gymnasium.make("numduel/OperationStack-v0", max_stack=3)
    env.reset(seed=1)
    assert env.has_wrapper_attr("action_masks")
    masks = np.stack([env.get_wrapper_attr("action_masks")()])
    assert masks.dtype == bool
    assert masks.tolist() == [[True] * 9 + [False] * 3]


def test_several_environments_in_step() -> None:
    envs = gymnasium.make_vec("numduel/DigitStack-v0", 3, vectorization_mode="sync", seat="alternating")
    _, info = envs.reset(seed=1)
    for _ in range(30):
        actions = [int(Random(7).choice(mask.nonzero()[0].tolist() or [0])) for mask in info["action_mask"]]
        _, _, _, _, info = envs.step(np.array(actions))
    assert info["action_mask"].shape == (3, 9)
    envs.close()


@each_game
def test_shared_rows_show_the_same_and_cannot_be_written_to(name: str) -> None:
    for opponent in ("self", "random"):
        copying = NumduelEnv(name, opponent=opponent)
        sharing = NumduelEnv(name, opponent=opponent, copy=False)
        seen, (shared, info) = copying.reset(seed=3)[0], sharing.reset(seed=3)
        for _ in range(30):
            assert shared.tolist() == seen.tolist()
            assert not shared.flags.writeable
            assert not info["action_mask"].flags.writeable
            if not info["action_mask"].any():
                break
            action = int(info["action_mask"].argmax())
            seen, *returned = copying.step(action)
            shared, *returned_shared, info = sharing.step(action)
            assert returned_shared == returned[:3]


def test_copy_is_yes_or_no() -> None:
    with pytest.raises(SettingError, match="copy must be True or False"):
        NumduelEnv("operation-duel", copy=1)  # type: ignore[arg-type]


def test_pictures_are_refused_as_stable_baselines_expects_it() -> None:
    # It asks for pictures, and goes on without them if that is a TypeError.
    with pytest.raises(TypeError, match="render_mode must be None or 'ansi'"):
        NumduelEnv("operation-duel", render_mode="rgb_array")
