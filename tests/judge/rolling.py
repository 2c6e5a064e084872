"""A next version of the program, and a front that shares requests out to servers that are ready:
what it takes to upgrade a judge that goes on."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socketserver
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dragoman
from dragoman.judge.storage.migrations import REVISION
from tests.patience import SECONDS

_ASKED_EVERY = 0.1
NEXT = f"{int(REVISION) + 1:04}"


def next_version(folder: Path, needs_stop: str = "") -> Path:
    """A copy of the program that has one revision more; where it is to be found by Python."""
    here = Path(dragoman.__file__).parent
    there = folder / "dragoman"
    migrations = Path("judge/storage/migrations")
    for at in (Path(), Path("judge"), Path("judge/storage"), migrations, migrations / "versions"):
        (there / at).mkdir()
        for one in (here / at).iterdir():
            if not (there / at / one.name).exists() and one.name != "__pycache__":
                made = there / at / one.name
                if at / one.name not in (Path("judge"), Path("judge/storage"), migrations,
                                         migrations / "versions"):  # fmt: skip
                    made.symlink_to(one)
    init = there / migrations / "__init__.py"
    text = init.read_text()
    init.unlink()
    init.write_text(text.replace(f'REVISION: Final = "{REVISION}"', f'REVISION: Final = "{NEXT}"'))
    (there / migrations / "versions" / f"r{NEXT}_trial.py").write_text(
        f'''"""A column that nobody has filled."""

import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{REVISION}"
needs_stop = "{needs_stop}"


def upgrade() -> None:
    op.add_column("games", sa.Column("trial", sa.Text()))
'''
    )
    return folder


def command(*arguments: str, folder: Path, program: Path | None = None, **env: str) -> str:
    """What a command of the judge prints, by this version or another."""
    done = subprocess.run(
        [sys.executable, "-m", "dragoman.cli", "judge", *arguments],
        cwd=folder, env=_env(program) | env, capture_output=True, text=True, timeout=SECONDS,
        check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


def _env(program: Path | None) -> dict[str, str]:
    env = os.environ | {"PYTHONUNBUFFERED": "1", "DRAGOMAN_JUDGE_WORKERS": "0"}
    return env | {"PYTHONPATH": str(program)} if program is not None else env


class Door:
    """A server of the judge, as a process."""

    def __init__(self, folder: Path, program: Path | None = None, **env: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "dragoman.cli", "judge", "serve", "--port", "0"],
            cwd=folder, env=_env(program) | env, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert self.process.stdout is not None
        found = re.match(r"judge: http://(\S+)", self.process.stdout.readline())
        assert found is not None
        self.at = found[1]
        self.is_ready = False

    def ask(self, path: str) -> tuple[int, dict[str, Any]]:
        line = http.client.HTTPConnection(self.at, timeout=SECONDS)
        try:
            line.request("GET", path)
            answer = line.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            line.close()

    def look(self) -> bool:
        """Whether requests may be sent there."""
        self.is_ready = False
        with suppress(OSError, http.client.HTTPException):
            self.is_ready = self.ask("/readyz")[0] == 200
        return self.is_ready

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(SECONDS)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Front:
    """Hands each request on to one of the doors that were ready when it last looked, in turn, once:
    what fails has failed. Streams are handed on as they come."""

    def __init__(self) -> None:
        self.doors: list[Door] = []
        self.failed: list[str] = []
        self._turn = 0
        self._ended = threading.Event()
        front = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.0"

            def do_GET(self) -> None:
                front._hand_on(self)

            do_POST = do_GET

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.at = f"127.0.0.1:{self._server.server_address[1]}"
        self._threads = [
            threading.Thread(target=self._server.serve_forever, args=(0.05,)),
            threading.Thread(target=self._look),
        ]
        for one in self._threads:
            one.start()

    def _look(self) -> None:
        while not self._ended.wait(_ASKED_EVERY):
            for one in tuple(self.doors):
                one.look()

    def _hand_on(self, asked: BaseHTTPRequestHandler) -> None:
        ready = [one for one in self.doors if one.is_ready]
        what = f"{asked.command} {asked.path}"
        if not ready:
            self.failed.append(f"{what}: nobody is ready")
            return
        self._turn += 1
        line = http.client.HTTPConnection(ready[self._turn % len(ready)].at, timeout=SECONDS)
        begun = False
        try:
            body = asked.rfile.read(int(asked.headers.get("Content-Length", 0)))
            headers = {name: value for name, value in asked.headers.items() if name != "Host"}
            line.request(asked.command, asked.path, body or None, headers)
            answer = line.getresponse()
            if answer.status >= 500:
                self.failed.append(f"{what}: {answer.status}")
            asked.send_response_only(answer.status)
            asked.send_header("Content-Type", answer.getheader("Content-Type", ""))
            asked.end_headers()
            begun = True
            while part := answer.read1(65536):
                asked.wfile.write(part)
                asked.wfile.flush()
        except (OSError, http.client.HTTPException) as error:
            if not (begun and urlsplit(asked.path).path.endswith("/stream")):
                self.failed.append(f"{what}: {error!r}")
        finally:
            line.close()

    def close(self) -> None:
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()
        for one in self._threads:
            one.join()


@contextmanager
def front() -> Iterator[Front]:
    """A front for as long as the ``with`` lasts; its doors are closed with it."""
    made = Front()
    try:
        yield made
    finally:
        made.close()
        for one in made.doors:
            one.close()


class Load(threading.Thread):
    """Somebody who reads a game and writes in it, all the time, each time by a new connection; what
    was confirmed."""

    def __init__(self, at: str, game: int, token: str) -> None:
        super().__init__()
        self._at, self._game, self._token = at, game, token
        self.confirmed: list[str] = []
        self.wrong: list[str] = []
        self.ended = threading.Event()

    def run(self) -> None:
        number = 0
        while not self.ended.is_set():
            number += 1
            text = f"{self.name} {number}"
            reading = ("GET", f"/api/games/{self._game}", None)
            for method, path, body in (
                reading,
                reading,
                reading,
                ("POST", f"/api/games/{self._game}/commands/send", json.dumps({"text": text})),
            ):
                status = self._ask(method, path, body)
                if status != 200:
                    self.wrong.append(f"{method} {path}: {status}")
                elif body:
                    self.confirmed.append(text)
            time.sleep(0.5)  # no more than one may

    def _ask(self, method: str, path: str, body: str | None) -> int | str:
        line = http.client.HTTPConnection(self._at, timeout=SECONDS)
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        try:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            answer.read()
            return answer.status
        except (OSError, http.client.HTTPException) as error:
            return repr(error)
        finally:
            line.close()


class Follower(threading.Thread):
    """Somebody who follows a game, and comes back where his stream ends, as browsers do."""

    def __init__(self, at: str, game: int, token: str) -> None:
        super().__init__()
        self._at, self._game, self._token = at, game, token
        self.heard: list[int] = []
        self.streams = 0
        self.waits: set[str] = set()
        self.is_there, self.ended = threading.Event(), threading.Event()

    def run(self) -> None:
        last = ""
        while not self.ended.is_set():
            line = http.client.HTTPConnection(self._at, timeout=1)
            headers = {"Authorization": f"Bearer {self._token}"}
            headers |= {"Last-Event-ID": last} if last else {}
            with suppress(OSError, http.client.HTTPException):
                line.request("GET", f"/api/games/{self._game}/stream", None, headers)
                answer = line.getresponse()
                if answer.status == 200:
                    self.streams += 1
                    last = self._read(answer, last)
            line.close()
            time.sleep(0.1)

    def _read(self, answer: http.client.HTTPResponse, last: str) -> str:
        kind = ""
        while not self.ended.is_set():
            try:
                text = answer.readline().decode()
            except TimeoutError:
                return last
            if not text:
                return last
            name, _, value = text.rstrip("\n").partition(": ")
            match name:
                case "id":
                    last = value
                case "event":
                    kind = value
                    if kind == "ready":
                        self.is_there.set()
                case "retry":
                    self.waits.add(value)
                case "data" if kind == "event":
                    told = json.loads(value)
                    if told["kind"] == "MessageSent":
                        self.heard.append(told["message"]["number"])
                case _:
                    pass
        return last
