"""The bench of a cold start: ``python -m bench.cold``.

A judge with forty games on as many maps is started while people in browsers ask for them: a game's
page, its board, and the map with its facts. How long is nobody answered at the longest, how many
are answered in the first ten seconds, and when does the server say that it is ready? With
``--ready`` people come once it is, as through a proxy that asks; with ``--doors`` several servers
share them, on PostgreSQL; with ``--warm`` each has been asked for all games before.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench import judge_servers
from bench.judge_servers import Server
from dragoman.formats.variants.folders import shipped_variants
from dragoman.game import find_variant
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge

GAMES = 40
PEOPLE = 8
"""So many at once, each with one request after the other."""
WINDOW = "window=1440x900"


def main() -> None:
    asked = _asked()
    with ExitStack() as running:
        folder = Path(running.enter_context(tempfile.TemporaryDirectory()))
        kind = "postgresql" if asked.doors > 1 else "sqlite"
        address, _ = running.enter_context(judge_servers.database(kind))
        games = make_games(address)
        env: dict[str, str] = {**os.environ, "DATABASE_URL": address, "DRAGOMAN_JUDGE_WORKERS": "0"}
        env |= {"DRAGOMAN_JUDGE_PROXIES": "127.0.0.1"}
        begun = time.perf_counter()
        doors = [Door(folder, env) for _ in range(asked.doors)]
        for one in doors:
            running.callback(one.end)
        listening = time.perf_counter() - begun
        watch = [threading.Thread(target=one.watch) for one in doors]
        for one in watch:
            one.start()
        if asked.ready or asked.warm:
            for one in watch:
                one.join()
        if asked.warm:
            for one in doors:
                Person([one.port], games, seconds=600, rounds=1).run()
        before = [one.server.processor()["server"] for one in doors]
        people = [
            Person([one.port for one in doors], games, seconds=asked.seconds) for _ in range(PEOPLE)
        ]
        for person in people:
            person.start()
        for person in people:
            person.join()
        used = sum(one.server.processor()["server"] for one in doors) - sum(before)
        for one in watch:
            one.join()
        _tell(asked, people, doors, listening, used)


def _asked() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--doors", type=int, default=1, help="so many servers")
    options.add_argument("--seconds", type=float, default=10.0, help="people ask for so long")
    options.add_argument("--ready", action="store_true", help="people come when servers are ready")
    options.add_argument("--warm", action="store_true", help="all games were asked for before")
    return options.parse_args()


def make_games(address: str) -> list[int]:
    """Forty games, each on another map as far as there are maps, that have begun."""
    judge = Judge(address)
    judge.database.create()
    now = datetime.now(UTC)
    found: list[int] = []
    variants = shipped_variants()
    for number in range(GAMES):
        name = variants[number % len(variants)]
        settings = {"title": f"Game {number}", "variant": name, "movement": "3 d"}
        game, told = judge.games.create(settings, 1, now)
        assert game is not None, told
        for user in range(len(find_variant(name).board.powers)):
            judge.games.act(game, c.Join(), Actor(10 + user), now)
        judge.games.act(game, c.Begin(), Actor(1), now)
        found.append(game)
    judge.close()
    return found


class Door:
    """A server, and when it was ready."""

    def __init__(self, folder: Path, env: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "dragoman.cli", "judge", "serve", "--port", "0"],
            cwd=folder, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert self._process.stdout is not None
        told = re.match(r"judge: http://[^:]+:(\d+)", self._process.stdout.readline())
        assert told is not None
        self.port = int(told[1])
        self.server = Server(self.port, self._process)
        self._begun, self.ready = time.perf_counter(), 0.0
        self.longest_health = 0.0

    def watch(self) -> None:
        """Ask until it is ready."""
        while not self.ready:
            begun = time.perf_counter()
            status, _ = ask(self.port, "/healthz")
            self.longest_health = max(self.longest_health, time.perf_counter() - begun)
            status, _ = ask(self.port, "/readyz")
            if status == 200:
                self.ready = time.perf_counter() - self._begun
            time.sleep(0.1)

    def end(self) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.wait(30)


def ask(port: int, path: str) -> tuple[int, bytes]:
    """The answer of a server."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        # Each time from elsewhere: one address may ask so much alone.
        came_from = f"10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(256)}"
        line.request("GET", path, headers={"X-Forwarded-For": came_from})
        answer = line.getresponse()
        return answer.status, answer.read()
    finally:
        line.close()


@dataclass
class Answered:
    """A request: when it was answered, and how long that took."""

    at: float
    seconds: float
    kind: str


class Person(threading.Thread):
    """Somebody with a browser: he opens a game, sees its board and map, and opens another."""

    def __init__(
        self, ports: list[int], games: list[int], seconds: float, rounds: int = 10**9
    ) -> None:
        super().__init__()
        self._ports, self._games = ports, games
        self._until, self._rounds = time.perf_counter() + seconds, rounds
        self._kept: set[str] = set()
        self.answered: list[Answered] = []

    def run(self) -> None:
        for _ in range(self._rounds):
            for game in random.sample(self._games, len(self._games)):
                if time.perf_counter() > self._until:
                    return
                self._open(game)

    def _open(self, game: int) -> None:
        self._ask("page", f"/games/{game}")
        text = self._ask("board", f"/api/games/{game}/board?{WINDOW}")
        with suppress(ValueError):
            found: dict[str, Any] = json.loads(text)
            # A browser keeps maps.
            for one in (found["ground"], found["map"]):
                if one not in self._kept:
                    self._kept.add(one)
                    self._ask("map", one)

    def _ask(self, kind: str, path: str) -> bytes:
        begun = time.perf_counter()
        status, text = ask(random.choice(self._ports), path)
        now = time.perf_counter()
        if status == 200:
            self.answered.append(Answered(now, now - begun, kind))
        return text


def _tell(
    asked: argparse.Namespace,
    people: list[Person],
    doors: list[Door],
    listening: float,
    used: float,
) -> None:
    answered = sorted((one for person in people for one in person.answered), key=lambda a: a.at)
    times = [one.at for one in answered]
    gaps = [after - before for before, after in pairwise(times)]
    kinds: dict[str, list[float]] = {}
    for one in answered:
        kinds.setdefault(one.kind, []).append(one.seconds)
    how = "warm" if asked.warm else "ready" if asked.ready else "cold"
    print(f"{len(doors)} doors, {how}, {os.getloadavg()[0]:.0f} is the load of this machine")
    print(f"listens after {listening:.1f} s, ready {max(one.ready for one in doors):.1f} s later")
    span = max(times[-1] - times[0], 0.001)
    print(f"answers a second: {len(times) / span:.0f}; games opened: "
          f"{len(kinds['page']) / span:.1f} a second")  # fmt: skip
    print(f"longest without any answer: {max(gaps):.2f} s; longest answer: "
          f"{max(one.seconds for one in answered):.2f} s")  # fmt: skip
    print(f"longest /healthz until ready: {max(one.longest_health for one in doors):.2f} s")
    for kind, found in sorted(kinds.items()):
        late = quantiles(found, n=100)[98] if len(found) > 1 else found[0]
        print(f"  {kind}: {len(found)} answers, median {median(found) * 1e3:.0f} ms,"
              f" one in a hundred longer than {late * 1e3:.0f} ms")  # fmt: skip
    print(f"processor: {used / len(times) * 1e3:.1f} ms for each answer")


if __name__ == "__main__":
    main()
