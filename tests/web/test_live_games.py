"""Games at the tables of a real server, over real sockets, by programs and pages."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from live_tables import Program, position_after, serving

import numduel

GAMES = sorted(numduel.games())


def run(test: "object") -> None:
    asyncio.run(test)  # type: ignore[arg-type]


@pytest.mark.parametrize("spec", GAMES)
def test_two_programs_play_a_whole_game(spec: str, path: Path) -> None:
    async def play() -> None:
        async with serving(store=path) as served:
            room = await served.room(spec, max_turns=60)
            async with served.program(room, served.ann) as ann, served.program(room, served.ben) as ben:
                assert (ann.you, ben.you) == ([0], [1])
                await play_out(spec, ann, ben, Random(spec))
                results = [await each.told("ended") for each in (ann, ben)]
                assert results[0] == results[1]
            record = served.site.store.record(room.journal.last_saved or 0)
            assert record.result is not None
            assert record.result.reason == results[0]["reason"]
            assert served.site.store.problems() == []

    run(play())


async def play_out(spec: str, ann: Program, ben: Program, rng: Random) -> list[str]:
    """Play to the end, each move by whoever is to move; the moves."""
    moves: list[str] = []
    while (position := position_after(spec, moves)).outcome is None and len(moves) < 60:
        move = position.game.write(rng.choice(list(position.moves)))
        player = (ann, ben)[len(moves) % 2]
        answer = await player.play(move, position.player, len(moves))
        assert answer["type"] == "done", answer
        moves.append(move)
    return moves
