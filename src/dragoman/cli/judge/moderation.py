"""``dragoman judge user moderator``, ``sanction`` and ``lift``: moderation from the machine of the
judge."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.common_options import AsJson
from dragoman.cli.judge.configured import called, owner_of_the_machine, with_judge
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    from dragoman.judge.service import Judge

app = typer.Typer()
Name = Annotated[str, typer.Argument(metavar="NAME", help="the name of the account")]
Why = Annotated[str, typer.Argument(metavar="WHY", help="the reason, which the player is told")]


@app.command()
def moderator(
    context: typer.Context,
    name: Name,
    no: Annotated[bool, typer.Option("--no", help="make the account one like others")] = False,
    as_json: AsJson = False,
) -> None:
    """Make somebody a moderator, who decides reports and sanctions people."""

    def answer(judge: Judge, now: datetime) -> Answer:
        number = called(judge, name).number
        judge.moderation.moderators.set(owner_of_the_machine(), number, not no)
        return Answer(f"{name} is {'no moderator' if no else 'a moderator'}", {"moderator": not no})

    with_judge(context, answer, as_json)


@app.command()
def sanction(
    context: typer.Context,
    name: Name,
    kind: Annotated[
        str,
        typer.Argument(metavar="KIND", help="warning, mute, no-new-games or ban"),
    ],
    why: Why,
    days: Annotated[
        int | None, typer.Option(min=1, max=3650, help="for how many days; else for good")
    ] = None,
    free_seats: Annotated[
        bool,
        typer.Option("--free-seats", help="with a ban: give the seats in running games to others"),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Warn somebody, or take something away from them. They are told why, and can appeal.

    Example: dragoman judge user sanction Bob mute "Threats are no press" --days 7
    """

    def answer(judge: Judge, now: datetime) -> Answer:
        from dragoman.diagnostics import Diagnostic
        from dragoman.judge.commands.bars import SanctionKind
        from dragoman.judge.moderation.sanctions import Sentence

        kinds = {one.value: one for one in SanctionKind}
        if kind not in kinds:
            fault = Diagnostic(
                "unknown-kind", f"there is no sanction {kind!r}", candidates=(*kinds,)
            )
            return Answer(diagnostics=(fault,))
        length = timedelta(days=days) if days else None
        number = judge.impose(
            owner_of_the_machine(),
            called(judge, name).number,
            Sentence(kinds[kind], why, length),
            now,
            frees_seats=free_seats,
        )
        return Answer(f"{name}: sanction {number}, {kind}", {"sanction": number, "kind": kind})

    with_judge(context, answer, as_json)


@app.command()
def lift(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="SANCTION", help="its number", min=1)],
    why: Why,
    as_json: AsJson = False,
) -> None:
    """End a sanction before its time."""

    def answer(judge: Judge, now: datetime) -> Answer:
        judge.moderation.sanctions.lift(owner_of_the_machine(), number, why, now)
        return Answer(f"sanction {number} is lifted", {"sanction": number})

    with_judge(context, answer, as_json)
