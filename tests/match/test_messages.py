"""Commands and events as values and as documents: nothing missing, nothing more, every type to the letter."""

from typing import Any

import pytest

from numduel.core.message import Message
from numduel.match.events import (
    AskUndo,
    Begun,
    Ended,
    MessageError,
    Moved,
    Offered,
    Play,
    Resign,
    Say,
    read_command,
    read_event,
)
from numduel.match.round import Ending, lost_by

ENDED = Ended(3, lost_by(2, Ending.RESIGNATION)).as_json()


class Greeting(Message, kw_only=True):
    name: str
    loud: bool = False


@pytest.mark.parametrize(
    ("kind", "values", "named"),
    [
        (Play, (1, "5", 0, 4), {}),
        (Play, (1, "5", 0), {"more": 1}),
        (Play, (1, "5", 0), {"seat": 1}),
        (Play, (1,), {}),
        (Play, (), {"seat": 1}),
        (Resign, (1,), {"seat": 1}),
        (Greeting, ("Ann",), {}),
        (Greeting, (), {}),
        (Greeting, (), {"name": "Ann", "more": 1}),
    ],
)
def test_a_message_has_its_fields_and_no_others(
    kind: type[Message], values: tuple[Any, ...], named: dict[str, Any]
) -> None:
    with pytest.raises(TypeError):
        kind(*values, **named)


def test_a_message_is_its_values() -> None:
    assert Play(1, "5") == Play(seat=1, move="5", ply=None) == Play(1, move="5")
    assert hash(Play(1, "5")) == hash(Play(1, move="5"))
    assert Play(1, "5") != Play(2, "5")
    assert AskUndo(1) != Resign(1)  # type: ignore[comparison-overlap]
    assert Greeting(name="Ann").loud is False
    assert repr(Offered(4, 1, "undo", 2)) == "Offered(number=4, seat=1, what='undo', to_ply=2)"


def test_a_message_cannot_be_changed() -> None:
    play = Play(1, "5")
    with pytest.raises(AttributeError):
        play.seat = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del play.seat


@pytest.mark.parametrize(
    "message",
    [
        Play(True, "5"),
        Play(1.0, "5"),  # type: ignore[arg-type]
        Play(1, 5),  # type: ignore[arg-type]
        Play(1, "5", "0"),  # type: ignore[arg-type]
        Say(1, "5", ("push", 5)),  # type: ignore[arg-type]
        Say(1, "5", "push"),  # type: ignore[arg-type]
        Begun(1, 1, (0,)),  # type: ignore[arg-type]
        Begun(1, 1, (0, "1")),  # type: ignore[arg-type]
        Begun(1, 1, (0, 1, 2)),  # type: ignore[arg-type]
    ],
)
def test_a_value_of_another_type_does_not_fit(message: Message) -> None:
    assert not message.well_formed


@pytest.mark.parametrize(
    "message", [Play(1, "5"), Play(1, "5", 0), Say(1, "5"), Say(1, "5", ("push", "x")), Begun(1, 1, (1, 0))]
)
def test_values_of_the_right_types_fit(message: Message) -> None:
    assert message.well_formed


@pytest.mark.parametrize("seat", [0, 3, -1, "1", True, None])
def test_only_seats_1_and_2_command(seat: Any) -> None:
    with pytest.raises(MessageError):
        read_command({"command": "resign", "seat": seat})


@pytest.mark.parametrize("seat", [1, 2])
def test_seats_1_and_2_command(seat: int) -> None:
    assert read_command({"command": "say", "seat": seat, "line": "5", "before": ["push"]}) == Say(
        seat, "5", ("push",)
    )
    assert read_event({"event": "moved", "number": 1, "seat": seat, "ply": 0, "move": "5"}) == Moved(
        1, seat, 0, "5"
    )


@pytest.mark.parametrize(
    ("document", "wrong"),
    [
        ({"command": "play", "seat": 1}, "move is missing"),
        ({"command": "play", "seat": 1, "move": 5}, "move must be a text"),
        ({"command": "play", "seat": 1, "move": "5", "ply": "0"}, "ply must be a whole number, such as 1"),
        ({"command": "say", "seat": 1, "line": "5", "before": "x"}, "before must be a list"),
        ({"command": "answer", "seat": 1, "offer": 1, "yes": 1}, "yes must be true or false"),
        ({"command": "resign", "seat": 1, "self": 1}, "there is no field 'self'"),
    ],
)
def test_what_is_wrong_with_a_command_is_told(document: dict[str, Any], wrong: str) -> None:
    with pytest.raises(MessageError, match=f"^this is no command of a session: {wrong}$"):
        read_command(document)


@pytest.mark.parametrize("kind", ["begin", "", None, 3, [], {}])
def test_there_is_no_command_and_no_event_of_another_kind(kind: Any) -> None:
    with pytest.raises(MessageError, match="this is no command of a session"):
        read_command({"command": kind, "seat": 1})
    with pytest.raises(MessageError, match="this is no event of a session"):
        read_event({"event": kind, "number": 1})
    with pytest.raises(MessageError):
        read_command({"seat": 1})


@pytest.mark.parametrize(
    "document",
    [
        {"event": "moved", "number": 0, "seat": 1, "ply": 0, "move": "5"},
        {"event": "moved", "number": 1, "seat": 3, "ply": 0, "move": "5"},
        {"event": "moved", "number": 1, "seat": 0, "ply": 0, "move": "5"},
        {"event": "begun", "number": 1, "game": 1, "seats": [0, 0]},
        {"event": "begun", "number": 1, "game": 1, "seats": [1, 2]},
        {"event": "begun", "number": 1, "game": 1, "seats": [0]},
    ],
)
def test_an_event_of_another_table_is_none(document: dict[str, Any]) -> None:
    with pytest.raises(MessageError):
        read_event(document)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("winner", 3), ("winner", 0), ("winner", True), ("winner", 1.0), ("winner", "1"), ("winner", [1]),
        ("winner", {}), ("player", 3), ("player", True), ("player", 2.0), ("player", [2]),
        ("ending", "luck"), ("ending", []), ("reason", None), ("reason", 3), ("attempt", None),
        ("attempt", []), ("more", 1), ("number", 0), ("number", "3"), ("number", True), ("number", None),
    ],
)  # fmt: skip
def test_an_end_that_cannot_be_is_none(name: str, value: Any) -> None:
    with pytest.raises(MessageError):
        read_event({**ENDED, name: value})


def test_an_end_has_all_its_parts() -> None:
    assert read_event(ENDED).as_json() == ENDED
    assert read_event({**ENDED, "winner": None, "player": None}).as_json()["winner"] is None
    for name in ("winner", "ending", "reason", "number"):
        with pytest.raises(MessageError):
            read_event({key: value for key, value in ENDED.items() if key != name})
