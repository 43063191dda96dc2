"""Records: what is written can be read again, and whatever is no legal game is refused with its place."""

import dataclasses
import re
from pathlib import Path

import pytest
from commandline import numduel
from hypothesis import example, given
from hypothesis import strategies as st
from recorded import anything, records
from strategies import GAMES

import numduel as library
from numduel.match.reading import parse, parse_all
from numduel.match.record import Record, RecordError, write
from numduel.match.round import Ending, Result, lost_by

# There and back


@given(records())
def test_a_record_that_was_written_reads_as_it_was(record: Record) -> None:
    assert parse(write(record)) == record


@given(st.lists(records(), min_size=1, max_size=3))
def test_several_records_in_one_text_read_as_they_were(several: list[Record]) -> None:
    assert parse_all("\n".join(map(write, several))) == several


def test_games_without_a_move_can_stand_in_one_text() -> None:
    # Somebody who resigns at once has played a game, and may export two of them.
    resigned = Record("digit-stack", result=lost_by(1, Ending.RESIGNATION))
    assert parse_all(write(resigned) + "\n" + write(resigned)) == [resigned, resigned]


@given(records())
def test_a_record_is_plain_text_whatever_is_in_it(record: Record) -> None:
    assert all(char.isprintable() or char == "\n" for char in write(record))
    assert write(record).endswith("\n")


@given(records())
def test_line_ends_of_other_systems_make_no_difference(record: Record) -> None:
    assert parse(write(record).replace("\n", "\r\n")) == record


@given(records())
def test_every_ending_has_a_form(record: Record) -> None:
    told = dict(re.findall(r'^\[(result|ending|by) "(.*)"\]$', write(record), re.M))
    result = record.result
    if result is None:
        assert told == {"result": "*"}
    else:
        winner = "draw" if result.winner is None else str(result.winner)
        who = {} if result.player is None else {"by": str(result.player)}
        assert told == {"result": winner, "ending": result.ending.value, **who}


def test_the_first_format_is_read_as_it_was_written_and_told_nobody_who_resigned() -> None:
    text = '[format "1"] [spec "digit-stack"] [result "1"] [ending "resignation"] [by "nobody"] 2'
    record = parse(text)
    assert record.result == lost_by(2, Ending.RESIGNATION)
    assert record.tags == (("by_", "nobody"),)
    assert parse(write(record)) == record


def test_a_resignation_out_of_turn_names_who_resigned() -> None:
    text = '[spec "digit-stack"] [result "2"] [ending "resignation"] [by "1"] 2'
    assert parse(text).result == lost_by(1, Ending.RESIGNATION)
    assert parse(write(parse(text))) == parse(text)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ('[spec "digit-stack"] 2 5 8 9', Result(1, Ending.RULE, "the target was exceeded")),
        ('[spec "digit-stack"] [ending "resignation"] 2', lost_by(2, Ending.RESIGNATION)),
        ('[spec "digit-stack"] [ending "timeout"] [by "1"] 2', lost_by(1, Ending.TIMEOUT)),
        ('[spec "digit-stack"] [ending "abandoned"] [by "2"] 2', lost_by(2, Ending.ABANDONED)),
        (
            '[spec "digit-stack"] [ending "agreed draw"]',
            Result(None, Ending.AGREEMENT, "the players agreed on a draw"),
        ),
        (
            '[spec "operation-stack"] [ending "forfeited attempt"] [attempt "operate /"] 5',
            lost_by(2, Ending.FORFEIT, "operate /"),
        ),
        ('[spec "digit-stack"] [max_turns "2"] 2 5', Result(None, Ending.TURN_LIMIT, "2 turns were played")),
        ('[spec "digit-stack"] 2 5', None),
        ('[spec "digit-stack"] [result "*"]', None),
    ],
)
def test_an_ending_may_be_written_by_hand(text: str, result: Result | None) -> None:
    assert parse(text).result == result


@pytest.mark.parametrize(
    "text",
    [
        '[spec "operation-duel:target=9"] +1 *2 +1',
        '[spec "operation-duel:target=9"]\n1. +1 *2\n2. +1',
        '[spec "operation-duel:target=9"]\n1. +1\n   *2\n\n\n2. +1\n',
        '\n\n  [ spec\t"operation-duel:target=9" ]  "+1" *2 "+1"',
        '[spec "operation-duel:start=1,target=9"]\r\n1. +1 *2 2. +1\r\n',
        '[format "1"][spec "operation-duel:target=9"]1. +1 *2 2. +1',
    ],
)
def test_a_record_written_by_hand_needs_a_spec_and_moves_only(text: str) -> None:
    assert parse(text) == Record("operation-duel:target=9", ("+1", "*2", "+1"))


def test_a_tag_alone_is_a_game_that_has_just_begun() -> None:
    assert parse('[spec "digit-stack"]') == Record("digit-stack")


def test_settings_of_the_rulebook_and_their_order_make_no_difference() -> None:
    spec = parse('[spec "digit-stack:repeats=yes,target=31,digits=1-9"]').spec
    assert spec == parse('[spec "digit-stack:target=31"]').spec == "digit-stack:target=31"


def test_comments_keep_their_places_and_their_order() -> None:
    record = parse('[spec "digit-stack"] {a} {b} 2 {c\nd} {e} 5 {f \\} \\\\ \\n g}')
    assert record.comments == ((0, "a"), (0, "b"), (1, "c\nd"), (1, "e"), (2, "f } \\ \n g"))
    assert parse(write(record)) == record


def test_unknown_tags_are_kept_in_their_order() -> None:
    record = parse('[zeta "1"] [spec "digit-stack"] [Alpha ""] [Spec "not the spec"] 5')
    assert record.tags == (("zeta", "1"), ("Alpha", ""), ("Spec", "not the spec"))
    assert parse(write(record)) == record


def test_a_mark_at_the_start_of_a_file_that_some_editors_leave_does_no_harm() -> None:
    assert parse('\ufeff[spec "digit-stack"] 5') == Record("digit-stack", ("5",))


@pytest.mark.parametrize("half", [r"\ud800", r"\udfff", r"\U0000dc00", r"\U00110000", r"\uffff"])
def test_what_is_no_character_is_not_read_as_one(half: str) -> None:
    record = parse(f'[spec "digit-stack"] [player1 "{half}"]')
    assert record.players[0] in ("\ufffd", "\uffff")
    assert parse(write(record)) == record


def test_a_number_of_any_size_can_stand_in_a_spec() -> None:
    spec = f"operation-duel:target={'9' * 1000}"
    assert parse(f'[spec "{spec}"] +1').spec == spec


# Refusals

DIGITS = '[spec "digit-stack"]\n'
REFUSED = [
    # moves
    (DIGITS + "2 5 8 9 1", 2, "move 5: 1 cannot be played: the game is over"),
    (DIGITS + "2 5\n8\n0 9", 4, "move 4: there is no move '0' in Digit Stack"),
    (DIGITS + "2 five", 2, "move 2: there is no move 'five'"),
    (DIGITS + '2\n"5 5"', 3, "move 2: there is no move '5 5'"),
    ('[spec "digit-stack:repeats=no"]\n{a\nlong\nnote} 5 6\n\n5', 6, "move 3: 5 cannot be played now"),
    ('[spec "operation-obliteration"]\ndivide divide\ndivide', 3, "move 3: divide cannot be played now"),
    (DIGITS + "1. 2 5\n3. 8", 3, "3. is not the number of the next move"),
    (DIGITS + "2. 5", 2, "2. is not the number of the next move"),
    # the result and the ending
    ('[spec "digit-stack"]\n[result "2"]\n2 5 8 9', 2, "the result '2' does not follow; it is 1"),
    ('[spec "digit-stack"]\n[result "*"]\n2 5 8 9', 2, "the result '*' does not follow; it is 1"),
    ('[spec "digit-stack"]\n[result "1"]\n2 5 8', 2, "the result '1' does not follow; it is *"),
    ('[spec "digit-stack"]\n[result "1-0"]\n2 5 8 9', 2, "the result '1-0' does not follow"),
    (
        '[spec "digit-stack"]\n[ending "resignation"]\n[result "1"]\n',
        3,
        "the result '1' does not follow; it is 2",
    ),
    ('[spec "digit-stack"]\n\n[ending "rule"]\n2 5 8', 3, "the ending 'rule' does not follow"),
    ('[spec "digit-stack"]\n[ending "boredom"]\n2 5 8', 2, "the ending 'boredom' does not follow"),
    ('[spec "digit-stack"]\n[ending "resignation"]\n2 5 8 9', 2, "the game ended by its rules"),
    ('[spec "digit-stack"]\n[ending "turn limit"]\n2 5', 2, "the ending 'turn limit' does not follow"),
    ('[spec "digit-stack"]\n[max_turns "3"]\n[ending "turn limit"]\n2 5', 3, "'turn limit' does not follow"),
    ('[spec "digit-stack"]\n[max_turns "2"]\n2 5 8', None, "more moves than the limit of 2"),
    ('[spec "digit-stack"]\n[max_turns "2"]\n2 5 8 9', None, "more moves than the limit of 2"),
    ('[spec "digit-stack"]\n[max_turns "2"]\n[ending "resignation"]\n2 5', 3, "not"),
    ('[spec "digit-stack"]\n[max_turns "2"]\n[ending "agreed draw"]\n2 5', 3, "not"),
    ('[spec "operation-stack"]\n[ending "forfeited attempt"]\n5', 2, "'forfeited attempt' does not follow"),
    (
        '[spec "operation-stack"]\n[ending "forfeited attempt"]\n[attempt "push 5"]\n5',
        2,
        "'forfeited attempt' does not follow",
    ),
    (
        '[spec "operation-stack:invalid=retry"]\n[ending "forfeited attempt"]\n[attempt "operate /"]\n5',
        2,
        "'forfeited attempt' does not follow",
    ),
    ('[spec "digit-stack"]\n[ending "resignation"]\n[by "3"]\n2', 3, "by must be 1 or 2"),
    ('[spec "digit-stack"]\n[by "1"]\n2 5 8', 2, "nothing that player 1 did ended this game"),
    ('[spec "digit-stack"]\n[by "2"]\n2 5 8 9', 2, "nothing that player 2 did ended this game"),
    (
        '[spec "operation-stack"]\n[ending "forfeited attempt"]\n[attempt "/"]\n[by "1"]\n5',
        2,
        "'forfeited attempt' does not follow",
    ),
    # tags
    ('[spec "digit-stack"]\n[seed "1"]\n[seed "1"]\n2', 3, "the tag seed is there twice"),
    ('[spec "digit-stack"]\n[mood "1"]\n[mood "2"]\n2', 3, "the tag mood is there twice"),
    ('[format "3"]\n[spec "digit-stack"]\n2', 1, "a newer format"),
    ('\n\n[spec "chess"]\ne4', 3, "no game 'chess'"),
    ('\n\n[spec "digit-stak"]\n2', 3, "did you mean digit-stack?"),
    ('[player1 "Ann"]\n[spec "digit-stack:goal=3"]\n2', 2, "no setting 'goal'"),
    ('[spec "digit-stack:target=soon"]\n2', 1, "must be a whole number"),
    ('[spec ""]\n2', 1, ""),
    ('\n[player1 "Ann"]\n2 5', 2, "there is no tag spec"),
    ("2 5", 1, "there is no tag spec"),
    ("", 1, "there is no game here"),
    (" \n\n ", 1, "there is no game here"),
    *[
        (f'[spec "digit-stack"]\n[{tag} "{wrong}"]\n2', 2, f"{tag} must be")
        for tag, wrongs in {
            "seed": ["-1", "1.5", "one", "", " 1", "01", "\N{ARABIC-INDIC DIGIT ONE}", "9" * 19],
            "round": ["0", "-3", "x"],
            "max_turns": ["0", "none"],
            "undos": ["-1", "2x"],
            "hint_limit": ["-1", "many"],
            "hints": ["1", "1 2 3", "a b", "-1 2", "1 2 " + "9" * 30, "1, 2"],
        }.items()
        for wrong in wrongs
    ],
    # signs
    (DIGITS + '2 "5', 2, "is no part of a record"),
    (DIGITS + "2\n{5", 3, "is no part of a record"),
    (DIGITS + "2 5}", 2, "is no part of a record"),
    (DIGITS + "[player1 Ann]\n2", 2, "is no part of a record"),
    (DIGITS + '[player1 "An\nn"]\n2', 2, "is no part of a record"),
    ("\n[spec]\n2", 2, "is no part of a record"),
    ('[spec "digit-stack"\n2', 1, "is no part of a record"),
    # the second game of a file
    (DIGITS + "2\n\n" + DIGITS + "2 5\n0", 6, "move 3: there is no move '0'"),
    (DIGITS + '2\n\n[spec "digit-stack"]\n[result "1"]\n', 5, "the result '1' does not follow"),
]


@pytest.mark.parametrize(("text", "line", "reason"), REFUSED)
def test_what_is_no_legal_game_is_refused_with_its_line_and_the_reason(
    text: str, line: int | None, reason: str
) -> None:
    with pytest.raises(RecordError) as refusal:
        parse_all(text)
    told = str(refusal.value)
    assert re.match(r"line \d+: " if line is None else f"line {line}: ", told), told
    assert reason in told
    assert "\n" not in told


@pytest.mark.parametrize("command", ["import", "replay", "review"])
@pytest.mark.parametrize(("text", "line", "reason"), REFUSED[::7])
def test_a_refusal_is_one_sentence_and_exit_code_3_at_the_command_line(
    command: str, text: str, line: int, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    refused = numduel(command, str(tmp_path / "game.txt"), NUMDUEL_DB=str(tmp_path / "games.db"))
    assert f"line {line}: " in refused.complaint
    assert reason in refused.complaint
    assert (refused.out, refused.code) == ("", 3)


def test_nothing_is_kept_of_a_file_in_which_one_game_is_no_legal_one(tmp_path: Path) -> None:
    db = str(tmp_path / "games.db")
    refused = numduel("import", "-", said=DIGITS + "2\n" + DIGITS + "0", NUMDUEL_DB=db)
    assert (refused.out, refused.code) == ("", 3)
    assert numduel("history", "--json", NUMDUEL_DB=db).out == "[]\n"


def test_where_one_game_is_expected_several_are_refused() -> None:
    with pytest.raises(RecordError, match="there are 2 games"):
        parse(DIGITS + "2\n" + DIGITS + "2")


# Whatever is thrown at it


def read(text: str) -> list[Record]:
    """The records in `text`, or none if it is refused as it should be."""
    try:
        return parse_all(text)
    except RecordError as error:
        refusal = str(error)
    assert re.match(r"line \d+: ", refusal), refusal
    return []


@given(anything | st.text() | st.text('[]"{}\\ \n1.5*+spec', max_size=60))
@example("[" * 5000)
@example("{" * 5000)
@example('"' + "\\" * 5001)
@example('[spec "' + "\\U00110000" + '"]')
@example('[spec "operation-duel:target=' + "9" * 10_000 + '"] +1 *2')
@example('[spec "' + "digit-stack:target=1," * 2000 + '"]')
@example('[spec "digit-stack"]' + " 1." * 5000)
@example('[spec "digit-stack"] ' + "5" * 10_000)
def test_any_text_is_a_record_or_is_refused(text: str) -> None:
    for record in read(text):
        assert parse(write(record)) == record


@given(records(), st.data())
def test_a_record_with_changes_is_a_record_or_is_refused(record: Record, data: st.DataObject) -> None:
    text = write(record)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 8)))
        text = text[:start] + data.draw(anything | st.just(text[end : end + 20])) + text[end:]
    for changed in read(text):
        assert parse(write(changed)) == changed


@given(records(), st.integers(0, 999), st.sampled_from(["push", "1.5", "10th", "* *", "swap?", "é"]))
def test_a_move_that_is_none_is_named_with_its_number(record: Record, place: int, wrong: str) -> None:
    number = place % (len(record.moves) + 1)
    moves = [*record.moves[:number], wrong, *record.moves[number:]]
    plain = dataclasses.replace(record, moves=tuple(moves), comments=(), result=None)
    with pytest.raises(RecordError, match=rf"^line \d+: move {number + 1}: there is no move"):
        parse(write(plain))


def test_the_spec_of_a_record_is_one_that_loads() -> None:
    for name in GAMES:
        assert library.load(parse(f'[spec "{name}"]').spec) == library.load(name)


@pytest.mark.parametrize(
    ("record", "otherwise"),
    [
        ('[spec "operation-duel:target=3"] +1 +1 +1', ""),
        ('[spec "operation-stack:target=5"] 5 1', "; its rules were read otherwise once"),
    ],
)
def test_of_moves_after_the_end_it_is_told_where_rules_were_read_otherwise_once(
    record: str, otherwise: str
) -> None:
    with pytest.raises(RecordError) as refused:
        parse(record)
    assert str(refused.value).endswith(f"cannot be played: the game is over{otherwise}")
