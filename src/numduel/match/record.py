"""Record: one game as readable text, and back, with every move checked by the rules.

The form is told in docs/records.md: tags in square brackets, then numbered moves with comments in braces.
"""

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

from ..core.errors import NumduelError
from ..core.game import Fault, Game
from ..core.integers import read_integer
from ..core.position import MoveError, Position, canonical_moves, split
from ..core.registry import load
from ..core.settings import SettingError
from .notation import NotationError, Token, quote, quote_move, tokens
from .round import Ending, Result

FORMAT = "1"


class RecordError(NumduelError, ValueError):
    """A text that is no record of a game, with the line and the reason."""


@dataclasses.dataclass(frozen=True, slots=True)
class Record:
    """A game that was played: by whom, how, every move, and what it came to.

    `comments` belong after so many moves. `tags` are those we do not know, kept as they were.
    """

    spec: str
    moves: tuple[str, ...] = ()
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
            raise ValueError("a comment stands after more moves than there are")
        ordered = tuple(sorted(self.comments, key=lambda comment: comment[0]))
        object.__setattr__(self, "comments", ordered)


def write(record: Record) -> str:
    """A record as text."""
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
        "result": _winner(result),
        "ending": "" if result is None else result.ending.value,
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


def _winner(result: Result | None) -> str:
    return "*" if result is None else "draw" if result.winner is None else str(result.winner)


def _optional(value: int | None) -> str:
    return "" if value is None else str(value)


def _move_lines(record: Record) -> Iterator[str]:
    """The moves, two a number, in lines of a readable width."""
    comments: dict[int, list[str]] = {}
    for after, text in record.comments:
        comments.setdefault(after, []).append(text)
    words = [quote(text, "{}") for text in comments.get(0, ())]
    for number, move in enumerate(record.moves):
        if number % 2 == 0:
            words.append(f"{number // 2 + 1}.")
        words.append(quote_move(move))
        words += [quote(text, "{}") for text in comments.get(number + 1, ())]
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > 80:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line


def parse(text: str) -> Record:
    """The one record that `text` holds; RecordError if it is not a legal game."""
    records = parse_all(text)
    if len(records) != 1:
        raise RecordError(f"there are {len(records)} games where one was expected")
    return records[0]


def parse_all(text: str) -> list[Record]:
    """Every record in `text`, one after another; RecordError names the line of what is wrong."""
    try:
        games = list(_games(tokens(text.removeprefix("\ufeff"))))  # a mark that some editors leave
    except NotationError as error:
        raise RecordError(str(error)) from None
    if not games:
        raise RecordError('line 1: there is no game here; a record begins with [spec "…"]')
    return [_Reader(game).record() for game in games]


def _games(found: Iterator[Token]) -> Iterator[list[Token]]:
    """Tokens, game by game: a tag after moves, or another format, begins the next."""
    game: list[Token] = []
    for token in found:
        # A game without moves ends where the next one says which format it has.
        begins = token.kind == "tag" and (token.name == "format" or (game and game[-1].kind != "tag"))
        if begins and game:
            yield game
            game = []
        game.append(token)
    if game:
        yield game


class _Reader:
    """Reads one game: tags first, then the moves, replayed through the rules."""

    def __init__(self, found: list[Token]) -> None:
        self.found = found
        self.line = found[0].line
        self.tags: dict[str, Token] = {}
        for token in found:
            if token.kind == "tag":
                if token.name in self.tags:
                    raise self.error(f"the tag {token.name} is there twice", token)
                self.tags[token.name] = token
        self.unknown = dict(self.tags)

    def error(self, reason: str, token: Token | None = None) -> RecordError:
        """What is wrong, with the line it is in."""
        return RecordError(f"line {self.line if token is None else token.line}: {reason}")

    def take(self, name: str) -> str:
        """The text of a tag, or nothing."""
        token = self.unknown.pop(name, None)
        return "" if token is None else token.text

    def number(self, name: str, low: int = 0) -> int | None:
        """The whole number in a tag, or None where there is no such tag."""
        token = self.tags.get(name)
        text = self.take(name)
        if token is None:
            return None
        value = read_integer(text) if len(text) <= 18 else None
        if value is None or value < low:
            raise self.error(f"{name} must be a whole number of at least {low}", token)
        return value

    def record(self) -> Record:
        """The record, with everything in it checked."""
        if self.take("format") not in ("", FORMAT):
            raise self.error("this record has a newer format than can be read here", self.tags["format"])
        game = self.load()
        texts, comments = self.move_text()
        position = self.replay(game)
        max_turns = self.number("max_turns", 1)
        result = self.result(position, max_turns)
        return Record(
            game.spec,
            texts,
            result,
            (self.take("player1"), self.take("player2")),
            self.take("date"),
            self.number("seed"),
            self.number("round", 1),
            max_turns,
            self.hints(),
            self.number("undos") or 0,
            self.take("undo"),
            self.number("hint_limit"),
            self.take("uid"),
            comments,
            tuple((name, token.text) for name, token in self.unknown.items()),
        )

    def hints(self) -> tuple[int, int]:
        """How many hints each player asked for."""
        texts = self.take("hints").split()
        counts = [read_integer(text) if len(text) <= 18 else None for text in texts]
        match counts:
            case []:
                return 0, 0
            case [int(one), int(other)] if one >= 0 and other >= 0:
                return one, other
        raise self.error("hints must be two whole numbers", self.tags["hints"])

    def load(self) -> Game[Any, Any]:
        """The game that the spec names."""
        if "spec" not in self.tags:
            raise self.error("there is no tag spec, which names the game")
        try:
            return load(self.take("spec"))
        except SettingError as error:
            raise self.error(str(error), self.tags["spec"]) from None

    def move_text(self) -> tuple[tuple[str, ...], tuple[tuple[int, str], ...]]:
        """The moves as written, and the comments with how many moves stand before each."""
        texts: list[str] = []
        comments: list[tuple[int, str]] = []
        for token in self.found:
            if token.kind == "move":
                texts.append(token.text)
            elif token.kind == "comment":
                comments.append((len(texts), token.text))
            elif token.kind == "number" and token.text != f"{len(texts) // 2 + 1}.":
                raise self.error(f"{token.text} is not the number of the next move", token)
        return tuple(texts), tuple(comments)

    def replay(self, game: Game[Any, Any]) -> Position[Any, Any]:
        """The position after all moves."""
        made = [token for token in self.found if token.kind == "move"]
        try:
            return replay(game, [token.text for token in made])
        except NotPlayable as error:
            raise self.error(str(error), made[error.number - 1]) from None

    def result(self, position: Position[Any, Any], max_turns: int | None) -> Result | None:
        """How the game ended; RecordError where that does not follow from its moves."""
        told, ending, attempt = self.take("result"), self.take("ending"), self.take("attempt")
        try:
            result = follows(position, ending, attempt, max_turns)
        except RecordError as error:
            raise self.error(str(error), self.tags.get("ending")) from None
        if told not in ("", _winner(result)):
            reason = f"the result {told[:40]!a} does not follow; it is {_winner(result)}"
            raise self.error(reason, self.tags["result"])
        return result


class NotPlayable(RecordError):
    """A move that the rules do not allow, with its number."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"move {number}: {reason}")
        self.number = number


def replay(game: Game[Any, Any], texts: Sequence[str]) -> Position[Any, Any]:
    """The position after moves in canonical text; NotPlayable names the first that cannot be played."""
    position = Position.start(game)
    canonical = canonical_moves(game)
    for number, text in enumerate(texts, 1):
        if text not in canonical:
            raise NotPlayable(number, f"there is no move {text[:40]!a} in {game.title}")
        try:
            position = position.play(canonical[text])
        except MoveError as error:
            raise NotPlayable(number, str(error)) from None
    return position


def follows(position: Position[Any, Any], ending: str, attempt: str, max_turns: int | None) -> Result | None:
    """How a game that has come to `position` ended, as told; RecordError if that does not follow.

    An ending that is not told is worked out: by the rules, by the turn limit, or not yet at all.
    """
    outcome, other = position.outcome, 3 - position.player
    if max_turns is not None and position.ply > max_turns:
        raise RecordError(f"there are more moves than the limit of {max_turns}")
    if outcome is not None:
        if ending not in ("", Ending.RULE.value):
            raise RecordError("the game ended by its rules, not as told")
        return Result(position.winner, Ending.RULE, outcome.reason)
    if position.ply == max_turns:
        if ending not in ("", Ending.TURN_LIMIT.value):
            raise RecordError("the game ended by its turn limit, not as told")
        return Result(None, Ending.TURN_LIMIT, f"{max_turns} turns were played")
    match ending:
        case "":
            return None
        case Ending.RESIGNATION.value:
            return Result(other, Ending.RESIGNATION, f"player {position.player} resigned")
        case Ending.AGREEMENT.value:
            return Result(None, Ending.AGREEMENT, "the players agreed a draw")
        case Ending.FORFEIT.value if _loses(position, attempt):
            return Result(other, Ending.FORFEIT, attempt)
    raise RecordError(f"the ending {ending[:40]!a} does not follow from the moves")


def _loses(position: Position[Any, Any], attempt: str) -> bool:
    words = split(attempt)
    return bool(words) and position.game.fault(position.state, words) is Fault.LOSS


def check(record: Record, ending: str, winner: int | None, attempt: str) -> Record:
    """`record` with its result, replayed by the rules; RecordError if anything does not follow."""
    try:
        position = replay(load(record.spec), record.moves)
    except SettingError as error:
        raise RecordError(str(error)) from None
    result = follows(position, ending, attempt, record.max_turns)
    if ending and (result is None or result.winner != winner):
        raise RecordError("its winner does not follow from its moves")
    return dataclasses.replace(record, result=result)
