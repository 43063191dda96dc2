"""How wide a screen is, whatever the variables say."""

import pytest

from numduel.cli.screen import columns_of
from numduel.cli.table import _drawn

STRANGE = ["²", "9" * 5000, "0", "-1", "x"]


@pytest.mark.parametrize("given", STRANGE)
def test_a_width_that_is_none_is_not_believed(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", given)
    assert columns_of(-1) == 80


@pytest.mark.parametrize("given", STRANGE)
@pytest.mark.parametrize("variable", ["COLUMNS", "LINES"])
def test_a_table_is_drawn_whatever_the_size_of_the_screen_is_said_to_be(
    variable: str, given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, given)
    drawn = _drawn(["game", "result"], [["1", "draw"]], [4, 6])
    assert drawn is not None
    assert [line.split() for line in drawn][::2] == [["game", "result"], ["1", "draw"]]
