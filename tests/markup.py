"""Reads HTML as strictly as a person would: what is opened is closed, ids are unique, nothing runs inline."""

import json
from html.parser import HTMLParser
from typing import Any

VOID = {"br", "hr", "img", "input", "link", "meta", "path", "circle"}


class Page(HTMLParser):
    """A page or a part of one: its elements with their attributes, and all that is wrong with it."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.problems: list[str] = []
        self.feed(html)
        self.close()
        self.problems += [f"<{tag}> is not closed" for tag in self.open]
        ids = [attributes["id"] for _, attributes in self.elements if "id" in attributes]
        self.problems += [f"the id {each} is there twice" for each in {*ids} if ids.count(each) > 1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.elements.append((tag, attributes))
        if len(attributes) != len(attrs):
            self.problems.append(f"<{tag}> has an attribute twice")
        for name in attributes:
            if name == "style" or name.startswith("on"):
                self.problems.append(f"<{tag}> has {name}=, which a strict policy forbids")
        if tag == "script" and "src" not in attributes:
            self.problems.append("a script stands in the page itself")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> closes something else")

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def text(self) -> str:
        """What is written on it."""
        return " ".join(" ".join(self.texts).split())

    def commands(self) -> list[dict[str, Any]]:
        """What its buttons send."""
        return [json.loads(each["data-command"]) for _, each in self.elements if "data-command" in each]

    def moves(self) -> list[str]:
        """The moves that its buttons play."""
        return [each["move"] for each in self.commands() if each["command"] == "play"]

    def with_class(self, name: str) -> list[dict[str, str]]:
        """The attributes of every element of a class."""
        return [each for _, each in self.elements if name in each.get("class", "").split()]
