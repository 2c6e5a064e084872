"""``dragoman tournament``: what is served: the hall display and the desk; and the announcer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.tournament.acting import language_of, session_of
from dragoman.games.requests import Answer
from dragoman.words import in_language, said

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
        return _serve(store, host, port, speak, language_of(context))

    deliver(answer, False, language=language_of(context))


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
    pages with the codes that "helper" gives them. In a folder that has no tournament yet, the pages
    make one. /api/openapi.json says what each command takes.

    Example: dragoman tournament serve --port 8098
    """

    def answer() -> Answer:
        import secrets

        from dragoman.refusal import ActionRefused
        from dragoman.tournament.desk.http import desk_app

        store, shown = session_of(context).store, token or secrets.token_urlsafe(24)
        folder, language = store.path.parent, language_of(context)
        try:
            store.load()
        except ActionRefused as refused:
            if refused.diagnostic.code != "no-tournament" or not folder.is_dir():
                return Answer(diagnostics=(refused.diagnostic,))

        def tell(found: int) -> None:
            at = f"http://{host}:{found}"
            for line in (
                said("the desk: {address}", address=f"{at}/api/"),
                said("its pages: {address}", address=f"{at}/desk/"),
                said("its token: {token}", token=shown),
            ):
                typer.echo(in_language(line, language))

        return _listen(desk_app(folder, shown), host, port, tell)

    deliver(answer, False, language=language_of(context))


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
        from dragoman.tournament.rules.round_clock import FIRST

        kind, command = announcer.voice()
        language = language_of(context)
        if command:
            told = said("calling by {kind} ({program})", kind=said(kind), program=command[0])
        else:
            told = said("calling by the terminal's bell")
        typer.echo(in_language(told, language), err=True)
        if check:
            announcer.say(said("Two minutes left, {season}.", season=FIRST.spoken), language)
            return Answer()
        store = session_of(context).store
        try:
            store.load()
            for call in announcer.announce(store.load):
                typer.echo(f"{call.at:%H:%M:%S}  {in_language(call.text, language)}")
                announcer.say(call.text, language)
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        except KeyboardInterrupt:
            pass
        return Answer()

    deliver(answer, False, language=language_of(context))


def _serve(store: Store, host: str, port: int, speak: bool, language: str) -> Answer:
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
            typer.echo(f"{call.at:%H:%M:%S}  {in_language(call.text, language)}")
            announcer.say(call.text, language)

    def tell(found: int) -> None:
        screen = f"http://127.0.0.1:{found}/director/{key}"
        for line in (
            said("hall display: {addresses}", addresses="  ".join(addresses(found))),
            said("your screen, on this machine only: {address}", address=screen),
        ):
            typer.echo(in_language(line, language))
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


def _runner(folder: Path) -> Callable[[str, str], tuple[bool, str]]:
    """A runner for commands typed in the browser, each in a process of its own: it is the same
    command, and nothing it does can stop the display."""
    import shlex
    import subprocess
    import sys

    def run(line: str, language: str) -> tuple[bool, str]:
        try:
            words = shlex.split(line)
        except ValueError as error:
            told = said("error: {error}: close the quotation mark", error=str(error))
            return False, in_language(told, language)
        if words[:2] == ["dragoman", "tournament"]:
            words = words[2:]
        if words[:1] and words[0] in _NOT_HERE:
            return False, in_language(
                said("{command} is for a terminal", command=words[0]), language
            )
        command = [sys.executable, "-m", "dragoman", "tournament", "-C", str(folder)]
        command += ["--language", language]
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
            told = said("that took more than {time} s and was stopped", time=_PATIENCE)
            return False, in_language(told, language)
        answer = "\n".join(filter(None, (done.stdout.rstrip(), done.stderr.rstrip())))
        return done.returncode == 0, answer

    return run
