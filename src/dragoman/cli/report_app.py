"""The command that reports a turn to its players, its options and its help."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson, FolderArgument, InLanguage
from dragoman.cli.text_input import typed_text
from dragoman.reports.forms import FORMS

app = typer.Typer()


class Form(StrEnum):
    """The forms a report is published in."""

    _ignore_ = "form"
    for form in FORMS:
        vars()[form] = form


TEXT = Form("text")
InForm = Annotated[
    Form, typer.Option("--as", help="what it is for: a mail, a forum, the web, or print")
]
Replay = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help='where the players can watch the game: https://..., or the file that "dragoman '
        'replay" made, if it lies beside the report',
    ),
]


@app.command()
def report(
    folder: FolderArgument,
    turn: Annotated[
        str | None,
        typer.Option(metavar="PHASE", help="another phase than the last, as in F1901M"),
    ] = None,
    form: InForm = TEXT,
    to: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="the file to write; else it is printed"),
    ] = None,
    notes: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="what you have to say to the players: plain text, a blank line between "
            "paragraphs; - for standard input",
        ),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="say of every order why it went as it did")
    ] = False,
    replay: Replay = None,
    language: InLanguage = None,
    as_json: AsJson = False,
) -> None:
    """Report a turn to the players, in the form you publish it in.

    Orders with their results, retreats, builds, centres, and who has to order what next; in
    Markdown, as a page with the map for the web (html), in BBCode for forums, as the page of a
    zine to print, or as a message with the map that your mail program opens (mail). On pages a
    click on an order shows the explanation that --explain adds. This is about the last
    adjudication, whether it was accepted or not, unless --turn names an earlier one. Names of
    players come from the table [players] of settings.toml.

    Examples: dragoman report winter --as html --explain --to winter.html; dragoman report winter
    --as mail --to winter.eml
    """
    from dragoman.games.requests import ReportRequest
    from dragoman.games.turn_report import report

    in_language = None if language is None else language.value
    request = ReportRequest(
        form.value, to, None if notes is None else typed_text(notes), explain, in_language, replay
    )
    deliver(lambda: report(folder, turn, request), as_json, "Writing the report")
