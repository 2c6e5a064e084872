"""``dragoman tournament``: the clock of the hall and of single boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.cli.tournament.acting import (
    AsJson,
    At,
    OfRound,
    OfSeason,
    OnBoard,
    act,
    ask,
    moment,
)
from dragoman.games.answer import Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from dragoman.tournament.log.events import Event
    from dragoman.tournament.log.state import Tournament

    _Decide = Callable[[Tournament, int], Sequence[Event]]
    _Note = Callable[[Tournament], str]

app = typer.Typer()

_CLOCK = "The clock"

Length = Annotated[str, typer.Argument(metavar="TIME", help="minutes, or 90s, or 1:30")]


@app.command(rich_help_panel=_CLOCK)
def clock(
    context: typer.Context, round_: OfRound = None, at: At = None, as_json: AsJson = False
) -> None:
    """Show the clock, and the deadlines to come."""
    from dragoman.tournament.actions import finding

    def tell(t: Tournament) -> Answer:
        number = round_ or finding.round_in_hand(t)
        finding.started_round(t, number)
        now = moment(context, at)
        running = t.rounds[number].clock
        assert running is not None
        read = running.read(now)
        data = {
            "round": number,
            "season": str(read.season),
            "left": int(read.left.total_seconds()),
            "ends": read.ends.isoformat(),
            "state": read.running.value,
        }
        return Answer(clock_text(t, number, now), data)

    ask(context, as_json, tell)


@app.command(rich_help_panel=_CLOCK)
def pause(
    context: typer.Context,
    round_: OfRound = None,
    board: OnBoard = "",
    at: At = None,
    as_json: AsJson = False,
) -> None:
    """Stop the clock, of the hall or of one board."""
    from dragoman.tournament.actions import timing

    _change_clock(
        context, as_json, round_, lambda t, n: timing.pause(t, n, board, moment(context, at))
    )


@app.command(rich_help_panel=_CLOCK)
def resume(
    context: typer.Context,
    round_: OfRound = None,
    board: OnBoard = "",
    at: At = None,
    as_json: AsJson = False,
) -> None:
    """Set the clock going again."""
    from dragoman.tournament.actions import timing

    _change_clock(
        context, as_json, round_, lambda t, n: timing.resume(t, n, board, moment(context, at))
    )


@app.command(rich_help_panel=_CLOCK)
def addtime(
    context: typer.Context,
    time: Length,
    round_: OfRound = None,
    board: OnBoard = "",
    season: OfSeason = None,
    less: Annotated[bool, typer.Option("--less", help="take time away instead")] = False,
    as_json: AsJson = False,
) -> None:
    """Give one season more time, or less: the one that is running, or one to come.

    Example: dragoman tournament addtime 2 --board C
    """
    from dragoman.tournament.actions import finding, timing

    def decide(t: Tournament, number: int) -> Sequence[Event]:
        seconds = finding.length(time) * (-1 if less else 1)
        return timing.add_time(t, number, board, seconds, season, moment(context))

    _change_clock(context, as_json, round_, decide)


@app.command(rich_help_panel=_CLOCK)
def seasonlength(
    context: typer.Context,
    time: Length,
    round_: OfRound = None,
    board: OnBoard = "",
    season: OfSeason = None,
    as_json: AsJson = False,
) -> None:
    """Set how long seasons are from one on: the next, or the one named.

    Example: dragoman tournament seasonlength 10 --season S1909
    """
    from dragoman.tournament.actions import finding, timing

    early: list[bool] = []

    def decide(t: Tournament, number: int) -> Sequence[Event]:
        events = timing.set_length(t, number, board, finding.length(time), season, moment(context))
        early.extend(timing.is_early_shortening(t, number, event) for event in events)
        return events

    def note(t: Tournament) -> str:
        year = t.rules.clock.shorten_after
        return f"\nnote: the rules foresee shorter times only after {year}" if any(early) else ""

    _change_clock(context, as_json, round_, decide, note)


def _change_clock(
    context: typer.Context,
    as_json: bool,
    round_: int | None,
    decide: _Decide,
    note: _Note = lambda t: "",
) -> None:
    from dragoman.tournament.actions import finding

    numbers: list[int] = []

    def decide_for_round(t: Tournament) -> Sequence[Event]:
        numbers.append(round_ or finding.round_in_hand(t))
        return decide(t, numbers[0])

    act(
        context,
        as_json,
        decide_for_round,
        lambda t: clock_text(t, numbers[0], moment(context)) + note(t),
    )


def clock_text(t: Tournament, number: int, now: datetime) -> str:
    """The clock of a round in words, with the deadlines to come and the secret end."""
    from dragoman.tournament.rules.round_clock import Running
    from dragoman.tournament.rules.season import Season

    round_ = t.rounds[number]
    if round_.clock is None:
        return f"round {number} has not started"
    if round_.ended is not None:
        return f"round {number} has ended, at the deadline of {round_.ended.spoken}"
    read = round_.clock.read(now)
    left = int(read.left.total_seconds())
    said = {
        Running.WAITING: f"starts at {round_.clock.start:%H:%M}",
        Running.RUNNING: f"{left // 60}:{left % 60:02} left, until {read.ends:%H:%M:%S}",
        Running.PAUSED: f"paused, {left // 60}:{left % 60:02} left",
    }[read.running]
    lines = [f"round {number}, {read.season.spoken}: {said}"]
    coming = [Season.number(read.season.index + step) for step in range(1, 5)]
    deadlines = (f"{one} {round_.clock.deadline(one):%H:%M}" for one in coming)
    lines.append(f"then: {', '.join(deadlines)}")
    for table in round_.tables.values():
        if table.clock is not None and not table.ending:
            own = table.clock.read(now)
            left = int(own.left.total_seconds())
            state = "paused, " if own.running is Running.PAUSED else ""
            lines.append(
                f"board {table.key}, on its own: {own.season}, {state}"
                f"{left // 60}:{left % 60:02} left"
            )
    if round_.end_at is not None:
        lines.append(f"secret: to end at {round_.end_at:%H:%M}")
        expired = round_.clock.expired(now)
        if now >= round_.end_at and expired is not None:
            lines.append(f"that time has passed; end it at a deadline: end {number}")
    return "\n".join(lines)
