"""The commands about variants and rules, their options and their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dragoman.board import Shores
from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson, typed_text

app = typer.Typer()


@app.command()
def seismic(
    map_: Annotated[
        str,
        typer.Argument(
            metavar="MAP",
            help="a variant, the folder of one, a map file, or the folder of a game",
        ),
    ],
    quakes: Annotated[
        Path,
        typer.Argument(metavar="QUAKES", help="a list of earthquakes, - for standard input"),
    ],
    to: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="write the new map there; else it is only shown and checked"
        ),
    ] = None,
    shores: Annotated[
        Shores,
        typer.Option(help="whether fleets pass along the shore of two lands that are joined"),
    ] = Shores.SHARED_WATER,
    replace: Annotated[
        bool, typer.Option("--replace", help="replace what is there already in FOLDER")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Apply a list of earthquakes to a map, as in Seismic Diplomacy.

    Says what is changed, checks the new map as "dragoman variant check" does, and writes it
    as a variant of its own. From the folder of a game the new map starts where the game
    stands: a new game from it goes on from there. A line of the list is a quake:

    ```text
    separate Munich - Burgundy            no unit goes there any more
    separate kie - den by fleet           fleets only
    join pic - lon                        whoever can be in both
    merge stp                             its coasts become one ("merge all": everywhere)
    split gas: nc mao, bre; sc spa/nc     it gets coasts, each with its neighbours
    ```

    Example: dragoman seismic winter quakes.txt --to winter-1903
    """
    from dragoman.games.variants.seismic_map import seismic

    deliver(
        lambda: seismic(map_, typed_text(quakes), to, shores, replace),
        as_json,
        "Making the new map",
    )


@app.command()
def variants(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORDS", help="only those with these words", show_default=False),
    ] = None,
    powers: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="only those for N powers", show_default=False),
    ] = None,
    size: Annotated[
        str, typer.Option(help="small, medium, large or huge", show_default=False)
    ] = "",
    period: Annotated[
        str,
        typer.Option(
            help="antiquity, middle-ages, early-modern, 19th, 20th, 21st or invented",
            show_default=False,
        ),
    ] = "",
    usual: Annotated[bool, typer.Option("--usual", help="only those with the usual rules")] = False,
    as_json: AsJson = False,
) -> None:
    """List the variants that can be played: shipped ones, and those you have installed.

    Words are looked for in names, titles, what is said about a variant, designers and tags.

    Example: dragoman variants asia --powers 7
    """
    from dragoman.cli import choices

    wish = choices.Wish(tuple(words or ()), powers, size, period, usual)
    deliver(lambda: choices.variants(wish), as_json)


@app.command()
def rules(
    preset: Annotated[
        str | None,
        typer.Argument(metavar="PRESET", help="the rule set whose choices are marked"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the rule sets, and every rule that can be chosen.

    Each rule is a switch: a question with several answers. A rule set, such as 2000 for
    the rulebook of that year, answers them all. "dragoman new" takes a rule set with
    --rules and single answers with --set, by their words (convoy_paradox=szykman) or by
    the numbers and letters of DATC (4.A.2=f).
    """
    from dragoman.cli import choices

    deliver(lambda: choices.rules(preset), as_json)
