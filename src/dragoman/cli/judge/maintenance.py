"""``dragoman judge maintenance``: a judge that stands still for a while, and goes on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer

from dragoman.cli.common_options import AsJson
from dragoman.cli.judge.configured import with_judge
from dragoman.diagnostics import Diagnostic
from dragoman.games.requests import Answer

if TYPE_CHECKING:
    from dragoman.judge.running.shifts import DeadlineShift
    from dragoman.judge.service import Judge
    from dragoman.judge.storage.upkeep import StandstillMode, Upkeep

_HELP = """Maintenance: announce it, stop all clocks, make the judge read-only, shift all deadlines.

All servers and workers of the judge follow at once. Everybody reads what is written here, on every
page.

```text
dragoman judge maintenance announce "A new disk" --begins "2026-12-01 20:00"
dragoman judge maintenance read-only "A new disk" --for 1h
dragoman judge maintenance resume
```
"""

app = typer.Typer(help=_HELP, no_args_is_help=True, rich_markup_mode="markdown")

Reason = Annotated[str, typer.Argument(metavar="WHY", help="what everybody is told as the reason")]
Length = Annotated[
    str, typer.Option("--for", metavar="LENGTH", help="how long it takes in all likelihood, as 1h")
]


@app.command()
def show(context: typer.Context, as_json: AsJson = False) -> None:
    """Show what is announced, whether the judge stands still, and the latest shifts."""

    def answer(judge: Judge, now: datetime) -> Answer:
        from dragoman.judge.running.shifts import shifts_of
        from dragoman.judge.storage.upkeep import upkeep_of

        found, latest = upkeep_of(judge.database), shifts_of(judge.database)
        lines = [*_lines(found), *map(_shift_line, latest)]
        return Answer("\n".join(lines), {**_data(found), "shifts": [*map(_shift_data, latest)]})

    with_judge(context, answer, as_json)


@app.command()
def announce(
    context: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="what everybody reads")],
    begins: Annotated[
        str, typer.Option(metavar="MOMENT", help='when it begins, as "2026-12-01 20:00"')
    ] = "",
    ends: Annotated[str, typer.Option(metavar="MOMENT", help="when it ends")] = "",
    zone: Annotated[
        str, typer.Option(metavar="ZONE", help="by whose clock moments are, as Europe/Berlin")
    ] = "UTC",
    mail: Annotated[
        bool,
        typer.Option("--mail", help="mail it to those who have a deadline while it lasts, too"),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Tell everybody who comes what is ahead. It replaces what was announced before.

    Example: dragoman judge maintenance announce "A new disk" --begins "2026-12-01 20:00"
    """

    def answer(judge: Judge, now: datetime) -> Answer:
        from dragoman.judge.running.maintenance import announce_maintenance, mail_announcement
        from dragoman.judge.storage.upkeep import Announcement

        first, last = _moment(begins, zone, "--begins"), _moment(ends, zone, "--ends")
        for one in (first, last):
            if isinstance(one, Diagnostic):
                return Answer(diagnostics=(one,))
        assert not isinstance(first, Diagnostic) and not isinstance(last, Diagnostic)
        announced = Announcement(text.strip(), first, last)
        announce_maintenance(judge, announced, now)
        mailed = mail_announcement(judge, announced, now) if mail else 0
        said = "announced" + (f", and mailed to {mailed} players" if mail else "")
        return Answer(said, {"mailed": mailed})

    with_judge(context, answer, as_json)


@app.command()
def withdraw(context: typer.Context, as_json: AsJson = False) -> None:
    """Take down what was announced."""

    def answer(judge: Judge, now: datetime) -> Answer:
        from dragoman.judge.storage.upkeep import announce as announce_now

        announce_now(judge.database, None)
        return Answer("nothing is announced")

    with_judge(context, answer, as_json)


@app.command("read-only")
def read_only(
    context: typer.Context, why: Reason, length: Length = "", as_json: AsJson = False
) -> None:
    """Make the judge read-only: whatever would write is refused with the reason, clocks stop, mails
    that come in wait for their answers.

    When this returns, nothing is being written any more.

    Example: dragoman judge maintenance read-only "We move to another machine" --for 2h
    """
    from dragoman.judge.storage.upkeep import StandstillMode

    _stop(context, StandstillMode.READ_ONLY, why, length, as_json)


@app.command()
def pause(
    context: typer.Context, why: Reason, length: Length = "", as_json: AsJson = False
) -> None:
    """Stop the clocks of all games. People go on: they order, write, and masters judge by hand.

    Example: dragoman judge maintenance pause "The power is out in half of Europe"
    """
    from dragoman.judge.storage.upkeep import StandstillMode

    _stop(context, StandstillMode.PAUSED, why, length, as_json)


def _stop(
    context: typer.Context, mode: StandstillMode, why: str, length: str, as_json: bool
) -> None:
    def answer(judge: Judge, now: datetime) -> Answer:
        from dragoman.judge.running.maintenance import stop
        from dragoman.judge.storage.upkeep import upkeep_of

        lasts = _length(length, "--for") if length else None
        if isinstance(lasts, Diagnostic):
            return Answer(diagnostics=(lasts,))
        stop(judge, mode, why, now, lasts)
        found = upkeep_of(judge.database)
        return Answer("\n".join(_lines(found)), _data(found))

    with_judge(context, answer, as_json)


@app.command()
def resume(context: typer.Context, as_json: AsJson = False) -> None:
    """Let a judge that stood still go on. Every deadline is then as far away as it was before.

    Games that their masters had paused stay so; those without a clock stay as they are. Players are
    told of their new deadlines.
    """

    def answer(judge: Judge, now: datetime) -> Answer:
        from dragoman.judge.running.maintenance import finish, order_going_on

        order_going_on(judge, now)
        return _finished("the judge goes on", finish(judge, now))

    with_judge(context, answer, as_json)


@app.command()
def shift(
    context: typer.Context,
    length: Annotated[str, typer.Argument(metavar="LENGTH", help="by how much, as 26h or 2d")],
    why: Reason,
    as_json: AsJson = False,
) -> None:
    """Shift the deadlines of all games whose clocks run. Players are told why.

    Games that were paused or have no clock stay as they are. No phase is judged before all are
    done. It can be taken back.

    Example: dragoman judge maintenance shift 26h "The judge could not be reached yesterday"
    """

    def answer(judge: Judge, now: datetime) -> Answer:
        from dragoman.judge.running.maintenance import finish
        from dragoman.judge.running.shifts import order_shift

        by = _length(length, "LENGTH")
        if isinstance(by, Diagnostic):
            return Answer(diagnostics=(by,))
        number = order_shift(judge.database, by, why, now)
        return _finished(f"shift {number} by {length}", finish(judge, now))

    with_judge(context, answer, as_json)


@app.command("take-back")
def take_back(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="SHIFT", help="the number of the shift", min=1)],
    why: Annotated[
        str, typer.Option(metavar="TEXT", help="what players are told, if not the same reason")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Take a shift back in every game whose deadline is still the one that it set."""

    def answer(judge: Judge, now: datetime) -> Answer:
        from dragoman.judge.running.maintenance import finish
        from dragoman.judge.running.shifts import order_taking_back

        order_taking_back(judge.database, number, why, now)
        return _finished(f"shift {number} is taken back", finish(judge, now))

    with_judge(context, answer, as_json)


def _finished(said: str, done: DeadlineShift | None) -> Answer:
    if done is None:
        return Answer(said)
    said += f": {done.moved} games have new deadlines"
    if done.alone:
        said += f", {done.alone} were left as they are"
    return Answer(said, _shift_data(done))


def _length(text: str, place: str) -> timedelta | Diagnostic:
    from dragoman.judge.time.rhythm import read_length

    found = read_length(text)
    return found.at(place) if isinstance(found, Diagnostic) else found


def _moment(text: str, zone: str, place: str) -> datetime | Diagnostic | None:
    from dragoman.judge.time.rhythm import time_zones

    if not text:
        return None
    if zone not in time_zones():
        fault = Diagnostic("unknown-zone", f"{zone!r} is not a time zone", "as Europe/Berlin")
        return fault.at("--zone")
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        fault = Diagnostic("no-moment", f"{text!r} is not a moment", 'as "2026-12-01 20:00"')
        return fault.at(place)
    return found if found.tzinfo else found.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def _lines(found: Upkeep) -> list[str]:
    lines: list[str] = []
    if (said := found.announced) is not None:
        when = " to ".join(_written(one) for one in (said.begins, said.ends) if one is not None)
        lines.append(f"announced{f' ({when})' if when else ''}: {said.text}")
    if (still := found.standstill) is not None:
        what = "the judge is only read" if found.is_read_only else "all clocks stand still"
        until = f", until about {_written(still.back)}" if still.back is not None else ""
        lines.append(f"{what} since {_written(still.since)}{until}: {still.why}")
        lines.append("it goes on with: dragoman judge maintenance resume")
    if found.is_shifting:
        lines.append("deadlines are being shifted, by the workers")
    return lines or ["nothing is announced, and the judge runs"]


def _shift_line(one: DeadlineShift) -> str:
    if one.by is not None:
        what = f"by {one.by}"
    elif one.stood is not None:
        what = f"for clocks that stood still since {_written(one.stood)}"
    else:
        what = f"back, shift {one.taken_back}"
    state = "" if one.finished else ", not finished"
    return f"shift {one.number}, {_written(one.at)}, {what}: {one.moved} games{state}: {one.why}"


def _written(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def _data(found: Upkeep) -> dict[str, object]:
    said, still = found.announced, found.standstill
    return {
        "announced": said.text if said else None,
        "mode": still.mode.value if still else None,
        "since": still.since.isoformat() if still else None,
        "why": still.why if still else None,
        "back": still.back.isoformat() if still and still.back else None,
        "shifting": found.is_shifting,
    }


def _shift_data(one: DeadlineShift) -> dict[str, object]:
    return {
        "shift": one.number,
        "at": one.at.isoformat(),
        "seconds": one.by.total_seconds() if one.by is not None else None,
        "taken_back": one.taken_back,
        "moved": one.moved,
        "left_alone": one.alone,
        "finished": one.finished is not None,
    }
