"""Servers of the bench of the judge: databases, the judge on one, the peer; and what they take of
the machine."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

PEER = Path(__file__).parents[1] / ".venv-bench" / "bin" / "python"


@dataclass
class Server:
    """A server that is asked: where, and the process that it is. ``data`` is the process of its
    database, if it has one."""

    port: int
    process: subprocess.Popen[str]
    data: int = 0

    def processes(self) -> list[tuple[str, Path]]:
        """Its processes by what they do, and where the system tells of them."""
        found = [("server", Path(f"/proc/{self.process.pid}"))]
        found += [("worker", one) for one in _children(self.process.pid)]
        if self.data:
            found += [("database", one) for one in _children(self.data)]
        return found

    def resident(self) -> dict[str, float]:
        """Megabytes in memory, of its own: a page that processes share counts for its part."""
        found: dict[str, float] = {}
        for name, folder in self.processes():
            size = re.search(r"^Pss:\s+(\d+) kB", _read(folder / "smaps_rollup"), re.MULTILINE)
            found[name] = found.get(name, 0.0) + (int(size[1]) / 1000 if size else 0.0)
        return found

    def processor(self) -> dict[str, float]:
        """Seconds of the processor so far, and of what the system did for them: what others do
        on the machine weighs little in that."""
        found: dict[str, float] = {}
        for name, folder in self.processes():
            fields = _read(folder / "stat").rpartition(")")[2].split()
            seconds = sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK") if fields else 0.0
            found[name] = found.get(name, 0.0) + seconds
        return found


def _children(process: int) -> list[Path]:
    threads = Path(f"/proc/{process}/task").glob("*/children")
    return [Path(f"/proc/{child}") for one in threads for child in _read(one).split()]


def _read(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:  # it ended meanwhile
        return ""


@contextmanager
def judge(address: str, data: int, workers: int = 1) -> Iterator[Server]:
    """The judge of a database: a door and its workers, at a port that is free."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DATABASE_URL": address, "PYTHONUNBUFFERED": "1"}
        environment |= {"DRAGOMAN_JUDGE_LOG_LEVEL": "error"}
        environment |= {"DRAGOMAN_JUDGE_WORKERS": f"{workers}"}
        # All ask from one address, which a proxy may do.
        environment |= {"DRAGOMAN_JUDGE_PROXIES": "127.0.0.1"}
        command = [sys.executable, "-m", "dragoman", "judge", "serve", "--port", "0"]
        with running(command, folder, environment) as process:
            assert process.stdout is not None
            line = process.stdout.readline()
            time.sleep(2)  # for the worker to begin
            yield Server(int(line.rpartition(":")[2]), process, data)


@contextmanager
def worker(address: str, number: int, log: Path) -> Iterator[Server]:
    """A worker by itself, as a service has it; what it does is written to a file."""
    environment = {**os.environ, "DATABASE_URL": address, "DRAGOMAN_JUDGE_LOG_FORM": "json"}
    command = [sys.executable, "-m", "dragoman", "judge", "worker", "--number", f"{number}"]
    with (
        log.open("w") as told,
        running(command, str(log.parent), environment, told) as process,
    ):
        yield Server(0, process)


@contextmanager
def peer(games: int) -> Iterator[tuple[Server, dict[str, Any]]]:
    """The server of the peer with so many games, and what is told of them; see
    ``bench.judge_peer``."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
        command = [str(PEER), "-m", "bench.judge_peer", str(games)]
        with running(command, folder, environment) as process:
            assert process.stdout is not None
            told = json.loads(process.stdout.readline())
            yield Server(told["port"], process), told


@contextmanager
def running(
    command: list[str], folder: str, environment: dict[str, str], errors: IO[str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


def postgresql_programs() -> Path | None:
    """Where PostgreSQL's programs are, if they are installed."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda at: int(at.parent.name))
    return debian[-1] if debian else None


@contextmanager
def database(kind: str, options: str = "") -> Iterator[tuple[str, int]]:
    """The address of an empty database, of a server of its own where it needs one, with the
    settings that PostgreSQL comes with and these ``options``: everything confirmed is on the disk.
    The number is that of the server's process."""
    with tempfile.TemporaryDirectory(prefix="judge-bench-") as text:
        folder = Path(text)
        if kind == "sqlite":
            yield f"sqlite:///{folder / 'judge.db'}", 0
            return
        programs = postgresql_programs()
        assert programs is not None
        as_user: dict[str, Any] = {}
        if os.getuid() == 0:  # the server does not run as root
            shutil.chown(folder, "postgres")
            as_user = {"user": "postgres"}

        def run(program: str, *arguments: str) -> None:
            subprocess.run(
                [programs / program, *arguments],
                check=True,
                cwd=folder,
                stdout=subprocess.DEVNULL,
                **as_user,
            )

        data = str(folder / "data")
        run("initdb", "-D", data, "-U", "judge", "-A", "trust", "-E", "UTF8", "--locale=C")
        options += f" -c listen_addresses='' -c unix_socket_directories='{folder}'"
        run("pg_ctl", "-D", data, "-l", str(folder / "log"), "-w", "-o", options, "start")
        try:
            run("createdb", "-h", str(folder), "-U", "judge", "judge")
            number = int((folder / "data" / "postmaster.pid").read_text().split()[0])
            yield f"postgresql://judge@/judge?host={folder}", number
        finally:
            run("pg_ctl", "-D", data, "-m", "fast", "-w", "stop")
