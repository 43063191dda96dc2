"""Paragraphs: folded as the standard library folds them, though it is hardly ever asked."""

from textwrap import wrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numduel.cli import words

INDENTS = st.sampled_from(["", "  ", "      "])


@given(text=st.text("ab  -é\xa0\n", max_size=60), indent=INDENTS, hanging=INDENTS, columns=st.integers(8, 30))
def test_a_paragraph_is_folded_as_by_textwrap(text: str, indent: str, hanging: str, columns: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "width", lambda: columns)
        folded = words.paragraph(text, indent, hanging)
    assert folded == wrap(
        text, columns, initial_indent=indent, subsequent_indent=hanging, break_on_hyphens=False
    )
