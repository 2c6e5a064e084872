"""Options that many commands take."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class Language(StrEnum):
    """The languages of reports."""

    en = "en"
    de = "de"


AsJson = Annotated[bool, typer.Option("--json", help="print one JSON object for programs")]
InLanguage = Annotated[
    Language | None,
    typer.Option("--language", help="the language of what is said, if not that of the game"),
]
