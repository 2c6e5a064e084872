"""The configuration that the commands of a judge are run with, and the judge that it means."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.diagnostics import has_errors
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    from dragoman.judge.running.configuration import Configuration
    from dragoman.judge.service import Judge

AsJson = Annotated[bool, typer.Option("--json", help="print one JSON object for programs")]


def told_by(context: typer.Context) -> tuple[Configuration, Answer | None]:
    """The configuration, and what is wrong with it, if anything is."""
    from dragoman.judge.running.configuration import read_configuration

    file: Path | None = context.obj
    told, faults = read_configuration(file)
    return told, Answer(diagnostics=faults) if has_errors(faults) else None


def refusing(answer: Callable[[], Answer]) -> Callable[[], Answer]:
    """The same, where what is refused is told."""

    def told() -> Answer:
        from dragoman.refusal import ActionRefused

        try:
            return answer()
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))

    return told


@contextmanager
def opened(told: Configuration) -> Generator[Judge]:
    """The judge, whose database has to be there.

    Raises:
        ActionRefused: if it is not, or does not answer.
    """
    from dragoman.judge.running.configuration import site_of
    from dragoman.judge.service import Judge
    from dragoman.refusal import ActionRefused

    judge = Judge(told.database, site=site_of(told), admin=told.admin_mail, kept=told.kept_games)
    try:
        if judge.database.is_sqlite and not Path(judge.database.url.database or "").is_file():
            what = f"there is no database {judge.database.url.database}"
            raise ActionRefused("no-database", what, "make it with `dragoman judge init`")
        yield judge
    finally:
        judge.close()
