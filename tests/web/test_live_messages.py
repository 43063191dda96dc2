"""Messages: whatever is sent, every one is answered, and none is done that may not be.

`NUMDUEL_MESSAGES=1000000 pytest tests/web/test_live_messages.py` sends a million.
"""

import asyncio
import json
import os
from random import Random
from typing import Any

import pytest
from live_tables import OwnSolver
from referee import Referee

import numduel
from numduel.match.setup import Setup
from numduel.store.memory import MemoryStore
from numduel.web.config import Config, Limit
from numduel.web.tables.audience import Listener, Reply
from numduel.web.tables.frames import read_frame, refuse_frame
from numduel.web.tables.live import _Socket
from numduel.web.tables.lobby import Lobby
from numduel.web.tables.rooms import Options

COUNT = int(os.environ.get("NUMDUEL_MESSAGES", "20000"))
SPECS = ("digit-stack", "operation-stack", "top-stack-twelve", "operation-duel:target=30")
NO_LIMIT = Limit(most=1 << 60, seconds=1.0)
HINTS = 3
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 3, -1, 1.0, 10**30, "", "1", "x" * 70, "\u0000", "\ud800", [], ["a"], {},
    {"a": 1}, [[]],
)  # fmt: skip
PIECES = (
    '"',
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\\",
    "\\u",
    "0",
    "e9",
    "-",
    "NaN",
    "null",
    "true",
    " ",
    "\n",
    "\x00",
    "é",
)


class Desk:
    """A table in this process, with a socket for each who may send, and a referee."""

    def __init__(self, rng: Random, lobby: Lobby) -> None:
        self.rng = rng
        self.lobby = lobby
        self.count = 0

    async def open(self, spec: str) -> None:
        """A new table: Ann and Ben play, Cem plays for both, Eve only looks on."""
        setup = Setup(game=numduel.load(spec), hint_limit=HINTS, max_turns=30)
        self.room = await self.lobby.create(setup, Options(), ("ann", "ben"))
        await self.lobby.seating._change_keys(
            self.room, come=[key for who in (0, 1) for key in _keys(self.room.id, who)]
        )
        self.spec = spec
        keys = {"ann": {0}, "ben": {1}, "cem": {0, 1}, "eve": set[int]()}
        self.referee = Referee(spec, keys, HINTS, self.lobby.config.limits.plies)
        self.listeners = {who: self._listener(who) for who in keys}
        self.sockets = {
            who: _Socket(self.lobby, self.room, each, self.lobby.config.limits, NO_LIMIT)
            for who, each in self.listeners.items()
        }
        for listener in self.listeners.values():
            await self.lobby.join(self.room, listener)
            listener._waiting.clear()
        self.sent: list[tuple[str, str]] = []

    def _listener(self, who: str) -> Listener:
        return Listener(who, json=True, most=64, fresh=lambda each: self.lobby.whole_view(self.room, each))

    async def send(self, who: str, text: str) -> None:
        """Send a frame, and check what comes of it."""
        expected = self._expected(who, text)
        frame = read_frame(text, 4_096)
        await self.sockets[who]._serve_frame(frame)
        answers = self._answers(who)
        assert [(a["id"], a["type"] == "done") for a in answers] == expected, (who, text, answers)
        for answer in answers:
            assert answer["type"] == "done" or (answer["code"] and answer["sentence"][-1] in ".?")
        self.count += 1

    def _expected(self, who: str, text: str) -> list[tuple[str | None, bool]]:
        """What must come of a frame of one message; of several, each is judged as it comes."""
        parts = self.referee.parts(text) if len(text.encode("utf-8", "surrogatepass")) <= 4_096 else None
        if parts is None:
            return [(None, False)]
        assert len(parts) == 1, "frames of several are sent by another test"
        name = self.referee.name_of(parts[0])
        known = self.room.answered.get(who or "", {}).get(name or "")
        if known is not None and self.referee.readable(parts[0]):  # what makes no sense repeats nothing
            return [(name, isinstance(known, int) or type(known).__name__ == "Done")]
        may = self.referee.may(parts[0], who)
        if may and parts[0]["command"] == "say":
            may = self._understands(parts[0])
        return [(name, may)]

    def _understands(self, document: dict[str, Any]) -> bool:
        """Whether words mean a move, or lose the game."""
        from live_tables import position_after

        from numduel.match.words import ForbiddenAttempt, LegalMove, understand

        position = position_after(self.spec, self.referee.moves)
        meant = understand(position, document["line"], tuple(document.get("before", ())))
        return isinstance(meant, LegalMove | ForbiddenAttempt)

    def _answers(self, who: str) -> list[dict[str, Any]]:
        """The one reply to who has sent, and the events, which everyone is told alike."""
        told = {name: [json.loads(text) for text in each._waiting] for name, each in self.listeners.items()}
        replies = {  # the words of a hint come when they are found
            name: [
                json.loads(text)
                for text in each._waiting
                if isinstance(text, Reply) and '"words"' not in text
            ]
            for name, each in self.listeners.items()
        }
        for each in self.listeners.values():
            each._waiting.clear()
        assert all(not found for name, found in replies.items() if name != who)
        events = {
            name: [
                event
                for one in found
                if isinstance(one, dict) and one["type"] == "events"
                for event in one["events"]
            ]
            for name, found in told.items()
        }
        assert all(found == events[who] for found in events.values())
        for event in events[who]:
            self.referee.hear(event)
        (reply,) = replies[who]
        return reply if isinstance(reply, list) else [reply]


def _keys(room: str, who: int) -> list[Any]:
    from numduel.store.rooms import RoomKey

    return [RoomKey(room=room, contestant=who, hash="cem")]


def sensible(desk: Desk, rng: Random) -> dict[str, Any]:
    """A message that makes sense, though perhaps not now."""
    to_move = 1 + len(desk.referee.moves) % 2
    kind = rng.choices(list(OFTEN), list(OFTEN.values()))[0]
    if desk.referee.over and rng.random() < 0.6:
        kind = "next_game"
    document: dict[str, Any] = {"id": f"{rng.getrandbits(24)}", "command": kind}
    if kind not in ("here", "view", "claim"):
        document["seat"] = to_move if rng.random() < 0.8 else 3 - to_move
    return document | details(kind, desk, rng)


# How often each command is sent.
OFTEN = {
    "play": 160, "say": 40, "next_game": 40, "resign": 6, "offer_draw": 20, "ask_undo": 20, "answer": 40,
    "ask_hint": 20, "ask_why": 20, "ask_values": 20, "ask_warning": 20,
    "sit": 20, "here": 20, "view": 20, "leave": 20, "run_out_of_time": 20,
    "claim": 20,
}  # fmt: skip


def details(kind: str, desk: Desk, rng: Random) -> dict[str, Any]:
    """What a command has besides its seat."""
    referee, game = desk.referee, desk.room.session.setup.game
    vocabulary = [game.write(move) for move in game.vocabulary()]
    made = len(referee.moves)
    match kind:
        case "play":
            ply = {"ply": made - (rng.random() < 0.2)} if rng.random() < 0.5 else {}
            return {"move": rng.choice(vocabulary), **ply}
        case "say":
            before = {"before": rng.choice([[], ["push"], ["operate"]])} if rng.random() < 0.3 else {}
            return {"line": rng.choice([*vocabulary, "operate", "push", "operate /", "nonsense"]), **before}
        case "ask_undo":
            return {"to_ply": rng.randint(-1, made)} if rng.random() < 0.6 else {}
        case "answer":
            return {"offer": rng.choice([*referee.offers, rng.randint(0, 40)]), "yes": rng.random() < 0.5}
        case "sit":
            return {"name": rng.choice(["", "Ann", " Zoë ", "x" * 41, "a\nb"])}
    return {}


def mutated(document: dict[str, Any], rng: Random) -> str:
    """A message changed somewhere: in its fields, or in its text."""
    document = dict(document)
    way = rng.random()
    if way < 0.25:
        name = rng.choice([*document, "seat", "ply", "extra"])
        document[name] = rng.choice(ODD)
    elif way < 0.35:
        document.pop(rng.choice(list(document)))
    text = json.dumps(document)
    if 0.35 <= way < 0.6:
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(PIECES) + text[at + rng.randint(0, 2) :]
    elif 0.6 <= way < 0.62:
        text = json.dumps(rng.choice(ODD))
    elif 0.62 <= way < 0.63:
        text = text[:-1] + " " * rng.choice([0, 4_000, 5_000]) + text[-1]
    elif 0.63 <= way < 0.64:
        text = "[" * 3_000 + text
    return text


def is_one(text: str) -> bool:
    """Whether a frame is no list of several."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return True
    return not isinstance(document, list) or len(document) < 2


@pytest.mark.parametrize("spec", SPECS)
def test_every_message_is_answered_and_done_only_if_it_may_be(spec: str) -> None:
    async def send_many() -> dict[str, int]:
        rng = Random(spec)
        desk = Desk(rng, Lobby(Config(), MemoryStore(), OwnSolver()))
        await desk.open(spec)
        done = {"done": 0, "refused": 0}
        sent: list[tuple[str, str]] = []
        while desk.count < COUNT // len(SPECS):
            if desk.count % 2_000 == 1_999:
                await desk.open(spec)
                sent.clear()
            if sent and rng.random() < 0.05:  # again, perhaps by somebody else
                who, text = rng.choice(sent[-200:])
                who = who if rng.random() < 0.7 else rng.choice(list(desk.sockets))
            else:
                who = rng.choices(["ann", "ben", "cem", "eve"], (4, 4, 2, 1))[0]
                text = mutated(sensible(desk, rng), rng)
            if is_one(text):
                before = desk.room.session.number
                await desk.send(who, text)
                done["done" if desk.room.session.number != before else "refused"] += 1
                sent.append((who, text))
        return done

    done = asyncio.run(send_many())
    assert min(done.values()) > COUNT // len(SPECS) // 20, done


def test_a_list_is_answered_by_a_list_each_part_in_its_place() -> None:
    async def send() -> None:
        desk = Desk(Random(1), Lobby(Config(), MemoryStore(), OwnSolver()))
        await desk.open("digit-stack")
        parts: list[Any] = [
            {"id": "a", "command": "play", "seat": 1, "move": "5"},
            7,
            {"id": "b", "command": "play", "seat": 1, "move": "5"},
            {"id": "a", "command": "play", "seat": 1, "move": "5"},
            {"command": "resign", "seat": 1},
            {"id": "c", "command": "play", "seat": 2, "move": "5", "ply": 1},
        ]
        await desk.sockets["cem"]._serve_frame(read_frame(json.dumps(parts), 4_096))
        answers = desk._answers("cem")
        assert [each["id"] for each in answers] == ["a", None, "b", "a", None, "c"]
        assert [each["type"] == "done" for each in answers] == [True, False, False, True, False, True]
        assert desk.referee.moves == ["5", "5"]

    asyncio.run(send())


def test_bytes_are_refused() -> None:
    (part,) = refuse_frame("binary", "A message is a text, not bytes.").parts
    assert getattr(part, "id", "") is None
