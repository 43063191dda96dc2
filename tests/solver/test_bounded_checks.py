"""Checking a certificate is bounded by its size, unless somebody asks for the whole."""

import hashlib
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from commandline import numduel

from numduel import Answers, load
from numduel.cli.main import main
from numduel.solver.checks import groups, induction, meter
from numduel.solver.checks.common import DoesNotHold
from numduel.solver.checks.meter import FEWEST_MOVES, MOVES_A_CHARACTER, TooLong
from numduel.solver.checks.symbols import Way
from numduel.solver.proof import prove
from numduel.solver.verify import verify

ENDLESS = "operation-stack:numbers=0/1,operations=times,max_stack=60,max_value=1"


def sealed(spec: str, value: str, winner: int | None, plies: int | None, **proof: Any) -> str:
    claim = {"value": value, "winner": winner, "plies": plies}
    content = {"certificate": "numduel", "version": 1, "spec": spec, "claim": claim, **proof}
    digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
    return json.dumps({**content, "sha256": digest})


def endless(spec: str = ENDLESS) -> str:
    """A small certificate of a game with 2**60 positions, in which each side really holds."""
    first = [("()", "0"), ("(0, 1)", "*"), ("(0, 0)", "*")]
    second = [("(1,)", "0"), ("(0,)", "0"), ("(0, 0, 1)", "*"), ("(0, 0, 0)", "*")]
    second += [("(1, 0, 1)", "*"), ("(1, 0, 0)", "*")]
    hold = {"1": first, "2": second}
    listed = {side: [{"at": at, "play": play} for at, play in moves] for side, moves in hold.items()}
    return sealed(spec, "endless", None, None, proof="holding", hold=listed, line=["0"], refuted=[])


def test_a_small_certificate_of_a_vast_game_is_refused_after_so_many_moves() -> None:
    tried: list[int] = []
    with pytest.raises(
        TooLong, match=r"^checking it takes more than 100,000 moves, which is a lot for its size$"
    ):
        verify(endless(), progress=tried.append)
    assert len(endless()) * MOVES_A_CHARACTER < FEWEST_MOVES
    assert FEWEST_MOVES / 2 < max(tried) <= FEWEST_MOVES


def test_a_larger_one_may_take_more_in_proportion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meter, "FEWEST_MOVES", 10_000)
    tried: list[int] = []
    with pytest.raises(TooLong, match="more than 40,"):
        verify(endless() + " " * (2_000 - len(endless())), progress=tried.append)
    assert max(tried) <= 40_000 + 2_000


def test_groups_that_are_looked_at_are_told_as_well_as_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meter, "REPORT_EVERY", 300)  # more than the moves, fewer than all steps
    game, told = load("top-stack-twelve"), list[int]()
    certificate = prove(game, Answers(game))
    assert certificate["proof"] == "induction"
    verify(json.dumps(certificate), progress=told.append)
    assert len(told) > 1
    assert told == sorted(set(told))


def test_tall_stacks_count_for_several_moves_and_do_not_fill_the_memory() -> None:
    spec = "operation-stack:numbers=1,operations=plus,max_stack=50000"
    hold = {"1": [{"at": "()", "play": "1"}], "2": []}
    text = sealed(spec, "endless", None, None, proof="holding", hold=hold, line=["1"], refuted=[])
    tracemalloc.start()
    try:
        with pytest.raises((TooLong, DoesNotHold)):
            verify(text)
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def test_a_theory_of_a_long_target_is_refused_before_its_cases_are_worked_out_one_against_the_other() -> None:
    spec = f"digit-stack:target={'9' * 1_000}"
    text = sealed(spec, "loss", 2, 1_001, proof="theory", invariant=load(spec).invariant(), cases=[])
    calls = [0]

    def count(tried: int) -> None:
        calls[0] = tried

    with pytest.raises(DoesNotHold, match="it does not list every case"):
        verify(text, progress=count)
    assert calls[0] == 0


def test_whoever_asks_for_the_whole_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numduel.solver.checks.meter.FEWEST_MOVES", 500)
    monkeypatch.setattr("numduel.solver.checks.meter.MOVES_A_CHARACTER", 0)
    game = load("operation-stack:numbers=0/1,operations=times,max_stack=8,max_value=1")
    text = json.dumps(prove(game, Answers(game)))
    with pytest.raises(TooLong):
        verify(text)
    assert verify(text, whole=True).claim.endswith("with best play the game never ends.")


@pytest.fixture
def small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks may try five hundred moves, however long a certificate is."""
    monkeypatch.setattr("numduel.solver.checks.meter.FEWEST_MOVES", 500)
    monkeypatch.setattr("numduel.solver.checks.meter.MOVES_A_CHARACTER", 0)
    monkeypatch.setattr("numduel.solver.checks.meter.REPORT_EVERY", 1)


LONG = [
    "operation-stack:numbers=0/1,operations=times,max_stack=8,max_value=1",  # endless: few are listed of many
    "operation-duel:target=103,add=1-50,multiply=2-50",  # won: many moves in each that is listed
    "operation-stack:numbers=0,operations=times,max_stack=60",  # 300 moves, to stacks that count for several
]


@pytest.mark.usefixtures("small_budget")
@pytest.mark.parametrize("spec", LONG)
def test_a_proof_that_takes_long_to_check_says_so_itself_and_is_refused_before_anything_is_tried(
    spec: str,
) -> None:
    text, tried = json.dumps(prove(load(spec), Answers(load(spec)))), list[int]()
    with pytest.raises(
        TooLong, match=r"^checking it takes more than 500 moves, which is a lot for its size$"
    ):
        verify(text, progress=tried.append)
    assert tried == []
    verify(text, whole=True, progress=tried.append)
    # Never more than are tried: nothing is refused that would have been checked.
    assert 500 < json.loads(text)["moves"] <= tried[-1]


@pytest.mark.usefixtures("small_budget")
@pytest.mark.parametrize(("spec", "whole"), [*((spec, True) for spec in LONG), ("operation-duel", False)])
def test_prove_recommends_a_check_that_verify_does_not_refuse(
    spec: str, whole: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "proof.json")
    assert main(["prove", spec, "-o", file]) == 0
    recommended = capsys.readouterr().out.split()[-3:]
    assert recommended[-1] == ("--whole" if whole else file)
    assert main(recommended[recommended.index("verify") :]) == 0


def test_prove_recommends_to_check_the_whole_of_what_is_too_large_to_be_read_without_being_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "proof.json"
    assert main(["prove", "operation-duel", "-o", str(file)]) == 0
    for less, words in ((0, [str(file)]), (1, [str(file), "--whole"])):
        for command in ("prove", "verify"):
            monkeypatch.setattr(f"numduel.cli.commands.{command}.MOST_BYTES", file.stat().st_size - less)
        assert main(["prove", "operation-duel", "--force", "-o", str(file)]) == 0
        assert capsys.readouterr().out.split()[-len(words) - 1 :] == ["verify", *words]
        assert main(["verify", *words]) == 0
        assert main(["verify", str(file)]) == less


def test_a_large_file_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    file = tmp_path / "large.json"
    file.write_text("[" + "[]," * 10_000_000 + "[]]")
    tracemalloc.start()
    try:
        assert main(["verify", str(file)]) == 1
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def test_what_prove_counts_is_compared_with_what_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("numduel.solver.checks.meter.FEWEST_MOVES", 0)
    monkeypatch.setattr("numduel.solver.checks.meter.MOVES_A_CHARACTER", 0.75)
    file = str(tmp_path / "proof.json")
    assert main(["prove", "top-stack-twelve:tokens=1-30,limit=300,window=2", "-o", file]) == 0
    recommended = capsys.readouterr().out.split()[-3:]
    assert main(recommended[recommended.index("verify") :]) == 0


def test_from_a_position_to_which_many_moves_lead_its_own_move_is_tried_once() -> None:
    certificate = prove(game := load(LONG[1]), Answers(game))
    listed = [*certificate["win"], *certificate["delay"]]
    moves = {game.write(move): move for move in game.vocabulary()}
    tried: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numduel.solver.checks.meter.REPORT_EVERY", 1)
        verify(json.dumps(certificate), progress=tried.append)
    after = [game.play(int(entry["at"]), moves[entry["play"]]) for entry in listed]
    replies = sum(len(game.moves(state)) for state in after)
    assert tried[-1] <= len(listed) + replies + 2 * len(game.moves(game.initial()))


def test_the_moves_that_a_certificate_says_to_take_are_believed_in_nothing_else() -> None:
    certificate = prove(game := load("operation-duel"), Answers(game))
    said: list[Any] = [-1, 0, 10**9, 10**5, True, None, "many", [], 1.5]
    for moves in said:
        proof = {name: certificate[name] for name in ("proof", "win", "delay")}
        text = sealed(game.spec, "loss", 2, 14, **proof, moves=moves)
        if moves == 10**9:
            with pytest.raises(TooLong):
                verify(text)
        else:
            assert verify(text).claim.endswith("Player 2 wins in 14 moves.")


def test_the_command_says_how_to_check_it_all_the_same(tmp_path: Path) -> None:
    file = tmp_path / "vast.json"
    file.write_text(endless())
    refused = numduel("verify", str(file))
    assert refused.code == 1
    assert refused.err.rstrip().endswith("--whole checks it however long that takes")


def test_a_number_of_a_million_digits_is_refused_unread() -> None:
    with pytest.raises(DoesNotHold, match=r"^it has a number of more than 40,000 digits$"):
        verify(f'{{"certificate": "numduel", "version": {"9" * 1_000_000}}}')


def test_groups_on_which_rules_ask_much_are_tried_on_fewer_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown, numbers = {"low": 0, "high": 5, "step": 1}, 60
    first = {"states": [[], [5] * numbers], "play": "1", "within": 1000}
    others = {
        "states": [[1], [{**unknown, "low": 1}] + [unknown] * (numbers - 1)],
        "play": "1",
        "within": 998,
    }
    spec = f"top-stack-twelve:limit=100000,tokens=1-{numbers},supply=5"
    text = sealed(spec, "win", 1, None, proof="induction", invariant="", win=[first, others], delay=[])
    ways = 0
    begin = Way.__init__

    def count(way: Way, *script: Any) -> None:
        nonlocal ways
        ways += 1
        begin(way, *script)

    monkeypatch.setattr(Way, "__init__", count)
    with pytest.raises(TooLong, match=r"^checking it takes longer than so many groups of positions allow$"):
        verify(text)
    assert ways < 1_000


def tall_groups(spec: str) -> str:
    """Groups of two hundred numbers that differ in the last, which are looked through after every reply."""
    tall = [{"more": 0, "step": 1}, *[1] * 199]
    listed = [{"states": [*tall, 1_000 + last], "play": "1"} for last in range(20)]
    others = [{"states": states, "play": "1"} for states in ([], [{"more": 2, "step": 1}])]
    hold = {"1": listed + others, "2": listed}
    proof = {"proof": "induction", "invariant": load(spec).invariant(), "hold": hold, "everywhere": [[]]}
    return sealed(spec, "endless", None, None, **proof)


def test_groups_of_tall_stacks_are_looked_through_fewer_times(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = load("operation-stack:numbers=1-20").spec
    monkeypatch.setattr(induction, "STEPS_PER_MOVE", 100)
    with pytest.raises(TooLong, match="than so many groups of positions allow"):
        verify(tall_groups(spec))
    monkeypatch.setattr(groups, "PARTS_A_STEP", 10**6)
    monkeypatch.setattr(meter, "MOVES_A_CHARACTER", 10**6)  # so that looking is all that counts
    with pytest.raises(DoesNotHold, match=r"^no group has the position"):
        verify(tall_groups(spec))


def test_groups_that_take_long_are_not_told_to_be_wrong_and_checked_on_request(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(prove(game := load("operation-stack:max_value=30"), Answers(game))))
    monkeypatch.setattr(induction, "STEPS_PER_MOVE", 10)
    assert main(["verify", str(file)]) == 1
    said = capsys.readouterr().err
    assert "does not hold" not in said
    assert said.rstrip().endswith("--whole checks it however long that takes")
    assert main(["verify", str(file), "--whole"]) == 0
