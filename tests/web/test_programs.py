"""`/api`: a program opens tables, plays and asks, and everything is as the document there describes it."""

import contextlib
import json
import re
from collections.abc import Iterator
from typing import Any, cast

import httpx
import pytest
from starlette.routing import Route
from webserver import WebServer

from numduel.match.events import Play
from numduel.store.journal import resume
from numduel.store.sqlite import SqliteStore
from numduel.web.app import routes

Json = Any


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    with WebServer(tmp_path_factory.mktemp("web") / "games.db") as one:
        yield one


@pytest.fixture
def client(server: WebServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=30) as one:
        yield one


@pytest.fixture
def document(client: httpx.Client) -> Json:
    return client.get("/api").json()


def schema_of(document: Json, method: str, path: str, status: int) -> Json:
    (content,) = document["paths"][path][method]["responses"][str(status)]["content"].values()
    return content["schema"]


def problems(document: Json, schema: Json, value: Json, where: str = "it") -> list[str]:
    """Where a value is not as a schema says; as much of JSON Schema as the document uses."""
    if "$ref" in schema:
        return problems(
            document, document["components"]["schemas"][schema["$ref"].rpartition("/")[2]], value, where
        )
    if "oneOf" in schema:
        fitting = [each for each in schema["oneOf"] if not problems(document, each, value)]
        return [] if len(fitting) == 1 else [f"{where} fits {len(fitting)} of oneOf: {value!r}"]
    if "const" in schema or "enum" in schema:
        allowed = schema.get("enum", [schema.get("const")])
        return (
            []
            if any(type(value) is type(each) and value == each for each in allowed)
            else [f"{where}: {value!r}"]
        )
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(
        isinstance(value, TYPES[name]) and (type(value) is not bool or name == "boolean") for name in names
    ):
        return [f"{where} is no {names}: {value!r}"]
    return [
        problem
        for part, inner, place in parts(schema, value, where)
        for problem in (
            [f"{place} is not described"] if inner is None else problems(document, inner, part, place)
        )
    ] + [f"{where} lacks {name}" for name in schema.get("required", []) if name not in value]


def parts(schema: Json, value: Json, where: str) -> Iterator[tuple[Json, Json, str]]:
    """The parts of a value with what a schema says of each; None where it may not be there."""
    if isinstance(value, list) and "items" in schema:
        yield from ((part, schema["items"], f"{where}[{number}]") for number, part in enumerate(value))
    if isinstance(value, dict):
        known, more = schema.get("properties", {}), schema.get("additionalProperties", True)
        for name, part in value.items():
            if name in known or more is not True:
                yield part, known.get(name, more or None), f"{where}.{name}"


TYPES: dict[str, Any] = {
    "array": list,
    "boolean": bool,
    "integer": int,
    "null": type(None),
    "number": (int, float),
    "object": dict,
    "string": str,
}


def references(part: Json) -> Iterator[str]:
    if isinstance(part, dict):
        yield from (value for name, value in part.items() if name == "$ref")
        for value in part.values():
            yield from references(value)
    elif isinstance(part, list):
        for value in part:
            yield from references(value)


def open_table(client: httpx.Client, **asked: Json) -> Json:
    answer = client.post("/api/rooms", json={"spec": "operation-duel", **asked})
    assert answer.status_code == 201, answer.text
    return answer.json()


def tell(client: httpx.Client, table: Json, key: str | None, body: Json) -> Json:
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    answer = client.post(f"/api/rooms/{table['id']}/commands", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def play(name: str, seat: int, move: str) -> Json:
    return {"id": name, "command": "play", "seat": seat, "move": move}


# The document


def test_the_document_describes_every_address_for_programs_and_no_other(document: Json) -> None:
    described = {(path, method) for path, each in document["paths"].items() for method in each}
    there = {
        (route.path, method.lower())
        for route in cast("list[Route]", routes())
        for method in getattr(route, "methods", None) or ()
        if route.path.startswith("/api") and method != "HEAD"
    }
    assert described == there


def test_the_document_is_openapi_and_every_reference_in_it_leads_somewhere(document: Json) -> None:
    assert document["openapi"].startswith("3.1.")
    assert {"title", "version"} <= document["info"].keys()
    for reference in references(document):
        assert reference.rpartition("/")[2] in document["components"]["schemas"]
    for path, each in document["paths"].items():
        for operation in each.values():
            named = {one["name"] for one in operation.get("parameters", []) if one["in"] == "path"}
            assert named == set(re.findall(r"{(\w+)}", path))
            assert all(code.isdigit() or code == "default" for code in operation["responses"])


def test_answers_are_as_the_document_says(client: httpx.Client, document: Json) -> None:
    table = open_table(client, players=["human:Ann", "human"], hint_limit=2, answers="always")
    path = f"/api/rooms/{table['id']}"
    asked = [
        ("get", "/api/games", "/api/games", None),
        ("get", "/api/analysis", "/api/analysis?spec=operation-duel&moves=%2B1", None),
        ("get", "/api/analysis", "/api/analysis?spec=operation-stack", None),
        ("get", "/api/verdict", "/api/verdict?spec=operation-duel", None),
        ("post", "/api/rooms/{id}/commands", f"{path}/commands", play("1", 1, "+1")),
        ("post", "/api/rooms/{id}/commands", f"{path}/commands", [play("2", 2, "+9"), {"what": 3}]),
        (
            "post",
            "/api/rooms/{id}/commands",
            f"{path}/commands",
            {"id": "3", "command": "ask_hint", "seat": 1},
        ),
        (
            "post",
            "/api/rooms/{id}/commands",
            f"{path}/commands",
            {"id": "4", "command": "offer_draw", "seat": 1},
        ),
        ("get", "/api/rooms/{id}", path, None),
        ("post", "/api/rooms/{id}/commands", f"{path}/commands", {"id": "5", "command": "resign", "seat": 1}),
        ("get", "/api/rooms/{id}", path, None),
        ("post", "/api/rooms/{id}/seats", f"{path}/seats", {"player": 1, "name": "Anna"}),
    ]
    for method, described, address, body in asked:
        answer = client.request(
            method, address, json=body, headers={"Authorization": f"Bearer {table['keys'][0]}"}
        )
        assert answer.status_code == 200, answer.text
        assert problems(document, schema_of(document, method, described, 200), answer.json()) == []
    assert problems(document, schema_of(document, "post", "/api/rooms", 201), table) == []


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/rooms", {"spec": "no-such-game"}, 404),
        ("/api/rooms", {"spec": "operation-duel", "seed": "9" * 70_000}, 413),
        ("/api/rooms/{id}/seats", {"player": 1}, 409),
    ],
)
def test_refusals_are_as_the_document_says(
    path: str, body: Json, status: int, client: httpx.Client, document: Json
) -> None:
    # Without a key, which everyone may leave out.
    answer = client.post(path.format(id=open_table(client)["id"]), json=body)
    assert answer.status_code == status, answer.text
    described = document["paths"][path]["post"]
    responses = described["responses"]
    schema = responses.get(str(status), responses["default"])["content"]["application/json"]["schema"]
    assert problems(document, schema, answer.json()) == []
    assert {} in described.get("security", [{}])


def test_every_command_that_is_described_is_understood(client: httpx.Client, document: Json) -> None:
    examples = {"string": "x", "integer": 1, "boolean": True, "array": []}
    table = open_table(client)
    for number, schema in enumerate(document["components"]["schemas"]["Command"]["oneOf"]):
        command = {"id": str(number), "command": schema["properties"]["command"]["const"]}
        for name in schema["required"][2:]:
            kind = schema["properties"][name]
            command[name] = kind["enum"][0] if "enum" in kind else examples[kind["type"]]
        assert problems(document, {"$ref": "#/components/schemas/Command"}, command) == []
        assert tell(client, table, table["keys"][0], command).get("code") != "no-such-command"


# Tables


def test_a_program_plays_a_whole_game_against_a_computer(client: httpx.Client) -> None:
    table = open_table(client, players=["human:Bot", "random"], seed=3)
    assert table["keys"][1] is None
    for number in range(200):
        view = client.get(f"/api/rooms/{table['id']}").json()
        if view["result"] is not None:
            break
        if view["to_move"] == 1:
            answer = tell(client, table, table["keys"][0], play(str(number), 1, view["legal"][0]))
            assert answer["type"] == "done"
    assert view["result"]["winner"] in (1, 2)
    record = client.get(f"/api/rooms/{table['id']}/record")
    assert record.headers["content-type"].startswith("text/plain")
    assert '[player1 "Bot"]' in record.text


def test_two_programs_play_each_with_a_key_of_its_own(client: httpx.Client) -> None:
    table = open_table(client)
    one, other = table["keys"]
    assert one != other
    assert tell(client, table, one, play("1", 1, "+1"))["type"] == "done"
    assert tell(client, table, one, play("2", 2, "+1"))["code"] == "not-your-seat"
    assert tell(client, table, other, play("2", 2, "+1"))["type"] == "done"
    assert tell(client, table, None, play("3", 1, "+1"))["code"] == "not-your-seat"
    assert tell(client, table, "A" * 22, play("3", 1, "+1"))["code"] == "not-your-seat"


def test_a_command_that_comes_twice_is_carried_out_once(client: httpx.Client) -> None:
    table = open_table(client)
    answers = [tell(client, table, table["keys"][0], play("once", 1, "+1")) for _ in range(2)]
    assert answers[0] == answers[1] == {"type": "done", "id": "once", "number": 2}
    assert client.get(f"/api/rooms/{table['id']}").json()["moves"] == ["+1"]


def test_several_commands_are_answered_in_their_order(client: httpx.Client) -> None:
    table = open_table(client, open=[])
    answers = tell(
        client, table, table["keys"][0], [play("a", 1, "+1"), 7, play("b", 1, "+1"), play("c", 1, "x")]
    )
    assert [answer["id"] for answer in answers] == ["a", None, "b", "c"]
    assert [answer["type"] for answer in answers] == ["done", "refused", "refused", "refused"]


def test_an_open_seat_is_taken_once(client: httpx.Client) -> None:
    table = open_table(client, open=[2])
    assert table["keys"][1] is None
    path = f"/api/rooms/{table['id']}/seats"
    taken = client.post(path, json={"player": 2, "name": "Guest"})
    assert taken.status_code == 200
    assert client.post(path, json={"player": 2, "name": "Other"}).status_code == 409
    view = client.get(f"/api/rooms/{table['id']}").json()
    assert [seat["name"] for seat in view["seats"]] == ["Player 1", "Guest"]
    tell(client, table, table["keys"][0], play("1", 1, "+1"))
    assert tell(client, table, taken.json()["key"], play("2", 2, "+1"))["type"] == "done"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({}, "spec"),
        ({"spec": "no-such-game"}, "no-such-game"),
        ({"spec": "operation-duel:target=0"}, "target"),
        ({"spec": "operation-duel:target=" + "9" * 5_000}, "characters"),
        ({"spec": 7}, "spec"),
        ({"spec": "operation-duel", "colour": "red"}, "colour"),
        ({"spec": "operation-duel", "players": ["human"]}, "players"),
        ({"spec": "operation-duel", "players": ["human", "nobody"]}, "nobody"),
        ({"spec": "operation-duel", "players": ["human", "level:3"], "open": [2]}, "open"),
        ({"spec": "operation-duel", "first": 3}, "first"),
        ({"spec": "operation-duel", "first": True}, "first"),
        ({"spec": "operation-duel", "rounds": 3, "to": 2}, "not both"),
        ({"spec": "operation-duel", "seed": 10**30}, "seed"),
        (
            {"spec": "operation-duel", "seed": -5},
            "seed must be a whole number from 0 to 9,007,199,254,740,991.",
        ),
        ({"spec": "operation-duel", "seed": 1 << 53}, "from 0 to 9,007,199,254,740,991."),
        ({"spec": "operation-duel", "to": -1}, "to must be a whole number from 1 to 9,007,199,254,740,991."),
        ({"spec": "operation-duel", "hint_limit": -1}, "hint_limit must be a whole number from 0 to 9,007,"),
        ({"spec": "operation-duel", "rounds": 10**20 - 1}, "rounds must be a whole number from 1 to 9,007,"),
        ({"spec": "operation-duel", "rounds": 0}, "rounds must be a whole number from 1 to 9,007,"),
        ({"spec": "operation-duel", "undo": "sometimes"}, "undo"),
        ({"spec": "operation-duel", "answers": "now"}, "answers"),
        ({"spec": "operation-duel", "auto": 1}, "auto"),
        ([], "object"),
        ("operation-duel", "object"),
    ],
)
def test_what_makes_no_table_is_told_in_a_sentence(asked: Json, words: str, client: httpx.Client) -> None:
    answer = client.post("/api/rooms", json=asked)
    assert answer.status_code in (400, 404)
    assert words in answer.json()["error"].lower()
    assert len(answer.json()["error"]) < 300


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 50_000, b"nul", b'{"spec": NaN}'])
def test_a_body_that_is_no_json_is_told_in_a_sentence(body: bytes, client: httpx.Client) -> None:
    assert client.post("/api/rooms", content=body).status_code == 400
    table = open_table(client)
    answer = client.post(f"/api/rooms/{table['id']}/commands", content=body)
    assert (answer.status_code, answer.json()["type"]) == (200, "refused")


def test_a_number_of_too_many_digits_is_told_as_such(client: httpx.Client) -> None:
    body = b'{"id": "1", "spec": "operation-duel", "seed": ' + b"9" * 5_000 + b"}"
    refused = client.post("/api/rooms", content=body)
    assert (refused.status_code, refused.json()["error"]) == (
        400,
        "A number in the body has too many digits.",
    )
    answer = client.post(f"/api/rooms/{open_table(client)['id']}/commands", content=body)
    assert answer.json()["sentence"] == "A number in the message has too many digits."


def test_numbers_that_the_document_allows_are_taken_and_no_others(
    client: httpx.Client, document: Json
) -> None:
    asked = document["components"]["schemas"]["Table"]["properties"]
    whole = {name: each for name, each in asked.items() if each.get("type") == "integer"}
    assert whole.keys() == {"rounds", "to", "max_turns", "seed", "hint_limit"}
    for name, each in whole.items():
        open_table(client, **{name: each["minimum"]})
        open_table(client, **{name: each["maximum"]})
        for beyond in (each["minimum"] - 1, each["maximum"] + 1):
            answer = client.post("/api/rooms", json={"spec": "operation-duel", name: beyond})
            assert (answer.status_code, answer.json()["error"].split()[0].lower()) == (400, name)


def test_the_document_names_whatever_is_told_of_a_move(client: httpx.Client, document: Json) -> None:
    named = document["components"]["schemas"]["Analysis"]["properties"]["moves"]["items"]["properties"]
    told = client.get("/api/analysis?spec=operation-duel").json()["moves"][0]
    assert "best" in named
    assert named.keys() <= told.keys()


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"move": "+1"}, "This is no command of a session: seat is missing."),
        (
            {"seat": 1.0, "move": "+1"},
            "This is no command of a session: seat must be a whole number, such as 1.",
        ),
        ({"seat": 1}, "This is no command of a session: move is missing."),
    ],
)
def test_a_command_is_told_what_is_missing_or_wrong(asked: Json, sentence: str, client: httpx.Client) -> None:
    table = open_table(client)
    answer = tell(client, table, table["keys"][0], {"id": "1", "command": "play", **asked})
    assert (answer["code"], answer["sentence"]) == ("no-such-command", sentence)


def test_a_body_in_another_encoding_than_utf_8_is_refused_with_its_line(client: httpx.Client) -> None:
    assert client.post("/api/rooms", content=b"\xff").status_code == 400
    body = b'{"id": "1",\n"command": "sit", "seat": 1, "name": "J\xf6rg"}'
    answer = client.post(f"/api/rooms/{open_table(client)['id']}/commands", content=body)
    assert (answer.status_code, answer.json()["error"]) == (400, "Line 2: the byte F6 is no UTF-8.")


@pytest.mark.parametrize(
    "address",
    [
        "/api/rooms/aaaaaaaaaa",
        "/api/rooms/%2e%2e",
        "/api/rooms/%F0%9F%98%80",
        "/api/rooms/aaaaaaaaaa/record",
        "/api/analysis?spec=nothing",
        "/api/verdict?spec=nothing",
        "/api/verdict",
    ],
)
def test_what_is_not_there_is_404(address: str, client: httpx.Client, document: Json) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert problems(document, {"$ref": "#/components/schemas/Error"}, answer.json()) == []


def test_a_move_that_is_not_legal_is_named(client: httpx.Client) -> None:
    answer = client.get("/api/analysis", params={"spec": "operation-duel", "moves": "+1 +7"})
    assert answer.status_code == 400
    assert "Move 2" in answer.json()["error"]


# Other programs at the same store


def test_what_another_program_has_done_is_taken_up_by_whoever_asks(
    server: WebServer, client: httpx.Client
) -> None:
    opened = client.post(
        "/api/rooms", json={"spec": "top-stack-twelve", "players": ["human:A", "human:B"]}
    ).json()
    key = {"Authorization": f"Bearer {opened['keys'][0]}"}
    with contextlib.closing(SqliteStore(server.db)) as store:
        match = store.rooms.find(opened["id"])[0].match
        [(game, _)] = store.games_of_match(match)
        for number in range(2):
            command = {"id": f"a{number}", "command": "play", "seat": 1, "move": "1"}
            answer = client.post(f"/api/rooms/{opened['id']}/commands", json=command, headers=key)
            assert answer.json()["type"] == "done"
            resume(store, game).submit(Play(2, "1"))
            assert client.get(f"/api/rooms/{opened['id']}").json()["moves"] == ["1"] * (2 * number + 2)


def test_an_id_comes_back_as_it_was_sent(client: httpx.Client) -> None:
    opened = client.post("/api/rooms", json={"spec": "digit-stack", "players": ["human", "human"]}).json()
    key = {"Authorization": f"Bearer {opened['keys'][0]}"}
    for name in ("\ud800", "é", "\x00", '"'):
        body = json.dumps({"id": name, "command": "here"})
        answer = client.post(f"/api/rooms/{opened['id']}/commands", content=body, headers=key)
        assert (answer.status_code, answer.json()["id"]) == (200, name)
