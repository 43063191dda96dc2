"""What the pages of exact answers show of a position, made from what the solver says."""

import dataclasses
from typing import Any

from ...core.verdict import Value, Verdict
from ..rendering.boards import draw_board, position_before
from ..rendering.choices import GLYPHS, choice_links, draw_value
from ..rendering.controls import Links
from .places import Place, place_address

Document = dict[str, Any]  # of a position, as Solver.analysis gives it


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A link to a position nearby; without an address there is none."""

    words: str
    address: str | None
    rel: str = ""


def answers_context(
    place: Place, document: Document | None, refusal: str, page: str = "/analysis"
) -> dict[str, Any]:
    """All that a template needs to show a place; without a document, no answers."""

    def address(move: str) -> str:
        return place.address(page, (*place.moves, move))

    values = {} if document is None else values_in(document)
    return {
        "place": place,
        "game": place.game,
        "document": document,
        "refusal": refusal,
        "turn": turn_words(place),
        "glyph": "" if document is None else GLYPHS[Value(document["value"])],
        "board": draw_board(
            place.position, position_before(place.position, place.moves), Links(address), values
        ),
        "choices": choice_links(place.position, address, values),
        "steps": _steps(place, document, page),
        "worths": [] if document is None else [_worth(place, each, page) for each in document["moves"]],
        "settings": _settings(place),
        **_lines(place, document, page),
        **_addresses(place),
    }


def _lines(place: Place, document: Document | None, page: str) -> dict[str, Any]:
    """The moves that led here and those of best play from here, each with the address it leads to."""
    made, line = place.moves, [] if document is None else document["line"]
    return {
        "history": [(text, place.address(page, made[:at])) for at, text in enumerate(made, 1)],
        "line": [(text, place.address(page, (*made, *line[:at]))) for at, text in enumerate(line, 1)],
    }


def _addresses(place: Place) -> dict[str, Any]:
    """Where the same position is shown in other ways."""
    shown = dataclasses.replace(place, seat=None)
    embedded = shown.address("/embed")
    back = place.address(moves=place.moves[:-2]) if len(place.moves) > 1 else None
    return {
        "full": shown.address(),
        "embedded": embedded,
        "picture": shown.address("/picture"),
        "dark_picture": shown.address("/picture", dark="1"),
        "practice": dataclasses.replace(place, seat=place.position.player).address(),
        "play": place_address("/play", place.game.spec),
        "earlier": back,  # the turn before, of whoever plays on from here
    }


def values_in(document: Document) -> dict[str, Verdict]:
    """What each legal move is worth, by its text."""
    return {each["move"]: Verdict(Value(each["value"]), each["plies"]) for each in document["moves"]}


def turn_words(place: Place) -> str:
    """Whose turn it is, or how the game has ended."""
    outcome = place.position.outcome
    if outcome is None:
        return f"Player {place.position.player} to move"
    won = place.position.winner
    return f"{'Nobody has' if won is None else f'Player {won} has'} won: {outcome.reason}"


def _steps(place: Place, document: Document | None, page: str) -> list[Link]:
    """Where best play can be followed to, forwards and backwards."""
    moves, line = place.moves, [] if document is None else document["line"]
    back = place.address(page, moves[:-1]) if moves else None
    ahead = place.address(page, (*moves, line[0])) if line else None
    end = place.address(page, (*moves, *line)) if line and document and document["line_complete"] else None
    return [
        Link(words="First", address=place.address(page, ()) if moves else None),
        Link(words="Back", address=back, rel="prev"),
        Link(words="Best move", address=ahead, rel="next"),
        Link(words="End", address=end),
    ]


def _worth(place: Place, made: dict[str, Any], page: str) -> dict[str, Any]:
    """A move with what it is worth as a glyph, a word and a number, and why."""
    return {
        **made,
        "address": place.address(page, (*place.moves, made["move"])),
        "worth": draw_value(Verdict(Value(made["value"]), made["plies"])),
    }


def _settings(place: Place) -> list[tuple[str, str, bool]]:
    """Each setting: what it is about, its value, and whether that is another than the rulebook's."""
    game, shown = place.game, place.game.shown_settings
    return [
        (each.about, shown[each.name], game.settings[each.name] != each.default) for each in game.schema()
    ]
