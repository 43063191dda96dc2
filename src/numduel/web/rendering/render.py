"""A table's view as HTML, region by region. A view is rendered once for everybody who looks on."""

from functools import lru_cache
from typing import Any

from ...core.integers import count
from ...core.position import Position
from ..view import SeatView, View
from .actions import draw_actions, draw_offers
from .boards import draw_board, position_before
from .choices import draw_choices, move_keys
from .controls import Buttons, Controls, Still
from .escaping import escape
from .names import called
from .spoken import say_move
from .wording import is_match, match_result, match_words, name_at, reason, terms, turn

REGIONS = ("score", "status", "board", "choices", "offers", "actions", "moves")
NEAR_THE_END = 40  # moves before a turn limit, from which on it is shown
MOST_MOVES = 60  # in the list of moves; what came before is in the review


def regions(view: View, before: View | None = None) -> dict[str, str]:
    """The HTML of a table by region; what was shown `before` saves working out what has changed."""
    values = dict(view.values or ())
    controls = _controls(view)
    return {
        "score": _score(view),
        "status": _status(view),
        "board": draw_board(view.position, _position_before(view, before), controls, values),
        "choices": draw_choices(view.position, controls, values) if view.to_move else "",
        "offers": draw_offers(view),
        "actions": draw_actions(view),
        "moves": _moves(view),
    }


def _position_before(view: View, before: View | None) -> Position[Any, Any] | None:
    """The position before the last move, by what was shown before it where that is known."""
    if before is not None and before.game == view.game and before.moves == view.moves[:-1]:
        return before.position
    return position_before(view.position, view.moves)


def _controls(view: View) -> Controls:
    if view.to_move is None:
        return Still()
    keys = move_keys(view.position.game)
    return Buttons(view.to_move, view.seats[view.to_move - 1].contestant, view.position.ply, keys)


def _mark(seat: int) -> str:
    """The sign of a player: its shape differs, not its colour alone."""
    return f'<span class="mark p{seat}" aria-hidden="true"></span>'


def _score(view: View) -> str:
    """The two players, whose turn it is, and how the match stands."""
    match = is_match(view)
    words = match_words(view)
    said = f'<p class="note">{escape(words)}</p>' if words else ""
    if view.seats[0].person and view.seats[1].person and not view.one_owner:
        said += f'<p class="note terms">{escape(terms(view))}</p>'
    one, other = (_player(seat, view.to_move == seat.seat, match) for seat in view.seats)
    return f'<ul class="players">{one}{other}</ul>{said}'


@lru_cache(maxsize=4_096)
def _player(seat: SeatView, turns: bool, match: bool) -> str:
    """One of the two players."""
    points = f'<span class="points"><span class="hidden">has won </span>{seat.points}</span>' if match else ""
    name = called(seat) if seat.taken else "Open seat"
    notes = []
    if seat.taken and seat.away:
        notes.append("away")
    if seat.hints:
        notes.append(count(seat.hints, "hint"))
    said = f'<span class="note">{", ".join(notes)}</span>' if notes else ""
    turning = ' class="turns"' if turns else ""
    return (
        f'<li{turning}>{_mark(seat.seat)}<span class="who">'
        f'<span class="hidden">Player {seat.seat}: </span><span class="named">{escape(name)}</span>'
        f'<span class="you" data-for="{seat.contestant}" hidden>you</span>{said}</span>{points}</li>'
    )


def _status(view: View) -> str:
    """Whose turn it is, or how the game ended."""
    said = escape(turn(view))
    seat = view.result.winner if view.result is not None else view.to_move
    if seat is None:
        line = f'<p class="turn">{said}</p>'
    else:
        who = view.seats[seat - 1].contestant
        yours = "You win" if view.result is not None else "Your move"
        line = (
            f'<p class="turn p{seat}">{_mark(seat)}<span data-unless="{who}">{said}</span>'
            f'<span data-for="{who}" hidden>{yours}</span></p>'
        )
    if view.result is not None:
        match = (
            f'<p class="match"><strong>{escape(ended)}</strong></p>' if (ended := match_result(view)) else ""
        )
        return f'{line}<p class="reason">{escape(reason(view, view.result))}</p>{match}'
    return f"{line}{_last(view)}"


def _last(view: View) -> str:
    """What the last move was."""
    if not view.moves:
        return ""
    seat = 2 - len(view.moves) % 2
    move = say_move(view.position.game, view.moves[-1])
    return f'<p class="reason">{escape(name_at(view, seat))} played <b>{escape(move)}</b>.</p>'


def _moves(view: View) -> str:
    """The moves in order; of very many, the last."""
    if not view.moves:
        return '<p class="note">No move has been made yet.</p>'
    first = max(len(view.moves) - MOST_MOVES, 0)
    last = len(view.moves) - 1
    items = "".join(
        f'<li value="{at + 1}" class="p{1 + at % 2}{" last" if at == last else ""}">{escape(move)}</li>'
        for at, move in enumerate(view.moves[first:], first)
    )
    are = "is" if first == 1 else "are"
    earlier = f'<p class="note">{count(first, "earlier move")} {are} not shown here.</p>' if first else ""
    most = view.max_turns
    near = most is not None and most - len(view.moves) <= NEAR_THE_END
    limit = f'<p class="note">A draw after {count(most or 0, "move")}.</p>' if near else ""
    return f'{earlier}<ol class="moves">{items}</ol>{limit}'
