"""Explanations: every claim in them is taken from the text and held against exhaustive search."""

import re
from collections.abc import Hashable
from typing import Any

import naive
import pytest
from diagrams import Diagram, diagrams
from hypothesis import given
from hypothesis import strategies as st
from naive import Answer, Nodes, small_games, small_nodes
from strategies import GAMES, AnyGame, AnyPosition

from numduel import Position, load
from numduel.analysis.explanation import explain, hint, why_last_move
from numduel.core.verdict import Value, Verdict
from numduel.engine.limits import Limits
from numduel.solver.answers import Answers

SAID = {"win": "win", "lose": "loss", "draw": "draw", "keep the game going": "endless"}


class Truth:
    """What is so of a small game, found without the package's solver."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.places: Nodes = small_nodes(game, 200)
        self.answers: dict[Hashable, Answer] = naive.solve(self.places)

    def at(self, state: Any) -> Answer:
        """The value and the plies of a position in which the game goes on, or one that is stuck."""
        return self.answers[self.game.key(state)]

    def moves(self, state: Any) -> dict[str, Answer]:
        """What each move of a position comes to, by its text."""
        made = naive.after_moves(self.places, self.answers, self.game.key(state))
        return dict(zip(map(self.game.write, self.game.moves(state)), made, strict=True))

    def quickest(self, state: Any) -> set[str]:
        """The moves that are best, their lengths counted."""
        made = self.moves(state)
        best = max(map(naive.rank, made.values()))
        return {text for text, each in made.items() if naive.rank(each) == best}


def assert_outlook(said: str, made: Answer) -> None:
    """`wins in 3 moves` and the like are so; a length may be left out."""
    told = re.fullmatch(r"(win|lose|draw|keep)s?( the game going)?(?: in ([\d,]+) moves?| at once)?", said)
    assert told is not None, said
    assert SAID[told[1] + (told[2] or "")] == made[0], (said, made)
    if told[3] is not None:
        assert int(told[3].replace(",", "")) == made[1], (said, made)
        assert said.endswith("1 move") == (made[1] == 1)
    assert "at once" not in said or made[1] == 1


def assert_clause(truth: Truth, clause: str, state: Any, noun: str) -> None:
    """A reason without theory is so of the position it speaks of."""
    value, made = truth.at(state)[0], truth.moves(state)
    if re.match("every position|exactly the positions|of the positions", clause):
        assert value == "loss"
        return
    if clause.startswith(f"every {noun} loses"):
        assert len(made) > 1
        assert {each[0] for each in made.values()} == {"loss"}
        assert "at once" not in clause or {each[1] for each in made.values()} == {1}
        longest = re.search(rf"none lasts longer than the {noun} (\S+), ", clause)
        assert longest is None or made[longest[1]][1] == max(each[1] or 0 for each in made.values())
    elif clause == "every answer wins":
        assert len(made) > 1
        assert {each[0] for each in made.values()} == {"win"}
    elif clause.startswith(f"the only {noun}, "):
        assert len(made) == 1
    else:
        wins = re.fullmatch(r"(only )?(\S+) wins then(?:,? (at once|in \d+ moves?))?", clause)
        assert wins is not None, clause
        assert_outlook(f"wins {wins[3]}" if wins[3] else "wins", made[wins[2]])
        winning = {text for text, each in made.items() if each[0] == "win"}
        assert winning == {wins[2]} if wins[1] else wins[2] in winning
    met = re.search(r"(\S+), (?:for one, |which )?is met by (\S+)$", clause)
    if met is not None:
        (move,) = [move for move in truth.game.moves(state) if truth.game.write(move) == met[1]]
        assert truth.moves(truth.game.play(state, move))[met[2]][0] == "win"


def assert_leaves(truth: Truth, text: str, position: AnyPosition, move: Any) -> None:
    """`leaves 5, and wins in 3 moves: every answer loses` is so of a move; theory's reasons are not read."""
    game = truth.game
    after = position.play(move)
    brief = re.escape(game.voice().brief(after.state))
    told = re.fullmatch(rf"leaves {brief}(?:, and ([^:]+))?(?:: (.+))?", text)
    assert told is not None, text
    if told[1] is not None:
        assert_outlook(told[1], truth.moves(position.state)[game.write(move)])
    if told[2] is not None and after.outcome is None and game.theory(after.state) is None:
        assert_clause(truth, told[2], after.state, "answer")


def move_of(position: AnyPosition, text: str) -> Any:
    return next(move for move in position.moves if position.game.write(move) == text)


def assert_explained(truth: Truth, position: AnyPosition, answers: Answers) -> None:
    first, *_, last = explain(position, answers)
    value, plies = truth.at(position.state)
    if first.startswith("Unsolved"):
        return
    wins = re.match(r"Player (\d) wins(?: in ([\d,]+) moves?)?\.", first)
    assert (wins is not None) == (value in ("win", "loss"))
    if wins is not None:
        assert int(wins[1]) == (position.player if value == "win" else 3 - position.player)
        assert wins[2] is None or int(wins[2].replace(",", "")) == plies
    here = re.escape(truth.game.voice().brief(position.state))
    best = re.search(rf" From {here}, (\S+) (leaves .+)\.$", first)
    if best is not None:
        assert_leaves(truth, best[2], position, move_of(position, best[1]))
    lost = re.search(rf" At {here}, (.+)\.$", first)
    assert (best is None) != (lost is None)
    if lost is not None and value == "loss" and truth.game.theory(position.state) is None:
        assert_clause(truth, lost[1], position.state, "move")
    for text, said in moves_told(last).items():
        if "unsolved" not in said:
            assert_outlook(said, truth.moves(position.state)[text])


def moves_told(paragraph: str) -> dict[str, str]:
    """Each move that the last paragraph speaks of, with what it says of it."""
    only = re.fullmatch(r"The only move: (\S+), which (.+)\.", paragraph)
    if only is not None:
        return {only[1]: only[2]}
    told = {}
    for part in paragraph.removeprefix("Moves: ").removesuffix(".").split("; "):
        said = re.fullmatch(r"(.+?)(?: all)? ((?:wins?|loses?|draws?|keeps?|is|are)\b.*)", part)
        assert said is not None, part
        for item in re.split(r", | and ", said[1]):
            first, _, last = item.partition(" to ")
            texts = map(str, range(int(first), int(last) + 1)) if last else [first]
            told.update(dict.fromkeys(texts, said[2]))
    return told


def assert_hint(truth: Truth, position: AnyPosition, answers: Answers) -> None:
    text, made = hint(position, answers), truth.moves(position.state)
    tried = re.fullmatch(r"Try (\S+): it (leaves .+)\.", text)
    only = re.fullmatch(r"Only (\S+) can be played; it (.+)\.", text)
    alike = re.fullmatch(r"Every move loses(?: (at once)| in ([\d,]+) moves?)\.", text)
    longest = re.fullmatch(r"Every move loses; (.+) lasts? longest, ([\d,]+) moves?\.", text)
    if tried is not None:
        best = max(naive.rank(each)[0] for each in made.values())
        assert naive.rank(made[tried[1]])[0] == best
        assert not answers.complete or tried[1] in truth.quickest(position.state)
        assert_leaves(truth, tried[2], position, move_of(position, tried[1]))
    elif only is not None:
        assert list(made) == [only[1]]
        assert_outlook(only[2], made[only[1]])
    elif alike is not None:
        assert set(made.values()) == {("loss", int(alike[2].replace(",", "")) if alike[2] else 1)}
    elif longest is not None:
        named = set(moves_told(f"Moves: {longest[1]} lose."))
        assert {each[0] for each in made.values()} == {"loss"}
        assert named == truth.quickest(position.state) < set(made)
        assert {made[each][1] for each in named} == {int(longest[2].replace(",", ""))}
    elif text.startswith("Every move loses;"):
        assert {each[0] for each in made.values()} == {"loss"}
        assert not answers.complete
    else:
        assert text.startswith("This position is unsolved")
        assert not answers.complete


def assert_why(truth: Truth, position: AnyPosition, move: Any, answers: Answers) -> None:
    text, made = why_last_move(position, move, answers), truth.moves(position.state)
    if "unsolved" in text or "not known" in text:
        assert not answers.complete
        return
    mine = made[truth.game.write(move)]
    best = max(made.values(), key=naive.rank)
    assert ("was the only move." in text) == (len(made) == 1)
    kept = re.search(r" kept the (win|draw): it (.+?)\.(?: |$)", text)
    if kept is not None:
        assert mine[0] == kept[1] == best[0]
        assert_outlook(kept[2], mine)
    assert " kept the game going." not in text or mine[0] == "endless" == best[0]
    quicker = re.search(r" Quicker: (\S+), which (wins in [\d,]+ moves?)\.$", text)
    if quicker is not None:
        assert_outlook(quicker[2], made[quicker[1]])
    if answers.complete:
        assert (quicker is not None) == (mine[0] == "win" and mine != best and len(made) > 1 and bool(kept))
    every = re.search(r" changed nothing: every move (.+?)\.", text)
    if every is not None:
        for each in made.values():
            assert_outlook(every[1], each)
    assert ("let a win slip" in text) == (best[0] == "win" != mine[0])
    assert ("lost a game that could be held" in text) == (
        best[0] in ("draw", "endless") and mine[0] == "loss"
    )


def assert_all_is_so(game: AnyGame, data: st.DataObject, limits: Limits | None = None) -> None:
    truth = Truth(game)
    answers = Answers(game, limits=limits)
    keys = sorted((key for key in truth.places if truth.places[key].leads_to), key=repr)
    for key in data.draw(st.lists(st.sampled_from(keys), max_size=6)):
        position = Position(game, truth.places[key].state, data.draw(st.integers(0, 1)))
        assert_explained(truth, position, answers)
        assert_hint(truth, position, answers)
        for move in position.moves:
            assert_why(truth, position, move, answers)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_what_is_said_of_a_game_is_so(name: str, data: st.DataObject) -> None:
    assert_all_is_so(data.draw(small_games(name)), data)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_what_is_said_of_a_game_that_is_solved_in_part_is_so(name: str, data: st.DataObject) -> None:
    assert_all_is_so(data.draw(small_games(name)), data, Limits(positions=data.draw(st.integers(1, 60))))


@given(game=diagrams(), data=st.data())
def test_what_is_said_of_any_diagram_is_so(game: Diagram, data: st.DataObject) -> None:
    assert_all_is_so(game, data)


# Sentences that were wrong once


def asked(spec: str, moves: str = "", limits: Limits | None = None) -> tuple[AnyPosition, Answers]:
    position = Position.start(load(spec))
    for text in moves.split():
        position = position.say(text)
    return position, Answers(position.game, limits=limits)


@pytest.mark.parametrize(
    ("spec", "moves", "told"),
    [
        ("operation-duel", "", "Every move loses in 14 moves."),
        (
            "operation-duel:target=1" + "0" * 30,
            "",
            "Every move loses in 666,666,666,977,107,524,871,826,171,874 moves.",
        ),
        ("top-stack-twelve", "5 6", "Every move loses at once."),
        ("top-stack-twelve:supply=2", "", "Every move loses; 3 and 4 last longest, 11 moves."),
        (
            "operation-duel:target=1" + "0" * 5_000,
            "",
            "Every move loses; how long each of them lasts is not known.",
        ),
    ],
)
def test_a_move_is_said_to_last_longest_only_where_it_does(spec: str, moves: str, told: str) -> None:
    assert hint(*asked(spec, moves)) == told


@pytest.mark.parametrize(
    ("spec", "moves", "told"),
    [
        ("operation-stack:operations=none", "", "nobody can ever make 24: there is no operation"),
        (
            "operation-stack:target=-5,operations=plus",
            "",
            "nobody can ever make -5: no result is ever negative",
        ),
        ("operation-stack:target=5,numbers=2/4", "2", "every number here is a multiple of 2, and 5 is not"),
        ("operation-stack:max_value=20", "", "no result may lie further than 20 from zero"),
        ("digit-stack:target=2", "1", "At 1, 1 is below 2, and any further digit passes it."),
        ("digit-stack:target=97", "2 2", "At 22, 22 is below 97, and any further digit passes it."),
        ("digit-stack:target=1,digits=7/9", "", "At no digits, every digit there is passes 1."),
        ("digit-stack", "", "whatever anyone plays, whoever appends digit number 4 passes 1,000 and loses"),
        (
            "digit-stack:target=19191",
            "1 9",
            "with best play whoever appends digit number 6 passes it and loses",
        ),
        ("operation-duel:target=301", "", None),
    ],
)
def test_a_reason_fits_its_numbers(spec: str, moves: str, told: str | None) -> None:
    paragraphs = explain(*asked(spec, moves))
    if told is None:
        assert paragraphs[1].endswith("+1 … and so on, 300 moves in all.")
    else:
        assert told in paragraphs[0]


def test_a_doubling_that_wins_is_not_said_to_leave_an_even_number() -> None:
    before, answers = asked("operation-duel", "*2 *2 +1")
    said = why_last_move(before, before.read("*2"), answers)
    assert "It leaves 10: doubling 10 makes 20." in said
    before, answers = asked("operation-duel", "*2 +1")
    assert why_last_move(before, before.read("*2"), answers).endswith(
        "It leaves 6: doubling 6 makes 12, an even number above half of 20."
    )


def test_what_a_move_did_is_said_once() -> None:
    before, answers = asked("top-stack-twelve", "")
    said = why_last_move(before, 1, answers)
    assert said.startswith("Player 1's 1 kept the game going. It leaves [1]: ")
    before, answers = asked("operation-obliteration", "divide divide")
    assert why_last_move(before, "add", answers).count("wins in 1 move") <= 1


def test_moves_of_different_knowledge_are_not_compared() -> None:
    quick, slow, unknown = Verdict(Value.WIN, 3), Verdict(Value.WIN, 9), Verdict(Value.WIN)
    assert max((unknown, slow, quick), key=lambda one: one.rank) is quick
    # A game can be lost in 2, or in nobody knows how many: the first can be told, the other not.
    assert max((Verdict(Value.LOSS), Verdict(Value.LOSS, 2)), key=lambda one: one.rank).plies == 2
