"""Records of any size are read in bounded time and memory, or refused in one sentence."""

import tracemalloc
from pathlib import Path

import pytest
from commandline import numduel

import numduel as package
from numduel import SettingError, load
from numduel.match import reading
from numduel.match.reading import parse, parse_all
from numduel.match.record import RecordError
from numduel.match.setup import MOST_MOVES

MEGABYTE = 1_000_000


def refusal(text: str) -> tuple[str, int]:
    """What is said of a text, and how many bytes it took to find that out."""
    tracemalloc.start()
    try:
        with pytest.raises(RecordError) as refused:
            parse_all(text)
        return str(refused.value), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "unclosed",
    [
        "{" + r"\a" * MEGABYTE,
        "{" * MEGABYTE,
        '"' + r"\a" * MEGABYTE,
        '[tag "' + r"\a" * MEGABYTE,
        "{" + "a" * MEGABYTE,
    ],
    ids=["escapes in braces", "braces", "escapes in quotes", "escapes in a tag", "letters in braces"],
)
def test_what_is_never_closed_takes_no_memory(unclosed: str) -> None:
    said, taken = refusal(f'[spec "operation-duel"]\n{unclosed}')
    assert said.startswith("line 2: ")
    assert said.endswith(" is no part of a record")
    assert taken < 1_000_000


@pytest.mark.parametrize("text", ["1 " * MEGABYTE, "{} " * MEGABYTE], ids=["moves", "comments"])
def test_a_million_moves_or_comments_are_refused_before_any_move_is_played(text: str) -> None:
    with pytest.raises(RecordError, match=r"^line 2: a game has at most 50,000 moves, and as many comments$"):
        parse_all(f'[spec "operation-stack"]\n{text}')


def test_as_many_moves_as_are_stated_are_read() -> None:
    record = parse('[spec "operation-duel:target=50001"] ' + "+1 " * MOST_MOVES)
    assert len(record.moves) == MOST_MOVES
    with pytest.raises(RecordError, match="at most 50,000 moves"):
        parse('[spec "operation-duel:target=60000"] ' + "+1 " * (MOST_MOVES + 1))


def test_files_beyond_the_stated_size_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_BYTES", 100)
    with pytest.raises(RecordError, match="at most 100 bytes; give them in parts"):
        parse_all('[spec "operation-duel"]' + " " * 100)


def test_games_are_read_one_after_another_and_the_first_that_is_wrong_is_named() -> None:
    with pytest.raises(RecordError, match=r"^line 1: move 1: "):
        parse_all('[spec "operation-duel"] +9\n[spec "operation-duel"] {')


# Numbers in specs


@pytest.mark.parametrize("digits", [20_001, 100_000, MEGABYTE])
def test_a_number_of_too_many_digits_is_refused_unread(digits: int) -> None:
    spec = f"digit-stack:target={'9' * digits}"
    with pytest.raises(SettingError, match=r"^target may have at most 20,000 digits$"):
        load(spec)
    said, _ = refusal(f'[spec "{spec}"] 1')
    assert said == "line 1: target may have at most 20,000 digits"


@pytest.mark.parametrize("command", ["solve", "analyze", "explain"])
def test_targets_of_many_digits_are_answered_or_refused(command: str) -> None:
    answered = numduel(command, f"digit-stack:target={'9' * 5_000}")
    assert (answered.code, answered.err) == (0, "")
    refused = numduel(command, f"digit-stack:target={'9' * 100_000}")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == "numduel: target may have at most 20,000 digits\n"


@pytest.mark.parametrize(
    "spec",
    [
        "operation-stack:max_stack=50,max_value={0}",
        "operation-stack:max_stack={0},max_value={0}",
        "top-stack-twelve:window={0},limit={0},supply={0}",
        "top-stack-twelve:tokens=1-999,supply={0}",
    ],
)
def test_sizes_of_long_numbers_are_told_without_working_them_out(spec: str) -> None:
    assert load(spec.format("9" * 3_000)).size() == float("inf")


def test_a_record_with_windows_of_thousands_of_digits_is_reviewed_within_bounds() -> None:
    long = "9" * 3_000
    record = f'[spec "top-stack-twelve:window={long},limit={long},supply={long}"] 1 2 3'
    game = parse(record).game
    tracemalloc.start()
    try:
        answers = package.Answers(game, limits=package.Limits(memory=20_000_000))
        assert tracemalloc.get_traced_memory()[1] < 25_000_000
    finally:
        tracemalloc.stop()
    assert not answers.complete


def test_a_file_that_never_ends_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    endless = tmp_path / "sparse"
    with endless.open("wb") as file:
        file.truncate(65 * MEGABYTE)
    refused = numduel("review", str(endless))
    assert refused.code == 1
    assert refused.err.endswith("it has more than 64,000,000 bytes\n")
