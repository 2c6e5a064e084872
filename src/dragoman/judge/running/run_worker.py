"""A worker in a process of its own: its signals, its figures, its end."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import FrameType

from dragoman.extras import MissingExtra, extra
from dragoman.formats import VariantError
from dragoman.game import find_variant
from dragoman.judge.commands.permissions import Actor
from dragoman.judge.outbox.letters import Mail, MapToDraw, Push, post
from dragoman.judge.outbox.mail_carriers import mail_carrier
from dragoman.judge.outbox.sending import Carrier, LetterDelivery, Undelivered
from dragoman.judge.outbox.web_carriers import CallCarrier, PushCarrier
from dragoman.judge.pictures import seen_by
from dragoman.judge.running.configuration import Configuration, site_of
from dragoman.judge.running.log_lines import log, set_up
from dragoman.judge.running.metrics import Metrics, count_database
from dragoman.judge.running.metrics_history import MetricsHistory
from dragoman.judge.running.worker import Worker
from dragoman.judge.service import Judge
from dragoman.judge.storage.database import Database
from dragoman.judge.storage.game_store import Aside
from dragoman.judge.views.viewer import Viewer
from dragoman.refusal import ActionRefused

with extra("judge"):
    from prometheus_client import start_http_server


def run_worker(
    told: Configuration, number: int = 1, *, once: bool = False, beside: bool = False
) -> None:
    """Work until SIGTERM or SIGINT comes, or with ``once`` until nothing is due; with ``beside``
    also until standard input ends, as it does when the process dies that started this one.

    Raises:
        ActionRefused: if the address is none of a database.
    """
    set_up(told.log_form, told.log_level)
    judge = Judge(
        told.database,
        site=site_of(told),
        admin=told.admin_mail,
        kept=told.kept_games,
        guests_an_hour=told.guests_an_hour,
        signal_days=told.signal_days,
    )
    with ExitStack() as at_the_end:
        at_the_end.callback(judge.close)
        metrics = Metrics(lambda: count_database(judge.database, datetime.now(UTC)))
        worker = Worker(
            judge.games,
            metrics,
            _teller(judge, sender(told, judge, metrics)),
            partial(tell_admin, judge.database, told),
            judge.sweep,
            told.poll,
            told.budget,
            told.map_budget,
        )
        if once:
            worker.work_once()
            return
        offer(metrics, told, number, at_the_end)
        name = f"worker {socket.gethostname()}:{number}"
        at_the_end.enter_context(MetricsHistory(judge.database, metrics, name))
        threading.Thread(target=_build_for_bots, daemon=True).start()

        def stop(_: int, __: FrameType | None) -> None:
            # In a thread of its own: this one may hold the lock that it needs.
            threading.Thread(target=worker.stop).start()

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, signal.SIG_IGN if beside else stop)
        if beside:
            threading.Thread(target=_stop_with_input, args=(worker,), daemon=True).start()
        log().info("a worker begins", number=number, process=os.getpid())
        worker.run()
        log().info("a worker ends", number=number, process=os.getpid())


def _build_for_bots() -> None:
    """Build the machine code with which bots search, where there is none yet and it can be: until
    then no game offers those bots."""
    try:
        from dragoman.bots.compiled import build_ahead

        build_ahead(find_variant("standard"))
    except MissingExtra:
        log().info("no bot searches here: there is no machine code, and nothing that builds it")


def sender(told: Configuration, judge: Judge, metrics: Metrics) -> Callable[[datetime], bool]:
    """Sends the letter that waits longest; whether there was one.

    Raises:
        ActionRefused: if what is set about mails is wrong.
    """
    mails = mail_carrier(
        told.mail_server,
        told.mail_from or told.mail_address,
        Path(told.mail_folder),
        partial(draw_map, judge) if told.mail_maps else lambda _: None,
    )
    calls = CallCarrier(told.private_calls)
    contact = f"mailto:{told.admin_mail}" if told.admin_mail else told.address
    pushes = PushCarrier(calls, judge.push_devices.key, contact, judge.push_devices.forget)

    def carry(delivery: LetterDelivery) -> None:
        by = pushes if isinstance(delivery.letter, Push) else calls
        by.carry(delivery)

    def counted(carry: Carrier) -> Carrier:
        def carried(delivery: LetterDelivery) -> None:
            try:
                carry(delivery)
            except Undelivered:
                metrics.delivered.labels("failed").inc()
                raise
            metrics.delivered.labels("sent").inc()

        return carried

    return lambda now: judge.outbox.send(counted(mails), counted(carry), now)


def draw_map(judge: Judge, wanted: MapToDraw) -> bytes | None:
    """A map for a mail; None where there is none to be had: the mail says all that is on it."""
    try:
        viewer = Viewer(judge.games.load(wanted.game), Actor(wanted.person))
        return seen_by(viewer, judge.variants, wanted.phase, wanted.language)
    except (ActionRefused, VariantError, MissingExtra) as error:
        log().warning("a mail leaves without its map", game=wanted.game, error=type(error).__name__)
        return None


def _teller(judge: Judge, send: Callable[[datetime], bool]) -> Callable[[datetime], bool]:
    """Writes the mails of one thing that happened, and sends the letter that waits longest;
    whether there was anything."""

    def told_and_sent(now: datetime) -> bool:
        sent = send(now)
        return judge.notify(now) or sent

    return told_and_sent


def tell_admin(database: Database, told: Configuration, game: Aside, now: datetime) -> None:
    """Write to whoever runs the judge that a game had to be set aside."""
    if not told.admin_mail:
        return
    places = "\n".join(f"    {one}" for one in game.places)
    text = (
        f"Game {game.game} could not be judged, and was set aside so that the others go on. It is "
        f"tried again at {game.again:%Y-%m-%d %H:%M} UTC and later.\n\n{places}\n\n"
        f"Once it is mended: dragoman judge retry {game.game}\n"
    )
    mail = Mail(told.admin_mail, f"Game {game.game} cannot be judged", text)
    with database.writing() as connection:
        post(connection, mail, now, once=f"aside {game.game} {game.since.isoformat()}")


def offer(metrics: Metrics, told: Configuration, number: int, at_the_end: ExitStack) -> None:
    """Offer the figures of a process at its port, if there is to be one."""
    if not told.metrics_port:
        return
    port = told.metrics_port + number
    try:
        server, thread = start_http_server(port, told.metrics_listen, metrics.registry)
    except OSError:
        # Nobody shall wait for his turn because a port is taken.
        log().error("the port of the figures cannot be used", port=port)
        return
    at_the_end.callback(thread.join)
    at_the_end.callback(server.server_close)
    at_the_end.callback(server.shutdown)


def _stop_with_input(worker: Worker) -> None:
    while sys.stdin.buffer.read(4096):
        pass
    worker.stop()
