"""check_game: whether everything that numduel makes from a game can rely on it.

One call in the tests of any package, for a class that need not be registered:

    from numduel.testing import check_game

    def test_my_game() -> None:
        check_game(MyGame)
"""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from random import Random
from typing import Any

from ..core.errors import NumduelError
from ..core.game import Game
from ..core.idea import Idea
from ..core.position import Position
from ..core.registry import make
from ..core.settings import SettingError, SettingSchema
from ..core.verdict import Verdict
from . import conformance
from .boards import check_board
from .brute_force import count_positions, reachable, solve, value_of
from .conformance import AnyGame, AnyPosition, Seen, Violation, require, require_line

__all__ = ["GameCheckError", "check_game"]

NEAR_THE_START = 500  # positions of a game's tree that are looked at; under other settings fewer
NEAR_OTHER_STARTS = 60
WALKS, LONGEST_WALK = 4, 30
MOST_TO_SOLVE = 1_000
SPREAD = 40  # small numbers meet each other, and the end of a game, more often
HUGE = 10**5_000


class GameCheckError(NumduelError, AssertionError):
    """A game is not right: one sentence that says what is wrong, and where to see it."""


def check_game(game: type[AnyGame] | AnyGame, *, games: int = 20, seed: int = 0) -> None:
    """Raise GameCheckError for the first thing found that no game may do.

    A class is checked under the rulebook's settings, its variants and up to `games` random choices of its
    settings; a game that is made already, under its own settings alone. Each is played exhaustively near its
    start and at random beyond. The same seed looks at the same positions.
    """
    rng = Random(seed)
    if isinstance(game, Game):
        _check_one(game, rng, NEAR_THE_START)
        return
    rulebook = _made(game)
    _check_one(rulebook, rng, NEAR_THE_START)
    with _located(rulebook):
        _check_words_about(game)
        _check_named_settings(game)
        _check_huge_settings(game)
    variants = [make(game, variant.name) for variant in game.variants]
    for other in chain(variants, _others(rulebook, games, rng)):
        with _located(other):
            require(other != rulebook, "games with different settings are equal: leave eq to @dataclass")
        _check_one(other, rng, NEAR_OTHER_STARTS)


def _check_one(game: AnyGame, rng: Random, near: int) -> None:
    """Check a game under its settings."""
    with _located(game):
        for check in conformance.OF_GAMES:
            check(game)
    seen = Seen()
    for position, texts in chain(_unfold(game, near), _walk(game, rng)):
        with _located(game, texts):
            for look in (*conformance.OF_POSITIONS, seen.check, _check_theory, check_board):
                look(position)
    with _located(game):
        _check_whole(game)


# What is looked at


def _made(kind: type[AnyGame]) -> AnyGame:
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise GameCheckError(f"{kind!a:.60} is no subclass of Game")
    try:
        return kind()
    except Exception as error:
        raise GameCheckError(f"{kind.__name__} cannot be made: {_in_a_line(error)}") from error


def _others(rulebook: AnyGame, games: int, rng: Random) -> Iterator[AnyGame]:
    """The same game under random settings that it accepts, no two of them equal."""
    kind, known = type(rulebook), [rulebook.settings]
    for _ in range(20 * games if kind.schema() else 0):
        chosen = {one.name: _sample(one, rng) if rng.random() < 0.5 else one.default for one in kind.schema()}
        try:
            game = kind(**chosen)
        except SettingError as error:
            with _located(rulebook):
                require_line(str(error), "the refusal of settings")
            continue
        except Exception as error:
            raise GameCheckError(
                f"{kind.__name__} with {chosen} cannot be made: {_in_a_line(error)}"
            ) from error
        if game.settings not in known:
            known.append(game.settings)
            yield game
        if len(known) > games:
            return


def _sample(setting: SettingSchema, rng: Random) -> Any:
    """A value that the kind of a setting allows; of a kind that is not known here, the default."""
    low, high = setting.low, setting.high
    match setting.kind:
        case "whole":
            least = low if low is not None else -SPREAD if high is None else high - 2 * SPREAD
            most = least + 2 * SPREAD if high is None else min(high, least + 2 * SPREAD)
            # Rules go wrong at the ends of a range more often than within it.
            values = [least, most, rng.randint(least, most), rng.randint(least, most)]
            return None if setting.optional and rng.random() < 0.3 else rng.choice(values)
        case "numbers":
            assert low is not None
            assert high is not None
            numbers = range(low, min(high, low + 9) + 1)
            return tuple(rng.sample(numbers, rng.randint(not setting.optional, len(numbers))))
        case "choice":
            return rng.choice(setting.choices)
        case "words":
            return tuple(rng.sample(setting.choices, rng.randint(0, len(setting.choices))))
        case _:
            return setting.default


Reached = tuple[AnyPosition, tuple[str, ...]]  # a position, and the moves that led to it


def _unfold(game: AnyGame, most: int) -> Iterator[Reached]:
    """The first so many positions of the game, each once, the shallow ones first."""
    start: AnyPosition = Position.start(game)
    waiting: deque[Reached] = deque([(start, ())])
    known = {start.state}
    for _ in range(most):
        if not waiting:
            return
        position, texts = waiting.popleft()
        yield position, texts
        if len(waiting) >= most:
            continue
        with _located(game, texts):
            for move in position.moves:
                after = position.play(move)
                conformance.require_hashable(after.state, "a state")
                if after.state not in known:
                    known.add(after.state)
                    waiting.append((after, (*texts, game.write(move))))


def _walk(game: AnyGame, rng: Random) -> Iterator[Reached]:
    """The positions of a few random games."""
    for _ in range(WALKS):
        position: AnyPosition = Position.start(game)
        texts: tuple[str, ...] = ()
        for _ in range(LONGEST_WALK):
            with _located(game, texts):
                if not position.moves:
                    break
                move = rng.choice(position.moves)
                position, texts = position.play(move), (*texts, game.write(move))
            yield position, texts


# What takes more than one position to check


def _check_words_about(kind: type[AnyGame]) -> None:
    """Check that what is said of settings, variants and errata is one line each that can be shown."""
    for setting in kind.schema():
        require_line(setting.about, f"what is said about {setting.name}")
    for variant in kind.variants:
        require_line(variant.about, f"what is said about the variant {variant.name}")
    for erratum in kind.errata:
        for text in (erratum.place, erratum.says, erratum.ruling):
            require_line(text, "a part of an erratum")


def _check_named_settings(kind: type[AnyGame]) -> None:
    """Check that variants and the settings of errata make games, and other ones."""
    texts = [variant.name for variant in kind.variants]
    texts += [erratum.setting for erratum in kind.errata if erratum.setting is not None]
    for text in texts:
        try:
            require(make(kind, text) != kind(), f"{text!a} names the rulebook's own settings")
        except SettingError as error:
            raise Violation(f"{text!a} names settings that are refused: {error}") from None


def _check_huge_settings(kind: type[AnyGame]) -> None:
    """Check that a number of thousands of digits is refused, or spoken of in short."""
    for setting in kind.schema():
        if setting.kind != "whole":
            continue
        try:
            game = kind(**{setting.name: HUGE})
        except SettingError as error:
            require_line(str(error), f"the refusal of a huge {setting.name}")
            continue
        conformance.check_identity(game)
        conformance.check_voice(game)
        start = Position.start(game)
        for position in (start, *map(start.play, start.moves[:3])):
            conformance.check_spoken(position)
            check_board(position)


def _check_theory(position: AnyPosition) -> None:
    """Check that what theory says of a position follows from what it says a move later."""
    game = position.game
    if position.outcome is not None:
        return
    verdict, idea = game.theory(position.state), game.idea(position.state)
    require(verdict is not None or idea is None, "idea() speaks where theory() is silent")
    if idea is not None:
        require(isinstance(idea, Idea), f"idea() gives no Idea: {conformance.shown(idea)}")
        require_line(idea.name, "the name of an idea")
        require_line(idea.rule, "the rule of an idea")
    if verdict is None:
        return
    require_line(verdict.why, "a reason of theory()")
    made = [_by_theory(position.play(move)) for move in position.moves]
    known = [after.before() for after in made if after is not None]
    if len(known) == len(made):
        best = max(known, key=lambda one: one.rank)
        whole = all(one.plies is not None or not one.value.has_end for one in known)
        plies = verdict.plies in (None, best.plies) or not whole
        require(
            best.value is verdict.value and plies, f"theory() says {_say(verdict)}, a move later {_say(best)}"
        )


def _by_theory(position: AnyPosition) -> Verdict | None:
    outcome = position.outcome
    return position.game.theory(position.state) if outcome is None else value_of(outcome)


def _check_whole(game: AnyGame) -> None:
    """Check, where there are few positions, that they are not more than size(), and that theory is right."""
    states = reachable(game, MOST_TO_SOLVE)
    conformance.check_size(game, None if states is None else count_positions(game, states))
    if states is None or game.theory(game.initial()) is None:
        return
    solved = solve(game, states)
    for key, state in states.items():
        verdict = None if game.outcome(state) is not None else game.theory(state)
        if verdict is not None:
            right = verdict.value is solved[key].value and verdict.plies in (None, solved[key].plies)
            claim = f"theory() says {_say(verdict)} of the state {conformance.shown(state)}"
            require(right, f"{claim}, but it is {_say(solved[key])}")


# How a fault is reported


@contextmanager
def _located(game: AnyGame, texts: tuple[str, ...] = ()) -> Iterator[None]:
    """Report whatever fails together with the spec and the moves to reproduce it."""
    try:
        yield
    except GameCheckError:
        raise
    except Exception as error:
        after = f", after {' '.join(texts)}" if texts else ""
        raise GameCheckError(f"{_in_a_line(error)} ({_spec_of(game)}{after})") from error


def _spec_of(game: AnyGame) -> str:
    try:
        return f"{game.spec:.200}"
    except Exception:  # a kind of setting that cannot write its values
        return game.name


def _in_a_line(error: Exception) -> str:
    text = " ".join(str(error).split())
    return text if isinstance(error, NumduelError) else f"{type(error).__name__} was raised: {text:.200}"


def _say(verdict: Verdict) -> str:
    return verdict.value.value + ("" if verdict.plies is None else f" in {verdict.plies}")
