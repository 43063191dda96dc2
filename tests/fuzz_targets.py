"""What a fuzzer throws bytes at: readers that must answer or refuse in their own words, whatever comes.

Each of `TARGETS` takes bytes and returns nothing; what it raises is a finding. benchmarks/fuzz_readers.py
drives them with coverage, and every run of the tests replays the inputs that are kept in tests/corpus.
"""

import hashlib
import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numduel
from numduel import Position, SettingError
from numduel.core.position import MoveError
from numduel.engine.limits import Limits
from numduel.match.decisions import Refused
from numduel.match.events import Event, MessageError, read_command, read_event
from numduel.match.reading import parse, parse_all
from numduel.match.record import RecordError, write
from numduel.match.session import Session
from numduel.match.setup import UNDO_POLICIES, Setup
from numduel.solver.answers import Answers
from numduel.solver.checks.common import DoesNotHold
from numduel.solver.checks.meter import TooLong
from numduel.solver.verify import verify

MOST_POSITIONS = 2_000  # of a game whose certificate is tried
SESSIONS = (
    "digit-stack",
    "operation-duel:target=9,overshoot=forbidden",
    "operation-obliteration",
    "operation-stack:target=3,numbers=1/2,max_stack=2",
    "top-stack-twelve:tokens=2-4,supply=2",
)


def records(data: bytes) -> None:
    """Read records; each is the same after it was written and read again."""
    try:
        found = parse_all(data.decode("utf-8", "replace"))
    except RecordError:
        return
    for record in found:
        assert parse(write(record)) == record


def certificates(data: bytes) -> None:
    """Verify a certificate, once as it is and once with the checksum that it should have."""
    text = data.decode("utf-8", "replace")
    try:
        document = json.loads(text)
        if type(document) is dict and _is_large(document.get("spec")):
            return
        _verify(text)
        if type(document) is dict:
            document.pop("sha256", None)
            content = json.dumps(document, sort_keys=True).encode()
            _verify(json.dumps(document | {"sha256": hashlib.sha256(content).hexdigest()}))
    except (ValueError, RecursionError):  # no JSON
        _verify(text)


def _is_large(spec: object) -> bool:
    """Whether this is a game that would take long to walk through."""
    try:
        return isinstance(spec, str) and not 0 < (numduel.load(spec).size() or 0) <= MOST_POSITIONS
    except SettingError:
        return False


def _verify(text: str) -> None:
    try:
        verify(text)
    except (DoesNotHold, TooLong):
        return
    document = json.loads(text)
    assert document["claim"]["value"] == _truth(document["spec"])


@lru_cache(maxsize=1_000)
def _truth(spec: str) -> str:
    game = numduel.load(spec)
    return Answers(game, limits=Limits(positions=MOST_POSITIONS)).verdict(game.initial()).value.value


def settings(data: bytes) -> None:
    """Read a spec and, after it, words that may be moves; the game is the same by the spec that it writes."""
    spec, _, line = data.decode("utf-8", "replace").partition("\n")
    try:
        game = numduel.load(spec)
    except SettingError:
        return
    assert numduel.load(game.spec) == game
    assert game.shown_settings.keys() == game.settings.keys()
    position: Position[Any, Any] = Position.start(game)
    for words in line.split("\n")[:20]:
        try:
            position = position.say(words)
        except MoveError:
            continue
        assert (position.outcome is None) == bool(position.moves)


def session(data: bytes) -> None:
    """Let commands come to a table, a line each; after a replay of all events it is the same."""
    kind, *lines = data.split(b"\n")[:40]
    number = sum(kind)
    spec = SESSIONS[number % len(SESSIONS)]
    undo, turns = UNDO_POLICIES[number % 3], 6 if number % 7 == 0 else None
    setup = Setup(game=numduel.load(spec), undo=undo, max_turns=turns, rounds=2 if number % 2 else None)
    table, happened = Session(setup), list[Event]()
    for line in lines:
        for event in _events(table, line):
            assert read_event(json.loads(json.dumps(event.as_json()))) == event
            table.apply(event)
            happened.append(event)
    again = Session.replay(setup, happened)
    assert _what_stands(again) == _what_stands(table)


def _events(table: Session, line: bytes) -> tuple[Event, ...]:
    """What a line brings about, if it is a command that is not refused."""
    try:
        document = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return ()
    if not isinstance(document, dict):
        return ()
    before = _what_stands(table)
    try:
        if "event" in document:
            read_event(document)
            return ()
        return table.decide(read_command(document))
    except (MessageError, Refused):
        return ()
    finally:
        assert _what_stands(table) == before  # to look changes nothing


def _what_stands(table: Session) -> tuple[Any, ...]:
    round_ = table.round
    return (
        *(table.setup, table.number, table.game, table.seats, dict(table.offers), list(table.match.points)),
        *(round_.position, list(round_.moves), list(round_.hints), round_.result),
    )


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target for target in (records, certificates, settings, session)
}
