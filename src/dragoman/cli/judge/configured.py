"""The configuration that commands of a judge are run with, the judge that it means, and people."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from dragoman.cli.answer import as_data, deliver
from dragoman.diagnostics import Diagnostic, has_errors
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    import typer

    from dragoman.judge.accounts.people import Person
    from dragoman.judge.commands.permissions import Actor
    from dragoman.judge.running.configuration import Configuration
    from dragoman.judge.running.findings import Finding
    from dragoman.judge.service import Judge


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


def found_by(findings: Iterable[Finding], faults: tuple[Diagnostic, ...] = ()) -> Answer:
    """An answer with a line for each thing that was looked at, and what is wrong with it; after
    faults that were found before."""
    lines, data = list[str](), list[dict[str, Any]]()
    for one in findings:
        lines.append(f"{_mark(one.faults)}  {one.what}")
        data.append({"what": one.what, "faults": [as_data(fault) for fault in one.faults]})
        faults += one.faults
    return Answer("\n".join(lines), {"findings": data}, faults)


def _mark(faults: tuple[Diagnostic, ...]) -> str:
    if has_errors(faults):
        return "WRONG "
    return "advice" if faults else "good  "


@contextmanager
def opened(told: Configuration) -> Generator[Judge]:
    """The judge, whose database has to be there.

    Raises:
        ActionRefused: if it is not, or does not answer.
    """
    from dragoman.judge.running.configuration import site_of
    from dragoman.judge.service import Judge
    from dragoman.refusal import ActionRefused

    judge = Judge(
        told.database,
        site=site_of(told),
        admin=told.admin_mail,
        kept=told.kept_games,
        guests_an_hour=told.guests_an_hour,
        signal_days=told.signal_days,
        private_calls=told.private_calls,
    )
    try:
        if judge.database.is_sqlite and not Path(judge.database.url.database or "").is_file():
            what = f"there is no database {judge.database.url.database}"
            raise ActionRefused("no-database", what, "make it with `dragoman judge init`")
        yield judge
    finally:
        judge.close()


# Commands about accounts


def with_judge(
    context: typer.Context, answer: Callable[[Judge, datetime], Answer], as_json: bool
) -> None:
    """Tell what a command comes to."""

    def told() -> Answer:
        from dragoman.refusal import ActionRefused

        configuration, wrong = told_by(context)
        if wrong is not None:
            return wrong
        try:
            with opened(configuration) as judge:
                return answer(judge, datetime.now(UTC))
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))

    deliver(told, as_json)


def owner_of_the_machine() -> Actor:
    """Whoever runs the machine is an admin, without an account."""
    from dragoman.judge.commands.permissions import Actor

    return Actor(is_admin=True)


def acting_as(person: Person) -> Actor:
    """For what only the owner of an account may do with it."""
    from dragoman.judge.commands.permissions import Actor

    return Actor(person.number)


def called(judge: Judge, name: str) -> Person:
    """The account of a name.

    Raises:
        ActionRefused: if nobody has.
    """
    from dragoman.refusal import ActionRefused

    found = judge.accounts.people.called(name)
    if found is None or found.is_deleted:
        raise ActionRefused("no-person", f"nobody is called {name!r}", "see `user list`")
    return found
