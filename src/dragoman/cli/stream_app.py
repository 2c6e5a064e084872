"""The commands for programs and long streams, their options and their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson, Rules, RulesSet

app = typer.Typer()


@app.command()
def bench(
    seconds: Annotated[
        float, typer.Option(min=0.01, metavar="SECONDS", help="how long to measure each way")
    ] = 2.0,
    compile_: Annotated[
        bool, typer.Option("--compile", help="only compile the judge, once for each version")
    ] = False,
    variant: Annotated[
        str, typer.Option(metavar="VARIANT", help="with --compile: for turns of this variant")
    ] = "standard",
    as_json: AsJson = False,
) -> None:
    """Measure how many turns a second the judge makes on this machine.

    Plays random games of the standard variant: one turn at a time, as a game master does,
    and many at once, as machine code. Where that did not come with the package, a C
    compiler builds it once, in some seconds; --compile does only that, for a machine that is to
    judge long streams from their first turns.
    """
    from dragoman.cli import bench

    deliver(lambda: bench.compile_judge(variant) if compile_ else bench.bench(seconds), as_json)


@app.command()
def resolve(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="a file of turns, - for standard input", show_default=False
        ),
    ] = Path("-"),
    rules: Rules = None,
    set_: RulesSet = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="explain every order of every turn as well")
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            min=1,
            max=256,
            metavar="N",
            help="processes that share the work of a long stream; as many as there are cores",
            show_default=False,
        ),
    ] = None,
    longest_line: Annotated[
        int, typer.Option(min=1, metavar="N", help="characters that a line may have")
    ] = 1_000_000,
    most_orders: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="orders that a turn may have; twice as many as the map has provinces",
            show_default=False,
        ),
    ] = None,
    longest_order: Annotated[
        int, typer.Option(min=1, metavar="N", help="letters that an order may have")
    ] = 200,
    most_memory: Annotated[
        int, typer.Option(min=0, metavar="N", help="bytes that each process may remember")
    ] = 128_000_000,
) -> None:
    """Resolve the turns of a file, or of standard input; for programs in any language.

    Each line is a turn, a JSON object; each answer is a line too, in the same order. The game in a
    folder is judged by "dragoman adjudicate" instead.

    ```text
    {"id": 1, "variant": "standard", "phase": "S1901M",
     "units": {"ENGLAND": ["F LON"]}, "centers": {"ENGLAND": ["LON"]},
     "orders": {"ENGLAND": ["F LON - NTH"]}}

    {"id": 1, "results": {"F LON": []}, "units": {"ENGLAND": ["F NTH"]},
     "centers": {"ENGLAND": ["LON"]}, "retreats": {}, "next": "F1901M"}
    ```

    Dislodged units are marked with a star, as in "*F LON", and "retreats" says where each
    may go, as in {"ENGLAND": {"F LON": ["WAL"]}}. The results are: none for what succeeded,
    bounce, cut, void, no convoy, dislodged, disband; dislodged and disband together are said of
    a unit that had nowhere to go. A line that is not a turn is answered by
    one with "error"; the exit status is 0 all the same.
    """
    from dragoman.cli import resolve
    from dragoman.formats.records.turn_limits import TurnLimits
    from dragoman.remembered import remember_at_most

    remember_at_most(most_memory)
    limits = TurnLimits(longest_line, most_orders, longest_order)
    deliver(lambda: resolve.resolve(file, rules, set_ or [], explain, jobs, limits), False)
