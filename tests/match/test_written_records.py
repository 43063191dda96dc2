"""Records to the letter: every tag in its place, moves with their numbers, lines of a readable width."""

import dataclasses

import pytest

from numduel.core.errors import ArgumentError
from numduel.match.notation import quote, quote_move, unquote
from numduel.match.reading import parse
from numduel.match.record import NotPlayable, Record, RecordError, result_of, write

WHOLE = Record(
    "digit-stack:target=9999",
    ("1", "2", "3"),
    players=("Ann", "Zoë"),
    date="2026-11-16",
    seed=0,
    round=2,
    max_turns=3,
    hints=(0, 1),
    undos=1,
    undo_policy="free",
    hint_limit=0,
    uid="a1",
    comments=((3, "last"), (0, "first"), (1, "one"), (1, "two")),
    tags=(("occasion", "rain"),),
).with_result("")
TEXT = """[format "2"]
[spec "digit-stack:target=9999"]
[player1 "Ann"]
[player2 "Zoë"]
[date "2026-11-16"]
[seed "0"]
[round "2"]
[result "draw"]
[ending "turn limit"]
[max_turns "3"]
[hints "0 1"]
[undos "1"]
[undo "free"]
[hint_limit "0"]
[uid "a1"]
[occasion "rain"]

{first} 1. 1 {one} {two} 2 2. 3 {last}
"""


def test_a_record_is_written_to_the_letter() -> None:
    assert write(WHOLE) == TEXT
    assert parse(TEXT) == WHOLE


def test_a_record_says_who_did_what_ended_it() -> None:
    forfeited = Record("operation-stack", ("5",)).with_result("forfeited attempt", 2, "operate /")
    assert write(forfeited) == (
        '[format "2"]\n[spec "operation-stack"]\n[result "1"]\n[ending "forfeited attempt"]\n[by "2"]\n'
        '[attempt "operate /"]\n\n1. 5\n'
    )
    assert write(Record("digit-stack")) == '[format "2"]\n[spec "digit-stack"]\n[result "*"]\n\n'


@pytest.mark.parametrize("hints", [(1, 0), (0, 1), (2, 3)])
def test_hints_of_either_player_are_written(hints: tuple[int, int]) -> None:
    record = Record("digit-stack", hints=hints)
    assert f'[hints "{hints[0]} {hints[1]}"]' in write(record)
    assert parse(write(record)) == record


def test_a_line_of_moves_is_as_long_as_80_signs_and_no_longer() -> None:
    def lines(comment: int) -> list[int]:
        text = write(Record("digit-stack", ("1",), comments=((1, "x" * comment),)))
        return [len(line) for line in text.splitlines()[4:]]

    assert lines(80 - len("1. 1 {}")) == [80]
    assert lines(81 - len("1. 1 {}")) == [4, 76]


@pytest.mark.parametrize("after", [-1, 2])
def test_a_comment_stands_after_moves_that_there_are(after: int) -> None:
    with pytest.raises(ArgumentError):
        Record("digit-stack", ("1",), comments=((after, "x"),))


@pytest.mark.parametrize(
    ("char", "written"),
    [
        ("\n", r"\n"),
        ("\x00", r"\x00"),
        ("\x7f", r"\x7f"),
        ("\x85", r"\x85"),
        ("\xff", "ÿ"),
        ("\u0378", r"\u0378"),
        ("\uffff", r"\uffff"),
        ("\U00010000", "\U00010000"),
        ("\U0010ffff", r"\U0010ffff"),
        ('"', r"\""),
        ("\\", r"\\"),
        ("}", "}"),
    ],
)
def test_a_sign_is_spelled_out_where_it_would_not_survive(char: str, written: str) -> None:
    assert quote(char) == f'"{written}"'
    assert unquote(written) == char


@pytest.mark.parametrize(
    ("code", "char"),
    [
        (r"\ud7ff", "\ud7ff"),
        (r"\ud800", "\ufffd"),
        (r"\udfff", "\ufffd"),
        (r"\ue000", "\ue000"),
        (r"\U0010ffff", "\U0010ffff"),
        (r"\U00110000", "\ufffd"),
        (r"\t", "\t"),
        (r"\r", "\r"),
        (r"\q", "q"),
    ],
)
def test_what_is_spelled_out_is_a_character_or_a_sign_for_none(code: str, char: str) -> None:
    assert unquote(code) == char


@pytest.mark.parametrize(
    ("move", "written"),
    [
        ("+1", "+1"),
        ("1", "1"),
        ("1.", '"1."'),
        ("a b", '"a b"'),
        ("", '""'),
        ("\u0378", r'"\u0378"'),
        ("1.5", "1.5"),
    ],
)
def test_a_move_is_quoted_where_it_could_be_something_else(move: str, written: str) -> None:
    assert quote_move(move) == written


def test_a_move_that_cannot_be_played_has_its_number() -> None:
    unknown, after_the_end = (
        Record("digit-stack", ("1", "x")),
        Record("digit-stack", ("9", "9", "9", "9", "1")),
    )
    with pytest.raises(NotPlayable) as refused:
        unknown.last_position()
    assert (refused.value.number, refused.value.over) == (2, False)
    with pytest.raises(NotPlayable) as refused:
        after_the_end.last_position()
    assert (refused.value.number, refused.value.over) == (5, True)


def test_a_turn_limit_is_reached_by_its_last_move_and_not_passed() -> None:
    record = Record("digit-stack", ("1", "2"))
    position = record.last_position()
    assert result_of(position, 3) is None
    ended = result_of(position, 2)
    assert ended is not None
    assert ended.ending.value == "turn limit"
    with pytest.raises(RecordError, match="there are more moves than the limit of 1"):
        result_of(position, 1)


@pytest.mark.parametrize("player", [0, 3])
def test_nobody_but_players_1_and_2_resigns(player: int) -> None:
    with pytest.raises(RecordError, match="the ending 'resignation' does not follow from the moves"):
        dataclasses.replace(WHOLE, max_turns=None).with_result("resignation", player)
