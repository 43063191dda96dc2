"""Escaping: text from anywhere, made safe inside HTML and its attributes."""

from html import escape as _escape


def escape(text: str) -> str:
    """A text with the five signs that mean something in HTML spelled out; most texts have none of them.

    >>> escape("5"), escape('<b title="1">')
    ('5', '&lt;b title=&quot;1&quot;&gt;')
    """
    return text if text.isalnum() else _escape(text)
