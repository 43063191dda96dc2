"""What goes to and from programs, as JSON schemas."""

from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
TEXTS: Schema = {"type": "array", "items": TEXT}
WHOLE_OR_NONE: Schema = {"type": ["integer", "null"]}
PLAYER: Schema = {"enum": [1, 2]}
PLAYER_OR_NONE: Schema = {"enum": [1, 2, None]}
LEAST = {"rounds": 1, "to": 1, "max_turns": 1, "seed": 0, "hint_limit": 0}  # in what a program asks for
MOST = (1 << 53) - 1  # what every program can write in JSON
VALUE: Schema = {"enum": ["win", "loss", "draw", "endless", "unsolved"]}


def fields(optional: tuple[str, ...] = (), **properties: Schema) -> Schema:
    """An object with these fields, all of them there but for the optional ones."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required}


def list_of(items: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": items}


def _or_none(schema: Schema) -> Schema:
    return {"oneOf": [schema, {"type": "null"}]}


def _asked(name: str) -> Schema:
    return WHOLE | {"minimum": LEAST[name], "maximum": MOST}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


WORTH = fields(value=VALUE, plies=WHOLE_OR_NONE)
SEAT = fields(
    seat=PLAYER,
    contestant={"enum": [0, 1]},
    name=TEXT,
    person=FLAG,
    taken=FLAG,
    away=FLAG,
    points=WHOLE,
    hints=WHOLE,
)
RESULT = fields(winner=PLAYER_OR_NONE, ending=TEXT, reason=TEXT, player=PLAYER_OR_NONE, attempt=TEXT)
OFFER = fields(number=WHOLE, seat=PLAYER, what={"enum": ["draw", "undo", "rematch"]}, to_ply=WHOLE_OR_NONE)

SCHEMAS: dict[str, Schema] = {
    "Error": fields(error=TEXT, status=WHOLE),
    "Game": fields(
        game=TEXT,
        title=TEXT,
        summary=TEXT,
        settings=list_of(fields(name=TEXT, kind=TEXT, about=TEXT)),
        variants=list_of(fields(name=TEXT, spec=TEXT, about=TEXT)),
    ),
    "Table": {
        "type": "object",
        "properties": {
            "spec": TEXT | {"description": "A game, with settings if you like: operation-duel:target=31"},
            "players": TEXTS
            | {"minItems": 2, "maxItems": 2, "description": "human, human:NAME, level:1 … 9 …"},
            "open": list_of(PLAYER) | {"description": "Whose seats anyone may take."},
            "first": {"enum": [1, 2, "toss"]},
            "rounds": _asked("rounds"),
            "to": _asked("to"),
            "max_turns": _asked("max_turns"),
            "seed": _asked("seed"),
            "undo": {"enum": ["none", "agree", "free"]},
            "hint_limit": _asked("hint_limit"),
            "answers": {"enum": ["after", "always"]},
            "auto": FLAG,
        },
        "required": ["spec"],
        "additionalProperties": False,
    },
    "OpenedTable": fields(
        id=TEXT,
        page=TEXT,
        socket=TEXT,
        keys=list_of({"type": ["string", "null"]}),
        view=_ref("View"),
    ),
    "View": fields(
        room=TEXT,
        number=WHOLE,
        game=WHOLE,
        spec=TEXT,
        moves=TEXTS,
        position=TEXT,
        to_move=PLAYER_OR_NONE,
        legal=TEXTS,
        seats=list_of(SEAT),
        result=_or_none(RESULT),
        offers=list_of(OFFER),
        match=fields(rounds=WHOLE_OR_NONE, points=WHOLE_OR_NONE, draws=WHOLE, over=FLAG),
        options=fields(undo=TEXT, hint_limit=WHOLE_OR_NONE, max_turns=WHOLE_OR_NONE, answers=TEXT, auto=FLAG),
        values=_or_none({"type": "object", "additionalProperties": WORTH}),
        thinking=FLAG,
        claim_seconds=WHOLE_OR_NONE,
    ),
    "TakeSeat": fields(("name",), player=PLAYER, name=TEXT),
    "Seat": fields(player=PLAYER, key=TEXT),
    "Answer": {
        "oneOf": [
            fields(("text",), type={"const": "done"}, id=TEXT, number=WHOLE, text=TEXT),
            fields(type={"const": "refused"}, id={"type": ["string", "null"]}, code=TEXT, sentence=TEXT),
        ]
    },
    "Analysis": fields(
        spec=TEXT,
        to_move=PLAYER_OR_NONE,
        over=FLAG,
        value=VALUE,
        plies=WHOLE_OR_NONE,
        moves=list_of(
            fields(move=TEXT, value=VALUE, plies=WHOLE_OR_NONE, leads=TEXT, reason=TEXT, best=FLAG)
        ),
        line=TEXTS,
        line_complete=FLAG,
        words=TEXT,
    ),
    "Verdict": fields(
        spec=TEXT,
        value=VALUE,
        winner=PLAYER_OR_NONE,
        plies=WHOLE_OR_NONE,
        positions=WHOLE_OR_NONE,
        decisions={"type": ["number", "null"]},
        sentence=TEXT,
    ),
}
