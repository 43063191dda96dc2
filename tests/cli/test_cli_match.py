"""Matches: several games between the same two people, who take turns at the first seat."""

import pytest
from commandline import Run, play

# Under the rulebook's settings these four digits make whoever is Player 1 win.
FIRST_SEAT_WINS = ("5", "5", "5", "5")


def seats(played: Run) -> list[str]:
    """The line that opens each game of a match."""
    return [line for line in played.lines if line.startswith("Game ") and "Player 1" in line]


def scores(played: Run) -> list[str]:
    """The score after each game."""
    return [line for line in played.lines if line.startswith("Score: ")]


def final_table(played: Run) -> dict[str, dict[str, str]]:
    """The cells of the final table, by name and heading."""
    start = next(i for i, line in enumerate(played.lines) if line.startswith("player "))
    headings, *rows = (line.split() for line in played.lines[start : start + 3])
    return {row[0]: dict(zip(headings[1:], row[1:], strict=True)) for row in rows}


def test_rounds_are_all_played_with_the_first_seat_alternating() -> None:
    played = play("digit-stack", *FIRST_SEAT_WINS * 3, options=("--rounds", "3"))
    assert seats(played) == [
        "Game 1 of 3: A is Player 1 and begins, B is Player 2.",
        "Game 2 of 3: B is Player 1 and begins, A is Player 2.",
        "Game 3 of 3: A is Player 1 and begins, B is Player 2.",
    ]
    assert scores(played) == ["Score: A 1, B 0.", "Score: A 1, B 1.", "Score: A 2, B 1."]
    assert final_table(played) == {
        "A": {"won": "2", "lost": "1", "drawn": "0", "points": "2"},
        "B": {"won": "1", "lost": "2", "drawn": "0", "points": "1"},
    }
    assert played.lines[-1] == "A wins the match."
    assert (played.err, played.code) == ("", 0)


def test_the_score_follows_each_game_and_the_table_only_the_last() -> None:
    played = play("digit-stack", *FIRST_SEAT_WINS * 2, options=("--rounds", "2"))
    told = [line for line in played.lines if line.startswith(("Game", "Score", "player", "The match"))]
    one_game = ["Game", "Game", "Score:"]  # who sits where, the game's own first line, the score
    assert [line.split()[0] for line in told] == [*one_game, *one_game, "player", "The"]
    assert played.lines[-1] == "The match is a tie."
    assert played.code == 0


def test_a_match_to_two_points_ends_as_soon_as_someone_has_them() -> None:
    played = play("digit-stack", *FIRST_SEAT_WINS * 2, "5", "resign", options=("--to", "2"))
    assert [line.split(":")[0] for line in seats(played)] == [
        "Game 1, first to 2",
        "Game 2, first to 2",
        "Game 3, first to 2",
    ]
    assert scores(played)[-1] == "Score: A 2, B 1."
    assert played.lines[-1] == "A wins the match."
    assert played.code == 0


def test_a_match_to_one_point_is_won_by_whoever_wins() -> None:
    played = play("digit-stack", "resign", options=("--to", "1"))
    assert "Player 2 wins!" in played.lines
    assert scores(played) == ["Score: A 0, B 1."]
    assert played.lines[-1] == "B wins the match."


def test_an_even_match_to_points_goes_on_through_draws() -> None:
    answers = ("draw", "yes", "draw", "yes", *FIRST_SEAT_WINS)
    played = play("digit-stack", *answers, options=("--to", "1"))
    assert scores(played) == [
        "Score: A 0, B 0, drawn 1.",
        "Score: A 0, B 0, drawn 2.",
        "Score: A 1, B 0, drawn 2.",
    ]
    assert final_table(played)["B"] == {"won": "0", "lost": "1", "drawn": "2", "points": "0"}


@pytest.mark.parametrize(("first", "opener"), [("1", "Ann"), ("2", "Ben")])
def test_first_says_who_is_player_1_in_the_first_game(first: str, opener: str) -> None:
    options = ("--rounds", "2", "--first", first, "--p1", "human:Ann", "--p2", "human:Ben")
    played = play("digit-stack", *FIRST_SEAT_WINS * 2, options=options)
    assert [line.split()[4] for line in seats(played)] == [opener, "Ben" if opener == "Ann" else "Ann"]
    assert scores(played)[0] == ("Score: Ann 1, Ben 0." if opener == "Ann" else "Score: Ann 0, Ben 1.")


def test_two_people_of_the_same_name_are_told_apart() -> None:
    options = ("--rounds", "1", "--p1", "human:Ann", "--p2", "human:Ann")
    played = play("digit-stack", "resign", options=options)
    assert seats(played) == ["Game 1 of 1: Ann (A) is Player 1 and begins, Ann (B) is Player 2."]


def test_a_toss_with_a_seed_falls_the_same_way_each_time() -> None:
    tosses = []
    for seed in range(8):
        options = ("--first", "toss", "--seed", str(seed), "--rounds", "1")
        played, again = (play("digit-stack", "resign", options=options) for _ in range(2))
        assert played == again
        opener = seats(played)[0].split()[4]
        assert played.lines[0] == f"The toss: {opener} begins, as Player 1."
        tosses.append(opener)
    assert set(tosses) == {"A", "B"}  # and it is a toss: either can begin


def test_a_toss_without_a_seed_and_a_match_says_who_begins() -> None:
    played = play("digit-stack", *FIRST_SEAT_WINS, options=("--first", "toss"))
    assert played.lines[0] in ("The toss: A begins, as Player 1.", "The toss: B begins, as Player 1.")
    assert played.lines[-1] == "Player 1 wins!"


def test_max_turns_ends_a_game_as_a_draw() -> None:
    played = play("top-stack-twelve", "1", "2", "3", "4", options=("--max-turns", "3"))
    assert "The limit of 3 turns is reached." in played.lines
    assert played.lines[-1] == "The game is a draw."
    assert "wins" not in played.out
    assert (played.err, played.code) == ("", 0)


def test_a_game_that_is_won_on_its_last_turn_is_no_draw() -> None:
    played = play("digit-stack", *FIRST_SEAT_WINS, options=("--max-turns", "4"))
    assert played.lines[-1] == "Player 1 wins!"
    assert "draw" not in played.out


def test_a_turn_that_is_taken_back_does_not_count_against_the_limit() -> None:
    played = play("digit-stack", "5", "undo", "yes", "6", "7", options=("--max-turns", "2"))
    assert "Current number is now: 67" in played.lines
    assert played.lines[-1] == "The game is a draw."


def test_drawn_games_count_as_rounds() -> None:
    played = play("top-stack-twelve", *"1111", options=("--rounds", "2", "--max-turns", "2"))
    assert scores(played) == ["Score: A 0, B 0, drawn 1.", "Score: A 0, B 0, drawn 2."]
    assert final_table(played)["A"] == {"won": "0", "lost": "0", "drawn": "2", "points": "0"}
    assert played.lines[-1] == "The match is a tie."


def test_input_that_ends_in_mid_match_leaves_the_score_behind() -> None:
    played = play("digit-stack", *FIRST_SEAT_WINS, "1", options=("--rounds", "3"))
    assert played.lines[-2:] == [
        "The input has ended: the game is unfinished, after 1 turn.",
        "The match is unfinished. Score: A 1, B 0.",
    ]
    assert (played.err, played.code) == ("", 1)


def test_quitting_in_mid_match_leaves_the_score_behind() -> None:
    played = play("digit-stack", *FIRST_SEAT_WINS, "quit", "yes", options=("--to", "5"))
    assert played.lines[-2:] == [
        "The game is left unfinished, after 0 turns.",
        "The match is unfinished. Score: A 1, B 0.",
    ]
    assert (played.err, played.code) == ("", 0)


def test_undo_does_not_reach_back_into_the_game_before() -> None:
    played = play("digit-stack", "resign", "undo", options=("--rounds", "2"))
    assert "There is no move to take back yet." in played.lines
    assert played.code == 1


def test_a_single_game_speaks_of_no_match() -> None:
    played = play("digit-stack", *FIRST_SEAT_WINS)
    assert not any(word in played.out for word in ("Score", "match", "points", "Game 1"))
