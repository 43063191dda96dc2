"""What the page of a review shows, made from what the solver says."""

from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from ...core.verdict import Value, Verdict
from ...drawing.dark import darken
from ...match.record import Record
from ...players.names import BUILT_IN
from ..rendering.choices import draw_value
from ..rendering.names import computer_name
from .places import place_address


def review_context(
    record: Record, text: str, document: Mapping[str, Any], links: Mapping[str, object]
) -> dict[str, Any]:
    """All that the template of a review needs; `links` are those that only some reviews have."""
    spec, chart = record.spec, document["chart"]
    return {
        "game": record.game,
        "record": text,
        "document": document,
        "names": [_name(each) for each in record.players],
        "result": _result(record),
        "rows": [_row(record, step) for step in document["moves"]],
        "chart": _as_address(chart),
        "dark_chart": _as_address(darken(chart)),
        "last": place_address("/analysis", spec, record.moves),
        "play": place_address("/play", spec),
        **{"table": "", "export": "", "share": "", "games": [], "keep": False, **links},
    }


def _name(player: str) -> str:
    """What somebody is called; a record has computers by the names by which one asks for them."""
    return computer_name(player) if player.partition(":")[0] in BUILT_IN else player


def _result(record: Record) -> str:
    """How a game ended, in a sentence."""
    result = record.result
    if result is None:
        return "This game is not finished."
    won = "Nobody won" if result.winner is None else f"Player {result.winner} won"
    return f"{won}: {result.reason}."


def _row(record: Record, step: Mapping[str, Any]) -> dict[str, Any]:
    """A move as a row of the table, with links to the positions before and after it."""
    before, is_move = record.moves[: step["number"] - 1], step["is_move"]
    after = (*before, step["move"]) if is_move else before
    # Words that were no move, or an end that somebody declared, leave the position as it was.
    again = place_address("/analysis", record.spec, before, {"as": str(step["player"])})
    return {
        **step,
        "worth": draw_value(Verdict(Value(step["after"]["value"]), step["after"]["plies"])),
        "address": place_address("/analysis", record.spec, after),
        "again": again if step["error"] and step["best"] else "",
    }


def _as_address(svg: str) -> str:
    """A picture as an address that a page can carry itself."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
