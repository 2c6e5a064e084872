"""``dragoman env``: its commands, their options and their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson, variants_like
from dragoman.cli.on_demand import on_demand

_HELP = """Train and measure programs that learn to play.

```text
dragoman env match policy:my_net:load:net.pt dumbbot      who is stronger, and by how much
dragoman env mcp --power france --tokens tokens.json      a game for a language model's tools
dragoman env shards data --games 1000 --policy dumbbot    games of bots as data
dragoman env read games.jsonl --shards data               games that were played as data
```

Environments themselves are used from Python: see "Training" in the documentation.
"""

_PARTS = {"measuring_app": ("match",), "serving_app": ("mcp",)}
"""The commands that stand in other modules of this package."""

commands = typer.Typer()
app = typer.Typer(
    cls=on_demand(commands, {f"{__package__}.{name}": found for name, found in _PARTS.items()}),
    help=_HELP,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="where the files go; a new folder")]
Variant = Annotated[
    str,
    typer.Option(
        metavar="VARIANT",
        autocompletion=variants_like,
        help="the name of a variant, or the folder of one",
    ),
]
Reward = Annotated[
    str,
    typer.Option(
        metavar="SYSTEM",
        help="what a game is worth: a scoring system, as in the docs under Scoring systems",
    ),
]
Form = Annotated[str, typer.Option(metavar="FORM", help="npz or parquet")]
AShard = Annotated[int, typer.Option(min=1, metavar="N", help="games in each file")]


@commands.command()
def shards(
    folder: Folder,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="how many games")] = 64,
    policy: Annotated[
        str, typer.Option(metavar="WHO", help="who plays: random, dumbbot or civil-disorder")
    ] = "dumbbot",
    variant: Variant = "standard",
    seed: Annotated[int, typer.Option(min=0, help="where all randomness comes from")] = 0,
    last_year: Annotated[
        int | None,
        typer.Option(
            metavar="YEAR",
            help="games that nobody has won end after this year, their 35th where none is named",
            show_default=False,
        ),
    ] = None,
    reward: Reward = "sum-of-squares",
    form: Form = "npz",
    a_shard: AShard = 64,
    threads: Annotated[int, typer.Option(min=1, max=256, metavar="N", help="that play")] = 1,
    as_json: AsJson = False,
) -> None:
    """Have bots play each other, and keep what each power saw, could order, ordered and got.

    A row is a power in a phase; Python reads them by dragoman.env.read_shards. Of the same seed
    comes the same data, whatever the threads are.

    ```text
    dragoman env shards data --games 1000 --policy dumbbot --last-year 1910
    ```
    """
    from dragoman.cli.env.data import Shape, played

    shape = Shape(folder, reward, form, a_shard)
    deliver(
        lambda: played(shape, games, policy, variant, seed, last_year, threads),
        as_json,
        "Playing games",
    )


@commands.command()
def read(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="saved games, or lines of such")
    ],
    into: Annotated[
        Path | None,
        typer.Option(
            "--shards", metavar="FOLDER", help="make data to learn from", show_default=False
        ),
    ] = None,
    divergences: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.csv",
            help="write each order and position that is recorded otherwise than it is judged here",
            show_default=False,
        ),
    ] = None,
    variant: Annotated[
        str, typer.Option(metavar="VARIANT", help="the map of the games that --shards takes")
    ] = "standard",
    reward: Reward = "sum-of-squares",
    form: Form = "npz",
    a_shard: AShard = 64,
    as_json: AsJson = False,
) -> None:
    """Read games that other programs recorded, and judge every phase of them again.

    Read are saved games of the diplomacy package, one in a file or one on each line, as in the
    research data set; logs of AI_Diplomacy, which are such; and what "dragoman judge training"
    gives. Lines that are no game are told and left out. What came out otherwise is counted, by what
    was recorded, what is judged here, and the rule that decides here; the games go on from what was
    recorded.

    ```text
    dragoman env read standard_no_press.jsonl --divergences other.csv --shards data
    ```
    """
    from dragoman.cli.env.data import Shape, reread

    shape = None if into is None else Shape(into, reward, form, a_shard)
    deliver(lambda: reread(tuple(files), shape, variant, divergences), as_json, "Reading games")
