"""The solver of the web: real worker processes, with answers that are exact, bounded and never late."""

import asyncio
import dataclasses
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest

import numduel
from numduel.analysis.documents import explanation_document
from numduel.analysis.explanation import hint, why_last_move
from numduel.core.position import Position
from numduel.core.registry import make
from numduel.engine.limits import Limits
from numduel.match import computers
from numduel.match.events import NextGame
from numduel.match.session import Session
from numduel.match.setup import Setup
from numduel.players import find
from numduel.solver.answers import Answers
from numduel.web.config import Config, WebLimits
from numduel.web.solving import solver as solver_module
from numduel.web.solving import work
from numduel.web.solving.knowledge import Knowledge
from numduel.web.solving.solver import Busy, Solver, Unanswerable

T = TypeVar("T")
LARGE = "operation-stack:target=1000,max_stack=6,max_value=1000000,numbers=1-9"  # far beyond any limit here
MANY = "operation-stack:max_stack=3,max_value=800"  # 26 million positions: within the limits, and slow
# Of few positions, but with numbers of thousands of digits.
WIDE = f"operation-duel:start=1{'0' * 4000},target=9{'0' * 4000},add=1-3"
SLOW = WebLimits(solve_positions=30_000_000, solve_seconds=0.7, solve_bytes=8_000_000_000)


def with_solver(
    use: Callable[[Solver], Awaitable[T]], workers: int = 1, limits: WebLimits | None = None
) -> T:
    async def run() -> T:
        solver = Solver(Config(workers=workers, limits=limits or WebLimits()))
        try:
            return await use(solver)
        finally:
            await solver.close()

    return asyncio.run(run())


def every_spec() -> list[str]:
    kinds = numduel.games().values()
    return [make(kind, name).spec for kind in kinds for name in (None, *(v.name for v in kind.variants))]


def test_an_analysis_is_the_document_of_explain_with_words_for_each_move() -> None:
    document = with_solver(lambda solver: solver.analysis("operation-duel:target=5", ["+1"]))
    game = numduel.load("operation-duel:target=5")
    expected = explanation_document(Position.start(game).say("+1"), Answers(game))
    moves = [{name: each[name] for name in ("move", "value", "plies")} for each in document["moves"]]
    assert {**expected, "moves": moves} == {name: document[name] for name in expected} | {"moves": moves}
    assert moves == expected["moves"]
    assert [each["outlook"] for each in document["moves"]] == ["wins in 3 moves", "loses in 2 moves"]
    assert [each["best"] for each in document["moves"]] == [True, False]
    assert document["words"] == "Player 2 wins in 3 moves with best play."
    assert document["winner"] == 2


def test_values_hints_and_reasons_are_those_of_the_terminal() -> None:
    spec = "top-stack-twelve:limit=8,window=2,supply=2"
    game = numduel.load(spec)
    answers, before = Answers(game), Position.start(game).say("3")
    position = before.say("3")

    async def ask(solver: Solver) -> tuple[Any, ...]:
        moves = ["3", "3"]
        return (
            await solver.values(spec, moves),
            await solver.words("hint", spec, moves),
            await solver.words("why", spec, moves),
        )

    values, good, why = with_solver(ask)
    assert values == {
        game.write(move): {"value": each.value.value, "plies": each.plies}
        for move, each in answers.moves(position.state)
    }
    assert good == hint(position, answers)
    assert why == why_last_move(before, before.read("3"), answers)


def test_a_verdict_tells_who_wins_and_where_choices_matter() -> None:
    async def ask(solver: Solver) -> list[dict[str, Any]]:
        return [await solver.verdict(spec) for spec in every_spec()]

    for document in with_solver(ask):
        answers = Answers(numduel.load(document["spec"]))
        start = answers.verdict(answers.game.initial())
        assert (document["value"], document["plies"]) == (start.value.value, start.plies)
        if answers.complete:
            states = [state for state, _ in answers]
            differ = sum(len({each.value for _, each in answers.moves(state)}) > 1 for state in states)
            assert document["decisions"] == differ / len(states)
        else:
            assert document["decisions"] is document["positions"] is None


def test_a_game_that_is_too_large_is_refused_in_a_sentence() -> None:
    async def ask(solver: Solver) -> str:
        with pytest.raises(Unanswerable) as refused:
            await solver.verdict(LARGE)
        with pytest.raises(Unanswerable, match="plays by exact answers"):
            await solver.choose(LARGE, [], "perfect", 0, 0)
        return str(refused.value)

    words = with_solver(ask, limits=WebLimits(solve_positions=5_000))
    assert words.endswith("has more than 5,000 positions, too many to be worked out here.")


def test_the_end_of_a_game_that_is_too_large_is_answered_all_the_same() -> None:
    spec = "digit-stack:target=999999999999999,multiple=12"
    moves = ["9"] * 14
    document = with_solver(lambda solver: solver.analysis(spec, moves), limits=WebLimits(solve_positions=30))
    game = numduel.load(spec)
    position = Position.start(game)
    for text in moves:
        position = position.say(text)
    assert document["value"] == Answers(game).verdict(position.state).value.value != "unsolved"


def stop_at_once(found: int, expanded: int) -> None:
    raise InterruptedError


def test_a_game_that_takes_too_long_says_so_in_time_and_what_is_known_stays_known() -> None:
    async def ask(solver: Solver) -> None:
        await solver.verdict("top-stack-twelve:limit=11,supply=2")
        before = worker_ids()
        begun = time.monotonic()
        with pytest.raises(Unanswerable, match=r"positions, too many to be worked out here within 6 s\."):
            await solver.verdict(MANY)
        assert time.monotonic() - begun < 6
        assert worker_ids() == before
        with pytest.raises(Unanswerable, match="too many"):  # at once: it is known to be slow
            await asyncio.wait_for(solver.verdict(MANY), 1)
        assert solver.counts["refused"] == 1

    # What it runs is compiled before. While a table grows, nobody is asked whether to go on: a busy machine
    # may take seconds for that.
    with pytest.raises(InterruptedError):
        Answers(numduel.load(MANY), None, Limits(positions=SLOW.solve_positions), stop_at_once)
    with_solver(ask, limits=dataclasses.replace(SLOW, solve_seconds=6))


def test_what_cannot_be_stopped_is_killed_and_the_next_question_is_answered() -> None:
    async def ask(solver: Solver) -> None:
        await solver.verdict("operation-duel")
        begun = time.monotonic()
        with pytest.raises(Unanswerable, match="takes longer than an answer may take here: 2 s"):
            await solver.choose(LARGE, [], "mcts:19999", 0, 0)
        assert 1.9 < time.monotonic() - begun < 8
        assert solver.counts["slow"] == 1
        assert (await solver.analysis("operation-duel", ["+1"]))["value"] == "win"

    # Long enough for a new process to start on a busy machine.
    with_solver(ask, limits=dataclasses.replace(SLOW, solve_seconds=2))


def worker_ids() -> set[int | None]:
    return {child.pid for child in multiprocessing.active_children()}


def test_a_table_need_not_wait_for_pages_that_take_long() -> None:
    async def ask(solver: Solver) -> None:
        await solver.values("operation-duel")
        slow = [asyncio.ensure_future(solver.analysis(LARGE, [move])) for move in ("push 1", "push 2")]
        await asyncio.sleep(0.1)
        move = await solver.choose("operation-duel", [], "perfect", 0, 0)
        assert move == "+1"
        assert not any(task.done() for task in slow)
        replies = await asyncio.gather(*slow, return_exceptions=True)
        assert all(isinstance(reply, Unanswerable) for reply in replies)

    with_solver(ask, workers=2, limits=dataclasses.replace(SLOW, solve_seconds=3))


def kill_workers() -> None:
    for child in multiprocessing.active_children():
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)


def test_a_worker_that_dies_idle_or_at_work_is_replaced() -> None:
    async def ask(solver: Solver) -> None:
        assert await solver.verdict("operation-duel")
        kill_workers()
        assert await solver.verdict("operation-duel:target=31")
        asked = asyncio.ensure_future(solver.verdict("top-stack-twelve:limit=40,window=6,tokens=1-9"))
        await asyncio.sleep(0.3)
        kill_workers()
        assert (await asked)["positions"] == 66_178

    with_solver(ask, limits=WebLimits(solve_seconds=60))


def test_a_question_that_kills_its_worker_again_is_given_up() -> None:
    async def ask(solver: Solver) -> None:
        assert await solver.verdict("operation-duel")
        asked = asyncio.ensure_future(solver.verdict(LARGE))
        while not asked.done():
            await asyncio.sleep(0.3)
            kill_workers()
        with pytest.raises(Unanswerable, match="has died"):
            await asked
        assert await solver.verdict("operation-duel:target=31")

    with_solver(ask, limits=dataclasses.replace(SLOW, solve_seconds=60))


def test_the_same_question_at_once_is_worked_out_once() -> None:
    async def ask(solver: Solver) -> None:
        asked = [solver.analysis("operation-duel", ["+1"]) for _ in range(50)]
        documents = await asyncio.gather(*asked)
        assert all(document == documents[0] for document in documents)
        documents[0]["moves"].clear()  # nobody else's
        assert (await solver.analysis("operation-duel", ["+1"]))["moves"]
        assert solver.counts["answered"] == 1
        assert solver.counts["joined"] == 49
        assert solver.counts["kept"] == 1

    with_solver(ask, workers=2)


def test_who_goes_away_takes_the_answer_from_nobody() -> None:
    async def ask(solver: Solver) -> None:
        first = asyncio.ensure_future(solver.verdict("operation-duel"))
        second = asyncio.ensure_future(solver.verdict("operation-duel"))
        await asyncio.sleep(0)
        first.cancel()
        assert (await second)["winner"] == 2
        assert first.cancelled()

    with_solver(ask)


def test_many_different_questions_at_once_are_all_answered() -> None:
    async def ask(solver: Solver) -> None:
        targets = range(10, 110)
        asked = [solver.verdict(f"operation-duel:target={target}") for target in targets]
        for target, document in zip(targets, await asyncio.gather(*asked), strict=True):
            assert document["spec"] == numduel.load(f"operation-duel:target={target}").spec

    with_solver(ask, workers=2)


def test_too_many_questions_at_once_are_refused_and_asked_again_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solver_module, "MOST_WAITING", 3)

    async def ask(solver: Solver) -> None:
        asked = [solver.verdict(f"operation-duel:target={target}") for target in range(10, 20)]
        replies = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(reply, Busy) for reply in replies) == 7
        assert await solver.verdict("operation-duel:target=19")

    with_solver(ask)


def test_the_server_keeps_only_so_many_answers() -> None:
    async def ask(solver: Solver) -> None:
        for target in range(10, 20):
            await solver.verdict(f"operation-duel:target={target}")
        number, size = solver.kept
        assert number == 4
        assert size < 4_000
        await solver.verdict("operation-duel:target=10")
        assert solver.counts["answered"] == 11

    with_solver(ask, limits=WebLimits(cached_documents=4))


def test_closing_is_quick_and_tells_those_who_wait() -> None:
    async def run() -> float:
        solver = Solver(Config(workers=1, limits=dataclasses.replace(SLOW, solve_seconds=60)))
        await solver.verdict("operation-duel")
        asked = asyncio.ensure_future(solver.verdict(LARGE))
        await asyncio.sleep(0.2)
        begun = time.monotonic()
        await solver.close()
        with pytest.raises(Unanswerable, match="stopping"):
            await asked
        with pytest.raises(Unanswerable, match="stopping"):
            await solver.verdict("operation-duel:target=9")
        return time.monotonic() - begun

    assert asyncio.run(run()) < 4
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("who", ["random", "level:3", "perfect", "mcts:50"])
def test_computers_play_the_moves_that_they_play_at_a_terminal(who: str) -> None:
    spec = "top-stack-twelve:limit=8,window=2,supply=2"
    game, other = numduel.load(spec), "level:5"
    setup = Setup(game=game, players=(who, other), seed=77, rounds=2, max_turns=40)
    answers = Answers(game)
    players = (find(who, game, lambda: answers), find(other, game, lambda: answers))

    async def play(solver: Solver) -> int:
        session, moves = Session(setup), 0
        while not session.finished:
            if not session.under_way:
                command: Any = NextGame(1)
            else:
                seat = session.to_move
                assert seat is not None
                command = computers.move(session, players)
                made = tuple(map(game.write, session.round.moves))
                name = setup.players[session.seats[seat - 1]]
                chosen = await solver.choose(spec, made, name, setup.seed, session.game - 1)
                assert chosen == command.move
                moves += 1
            for event in session.decide(command):
                session.apply(event)
        return moves

    assert with_solver(play) > 8


def test_a_computer_takes_a_draw_as_at_a_terminal() -> None:
    spec = "operation-duel"
    game = numduel.load(spec)
    perfect = find("perfect", game)
    assert perfect is not None
    lines: list[list[str]] = [[], ["+1"], ["+1", "*2"], ["+1", "+1"]]

    async def ask(solver: Solver) -> list[bool]:
        return [await solver.accepts_draw(spec, line, "perfect", 1, 0) for line in lines]

    said = with_solver(ask)
    assert said == [solved(spec, line) != "loss" for line in lines]
    assert len(set(said)) == 2


def solved(spec: str, line: list[str]) -> str:
    game = numduel.load(spec)
    position = Position.start(game)
    for text in line:
        position = position.say(text)
    return Answers(game).verdict(position.state).value.value


def test_wrong_questions_are_refused_in_words() -> None:
    async def ask(solver: Solver) -> None:
        for question, words in (
            (solver.analysis("operation-dual"), "There is no game 'operation-dual'; did you mean"),
            (solver.analysis("operation-duel", ["*7"]), r"There is no move '\*7'"),
            (solver.words("hint", "operation-duel:target=3", ["+1", "+1"]), "The game is over."),
            (solver.words("why", "operation-duel", []), "No move has been made yet."),
            (solver.choose("operation-duel", [], "human", 0, 0), "A person plays there."),
            (solver.choose("operation-duel", [], "nobody", 0, 0), "There is no player 'nobody'"),
            (solver.review("nonsense"), "Line 1"),
        ):
            with pytest.raises(Unanswerable, match=words):
                await question

    with_solver(ask)


def test_a_review_has_the_turning_point_the_lesson_and_a_chart() -> None:
    text = '[spec "operation-duel:target=5"]\n\n1. +1 *2 2. +1\n'
    document = with_solver(lambda solver: solver.review(text))
    assert document["turning_point"] == 2
    assert document["lesson"].startswith("The game turned at move 2.")
    assert document["chart"].startswith("<svg")
    assert document["moves"][1]["why"].startswith("Player 2's *2 let a win slip")
    assert [each["why"] for each in document["moves"][::2]] == ["", ""]


def test_a_worker_keeps_only_so_many_positions_and_solves_again_what_it_has_forgotten() -> None:
    knowledge = Knowledge(positions=10_000, cached_positions=100, seconds=10)
    games = [numduel.load(f"operation-duel:target={target}") for target in (31, 41, 51, 500)]
    first = knowledge.of(games[0])
    assert knowledge.of(games[0]) is first
    for game in games:
        assert knowledge.of(game).complete
        knowledge.player(game, "level:3")
        assert knowledge.kept <= 100
    assert knowledge.of(games[0]) is not first


ORPHANS = """
import asyncio, multiprocessing, sys, time
from numduel.web.config import Config
from numduel.web.solving.solver import Solver

async def main():
    solver = Solver(Config())
    await asyncio.gather(*(solver.values("operation-duel", moves) for moves in ([], ["+1"])))
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
    await solver.verdict("operation-duel")
    time.sleep(60)

asyncio.run(main())
"""


def test_workers_end_with_a_server_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", ORPHANS], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        workers = [int(word) for word in server.stdout.readline().split()]
        server.kill()
    assert len(workers) == 2
    end = time.monotonic() + 10
    while any(map(is_there, workers)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(is_there, workers))


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def stop_workers() -> None:
    for child in multiprocessing.active_children():
        assert child.pid is not None
        os.kill(child.pid, signal.SIGSTOP)


def test_a_worker_that_was_stopped_is_replaced_and_the_question_answered_in_time() -> None:
    async def ask(solver: Solver) -> None:
        assert await solver.verdict("operation-duel")
        stop_workers()
        begun = time.monotonic()
        assert await solver.verdict("operation-duel:target=31")
        assert time.monotonic() - begun < WebLimits().solve_seconds

    with_solver(ask)


def test_a_question_whose_worker_is_stopped_in_the_middle_of_it_takes_no_longer_than_it_may() -> None:
    async def ask(solver: Solver) -> None:
        assert await solver.verdict("operation-duel")
        begun = time.monotonic()
        asked = asyncio.create_task(solver.verdict(MANY))
        await asyncio.sleep(0.5)
        stop_workers()
        with pytest.raises(Unanswerable, match="takes longer"):
            await asked
        assert time.monotonic() - begun < 3.5
        assert await solver.verdict("operation-duel:target=31")

    with_solver(ask, limits=WebLimits(solve_seconds=2, solve_positions=10_000_000))


def test_workers_that_were_stopped_are_found_out_and_replaced_by_who_asks_whether_they_respond() -> None:
    async def ask(solver: Solver) -> None:
        assert await solver.verdict("operation-duel")
        stop_workers()
        assert not await solver.responds(0.5)
        assert await solver.responds(5)

    with_solver(ask, workers=1)


def test_large_positions_count_for_several_of_those_that_are_kept() -> None:
    knowledge = Knowledge(positions=1_000, cached_positions=100_000, seconds=10)
    knowledge.of(numduel.load(WIDE))
    assert 3_000 < knowledge.kept < 20_000


def test_for_want_of_memory_all_that_is_kept_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    knowledge = Knowledge(positions=1_000, cached_positions=1_000, seconds=10)

    def fail() -> None:
        raise MemoryError

    monkeypatch.setattr(work, "_knowledge", knowledge)
    monkeypatch.setitem(work.TASKS, "fail", fail)
    assert work.answer("verdict", ("operation-duel",)).done
    assert knowledge.kept
    assert work.answer("fail", ()).text == "There is not enough memory to work this out."
    assert not knowledge.kept


def test_few_positions_that_are_very_large_take_no_more_memory_than_a_worker_may_have() -> None:
    async def ask(solver: Solver) -> None:
        with pytest.raises(Unanswerable, match="too many to be worked out here"):
            await solver.verdict(WIDE)
        assert await solver.verdict("operation-duel:target=31")

    with_solver(ask, limits=WebLimits(solve_seconds=60, solve_bytes=300_000_000))
