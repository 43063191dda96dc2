"""Asking: solve, analyze and explain, for scripts and for people."""

import json
import re
from pathlib import Path
from typing import Any

import naive
import pytest
from commandline import Run, numduel
from diagrams import Diagram, diagram, diagrams
from hypothesis import given
from hypothesis import strategies as st
from naive import small_games, small_nodes
from strategies import GAMES, AnyGame, AnyPosition

from numduel import Position, load
from numduel.analysis.documents import analysis_document
from numduel.analysis.explanation import explain, hint, why_last_move
from numduel.core.verdict import Value
from numduel.engine.limits import Limits
from numduel.solver.answers import Answers

VALUES = {"win", "loss", "draw", "endless", "unsolved"}
THOUSAND_DIGITS = "1" + "0" * 998 + "8"


def asked(*arguments: str) -> Any:
    """The one document that a command with --json prints, and nothing else."""
    run = numduel(*arguments, "--json")
    assert (run.err, run.code) == ("", 0)
    return json.loads(run.out)


def said(*arguments: str) -> str:
    """What a person is told, in one line however it was wrapped."""
    run = numduel(*arguments)
    assert (run.err, run.code) == ("", 0)
    assert "explain" not in arguments or max(map(len, run.lines)) <= 80
    return " ".join(run.out.split())


def refused(run: Run, code: int) -> str:
    assert (run.out, run.code) == ("", code)
    return run.complaint


# For scripts


def plies_from_1(target: int) -> int:
    """How long Operation Duel lasts towards a target whose quarters, rounded down, come to an odd number."""
    if target % 2:
        return target - 1  # everybody adds 1
    return plies_from_1(target // 4) + target - 2 * (target // 4)  # from the quarter on: +1, *2, and only +1


SOLVED: list[tuple[str, str, int | None, int | None, int | None, str]] = [
    # spec, value, winner, plies, positions, method
    ("operation-stack", "endless", None, None, None, "theory"),
    ("top-stack-twelve", "endless", None, None, 42, "table"),
    ("operation-obliteration", "win", 1, 3, 22, "table"),
    ("digit-stack", "win", 1, 4, 820, "table"),
    ("operation-duel", "loss", 2, 14, 19, "table"),
    ("operation-duel:target=21", "loss", 2, 20, 20, "table"),
    (
        f"operation-duel:target={THOUSAND_DIGITS}",
        "loss",
        2,
        plies_from_1(int(THOUSAND_DIGITS)),
        None,
        "theory",
    ),
    (f"digit-stack:target={THOUSAND_DIGITS}", "win", 1, 1000, None, "theory"),
    (f"operation-stack:target=-{THOUSAND_DIGITS}", "endless", None, None, None, "theory"),
    ("operation-stack:operations=plus/swap", "unsolved", None, None, None, "table"),
    ("top-stack-twelve:limit=1000000,window=1000000", "unsolved", None, None, None, "table"),
]


@pytest.mark.parametrize(("spec", "value", "winner", "plies", "positions", "method"), SOLVED)
def test_solve_answers_in_the_words_that_scripts_rely_on(
    spec: str, value: str, winner: int | None, plies: int | None, positions: int | None, method: str
) -> None:
    solved = asked("solve", spec, "--limit", "5000")
    game = load(spec)
    assert solved == {
        "spec": game.spec,
        "game": game.name,
        "settings": {key: list(v) if isinstance(v, tuple) else v for key, v in game.settings.items()},
        "value": value,
        "winner": winner,
        "plies": plies,
        "positions": positions,
        "method": method,
    }
    assert list(solved) == ["spec", "game", "settings", "value", "winner", "plies", "positions", "method"]


def test_solve_takes_settings_from_both_places() -> None:
    solved = asked("solve", "operation-duel:target=31", "--set", "add=1/2")
    assert solved["spec"] == "operation-duel:target=31,add=1/2"
    assert solved["settings"]["add"] == [1, 2]


ANALYZE_KEYS = ["spec", "to_move", "over", "value", "plies", "moves", "line", "line_complete"]


def assert_well_formed(analysis: Any, game: AnyGame) -> None:
    """The types, the null rules, and that the parts of an analysis fit each other."""
    assert list(analysis) == ANALYZE_KEYS
    assert analysis["to_move"] in (1, 2)
    assert type(analysis["over"]) is bool
    for part in (analysis, *analysis["moves"]):
        assert part["value"] in VALUES
        assert part["plies"] is None or (type(part["plies"]) is int and part["plies"] >= 0)
        if part["value"] in ("endless", "unsolved"):
            assert part["plies"] is None
    texts = {game.write(move) for move in game.vocabulary()}
    for move in analysis["moves"]:
        assert list(move) == ["move", "value", "plies"]
        assert move["move"] in texts
    assert set(analysis["line"]) <= texts
    assert bool(analysis["moves"]) != analysis["over"]


def assert_consistent(analysis: Any, position: AnyPosition) -> None:
    """The value is that of the best move, and the line keeps what the value promises."""
    assert_well_formed(analysis, position.game)
    if analysis["over"]:
        assert (analysis["plies"], analysis["line"], analysis["line_complete"]) == (0, [], True)
        mine = position.winner == position.player
        assert analysis["value"] == ("draw" if position.winner is None else "win" if mine else "loss")
        return
    best = max(analysis["moves"], key=lambda move: naive.rank((move["value"], move["plies"])))
    assert (best["value"], best["plies"]) == (analysis["value"], analysis["plies"])
    after = position
    for text in analysis["line"]:
        after = after.say(text)
    assert analysis["line_complete"] == (after.outcome is not None)
    if analysis["plies"] is not None:
        assert len(analysis["line"]) == min(analysis["plies"], 60)
        if analysis["plies"] <= 60:
            winner = {"win": position.player, "loss": 3 - position.player, "draw": None}[analysis["value"]]
            assert after.outcome is not None
            assert after.winner == winner
    else:
        assert after.outcome is None
        assert analysis["line"]


@pytest.mark.parametrize(
    ("spec", "moves", "to_move", "value", "plies"),
    [
        # the same game as its players see it in turn
        ("operation-duel", "", 1, "loss", 14),
        ("operation-duel", "*2", 2, "win", 13),
        ("operation-duel", "*2 +1 *2", 2, "win", 9),
        ("operation-duel", "*2,+1,*2,*2", 1, "loss", 8),
        ("operation-duel", "1 2", 1, "win", 11),  # the numbers of the menu do as well
        ("operation-obliteration", "", 1, "win", 3),
        ("operation-obliteration", "divide", 2, "loss", 2),
        ("operation-obliteration", "divide divide", 1, "win", 1),
        ("digit-stack", "5 5 5", 2, "loss", 1),
        ("top-stack-twelve", "5", 2, "win", 2),
        ("top-stack-twelve", "5 6", 1, "loss", 1),
        ("top-stack-twelve", "5 5", 1, "endless", None),
        ("operation-stack", "4", 2, "endless", None),
        ("operation-stack", "4 6", 1, "win", 1),
        ("operation-stack", "9 9 * 3", 1, "endless", None),
        (f"operation-duel:target={THOUSAND_DIGITS}", "+1", 2, "win", plies_from_1(int(THOUSAND_DIGITS)) - 1),
        # over, won by either player, by either player's move
        ("digit-stack", "5 5 5 5", 1, "win", 0),
        ("digit-stack:target=5", "5", 2, "loss", 0),
        ("operation-obliteration", "divide divide add", 2, "loss", 0),
        ("operation-stack", "4 6 *", 2, "loss", 0),
    ],
)
def test_analyze_answers_for_the_player_to_move(
    spec: str, moves: str, to_move: int, value: str, plies: int | None
) -> None:
    analysis = asked("analyze", spec, "--moves", moves)
    assert (analysis["to_move"], analysis["value"], analysis["plies"]) == (to_move, value, plies)
    assert analysis["spec"] == spec
    position = Position.start(load(spec))
    for text in moves.replace(",", " ").split():
        position = position.say(text)
    assert analysis["over"] == (position.outcome is not None)
    assert [move["move"] for move in analysis["moves"]] == [position.game.write(m) for m in position.moves]
    assert_consistent(analysis, position)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_an_analysis_agrees_with_exhaustive_search(name: str, data: st.DataObject) -> None:
    game = data.draw(small_games(name))
    places = small_nodes(game, 300)
    truth = naive.solve(places)
    for key in data.draw(st.lists(st.sampled_from(sorted(places, key=repr)), max_size=5)):
        position = Position(game, places[key].state, data.draw(st.integers(0, 1)))
        analysis = analysis_document(position, Answers(game, position.state))
        assert analysis["to_move"] == position.player
        assert (analysis["value"], analysis["plies"]) == truth[key]
        made = naive.after_moves(places, truth, key)
        written = zip(map(game.write, game.moves(position.state)), made, strict=True)
        assert analysis["moves"] == [
            {"move": text, "value": value, "plies": plies} for text, (value, plies) in written
        ]
        assert_consistent(analysis, position)


@given(game=diagrams())
def test_an_analysis_of_a_diagram_is_consistent_whatever_its_ends(game: Diagram) -> None:
    position = Position.start(game)
    assert_consistent(analysis_document(position, Answers(game)), position)


@pytest.mark.parametrize("limit", [1, 2, 10, 50, 200, 3000])
def test_a_limit_leaves_unsolved_what_it_hides(limit: int) -> None:
    solved = asked("solve", "top-stack-twelve:supply=2", "--limit", str(limit))
    analysis = asked("analyze", "top-stack-twelve:supply=2", "--limit", str(limit))
    assert_well_formed(analysis, load("top-stack-twelve:supply=2"))
    # What becomes known is what is known without a limit: player 2 wins in 11.
    assert (solved["value"], solved["winner"], solved["plies"], solved["positions"]) in [
        ("unsolved", None, None, None),
        ("loss", 2, None, None),
        ("loss", 2, 11, None),
    ]
    assert solved["value"] == analysis["value"]
    if analysis["value"] == "unsolved":
        assert analysis["line"] == []


@pytest.mark.parametrize(
    ("spec", "moves", "length", "complete"),
    [
        ("operation-duel", "", 14, True),
        ("operation-duel:target=301", "", 60, False),  # of 300
        ("top-stack-twelve", "", 3, False),  # comes round again
        ("operation-duel:target=61", "", 60, True),
        ("operation-duel:target=62", "", 46, True),
        ("digit-stack", "5 5 5 5", 0, True),
        ("operation-stack:operations=plus/swap", "", 0, False),  # unsolved
    ],
)
def test_scripts_are_told_whether_a_line_leads_to_the_end(
    spec: str, moves: str, length: int, complete: bool
) -> None:
    analysis = asked("analyze", spec, "--moves", moves, "--limit", "5000")
    assert (len(analysis["line"]), analysis["line_complete"]) == (length, complete)


def test_an_explanation_as_json_has_its_paragraphs_and_the_analysis() -> None:
    document = asked("explain", "operation-duel", "--moves", "*2")
    analysis = asked("analyze", "operation-duel", "--moves", "*2")
    paragraphs = document.pop("paragraphs")
    assert document == analysis
    assert " ".join(paragraphs) == said("explain", "operation-duel", "--moves", "*2")
    assert len(paragraphs) == 3


@pytest.mark.parametrize("command", ["analyze", "explain"])
def test_people_are_told_where_a_line_is_cut_and_how_long_it_is(command: str) -> None:
    assert "+1 … and so on, 300 moves in all" in said(command, "operation-duel:target=301")


def test_json_is_one_document_even_where_python_would_not_write_the_number() -> None:
    target = "9" * 5_000
    run = numduel("solve", f"operation-duel:target={target}", "--json")
    assert (run.err, run.code) == ("", 0)
    # Read as text: this very Python would refuse to read such a number.
    assert f'"target": {target},' in run.out
    assert json.loads(run.out.replace(target, "9"))["value"] == "loss"


# For people


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("operation-stack", ["Nobody can force a win", "Known by theory: "]),
        ("top-stack-twelve", ["Nobody can force a win", "42 positions, solved by table."]),
        ("operation-obliteration", ["Player 1 wins in 3 moves.", "22 positions"]),
        ("digit-stack", ["Player 1 wins in 4 moves.", "820 positions"]),
        ("operation-duel", ["Player 2 wins in 14 moves.", "19 positions"]),
        (f"operation-duel:target={THOUSAND_DIGITS}", ["(999 digits) moves.", "Known by theory: "]),
        ("operation-duel:target=2", ["Player 1 wins in 1 move.", "1 position, solved by table."]),
    ],
)
def test_solve_tells_a_person_who_wins_and_how_that_is_known(spec: str, told: list[str]) -> None:
    shown = said("solve", spec)
    assert all(words in shown for words in told)


def test_solve_tells_a_person_what_it_cannot_tell() -> None:
    shown = said("solve", "top-stack-twelve:supply=2", "--limit", "50")
    assert shown.startswith("Unsolved")
    assert "50 positions" in shown
    assert "--limit" in shown
    assert not re.search("draw|wins", shown)


def test_analyze_shows_the_position_each_move_and_the_best_line() -> None:
    shown = numduel("analyze", "operation-duel", "--moves", "*2 +1 *2").lines
    assert shown[:2] == ["Current Number is 6.", "Player 2 wins in 9 moves."]
    assert ["+1", "loses in 8 moves"] in [line.split(maxsplit=1) for line in shown]
    assert ["*2", "wins in 9 moves"] in [line.split(maxsplit=1) for line in shown]
    assert shown[-1] == "Best line: *2 +1 +1 +1 +1 +1 +1 +1 +1"


@pytest.mark.parametrize("command", ["analyze", "explain"])
@pytest.mark.parametrize(
    ("spec", "moves", "winner"),
    [("digit-stack", "5 5 5 5", 1), ("digit-stack:target=5", "5", 1), ("digit-stack:target=15", "1 5", 2)],
)
def test_a_game_that_is_over_is_said_to_be_over(command: str, spec: str, moves: str, winner: int) -> None:
    shown = said(command, spec, "--moves", moves)
    assert f"Player {winner} " in shown
    assert f"Player {3 - winner} " not in shown
    assert "in 0 moves" not in shown  # nobody says that of a game that is over


def test_explain_says_it_with_the_numbers_of_the_position() -> None:
    shown = said("explain", "operation-duel", "--moves", "*2 +1 *2")
    assert shown.startswith("Player 2 wins")
    assert "From 6, *2 leaves 12: above half of 20 only +1 is safe, and an even number is lost there" in shown
    assert "*2 wins in 9 moves; +1 loses in 8 moves" in shown


@pytest.mark.parametrize(
    ("spec", "moves", "told"),
    [
        ("operation-duel", "", ["Player 2 wins in 14 moves.", "At 1,", "5 is odd"]),
        ("operation-duel:target=21", "+1", ["Player 2 wins", "21 is odd"]),
        ("operation-stack", "", ["Nobody can force a win", "24"]),
        ("operation-stack", "4", ["At [4],", "6 loses in 2 moves"]),
        ("operation-stack", "4 6", ["Player 1 wins in 1 move.", "From [4, 6], * leaves [24]"]),
        ("operation-stack:target=31", "4 6", ["Nobody can force a win", "31"]),
        ("top-stack-twelve", "", ["Nobody can force a win", "5 and 6 lose in 3 moves"]),
        ("top-stack-twelve", "6", ["Player 2 wins in 2 moves.", "5 leaves [5, 6]", "11"]),
        ("top-stack-twelve", "6 5", ["Player 2 wins", "11", "12"]),
        ("digit-stack", "", ["Player 1 wins in 4 moves.", "1,000"]),
        ("digit-stack:target=5432", "5 4", ["Player 1 wins in 2 moves.", "From 54,", "5,432"]),
        ("operation-obliteration", "", ["Player 1 wins in 3 moves.", "can only play divide", "6", "3"]),
        # no theory: the best line, and what each move does
        (
            "top-stack-twelve:supply=2",
            "",
            ["Player 2 wins in 11 moves.", "Best play:", "5 and 6 lose in 3 moves"],
        ),
        ("operation-duel:target=30,add=1-3,multiply=2/3", "", ["Player 1 wins in 11 moves.", "Best play: "]),
    ],
)
def test_explain_names_the_winner_and_the_numbers(spec: str, moves: str, told: list[str]) -> None:
    shown = said("explain", spec, "--moves", moves)
    assert [words for words in told if words not in shown] == []


def test_explain_shows_a_huge_number_shortened() -> None:
    shown = said("explain", f"operation-duel:target={THOUSAND_DIGITS}")
    assert "digits)" in shown
    assert "0" * 50 not in shown


def positions_of(game: AnyGame, most: int) -> list[AnyPosition]:
    """The first positions that can be reached, with ends; every one of a small game, once."""
    found, seen = [Position.start(game)], {game.key(game.initial())}
    for position in found:
        for move in position.moves:
            after = position.play(move)
            if game.key(after.state) not in seen and len(found) < most:
                seen.add(game.key(after.state))
                found.append(after)
    return found


def assert_reads_well(text: str) -> None:
    assert text == text.strip()
    assert text.endswith(".")
    assert text[0].isupper()
    assert "  " not in text
    assert not re.search(r"[.,:;] ?[,:;]|(?<!\.)\.\.(?!\.)|None|Value\.|\b1 moves|: \.", text), text


SPECS = [
    *GAMES,
    "operation-duel:target=12,start=0",
    "operation-duel:target=15,add=1-3,multiply=2/3",
    "operation-duel:target=13,add=2/3,overshoot=forbidden",
    "top-stack-twelve:supply=1,tokens=1-4",
    "digit-stack:target=432,repeats=no",
    "digit-stack:target=432,digits=2-4",
    "operation-obliteration:start=199,low=5,high=300,no_repeat=none",
    "operation-stack:target=4,numbers=1/2,max_stack=3,max_value=5",
    "operation-stack:operations=plus/minus/times/swap",
]


@pytest.mark.parametrize("spec", SPECS)
def test_every_position_is_explained_in_sentences_that_fit_it(spec: str) -> None:
    game = load(spec)
    answers = Answers(game, limits=Limits(positions=3_000))
    for position in positions_of(game, 150):
        paragraphs = explain(position, answers)
        assert paragraphs
        for text in paragraphs:
            assert_reads_well(text)
        verdict = answers.verdict(position.state)
        if position.outcome is not None:
            assert paragraphs == [
                f"The game is over: {position.outcome.reason}. Player {position.winner} has won."
            ]
            continue
        winner = {"win": position.player, "loss": 3 - position.player}.get(verdict.value.value)
        assert (f"Player {winner} wins" in paragraphs[0]) == (winner is not None)
        assert f"Player {3 - winner if winner else 1} wins" not in paragraphs[0]
        # What the best move is said to come to is what the position is worth.
        comes_to = re.search(r", and (wins|loses|draws)(?: in (\d+) moves?)?\.", paragraphs[0])
        if comes_to is not None:
            assert {"wins": "win", "loses": "loss", "draws": "draw"}[comes_to[1]] == verdict.value.value
            assert comes_to[2] in (None, str(verdict.plies))
        # Every move is spoken of, and the position itself.
        assert paragraphs[-1].startswith("The only move: " if len(position.moves) == 1 else "Moves: ")
        if verdict.value.value not in ("unsolved", "draw"):
            assert game.voice().brief(position.state) in paragraphs[0]


@pytest.mark.parametrize("spec", SPECS)
def test_a_hint_is_a_good_move_with_a_reason(spec: str) -> None:
    game = load(spec)
    answers = Answers(game, limits=Limits(positions=3_000))
    for position in positions_of(game, 100):
        if position.outcome is not None:
            continue
        text = hint(position, answers)
        assert_reads_well(text)
        best = max(verdict.rank for _, verdict in answers.moves(position.state))
        good = [game.write(move) for move, verdict in answers.moves(position.state) if verdict.rank == best]
        named = re.search(r"^(?:Try|Only) ([^\s:]+)", text)
        if named is not None:
            assert named[1] in good
        else:
            assert answers.best(position.state)[1].value in (Value.LOSS, Value.UNSOLVED)


@pytest.mark.parametrize("spec", SPECS)
def test_what_a_move_did_is_told_as_it_was(spec: str) -> None:
    game = load(spec)
    answers = Answers(game, limits=Limits(positions=3_000))
    for position in positions_of(game, 60):
        made = dict(answers.moves(position.state))
        best = max((verdict.rank for verdict in made.values()), default=None)
        for move, verdict in made.items():
            text = why_last_move(position, move, answers)
            assert_reads_well(text)
            assert text.startswith(f"Player {position.player}'s {game.write(move)}")
            values = {one.value.value for one in made.values()}
            if "unsolved" in values:
                continue
            kept = best is not None and verdict.rank[0] == best[0]
            assert ("Better: " in text) == (not kept)
            assert ("let a win slip" in text) == (not kept and "win" in values)
            assert ("was the only move" in text) == (len(made) == 1)
            assert ("changed nothing" in text) == (len(values) == 1 < len(made))


def test_giving_up_a_draw_for_an_endless_game_is_not_called_losing_it() -> None:
    # Another package's game may have drawn ends.
    game = diagram({"a": "=b", "b": "b"})
    text = why_last_move(Position.start(game), 1, Answers(game))
    assert "Better: 0" in text
    assert "lost" not in text


@given(game=diagrams())
def test_any_diagram_is_explained_in_sentences(game: Diagram) -> None:
    position = Position.start(game)
    answers = Answers(game)
    for text in (*explain(position, answers), hint(position, answers)):
        assert_reads_well(text)
    for move in position.moves:
        assert_reads_well(why_last_move(position, move, answers))


# Bad input


@pytest.mark.parametrize("command", ["analyze", "explain"])
@pytest.mark.parametrize(
    ("spec", "moves", "told"),
    [
        ("digit-stack", "5 5 5 5 5", "move 5: 5 cannot be played: the game is over"),
        ("digit-stack", "5 5 5 5 5 5 x", "move 5: "),
        ("digit-stack", "5 0", "move 2: there is no move '0'"),
        ("digit-stack", "5 55", "move 2: "),
        ("digit-stack:repeats=no", "1 2 1", "move 3: 1 cannot be played now"),
        ("operation-stack", "+", "move 1: + cannot be played now"),
        ("operation-stack", "5 8 swap", "move 3: there is no move 'swap'"),
        ("operation-obliteration", "divide divide divide", "move 3: divide cannot be played now"),
        ("operation-duel", "+1 +1 +2", "move 3: there is no move '+2'"),
        ("operation-duel:overshoot=forbidden,start=15", "*2", "move 1: *2 cannot be played now"),
        ("top-stack-twelve:supply=1", "6 6", "move 2: 6 cannot be played now"),
        ("top-stack-twelve", "\u0661", "move 1: there is no move"),
        ("top-stack-twelve", "1 \x1b[31m", "move 2: there is no move"),
        ("top-stack-twelve", "1 " * 50 + "x" * 5000, "move 51: there is no move"),
    ],
)
def test_a_move_that_cannot_be_played_is_named_with_exit_3(
    command: str, spec: str, moves: str, told: str
) -> None:
    assert told in refused(numduel(command, spec, "--moves", moves), 3)
    if command == "analyze":
        assert told in refused(numduel(command, spec, "--moves", moves, "--json"), 3)


@pytest.mark.parametrize("command", ["solve", "analyze", "explain"])
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("chess",), "no game 'chess'"),
        (("digit-stak",), "did you mean digit-stack?"),
        (("digit-stack:target=0",), "at least 1"),
        (("digit-stack:goal=7",), "goal"),
        (("digit-stack", "--set", "target"), "NAME=VALUE"),
        (("digit-stack", "--limit", "0"), "at least 1"),
        (("digit-stack", "--limit", "many"), "--limit"),
        (("digit-stack", "--limit", "-5"), "--limit"),
        (("digit-stack", "--limit", "9" * 30), "--limit"),
        (("digit-stack", "operation-duel"), "operation-duel"),
        ((), "SPEC"),
    ],
)
def test_a_question_asked_wrongly_is_exit_2(command: str, arguments: tuple[str, ...], told: str) -> None:
    assert told in refused(numduel(command, *arguments), 2)


@pytest.mark.parametrize(
    ("spec", "moves", "plainly"),
    [
        ("operation-stack", "push 4 push 6 operate +", "4 6 +"),
        ("operation-stack", '"push 4" "push 6" "operate +"', "4 6 +"),
        ("operation-stack", "'push 4', 6, Operate +", "4 6 +"),
        ("operation-duel", "add 1 multiply by 2 1", "+1 *2 +1"),
        ("operation-duel", '"Multiply by 2" +1', "*2 +1"),
        ("digit-stack", "1,2 , 3", "1 2 3"),
    ],
)
def test_moves_are_given_as_play_takes_them(spec: str, moves: str, plainly: str) -> None:
    for command in ("analyze", "explain"):
        given = numduel(command, spec, "--moves", moves)
        assert given.code == 0, given.err
        assert given == numduel(command, spec, "--moves", plainly)


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("push 4 push 12 push 5", "move 2: there is no move 'push'"),
        ('4 "push 12"', "move 2: there is no move 'push 12'"),
        ('"push 4" "operate +"', "move 2: + cannot be played now"),
        ("push, 4", "move 1: there is no move 'push'"),
        ('4 "push 6', "a quotation mark that is not closed"),
        ('4 ""', "move 2: there is no move ''"),
    ],
)
def test_of_several_words_the_move_that_cannot_be_played_is_named(moves: str, told: str) -> None:
    assert told in refused(numduel("analyze", "operation-stack", "--moves", moves), 3)


def test_solve_takes_no_moves() -> None:
    assert "--moves" in refused(numduel("solve", "digit-stack", "--moves", "5"), 2)


def test_a_game_solved_in_files_gets_the_same_answers_and_goes_on_there(tmp_path: Path) -> None:
    spec, folder = "top-stack-twelve:supply=2", str(tmp_path / "solve")
    by_table = asked("solve", spec)
    assert asked("solve", spec, "--disk", folder) == {**by_table, "method": "kernel"}
    assert asked("analyze", spec, "--disk", folder, "--memory", "50") == asked("analyze", spec)
    refused = numduel("solve", "operation-duel", "--disk", folder)
    assert refused.code == 1
    assert "has another solve, of top-stack-twelve:supply=2" in refused.complaint
    endless = numduel("solve", "operation-stack", "--disk", folder)
    assert endless.code == 1
    assert "only a game with a kernel is solved on disk: Operation Stack is finite only" in endless.complaint


@pytest.mark.parametrize("command", ["solve", "analyze"])
def test_a_folder_of_a_solve_that_is_damaged_is_not_believed(command: str, tmp_path: Path) -> None:
    spec, folder = "top-stack-twelve:supply=2", tmp_path / "solve"
    asked("solve", spec, "--disk", str(folder))
    (folder / "verdicts").write_bytes(bytes((folder / "verdicts").stat().st_size))
    refused = numduel(command, spec, "--disk", str(folder))
    assert refused.complaint == (
        f"numduel: {folder} is damaged: what lies in it is not what was written there; delete it, or name "
        "another folder, and the same command begins anew\n"
    )
    assert (refused.out, refused.code) == ("", 4)
