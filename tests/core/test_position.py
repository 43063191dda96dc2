"""Position: turns, checked moves, and refusals that are one sentence, for every game."""

import sys
from itertools import pairwise
from typing import Any

import pytest
from counting import Counting
from hypothesis import given
from hypothesis import strategies as st
from strategies import GAMES, unfold, walks

import numduel
from numduel import Fault, IllegalMove, InvalidMove, Position
from numduel.cli.keyboard import COMMANDS
from numduel.core.position import RESERVED_WORDS, MoveError, split, split_moves

each_game = pytest.mark.parametrize("name", GAMES)


@each_game
@given(data=st.data())
def test_players_take_turns(name: str, data: st.DataObject) -> None:
    for ply, position in enumerate(data.draw(walks(name))):
        assert (position.ply, position.player) == (ply, 1 + ply % 2)


@each_game
def test_a_move_or_text_of_no_game_is_invalid(name: str) -> None:
    position = Position.start(numduel.load(name))
    for text in ("", " ", "xyzzy", "\0", "push push push", "1e1", "\u0661", "\u00b2", "9" * 5000, "-" * 5000):
        with pytest.raises(InvalidMove):
            position.read(text)
    for move in (object(), None, "xyzzy", (), -(10**30), 10**5000, float("nan")):
        with pytest.raises(InvalidMove):
            position.play(move)


@each_game
def test_a_number_of_another_type_is_no_move(name: str) -> None:
    # 5.0 == 5 and True == 1, but neither may find its way into exact states.
    position = Position.start(numduel.load(name))
    for move in position.moves:
        if type(move) is int:
            for other in (float(move), complex(move), *([bool(move)] if move in (0, 1) else [])):
                with pytest.raises(InvalidMove):
                    position.play(other)


def assert_is_one_line(text: str) -> None:
    assert text.isprintable()
    assert len(text) < 2000


@each_game
@given(data=st.data())
def test_no_text_raises_anything_but_a_move_error(name: str, data: st.DataObject) -> None:
    position = data.draw(walks(name, most=6))[-1]
    known = [text for move in position.game.vocabulary() for text in position.game.spellings(move)]
    pieces = st.sampled_from([*known, *" +-*/^\t\0", "push", "operate", "\u0663", "\u00b2", "\u2167"])
    text = data.draw(st.text() | st.lists(pieces).map("".join) | st.lists(pieces).map(" ".join))
    try:
        move = position.read(text)
    except MoveError as error:
        assert_is_one_line(str(error))
        assert not split(text) or position.game.fault(position.state, split(text)) in Fault
    else:
        assert move in position.moves


@each_game
def test_nothing_can_be_played_after_the_end(name: str) -> None:
    game = numduel.load(name)
    ended = [position for position in unfold(game, 1_000) if position.outcome is not None]
    # A game that takes longer to end than this looks is met by the walks of the conformance tests.
    for position in ended[:50]:
        assert not position.moves
        for move in game.vocabulary():
            with pytest.raises(IllegalMove, match="the game is over"):
                position.play(move)


@each_game
@given(data=st.data())
def test_moves_in_a_line_are_told_apart_however_they_are_spelled(name: str, data: st.DataObject) -> None:
    walk = data.draw(walks(name, most=8))
    game, played = walk[0].game, []
    for before, after in pairwise(walk):
        move = next(move for move in before.moves if before.play(move) == after)
        played.append(data.draw(st.sampled_from([game.write(move), *game.spellings(move)])))
    quoted = [f'"{text}"' for text in played]
    for line in (" ".join(played), ", ".join(played), " ".join(quoted), ",".join(quoted)):
        position = walk[0]
        for text in split_moves(game, line):
            position = position.say(text)
        assert position == walk[-1]


class Wordy(Counting):
    """Its moves begin alike: a line of words could be read in two ways."""

    def write(self, move: int) -> str:
        return " ".join(["some", "more", "still"][:move])


def test_the_longest_move_counts_unless_a_comma_or_quotation_marks_say_otherwise() -> None:
    game = Wordy()
    assert split_moves(game, "some more still some") == ["some more still", "some"]
    assert split_moves(game, "some, some more") == ["some", "some more"]
    assert split_moves(game, "'some more' some") == ["some more", "some"]
    assert split_moves(game, "more some") == ["more", "some"], "what spells no move is a word by itself"
    assert split_moves(game, " , ") == split_moves(game, "") == []


def test_the_words_that_no_move_may_use_are_the_commands_at_the_table() -> None:
    assert set(COMMANDS) == RESERVED_WORDS


@pytest.mark.parametrize("line", ["'some", '1 "2 3', "1, 'a"])
def test_a_quotation_mark_that_is_not_closed_is_refused(line: str) -> None:
    with pytest.raises(InvalidMove, match="the moves have a quotation mark that is not closed"):
        split_moves(Wordy(), line)


def test_a_move_that_cannot_be_played_says_what_can() -> None:
    start = Position.start(Counting(start=2))
    with pytest.raises(IllegalMove, match="3 cannot be played now; the legal moves are 1, 2"):
        start.play(3)
    with pytest.raises(IllegalMove, match="1 cannot be played: the game is over"):
        start.play(2).play(1)
    with pytest.raises(InvalidMove, match="there is no move '4' in Counting; its moves are 1, 2 and 3"):
        start.play(4)


def test_a_move_that_python_does_not_write_is_refused() -> None:
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(4300)  # a command in this process may have lifted it
    try:
        with pytest.raises(InvalidMove, match="there is no move 'int' in Counting"):
            Position.start(Counting(start=2)).play(10**5000)
    finally:
        sys.set_int_max_str_digits(usual)


def test_what_was_typed_is_told_up_to_40_signs() -> None:
    start = Position.start(Counting())
    for text, shown in (("x" * 40, "x" * 40), ("x" * 41, "x" * 40 + "...")):
        with pytest.raises(InvalidMove, match=f"there is no move '{shown}' in Counting; its"):
            start.read(text)


def test_no_words_are_no_moves_and_nobody_spells_every_move_for_that() -> None:
    def cannot_be_listed(game: Any) -> Any:
        raise AssertionError

    kind: Any = type("Vast", (Counting,), {})
    vast = kind()
    kind.vocabulary = cannot_be_listed
    assert split_moves(vast, " ") == []
