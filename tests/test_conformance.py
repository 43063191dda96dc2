"""What holds of every registered game, ours or another package's, under a spread of its settings.

A game that comes along is tested here without being named; see docs/add-a-game.md.
"""

import copy
import dataclasses
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import GAMES, AnyGame, AnyPosition, changed_games, some_games, steps, unfold, walk, walks

import numduel
from numduel import Fault, IllegalMove, InvalidMove, Position, SettingError
from numduel.cli.asking import COMMANDS
from numduel.core.position import MoveError, lexicon, split
from numduel.core.settings import Whole

each_game = pytest.mark.parametrize("name", GAMES)
UNFOLDED = 1000  # positions of a game's tree that are looked at, besides walks into its depth


def snapshot(position: AnyPosition) -> object:
    """What a state is, held apart from it."""
    return copy.deepcopy(position.state), repr(position.state)


@each_game
@given(data=st.data())
def test_the_vocabulary_has_no_duplicates_and_holds_every_legal_move(name: str, data: st.DataObject) -> None:
    positions = data.draw(walks(name))
    vocabulary = list(positions[0].game.vocabulary())
    assert len(set(vocabulary)) == len(vocabulary)
    for position in positions:
        legal = list(position.moves)
        assert set(legal) <= set(vocabulary)
        assert len(set(legal)) == len(legal)


@each_game
@given(data=st.data())
def test_the_vocabulary_is_in_the_same_order_every_time(name: str, data: st.DataObject) -> None:
    game = data.draw(some_games(name))
    again = numduel.load(game.spec)
    assert list(game.vocabulary()) == list(game.vocabulary()) == list(again.vocabulary())


@each_game
@given(data=st.data())
def test_every_legal_move_reads_back_from_its_text_and_from_every_spelling(
    name: str, data: st.DataObject
) -> None:
    for position in data.draw(walks(name)):
        game = position.game
        for move in position.moves:
            for text in (game.write(move), *game.spellings(move)):
                assert position.read(text) == move
                assert position.read(f"  {text.upper()}\r\n") == move


@each_game
@given(data=st.data())
def test_distinct_moves_have_distinct_texts_and_share_no_spelling(name: str, data: st.DataObject) -> None:
    game = data.draw(some_games(name))
    spelled: dict[tuple[str, ...], Any] = {}
    for move in game.vocabulary():
        for text in {game.write(move), *game.spellings(move)}:
            assert split(text), "an empty text spells no move"
            assert spelled.setdefault(split(text), move) == move


@each_game
@given(data=st.data())
def test_no_spelling_uses_a_word_that_the_command_line_keeps_for_itself(
    name: str, data: st.DataObject
) -> None:
    # Not even as a later word: those may be typed alone, when they are asked for.
    words = {word for spelling in lexicon(data.draw(some_games(name))) for word in spelling}
    assert words & set(COMMANDS) == set()


@each_game
@given(data=st.data())
def test_a_spec_names_the_very_game_it_was_made_from(name: str, data: st.DataObject) -> None:
    game = data.draw(some_games(name))
    again = numduel.load(game.spec)
    assert again == game
    assert hash(again) == hash(game)
    assert again.spec == game.spec


@each_game
def test_the_rulebooks_settings_need_not_be_written(name: str) -> None:
    assert numduel.load(name).spec == name
    assert numduel.games()[name]() == numduel.load(name)


@each_game
@given(data=st.data())
def test_legal_moves_can_be_played_and_all_others_are_illegal(name: str, data: st.DataObject) -> None:
    for position in data.draw(walks(name, most=10)):
        legal = set(position.moves)
        for move in position.game.vocabulary():
            text = position.game.write(move)
            if move in legal:
                assert position.play(move) == position.say(text)
                continue
            with pytest.raises(IllegalMove):
                position.play(move)
            with pytest.raises(IllegalMove):
                position.say(text)


@each_game
def test_a_foreign_move_or_text_is_invalid(name: str) -> None:
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
@given(data=st.data())
def test_the_game_is_over_exactly_when_no_move_is_left(name: str, data: st.DataObject) -> None:
    for position in data.draw(walks(name, most=50)):
        assert (position.outcome is None) == bool(position.moves)
        assert (position.winner is None) or position.outcome is not None


@each_game
def test_nothing_can_be_played_after_the_end(name: str) -> None:
    game = numduel.load(name)
    ended = [position for position in unfold(game, UNFOLDED) if position.outcome is not None]
    # A game that takes longer to end than this looks is met by the walks above.
    for position in ended[:50]:
        assert not position.moves
        for move in game.vocabulary():
            with pytest.raises(IllegalMove, match="the game is over"):
                position.play(move)


def future(game: AnyGame, state: Any, depth: int) -> object:
    """Everything that can come of a state within so many moves."""
    if depth == 0:
        return game.key(state)
    after = {move: future(game, game.play(state, move), depth - 1) for move in game.moves(state)}
    return game.key(state), game.outcome(state), after


def assert_that_equal_keys_have_equal_futures(positions: Iterable[AnyPosition]) -> None:
    known: dict[Any, object] = {}
    for position in positions:
        game, state = position.game, position.state
        # Two moves deep; the keys found there are looked up in their turn, so this reaches further.
        seen = future(game, state, 2)
        assert known.setdefault(game.key(state), seen) == seen


@each_game
def test_equal_keys_have_equal_futures_near_the_start(name: str) -> None:
    assert_that_equal_keys_have_equal_futures(unfold(numduel.load(name), UNFOLDED))


@each_game
@given(data=st.data())
def test_equal_keys_have_equal_futures_under_any_settings(name: str, data: st.DataObject) -> None:
    assert_that_equal_keys_have_equal_futures(unfold(data.draw(changed_games(name)), 60))


@each_game
@given(data=st.data())
def test_different_ways_to_equal_keys_lead_on_alike(name: str, data: st.DataObject) -> None:
    game = data.draw(some_games(name))
    ways = data.draw(st.lists(steps(12), min_size=2, max_size=4))
    assert_that_equal_keys_have_equal_futures(position for way in ways for position in walk(game, way)[-5:])


def shown(position: AnyPosition) -> tuple[int, ...] | None:
    """What learners see of a position in play; None where they see nothing of it."""
    game = position.game
    try:
        features, bounds = game.features(position.state), game.feature_bounds()
    except (SettingError, TypeError):
        return None  # a game that cannot be shown under these settings, or at all, says so
    assert len(features) == len(bounds)
    in_bounds = all(low <= feature <= high for feature, (low, high) in zip(features, bounds, strict=True))
    return tuple(features) if position.outcome is None and in_bounds else None


def positions_to_show(name: str, data: st.DataObject) -> list[tuple[AnyPosition, tuple[int, ...]]]:
    """Positions of one game that learners see, many of them alike, with what they see."""
    game = data.draw(some_games(name))
    ways = data.draw(st.lists(steps(12), max_size=4))
    found = [*unfold(game, 150), *(position for way in ways for position in walk(game, way))]
    return [(position, features) for position in found if (features := shown(position)) is not None]


@each_game
@given(data=st.data())
def test_equal_keys_have_equal_features(name: str, data: st.DataObject) -> None:
    seen: dict[Any, tuple[int, ...]] = {}
    for position, features in positions_to_show(name, data):
        assert seen.setdefault(position.game.key(position.state), features) == features


@each_game
@given(data=st.data())
def test_equal_features_have_equal_keys(name: str, data: st.DataObject) -> None:
    seen: dict[tuple[int, ...], Any] = {}
    for position, features in positions_to_show(name, data):
        key = position.game.key(position.state)
        assert seen.setdefault(features, key) == key


@each_game
@given(data=st.data())
def test_a_game_played_again_by_move_and_by_text_is_the_same_game(name: str, data: st.DataObject) -> None:
    game, picks = data.draw(some_games(name)), data.draw(steps())
    first = walk(game, picks)
    assert walk(numduel.load(game.spec), picks) == first
    position = Position.start(game)
    for number, pick in enumerate(picks[: len(first) - 1]):
        legal = list(position.moves)
        move = legal[pick % len(legal)]
        spellings = game.spellings(move)
        position = position.say(spellings[number % len(spellings)])
        assert position == first[number + 1]
        assert hash(position.state) == hash(first[number + 1].state)


@each_game
@given(data=st.data())
def test_players_take_turns(name: str, data: st.DataObject) -> None:
    for ply, position in enumerate(data.draw(walks(name))):
        assert (position.ply, position.player) == (ply, 1 + ply % 2)


@each_game
@given(data=st.data())
def test_states_never_change(name: str, data: st.DataObject) -> None:
    positions = data.draw(walks(name, most=8))
    before = [snapshot(position) for position in positions]
    for position in positions:
        game, state = position.game, position.state
        _ = position.moves, position.outcome, game.key(state), game.show(state), game.vocabulary()
        _ = [game.play(state, move) for move in position.moves]
        spoken(position)
    assert [snapshot(position) for position in positions] == before


def spoken(position: AnyPosition) -> list[str]:
    """Every line of the game's voice that can be heard at a position."""
    game, state, player = position.game, position.state, position.player
    voice = game.voice()
    lines = [game.show(state), *voice.rules(), *voice.opening()]
    lines += [line for winner in (1, 2, None) for line in voice.final(winner)]
    if position.outcome is not None:
        return [*lines, *voice.ending(state, None if position.winner is None else 3 - position.winner)]
    lines += voice.turn(state, player)
    for move in position.moves:
        lines += voice.report(state, move, game.play(state, move), player)
    for words in {split(text)[:-1] for move in position.moves for text in game.spellings(move)}:
        lines += [voice.prompt(state, player, words), *voice.aside(state, words)]
        for said in (("xyzzy",), ("1", "2"), ("+",), ("foo", "+"), ("99999",), ("-1",)):
            loses = game.fault(state, words + said) is Fault.LOSS
            full = words + said
            lines += voice.forfeit(state, player, full) if loses else voice.rejection(state, words, said)
    return lines


def assert_is_one_line(text: str) -> None:
    assert text.isprintable(), "line ends and control characters would break the screen"
    assert len(text) < 2000, "a line has to be readable"


@each_game
@given(data=st.data())
def test_every_line_that_is_spoken_is_one_printable_line(name: str, data: st.DataObject) -> None:
    for position in data.draw(walks(name, most=12)):
        for line in spoken(position):
            assert_is_one_line(line)
            assert "None" not in line, "a setting that is off is not spoken of"


@each_game
@given(data=st.data())
def test_the_last_words_name_the_winner(name: str, data: st.DataObject) -> None:
    voice = data.draw(some_games(name)).voice()
    for winner in (1, 2):
        text = "\n".join(voice.final(winner))
        assert f"Player {winner} wins" in text or f"Winner: Player {winner}" in text
        assert f"Player {3 - winner}" not in text
    assert "wins" not in "\n".join(voice.final(None))


@each_game
def test_a_setting_of_thousands_of_digits_is_refused_or_spoken_of_in_short(name: str) -> None:
    kind = numduel.games()[name]
    for field in dataclasses.fields(kind):
        if isinstance(field.metadata["kind"], Whole):
            try:
                game = kind(**{field.name: 10**5000})
            except SettingError as error:
                assert_is_one_line(str(error))
            else:
                assert numduel.load(game.spec) == game
                for line in (line for position in walk(game, [0, 1, 2, 3]) for line in spoken(position)):
                    assert_is_one_line(line)


@each_game
def test_what_a_game_is_called_can_be_shown_in_a_menu(name: str) -> None:
    kind = numduel.games()[name]
    assert kind.name == name == name.lower()
    assert not set(name) & set(":,= ")
    for text in (kind.title, kind.summary):
        assert text
        assert_is_one_line(text)
