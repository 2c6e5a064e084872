"""Options of the commands that report turns."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from dragoman.reports.forms import FORMS


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
