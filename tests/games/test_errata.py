"""The errata are true: what the rulebooks say is replayed, and what we claim instead is worked out."""

from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest
from commandline import play
from strategies import OURS, AnyGame, AnyPosition, unfold
from table import do, session_of

import numduel
from numduel import Erratum, Fault, IllegalMove, InvalidMove, Position, Side
from numduel.match.events import Play

ERRATA = [(name, erratum) for name in OURS for erratum in numduel.games()[name].errata]


def start(spec: str) -> AnyPosition:
    return Position.start(numduel.load(spec))


def replay(spec: str, *texts: str) -> AnyPosition:
    position = start(spec)
    for text in texts:
        position = position.say(text)
    return position


def legal(position: AnyPosition) -> list[str]:
    return [position.game.write(move) for move in position.moves]


def otherwise(name: str, place: str) -> str:
    """The spec that an erratum offers as the other reading."""
    (setting,) = (erratum.setting for erratum in numduel.games()[name].errata if erratum.place == place)
    return f"{name}:{setting}"


def reachable(game: AnyGame) -> list[AnyPosition]:
    """Every position there is, one for each key."""
    found = {game.key(game.initial()): Position.start(game)}
    todo = list(found.values())
    for position in todo:
        for move in position.moves:
            after = position.play(move)
            if found.setdefault(game.key(after.state), after) is after:
                todo.append(after)
    return todo


def solve(game: AnyGame) -> dict[Any, tuple[Side, int]]:
    """Who wins with best play, and after how many moves, by key; nothing for positions without end."""
    positions = {game.key(position.state): position for position in reachable(game)}
    options = {key: [game.key(at.play(move).state) for move in at.moves] for key, at in positions.items()}
    solved = {
        key: (at.outcome.winner, 0)
        for key, at in positions.items()
        if at.outcome is not None and at.outcome.winner is not None
    }
    # A winner is found at the first depth at which a move wins; a loser when the last way out is closed.
    for depth in count(1):
        before = len(solved)
        for key in positions.keys() - solved.keys():
            after = [solved.get(option) for option in options[key]]
            if (Side.PREVIOUS, depth - 1) in after:
                solved[key] = (Side.NEXT, depth)
            elif all(one is not None and one[0] is Side.NEXT and one[1] < depth for one in after):
                solved[key] = (Side.PREVIOUS, depth)
        if len(solved) == before:
            break
    return solved


def choosers(game: AnyGame, solved: dict[Any, tuple[Side, int]]) -> set[int]:
    """The players who, somewhere, can win by one move and not by another."""
    found = set()
    for position in reachable(game):
        winners = {solved.get(game.key(position.play(move).state), (None, 0))[0] for move in position.moves}
        if len(winners) > 1 and Side.PREVIOUS in winners:
            found.add(position.player)
    return found


def loses_at_once(position: AnyPosition, move: Any) -> bool:
    return position.play(move).winner == 3 - position.player


def doomed(positions: Sequence[AnyPosition]) -> list[AnyPosition]:
    """Those in which every move there is loses at once."""
    return [at for at in positions if at.moves and all(loses_at_once(at, move) for move in at.moves)]


@pytest.mark.parametrize("name", OURS)
def test_every_game_of_ours_has_errata(name: str) -> None:
    assert numduel.games()[name].errata


@pytest.mark.parametrize(("name", "erratum"), ERRATA)
def test_an_erratum_is_told_in_sentences_and_its_setting_is_another_game(name: str, erratum: Erratum) -> None:
    assert erratum.place
    for text in (erratum.says, erratum.ruling):
        assert text.isprintable()
        assert text[-1] in '."', "a sentence"
    if erratum.setting is not None:
        assert numduel.load(f"{name}:{erratum.setting}") != numduel.load(name)


# Operation Obliteration

SAMPLE = ["divide", "divide", "subtract", "divide", "multiply"]


@pytest.mark.parametrize(("no_repeat", "turn"), [("own", 4), ("opponent", 2), ("both", 2)])
def test_each_reading_of_the_repeat_rule_forbids_a_turn_of_obliterations_sample(
    no_repeat: str, turn: int
) -> None:
    position = replay(f"operation-obliteration:no_repeat={no_repeat}", *SAMPLE[: turn - 1])
    with pytest.raises(IllegalMove):
        position.say(SAMPLE[turn - 1])


def test_without_a_repeat_rule_obliterations_sample_ends_too_early() -> None:
    position = replay("operation-obliteration:no_repeat=none", *SAMPLE)
    assert position.ply == 5
    assert legal(position) == ["divide"], "on turn 6, the sample says, player 2 has no move"


def test_obliterations_turn_4_is_read_both_ways() -> None:
    rulebook = replay("operation-obliteration", *SAMPLE[:3])
    assert legal(rulebook) == ["add", "subtract"], "player 2 may subtract, but not divide again"
    # The sample's own list for that turn: no subtracting after player 1 has. Turn 2 is out of reach then,
    # so player 1 subtracts at the start.
    after = replay("operation-obliteration:start=3,no_repeat=opponent", "subtract")
    assert legal(after) == ["add", "divide"]


def test_from_12_player_1_wins_by_force_in_three_moves() -> None:
    game = numduel.load("operation-obliteration")
    assert solve(game)[game.key(game.initial())] == (Side.NEXT, 3)


def test_there_is_a_variant_in_which_it_takes_long_to_win_and_choices_matter_to_both() -> None:
    rulebook = numduel.load("operation-obliteration")
    game = numduel.load(otherwise("operation-obliteration", "Additional Strategic Considerations"))
    solved = solve(game)
    _, plies = solved[game.key(game.initial())]
    assert plies > 5 * solve(rulebook)[rulebook.key(rulebook.initial())][1]
    assert choosers(game, solved) == {1, 2}


# Operation Stack


def test_a_third_number_may_be_pushed_unless_the_stack_is_bounded_to_two() -> None:
    turns = ["5", "8", "*", "4", "-", "6", "-", "6"]
    for turn in (3, 5, 7, 9):
        assert legal(replay("operation-stack", *turns[: turn - 1])) == list("123456789+-*")
        bounded = otherwise("operation-stack", "Command-Line Interaction Example, turns 3, 5, 7 and 9")
        assert legal(replay(bounded, *turns[: turn - 1])) == list("+-*")
    assert replay("operation-stack:max_stack=2", *turns, "-").winner == 1, "the sample can still be played"


def test_the_prompts_offer_both_actions_and_the_operations_in_one_order() -> None:
    position = replay("operation-stack", "5", "8", "*", "4")
    voice = position.game.voice()
    action = voice.prompt(position.state, 1, ())
    assert action == "Player 1, choose an action ('push' or 'operate'): "
    assert voice.prompt(position.state, 1, ("operate",)) == "Choose an operation ('+', '-', '*'): "
    bounded = replay("operation-stack:max_stack=2", "5", "8", "*", "4")
    assert bounded.game.voice().prompt(bounded.state, 1, ()) == "Player 1, choose an action ('operate'): "


def test_a_push_of_12_is_asked_again_while_a_forbidden_operation_loses() -> None:
    position = replay("operation-stack", "5", "8", "*", "4", "-")
    game, state = position.game, position.state
    with pytest.raises(InvalidMove):
        position.say("12")
    assert game.fault(state, ("push", "12")) is Fault.RETRY
    assert game.fault(state, ("operate",)) is Fault.LOSS
    assert game.fault(state, ("operate", "/")) is Fault.LOSS
    place = "Rules and Mechanics 4, and the command-line example, turn 6"
    lenient = numduel.load(otherwise("operation-stack", place))
    assert lenient.fault(state, ("operate",)) is lenient.fault(state, ("operate", "/")) is Fault.RETRY


def test_nobody_is_ever_prohibited_from_pushing_unless_the_stack_is_bounded() -> None:
    for position in unfold(numduel.load("operation-stack"), 2000):
        assert position.outcome is not None or set("123456789") <= set(legal(position))
        assert position.outcome is None or not position.outcome.stuck
    spec = otherwise("operation-stack", "Rules and Mechanics 4, No Valid Actions")
    assert legal(replay(spec, *"1111")) == ["+", "-", "*"]


def test_player_2_never_operates_on_exactly_two_numbers() -> None:
    for position in unfold(numduel.load("operation-stack"), 3000):
        assert len(position.state) % 2 == position.ply % 2
        assert position.winner != 2


def test_player_1_cannot_force_24() -> None:
    # Player 2 only ever pushes. On more than one number nothing is to be feared; on a single one, x, they
    # need a number that makes 24 in no way, and no x, however large, rules out more than three of nine.
    for x in range(-300, 301):
        assert any(24 not in (x + y, x - y, x * y) for y in range(1, 10))
    position = start("operation-stack")
    for first in "123456789":
        replies = [position.say(first).say(str(reply)) for reply in range(1, 10)]
        assert any(all(at.play(move).outcome is None for move in at.moves) for at in replies)


def test_with_swap_player_2_can_make_24() -> None:
    assert replay(otherwise("operation-stack", "Objective"), "8", "3", "swap", "*").winner == 2


def test_a_move_is_taken_back_only_if_the_other_player_agrees() -> None:
    told = play("operation-stack", "5", "undo", "no", "undo", "yes", "quit", "yes").out
    refused, agreed = told.split("does not agree")
    assert refused.endswith("Player 2 ")
    assert "Stack: [5]" in agreed.split("taken back.")[0]
    assert "Stack: []" in agreed.split("taken back.")[1]


# Digit Stack


def test_1000_cannot_be_made_but_999_can() -> None:
    everything = reachable(numduel.load("digit-stack"))
    assert 1000 not in [position.state for position in everything]
    assert {position.state % 10 for position in everything[1:]} == set(range(1, 10)), "there is no 0"
    assert replay(otherwise("digit-stack", "Rules and Mechanics, rule 6"), *"999").winner == 1


def test_a_digit_may_occur_again_or_not() -> None:
    assert replay("digit-stack", *"55").state == 55
    with pytest.raises(IllegalMove):
        replay(otherwise("digit-stack", "Game Components, Allowed Digits"), *"55")


def test_nobody_has_a_real_choice_below_1000_but_both_have_in_the_variant() -> None:
    rulebook = numduel.load("digit-stack")
    ends = [position for position in reachable(rulebook) if position.outcome is not None]
    assert len(ends) == 9**4
    assert {(position.ply, position.winner) for position in ends} == {(4, 1)}
    assert choosers(rulebook, solve(rulebook)) == set()
    variant = numduel.load(otherwise("digit-stack", "Strategic Depth"))
    assert choosers(variant, solve(variant)) == {1, 2}


def test_there_are_two_ways_to_win() -> None:
    ends = {at.outcome.winner for at in reachable(numduel.load("digit-stack:target=999")) if at.outcome}
    assert ends == {Side.NEXT, Side.PREVIOUS}, "the opponent exceeds the target, or one makes it exactly"


# Operation Duel


def test_passing_the_target_is_allowed_and_loses_or_is_forbidden() -> None:
    samples = ["*2", "+1", "*2", "+1", "*2", "+1"]
    assert replay("operation-duel", *samples, "*2").winner == 2
    with pytest.raises(IllegalMove):
        replay(otherwise("operation-duel", "Rules and Mechanics, rule 1"), *samples, "*2")


def test_nobody_can_be_forced_past_the_target_unless_more_than_one_is_added() -> None:
    assert doomed(reachable(numduel.load("operation-duel"))) == []
    other = numduel.load(otherwise("operation-duel", "Strategic Tips, Forced Moves"))
    assert [position.state for position in doomed(reachable(other))] == [19]


def test_a_multiplication_is_typed_with_an_asterisk() -> None:
    assert replay("operation-duel", "*2").state == 2


def test_moves_are_announced_as_in_the_command_line_sample() -> None:
    position = start("operation-duel")
    told = position.game.voice().report(1, position.read("*2"), 2, 1)
    assert list(told) == ["You chose to multiply by 2.", "New Current Number is 2."]


# Top Stack Twelve


def test_with_careful_play_nobody_loses_but_whoever_opens_with_5_or_6() -> None:
    game = numduel.load("top-stack-twelve")
    solved = solve(game)
    openings = {move: solved.get(game.key(game.play(game.initial(), move))) for move in range(1, 7)}
    assert game.key(game.initial()) not in solved
    assert [move for move, value in openings.items() if value is not None] == [5, 6]
    assert openings[5] == openings[6] == (Side.NEXT, 2)


def test_a_bounded_supply_and_a_turn_limit_both_end_the_game() -> None:
    position = start(otherwise("top-stack-twelve", "Rules and Mechanics, rule 7"))
    while position.moves:
        position = position.play(position.moves[0])
    assert position.ply <= 24
    session = session_of("top-stack-twelve", max_turns=30)
    for _ in range(30):
        assert session.round.result is None
        do(session, Play(session.to_move or 0, "1"))
    assert session.round.result is not None
    assert session.round.result.winner is None


def test_a_player_is_forced_to_twelve_only_after_an_opening_5_or_6() -> None:
    positions = reachable(numduel.load("top-stack-twelve"))
    assert sorted(at.state.stack for at in doomed(positions)) == [(5, 6), (6, 5)]
    for position in positions:
        if position.moves and position.state.stack not in [(5, 6), (6, 5)]:
            assert not loses_at_once(position, 1), "a 1 is always an answer"


def test_without_a_1_more_openings_can_be_forced() -> None:
    other = numduel.load(otherwise("top-stack-twelve", "Strategic Considerations, Forcing Moves"))
    forced = {at.state.stack for at in doomed(reachable(other))}
    assert {stack[0] for stack in forced} > {5, 6}


def test_the_sum_falls_as_often_as_it_rises() -> None:
    # Over every full window and every move that does not lose.
    game = numduel.load("top-stack-twelve")
    rises = falls = 0
    for stack in {at.state.stack for at in unfold(game, 260) if at.ply == 3 and at.moves}:
        at = replay("top-stack-twelve", *map(str, stack))
        for move in at.moves:
            if not loses_at_once(at, move):
                rises += move > stack[0]
                falls += move < stack[0]
    assert rises == falls > 0
