"""Arguments and options that many commands take."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer

from dragoman.words import LANGUAGES


class Language(StrEnum):
    """The languages of reports."""

    vars().update({one: one for one in LANGUAGES})


ENGLISH: Final = Language(LANGUAGES[0])


FolderArgument = Annotated[Path, typer.Argument(metavar="FOLDER", help="the folder of the game")]
AsJson = Annotated[bool, typer.Option("--json", help="print one JSON object for programs")]
InLanguage = Annotated[
    Language | None,
    typer.Option("--language", help="the language of the output, if not that of the game"),
]
Rules = Annotated[
    str | None,
    typer.Option(
        metavar="PRESET",
        help='the rules to judge by, one of those "dragoman rules" lists; else the variant\'s own',
    ),
]
RulesSet = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="SWITCH=VALUE",
        help='change one of these rules, as in convoy_paradox=2000; see "dragoman rules"',
    ),
]


def typed_in(context: typer.Context) -> frozenset[str]:
    """The names of what was typed, and not left to what it usually is."""
    return frozenset(
        name
        for name in context.params
        if (source := context.get_parameter_source(name)) and source.name == "COMMANDLINE"
    )
