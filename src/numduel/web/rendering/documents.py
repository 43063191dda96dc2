"""A table's view as a JSON document, for programs."""

from typing import Any

from ..view import SeatView, View


def view_document(view: View) -> dict[str, Any]:
    """The view as JSON, for programs."""
    game, result = view.position.game, view.result
    return {
        "room": view.room,
        "number": view.number,
        "game": view.game,
        "spec": game.spec,
        "moves": list(view.moves),
        "position": game.show(view.position.state),
        "to_move": view.to_move,
        "legal": [] if view.to_move is None else [game.write(move) for move in view.position.moves],
        "seats": [_seat_document(seat) for seat in view.seats],
        "result": None if result is None else _result_document(view),
        "offers": [
            {"number": offer.number, "seat": offer.seat, "what": offer.what, "to_ply": offer.to_ply}
            for offer in view.offers
        ],
        "match": {"rounds": view.rounds, "points": view.points, "draws": view.draws, "over": view.match_over},
        "options": {
            "undo": view.undo,
            "hint_limit": view.hint_limit,
            "max_turns": view.max_turns,
            "answers": view.answers,
            "auto": view.auto,
        },
        "values": None
        if view.values is None
        else {move: {"value": verdict.value.value, "plies": verdict.plies} for move, verdict in view.values},
        "thinking": view.thinking,
        "claim_seconds": view.claim_seconds,
    }


def _seat_document(seat: SeatView) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "contestant": seat.contestant,
        "name": seat.name,
        "person": seat.person,
        "taken": seat.taken,
        "away": seat.away,
        "points": seat.points,
        "hints": seat.hints,
    }


def _result_document(view: View) -> dict[str, Any]:
    result = view.result
    assert result is not None
    return {
        "winner": result.winner,
        "ending": result.ending.value,
        "reason": result.reason,
        "player": result.player,
        "attempt": result.attempt,
    }
