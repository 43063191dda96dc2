"""Computer players: what they promise, held against exhaustive search, and how they sit at the table."""

import re
import time
from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import naive
import pytest
from commandline import Run, Terminal, numduel, play
from diagrams import Diagram, diagram, diagrams
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import Answer, Nodes, small_games, small_nodes
from strategies import FIRST_VARIANTS, GAMES, OURS, AnyGame, AnyPosition

from numduel import Position, load
from numduel.analysis.remarks import remark
from numduel.cli.main import main
from numduel.core.game import Game
from numduel.match.player import Player, choose_move, rng_for
from numduel.match.setup import display_name, is_person
from numduel.players import CannotPlay, UnknownPlayer, find, full_name, mcts, perfect
from numduel.players.mcts import MctsPlayer
from numduel.players.perfect import PerfectPlayer
from numduel.players.random import RandomPlayer
from numduel.players.tree import Tree
from numduel.solver.answers import Answers
from numduel.solver.table import Table

SMALL = [
    "top-stack-twelve",
    "top-stack-twelve:tokens=1-4,supply=1",
    "top-stack-twelve:limit=9,window=4,tokens=1/3/4",
    "operation-obliteration",
    "operation-obliteration:start=31,high=60,no_repeat=none",
    "operation-obliteration:start=11,low=2,high=50,no_repeat=opponent",
    "digit-stack:target=77,digits=1/4/7",
    "digit-stack:target=432,digits=1-4,repeats=no",
    "operation-duel",
    "operation-duel:target=30,add=1-3,multiply=2/3",
    "operation-duel:target=7,start=0,add=2/3,overshoot=forbidden",
    "operation-duel:target=5,start=0,add=2,overshoot=forbidden",
    "operation-stack:target=4,numbers=1/2,max_stack=3,max_value=5",
    "operation-stack:target=3,numbers=1,operations=plus/minus/swap,max_stack=3,max_value=3",
]


@cache
def solved(spec: str) -> tuple[AnyGame, Nodes, dict[Hashable, Answer]]:
    game = load(spec)
    places = naive.nodes_of(game)
    assert places is not None
    return game, places, naive.solve(places)


def verdicts_of_moves(game: AnyGame, places: Nodes, truth: Any, key: Hashable) -> dict[Any, Answer]:
    """What each legal move comes to, by exhaustive search."""
    return dict(zip(game.moves(places[key].state), naive.after_moves(places, truth, key), strict=True))


# Perfect


def assert_perfect(game: AnyGame, places: Nodes, truth: dict[Hashable, Answer]) -> None:
    """In every position each move it might choose keeps the value, and a win comes nearer."""
    player, rng = PerfectPlayer(Answers(game)), Random(1)
    for key, place in places.items():
        if place.stuck is not None:
            continue
        value, plies = truth[key]
        made = verdicts_of_moves(game, places, truth, key)
        liked = player.equal_best(place.state)
        assert liked
        for move in liked:
            assert made[move][0] == value
            if value == "win":
                assert made[move][1] == plies
        assert player.choose(Position(game, place.state), rng) in liked


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets perfect look for traps less long: what it must never do does not depend on that."""
    monkeypatch.setattr(perfect, "LOOKAHEAD_LIMIT", 60)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("spec", SMALL)
def test_perfect_gives_nothing_away_in_any_position(spec: str) -> None:
    assert_perfect(*solved(spec))


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=15)
@given(data=st.data())
def test_perfect_gives_nothing_away_whatever_the_settings(name: str, data: st.DataObject) -> None:
    game = data.draw(small_games(name))
    places = small_nodes(game, 120)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(perfect, "LOOKAHEAD_LIMIT", 60)
        assert_perfect(game, places, naive.solve(places))


@given(game=diagrams())
def test_perfect_gives_nothing_away_in_any_diagram(game: Diagram) -> None:
    places = naive.nodes_of(game)
    assert places is not None
    assert_perfect(game, places, naive.solve(places))


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("spec", SMALL)
def test_perfect_holds_its_own_against_every_line_of_play(spec: str, seat: int) -> None:
    game, _, truth = solved(spec)
    player, rng = PerfectPlayer(Answers(game)), Random(spec)
    value = truth[game.key(game.initial())][0]
    mine = naive.TURNED.get(value, value) if seat == 2 else value
    waiting, seen = [Position.start(game)], set()
    while waiting:
        position = waiting.pop()
        if position.outcome is not None:
            if mine == "win":
                assert position.winner == seat
            elif mine != "loss":
                assert position.winner != 3 - seat
            continue
        if (game.key(position.state), position.player) in seen:
            continue
        seen.add((game.key(position.state), position.player))
        moves = [player.choose(position, rng)] if position.player == seat else position.moves
        waiting += [position.play(move) for move in moves]


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("spec", ["operation-duel:target=1000000000", "digit-stack:target=123456789"])
def test_perfect_wins_by_theory_alone_what_can_be_won(spec: str, seat: int) -> None:
    game = load(spec)
    answers = Answers(game)
    assert not answers.complete
    player = PerfectPlayer(answers)
    for attempt in range(5):
        position, opponent, rng = Position.start(game), RandomPlayer(), Random(attempt)
        ahead = False
        while position.outcome is None:
            theirs = position.player != seat
            theory = game.theory(position.state)
            assert theory is not None
            winning = (theory.value.value == "win") != theirs
            assert winning or not ahead  # what is once won stays won
            ahead = winning
            position = position.play((opponent if theirs else player).choose(position, rng))
        assert not ahead or position.winner == seat


def fallible_worth(game: AnyGame, places: Nodes, truth: dict[Hashable, Answer]) -> Any:
    """The expected worth of a position for the perfect player, straight from what it says it assumes."""
    worth = {"win": Fraction(1), "loss": Fraction(-1)}

    def at_end(key: Hashable | None, end: str | None, mine: bool) -> Fraction:
        # `end` is told of the player who has just moved, a position's value of the one to move.
        value, for_me = (end, not mine) if end is not None else (truth[key][0], mine)
        return worth.get(value or "", Fraction(0)) * (1 if for_me else -1)

    @cache
    def expected(key: Hashable | None, end: str | None, depth: int, mine: bool) -> Fraction:
        if end is not None or depth == 0 or not places[key].leads_to:
            return at_end(key, end, mine)
        made = naive.after_moves(places, truth, key)
        expectations = [expected(*led, depth - 1, not mine) for led in places[key].leads_to]
        best = max(map(naive.rank, made))
        if mine:
            # It keeps the value, and among such moves takes the one that promises most.
            return max(
                each for each, one in zip(expectations, made, strict=True) if naive.rank(one)[0] == best[0]
            )
        # The other plays one of the best moves three times in four, and otherwise any move at all.
        of_best = [each for each, one in zip(expectations, made, strict=True) if naive.rank(one) == best]
        return Fraction(3, 4) * sum(of_best) / len(of_best) + Fraction(1, 4) * sum(expectations) / len(
            expectations
        )

    return expected


def best_replies(
    game: AnyGame, places: Nodes, truth: dict[Hashable, Answer], expected: Any, key: Hashable, depth: int
) -> set[Any]:
    """The moves that perfect should like, `depth` plies ahead."""
    made = verdicts_of_moves(game, places, truth, key)
    best = max(map(naive.rank, made.values()))
    keeping = [move for move, one in made.items() if naive.rank(one)[0] == best[0]]
    if best[0] != naive.rank(("win", 1))[0]:  # a win is not gambled with
        leads = dict(zip(game.moves(places[key].state), places[key].leads_to, strict=True))
        expectations = {move: expected(*leads[move], depth, False) for move in keeping}
        keeping = [move for move in keeping if expectations[move] == max(expectations.values())]
    longest = max(naive.rank(made[move]) for move in keeping)
    return {move for move in keeping if naive.rank(made[move]) == longest}


@pytest.mark.parametrize("spec", SMALL)
def test_among_equal_moves_perfect_takes_the_best_reply_to_a_fallible_player(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(perfect, "LOOKAHEAD_LIMIT", 10**9)  # so that the depth is known: twelve plies
    game, places, truth = solved(spec)
    assert_best_replies(game, places, truth)


def assert_best_replies(game: AnyGame, places: Nodes, truth: dict[Hashable, Answer]) -> None:
    expected = fallible_worth(game, places, truth)
    player = PerfectPlayer(Answers(game))
    open_positions = [key for key, place in places.items() if place.stuck is None]
    for key in open_positions[:40:2]:
        liked = set(player.equal_best(places[key].state))
        assert liked == best_replies(game, places, truth, expected, key, 12), places[key].state


@given(game=diagrams(most=7))
def test_in_any_diagram_perfect_takes_the_best_reply_to_a_fallible_player(game: Diagram) -> None:
    places = naive.nodes_of(game)
    assert places is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(perfect, "LOOKAHEAD_LIMIT", 10**9)
        assert_best_replies(game, places, naive.solve(places))


@pytest.mark.parametrize("spec", SMALL)
def test_however_little_it_may_look_at_perfect_takes_the_best_reply_at_some_depth(spec: str) -> None:
    game, places, truth = solved(spec)
    expected = fallible_worth(game, places, truth)
    player = PerfectPlayer(Answers(game))
    for key in [key for key, place in places.items() if place.stuck is None][:25]:
        liked = set(player.equal_best(places[key].state))
        depths = [best_replies(game, places, truth, expected, key, depth) for depth in range(1, 13)]
        assert liked in depths


def test_perfect_sets_a_trap_where_nothing_can_be_forced() -> None:
    # From a the game goes on for ever by b or by c; at b every move is safe, at c two of three lose.
    game = diagram({"a": "bc", "b": "aaa", "c": "a--"})
    assert PerfectPlayer(Answers(game)).equal_best("a") == [1]


def test_perfect_makes_a_lost_game_hard_to_win() -> None:
    # Lost by b and by c alike; at b every move wins, at c one in four, and the others win nothing.
    game = diagram({"a": "bc", "b": "++++", "c": "+ddd", "d": "d"})
    assert Answers(game).verdict("a").value.value == "loss"
    assert PerfectPlayer(Answers(game)).equal_best("a") == [1]


def test_perfect_takes_a_draw_unless_it_has_won() -> None:
    lost, level = load("operation-duel"), load("top-stack-twelve")
    for game, accepts in ((lost, False), (level, True)):
        player = PerfectPlayer(Answers(game))
        # The offer comes from the player to move.
        assert player.accepts_draw(Position.start(game), Random(1)) == accepts


# Random


@pytest.mark.parametrize("spec", ["top-stack-twelve", "digit-stack", "operation-stack"])
def test_random_plays_every_legal_move_about_equally_often(spec: str) -> None:
    position = Position.start(load(spec))
    player, rng = RandomPlayer(), Random(7)
    count = 1_000 * len(position.moves)
    chosen = Counter(player.choose(position, rng) for _ in range(count))
    assert set(chosen) == set(position.moves)
    assert all(800 < often < 1_200 for often in chosen.values())


# Monte Carlo


def ends_at_once(position: AnyPosition) -> dict[Any, int | None]:
    """The moves after which the game is over, with the winner."""
    after = {move: position.play(move) for move in position.moves}
    return {move: then.winner for move, then in after.items() if then.outcome is not None}


MONTE_CARLO = [
    "top-stack-twelve",
    "top-stack-twelve:limit=9,window=4,tokens=1/3/4",
    "operation-duel:target=30,add=1-3,multiply=2/3",
    "operation-obliteration",
    "digit-stack:target=432,digits=1-4,repeats=no",
    "operation-stack:target=4,numbers=1/2,max_stack=3,max_value=5",
    "operation-stack",
]


def some_positions(spec: str, count: int = 25) -> list[AnyPosition]:
    """Positions in which somebody is to move, from the first few hundred of the game's tree."""
    found, looked_at = [Position.start(load(spec))], 0
    while looked_at < len(found) < 400:
        found += [found[looked_at].play(move) for move in found[looked_at].moves]
        looked_at += 1
    still_open = [position for position in found if position.outcome is None]
    return Random(spec).sample(still_open, min(count, len(still_open)))


@pytest.mark.parametrize("playouts", [1, 5, 50, 300])
@pytest.mark.parametrize("spec", MONTE_CARLO)
def test_mcts_takes_a_win_in_one_and_gives_none_away(spec: str, playouts: int) -> None:
    game = load(spec)
    answers = Answers(game)
    player, rng = MctsPlayer(game, playouts), Random(playouts)
    for position in some_positions(spec):
        ends = ends_at_once(position)
        move = player.choose(position, rng)
        assert move in position.moves
        if position.player in ends.values():
            assert ends.get(move) == position.player
        elif answers.verdict(position.state).value.value != "loss":
            assert ends.get(move) != 3 - position.player, f"{position.state}: {move} loses at once"


@pytest.mark.parametrize("playouts", [1, 50, 300])
@pytest.mark.parametrize("spec", MONTE_CARLO)
def test_mcts_does_not_throw_itself_on_its_sword_in_a_lost_game(spec: str, playouts: int) -> None:
    # The opponent may still err.
    game = load(spec)
    answers = Answers(game)
    player, rng = MctsPlayer(game, playouts), Random(playouts)
    for position in some_positions(spec, 60):
        ends = ends_at_once(position)
        if answers.verdict(position.state).value.value == "loss" and len(ends) < len(position.moves):
            assert ends.get(player.choose(position, rng)) != 3 - position.player, position.state


def test_mcts_finds_its_way_where_nothing_can_be_solved() -> None:
    # Far beyond what it solves around a position; but a loss in one is a loss in one.
    game = load("top-stack-twelve:limit=60,window=12,tokens=1-12")
    position = Position.start(game)
    for token in (12, 12, 12, 12):
        position = position.play(token)
    for seed in range(3):
        assert MctsPlayer(game, 200).choose(position, Random(seed)) != 12


@pytest.mark.parametrize(("tokens", "most"), [(20, 20 * 60), (200, 200 * 60 // 4)])
def test_mcts_plays_out_fewer_plies_where_each_has_many_moves_and_tries_every_move(
    tokens: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nothing is solved, and no game ends in a playout.
    game = load(f"top-stack-twelve:tokens=1-{tokens},supply=9,limit=500000,window=1000")
    plies, play = 0, type(game).play

    def counted(self: Game[Any, Any], state: Any, move: Any) -> Any:
        nonlocal plies
        plies += 1
        return play(self, state, move)

    monkeypatch.setattr(type(game), "play", counted)
    tree = Tree(game, game.initial(), 1, lambda state: None)
    assert tree.grow(tokens)
    assert set(tree.tried) == set(game.moves(game.initial()))
    assert most * 0.7 < plies - tokens <= most


def test_mcts_looks_around_for_no_longer_than_many_moves_of_large_positions_allow() -> None:
    game = load("top-stack-twelve:tokens=1-999,supply=1,limit=500000,window=1000")
    around = Answers(game, game.initial(), mcts.SOLVED_AROUND).table
    assert isinstance(around, Table)
    assert len(around.graph.targets) < 200_000  # a million, were each as quickly tried as one of a small one


def test_mcts_wins_most_games_against_random() -> None:
    game = load("operation-duel:target=300,add=1-5,multiply=2/3")
    won = 0
    for seed in range(20):
        seats: list[Player] = [MctsPlayer(game, 60), RandomPlayer()]
        rng = Random(seed)
        position = Position.start(game)
        while position.outcome is None:
            position = position.play(seats[(position.ply + seed) % 2].choose(position, rng))
        won += position.winner == 1 + seed % 2
    assert won >= 16


@pytest.mark.parametrize("spec", ["top-stack-twelve:limit=40,window=8,tokens=1-8", "operation-stack"])
def test_mcts_repeats_itself_with_the_same_rng_and_only_then(spec: str) -> None:
    position = Position.start(load(spec))
    for move in (3, 7, 2):
        position = position.play(move)
    player = MctsPlayer(position.game, 20)
    moves = [player.choose(position, Random(seed)) for seed in range(3)]
    again = [MctsPlayer(position.game, 20).choose(position, Random(seed)) for seed in range(3)]
    assert moves == again
    assert len(set(moves)) > 1


@pytest.mark.parametrize("spec", ["operation-duel", "top-stack-twelve", "operation-stack"])
def test_mcts_takes_a_draw_unless_it_stands_better(spec: str) -> None:
    game = load(spec)
    accepts = MctsPlayer(game, 20).accepts_draw(Position.start(game), Random(1))
    assert accepts == (spec != "operation-duel")


# Seats


@pytest.mark.parametrize(
    "who",
    [
        "human",
        "human:Ann",
        "random",
        "perfect",
        "mcts",
        "mcts:1",
        "mcts:1000000",
        *(f"level:{n}" for n in range(1, 10)),
    ],
)
def test_every_player_there_is_can_be_seated(who: str) -> None:
    player = find(who, load("operation-duel"))
    assert (None if player is None else player.name) == (None if is_person(who) else who)
    assert display_name(who) == (who.removeprefix("human").lstrip(":") if is_person(who) else who)


BAD_NAMES = [
    "robot", "", ":", "level", "level:", "level:0", "level:10", "level:-1", "level:x", "level:1.5",
    "level:\u0663", "perfect:1", "random:7", "mcts:0", "mcts:-5", "mcts:many", "mcts:1000001",
    "mcts:" + "9" * 40, "mcts:1e3", "mcts:\u0665", "human:" + "x" * 41, "human:a\x1bb",
]  # fmt: skip


@pytest.mark.parametrize("who", BAD_NAMES, ids=ascii)
def test_nobody_else_is_seated(who: str) -> None:
    with pytest.raises(UnknownPlayer) as refusal:
        find(who, load("operation-duel"))
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize(
    ("who", "called"),
    [
        ("human", ""),
        ("HUMAN: Ann ", "Ann"),
        (" Level : 3", "level:3"),
        ("Perfect", "perfect"),
        ("easy", "level:2"),
        (" Medium ", "level:5"),
        ("HARD", "level:8"),
        ("human:", ""),
        ("mcts:1000", "mcts"),
        ("mcts:500", "mcts:500"),
    ],
)
def test_a_player_is_called_the_same_however_it_is_asked_for(who: str, called: str) -> None:
    assert display_name(full_name(who)) == called
    player = find(who, load("operation-duel"))
    assert is_person(who) if player is None else player.name == called


@pytest.mark.parametrize(
    ("who", "meant"), [("perfct", "perfect"), ("level3", "level:3"), ("Randon", "random"), ("humna", "human")]
)
def test_a_misspelt_player_is_suggested(who: str, meant: str) -> None:
    refused = numduel("play", "operation-duel", "--p2", who)
    assert refused.complaint == f"numduel: there is no player '{who}'; did you mean {meant}?\n"
    assert (refused.out, refused.code) == ("", 2)


@pytest.mark.parametrize(
    "who", ["robot", "level:10", "mcts:0", "perfect:1", "", "level:x\x1b[31m"], ids=ascii
)
@pytest.mark.parametrize("seat", ["--p1", "--p2"])
def test_a_bad_name_is_one_sentence_and_exit_2(who: str, seat: str) -> None:
    refused = numduel("play", "operation-duel", seat, who)
    assert refused.complaint
    assert (refused.out, refused.code) == ("", 2)


@pytest.mark.parametrize("who", ["perfect", "level:1", "level:9"])
def test_what_cannot_be_solved_is_not_played_perfectly_but_by_mcts(
    who: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # In this process, so that there can be little memory.
    monkeypatch.setattr("numduel.engine.limits.default_memory", lambda: 10**6)
    spec = "top-stack-twelve:limit=60,window=12"
    with pytest.raises(CannotPlay):
        find(who, load(spec))
    assert main(["play", spec, "--p1", "random", "--p2", who, "--no-save"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert re.fullmatch(
        rf"numduel: {who} plays by exact answers, and .* within \d,\d{{3}} positions; mcts .*\n", shown.err
    )
    assert find("mcts:5", load(spec)) is not None


# At the table


def bots(spec: str, one: str, other: str, *options: str) -> Run:
    return numduel("play", spec, "--p1", one, "--p2", other, *options)


@pytest.mark.parametrize(
    ("spec", "one", "other"),
    [
        ("top-stack-twelve:two-of-each", "level:3", "mcts:50"),
        ("operation-duel:target=60", "random", "level:1"),
        ("operation-stack:target=10,numbers=1-3,max_stack=2,max_value=12", "random", "random"),
        ("operation-obliteration:start=199,low=5,high=300,no_repeat=none", "mcts:20", "level:5"),
    ],
)  # fmt: skip
def test_a_seed_repeats_a_game_exactly(spec: str, one: str, other: str) -> None:
    played = bots(spec, one, other, "--seed", "7")
    assert played == bots(spec, one, other, "--seed", "7")
    assert (played.err, played.code) == ("", 0)
    others = [bots(spec, one, other, "--seed", str(seed)).out for seed in range(8, 11)]
    assert any(shown != played.out for shown in others)


# What a seed leads to must not change from one version to the next: games that were left are resumed.
SEEDED = {
    ("top-stack-twelve:supply=2", "level:3", "mcts:50", 7): [
        "3 3 4 2 4 2 1 5 1 5 6",
        "3 3 1 6 1 2 4 2 4 5 5",
    ],
    ("operation-duel:target=60", "random", "level:1", 5): [
        "+1 +1 *2 +1 *2 +1 +1 +1 +1 +1 +1 *2 +1 +1 *2",
        "+1 +1 +1 *2 *2 *2 +1 +1 +1 +1 +1 +1 +1 *2",
    ],
    ("operation-obliteration:start=199,low=5,high=300,no_repeat=none", "perfect", "mcts:20", 2): [
        "add divide divide divide multiply divide divide multiply "
        "divide add divide multiply divide add divide divide"
    ],
}


@pytest.mark.parametrize(("setup", "games"), SEEDED.items(), ids=[setup[0] for setup in SEEDED])
def test_a_seeded_match_is_played_as_it_always_was(
    setup: tuple[str, str, str, int], games: list[str], tmp_path: Path
) -> None:
    spec, one, other, seed = setup
    game = load(spec)
    players = [find(one, game), find(other, game)]
    for number, moves in enumerate(games):
        position = Position.start(game)
        while position.outcome is None:
            player = players[(position.ply + number) % 2]  # the first seat changes hands
            assert player is not None
            rng = rng_for(seed, number, position.ply, player.name)
            move = choose_move(player, position, rng)
            assert game.write(move) == moves.split()[position.ply]
            position = position.play(move)
        assert position.ply == len(moves.split())
    db = f"--db={tmp_path / 'games.db'}"
    bots(spec, one, other, "--seed", str(seed), "--rounds", str(len(games)), db)
    shown = [
        numduel("export", str(number), db).out.split("\n\n", 1)[1] for number in range(1, len(games) + 1)
    ]
    assert [re.sub(r"\d+\. ", "", " ".join(text.split())) for text in shown] == games


def test_the_rng_of_a_moment_follows_from_seed_game_ply_and_name_alone() -> None:
    expected = Random()
    expected.seed("7:2:13:level:3")
    rng = rng_for(7, 2, 13, "level:3")
    assert [rng.random() for _ in range(5)] == [expected.random() for _ in range(5)]
    others = [(8, 2, 13, "level:3"), (7, 3, 13, "level:3"), (7, 2, 14, "level:3"), (7, 2, 13, "level:4")]
    assert (
        len({rng_for(*moment).random() for moment in others} | {rng_for(7, 2, 13, "level:3").random()}) == 5
    )


@pytest.mark.parametrize("who", ["random", "perfect", "level:1", "level:9", "mcts:20", "mcts:2000"])
def test_players_keep_nothing_of_the_rng_they_are_given(who: str) -> None:
    game = load("top-stack-twelve:limit=9,window=4,tokens=1/3/4")
    player = find(who, game)
    assert player is not None
    position = Position.start(game)
    first = [player.choose(position, Random(seed)) for seed in range(8)]
    player.accepts_draw(position, Random(3))
    assert [player.choose(position, Random(seed)) for seed in range(8)] == first


def test_a_seed_repeats_a_whole_match_in_which_the_games_differ() -> None:
    options = ("--rounds", "4", "--seed", "3", "--first", "toss")
    played = bots("top-stack-twelve:supply=1", "random", "random", *options)
    assert played == bots("top-stack-twelve:supply=1", "random", "random", *options)
    games = re.split(r"Game \d of 4: .*\n", played.out)[1:]
    assert len(games) == 4
    assert len(set(games)) > 1


def test_without_a_seed_games_differ() -> None:
    assert len({bots("digit-stack:target=99999", "random", "random").out for _ in range(4)}) > 1


# From 0 both may double for ever; whoever adds 2 loses.
ENDLESS = "operation-duel:target=5,start=0,add=2,overshoot=forbidden"


@pytest.mark.parametrize(("spec", "who"), [(ENDLESS, "perfect"), ("top-stack-twelve", "mcts:20")])
def test_two_careful_computers_draw_after_200_turns_and_say_so(spec: str, who: str) -> None:
    played = bots(spec, who, who, "--seed", "1")
    assert len(re.findall("You placed|You chose", played.out)) == 200
    assert "The limit of 200 turns is reached." in played.lines
    assert played.lines[-1] == "The game is a draw."
    assert (played.err, played.code) == ("", 0)


def test_max_turns_says_otherwise() -> None:
    played = bots("top-stack-twelve", "perfect", "perfect", "--max-turns", "7")
    assert played.out.count("You placed") == 7
    assert "The limit of 7 turns is reached." in played.lines


def test_a_game_with_a_person_has_no_limit_of_its_own() -> None:
    played = play(ENDLESS, *["*2"] * 101, options=("--p2", "perfect"))
    assert played.out.count("You chose") == 202
    assert "limit of" not in played.out


def test_a_match_to_points_between_computers_that_only_draw_is_broken_off() -> None:
    played = bots("top-stack-twelve", "perfect", "perfect", "--to", "1", "--max-turns", "1", "--seed", "1")
    assert "The match is broken off after 20 draws running." in played.lines
    assert played.lines[-1] == "The match is a tie."
    assert played.out.count("is reached.") == 20
    assert played.code == 0


def test_a_match_to_points_that_someone_can_win_is_played_to_its_end() -> None:
    played = bots("operation-duel", "perfect", "random", "--to", "3", "--seed", "1")
    assert "broken off" not in played.out
    assert played.lines[-1].endswith("wins the match.")


def test_a_computers_move_is_shown_as_if_it_had_been_typed() -> None:
    # Player 2 has only one move there: the text is the rulebook's, to the letter.
    typed = play("operation-obliteration", "divide", "divide", "add")
    assert play("operation-obliteration", "divide", "add", options=("--p2", "perfect")) == typed
    pushed = bots("operation-stack:numbers=5", "random", "random", "--max-turns", "1")
    assert "choose an action ('push' or 'operate'): push\nEnter a number (5): 5\n" in pushed.out


def test_undo_against_a_computer_takes_back_both_moves() -> None:
    played = play("operation-duel", "*2", "undo", "+1", "resign", options=("--p2", "perfect"))
    assert "Player 2 agrees: *2 and +1 are taken back." in played.lines
    assert played.out.count("Current Number is 1.\n") == 2
    assert (played.err, played.code) == ("", 0)


def test_undo_of_a_computers_first_move_takes_back_that_one() -> None:
    played = play("digit-stack", "undo", "resign", options=("--p1", "random", "--seed", "4"))
    assert re.search(r"^Player 1 agrees: \d is taken back\.$", played.out, re.M)
    assert "Player 1 wins!" in played.lines


def test_undo_before_any_move_is_refused() -> None:
    played = play("digit-stack", "undo", "resign", options=("--p2", "perfect"))
    assert "There is no move to take back yet." in played.lines


@pytest.mark.parametrize("who", ["perfect", "level:5", "mcts:20"])
def test_a_computer_that_wins_declines_a_draw(who: str) -> None:
    played = play("operation-duel", "draw", "resign", options=("--p2", who))
    assert "Player 2 declines. The game goes on." in played.lines
    assert "Player 2 wins the game!" in played.lines


@pytest.mark.parametrize("who", ["perfect", "level:5", "mcts:20", "random"])
def test_a_computer_that_does_not_win_takes_a_draw(who: str) -> None:
    played = play("top-stack-twelve", "draw", options=("--p2", who))
    assert "The players agree on a draw." in played.lines
    assert played.lines[-1] == "The game is a draw."


def test_a_hint_names_a_good_move_and_why_and_is_counted() -> None:
    played = play("top-stack-twelve", "5", "hint", "6", "hint", "resign")
    assert "Try 6: it leaves [6, 5]: its top two make 11, so that any number reaches 12." in played.lines
    assert "Every move loses at once." in played.lines
    assert played.lines[-2:] == ["Player 1 asked for 1 hint.", "Player 2 asked for 1 hint."]
    hinted = play("operation-stack", "4", "6", "hint", "*")
    assert "Try *: it leaves [24]: the stack has one number equal to the target." in hinted.lines
    assert hinted.lines[-1] == "Player 1 asked for 1 hint."


def test_hints_and_reasons_are_counted_together_for_each_player() -> None:
    played = play("operation-duel", "hint", "+1", "why", "hint", "hint", "+1", "resign")
    assert played.lines[-3:] == [
        "Player 2 wins the game!",
        "Player 1 asked for 1 hint.",
        "Player 2 asked for 3 hints.",
    ]


def test_the_count_starts_anew_in_each_game_of_a_match() -> None:
    played = play("operation-duel", "hint", "hint", "resign", "hint", "resign", options=("--rounds", "2"))
    assert [line for line in played.lines if "asked for" in line] == [
        "Player 1 asked for 2 hints.",
        "Player 1 asked for 1 hint.",
    ]


def test_nobody_is_told_of_hints_that_nobody_asked_for() -> None:
    assert "hint" not in play("digit-stack", "5", "5", "5", "5").out


@pytest.mark.parametrize(
    ("spec", "answers", "told"),
    [
        ("operation-duel", ["why"], "No move has been made yet."),
        ("operation-duel", ["+1", "why"], "Player 1's +1 changed nothing: every move loses."),
        ("operation-duel", ["*2", "*2", "why"], "Player 2's *2 let a win slip: *2 leaves 4"),
        ("operation-duel", ["*2", "+1", "why"], "Player 2's +1 kept the win: it wins in 13 moves."),
        ("top-stack-twelve", ["5", "why"], "Player 1's 5 lost a game that could be held: 5 leaves [5]"),
        (
            "top-stack-twelve",
            ["1", "why"],
            "Player 1's 1 kept the game going. It leaves [1]: a 1 can be placed",
        ),
        ("operation-stack", ["4", "6", "why"], "Player 2's 6 lost a game that could be held"),
        ("operation-stack", ["4", "6", "+", "why"], "Player 1's + let a win slip"),
        ("operation-obliteration", ["divide", "why"], "Player 1's divide was the only move."),
        ("digit-stack", ["5", "why"], "Player 1's 5 changed nothing"),
    ],
)
def test_why_says_what_the_last_move_did(spec: str, answers: list[str], told: str) -> None:
    played = play(spec, *answers, "resign")
    assert told in " ".join(played.out.split())
    assert (played.err, played.code) == ("", 0)


def test_a_person_can_play_perfect_and_lose_and_ask_why() -> None:
    played = play(
        "operation-duel:target=10", *["why", "hint", "+1"] * 6, options=("--p2", "perfect", "--seed", "1")
    )
    shown = " ".join(played.out.split())
    assert "Player 2 wins the game!" in shown
    assert "Every move loses; " in shown
    assert re.search(r"Player 2's \S+ kept the win: it wins in \d+ moves?\.", shown)
    assert played.lines[-1].startswith("Player 1 asked for ")


@pytest.mark.parametrize("who", ["perfect", "level:9"])
def test_a_won_game_is_won_as_quickly_as_can_be_also_where_only_theory_knows_it(who: str) -> None:
    # *2 wins in 200,005 moves, +1 in 250,005.
    game = load("operation-duel:target=400008,start=50001")
    player = find(who, game)
    assert player is not None
    chosen = {player.choose(Position.start(game), Random(seed)) for seed in range(20)}
    assert chosen == {game.vocabulary()[1]}


def test_perfect_beats_a_person_who_errs_and_never_loses_to_one() -> None:
    for answers in (["+1"] * 10, ["*2"] * 10, ["*2", "+1"] * 5):
        played = play("operation-duel", *answers, options=("--p2", "perfect"))
        assert played.lines[-1] == "Player 2 wins the game!"


# Before a game that is decided, or cannot be


REMARKS = {
    "digit-stack": "These rules alone decide this game: Player 1 wins, whatever anyone plays.",
    "operation-stack": "With careful play nobody can force a win here.",
    "top-stack-twelve": "With careful play nobody can force a win here.",
}
SILENT = ["operation-duel", "operation-obliteration"]


def unwrapped(shown: str) -> str:
    return " ".join(shown.split())


@pytest.mark.parametrize("name", REMARKS)
def test_a_person_is_told_once_what_the_game_comes_to(name: str) -> None:
    with Terminal("play", name, "--rounds", "2") as terminal:
        for _ in range(2):
            terminal.expect("Player 1")
            terminal.expect(": ")
            terminal.resign()
        terminal.leave()
        terminal.finish()
        assert terminal.code == 0
    shown = unwrapped(terminal.seen)
    assert shown.count(REMARKS[name]) == 1
    # A command that can be typed as it stands, once.
    assert len(re.findall(rf"Worth trying: \S*numduel play {re.escape(FIRST_VARIANTS[name])} ", shown)) == 1


@pytest.mark.parametrize("name", SILENT)
def test_where_there_is_something_to_decide_nothing_is_remarked(name: str) -> None:
    with Terminal("play", name) as terminal:
        terminal.expect(": ")
        terminal.resign()
        terminal.leave()
        terminal.finish()
    assert "Worth trying" not in terminal.seen


@pytest.mark.parametrize("name", REMARKS)
def test_plain_text_and_pipes_go_without_the_remark(name: str) -> None:
    with Terminal("play", name, "--plain") as terminal:
        terminal.expect(": ")
        terminal.enter("resign")
        terminal.finish()
    assert "Worth trying" not in terminal.seen
    assert REMARKS[name] not in unwrapped(terminal.seen)
    assert "Worth trying" not in play(name, "resign").out


@pytest.mark.parametrize("name", OURS)
def test_the_first_variant_makes_a_game_that_needs_no_remark(name: str) -> None:
    game = load(FIRST_VARIANTS[name])
    assert game != load(name)
    assert remark(game) is None
    answers = Answers(game)
    assert answers.any_choice_matters()
    assert answers.verdict(game.initial()).value.value in ("win", "loss")


def test_a_remark_on_a_game_that_can_only_be_drawn_names_no_winner() -> None:
    # Another package's game may have drawn ends.
    said = remark(diagram({"a": "bb", "b": "="}))
    told = "" if said is None else said.sentence
    assert "wins" not in told


@pytest.mark.parametrize(("game", "winner"), [(diagram({"a": "bb", "b": "+"}), 2), (diagram({"a": "+"}), 1)])
def test_a_remark_names_the_winner_whom_the_rules_alone_decide(game: Diagram, winner: int) -> None:
    said = remark(game)
    assert said is not None
    assert f"Player {winner} wins, whatever anyone plays" in said.sentence


def test_a_lost_game_of_twenty_thousand_digits_is_looked_ahead_in_without_delay() -> None:
    game = load(f"digit-stack:target={'7' * 20_000}")
    player = PerfectPlayer(Answers(game))
    start = time.process_time()
    assert player.equal_best(8) == list(range(1, 10))
    assert time.process_time() - start < 1.5  # seconds; 2.8 while each position divided the target anew
