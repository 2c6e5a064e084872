"""How the commands of a tournament act on its log, and the options they have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dragoman.cli.answer import deliver
from dragoman.games.answer import Answer
from dragoman.quick_dataclass import dataclass

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


@dataclass(frozen=True, slots=True)
class Desk:
    """Where the commands of a tournament act: its folder, and where one of them puts an earlier
    action right, the number of that, and the moment of it."""

    folder: Path = Path()
    correcting: int = 0
    at: datetime | None = None
    reason: str = ""
    anyway: bool = False

    def act(self, decide: Callable[[Tournament], Sequence[Event]]) -> Tournament:
        """Carry out an action, or let it stand in the place of the one that it corrects."""
        from dragoman.tournament.log.correcting import corrected
        from dragoman.tournament.log.store import Store

        if not self.correcting:
            return Store(self.folder).act(decide)
        return Store(self.folder).amend(
            corrected(self.correcting, decide, self.reason), anyway=self.anyway
        )

    def load(self) -> Tournament:
        """The tournament as it stands; where an action is put right, as it stood before that."""
        from dragoman.tournament.log.correcting import stood_before
        from dragoman.tournament.log.store import Store

        store = Store(self.folder)
        return stood_before(store.log(), self.correcting) if self.correcting else store.load()


def act(
    context: typer.Context,
    as_json: bool,
    decide: Callable[[Tournament], Sequence[Event]],
    tell: Callable[[Tournament], Reply],
) -> None:
    """Carry out an action and report what came of it. Without data of its own the answer for
    programs is the events that were logged."""
    deliver(lambda: acted(desk_of(context), decide, tell), as_json)


def acted(
    desk: Desk,
    decide: Callable[[Tournament], Sequence[Event]],
    tell: Callable[[Tournament], Reply],
) -> Answer:
    """As ``act``, for commands that have more to do."""
    from dragoman.refusal import ActionRefused
    from dragoman.tournament.actions.consequences import (
        Outline,
        consequences,
        outline,
        rulings_changed,
    )
    from dragoman.tournament.log.event_json import as_data
    from dragoman.tournament.log.store import Store

    events: list[Event] = []
    before: Outline = {}

    def decide_and_note(tournament: Tournament) -> Sequence[Event]:
        nonlocal before
        if not desk.correcting:
            before = outline(tournament)
        events[:] = decide(tournament)
        return events

    try:
        if desk.correcting:
            before = outline(Store(desk.folder).load())
        after = desk.act(decide_and_note)
        reply = _told(tell, after, desk)
    except ActionRefused as refused:
        return Answer(diagnostics=(refused.diagnostic,))
    answer = reply if isinstance(reply, Answer) else Answer(reply)
    changed = (consequences if desk.correcting else rulings_changed)(before, outline(after))
    text = "\n".join([*filter(None, (answer.text,)), *changed])
    data = answer.data or {
        "events": [{"kind": type(event).__name__, **as_data(event)} for event in events]
    }
    if changed:
        data = {**data, "changed": changed}
    return Answer(text, data, answer.diagnostics)


def _told(tell: Callable[[Tournament], Reply], t: Tournament, desk: Desk) -> Reply:
    """What a command says of itself; of a correction it is what has changed."""
    return f"action {desk.correcting} is corrected" if desk.correcting else tell(t)


def ask(
    context: typer.Context,
    as_json: bool,
    tell: Callable[[Tournament], Answer],
) -> None:
    """Tell something about the tournament; change nothing."""

    def answer() -> Answer:
        from dragoman.diagnostics import Diagnostic
        from dragoman.refusal import ActionRefused

        desk = desk_of(context)
        if desk.correcting:
            what, remedy = "this command changes nothing", "say what should have been typed"
            return Answer(diagnostics=(Diagnostic("changes-nothing", what, remedy),))
        try:
            return tell(desk.load())
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))

    deliver(answer, as_json)


def desk_of(context: typer.Context) -> Desk:
    """Where the director works: the folder of --folder, else the one he is in."""
    found: Any = context.find_root().obj or context.obj
    return found if isinstance(found, Desk) else Desk()


def folder_of(context: typer.Context) -> Path:
    """The folder of the tournament."""
    return desk_of(context).folder


def moment(context: typer.Context, at: str | None = None) -> datetime:
    """A moment typed, or now; to the second. Where an action is put right, now is when it was
    logged."""
    from dragoman.tournament.actions import finding

    now = desk_of(context).at or datetime.now()
    return finding.moment(at, now.replace(microsecond=0))


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
