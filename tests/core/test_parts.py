"""Parts of a board at their borders: what is said of two cells, of twenty, and of one more."""

import pytest

from numduel.core.parts import EMPTY, MOST_SAID, Cell, Row

TWO = (Cell("1"), Cell("5"))


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (Row(TWO, "stack", up=True), "stack from bottom to top: 1, 5"),
        (Row(TWO[:1], "stack", up=True), "stack: 1"),
        (Row(TWO, "row"), "row: 1, 5"),
        (Row((Cell(EMPTY), Cell(EMPTY))), "2 empty"),
        (Row((*TWO, *TWO[::-1])), "1, 5, 5, 1"),
    ],
)
def test_a_stack_has_a_bottom_and_a_top_if_it_has_two_numbers(row: Row, words: str) -> None:
    assert row.say() == words


def test_no_cells_belong_together_unless_it_is_said() -> None:
    assert Row(TWO).window == 0
    assert Row(TWO, window=1).say() == "1, 5"
    assert Row(TWO, window=2).say() == "1, 5; the last 2 belong together"


def test_the_middle_of_a_row_is_left_out_from_one_cell_more_than_are_said_on() -> None:
    def said(count: int) -> list[str]:
        return Row(tuple(Cell(str(number)) for number in range(count))).say().split(", ")

    assert said(MOST_SAID) == [str(number) for number in range(20)]
    numbers = [str(number) for number in range(21)]
    assert said(21) == [*numbers[:10], "... 1 more ...", *numbers[11:]]
