"""Referee: says of any text that is sent to a table whether it may be done, knowing only what was told.

It shares no code with the server: it reads JSON by itself, and knows the rules of the table in the simplest
way. Only the rules of the games are the same.
"""

import json
from typing import Any

from live_tables import position_after

PEOPLES = {
    "play", "say", "resign", "offer_draw", "ask_undo", "answer", "ask_hint", "ask_why", "ask_values",
    "next_game", "sit",
}  # fmt: skip
FIELDS: dict[str, dict[str, Any]] = {
    "play": {"move": str, "ply": (int, None)},
    "say": {"line": str, "before": list},
    "answer": {"offer": int, "yes": bool},
    "ask_undo": {"to_ply": (int, None)},
    "sit": {"name": str},
}
NEEDED = {"play": {"move"}, "say": {"line"}, "answer": {"offer", "yes"}, "sit": {"name"}}


SERVERS = {"ask_warning", "leave", "run_out_of_time"}  # what only the server, or a coach, may say


def fields_of(document: dict[str, Any]) -> dict[str, Any]:
    """What a command has besides its id and its name."""
    return {name: value for name, value in document.items() if name not in ("id", "command")}


class Referee:
    """What everyone at one table knows, from the events that were told."""

    def __init__(self, spec: str, keys: dict[str, set[int]], hint_limit: int, plies: int) -> None:
        self.spec = spec
        self.keys = keys
        self.hint_limit = hint_limit
        self.plies = plies
        self.moves: list[str] = []
        self.seats = [0, 1]
        self.over = False
        self.offers: dict[int, dict[str, Any]] = {}
        self.hints = [0, 0]

    def hear(self, event: dict[str, Any]) -> None:
        """Take note of an event."""
        kind = event["event"]
        if kind == "begun":
            self.moves, self.over, self.hints, self.seats = [], False, [0, 0], event["seats"]
        elif kind == "moved":
            assert event["ply"] == len(self.moves)
            self.moves.append(event["move"])
        elif kind == "taken_back":
            del self.moves[event["to_ply"] :]
        elif kind == "hinted":
            self.hints[event["seat"] - 1] += 1
        elif kind == "ended":
            self.over = True
        if kind == "offered":
            kind_of = (event["seat"], event["what"])
            others = {n: o for n, o in self.offers.items() if (o["seat"], o["what"]) != kind_of}
            self.offers = others | {event["number"]: event}
        elif kind == "declined":
            self.offers.pop(event["offer"], None)
        elif kind not in ("hinted", "seated"):
            self.offers.clear()

    def parts(self, text: str) -> list[Any] | None:
        """The messages in a frame; None if it is none at all."""
        try:
            document = json.loads(text)
        except (ValueError, RecursionError):
            return None
        if isinstance(document, list):
            return document or None
        return [document]

    def name_of(self, document: Any) -> str | None:
        """The id under which a message must be answered."""
        name = document.get("id") if isinstance(document, dict) else None
        return name if isinstance(name, str) and 1 <= len(name) <= 64 else None

    def readable(self, document: Any) -> bool:
        """Whether a message is a command at all, with an id."""
        if self.name_of(document) is None or not isinstance(document.get("command"), str):
            return False
        kind = document["command"]
        if kind in ("here", "view", "claim"):
            return True
        return kind in PEOPLES | SERVERS and self.well_formed(kind, fields_of(document))

    def may(self, document: Any, key: str) -> bool:
        """Whether a message that comes now, for the first time, may be done."""
        if not self.readable(document):
            return False
        kind, fields = document["command"], fields_of(document)
        if kind not in PEOPLES:
            return kind in ("here", "view")
        seat = fields["seat"]
        if self.seats[seat - 1] not in self.keys.get(key, ()):
            return False
        return bool(getattr(self, f"may_{kind}")(seat, fields))

    def well_formed(self, kind: str, fields: dict[str, Any]) -> bool:
        types: dict[str, Any] = {"seat": int, **FIELDS.get(kind, {})}
        if not {"seat", *NEEDED.get(kind, ())} <= set(fields) <= set(types):
            return False
        for name, value in fields.items():
            allowed = types[name] if isinstance(types[name], tuple) else (types[name],)
            if value is None and None in allowed:
                continue
            if type(value) not in allowed:
                return False
            if name == "before" and not all(type(each) is str for each in value):
                return False
        return fields["seat"] in (1, 2)

    def may_play(self, seat: int, fields: dict[str, Any]) -> bool:
        position = position_after(self.spec, self.moves)
        legal = [position.game.write(move) for move in position.moves]
        in_time = fields.get("ply") in (None, len(self.moves)) and len(self.moves) < self.plies
        return not self.over and seat == 1 + len(self.moves) % 2 and in_time and fields["move"] in legal

    def may_say(self, seat: int, fields: dict[str, Any]) -> bool:
        return not self.over and seat == 1 + len(self.moves) % 2 and len(self.moves) < self.plies

    def may_resign(self, seat: int, fields: dict[str, Any]) -> bool:
        return not self.over

    def may_offer_draw(self, seat: int, fields: dict[str, Any]) -> bool:
        return not self.over and not self.open_offer(seat, "draw", None)

    def may_ask_undo(self, seat: int, fields: dict[str, Any]) -> bool:
        to_ply = fields.get("to_ply")
        to_ply = len(self.moves) - 1 if to_ply is None else to_ply
        return not self.over and 0 <= to_ply < len(self.moves) and not self.open_offer(seat, "undo", to_ply)

    def may_answer(self, seat: int, fields: dict[str, Any]) -> bool:
        offer = self.offers.get(fields["offer"])
        return offer is not None and offer["seat"] != seat

    def may_ask_hint(self, seat: int, fields: dict[str, Any]) -> bool:
        return not self.over and self.hints[seat - 1] < self.hint_limit

    def may_ask_values(self, seat: int, fields: dict[str, Any]) -> bool:
        return False  # two people play, who did not agree that it is shown what moves are worth

    def may_ask_why(self, seat: int, fields: dict[str, Any]) -> bool:
        return self.may_ask_hint(seat, fields) and bool(self.moves)

    def may_next_game(self, seat: int, fields: dict[str, Any]) -> bool:
        return self.over and not self.open_offer(seat, "rematch", None)

    def may_sit(self, seat: int, fields: dict[str, Any]) -> bool:
        name = fields["name"].strip()
        return not self.over and name.isprintable() and len(name) <= 40

    def open_offer(self, seat: int, what: str, to_ply: int | None) -> bool:
        return any((o["seat"], o["what"], o["to_ply"]) == (seat, what, to_ply) for o in self.offers.values())
