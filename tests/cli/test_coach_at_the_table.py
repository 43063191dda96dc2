"""Playing with a coach: a question before a mistake, values on request, and a lesson afterwards."""

from pathlib import Path

import pytest
from commandline import Terminal, numduel, play

COACH = ("--coach",)
AWAY = "That gives the win away; really? (yes or no): "
# Player 2, at 2 on the way to 5, wins by adding and loses by doubling.
SPEC = "operation-duel:target=5"


def test_a_move_that_gives_the_win_away_is_asked_about_first() -> None:
    played = play(SPEC, "+1", "*2", "perhaps", "no", "+1", options=COACH)
    assert played.out.count(AWAY) == 2
    assert f"Please answer yes or no.\n{AWAY}no\n" in played.out
    assert "New Current Number is 4." not in played.out
    assert "New Current Number is 3." in played.lines


def test_a_move_that_is_meant_is_made() -> None:
    played = play(SPEC, "+1", "*2", "yes", options=COACH)
    assert "New Current Number is 4." in played.lines


def test_without_a_coach_nobody_is_asked() -> None:
    assert AWAY not in play(SPEC, "+1", "*2").out


def test_an_attempt_that_loses_at_once_is_asked_about_too() -> None:
    played = play("operation-stack", "5", "8", "operate", "/", "no", "push", "3", options=COACH)
    assert "That loses the game at once; really? (yes or no): no" in played.out
    assert "Stack after turn: [5, 8, 3]" in played.lines


def test_a_move_that_loses_much_sooner_is_asked_about_too() -> None:
    played = play("digit-stack:sevens", "3", "no", "5", options=(*COACH, "--p2", "perfect"))
    assert "That loses in 2 moves, where another move lasts 13; really? (yes or no): no\n" in played.out
    assert "Current number is now: 5" in played.lines
    assert played.out.count("really?") == 1


@pytest.mark.parametrize(
    ("before", "asked"),
    [
        ((), 0),  # whoever loses may offer a draw without a word
        (("+1",), 1),
    ],
)
def test_a_draw_in_a_won_game_is_asked_about(before: tuple[str, ...], asked: int) -> None:
    played = play(SPEC, *before, "draw", "no", "no", options=COACH)
    assert ("offers a draw" in played.out) == (not asked)
    assert played.out.count(AWAY) == asked


def test_to_accept_a_draw_in_a_won_game_is_asked_about() -> None:
    played = play(SPEC, "draw", "yes", "no", "+1", options=COACH)
    assert f"Do you accept? (yes or no): yes\n{AWAY}no\nPlayer 2 declines. The game goes on.\n" in played.out
    meant = play(SPEC, "draw", "yes", "yes", options=COACH)
    assert "The players agree on a draw." in meant.lines
    assert "Player 2 had 1 hint." in meant.lines


def test_a_coach_is_asked_why_and_says_how_to_know_more() -> None:
    played = play(SPEC, "+1", "*2", "why", "values", "hint", "no", "resign", options=COACH)
    assert f"{AWAY}why\n*2 leaves 4: 5 is odd, so that doubling" in played.out
    assert f"{AWAY}values\nAnswer no, and then type values.\n{AWAY}hint\n" in played.out
    assert "Player 2 had 1 hint." in played.lines
    drawn = play(SPEC, "+1", "draw", "why", "no", options=COACH)
    assert f"{AWAY}why\nPlayer 2 wins in 3 moves.\n" in drawn.out


def test_half_a_move_is_no_mistake_yet() -> None:
    played = play("operation-stack", "5", "push", "8", options=COACH)
    assert "really?" not in played.out.split("push")[1].split("8")[0]


def test_values_are_told_beside_the_moves() -> None:
    assert (
        "move  comes to\n+1    wins in 3 moves\n*2    loses in 2 moves\n"
        in play(SPEC, "+1", "values", options=COACH).out
    )


def test_values_are_for_those_who_play_with_a_coach() -> None:
    played = play(SPEC, "values")
    assert "What moves are worth is told where you play with a coach" in played.out
    assert "wins in" not in played.out


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (("+1", "*2", "yes", "+1"), "The game turned at move 2."),
        (("+1", "+1", "resign"), "Nobody gave anything away."),
    ],
)
def test_a_lesson_follows_the_game(answers: tuple[str, ...], told: str) -> None:
    played = play(SPEC, *answers, options=COACH)
    _, lesson = played.out.split(" wins the game!\n")
    assert told in lesson.replace("\n", " ")
    assert played.code == 0
    assert told not in " ".join(play(SPEC, *(answer for answer in answers if answer != "yes")).lines)


def test_the_menu_offers_a_coach() -> None:
    with Terminal() as terminal:
        terminal.expect("Press a key: ")
        terminal.type("2")
        terminal.expect("coach: off")
        terminal.expect("Press a key: ")
        terminal.type("k")
        terminal.expect("coach: on")
        terminal.expect("Press a key: ")
        terminal.type("\r")
        terminal.expect("(1 or 2): ")
        terminal.enter("values")
        terminal.expect("comes to")


# With so many hints, and in a game that was left


def test_what_a_coach_says_is_counted_and_told_at_the_end() -> None:
    played = play(SPEC, "+1", "values", "*2", "no", "resign", options=COACH)
    assert "Player 2 had 2 hints." in played.lines


def test_a_coach_warns_and_tells_as_often_as_hints_were_agreed() -> None:
    played = play(SPEC, "+1", "*2", "no", "values", "*2", options=(*COACH, "--hints", "1"))
    assert played.out.count(AWAY) == 1
    last = "This is the last hint of Player 2 in this game: the coach asks and tells no more."
    assert played.lines.index(last) < next(at for at, line in enumerate(played.lines) if AWAY in line)
    assert "No more hints: one was agreed for each player." in played.lines
    assert "comes to" not in played.out
    assert "New Current Number is 4." in played.lines


def test_a_coach_without_hints_is_refused() -> None:
    refused = play(SPEC, options=(*COACH, "--hints", "0"))
    sentence = "a coach's warnings and values are hints, and no hints were agreed on (--hints 0)"
    assert (refused.complaint, refused.code) == (f"numduel: {sentence}\n", 2)


def test_a_game_that_was_left_goes_on_with_a_coach(tmp_path: Path) -> None:
    db = str(tmp_path / "games.db")
    play(SPEC, "+1", NUMDUEL_DB=db)
    assert AWAY in numduel("resume", "--coach", said="*2\nno\n", NUMDUEL_DB=db).out
    assert AWAY not in numduel("resume", said="*2\n", NUMDUEL_DB=db).out


def test_a_game_without_hints_goes_on_without_a_coach(tmp_path: Path) -> None:
    db = str(tmp_path / "games.db")
    play(SPEC, "+1", options=("--hints", "0"), NUMDUEL_DB=db)
    refused = numduel("resume", "--coach", NUMDUEL_DB=db)
    assert (refused.complaint.startswith("numduel: a coach's warnings"), refused.code) == (True, 2)


def test_a_game_that_was_left_goes_on_with_forced_moves_made(tmp_path: Path) -> None:
    db = str(tmp_path / "games.db")
    play("operation-obliteration", "divide", NUMDUEL_DB=db)
    assert numduel("resume", "--auto", NUMDUEL_DB=db).out.count("divides by 2") == 1
    assert numduel("resume", NUMDUEL_DB=db).out.count("divides by 2") == 0
