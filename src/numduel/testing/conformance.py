"""Conformance: what has to hold of every game, checked of one game or one position at a time.

Nothing that a game says is trusted here. `numduel.testing` chooses the games and positions.
"""

import copy
import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

from ..core.errors import GameError, NumduelError
from ..core.game import Fault, Game, Outcome, Side
from ..core.position import RESERVED_WORDS, IllegalMove, Position, split, split_moves
from ..core.registry import make
from ..core.settings import SettingError

AnyGame = Game[Any, Any]
AnyPosition = Position[Any, Any]
LONGEST_LINE = 2_000
NONSENSE = (("xyzzy",), ("1", "2"), ("+",), ("foo", "+"), ("99999",), ("-1",))


class Violation(NumduelError):
    """Something that holds of every game does not hold of this one, explained in one sentence."""


def require(holds: bool, otherwise: str) -> None:
    """Raise Violation where something does not hold."""
    if not holds:
        raise Violation(otherwise)


def require_line(text: object, what: str) -> None:
    """Raise Violation where a text is not one line that can be shown.

    There are far more lines than anything else that is checked: what is wrong is written only where it is.
    """
    if not isinstance(text, str):
        raise Violation(f"{what} is no text: {shown(text)}")
    line = str(text)
    if not line.isprintable():
        raise Violation(f"{what} is not one printable line: {shown(line)}")
    if len(line) >= LONGEST_LINE:
        raise Violation(f"{what} is too long to be read: {len(line):,} characters")
    if "None" in line:
        raise Violation(f"{what} speaks of None: {shown(line)}")


def shown(value: object) -> str:
    """Any value in a few characters."""
    try:
        return f"{value!a:.60}"
    except ValueError:  # an integer of more digits than Python writes
        return f"a {type(value).__name__} too long to show"


# Of a game under its settings


def check_identity(game: AnyGame) -> None:
    """Check that its spec names the very same game."""
    _, colon, text = game.spec.partition(":")
    again = make(type(game), text if colon else None)
    require(again == game and hash(again) == hash(game), f"its spec {game.spec:.60} makes another game")
    require(again.spec == game.spec, f"its spec {game.spec:.60} is written in two ways")
    require_hashable(game.initial(), "a state")
    require(again.initial() == game.initial(), "initial() is not the same every time")


def check_vocabulary(game: AnyGame) -> None:
    """Check that the vocabulary is a fixed sequence of distinct moves."""
    vocabulary = game.vocabulary()
    require(isinstance(vocabulary, Sequence), "vocabulary() must return a sequence")
    require(len(set(vocabulary)) == len(vocabulary), "vocabulary() has a move twice")
    again = make(type(game), game.spec.partition(":")[2] or None).vocabulary()
    same = list(vocabulary) == list(game.vocabulary()) == list(again)
    require(same, "vocabulary() is not the same every time")


def check_texts(game: AnyGame) -> None:
    """Check that each move has a text of its own, and words that mean nothing else."""
    spelled: dict[tuple[str, ...], Any] = {}
    for move in game.vocabulary():
        spellings = game.spellings(move)
        require(not isinstance(spellings, str), "spellings() must return several texts, not one")
        require(len(spellings) > 0, f"spellings() has none for the move {game.write(move)!a}")
        for text in (game.write(move), *game.spellings(move)):
            require_line(text, "the text of a move")
            words = split(text)
            require(bool(words), f"the move {shown(move)} has an empty text")
            require(words == split(text.upper()), f"{text!a} is not understood in capitals")
            other = spelled.setdefault(words, move)
            require(other == move, f"{text!a} spells two moves, {shown(other)} and {shown(move)}")
            # Not even as a later word: those may be typed alone, when they are asked for.
            taken = RESERVED_WORDS.intersection(words)
            require(not taken, f"{text!a} uses a word that is a command at the table: {' '.join(taken)}")
    for text in map(game.write, game.vocabulary()):
        require(split_moves(game, f'"{text}"') == [text], f"--moves cannot take {text!a}, even in quotes")


def check_voice(game: AnyGame) -> None:
    """Check what is said whatever the position: lines that can be shown, and who has won."""
    voice = game.voice()
    for what, lines in (("rules()", voice.rules()), ("opening()", voice.opening())):
        require(not isinstance(lines, str), f"{what} must return lines, not one text")
        for line in lines:
            require_line(line, f"a line of {what}")
    for winner in (1, 2, None):
        for line in voice.final(winner):
            require_line(line, "a line of final()")
    for winner in (1, 2):
        text = "\n".join(voice.final(winner))
        named = f"Player {winner}" in text and f"Player {3 - winner}" not in text
        require(named, f"final({winner}) must name Player {winner} and nobody else")
    require("wins" not in "\n".join(voice.final(None)), "final(None) names a winner of a draw")


def check_bounds(game: AnyGame) -> None:
    """Check that features have bounds, and the start lies within them."""
    features = features_of(game, game.initial())
    if features is None:
        return
    for low, high in game.feature_bounds():
        require(type(low) is int and type(high) is int and low <= high, "a feature has no proper bounds")
    require(in_bounds(game, features), "the features of the start lie outside feature_bounds()")


def check_size(game: AnyGame, positions: int | None) -> None:
    """Check that size() is not below the number of positions, where that is known."""
    size = game.size()
    if size is None:
        return
    proper = type(size) is int or (isinstance(size, float) and math.isinf(size))
    require(proper and size > 0, "size() must be a whole number, infinity or None")
    if positions is not None:
        require(size >= positions, f"size() is {size}, but there are {positions:,} positions")


# Of a position


def check_moves(position: AnyPosition) -> None:
    """Check that the legal moves are in the vocabulary, and that there are none exactly at the end."""
    game, state = position.game, position.state
    moves, vocabulary = game.moves(state), game.vocabulary()
    require(isinstance(moves, Sequence), "moves() must return a sequence")
    require(list(moves) == list(game.moves(state)), "moves() is not the same every time")
    require(len(set(moves)) == len(moves), "moves() has a move twice")
    for move in moves:
        known = move in vocabulary and type(vocabulary[vocabulary.index(move)]) is type(move)
        require(known, f"the move {shown(move)} is legal, but not in vocabulary()")
    outcome = game.outcome(state)
    require(outcome is None or isinstance(outcome, Outcome), "outcome() must return an Outcome or None")
    require(outcome == game.outcome(state), "outcome() is not the same every time")
    if outcome is None:
        require(len(moves) > 0, "the game is not over, but there is no move")
    else:
        require(len(moves) == 0, "the game is over, but there are still moves")
        require(outcome.winner in (*Side, None), f"an outcome's winner is no Side: {shown(outcome.winner)}")
        require_line(outcome.reason, "the reason of an outcome")
        require(bool(outcome.reason), "an outcome has no reason")


def check_play(position: AnyPosition) -> None:
    """Check that moves lead to the same state every time, however they are given, and change none."""
    game, state = position.game, position.state
    before = copy.deepcopy(state)
    for move in game.moves(state):
        after = game.play(state, move)
        require_hashable(after, "a state")
        require(after == game.play(state, move), f"play() of {game.write(move)} is not the same every time")
        for text in (game.write(move), *game.spellings(move)):
            require(position.say(text).state == after, f"{text!a} does not read back as its move")
    require(before == state, "play() changes the state it is given")
    for move in set(game.vocabulary()).difference(game.moves(state)):
        try:
            position.play(move)
        except IllegalMove:
            continue
        raise Violation(f"the move {game.write(move)} can be played though it is not legal")


def check_spoken(position: AnyPosition) -> None:
    """Check that every line that the game's voice has for a position is one line that can be shown."""
    before = copy.deepcopy(position.state)
    for line in spoken(position):
        require_line(line, "a line of the game's voice")
    require(before == position.state, "speaking of a state changes it")


def spoken(position: AnyPosition) -> list[str]:
    """Every line of the game's voice that belongs to a position."""
    game, state, player = position.game, position.state, position.player
    voice = game.voice()
    lines = [game.show(state), voice.brief(state), *voice.caption(state)]
    if position.outcome is not None:
        return [*lines, *voice.ending(state, None if position.winner is None else 3 - position.winner)]
    lines += several(voice.turn(state, player), "turn()")
    for move in position.moves:
        lines += several(voice.report(state, move, game.play(state, move), player), "report()")
    for words in {split(text)[:-1] for move in position.moves for text in game.spellings(move)}:
        lines += [voice.prompt(state, player, words), *voice.aside(state, words)]
        for said in NONSENSE:
            full, fault = words + said, game.fault(state, words + said)
            require(isinstance(fault, Fault), "fault() must return a Fault")
            loses = fault is Fault.LOSS
            lines += voice.forfeit(state, player, full) if loses else voice.rejection(state, words, said)
    return lines


def several(lines: Sequence[str], what: str) -> Sequence[str]:
    """The lines themselves; Violation where they are one text, which would be shown a letter a line."""
    require(not isinstance(lines, str), f"{what} must return lines, not one text")
    return lines


def features_of(game: AnyGame, state: Any) -> tuple[int, ...] | None:
    """What learners see of a state; None where the game, under these settings or at all, shows nothing."""
    try:
        features, bounds = tuple(game.features(state)), game.feature_bounds()
    except (SettingError, GameError):
        return None
    require(len(features) == len(bounds), "features() are not as many as feature_bounds()")
    require(all(type(feature) is int for feature in features), "features() must be whole numbers")
    trimmed = tuple(game.trimmed_features(state))
    same = features == trimmed + (0,) * (len(features) - len(trimmed))
    require(same, "trimmed_features() are not features() but for zeros at the end")
    return features


def in_bounds(game: AnyGame, features: tuple[int, ...]) -> bool:
    """Whether learners can be shown these features."""
    return all(low <= each <= high for each, (low, high) in zip(features, game.feature_bounds(), strict=True))


def require_hashable(value: object, what: str) -> None:
    """Raise Violation where a value cannot be a key, because it could change."""
    try:
        hash(value)
    except TypeError:
        raise Violation(f"{what} must be hashable, but {shown(value)} is not") from None


class Seen:
    """The positions of one game seen so far. Those with equal keys, or equal features, must be equivalent."""

    def __init__(self) -> None:
        self._futures: dict[Hashable, tuple[Any, ...]] = {}
        self._features: dict[Hashable, tuple[int, ...]] = {}
        self._keys: dict[tuple[int, ...], Hashable] = {}

    def check(self, position: AnyPosition) -> None:
        """Compare a position with all that were seen before, and remember it."""
        game, state = position.game, position.state
        key = game.key(state)
        require_hashable(key, "a key")
        require(key == game.key(state), "key() is not the same every time")
        leads_to = {move: game.key(game.play(state, move)) for move in game.moves(state)}
        first = self._futures.setdefault(key, (leads_to, game.outcome(state)))
        where = f"two states have the key {shown(key)}, but"
        require(first[0].keys() == leads_to.keys(), f"{where} different legal moves")
        require(first[1] == game.outcome(state), f"{where} different outcomes")
        require(first[0] == leads_to, f"{where} moves from them lead to different keys")
        features = features_of(game, state) if position.outcome is None else None
        if features is not None and in_bounds(game, features):
            same = self._features.setdefault(key, features) == features
            require(same, f"{where} different features")
            same = self._keys.setdefault(features, key) == key
            require(same, f"two states have the features {shown(features)}, but different keys")


OF_GAMES: Iterable[Callable[[AnyGame], None]] = (
    check_identity,
    check_vocabulary,
    check_texts,
    check_voice,
    check_bounds,
)
OF_POSITIONS: Iterable[Callable[[AnyPosition], None]] = (check_moves, check_play, check_spoken)
