"""Every registered game, ours or another package's, is right; and check_game finds what is not.

A game that comes along is tested here without being named; see docs/add-a-game.md.
"""

import subprocess
import sys
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest
from counting import TAKEN, Counting
from strategies import GAMES

import numduel
from numduel import (
    Erratum,
    Game,
    GameError,
    Idea,
    Kind,
    NumduelError,
    Outcome,
    Side,
    Value,
    Variant,
    Verdict,
    Voice,
    Whole,
    setting,
)
from numduel.testing import GameCheckError, check_game

each_game = pytest.mark.parametrize("name", GAMES)


@each_game
def test_a_registered_game_is_right_under_a_spread_of_its_settings(name: str) -> None:
    check_game(numduel.games()[name], games=5)


@pytest.mark.slow
@each_game
def test_a_registered_game_is_right_under_many_of_its_settings(name: str) -> None:
    check_game(numduel.games()[name], games=100)


@each_game
def test_the_rulebooks_settings_need_not_be_written(name: str) -> None:
    assert numduel.load(name).spec == name
    assert numduel.games()[name]() == numduel.load(name)


# How check_game is used


def complaint(game: Any, **options: int) -> str:
    """The one sentence in which a game is found wrong."""
    with pytest.raises(GameCheckError) as caught:
        check_game(game, **options)
    assert str(caught.value).isprintable()
    return str(caught.value)


def test_a_class_that_nobody_registered_can_be_checked() -> None:
    check_game(Counting)
    assert Counting.name not in numduel.games()


def test_a_game_that_is_made_already_is_checked_under_its_own_settings_alone() -> None:
    class WrongFromFiveOn(Counting):
        def show(self, state: int) -> str:
            return "\n" if self.most >= 5 else "fine"

    check_game(WrongFromFiveOn(most=4))
    assert "(counting:most=5)" in complaint(WrongFromFiveOn(most=5))
    assert "(counting:" in complaint(WrongFromFiveOn)


def test_what_is_wrong_far_from_the_start_is_found_where_there_are_few_positions() -> None:
    class MergesStates(Counting):
        def key(self, state: int) -> int:
            return 6 if state == 1 else state  # their legal moves are not the same

    class MovesAfterTheEnd(Counting):
        def moves(self, state: int) -> Sequence[int]:
            return (1,) if state == 0 else super().moves(state)

    assert "different legal moves" in complaint(MergesStates(start=100))
    assert "the game is over, but there are still moves" in complaint(MovesAfterTheEnd(start=100))


@pytest.mark.parametrize("winner", [1, "next"])
def test_a_winner_must_be_a_side(winner: Any) -> None:
    class NumbersWinners(Counting):
        def outcome(self, state: int) -> Outcome | None:
            return None if state else Outcome(winner, "the last one is taken")

    assert "winner is no Side" in complaint(NumbersWinners())


def test_lines_and_spellings_are_several_not_one_text() -> None:
    class OneSpelling(Counting):
        def spellings(self, move: int) -> Sequence[str]:
            return f"take{move}"

    class OneLine(Voice[int, int]):
        def turn(self, state: int, player: int) -> Any:
            return "your turn"

    class SpeaksInOneLine(Counting):
        def voice(self) -> Voice[int, int]:
            return OneLine(self)

    assert "spellings() must return several texts" in complaint(OneSpelling())
    assert "turn() must return lines" in complaint(SpeaksInOneLine())


def test_a_reading_is_a_whole_number() -> None:
    with pytest.raises(GameError, match="reading must be a whole number"):

        class Unread(Counting):
            reading = "2"  # type: ignore[assignment]


def test_what_is_wrong_comes_with_a_spec_and_moves_to_see_it_by() -> None:
    class WrongAtTwo(Counting):
        def features(self, state: int) -> Sequence[int]:
            return (state + 0 // (state - 2),)

    told = complaint(WrongAtTwo)
    assert told == "ZeroDivisionError was raised: integer division or modulo by zero (counting, after 2 3)"
    position = numduel.Position.start(WrongAtTwo()).say("2").say("3")
    with pytest.raises(ZeroDivisionError):
        WrongAtTwo().features(position.state)


def test_the_same_seed_finds_the_same_and_another_number_of_games_may_find_more() -> None:
    class WrongWithMany(Counting):
        def show(self, state: int) -> str:
            return "\n" if self.most > 6 else "fine"

    check_game(WrongWithMany, games=0)
    assert complaint(WrongWithMany, games=50, seed=4) == complaint(WrongWithMany, games=50, seed=4)


def test_a_complaint_is_an_assertion_that_failed_and_an_error_of_numduels() -> None:
    assert issubclass(GameCheckError, AssertionError)
    assert issubclass(GameCheckError, NumduelError)


def test_checking_a_game_needs_nothing_but_numduel() -> None:
    program = (
        "import sys, numduel.testing\n"
        "numduel.testing.check_game(numduel.games()['operation-duel'], games=2)\n"
        "print(sorted({'pytest', 'hypothesis', 'numpy', 'numba', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# The class and its settings


@pytest.mark.parametrize("other", [int, 5, None, "digit-stack"])
def test_what_is_no_game_at_all_is_found(other: Any) -> None:
    assert complaint(other).endswith("is no subclass of Game")


def test_a_variant_that_is_wrong_is_found() -> None:
    class WrongWithThirty(Counting):
        def show(self, state: int) -> str:
            return "\n" if (self.start, self.most) == (30, 2) else "fine"

    assert complaint(WrongWithThirty).endswith("(counting:start=30,most=2)")


def test_a_kind_of_setting_that_cannot_write_its_values_is_found() -> None:
    class Mute(Whole):
        def write(self, value: int | None) -> str:
            raise RuntimeError("no words")

    @dataclass(frozen=True)
    class Silent(Counting):
        most: int = setting(3, Mute(1, 10), "how many may be taken at once")

    assert complaint(Silent(most=4)) == "RuntimeError was raised: no words (counting)"


def test_a_class_that_leaves_out_a_rule_is_found() -> None:
    class Half(Game[int, int]):
        def initial(self) -> int:
            return 0

    assert complaint(Half).startswith("Half cannot be made: TypeError was raised: ")


def test_settings_under_which_nobody_can_start_are_found_where_they_are_the_rulebooks() -> None:
    class NobodyMoves(Counting):
        def moves(self, state: int) -> Sequence[int]:
            return ()

    assert "nobody could move at the start" in complaint(NobodyMoves)


def test_games_that_are_equal_though_their_settings_differ_are_found() -> None:
    class AllEqual(Counting):
        variants = ()  # type: ignore[assignment]

        def __eq__(self, other: object) -> bool:
            return isinstance(other, AllEqual)

        def __hash__(self) -> int:
            return 0

    assert "games with different settings are equal" in complaint(AllEqual)


def test_a_kind_of_setting_that_does_not_read_back_what_it_writes_is_found() -> None:
    class Vague(Kind):
        def read(self, text: str) -> int:
            return int(text)

        def write(self, value: int) -> str:
            return str(value + 1)

        def check(self, value: Any) -> int:
            return int(value)

        @property
        def allowed(self) -> str:
            return "a number"

    @dataclass(frozen=True)
    class Spelled(Counting):
        most: int = setting(3, Vague(), "how many may be taken at once")

    assert "makes another game" in complaint(Spelled(most=4))


def test_a_rule_that_fails_under_some_settings_is_found() -> None:
    class FailsWithOne(Counting):
        def initial(self) -> int:
            return self.start * (self.most - 1) // (self.most - 1)

    assert "ZeroDivisionError" in complaint(FailsWithOne)


def test_a_setting_without_a_bound_that_the_rules_cannot_bear_is_found() -> None:
    @dataclass(frozen=True)
    class Unbounded(Counting):
        start: int = setting(7, Whole(1), "how many there are at the start")

    assert "Exceeds the limit" in complaint(Unbounded), "show() writes all digits there are"


@pytest.mark.parametrize(
    "wrong",
    [
        {"variants": (Variant("none", "most=0", "nothing can be taken"),)},
        {"errata": (Erratum("Rules", "Take any number.", "Take a few.", "least=1"),)},
        {"variants": (Variant("usual", "most=3", "as it always was"),)},
    ],
    ids=["variant", "erratum", "the rulebook's own"],
)
def test_named_settings_that_make_no_other_game_are_found(wrong: dict[str, Any]) -> None:
    assert "names" in complaint(type("Named", (Counting,), wrong))


# Moves and their texts


def test_a_legal_move_that_the_vocabulary_does_not_have_is_found() -> None:
    class Short(Counting):
        def vocabulary(self) -> Sequence[int]:
            return range(1, self.most)

    assert complaint(Short) == "the move 3 is legal, but not in vocabulary() (counting)"


def test_a_move_twice_in_the_vocabulary_is_found() -> None:
    class Twice(Counting):
        def vocabulary(self) -> Sequence[int]:
            return (*super().vocabulary(), 1)

    assert "vocabulary() has a move twice" in complaint(Twice)


def test_a_vocabulary_in_another_order_every_time_is_found() -> None:
    turn = count()

    class Shuffled(Counting):
        def vocabulary(self) -> Sequence[int]:
            return range(1, self.most + 1)[:: 1 if next(turn) % 3 else -1]

    assert "vocabulary() is not the same every time" in complaint(Shuffled)


def test_legal_moves_that_are_no_sequence_are_found() -> None:
    class Loose(Counting):
        def moves(self, state: int) -> Any:
            return set(super().moves(state))

    assert "moves() must return a sequence" in complaint(Loose)


def test_a_legal_move_twice_is_found() -> None:
    class Twice(Counting):
        def moves(self, state: int) -> Sequence[int]:
            return [*super().moves(state), 1] if state else []

    assert "moves() has a move twice" in complaint(Twice)


def test_a_move_of_another_type_than_the_vocabularys_is_found() -> None:
    class Truth(Counting):
        def moves(self, state: int) -> Sequence[int]:
            return [True, *super().moves(state)[1:]] if state else []

    assert "the move True is legal, but not in vocabulary()" in complaint(Truth)


def test_two_moves_with_one_text_are_found() -> None:
    class Alike(Counting):
        def write(self, move: int) -> str:
            return "some" if move > 1 else "one"

    assert "'some' spells two moves, 2 and 3" in complaint(Alike)


def test_two_moves_with_one_spelling_are_found() -> None:
    class Alike(Counting):
        def spellings(self, move: int) -> Sequence[str]:
            return (str(move), "take", f"take {move}")

    assert "'take' spells two moves, 1 and 2" in complaint(Alike)


@pytest.mark.parametrize("word", ["help", "moves", "hint", "why", "undo", "resign", "draw", "quit", "?"])
def test_a_move_spelled_like_a_command_at_the_table_is_found(word: str) -> None:
    class Colliding(Counting):
        def spellings(self, move: int) -> Sequence[str]:
            return (f"{word} {move}", str(move))

    assert f"uses a word that is a command at the table: {word}" in complaint(Colliding)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("", "empty text"), ("a\nb", "printable line"), ("b\u00fc", "capitals"), (5, "is no text")],
)
def test_a_text_that_cannot_be_typed_is_found(text: Any, wrong: str) -> None:
    class Odd(Counting):
        def write(self, move: int) -> str:
            return text if move == 2 else str(move)

        def spellings(self, move: int) -> Sequence[str]:
            return (str(move),)

    assert wrong in complaint(Odd)


def test_a_move_without_a_spelling_is_found() -> None:
    class Silent(Counting):
        def spellings(self, move: int) -> Sequence[str]:
            return ()

    assert "spellings() has none" in complaint(Silent)


# States, ends and keys


def test_a_game_that_goes_on_without_a_move_is_found() -> None:
    class Stuck(Counting):
        def moves(self, state: int) -> Sequence[int]:
            return () if state == 2 else super().moves(state)

    assert "the game is not over, but there is no move" in complaint(Stuck)


def test_a_game_that_is_over_with_moves_left_is_found() -> None:
    class Over(Counting):
        def outcome(self, state: int) -> Outcome | None:
            return TAKEN if state < 2 else None

    assert "the game is over, but there are still moves" in complaint(Over)


@pytest.mark.parametrize(
    ("outcome", "wrong"),
    [("won", "an Outcome or None"), (Outcome(None, ""), "has no reason"), (Outcome(None, "\n"), "printable")],
)
def test_an_end_that_tells_nothing_is_found(outcome: Any, wrong: str) -> None:
    class Ends(Counting):
        def outcome(self, state: int) -> Any:
            return None if state else outcome

    assert wrong in complaint(Ends)


def test_a_state_that_cannot_be_hashed_is_found() -> None:
    class Listed(Counting):
        def play(self, state: Any, move: int) -> Any:
            return [state - move]

    assert "a state must be hashable, but [6] is not (counting)" in complaint(Listed)


class Heap:
    """A state that can be changed, and is hashable all the same."""

    def __init__(self, left: int) -> None:
        self.left = left

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Heap) and other.left == self.left

    def __hash__(self) -> int:
        return 1


class Heaps(Counting):
    def initial(self) -> Any:
        return Heap(self.start)

    def moves(self, state: Any) -> Sequence[int]:
        return super().moves(state.left)

    def outcome(self, state: Any) -> Outcome | None:
        return super().outcome(state.left)

    def play(self, state: Any, move: int) -> Any:
        return Heap(state.left - move)

    def key(self, state: Any) -> Hashable:
        return int(state.left)

    def features(self, state: Any) -> Sequence[int]:
        return (state.left,)


def test_a_move_that_changes_the_state_it_is_made_in_is_found() -> None:
    class Changing(Heaps):
        def play(self, state: Any, move: int) -> Any:
            if move == 1 and state.left == 5:
                state.left += 1
            return Heap(state.left - move)

    check_game(Heaps, games=5)
    assert complaint(Changing) == "play() changes the state it is given (counting, after 2)"


def test_words_that_change_a_state_are_found() -> None:
    class Changing(Heaps):
        def show(self, state: Any) -> str:
            state.left -= state.left == 5
            return f"{state.left} left."

    assert "speaking of a state changes it" in complaint(Changing)


@pytest.mark.parametrize("rule", ["initial", "moves", "play", "outcome", "key"])
def test_a_rule_that_is_not_the_same_every_time_is_found(rule: str) -> None:
    turn = count()
    wavering = {
        "initial": lambda game: 7 + next(turn) % 2,
        "moves": lambda game, state: range(1, min(game.most, state) + 1)[:: 1 if next(turn) % 5 else -1],
        "play": lambda game, state, move: state - move + (state == 7 and next(turn) % 2),
        "outcome": lambda game, state: None if state else Outcome(Side.PREVIOUS, f"turn {next(turn)}"),
        "key": lambda game, state: (state, next(turn)),
    }
    told = complaint(type("Wavering", (Counting,), {rule: wavering[rule]}))
    assert told.startswith(f"{rule}() ")
    assert "is not the same every time" in told


class Keyed(Counting):
    """Features that go with any key."""

    def features(self, state: int) -> Sequence[int]:
        raise numduel.SettingError("nothing is shown")


def test_a_key_that_merges_states_with_different_legal_moves_is_found() -> None:
    class Merged(Keyed):
        def key(self, state: int) -> Hashable:
            return max(state, 2)

    assert "two states have the key 2, but different legal moves (counting" in complaint(Merged)


def test_a_key_that_merges_states_with_different_outcomes_is_found() -> None:
    class Passed(Keyed):
        """A heap that is passed over loses, with no move left either way."""

        def moves(self, state: int) -> Sequence[int]:
            return range(1, self.most + 1) if state > 0 else ()

        def outcome(self, state: int) -> Outcome | None:
            return Outcome(Side.NEXT, "too many are taken") if state < 0 else super().outcome(state)

        def key(self, state: int) -> Hashable:
            return max(state, 0)

    assert "two states have the key 0, but different outcomes" in complaint(Passed)


def test_a_key_that_merges_states_with_different_futures_is_found() -> None:
    class Merged(Keyed):
        def key(self, state: int) -> Hashable:
            return min(state, 5)

    assert "but moves from them lead to different keys" in complaint(Merged(start=9))


def test_a_key_that_cannot_be_hashed_is_found() -> None:
    class Listed(Counting):
        def key(self, state: int) -> Any:
            return [state]

    assert "a key must be hashable" in complaint(Listed)


# What learners see


@pytest.mark.parametrize(
    ("features", "wrong"),
    [
        (lambda game, state: (state, 0), "not as many as feature_bounds()"),
        (lambda game, state: (float(state),), "must be whole numbers"),
        (lambda game, state: (2 * state,), "the features of the start lie outside"),
        (lambda game, state: (state // 2,), "two states have the features (3,), but different keys"),
    ],
    ids=["too many", "no whole numbers", "out of bounds", "too few to tell"],
)
def test_features_that_learners_cannot_use_are_found(features: Any, wrong: str) -> None:
    class Shown(Counting):
        def feature_bounds(self) -> Sequence[tuple[int, int]]:
            return ((0, self.start),)

    assert wrong in complaint(type("Seen", (Shown,), {"features": features}))


@pytest.mark.parametrize("trimmed", [lambda game, state: (), lambda game, state: (state, 0, 0)])
def test_features_that_lose_more_than_zeros_are_found(trimmed: Any) -> None:
    class Padded(Counting):
        def features(self, state: int) -> Sequence[int]:
            return (state, 0)

    check_game(type("Trims", (Padded,), {"trimmed_features": lambda game, state: (state,)}), games=2)
    told = complaint(type("Cuts", (Padded,), {"trimmed_features": trimmed}))
    assert "trimmed_features() are not features() but for zeros at the end" in told


def test_features_that_differ_where_keys_do_not_are_found() -> None:
    class Remembering(Game[tuple[int, int], int]):
        """A state has the last move in it, which does not matter."""

        name, title, summary = "remembering", "Remembering", "Take 1 to 3 from 7."

        def initial(self) -> tuple[int, int]:
            return 7, 0

        def moves(self, state: tuple[int, int]) -> Sequence[int]:
            return range(1, min(3, state[0]) + 1)

        def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
            return state[0] - move, move

        def outcome(self, state: tuple[int, int]) -> Outcome | None:
            return None if state[0] else TAKEN

        def vocabulary(self) -> Sequence[int]:
            return (1, 2, 3)

        def key(self, state: tuple[int, int]) -> Hashable:
            return state[0]

    assert "but different features" in complaint(Remembering)


def test_bounds_that_bound_nothing_are_found() -> None:
    class Bounded(Counting):
        def feature_bounds(self) -> Sequence[tuple[int, int]]:
            return ((self.start, 0),)

    assert "a feature has no proper bounds" in complaint(Bounded)


# Words


@pytest.mark.parametrize(
    ("line", "wrong"),
    [("two\nlines", "not one printable line"), ("None left", "speaks of None"), ("x" * 2_000, "too long")],
)
@pytest.mark.parametrize("part", ["rules", "opening", "turn", "report", "ending", "rejection", "brief"])
def test_a_line_that_cannot_be_shown_is_found_wherever_it_is_said(part: str, line: str, wrong: str) -> None:
    said: Any = line if part == "brief" else [line]
    spoken = type("Spoken", (Voice,), {part: lambda *_: said})

    class Speaking(Counting):
        def voice(self) -> Voice[int, int]:
            voice: Voice[int, int] = spoken(self)
            return voice

    assert wrong in complaint(Speaking)


@pytest.mark.parametrize(
    ("final", "wrong"),
    [
        (lambda winner: ["That was it."], "final(1) must name Player 1"),
        (lambda winner: ["Player 1 wins, Player 2 does not."], "and nobody else"),
        (lambda winner: [f"Player {winner or 1} wins."], "final(None) names a winner"),
    ],
)
def test_last_words_that_do_not_name_the_winner_are_found(final: Any, wrong: str) -> None:
    class Closing(Voice[int, int]):
        def final(self, winner: int | None) -> Sequence[str]:
            lines: Sequence[str] = final(winner)
            return lines

    class Closed(Counting):
        def voice(self) -> Voice[int, int]:
            return Closing(self)

    assert wrong in complaint(Closed)


def test_a_fault_that_is_none_is_found() -> None:
    class Forgiving(Counting):
        def fault(self, state: int, words: tuple[str, ...]) -> Any:
            return None

    assert "fault() must return a Fault" in complaint(Forgiving)


# Size and theory


@pytest.mark.parametrize(
    ("size", "wrong"), [(6, "but there are 7 positions"), (7.0, "whole number"), (0, "whole")]
)
def test_a_size_that_is_wrong_is_found(size: Any, wrong: str) -> None:
    assert wrong in complaint(type("Sized", (Counting,), {"size": lambda game: size}))


class Known(Counting):
    """Whoever faces a multiple of most + 1 loses."""

    def theory(self, state: int) -> Verdict | None:
        lost = state % (self.most + 1) == 0
        return Verdict(Value.LOSS if lost else Value.WIN, why="the remainder decides")


def test_a_theory_that_is_right_is_not_complained_of() -> None:
    check_game(Known, games=5)


GOOD = Idea("Remainders", "Whoever faces a multiple loses.")


def test_an_idea_that_is_right_is_not_complained_of() -> None:
    check_game(type("Good", (Known,), {"idea": lambda game, state: GOOD}), games=5)


@pytest.mark.parametrize(
    ("idea", "wrong"),
    [
        ("a word", "idea() gives no Idea: 'a word'"),
        (Idea("One\nline", "It is so."), "the name of an idea is not one printable line"),
        (Idea("Remainders", f"{None} is left."), "the rule of an idea speaks of None"),
    ],
)
def test_an_idea_that_is_not_lines_that_can_be_shown_is_found(idea: Any, wrong: str) -> None:
    assert wrong in complaint(type("Bad", (Known,), {"idea": lambda game, state: idea}))


def test_an_idea_where_theory_is_silent_is_found() -> None:
    early = complaint(type("Early", (Counting,), {"idea": lambda game, state: GOOD}))
    assert "idea() speaks where theory() is silent" in early


@pytest.mark.parametrize("start", [7, 5_000])
def test_a_theory_that_is_wrong_is_found_in_small_games_and_in_large_ones(start: int) -> None:
    @dataclass(frozen=True)
    class Wrong(Known):
        start: int = setting(7, Whole(1, 10_000), "how many there are at the start")

        def theory(self, state: int) -> Verdict | None:
            return Verdict(Value.LOSS if state % 4 < 2 else Value.WIN, why="the remainder decides")

    assert "theory() says" in complaint(Wrong(start=start))


def test_a_theory_with_the_wrong_plies_is_found() -> None:
    class Hasty(Known):
        def theory(self, state: int) -> Verdict | None:
            verdict = super().theory(state)
            assert verdict is not None
            return Verdict(verdict.value, 1, verdict.why)

    assert "theory() says" in complaint(Hasty)


def test_a_theory_that_agrees_with_itself_and_not_with_the_rules_is_found() -> None:
    @dataclass(frozen=True)
    class Circle(Game[int, str]):
        """Walk to and fro for ever, or give up and lose."""

        name, title, summary = "circle", "Circle", "Walk, or give up."

        def initial(self) -> int:
            return 1

        def moves(self, state: int) -> Sequence[str]:
            return ("walk", "give up") if state else ()

        def play(self, state: int, move: str) -> int:
            return 3 - state if move == "walk" else 0

        def outcome(self, state: int) -> Outcome | None:
            return None if state else Outcome(Side.NEXT, "one has given up")

        def vocabulary(self) -> Sequence[str]:
            return ("walk", "give up")

        def theory(self, state: int) -> Verdict | None:
            return Verdict(Value.LOSS if state == 2 else Value.WIN, why="this end is the better one")

    assert complaint(Circle) == "theory() says win of the state 1, but it is endless (circle)"
