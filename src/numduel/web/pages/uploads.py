"""Files that somebody sends along with a form."""

from ...core.text import NoText, read_text


def read_upload(content: bytes) -> str:
    """The text of a file; NoText, which says what to do, where it is in another encoding than UTF-8."""
    try:
        return read_text(content).removeprefix("\ufeff")  # by which some editors mark what they have saved
    except NoText as error:
        raise NoText(f"in the file, {error}; save it as UTF-8") from None
