"""Position: a game, a state and a move count, with every move checked. What front ends hold."""

from collections.abc import Sequence
from functools import lru_cache

from .errors import NumduelError
from .frozen import Frozen, fields_of
from .game import Game, M, Outcome, S
from .hints import Any, Generic


class MoveError(NumduelError, ValueError):
    """A move that cannot be played, explained in one sentence."""


class InvalidMove(MoveError):
    """There is no such move in this game."""


class IllegalMove(MoveError):
    """The move exists, but the rules do not allow it now."""


class Position(Frozen, Generic[S, M]):
    """A moment in a game: `game`, `state` as the player to move sees it, and `ply` moves made so far.

    >>> import numduel
    >>> position = numduel.Position.start(numduel.load("operation-duel"))
    >>> position.say("+1").say("*2").state
    4
    >>> position.say("+2")
    Traceback (most recent call last):
    ...
    numduel.core.position.InvalidMove: there is no move '+2' in Operation Duel; its moves are +1 and *2
    """

    __slots__ = ("game", "ply", "state")

    game: Game[S, M]
    state: S
    ply: int

    def __init__(self, game: Game[S, M], state: S, ply: int = 0) -> None:
        # What would be written for us here takes nearly twice as long, and every move makes a position.
        _set_game(self, game)
        _set_state(self, state)
        _set_ply(self, ply)

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.game, self.state, self.ply)

    @classmethod
    def start(cls, game: Game[S, M]) -> "Position[S, M]":
        """The position at the start of `game`."""
        return cls(game, game.initial())

    @property
    def player(self) -> int:
        """The number, 1 or 2, of the player to move."""
        return 1 + self.ply % 2

    @property
    def moves(self) -> Sequence[M]:
        """The legal moves."""
        return self.game.moves(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.game.outcome(self.state)

    @property
    def winner(self) -> int | None:
        """The number of the player who has won, or None."""
        outcome = self.outcome
        return None if outcome is None else outcome.value.winner(self.player)

    def play(self, move: M) -> "Position[S, M]":
        """The position after `move`; InvalidMove or IllegalMove if it cannot be played."""
        game, state = self.game, self.state
        moves = game.moves(state)
        try:
            legal = moves[moves.index(move)]
        except ValueError:
            raise self._refusal(move) from None
        if type(legal) is not type(move):  # 5.0 and True equal numbers, and must not get into a state
            raise InvalidMove(_no_such_move(game, _plain(move)))
        return Position(game, game.play(state, move), self.ply + 1)

    def read(self, text: str) -> M:
        """The legal move that `text` spells; InvalidMove or IllegalMove if there is none."""
        move: M | None = lexicon(self.game).get(split(text))
        if move is None:
            raise InvalidMove(_no_such_move(self.game, text))
        if move not in self.moves:
            raise self._refusal(move)
        return move

    def say(self, text: str) -> "Position[S, M]":
        """The position after the move that `text` spells."""
        move = self.read(text)
        return Position(self.game, self.game.play(self.state, move), self.ply + 1)

    def _refusal(self, move: M) -> MoveError:
        if move not in self.game.vocabulary():
            return InvalidMove(_no_such_move(self.game, _plain(move)))
        text = self.game.write(move)
        if self.outcome is not None:
            return IllegalMove(f"{text} cannot be played: the game is over")
        legal = ", ".join(map(self.game.write, self.moves))
        return IllegalMove(f"{text} cannot be played now; the legal moves are {legal}")


_set_game, _set_state, _set_ply = (getattr(Position, name).__set__ for name in fields_of(Position))


def split(text: str) -> tuple[str, ...]:
    r"""The words of a line a person typed, in lower case; only blanks and line ends separate them.

    Other white space and control characters stay in their word, so that it matches nothing.

    >>> split("  Push\t5\n"), split("5\x1f")
    (('push', '5'), ('5\x1f',))
    """
    plain = text.replace("\t", " ").strip(" \r\n")
    # Lower-casing beyond ASCII would turn some foreign letters into ours.
    lowered = plain.lower() if plain.isascii() else plain
    return tuple(word for word in lowered.split(" ") if word)


# What people type at a table that is no move; no move may be spelled with any of these words.
RESERVED_WORDS = frozenset(
    [
        "?",
        "back",
        "board",
        "draw",
        "exit",
        "h",
        "help",
        "hint",
        "moves",
        "q",
        "quit",
        "resign",
        "rules",
        "undo",
        "values",
        "why",
    ]
)


@lru_cache(maxsize=128)
def lexicon(game: Game[Any, Any]) -> dict[tuple[str, ...], Any]:
    """Every spelling of every move of `game`, word by word, with the move it means."""
    spelled = {split(game.write(move)): move for move in game.vocabulary()}
    for move in game.vocabulary():
        for text in game.spellings(move):
            spelled.setdefault(split(text), move)
    return spelled


def split_moves(game: Game[Any, Any], text: str) -> list[str]:
    """The texts of the moves in a line, each spelled in any way that people may type it.

    Moves follow each other after blanks or commas. The longest spelling counts, so that moves of several
    words need no quotation marks; a comma or quotation marks say where a move ends.

    >>> import numduel
    >>> split_moves(numduel.load("operation-stack"), 'push 5 "push 6" operate *, 7')
    ['push 5', 'push 6', 'operate *', '7']
    """
    if not text.strip():
        return []
    spellings = lexicon(game)
    longest = max(map(len, spellings))
    moves: list[str] = []
    for words in _groups(text):
        start = 0
        while start < len(words):
            ends = range(min(start + longest, len(words)), start, -1)
            texts = {end: " ".join(words[start:end]) for end in ends}
            end = next((end for end in ends if split(texts[end]) in spellings), start + 1)
            moves.append(texts[end])
            start = end
    return moves


def _groups(text: str) -> list[list[str]]:
    """The words of a line, parted at commas; several words in quotation marks are one, and stand alone."""
    if not text:
        return []
    from shlex import shlex

    lexer = shlex(text, posix=True, punctuation_chars=",")
    lexer.whitespace, lexer.whitespace_split, lexer.commenters, lexer.escape = " \t\r\n", True, "", ""
    groups: list[list[str]] = [[]]
    try:
        for word in lexer:
            if word and not word.strip(","):
                groups.append([])
            elif len(split(word)) == 1:
                groups[-1].append(word)
            else:
                groups += [[word], []]
    except ValueError:
        raise InvalidMove("the moves have a quotation mark that is not closed") from None
    return groups


@lru_cache(maxsize=128)
def canonical_moves(game: Game[Any, Any]) -> dict[str, Any]:
    """Every move of `game` by its canonical text, as records write it."""
    return {game.write(move): move for move in game.vocabulary()}


def _plain(move: object) -> str:
    """What was given for a move, as far as it can be written at all."""
    try:
        return str(move)
    except ValueError:  # an integer of more digits than Python writes
        return type(move).__name__


def _no_such_move(game: Game[Any, Any], text: str) -> str:
    from .settings import listed

    said = text if len(text) <= 40 else text[:40] + "..."
    moves = listed([game.write(move) for move in game.vocabulary()], "and")
    return f"there is no move {said!a} in {game.title}; its moves are {moves}"
