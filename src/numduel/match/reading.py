"""Reading: records from text, with every move checked by the rules."""

from collections.abc import Callable, Iterator
from itertools import islice

from ..core.frozen import replace
from ..core.integers import read_integer
from .notation import NotationError, Token, tokens
from .record import FORMAT, NotPlayable, Record, RecordError, result_of, winner_as_text
from .round import Result
from .setup import MOST_MOVES

FORMATS = ("1", FORMAT)
LONGEST_NUMBER = 18  # digits of a number in a tag
# What is larger is refused before it takes long or fills the memory; docs/records.md states the same.
MOST_BYTES = 64_000_000  # of all games together
MOST_TOKENS = 4 * MOST_MOVES  # its tags, numbers and comments among them
TOO_LONG = f"a game has at most {MOST_MOVES:,} moves, and as many comments"


def parse(text: str) -> Record:
    """The one record that `text` holds; RecordError if it is not a legal game."""
    records = parse_all(text)
    if len(records) != 1:
        raise RecordError(f"there are {len(records)} games where one was expected")
    return records[0]


def parse_all(
    text: str, progress: Callable[[int], None] | None = None, most: int | None = None
) -> list[Record]:
    """Every record in `text`, one after another; RecordError names the line of what is wrong.

    `progress` is called with how many games were read before each. With `most`, so many are read at most.
    """
    if len(text) > MOST_BYTES:
        raise RecordError(f"line 1: records have at most {MOST_BYTES:,} bytes; give them in parts")
    try:
        games = _games(tokens(text.removeprefix("\ufeff")))  # a mark that some editors leave
        records = list[Record]()
        for game in islice(games, most):
            if progress is not None:
                progress(len(records))
            records.append(_Reader(game).record())
    except NotationError as error:
        raise RecordError(str(error)) from None
    if not records:
        raise RecordError('line 1: there is no game here; a record begins with [spec "…"]')
    return records


def _games(found: Iterator[Token]) -> Iterator[list[Token]]:
    """Tokens, game by game: a tag after moves, or another format, begins the next."""
    game: list[Token] = []
    for token in found:
        # A game without moves ends where the next one says which format it has.
        begins = token.kind == "tag" and (token.name == "format" or (game and game[-1].kind != "tag"))
        if begins and game:
            yield game
            game = []
        if len(game) >= MOST_TOKENS:
            raise RecordError(f"line {token.line}: {TOO_LONG}")
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
        value = _read_number(text)
        if value is None or value < low:
            raise self.error(f"{name} must be a whole number of at least {low}", token)
        return value

    def record(self) -> Record:
        """The record, with everything in it checked."""
        written = self.take("format") or FORMAT
        if written not in FORMATS:
            raise self.error("this record has a newer format than can be read here", self.tags["format"])
        if "spec" not in self.tags:
            raise self.error("there is no tag spec, which names the game")
        texts, comments = self.move_text()
        record = Record(
            self.spec(),
            texts,
            max_turns=self.number("max_turns", 1),
            players=(self.take("player1"), self.take("player2")),
            date=self.take("date"),
            seed=self.number("seed"),
            round=self.number("round", 1),
            hints=self.hints(),
            undos=self.number("undos") or 0,
            undo_policy=self.take("undo"),
            hint_limit=self.number("hint_limit"),
            uid=self.take("uid"),
            comments=comments,
        )
        # In the first format nobody said who had resigned: it was always the player to move.
        player = self.player() if written != "1" else None
        result = self.result(record, player)
        # A tag that the first format did not know must not be taken for ours when it is written again.
        rest = {f"{name}_" if name == "by" else name: token.text for name, token in self.unknown.items()}
        return replace(record, result=result, tags=tuple(rest.items()))

    def spec(self) -> str:
        """The spec in its shortest form; what it names is checked."""
        try:
            return Record(self.take("spec")).game.spec
        except RecordError as error:
            raise self.error(str(error), self.tags["spec"]) from None

    def hints(self) -> tuple[int, int]:
        """How many hints each player asked for."""
        counts = [_read_number(text) for text in self.take("hints").split()]
        match counts:
            case []:
                return 0, 0
            case [int(one), int(other)] if one >= 0 and other >= 0:
                return one, other
        raise self.error("hints must be two whole numbers", self.tags["hints"])

    def player(self) -> int | None:
        """Who resigned, forfeited, ran out of time or left, where that is said."""
        said = self.take("by")
        if said not in ("", "1", "2"):
            raise self.error("by must be 1 or 2", self.tags["by"])
        return int(said) if said else None

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
        if len(texts) > MOST_MOVES:
            raise self.error(TOO_LONG)
        return tuple(texts), tuple(comments)

    def result(self, record: Record, player: int | None) -> Result | None:
        """How the game ended; RecordError where a move, or the result, does not follow."""
        told, ending, attempt = self.take("result"), self.take("ending"), self.take("attempt")
        try:
            position = record.last_position()
        except NotPlayable as error:
            made = [token for token in self.found if token.kind == "move"]
            earlier = "; its rules were read otherwise once" if error.over and record.game.reading > 1 else ""
            raise self.error(f"{error}{earlier}", made[error.number - 1]) from None
        try:
            result = result_of(position, record.max_turns, ending, player, attempt)
        except RecordError as error:
            raise self.error(str(error), self.tags.get("ending")) from None
        if player is not None and (result is None or result.player != player):
            raise self.error(f"nothing that player {player} did ended this game", self.tags["by"])
        if told not in ("", winner_as_text(result)):
            reason = f"the result {told[:40]!a} does not follow; it is {winner_as_text(result)}"
            raise self.error(reason, self.tags["result"])
        return result


def _read_number(text: str) -> int | None:
    return read_integer(text) if len(text) <= LONGEST_NUMBER else None
