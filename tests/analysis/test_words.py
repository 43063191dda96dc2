"""Phrases: each with none, one, two and many of what it counts."""

import json
import re

import pytest
from strategies import unfold
from table import do, session_of

from numduel import Position, load
from numduel.analysis.explanation import explain
from numduel.analysis.lines import Line
from numduel.analysis.words import join_moves, outlook, verdict_in_words
from numduel.cli.narration import reason
from numduel.core.integers import count
from numduel.core.verdict import Value, Verdict
from numduel.engine.limits import Limits
from numduel.match.events import AskHint, Ended, Play
from numduel.match.round import result_at
from numduel.match.session import Refused
from numduel.players import CannotPlay, check_solved
from numduel.solver.answers import Answers
from numduel.solver.proof import Unproved, prove
from numduel.solver.verify import verify


@pytest.mark.parametrize(
    ("number", "told"),
    [(0, "0 moves"), (1, "1 move"), (2, "2 moves"), (1_500, "1,500 moves"), (10**50, "(51 digits) moves")],
)
def test_a_count_has_the_right_form(number: int, told: str) -> None:
    assert count(number, "move").endswith(told)


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["7"], "7"),
        (["1", "2"], "1 and 2"),
        (["1", "2", "3"], "1 to 3"),
        (["1", "2", "4"], "1, 2 and 4"),
        (["1", "2", "3", "5", "7", "8", "9", "+"], "1 to 3, 5, 7 to 9 and +"),
        (["3", "2", "1"], "3, 2 and 1"),
        (["+1", "+2", "+3", "*2"], "+1, +2, +3 and *2"),
        (["add", "divide"], "add and divide"),
    ],
)
def test_moves_are_joined_and_runs_of_numbers_shortened(texts: list[str], told: str) -> None:
    assert join_moves(texts) == told


@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        (Verdict(Value.WIN, 1), "Player {me} wins in 1 move."),
        (Verdict(Value.WIN, 2), "Player {me} wins in 2 moves."),
        (Verdict(Value.WIN), "Player {me} wins."),
        (Verdict(Value.LOSS, 1_000), "Player {other} wins in 1,000 moves."),
        (Verdict(Value.LOSS), "Player {other} wins."),
        (Verdict(Value.DRAW, 1), "With best play it is a draw in 1 move."),
        (Verdict(Value.ENDLESS), "Nobody can force a win: with best play the game never ends."),
    ],
)
def test_a_verdict_names_the_winner(player: int, verdict: Verdict, told: str) -> None:
    assert verdict_in_words(verdict, player) == told.format(me=player, other=3 - player)


@pytest.mark.parametrize("value", list(Value))
def test_one_move_and_several_are_told_in_their_forms(value: Value) -> None:
    one, several = outlook(Verdict(value)), outlook(Verdict(value), several=True)
    assert one.split()[0].removesuffix("s") in (several.split()[0], several.split()[0] + "e", "i")
    assert "balance" not in one + several


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (Line(("a",), True, False, 1), "a"),
        (Line(("a", "b", "c"), True, False, 3), "a b c"),
        (Line(("a",) * 5, True, False, 5), "a a a … and so on, 5 moves in all"),
        (Line(("a", "b"), False, False, 300), "a b … and so on, 300 moves in all"),
        (Line(("a", "b"), False, False, None), "a b … and so on"),
        (Line(("a", "b"), False, True, None), "a b … and so on, for ever"),
    ],
)
def test_a_line_says_whether_it_is_cut_and_how_long_it_is(line: Line, told: str) -> None:
    assert line.in_words(3) == told


# Everything that counts, wherever it is said

NOUNS = "case|character|code|digit|draw|error|game|hint|move|number|playout|position|table|time|turn|pl[iey]+"
COUNTED = re.compile(rf"(?<![\w.,*+/=-])(\d[\d,]*) (?:earlier )?({NOUNS})(s?)\b")


def assert_counts_agree(text: str) -> None:
    """A number is followed by a noun in its form, and 1 by `is` and `was`."""
    for number, noun, plural in COUNTED.findall(text):
        assert bool(plural or noun == "plies") == (number != "1"), text
    assert not re.search(
        r"\bthere are (1|one) |\b1 \w+ (are|were)\b|\b1 position, each|\bnone were\b", text, re.I
    ), text


COUNTING_SETTINGS = [
    *(
        "top-stack-twelve:" + more
        for more in ("supply=1", "supply=2", "supply=1,tokens=1", "window=1", "limit=1")
    ),
    *("top-stack-twelve:" + more for more in ("supply=3,tokens=2", "window=2", "window=1000", "supply=1000")),
    *(f"operation-stack:max_stack={most}" for most in (1, 2, 1_000)),
    *(f"operation-stack:max_value={most}" for most in (0, 1, 2, 1_000)),
    *(f"operation-stack:operations={some}" for some in ("none", "swap", "double", "plus", "negate/swap")),
    *(
        "digit-stack:" + more
        for more in ("reach=1", "multiple=2", "target=1", "digits=1", "target=5,reach=2")
    ),
    *(
        "operation-duel:" + more
        for more in ("start=0", "multiply=none", "add=none", "target=2", "target=5000")
    ),
    *("operation-obliteration:" + more for more in ("low=0", "start=1", "high=1000000", "high=12")),
]


@pytest.mark.parametrize("spec", COUNTING_SETTINGS)
def test_games_count_rightly_in_all_that_they_say(spec: str) -> None:
    game = load(spec)
    voice, board = game.voice(), game.board()
    for line in (*voice.rules(), *voice.opening(), game.invariant()):
        assert_counts_agree(line)
    for position in unfold(game, 30):
        state = position.state
        said = [game.show(state), *voice.caption(state), *voice.measures(state)]
        said += [part.say() for part in board.parts(state)]
        if position.outcome is None:
            verdict = game.theory(state)
            said += [*voice.turn(state, 1), voice.prompt(state, 1, ()), verdict.why if verdict else ""]
        for line in said:
            assert_counts_agree(line)


def rules_of(spec: str) -> str:
    return " ".join(load(spec).voice().rules())


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("top-stack-twelve:supply=1,tokens=1", "There is 1 of it for both players together; "),
        ("top-stack-twelve:supply=1", "There is 1 of each for both players together; "),
        ("top-stack-twelve:supply=3,tokens=2", "There are 3 of them for both players together; "),
        ("top-stack-twelve:supply=2", "There are 2 of each for both players together; "),
        ("operation-stack:max_stack=1", "The stack holds at most 1 number. "),
        ("operation-stack:max_stack=2", "The stack holds at most 2 numbers. "),
        ("operation-stack:max_value=0", "Every result must be 0."),
        (
            "operation-stack:operations=none",
            "On your turn you push a number between 1 and 9. You may not pass. ",
        ),
        ("operation-stack:operations=none", "You may not pass. Trying any arithmetic loses."),
        ("operation-stack:operations=swap", "loses. So does trying to swap fewer than two numbers."),
        ("operation-duel:multiply=none", "On your turn you add 1. You may not pass."),
        ("operation-duel:target=1000000007", "Whoever makes it exactly 1,000,000,007 wins."),
    ],
)
def test_rules_are_told_as_people_would_for_few_and_for_many(spec: str, told: str) -> None:
    assert told in rules_of(spec)


@pytest.mark.parametrize("turns", [1, 2, 1_000])
def test_a_limit_of_turns_is_told_in_its_form(turns: int) -> None:
    position = Position(load("operation-duel"), 1, turns)
    ended = result_at(position, turns)
    assert ended is not None
    assert_counts_agree(ended.reason)
    session = session_of("top-stack-twelve", max_turns=turns)
    for ply in range(turns):
        (*_, event) = session.decide(Play(1 + ply % 2, "1"))
        do(session, Play(1 + ply % 2, "1"))
    assert isinstance(event, Ended)
    assert reason(session, event) == [f"The limit of {count(turns, 'turn')} is reached."]


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        (0, "No hints are given in this game: that was agreed."),
        (1, "No more hints: one was agreed for each player."),
        (2, "No more hints: 2 were agreed for each player."),
    ],
)
def test_the_end_of_hints_is_told_as_they_were_agreed_on(limit: int, told: str) -> None:
    session = session_of("operation-duel", hint_limit=limit)
    for _ in range(limit):
        do(session, AskHint(1))
    with pytest.raises(Refused) as refused:
        session.decide(AskHint(1))
    assert refused.value.sentence == told


@pytest.mark.parametrize(("made", "told"), [(0, "0 moves were"), (1, "1 move was"), (2, "2 moves were")])
def test_how_many_moves_were_made_is_told_in_its_form(made: int, told: str) -> None:
    session = session_of("operation-duel")
    for ply in range(made):
        do(session, Play(1 + ply % 2, "+1"))
    with pytest.raises(Refused) as refused:
        session.decide(Play(1 + made % 2, "+1", 9))
    assert refused.value.sentence == f"The game has moved on: {told} made."


@pytest.mark.parametrize("target", [2, 3, 4, 5, 20])
def test_what_was_checked_of_a_proof_is_told_for_none_one_and_many(target: int) -> None:
    game = load(f"operation-duel:target={target}")
    report = verify(json.dumps(prove(game, Answers(game))))
    for line in (report.claim, *report.proved):
        assert_counts_agree(line)
    if target == 2:
        assert report.proved == (
            "Player 1 wins within 1 move: 1 position, with its move and every reply.",
            "Player 2 lasts 1 move: nothing is left for them to choose.",
        )


@pytest.mark.parametrize("limit", [1, 2, 50])
def test_how_far_was_explored_is_told_in_its_form(limit: int) -> None:
    game = load("operation-obliteration:any-multiply")
    answers = Answers(game, limits=Limits(positions=limit))
    with pytest.raises(Unproved) as unproved:
        prove(game, answers)
    with pytest.raises(CannotPlay) as cannot:
        check_solved(answers, "perfect", "mcts plays it")
    for error in (unproved, cannot):
        assert count(limit, "position") in str(error.value)


def test_large_numbers_are_separated_alike_in_one_explanation() -> None:
    game = load("operation-duel:target=1000000007")
    told = " ".join(explain(Position.start(game), Answers(game)))
    assert "1,000,000,007 is odd" in told
    assert not re.search(r"\d{4}", told)
