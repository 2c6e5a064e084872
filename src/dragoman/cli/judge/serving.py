"""``dragoman judge``: serving, and judging what is due."""

from __future__ import annotations

from typing import Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.judge.configured import told_by
from dragoman.games.answer import Answer

app = typer.Typer()


@app.command()
def worker(
    context: typer.Context,
    once: Annotated[
        bool, typer.Option("--once", help="do what is due now, and end: for cron")
    ] = False,
    number: Annotated[
        int, typer.Option("--number", help="which one of several it is; its metrics port", min=1)
    ] = 1,
    beside: Annotated[
        bool, typer.Option("--beside", help="end when standard input does", hidden=True)
    ] = False,
) -> None:
    """Judge what is due, and send mails and webhook calls, until it is stopped.

    Any number may run at once, on one machine or several. Each phase is judged once, whatever
    happens to them. A game that cannot be judged is set aside, and the others go on.
    "serve" starts workers by itself, as many as the setting "workers" says.
    """

    def answer() -> Answer:
        from dragoman.judge.running.run_worker import run_worker
        from dragoman.refusal import ActionRefused

        told, wrong = told_by(context)
        if wrong is not None:
            return wrong
        try:
            run_worker(told, number, once=once, beside=beside)
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        return Answer()

    deliver(answer, False)
