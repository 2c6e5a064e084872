"""``dragoman judge training``: games that programs may learn from."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.common_options import AsJson
from dragoman.cli.judge.configured import with_judge
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    from dragoman.judge.service import Judge

app = typer.Typer()


@app.command()
def training(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the file to write, as games.jsonl")],
    as_json: AsJson = False,
) -> None:
    """Write the games that programs may learn from, one on each line.

    These are games that are over, and in which everybody who ever had a seat has agreed, on the
    page of his data: one player's orders can be told from the positions that follow, so no game is
    given without the leave of all. Nobody agrees unless he says so, and whoever takes it back is in
    no file that is written later. Positions, orders and results are given, by power; no names, no
    press, no times. "dragoman env read FILE --shards FOLDER" makes data of them.

    Example: dragoman judge training games.jsonl
    """

    def answer(judge: Judge, now: datetime) -> Answer:
        from dragoman.files import write_atomically
        from dragoman.judge.accounts.training_games import training_games

        del now
        lines = [*training_games(judge.games)]
        write_atomically(file, "".join(f"{line}\n" for line in lines), mode=0o600)
        text = f"{file}: {len(lines):,} games of players who all agreed"
        return Answer(text, {"file": str(file), "games": len(lines)})

    with_judge(context, answer, as_json)
