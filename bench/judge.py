"""The bench of the judge: ``python -m bench.judge``; see docs/reference/measured/judge-bench.md.

A thousand live games of seven, served by ``dragoman judge serve`` with a worker beside it, on
SQLite and on PostgreSQL, and by the ``diplomacy`` package's own server: how long reading a game,
saving orders and sending press take at a hundred requests a second, and how fast 500 games that are
due at once are judged; then how long it takes to find what is due among a hundred thousand games.
The servers are asked in turn, round after round.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import date, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bench import judge_page, judge_servers
from bench.figures import Results, load, machine
from bench.judge_games import (
    SEATS,
    due_at_once,
    give_addresses,
    give_tokens,
    soon,
    store_games,
)
from bench.judge_load import Planned, percentiles
from bench.judge_servers import Server, database
from dragoman.judge.commands import command as c
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.service import Judge
from dragoman.judge.storage.tables import games, log, notices, outbox
from dragoman.orders import write

PHASES = 8
"""What the games have behind them."""
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL", "peer": "`diplomacy`"}
_COUNT = sa.select(sa.func.count())
READ, SAVE, _SEND = "reading a game", "saving orders", "sending press"
PAGE, BOARD = "opening a game's page", "reading its board"
"""What browsers ask for; see ``bench.pages``."""
_SHARES = {READ: 0.6, SAVE: 0.25, _SEND: 0.15}


def main() -> None:
    asked = _asked()
    begun, at_first = time.perf_counter(), load()
    results = Results(machine())
    with ExitStack() as running:
        rivals = [
            *(OurJudge(kind, asked, running) for kind in _kinds(asked)),
            *([Peer(asked, running)] if _has_peer(asked) else []),
        ]
        for one in rivals:
            _first(results, one, asked)
        say(f"each game is read once: {time.perf_counter() - begun:.0f} s")
        for number in range(asked.rounds):
            for one in rivals:
                _round(results, one, number, asked)
            say(f"round {number + 1} of {asked.rounds}: {time.perf_counter() - begun:.0f} s")
        for one in rivals:
            _at_once(results, one, asked)
            say(f"{asked.due} games due at once, {one.name}: {time.perf_counter() - begun:.0f} s")
        for one in rivals:
            if isinstance(one, OurJudge):
                _with_mails(results, one, asked)
                say(f"a round with mails, {one.name}: {time.perf_counter() - begun:.0f} s")
    for kind in _kinds(asked):
        with database(kind) as (address, _):
            find_among(results, kind, address, asked.stored)
        say(f"{asked.stored} games, {NAMES[kind]}: {time.perf_counter() - begun:.0f} s")
    minutes = (time.perf_counter() - begun) / 60
    results.machine |= {
        "date": f"{date.today()}", "commit": commit(), "minutes": minutes,
        "load": (at_first, load()), "games": asked.games, "rate": asked.rate,
        "seconds": asked.seconds, "rounds": asked.rounds, "due": asked.due, "stored": asked.stored,
    }  # fmt: skip
    print(judge_page.PAGE.tables(results.as_json()))
    if asked.page:
        judge_page.PAGE.keep(results.as_json())


class OurJudge:
    """The judge on a database, with its games: a door and a worker, or several doors."""

    def __init__(
        self, kind: str, asked: argparse.Namespace, running: ExitStack, doors: int = 1
    ) -> None:
        self.name = NAMES[kind]
        address, data = running.enter_context(database(kind))
        self._judge = Judge(address)
        running.callback(self._judge.close)
        self._judge.database.create()
        self._numbers = store_games(self._judge, asked.games, PHASES)
        self._secrets = give_tokens(self._judge, SEATS * asked.games)
        g = self._judge.games.load(self._numbers[0])
        self._players, dice = g.players, random.Random(1)
        self._sheets = {
            power: ["\n".join(write(dice.choice(one)) for one in offered.values() if one)
                    for _ in range(20)]
            for power in g.game.survivors if (offered := g.game.legal_orders(power))
        }  # fmt: skip
        self.server: Server = running.enter_context(judge_servers.judge(address, data))
        more = (judge_servers.judge(address, data, workers=0) for _ in range(1, doors))
        self.servers = [self.server, *map(running.enter_context, more)]
        self.begun = self.server.resident()

    def request(
        self, kind: str, dice: random.Random, number: int, game: int | None = None
    ) -> tuple[str, str, str, str]:
        """Method, path, token and body of a request for a game and a player by lot."""
        index = dice.randrange(len(self._numbers)) if game is None else game
        first, power = dice.choice([*self._players.items()])
        token, path = self._secrets[first + SEATS * index], f"/api/games/{self._numbers[index]}"
        if kind == READ:
            return "GET", path, token, ""
        if kind == PAGE:
            return "GET", path.removeprefix("/api"), token, ""
        if kind == BOARD:
            return "GET", f"{path}/board", token, ""
        if kind == SAVE:
            body = json.dumps({"text": dice.choice(self._sheets[power])})
            return "POST", f"{path}/commands/save-orders", token, body
        other = dice.choice([one for one in self._players.values() if one != power])
        body = json.dumps({"text": f"{number}, as we said.", "to": [other]})
        return "POST", f"{path}/commands/send", token, body

    def mail_players(self) -> None:
        """Have all players mailed what happens from now on."""
        give_addresses(self._judge, SEATS * len(self._numbers))

    def mails(self) -> int:
        """How many mails were written."""
        return self._asked(_COUNT.select_from(outbox))[0]

    def wait_for_mails(self) -> None:
        """Wait until nothing is to be written or sent any more."""
        unsent = _COUNT.select_from(outbox).where(outbox.c.due.is_not(None))
        while self._asked(_COUNT.select_from(notices))[0] or self._asked(unsent)[0]:
            time.sleep(0.1)

    def judge_at_once(self, count: int) -> list[float]:
        """Seconds from a common deadline until each game was judged."""
        numbers = self._numbers[:count]
        moment = soon(count * 0.02 + 3)
        due_at_once(self._judge, numbers, moment)
        late = sa.select(sa.func.count()).select_from(games).where(games.c.due <= moment)
        judged = sa.select(log.c.at).where(
            log.c.kind == "Judged", log.c.at >= moment.isoformat(), log.c.game.in_(numbers)
        )
        time.sleep(max(0.0, (moment - soon(0)).total_seconds()))
        while self._asked(late)[0]:
            time.sleep(0.5)
        took = [(datetime.fromisoformat(at) - moment).total_seconds() for at in self._asked(judged)]
        assert len(took) == count, f"{len(took)} games of {count} were judged"
        return sorted(took)

    def _asked(self, question: sa.Select[Any]) -> list[Any]:
        with self._judge.database.asking() as connection:
            return [*connection.execute(question).scalars()]


class Peer:
    """The peer's own server, with as many games: its words for the same work."""

    name = NAMES["peer"]

    def __init__(self, asked: argparse.Namespace, running: ExitStack) -> None:
        self.server, self._told = running.enter_context(judge_servers.peer(asked.games))
        self.servers = [self.server]
        self.begun = self.server.resident()

    def request(
        self, kind: str, dice: random.Random, number: int, game: int | None = None
    ) -> tuple[str, str, str, str]:
        index = dice.randrange(len(self._told["games"])) if game is None else game
        chosen = self._told["games"][index]
        powers = [power for power, sheets in self._told["sheets"].items() if sheets[0]]
        power = dice.choice(powers)
        phase, text = self._told["phase"], f"{number}, as we said."
        data = {"request_id": f"request-{number}", "re_sent": False, "game_id": chosen["id"],
                "token": chosen["tokens"][power], "game_role": power, "phase": phase}  # fmt: skip
        if kind == READ:
            data |= {
                "name": "get_phase_history",
                "from_phase": self._told["past"],
                "to_phase": None,
            }
        elif kind == SAVE:
            orders = dice.choice(self._told["sheets"][power])
            data |= {"name": "set_orders", "power_name": power, "orders": orders, "wait": True}
        else:
            other = dice.choice([one for one in self._told["sheets"] if one != power])
            message = {"sender": power, "recipient": other, "phase": phase, "message": text}
            data |= {"name": "send_game_message", "message": {**message, "time_sent": None}}
        return "SOCKET", data["request_id"], chosen["id"], json.dumps(data)

    def judge_at_once(self, count: int) -> list[float]:
        pipe, told = self.server.process.stdin, self.server.process.stdout
        assert pipe is not None and told is not None
        pipe.write(f"due {count}\n")
        pipe.flush()
        return sorted(json.loads(told.readline()))


def _first(results: Results, one: OurJudge | Peer, asked: argparse.Namespace) -> None:
    """Read every game once. The door folds it then from its log, and remembers it; the peer has
    all of them in its memory from the beginning."""
    dice = random.Random(0)
    plan: list[Planned] = [
        (number / asked.rate, READ, *one.request(READ, dice, number, number))
        for number in range(asked.games)
    ]
    times = percentiles(carried_out(results, one, plan)[READ])
    title = "Time to the answer at the first look"
    _note(results, title, "wall", one, "reading a game, p50", times["p50"], "ms")


def _round(
    results: Results,
    one: OurJudge | Peer,
    number: int,
    asked: argparse.Namespace,
    beside: str = "",
) -> None:
    """Ask a server for a while, and note how long the answers took; ``beside`` is what it does
    besides."""
    plan, dice, at = list[Planned](), random.Random(number), 0.0
    kinds, shares = [*_SHARES], [*_SHARES.values()]
    while at < asked.seconds:
        at += dice.expovariate(asked.rate)
        kind = dice.choices(kinds, shares)[0]
        request = one.request(kind, dice, number * 10**6 + len(plan))
        plan.append((at, kind, *request))
    spent = one.server.processor()
    came = carried_out(results, one, plan)
    for kind in _SHARES:
        for share, value in percentiles(came[kind]).items():
            if share != "max":
                title = f"Time to the answer{beside}, {share}"
                _note(results, title, "wall", one, kind, value, "ms")
    for process, seconds in one.server.processor().items():
        took = (seconds - spent.get(process, 0.0)) / len(plan) * 1000
        title = f"The processor's time for a request of the mix{beside}"
        _note(results, title, "none", one, process, took, "ms")


def carried_out(
    results: Results, one: OurJudge | Peer, plan: list[Planned]
) -> dict[str, list[float]]:
    """How many milliseconds each answer took, by the kind of what was asked."""
    ports = [server.port for server in one.servers]
    given = json.dumps({"host": "127.0.0.1", "ports": ports, "plan": plan})
    command = [sys.executable, "-m", "bench.judge_load"]
    ran = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    came = json.loads(ran.stdout)
    if came["bad"]:
        told = f"{one.name} did not answer as it should: {came['bad']}"
        if isinstance(one, OurJudge):
            sys.exit(told)
        say(told)
        lost = results.machine.setdefault("not answered", {})
        lost[one.name] = lost.get(one.name, 0) + sum(came["bad"].values())
    ended = results.machine.setdefault("ended while idle", {})
    ended[one.name] = ended.get(one.name, 0) + came["connections"]["ended while idle"]
    return came["latencies"]


def _at_once(results: Results, one: OurJudge | Peer, asked: argparse.Namespace) -> None:
    """Have many games due at the same moment, and look at the memory before and after."""
    played, spent = one.server.resident(), one.server.processor()
    took = one.judge_at_once(asked.due)
    middle, last = took[len(took) // 2], took[-1]
    title = f"{asked.due} games due at the same moment"
    _note(results, title, "wall", one, "the middle one judged after", middle, "s")
    _note(results, title, "wall", one, "the last one judged after", last, "s")
    worked = sum(one.server.processor().values()) - sum(spent.values())
    _note(results, title, "wall", one, "processor, a phase", worked / asked.due * 1000, "ms")
    title = "Memory, each page counted once"
    for when, sizes in (("begun", one.begun), ("after the rounds", played),
                        (f"after {asked.due} phases", one.server.resident())):  # fmt: skip
        for process, size in sizes.items():
            _note(results, title, "none", one, f"{process}, {when}", size, "MB")


def _with_mails(results: Results, one: OurJudge, asked: argparse.Namespace) -> None:
    """One more round in which the players are mailed what is written to them, and how long it takes
    until the last mail has left, into a file."""
    one.wait_for_mails()
    one.mail_players()
    _round(results, one, asked.rounds, asked, ", with mails")
    ended = time.perf_counter()
    one.wait_for_mails()
    title = "Mails of that round"
    _note(results, title, "wall", one, "sent", one.mails(), "mails")
    late = time.perf_counter() - ended
    _note(results, title, "wall", one, "the last one sent after the end", late, "s")


def find_among(results: Results, kind: str, address: str, count: int) -> None:
    """How long it takes to find what is due among many games."""
    judge = Judge(address)
    judge.database.create()
    numbers = store_games(judge, count, 0, users=False)
    middle = numbers[count // 2]
    judge.games.act(middle, c.SetDeadline(soon(0.05)), Actor(1), soon(0))
    time.sleep(0.1)
    done = judge.games.tick(soon(0))
    assert done is not None and done.game == middle and done.judged == 1
    part = results.part(f"Among {count} stored games", "wall")
    questions: list[tuple[str, Callable[[], object]]] = [
        ("that nothing is due", lambda: judge.games.tick(soon(0))),
        ("when the next is due", judge.games.next_due),
    ]
    for what, ask in questions:
        took = [_milliseconds(ask) for _ in range(200)]
        for share, value in percentiles(took).items():
            if share != "max":
                part.note(f"{what}, {share}: {NAMES[kind]}", value, "ms")
    judge.close()


def _milliseconds(ask: Callable[[], object]) -> float:
    begin = time.perf_counter()
    ask()
    return (time.perf_counter() - begin) * 1000


def _note(
    results: Results,
    title: str,
    clock: str,
    one: OurJudge | Peer,
    what: str,
    value: float,
    unit: str,
) -> None:
    """Keep a value, beside that of the peer."""
    beside = {} if isinstance(one, Peer) else {"diplomacy": f"{what}: {Peer.name}"}
    results.part(title, clock).note(f"{what}: {one.name}", value, unit, **beside)


def _kinds(asked: argparse.Namespace) -> list[str]:
    found = ["sqlite", *(["postgresql"] if judge_servers.postgresql_programs() else [])]
    return [one for one in found if asked.only in ("", one)]


def _has_peer(asked: argparse.Namespace) -> bool:
    if asked.only not in ("", "peer"):
        return False
    if judge_servers.PEER.exists():
        return True
    say("without the peer: `make bench-judge` makes its environment")
    return False


def commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    here = Path(__file__).parent
    ran = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False)
    return ran.stdout.strip() or "unknown"


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.judge", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="live games")
    parser.add_argument("--rate", type=float, default=100, help="requests a second")
    parser.add_argument("--seconds", type=float, default=20, help="how long a round lasts")
    parser.add_argument("--rounds", type=int, default=3, help="how often it is measured")
    parser.add_argument("--due", type=int, default=500, help="games due at once")
    parser.add_argument("--stored", type=int, default=100_000, help="games to look among")
    parser.add_argument("--only", default="", choices=("sqlite", "postgresql", "peer"))
    parser.add_argument(
        "--page", action="store_true", help="write the page and its file of results"
    )
    parser.add_argument(
        "--quick", action="store_true", help="see that it works: little of everything, in a minute"
    )
    asked = parser.parse_args()
    if asked.quick:
        asked.games, asked.rounds, asked.seconds = 20, 1, 2
        asked.rate, asked.due, asked.stored = 20, 10, 100
    return asked


if __name__ == "__main__":
    main()
