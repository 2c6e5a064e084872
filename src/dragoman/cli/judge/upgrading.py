"""``dragoman judge upgrade``: the database brought up to this version of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.common_options import AsJson
from dragoman.cli.judge.configured import opened, refusing, told_by
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    from dragoman.judge.storage.migrations import MigrationStep

app = typer.Typer()


@app.command()
def upgrade(
    context: typer.Context,
    plan: Annotated[
        bool, typer.Option("--plan", help="say what would be done, and do nothing")
    ] = False,
    stopped: Annotated[
        bool, typer.Option("--stopped", help="all servers, workers and mail services have ended")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Bring the database up to this version of the program, while servers of the old one go on.

    Steps that older programs can live with are taken at once; then restart servers and workers, one
    after the other. A step that needs a stop is left until you say that all of them have ended:
    from then on older programs can write nothing.

    Example: dragoman judge upgrade --plan
    """

    def answer() -> Answer:
        from dragoman.judge.storage.migrations import REVISION, revision_of, steps_after

        told, wrong = told_by(context)
        if wrong is not None:
            return wrong
        with opened(told) as judge:
            with judge.database.reading() as connection:
                found = revision_of(connection)
            if not found:
                judge.database.check()
            steps = [] if found >= REVISION else steps_after(found)
            data: dict[str, Any] = {
                "revision": found,
                "to": REVISION,
                "steps": [
                    {"revision": one.revision, "says": one.says, "needs_stop": one.needs_stop}
                    for one in steps
                ],
            }
            if plan or not steps:
                return Answer("\n".join(_plan(found, REVISION, steps)), data)
            if stopped:
                judge.database.create(is_stopped=True)
                return Answer(f"the database is of revision {REVISION}; start everything", data)
            running = _before_a_stop(steps)
            if running:
                judge.database.create(to=running[-1].revision)
            judge.database.create()  # says why the next one needs a stop, where there is one
        said = f"the database is of revision {REVISION}; restart servers and workers in turn"
        return Answer(said, data)

    deliver(refusing(answer), as_json)


def _before_a_stop(steps: list[MigrationStep]) -> list[MigrationStep]:
    """The steps that can be made while everything runs."""
    found: list[MigrationStep] = []
    for one in steps:
        if one.needs_stop:
            break
        found.append(one)
    return found


def _plan(found: str, to: str, steps: list[MigrationStep]) -> list[str]:
    if found > to:
        return [f"the database is of revision {found}, newer than this program ({to})"]
    if not steps:
        return [f"the database is of revision {found}, as this program is: nothing is to be done"]
    lines = [f"the database is of revision {found}, this program of {to}"]
    for one in steps:
        how = f"needs a stop: {one.needs_stop}" if one.needs_stop else "while everything runs"
        lines.append(f"{one.revision}  {one.says}\n      {how}")
    if any(one.needs_stop for one in steps):
        lines.append("end all servers and workers for it: dragoman judge upgrade --stopped")
    else:
        lines.append("then restart servers and workers, one after the other")
    return lines
