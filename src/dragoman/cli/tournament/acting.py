"""How the commands of a tournament act on its log, and the options they have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dragoman.cli.answer import deliver
from dragoman.games.answer import Answer

if TYPE_CHECKING:
    from dragoman.tournament.log.events import Event
    from dragoman.tournament.log.state import Tournament

AsJson = Annotated[bool, typer.Option("--json", help="print one JSON object for programs")]
RoundNumber = Annotated[int, typer.Argument(metavar="ROUND", help="the number of the round", min=1)]
OfRound = Annotated[
    int | None,
    typer.Option("--round", "-r", metavar="ROUND", help="the round; else the one in hand", min=1),
]
Board = Annotated[
    str,
    typer.Argument(
        metavar="BOARD", help="the board: 2C, or C alone for the board of the round in hand"
    ),
]
OnBoard = Annotated[
    str,
    typer.Option("--board", "-b", metavar="BOARD", help="only this board; else the whole hall"),
]
Person = Annotated[
    str,
    typer.Argument(metavar="PLAYER", help="a player: the number, the name, or a part of it"),
]
People = Annotated[
    list[str],
    typer.Argument(metavar="PLAYER...", help="players: numbers, names, or parts of names"),
]
At = Annotated[
    str | None,
    typer.Option(
        "--at", metavar="TIME", help="when it happened, if not now: 9:05 or 1999-08-28 09:05"
    ),
]
OfSeason = Annotated[
    str | None,
    typer.Option("--season", "-s", metavar="SEASON", help="S1901, F03; else what the clock says"),
]
Because = Annotated[str, typer.Option("--because", metavar="REASON", help="the reason, in words")]

Reply = Answer | str
"""What a command says: a text, or a text and data for programs."""


def act(
    context: typer.Context,
    as_json: bool,
    decide: Callable[[Tournament], Sequence[Event]],
    tell: Callable[[Tournament], Reply],
) -> None:
    """Carry out an action and report what came of it. Without data of its own the answer for
    programs is the events that were logged."""
    deliver(lambda: acted(folder_of(context), decide, tell), as_json)


def acted(
    folder: Path,
    decide: Callable[[Tournament], Sequence[Event]],
    tell: Callable[[Tournament], Reply],
) -> Answer:
    """As ``act``, for commands that have more to do."""
    from dragoman.refusal import ActionRefused
    from dragoman.tournament.log.event_json import as_data
    from dragoman.tournament.log.store import Store

    events: list[Event] = []

    def decide_and_note(tournament: Tournament) -> Sequence[Event]:
        events[:] = decide(tournament)
        return events

    try:
        reply = tell(Store(folder).act(decide_and_note))
    except ActionRefused as refused:
        return Answer(diagnostics=(refused.diagnostic,))
    answer = reply if isinstance(reply, Answer) else Answer(reply)
    if answer.data:
        return answer
    data = {"events": [{"kind": type(event).__name__, **as_data(event)} for event in events]}
    return Answer(answer.text, data, answer.diagnostics)


def ask(
    context: typer.Context,
    as_json: bool,
    tell: Callable[[Tournament], Answer],
) -> None:
    """Tell something about the tournament; change nothing."""

    def answer() -> Answer:
        from dragoman.refusal import ActionRefused
        from dragoman.tournament.log.store import Store

        try:
            return tell(Store(folder_of(context)).load())
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))

    deliver(answer, as_json)


def folder_of(context: typer.Context) -> Path:
    """The folder of the tournament: that of --folder, else the one the director is in."""
    found: Any = context.find_root().obj or context.obj
    return found if isinstance(found, Path) else Path()


def moment(at: str | None) -> datetime:
    """A moment typed, or now; to the second."""
    from dragoman.tournament.actions import finding

    return finding.moment(at, datetime.now().replace(microsecond=0))


def table_text(rows: Sequence[Sequence[object]], right: str = "") -> str:
    """Rows as columns that line up; the numbers of the columns in ``right`` to the right."""
    cells = [[str(cell) for cell in row] for row in rows]
    if not cells:
        return ""
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    lines: list[str] = []
    for row in cells:
        parts = [
            cell.rjust(width) if str(i) in right.split() else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(parts).rstrip())
    return "\n".join(lines)


def counted(number: int, what: str) -> str:
    """``1 board``, ``9 boards``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
