"""What was confirmed is on the disk: through kills, full disks, other programs and restarts."""

import asyncio
import contextlib
import dataclasses
import json
import shutil
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from live_tables import PATIENCE, OwnSolver, quick, serving, told_to_page
from stored import play, restore
from webserver import WebServer
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import numduel
from numduel.match.events import Command, NextGame, Play, Resign
from numduel.match.setup import Setup
from numduel.store.backup import back_up
from numduel.store.base import Store, Written
from numduel.store.errors import LOCKED, Damaged, NoSuchRoom, StoreError
from numduel.store.journal import resume
from numduel.store.memory import MemoryStore
from numduel.store.sqlite import SqliteStore
from numduel.web.config import Config
from numduel.web.serving.building import open_store
from numduel.web.serving.security import hash_key, new_key
from numduel.web.tables import commits
from numduel.web.tables.commits import Commits
from numduel.web.tables.lobby import Lobby
from numduel.web.tables.renewal import LOOK_SECONDS
from numduel.web.tables.rooms import Options, Refused
from numduel.web.tables.seating import NotAllowed

FAR = "operation-duel:target=1000"
KILLS = 5  # benchmarks/web_load.py kills 200 times


# Kills


def test_every_confirmed_move_outlives_kill_9(path: Path) -> None:
    rng, key = Random(1), new_key()
    rooms = asyncio.run(make_rooms(path, key, 4))
    known = dict.fromkeys(rooms, 0)
    for _ in range(KILLS):
        with WebServer(path) as server:
            confirmed, sent = asyncio.run(play_until_killed(server, rooms, key, known, rng))
        kept = moves_kept(path, rooms)
        for room in rooms:
            assert known[room] + confirmed[room] <= kept[room] <= known[room] + sent[room]
        known = kept
    assert sum(known.values()) >= KILLS


async def make_rooms(db: Path, key: str, count: int) -> dict[str, int]:
    """Tables in a store, both seats for one key, by their matches."""
    store = SqliteStore(db)
    lobby = Lobby(Config(), store, OwnSolver())
    owner = hash_key(key)
    setup = Setup(game=numduel.load(FAR))
    made = [await lobby.create(setup, Options(), (owner, owner)) for _ in range(count)]
    await lobby.close()
    store.close()
    return {room.id: room.row.match for room in made}


async def play_until_killed(
    server: WebServer, rooms: dict[str, int], key: str, known: dict[str, int], rng: Random
) -> tuple[dict[str, int], dict[str, int]]:
    """Play at every table until the server is killed; the moves confirmed and sent at each."""
    confirmed, sent = dict.fromkeys(rooms, 0), dict.fromkeys(rooms, 0)
    begun = asyncio.Event()

    async def play_at(room: str) -> None:
        headers = {"Authorization": f"Bearer {key}"}
        url = f"ws://127.0.0.1:{server.port}/live/{room}?as=json"
        async with connect(url, additional_headers=headers, compression=None) as socket:
            ply = known[room]
            while True:
                size = rng.randint(1, 5)
                frame = [
                    {"id": f"{at}", "command": "play", "seat": 1 + at % 2, "move": "+1", "ply": at}
                    for at in range(ply, ply + size)
                ]
                sent[room] += size
                await socket.send(json.dumps(frame))
                while not isinstance(answers := json.loads(await socket.recv()), list):
                    pass
                confirmed[room] += sum(answer["type"] == "done" for answer in answers)
                ply += size
                begun.set()

    assert server.url  # it runs
    playing = [asyncio.create_task(play_at(room)) for room in rooms]
    await asyncio.wait_for(begun.wait(), PATIENCE)
    await asyncio.sleep(rng.uniform(0, 0.3))
    server.process.send_signal(signal.SIGKILL)
    for ended in await asyncio.gather(*playing, return_exceptions=True):
        assert isinstance(ended, ConnectionClosed | OSError), ended
    server.process.wait(PATIENCE)
    return confirmed, sent


def moves_kept(db: Path, rooms: dict[str, int]) -> dict[str, int]:
    store = SqliteStore(db)
    assert store.problems() == []
    kept = {room: sum(row.moves for _, row in store.games_of_match(match)) for room, match in rooms.items()}
    store.close()
    return kept


# What cannot be kept


class Full(MemoryStore):
    """A store on a disk that is full from time to time."""

    full = False

    def write(self, batches: "Any") -> list[Written]:
        if self.full:
            raise StoreError("the disk is full")
        return super().write(batches)


def test_what_cannot_be_kept_is_refused_and_seen_by_nobody() -> None:
    async def run() -> None:
        store = Full()
        async with serving(store=store) as server:
            room = await server.room()
            async with server.program(room, server.ann) as ann, server.program(room, server.ben) as ben:
                await ann.play("5", 1)
                await asyncio.gather(ann.told("moved"), ben.told("moved"))
                store.full = True
                answer = await ben.ask("play", seat=2, move="6", id="mine")
                assert (answer["type"], answer["code"]) == ("refused", "not-kept")
                assert "the disk is full" in answer["sentence"]
                assert (await ann.next("view"))["view"]["moves"] == ["5"]
                store.full = False
                again = await ben.ask("play", seat=2, move="6", id="mine")  # the very same may come again
                assert (again["type"], again["number"]) == ("done", 3)
                assert (await ann.told("moved"))["move"] == "6"
                assert not ann.events

    asyncio.run(run())


class Locked(Full):
    """A store that can be neither written nor read from time to time."""

    def games_of_match(self, match: "Any") -> "Any":
        if self.full:
            raise StoreError("another program keeps it locked")
        return super().games_of_match(match)


def test_what_cannot_be_kept_is_seen_by_nobody_where_the_store_cannot_be_read_either() -> None:
    async def run() -> None:
        store = Locked()
        async with serving(store=store) as server:
            room = await server.room()
            async with server.program(room, server.ann) as ann:
                await ann.play("5", 1)
                store.full = True
                asked = asyncio.create_task(
                    server.lobby.perform(room, [("1", Play(2, "6"))], hash_key(server.ben))
                )
                await asyncio.sleep(0)  # it is on its way to the store
                with pytest.raises(StoreError, match="locked"):
                    await room.settled()
                assert not await room.can_be_shown()
                assert "6" in room.moves  # which is why
                (answer,) = await asked
                assert isinstance(answer, Refused)
                assert (await ann.next("bye"))["code"] == "again"  # the table is still there
                with pytest.raises(ConnectionClosed, match="1013"):
                    await ann.receive()
            store.full = False
            assert (await server.lobby.room(room.id)).moves == ("5",)

    asyncio.run(run())


@pytest.mark.parametrize("options", ["human:", "7", '{"answers": 5}', '{"more": 1}', "[" * 100_000])
def test_a_table_whose_options_are_none_is_told_of_as_damaged(options: str) -> None:
    async def run() -> None:
        store = MemoryStore()
        async with serving(store=store) as server:
            room = await server.room()
            store.rooms._rooms[room.id] = dataclasses.replace(room.row, options=options)
            server.lobby.memory.forget(room)
            with pytest.raises(Damaged, match=f"table '{room.id}' is not as it was written"):
                await server.lobby.room(room.id)

    asyncio.run(run())


def test_a_table_whose_game_went_on_at_the_terminal_shows_that(path: Path) -> None:
    async def run() -> None:
        async with serving(store=path) as server:
            room = await server.room()
            async with server.program(room, server.ann) as ann, server.program(room, server.ben) as ben:
                await ann.play("5", 1)
                other = SqliteStore(path)
                play(resume(other, room.journal.last_saved or 0), "7")
                answer = await ben.play("6", 2)  # before anybody has looked
                assert answer["code"] == "not-kept"
                assert "has gone on elsewhere" in answer["sentence"]
                for program in (ann, ben):
                    assert (await program.next("view"))["view"]["moves"] == ["5", "7"]
                assert (await ann.play("8", 1))["type"] == "done"
                other.close()
            assert server.site.store.problems() == []

    asyncio.run(run())


def test_an_open_table_shows_within_seconds_what_another_program_does(path: Path) -> None:
    async def run() -> None:
        async with serving(store=path) as server:
            room = await server.room()
            async with server.program(room, server.ann) as ann, server.page_socket(room) as page:
                await ann.play("5", 1)
                other = SqliteStore(path)
                async with asyncio.timeout(3 * LOOK_SECONDS):
                    play(resume(other, room.journal.last_saved or 0), "7")
                    moves = [(await ann.told("moved"))["move"] for _ in range(2)]
                    async for message in told_to_page(page):
                        if "Ben played 7" in message.get("news", ""):
                            break
                other.close()
                assert moves == ["5", "7"]
                assert (await ann.play("8", 1, ply=2))["type"] == "done"

    asyncio.run(run())


def test_a_table_that_nobody_looked_at_shows_what_another_program_did_meanwhile(path: Path) -> None:
    async def run() -> None:
        async with serving(store=path) as server:
            room, seen = await server.room(), await server.room()
            async with server.program(seen), server.program(room, server.ann) as ann:
                await ann.play("5", 1)
            async with server.program(seen):
                other = SqliteStore(path)
                play(resume(other, room.journal.last_saved or 0), "7")
                other.close()
                await asyncio.sleep(1.5 * LOOK_SECONDS)
                async with server.program(room) as late:
                    assert late.view["moves"] == ["5", "7"]

    asyncio.run(run())


def test_a_table_shows_the_game_as_a_restored_store_has_it(path: Path, tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(store=path) as server:
            room = await server.room()
            async with server.program(room, server.ann) as ann, server.program(room, server.ben) as ben:
                await ann.play("5", 1)
                shutil.copy(path, tmp_path / "backup")
                await ben.play("6", 2)
                restore(tmp_path / "backup", path)
                async with server.program(room) as late:
                    assert late.view["moves"] == ["5"]
                assert (await ben.play("7", 2))["type"] == "done"
            assert server.site.store.record(room.journal.last_saved or 0).moves == ("5", "7")

    asyncio.run(run())


ANN, BEN, CAT, LINK = (letter * 64 for letter in "abcd")


@contextlib.asynccontextmanager
async def tables_in(path: Path) -> AsyncIterator[tuple[Lobby, SqliteStore]]:
    """The tables of a server, without the server, and its store."""
    with contextlib.closing(SqliteStore(path, busy=True)) as store:
        lobby = Lobby(Config(), store, OwnSolver())
        yield lobby, store
        await lobby.close()


def test_a_seat_that_is_taken_in_a_restored_store_is_not_given_away(path: Path, tmp_path: Path) -> None:
    async def check() -> None:
        async with tables_in(path) as (lobby, store):
            table = await lobby.create(Setup(game=numduel.load(FAR)), Options(), (ANN, BEN))
            back_up(store, tmp_path / "taken")
            await lobby.delete(table, BEN)
            restore(tmp_path / "taken", path)
            with pytest.raises(NotAllowed, match="this seat is taken"):
                await lobby.sit(table, 1, CAT, "Cat")
            assert {key.hash for key in store.rooms.find(table.id)[1]} == {ANN, BEN}

    asyncio.run(check())


def test_a_seat_is_played_by_whoever_has_it_in_a_restored_store(path: Path, tmp_path: Path) -> None:
    async def check() -> None:
        async with tables_in(path) as (lobby, store):
            setup = Setup(game=numduel.load(FAR), rounds=2)
            table = await lobby.create(setup, Options(), (ANN, BEN))
            await lobby.perform(table, [("1", Resign(1))], ANN)
            back_up(store, tmp_path / "ben")
            await lobby.delete(table, BEN)
            await lobby.sit(table, 1, CAT, "Cat")
            restore(tmp_path / "ben", path)
            assert await lobby.room(table.id) is table
            await table.settled()
            assert (table.contestants(BEN), table.contestants(CAT)) == ((1,), ())
            [answer] = await lobby.perform(table, [("2", NextGame(table.seat_of(1)))], CAT)
            assert isinstance(answer, Refused)
            assert len(store.games_of_match(table.row.match)) == 1

    asyncio.run(check())


@pytest.mark.parametrize("asked", [True, False])
def test_a_table_at_which_somebody_has_a_seat_in_a_restored_store_is_not_deleted(
    path: Path, tmp_path: Path, asked: bool
) -> None:
    async def check() -> None:
        async with tables_in(path) as (lobby, store):
            table = await lobby.create(Setup(game=numduel.load(FAR)), Options(), (ANN, ANN))
            await lobby.perform(table, [("1", Play(1, "*2"))], ANN)
            back_up(store, tmp_path / "alone")
            await lobby.seating.make_link(table, ANN, LINK, 1)
            await lobby.seating.hand_in(table, LINK, BEN)
            back_up(store, tmp_path / "two")
            restore(tmp_path / "alone", path)
            await (await lobby.room(table.id)).settled()
            assert table.contestants(BEN) == ()
            restore(tmp_path / "two", path)
            if asked:
                await lobby.room(table.id)
            sentence = "this game is not over" if asked else "somebody else has a seat at this table by now"
            with pytest.raises(NotAllowed, match=sentence):
                await lobby.delete(table, ANN)
            assert len(store.games_of_match(table.row.match)) == 1
            await (await lobby.room(table.id)).settled()
            assert table.contestants(BEN) == (1,)

    asyncio.run(check())


def test_what_is_told_of_another_program_ends_where_the_table_stands(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program moves once more while a table is read."""

    async def check() -> None:
        async with tables_in(path) as (lobby, _):
            table = await lobby.create(Setup(game=numduel.load(FAR)), Options(), (ANN, ANN))
            game, told = table.journal.last_saved or 0, list[int]()
            writer = Thread(target=play_elsewhere, args=(path, game, "+1"))
            read, tell = lobby.memory.read, lobby._tell_events

            def read_and_move(name: str) -> Any:
                fresh = read(name)
                writer.start()
                writer.join(0.2)
                return fresh

            def note_and_tell(room: Any, events: list[Any]) -> None:
                told.extend(event.number for event in events)
                assert events[-1].number == room.session.number
                tell(room, events)

            monkeypatch.setattr(lobby, "_tell_events", note_and_tell)
            play_elsewhere(path, game, "*2")
            with monkeypatch.context() as meanwhile:
                meanwhile.setattr(lobby.memory, "read", read_and_move)
                await (await lobby.room(table.id)).settled()
            assert " ".join(table.moves) == "*2"
            await asyncio.to_thread(writer.join)
            await (await lobby.room(table.id)).settled()
            assert " ".join(table.moves) == "*2 +1"
            assert told == [2, 3]

    asyncio.run(check())


def play_elsewhere(path: Path, game: int, move: str) -> None:
    """Make a move in another program, so to speak."""
    with contextlib.closing(SqliteStore(path)) as store:
        play(resume(store, game), move)


def test_a_table_shows_a_restored_history_that_is_as_long_and_went_otherwise(
    path: Path, tmp_path: Path
) -> None:
    async def check() -> None:
        async with tables_in(path) as (lobby, store):
            table = await lobby.create(Setup(game=numduel.load(FAR)), Options(), (ANN, ANN))
            back_up(store, tmp_path / "begun")
            await lobby.perform(table, [("1", Play(1, "*2"))], ANN)
            back_up(store, tmp_path / "doubled")
            restore(tmp_path / "begun", path)
            await (await lobby.room(table.id)).settled()
            await lobby.perform(table, [("2", Play(1, "+1"))], ANN)
            assert table.moves == ("+1",)
            restore(tmp_path / "doubled", path)
            await (await lobby.room(table.id)).settled()
            assert table.moves == ("*2",)

    asyncio.run(check())


def test_a_restored_history_that_has_not_the_game_under_way_is_not_told_as_what_followed(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        async with tables_in(path) as (lobby, store):
            table = await lobby.create(Setup(game=numduel.load(FAR), rounds=3), Options(), (ANN, ANN))
            back_up(store, tmp_path / "begun")
            for ply in range(12):
                await lobby.perform(table, [(f"a{ply}", Play(1 + ply % 2, "+1"))], ANN)
            back_up(store, tmp_path / "long")
            restore(tmp_path / "begun", path)
            await (await lobby.room(table.id)).settled()
            commands: list[Command] = [Play(1, "*2"), Resign(2), NextGame(1), Play(1, "*2")]
            for name, command in enumerate(commands):
                [answer] = await lobby.perform(table, [(f"b{name}", command)], ANN)
                assert not isinstance(answer, Refused)
            told = list[Any]()
            monkeypatch.setattr(lobby, "_tell_events", lambda room, events: told.extend(events))
            restore(tmp_path / "long", path)
            await (await lobby.room(table.id)).settled()
            assert (table.moves, told) == (("+1",) * 12, [])

    asyncio.run(check())


def test_a_table_is_closed_soon_after_its_games_were_deleted(path: Path) -> None:
    async def run() -> None:
        async with serving(store=path) as server:
            room = await server.room()
            async with server.program(room, server.ann) as ann:
                other = SqliteStore(path)
                other.delete(room.journal.last_saved or 0)
                other.close()
                assert (await ann.next("bye"))["code"] == "gone"

    asyncio.run(run())


def test_a_table_whose_games_were_deleted_is_closed(path: Path) -> None:
    async def run() -> None:
        async with serving(store=path) as server:
            room = await server.room()
            async with server.program(room, server.ann) as ann:
                await ann.play("5", 1)
                other = SqliteStore(path)
                other.delete(room.journal.last_saved or 0)
                other.close()
                await ann.ask("offer_draw", seat=1)
                assert (await ann.next("bye"))["code"] == "gone"
                with pytest.raises(ConnectionClosed):
                    await ann.receive()

    asyncio.run(run())


class Slow(MemoryStore):
    """A store that takes its time."""

    seconds = 0.0

    def write(self, batches: "Any") -> list[Written]:
        time.sleep(self.seconds)
        return super().write(batches)


def test_nobody_sees_a_move_before_it_is_durable() -> None:
    async def run() -> None:
        store = Slow()
        async with serving(store=store) as server:
            room = await server.room()
            async with server.program(room, server.ann) as ann:
                store.seconds = 0.3
                await ann.send({"id": "1", "command": "play", "seat": 1, "move": "5"})
                while not room.busy:
                    await asyncio.sleep(0)
                begun = asyncio.get_running_loop().time()
                async with server.program(room, server.ben) as ben:  # comes while it is on its way
                    assert asyncio.get_running_loop().time() - begun > 0.2
                    assert ben.view["moves"] == ["5"]
                assert (await ann.next("done"))["number"] == 2

    asyncio.run(run())


def test_commands_that_come_while_a_commit_runs_share_the_next_one() -> None:
    async def run() -> None:
        store = Slow()
        async with serving(store=store) as server:
            server.ben = server.ann
            rooms = [await server.room(FAR) for _ in range(20)]
            async with contextlib.AsyncExitStack() as opened:
                enter = opened.enter_async_context
                programs = [await enter(server.program(room, server.ann)) for room in rooms]
                store.seconds = 0.1
                before = server.lobby.commits.count
                answers = await asyncio.gather(*(each.play("+1", 1) for each in programs))
                assert {answer["type"] for answer in answers} == {"done"}
                assert server.lobby.commits.count - before <= 4

    asyncio.run(run())


def test_those_who_come_while_the_store_is_slow_to_answer_wait_for_it_together() -> None:
    class SlowToTell(MemoryStore):
        """A store that others keep locked for a moment."""

        times = 0

        def foreign_version(self) -> int:
            self.times += 1
            time.sleep(0.1)
            return super().foreign_version()

    async def run() -> None:
        store = SlowToTell()
        async with serving(store=store) as server:
            room = await server.room()
            store.times = 0
            assert await asyncio.gather(*(server.lobby.room(room.id) for _ in range(30))) == [room] * 30
            assert store.times <= 3

    asyncio.run(run())


def test_those_who_waited_long_behind_others_for_a_locked_store_are_told_so_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[int] = []

    def find_locked(number: int) -> None:
        time.sleep(0.05)  # as SQLite waits
        tried.append(number)
        raise StoreError(f"the store cannot be used: {LOCKED}")

    async def run() -> None:
        monkeypatch.setattr(commits, "PATIENCE", 0.04)
        waiting = Commits(MemoryStore())
        refused = await asyncio.gather(
            *(waiting.call(find_locked, number) for number in range(20)), return_exceptions=True
        )
        assert {str(error) for error in refused} == {f"the store cannot be used: {LOCKED}"}
        assert tried == [0]  # the others had waited for it as long as it may take
        assert await waiting.call(lambda: 7) == 7  # whoever comes now is not to suffer for that
        waiting.close()

    asyncio.run(run())


# The end of a server


def test_sockets_are_told_to_come_back_and_everything_is_kept(path: Path) -> None:
    async def run() -> None:
        async with serving(store=path) as server:
            room = await server.room()
            async with server.program(room, server.ann) as ann:
                await ann.send({"id": "1", "command": "play", "seat": 1, "move": "5"})
                server.server.should_exit = True
                answer = await ann.next("done", "refused", "bye")
                bye = answer if answer["type"] == "bye" else await ann.next("bye")
                assert bye["code"] == "restart"
                with pytest.raises(ConnectionClosed) as closed:
                    await ann.receive()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1012
                done.append((answer["type"] == "done", room.id, server.ann))

    done: list[tuple[bool, str, str]] = []
    asyncio.run(run())

    async def come_back() -> None:
        async with serving(store=path) as server:
            ((was_done, room, key),) = done
            async with server.program(room, key) as ann:
                assert not was_done or ann.view["moves"] == ["5"]
                assert ann.you == [0]

    asyncio.run(come_back())


def test_a_move_that_is_sent_again_with_its_ply_after_a_restart_is_not_made_twice(path: Path) -> None:
    key, move = new_key(), {"id": "1", "seat": 1, "move": "+1", "ply": 0}
    rooms, answers = asyncio.run(make_rooms(path, key, 1)), list[Any]()
    (room,) = rooms

    async def send() -> None:
        async with serving(store=path) as server, server.program(room, key) as both:
            answers.append(await both.ask("play", **move))

    for _ in range(2):
        asyncio.run(send())
    assert [answer.get("code", answer["type"]) for answer in answers] == ["done", "moved-on"]
    assert moves_kept(path, rooms) == {room: 1}


def test_of_the_move_that_ended_a_game_its_ply_tells_that_it_was_made() -> None:
    async def run() -> None:
        async with serving() as server:
            room = await server.room("operation-duel:target=2")
            async with server.program(room, server.ann) as ann:
                answers = [await ann.ask("play", seat=1, move="+1", ply=0) for _ in range(2)]
                assert [answer.get("code", answer["type"]) for answer in answers] == ["done", "moved-on"]

    asyncio.run(run())


def test_sigterm_ends_a_server_under_load_in_order_and_in_time(path: Path) -> None:
    key = new_key()
    rooms = asyncio.run(make_rooms(path, key, 3))

    async def load(server: WebServer) -> dict[str, int]:
        confirmed, codes, begun = dict.fromkeys(rooms, 0), [], asyncio.Event()

        async def play_at(room: str) -> None:
            headers = {"Authorization": f"Bearer {key}"}
            url = f"ws://127.0.0.1:{server.port}/live/{room}?as=json"
            async with connect(url, additional_headers=headers, compression=None) as socket:
                with contextlib.suppress(ConnectionClosed):
                    for ply in range(500):
                        command = {"id": str(ply), "command": "play", "seat": 1 + ply % 2, "move": "+1"}
                        await socket.send(json.dumps(command))
                        while (answer := json.loads(await socket.recv()))["type"] not in ("done", "refused"):
                            pass
                        confirmed[room] += answer["type"] == "done"
                        begun.set()
                await socket.wait_closed()
                codes.append(socket.close_code)

        assert server.url
        playing = [asyncio.create_task(play_at(room)) for room in rooms]
        await asyncio.wait_for(begun.wait(), PATIENCE)
        await asyncio.sleep(0.2)
        told = asyncio.get_running_loop().time()
        server.process.send_signal(signal.SIGTERM)
        await asyncio.gather(*playing)
        assert await asyncio.to_thread(server.wait) == 0
        assert asyncio.get_running_loop().time() - told < 10
        assert codes == [1012] * len(rooms)
        return confirmed

    with WebServer(path) as server:
        confirmed = asyncio.run(load(server))
    assert moves_kept(path, rooms) == confirmed
    assert sum(confirmed.values()) > 0


# Memory


def test_tables_that_nobody_uses_leave_memory_and_come_back(path: Path) -> None:
    async def run() -> None:
        async with serving(quick(rooms_in_memory=3), path) as server:
            rooms = [await server.room() for _ in range(6)]
            assert len(server.lobby.memory.rooms) <= 3
            for room in rooms:
                async with server.program(room, server.ann) as ann:
                    assert ann.you == [0]
                    assert (await ann.play("5", 1))["type"] == "done"
            assert len(server.lobby.memory.rooms) <= 3

    asyncio.run(run())


def test_where_every_table_is_in_use_no_other_is_taken_up() -> None:
    async def run() -> None:
        async with serving(quick(rooms_in_memory=1)) as server:
            room = await server.room()
            async with server.program(room, server.ann):
                with pytest.raises(Exception, match="too many tables"):
                    await server.room()

    asyncio.run(run())


# With a key


def test_a_server_keeps_its_tables_under_a_key_and_refuses_to_start_without_it(path: Path) -> None:
    config = Config(db=path, key=b"what only its owner knows")
    assert "owner" not in repr(config)
    with contextlib.closing(open_store(config)) as store:
        asyncio.run(play_at_a_table(store))
        assert store.problems() == []
    for key in (None, b"what somebody else made up"):
        with pytest.raises(StoreError, match="sealed with"):
            open_store(dataclasses.replace(config, key=key))
    with WebServer(path, NUMDUEL_KEY="what only its owner knows") as server:
        assert server.url
        assert server.stop() == 0
    with WebServer(path, NUMDUEL_KEY="") as server:
        assert server.wait() == 1
        assert "it is sealed with a key, and none is given" in server.log[0]


async def play_at_a_table(store: Store) -> None:
    lobby = Lobby(Config(), store, OwnSolver())
    owner = hash_key(new_key())
    room = await lobby.create(Setup(game=numduel.load(FAR)), Options(), (owner, owner))
    await lobby.act(room, Play(1, "+1"))
    await lobby.close()
    assert store.record(1).moves == ("+1",)
    assert [each.id for each in store.rooms.of_key(owner, 9)] == [room.id]


# Clearing


def test_tables_that_were_never_played_at_are_gone_a_week_later(path: Path) -> None:
    async def run() -> None:
        async with serving(store=path) as server:
            played, unplayed, new = [await server.room() for _ in range(3)]
            async with server.program(played, server.ann) as ann:
                await ann.play("5", 1)
        store = SqliteStore(path)
        store.rooms.use(dict.fromkeys((played.id, unplayed.id), "2026-01-02T03:04:05Z"))
        store.close()
        async with serving(store=path) as server:
            while server.site.store.rooms.of_match(unplayed.row.match):
                await asyncio.sleep(0.02)
            assert (await server.lobby.room(played.id)).moves == ("5",)
            assert not (await server.lobby.room(new.id)).moves
            with pytest.raises(NoSuchRoom):
                await server.lobby.room(unplayed.id)

    asyncio.run(run())
