"""Thousands of strangers at one server: ``python -m bench.strangers``; see docs/how-to/hosts.

So many streams of news are open, one for each player of many games, and as many requests are begun
and never sent to their end, all from several addresses of this machine. Meanwhile ``/healthz`` is
asked, and people write to each other: how long that takes, and whether all who follow a game hear.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import re
import socket
import sys
import time
from contextlib import ExitStack, suppress
from typing import Any
from urllib.request import urlopen

from bench import judge_servers
from bench.figures import load, machine
from bench.judge import commit, say
from bench.judge_games import FIRST_USER, SEATS, give_tokens, store_games
from bench.judge_load import percentiles
from dragoman.judge.running.connections import room_for_connections
from dragoman.judge.service import Judge

OF_ONE_ADDRESS = 200
"""Connections from one address: fewer than a server allows."""
AT_A_TIME = 40
"""Streams that are being opened at a time."""
ALONE = 10.0
"""Seconds for which the server is asked before anybody else comes."""
ALLOWED = 100.0
"""Milliseconds that ``/healthz`` may take."""
_HALF = b"GET / HTTP/1.1\r\nHost: judge\r\nX-"


class Strangers:
    """Those who ask one server, and what they saw of it."""

    def __init__(self, port: int, numbers: list[int], secrets: list[str]) -> None:
        self._port, self._numbers, self._secrets = port, numbers, secrets
        self._heard: dict[int, list[float]] = {}
        self.streams = 0
        self.half = 0
        self.ended: dict[str, int] = {}
        self.health: list[float] = []

    async def follow_all(self, count: int) -> list[asyncio.Task[None]]:
        """Open so many streams; each is followed from then on."""
        gate = asyncio.Semaphore(AT_A_TIME)
        running = [asyncio.create_task(self._follow(number, gate)) for number in range(count)]
        while self.streams < count and not all(one.done() for one in running):
            await asyncio.sleep(0.5)
        return running

    async def _follow(self, number: int, gate: asyncio.Semaphore) -> None:
        game = self._numbers[number // SEATS]
        token = self._secrets[FIRST_USER + number]
        is_open = False
        try:
            async with gate:
                reader, writer = await self._open(10 + number // OF_ONE_ADDRESS)
                writer.write(
                    f"GET /api/games/{game}/stream HTTP/1.1\r\nHost: judge\r\n"
                    f"Authorization: Bearer {token}\r\n\r\n".encode()
                )
                await reader.readuntil(b"event: ready")
            is_open = True
            self.streams += 1
            while True:
                if b"event: event" in await reader.readuntil(b"\n"):
                    self._heard.setdefault(game, []).append(time.perf_counter())
        except (OSError, asyncio.IncompleteReadError) as error:
            self._count(f"a stream: {type(error).__name__}")
        finally:
            self.streams -= is_open

    async def begin_requests(self, count: int) -> list[asyncio.Task[None]]:
        """Hold so many requests half sent, each begun anew when the server ends it."""
        return [
            asyncio.create_task(self._begin(number, 100 + number // OF_ONE_ADDRESS))
            for number in range(count)
        ]

    async def _begin(self, number: int, address: int) -> None:
        await asyncio.sleep(number / 200)
        while True:
            try:
                reader, writer = await self._open(address)
                writer.write(_HALF)
                self.half += 1
                try:
                    answer = await reader.read(100)
                finally:
                    self.half -= 1
                self._count(f"half a request: {answer[9:12].decode() or 'closed'}")
                writer.close()
            except OSError as error:
                self._count(f"half a request: {type(error).__name__}")
                await asyncio.sleep(1)

    async def ask_health(self) -> None:
        """Note what a process of its own finds, which has nothing else to do."""
        command = (sys.executable, "-m", "bench.strangers", "--health", f"{self._port}")
        asking = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        assert asking.stdout is not None
        try:
            async for line in asking.stdout:
                self.health.append(float(line))
        finally:
            with suppress(ProcessLookupError):
                asking.terminate()
            await asking.wait()

    async def tell(self, game: int, seat: int) -> tuple[float, int]:
        """Have somebody write to all in a game: milliseconds until the last of those who follow it
        has heard, and how many have."""
        token = self._secrets[FIRST_USER + seat]
        body = json.dumps({"text": "To all of you.", "to": []}).encode()
        heard = self._heard[game] = []
        reader, writer = await self._open(3)
        begun = time.perf_counter()
        writer.write(
            f"POST /api/games/{game}/commands/send HTTP/1.1\r\nHost: judge\r\n"
            f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
            f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        answer = await reader.read()
        writer.close()
        if not answer.startswith(b"HTTP/1.1 2"):
            self._count(f"a letter: {answer[9:12].decode()}")
            return 0.0, 0
        with suppress(TimeoutError):
            async with asyncio.timeout(15):
                while len(heard) < SEATS:
                    await asyncio.sleep(0.02)
        return ((heard[-1] - begun) * 1000 if heard else 0.0), len(heard)

    async def _open(self, last: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        here = (f"127.0.0.{last}", 0)
        return await asyncio.open_connection("127.0.0.1", self._port, local_addr=here)

    def _count(self, what: str) -> None:
        self.ended[what] = self.ended.get(what, 0) + 1


async def tried(
    asked: argparse.Namespace, port: int, numbers: list[int], secrets: list[str]
) -> dict[str, Any]:
    """What strangers saw of a server."""
    strangers = Strangers(port, numbers, secrets)
    running = [asyncio.create_task(strangers.ask_health())]
    await asyncio.sleep(ALONE)
    alone = percentiles(strangers.health)
    strangers.health.clear()
    begun = time.perf_counter()
    running += await strangers.follow_all(asked.streams)
    opened = time.perf_counter() - begun
    say(f"{strangers.streams} streams are open: {opened:.0f} s")
    running += await strangers.begin_requests(asked.half)
    while strangers.half < 0.95 * asked.half and time.perf_counter() - begun < opened + 30:
        await asyncio.sleep(0.1)
    while_opening = percentiles(strangers.health)
    strangers.health.clear()
    heard: list[tuple[float, int]] = []
    least = strangers.half
    end = time.perf_counter() + asked.seconds
    while time.perf_counter() < end:
        index = len(heard) % (asked.streams // SEATS)
        heard.append(await strangers.tell(numbers[index], SEATS * index))
        least = min(least, strangers.half)
        await asyncio.sleep(0.3)
    found: dict[str, Any] = {
        "streams": strangers.streams,
        "seconds to open them": round(opened, 1),
        "half-sent requests, at least": least,
        "healthz alone, ms": alone,
        "healthz while they open, ms": while_opening,
        "healthz, ms": percentiles(strangers.health),
        "healthz asked": len(strangers.health),
        "letters": len(heard),
        "heard by": sorted({count for _, count in heard}),
        "the last hears after, ms": percentiles([took for took, _ in heard]),
        "ended": strangers.ended.copy(),
    }
    for one in running:
        one.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    return found


def ask_health(port: int) -> None:
    """Ask ten times a second how a server is, over new connections, and tell the milliseconds that
    each answer takes."""
    while True:
        begun = time.perf_counter()
        with socket.create_connection(("127.0.0.1", port), 60, ("127.0.0.2", 0)) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: judge\r\nConnection: close\r\n\r\n")
            answer = line.recv(1000)
        assert answer.startswith(b"HTTP/1.1 200"), answer[:60]
        print((time.perf_counter() - begun) * 1000, flush=True)
        time.sleep(0.1)


def main() -> None:
    asked = _asked()
    if asked.health:
        ask_health(asked.health)
    gc.disable()  # else those who ask would stand still, and it would look as if the server did
    room_for_connections()
    count = -(-asked.streams // SEATS)
    at_first = load()
    with ExitStack() as running:
        kind = "postgresql" if judge_servers.postgresql_programs() else "sqlite"
        address, data = running.enter_context(judge_servers.database(kind))
        judge = Judge(address)
        running.callback(judge.close)
        judge.database.create()
        numbers = store_games(judge, count, 2)
        secrets = give_tokens(judge, SEATS * count)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            os.environ["DRAGOMAN_JUDGE_METRICS_PORT"] = str(free.getsockname()[1])
        server = running.enter_context(judge_servers.judge(address, data, workers=0))
        spent, begun = server.processor(), time.perf_counter()
        found = asyncio.run(tried(asked, server.port, numbers, secrets))
        seconds = time.perf_counter() - begun
        metrics = os.environ["DRAGOMAN_JUDGE_METRICS_PORT"]
        told = urlopen(f"http://127.0.0.1:{metrics}/metrics").read().decode()
        report = {
            "machine": machine() | {"commit": commit(), "load": (at_first, load())},
            "asked": {**vars(asked)},
            **found,
            "cores of the server": round(
                (server.processor()["server"] - spent["server"]) / seconds, 3
            ),
            "memory, MB": server.resident(),
            "open descriptors after": re.findall(r"^process_open_fds (\S+)", told, re.MULTILINE),
        }
    print(json.dumps(report, indent=1, default=str))
    if found["streams"] != asked.streams or found["healthz, ms"]["p99"] > ALLOWED:
        sys.exit("it did not hold")


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.strangers", description=__doc__)
    parser.add_argument("--streams", type=int, default=5000, help="streams of news")
    parser.add_argument("--half", type=int, default=1100, help="requests that are never sent")
    parser.add_argument("--seconds", type=float, default=60, help="how long it is watched")
    parser.add_argument("--health", type=int, default=0, help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
