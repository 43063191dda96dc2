"""The addresses for programs, described as an OpenAPI document that `GET /api` answers with."""

from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin

from ...core.frozen import fields_of
from ...core.message import Message
from ...match.events import COMMANDS
from ..tables.commands import NOT_FROM_OUTSIDE
from ..tables.frames import MOST_ID
from .schemas import SCHEMAS

Schema = dict[str, Any]

_OURS = {
    "claim": "Claim the game of somebody who has been away for long.",
    "here": "Do nothing, and be answered.",
}
_ID = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}


@cache
def api_document() -> Schema:
    """The document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "numduel",
            "version": "1",
            "summary": "Number games for two players: tables, commands and exact answers.",
            "description": "The same commands go over the WebSocket of a table, /live/{id}?as=json.",
        },
        "paths": _paths(),
        "components": {
            "schemas": SCHEMAS | {"Command": _any_command()},
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer", "description": "The key to a seat."}
            },
        },
    }


def _paths() -> Schema:
    return {
        "/api": {"get": _operation("This document.", {"type": "object"})},
        "/api/games": {"get": _operation("Every game.", {"type": "array", "items": _ref("Game")})},
        "/api/rooms": {
            "post": _operation(
                "Open a table.", _ref("OpenedTable"), 201, body=_ref("Table"), refused=(400, 429)
            )
        },
        **{f"/api/rooms/{{id}}{path}": each for path, each in _paths_of_a_table().items()},
        "/api/analysis": {
            "get": _operation(
                "What a position and each move in it are worth.", _ref("Analysis"), asks=("spec", "moves")
            )
        },
        "/api/verdict": {"get": _operation("Who wins with best play.", _ref("Verdict"), asks=("spec",))},
    }


def _paths_of_a_table() -> Schema:
    seat = _operation("Take an open seat, or another name.", _ref("Seat"), body=_ref("TakeSeat"), key=True)
    commands = _operation(
        "Carry out one command, or several in order.",
        _one_or_list("Answer"),
        body=_one_or_list("Command"),
        key=True,
        refused=(429,),
    )
    record = _operation("The game as a record.", {"type": "string"}, kind="text/plain")
    paths: Schema = {
        "": {"get": _operation("How a table stands.", _ref("View"))},
        "/seats": {"post": seat},
        "/commands": {"post": commands},
        "/record": {"get": record},
    }
    for path in paths.values():
        for operation in path.values():
            operation["parameters"] = [_ID]
            operation["responses"]["404"] = _answer_of_error()
    return paths


def _operation(
    summary: str,
    answer: Schema,
    status: int = 200,
    *,
    body: Schema | None = None,
    key: bool = False,
    asks: tuple[str, ...] = (),
    refused: tuple[int, ...] = (),
    kind: str = "application/json",
) -> Schema:
    """One thing that can be done at an address."""
    refused += (400, 404) if asks else (400,) if key else ()
    responses = {str(status): {"description": "Done.", "content": {kind: {"schema": answer}}}}
    for code in (*map(str, sorted({*refused})), "default"):  # a taken seat, a busy server, and so on
        responses[code] = _answer_of_error()
    found: Schema = {"summary": summary, "responses": responses}
    if asks:
        found["parameters"] = [_asked(name) for name in asks]
    if body is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    if key:
        found["security"] = [{}, {"key": []}]  # whoever has none looks on, or takes an open seat
    return found


def _answer_of_error() -> Schema:
    return {
        "description": "What is wrong, in a sentence.",
        "content": {"application/json": {"schema": _ref("Error")}},
    }


def _asked(name: str) -> Schema:
    return {"name": name, "in": "query", "required": name == "spec", "schema": {"type": "string"}}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _one_or_list(name: str) -> Schema:
    return {"oneOf": [_ref(name), {"type": "array", "items": _ref(name), "minItems": 1}]}


# Commands, as they are declared


def _any_command() -> Schema:
    """A command of any kind; those that only the server itself gives are left out."""
    kinds = [
        _command(name, (kind.__doc__ or "").partition("\n")[0], kind)
        for name, kind in COMMANDS.items()
        if kind not in NOT_FROM_OUTSIDE
    ]
    return {"oneOf": kinds + [_command(name, about) for name, about in _OURS.items()]}


def _command(name: str, about: str, kind: type[Message] | None = None) -> Schema:
    properties: Schema = {
        "id": {"type": "string", "minLength": 1, "maxLength": MOST_ID},
        "command": {"const": name},
    }
    required = ["id", "command"]
    for field, annotation in () if kind is None else zip(fields_of(kind), kind.types, strict=True):
        properties[field] = {"enum": [1, 2]} if field == "seat" else _type(annotation)
        required += [] if hasattr(kind, field) else [field]
    return {
        "type": "object",
        "description": about,
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _type(annotation: Any) -> Schema:
    """What a field of a message may be."""
    if isinstance(annotation, UnionType):
        return {"type": [_NAMES[part] for part in get_args(annotation)]}
    if get_origin(annotation) is tuple:
        return {"type": "array", "items": _type(get_args(annotation)[0])}
    return {"type": _NAMES[annotation]}


_NAMES = {str: "string", int: "integer", bool: "boolean", type(None): "null"}
