"""A judge under play whose processes are killed at any moment, and what has to be there after.

The players are threads of this process that ask over HTTP, and note whatever was confirmed. Web
process and worker die by SIGKILL and are started again.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from dragoman.judge.accounts.preferences import MailWishes
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.log.fold import rebuild
from dragoman.judge.notices.game_mails import draft
from dragoman.judge.service import Judge
from dragoman.judge.storage.game_store import entries
from dragoman.judge.storage.tables import games, outbox

SCOPES = ("read", "play", "press", "master")


@dataclass
class Confirmed:
    """What players were told is done: orders by game, phase and power as last confirmed, with all
    that were sent after; press by game."""

    press: list[tuple[int, str]] = field(default_factory=list)
    orders: list[tuple[int, int, str]] = field(default_factory=list)
    refused: int = 0
    open: int = 0
    """Requests that are not answered yet."""
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass
class Killed:
    """What was killed, and in the middle of what."""

    door: int = 0
    door_while_asked: int = 0
    """Requests were not answered yet."""
    worker: int = 0
    worker_when_due: int = 0
    """A phase had come due less than a tenth of a second before: one of the two is judging it."""


class Story:
    """Games of seven: in two a phase is judged, by the door, as soon as all are ready; in the
    others by a worker, when it is due."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address, self.folder = address, folder
        self.judge = Judge(address)
        self.judge.database.create()
        now = datetime.now(UTC)
        owner = Actor(is_admin=True)
        people = self.judge.accounts.people
        self.players = [
            people.create(owner, f"Player {letter}", f"{letter}@example.org", "correct horse", now)
            for letter in "abcdefg"
        ]
        tokens = self.judge.accounts.tokens
        self.tokens = {
            one: tokens.make(Actor(one), one, "kill", SCOPES, now)[0] for one in self.players
        }
        self.numbers = [self._game(now, "30 s", "ready") for _ in range(2)]
        self.numbers += [self._game(now, "1 d", "never") for _ in range(2)]
        self.confirmed = Confirmed()
        self.killed = Killed()
        self.stopped = threading.Event()
        self.port = 0
        self.web: subprocess.Popen[str] | None = None
        self.workers: list[subprocess.Popen[str]] = []

    def _game(self, now: datetime, length: str, early: str) -> int:
        settings = {"title": "Under fire", "movement": length, "early": early}
        number, answer = self.judge.games.create(settings, self.players[0], now)
        assert number is not None, answer.told
        for player in self.players:
            self.judge.games.act(number, c.Join(), Actor(player), now)
        self.judge.games.act(number, c.Begin(), Actor(self.players[0]), now)
        return number

    def start_web(self) -> None:
        with (self.folder / "web.log").open("a") as told:
            self.web = subprocess.Popen(
                [sys.executable, "-m", "dragoman.cli", "judge", "serve", "--port", str(self.port)],
                cwd=self.folder,
                env=self._environment(),
                stdout=subprocess.PIPE,
                stderr=told,
                text=True,
            )
        assert self.web.stdout is not None
        line = self.web.stdout.readline()
        found = re.match(r"judge: http://127.0.0.1:(\d+)", line)
        assert found, (line, (self.folder / "web.log").read_text())
        self.port = int(found[1])

    def start_worker(self) -> None:
        with (self.folder / "worker.log").open("a") as told:
            self.workers.append(
                subprocess.Popen(
                    [sys.executable, "-m", "dragoman.cli", "judge", "worker"],
                    cwd=self.folder,
                    env=self._environment(),
                    stderr=told,
                    text=True,
                )
            )

    def _environment(self) -> dict[str, str]:
        return os.environ | {
            "DATABASE_URL": self.address,
            "DRAGOMAN_JUDGE_WORKERS": "0",
            "DRAGOMAN_JUDGE_POLL": "0.05",
            "PYTHONUNBUFFERED": "1",
        }

    def play(self, player: int) -> None:
        """Order, write and say that one is ready, game after game, until it is over."""
        dice = random.Random(player)
        count = 0
        # A breath between what he does: the processes that are killed and begun anew need one, too.
        while not self.stopped.wait(0.02):
            game = dice.choice(self.numbers)
            count += 1
            text = f"{player} {count}"
            if self._ask(player, game, "send", {"text": text}):
                with self.confirmed.lock:
                    self.confirmed.press.append((game, text))
            sheet = f"# {text}\nA nowhere H"
            if self._ask(player, game, "save-orders", {"text": sheet}):
                with self.confirmed.lock:
                    self.confirmed.orders.append((game, player, sheet))
            self._ask(player, game, "set-ready", {"ready": True})

    def _ask(self, player: int, game: int, what: str, body: dict[str, Any]) -> bool:
        """Whether it was confirmed. Nobody knows what became of it otherwise."""
        headers = {
            "Authorization": f"Bearer {self.tokens[player]}",
            "Content-Type": "application/json",
        }
        with self.confirmed.lock:
            self.confirmed.open += 1
        try:
            line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            try:
                path = f"/api/games/{game}/commands/{what}"
                line.request("POST", path, json.dumps(body), headers)
                answer = line.getresponse()
                told = answer.read()
            finally:
                line.close()
        except (OSError, http.client.HTTPException):
            time.sleep(0.05)
            return False
        finally:
            with self.confirmed.lock:
                self.confirmed.open -= 1
        if answer.status == 429:
            time.sleep(0.2)
        if answer.status != 200:
            with self.confirmed.lock:
                self.confirmed.refused += 1
            return False
        return bool(json.loads(told)["changed"])

    def run(self, kills: int, seed: int) -> None:
        """Play under so many kills, web and worker in turn by lot, and then to a rest."""
        dice = random.Random(seed)
        self.start_web()
        self.start_worker()
        self.start_worker()
        threads = [threading.Thread(target=self.play, args=(one,)) for one in self.players]
        for one in threads:
            one.start()
        try:
            for _ in range(kills):
                self._wait_for(dice.randrange(1, 12))
                time.sleep(dice.uniform(0.0, 0.05))
                if dice.random() < 0.5:
                    self._kill_door()
                else:
                    self._kill_worker(dice)
            time.sleep(0.5)
        finally:
            self.stopped.set()
            for one in threads:
                one.join()
            self._rest()

    def _kill_door(self) -> None:
        assert self.web is not None
        self.killed.door += 1
        self.killed.door_while_asked += self.confirmed.open > 0
        _kill(self.web)
        self.start_web()

    def _kill_worker(self, dice: random.Random) -> None:
        """Kill one, every other time a moment after something came due."""
        self.killed.worker += 1
        if dice.random() < 0.5:
            now = datetime.now(UTC)
            soon = c.SetDeadline(now + timedelta(seconds=0.1))
            for number in self.numbers[2:]:
                self.judge.games.act(number, soon, Actor(self.players[0]), now)
            time.sleep(0.1 + dice.uniform(0.0, 0.1))
            self.killed.worker_when_due += 1
        _kill(self.workers.pop(dice.randrange(len(self.workers))))
        self.start_worker()

    def _wait_for(self, count: int) -> None:
        """Wait until so many more orders or messages were confirmed: a process is killed under
        play, and not while it starts."""
        found, end = self.confirmed, time.monotonic() + 60
        wanted = len(found.press) + len(found.orders) + count
        while len(found.press) + len(found.orders) < wanted and time.monotonic() < end:
            time.sleep(0.002)

    def _rest(self) -> None:
        """Let what is due be judged, and end."""
        end = time.monotonic() + 30
        late = sa.select(sa.func.count()).select_from(games)
        while time.monotonic() < end:
            with self.judge.database.reading() as connection:
                if not connection.execute(late.where(games.c.due <= datetime.now(UTC))).scalar():
                    break
            time.sleep(0.1)
        for one in [self.web, *self.workers]:
            if one is not None:
                _kill(one)

    def _check_mails(self) -> None:
        """See that everybody was written a mail of each command that he is to hear of, and one."""
        while self.judge.notify(datetime.now(UTC)):
            pass
        expected = Counter[int]()
        for number in self.numbers:
            g, reports = self.judge.games.load(number), dict[tuple[Any, ...], str]()
            log = entries(self.judge.database, number, most=10**9)
            for _, group in groupby(log, key=lambda one: (one.at, one.by)):
                rows = list(group)
                for person in self.players:
                    told = draft(g, rows, person, MailWishes(), {}, reports).told
                    expected[person] += told is not None
        counted = sa.select(outbox.c.person, sa.func.count()).group_by(outbox.c.person)
        with self.judge.database.reading() as connection:
            written = {person: count for person, count in connection.execute(counted)}
        wanted = {one: count for one, count in expected.items() if count}
        assert written == wanted, f"mails written: {written}, and due: {wanted}"

    def check(self) -> dict[str, int]:
        """See that all that was confirmed is there, and nothing twice; what was counted.

        The log is read from the database anew, and folded from its beginning.
        """
        self._check_mails()
        lost = list[str]()
        phases = unanswered = 0
        for number in self.numbers:
            log = entries(self.judge.database, number, most=10**9)
            assert [one.number for one in log] == list(range(1, len(log) + 1))
            g = rebuild(log)
            with self.judge.database.reading() as connection:
                row = connection.execute(sa.select(games).where(games.c.id == number)).one()
            assert (row.version, row.stage) == (g.number, g.stage.value)
            sent = [one.text for one in g.messages]
            twice = {one for one in sent if sent.count(one) > 1}
            assert not twice, f"press twice: {twice}"
            lost += [
                text for game, text in self.confirmed.press if game == number and text not in sent
            ]
            saved = {
                (one.by, one.event.text) for one in log if type(one.event).__name__ == "OrdersSaved"
            }
            lost += [
                sheet
                for game, player, sheet in self.confirmed.orders
                if game == number and (player, sheet) not in saved
            ]
            judged = [one.event.phase for one in log if type(one.event).__name__ == "Judged"]
            assert len(judged) == len(set(judged)), f"judged twice: {judged}"
            assert judged == [str(one.phase) for one in g.history]
            phases += len(judged)
            told = {text for game, text in self.confirmed.press if game == number}
            unanswered += len(set(sent) - told)
        assert not lost, f"confirmed and lost: {lost}"
        return {
            "press": len(self.confirmed.press),
            "orders": len(self.confirmed.orders),
            "phases": phases,
            "done and never answered": unanswered,
            **asdict(self.killed),
        }

    def close(self) -> None:
        self.judge.close()


def _kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()
    if process.stdout is not None:
        process.stdout.close()
