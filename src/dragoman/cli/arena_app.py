"""``dragoman arena``: its options and help."""

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
def arena(
    context: typer.Context,
    entrants: Annotated[
        list[str], typer.Argument(metavar="ENTRANT...", help="who plays; two at least")
    ],
    file: Annotated[
        Path, typer.Option("--file", metavar="FILE", help="where the results are kept")
    ] = Path("arena.jsonl"),
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="how many games")] = 210,
    variant: Annotated[
        str, typer.Option(metavar="VARIANT", help="the name of a variant, or the folder of one")
    ] = "standard",
    last_year: Annotated[
        int | None,
        typer.Option(
            metavar="YEAR",
            help="a game that nobody has won ends after this year; by itself after its tenth",
            show_default=False,
        ),
    ] = None,
    seed: Seed = 1,
    jobs: Jobs = None,
    zine: Annotated[
        bool,
        typer.Option(
            "--zine", help="nobody plays two powers of a game, no two of one site are in it"
        ),
    ] = False,
    category: Annotated[
        str, typer.Option(metavar="WHO", help="mixed, programs or people: who may take part")
    ] = "mixed",
    known: Annotated[bool, typer.Option("--known", help="all are told who plays what")] = False,
    memory: Annotated[
        bool,
        typer.Option(
            "--memory", help="programs may remember earlier games of this contest; one at a time"
        ),
    ] = False,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="LOWER UPPER",
            help="of two entrants: end as soon as the games have decided whether the share is "
            "LOWER or UPPER, by a sequential probability ratio test",
            show_default=False,
        ),
    ] = None,
    alpha: Alpha = 0.05,
    beta: Beta = 0.05,
    rows: TableFiles = None,
    report: Annotated[
        Path | None,
        typer.Option(metavar="FILE.html", help="write a page with tables and plots, too"),
    ] = None,
    replays: Annotated[
        bool, typer.Option("--replays", help="keep every game, for the report to link to; slower")
    ] = False,
    turn: Annotated[
        int, typer.Option(min=1, max=86_400, help="seconds for a turn, for cmd:, seat:, person:")
    ] = 30,
    level: Annotated[
        int, typer.Option(min=0, max=8000, help="level of DAIDE's press, for the same")
    ] = 0,
    patience: Annotated[
        int, typer.Option(min=1, max=86_400, help="seconds in which they have to come")
    ] = 60,
    listen: Annotated[
        str, typer.Option(metavar="HOST", help="where seat: and person: connect")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=1, max=65_000, help="the first port for them; two for each")
    ] = 16720,
    replacement: Annotated[
        str | None,
        typer.Option(
            metavar="ENTRANT",
            help="a bot or a cmd: that takes the place of a program that fails",
            show_default=False,
        ),
    ] = None,
    memory_limit: Annotated[
        int, typer.Option(min=16, metavar="MIB", help="what a cmd: may take, in MiB")
    ] = 1024,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="keep what programs of cmd: write, game by game"),
    ] = None,
    dask: DaskCluster = None,
    dilemma: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=100_000,
            metavar="ROUNDS",
            help="play the prisoner's dilemma instead, each with each, so many rounds",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find out who is stronger: bots, programs from command lines, and whoever connects.

    Of two entrants the first plays one power against copies of the second. Three or more sit down
    together, in rounds in which each plays each power as often as the others: with fewer than
    seven each has several powers of a game, with more they take turns. A game that is won counts 1
    for the winner and 0 for the others, any other game each one's share of the sum of the squares
    of centres. What is printed are means with the intervals that chance leaves, how often each came
    out ahead of each other, and where OpenSkill's model stands after the last game.

    ```text
    dragoman arena dumbbot random --games 210
    dragoman arena dumbbot loeb random search:650 --report arena.html
    dragoman arena mine=my_bots:timid dumbbot --sprt 0.143 0.18 --games 7000 --rows games.csv
    dragoman arena 'cmd:./bot.py {port}' dumbbot --games 14
    dragoman arena a=dumbbot b=loeb c=random seat:anna person:ben d=dumbbot e=loeb --zine
    dragoman arena tit-for-tat grudger never --dilemma 200
    ```

    An ENTRANT is a bot: prince for Machiavelli, civil-disorder and random for all games, loeb,
    loeb:press, which talks to others like it,
    dumbbot, search:N with N evaluations for a movement, learned:N likewise and by learned values,
    dumbbot:60,3,30 with another temper, model:NAME@URL, a language model that you run or pay for,
    or MODULE:FUNCTION for one of your own in Python;
    cmd:COMMAND for a program that is started for each game and plays by DAIDE or DPP;
    daide-client:FOLDER for the DumbBot in C++ whose sources you have there, which is built first;
    seat:NAME for a program, or person:NAME for a person's, that connects by itself. NAME= before
    it says what it is called, ' @SITE' after it where it comes from, which --zine asks for.

    A COMMAND finds what it needs in its environment, and in braces in its arguments: DRAGOMAN_HOST
    {host}, DRAGOMAN_PORT {port} for DAIDE, DRAGOMAN_DPP_PORT {dpp_port}, DRAGOMAN_SOCKETS {sockets}
    with a Unix socket REF for the same, DRAGOMAN_POWER {power}, DRAGOMAN_PASSCODE {passcode} to
    come back, DRAGOMAN_SEED, DRAGOMAN_GAME, DRAGOMAN_SECONDS, DRAGOMAN_MEMORY (--memory),
    DRAGOMAN_PLAYERS (--known). If it ends it is started again, twice; then, or when it gives no
    orders for three turns, its power is in civil disorder, or played by the --replacement. All that
    it started is gone when the game is over.

    In the dilemma play always, never, tit-for-tat, two-tats, grudger, pavlov, generous, random, and
    cmd:COMMAND.

    Finished games are kept in FILE. Run the same command again after a kill, or with more games:
    those that are there are not played again.
    """
    from dragoman.cli import arena

    asked = arena.ContestAsked(
        tuple(entrants),
        variant,
        last_year,
        seed,
        zine,
        category,
        known,
        memory,
        replays,
        turn,
        level,
        replacement,
    )
    sought = arena.Sought(games, sprt, alpha, beta)
    place = arena.ContestPlace(
        *(file, jobs, dask, report, listen, port, patience, memory_limit, output, tuple(rows or ()))
    )
    typed = typed_in(context)
    if dilemma is not None:
        deliver(lambda: arena.dilemma(tuple(entrants), dilemma, seed, place, typed), as_json)
    else:
        deliver(lambda: arena.arena(asked, sought, place, typed), as_json)
