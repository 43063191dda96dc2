"""The rules of each game: the rulebooks' worked examples, and what the settings make of them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import AnyPosition, unfold

import numduel
from numduel import Fault, IllegalMove, InvalidMove, Outcome, Position, Side
from numduel.core.integers import write_integer
from numduel.core.position import split


def start(spec: str) -> AnyPosition:
    return Position.start(numduel.load(spec))


def replay(spec: str, *texts: str) -> AnyPosition:
    position = start(spec)
    for text in texts:
        position = position.say(text)
    return position


def states(spec: str, *texts: str) -> list[Any]:
    """The state after each move, each of which finds the game going on."""
    position, found = start(spec), []
    for text in texts:
        assert position.outcome is None
        position = position.say(text)
        found.append(position.state)
    return found


def legal(position: AnyPosition) -> list[str]:
    return [position.game.write(move) for move in position.moves]


# Operation Stack


def test_operation_stacks_example_game_is_won_by_player_1_on_turn_5() -> None:
    game = ["push 7", "push 3", "operate *", "push 3", "operate +"]
    assert states("operation-stack", *game) == [(7,), (7, 3), (21,), (21, 3), (24,)]
    end = replay("operation-stack", *game)
    assert end.outcome == Outcome(Side.PREVIOUS, "the stack has one number equal to the target")
    assert (end.ply, end.winner) == (5, 1)


def test_operation_stacks_command_line_example_is_won_by_player_1_on_turn_9() -> None:
    game = ["5", "8", "*", "4", "-", "6", "-", "6", "-"]
    assert states("operation-stack", *game) == [
        (5,),
        (5, 8),
        (40,),
        (40, 4),
        (36,),
        (36, 6),
        (30,),
        (30, 6),
        (24,),
    ]
    assert replay("operation-stack", *game).winner == 1


def test_a_number_outside_the_set_is_asked_again() -> None:
    position = replay("operation-stack", "5", "8", "*", "4", "-")
    for text in ("12", "0", "-1", "10"):
        with pytest.raises(InvalidMove):
            position.say(text)
        assert position.game.fault(position.state, ("push", text)) is Fault.RETRY
        assert position.game.fault(position.state, (text,)) is Fault.RETRY


def test_the_number_popped_first_is_the_second_operand() -> None:
    assert states("operation-stack", "3", "8", "-")[-1] == (-5,)
    assert states("operation-stack", "9", "3", "8", "-")[-1] == (9, -5)
    assert states("operation-stack", "9", "3", "8", "-", "*")[-1] == (-45,)


def test_pushing_is_allowed_on_every_stack() -> None:
    position = start("operation-stack")
    for _ in range(30):
        assert set("123456789") <= set(legal(position))
        position = position.say("1")


def test_operating_needs_two_numbers() -> None:
    assert legal(start("operation-stack")) == list("123456789")
    assert legal(replay("operation-stack", "4")) == list("123456789")
    assert legal(replay("operation-stack", "4", "4")) == list("123456789+-*")


def test_a_state_is_the_stack_and_nothing_else() -> None:
    position = replay("operation-stack", "7", "3")
    assert type(position.state) is tuple
    assert position.state == (7, 3)


def test_the_target_alone_on_the_stack_wins_however_it_came_about() -> None:
    pushed = replay("operation-stack:target=5", "5")
    assert pushed.state == (5,)
    assert pushed.outcome == Outcome(Side.PREVIOUS, "the stack has one number equal to the target")
    assert (pushed.winner, list(pushed.moves)) == (1, [])
    assert replay("operation-stack:target=5", "2", "3", "+").winner == 1
    assert replay("operation-stack:target=5", "2", "5").outcome is None, "it is not alone"
    assert replay("operation-stack:target=5,max_stack=1", "5").winner == 1
    assert replay("operation-stack:target=5,max_stack=1", "4").winner == 1, "player 2 cannot move"


def test_the_target_under_other_numbers_does_not_win() -> None:
    position = replay("operation-stack", "1", "8", "3", "*")
    assert position.state == (1, 24)
    assert position.outcome is None
    # Only when it stands alone: 1 + 24 = 25, and 25 - 1.
    assert replay("operation-stack", "1", "8", "3", "*", "+", "1", "-").winner == 1


def test_the_target_can_be_zero_or_negative() -> None:
    assert replay("operation-stack:target=0", "4", "4", "-").winner == 1
    assert replay("operation-stack:target=-1", "4", "5", "-").winner == 1


def test_a_swap_leaves_two_numbers_and_so_never_wins() -> None:
    position = replay("operation-stack:target=5,operations=plus/swap", "1", "5", "swap")
    assert position.state == (5, 1)
    assert position.outcome is None


@pytest.mark.parametrize(
    ("words", "numbers", "fault"),
    [
        (("operate",), 0, Fault.LOSS),
        (("operate",), 1, Fault.LOSS),
        (("+",), 0, Fault.LOSS),
        (("operate", "-"), 1, Fault.LOSS),
        (("/",), 0, Fault.LOSS),
        (("/",), 2, Fault.LOSS),
        (("operate", "/"), 2, Fault.LOSS),
        (("operate", "%"), 3, Fault.LOSS),
        (("operate", "^"), 2, Fault.LOSS),
        (("swap",), 2, Fault.RETRY),  # no action at all, unless it is switched on
        (("push", "/"), 2, Fault.RETRY),
        (("hello",), 0, Fault.RETRY),
        (("operate", "hello"), 2, Fault.RETRY),
        (("push",), 0, Fault.RETRY),
        (("push", "+"), 0, Fault.RETRY),
    ],
)
def test_a_forbidden_attempt_loses_and_nonsense_is_asked_again(
    words: tuple[str, ...], numbers: int, fault: Fault
) -> None:
    position = replay("operation-stack", *["7"] * numbers)
    assert position.game.fault(position.state, words) is fault
    lenient = numduel.load("operation-stack:invalid=retry")
    assert lenient.fault(position.state, words) is Fault.RETRY


def test_an_operation_that_the_settings_leave_out_loses_when_it_is_tried() -> None:
    position = replay("operation-stack:operations=plus", "5", "5")
    assert legal(position) == list("123456789+")
    for sign in "-*":
        assert position.game.fault(position.state, ("operate", sign)) is Fault.LOSS
        with pytest.raises(InvalidMove):
            position.say(sign)


def test_the_numbers_to_push_can_be_chosen() -> None:
    position = start("operation-stack:numbers=0/10-12")
    assert legal(position) == ["0", "10", "11", "12"]
    assert position.say("12").say("push 0").state == (12, 0)
    with pytest.raises(InvalidMove):
        position.say("1")


def test_swap_exchanges_the_top_two_and_needs_two() -> None:
    spec = "operation-stack:operations=plus/minus/times/swap"
    assert states(spec, "1", "2", "3", "swap")[-1] == (1, 3, 2)
    with pytest.raises(IllegalMove):
        replay(spec, "1", "swap")
    with pytest.raises(InvalidMove):
        replay("operation-stack", "1", "2", "swap")
    assert states(spec, "3", "8", "swap", "-")[-1] == (5,)


def test_a_full_stack_takes_no_push() -> None:
    position = replay("operation-stack:max_stack=2", "9", "9")
    assert legal(position) == ["+", "-", "*"]
    with pytest.raises(IllegalMove):
        position.say("1")
    assert position.game.fault(position.state, ("push", "1")) is Fault.RETRY
    assert legal(position.say("+")) == list("123456789")


def test_a_player_who_can_neither_push_nor_operate_loses() -> None:
    one = replay("operation-stack:max_stack=1", "9")
    assert one.outcome == Outcome(Side.PREVIOUS, "no valid action is left", stuck=True)
    assert one.winner == 1
    full = replay("operation-stack:max_stack=2,max_value=9,operations=plus/times", "9", "9")
    assert full.outcome is not None
    assert full.winner == 2, "9 + 9 and 9 * 9 lie beyond 9, and player 1 is stuck"
    swaps = replay("operation-stack:max_stack=2,operations=swap", "1", "2")
    assert legal(swaps) == ["swap"]


def test_a_result_beyond_max_value_is_not_available_either_way() -> None:
    position = replay("operation-stack:max_value=24", "3", "8")
    assert legal(position)[9:] == ["+", "-", "*"], "the bound itself is allowed"
    position = replay("operation-stack:max_value=23", "3", "8")
    assert legal(position)[9:] == ["+", "-"]
    assert position.game.fault(position.state, ("operate", "*")) is Fault.RETRY, "it is no forbidden attempt"
    position = replay("operation-stack:max_value=4", "1", "6")
    assert legal(position) == list("123456789"), "1 - 6 lies below -4"
    with pytest.raises(IllegalMove):
        position.say("-")


def test_max_value_bounds_results_and_neither_pushes_nor_swaps() -> None:
    position = replay("operation-stack:max_value=4,operations=minus/swap", "9", "1")
    assert legal(position) == [*"123456789", "swap"]
    assert legal(position.say("swap").say("9").say("9")) == [*"123456789", "-", "swap"]


def test_max_stack_max_value_and_swap_together() -> None:
    spec = "operation-stack:target=2,numbers=1/3,operations=plus/minus/swap,max_stack=2,max_value=2"
    position = replay(spec, "1", "3")
    assert legal(position) == ["-", "swap"], "full, and 1 + 3 lies beyond 2"
    position = position.say("swap")
    assert position.state == (3, 1)
    assert position.say("-").winner == 2, "a swap keeps the height, so player 2 may operate on two"


def test_arithmetic_is_exact_far_beyond_64_bits() -> None:
    position = replay("operation-stack", "9", *["9", "*"] * 63)
    assert position.state == (9**64,)
    position = position.say("1").say("-").say("2").say("-")
    assert position.state == (9**64 - 3,)


@given(st.lists(st.sampled_from("123456789+-*"), max_size=40))
def test_a_stack_is_what_a_calculator_says(texts: list[str]) -> None:
    position, stack = start("operation-stack"), list[int]()
    for text in texts:
        if position.outcome is not None or text not in legal(position):
            continue
        position = position.say(text)
        if text.isdecimal():
            stack.append(int(text))
        else:
            second, first = stack.pop(), stack.pop()
            stack.append(eval(f"({first}) {text} ({second})"))
        assert position.state == tuple(stack)
        assert (position.outcome is not None) == (stack == [24])


def test_twenty_thousand_turns_of_multiplying_stay_exact() -> None:
    position = start("operation-stack").play(9)
    for turn in range(19_999):
        position = position.play("*" if turn % 2 else 7)
    (number, top) = position.state
    # More digits than Python turns into text; so it is checked by arithmetic alone.
    assert top == 7
    assert number == 9 * 7**9_999
    assert number > 10**4_300
    for modulus in (10**9 + 7, 2**61 - 1, 10**18):
        assert number % modulus == 9 * pow(7, 9_999, modulus) % modulus
    assert (position.ply, position.player) == (20_000, 1)
    assert position.game.show(position.state).endswith("(8,452 digits), 7]")


def test_twenty_thousand_turns_up_and_down_a_tall_stack_stay_exact() -> None:
    position = start("operation-stack")
    for _ in range(10_001):
        position = position.play(3)
    assert len(position.game.show(position.state)) < 200
    for _ in range(9_999):
        position = position.play("*")
    assert position.state == (3, 3**10_000)
    assert position.play("-").state == (3 - 3**10_000,)


def test_negate_and_double_change_the_top_number_in_place_and_need_one() -> None:
    spec = "operation-stack:operations=plus/minus/times/swap/negate/double"
    assert legal(start(spec)) == list("123456789")
    assert legal(replay(spec, "4")) == [*"123456789", "negate", "double"]
    assert legal(replay(spec, "4", "5")) == [*"123456789", "+", "-", "*", "swap", "negate", "double"]
    assert states(spec, "4", "negate", "double", "3", "double", "negate") == [
        (4,),
        (-4,),
        (-8,),
        (-8, 3),
        (-8, 6),
        (-8, -6),
    ]


def test_negate_and_double_are_legal_on_0_and_change_nothing() -> None:
    spec = "operation-stack:numbers=0/1,operations=negate/double,max_stack=1,max_value=0"
    assert states(spec, "0", "negate", "double") == [(0,), (0,), (0,)]


def test_negate_and_double_win_where_they_leave_the_target_alone() -> None:
    end = replay("operation-stack:target=10,operations=double", "5", "double")
    assert (end.state, end.winner) == ((10,), 2)
    assert end.outcome == Outcome(Side.PREVIOUS, "the stack has one number equal to the target")
    assert replay("operation-stack:target=-3,operations=negate", "3", "negate").winner == 2
    assert replay("operation-stack:target=10,operations=double", "1", "5", "double").outcome is None


def test_max_value_bounds_what_negate_and_double_make() -> None:
    spec = "operation-stack:numbers=2/3/9,operations=negate/double,max_value=5"
    assert legal(replay(spec, "2"))[3:] == ["negate", "double"]
    assert legal(replay(spec, "3"))[3:] == ["negate"]
    assert legal(replay(spec, "9"))[3:] == [], "a push ignores the bound, and -9 lies beyond it as 18 does"
    three = replay(spec, "3")
    with pytest.raises(IllegalMove):
        three.say("double")
    assert three.game.fault(three.state, ("double",)) is Fault.RETRY
    stuck = replay("operation-stack:numbers=3,operations=double,max_stack=1,max_value=5", "3")
    assert stuck.outcome == Outcome(Side.PREVIOUS, "no valid action is left", stuck=True)


@pytest.mark.parametrize("word", ["negate", "double"])
def test_negate_and_double_on_an_empty_stack_are_forbidden_attempts(word: str) -> None:
    game = numduel.load(f"operation-stack:operations=plus/{word}")
    assert game.fault((), (word,)) is Fault.LOSS
    assert game.fault((4,), (word,)) is Fault.RETRY
    assert game.fault((4,), ("operate", word)) is Fault.LOSS, "operating needs two numbers"
    assert game.fault((4, 4), ("operate", word)) is Fault.RETRY
    assert list(game.voice().forfeit((), 2, (word,))) == [
        f"Player 2 attempted to {word} on an empty stack.",
        "Player 2 loses the game.",
    ]
    lenient = numduel.load(f"operation-stack:operations=plus/{word},invalid=retry")
    assert lenient.fault((), (word,)) is Fault.RETRY
    assert lenient.voice().rejection((), (), (word,)) == [
        "Invalid action. There must be a number on the stack to do that."
    ]


@pytest.mark.parametrize("word", ["swap", "negate", "double"])
def test_switched_off_they_are_unknown_words(word: str) -> None:
    position = replay("operation-stack", "4")
    for state in ((), (4,), (4, 4)):
        assert position.game.fault(state, (word,)) is Fault.RETRY
        told = position.game.voice().rejection(state, (), (word,))
        assert told == ["Invalid action. Please choose 'push' or 'operate'."]
    with pytest.raises(InvalidMove):
        position.say(word)


def test_the_words_for_negate_and_double() -> None:
    spec = "operation-stack:numbers=1-9,operations=plus/minus/times/swap/negate/double"
    voice = numduel.load(spec).voice()
    asked = "Player 1, choose an action ('push', 'operate', 'swap', 'negate' or 'double'): "
    assert voice.prompt((), 1, ()) == voice.prompt((5,), 1, ()) == voice.prompt((5, 6), 1, ()) == asked
    assert voice.prompt((5, 6), 1, ("operate",)) == "Choose an operation ('+', '-', '*'): "
    assert voice.report((3, 5), "double", (3, 10), 1) == [
        "Result: 5 doubled = 10",
        "Stack after turn: [3, 10]",
    ]
    assert voice.report((-5,), "negate", (5,), 1)[0] == "Result: -5 negated = 5"
    told = " ".join(voice.rules())
    assert "negate or double the top number, in its place" in told
    assert "So does trying to negate or double on an empty stack." in told
    bounded = numduel.load(f"{spec},max_value=8").voice()
    assert bounded.prompt((5,), 2, ()) == (
        "Player 2, choose an action ('push', 'operate', 'swap' or 'negate'): "
    )
    assert bounded.rejection((5,), (), ("double",)) == [
        "Invalid operation. The result would lie further than 8 from zero."
    ]


@pytest.mark.parametrize(
    "operations", ["none", "swap", "plus", "minus/times/swap", "negate/double", "plus/swap/double"]
)
@pytest.mark.parametrize(
    "bounds", ["max_stack=none", "max_stack=2", "max_value=0", "max_stack=2,max_value=5"]
)
@pytest.mark.parametrize("invalid", ["loses", "retry"])
def test_operation_stack_has_an_answer_to_nonsense_under_any_settings(
    operations: str, bounds: str, invalid: str
) -> None:
    game = numduel.load(f"operation-stack:numbers=1/9,operations={operations},{bounds},invalid={invalid}")
    voice = game.voice()
    lines = list(voice.rules())
    texts = ["+", "/", "operate", "operate /", "operate foo", "foo", "foo +", "push +", "5", "push 5", "swap"]
    texts += ["negate", "double", "operate negate", "push double"]
    for position in (position for position in unfold(game, 40) if position.outcome is None):
        state, said = (
            position.state,
            [split(text) for move in position.moves for text in game.spellings(move)],
        )
        for words in map(split, texts):
            if any(spelling[: len(words)] == words for spelling in said):
                continue  # a move, or the start of one: nobody rejects it
            loses = game.fault(state, words) is Fault.LOSS
            lines += voice.forfeit(state, 1, words) if loses else voice.rejection(state, (), words)
    assert all(line.isprintable() and "None" not in line for line in lines)


def test_a_full_stack_is_told_what_can_still_be_done() -> None:
    game = numduel.load("operation-stack:operations=swap,max_stack=2")
    position = Position.start(game).say("1").say("2")
    told = game.voice().rejection(position.state, (), ("5",))
    assert "operate" not in " ".join(told), "there is nothing to operate with"


# Top Stack Twelve


def test_top_stack_twelves_example_game_is_lost_by_player_1_on_turn_5() -> None:
    game = ["2", "3", "4", "2", "6"]
    seen = states("top-stack-twelve", *game)
    assert [state.stack[::-1] for state in seen] == [(2,), (3, 2), (4, 3, 2), (2, 4, 3, 2), (6, 2, 4, 3, 2)]
    end = replay("top-stack-twelve", *game)
    sums = [end.game.voice().report(state, state.stack[-1], state, 1)[2] for state in seen]
    assert [line.split()[-1] for line in sums] == ["2", "5", "9", "9", "12"]
    assert end.outcome == Outcome(Side.NEXT, "the sum reached the limit")
    assert end.winner == 2


def test_top_stack_twelves_command_line_example_is_lost_by_player_1_on_turn_3() -> None:
    assert [state.stack for state in states("top-stack-twelve", "2", "5", "6")] == [(2,), (2, 5), (2, 5, 6)]
    assert replay("top-stack-twelve", "2", "5", "6").winner == 2


def test_eleven_goes_on_and_twelve_loses() -> None:
    assert replay("top-stack-twelve", "6", "5").outcome is None
    assert replay("top-stack-twelve", "6", "6").winner == 1
    assert replay("top-stack-twelve", "5", "5", "1").outcome is None
    assert replay("top-stack-twelve", "5", "5", "2").winner == 2


def test_every_token_may_be_placed_even_one_that_loses() -> None:
    assert legal(replay("top-stack-twelve", "6", "5")) == list("123456")


def test_only_the_top_three_count() -> None:
    assert replay("top-stack-twelve", *"3" * 40).outcome is None
    assert replay("top-stack-twelve", *"551551551551").outcome is None


def test_a_token_outside_the_set_is_no_move() -> None:
    for text in ("0", "7", "-1", "1.0"):
        with pytest.raises(InvalidMove):
            start("top-stack-twelve").say(text)


def test_limit_window_and_tokens_can_be_chosen() -> None:
    spec = "top-stack-twelve:limit=20,window=2,tokens=1/9/10"
    assert replay(spec, "10", "9", "10").outcome is None
    assert replay(spec, "10", "9", "10", "10").winner == 1
    one = "top-stack-twelve:limit=3,window=1"
    assert replay(one, "2", "2", "2").outcome is None
    assert replay(one, "2", "3").winner == 1
    wide = "top-stack-twelve:window=100,tokens=1"
    assert replay(wide, *"1" * 11).outcome is None
    assert replay(wide, *"1" * 12).winner == 1


def test_a_limit_of_one_loses_at_once() -> None:
    assert replay("top-stack-twelve:limit=1", "1").winner == 2


def test_the_supply_is_shared_by_both_players() -> None:
    position = replay("top-stack-twelve:supply=2,tokens=1-3", "1", "1")
    assert legal(position) == ["2", "3"]
    with pytest.raises(IllegalMove):
        position.say("1")
    assert legal(position.say("2").say("3").say("2")) == ["3"]


def test_a_player_with_no_token_left_to_place_loses() -> None:
    end = replay("top-stack-twelve:supply=1,tokens=1-3", "1", "2", "3")
    assert end.outcome == Outcome(Side.PREVIOUS, "no token is left to place", stuck=True)
    assert end.winner == 1
    assert replay("top-stack-twelve:supply=1,tokens=1/2", "1", "2").winner == 2


def test_the_last_token_loses_if_it_reaches_the_limit() -> None:
    end = replay("top-stack-twelve:supply=1,tokens=5-7,limit=18", "5", "6", "7")
    assert end.outcome == Outcome(Side.NEXT, "the sum reached the limit")
    assert end.winner == 2


def test_the_future_of_a_stack_depends_on_its_top_two_and_the_supply() -> None:
    def key(spec: str, *texts: str) -> object:
        position = replay(spec, *texts)
        return position.game.key(position.state)

    assert key("top-stack-twelve", *"123") == key("top-stack-twelve", *"623")
    assert key("top-stack-twelve", *"123") != key("top-stack-twelve", *"132")
    assert key("top-stack-twelve:supply=2", *"123") != key("top-stack-twelve:supply=2", *"423")


# Operation Obliteration


def numbers(spec: str, *texts: str) -> list[int]:
    return [state.number for state in states(spec, *texts)]


def test_obliterations_sample_game_is_legal_up_to_turn_3() -> None:
    sample = ["divide", "divide", "subtract"]
    assert numbers("operation-obliteration", *sample) == [6, 3, 2]
    offered = [["divide"], ["divide"], ["add", "subtract", "multiply"], ["add", "subtract"]]
    assert [legal(replay("operation-obliteration", *sample[:turn])) for turn in range(4)] == offered


def test_obliterations_sample_game_is_played_whole_only_where_operations_may_be_repeated() -> None:
    sample = ["divide", "divide", "subtract", "divide", "multiply"]
    assert numbers("operation-obliteration:no_repeat=none", *sample) == [6, 3, 2, 1, 4]


@pytest.mark.parametrize(
    ("number", "operations"),
    [
        (1, ["multiply"]),  # odd, and not prime
        (2, ["add", "subtract", "divide"]),  # prime and even
        (3, ["add", "subtract", "multiply"]),
        (4, ["divide"]),
        (9, ["multiply"]),
        (33, ["multiply"]),  # 3 * 33 + 1 is 100
        (31, ["add", "subtract", "multiply"]),
        (37, ["add", "subtract"]),  # 3 * 37 + 1 is beyond 100
        (97, ["add", "subtract"]),
        (100, ["divide"]),
    ],
)
def test_what_a_number_is_decides_what_can_be_done_with_it(number: int, operations: list[str]) -> None:
    assert legal(start(f"operation-obliteration:start={number}")) == operations


def test_any_number_may_be_multiplied_if_the_settings_say_so() -> None:
    spec = "operation-obliteration:start={},multiply=any"
    assert legal(start(spec.format(4))) == ["divide", "multiply"]
    assert legal(start(spec.format(2))) == ["add", "subtract", "divide", "multiply"]
    assert legal(start(spec.format(9))) == ["multiply"]
    assert legal(start(spec.format(34))) == ["divide"], "3 * 34 + 1 is beyond 100"
    assert replay(spec.format(4), "multiply").state.number == 13
    assert "multiply (by 3, and add 1) always." in " ".join(start(spec.format(4)).game.voice().rules())
    assert "multiply (by 3, and add 1) if it is odd." in " ".join(
        numduel.load("operation-obliteration").voice().rules()
    )


def test_what_the_operations_do() -> None:
    after = {
        move: start("operation-obliteration:start=7").say(move).state.number for move in ("add", "subtract")
    }
    assert after == {"add": 8, "subtract": 6}
    assert start("operation-obliteration:start=8").say("divide").state.number == 4
    assert start("operation-obliteration:start=9").say("multiply").state.number == 28


def test_a_player_may_not_repeat_their_own_operation_but_may_copy_the_opponents() -> None:
    position = replay("operation-obliteration:start=11", "subtract", "divide")  # 10, then 5
    assert legal(position) == ["add", "multiply"], "player 1 subtracted; player 2's divide binds nobody else"
    position = replay("operation-obliteration:start=12", "divide", "divide")
    assert position.state.number == 3


def test_only_the_previous_operation_is_barred_not_earlier_ones() -> None:
    line = ["add", "divide", "subtract", "add", "add"]  # player 1 adds, subtracts, and adds again
    assert numbers("operation-obliteration:start=5", *line) == [6, 3, 2, 3, 4]


@pytest.mark.parametrize(
    ("no_repeat", "operations"),
    [
        ("own", ["subtract", "divide"]),
        ("opponent", ["add", "divide"]),
        ("both", ["divide"]),
        ("none", ["add", "subtract", "divide"]),
    ],
)
def test_whose_operation_is_barred_can_be_chosen(no_repeat: str, operations: list[str]) -> None:
    # Player 1 adds to 2, player 2 subtracts from 3, and player 1 finds 2 again.
    position = replay(f"operation-obliteration:start=2,no_repeat={no_repeat}", "add", "subtract")
    assert legal(position) == operations


def test_a_player_with_no_valid_operation_loses_without_being_asked() -> None:
    end = replay("operation-obliteration", "divide", "divide", "add")  # 4, and player 2 has divided
    assert end.state.number == 4
    assert end.outcome == Outcome(Side.PREVIOUS, "no valid operation is left", stuck=True)
    assert end.winner == 1


def test_a_result_outside_low_and_high_is_invalid() -> None:
    assert legal(start("operation-obliteration:start=7,low=7,high=22")) == ["add", "multiply"]
    assert legal(start("operation-obliteration:start=7,low=6,high=21")) == ["add", "subtract"]
    assert legal(start("operation-obliteration:start=7,low=6,high=7")) == ["subtract"]
    assert legal(start("operation-obliteration:start=6,low=3")) == ["divide"]
    with pytest.raises(IllegalMove):
        start("operation-obliteration:start=7,low=7").say("subtract")


def test_range_and_repeat_rule_work_together() -> None:
    end = replay("operation-obliteration:start=3,low=2,high=4,no_repeat=both", "add", "divide")
    assert end.state.number == 2
    assert end.winner == 2, "adding and dividing are barred, 1 lies below low, and 2 is not odd"


def test_primes_are_told_apart_from_their_look_alikes() -> None:
    # A Carmichael number, and numbers that pass simpler tests to the first so many bases.
    for number in (561, 2047, 1373653, 25326001, 3215031751, 2152302898747, 3474749660383, 341550071728321):
        assert legal(start(f"operation-obliteration:high={10**18},start={number}")) == ["multiply"]
    for prime in (2147483647, 999999999989, 999999999999999989):
        assert legal(start(f"operation-obliteration:high={10**18},start={prime}"))[:2] == ["add", "subtract"]


def test_primes_are_as_trial_division_finds_them() -> None:
    for number in range(1, 2000):
        prime = number > 1 and all(number % divisor for divisor in range(2, number))
        moves = legal(start(f"operation-obliteration:high=6000,start={number}"))
        assert ("add" in moves, "subtract" in moves) == (prime, prime)


# Digit Stack


@pytest.mark.parametrize(
    ("digits", "seen"),
    [
        ("5916", [5, 59, 591, 5916]),  # Example Scenario 1
        ("1234", [1, 12, 123, 1234]),  # Example Scenario 2
        ("2589", [2, 25, 258, 2589]),  # Command-Line Interaction Sample
    ],
)
def test_digit_stacks_examples_are_lost_by_player_2(digits: str, seen: list[int]) -> None:
    assert states("digit-stack", *digits) == seen
    end = replay("digit-stack", *digits)
    assert end.outcome == Outcome(Side.NEXT, "the target was exceeded")
    assert end.winner == 1


def test_digits_are_appended_to_the_right_end() -> None:
    assert replay("digit-stack", *"573").state == 573


def test_a_digit_may_be_repeated() -> None:
    assert replay("digit-stack", *"111").outcome is None
    assert legal(replay("digit-stack", *"55")) == list("123456789")


def test_zero_and_numbers_of_two_digits_are_no_digits() -> None:
    for text in ("0", "10", "-1", ""):
        with pytest.raises(InvalidMove):
            start("digit-stack").say(text)


def test_exactly_the_target_wins_and_one_more_loses() -> None:
    assert replay("digit-stack:target=573", *"573").outcome == Outcome(
        Side.PREVIOUS, "the target was reached exactly"
    )
    assert replay("digit-stack:target=573", *"573").winner == 1
    assert replay("digit-stack:target=573", *"574").winner == 2
    assert replay("digit-stack:target=573", *"572").outcome is None
    assert replay("digit-stack:target=57", *"57").winner == 2


def test_a_target_of_one_is_over_after_one_digit() -> None:
    assert replay("digit-stack:target=1", "1").winner == 1
    assert replay("digit-stack:target=1", "2").winner == 2


def test_the_digits_can_be_chosen() -> None:
    assert legal(start("digit-stack:digits=2/5-7")) == ["2", "5", "6", "7"]
    with pytest.raises(InvalidMove):
        start("digit-stack:digits=2/5-7").say("3")


def test_without_repeats_a_digit_in_the_number_may_not_be_appended() -> None:
    position = replay("digit-stack:repeats=no", *"59")
    assert legal(position) == list("1234678")
    with pytest.raises(IllegalMove):
        position.say("9")


def test_without_repeats_a_player_with_no_digit_left_loses() -> None:
    end = replay("digit-stack:repeats=no,digits=1-3", *"312")
    assert end.outcome == Outcome(Side.PREVIOUS, "no digit is left to append", stuck=True)
    assert end.winner == 1
    assert replay("digit-stack:repeats=no,digits=1/2", *"21").winner == 2


@pytest.mark.parametrize("reach", ["none", "1", "3", "8"])
@pytest.mark.parametrize("digits", ["1-9", "1/5/9", "3", "1-4"])
def test_without_repeats_a_player_is_stuck_exactly_where_no_digit_is_left(digits: str, reach: str) -> None:
    game = numduel.load(f"digit-stack:target=98766,repeats=no,digits={digits},reach={reach}")
    waiting = [game.initial()]
    while waiting:
        state = waiting.pop()
        outcome, moves = game.outcome(state), game.moves(state)
        if state < 98766:
            assert (outcome is not None) == (not moves)
        waiting += [game.play(state, move) for move in moves]


def test_digits_are_not_listed_to_tell_that_some_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    game, listed = numduel.load(f"digit-stack:target={'9' * 30},multiple=17,reach=6,repeats=no"), list[int]()
    monkeypatch.setattr(type(game), "moves", lambda game, state: listed.append(state))
    assert game.outcome(13587) is None
    assert listed == []
    assert game.outcome(7532461) is not None  # as many digits as lie within reach of 1
    assert listed == [7532461]


def test_the_last_digit_that_hits_or_passes_the_target_is_not_a_player_who_is_stuck() -> None:
    assert replay("digit-stack:repeats=no,digits=1-3,target=312", *"312").outcome == Outcome(
        Side.PREVIOUS, "the target was reached exactly"
    )
    assert replay("digit-stack:repeats=no,digits=1-3,target=311", *"312").outcome == Outcome(
        Side.NEXT, "the target was exceeded"
    )


def test_whoever_makes_a_multiple_wins_at_once() -> None:
    end = replay("digit-stack:multiple=7", *"21")
    assert end.outcome == Outcome(Side.PREVIOUS, "a multiple of 7 was made")
    assert (end.winner, list(end.moves)) == (2, [])
    assert replay("digit-stack:multiple=7", "7").winner == 1
    assert replay("digit-stack:multiple=7", *"22").outcome is None


def test_the_empty_number_is_no_multiple() -> None:
    position = start("digit-stack:multiple=2")
    assert position.outcome is None
    assert legal(position) == list("123456789")


def test_above_the_target_loses_even_as_a_multiple_and_the_target_itself_is_reached() -> None:
    assert replay("digit-stack:target=20,multiple=7", *"21").outcome == Outcome(
        Side.NEXT, "the target was exceeded"
    )
    assert replay("digit-stack:target=21,multiple=7", *"21").outcome == Outcome(
        Side.PREVIOUS, "the target was reached exactly"
    )
    last = replay("digit-stack:target=99999,digits=1-3,repeats=no,multiple=213", *"213")
    assert last.outcome == Outcome(Side.PREVIOUS, "a multiple of 213 was made"), "and nobody is stuck"


def test_a_digit_may_not_lie_out_of_reach_of_the_one_before() -> None:
    assert legal(start("digit-stack:reach=2")) == list("123456789"), "the first is free"
    assert legal(replay("digit-stack:reach=2", "5")) == list("34567")
    assert legal(replay("digit-stack:reach=2", "5", "7")) == list("56789")
    assert legal(replay("digit-stack:reach=1,digits=1/3-5", "1")) == ["1"]
    with pytest.raises(IllegalMove):
        replay("digit-stack:reach=2", "5", "8")


def test_without_repeats_a_player_with_no_digit_within_reach_loses() -> None:
    end = replay("digit-stack:digits=1/2/9,repeats=no,reach=1", *"12")
    assert end.outcome == Outcome(Side.PREVIOUS, "no digit is left to append", stuck=True)
    assert end.game.voice().ending(end.state, 1)[1] == "Player 1 has no digit within reach!"


def test_the_words_for_multiple_and_reach() -> None:
    game = numduel.load("digit-stack:reach=2,multiple=7")
    voice = game.voice()
    assert voice.ending(21, 1) == ["", "Player 2 has made a multiple of 7!", "Player 1 loses the game."]
    assert voice.prompt(5, 2, ()) == "Player 2, please choose a digit (3-7): "
    assert voice.rejection(5, (), ("8",)) == [
        "Invalid digit. 8 lies further than 2 from the digit before, 5. Please choose a digit (3-7)."
    ]
    assert voice.rejection(5, (), ("0",)) == ["Invalid digit. Please choose a digit (3-7)."]
    assert voice.rejection(0, (), ("x",)) == ["Invalid digit. Please choose a digit (1-9)."]
    unrepeated = numduel.load("digit-stack:repeats=no").voice()
    assert unrepeated.rejection(5, (), ("5",)) == [
        "Invalid digit. 5 already stands in the number. Please choose a digit (1-4/6-9)."
    ]
    told = " ".join(voice.rules())
    assert "It may differ from the digit before by at most 2; the first is free." in told
    assert told.startswith("Two players build one number. Whoever makes it a multiple of 7 wins at once.")
    assert "Whoever passes 1,000 loses at once, by a multiple or not." in told


def test_a_kind_of_number_is_what_its_future_depends_on() -> None:
    def key(spec: str, number: int) -> object:
        return numduel.load(f"digit-stack:target=54321,{spec}").key(number)

    assert key("multiple=7", 12) == key("multiple=7", 33) == (2, -1, 5)
    assert key("multiple=7", 12) != key("multiple=7", 61), "61 lies above 54, and leaves 5 too"
    assert key("multiple=7", 54) == (2, 0, 5)
    assert key("reach=3", 12) == key("reach=3", 42) != key("reach=3", 43)
    assert key("digits=1-3,repeats=no,multiple=7", 12) == (2, -1, 5, 1, 1, 0)
    assert key("reach=3,multiple=7", 0) == (0, 0, 0, 0)
    assert numduel.load("digit-stack").key(12) == 12


@pytest.mark.parametrize(
    ("spec", "size"),
    [
        ("digit-stack", 820),
        ("digit-stack:digits=1", 4),
        ("digit-stack:target=1" + "0" * 50 + ",digits=7", 51),
        ("digit-stack:target=99999,digits=1-4,repeats=no", 65),
        ("digit-stack:target=999999999999,digits=1-5,multiple=7", 72),
    ],
)
def test_the_size_of_digit_stack_is_the_number_of_its_positions(spec: str, size: int) -> None:
    assert numduel.load(spec).size() == numduel.solve(spec).positions == size


def test_a_number_of_five_thousand_digits_is_built_exactly() -> None:
    position = start("digit-stack:target=" + "7" * 5000)
    for _ in range(5000):
        assert position.outcome is None
        position = position.play(7)
    assert position.state == 7 * (10**5000 - 1) // 9
    assert position.winner == 2


# Operation Duel


def test_operation_duels_example_game_is_lost_by_player_1_on_turn_7() -> None:
    game = ["*2", "+1", "*2", "+1", "*2", "+1", "*2"]
    assert states("operation-duel", *game) == [2, 3, 6, 7, 14, 15, 30]
    end = replay("operation-duel", *game)
    assert end.outcome == Outcome(Side.NEXT, "the target was exceeded")
    assert end.winner == 2


def test_operation_duels_command_line_example_types_the_numbers_of_a_menu() -> None:
    assert states("operation-duel", *"2121212") == [2, 3, 6, 7, 14, 15, 30]
    assert states("operation-duel", "multiply by 2", "Add 1") == [2, 3]


def test_whoever_reaches_the_target_exactly_wins() -> None:
    end = replay("operation-duel", "+1", "+1", "+1", "+1", "*2", "*2")
    assert end.state == 20
    assert end.outcome == Outcome(Side.PREVIOUS, "the target was reached exactly")
    assert end.winner == 2


def test_an_operation_that_passes_the_target_is_allowed_and_loses() -> None:
    position = replay("operation-duel:start=19", "*2")
    assert position.outcome == Outcome(Side.NEXT, "the target was exceeded")
    assert position.winner == 2


def test_an_operation_that_passes_the_target_may_be_forbidden() -> None:
    position = start("operation-duel:start=19,overshoot=forbidden")
    assert legal(position) == ["+1"]
    with pytest.raises(IllegalMove):
        position.say("*2")
    assert position.say("+1").winner == 1
    assert legal(start("operation-duel:start=10,overshoot=forbidden")) == ["+1", "*2"]


def test_a_player_whose_every_operation_is_forbidden_loses() -> None:
    end = replay("operation-duel:target=5,add=2/3,overshoot=forbidden", "+3")
    assert end.state == 4
    assert end.outcome == Outcome(Side.PREVIOUS, "every operation would exceed the target", stuck=True)
    assert end.winner == 1
    assert replay("operation-duel:target=5,add=2/3", "+3").outcome is None, "where it loses, it is allowed"


def test_sets_of_operations_are_listed_sums_first() -> None:
    position = start("operation-duel:target=100,add=1/5/10,multiply=2/3")
    assert legal(position) == ["+1", "+5", "+10", "*2", "*3"]
    assert [position.say(str(choice)).state for choice in range(1, 6)] == [2, 6, 11, 2, 3]
    assert position.say("add 10").say("multiply by 3").state == 33


def test_adding_or_multiplying_can_be_left_out() -> None:
    assert legal(start("operation-duel:add=none")) == ["*2"]
    assert legal(start("operation-duel:multiply=none")) == ["+1"]
    assert replay("operation-duel:add=none", *["*2"] * 5).winner == 2


def test_the_numbers_of_the_menu_stay_when_some_operations_are_closed() -> None:
    position = start("operation-duel:target=20,start=18,add=1/5/2,overshoot=forbidden")
    assert legal(position) == ["+1", "+2"]
    with pytest.raises(IllegalMove):
        position.say("3")
    assert position.say("2").state == 20


def test_start_and_target_together() -> None:
    assert replay("operation-duel:start=0,target=1", "+1").winner == 1
    assert replay("operation-duel:start=0,target=1", "*2").state == 0, "doubling nothing passes the turn"


def test_a_target_of_thousands_of_digits_is_reached_exactly() -> None:
    target = 2**16_000
    game = numduel.load("operation-duel", {"target": write_integer(target)})
    position = Position.start(game)
    for _ in range(16_000):
        assert position.outcome is None
        position = position.say("*2")
    assert position.state == target
    assert position.winner == 2
    assert Position(game, target - 1).say("+1").winner == 1
    assert Position(game, target - 1).say("*2").winner == 2
