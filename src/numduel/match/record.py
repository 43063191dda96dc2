"""Record: one game as it was played, and as readable text.

The form of the text is described in docs/records.md: tags in square brackets, then numbered moves with
comments in braces. `reading` turns such text into records again.
"""

from collections import deque
from collections.abc import Iterator
from functools import cached_property, lru_cache

from ..core.errors import ArgumentError, NumduelError
from ..core.frozen import Frozen, replace
from ..core.game import Fault, Game
from ..core.hints import TYPE_CHECKING, Any
from ..core.position import MoveError, Position, canonical_moves, split
from ..core.registry import load
from ..core.settings import SettingError
from .round import Ending, Result, agreed_draw, lost_by, result_at

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

FORMAT = "2"
LONGEST_LINE = 80


_load = lru_cache(load)  # records of one game often come together


class RecordError(NumduelError, ValueError):
    """Something that is no record of a game, explained in one sentence."""


class NotPlayable(RecordError):
    """A move that the rules do not allow, with its number; `over` where the game had ended before it."""

    def __init__(self, number: int, reason: str, over: bool = False) -> None:
        super().__init__(f"move {number}: {reason}")
        self.number = number
        self.over = over


class Record(Frozen):
    """A game that was played: by whom, how, every move by its canonical text, and how it ended, if it has.

    Each of `comments` stands after so many moves. `tags` are those that numduel does not know, kept as they
    were.
    """

    spec: str
    moves: tuple[str, ...] = ()
    _: "KW_ONLY"
    result: Result | None = None  # None: unfinished
    players: tuple[str, str] = ("", "")
    date: str = ""
    seed: int | None = None
    round: int | None = None  # which game of a match
    max_turns: int | None = None
    hints: tuple[int, int] = (0, 0)
    undos: int = 0
    undo_policy: str = ""
    hint_limit: int | None = None
    uid: str = ""  # tells copies of one game from two games that went alike
    comments: tuple[tuple[int, str], ...] = ()
    tags: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if any(not 0 <= after <= len(self.moves) for after, _ in self.comments):
            raise ArgumentError("a comment stands after more moves than there are")
        ordered = tuple(sorted(self.comments, key=lambda comment: comment[0]))
        object.__setattr__(self, "comments", ordered)

    @cached_property
    def game(self) -> Game[Any, Any]:
        """The game that the spec names; RecordError if it names none."""
        try:
            return _load(self.spec)
        except SettingError as error:
            raise RecordError(str(error)) from None

    def positions(self) -> Iterator[Position[Any, Any]]:
        """The position at the start and after each move; NotPlayable at the first that cannot be played."""
        position = Position.start(self.game)
        canonical = canonical_moves(self.game)
        yield position
        for number, text in enumerate(self.moves, 1):
            if text not in canonical:
                raise NotPlayable(number, f"there is no move {text[:40]!a} in {self.game.title}")
            try:
                position = position.play(canonical[text])
            except MoveError as error:
                raise NotPlayable(number, str(error), over=position.outcome is not None) from None
            yield position

    def last_position(self) -> Position[Any, Any]:
        """The position after all moves; NotPlayable if one of them cannot be played."""
        (last,) = deque(self.positions(), maxlen=1)  # not all of them at once: tall stacks fill the memory
        return last

    def with_result(self, ending: str, player: int | None = None, attempt: str = "") -> "Record":
        """The record with the result that follows from its moves and from how it is said to have ended."""
        result = result_of(self.last_position(), self.max_turns, ending, player, attempt)
        return replace(self, result=result)


def result_of(
    position: Position[Any, Any],
    max_turns: int | None,
    ending: str = "",
    player: int | None = None,
    attempt: str = "",
) -> Result | None:
    """How a game that has come to `position` ended, as it is said to; RecordError if that does not follow.

    An ending that is not said is worked out: by the rules, by the turn limit, or not yet at all. Where it is
    not said who resigned, it was the player to move.
    """
    if max_turns is not None and position.ply > max_turns:
        raise RecordError(f"there are more moves than the limit of {max_turns}")
    result = result_at(position, max_turns)
    if result is None:
        return _declared(position, ending, position.player if player is None else player, attempt)
    if ending not in ("", result.ending.value):
        raise RecordError(f"the game ended by its {_ENDED_BY[result.ending]}, not as stated")
    return result


def _declared(position: Position[Any, Any], ending: str, player: int, attempt: str) -> Result | None:
    """How a game ended that neither the rules nor a turn limit have ended."""
    match ending:
        case "":
            return None
        case Ending.AGREEMENT.value:
            return agreed_draw()
        case Ending.RESIGNATION.value | Ending.TIMEOUT.value | Ending.ABANDONED.value if player in (1, 2):
            return lost_by(player, Ending(ending))
        case Ending.FORFEIT.value if player == position.player and _loses(position, attempt):
            return lost_by(player, Ending.FORFEIT, attempt)
    raise RecordError(f"the ending {ending[:40]!a} does not follow from the moves")


_ENDED_BY = {Ending.RULE: "rules", Ending.TURN_LIMIT: "turn limit"}


def _loses(position: Position[Any, Any], attempt: str) -> bool:
    words = split(attempt)
    return bool(words) and position.game.fault(position.state, words) is Fault.LOSS


# Writing


def write(record: Record) -> str:
    """A record as text."""
    from .notation import quote  # its patterns take a while to compile, and most records are never written

    lines = [f"[{name} {quote(value)}]" for name, value in _tags(record)]
    return "\n".join([*lines, "", *_move_lines(record)]) + "\n"


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    yield "format", FORMAT
    yield "spec", record.spec
    result = record.result
    known = {
        "player1": record.players[0],
        "player2": record.players[1],
        "date": record.date,
        "seed": _optional(record.seed),
        "round": _optional(record.round),
        "result": winner_as_text(result),
        "ending": "" if result is None else result.ending.value,
        "by": "" if result is None else _optional(result.player),
        "attempt": "" if result is None else result.attempt,
        "max_turns": _optional(record.max_turns),
        "hints": "" if record.hints == (0, 0) else f"{record.hints[0]} {record.hints[1]}",
        "undos": str(record.undos) if record.undos else "",
        "undo": record.undo_policy,
        "hint_limit": _optional(record.hint_limit),
        "uid": record.uid,
    }
    yield from ((name, value) for name, value in known.items() if value)
    yield from record.tags


def winner_as_text(result: Result | None) -> str:
    """The winner as the tag `result` has it."""
    return "*" if result is None else "draw" if result.winner is None else str(result.winner)


def _optional(value: int | None) -> str:
    return "" if value is None else str(value)


def _move_lines(record: Record) -> Iterator[str]:
    """The moves, two a number, in lines of a readable width."""
    line = ""
    for word in _move_words(record):
        if line and len(line) + 1 + len(word) > LONGEST_LINE:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line


def _move_words(record: Record) -> Iterator[str]:
    """Numbers, moves and comments, in order."""
    from .notation import quote, quote_move

    comments: dict[int, list[str]] = {}
    for after, text in record.comments:
        comments.setdefault(after, []).append(quote(text, "{}"))
    yield from comments.get(0, ())
    for number, move in enumerate(record.moves):
        if number % 2 == 0:
            yield f"{number // 2 + 1}."
        yield quote_move(move)
        yield from comments.get(number + 1, ())
