"""What the page of a review shows, made from what the solver says."""

from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup, escape

from ...core.registry import full_title, load
from ...core.verdict import Value, Verdict
from ...drawing.dark import darken
from ...match.record import Record, write
from ..rendering.choices import draw_value
from ..rendering.names import Names, name_players
from .places import place_address


def review_context(
    record: Record, names: Names, document: Mapping[str, Any], links: Mapping[str, object]
) -> dict[str, Any]:
    """All that the template of a review needs; `links` are those that only some reviews have."""
    spec, chart = record.spec, document["chart"]
    return {
        "game": record.game,
        "record": write(record),
        "document": document,
        "names": names,
        "result": name_players(_result(record), names),
        "lesson": _lesson(document, names),
        "rows": [_row(record, step, names) for step in document["moves"]],
        "chart": _as_address(chart),
        "dark_chart": _as_address(darken(chart)),
        "last": place_address("/analysis", spec, record.moves),
        "play": place_address("/play", spec),
        **{"table": "", "export": "", "share": "", "games": [], "keep": False, **links},
    }


def _lesson(document: Mapping[str, Any], names: Names) -> Markup:
    """What is to be learned, with a link to the other settings that it may name."""
    said, spec = escape(name_players(document["lesson"], names)), document["elsewhere"]
    if not spec:
        return said
    link = Markup('<a href="{}">{}</a>').format(place_address("/play", spec), full_title(load(spec)))
    return Markup(link.join(said.split(escape(spec))))


def _result(record: Record) -> str:
    """How a game ended, in a sentence."""
    result = record.result
    if result is None:
        return "This game is not finished."
    won = "Nobody won" if result.winner is None else f"Player {result.winner} won"
    return f"{won}: {result.reason}."


def _row(record: Record, step: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """A move as a row of the table, with links to the positions before and after it."""
    before, is_move = record.moves[: step["number"] - 1], step["is_move"]
    after = (*before, step["move"]) if is_move else before
    # Words that were no move, or an end that somebody declared, leave the position as it was.
    again = place_address("/analysis", record.spec, before, {"as": str(step["player"])})
    return {
        **step,
        "why": name_players(step["why"], names),
        "worth": draw_value(Verdict(Value(step["after"]["value"]), step["after"]["plies"])),
        "address": place_address("/analysis", record.spec, after),
        "again": again if step["error"] and step["best"] else "",
    }


def _as_address(svg: str) -> str:
    """A picture as an address that a page can carry itself."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
