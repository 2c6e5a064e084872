"""``dragoman tournament``: what a director needs, from registration to the awards."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import ReportLanguage
from dragoman.cli.on_demand import on_demand
from dragoman.cli.tournament.acting import Where, carry_out, language_of, offered, session_of
from dragoman.games.requests import Answer
from dragoman.tournament.commands import PANELS
from dragoman.words import in_language, said, users_language

_HELP = """Run a face-to-face tournament: registration, draws, clock, counts, votes, awards.

A tournament lives in a folder; go there, or name it with --folder. Everything you confirm is
written to the disk at once; "undo" takes the last of it back, "correct" and "cancel" put right
what was done earlier. "show" says what comes next. A round goes like this:

```text
dragoman tournament new nz99 "New Zealand Championship"   once; then: cd nz99
dragoman tournament register "Ann Lee" --home Porirua --contact 021555 --rounds all --signed
dragoman tournament checkin --all        everybody expected is here
dragoman tournament draw 1               boards and powers; secret
dragoman tournament publish 1            now everybody may see them
dragoman tournament start 1              the clock runs
dragoman tournament hall                 clock, boards and counts for a projector
dragoman tournament late C T             board C: Turkey's orders came after "Time"
dragoman tournament read C               reading begins: who reads first?
dragoman tournament count C A5 E4 F5 G4 I4 R5 T4 --neutral 3
dragoman tournament vote C               a secret vote on a draw
dragoman tournament end 1                time draws on all boards
dragoman tournament standings            yours alone, until "ceremony"
```

"dragoman tournament desk" takes the same commands without the first two words.
"""

_BY_HAND = {
    "by_hand": (
        *("new", "preset", "presets", "systems"),
        *("correct", "vote", "write-players", "export"),
    ),
    "calls": ("call",),
    "hall": ("serve", "hall", "announce"),
}
_GROUPS = {"online": f"{__package__}.online"}
"""The commands that are more than a value that is carried out, by the module of this package in
which they stand."""
_SEQUENCE = (
    *("new", "preset", "presets", "systems", "show", "desk", "serve", "helper", "helpers"),
    *("log", "undo", "redo", "correct", "cancel"),
    *PANELS["People"],
    *PANELS["Rounds"],
    "call",
    *PANELS["The clock"],
    *("hall", "announce"),
    *PANELS["At the tables"],
    *PANELS["Ends of games"],
    *PANELS["Conduct"],
    *PANELS["Board games"],
    *PANELS["Results"],
    *_GROUPS,
)
"""All commands, as the help lists them."""

commands = typer.Typer()
app = typer.Typer(
    cls=on_demand(
        commands,
        parts={f"{__package__}.{name}": found for name, found in _BY_HAND.items()},
        groups=_GROUPS,
        offered=offered,
        sequence=_SEQUENCE,
        reads=language_of,
    ),
    help=_HELP,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)

_PANEL = "The tournament"


@app.callback()
def at(
    context: typer.Context,
    folder: Annotated[
        Path,
        typer.Option(
            "--folder",
            "-C",
            metavar="FOLDER",
            envvar="DRAGOMAN_TOURNAMENT",
            help="the folder of the tournament, if you are not in it",
        ),
    ] = Path(),
    language: Annotated[
        ReportLanguage | None,
        typer.Option(
            "--language",
            is_eager=True,  # before --help, which is told in it
            envvar="DRAGOMAN_LANGUAGE",
            help="the language of answers, calls and papers; else that of your terminal",
            show_default=False,
        ),
    ] = None,
) -> None:
    reads = users_language() if language is None else language.value
    context.obj = context.obj or Where(folder, reads)


@commands.command(rich_help_panel=_PANEL)
def desk(context: typer.Context) -> None:
    """Type commands one after another, without "dragoman tournament" before them.

    An empty line shows where the tournament stands; "quit" or the end of input leaves.
    """
    from dragoman.tournament.commands.record import ShowTournament

    here = session_of(context)

    def opened() -> Answer:
        found = carry_out(context, ShowTournament())
        name = found.data.get("name", "")
        told = said('{name}. "quit" leaves, "--help" helps.', name=name) if name else ""
        return Answer(told, diagnostics=found.diagnostics)

    deliver(opened, False, language=here.language)
    command = typer.main.get_command(app)
    while True:
        typer.echo("> ", nl=False, err=True)
        line = sys.stdin.readline()
        if not line or line.strip() in ("quit", "exit", "q"):
            return
        try:
            words = shlex.split(line) or ["show"]
        except ValueError as error:
            told = said("error: {error}: close the quotation mark", error=str(error))
            typer.echo(in_language(told, here.language), err=True)
            continue
        if words[:2] == ["dragoman", "tournament"]:
            words = words[2:]
        if words[:1] == ["desk"]:
            continue
        try:
            command.main(words, prog_name="", standalone_mode=True, obj=here)
        except SystemExit:
            continue
