"""``dragoman tournament``: what is served: the hall display and the desk; and the announcer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.tournament.acting import session_of
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fastapi import FastAPI

    from dragoman.tournament.log.store import Store

app = typer.Typer()

_PANEL = "The hall"


@app.command(rich_help_panel=_PANEL)
def hall(
    context: typer.Context,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="the address to listen at; 0.0.0.0 is all")
    ] = "0.0.0.0",
    port: Annotated[int, typer.Option(metavar="PORT", help="the port", min=0, max=65535)] = 8099,
    speak: Annotated[
        bool, typer.Option("--speak", help="call the warnings and the time out loud as well")
    ] = False,
) -> None:
    """Serve the hall display: clock, boards and counts, for projectors and phones.

    It follows every action by itself. The roster of a round is shown once it is published,
    standings after the ceremony, the end time of a round never.

    Tables tell their counts at /board, each with the code that "codes" gave it; you "confirm" or
    "reject" them. The desk has pages at /desk for the phones of those who help: each comes in with
    the code that "helper" gave him, and sees what his role may do. The second address is yours
    alone, and for this machine only: all boards, whose count is missing, who was late, the next
    calls, and a line for every command there is.
    """

    def answer() -> Answer:
        from dragoman.refusal import ActionRefused

        store = session_of(context).store
        try:
            store.load()
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        return _serve(store, host, port, speak)

    deliver(answer, False)


@app.command(rich_help_panel="The tournament")
def serve(
    context: typer.Context,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="the address to listen at; 0.0.0.0 is all")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", help="the port", min=0, max=65535)] = 8098,
    token: Annotated[
        str,
        typer.Option(
            metavar="TOKEN",
            envvar="DRAGOMAN_DESK_TOKEN",
            help="what programs must show; else a new one is made",
        ),
    ] = "",
) -> None:
    """Serve the desk to programs and as pages: every command is an address that takes and answers
    JSON, and a form in a browser.

    Whoever has the token can do whatever you can; it is printed. Those who help you come into the
    pages with the codes that "helper" gives them. /api/openapi.json says what each
    command takes.

    Example: dragoman tournament serve --port 8098
    """

    def answer() -> Answer:
        import secrets

        from dragoman.refusal import ActionRefused
        from dragoman.tournament.desk.http import desk_app

        store, shown = session_of(context).store, token or secrets.token_urlsafe(24)
        try:
            store.load()
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))

        def tell(found: int) -> None:
            typer.echo(f"the desk: http://{host}:{found}/api/")
            typer.echo(f"its pages: http://{host}:{found}/desk/")
            typer.echo(f"its token: {shown}")

        return _listen(desk_app(store.path.parent, shown), host, port, tell)

    deliver(answer, False)


@app.command(rich_help_panel=_PANEL)
def announce(
    context: typer.Context,
    check: Annotated[
        bool, typer.Option("--check", help="say a word to try the loudspeaker, and stop")
    ] = False,
) -> None:
    """Call the warnings and the time out loud until you stop it with Ctrl-C.

    Speech where espeak-ng, espeak, spd-say or say is there, else a sound, else the terminal's
    bell; every call is printed too. The clock does not depend on it.
    """

    def answer() -> Answer:
        from dragoman.refusal import ActionRefused
        from dragoman.tournament.hall import announcer

        kind, command = announcer.voice()
        how = f"{kind} ({command[0]})" if command else "the terminal's bell"
        typer.echo(f"calling by {how}", err=True)
        if check:
            announcer.say("Two minutes left, Spring 1901.")
            return Answer()
        store = session_of(context).store
        try:
            store.load()
            for call in announcer.announce(store.load):
                typer.echo(f"{call.at:%H:%M:%S}  {call.text}")
                announcer.say(call.text)
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        except KeyboardInterrupt:
            pass
        return Answer()

    deliver(answer, False)


def _serve(store: Store, host: str, port: int, speak: bool) -> Answer:
    import secrets
    import threading

    from dragoman.tournament.desk.pages import desk_pages
    from dragoman.tournament.hall import announcer
    from dragoman.tournament.hall.display import Director, addresses, hall as display

    key, folder = secrets.token_urlsafe(16), store.path.parent
    app = display(store.load, act=store.act, director=Director(key, _runner(folder)))
    app.mount("/desk", desk_pages(folder, key))

    def call_out() -> None:
        for call in announcer.announce(store.load):
            typer.echo(f"{call.at:%H:%M:%S}  {call.text}")
            announcer.say(call.text)

    def tell(found: int) -> None:
        typer.echo("hall display: " + "  ".join(addresses(found)))
        typer.echo(f"your screen, on this machine only: http://127.0.0.1:{found}/director/{key}")
        if speak:
            threading.Thread(target=call_out, daemon=True).start()

    return _listen(app, host, port, tell)


def _listen(app: FastAPI, host: str, port: int, tell: Callable[[int], None]) -> Answer:
    """Serve a program until it is stopped; its port is told as soon as it can be asked."""
    from dragoman.diagnostics import Diagnostic
    from dragoman.extras import extra

    with extra("tournament"):
        import uvicorn

    config = uvicorn.Config(app, host=host, port=port, log_level="warning")
    try:
        listening = config.bind_socket()
    except SystemExit:
        what, remedy = f"port {port} cannot be used", "name another with --port"
        return Answer(diagnostics=(Diagnostic("port-taken", what, remedy),))
    listening.listen()  # so that who reads the address can go there at once
    tell(listening.getsockname()[1])
    uvicorn.Server(config).run(sockets=[listening])
    return Answer()


_NOT_HERE = ("hall", "announce", "desk", "serve")
_PATIENCE = 120


def _runner(folder: Path) -> Callable[[str], tuple[bool, str]]:
    """A runner for commands typed in the browser, each in a process of its own: it is the same
    command, and nothing it does can stop the display."""
    import shlex
    import subprocess
    import sys

    def run(line: str) -> tuple[bool, str]:
        try:
            words = shlex.split(line)
        except ValueError as error:
            return False, f"error: {error}: close the quotation mark"
        if words[:2] == ["dragoman", "tournament"]:
            words = words[2:]
        if words[:1] and words[0] in _NOT_HERE:
            return False, f"{words[0]} is for a terminal"
        command = [sys.executable, "-m", "dragoman", "tournament", "-C", str(folder)]
        try:
            done = subprocess.run(
                [*command, *(words or ["show"])],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                check=False,
                timeout=_PATIENCE,
            )
        except subprocess.TimeoutExpired:
            return False, f"that took more than {_PATIENCE} s and was stopped"
        said = "\n".join(filter(None, (done.stdout.rstrip(), done.stderr.rstrip())))
        return done.returncode == 0, said

    return run
