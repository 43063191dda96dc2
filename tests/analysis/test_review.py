"""Review: what each move did to the value of a game, and where it was decided."""

import json
import re
import shlex
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from commandline import Run, numduel, play
from hypothesis import given
from hypothesis import strategies as st
from strategies import AnyGame, steps, walk

import numduel as library
from numduel.analysis.review import Step, review
from numduel.core.game import Side
from numduel.core.verdict import Value
from numduel.match.reading import parse
from numduel.match.record import Record

SVG = "{http://www.w3.org/2000/svg}"
# Opening with 5 loses by force; 1 lets that slip, 6 in the end loses at once.
SEE_SAW = '[spec "top-stack-twelve"] [player1 "Ann"] [player2 "Ben"] 5 1 3 3 3 6'
DUEL = '[spec "operation-duel:target=9"] *2 *2 +1 +1 +1 +1 +1'


def reviewed(text: str, *options: str, **changes: str | None) -> Run:
    done = numduel("review", "-", *options, said=text, **changes)
    assert (done.err, done.code) == ("", 0)
    return done


def as_json(text: str, *options: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(reviewed(text, "--json", *options).out)
    return document


def decided(shown: Run) -> str:
    """What a review says first: where the game was decided. Only what game it is may stand before it."""
    paragraphs = [" ".join(part.split()) for part in shown.out.split("\n\n")]
    assert "turning point" in paragraphs[1] or "gave anything away" in paragraphs[1]
    return paragraphs[1]


def marks(text: str) -> list[str]:
    return [step.mark for step in review(parse(text)).steps]


# What each move did


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Nobody ever has a choice that matters in Digit Stack.
        ('[spec "digit-stack"] 2 5 8 9', ["kept the win", "was lost anyway"] * 2),
        (SEE_SAW, ["lost it", "let it slip", *["kept the game going"] * 3, "lost it"]),
        ('[spec "top-stack-twelve"] 5 6 1', ["lost it", "only winning move", "was lost anyway"]),
        ('[spec "operation-obliteration"] divide divide add', ["no choice", "no choice", "kept the win"]),
        ('[spec "digit-stack"]', []),
    ],
)
def test_each_move_has_a_mark_in_words(text: str, expected: list[str]) -> None:
    assert marks(text) == expected


def wins(game: AnyGame) -> Any:
    """Whether the player to move wins: by trying everything, for games that always end."""

    @cache
    def won(state: Any) -> bool:
        outcome = game.outcome(state)
        if outcome is not None:
            assert outcome.winner is not None
            return outcome.winner is Side.NEXT
        return any(not won(game.play(state, move)) for move in game.moves(state))

    return won


def judged(won: Any, game: AnyGame, state: Any, move: Any) -> tuple[str, bool, bool]:
    """The mark of a move, whether there was a choice, and whether it was a mistake, told from scratch."""
    good = [each for each in game.moves(state) if not won(game.play(state, each))]
    made = list(game.moves(state))
    mistake = bool(good) and move not in good
    if len(made) == 1:
        mark = "no choice"
    elif mistake:
        mark = "lost it"
    elif not good:
        mark = "was lost anyway"
    else:
        mark = "only winning move" if len(good) == 1 else "kept the win"
    return mark, 0 < len(good) < len(made), mistake


@pytest.mark.parametrize(
    "spec",
    [
        "digit-stack:target=120,digits=1/3/7",
        "digit-stack:repeats=no,target=70",
        "operation-duel:target=17",
        "operation-duel:target=31,add=1/2,multiply=2/3",
        "operation-duel:target=20,overshoot=forbidden",
        "top-stack-twelve:tokens=1-3,supply=2,limit=8",
    ],
)
@given(picks=steps())
def test_a_review_agrees_with_trying_everything(spec: str, picks: list[int]) -> None:
    game = library.load(spec)
    won = wins(game)
    positions = walk(game, picks)
    moves = []
    for before, after in pairwise(positions):
        moves.append(next(move for move in before.moves if before.play(move) == after))
    found = review(Record(spec, tuple(map(game.write, moves))))
    for position, move, step in zip(positions, moves, found.steps, strict=False):
        assert (step.mark, step.choice, step.error) == judged(won, game, position.state, move)
        good = {game.write(each) for each in position.moves if not won(game.play(position.state, each))}
        if good:
            assert step.best.value is Value.WIN
            assert {*step.best_moves} <= good
    assert [value is Value.WIN for value in found.value_history] == [
        won(position.state) == (position.player == 1) for position in positions
    ]
    last = [step for step in found.steps if step.error][-1:]
    assert found.turning_point == (last[0] if last else None)


def test_the_share_of_good_choices_counts_only_those_that_mattered() -> None:
    found = review(parse(SEE_SAW))
    mattered = [step for step in found.steps if step.choice]
    for player in (1, 2):
        mine = [step for step in mattered if step.player == player]
        assert found.good_choices(player) == (sum(not step.error for step in mine), len(mine))
    assert review(parse('[spec "digit-stack"] 2 5 8 9')).good_choices(1) == (0, 0)


# At the command line


def test_the_turning_point_comes_first_with_what_would_have_been_better() -> None:
    told = decided(reviewed('[spec "top-stack-twelve"] 5 1'))
    assert told.startswith("The turning point is move 2: Player 2's 1 let it slip.")
    assert re.search(r"\b6\b.* wins in 2 moves\. ", told)


def test_the_turning_point_is_told_with_its_reason_and_where_to_look_further() -> None:
    told = decided(reviewed('[spec "operation-duel:target=5"] [player2 "Zoe"] +1 *2 +1'))
    assert told == (
        "The turning point is move 2: Player 2 (Zoe)'s *2 lost it. Better: +1, which wins in 3 moves. *2 "
        "leaves 4: 5 is odd, so that doubling never helps whoever does it: whoever faces an odd number "
        "loses. +1 leaves 3. More: numduel explain operation-duel:target=5 --moves +1"
    )


def test_the_command_to_look_further_explains_the_position_in_which_it_turned() -> None:
    command = decided(reviewed(SEE_SAW)).partition("More: numduel ")[2]
    assert command == "explain top-stack-twelve --moves '5 1 3 3 3'"
    assert "6 loses" in numduel(*shlex.split(command)).out.replace("\n", " ")


def test_a_lost_game_that_was_hurried_is_told_what_lasts_longer() -> None:
    shown = reviewed('[spec "digit-stack:sevens"] 3 5')
    assert "Player 1's 3 at move 1 loses in 2 moves. What lasts longer: 5 " in decided(shown)
    assert shown.lines[-2].endswith("loses in 2 moves (lasts longer: 5)")
    assert "longer" not in reviewed('[spec "digit-stack:sevens"] [ending "resignation"]').out


def test_a_review_names_the_game_who_played_and_how_it_ended() -> None:
    first = " ".join(reviewed(SEE_SAW).out.partition("\n\n")[0].split())
    assert first.startswith("top-stack-twelve: Ann against Ben")
    assert "Player 1 (Ann) wins" in first


def test_a_review_has_shares_a_picture_and_a_line_for_each_move() -> None:
    shown = reviewed(SEE_SAW)
    assert re.search(
        r"^Player 1 \(Ann\) found a best move in 2 of 3 choices that mattered\.$", shown.out, re.M
    )
    assert re.search(
        r"^Player 2 \(Ben\) found a best move in 0 of 2 choices that mattered\.$", shown.out, re.M
    )
    picture = {line.split("|")[0].strip(): line.split("|")[1] for line in shown.lines if line.count("|") == 2}
    # Before the first move, and after each of the six: nobody, Player 2, nobody ..., and Player 1 at the end.
    assert picture == {"Player 1 wins": "......#", "nobody wins": "#.####.", "Player 2 wins": ".#....."}
    table = [line.split() for line in shown.lines[-6:]]
    assert [row[:3] for row in table] == [
        [str(n), str(2 - n % 2), move] for n, move in enumerate("513336", 1)
    ]
    for line, step in zip(shown.lines[-6:], review(parse(SEE_SAW)).steps, strict=True):
        assert step.mark in line


def test_a_game_without_a_mistake_is_told_to_have_none() -> None:
    shown = reviewed('[spec "digit-stack"] 2 5 8 9')
    assert decided(shown) == "No move gave anything away."
    assert "Player 1 never had a choice that mattered." in shown.lines


def test_the_text_of_a_review_fits_the_screen() -> None:
    *above, _ = reviewed(SEE_SAW).out.split("\n\n")  # all but the table
    assert max(len(line) for part in above for line in part.splitlines()) <= 80


def test_a_review_as_json_has_everything() -> None:
    document = as_json(SEE_SAW)
    found = review(parse(SEE_SAW))
    assert document.keys() >= {
        "spec", "players", "winner", "ending", "turning_point", "unsolved", "course", "good_choices", "moves",
    }  # fmt: skip
    assert (document["spec"], document["players"]) == ("top-stack-twelve", ["Ann", "Ben"])
    assert (document["winner"], document["ending"]) == (1, "rule")
    assert (document["turning_point"], document["unsolved"]) == (6, False)
    assert document["course"] == ["endless", "loss", *["endless"] * 4, "win"]
    assert document["good_choices"] == {
        str(player): dict(zip(("good", "all"), found.good_choices(player), strict=True)) for player in (1, 2)
    }
    assert [told_as(step) for step in found.steps] == document["moves"]


def told_as(step: Step) -> dict[str, Any]:
    return {
        "number": step.number,
        "player": step.player,
        "move": step.move,
        "mark": step.mark,
        "choice": step.choice,
        "error": step.error,
        "before": {"value": step.best.value.value, "plies": step.best.plies},
        "after": {"value": step.value.value.value, "plies": step.value.plies},
        "best": list(step.best_moves),
    }


def test_several_games_in_a_file_are_reviewed_one_after_another() -> None:
    text = '[spec "digit-stack"] 2 5 8 9\n' + DUEL
    documents = json.loads(reviewed(text, "--json").out)
    assert [document["spec"] for document in documents] == ["digit-stack", "operation-duel:target=9"]
    one, other = (reviewed(part).out for part in text.splitlines())
    assert reviewed(text).out == f"{one}\n{other}"


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ('[spec "operation-duel"] [ending "resignation"] +1', "resignation"),
        ('[spec "operation-duel"] [ending "agreed draw"] +1', "agreed draw"),
        ('[spec "operation-stack"] [ending "forfeited attempt"] [attempt "/"] 5', "forfeited attempt"),
        ('[spec "operation-duel"] [max_turns "1"] +1', "turn limit"),
        ('[spec "operation-duel"] +1', None),
        ('[spec "operation-duel"]', None),
    ],
)
def test_a_game_can_be_reviewed_however_it_ended(text: str, ending: str | None) -> None:
    document = as_json(text)
    assert document["ending"] == ending
    assert len(document["course"]) > len(document["moves"])


@pytest.mark.parametrize(
    ("ending", "told"),
    [
        # With best play Player 2 wins Operation Duel, whatever Player 1 begins with.
        ('[ending "resignation"]', None),
        ('[ending "resignation"] +1', "Player 2 resigns"),
        # Also where the other player was to move: both had to agree.
        ('[ending "agreed draw"]', "Player 2 agrees on a draw and gives up a win. Better: to play on, which"),
        ('[ending "agreed draw"] +1', "Player 2 agrees on a draw and gives up a win. Better: +1, which"),
        ('[ending "agreed draw"] +1 *2', "Player 1 agrees on a draw and gives up a win. Better: +1, which"),
        (
            '[ending "agreed draw"] +1 *2 +1',
            "Player 1 agrees on a draw and gives up a win. Better: to play on",
        ),
    ],
)
def test_who_gives_a_won_game_up_has_decided_it(ending: str, told: str | None) -> None:
    found = review(parse(f'[spec "operation-duel"] {ending}'))
    assert found.turning_point == (None if told is None else found.steps[-1])
    shown = reviewed(f'[spec "operation-duel"] {ending}')
    assert (told or "No move gave anything away.") in decided(shown)


def test_a_draw_that_gives_up_no_win_is_nobodys_fault() -> None:
    found = review(parse('[spec "top-stack-twelve"] [ending "agreed draw"] 1 2'))
    assert found.turning_point is None
    assert found.steps[-1].mark == "kept the draw"


def test_an_attempt_that_lost_a_game_is_where_it_was_decided() -> None:
    found = review(parse('[spec "operation-stack"] [ending "forfeited attempt"] [attempt "operate /"] 5'))
    assert found.turning_point == found.steps[-1]
    assert (found.steps[-1].number, found.steps[-1].player) == (2, 2)
    assert found.value_history[-1] is Value.WIN


def test_a_game_that_was_kept_is_reviewed_by_its_number(tmp_path: Path) -> None:
    db = str(tmp_path / "games.db")
    play("operation-duel:target=9", "*2", "*2", options=("--p1", "human:Ann"), NUMDUEL_DB=db)
    done = numduel("review", "1", NUMDUEL_DB=db)
    assert (done.err, done.code) == ("", 0)
    assert re.search(r"^Player 1 \(Ann\) ", done.out, re.M)


# The image


def test_the_course_of_a_game_is_drawn_as_an_image(tmp_path: Path) -> None:
    file = tmp_path / "course.svg"
    shown = reviewed(SEE_SAW, "-o", str(file))
    assert shown.out == reviewed(SEE_SAW).out
    root = ElementTree.parse(file).getroot()
    assert root.tag == f"{SVG}svg"
    words = [element.text or "" for element in root.iter(f"{SVG}text")]
    assert words[0] == "Top Stack Twelve"
    errors = [step for step in review(parse(SEE_SAW)).steps if step.error]
    assert len(errors) == 3
    assert [word for word in words if re.match(r"\d+: ", word)] == [f"{s.number}: {s.move}" for s in errors]
    # Within the picture: nothing is drawn where nobody sees it.
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for element in root.iter(f"{SVG}text"):
        assert 0 <= float(element.attrib["x"]) < width
        assert 0 < float(element.attrib["y"]) <= height


def test_an_image_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    for name in (tmp_path, tmp_path / "none" / "course.svg"):
        refused = numduel("review", "-", "-o", str(name), said=DUEL)
        assert "numduel: " in refused.complaint
        assert (refused.out, refused.code) == ("", 1)


# What is not known

UNSOLVED = '[spec "operation-stack:operations=plus/minus/times/swap,max_stack=9"] 1 2 3'


def test_an_unsolved_game_is_told_to_be_unsolved() -> None:
    shown = reviewed(UNSOLVED, "--limit", "50")
    assert decided(shown) == "No move gave anything away (as far as it is solved)."
    assert "unsolved" in shown.out
    assert "draw" not in shown.out
    # Nobody knows whether a choice mattered.
    assert "never had a choice that mattered." not in shown.out
    document = as_json(UNSOLVED, "--limit", "50")
    assert document["unsolved"] is True
    assert "unsolved" in document["course"]
    assert document["good_choices"] == {"1": {"good": 0, "all": 0}, "2": {"good": 0, "all": 0}}
    assert {move["mark"] for move in document["moves"]} <= {"unsolved", "no choice"}


def test_the_winner_of_a_game_too_large_to_explore_is_known_by_theory() -> None:
    document = as_json(f'[spec "operation-duel:target={"7" * 300}"] +1 *2 *2')
    assert document["unsolved"] is False
    assert {move["after"]["value"] for move in document["moves"]} <= {"win", "loss"}


# A long game


def test_a_game_of_20000_moves_can_be_reviewed(tmp_path: Path) -> None:
    file = tmp_path / "course.svg"
    text = '[spec "operation-duel:target=100000"] ' + "+1 " * 20_000
    document = json.loads(reviewed(text, "--json", "-o", str(file)).out)
    assert len(document["moves"]) == 20_000
    assert len(document["course"]) == 20_001
    assert ElementTree.parse(file).getroot().tag == f"{SVG}svg"


@given(st.integers(0, 200))
def test_the_picture_in_the_terminal_is_never_wider_than_the_screen(count: int) -> None:
    from numduel.drawing.review_sketch import sketch_review_chart

    lines = sketch_review_chart(review(Record("top-stack-twelve", ("3",) * count)))
    assert max(map(len, lines)) <= 80
    columns = {len(line.split("|")[1]) for line in lines if "|" in line}
    assert columns == {len(range(0, count + 1, -(-(count + 1) // 60)))}
