"""The command that explains, its options and its help."""

from __future__ import annotations

from typing import Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson, FolderArgument, InLanguage

app = typer.Typer()


@app.command()
def explain(
    folder: FolderArgument,
    unit: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="UNIT...",
            help="the unit as it stood, as in: A MUN, lon, München",
            show_default=False,
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ORDER",
            help="say what would have come out otherwise without this order, written as it was "
            'or named by its unit, as in "A MAR S A PAR-BUR" or mar; can be given several times',
        ),
    ] = None,
    phase: Annotated[
        str | None,
        typer.Option(metavar="PHASE", help="another phase than the last, as in F1901M"),
    ] = None,
    language: InLanguage = None,
    as_json: AsJson = False,
) -> None:
    """Explain what became of a unit's order.

    Says what the order met, the strength of each side and who gave it, which support was
    cut by whom, and which rule decided. This is about the last adjudication, whether it
    was accepted or not, unless --phase names an earlier one.

    With --without it says instead what would have come out otherwise, for UNIT or, without
    one, for everybody: a unit without its order holds, a dislodged one is disbanded, and what
    was to be built or removed is not.

    Example: dragoman explain winter A BUR --without "A MAR S A PAR-BUR"
    """
    from dragoman.games import playing

    in_language = None if language is None else language.value
    called = " ".join(unit or ())
    if without:
        deliver(lambda: playing.without(folder, called, without, phase, in_language), as_json)
    else:
        deliver(lambda: playing.explain(folder, called, phase, in_language), as_json)
