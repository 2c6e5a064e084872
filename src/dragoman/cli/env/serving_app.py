"""``dragoman env mcp``: its options and help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson

app = typer.Typer()


@app.command()
def mcp(
    variant: Annotated[
        str,
        typer.Argument(metavar="VARIANT", help="the name of a variant, or the folder of one"),
    ] = "standard",
    powers: Annotated[
        list[str] | None,
        typer.Option(
            "--power",
            metavar="POWER",
            help="a power that is played by tools; may be repeated; all if none is named",
            show_default=False,
        ),
    ] = None,
    bot: Annotated[
        str, typer.Option(metavar="BOT", help="who plays the others: any bot of the arena")
    ] = "dumbbot",
    stdio: Annotated[
        bool,
        typer.Option("--stdio", help="one power, over standard input and output, and no port"),
    ] = False,
    listen: Annotated[str, typer.Option(metavar="HOST", help="where to listen")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="at which port; 0 is any")] = 16730,
    tokens: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="write address and tokens there, for its owner alone; else to standard error",
            show_default=False,
        ),
    ] = None,
    last_year: Annotated[
        int | None,
        typer.Option(
            metavar="YEAR",
            help="a game that nobody has won is drawn after this year",
            show_default=False,
        ),
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=1_000_000,
            metavar="SECONDS",
            help="a phase ends after so long; units without an order have none",
            show_default=False,
        ),
    ] = None,
    press: Annotated[bool, typer.Option("--press/--no-press", help="whether powers talk")] = True,
    seed: Annotated[int, typer.Option(help="where the bots' randomness comes from")] = 1,
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.jsonl",
            help="keep all orders as they came, as they were read and as they were judged",
            show_default=False,
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE.json", help="keep the game", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Serve a game to language models, by the Model Context Protocol.

    Every power has a token of its own, by which its client plays it over HTTP ("Authorization:
    Bearer TOKEN"), and nobody reads the orders or messages of another. The tools: state,
    legal_orders, check_orders, submit_orders, what_if, explain, send_message, read_messages,
    wait_phase, vote_draw, history, map. Nothing that is wrong in orders is repaired: nothing is
    filed then, and the client is told what to mend.

    ```text
    dragoman env mcp --power france --power turkey --last-year 1908 --tokens tokens.json
    dragoman env mcp --stdio --power france --bot partner
    ```
    """
    from dragoman.cli.env.serving import McpAsked, McpPlace, served

    asked = McpAsked(variant, tuple(powers or ()), bot, last_year, seed, press, turn)
    place = McpPlace(listen, None if stdio else port, tokens, log, record)
    deliver(lambda: served(asked, place), as_json)
