"""An evening of many live games: ``python -m bench.evening``; see docs/how-to/hosts/capacity.md.

Games with deadlines as in life, served by four doors and two workers, each a process of its own, on
one PostgreSQL; time is compressed, while people read, order and write. When it is over the logs of
the games say how late each phase was judged, and that none was judged twice or forgotten.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bench import judge_servers
from bench.figures import load, machine
from bench.judge import BOARD, PAGE, commit, say
from bench.judge_load import Planned, percentiles
from bench.judge_servers import Server
from bench.live_games import (
    FRIDAY,
    SEATS,
    LiveGame,
    deadlines,
    make_games,
    make_patterns,
    make_people,
    next_deadline,
    put_away,
)
from dragoman.judge.service import Judge
from dragoman.judge.storage.consistency import inconsistent_games
from dragoman.judge.storage.tables import aside, games

READ, SAVE, SEND = "reading a game", "saving orders", "sending press"
SHARES = {PAGE: 0.15, BOARD: 0.1, READ: 0.4, SAVE: 0.2, SEND: 0.15}
"""What people ask for."""
AHEAD = 3.0
"""People are at games that are due within so many hours."""
TO_SET_UP = 120.0, 250.0
"""Seconds that setting up may take, and games in each of them."""
ALLOWED = 5.0
"""Seconds that a phase may be late."""

_JUDGED = sa.text("""
    SELECT game, at, was, phase FROM (
        SELECT game, number, at, kind, data->>'phase' AS phase,
               lag(data->>'deadline') OVER (PARTITION BY game ORDER BY number) AS was
        FROM log WHERE kind IN ('Began', 'DeadlineSet', 'Judged')) AS entries
    WHERE kind = 'Judged' AND at >= :since ORDER BY at""")
_TWICE = sa.text("""
    SELECT count(*) FROM (SELECT 1 FROM log WHERE kind = 'Judged'
    GROUP BY game, data->>'phase' HAVING count(*) > 1) AS twice""")


def main() -> None:
    asked = _asked()
    begun, at_first = time.perf_counter(), load()
    with ExitStack() as running:
        address, data = running.enter_context(
            judge_servers.database("postgresql", "-c max_connections=250")
        )
        judge = Judge(address)
        running.callback(judge.close)
        judge.database.create()
        patterns = make_patterns(judge, asked.compression)
        begin = datetime.now(UTC) + timedelta(seconds=TO_SET_UP[0] + asked.games / TO_SET_UP[1])
        made = make_games(judge, patterns, wanted(asked, begin))
        put_away(judge, patterns)
        secrets = make_people(judge, made)
        say(f"{len(made)} games: {time.perf_counter() - begun:.0f} s")
        folder = Path(running.enter_context(tempfile.TemporaryDirectory()))
        doors = [
            running.enter_context(judge_servers.judge(address, data if first else 0, workers=0))
            for first in [True] + [False] * (asked.doors - 1)
        ]
        logs = [folder / f"worker-{number}.log" for number in range(1, asked.workers + 1)]
        workers = [
            running.enter_context(judge_servers.worker(address, number, log))
            for number, log in enumerate(logs, 1)
        ]
        if datetime.now(UTC) > begin:
            sys.exit("setting up took too long on this machine: see TO_SET_UP")
        plan = requests(asked, made, secrets, begin)
        time.sleep((begin - datetime.now(UTC)).total_seconds())
        say(f"the evening begins: {time.perf_counter() - begun:.0f} s")
        with spending([*doors, *workers]) as spent:
            latencies, bad = carried_out(doors, plan)
            seconds = asked.hours * 3600 / asked.compression
            time.sleep(max(0.0, seconds - (datetime.now(UTC) - begin).total_seconds()))
        end = begin + timedelta(seconds=seconds)
        time.sleep(ALLOWED)
        say(f"the evening is over: {time.perf_counter() - begun:.0f} s")
        found = looked_over(judge, begin, end, made)
    report = {
        "machine": machine() | {"commit": commit(), "load": (at_first, load())},
        "asked": vars(asked),
        **found,
        "cores used": spent,
        "requests": {kind: percentiles(took) for kind, took in latencies.items()},
        "requests that failed": bad,
    }
    print(json.dumps(report, indent=1, default=str))
    if found["late"] or found["judged twice"] or found["not judged"] or found["not as logged"]:
        sys.exit("it did not hold")


def wanted(asked: argparse.Namespace, begin: datetime) -> list[tuple[float, datetime]]:
    """The lengths and first deadlines of games, in the time of the machine."""
    dice = random.Random(asked.seed)
    since = FRIDAY * 24 + asked.since
    found: list[tuple[float, datetime]] = []
    for (length, at), _ in zip(deadlines(dice), range(asked.games), strict=False):
        hours = next_deadline(length, at, since, dice) - since
        found.append((length, begin + timedelta(hours=hours / asked.compression)))
    return found


def requests(
    asked: argparse.Namespace, made: Sequence[LiveGame], secrets: Sequence[str], begin: datetime
) -> list[Planned]:
    """What people ask for: at games that are due soon, by lot."""
    dice, plan, at = random.Random(asked.seed), list[Planned](), 0.0
    by_due = sorted(made, key=lambda one: one.due)
    moments = [one.due for one in by_due]
    seconds, ahead = asked.hours * 3600 / asked.compression, AHEAD * 3600 / asked.compression
    while asked.rate and (at := at + dice.expovariate(asked.rate)) < seconds:
        now = begin + timedelta(seconds=at)
        first, last = (bisect_left(moments, now + timedelta(seconds=one)) for one in (1, ahead))
        one = by_due[dice.randrange(first, last)] if first < last else dice.choice(by_due)
        kind = dice.choices([*SHARES], [*SHARES.values()])[0]
        plan.append((at, kind, *_request(kind, one, secrets, dice, len(plan))))
    return plan


def _request(
    kind: str, one: LiveGame, secrets: Sequence[str], dice: random.Random, number: int
) -> tuple[str, str, str, str]:
    powers = [*one.pattern.game.players.values()]
    seat = dice.randrange(SEATS)
    path, token = f"/api/games/{one.number}", secrets[one.first + seat]
    if kind == PAGE:
        return "GET", f"/games/{one.number}", token, ""
    if kind in (READ, BOARD):
        return "GET", path + ("/board" if kind == BOARD else ""), token, ""
    if kind == SAVE:
        sheets = one.pattern.sheets.get(powers[seat], [""])
        return (
            "POST",
            f"{path}/commands/save-orders",
            token,
            json.dumps({"text": dice.choice(sheets)}),
        )
    text = {"text": f"{number}, as we said.", "to": [powers[(seat + 1) % SEATS]]}
    return "POST", f"{path}/commands/send", token, json.dumps(text)


def carried_out(
    doors: Sequence[Server], plan: list[Planned]
) -> tuple[dict[str, list[float]], dict[str, int]]:
    """How many milliseconds each answer took, by the kind of what was asked; and those that were
    no success."""
    given = json.dumps({"host": "127.0.0.1", "ports": [one.port for one in doors], "plan": plan})
    command = [sys.executable, "-m", "bench.judge_load"]
    ran = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    came = json.loads(ran.stdout)
    return came["latencies"], came["bad"]


@contextmanager
def spending(servers: Sequence[Server]) -> Iterator[dict[str, float]]:
    """What processes take of the machine meanwhile, in cores; and what all others take there."""
    found: dict[str, float] = {}
    before, busy, begun = _spent(servers), _busy(), time.perf_counter()
    yield found
    seconds = time.perf_counter() - begun
    for name, value in _spent(servers).items():
        found[name] = round((value - before.get(name, 0.0)) / seconds, 3)
    ours = sum(found.values())
    found["all others, with who asks"] = round((_busy() - busy) / seconds - ours, 3)


def _spent(servers: Sequence[Server]) -> Counter[str]:
    found = Counter[str]()
    for one in servers:
        for name, value in one.processor().items():
            found["workers" if not one.port else "doors" if name == "server" else name] += value
    return found


def _busy() -> float:
    """Seconds of all processors in which they were not idle."""
    fields = [*map(int, Path("/proc/stat").read_text().split()[1:9])]
    return (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")


def looked_over(
    judge: Judge, begin: datetime, end: datetime, made: Sequence[LiveGame]
) -> dict[str, Any]:
    """What the logs of the games say of an evening."""
    with judge.database.reading() as connection:
        judged = connection.execute(_JUDGED, {"since": begin.isoformat()}).all()
        twice = connection.execute(_TWICE).scalar_one()
        left = set(connection.execute(sa.select(games.c.id).where(games.c.due <= end)).scalars())
        bad = connection.execute(sa.select(sa.func.count()).select_from(aside)).scalar_one()
        size: int = connection.execute(sa.text("SELECT pg_database_size('judge')")).scalar_one()
    seen = {row.game for row in judged}
    left |= {one.number for one in made if one.due <= end and one.number not in seen}
    late = sorted(
        (datetime.fromisoformat(row.at) - datetime.fromisoformat(row.was)).total_seconds()
        for row in judged
    )
    seconds = Counter(row.at[:19] for row in judged)
    at_once = Counter(row.was for row in judged)
    sample = random.Random(3).sample(sorted(seen), min(len(seen), 300))
    differ = [*inconsistent_games(judge.database, datetime.now(UTC), judge.variants.find, sample)]
    return {
        "judged": len(judged),
        "games judged": len(seen),
        "a second": round(len(judged) / (end - begin).total_seconds(), 1),
        "the most in a second": max(seconds.values(), default=0),
        "the most with one deadline": max(at_once.values(), default=0),
        "lateness": {
            f"p{share}": round(late[min(len(late) - 1, int(len(late) * share / 100))], 2)
            for share in (50, 90, 99)
        }
        | {"most": round(late[-1], 2)}
        if late
        else {},
        "late": sum(one > ALLOWED for one in late),
        "before their deadline": sum(one < 0 for one in late),
        "judged twice": twice,
        "not judged": len(left),
        "set aside": bad,
        "database, MB": round(size / 1e6),
        "not as logged": len(differ),
    }


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.evening", description=__doc__)
    parser.add_argument("--games", type=int, default=5000, help="live games")
    parser.add_argument(
        "--compression", type=float, default=60, help="seconds of life in a second here"
    )
    parser.add_argument(
        "--since", type=float, default=15, help="the hour of a Friday in Greenwich to begin at"
    )
    parser.add_argument("--hours", type=float, default=8, help="how long it lasts, in life")
    parser.add_argument("--rate", type=float, default=20, help="requests a second")
    parser.add_argument("--doors", type=int, default=4, help="servers")
    parser.add_argument("--workers", type=int, default=2, help="workers")
    parser.add_argument("--seed", type=int, default=36, help="what lots are drawn from")
    return parser.parse_args()


if __name__ == "__main__":
    main()
