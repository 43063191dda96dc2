"""Seats at a table over HTTP: taking one, seat links, names, giving games up, and the terminal's games."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from live_tables import Served, quick, serving
from markup import Page
from stored import begin, number_of, play

import numduel
from numduel.match.events import Answer, NextGame, Resign
from numduel.match.setup import Setup
from numduel.store.sqlite import SqliteStore
from numduel.web.config import Config
from numduel.web.serving.security import hash_key, new_key
from numduel.web.tables.rooms import Options, Room


def served(test: Callable[[Served], Awaitable[None]], config: Config | None = None, **parts: Any) -> None:
    """Run a test against a server."""

    async def run() -> None:
        async with serving(config, **parts) as server:
            await test(server)

    asyncio.run(run())


class Browser:
    """A browser with one key, or none yet."""

    def __init__(self, server: Served, key: str | None = None) -> None:
        self.origin = f"http://127.0.0.1:{server.port}"
        self.key = key or ""

    async def post(self, path: str, **fields: str) -> httpx.Response:
        """Post a form as a script does."""
        return await self.ask("POST", path, {"Accept": "application/json"}, fields)

    async def submit(self, path: str, **fields: str) -> httpx.Response:
        """Post a form as a page without scripts does."""
        return await self.ask("POST", path, {}, fields)

    async def get(self, path: str) -> httpx.Response:
        """Ask for a page."""
        return await self.ask("GET", path, {})

    async def ask(
        self, method: str, path: str, headers: dict[str, str], fields: dict[str, str] | None = None
    ) -> httpx.Response:
        """Send a request with the key, and take the key that is given."""
        headers = {
            "Origin": self.origin,
            **({"Cookie": f"numduel={self.key}"} if self.key else {}),
            **headers,
        }
        async with httpx.AsyncClient(base_url=self.origin) as client:
            answer = await client.request(method, path, data=fields, headers=headers)
        self.key = answer.cookies.get("numduel") or self.key
        return answer


async def open_room(server: Served) -> Room:
    """A table at which Ann waits for somebody."""
    setup = Setup(game=numduel.load("digit-stack"), players=("human:Ann", "human"))
    return await server.lobby.create(setup, Options(), (hash_key(server.ann), None))


def test_looking_at_a_table_takes_no_seat_and_a_button_does() -> None:
    async def sit(server: Served) -> None:
        room = await open_room(server)
        browser = Browser(server)
        page = await browser.get(f"/g/{room.id}")
        assert (page.status_code, "set-cookie" in page.headers) == (200, False)
        assert not room.taken(1)
        async with server.program(room, server.ann) as ann:
            answer = await browser.submit(f"/g/{room.id}/sit", contestant="1", name=" Ben ")
            assert (answer.status_code, answer.headers["location"]) == (303, f"/g/{room.id}")
            assert (await ann.told("seated"))["name"] == "Ben"
            assert "HttpOnly" in answer.headers["set-cookie"]
        async with server.program(room, browser.key) as ben:
            assert ben.you == [1]
            assert ben.view["seats"][1]["name"] == "Ben"

    served(sit)


def test_a_match_is_listed_by_those_who_sat_down_and_a_rematch_counts_anew(path: Path) -> None:
    async def list_games(server: Served) -> None:
        setup = Setup(game=numduel.load("digit-stack"), players=("human:Ann", "human"), points=1)
        room = await server.lobby.create(setup, Options(), (hash_key(server.ann), None))
        ann, ben = Browser(server, server.ann), Browser(server)
        await ben.post(f"/g/{room.id}/sit", contestant="1", name="Ben")
        await server.lobby.act(room, Resign(1))
        text = Page((await ann.get("/games")).text).text
        assert "Ann and Ben Ann 0, Ben 1" in text
        await server.lobby.act(room, NextGame(1))
        await server.lobby.act(room, Answer(2, next(iter(room.session.offers)), True))
        page = Page((await ann.get("/games")).text)
        assert "Ben and Ann Ann 0, Ben 0" in page.text
        assert f"/g/{room.id}/review?game=1" in [each.get("href") for _, each in page.elements]

    served(list_games, store=path)


def test_nameless_players_are_listed_as_at_their_table() -> None:
    async def list_games(server: Served) -> None:
        room = await server.room(players=("human", "human"))
        await server.lobby.act(room, Resign(1))
        text = Page((await Browser(server, server.ann).get("/games")).text).text
        assert "Player 1 and Player 2 Player 2 won" in text

    served(list_games)


def test_who_has_just_sat_down_was_not_away() -> None:
    async def sit(server: Served) -> None:
        room = await open_room(server)
        server.lobby.clock = lambda: time.monotonic() + 3_600  # Ann has waited for an hour
        ben = Browser(server)
        await ben.post(f"/g/{room.id}/sit", contestant="1", name="Ben")
        assert not server.lobby.view(room).seats[1].away

    served(sit)


def test_a_seat_is_taken_once_even_by_many_at_once(path: Path) -> None:
    async def race(server: Served) -> None:
        room = await open_room(server)
        browsers = [Browser(server) for _ in range(8)]
        answers = await asyncio.gather(
            *(each.post(f"/g/{room.id}/sit", contestant="1", name="Ben") for each in browsers)
        )
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
        assert {key.contestant for key in room.keys} == {0, 1}
        assert len(room.keys) == 2

    served(race, store=path)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"contestant": "0", "name": "Eve"}, 409),
        ({"contestant": "2", "name": "Eve"}, 400),
        ({"name": "Eve"}, 400),
        ({"contestant": "1", "name": "x" * 41}, 400),
        ({"contestant": "1", "name": "a\nb"}, 400),
    ],
)
def test_a_seat_that_cannot_be_taken_is_refused_in_a_sentence(fields: dict[str, str], status: int) -> None:
    async def sit(server: Served) -> None:
        room = await open_room(server)
        answer = await Browser(server).post(f"/g/{room.id}/sit", **fields)
        assert (answer.status_code, answer.json()["error"][-1]) == (status, ".")
        assert not room.taken(1)

    served(sit)


def test_a_computers_seat_cannot_be_taken() -> None:
    async def sit(server: Served) -> None:
        room = await server.room(players=("human:Ann", "random"))
        answer = await Browser(server).post(f"/g/{room.id}/sit", contestant="1", name="Eve")
        assert answer.status_code == 409

    served(sit)


def test_somebody_may_go_by_another_name() -> None:
    async def rename(server: Served) -> None:
        room = await server.room()
        answer = await Browser(server, server.ann).post(f"/g/{room.id}/sit", contestant="0", name="Anna")
        assert answer.json() == {"contestants": [0]}
        assert room.session.name(1) == "Anna"
        async with server.program(room, server.ben) as ben:
            assert (await ben.ask("sit", seat=2, name="Benno"))["type"] == "done"
            assert (await ben.ask("sit", seat=1, name="Nobody"))["code"] == "not-your-seat"
        assert room.session.setup.names == ("Anna", "Benno")

    served(rename)


# Links


def test_a_seat_link_gives_the_seat_to_another_device_once(path: Path) -> None:
    async def pass_on(server: Served) -> None:
        room = await server.room()
        link = (await Browser(server, server.ann).post(f"/g/{room.id}/link")).json()["link"]
        assert link.startswith(f"/g/{room.id}#seat=")
        key = link.partition("=")[2]
        phone = Browser(server)
        assert (await phone.post(f"/g/{room.id}/claim", key=key)).json() == {"contestants": [0]}
        for program_key in (server.ann, phone.key):  # the first device keeps it too
            async with server.program(room, program_key) as program:
                assert program.you == [0]
        again = await Browser(server).post(f"/g/{room.id}/claim", key=key)
        assert (again.status_code, again.json()["error"]) == (
            410,
            "This seat link has been used or taken back.",
        )
        async with server.program(room, key) as link_itself:
            assert link_itself.you == []

    served(pass_on, store=path)


def test_a_link_is_used_once_even_by_many_at_once(path: Path) -> None:
    async def race(server: Served) -> None:
        room = await server.room()
        link = (await Browser(server, server.ann).post(f"/g/{room.id}/link")).json()["link"]
        key = link.partition("=")[2]
        answers = await asyncio.gather(
            *(Browser(server).post(f"/g/{room.id}/claim", key=key) for _ in range(6))
        )
        assert sorted(answer.status_code for answer in answers) == [200] + [410] * 5
        assert len(room.keys) == 3

    served(race, store=path)


def test_a_link_of_one_who_plays_both_gives_both_seats() -> None:
    async def pass_on(server: Served) -> None:
        server.ben = server.ann
        room = await server.room()
        link = (await Browser(server, server.ann).post(f"/g/{room.id}/link")).json()["link"]
        answer = await Browser(server).post(f"/g/{room.id}/claim", key=link.partition("=")[2])
        assert answer.json() == {"contestants": [0, 1]}

    served(pass_on)


def test_a_link_that_is_too_old_is_refused() -> None:
    async def pass_on(server: Served) -> None:
        room = await server.room()
        link = (await Browser(server, server.ann).post(f"/g/{room.id}/link")).json()["link"]
        answer = await Browser(server).post(f"/g/{room.id}/claim", key=link.partition("=")[2])
        assert (answer.status_code, answer.json()["error"]) == (
            410,
            "This seat link has expired; ask for another.",
        )

    served(pass_on, quick(seat_link_seconds=0))


@pytest.mark.parametrize("key", ["", "x", "x" * 22])
def test_a_key_that_is_none_opens_nothing(key: str) -> None:
    async def claim(server: Served) -> None:
        room = await server.room()
        answer = await Browser(server).post(f"/g/{room.id}/claim", key=key)
        assert answer.status_code == (410 if len(key) == 22 else 400)

    served(claim)


def test_only_who_has_a_seat_makes_a_link_to_it() -> None:
    async def make(server: Served) -> None:
        room = await server.room()
        assert (await Browser(server).post(f"/g/{room.id}/link")).status_code == 403
        other = await Browser(server, server.ann).post(f"/g/{room.id}/link", contestant="1")
        assert other.status_code == 403
        answers = [await Browser(server, server.ann).post(f"/g/{room.id}/link") for _ in range(20)]
        assert answers[-1].status_code == 409  # there is an end to it

    served(make)


def test_a_page_that_is_open_learns_that_it_plays_now() -> None:
    async def sit(server: Served) -> None:
        room = await open_room(server)
        browser = Browser(server, new_key())
        async with server.program(room, browser.key) as ben:
            assert ben.you == []
            await browser.post(f"/g/{room.id}/sit", contestant="1", name="Ben")
            assert (await ben.next("you"))["contestants"] == [1]
            async with server.program(room, server.ann) as ann:
                await ann.play("5", 1)
            assert (await ben.play("5", 2))["type"] == "done"

    served(sit)


# One's own games


def test_a_game_of_ones_own_is_forgotten_altogether(path: Path) -> None:
    async def delete(server: Served) -> None:
        room = await server.room(players=("human:Ann", "random"))
        async with server.program(room, server.ann) as ann:
            await ann.play("5", 1)
            answer = await Browser(server, server.ann).submit(f"/g/{room.id}/delete")
            assert (answer.status_code, answer.headers["location"]) == (303, "/games")
            assert (await ann.next("bye"))["code"] == "gone"
        assert (await Browser(server).get(f"/g/{room.id}")).status_code == 404
        assert list(server.site.store.page(9)) == []
        assert server.site.store.problems() == []

    served(delete, store=path)


def test_where_both_leave_at_once_the_table_and_its_games_are_gone(path: Path) -> None:
    async def leave(server: Served) -> None:
        room = await server.room()
        async with server.program(room, server.ann) as ann:
            await ann.ask("resign", seat=1)
        both = [Browser(server, key) for key in (server.ann, server.ben)]
        answers = await asyncio.gather(*(each.post(f"/g/{room.id}/delete") for each in both))
        assert [answer.status_code for answer in answers] == [200, 200]
        assert server.site.store.rooms.of_match(room.row.match) is None
        assert server.site.store.games_of_match(room.row.match) == []

    served(leave, store=path)


def test_a_game_with_somebody_else_stays_theirs(path: Path) -> None:
    async def delete(server: Served) -> None:
        room = await server.room()
        async with server.program(room, server.ann) as ann:
            await ann.play("5", 1)
            browser = Browser(server, server.ann)
            assert (await browser.post(f"/g/{room.id}/delete")).status_code == 409  # it is not over
            await ann.ask("resign", seat=1)
            assert (await browser.post(f"/g/{room.id}/delete")).status_code == 200
            assert (await ann.next("you"))["contestants"] == []
        hashes = [key.hash for key in room.keys]
        assert [row.id for row in await server.lobby.rooms_of(hashes[0], 9)] == [room.id]
        assert (await Browser(server).post(f"/g/{room.id}/delete")).status_code == 403
        assert server.site.store.problems() == []

    served(delete, store=path)


def test_a_game_begun_at_the_terminal_is_taken_up_with_both_seats(path: Path) -> None:
    store = SqliteStore(path)
    number = number_of(play(begin(store), "2", "5"))
    store.close()

    async def adopt(server: Served) -> None:
        browser = Browser(server)
        answer = await browser.post(f"/games/{number}/adopt")
        room = answer.json()["room"]
        async with server.program(room, browser.key) as both:
            assert (both.you, both.view["moves"]) == ([0, 1], ["2", "5"])
            assert (await both.play("8", 1))["type"] == "done"
        assert (await browser.post(f"/games/{number}/adopt")).json() == {"room": room}
        assert (await Browser(server).post(f"/games/{number}/adopt")).status_code == 409
        for wrong in ("77", "9" * 25, "9" * 5_000, "-1", "x"):
            assert (await browser.post(f"/games/{wrong}/adopt")).status_code == 404
        assert server.site.store.record(number).moves == ("2", "5", "8")
        assert server.site.store.problems() == []

    served(adopt, store=path)


def test_a_game_that_is_taken_up_several_times_at_once_has_one_table(path: Path) -> None:
    store = SqliteStore(path)
    number = number_of(play(begin(store), "2", "5"))
    store.close()

    async def adopt(server: Served) -> None:
        browser = Browser(server, new_key())
        answers = await asyncio.gather(*(browser.post(f"/games/{number}/adopt") for _ in range(8)))
        assert [answer.status_code for answer in answers] == [200] * 8
        assert len({answer.json()["room"] for answer in answers}) == 1

    served(adopt, store=path)


def test_nobody_elsewhere_takes_up_the_terminals_games() -> None:
    async def adopt(server: Served) -> None:
        browser = Browser(server)
        answer = await browser.ask("POST", "/games/1/adopt", {"X-Forwarded-For": "192.0.2.7"})
        assert answer.status_code == 403

    served(adopt)


def test_the_page_of_a_table_shows_it_as_it_stands() -> None:
    async def look(server: Served) -> None:
        room = await server.room()
        async with server.program(room, server.ann) as ann:
            await ann.play("7", 1)
        page = await Browser(server, server.ben).get(f"/g/{room.id}")
        assert page.status_code == 200
        assert f'data-room="{room.id}"' in page.text
        assert 'data-you="1"' in page.text
        assert "Ann" in page.text

    served(look)
