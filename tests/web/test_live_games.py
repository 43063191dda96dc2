"""Games at the tables of a real server, over real sockets, by programs and pages."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from live_tables import OwnSolver, Program, Served, position_after, quick, serving, told_to_page

import numduel
from numduel.web.config import Config
from numduel.web.tables import computers
from numduel.web.tables.rooms import Options

GAMES = sorted(numduel.games())
FAR = "operation-duel:target=1000"


def served(test: Callable[[Served], Awaitable[None]], config: Config | None = None, **parts: Any) -> None:
    """Run a test against a server."""

    async def run() -> None:
        async with serving(config, **parts) as server:
            await test(server)

    asyncio.run(run())


@pytest.mark.parametrize("spec", GAMES)
def test_two_programs_play_a_whole_game(spec: str, path: Path) -> None:
    async def play(server: Served) -> None:
        room = await server.room(spec, max_turns=60)
        async with server.program(room, server.ann) as ann, server.program(room, server.ben) as ben:
            assert (ann.you, ben.you) == ([0], [1])
            moves = await play_out(spec, ann, ben, Random(spec))
            results = [await each.told("ended") for each in (ann, ben)]
            assert results[0] == results[1]
        record = server.site.store.record(room.journal.last_saved or 0)
        assert record.moves == tuple(moves)
        assert record.result is not None
        assert record.result.reason == results[0]["reason"]
        assert server.site.store.problems() == []

    served(play, store=path)


async def play_out(spec: str, ann: Program, ben: Program, rng: Random) -> list[str]:
    """Play to the end, each move by whoever is to move; the moves."""
    moves: list[str] = []
    while (position := position_after(spec, moves)).outcome is None and len(moves) < 60:
        move = position.game.write(rng.choice(list(position.moves)))
        answer = await (ann, ben)[len(moves) % 2].play(move, position.player, len(moves))
        assert answer["type"] == "done", answer
        moves.append(move)
    return moves


def test_pages_are_sent_the_whole_view_as_html_after_every_move() -> None:
    async def look(server: Served) -> None:
        room = await server.room()
        async with server.page_socket(room, server.ben) as page, server.program(room, server.ann) as ann:
            told = told_to_page(page)
            assert await anext(told) == {"type": "you", "contestants": [1]}
            first = await anext(told)
            assert (first["type"], first["number"], first["news"]) == ("view", 1, "")
            await ann.play("5", 1)
            while (shown := await anext(told))["number"] == 1:
                pass  # that Ann has come
            assert set(shown["html"]) == {"score", "status", "board", "choices", "offers", "actions", "moves"}
            assert "Ann played 5: 5." in shown["news"]

    served(look)


def test_an_answer_comes_before_what_it_is_about() -> None:
    async def play(server: Served) -> None:
        room = await server.room()
        async with server.program(room, server.ann) as ann:
            await ann.send({"id": "1", "command": "play", "seat": 1, "move": "5"})
            assert [(await ann.receive())["type"] for _ in range(2)] == ["done", "events"]

    served(play)


def test_who_comes_back_is_shown_the_whole_table(path: Path) -> None:
    async def play(server: Served) -> None:
        room = await server.room()
        for count in range(3):
            key, seat = ((server.ann, 1), (server.ben, 2))[count % 2]
            async with server.program(room, key) as program:
                assert program.view["moves"] == ["1"] * count
                assert program.view["to_move"] == seat
                await program.play("1", seat)

    served(play, store=path)


def test_a_table_is_taken_up_from_the_store_as_it_was_left(path: Path) -> None:
    async def leave(server: Served) -> None:
        room = await server.room(rounds=3)
        keys.extend([room.id, server.ann, server.ben])
        async with server.program(room, server.ann) as ann, server.program(room, server.ben) as ben:
            for move, player, seat in (("9", ann, 1), ("9", ben, 2), ("9", ann, 1)):
                await player.play(move, seat)
            await ben.ask("offer_draw", seat=2)

    async def come_back(server: Served) -> None:
        async with server.program(keys[0], keys[1]) as ann:
            assert ann.you == [0]
            assert ann.view["moves"] == ["9", "9", "9"] or ann.view["result"] is not None
            assert ann.view["number"] >= 5

    keys: list[str] = []
    served(leave, store=path)
    served(come_back, store=path)


# What may not be done


def test_what_may_not_be_done_is_refused_with_a_code_and_changes_nothing() -> None:
    async def try_it(server: Served) -> None:
        fields: dict[str, Any]
        room = await server.room()
        async with (
            server.program(room, server.ann) as ann,
            server.program(room, server.ben) as ben,
            server.program(room, "x" * 22) as eve,
            server.program(room) as stranger,
        ):
            assert (eve.you, stranger.you) == ([], [])
            for program, fields, code in (
                (ben, {"command": "play", "seat": 2, "move": "5"}, "not-your-turn"),
                (ben, {"command": "play", "seat": 1, "move": "5"}, "not-your-seat"),
                (eve, {"command": "play", "seat": 1, "move": "5"}, "not-your-seat"),
                (stranger, {"command": "resign", "seat": 2}, "not-your-seat"),
                (ann, {"command": "play", "seat": 1, "move": "5", "ply": 3}, "moved-on"),
                (ann, {"command": "play", "seat": 1, "move": "+1"}, "no-such-move"),
                (ann, {"command": "play", "seat": 1}, "no-such-command"),
                (ann, {"command": "leave", "seat": 1}, "no-such-command"),
                (ben, {"command": "run_out_of_time", "seat": 1}, "no-such-command"),
                (ann, {"command": "leave", "seat": 2}, "no-such-command"),
                (ann, {"command": "ask_warning", "seat": 1}, "no-such-command"),
                (ann, {"command": "next_game", "seat": 1}, "not-over"),
                (ann, {"command": "answer", "seat": 1, "offer": 1, "yes": True}, "no-such-offer"),
                (ann, {"command": "claim"}, "not-away"),
                (eve, {"command": "claim"}, "not-your-seat"),
            ):
                answer = await program.ask(str(fields.pop("command")), **fields)
                assert (answer["type"], answer.get("code")) == ("refused", code), fields
            assert room.session.number == 1
            assert (await stranger.ask("here"))["type"] == "done"

    served(try_it)


def test_a_command_that_comes_twice_is_done_once_and_answered_twice(path: Path) -> None:
    async def play(server: Served) -> None:
        room = await server.room()
        async with server.program(room, server.ann) as ann:
            first = await ann.play("5", 1)
            again = await ann.ask("play", seat=1, move="5", id=first["id"])
            assert again == first
            async with server.program(room, server.ann) as other_page:
                assert await other_page.ask("play", seat=1, move="5", id=first["id"]) == first
        async with server.program(room, server.ben) as ben:  # an id is the sender's own
            assert (await ben.ask("play", seat=2, move="5", id=first["id"]))["number"] == first["number"] + 1
        assert room.moves == ("5", "5")

    served(play, store=path)


def test_nobody_else_can_make_a_table_forget_what_a_player_has_sent() -> None:
    async def play(server: Served) -> None:
        room = await server.room(FAR)
        async with server.program(room, server.ann) as ann, server.program(room, server.ben) as ben:
            first = await ann.play("+1", 1)
            async with server.program(room, "E" * 22) as eve:
                for number in range(300):
                    await ben.ask("here", id=f"again {number}")
                    await eve.ask("here", id=f"again {number}")
            await ben.play("+1", 2)
            assert await ann.ask("play", seat=1, move="+1", id=first["id"]) == first
        assert room.moves == ("+1", "+1")

    served(play)


def test_what_moves_are_worth_is_not_told_to_one_of_two_people_who_did_not_agree_on_it() -> None:
    async def play(server: Served) -> None:
        kept, shown = await server.room(FAR), await server.room(FAR, Options(answers="always"))
        async with server.program(kept, server.ann) as ann:
            assert (await ann.ask("ask_values", seat=1))["code"] == "not-agreed"
            assert (await ann.ask("ask_hint", seat=1))["type"] == "done"
        async with server.program(shown, server.ann) as ann:
            assert (await ann.ask("ask_values", seat=1))["type"] == "done"

    served(play)


def test_a_recorded_game_that_is_sent_again_changes_nothing() -> None:
    async def replay(server: Served) -> None:
        room = await server.room(FAR)
        frames: list[dict[str, Any]] = [
            {"id": str(ply), "command": "play", "seat": 1 + ply % 2, "move": "+1", "ply": ply}
            for ply in range(20)
        ]
        for _ in range(3):
            async with server.program(room, server.ann) as ann, server.program(room, server.ben) as ben:
                for ply, frame in enumerate(frames):
                    assert (await (ann, ben)[ply % 2].ask(**frame))["type"] == "done"
        room.answered.clear()
        async with server.program(room, server.ann) as ann:
            for frame in frames[::2]:
                assert (await ann.ask(**frame))["code"] == "moved-on"
        assert room.session.number == 21

    served(replay)


def test_one_browser_may_play_both_seats() -> None:
    async def play(server: Served) -> None:
        server.ben = server.ann
        room = await server.room()
        async with server.program(room, server.ann) as both:
            assert both.you == [0, 1]
            for ply, move in enumerate("2589"):
                assert (await both.play(move, 1 + ply % 2))["type"] == "done"
            assert (await both.told("ended"))["winner"] == 1
            assert (await both.ask("claim"))["code"] == "not-your-seat"

    served(play)


def test_a_frame_may_hold_a_whole_game() -> None:
    async def play(server: Served) -> None:
        server.ben = server.ann
        room = await server.room()
        async with server.program(room, server.ann) as both:
            await both.send(
                [
                    {"id": str(ply), "command": "play", "seat": 1 + ply % 2, "move": move}
                    for ply, move in enumerate("2589")
                ]
            )
            answers = await both.receive()
            assert [answer["number"] for answer in answers] == [2, 3, 4, 6]
            assert [event["event"] for event in (await both.next("events"))["events"]] == ["moved"] * 4 + [
                "ended"
            ]

    served(play)


# Offers, matches, hints


def test_moves_are_taken_back_and_draws_agreed_by_the_offers_number() -> None:
    async def play(server: Served) -> None:
        room = await server.room()
        async with server.program(room, server.ann) as ann, server.program(room, server.ben) as ben:
            await ann.play("5", 1)
            await ann.ask("ask_undo", seat=1)
            offer = await ben.told("offered")
            assert (await ben.ask("answer", seat=2, offer=offer["number"], yes=True))["type"] == "done"
            assert (await ann.told("taken_back"))["moves"] == ["5"]
            assert (await ben.ask("answer", seat=2, offer=offer["number"], yes=True))[
                "code"
            ] == "no-such-offer"
            await ann.ask("offer_draw", seat=1)
            await ben.ask("offer_draw", seat=2)
            assert (await ann.told("ended"))["ending"] == "agreed draw"

    served(play)


def test_a_rematch_gives_the_other_contestant_the_first_seat() -> None:
    async def play(server: Served) -> None:
        room = await server.room()
        async with server.program(room, server.ann) as ann, server.program(room, server.ben) as ben:
            await ann.ask("resign", seat=1)
            await ann.ask("next_game", seat=1)
            await ben.ask("next_game", seat=2)
            assert (await ann.told("begun"))["seats"] == [1, 0]
            assert (await ann.play("5", 1))["code"] == "not-your-seat"
            assert (await ben.play("5", 1))["type"] == "done"

    served(play)


def test_the_words_of_a_hint_go_to_the_one_who_asked() -> None:
    async def play(server: Served) -> None:
        room = await server.room(hint_limit=1)
        async with server.program(room, server.ann) as ann, server.program(room, server.ben) as ben:
            answer = await ann.ask("ask_hint", seat=1)
            assert await ann.next("words") == {"type": "words", "id": answer["id"], "text": "a hint after "}
            await ann.ask("ask_hint", seat=1, id=answer["id"])  # told again, and not counted again
            assert (await ann.next("words"))["id"] == answer["id"]
            assert (await ann.ask("ask_hint", seat=1))["code"] == "no-more-hints"
            assert (await ben.told("hinted"))["seat"] == 1
            await ann.play("5", 1)
            await ben.ask("ask_why", seat=2)
            assert (await ben.next("words"))["text"] == "a why after 5"

    served(play)


def test_why_a_move_was_made_names_the_players_as_they_are_called_at_the_table() -> None:
    class Told(OwnSolver):
        async def words(self, about: str, spec: str, moves: Sequence[str] = ()) -> str:
            return "Player 1's 5 kept the win. Player 2 can only play 6."

    async def play(server: Served) -> None:
        room = await server.room()
        async with server.program(room, server.ann) as ann, server.program(room, server.ben) as ben:
            await ann.play("5", 1)
            await ben.ask("ask_why", seat=2)
            assert (await ben.next("words"))["text"] == "Ann's 5 kept the win. Ben can only play 6."
            address = f"http://127.0.0.1:{server.port}/api/rooms/{room.id}/commands"
            command = {"id": "w", "command": "ask_why", "seat": 2}
            async with httpx.AsyncClient(headers={"Authorization": f"Bearer {server.ben}"}) as program:
                answer = (await program.post(address, json=command)).json()
            assert answer["text"] == "Ann's 5 kept the win. Ben can only play 6."

    served(play, solver=Told())


def test_a_game_ends_at_the_stated_number_of_moves() -> None:
    async def play(server: Served) -> None:
        room = await server.room(FAR)
        async with server.program(room, server.ann) as ann, server.program(room, server.ben) as ben:
            for ply in range(6):
                await (ann, ben)[ply % 2].play("+1", 1 + ply % 2)
            assert (await ann.told("ended"))["ending"] == "turn limit"

    served(play, quick(plies=6))


# Computers


def test_a_computer_answers_as_it_would_at_the_terminal() -> None:
    async def play(server: Served) -> None:
        room = await server.room("top-stack-twelve", players=("human:Ann", "level:5"), seed=7, max_turns=20)
        async with server.program(room, server.ann) as ann:
            while room.session.to_move is not None:
                moves = [each["move"] for each in ann.events if each["event"] == "moved"]
                position = room.session.round.position
                if room.session.to_move == 1:
                    await ann.play(position.game.write(position.moves[0]), 1)
                else:
                    await ann.next("events")
                assert len(moves) <= 60
        solver: Any = server.site.solver
        for ply in range(1, len(room.moves), 2):
            chosen = await solver.choose("top-stack-twelve", room.moves[:ply], "level:5", 7, 0)
            assert chosen == room.moves[ply]

    served(play)


def test_a_computer_agrees_to_take_moves_back_and_to_a_rematch() -> None:
    async def play(server: Served) -> None:
        room = await server.room(FAR, players=("human:Ann", "random"))
        async with server.program(room, server.ann) as ann:
            await ann.play("+1", 1)
            await ann.told("moved")
            await ann.told("moved")
            await ann.ask("ask_undo", seat=1)
            assert len((await ann.told("taken_back"))["moves"]) == 2
            await ann.ask("resign", seat=1)
            await ann.ask("next_game", seat=1)
            assert (await ann.told("begun"))["seats"] == [1, 0]
            assert (await ann.told("moved"))["seat"] == 1

    served(play)


def test_two_computers_play_while_somebody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computers, "PACE", 0.01)

    async def watch(server: Served) -> None:
        room = await server.room("digit-stack", players=("random", "random"), rounds=2)
        await asyncio.sleep(0.1)
        assert room.session.number == 1  # nobody looks
        async with server.program(room) as spectator:
            for _ in range(2):
                await spectator.told("ended")
        assert room.session.finished

    served(watch)


def test_a_persons_only_move_is_made_where_that_was_agreed() -> None:
    async def play(server: Served) -> None:
        room = await server.room("operation-duel:target=5,multiply=7", Options(auto=True))
        async with server.program(room, server.ann) as ann:
            while True:
                position = room.session.round.position
                if room.session.to_move is None or len(position.moves) > 1:
                    break
                await ann.next("events")
        assert room.session.to_move is None or len(room.session.round.position.moves) > 1

    served(play)


def test_values_are_shown_where_it_was_agreed_and_else_only_afterwards() -> None:
    async def play(server: Served) -> None:
        always = await server.room("operation-duel:target=5", Options(answers="always"))
        async with server.program(always, server.ann) as ann:
            view = (await ann.next("view"))["view"] if ann.view["values"] is None else ann.view
            assert set(view["values"]) == {"+1", "*2"}
        after = await server.room("operation-duel:target=5")
        async with server.program(after, server.ann) as ann:
            assert ann.view["values"] is None
            await ann.play("+1", 1)
            await ann.ask("resign", seat=1)
            assert set((await ann.next("view"))["view"]["values"]) == {"+1", "*2"}

    served(play)


# Presence


def test_a_game_that_the_other_has_left_can_be_claimed_after_the_stated_time() -> None:
    async def play(server: Served) -> None:
        room = await server.room()
        async with server.program(room, server.ann) as ann:
            async with server.program(room, server.ben) as ben:
                await ann.play("5", 1)
                assert (await ann.ask("claim"))["code"] == "not-away"
                assert (await ben.play("5", 2))["type"] == "done"
            assert (await ann.ask("claim"))["code"] == "not-yet"
            away = (await ann.next("view"))["view"]
            assert [seat["away"] for seat in away["seats"]] == [False, True]
            assert away["claim_seconds"] == 1
            assert (await ann.next("view"))["view"]["claim_seconds"] == 0
            assert (await ann.ask("claim"))["type"] == "done"
            ended = await ann.told("ended")
            assert (ended["winner"], ended["ending"], ended["player"]) == (1, "abandoned", 2)

    served(play, quick(away_seconds=1, claim_seconds=2))


def test_somebody_who_never_comes_counts_as_away_too() -> None:
    async def play(server: Served) -> None:
        room = await server.room()
        async with server.program(room, server.ann) as ann:
            await ann.play("5", 1)
            away = (await ann.next("view"))["view"]
            assert [seat["away"] for seat in away["seats"]] == [False, True]
            assert (await ann.next("view"))["view"]["claim_seconds"] == 0
            assert (await ann.ask("claim"))["type"] == "done"

    served(play, quick(away_seconds=1, claim_seconds=2))


def test_nobody_who_has_come_back_loses_by_a_claim() -> None:
    async def play(server: Served) -> None:
        room = await server.room()
        async with server.program(room, server.ann) as ann:
            await ann.play("5", 1)
            await ann.ask("view")
            assert (await ann.next("view"))["view"]["claim_seconds"] == 0  # Ben never came
            async with server.program(room, server.ben) as ben:
                back = (await ann.next("view"))["view"]
                assert [seat["away"] for seat in back["seats"]] == [False, False]
                assert (await ann.ask("claim"))["code"] == "not-away"
                assert ben.view["claim_seconds"] is None

    served(play, quick(away_seconds=0, claim_seconds=0))


def test_a_game_in_which_nobody_has_moved_cannot_be_claimed() -> None:
    async def play(server: Served) -> None:
        room = await server.room()
        async with server.program(room, server.ann) as ann:
            await asyncio.sleep(0.1)
            assert (await ann.ask("claim"))["code"] == "not-away"

    served(play, quick(away_seconds=0, claim_seconds=0))
