"""Load from outside: requests at their planned times, whether earlier ones are answered or not.

A process of its own, ``python -m bench.judge_load``: it reads a plan as JSON from standard input
and writes what came of it. Latencies count from the time at which a request was planned, so a
server that stands still for a second pays for every request of that second.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
import time
from collections.abc import Iterable, Mapping
from itertools import cycle
from typing import Any, TypeAlias

Planned: TypeAlias = tuple[float, str, str, str, str, str]
"""When, in seconds from the beginning; the kind; method, path, token, body. The method ``SOCKET``
is a message to the peer, whose number stands where the path does, and where the token does the name
of the connection: the peer takes each player's messages from one alone."""
_Line: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


_ENDED = (ConnectionError, asyncio.IncompleteReadError)
"""What a connection says that its server has closed."""


class Connections:
    """Connections to one server that are kept open; another one is opened where all are busy, and
    in the place of one that the server has closed because nothing was asked over it."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._idle: list[_Line] = []
        self._named: dict[str, tuple[asyncio.Lock, _Line]] = {}
        self.opened = 0
        self.ended = 0
        """How many were closed while idle, and another was opened for what was to be asked."""
        self.asked_again = 0
        """How many of these were found closed only when nothing of an answer came."""

    async def prepare(self, plan: Iterable[Planned]) -> None:
        """Open the connections that have names."""
        for name in sorted({token for _, _, method, _, token, _ in plan if method == "SOCKET"}):
            line = await self._open()
            await self._upgrade(*line)
            self._named[name] = asyncio.Lock(), line

    async def close(self) -> None:
        """Close them all; nothing is asked any more."""
        for _, writer in (*self._idle, *(line for _, line in self._named.values())):
            writer.close()
        self._idle.clear()
        self._named.clear()
        await asyncio.sleep(0)  # they close when the loop comes to it

    async def ask(self, method: str, path: str, token: str, body: str) -> str:
        """The status of the answer; the answer is read to its end."""
        if method == "SOCKET":
            lock, line = self._named[token]
            async with lock:
                return await _message(*line, path, body)
        line = self._kept()
        if line is not None:
            try:
                return await self._answered(line, method, path, token, body)
            except _ENDED as error:
                if isinstance(error, asyncio.IncompleteReadError) and error.partial:
                    raise  # an answer had begun: asking again would be asking twice
                self.ended += 1
                self.asked_again += 1
        return await self._answered(await self._open(), method, path, token, body)

    def _kept(self) -> _Line | None:
        """The connection that was asked last of those that are open and idle."""
        while self._idle:
            reader, writer = self._idle.pop()
            if not (reader.at_eof() or writer.is_closing()):
                return reader, writer
            writer.close()
            self.ended += 1
        return None

    async def _answered(self, line: _Line, method: str, path: str, token: str, body: str) -> str:
        """Ask over a connection, and keep it if it may be asked again."""
        try:
            status, stays = await self._request(*line, method, path, token, body)
        except _ENDED:
            line[1].close()
            raise
        if stays:
            self._idle.append(line)
        else:
            line[1].close()
        return status

    async def _open(self) -> _Line:
        self.opened += 1
        return await asyncio.open_connection(self._host, self._port)

    async def _request(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        method: str,
        path: str,
        token: str,
        body: str,
    ) -> tuple[str, bool]:
        content = body.encode()
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n".encode()
            + content
        )
        head = await reader.readuntil(b"\r\n\r\n")
        _, _, after = head.lower().partition(b"content-length:")
        if after:
            size = int(after.partition(b"\r\n")[0])
            try:
                await reader.readexactly(size)
            except asyncio.IncompleteReadError as error:
                raise asyncio.IncompleteReadError(head + error.partial, size) from None
        return head[9:12].decode(), b"connection: close" not in head.lower()

    async def _upgrade(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Have a connection speak in messages (RFC 6455)."""
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET / HTTP/1.1\r\nHost: {self._host}:{self._port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")


_LONG, _LONGER = 126, 127
_TEXT, _MASKED = 0x81, 0x80


async def _message(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: str, body: str
) -> str:
    """Send a message, and read until the answer to it has come: others tell what happened."""
    content = body.encode()
    size = len(content)
    head = bytes([_TEXT, _MASKED | size]) if size < _LONG else bytes([_TEXT, _MASKED | _LONG])
    head += size.to_bytes(2, "big") if size >= _LONG else b""
    writer.write(head + bytes(4) + content)  # under a mask of zeros it stays as it is
    while True:
        size = (await reader.readexactly(2))[1]
        if size >= _LONG:
            size = int.from_bytes(await reader.readexactly(2 if size == _LONG else 8), "big")
        text = await reader.readexactly(size)
        if number.encode() in text:
            told = json.loads(text)
            if told.get("request_id") == number:
                return "error" if told["name"] == "error" else "200"


async def carry_out(host: str, ports: list[int], plan: list[Planned]) -> dict[str, Any]:
    """Latencies in milliseconds by kind, and the answers that were no success. Of several ports
    each is asked in its turn, as a proxy before several doors does."""
    doors = [Connections(host, port) for port in ports]
    latencies: dict[str, list[float]] = {}
    bad: dict[str, int] = {}
    for one in doors:
        await one.prepare(plan)
    begun = time.perf_counter() + 0.2

    async def ask(
        door: Connections, at: float, kind: str, method: str, path: str, token: str, body: str
    ) -> None:
        try:
            status = await door.ask(method, path, token, body)
        except (OSError, asyncio.IncompleteReadError) as error:
            status = type(error).__name__
        latencies.setdefault(kind, []).append((time.perf_counter() - begun - at) * 1000)
        if not status.startswith("2"):
            bad[f"{kind} {status}"] = bad.get(f"{kind} {status}", 0) + 1

    running: list[asyncio.Task[None]] = []
    for door, (at, *request) in zip(cycle(doors), plan, strict=False):
        await asyncio.sleep(max(0.0, begun + at - time.perf_counter()))
        running.append(asyncio.create_task(ask(door, at, *request)))
    await asyncio.gather(*running)
    for one in doors:
        await one.close()
    return {
        "latencies": latencies,
        "bad": bad,
        "connections": {
            "opened": sum(one.opened for one in doors),
            "ended while idle": sum(one.ended for one in doors),
            "asked again": sum(one.asked_again for one in doors),
        },
    }


def percentiles(values: list[float]) -> Mapping[str, float]:
    ordered = sorted(values)
    return {
        "p50": ordered[len(ordered) // 2],
        "p99": ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))],
        "max": ordered[-1],
    }


def main() -> None:
    given = json.load(sys.stdin)
    plan: list[Planned] = [tuple(one) for one in given["plan"]]
    json.dump(asyncio.run(carry_out(given["host"], given["ports"], plan)), sys.stdout)


if __name__ == "__main__":
    main()
