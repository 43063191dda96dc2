"""Frames: what comes over a socket, read as commands, and answers written as they go back."""

import json
from typing import Any, NamedTuple

from ...match.events import MessageError, read_command
from .rooms import Answer, Claim, Done, Here, Look, Refused, Wish

MOST_ID = 64  # characters
_string = json.encoder.encode_basestring_ascii


class Frame(NamedTuple):
    """The parts of a frame in order, each a command with its id or what is wrong with it."""

    parts: list[tuple[str, Wish] | Refused]
    several: bool  # whether it was a list, and is answered by one
    view: bool  # whether the whole view is asked for


def refuse_frame(code: str, sentence: str) -> Frame:
    """A frame that makes no sense at all."""
    return Frame([Refused(None, code, sentence)], several=False, view=False)


def read_frame(text: str, most_bytes: int) -> Frame:
    """What a frame asks for. Nothing that anybody sends raises anything."""
    if len(text) > most_bytes or len(text.encode("utf-8", "surrogatepass")) > most_bytes:
        return refuse_frame("too-large", f"A message has at most {most_bytes} bytes.")
    try:
        document = json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        return refuse_frame("not-json", "A message is an object in JSON, or a list of them.")
    except ValueError:  # Python reads no longer ones
        return refuse_frame("not-json", "A number in the message has too many digits.")
    several = isinstance(document, list)
    if several and not document:
        return refuse_frame("empty", "A list of commands has at least one.")
    parts = [_read_part(each) for each in (document if several else [document])]
    view = any(not isinstance(part, Refused) and isinstance(part[1], Look) for part in parts)
    return Frame(parts, several, view)


def _read_part(document: Any) -> tuple[str, Wish] | Refused:
    if not isinstance(document, dict):
        return Refused(None, "not-json", "A message is an object in JSON, or a list of them.")
    name = document.pop("id", None)
    if type(name) is not str or not 0 < len(name) <= MOST_ID:
        return Refused(None, "no-id", f"A command has an id: a text of 1 to {MOST_ID} characters.")
    kind = document.get("command")
    if isinstance(kind, str) and kind in _OURS:
        return name, _OURS[kind]
    try:
        return name, read_command(document)
    except MessageError as error:
        return Refused(name, "no-such-command", f"{str(error)[:1].upper()}{str(error)[1:]}.")


_OURS: dict[str, Wish] = {"claim": Claim(), "here": Here(), "view": Look()}


def write_answers(answers: list[Answer], several: bool) -> str:
    """Answers as a message."""
    texts = [_write_answer(answer) for answer in answers]
    return f"[{','.join(texts)}]" if several else texts[0]


def _write_answer(answer: Answer) -> str:
    if isinstance(answer, Done):
        return f'{{"type":"done","id":{_string(answer.id)},"number":{answer.number}}}'
    name = "null" if answer.id is None else _string(answer.id)
    told = f'"code":{_string(answer.code)},"sentence":{_string(answer.sentence)}'
    return f'{{"type":"refused","id":{name},{told}}}'


def write_words(name: str, text: str) -> str:
    """The words of a hint as a message."""
    return f'{{"type":"words","id":{_string(name)},"text":{_string(text)}}}'
