"""``dragoman tournament``: the log, and what was done wrongly put right."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.answer import deliver
from dragoman.cli.tournament.acting import (
    AsJson,
    Because,
    Desk,
    desk_of,
    folder_of,
    table_text,
)
from dragoman.games.answer import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dragoman.tournament.log.events import Event, Logged

app = typer.Typer()

_PANEL = "The tournament"

Action = Annotated[
    int, typer.Argument(metavar="ACTION", help='the number of the action, as "log" shows it')
]
Anyway = Annotated[
    bool,
    typer.Option("--anyway", help="also where something that came later is then set aside"),
]


@app.command(rich_help_panel=_PANEL)
def log(
    context: typer.Context,
    last: Annotated[
        int, typer.Option("--last", "-n", metavar="NUMBER", help="only the last; 0 is all", min=0)
    ] = 20,
    as_json: AsJson = False,
) -> None:
    """Show what was done, action by action.

    A - marks what was undone or cancelled, a ~ what was corrected later, a ! what is set aside,
    since it could not have been after a correction.
    """

    def answer() -> Answer:
        from dragoman.refusal import ActionRefused
        from dragoman.tournament.log.event_json import as_data
        from dragoman.tournament.log.fold import rebuild
        from dragoman.tournament.log.standing import standing_actions, standing_events
        from dragoman.tournament.log.store import Store

        try:
            found = Store(folder_of(context)).log()
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        standing = standing_events(found)
        said = {(one.action, one.event) for one in standing}
        there = {one.action for one in standing}
        aside = {one.action: one.reason for one in rebuild(found).set_aside}
        actions = standing_actions(found)

        def mark(one: Logged) -> str:
            if one.action not in actions:
                return "-"
            if _about_the_log(one.event):
                return ""
            if one.action not in there:
                return "-"
            if (one.action, one.event) not in said:
                return "~"
            return "!" if one.action in aside else ""

        shown = found[-last:] if last else found
        rows = [
            (one.action, one.at.replace("T", " "), mark(one), _line(one.event)) for one in shown
        ]
        data = [
            {
                "number": one.number,
                "action": one.action,
                "at": one.at,
                "kind": type(one.event).__name__,
                "counts": mark(one) == "",
                "set_aside": aside.get(one.action, ""),
                **{"data": as_data(one.event)},
            }
            for one in shown
        ]
        lines = [table_text(rows, "0")]
        lines += [f"set aside: action {action}: {why}" for action, why in aside.items()]
        return Answer("\n".join(lines), {"log": data})

    deliver(answer, as_json)


@app.command(rich_help_panel=_PANEL)
def undo(context: typer.Context, as_json: AsJson = False) -> None:
    """Take back the last action. As often as you like; "redo" brings it back.

    An action further back is put right by "correct" or "cancel", and what came after it stays.
    """
    _turn_back(context, as_json, "taken back", again=False)


@app.command(rich_help_panel=_PANEL)
def redo(context: typer.Context, as_json: AsJson = False) -> None:
    """Bring back what was undone, as long as nothing else was done since."""
    _turn_back(context, as_json, "brought back", again=True)


@app.command(
    rich_help_panel=_PANEL,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
def correct(
    context: typer.Context,
    action: Action,
    words: Annotated[
        list[str],
        typer.Argument(metavar="COMMAND...", help="what should have been typed then"),
    ],
    because: Because = "",
    anyway: Anyway = False,
) -> None:
    """Put an earlier action right: type what should have been typed. What came after it stays, and
    is computed again; what that changes is told.

    "log" has the numbers of the actions. Options of this command stand before the number. The time
    of the command is that of the action, unless you say another.

    Example: dragoman tournament correct 12 start 1 --at 9:20

    Example: dragoman tournament correct --because "it was Italy" 31 late C I
    """
    from dragoman.cli.tournament.app import app as tournament
    from dragoman.diagnostics import Diagnostic
    from dragoman.refusal import ActionRefused
    from dragoman.tournament.log.correcting import moment_of
    from dragoman.tournament.log.store import Store

    if words[:2] == ["dragoman", "tournament"]:
        words = words[2:]
    folder = folder_of(context)
    known = typer.main.get_command(tournament)
    names: dict[str, object] = getattr(known, "commands", {})
    if not words or words[0] not in names or words[0] in _NOT_TO_CORRECT:
        what = f"{shlex.join(words[:1])} puts no action right"
        remedy = "type the command as it should have been typed then"
        fault = Diagnostic("no-command", what, remedy)
        return deliver(lambda: Answer(diagnostics=(fault,)), False)
    try:
        at = moment_of(Store(folder).log(), action)
    except ActionRefused as refused:
        why = refused.diagnostic
        return deliver(lambda: Answer(diagnostics=(why,)), False)
    known.main(
        words,
        prog_name="dragoman tournament correct",
        standalone_mode=True,
        obj=Desk(folder, action, at, because, anyway),
    )
    return None


@app.command(rich_help_panel=_PANEL)
def cancel(
    context: typer.Context,
    action: Action,
    because: Because = "",
    back: Annotated[
        bool,
        typer.Option("--back", help="let it stand again as it was at first, also if corrected"),
    ] = False,
    anyway: Anyway = False,
    as_json: AsJson = False,
) -> None:
    """Let an earlier action count as never done. What came after it stays, and is computed again.

    Example: dragoman tournament cancel 31 --because "those orders were in the box"
    """

    def answer() -> Answer:
        from dragoman.refusal import ActionRefused
        from dragoman.tournament.actions.consequences import consequences, outline
        from dragoman.tournament.log.correcting import cancelled, restored
        from dragoman.tournament.log.store import Store

        store = Store(folder_of(context))
        try:
            before = outline(store.load())
            amend = restored(action) if back else cancelled(action, because.strip())
            after = store.amend(amend, anyway=anyway)
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        changed = consequences(before, outline(after))
        said = "stands again as it was" if back else "is cancelled"
        text = "\n".join((f"action {action} {said}", *changed))
        return Answer(text, {"action": action, "changed": changed})

    deliver(answer, as_json)


_NOT_TO_CORRECT = frozenset(
    ("new", "desk", "undo", "redo", "correct", "cancel", "log", "hall", "announce")
)


def _turn_back(context: typer.Context, as_json: bool, what: str, *, again: bool) -> None:
    def answer() -> Answer:
        from dragoman.refusal import ActionRefused
        from dragoman.tournament.log.store import Store

        store = Store(desk_of(context).folder)
        try:
            events = store.redo() if again else store.undo()
        except ActionRefused as refused:
            return Answer(diagnostics=(refused.diagnostic,))
        lines = [_line(one.event) for one in events[:5]]
        if len(events) > 5:
            lines.append(f"and {len(events) - 5} more")
        data = {
            "action": max(one.action for one in events),
            "kinds": [type(one.event).__name__ for one in events],
        }
        return Answer(f"{what}: " + "\n  ".join(lines), data)

    deliver(answer, as_json)


def _about_the_log(event: Event) -> bool:
    from dragoman.tournament.log import events as ev

    return isinstance(event, ev.Undone | ev.Redone | ev.Cancelled | ev.Corrected)


def _line(event: Event) -> str:
    """An event in a line."""
    from dragoman.tournament.log import events as ev
    from dragoman.tournament.log.event_json import as_data
    from dragoman.tournament.log.standing import corrected_events

    if isinstance(event, ev.Corrected):
        return _shortened(f"corrected: action {event.action}: {_lines(corrected_events(event))}")
    left_out = ("preset", "record", "report")
    data = {k: v for k, v in as_data(event).items() if k not in left_out and v != ""}
    values = ", ".join(f"{key} {value}" for key, value in data.items())
    kind = "".join(f" {c.lower()}" if c.isupper() else c for c in type(event).__name__).strip()
    return _shortened(f"{kind}: {values}")


def _lines(events: Sequence[Event]) -> str:
    return "; ".join(map(_line, events))


def _shortened(line: str, longest: int = 150) -> str:
    return line if len(line) <= longest else f"{line[: longest - 3]}..."
