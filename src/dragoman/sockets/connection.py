"""One connection over a socket: bytes are read, dealt with in turn, and nobody waits for it."""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
import time
from collections.abc import Callable
from typing import Any, Final, Protocol

from dragoman.guesses import network_of
from dragoman.quick_dataclass import dataclass
from dragoman.sockets.table import Event, Listener

_LOG = logging.getLogger(__name__)
_PIECE: Final = 1 << 16
_MOST_WAITING: Final = 8 << 20
"""So many bytes may wait for a program that does not read."""
_GOODBYE: Final = 1.0
"""Seconds in which the last of what was sent has to be read."""
_SAVED_UP: Final = 2.0
_SHARE: Final = 0.25
"""A connection that has kept the table busy for so many seconds is served only for this share of
the time after that: so nobody keeps it from the others."""
_CREDENTIALS: Final = struct.Struct("3i")


class Connection(Protocol):
    """The exchange over a connection, whatever language is spoken there."""

    is_gone: bool

    @property
    def is_awaited(self) -> bool:
        """True if something has to come within the time that there is for it."""
        ...

    def take(self, content: bytes) -> None:
        """Take bytes that have come."""
        ...

    def step(self) -> bool:
        """Deal with the next of what has come whole; whether there was anything."""
        ...

    def late(self) -> None:
        """End the connection: what was awaited did not come."""
        ...

    def end(self) -> None:
        """Say goodbye."""
        ...

    def gone(self) -> None:
        """The other side is gone."""
        ...


@dataclass(frozen=True, slots=True)
class Peer:
    """The process at the other end, by its number and its user; zeros where nobody can tell, as
    over TCP. ``address`` is where it is: a network of 64 bits for IPv6, for whoever has one address
    of it has all."""

    process: int = 0
    user: int = 0
    address: str = ""


Opened = Callable[[Callable[[bytes], None], Callable[[], None], Peer], Connection]
"""Makes a connection from what sends bytes, what closes it, and who is at the other end."""


def guarded(connection: Connection, hear: Listener) -> Listener:
    """The same listener; but should it fail, this connection ends and nobody else hears of it."""

    def heard(event: Event) -> None:
        try:
            hear(event)
        except Exception:
            _LOG.exception("a connection failed to tell of %r and is closed", event)
            connection.end()

    return heard


async def serve(
    opened: Opened,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    patience: float,
    connections: set[Connection],
) -> None:
    """Serve a connection until it is over. It stands among ``connections`` meanwhile."""
    line: Any = writer.get_extra_info("socket")
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)

    def send(content: bytes) -> None:
        if writer.transport.get_write_buffer_size() > _MOST_WAITING:
            writer.transport.abort()
        elif not writer.is_closing():
            writer.write(content)

    connection = opened(send, writer.close, _peer_of(line))
    connections.add(connection)
    try:
        await _listen(connection, reader, writer, patience)
    except ConnectionError:
        pass
    except Exception:
        # What is wrong with one must not keep it from the others.
        _LOG.exception("a connection failed and is closed")
    finally:
        connection.gone()
        await _closed(writer)
        connections.discard(connection)


async def _closed(writer: asyncio.StreamWriter) -> None:
    """Close, and do not wait long for one who does not read what was last sent."""
    writer.close()
    try:
        async with asyncio.timeout(_GOODBYE):
            await writer.wait_closed()
    except (TimeoutError, OSError):
        writer.transport.abort()


async def _listen(
    connection: Connection,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    patience: float,
) -> None:
    credit, since = _SAVED_UP, time.monotonic()
    now = asyncio.get_running_loop().time
    until = now() + patience
    while not connection.is_gone:
        is_awaited = connection.is_awaited
        try:
            async with asyncio.timeout_at(until if is_awaited else None):
                content = await reader.read(_PIECE)
        except TimeoutError:
            connection.late()
            return
        if not content:
            return
        if not is_awaited:
            until = now() + patience
        connection.take(content)
        while True:
            began = time.monotonic()
            credit = min(credit + (began - since) * _SHARE, _SAVED_UP)
            was_any = connection.step()
            since = time.monotonic()
            credit -= since - began
            if not was_any:
                break
            until = now() + patience
            # Whoever asks for more than he reads waits for himself alone.
            await writer.drain()
            await asyncio.sleep(max(-credit / _SHARE, 0.0))


def _peer_of(line: Any) -> Peer:
    if line.family != getattr(socket, "AF_UNIX", None):  # Windows has no such sockets
        return Peer(address=network_of(str(line.getpeername()[0])))
    if not hasattr(socket, "SO_PEERCRED"):
        return Peer(address="this machine")
    told = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    process, user, _ = _CREDENTIALS.unpack(told)
    return Peer(process, user, f"user {user}")
