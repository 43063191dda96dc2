"""Rates: how often somebody may do something, in bounded memory."""

import ipaddress
import math
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from ...core.integers import count
from ..config import Limit
from .security import is_local, visitor

if TYPE_CHECKING:
    from ..site import Site

MOST_REMEMBERED = 50_000  # who have done something


class Rates:
    """So many things in so many seconds for each name, allowed at an even pace after a first burst."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._step = limit.seconds / limit.most
        self._due: OrderedDict[str, float] = OrderedDict()  # when somebody has everything to spend again

    def wait(self, name: str, count: int = 1, now: float | None = None) -> float:
        """Count so many things from somebody: 0, or in how many seconds they would be allowed."""
        now = time.monotonic() if now is None else now
        due = max(now, self._due.get(name, 0.0)) + self._step * count
        late = due - now - self._limit.seconds
        if late > 1e-9:
            return late
        self._due[name] = due
        self._due.move_to_end(name)
        while len(self._due) > MOST_REMEMBERED:
            self._due.popitem(last=False)
        return 0.0


def network_of(connection: HTTPConnection) -> str:
    """What belongs to one household: an IPv4 address, or the first half of an IPv6 one."""
    address = "" if connection.client is None else connection.client.host
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address


def count_new_room(connection: HTTPConnection) -> None:
    """Count a new table for whoever asks; HTTPException 429 if they have made too many."""
    if is_local(connection):
        return
    site: Site = connection.app.state.site
    late = site.new_rooms.wait(network_of(connection))
    if late:
        limit = site.config.limits.new_rooms
        raise HTTPException(
            429,
            f"From one address, {count(limit.most, 'table')} can be opened in {_span(limit.seconds)}; "
            "please wait a little.",
            headers={"Retry-After": str(math.ceil(late))},
        )


def count_answer(connection: HTTPConnection) -> None:
    """Count an answer to a puzzle; HTTPException 429 if too many come from one address."""
    site: Site = connection.app.state.site
    late = 0.0 if is_local(connection) else site.answers.wait(network_of(connection))
    if late:
        raise HTTPException(
            429, "Too many answers; please wait a little.", headers={"Retry-After": str(math.ceil(late))}
        )


def count_commands(connection: HTTPConnection, commands: int) -> None:
    """Count commands that come over HTTP; HTTPException 429 if somebody sends too many."""
    site: Site = connection.app.state.site
    known = visitor(connection)
    late = site.commands.wait(network_of(connection) if known is None else known.hash, commands)
    if late:
        raise HTTPException(
            429, "Too many commands; please wait a little.", headers={"Retry-After": str(math.ceil(late))}
        )


def _span(seconds: float) -> str:
    return "an hour" if seconds == 3_600 else f"{seconds:g} seconds"
