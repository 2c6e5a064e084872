"""Connections to a server: how many there may be, of one address and in all, and how long somebody
may take to say what he wants.

A program that opens a thousand connections and says nothing on them, or a letter now and then,
would else keep everybody out.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from contextlib import suppress
from ipaddress import IPv6Network, ip_address, ip_network
from typing import Any, Final, TypeAlias

from dragoman.extras import extra
from dragoman.judge.running.log_lines import log
from dragoman.quick_dataclass import dataclass

with extra("judge"):
    import h11
    from uvicorn.protocols.http.h11_impl import H11Protocol

KEPT_SECONDS: Final = 75
"""For so long a connection is kept on which nothing is asked: longer than proxies keep one, which
else would ask on one that is just being closed."""
_OF_OURS: Final = 256
"""Descriptors that are kept for the database, files and what the process writes to."""
_WITHOUT_LIMIT: Final = 100_000
"""Connections where the system says of no limit."""
_FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nContent-Length: 0\r\n"
    b"Connection: close\r\n\r\n"
)
_SLOW: Final = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

Address: TypeAlias = str | IPv6Network


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The most connections of this process: in ``all``, and of one address (of IPv6, one network of
    64 bits); and in how many seconds the head and the body of a request have to be there."""

    all: int
    of_one: int = 256
    head: float = 10.0
    body: float = 120.0


def room_for_connections() -> int:
    """Let this process open as many files and connections as its system allows it; the connections
    that it may well have then."""
    if sys.platform == "win32":
        return _WITHOUT_LIMIT
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WITHOUT_LIMIT if hard == resource.RLIM_INFINITY else hard
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
        soft = max(soft, wanted)
    return max(soft - _OF_OURS, soft // 2)


class Connections:
    """The connections of a server. ``proxies`` are the addresses and networks, with commas, from
    which proxies bring others (``*`` for any)."""

    def __init__(self, limits: ConnectionLimits, proxies: str = "") -> None:
        self.limits = limits
        named = [one.strip() for one in proxies.split(",")]
        self._proxies = [ip_network(one) for one in named if _is_network(one)]
        self._are_all_proxies = "*" in named
        self._of: Counter[Address] = Counter()
        self.count = 0

    def protocol(self, **given: Any) -> asyncio.Protocol:
        """A protocol for a new connection, as uvicorn asks for one."""
        return _Limited(self, **given)

    def admit(self, host: str) -> bool:
        """Count a connection, if there may be one more; it is to be let go when it ends."""
        one = _who(host)
        is_one_too_many = self._of[one] >= self.limits.of_one and not self._is_proxy(host)
        if self.count >= self.limits.all or is_one_too_many:
            log().warning("a connection is refused: there are too many", status=503)
            return False
        self.count += 1
        self._of[one] += 1
        return True

    def _is_proxy(self, host: str) -> bool:
        # Of a socket in a folder nobody has an address: whoever may open it is of this machine.
        if self._are_all_proxies or not host:
            return True
        address = ip_address(host)
        return any(address in network for network in self._proxies)

    def let_go(self, host: str) -> None:
        """A connection that was admitted has ended."""
        one = _who(host)
        self.count -= 1
        self._of[one] -= 1
        if not self._of[one]:
            del self._of[one]


def _who(host: str) -> Address:
    """An address, or of IPv6 the network that one household or server has."""
    if ":" not in host:
        return host
    return IPv6Network((host.partition("%")[0], 64), strict=False)


def _is_network(text: str) -> bool:
    try:
        return bool(ip_network(text))
    except ValueError:
        return False


class _Limited(H11Protocol):
    def __init__(self, all_of_them: Connections, **given: Any) -> None:
        super().__init__(**given)
        self._all = all_of_them
        self._host = ""
        self._is_admitted = False
        self._limit: asyncio.TimerHandle | None = None
        self._waits_for = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        peer = transport.get_extra_info("peername")
        # Of a socket in a folder there is but a text.
        self._host = "" if not peer or isinstance(peer, str | bytes) else str(peer[0])
        self._is_admitted = self._all.admit(self._host)
        if not self._is_admitted:
            transport.write(_FULL)
            transport.close()
            return
        super().connection_made(transport)
        self._wait("head")

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._is_admitted:
            return
        self._wait("")
        self._all.let_go(self._host)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._is_admitted:
            return
        super().data_received(data)
        self._wait(self._lacking())

    def on_response_complete(self) -> None:
        super().on_response_complete()
        # What comes next may take its time to begin, as long as uvicorn keeps the connection.
        self._wait(self._lacking() if self.conn.trailing_data[0] else "")

    def _lacking(self) -> str:
        """The part of a request that has begun and is not all there."""
        state = self.conn.their_state
        return "head" if state is h11.IDLE else "body" if state is h11.SEND_BODY else ""

    def _wait(self, part: str) -> None:
        """Give whoever is at the other end his time for a part; at none he has all."""
        if part == self._waits_for:
            return
        self._waits_for = part
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None
        if part:
            seconds = self._all.limits.head if part == "head" else self._all.limits.body
            self._limit = self.loop.call_later(seconds, self._too_slow)

    def _too_slow(self) -> None:
        if self.transport.is_closing():
            return
        if self.conn.our_state is h11.IDLE:
            self.transport.write(_SLOW)
        self.transport.close()
