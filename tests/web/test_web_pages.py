"""Home, the form that starts a game, and the games one has played, as any browser gets them."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from commandline import play
from foreign import Take
from markup import Page
from webserver import WebServer

import numduel
from numduel.web.pages import home
from numduel.web.rendering.assets import assets
from numduel.web.serving.addresses import own_addresses, page_address

FIRST_VISIT = 60_000  # bytes of a page and all that it needs


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    with WebServer(tmp_path_factory.mktemp("web") / "games.db") as running:
        yield running


@pytest.fixture
def visitor(server: WebServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, headers={"Origin": server.url}, timeout=30) as client:
        yield client


def page_of(answer: httpx.Response, status: int = 200) -> Page:
    assert answer.status_code == status, answer.text
    page = Page(answer.text)
    assert page.problems == []
    return page


def begin(visitor: httpx.Client, spec: str = "digit-stack", **fields: str) -> httpx.Response:
    return visitor.post(f"/play/{spec}", data={"rules": "rulebook", "against": "here", **fields})


def test_a_game_that_cannot_be_drawn_keeps_nobody_from_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_board(game: object) -> None:
        raise RuntimeError

    undrawn: Any = type("Undrawn", (Take,), {"name": "undrawn", "board": no_board})
    monkeypatch.setattr(home, "games", lambda: {"undrawn": undrawn, "take": Take})
    assert [shelf.name for shelf in home.shelves.__wrapped__()] == ["take"]


def test_home_shows_every_game_and_every_variant(visitor: httpx.Client) -> None:
    page = page_of(visitor.get("/"))
    links = {each["href"] for tag, each in page.elements if tag == "a"}
    for name, kind in numduel.games().items():
        assert f"/play/{name}" in links
        assert {f"/play/{name}:{variant.name}" for variant in kind.variants} <= links
        assert kind.title in page.text


@pytest.mark.parametrize("spec", ["digit-stack", "top-stack-twelve:two-of-each", "operation-duel:target=31"])
def test_the_form_has_the_settings_of_the_address(visitor: httpx.Client, spec: str) -> None:
    page = page_of(visitor.get(f"/play/{spec}"))
    game = numduel.load(spec)
    for name, value in game.settings.items():
        fields = [each for _, each in page.elements if each.get("name") == f"set-{name}"]
        assert len(fields) == 1
        if fields[0].get("value") is not None:
            assert game.shown_settings[name] == fields[0]["value"], value
    (chosen,) = (
        each["value"] for _, each in page.elements if each.get("name") == "rules" and "checked" in each
    )
    assert chosen == {"digit-stack": "rulebook", "operation-duel": "own"}.get(game.name, "two-of-each")


@pytest.mark.parametrize("name", numduel.games())
def test_every_game_can_be_started_side_by_side(visitor: httpx.Client, name: str) -> None:
    answer = begin(visitor, name, name="Ann", name2="<b>Ben</b>")
    assert answer.status_code == 303
    page = page_of(visitor.get(answer.headers["location"]))
    (table,) = (each for tag, each in page.elements if tag == "main")
    assert table["data-you"] == "0 1"
    assert "<b>Ben</b>" in page.text
    legal = [numduel.load(name).write(move) for move in numduel.Position.start(numduel.load(name)).moves]
    assert sorted(page.moves()) == sorted(legal)


def test_a_variant_is_played_against_a_computer(visitor: httpx.Client) -> None:
    answer = begin(
        visitor, "top-stack-twelve", against="computer", level="medium", rules="two-of-each", first="other"
    )
    page = page_of(visitor.get(answer.headers["location"]))
    assert "Top Stack Twelve: two of each" in page.text
    assert "Computer (medium)" in page.text


def test_a_friend_gets_the_open_seat_and_everyone_else_looks_on(
    visitor: httpx.Client, server: WebServer
) -> None:
    address = begin(visitor, against="friend", name="Ann").headers["location"]
    with httpx.Client(base_url=server.url) as spectator:
        page = page_of(spectator.get(address))
        (typing,) = (each for _, each in page.elements if each.get("class") == "typing")
        assert "hidden" in typing
    assert "Waiting for the other player" in page_of(visitor.get(address)).text
    with httpx.Client(base_url=server.url, headers={"Origin": server.url}) as friend:
        assert "Take this seat" in page_of(friend.get(address)).text
        assert friend.post(f"{address}/sit", data={"contestant": "1", "name": "Ben"}).status_code == 303
        page = page_of(friend.get(address))
        assert [each["data-you"] for tag, each in page.elements if tag == "main"] == ["1"]
        assert "Ben" in page.text
        assert "Take this seat" not in page.text


def test_an_address_that_only_this_computer_can_open_is_said_to_be_one(visitor: httpx.Client) -> None:
    address = begin(visitor, against="friend").headers["location"]
    page = page_of(visitor.get(address))
    (table,) = (each for tag, each in page.elements if tag == "main")
    assert "data-alone" in table
    assert "data-base" not in table
    assert "Only this computer can open this address." in page.text
    assert "--host 0.0.0.0" in page.text


def test_on_all_addresses_a_table_is_shared_by_one_of_the_network(tmp_path: Path) -> None:
    with (
        WebServer(tmp_path / "games.db", "--host", "0.0.0.0") as server,
        httpx.Client(base_url=server.url, headers={"Origin": server.url}) as visitor,
    ):
        address = begin(visitor, against="friend").headers["location"]
        page = page_of(visitor.get(address))
        (table,) = (each for tag, each in page.elements if tag == "main")
        (shared,) = (each["value"] for _, each in page.elements if each.get("id") == "address")
        base = page_address(own_addresses()[0], server.port).rstrip("/") if own_addresses() else server.url
        assert shared == f"{base}{address}"
        assert "data-alone" not in table
        assert httpx.get(shared).status_code == 200


def test_own_settings_and_a_match_are_kept(visitor: httpx.Client) -> None:
    fields = {"rules": "own", "set-target": "31", "set-start": "2", "set-add": "1/2", "set-multiply": "none"}
    fields |= {"length": "points", "games": "3", "hints": "2", "undo": "none", "max_turns": "80"}
    answer = begin(visitor, "operation-duel", **fields, **{"set-overshoot": "loses"})
    page = page_of(visitor.get(answer.headers["location"]))
    assert sorted(page.moves()) == ["+1", "+2"]
    assert "first to 3" in page.text
    assert "Hint (2 left)" in page.text


def test_against_a_friend_there_are_no_hints_unless_they_are_chosen(visitor: httpx.Client) -> None:
    for hints, offered in (("", False), ("1", True)):
        answer = begin(visitor, "operation-duel", against="friend", hints=hints)
        assert ("Hint" in page_of(visitor.get(answer.headers["location"])).text) is offered


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"rules": "own", "set-target": "many"}, "Target must be a whole number of at least 1, not 'many'."),
        ({"rules": "nonsense"}, "Digit Stack has no variant 'nonsense'"),
        ({"against": "computer", "other": "perfct"}, "There is no player 'perfct'; did you mean perfect?"),
        ({"against": "computer", "other": "human:Ann"}, "This is the name of a person, not of a computer."),
        ({"length": "rounds", "games": "0"}, "This must be a whole number from 1 to 999, or nothing."),
        ({"hints": "-1"}, "This must be a whole number from 0 to 999, or nothing."),
        ({"max_turns": "9999999"}, "This must be a whole number from 1 to 500, or nothing."),
        ({"name": "\x07"}, "A player's name must be printable and have at most 40 characters."),
        ({"rules": "own", "set-target": "9" * 5_000}, "may have at most 4,000 characters here."),
        ({"undo": "sometimes"}, "Undo must be one of none, agree, free."),
    ],
)
def test_what_cannot_be_used_is_explained_and_the_rest_is_kept(
    visitor: httpx.Client, fields: dict[str, str], sentence: str
) -> None:
    answer = begin(visitor, **{"name": "Ann", "name2": "Ben", **fields})
    page = page_of(answer, 400)
    assert sentence in page.text
    kept = {
        each["name"]: each.get("value", "")
        for tag, each in page.elements
        if tag == "input" and "name" in each
    }
    assert kept["name2"] == "Ben"


def test_settings_are_checked_without_a_script(visitor: httpx.Client) -> None:
    fields = {"rules": "own", "set-target": "20", "set-start": "1", "set-add": "1", "set-multiply": "2"}
    answer = visitor.get("/play/operation-duel", params={**fields, "set-overshoot": "loses"})
    assert "Player 2 wins in 14 moves with best play." in page_of(answer).text
    wrong = visitor.get("/play/operation-duel", params={**fields, "set-start": "x"})
    assert "Start must be a whole number of at least 0, not 'x'." in page_of(wrong, 400).text


@pytest.mark.parametrize(
    ("spec", "line"),
    [
        ("top-stack-twelve", "Keep the top three numbers of a stack below 12."),
        ("top-stack-twelve:two-of-each", "Two of each number for both, and 11 loses."),
        ("top-stack-twelve:limit=11,supply=2", "Two of each number for both, and 11 loses."),
        ("top-stack-twelve:limit=15", "Whoever brings the sum of the top 3 numbers to 15 or more loses."),
    ],
)
def test_the_line_under_the_title_is_true_of_the_settings(
    visitor: httpx.Client, spec: str, line: str
) -> None:
    page = visitor.get(f"/play/{spec}")
    (said,) = re.findall('<p class="lead" id="about">(.*?)</p>', page.text)
    assert said.endswith(line)


def test_what_follows_from_the_rules_is_told_to_the_script_as_the_page_shows_it(
    visitor: httpx.Client,
) -> None:
    json = {"accept": "application/json"}
    document = visitor.get("/play/top-stack-twelve?rules=two-of-each", headers=json).json()
    page = visitor.get("/play/top-stack-twelve:two-of-each").text
    assert document["spec"] == numduel.load("top-stack-twelve:two-of-each").spec
    assert set(document["regions"]) == {"about", "strengths", "course"}
    for html in document["regions"].values():
        assert html in page


def test_an_empty_setting_is_named_and_not_taken_for_none(visitor: httpx.Client) -> None:
    fields = {"rules": "own", "set-multiply": " "}
    told = visitor.get("/play/operation-duel", params=fields, headers={"accept": "application/json"})
    assert (told.status_code, told.json()["field"]) == (400, "set-multiply")
    assert told.json()["error"].startswith("This is empty. It must be a set of numbers")
    page = page_of(begin(visitor, "operation-duel", **fields), 400)
    (wrong,) = (each for _, each in page.elements if each.get("aria-invalid") == "true")
    assert wrong["name"] == "set-multiply"
    assert "problem-set-multiply" in wrong["aria-describedby"]


def test_a_setting_may_be_as_long_as_is_stated_and_no_longer_wherever_it_is_given(
    visitor: httpx.Client,
) -> None:
    def answers(digits: int) -> set[tuple[int, bool]]:
        spec = f"operation-duel:target={'9' * digits}"
        json = {"accept": "application/json"}
        record = {"text": f'[spec "{spec}"]\n\n1. +1\n'}
        own = {"rules": "own", "set-target": "9" * digits, "against": "here"}
        asked = [
            visitor.get(f"/play/{spec}"),
            visitor.get(f"/analysis/{spec}"),
            visitor.get("/api/verdict", params={"spec": spec}),
            visitor.get("/api/analysis", params={"spec": spec}),
            visitor.post("/api/rooms", json={"spec": spec}),
            visitor.post("/review", data=record),
            visitor.post("/play/operation-duel", data=own),
            visitor.get("/play/operation-duel", params=own, headers=json),
        ]
        words = "arget may have at most 4,000 characters here"
        return {(each.status_code // 100, words in each.text) for each in asked}

    assert answers(4_000) <= {(2, False), (3, False)}
    assert answers(4_001) == {(4, True)}


def test_the_form_says_after_how_many_moves_a_game_is_a_draw_anyway(visitor: httpx.Client) -> None:
    assert "(empty: after 500, the most there can be here)" in page_of(visitor.get("/play/digit-stack")).text


def test_a_computer_that_cannot_play_is_refused_in_the_form(visitor: httpx.Client) -> None:
    large = {"rules": "own", "set-limit": "60", "set-window": "9", "set-tokens": "1-30", "set-supply": "3"}
    page = page_of(begin(visitor, "top-stack-twelve", against="computer", level="perfect", **large), 400)
    assert page.with_class("wrong")
    assert "mcts" in page.text


@pytest.mark.parametrize(
    "address", ["/play/chess", "/play/digit-stack:nonsense", "/g/aaaaaaaaaa", "/nowhere"]
)
def test_an_unknown_address_is_a_page_that_says_so(visitor: httpx.Client, address: str) -> None:
    answer = visitor.get(address)
    assert 400 <= answer.status_code < 500
    page = Page(answer.text)
    assert page.problems == []
    assert "See the games" in page.text


def test_games_lists_what_this_browser_played_and_nobody_elses(
    visitor: httpx.Client, server: WebServer
) -> None:
    assert "Nothing yet." in page_of(visitor.get("/games")).text
    address = begin(visitor, name="Ann", name2="Ben").headers["location"]
    page = page_of(visitor.get("/games"))
    assert "Unfinished" in page.text
    assert "Ann and Ben" in page.text
    assert address in visitor.get("/").text
    assert visitor.post(f"{address}/delete").status_code == 303
    assert "Nothing yet." in page_of(visitor.get("/games")).text


def test_games_of_the_terminal_can_be_taken_up_at_this_machine(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    play("digit-stack", "5", options=("--p1", "human:Ann", "--p2", "human:Ben"), NUMDUEL_DB=str(db))
    with (
        WebServer(db) as server,
        httpx.Client(base_url=server.url, headers={"Origin": server.url}) as visitor,
    ):
        page = page_of(visitor.get("/games"))
        assert "Begun at the terminal" in page.text
        (address,) = (
            each["action"] for tag, each in page.elements if tag == "form" and "adopt" in each["action"]
        )
        answer = visitor.post(address)
        assert answer.status_code == 303
        assert "Ben to move" in page_of(visitor.get(answer.headers["location"])).text
        assert "Begun at the terminal" not in page_of(visitor.get("/games")).text


def test_words_are_explained_before_anything_is_done_about_them(visitor: httpx.Client) -> None:
    address = begin(visitor, "operation-stack").headers["location"]

    def meaning(line: str) -> dict[str, object]:
        found: dict[str, object] = visitor.get(f"{address}/words", params={"line": line}).json()
        return found

    assert meaning("Push 5") == {"means": "move", "move": "5", "seat": 1, "ply": 0}
    assert meaning("push")["means"] == "unfinished"
    assert meaning("operate")["means"] == "forbidden"
    assert meaning("banana")["means"] == "nothing"
    assert "Ann" not in page_of(visitor.get(address)).text
    assert "No move has been made yet." in page_of(visitor.get(address)).text


def test_a_first_visit_is_light(visitor: httpx.Client) -> None:
    address = begin(visitor).headers["location"]
    for start in ("/", "/play/top-stack-twelve", address):
        page = visitor.get(start)
        needed = {*re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)}
        files = [visitor.get(each).content for each in needed]
        assert len(page.content) + sum(map(len, files)) <= FIRST_VISIT
        assert "http://" not in page.text.replace(str(visitor.base_url), "")
        assert "https://" not in page.text


def test_what_a_page_is_made_of_is_kept_by_browsers_and_sent_packed(visitor: httpx.Client) -> None:
    for name, asset in assets().items():
        first = visitor.get(f"/static/{name}?{asset.digest}")
        assert "immutable" in first.headers["cache-control"]
        assert first.headers["content-encoding"] == "gzip"
        assert first.content == asset.plain == gzip.decompress(asset.packed)
        again = visitor.get(f"/static/{name}", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.headers["cache-control"]) == (304, "no-cache")
    assert visitor.get("/static/nothing.js").status_code == 404


def test_scripts_that_pages_need_are_announced_ahead(visitor: httpx.Client) -> None:
    text = visitor.get(begin(visitor).headers["location"]).text
    for name, asset in assets().items():
        for imported in re.findall(r'from "\./(\w+\.js)"', asset.plain.decode()):
            assert f'rel="modulepreload" href="/static/{imported}"' in text, name


def test_whoever_comes_by_a_link_reads_the_rules_at_once(visitor: httpx.Client, server: WebServer) -> None:
    table = begin(visitor, against="friend").headers["location"]
    assert '<details id="rules"><summary>' in visitor.get(table).text
    assert '<details id="rules" open><summary>' in httpx.get(f"{server.url}{table}").text
