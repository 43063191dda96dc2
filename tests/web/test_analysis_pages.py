"""The pages of exact answers: every value is the table's, every link leads on, bad addresses say so."""

import random
from collections.abc import Iterator

import pytest
from three_in_a_row import TicTacToe
from web_pages import ORIGIN, Page, SiteClient, place_of

import numduel
from numduel.analysis.explanation import explain
from numduel.core.position import Position
from numduel.core.registry import make
from numduel.solver.answers import Answers
from numduel.web.config import Config, WebLimits
from numduel.web.pages.answers import answers_context
from numduel.web.pages.places import Place, place_address
from numduel.web.rendering.choices import value_words
from numduel.web.rendering.pages import Pages
from numduel.web.solving.work import position_document

SPECS = [
    make(kind, name).spec
    for kind in numduel.games().values()
    for name in (None, *(variant.name for variant in kind.variants))
]


@pytest.fixture(scope="module")
def client() -> Iterator[SiteClient]:
    with SiteClient() as one:
        yield one


def walk(spec: str, rng: random.Random, plies: int) -> Place:
    place = Place(Position.start(numduel.load(spec)))
    while place.position.moves and len(place.moves) < plies:
        place = place.after(place.game.write(rng.choice(place.position.moves)))
    return place


@pytest.mark.parametrize("spec", SPECS)
def test_every_value_on_a_page_is_that_of_the_table_and_links_lead_to_what_follows(
    spec: str, client: SiteClient
) -> None:
    rng, answers = random.Random(spec), Answers(numduel.load(spec))
    for plies in range(6):
        place = walk(spec, rng, plies)
        answer = client.get(place.address())
        assert answer.status_code == 200, answer.text
        shown = Page(answer.text).choices()
        made = answers.moves(place.position.state)
        assert len(shown) == len(made)
        for move, verdict in made:
            after = place.after(place.game.write(move))
            assert value_words(verdict) in shown[after.address()]
            assert place_of(after.address()) == after


@pytest.mark.parametrize("spec", SPECS)
def test_best_play_can_be_followed_to_its_end(spec: str, client: SiteClient) -> None:
    answers = Answers(numduel.load(spec))
    verdict = answers.verdict(answers.game.initial())
    address, moves = place_address("/analysis", spec), 0
    while moves < 12:
        page = Page(client.get(address).text)
        ahead = page.find("a", rel="next")
        if not ahead:
            break
        following, moves = ahead[0][0]["href"], moves + 1
        (back,) = Page(client.get(following).text).find("a", rel="prev")
        assert back[0]["href"] == address
        address = following
    if verdict.plies is not None and verdict.plies < 12:
        assert moves == verdict.plies
        assert place_of(address).position.outcome is not None


def test_the_picture_calls_its_position_by_what_it_is_and_the_page_tells_its_colours(
    client: SiteClient,
) -> None:
    begun = client.get("/picture/operation-duel:target=31?moves=%2B1").text
    assert ("this position" in begun, "the start" in begun) == (True, False)
    assert "the start" in client.get("/picture/operation-duel:target=31").text
    page = Page(client.get("/analysis/operation-duel:target=31?moves=%2B1").text)
    (told,) = (text for _, text in page.find("p") if text.startswith("In this picture"))
    assert "blue means that the player to move wins" in told


def test_the_page_says_who_wins_why_and_shows_line_settings_and_picture(client: SiteClient) -> None:
    answer = client.get("/analysis/operation-duel:target=5?moves=%2B1")
    page = Page(answer.text)
    assert "Player 2 wins in 3 moves with best play." in [
        text for _, text in page.find("p", class_="verdict")
    ]
    assert "Player 2 to move" in [text for _, text in page.find("p", class_="turn")]
    (game, answers) = (numduel.load("operation-duel:target=5"), numduel.solve("operation-duel:target=5"))
    said = [text for _, text in page.find("p")]
    for paragraph in explain(Position.start(game).say("+1"), answers):
        assert paragraph in said
    line = [
        text for attributes, text in page.find("a") if attributes.get("href", "").startswith("/analysis/")
    ]
    assert line.count("+1") >= 2
    assert ("the number to reach exactly", "5 (changed)") in [
        (about, value) for (_, about), (_, value) in zip(page.find("dt"), page.find("dd"), strict=True)
    ]
    (picture,) = page.find("img")
    (dark,) = page.find("source")
    for address in (picture[0]["src"], dark[0]["srcset"]):
        drawn = client.get(address)
        assert drawn.headers["content-type"] == "image/svg+xml"
        assert drawn.text.startswith("<svg ")
    assert 'fill="white"' in client.get(picture[0]["src"]).text
    assert 'fill="white"' not in client.get(dark[0]["srcset"]).text


def test_pages_refer_to_no_other_host_and_have_no_script_of_their_own(client: SiteClient) -> None:
    for path in ("/analysis/operation-stack", "/embed/operation-stack", "/analysis/operation-duel?as=1"):
        page = Page(client.get(path).text)
        assert all(address.startswith("/") for address in page.links() if not address.startswith("#"))
        assert not page.find("script")
        assert not any("style" in attributes for _, attributes, _ in page.elements)


@pytest.mark.parametrize(
    ("asked", "leads_to"),
    [
        ("top-stack-twelve:two-of-each", "top-stack-twelve:limit=11,supply=2"),
        ("Operation-Duel:start=1,target=31", "operation-duel:target=31"),
        ("operation-duel/", "operation-duel"),
        ("operation-duel?moves=add+1,++MULTIPLY+by+2", "operation-duel?moves=%2B1+*2"),
        ("operation-duel?moves=%2B1&from=elsewhere", "operation-duel?moves=%2B1"),
    ],
)
def test_other_spellings_lead_to_the_one_address(asked: str, leads_to: str, client: SiteClient) -> None:
    for page in ("/analysis", "/embed"):
        answer = client.get(f"{page}/{asked}")
        assert answer.status_code == 302
        assert answer.headers["location"] == f"{page}/{leads_to}"
        assert client.get(answer.headers["location"]).status_code == 200


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("operation-dual", 404, "did you mean operation-duel?"),
        ("", 404, "there is no game"),
        ("operation-duel:target=x", 400, "must be a whole number"),
        ("operation-duel:goal=5", 400, "has no setting"),
        ("top-stack-twelve:two-of-echo", 400, "did you mean two-of-each"),
        ("operation-duel?moves=%2B1+*7+*9", 400, "Move 2: there is no move"),
        ("operation-duel:target=3?moves=%2B1+%2B1+%2B1", 400, "Move 3: +1 cannot be played"),
        ("operation-duel?moves=%22%2B1", 400, "quotation mark"),
        ("operation-duel?moves=<script>alert(1)</script>", 400, "there is no move"),
        ("operation-duel?as=3", 400, "the players are 1 and 2"),
        ("operation-duel?moves=" + "%2B1+" * 501, 400, "at most 500 moves"),
        ("operation-duel:target=" + "9" * 5_000, 400, "at most 4,500 characters"),
    ],
)
@pytest.mark.parametrize("page", ["analysis", "embed", "picture"])
def test_a_bad_address_is_a_page_that_names_what_is_wrong(
    page: str, path: str, status: int, words: str, client: SiteClient
) -> None:
    answer = client.get(f"/{page}/{path}")
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    said = " ".join(text for _, text in Page(answer.text).find("p"))
    assert words.lower() in said.lower()
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize(
    ("wrong", "address", "words"),
    [
        ("/play/operation-dual", "/play/operation-duel", "Go to Operation Duel"),
        (
            "/play/top-stack-twelve:two-of-eahc",
            "/play/top-stack-twelve:two-of-each",
            "Go to Top Stack Twelve: two of each",
        ),
        (
            "/analysis/operation-duel:targt=31",
            "/analysis/operation-duel:target=31",
            "Go to Operation Duel: target=31",
        ),
        ("/play/digit-stack:target=many", "/play/digit-stack", "Go to Digit Stack"),
        ("/Twelve", "/play/top-stack-twelve", "Did you mean Top Stack Twelve?"),
        (
            "/analysis/operation-duel?moves=%2B1+*2+*7",
            "/analysis/operation-duel?moves=%2B1+*2",
            "Go to Operation Duel, after move 2",
        ),
    ],
)
def test_an_address_that_leads_nowhere_links_to_what_was_probably_meant(
    client: SiteClient, wrong: str, address: str, words: str
) -> None:
    answer = client.get(wrong)
    assert answer.status_code in (400, 404)
    links = {text: each["href"] for each, text in Page(answer.text).find("a", class_="main")}
    assert links == {words: address}
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("wrong", ["/play/chess", "/g/aaaaaaaaaa", "/no/such/page", "/play/" + "9" * 4_000])
def test_where_nothing_is_near_the_games_are_offered(client: SiteClient, wrong: str) -> None:
    answer = client.get(wrong)
    assert [text for _, text in Page(answer.text).find("a", class_="main")] == ["See the games"]


def test_browsers_keep_answers_and_ask_whether_they_are_the_same(client: SiteClient) -> None:
    for path in ("/analysis/operation-duel", "/embed/operation-duel", "/picture/operation-duel"):
        first = client.get(path)
        assert "max-age=" in first.headers["cache-control"]
        again = client.get(path, headers={"if-none-match": f'"old", W/{first.headers["etag"]}'})
        assert (again.status_code, again.content) == (304, b"")
        assert client.get(path, headers={"if-none-match": '"old"'}).status_code == 200


def test_an_embedded_page_may_be_framed_and_leads_to_the_full_one(client: SiteClient) -> None:
    answer = client.get("/embed/operation-duel?moves=%2B1")
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    page = Page(answer.text)
    assert all(address.startswith("/embed/") for address in page.choices())
    (full,) = page.find("a", target="_blank")
    assert full[0]["href"] == "/analysis/operation-duel?moves=%2B1"
    shown = Page(client.get(full[0]["href"]).text)
    assert "frame-ancestors 'none'" in client.get(full[0]["href"]).headers["content-security-policy"]
    (code,) = shown.find("input", id="embed")
    assert f'src="{ORIGIN}/embed/operation-duel?moves=%2B1"' in code[0]["value"]


def test_playing_on_from_a_position_hides_the_answers_and_is_answered_by_best_replies(
    client: SiteClient,
) -> None:
    answers = Answers(numduel.load("operation-duel:target=9"))
    address = "/analysis/operation-duel:target=9?as=2"
    for _ in range(20):
        answer = client.get(address)
        while answer.is_redirect:
            before, address = place_of(address), answer.headers["location"]
            after = place_of(address)
            reply = dict(answers.moves(before.position.state))[before.position.read(after.moves[-1])]
            assert reply.value is answers.verdict(before.position.state).value
            answer = client.get(address)
        page, place = Page(answer.text), place_of(address)
        assert not page.find("span", class_="worth")
        if place.position.outcome is not None:
            break
        assert place.position.player == 2
        address = next(iter(page.choices()))
    assert place.position.outcome is not None
    assert "Player 2's" in page.find("p", id="words")[0][1]
    (shown,) = [attributes["href"] for attributes, text in page.find("a") if text == "Show the answers"]
    assert shown == place_of(address).address().replace("&as=2", "")


def test_where_nothing_is_known_the_page_says_so_and_still_leads_on() -> None:
    large = "operation-stack:target=1000,numbers=1-9,max_stack=6,max_value=1000000"
    spec = numduel.load(large).spec
    with SiteClient(Config(workers=1, limits=WebLimits(solve_positions=2_000))) as client:
        answer = client.get(f"/analysis/{spec}")
        page = Page(answer.text)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        assert "has more than 2,000 positions" in page.find("p", class_="verdict")[0][1]
        assert len(page.choices()) == 9
        assert not page.find("img")
        picture = client.get(f"/picture/{spec}")
        assert picture.status_code == 422
        verdict = client.get("/api/verdict", params={"spec": spec})
        assert verdict.status_code == 422
        assert "has more than 2,000 positions" in verdict.json()["error"]


def test_the_verdict_for_the_settings_editor(client: SiteClient) -> None:
    answer = client.get("/api/verdict", params={"spec": "top-stack-twelve:two-of-each"})
    assert answer.json() == {
        "spec": "top-stack-twelve:limit=11,supply=2",
        "value": "win",
        "winner": 1,
        "plies": 10,
        "positions": 3_508,
        "decisions": pytest.approx(1_948 / 3_508),
        "sentence": "Player 1 wins in 10 moves with best play. A choice matters in 56 % of its positions.",
    }
    wrong = client.get("/api/verdict", params={"spec": "operation-duel:target=x"})
    assert wrong.status_code == 400
    assert wrong.json()["error"].startswith("Target must be a whole number")
    assert client.get("/api/verdict").status_code == 404


def test_a_guest_on_a_grid_has_its_moves_in_squares_and_their_values_beside() -> None:
    game = TicTacToe()
    answers, place = Answers(game), Place(Position.start(game)).after("a1", "b1")
    context = answers_context(place, position_document(place.position, answers), "")
    page = Page(Pages().render("analysis.html", **context, origin=ORIGIN))
    squares = {attributes["href"] for attributes, _ in page.find("a", class_="tile")}
    after = {place.address(moves=(*place.moves, game.write(move))) for move in place.position.moves}
    assert squares == after
    worths = page.find("ul", class_="worths")[0][1]
    for move, verdict in answers.moves(place.position.state):
        assert f"{game.write(move)} " in worths
        assert value_words(verdict) in worths


@pytest.mark.parametrize("page", ["analysis", "embed", "picture", "play"])
def test_a_game_with_more_moves_than_can_be_drawn_says_so(client: SiteClient, page: str) -> None:
    answer = client.get(f"/{page}/operation-duel:target=5000,add=1-999,multiply=2-999")
    assert answer.status_code == 400
    assert "A game may have at most 250 different moves here, not 1,997." in answer.text


@pytest.mark.parametrize("page", ["analysis", "embed"])
def test_settings_so_long_that_their_links_would_fill_megabytes_say_so(client: SiteClient, page: str) -> None:
    game = numduel.load(f"operation-duel:target={'9' * 4000},add=1-200")
    place = Place(Position.start(game)).after(*["+1"] * 600)
    few, many = (place_address(f"/{page}", game.spec, place.moves[:count]) for count in (10, 500))
    assert client.get(few).status_code == 200
    answer = client.get(many)
    assert answer.status_code == 400
    assert "too long for a page with so many moves" in answer.text
