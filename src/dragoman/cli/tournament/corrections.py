"""``dragoman tournament correct``: what was done wrongly put right."""

from __future__ import annotations

import shlex
from typing import Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.tournament.acting import folder_of
from dragoman.games.requests import Answer

app = typer.Typer()

_PANEL = "The tournament"


@app.command(
    rich_help_panel=_PANEL,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
def correct(
    context: typer.Context,
    action: Annotated[
        int, typer.Argument(metavar="ACTION", help='the number of the action, as "log" shows it')
    ],
    words: Annotated[
        list[str],
        typer.Argument(metavar="COMMAND...", help="what should have been typed then"),
    ],
    because: Annotated[
        str, typer.Option("--because", metavar="REASON", help="the reason, in words")
    ] = "",
    anyway: Annotated[
        bool,
        typer.Option("--anyway", help="also where something that came later is then set aside"),
    ] = False,
) -> None:
    """Put an earlier action right: type what should have been typed. What came after it stays, and
    is computed again; what that changes is told.

    "log" has the numbers of the actions. Options of this command stand before the number. The time
    of the command is that of the action, unless you say another.

    Example: dragoman tournament correct 12 start 1 --at 9:20

    Example: dragoman tournament correct --because "it was Italy" 31 late C I
    """
    from dragoman.cli.tournament.app import app as tournament
    from dragoman.diagnostics import Diagnostic
    from dragoman.refusal import ActionRefused
    from dragoman.tournament.desk.desk import Desk
    from dragoman.tournament.log.correcting import moment_of
    from dragoman.tournament.log.store import Store

    if words[:2] == ["dragoman", "tournament"]:
        words = words[2:]
    folder = folder_of(context)
    known = typer.main.get_command(tournament)
    names: dict[str, object] = getattr(known, "commands", {})
    if not words or words[0] not in names or words[0] in _NOT_TO_CORRECT:
        what = f"{shlex.join(words[:1])} puts no action right"
        remedy = "type the command as it should have been typed then"
        fault = Diagnostic("no-command", what, remedy)
        return deliver(lambda: Answer(diagnostics=(fault,)), False)
    try:
        at = moment_of(Store(folder).log(), action)
    except ActionRefused as refused:
        why = refused.diagnostic
        return deliver(lambda: Answer(diagnostics=(why,)), False)
    known.main(
        words,
        prog_name="dragoman tournament correct",
        standalone_mode=True,
        obj=Desk(folder, action, at, because, anyway),
    )
    return None


_NOT_TO_CORRECT = frozenset(
    ("new", "desk", "undo", "redo", "correct", "cancel", "log", "hall", "announce", "serve")
)
