"""The bench of mail: ``python -m bench.mail``; see docs/how-to/hosts/capacity.md.

Players of live games answer the judge's mails with orders, over SMTP and as fast as they are taken:
how many an hour the judge takes, and how many it answers; by itself, and beside requests from
browsers and programs.
"""

from __future__ import annotations

import argparse
import os
import random
import smtplib
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime

import sqlalchemy as sa

from bench import judge_servers
from bench.judge_games import FIRST_USER, SEATS, give_addresses, give_tokens, store_games
from bench.judge_load import percentiles
from bench.judge_servers import database
from dragoman.judge.accounts.account_mails import Site
from dragoman.judge.notices.reply_address import PURPOSE, Signed, reply_address
from dragoman.judge.service import Judge
from dragoman.judge.storage.signing import secret_for
from dragoman.judge.storage.tables import incoming
from dragoman.orders import write

OWN = "judge@bench.example"
PHASES = 8


def main() -> None:
    asked = _asked()
    for kind in asked.kinds:
        with ExitStack() as running:
            address, data = running.enter_context(database(kind))
            judge = Judge(address, site=Site(mail=OWN))
            running.callback(judge.close)
            judge.database.create()
            numbers = store_games(judge, asked.games, PHASES)
            secrets = give_tokens(judge, SEATS * asked.games)
            give_addresses(judge, SEATS * asked.games)
            mails = written(judge, numbers, asked.mails * 2)
            server = running.enter_context(judge_servers.judge(address, data))
            ports = [running.enter_context(mail_door(address)) for _ in range(asked.servers)]
            besides = [("by itself", 0), *([("beside the web", asked.rate)] if asked.rate else [])]
            for beside, rate in besides:
                batch = [next(mails) for _ in range(asked.mails)]
                how = (rate, asked.pace, asked.connections)
                told = measured(judge, ports, batch, server.port, secrets, numbers, *how)
                print(f"{kind}, {beside}: {told}", flush=True)


def written(judge: Judge, numbers: list[int], count: int) -> Iterator[tuple[str, str, bytes]]:
    """Sender, recipient and text of mails that answer the judge's with orders."""
    dice = random.Random(1)
    with judge.database.writing() as connection:
        secret = secret_for(connection, PURPOSE)
    g = judge.games.load(numbers[0])
    sheets = {
        user: "\n".join(
            write(dice.choice(one)) for one in g.game.legal_orders(power).values() if one
        )
        for user, power in g.players.items()
    }
    for number in range(count):
        index, seat = number // SEATS % len(numbers), number % SEATS
        game, user = numbers[index], FIRST_USER + SEATS * index + seat
        to = reply_address(OWN, secret, judge.games.load(game), Signed(user, game))
        sender = f"{user}@bench.example"
        head = f"From: {sender}\r\nTo: {to}\r\nSubject: Re: results\r\n"
        head += f"Message-ID: <{number}@bench.example>\r\n\r\n"
        quoted = "> Orders are due.\n> A par H\n" * 20
        text = f"{sheets[FIRST_USER + seat]}\n\nOn 5 Jan 2026 {OWN} wrote:\n{quoted}"
        yield sender, to, (head + text.replace("\n", "\r\n")).encode()


def measured(
    judge: Judge,
    ports: list[int],
    mails: list[tuple[str, str, bytes]],
    web: int,
    secrets: list[str],
    numbers: list[int],
    rate: float,
    pace: float,
    connections: int,
) -> str:
    """What came of sending these mails over so many connections: ``pace`` a second or, where that
    is 0, as fast as they are taken."""
    answered, took = threading.Event(), list[float]()
    asker = threading.Thread(target=_ask, args=(answered, took, web, secrets, numbers, rate))
    if rate:
        asker.start()
    before = _answered(judge)
    begun = time.perf_counter()
    senders = [
        threading.Thread(
            target=_send, args=(ports[n % len(ports)], mails[n::connections], pace / connections)
        )
        for n in range(connections)
    ]
    for one in senders:
        one.start()
    for one in senders:
        one.join()
    accepted = time.perf_counter() - begun
    meanwhile = (_answered(judge) - before) / accepted
    waits = sa.select(sa.func.count()).where(incoming.c.due.is_not(None))
    left = 1
    while left:
        time.sleep(0.2)
        with judge.database.asking() as connection:
            left = connection.execute(waits).scalar_one()
    done = time.perf_counter() - begun
    answered.set()
    told = f"{len(mails) / accepted * 3600:,.0f} accepted an hour, "
    told += f"{meanwhile:.1f} answered a second meanwhile; "
    told += f"{len(mails) / done * 3600:,.0f} answered an hour ({_answered(judge)} in all)"
    if rate:
        asker.join()
        times = percentiles(took)
        told += f"; {len(took) / done:.0f} requests a second: {times['p50']:.0f} ms, "
        told += f"{times['p99']:.0f} ms at the 99th percentile"
    return told


def _answered(judge: Judge) -> int:
    outcomes = sa.select(sa.func.count()).where(incoming.c.outcome == "answered")
    with judge.database.asking() as connection:
        return connection.execute(outcomes).scalar_one()


def _send(port: int, mails: list[tuple[str, str, bytes]], pace: float) -> None:
    begun = time.perf_counter()
    with smtplib.SMTP("127.0.0.1", port) as server:
        for number, (sender, to, text) in enumerate(mails):
            if pace:
                time.sleep(max(0.0, begun + number / pace - time.perf_counter()))
            server.sendmail(sender, [to], text)


def _ask(
    ended: threading.Event,
    took: list[float],
    port: int,
    secrets: list[str],
    numbers: list[int],
    rate: float,
) -> None:
    """Read and order in games, so many times a second, one request after the other."""
    import httpx

    dice = random.Random(2)
    with httpx.Client(base_url=f"http://127.0.0.1:{port}/api", timeout=60) as client:
        while not ended.wait(1 / rate):
            index = dice.randrange(len(numbers))
            user = FIRST_USER + SEATS * index + dice.randrange(SEATS)
            headers = {"Authorization": f"Bearer {secrets[user]}"}
            before = time.perf_counter()
            path = f"/games/{numbers[index]}"
            if dice.random() < 0.7:
                answer = client.get(path, headers=headers)
            else:
                body = {"text": f"Hello at {datetime.now(UTC)}."}
                answer = client.post(f"{path}/commands/send", headers=headers, json=body)
            answer.raise_for_status()
            took.append((time.perf_counter() - before) * 1000)


@contextmanager
def mail_door(address: str) -> Iterator[int]:
    """The judge's door for mail, and its port."""
    settings = {"MAIL_ADDRESS": OWN, "DATABASE": address, "LOG_LEVEL": "error"}
    environment = {**os.environ, **{f"DRAGOMAN_JUDGE_{key}": one for key, one in settings.items()}}
    command = [sys.executable, "-m", "dragoman", "judge", "mail", "--serve", "--port", "0"]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
        ) as running,
    ):
        assert running.stdout is not None
        try:
            yield int(running.stdout.readline().rpartition(":")[2])
        finally:
            running.terminate()


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How many mails the judge takes and answers.")
    parser.add_argument("--mails", type=int, default=2_000)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--servers", type=int, default=1, help="how many servers for mail")
    parser.add_argument("--pace", type=float, default=0, help="mails a second; 0: all at once")
    parser.add_argument("--connections", type=int, default=4, help="over which they are sent")
    parser.add_argument("--rate", type=float, default=20, help="requests a second beside")
    parser.add_argument("--kinds", nargs="+", default=["sqlite", "postgresql"])
    return parser.parse_args()


if __name__ == "__main__":
    main()
