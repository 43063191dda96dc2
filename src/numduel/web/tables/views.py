"""Views: what the page of a table shows, made from a room; and the messages in which sockets are told."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from ...core.integers import count
from ...match.events import Event
from ..config import Config
from ..rendering.documents import view_document
from ..rendering.render import regions
from ..rendering.wording import news, standing
from ..view import Offer, SeatView, View
from .rooms import Refused, Room

_json = json.JSONEncoder(separators=(",", ":")).encode


def make_view(room: Room, config: Config, now: float) -> View:
    """The table as it stands."""
    session = room.session
    number = session.number
    one, other = _seats(room, config, now)
    to_move = session.to_move
    return View(
        room=room.id,
        number=number,
        game=session.game,
        position=session.round.position,
        moves=room.moves,
        seats=(one, other),
        to_move=to_move,
        result=session.round.result,
        offers=tuple(
            Offer(number=offer.number, seat=offer.seat, what=offer.what, to_ply=offer.to_ply)
            for offer in session.offers.values()
        ),
        draws=session.match.draws,
        match_over=session.match.over,
        values=room.values if room.values_at == number else None,
        thinking=to_move is not None and not (one, other)[to_move - 1].person,
        one_owner=room.same_owner,
        claim_seconds=_claim_seconds(room, config, now),
        **_agreed(room),
    )


def _agreed(room: Room) -> dict[str, Any]:
    """What was agreed on, by its names in a view."""
    setup, options = room.session.setup, room.options
    return {
        "rounds": setup.rounds,
        "points": setup.points,
        "undo": setup.undo,
        "hint_limit": setup.hint_limit,
        "max_turns": setup.max_turns,
        "answers": options.answers,
        "auto": options.auto,
    }


def _seats(room: Room, config: Config, now: float) -> Iterator[SeatView]:
    session = room.session
    for seat, who in enumerate(session.seats, 1):
        person, taken = session.setup.is_person(who), room.taken(who)
        yield SeatView(
            seat=seat,
            contestant=who,
            name=session.setup.name_at(seat, who),
            person=person,
            taken=taken,
            away=person and taken and room.presence.is_away(who, now, config.away_seconds),
            points=session.match.points[who],
            hints=session.round.hints[seat - 1],
        )


def _claim_seconds(room: Room, config: Config, now: float) -> int | None:
    """In how many seconds the game of somebody who is away may be claimed; None where nobody is."""
    left = [
        room.presence.seconds_left(who, now, config.claim_seconds)
        for who in (0, 1)
        if room.presence.is_away(who, now, config.away_seconds) and can_be_claimed(room, who)
    ]
    return min(left, default=None)


def can_be_claimed(room: Room, absent: int) -> bool:
    """Whether the game of a contestant may be claimed once they have been away for long enough.

    Both must be people, with keys of their own, and have begun to play.
    """
    session = room.session
    if not session.under_way or not session.round.moves:
        return False
    people = all(session.setup.is_person(who) and room.taken(who) for who in (0, 1))
    return people and not room.same_owner and not room.presence.is_here(absent)


def absent_seat(room: Room, by: str, config: Config, now: float) -> int | Refused:
    """The seat of the one whose game somebody may claim; Refused, without an id, where they may not."""
    mine = room.contestants(by)
    if len(mine) != 1:
        return Refused(None, "not-your-seat", "Only who plays can claim a game.")
    absent = 1 - mine[0]
    if not can_be_claimed(room, absent):
        return Refused(None, "not-away", "The game cannot be claimed: nobody has left it.")
    left = room.presence.seconds_left(absent, now, config.claim_seconds)
    if left:
        return Refused(None, "not-yet", f"The game can be claimed in {count(left, 'second')}.")
    return room.seat_of(absent)


# Messages


def events_message(number: int, events: Sequence[Event]) -> str:
    """What has happened, for programs."""
    return _json({"type": "events", "number": number, "events": [event.as_json() for event in events]})


def document_message(view: View) -> str:
    """The whole view, for programs."""
    return _json({"type": "view", "number": view.number, "view": view_document(view)})


def html_message(before: View | None, view: View, events: Sequence[Event] = ()) -> str:
    """The whole view, for pages, with what is new in words; where no event is told, with how it stands."""
    said = news(before, view, events) if events or before is not None else ""
    message = {"type": "view", "number": view.number, "html": regions(view, before), "news": said}
    return _json(message if events else {**message, "state": standing(view)})
