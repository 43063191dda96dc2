"""Rates: how often something may be done from one address, in bounded memory."""

import ipaddress
import math
import time
from collections import OrderedDict

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from .config import Limit
from .security import is_local

MOST_ADDRESSES = 50_000  # of which something is remembered


class Rates:
    """So many things in so many seconds from each address, allowed at an even pace after a first burst."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._step = limit.seconds / limit.most
        self._due: OrderedDict[str, float] = OrderedDict()  # when an address has everything to spend again

    def wait(self, address: str, now: float | None = None) -> float:
        """Count one thing from an address: 0, or in how many seconds it would be allowed."""
        now = time.monotonic() if now is None else now
        name = _network(address)
        due = max(now, self._due.get(name, 0.0)) + self._step
        late = due - now - self._limit.seconds
        if late > 1e-9:
            return late
        self._due[name] = due
        self._due.move_to_end(name)
        while len(self._due) > MOST_ADDRESSES:
            self._due.popitem(last=False)
        return 0.0


def _network(address: str) -> str:
    """What belongs to one household: an IPv4 address, or the first half of an IPv6 one."""
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
    site = connection.app.state.site
    client = connection.client
    late = site.new_rooms.wait("" if client is None else client.host)
    if late:
        limit = site.config.limits.new_rooms
        raise HTTPException(
            429,
            f"From one address, {limit.most} tables can be opened in {_span(limit.seconds)}; "
            "please wait a little.",
            headers={"Retry-After": str(math.ceil(late))},
        )


def _span(seconds: float) -> str:
    return "an hour" if seconds == 3_600 else f"{seconds:g} seconds"
