"""What the page of a table says: whose turn it is, how a game ended, what is offered, what has happened."""

from collections.abc import Iterable, Sequence

from ...core.integers import count
from ...match.events import (
    DRAW,
    HINT,
    UNDO,
    VALUES,
    WARNING,
    WHY,
    Begun,
    Declined,
    Ended,
    Event,
    Hinted,
    Moved,
    Offered,
    Rematched,
    Seated,
    TakenBack,
)
from ...match.round import Ending, Result
from ..view import Offer, View
from .names import called
from .spoken import say_move, say_position


def name_at(view: View, seat: int) -> str:
    """What the one in a seat is called."""
    return called(view.seats[seat - 1])


def turn(view: View) -> str:
    """Whose turn it is, or who has won."""
    if view.result is not None:
        return "A draw" if view.result.winner is None else f"{name_at(view, view.result.winner)} wins"
    if view.to_move is None:
        return "The game has not begun"
    return f"{name_at(view, view.to_move)} {'is thinking' if view.thinking else 'to move'}"


def reason(view: View, result: Result) -> str:
    """Why a game has ended, in one sentence."""
    who = "" if result.player is None else name_at(view, result.player)
    match result.ending:
        case Ending.FORFEIT:
            return f"{who} tried “{result.attempt}”, which the rules forbid."
        case Ending.RESIGNATION:
            return f"{who} resigned."
        case Ending.TIMEOUT:
            return f"{who} ran out of time."
        case Ending.ABANDONED:
            return f"{who} left."
    return f"{result.reason[:1].upper()}{result.reason[1:]}."


def listed_moves(moves: Iterable[str]) -> str:
    """Moves one after the other: 5, then 3."""
    return ", then ".join(moves)


def question(view: View, offer: Offer) -> str:
    """What an offer asks of the other player; a wish to take moves back names them."""
    who = name_at(view, offer.seat)
    if offer.what == DRAW:
        return f"{who} offers a draw."
    if offer.what == UNDO:
        moves = view.moves[offer.to_ply :]
        which = "the last move" if len(moves) == 1 else f"the last {len(moves)} moves"
        return f"{who} asks to take back {which}: {listed_moves(moves)}."
    return f"{who} asks for a rematch."


def waiting(view: View, offer: Offer) -> str:
    """What is said to the one who has made an offer."""
    other = name_at(view, 3 - offer.seat)
    what = {DRAW: "You offered a draw", UNDO: "You asked to take back"}.get(
        offer.what, "You asked for a rematch"
    )
    moves = f" {listed_moves(view.moves[offer.to_ply :])}" if offer.what == UNDO else ""
    return f"{what}{moves}. {other} has not answered yet."


def game_in_match(view: View) -> int:
    """Which game of its match this is, from 1; a rematch is a match of its own."""
    return sum(seat.points for seat in view.seats) + view.draws + (view.result is None)


def is_match(view: View) -> bool:
    """Whether this is more than a single game."""
    return view.points is not None or (view.rounds or 1) > 1


def match_result(view: View) -> str:
    """How a match has ended; nothing for a single game, or while the match goes on."""
    if not (is_match(view) and view.match_over and view.result is not None):
        return ""
    worse, better = sorted(view.seats, key=lambda seat: seat.points)
    if worse.points == better.points:
        return f"The match is drawn {better.points} to {worse.points}."
    return f"{called(better)} wins the match {better.points} to {worse.points}."


def match_words(view: View) -> str:
    """Which game of how long a match this is; nothing for a single game."""
    if view.points is not None:
        words = f"Game {game_in_match(view)}, first to {view.points}"
    elif view.rounds is not None and view.rounds > 1:
        words = f"Game {game_in_match(view)} of {view.rounds}"
    else:
        return ""
    return words + (f", {view.draws} drawn" if view.draws else "")


_UNDO = {"none": "no taking back", "agree": "taking back by consent", "free": "taking back freely"}


def terms(view: View) -> str:
    """What is agreed on at a table, in one line."""
    if view.hint_limit is None:
        hints = "hints without limit"
    else:
        hints = f"{count(view.hint_limit, 'hint')} each" if view.hint_limit else "no hints"
    values = "values during the game" if view.answers == "always" else "values after the game"
    said = " · ".join((_UNDO[view.undo], hints, values))
    return f"{said[0].upper()}{said[1:]}"


def news(before: View | None, after: View, events: Sequence[Event]) -> str:
    """What has just happened, in a sentence or a few, for everybody who looks on."""
    said = [_told(after, event) for event in _worth_telling(events)]
    if before is not None:
        said += _presence(before, after)
    if said and after.to_move is not None and any(said) and not after.thinking:
        said.append(f"{turn(after)}.")
    return " ".join(filter(None, said))


def standing(view: View) -> str:
    """How a table stands but for whose turn it is, for those who have missed what happened."""
    said = [question(view, offer) for offer in view.offers]
    if view.moves:
        last = len(view.moves) - 1
        said.insert(0, _move_told(view, 1 + last % 2, last, view.moves[last]))
    if view.result is not None:
        said += [reason(view, view.result), match_result(view)]
    return " ".join(filter(None, said))


def _worth_telling(events: Sequence[Event]) -> list[Event]:
    """The events without wishes that were granted at once: what came of them is told."""
    granted = any(isinstance(event, TakenBack | Rematched) for event in events)
    return [event for event in events if not (granted and isinstance(event, Offered) and event.what != DRAW)]


def _move_told(view: View, seat: int, ply: int, move: str) -> str:
    """A move in a sentence; of the last one, also what it has led to."""
    where = say_position(view.position) if ply + 1 == len(view.moves) else ""
    return f"{name_at(view, seat)} played {say_move(view.position.game, move)}{where and f': {where}'}."


def _told(after: View, event: Event) -> str:
    """An event in a sentence."""
    match event:
        case Moved():
            return _move_told(after, event.seat, event.ply, event.move)
        case Ended():
            return f"{reason(after, event.result)} {turn(after)}. {match_result(after)}".rstrip()
        case TakenBack():
            several = "were" if len(event.moves) > 1 else "was"
            return f"{listed_moves(event.moves)} {several} taken back."
        case Offered():
            offer = Offer(number=event.number, seat=event.seat, what=event.what, to_ply=event.to_ply)
            return question(after, offer)
        case Declined():
            return f"{name_at(after, event.seat)} says no to the {_OFFERS.get(event.what, 'rematch')}."
        case Hinted():
            return f"{name_at(after, event.seat)} asked {_ASKED[event.about]}."
        case Seated():
            return f"{name_at(after, event.seat)} is Player {event.seat}."
        case Begun():
            return f"Game {game_in_match(after)} begins." if is_match(after) else "The game begins."
        case Rematched():
            return "A rematch."
    return ""


_ASKED = {
    HINT: "for a hint",
    WHY: "for an explanation",
    VALUES: "what the moves are worth",
    WARNING: "to be warned",
}
_OFFERS = {DRAW: "draw", UNDO: "wish to take back"}


def _presence(before: View, after: View) -> list[str]:
    """Who has gone away or come back."""
    return [
        f"{called(now)} is {'away' if now.away else 'back'}."
        for was in before.seats
        for now in after.seats
        if was.contestant == now.contestant and was.away != now.away and now.person and was.taken
    ]
