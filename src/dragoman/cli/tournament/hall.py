"""``dragoman tournament``: the hall display, and calling the time out loud."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.tournament.acting import folder_of
from dragoman.games.answer import Answer

if TYPE_CHECKING:
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
    """

    def answer() -> Answer:
        from dragoman.refusal import ActionRefused
        from dragoman.tournament.log.store import Store

        store = Store(folder_of(context))
        try:
            store.load()
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        return _serve(store, host, port, speak)

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
        from dragoman.tournament.log.store import Store

        kind, command = announcer.voice()
        how = f"{kind} ({command[0]})" if command else "the terminal's bell"
        typer.echo(f"calling by {how}", err=True)
        if check:
            announcer.say("Two minutes left, Spring 1901.")
            return Answer()
        store = Store(folder_of(context))
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
    import threading

    from dragoman.diagnostics import Diagnostic
    from dragoman.extras import extra
    from dragoman.tournament.hall import announcer
    from dragoman.tournament.hall.display import addresses
    from dragoman.tournament.hall.display import hall as display

    with extra("tournament"):
        import uvicorn

    config = uvicorn.Config(display(store.load), host=host, port=port, log_level="warning")
    try:
        listening = config.bind_socket()
    except SystemExit:
        remedy = "name another with --port"
        return Answer(
            diagnostics=(Diagnostic("port-taken", f"port {port} cannot be used", remedy),)
        )
    listening.listen()  # so that who reads the address can go there at once
    found = listening.getsockname()[1]
    typer.echo("hall display: " + "  ".join(addresses(found)))
    if speak:

        def call_out() -> None:
            for call in announcer.announce(store.load):
                typer.echo(f"{call.at:%H:%M:%S}  {call.text}")
                announcer.say(call.text)

        threading.Thread(target=call_out, daemon=True).start()
    uvicorn.Server(config).run(sockets=[listening])
    return Answer()
