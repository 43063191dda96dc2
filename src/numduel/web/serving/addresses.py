"""Where the server can be reached: the port it gets, and the addresses that people type."""

import errno
import fcntl
import ipaddress
import os
import socket
import struct
import sys
from collections.abc import Iterator

from ...core.errors import NumduelError

BACKLOG = 2_048
NEAR = 20  # ports after the one asked for that are tried before any other
_SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface


class CannotServe(NumduelError):
    """The server cannot be started, explained in one sentence."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on this port of the host, or where it is taken on a free one."""
    family, address = _resolve(host)
    for candidate in _candidates(port):
        try:
            return socket.create_server(
                (address, candidate),
                family=family,
                backlog=BACKLOG,
                dualstack_ipv6=address == "::" and socket.has_dualstack_ipv6(),
            )
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CannotServe(
                    f"cannot listen on port {candidate} of {host!a}: {os.strerror(error.errno or 0)}"
                ) from None
    raise CannotServe(f"cannot listen on {host!a}: no port is free")


def _candidates(port: int) -> Iterator[int]:
    yield port
    yield from range(port + 1, min(port + NEAR, 65_535) + 1) if port else ()
    yield 0


def _resolve(host: str) -> tuple[socket.AddressFamily, str]:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise CannotServe(f"there is no host {host!a} here to listen on") from None
    found.sort(key=lambda one: one[0] != socket.AF_INET)  # a name that has both is better known by IPv4
    return found[0][0], str(found[0][4][0])


def is_everywhere(address: str) -> bool:
    """Whether an address to listen on stands for all of this machine's."""
    return ipaddress.ip_address(address.partition("%")[0]).is_unspecified


def listens_everywhere(host: str) -> bool:
    """Whether a host to listen on, a name or an address, stands for all of this machine's addresses."""
    return is_everywhere(_resolve(host)[1])


def page_address(name: str, port: int) -> str:
    """The address of the first page, as one types it."""
    shown = f"[{name}]" if ":" in name else name
    return f"http://{shown}/" if port == 80 else f"http://{shown}:{port}/"


def own_addresses() -> list[str]:
    """The addresses by which others in the same network reach this machine."""
    found = {_outgoing()} | ({*_of_interfaces()} if sys.platform == "linux" else set())
    kept = (ipaddress.ip_address(text) for text in found if text)
    return [str(one) for one in sorted(kept) if not (one.is_loopback or one.is_link_local)]


def _outgoing() -> str:
    """The address from which this machine would talk to the world; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _of_interfaces() -> Iterator[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue  # it has none
            yield socket.inet_ntoa(answer[20:24])
