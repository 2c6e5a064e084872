"""The bench of the judge: ``python -m bench.judge``; see docs/capacity.md.

A thousand live games of seven, served by ``dragoman judge serve`` with a worker beside it: how long
reading a game, saving orders and sending press take at a hundred requests a second, and how fast
500 games that are due at once are judged; then how long it takes to find what is due among a
hundred thousand games. On SQLite, and on PostgreSQL where its server is installed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bench.figures import load, machine
from bench.judge_games import FIRST_USER, SEATS, due_at_once, soon, store_games
from bench.judge_load import Planned, percentiles
from dragoman.judge.accounts.secret_texts import hashed
from dragoman.judge.commands import command as c
from dragoman.judge.commands.who_may import Actor
from dragoman.judge.service import Judge
from dragoman.judge.storage.account_tables import people, tokens
from dragoman.judge.storage.tables import games, log

PHASES = 8
"""What the games have behind them."""

_SHARES = (("reading a game", 0.6), ("saving orders", 0.25), ("sending press", 0.15))


def main() -> None:
    asked = _asked()
    kinds = ["sqlite", *(["postgresql"] if server_programs() else [])]
    found: dict[str, Any] = {"machine": machine(), "date": f"{datetime.now(UTC):%Y-%m-%d}"}
    found["load"] = [load()]
    for kind in [one for one in kinds if asked.only in ("", one)]:
        with database(kind) as address:
            found[kind] = measure(address, asked)
        if asked.stored:
            with database(kind) as address:
                found[kind] |= find_among(address, asked.stored)
        print(json.dumps({kind: found[kind]}, indent=1), flush=True)
    found["load"].append(load())
    if asked.keep:
        Path(asked.keep).write_text(json.dumps(found, indent=1) + "\n", "utf-8")


def measure(address: str, asked: argparse.Namespace) -> dict[str, Any]:
    """All that is measured of live games."""
    judge = Judge(address)
    judge.database.create()
    begun = time.perf_counter()
    numbers = store_games(judge, asked.games, PHASES)
    secrets = give_tokens(judge, SEATS * asked.games)
    found: dict[str, Any] = {"stored in": round(time.perf_counter() - begun, 1)}
    with served(address) as (port, serving):
        found["resident, just begun"] = resident(serving.pid)
        rounds: dict[str, list[dict[str, float]]] = {}
        bad: dict[str, int] = {}
        spent, asked_for = processor(serving.pid), 0
        for number in range(asked.rounds):
            plan = planned(judge, numbers, secrets, asked.rate, asked.seconds, number)
            came = run_plan(port, plan)
            asked_for += len(plan)
            for kind, values in came["latencies"].items():
                rounds.setdefault(kind, []).append(dict(percentiles(values)))
            for what, count in came["bad"].items():
                bad[what] = bad.get(what, 0) + count
        found["rounds"], found["bad"] = rounds, bad
        web = processor(serving.pid)["web"] - spent["web"]
        found["processor, ms a request"] = round(web / asked_for * 1000, 2)
        found["resident, games in memory"] = resident(serving.pid)
        spent = processor(serving.pid)
        found["due at once"] = judge_at_once(judge, numbers[: asked.due])
        worker = processor(serving.pid)["worker"] - spent["worker"]
        found["processor, ms a phase judged"] = round(worker / asked.due * 1000, 2)
        found["resident, at the end"] = resident(serving.pid)
    judge.close()
    return found


def give_tokens(judge: Judge, count: int) -> list[str]:
    """Accounts for the players of the games, numbered from 1 on, and a token for each."""
    now = datetime.now(UTC)
    secrets = [f"dragoman_bench_{number}" for number in range(FIRST_USER + count)]
    rows = [
        {"id": number, "name": f"Player {number}", "name_key": f"player{number}", "created": now}
        | {"is_admin": False}
        for number in range(1, len(secrets))
    ]
    known = [
        {"hash": hashed(secrets[number]), "prefix": "bench", "person": number, "name": "bench"}
        | {"scopes": "read play press master", "created": now, "used": now}
        for number in range(1, len(secrets))
    ]
    with judge.database.writing() as connection:
        connection.execute(sa.insert(people), rows)
        connection.execute(sa.insert(tokens), known)
    return secrets


def planned(
    judge: Judge, numbers: list[int], secrets: list[str], rate: float, seconds: float, seed: int
) -> list[Planned]:
    """Requests at random times, so many a second on average, for games and players by lot."""
    dice = random.Random(seed)
    seats = judge.games.load(numbers[0]).players
    sheets = _sheets(judge, numbers[0], dice)
    plan: list[Planned] = []
    at = 0.0
    while at < seconds:
        at += dice.expovariate(rate)
        index, (first, power) = dice.randrange(len(numbers)), dice.choice([*seats.items()])
        token = secrets[first + SEATS * index]
        game = f"/api/games/{numbers[index]}"
        match dice.choices([kind for kind, _ in _SHARES], [share for _, share in _SHARES])[0]:
            case "reading a game":
                plan.append((at, "reading a game", "GET", game, token, ""))
            case "saving orders":
                body = json.dumps({"text": dice.choice(sheets[power])})
                path = f"{game}/commands/save-orders"
                plan.append((at, "saving orders", "POST", path, token, body))
            case _:
                other = dice.choice([one for one in seats.values() if one != power])
                body = json.dumps({"text": f"At {at} as we said.", "to": [other]})
                path = f"{game}/commands/send"
                plan.append((at, "sending press", "POST", path, token, body))
    return plan


def _sheets(judge: Judge, game: int, dice: random.Random) -> dict[str, list[str]]:
    from dragoman.orders import write

    g = judge.games.load(game).game
    return {
        power: [
            "\n".join(write(dice.choice(orders)) for orders in offered.values() if orders)
            for _ in range(20)
        ]
        for power in g.survivors
        if (offered := g.legal_orders(power))
    }


def run_plan(port: int, plan: list[Planned]) -> dict[str, Any]:
    given = json.dumps({"host": "127.0.0.1", "port": port, "plan": plan})
    command = [sys.executable, "-m", "bench.judge_load"]
    ran = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


def judge_at_once(judge: Judge, numbers: list[int]) -> dict[str, float]:
    """Seconds from a common deadline until each game was judged."""
    moment = soon(len(numbers) * 0.08 + 5)
    before = {number: judge.games.load(number).number for number in numbers}
    due_at_once(judge, numbers, moment)
    wanted = sa.select(log.c.game, log.c.at).where(
        log.c.kind == "Judged", log.c.at >= moment.isoformat(), log.c.game.in_(numbers)
    )
    late = sa.select(sa.func.count()).select_from(games).where(games.c.due <= moment)
    while True:
        time.sleep(0.5)
        with judge.database.reading() as connection:
            if connection.execute(late).scalar_one() == 0:
                rows = connection.execute(wanted).all()
                break
    took = sorted((datetime.fromisoformat(row.at) - moment).total_seconds() for row in rows)
    assert len(took) == len(before), f"{len(took)} games of {len(before)} were judged"
    return {"games": len(took), "median": statistics.median(took), "last": took[-1]}


def find_among(address: str, count: int) -> dict[str, Any]:
    """How long it takes to find what is due among many games."""
    judge = Judge(address)
    judge.database.create()
    begun = time.perf_counter()
    numbers = store_games(judge, count, 0, users=False)
    found: dict[str, Any] = {"games": count, "stored in": round(time.perf_counter() - begun, 1)}
    judge.games.act(numbers[count // 2], c.SetDeadline(soon(0.05)), Actor(1), datetime.now(UTC))
    time.sleep(0.1)

    def timed(ask: Any, times: int) -> dict[str, float]:
        took: list[float] = []
        for _ in range(times):
            begin = time.perf_counter()
            ask()
            took.append((time.perf_counter() - begin) * 1000)
        return dict(percentiles(took))

    begin = time.perf_counter()
    done = judge.games.tick(datetime.now(UTC))
    found["one due, found and judged, ms"] = (time.perf_counter() - begin) * 1000
    assert done is not None and done.game == numbers[count // 2] and done.judged == 1
    found["nothing due, ms"] = timed(lambda: judge.games.tick(datetime.now(UTC)), 200)
    found["when the next is due, ms"] = timed(judge.games.next_due, 200)
    if judge.database.is_sqlite:
        with judge.database.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        found["bytes a game"] = Path(judge.database.url.database or "").stat().st_size / count
    judge.close()
    return {"stored": found}


def processes(root: int) -> list[tuple[str, Path]]:
    """The door and its worker, and where the system tells of them."""
    threads = Path(f"/proc/{root}/task").glob("*/children")
    children = [child for one in threads for child in one.read_text().split()]
    return [("web", Path(f"/proc/{root}")), *(("worker", Path(f"/proc/{one}")) for one in children)]


def resident(root: int) -> dict[str, float]:
    """Megabytes of each process in memory."""
    found: dict[str, float] = {}
    for name, folder in processes(root):
        size = re.search(r"VmRSS:\s+(\d+) kB", (folder / "status").read_text())
        found[name] = round(int(size[1]) / 1000, 1) if size else 0.0
    return found


def processor(root: int) -> dict[str, float]:
    """Seconds of the processor that each process has had, its own and the system's for it: what
    others do on the machine weighs little in that."""
    found: dict[str, float] = {}
    for name, folder in processes(root):
        fields = (folder / "stat").read_text().rpartition(")")[2].split()
        found[name] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


@contextmanager
def served(address: str) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """The judge of a database in processes of its own, at a port that is free."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DATABASE_URL": address, "PYTHONUNBUFFERED": "1"}
        environment |= {"DRAGOMAN_JUDGE_LOG_LEVEL": "error"}
        process = subprocess.Popen(
            [sys.executable, "-m", "dragoman", "judge", "serve", "--port", "0"],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            time.sleep(2)  # for the worker to begin
            yield int(line.rpartition(":")[2]), process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)
            process.stdout.close()


def server_programs() -> Path | None:
    """Where PostgreSQL's programs are, if they are installed."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda at: int(at.parent.name))
    return debian[-1] if debian else None


@contextmanager
def database(kind: str) -> Iterator[str]:
    """The address of an empty database, of a server of its own where it needs one, with the
    settings that PostgreSQL comes with: everything confirmed is on the disk."""
    with tempfile.TemporaryDirectory(prefix="judge-bench-") as text:
        folder = Path(text)
        if kind == "sqlite":
            yield f"sqlite:///{folder / 'judge.db'}"
            return
        programs = server_programs()
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
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}'"
        run("pg_ctl", "-D", data, "-l", str(folder / "log"), "-w", "-o", options, "start")
        try:
            run("createdb", "-h", str(folder), "-U", "judge", "judge")
            yield f"postgresql://judge@/judge?host={folder}"
        finally:
            run("pg_ctl", "-D", data, "-m", "fast", "-w", "stop")


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.judge", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="live games")
    parser.add_argument("--rate", type=float, default=100, help="requests a second")
    parser.add_argument("--seconds", type=float, default=20, help="how long a round lasts")
    parser.add_argument("--rounds", type=int, default=3, help="how often it is measured")
    parser.add_argument("--due", type=int, default=500, help="games due at once")
    parser.add_argument("--stored", type=int, default=100_000, help="games to look among")
    parser.add_argument("--only", default="", help="one kind of database")
    parser.add_argument("--keep", metavar="FILE", default="", help="write what was found there")
    return parser.parse_args()


if __name__ == "__main__":
    main()
