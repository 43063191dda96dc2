"""What every request passes: foreign hosts and origins, oversize bodies and heads, headers on answers."""

import re
import socket
import time
from collections.abc import Iterator

import httpx
import pytest
from webserver import WebServer

from numduel.web.app import routes

KEY = "A" * 22
OWN_HEADERS = {
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "same-origin",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    with WebServer(
        tmp_path_factory.mktemp("web") / "games.db", "--public-url", "https://duel.example"
    ) as one:
        yield one


@pytest.fixture
def client(server: WebServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=20) as one:
        yield one


@pytest.mark.parametrize(
    "path",
    ["/", "/healthz", "/readyz", "/static/numduel.css", "/no/such/page", "/g/nobody", "/api", "/games"],
)
def test_every_answer_has_the_headers_that_keep_others_out(path: str, client: httpx.Client) -> None:
    answer = client.get(path)
    assert answer.status_code < 500
    policy = answer.headers["content-security-policy"]
    for part in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"):
        assert part in policy
    assert "unsafe" not in policy
    assert "require-trusted-types-for 'script'" in policy
    assert {name: answer.headers[name] for name in OWN_HEADERS} == OWN_HEADERS
    assert "camera=()" in answer.headers["permissions-policy"]
    assert "server" not in answer.headers


SAMPLES = {
    "spec": "operation-duel",
    "date": "2026-11-16",
    "name": "numduel.css",
    "room": "aaaaaaaaaa",
    "number": "1",
    "game": "1",
}


def test_every_address_there_is_answers_with_these_headers(client: httpx.Client) -> None:
    SAMPLES["id"] = client.post("/api/rooms", json={"spec": "operation-duel"}).json()["id"]
    for route in routes():
        path = str(getattr(route, "path", ""))
        address = re.sub(r"\{(\w+)(:\w+)?\}", lambda found: SAMPLES[found[1]], path)
        for method in getattr(route, "methods", None) or ():
            answer = client.request(method, address)
            assert answer.status_code < 500, (method, path)
            assert {name: answer.headers[name] for name in OWN_HEADERS} == OWN_HEADERS
            framing = "*" if path.startswith("/embed/") else "'none'"
            assert answer.headers["content-security-policy"].endswith(f"frame-ancestors {framing}")


def test_only_what_is_made_to_be_embedded_may_stand_in_a_frame(client: httpx.Client) -> None:
    answer = client.get("/embed/operation-duel")
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in client.get("/embedded").headers["content-security-policy"]


# Hosts: a foreign name that was made to point here (DNS rebinding) is not ours


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1", "[::1]", "127.8.8.8", "LOCALHOST:7", "duel.example"]
)
def test_our_own_names_are_served(host: str, client: httpx.Client) -> None:
    assert client.get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evil.example:8000",
        "evil@localhost",
        "localhost@evil.example",
        "192.0.2.1",
        "sub.duel.example",
        "duel.example.evil.example",
        "",
        "localhost:x",
        "localhost/x",
        "0x7f.1",
    ],
)
def test_foreign_names_are_not_served(host: str, client: httpx.Client) -> None:
    answer = client.get("/healthz", headers={"Host": host})
    assert answer.status_code == 400
    assert "status" not in answer.text


def test_a_request_without_a_host_is_not_served(server: WebServer) -> None:
    assert raw(server, b"GET /healthz HTTP/1.0\r\n\r\n").startswith(b"HTTP/1.1 400")


# Origins: what changes something comes from our pages, or from a program


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Origin": "https://localhost"},
        {"Origin": "http://evil.example", "Authorization": f"Bearer {KEY}"},
        {"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Cookie": f"numduel={KEY}"},
    ],
    ids=str,
)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_a_foreign_page_changes_nothing(method: str, headers: dict[str, str], client: httpx.Client) -> None:
    answer = client.request(method, "/healthz", headers={"Host": "localhost", **headers})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://localhost"},
        {"Origin": "https://duel.example"},
        {"Sec-Fetch-Site": "same-origin", "Cookie": f"numduel={KEY}"},
        {"Authorization": f"Bearer {KEY}"},
        {"Authorization": f"Bearer {KEY}", "Cookie": f"numduel={KEY}"},
        {},
    ],
    ids=str,
)
def test_our_pages_and_programs_are_let_through(headers: dict[str, str], client: httpx.Client) -> None:
    answer = client.post("/healthz", headers={"Host": "localhost", **headers})
    assert answer.status_code == 405  # as far as this address goes


# Sizes


def test_a_body_that_is_too_large_is_refused_before_it_is_read(client: httpx.Client) -> None:
    answer = client.post("/import", content=b"x" * 65_537)
    assert answer.status_code == 413
    assert "65536 bytes" in answer.text


def test_a_body_that_does_not_say_how_large_it_is_is_read_only_so_far(client: httpx.Client) -> None:
    answer = client.post("/api/rooms", content=(b"x" * 1_000 for _ in range(70)))
    assert (answer.status_code, answer.json()["status"]) == (413, 413)


@pytest.mark.parametrize("length", [b"99999999999999999999999", b"-1", b"1e3", b"\xb2"])
def test_a_length_that_is_none_is_refused(length: bytes, server: WebServer) -> None:
    answer = raw(
        server, b"POST /import HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + length + b"\r\n\r\n"
    )
    assert answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 413"))


@pytest.mark.parametrize(
    "head",
    [
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 20_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: a\r\n" * 3_000 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 20_000,
    ],
    ids=["address", "header", "headers", "unfinished"],
)
def test_a_head_that_is_too_large_is_refused(head: bytes, server: WebServer) -> None:
    answer = raw(server, head)
    assert answer.startswith(b"HTTP/1.1 431")
    assert b"may have at most 16,384 bytes." in answer


def test_a_head_that_is_far_too_large_is_refused_before_the_connection_is_closed(server: WebServer) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        for _ in range(40):
            connection.sendall(b"GET /" + b"a" * 20_000)
            time.sleep(0.005)
        assert connection.recv(65_536).startswith(b"HTTP/1.1 4")


def test_what_is_no_request_is_refused(server: WebServer) -> None:
    assert raw(server, b"\x16\x03\x01 hello\r\n\r\n").startswith(b"HTTP/1.1 400")


# Errors


def test_people_get_a_page_and_programs_a_document(client: httpx.Client) -> None:
    page = client.get("/no/such/page")
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "There is nothing at this address." in page.text
    document = client.get("/api/no/such/thing")
    assert document.json() == {"error": "There is nothing at this address.", "status": 404}
    asked = client.get("/no/such/page", headers={"Accept": "application/json"})
    assert asked.json()["status"] == 404


def test_what_is_asked_for_in_a_wrong_way_is_said(client: httpx.Client) -> None:
    answer = client.delete("/healthz", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (405, "This address is not used in this way.")
    assert "GET" in answer.headers["allow"]


@pytest.mark.parametrize(
    "path", ["/%00", "/%ff%fe", "/..%2f..%2fetc/passwd", "/static/..%2fapp.py", "//x", "/%0d%0aX:1"]
)
def test_strange_addresses_are_no_pages(path: str, server: WebServer) -> None:
    answer = raw(server, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 404")


def raw(server: WebServer, data: bytes) -> bytes:
    """What comes back for these bytes until the server closes or has said enough."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        try:
            connection.sendall(data)
            answer = connection.recv(65_536)
        except ConnectionResetError:
            answer = b""
    return answer
