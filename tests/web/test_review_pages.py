"""Reviews on the web: of games at tables, of records that people bring along, and of those they keep."""

from base64 import b64decode
from collections.abc import Iterator
from functools import partial
from typing import Any

import httpx
import pytest
from web_pages import Page, SiteClient, place_of

import numduel
from numduel.analysis.coach import lesson
from numduel.analysis.review import review
from numduel.match.events import NextGame, Play, Resign
from numduel.match.reading import parse
from numduel.match.record import write
from numduel.match.setup import Setup
from numduel.solver.answers import Answers
from numduel.web.config import Config, WebLimits
from numduel.web.rendering.choices import value_words
from numduel.web.tables.rooms import Options, Room

SPEC = "operation-duel:target=5"
TEXT = f'[spec "{SPEC}"]\n[player1 "Ann <b>"]\n[player2 "level:5"]\n\n1. +1 *2 2. +1\n'


@pytest.fixture(scope="module")
def client() -> Iterator[SiteClient]:
    with SiteClient() as one:
        yield one


def open_table(client: SiteClient, *moves: str, answers: str = "after", **agreed: Any) -> Room:
    """A table at which these moves were made."""

    async def play() -> Room:
        setup = Setup(game=numduel.load(SPEC), **agreed)
        room = await client.site.lobby.create(setup, Options(answers=answers))
        for number, move in enumerate(moves):
            assert await client.site.lobby.act(room, Play(number % 2 + 1, move))
        return room

    return client.do(play)


def act(client: SiteClient, room: Room, *commands: Any) -> None:
    for command in commands:
        assert client.do(partial(client.site.lobby.act, room, command))


def rows(answer: httpx.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [text for _, text in Page(answer.text).find("tr")][1:]


def test_a_finished_game_shows_its_turning_point_every_move_and_the_way_back(client: SiteClient) -> None:
    room = open_table(client, "+1", "*2", "+1")
    answer = client.get(f"/g/{room.id}/review")
    page, told = Page(answer.text), rows(answer)
    record = parse(client.get(f"/g/{room.id}/record").text)
    made = review(record)
    for step in made.steps:
        (row,) = [row for row in told if row.startswith(f"{step.number}.")]
        assert step.move in row
        assert step.mark in row
        assert value_words(step.value) in row
    assert lesson(made, Answers(record.game)) in [text for _, text in page.find("p")]
    (again,) = [attributes["href"] for attributes, text in page.find("a") if text == "Try it again from here"]
    assert place_of(again).moves == ("+1",)
    assert place_of(again).seat == 2
    assert client.get(again).status_code == 200
    (share,) = page.find("input", id="share")
    assert client.get(share[0]["value"]).status_code == 200
    (turned,) = page.find("tr", id="turning-point")
    assert "*2" in turned[1]


def test_the_course_is_a_chart_for_light_and_dark_pages_and_needs_no_other_address(
    client: SiteClient,
) -> None:
    room = open_table(client, "+1", "*2", "+1")
    page = Page(client.get(f"/g/{room.id}/review").text)
    (light,), (dark,) = page.find("img"), page.find("source")
    assert light[0]["src"].startswith("data:image/svg+xml;base64,")
    assert dark[0]["srcset"].startswith("data:image/svg+xml;base64,")
    assert light[0]["src"] != dark[0]["srcset"]
    assert "table of moves says the same" in light[0]["alt"]
    assert all(address.startswith(("/", "#", "data:")) for address in page.links())


def test_a_game_between_two_people_is_not_reviewed_before_it_is_over(client: SiteClient) -> None:
    room = open_table(client, "+1")
    answer = client.get(f"/g/{room.id}/review")
    assert answer.status_code == 403
    assert "still being played" in answer.text
    assert client.get(f"/g/{room.id}/record").status_code == 200  # its moves are no secret
    act(client, room, Resign(2))
    assert "resigns" in " ".join(rows(client.get(f"/g/{room.id}/review")))


def test_a_game_is_reviewed_while_it_goes_on_where_answers_are_agreed_on_or_a_computer_plays(
    client: SiteClient,
) -> None:
    agreed = open_table(client, "+1", answers="always")
    assert len(rows(client.get(f"/g/{agreed.id}/review"))) == 1
    computer = open_table(client, players=("human", "level:3"))
    assert client.get(f"/g/{computer.id}/review").status_code == 200


def test_every_game_of_a_match_is_reviewed_also_while_the_next_is_played(client: SiteClient) -> None:
    room = open_table(client, "+1", "*2", "+1", rounds=2)
    act(client, room, NextGame(1), Play(1, "*2"))
    assert client.get(f"/g/{room.id}/review", params={"game": 2}).status_code == 403
    assert "Review of the last game" in client.get(f"/g/{room.id}").text
    first = client.get(f"/g/{room.id}/review", params={"game": 1})
    assert rows(client.get(f"/g/{room.id}/review")) == rows(first)
    assert len(rows(first)) == 4  # three moves, and what is said of the error
    act(client, room, Resign(1))
    after = Page(client.get(f"/g/{room.id}/review", params={"game": 1}).text)
    assert [text for _, text in after.find("a", **{"aria-current": "page"})] == ["Game 1"]
    for wrong in ("3", "0", "x", "-1", "9" * 40):
        assert client.get(f"/g/{room.id}/review", params={"game": wrong}).status_code == 404


def test_a_review_calls_players_by_their_names(client: SiteClient) -> None:
    room = open_table(client, "+1", "*2", "+1", players=("human:Ann", "human:Ben"))
    text = client.get(f"/g/{room.id}/review").text
    page = Page(text)
    assert page.find("h1")[0][1] == "Ann against Ben"
    assert "Player 2's" not in " ".join(told for _, told in page.find("p"))
    assert "Ben's *2" in " ".join(told for _, told in page.find("p"))
    nameless = Page(client.get(f"/g/{open_table(client, '+1', '*2', '+1').id}/review").text)
    assert nameless.find("h1")[0][1] == "Player 1 against Player 2"
    picture = b64decode(page.find("img")[0][0]["src"].partition(",")[2]).decode()
    assert "Ann" in picture


def test_the_chart_has_a_computer_s_name_as_the_page_has_it(client: SiteClient) -> None:
    page = Page(client.post("/review", data={"text": TEXT}).text)
    picture = b64decode(page.find("img")[0][0]["src"].partition(",")[2]).decode()
    assert "Computer" in picture  # as much of it as there is room for
    assert "level:5" not in picture


def test_advice_to_try_other_settings_links_to_them_by_their_title(client: SiteClient) -> None:
    text = '[spec "operation-duel:target=3"]\n\n1. +1 +1'
    page = Page(client.post("/review", data={"text": text}).text)
    lesson_links = [each for each in page.find("a") if each[0]["href"] == "/play/operation-duel:fifty"]
    assert [words for _, words in lesson_links] == ["Operation Duel: fifty"]


def test_there_is_no_review_of_a_table_that_is_not_there(client: SiteClient) -> None:
    for path in ("/g/aaaaaaaaaa/review", "/g/aaaaaaaaaa/record", "/g/!/review"):
        assert client.get(path).status_code == 404


def test_a_record_is_exported_as_a_file_and_can_be_reviewed_again(client: SiteClient) -> None:
    room = open_table(client, "+1", "*2", "+1", players=("human:Ann", "human:Ben"))
    answer = client.get(f"/g/{room.id}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    assert f"{room.id}-1.txt" in answer.headers["content-disposition"]
    again = client.post("/review", data={"text": answer.text})
    assert rows(again) == rows(client.get(f"/g/{room.id}/review"))


def test_a_pasted_record_and_an_uploaded_file_are_reviewed_and_not_kept(client: SiteClient) -> None:
    kept = len(list(client.site.store.page(10_000)))
    pasted = client.post("/review", data={"text": TEXT})
    sent = client.post("/review", files={"file": ("game.txt", ("\ufeff" + TEXT).encode())}, data={"text": ""})
    assert rows(pasted) == rows(sent)
    (heading,) = Page(pasted.text).find("h1")
    assert heading[1] == "Ann <b> against Computer (medium)"
    assert len(list(client.site.store.page(10_000))) == kept


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "There is no game here"),
        ("nonsense", "Line 1"),
        (f'[spec "{SPEC}"]\n\n1. +1 *9', "there is no move"),
        ('[spec "nothing"]', "there is no game"),
        (TEXT + "\n" + TEXT, "there are 2 games where one was expected"),
        (
            '[spec "operation-stack"]\n\n' + " ".join(f"{n // 2 + 1}. 1 1" for n in range(0, 502, 2)),
            "at most 500",
        ),
    ],
)
def test_what_is_no_record_is_given_back_with_what_is_wrong(
    text: str, words: str, client: SiteClient
) -> None:
    answer = client.post("/review", data={"text": text})
    assert answer.status_code == 400
    page = Page(answer.text)
    assert words.lower() in page.find("p", id="problem")[0][1].lower()
    assert page.find("textarea")[0][1] == " ".join(text.split())


@pytest.mark.parametrize("address", ["/review", "/import"])
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe\x00", "In the file, line 1: this is UTF-16; save it as UTF-8."),
        (
            b'[spec "digit-stack"]\n{J\xf6rg}',
            "In the file, line 2: the byte F6 is no UTF-8; save it as UTF-8.",
        ),
    ],
)
def test_a_file_in_another_encoding_than_utf_8_is_refused_with_its_line(
    content: bytes, sentence: str, address: str, client: SiteClient
) -> None:
    answer = client.post(address, files={"file": ("game.txt", content)})
    assert answer.status_code == 400
    assert sentence in answer.text


def test_the_mark_by_which_an_editor_begins_a_file_is_no_part_of_its_record(client: SiteClient) -> None:
    answer = client.post("/review", files={"file": ("game.txt", TEXT.encode("utf-8-sig"))})
    assert answer.status_code == 200


def test_at_this_machine_a_record_is_kept_once_with_the_terminal_s_games(client: SiteClient) -> None:
    shown = Page(client.post("/review", data={"text": TEXT}).text)
    (hidden,) = [attributes for attributes, _ in shown.find("input") if attributes.get("name") == "text"]
    first = client.post("/import", data={"text": hidden["value"]})
    assert first.status_code == 303
    assert len(rows(client.get(first.headers["location"]))) == 4
    number = int(first.headers["location"].partition("=")[2])
    assert client.site.store.record(number).players == ("Ann <b>", "level:5")
    again = client.post("/import", data={"text": client_text(client, number)})
    assert again.headers["location"] == first.headers["location"]


def client_text(client: SiteClient, number: int) -> str:
    return write(client.site.store.record(number))


def test_an_unfinished_record_is_played_on_at_a_table(client: SiteClient) -> None:
    answer = client.post("/import", data={"text": f'[spec "{SPEC}"]\n\n1. +1'})
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/g/")
    page = client.get(answer.headers["location"])
    assert page.status_code == 200
    assert "Player 2" in page.text


def test_from_elsewhere_nothing_is_imported_and_no_kept_game_is_shown() -> None:
    elsewhere = Config(workers=1, public_url="http://duel.example")
    with SiteClient(elsewhere, origin="http://duel.example", address=("192.0.2.7", 50_000)) as client:
        assert client.post("/review", data={"text": TEXT}).status_code == 200
        assert "Keep this game" not in client.post("/review", data={"text": TEXT}).text
        refused = client.post("/import", data={"text": TEXT})
        assert refused.status_code == 403
        assert "sits at the machine" in refused.text
        assert client.get("/review", params={"game": 1}).status_code == 403
        assert list(client.site.store.page(10)) == []


def test_a_game_that_is_too_large_is_reviewed_as_far_as_it_is_known() -> None:
    spec = "operation-stack:target=1000,numbers=1-9,max_stack=6,max_value=1000000"
    limits = WebLimits(solve_positions=100_000_000, solve_seconds=4)
    with SiteClient(Config(workers=1, limits=limits)) as client:
        answer = client.post("/review", data={"text": f'[spec "{spec}"]\n\n1. 1 2 2. 3'})
        assert len(rows(answer)) == 3
        assert all("unsolved" in row for row in rows(answer))
        assert "nobody can tell where it turned" in answer.text
