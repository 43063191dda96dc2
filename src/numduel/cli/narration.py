"""Narration: what has happened at a table, in the words of the game's rulebook."""

import re
from collections.abc import Sequence

from ..core.hints import Any
from ..core.integers import count
from ..core.position import Position, split
from ..core.text import visible
from ..core.voice import Lines
from ..match.events import DRAW, UNDO, Declined, Ended, Moved, Offered, TakenBack
from ..match.round import Ending
from ..match.session import Session
from ..match.setup import display_name, is_person


def moved(session: Session, event: Moved, before: Position[Any, Any], announced: tuple[str, ...]) -> Lines:
    """What a move did, after what its first words call for beyond those that were announced."""
    game, move, after = session.setup.game, session.round.moves[event.ply], session.round.position
    words, voice = split(game.spellings(move)[0]), game.voice()
    known = len(announced) if words[: len(announced)] == announced else 0  # another move may have been begun
    on_the_way = [
        line for count in range(known + 1, len(words)) for line in voice.aside(before.state, words[:count])
    ]
    return [*on_the_way, *voice.report(before.state, move, after.state, event.seat)]


def question(session: Session, offer: Offered) -> str:
    """What the other player is asked about an offer."""
    asked = 3 - offer.seat
    if offer.what == DRAW:
        return f"Player {asked}, Player {offer.seat} offers a draw. Do you accept?"
    if offer.what == UNDO:
        moves = [session.setup.game.write(move) for move in session.round.moves[offer.to_ply :]]
        which = f"the last move, {moves[0]}" if len(moves) == 1 else f"the last moves, {' and '.join(moves)}"
        return f"Player {offer.seat} asks to take back {which}. Player {asked}, do you agree?"
    return f"Player {asked}, Player {offer.seat} asks for a rematch. Do you agree?"


def with_names(text: str, names: Sequence[str]) -> str:
    """A text with the names of players behind their numbers; who has none stays a number.

    >>> with_names("Player 1 wins, and Player 2 loses.", ("Ann", ""))
    'Player 1 (Ann) wins, and Player 2 loses.'
    """
    for seat, name in enumerate(names, 1):
        if name:
            called = f"Player {seat} ({visible(name)})".replace("\\", r"\\")
            text = re.sub(rf"\bPlayer {seat}\b(?! \()", called, text)
    return text


def names_of_people(session: Session) -> list[str]:
    """The names that people gave, by seat; nothing for whoever gave none, and for computers."""
    who = [session.setup.players[contestant] for contestant in session.seats]
    return [display_name(each) if is_person(each) else "" for each in who]


def declined(event: Declined) -> str:
    """That an offer was declined."""
    said = "does not agree" if event.what == UNDO else "declines"
    return f"Player {event.seat} {said}. The game goes on."


def taken_back(session: Session, event: TakenBack) -> str:
    """Which moves were taken back; a computer is said to have agreed."""
    other, took = 3 - event.seat, " and ".join(event.moves)
    several = len(event.moves) > 1
    if session.is_person(other):
        return f"The last move{'s' * several} ({took}) {'are' if several else 'is'} taken back."
    return f"Player {other} agrees: {took} {'are' if several else 'is'} taken back."


def hints(session: Session, verb: str) -> Lines:
    """Who asked for hints, or had them without asking, and how many."""
    return [
        f"Player {player} {verb} {count(hints, 'hint')}."
        for player, hints in enumerate(session.round.hints, 1)
        if hints
    ]


def reason(session: Session, event: Ended) -> Lines:
    """Why a game ended, before the winner is named."""
    voice, position, result = session.setup.game.voice(), session.round.position, event.result
    match result.ending:
        case Ending.RULE:
            return voice.ending(position.state, None if result.winner is None else 3 - result.winner)
        case Ending.FORFEIT:
            return voice.forfeit(position.state, position.player, tuple(result.attempt.split()))
        case Ending.RESIGNATION:
            return [f"Player {result.player} resigns."]
        case Ending.AGREEMENT:
            return ["The players agree on a draw."]
        case Ending.TURN_LIMIT:
            return [f"The limit of {count(session.setup.max_turns or 0, 'turn')} is reached."]
        case Ending.TIMEOUT:
            return [f"Player {result.player} has run out of time."]
        case Ending.ABANDONED:
            return [f"Player {result.player} has left."]
