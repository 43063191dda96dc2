"""Asking a person for a move: one loop for every game, walking the words that are typed."""

import dataclasses
from typing import Any

from ..core.game import Fault
from ..core.position import Position, lexicon, split
from .console import Console

# Words that are not moves: `RESERVED_WORDS`, which no move may use, with what each asks for.
COMMANDS = {
    "?": "help",
    "help": "help",
    "rules": "rules",
    "moves": "moves",
    "hint": "hint",
    "why": "why",
    "undo": "undo",
    "resign": "resign",
    "draw": "draw",
    "quit": "quit",
}


@dataclasses.dataclass(frozen=True, slots=True)
class Move:
    """A legal move, and how many of its words were already announced."""

    move: Any
    announced: int = 0


@dataclasses.dataclass(frozen=True, slots=True)
class Command:
    """A word that asks for something else than a move, and the words of a move said before it."""

    name: str
    words: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Attempt:
    """Words that are no legal move and lose the game."""

    words: tuple[str, ...]


def ask_move(
    console: Console, position: Position[Any, Any], words: tuple[str, ...] = ()
) -> Move | Command | Attempt:
    """What the player to move answers, after as many questions as it takes; `words` are said already."""
    game, state, voice = position.game, position.state, position.game.voice()
    legal = _legal_spellings(position)
    while True:
        said = split(console.ask(voice.prompt(state, position.player, words)))
        if not said:
            continue
        if len(said) == 1 and said[0] in COMMANDS:
            if said == ("undo",) and words:
                words = ()  # only a word has been said: there is nobody to ask
                continue
            return Command(COMMANDS[said[0]], words)
        # "push 5" is understood even where "push" has been said already.
        full = said if words and said[: len(words)] == words else words + said
        if full in legal:
            return Move(legal[full], len(words))
        if any(spelling[: len(full)] == full for spelling in legal):
            console.say(*voice.aside(state, full))
            words = full
        elif game.fault(state, full) is Fault.LOSS:
            return Attempt(full)
        else:
            console.say(*voice.rejection(state, words, said))


def _legal_spellings(position: Position[Any, Any]) -> dict[tuple[str, ...], Any]:
    moves = set(position.moves)
    return {words: move for words, move in lexicon(position.game).items() if move in moves}
