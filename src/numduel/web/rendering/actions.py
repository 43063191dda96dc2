"""What may be done at a table besides moving: offers to answer, seats to take, buttons for each contestant.

Who may see or press something, the page's script knows: `data-for` and `data-unless` name a contestant whose
own page shows or hides an element, `data-who` one who may press it, `data-set` one whose actions these are.
"""

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from ...match.events import UNDO
from ..view import Offer, SeatView, View
from .escaping import escape
from .names import called
from .wording import name_at, question, waiting


class Button(NamedTuple):
    """A button that sends a command, for one contestant."""

    words: str
    who: int
    command: str
    identity: str
    more: tuple[tuple[str, Any], ...] = ()
    ask: str = ""  # before it is sent


@lru_cache(maxsize=8_192)
def _draw(button: Button) -> str:
    command = json.dumps({"command": button.command, **dict(button.more)}, separators=(",", ":"))
    ask = f' data-ask="{escape(button.ask)}" data-yes="{escape(button.words)}"' if button.ask else ""
    return (
        f'<button type="button" class="action" id="{button.identity}" data-who="{button.who}" '
        f'data-command="{escape(command)}"{ask} aria-disabled="true">{escape(button.words)}</button>'
    )


def draw_offers(view: View) -> str:
    """Open seats to take, and open offers to answer."""
    seats = "".join(_open_seat(view.room, seat) for seat in view.seats if seat.person and not seat.taken)
    return seats + "".join(_offer(view, offer) for offer in view.offers) + _away(view)


def _open_seat(room: str, seat: SeatView) -> str:
    """A form for whoever wants to play, and the address to send for whoever waits."""
    other = 1 - seat.contestant
    return (
        f'<form class="card seat" method="post" action="/g/{room}/sit" data-sit="{seat.contestant}">'
        f"<h2>Play as Player {seat.seat}</h2>"
        f'<input type="hidden" name="contestant" value="{seat.contestant}">'
        f'<p class="fields"><label for="name-{seat.seat}">Your name</label>'
        f'<input id="name-{seat.seat}" name="name" maxlength="40" autocomplete="nickname">'
        '<button class="main">Take this seat</button></p></form>'
        f'<div class="card seat" data-for="{other}" hidden><h2>Waiting for the other player</h2>'
        '<p class="if-reached">Send this address to a friend. Whoever opens it can take the other seat.</p>'
        '<p class="if-alone">Only this computer can open this address. Start numduel with '
        "<kbd>--host 0.0.0.0</kbd> so that phones in the same network can join.</p>"
        f'<p class="fields"><label for="invite-{seat.seat}" class="hidden">Address of this game</label>'
        f'<input id="invite-{seat.seat}" readonly data-address>'
        f'<button type="button" data-copy="invite-{seat.seat}">Copy</button></p></div>'
    )


def _offer(view: View, offer: Offer) -> str:
    """An offer, to be answered by its number."""
    one, other = view.seats[offer.seat - 1].contestant, view.seats[2 - offer.seat].contestant
    answer = (("seat", 3 - offer.seat), ("offer", offer.number))
    words = "Agree" if offer.what == UNDO else "Accept"
    yes = Button(words, other, "answer", f"yes-{offer.number}", (*answer, ("yes", True)))
    no = Button("Decline", other, "answer", f"no-{offer.number}", (*answer, ("yes", False)))
    return (
        f'<div class="card offer" id="offer-{offer.number}">'
        f'<p data-unless="{one}">{escape(question(view, offer))}</p>'
        f'<p data-for="{one}" hidden>{escape(waiting(view, offer))}</p>'
        f'<p class="buttons" data-answer="{other}" hidden>{_draw(yes)}{_draw(no)}</p></div>'
    )


def _away(view: View) -> str:
    """That somebody is away, and when the game may be claimed."""
    said = ""
    for seat in view.seats:
        if not (seat.person and seat.taken and seat.away) or view.to_move is None:
            continue
        claim = "" if view.claim_seconds is None else _claim(1 - seat.contestant, view.claim_seconds)
        words = f"{escape(called(seat))} is away. {claim}"
        said += f'<div class="card away" data-unless="{seat.contestant}"><p>{words}</p></div>'
    return said


def _claim(who: int, seconds: int) -> str:
    """When the one who is still there may claim the game; the page's script counts down."""
    button = _draw(Button("Claim the game", who, "claim", f"claim-{who}"))
    later = f'You can claim the game in <b data-seconds="{seconds}">{seconds} s</b>.'
    wait = f'<span class="later">{later}</span>' if seconds else ""
    return f'<span data-for="{who}" hidden>{wait}<span class="now">{button}</span></span>'


def draw_actions(view: View) -> str:
    """What each contestant may do besides moving, and where to go from here."""
    sets = "".join(_set(view, seat) for seat in view.seats if seat.person)
    return sets + (_afterwards(view) if view.result is not None else _before(view))


def _before(view: View) -> str:
    """A link to the review of the game that was played before this one, where there was one."""
    if view.game < 2:
        return ""
    address = f"/g/{view.room}/review?game={view.game - 1}"
    return f'<p class="links"><a href="{address}">Review of the last game</a></p>'


def _set(view: View, seat: SeatView) -> str:
    """The actions of one contestant."""
    turns = " data-turn" if seat.seat == (view.to_move or 1) else ""
    buttons = _after(view, seat) if view.to_move is None else _during(view, seat)
    return f'<p class="buttons" data-set="{seat.contestant}"{turns} hidden>{"".join(map(_draw, buttons))}</p>'


def _during(view: View, seat: SeatView) -> Iterable[Button]:
    """What a contestant may do while a game is under way."""
    who, here = seat.contestant, (("seat", seat.seat),)
    left = None if view.hint_limit is None else view.hint_limit - seat.hints
    if left is None or left > 0:
        more = "" if left is None else f" ({left} left)"
        yield Button(f"Hint{more}", who, "ask_hint", f"hint-{who}", here)
        if view.moves:
            yield Button("Why?", who, "ask_why", f"why-{who}", here)
    to_ply = _last_own(view, seat)
    if to_ply >= 0 and view.undo != "none":
        yield _take_back(view, seat, to_ply)
    if all(offer.seat != seat.seat for offer in view.offers):
        yield Button("Offer a draw", who, "offer_draw", f"draw-{who}", here)
    ask = f"Resign this game? {name_at(view, 3 - seat.seat)} wins it then."
    yield Button("Resign", who, "resign", f"resign-{who}", here, ask)


def _last_own(view: View, seat: SeatView) -> int:
    """How many moves came before the last one of a player; negative where they have made none.

    Whoever plays both sides takes back whichever move was last.
    """
    answered = seat.seat == view.to_move and not view.one_owner
    return len(view.moves) - (2 if answered else 1)


def _take_back(view: View, seat: SeatView, to_ply: int) -> Button:
    """A button that names the moves it takes back: one's own last, and the answer to it."""
    computer = not view.seats[2 - seat.seat].person  # which always agrees
    took = ", ".join(view.moves[to_ply:])
    agreed = computer or view.one_owner or view.undo == "free"
    words = f"Take back {took}" if agreed else f"Ask to take back {took}"
    back = (("seat", seat.seat), ("to_ply", to_ply))
    return Button(words, seat.contestant, "ask_undo", f"undo-{seat.contestant}", back)


def _after(view: View, seat: SeatView) -> Iterable[Button]:
    """What a contestant may do when a game is over, or none has begun."""
    words = "Rematch" if view.match_over else "Next game" if view.game else "Begin"
    if all(offer.seat != seat.seat for offer in view.offers):
        yield Button(words, seat.contestant, "next_game", f"next-{seat.contestant}", (("seat", seat.seat),))


def _afterwards(view: View) -> str:
    """Links for when a game is over."""
    game = view.position.game
    spec = quote(game.spec, safe=":=,/")
    query = f"?{urlencode({'moves': ' '.join(view.moves)})}" if view.moves else ""
    return (
        f'<p class="links"><a href="/g/{view.room}/review">Where was it decided?</a> '
        f'<a href="/analysis/{spec}{escape(query)}">Look at this position</a> '
        f'<a href="/play/{spec}">{"Another game" if view.one_owner else "Another opponent"}</a></p>'
    )
