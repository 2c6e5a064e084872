"""``dragoman judge user program``: accounts of programs, from the machine of the judge."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.common_options import AsJson
from dragoman.cli.judge.configured import acting_as, called, with_judge
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    from dragoman.judge.service import Judge

_HELP = """Accounts of programs: add one, list them, remove one.

Each belongs to somebody, and signs in by tokens only: see "dragoman judge user token".
"""

app = typer.Typer(help=_HELP, no_args_is_help=True, rich_markup_mode="markdown")

Owner = Annotated[str, typer.Argument(metavar="OWNER", help="the name of whose program it is")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="the name of the program")]


@app.command()
def add(
    context: typer.Context,
    owner: Owner,
    name: Name,
    about: Annotated[
        str, typer.Argument(metavar="ABOUT", help="what it is, which everybody can read")
    ],
    as_json: AsJson = False,
) -> None:
    """Make an account for somebody's program.

    Example: dragoman judge user program add Ann Bertha "plays DumbBot's heuristics"
    """

    def answer(judge: Judge, now: datetime) -> Answer:
        person = called(judge, owner)
        number = judge.accounts.programs.make(acting_as(person), person.number, name, about, now)
        data = {"number": number, "name": name, "owner": person.number, "about": about}
        said = f"{name}, a program of {person.name}, has account {number}"
        return Answer(f"{said}; a token: dragoman judge user token {name!r}", data)

    with_judge(context, answer, as_json)


@app.command("list")
def list_(context: typer.Context, owner: Owner, as_json: AsJson = False) -> None:
    """List somebody's programs: numbers, names, what they are."""

    def answer(judge: Judge, now: datetime) -> Answer:
        person = called(judge, owner)
        found = judge.accounts.programs.of(acting_as(person), person.number)
        lines = [f"{one.number:>6}  {one.name:<30}  {one.about}" for one in found]
        data = [
            {
                "number": one.number,
                "name": one.name,
                "about": one.about,
                "created": one.created.isoformat(),
            }
            for one in found
        ]
        return Answer("\n".join(lines) or f"{person.name} has no programs", {"programs": data})

    with_judge(context, answer, as_json)


@app.command()
def remove(context: typer.Context, name: Name, as_json: AsJson = False) -> None:
    """Remove a program. Its tokens end, and it leaves its games; what it did there stays."""

    def answer(judge: Judge, now: datetime) -> Answer:
        from dragoman.refusal import ActionRefused

        found = called(judge, name)
        if found.owner is None:
            raise ActionRefused("no-program", f"{found.name} is a person", "name a program")
        judge.forget(acting_as(found), found.number, now)
        return Answer(f"{found.name} is removed", {"number": found.number})

    with_judge(context, answer, as_json)
