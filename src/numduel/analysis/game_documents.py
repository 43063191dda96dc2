"""Games and games that were played as JSON documents, for scripts and other programs; nothing is solved."""

from typing import Any

from ..core.game import Game
from ..core.registry import make
from ..core.settings import to_json
from ..store.base import GameRow, Store
from ..store.rows import is_of_earlier_reading


def game_document(kind: type[Game[Any, Any]]) -> dict[str, Any]:
    """A game with its settings and variants."""
    return {
        "game": kind.name,
        "title": kind.title,
        "summary": kind.summary,
        "settings": [setting.as_json() for setting in kind.schema()],
        "variants": [
            {"name": variant.name, "spec": make(kind, variant.name).spec, "about": variant.about}
            for variant in kind.variants
        ],
    }


def rules_document(game: Game[Any, Any]) -> dict[str, Any]:
    """The rules of a game by paragraphs, and its settings with their values."""
    values = game.settings
    return {
        "spec": game.spec,
        "game": game.name,
        "title": game.title,
        "rules": list(game.voice().rules()),
        "settings": [
            {**setting.as_json(), "value": to_json(values[setting.name])} for setting in game.schema()
        ],
    }


def stored_game_document(store: Store, number: int, row: GameRow) -> dict[str, Any]:
    """What is kept of a game that was played."""
    return {
        "id": number,
        "date": row.date,
        "spec": row.spec,
        "game": row.game,
        "players": [row.player1, row.player2],
        "moves": row.moves,
        "result": row.result,
        "ending": row.ending,
        "by": row.player,
        "match": row.match,
        "round": row.round,
        "earlier_reading": is_of_earlier_reading(store, number, row),
    }
