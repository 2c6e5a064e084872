"""``dragoman arena``: its options and help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson


def arena(
    one: Annotated[str, typer.Argument(metavar="BOT", help="who plays one power")],
    others: Annotated[str, typer.Argument(metavar="OTHERS", help="who plays all other powers")],
    file: Annotated[
        Path, typer.Option("--file", metavar="FILE", help="where the results are kept")
    ] = Path("arena.jsonl"),
    games: Annotated[int, typer.Option(min=1, max=10_000, help="how many games")] = 210,
    variant: Annotated[
        str, typer.Option(metavar="VARIANT", help="a variant of Diplomacy, or the folder of one")
    ] = "standard",
    last_year: Annotated[
        int, typer.Option(metavar="YEAR", help="games that nobody has won end after this year")
    ] = 1910,
    seed: Annotated[int, typer.Option(help="where all randomness comes from")] = 1,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=256,
            metavar="N",
            help="processes that play at once; as many as there are cores",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find out which of two bots is stronger: one plays against copies of the other.

    Each power is played by BOT as often as the others. A game that is won counts 1 for the winner
    and 0 for the others, any other game each one's share of the sum of the squares of centres.
    What is printed are the means with the intervals that chance leaves.

    ```text
    dragoman arena dumbbot random --games 210
    dragoman arena search:650 dumbbot --file search.jsonl
    dragoman arena my_bots:timid random
    ```

    The bots: civil-disorder, random, loeb, dumbbot, search:N with N evaluations for a movement,
    dumbbot:60,3,30 with another temper, and MODULE:FUNCTION for one of your own in Python.
    Finished games are kept in FILE. Say the same again after a kill, or with more games, and those
    that are there are not played anew.
    """
    from dragoman.cli import arena

    asked = arena.Asked(one, others, variant, last_year, seed)
    deliver(lambda: arena.arena(asked, games, file, jobs), as_json)
