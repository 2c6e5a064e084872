"""Arguments and options that many commands take, and texts: a file, or ``-`` for standard input."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer

from dragoman.diagnostics import Diagnostic
from dragoman.games.requests import LARGEST, TypedFile, TypedText, read_typed_text
from dragoman.quick_dataclass import dataclass
from dragoman.words import LANGUAGES

# Texts that a command is given


@dataclass(frozen=True, slots=True)
class StandardInput:
    """The text that is typed or piped into this process."""

    name: str = "standard input"

    def read(self, most: int) -> bytes:
        return sys.stdin.buffer.read(most)


def typed_text(path: Path) -> TypedText:
    """The file of this path, or standard input."""
    return StandardInput() if path == Path("-") else TypedFile(path)


def read_any_text(path: Path, most: int = LARGEST) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text of a file, or of standard input, of so many bytes at most, and what is wrong with
    it.

    Raises:
        OSError: if the file cannot be read.
    """
    return read_typed_text(typed_text(path), most)


# What a shell offers for a value that is being typed


def variants_like(incomplete: str) -> list[str]:
    """The variants whose names begin as typed."""
    from dragoman.formats import installed_variants, shipped_variants

    return [
        one for one in (*shipped_variants(), *installed_variants()) if one.startswith(incomplete)
    ]


def presets_like(incomplete: str) -> list[str]:
    """The rule sets whose names begin as typed."""
    from dragoman.rules import PRESETS

    return [one for one in PRESETS if one.startswith(incomplete)]


def settings_like(incomplete: str) -> list[str]:
    """The switches that begin as typed; once one is there, its answers."""
    from dragoman.rules import SWITCHES

    name, is_named, _ = incomplete.partition("=")
    found = (
        [f"{name}={one.word}" for one in SWITCHES[name].choices]
        if is_named and name in SWITCHES
        else [f"{one}=" for one in SWITCHES]
    )
    return [one for one in found if one.startswith(incomplete)]


# Options


class ReportLanguage(StrEnum):
    """The languages of reports."""

    vars().update({one: one for one in LANGUAGES})


ENGLISH: Final = ReportLanguage(LANGUAGES[0])


FolderArgument = Annotated[Path, typer.Argument(metavar="FOLDER", help="the folder of the game")]
AsJson = Annotated[bool, typer.Option("--json", help="print one JSON object for programs")]
InLanguage = Annotated[
    ReportLanguage | None,
    typer.Option("--language", help="the language of the output, if not that of the game"),
]
Rules = Annotated[
    str | None,
    typer.Option(
        autocompletion=presets_like,
        metavar="PRESET",
        help='the rules to judge by, one of those "dragoman rules" lists; else the variant\'s own',
    ),
]
RulesSet = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        autocompletion=settings_like,
        metavar="SWITCH=VALUE",
        help='change one of these rules, as in convoy_paradox=2000; see "dragoman rules"',
    ),
]


SeenBy = Annotated[
    str | None,
    typer.Option(
        "--seen-by", metavar="POWER", help="in a game with fog, with what this power sees alone"
    ),
]

# Options of contests

Seed = Annotated[int, typer.Option(help="where all randomness comes from")]
Jobs = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=256,
        metavar="N",
        help="processes that play at once; as many as there are cores",
        show_default=False,
    ),
]
Alpha = Annotated[float, typer.Option(help="how often --sprt may find UPPER where LOWER is true")]
Beta = Annotated[float, typer.Option(help="how often --sprt may find LOWER where UPPER is true")]
TableFiles = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="FILE",
        help="write a row for each power of each game for other programs: FILE.csv, or "
        "FILE.parquet; may be repeated",
        show_default=False,
    ),
]
DaskCluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="play on a cluster: tcp://HOST:8786, say"),
]


def typed_in(context: typer.Context) -> frozenset[str]:
    """The names of what was typed, and not left to what it usually is."""
    return frozenset(
        name
        for name in context.params
        if (source := context.get_parameter_source(name)) and source.name == "COMMANDLINE"
    )
