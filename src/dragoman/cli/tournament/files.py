"""``dragoman tournament``: files for the next event, and for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.declared_commands import AsJson
from dragoman.cli.tournament.acting import carry_out
from dragoman.games.requests import Answer
from dragoman.tournament.commands.people import WritePlayers
from dragoman.tournament.commands.results import ExportTable

app = typer.Typer()


@app.command("write-players", rich_help_panel="People", help=WritePlayers.__doc__)
def write_players(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the file to write, or to add to")],
    as_json: AsJson = False,
) -> None:
    def answer() -> Answer:
        from dragoman.declared import FileText
        from dragoman.diagnostics import Diagnostic, has_errors
        from dragoman.files import FolderInUse, locked, read_text, write_atomically

        try:
            with locked(file.absolute().parent, "writing a players' file"):
                before, faults = read_text(file) if file.exists() else ("", ())
                if has_errors(faults):
                    return Answer(diagnostics=faults)
                found = carry_out(context, WritePlayers(FileText(before, str(file))))
                if has_errors(found.diagnostics):
                    return found
                write_atomically(file, found.data["csv"])
        except FolderInUse as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        except OSError as error:
            what = f"cannot write {file}: {error.strerror}"
            return Answer(diagnostics=(Diagnostic("unwritable-file", what, "name another file"),))
        return Answer(found.text, {"file": str(file), "new": found.data["new"]})

    deliver(answer, as_json)


@app.command(rich_help_panel="Results", help=ExportTable.__doc__)
def export(
    context: typer.Context,
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help="players, calls, counts, scores, standings, wdd"),
    ],
    target: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="the file to write, - for standard output"),
    ] = Path("-"),
    round_: Annotated[
        int | None,
        typer.Option(
            "--round", "-r", metavar="ROUND", help="the round; else the one in hand", min=1
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    def answer() -> Answer:
        from dragoman.diagnostics import has_errors
        from dragoman.files import write_atomically

        found = carry_out(context, ExportTable(what, round_))
        if has_errors(found.diagnostics):
            return found
        tables: dict[str, str] = found.data["tables"]
        if str(target) == "-":
            if len(tables) > 1:
                raise typer.BadParameter("these are two files: name the beginning of their names")
            return Answer(found.text, {"csv": found.text})
        made: list[Path] = []
        for ending, text in tables.items():
            path = target if not ending else target.with_name(f"{target.name}-{ending}.csv")
            write_atomically(path, text)
            made.append(path)
        return Answer("\n".join(map(str, made)), {"files": [str(path) for path in made]})

    deliver(answer, as_json)
