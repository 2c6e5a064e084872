"""What commands about accounts have in common: the judge is opened, and what it refuses is told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from dragoman.cli.answer import deliver
from dragoman.cli.judge.configured import opened, told_by
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    import typer

    from dragoman.judge.accounts.people import Person
    from dragoman.judge.commands.who_may import Actor
    from dragoman.judge.service import Judge


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
    from dragoman.judge.commands.who_may import Actor

    return Actor(is_admin=True)


def acting_as(person: Person) -> Actor:
    """For what only the owner of an account may do with it."""
    from dragoman.judge.commands.who_may import Actor

    return Actor(person.number)


def called(judge: Judge, name: str) -> Person:
    """Who has a name.

    Raises:
        ActionRefused: if nobody has.
    """
    from dragoman.refusal import ActionRefused

    found = judge.accounts.people.called(name)
    if found is None or found.is_deleted:
        raise ActionRefused("no-person", f"nobody is called {name!r}", "see `user list`")
    return found
