"""Who somebody is, and whether what they ask comes from our own pages: keys, hosts and origins.

A key is 128 random bits. A browser keeps its one key in a cookie, a program sends its key with each request;
the store has nothing but hashes of keys.
"""

import hashlib
import ipaddress
import re
import secrets
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import Scope

from ..config import Config

COOKIE = "numduel"
COOKIE_SECONDS = 400 * 24 * 3_600  # as long as browsers keep one
NEW_KEY = "numduel.new_key"  # in a scope: the key that the answer gives to a browser
_KEY = re.compile(r"[A-Za-z0-9_-]{22}")
_LOOPBACK_NAME = re.compile(r"(.+\.)?localhost\.?", re.IGNORECASE)
_FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


class Visitor(NamedTuple):
    """Somebody who has a key: `hash` is what the store knows them by."""

    key: str
    hash: str
    program: bool  # the key came with the request itself, not by a cookie


def new_key() -> str:
    """A fresh key of 128 random bits, fit for a cookie, a header and the fragment of a link."""
    return secrets.token_urlsafe(16)


def hash_key(key: str) -> str:
    """What the store keeps of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def is_key(text: str) -> bool:
    """Whether a text could be a key."""
    return _KEY.fullmatch(text) is not None


def visitor(connection: HTTPConnection) -> Visitor | None:
    """Who asks, by the bearer key of a program or else the cookie of a browser; None for a stranger."""
    key = bearer_key(connection.headers)
    if key is not None:
        return Visitor(key, hash_key(key), program=True)
    key = connection.scope.get(NEW_KEY) or cookie_key(connection.headers)
    return None if key is None else Visitor(key, hash_key(key), program=False)


def visitor_or_new(connection: HTTPConnection) -> Visitor:
    """Who asks; a stranger is given a key, which goes into the cookie of the answer."""
    known = visitor(connection)
    if known is not None:
        return known
    key = connection.scope[NEW_KEY] = new_key()
    return Visitor(key, hash_key(key), program=False)


def bearer_key(headers: Headers) -> str | None:
    """The key in `Authorization: Bearer KEY`."""
    kind, _, key = headers.get("authorization", "").partition(" ")
    return key.strip() if kind.lower() == "bearer" and is_key(key.strip()) else None


def cookie_key(headers: Headers) -> str | None:
    """The key in a browser's cookie, whatever other cookies stand beside it."""
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and is_key(value):
            return value
    return None


def cookie_header(key: str, secure: bool) -> str:
    """The value of Set-Cookie that keeps a key in a browser."""
    parts = f"{COOKIE}={key}; HttpOnly; Max-Age={COOKIE_SECONDS}; Path=/; SameSite=Lax"
    return f"{parts}; Secure" if secure else parts


# Hosts and origins


def public_origin(config: Config) -> str | None:
    """Scheme, host and port of the public URL, as a browser writes an origin."""
    if config.public_url is None:
        return None
    return origin_of(config.public_url)


def own_origin(connection: HTTPConnection) -> str:
    """The origin of our pages as this visitor knows it, for addresses that are passed on to others."""
    config: Config = connection.app.state.site.config
    return public_origin(config) or origin_of(str(connection.base_url))


def origin_of(url: str) -> str:
    """Scheme, host and port of an address, without the port that the scheme has anyway."""
    parts = urlsplit(url)
    host, port = _bracketed(parts.hostname or ""), parts.port
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return f"{parts.scheme}://{host}" if port in (None, usual) else f"{parts.scheme}://{host}:{port}"


def host_of(headers: Headers) -> str:
    """The Host header; empty where there is none, or where several contradict each other."""
    hosts = headers.getlist("host")
    return hosts[0] if len(hosts) == 1 else ""


def host_name(host: str) -> str:
    """The name or address in a Host header, without port and brackets; empty where it makes no sense."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # which raises where it is no number
    except ValueError:
        return ""
    plain = not (parts.path or parts.query or parts.fragment or "@" in parts.netloc)
    return (parts.hostname or "") if plain else ""


def is_loopback(name: str) -> bool:
    """Whether a name or an address always means the machine itself."""
    if _LOOPBACK_NAME.fullmatch(name):
        return True
    address = _address(name)
    return address is not None and address.is_loopback


def is_our_host(scope: Scope, host: str, config: Config) -> bool:
    """Whether a Host header names this server, so that no foreign name was made to point here.

    It does if it is a loopback name, the very address that the connection was made to, or the host of the
    public URL.
    """
    name = host_name(host)
    if not name:
        return False
    if config.public_url is not None and name == urlsplit(config.public_url).hostname:
        return True
    return is_loopback(name) or _is_same_address(name, (scope.get("server") or ("",))[0])


def is_our_origin(origin: str, host: str, config: Config) -> bool:
    """Whether an Origin header is that of our own pages; `host` is the Host header, checked already."""
    return origin in (f"http://{host.lower()}", public_origin(config))


def is_own_request(headers: Headers, config: Config) -> bool:
    """Whether a request that changes something, or opens a socket, comes from our pages or from a program.

    A browser says where a request comes from, by Origin or else by Sec-Fetch-Site. A request with neither is
    a program's, and programs show a key of their own or come without any; a cookie alone proves nothing.
    """
    origins = headers.getlist("origin")
    if origins:
        return len(origins) == 1 and is_our_origin(origins[0], host_of(headers), config)
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    return "cookie" not in headers or bearer_key(headers) is not None


def is_local(connection: HTTPConnection) -> bool:
    """Whether somebody sits at this very machine, as far as that can be told.

    Where a proxy stands before us everyone comes from its address, so then nobody does.
    """
    config: Config = connection.app.state.site.config
    if config.public_url is not None and not is_loopback(urlsplit(config.public_url).hostname or ""):
        return False
    if any(name in connection.headers for name in _FORWARDED):
        return False
    client = connection.client
    return (
        client is not None
        and is_loopback(client.host)
        and is_loopback(host_name(connection.headers.get("host", "")))
    )


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


def _is_same_address(one: str, other: str) -> bool:
    address = _address(one)
    return address is not None and address == _address(other)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
