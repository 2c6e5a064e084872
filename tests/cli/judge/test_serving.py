"""The judge as a process: its web server, its workers, its end."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn

from dragoman.cli.judge.serving import listen
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.running.connections import room_for_connections
from dragoman.judge.service import Judge
from dragoman.judge.storage.upkeep import note_here
from tests.judge.stores import begun
from tests.patience import SECONDS, wait_until

pytestmark = pytest.mark.slow


def test_no_end_of_an_answer_waits_for_its_beginning_to_be_acknowledged() -> None:
    with (
        listen(uvicorn.Config("none:none", port=0, log_config=None)) as at,
        socket.create_connection(at.getsockname()),
        at.accept()[0] as line,
    ):
        assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@dataclass
class Served:
    process: subprocess.Popen[str]
    address: str
    told: str

    def ask(self, path: str, token: str = "", body: object = None) -> tuple[int, Any]:
        request = urllib.request.Request(f"{self.address}{path}")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())


@contextmanager
def served(folder: Path, *arguments: str, **env: str) -> Iterator[Served]:
    """A judge that serves from a folder; what it logs goes to ``log`` there."""
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "dragoman.cli", "judge", "serve", "--port", "0", *arguments],
            cwd=folder,
            env=os.environ | {"DRAGOMAN_JUDGE_LOG_FORM": "json", "PYTHONUNBUFFERED": "1"} | env,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    assert process.stdout is not None
    told = ""
    try:
        for line in process.stdout:
            told += line
            if found := re.match(r"judge: (http://\S+)", line):
                yield Served(process, found[1], told)
                break
        else:
            raise AssertionError((folder / "log").read_text() + told)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(SECONDS)
        finally:
            process.kill()
            process.stdout.close()


def log_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "log").read_text().splitlines()]


def test_a_demonstration_is_played_and_nothing_of_it_logged(call, tmp_path: Path) -> None:
    assert call("judge", "init").status == 0
    with served(tmp_path, "--demonstration", DRAGOMAN_JUDGE_LOG_LEVEL="debug") as here:
        people = re.findall(r"(\w+) +(the master|\w+) +password (\S+) +token (\S+)", here.told)
        assert len(people) == 8
        tokens = {power: token for _, power, _, token in people}
        status, game = here.ask("/api/games/1", tokens["FRANCE"])
        assert (status, game["phase"]) == (200, "S1902M")
        orders = "/api/games/1/commands/save-orders"
        status, answer = here.ask(orders, tokens["FRANCE"], {"text": "A nowhere stabs everybody"})
        assert status == 200 and answer["changed"]
        press = {"text": "Burgundy is yours, believe me", "to": ["GERMANY"]}
        status, _ = here.ask("/api/games/1/commands/send", tokens["FRANCE"], press)
        assert status == 200
        assert here.ask("/api/games/1", "dragoman_nonsense")[0] == 401
        assert here.ask("/api/games/1/commands/join?code=sesame", "", {})[0] == 401
        assert here.ask("/healthz") == (200, {"alive": True})
        wait_until(lambda: here.ask("/readyz")[0] == 200)
        # A master lets the clock judge: that is the worker's.
        soon = (datetime.now(UTC) + timedelta(seconds=1)).isoformat()
        deadline = "/api/games/1/commands/set-deadline"
        assert here.ask(deadline, tokens["the master"], {"deadline": soon})[0] == 200
        wait_until(lambda: here.ask("/api/games/1", tokens["FRANCE"])[1]["phase"] != "S1902M")
    assert here.process.returncode == 0
    told = (tmp_path / "log").read_text()
    lines = log_of(tmp_path)
    assert {"the web server begins", "a worker begins", "done what was due", "a request"} <= {
        line["event"] for line in lines
    }
    assert [line["event"] for line in lines][-2:] == ["the web server ends", "a worker ends"]
    routes = {line["route"] for line in lines if "route" in line}
    assert any(route.endswith("/games/{game}") for route in routes)
    secrets = [
        "stabs", "Burgundy", "believe", "sesame", "example.org", "nonsense",
        *(one for person in people for one in person[2:]),
    ]  # fmt: skip
    assert [one for one in secrets if one in told] == []


def test_workers_end_with_the_web_server_however_it_ends(call, tmp_path: Path) -> None:
    assert call("judge", "init").status == 0
    with served(tmp_path) as here:
        wait_until(lambda: any(line["event"] == "a worker begins" for line in log_of(tmp_path)))
        (worker,) = (line["process"] for line in log_of(tmp_path) if "number" in line)
        # A worker that dies is started again.
        os.kill(worker, signal.SIGKILL)
        wait_until(
            lambda: sum(line["event"] == "a worker begins" for line in log_of(tmp_path)) == 2
        )
        assert [line for line in log_of(tmp_path) if line["event"] == "a worker died"]
        here.process.kill()
        wait_until(lambda: log_of(tmp_path)[-1]["event"] == "a worker ends")


def test_figures_for_prometheus(call, tmp_path: Path) -> None:
    assert call("judge", "init").status == 0
    judge = Judge(f"sqlite:///{tmp_path / 'judge.db'}")
    number, _ = judge.games.create({"title": "Friends"}, 1, datetime.now(UTC))
    assert number is not None
    judge.games.act(number, c.Join(), Actor(2), datetime.now(UTC))
    judge.close()
    port = 20000 + os.getpid() % 10000
    with served(tmp_path, DRAGOMAN_JUDGE_METRICS_PORT=str(port)) as here:
        here.ask("/api/games/1")

        def figures(at: int) -> str:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{at}/metrics", timeout=SECONDS
            ) as answer:
                return answer.read().decode()

        assert 'dragoman_games{stage="forming"} 1.0' in figures(port)
        # It is counted once it is answered.
        counted = r'dragoman_requests_total\{method="GET",route="[^"]*/games/\{game\}"'
        wait_until(lambda: re.search(counted, figures(port)))
        wait_until(lambda: any(line["event"] == "a worker begins" for line in log_of(tmp_path)))
        wait_until(lambda: "dragoman_worker_last_look_seconds 1." in figures(port + 1))


def test_a_thousand_half_sent_requests_keep_nobody_out(call, tmp_path: Path) -> None:
    assert call("judge", "init").status == 0
    port = 20000 + os.getpid() % 10000
    options = {"DRAGOMAN_JUDGE_METRICS_PORT": str(port), "DRAGOMAN_JUDGE_PROXIES": "127.0.0.1"}
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        room_for_connections()
        with served(tmp_path, "--demonstration", **options) as here, ExitStack() as stack:
            where = urlsplit(here.address)
            at = (where.hostname, where.port)
            for _ in range(1100):
                line = stack.enter_context(socket.create_connection(at, SECONDS))
                line.sendall(b"GET / HTTP/1.1\r\nHost: ju")
            follows = stack.enter_context(socket.create_connection(at, SECONDS))
            follows.sendall(b"GET /api/games/1/stream HTTP/1.1\r\nHost: judge\r\n\r\n")
            assert b"200 OK" in follows.recv(4096)
            assert here.ask("/healthz")[0] == 200
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
                figures = answer.read().decode()
            assert "dragoman_streams 1.0" in figures and "process_open_fds" in figures
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    troubles = {one["event"] for one in log_of(tmp_path) if one["level"] in ("warning", "error")}
    assert troubles <= {"a request went badly"}, "which may take long on a machine that is busy"


def test_a_judge_of_another_version_is_not_served(call, tmp_path: Path) -> None:
    assert call("judge", "serve", "--port", "0").status == 2
    call("judge", "init")
    judge = Judge(f"sqlite:///{tmp_path / 'judge.db'}")
    with judge.database.maintaining() as connection:
        note_here(connection)
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        connection.exec_driver_sql("UPDATE upkeep SET oldest = '9999'")
    judge.close()
    refused = call("judge", "serve", "--port", "0")
    assert refused.status == 2 and "9999" in refused.err


def test_a_server_is_warm_before_it_is_ready(call, tmp_path: Path) -> None:
    assert call("judge", "init").status == 0
    judge = Judge(f"sqlite:///{tmp_path / 'judge.db'}")
    begun(judge.games, datetime.now(UTC))
    judge.close()
    with served(tmp_path, DRAGOMAN_JUDGE_WORKERS="0") as here:
        status, told = here.ask("/readyz")
        assert status == 200 or told["why"] == "warming"
        assert here.ask("/healthz")[0] == 200, "whoever comes is answered meanwhile"
        wait_until(lambda: here.ask("/readyz")[0] == 200)
        assert any(line["event"] == "the web server is warm" for line in log_of(tmp_path))
        assert not [line for line in log_of(tmp_path) if "could not be made" in line["event"]]
