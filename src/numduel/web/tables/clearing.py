"""Clearing: tables that were opened and never played at are forgotten after a while."""

import asyncio
import logging
from datetime import UTC, datetime, timedelta

from ...store.errors import StoreError
from .lobby import Lobby

log = logging.getLogger("numduel.web.tables.clearing")

AGAIN_SECONDS = 3_600.0  # from one look for such tables to the next
PAUSE_SECONDS = 0.1  # between a hundred and the next: others use the store as well


async def clear_unplayed(lobby: Lobby) -> None:
    """Forget such tables now and every hour, until the server stops."""
    while True:
        try:
            await _clear(lobby)
        except StoreError as error:
            log.warning("tables cannot be cleared: %s", type(error).__name__)
        await asyncio.sleep(AGAIN_SECONDS)


async def _clear(lobby: Lobby) -> None:
    before = datetime.now(UTC) - timedelta(days=lobby.config.unplayed_days)
    while await lobby.commits.call(
        lobby.store.clear_unplayed, before.strftime("%Y-%m-%dT%H:%M:%SZ"), frozenset(lobby.memory.rooms)
    ):
        await asyncio.sleep(PAUSE_SECONDS)
