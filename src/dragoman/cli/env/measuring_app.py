"""``dragoman env match``: its options and help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import (
    Alpha,
    AsJson,
    Beta,
    DaskCluster,
    Jobs,
    Seed,
    TableFiles,
    typed_in,
)

app = typer.Typer()


@app.command()
def match(
    context: typer.Context,
    entrants: Annotated[
        list[str], typer.Argument(metavar="ENTRANT...", help="policies and bots; two at least")
    ],
    file: Annotated[
        Path, typer.Option("--file", metavar="FILE", help="where the results are kept")
    ] = Path("match.jsonl"),
    meeting: Annotated[
        str,
        typer.Option(
            metavar="WHO",
            help="one: the first as one power against copies of each other in turn; each: each "
            "against copies of each other; mixed: all together",
        ),
    ] = "one",
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=1_000_000,
            metavar="N",
            help="how many games: whole rounds, 30 of them if nothing is said",
            show_default=False,
        ),
    ] = None,
    variant: Annotated[
        str, typer.Option(metavar="VARIANT", help="the name of a variant, or the folder of one")
    ] = "standard",
    last_year: Annotated[
        int | None,
        typer.Option(
            metavar="YEAR",
            help="games that nobody has won end after this year, their tenth where none is named",
            show_default=False,
        ),
    ] = None,
    score: Annotated[
        str,
        typer.Option(
            metavar="SYSTEM", help='the scoring system, as "dragoman tournament systems" lists them'
        ),
    ] = "sum-of-squares",
    seed: Seed = 1,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="LOWER UPPER",
            help="of two entrants: end as soon as the games have decided whether the share of "
            "squares of the first is LOWER or UPPER, by a sequential probability ratio test",
            show_default=False,
        ),
    ] = None,
    alpha: Alpha = 0.05,
    beta: Beta = 0.05,
    rows: TableFiles = None,
    jobs: Jobs = None,
    dask: DaskCluster = None,
    as_json: AsJson = False,
) -> None:
    """Measure policies and bots against each other.

    An ENTRANT is policy:MODULE:NAME, a function from an environment to actions, or a class of
    which one is made; policy:MODULE:NAME:TEXT, what NAME gives for a text, such as the file of a
    network; or any bot of "dragoman arena". NAME= before it says what it is called.

    In a round each plays each power as often as the others, and all games of it have one seed.
    What is printed are points by the scoring system, shares of the sum of squares of centres and
    how often a game was won, with intervals of 95 % by bootstrap over rounds; the share of orders
    that were given and legal; points by power; Elo, of who was ahead of whom, and OpenSkill's
    figures; and how often each came out ahead of each other.

    ```text
    dragoman env match policy:my_net:load:net.pt dumbbot --games 700
    dragoman env match policy:my_net:best dumbbot loeb random --meeting each --jobs 8
    dragoman env match policy:my_net:best dumbbot --sprt 0.143 0.18 --games 7000
    ```

    Policies, dumbbot, random and civil-disorder play many games at a time, in machine code but for
    what a policy does itself; where another bot takes part each game is played by itself.

    Finished games are kept in FILE. Run the same command again after a kill, or with more games:
    those that are there are not played again.
    """
    from dragoman.cli.env.matching import MatchAsked, MatchPlace, played

    asked = MatchAsked(
        *(tuple(entrants), meeting, games, variant, last_year, score, seed, sprt, alpha, beta)
    )
    place = MatchPlace(file, jobs, dask, tuple(rows or ()))
    deliver(lambda: played(asked, place, typed_in(context)), as_json)
