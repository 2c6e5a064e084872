"""``dragoman judge``: serving, and judging what is due."""

from __future__ import annotations

import os
import signal
import socket
from contextlib import ExitStack
from datetime import UTC, datetime
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.judge.configured import opened, told_by
from dragoman.diagnostics import Diagnostic
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    import uvicorn

    from dragoman.judge.running.configuration import Configuration
    from dragoman.judge.service import Judge

app = typer.Typer()


@app.command()
def worker(
    context: typer.Context,
    once: Annotated[
        bool, typer.Option("--once", help="do what is due now, and end: for cron")
    ] = False,
    number: Annotated[
        int, typer.Option("--number", help="which one of several it is; its metrics port", min=1)
    ] = 1,
    beside: Annotated[
        bool, typer.Option("--beside", help="end when standard input does", hidden=True)
    ] = False,
) -> None:
    """Judge what is due, and send mails and webhook calls, until it is stopped.

    Any number may run at once, on one machine or several. Each phase is judged once, whatever
    happens to them. A game that cannot be judged is set aside, and the others go on.
    "serve" starts workers by itself, as many as the setting "workers" says.
    """

    def answer() -> Answer:
        from dragoman.judge.running.run_worker import run_worker
        from dragoman.refusal import ActionRefused

        told, wrong = told_by(context)
        if wrong is not None:
            return wrong
        try:
            run_worker(told, number, once=once, beside=beside)
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        return Answer()

    deliver(answer, False)


@app.command()
def serve(
    context: typer.Context,
    port: Annotated[
        int | None,
        typer.Option(metavar="PORT", help="the port, if not as set; 0 is any", min=0, max=65535),
    ] = None,
    demonstration: Annotated[
        bool,
        typer.Option(
            "--demonstration", help="begin with accounts and a game to try, if there are none"
        ),
    ] = False,
    mail: Annotated[
        bool, typer.Option("--mail", help='take mails as well, as "mail --serve" does')
    ] = False,
) -> None:
    """Serve browsers and programs, and judge what is due, until it is stopped.

    Pages and programs speak JSON under /api; /healthz and /readyz are for whoever watches over
    it. Judging is done by workers, processes beside this one, as many as the setting "workers"
    says. Several of these may run at once behind a reverse proxy, each at a port of its own.
    """

    def answer() -> Answer:
        from dragoman.refusal import ActionRefused

        told, wrong = told_by(context)
        if wrong is not None:
            return wrong
        try:
            with opened(told) as judge:
                judge.database.check()
                here = told.port if port is None else port
                return _serve(context, told, judge, here, demonstration, mail)
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))

    deliver(answer, False)


def _serve(
    context: typer.Context,
    told: Configuration,
    judge: Judge,
    port: int,
    demonstration: bool,
    mail: bool,
) -> Answer:
    from dragoman.extras import extra
    from dragoman.judge.running.child_workers import ChildWorkers
    from dragoman.judge.running.connections import (
        KEPT_SECONDS,
        ConnectionLimits,
        Connections,
        room_for_connections,
    )
    from dragoman.judge.running.garbage import Tidied
    from dragoman.judge.running.log_lines import log, set_up
    from dragoman.judge.running.metrics import Metrics, count_database
    from dragoman.judge.running.metrics_history import MetricsHistory
    from dragoman.judge.running.readiness import DrainingServer, Readiness
    from dragoman.judge.running.request_monitor import RequestMonitor
    from dragoman.judge.running.run_worker import offer
    from dragoman.web.app import make_app
    from dragoman.web.warming import warm_up

    with extra("judge"):
        import uvicorn

    set_up(told.log_form, told.log_level)
    metrics = Metrics(lambda: count_database(judge.database, datetime.now(UTC)))
    connections = Connections(ConnectionLimits(room_for_connections()), told.proxies)
    app = make_app(judge)
    metrics.watch(lambda: connections.count, lambda: app.state.web.news.followers)
    tidied = Tidied(app)
    readiness = Readiness(is_warm=not told.warm)
    program = RequestMonitor(tidied, judge.database, metrics, readiness)

    async def warm() -> None:
        await warm_up(app, told.warm, lambda: readiness.answering > 0)

    config = uvicorn.Config(
        program,
        http=connections.protocol,  # type: ignore[arg-type]  # it calls what it is given
        host=told.listen,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(told.proxies),
        forwarded_allow_ips=told.proxies,
        timeout_graceful_shutdown=20,
        timeout_keep_alive=KEPT_SECONDS,
        lifespan="on",
    )
    try:
        listening = listen(config)
    except SystemExit:
        what = f"port {port} cannot be used"
        return Answer(diagnostics=(Diagnostic("port-taken", what, "name another with --port"),))
    here = f"http://{told.listen}:{listening.getsockname()[1]}"
    if demonstration:
        _tell_demonstration(judge, here)
    with ExitStack() as at_the_end:
        offer(metrics, told, 0, at_the_end)
        name = f"server {socket.gethostname()}:{listening.getsockname()[1]}"
        at_the_end.enter_context(MetricsHistory(judge.database, metrics, name))
        workers = ChildWorkers(told.workers, context.obj, mail)
        workers.start()
        at_the_end.callback(workers.end)
        typer.echo(f"judge: {here}")
        log().info("the web server begins", port=listening.getsockname()[1], process=os.getpid())
        # The server ends at these, and then raises them again: the rest is to be ended as well.
        for one in (signal.SIGTERM, signal.SIGINT):
            signal.signal(one, _nothing)
        tidied.begin()
        server = DrainingServer(config, readiness, warm, app.state.web.news.close, told.drain)
        server.run([listening])
        log().info("the web server ends", process=os.getpid())
    return Answer()


def listen(config: uvicorn.Config) -> socket.socket:
    """Listen where a server shall.

    Raises:
        SystemExit: if that place is taken.
    """
    found = config.bind_socket()
    # Else the end of an answer waits until its beginning is acknowledged, which takes 40 ms.
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    found.listen(2048)  # so that who reads the address can go there at once
    return found


def _nothing(_: int, __: FrameType | None) -> None:
    """Do nothing when a signal is raised again."""


def _tell_demonstration(judge: Judge, here: str) -> None:
    """Begin the demonstration, and say how to look at it."""
    import secrets

    from dragoman.judge.running.demonstration import demonstrate

    found = demonstrate(judge, f"try-{secrets.token_hex(6)}", datetime.now(UTC))
    if found is None:
        typer.echo("there are accounts already: no demonstration is begun")
        return
    typer.echo(f"demonstration: game {found.game}. Who you can be:\n")
    for one in found.people:
        role = one.power or "the master"
        typer.echo(f"  {one.name:<7} {role:<11} password {one.password}  token {one.token}")
    germany = next(one for one in found.people if one.power == "GERMANY")
    head = f"curl -H 'Authorization: Bearer {germany.token}'"
    at = f"{here}/api/games/{found.game}"
    sheet = """-H 'Content-Type: application/json' -d '{"text": "A mun H"}'"""
    typer.echo(f"\nOpen {here}/games/{found.game} in a browser and sign in as one of them.")
    typer.echo(f"Programs ask for it:\n  {head} {at}")
    typer.echo(f"and order:\n  {head} {sheet} \\\n    {at}/commands/save-orders\n")
