"""A search: deterministic, within what is named, never twice the same, and better than chance."""

from random import Random
from statistics import mean
from typing import Any

import pytest
from strategies import GAMES, OURS

import numduel
from numduel import Limits, load
from numduel.design.columns import row_of
from numduel.design.finding import findings
from numduel.design.grid import read_pattern
from numduel.design.search import Search
from numduel.design.space import Space
from numduel.design.variant_line import variant_line
from numduel.design.wishes import WORTH_PLAYING, read_wishes

SMALL = "operation-duel:target=8..15,start=1,add=1|1/2,multiply=2,overshoot=loses"


def searched(pattern: str, like: str = WORTH_PLAYING, **options: Any) -> Search:
    search = Search(Space(read_pattern(pattern)), read_wishes(like), **options)
    search.run()
    return search


def specs(search: Search) -> list[str]:
    return [one.measures.spec for one in search.ranked]


# The space


@pytest.mark.parametrize("name", GAMES)
def test_settings_that_are_drawn_and_changed_are_of_their_kinds(name: str) -> None:
    space, rng, made = Space(read_pattern(name)), Random(name), 0
    kinds = [field.kind for field in space.game.schema()]
    values = space.draw(rng)
    for number in range(300):
        values = space.draw(rng) if number % 30 == 0 else space.change(values, rng)
        assert len(values) == len(kinds)
        game = space.game_of(values)  # a value that is not of its kind would be refused
        made += game is not None
        assert game is None or tuple(game.settings.values()) == values
    assert made > 50


def test_settings_that_are_named_stay_within_what_is_named() -> None:
    space, rng = Space(read_pattern("top-stack-twelve:limit=9..11|20,supply=2")), Random(1)
    values, seen = space.draw(rng), set[Any]()
    for _ in range(300):
        values = space.change(space.cross(values, space.draw(rng), rng), rng)
        game = space.game_of(values)
        assert game is not None
        assert game.settings["supply"] == 2
        seen.add(game.settings["limit"])
    assert seen == {9, 10, 11, 20}


def test_ranges_without_any_bound_worth_the_name_are_drawn_from_and_changed_at_once() -> None:
    space, rng = Space(read_pattern(f"operation-stack:max_value=1..{10**30}|none,max_stack=2")), Random(2)
    values, seen = space.draw(rng), set[Any]()
    for _ in range(200):
        values = space.change(values, rng)
        game = space.game_of(values)
        seen.add(None if game is None else game.settings["max_value"])
    assert len(seen) > 20
    assert all(value is None or 1 <= value <= 10**30 for value in seen)


# The search


def test_the_same_seed_finds_the_same_and_another_something_else() -> None:
    one, again, other = (searched("operation-duel", tries=12, seed=seed) for seed in (1, 1, 2))
    assert specs(one) == specs(again)
    assert specs(one) != specs(other)
    assert one.measured == 12


def test_no_setting_is_measured_twice() -> None:
    search = searched("operation-duel", tries=25)
    assert len(set(specs(search))) == len(specs(search)) == search.measured == 25


def test_where_there_are_few_settings_the_best_are_the_best_there_are() -> None:
    search, grid = searched(SMALL, "plies>5", tries=16), read_pattern(SMALL)
    assert search.measured == grid.size == 16
    rows = [row_of(numduel.measure(grid.game_at(number))) for number in range(grid.size)]
    wished = [row for row in rows if row["plies"] > 5]
    best = max(wished, key=lambda row: row["worth"])
    assert search.best(1)[0].row == best
    assert sum(one.shortfall == 0 for one in search.ranked) == len(wished)


def test_more_tries_than_there_are_settings_come_to_an_end() -> None:
    search = searched("operation-duel:target=8..9,start=1,add=1,multiply=2", tries=10_000)
    assert search.measured == 4  # whether one may pass the target is left open


def test_settings_without_end_of_which_few_go_together_come_to_an_end_too() -> None:
    search = searched("operation-obliteration:start=3,low=3,high=3,no_repeat=none", tries=500)
    assert search.measured == 0
    assert search.best(10) == []


def test_those_that_meet_every_wish_come_first_and_then_the_nearest() -> None:
    search = searched("operation-duel", "plies=10..12,player1<0.5", tries=25)
    ranks = [(one.shortfall, -(one.measures.worth or 0)) for one in search.ranked]
    assert ranks == sorted(ranks)
    for one in search.ranked:
        met = 10 <= (one.row["plies"] or 0) <= 12 and one.row["player1"] < 0.5
        assert (one.shortfall == 0) is met


def test_settings_that_play_alike_are_shown_once_by_the_shorter_spec() -> None:
    # What a forbidden attempt does is no matter where nobody makes one.
    pattern = "operation-stack:target=4,numbers=1/2,operations=plus,max_stack=2,max_value=5,invalid=*"
    search = searched(pattern)
    assert search.measured == 2
    (best,) = search.best(10)
    assert best.measures.spec.endswith("max_value=5")


def test_what_is_beyond_the_limit_is_counted_and_left_out() -> None:
    search = searched(SMALL, limit=9)
    assert search.measured == 16
    assert 0 < len(search.ranked) < 16
    assert all(one.row["positions"] <= 9 for one in search.ranked)


def test_a_search_among_settings_that_are_all_too_large_comes_to_an_end_soon() -> None:
    search = searched("top-stack-twelve:tokens=1-999,limit=3000,window=4", tries=500)
    assert (search.ranked, search.beyond_limit) == ([], True)
    assert 0 < search.measured < 20


def test_what_was_in_vain_does_not_count_once_something_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.design.search.MOST_IN_VAIN", 1)
    monkeypatch.setattr("numduel.design.search.IN_VAIN_A_POSITION", 0)
    search = searched("operation-duel:target=90000|80000|8,start=1,add=1/2,multiply=2,overshoot=loses")
    assert (search.measured, len(search.ranked)) == (3, 1)  # the smallest was tried first
    search = searched("operation-duel:target=90000|80000,start=1,add=1/2,multiply=2,overshoot=loses")
    assert (search.measured, search.ranked) == (1, [])


def test_whoever_allows_more_positions_allows_more_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.design.search.MOST_IN_VAIN", 1)
    search = searched("operation-duel:target=90000|80000,start=1,add=1/2,multiply=2,overshoot=loses")
    assert (search.measured, search.ranked) == (2, [])


def test_descendants_are_better_than_what_is_drawn_at_random() -> None:
    search = searched("operation-duel", tries=60, seed=3)
    rng, space, drawn = Random(3), search.space, list[float]()
    while len(drawn) < 60:
        game = space.game_of(space.draw(rng))
        if game is not None:
            drawn.append(numduel.measure(game, Limits(positions=search.limit)).worth or 0.0)
    evolved = [one.measures.worth or 0.0 for one in search.ranked]
    assert mean(sorted(evolved)[-10:]) > mean(sorted(drawn)[-10:])
    assert mean(evolved) > mean(drawn)


def test_whatever_stops_a_search_leaves_what_was_found() -> None:
    search = Search(Space(read_pattern("operation-duel")), read_wishes(WORTH_PLAYING))

    def stop(done: int, planned: int) -> None:
        assert planned == 500
        if done == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.run(stop)
    assert len(search.ranked) == search.measured == 7


@pytest.mark.slow
@pytest.mark.parametrize("name", OURS)
def test_a_search_finds_three_settings_of_every_game_that_are_as_variants_are_to_be(name: str) -> None:
    like = WORTH_PLAYING.replace(">=0.25", ">=0.12") if name == "operation-obliteration" else WORTH_PLAYING
    assert sum(one.shortfall == 0 for one in searched(name, like).ranked) >= 3


# What is shown of it


def test_a_sample_game_is_the_one_that_would_be_played() -> None:
    (found, *_) = findings(searched(SMALL), 10, "new", seed=5)
    position = numduel.Position.start(found.candidate.game)
    for move in found.sample.moves:
        position = position.say(move)
    assert position.outcome is not None
    assert position.outcome.value.winner(position.player) == found.sample.result.winner
    assert len(found.sample.shown) == len(found.sample.moves)
    assert found.sample == findings(searched(SMALL), 10, "new", seed=5)[0].sample


def test_an_endless_game_is_sampled_up_to_a_draw() -> None:
    (found,) = findings(
        searched(
            "operation-stack:target=100,numbers=1,operations=plus/minus,max_stack=2,max_value=3,invalid=loses"
        ),
        10,
        "new",
        seed=0,
    )
    assert (len(found.sample.moves), found.sample.result.winner) == (200, None)


@pytest.mark.parametrize("name", OURS)
def test_a_variant_line_is_a_variant_of_the_game(name: str) -> None:
    for variant in numduel.games()[name].variants:
        spec = f"{name}:{variant.name}"
        line = variant_line(numduel.measure(spec), "my-own")
        assert max(map(len, line.splitlines())) <= 110
        (pasted,) = eval(f"({line.strip()})", {"Variant": numduel.Variant})
        assert pasted.name == "my-own"
        assert load(f"{name}:{pasted.settings}") == load(spec)
        assert 10 < len(pasted.about) < 80
