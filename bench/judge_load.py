"""Load from outside: requests at their planned times, whether earlier ones are answered or not.

A process of its own, ``python -m bench.judge_load``: it reads a plan as JSON from standard input
and writes what came of it. Latencies count from the time at which a request was planned, so a
server that stands still for a second pays for every request of that second.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Mapping
from typing import Any, TypeAlias

Planned: TypeAlias = tuple[float, str, str, str, str, str]
"""When, in seconds from the beginning; the kind; method, path, token, body."""


class Connections:
    """Connections to one server that are kept open; another one is opened where all are busy."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self.opened = 0

    async def ask(self, method: str, path: str, token: str, body: str) -> int:
        """The status of the answer; the answer is read to its end."""
        if self._idle:
            reader, writer = self._idle.pop()
        else:
            reader, writer = await asyncio.open_connection(self._host, self._port)
            self.opened += 1
        content = body.encode()
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n".encode()
            + content
        )
        head = await reader.readuntil(b"\r\n\r\n")
        status = int(head[9:12])
        _, _, after = head.lower().partition(b"content-length:")
        if after:
            await reader.readexactly(int(after.partition(b"\r\n")[0]))
        if b"connection: close" in head.lower():
            writer.close()
        else:
            self._idle.append((reader, writer))
        return status


async def carry_out(host: str, port: int, plan: list[Planned]) -> dict[str, Any]:
    """Latencies in milliseconds by kind, and the answers that were no success."""
    connections = Connections(host, port)
    latencies: dict[str, list[float]] = {}
    bad: dict[str, int] = {}
    begun = time.perf_counter() + 0.2

    async def one(at: float, kind: str, method: str, path: str, token: str, body: str) -> None:
        try:
            status = str(await connections.ask(method, path, token, body))
        except (OSError, asyncio.IncompleteReadError) as error:
            status = type(error).__name__
        latencies.setdefault(kind, []).append((time.perf_counter() - begun - at) * 1000)
        if not status.startswith("2"):
            bad[f"{kind} {status}"] = bad.get(f"{kind} {status}", 0) + 1

    running: list[asyncio.Task[None]] = []
    for at, *request in plan:
        await asyncio.sleep(max(0.0, begun + at - time.perf_counter()))
        running.append(asyncio.create_task(one(at, *request)))
    await asyncio.gather(*running)
    return {"latencies": latencies, "bad": bad, "connections": connections.opened}


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
    json.dump(asyncio.run(carry_out(given["host"], given["port"], plan)), sys.stdout)


if __name__ == "__main__":
    main()
