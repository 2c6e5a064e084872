"""Draws, seats, rounds from start to end, and the clock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from dragoman.games.requests import Answer
from dragoman.tournament.actions import at_tables, lookup, phone_voting, seating, timing
from dragoman.tournament.commands import rounds as c
from dragoman.tournament.desk.session import (
    CarriedOut,
    Rules,
    TournamentSession,
    acted,
    acts,
    acts_now,
    asks,
    table_text,
)
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Tournament
from dragoman.tournament.rules.round_clock import Running, Season
from dragoman.values import FrozenMap

_LISTED = 8


def _drawn(done: CarriedOut[c.DrawRound]) -> str:
    t, number = done.t, done.command.round
    report = _shortened(seating.report(t, number), number)
    return f"{_roster_text(t, number)}\n\n{report}{_old_papers(done.folder, t, number)}"


def _roster(done: CarriedOut[c.ShowRoster]) -> Answer:
    t, number = done.t, done.command.round
    found = lookup.drawn_round(t, number)
    report = seating.report(t, number)
    boards = {
        table.letter: {power: t.players[p].name for power, p in table.seats.items()}
        for table in found.tables.values()
    }
    data = {
        "round": number,
        "published": found.published,
        "boards": boards,
        "report": report.splitlines(),
    }
    return Answer(f"{_roster_text(t, number)}\n\n{report}", data)


def _swapped(done: CarriedOut[c.SwapPlayers]) -> str:
    return _reseated(done, done.command.round, (done.command.one, done.command.other))


def _substituted(done: CarriedOut[c.SubstitutePlayer]) -> str:
    return _reseated(done, done.command.round, (done.command.into, done.command.out))


def _chosen(done: CarriedOut[c.ChoosePowers]) -> str:
    t = done.t
    table = lookup.table(t, done.command.board)
    rows = [(power.title(), t.players[who].name) for power, who in table.seats.items()]
    return f"{table_text(rows)}{_old_papers(done.folder, t, table.round)}"


def _published(done: CarriedOut[c.PublishRound]) -> str:
    number = done.command.round
    return f"published; board calls: print calls --round {number}\nnext: start {number}"


def _end_set(done: CarriedOut[c.SetEndTime]) -> str:
    number = done.command.round
    end = done.t.rounds[number].end_at
    return f"round {number} is to end at {end:%H:%M}; keep it to yourself"


def _started(done: CarriedOut[c.StartRound]) -> str:
    number = done.command.round
    running = done.t.rounds[number].clock
    assert running is not None
    first = (Season.number(index) for index in range(6))
    deadlines = ", ".join(f"{season} {running.deadline(season):%H:%M}" for season in first)
    return f"round {number} starts at {running.start:%H:%M}; deadlines: {deadlines}"


def _ended(done: CarriedOut[c.EndRound]) -> str:
    number = done.command.round
    round_ = done.t.rounds[number]
    assert round_.ended is not None
    lines = [f"round {number} is over, at the deadline of {round_.ended.spoken}"]
    waiting = [table.key for table in round_.tables.values() if not table.complete]
    if waiting:
        how = "adjudicate the fall and its retreats, no builds; then enter the counts of"
        lines.append(f"{how} {round_.ended.year}: {', '.join(waiting)}")
    return "\n".join(lines)


def _roster_text(t: Tournament, number: int) -> str:
    round_ = t.rounds[number]
    state = "published" if round_.published else "SECRET until published"
    lines = [f"Round {number} ({state})"]
    if not round_.started:
        lines += [f"STALE: {why}" for why in seating.stale(t, number)]
    rows = [
        (table.key, power.title(), f"{t.players[p].name} ({p})")
        for table in round_.tables.values()
        for power, p in table.seats.items()
    ]
    lines.append(table_text(rows))
    return "\n".join(lines)


def _reseated(
    done: CarriedOut[c.SwapPlayers] | CarriedOut[c.SubstitutePlayer],
    round_: int | None,
    players: Sequence[str],
) -> str:
    """The seats after a change by hand, and its effect on the draw and on the papers."""
    t, number = done.t, lookup.round_meant(done.t, round_)
    lines: list[str] = []
    for text in players:
        one = lookup.player(t, text)
        seats = [
            f"{(table.power_of(one.number) or '').title()} on board {table.key}"
            for table in t.rounds[number].tables_of(one.number)
        ]
        if seats:
            lines.append(f"{one.name} ({one.number}) plays {' and '.join(seats)}")
        else:
            lines.append(f"{one.name} has no seat in round {number} any more")
    report = _shortened(seating.report(t, number), number)
    return "\n".join(lines) + f"\n\n{report}{_old_papers(done.folder, t, number)}"


def _old_papers(folder: Path, t: Tournament, number: int) -> str:
    """Papers that show the seats as they were, and whether the hall has heard of those."""
    from dragoman.tournament.publishing.printed_pages import printed_of

    papers = printed_of(folder / "print", number)
    lines = [f"{path} shows the old seats" for path in papers]
    if papers:
        kinds = dict.fromkeys(path.stem.partition("-")[0] for path in papers)
        again = ", ".join(f"print {what} --round {number}" for what in kinds)
        lines.append(f"print again: {again}")
    if t.rounds[number].published:
        lines.append("the roster is public: tell those who changed seats")
    return "".join(f"\n{line}" for line in lines)


def _shortened(report: str, number: int) -> str:
    """A report with long lists cut; the roster has them in full."""
    lines: list[str] = []
    listed = 0
    for line in report.splitlines():
        listed = listed + 1 if line.startswith("  ") else 0
        if listed <= _LISTED:
            lines.append(line)
        elif listed == _LISTED + 1:
            lines.append(f"  ... (all of them: roster {number})")
    return "\n".join(lines)


def _clock(done: CarriedOut[c.ShowClock]) -> Answer:
    t, number = done.t, lookup.round_meant(done.t, done.command.round)
    lookup.started_round(t, number)
    now = lookup.moment(done.command.at, done.now)
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


def _clock_changed(
    done: CarriedOut[c.PauseClock] | CarriedOut[c.ResumeClock] | CarriedOut[c.AddTime],
) -> str:
    return clock_text(done.t, lookup.round_meant(done.t, done.command.round), done.now)


def _length_set(done: CarriedOut[c.SetSeasonLength]) -> str:
    t, number = done.t, lookup.round_meant(done.t, done.command.round)
    text = clock_text(t, number, done.now)
    if any(timing.is_early_shortening(done.before, number, event) for event in done.events):
        year = t.rules.clock.shorten_after
        text += f"\nnote: the rules foresee shorter times only after {year}"
    return text


def clock_text(t: Tournament, number: int, now: datetime) -> str:
    """The clock of a round in words, with the deadlines to come and the secret end."""
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


def _give_voting_codes(session: TournamentSession, command: c.GiveVotingCodes) -> Answer:
    """Codes for players, which are nowhere else."""
    codes: dict[int, str] = {}

    def decide(t: Tournament) -> Sequence[Event]:
        codes.update((one, lookup.new_code()) for one in phone_voting.voters(t, command))
        return phone_voting.give_codes({one: lookup.digest(code) for one, code in codes.items()})

    def told(done: CarriedOut[c.GiveVotingCodes]) -> Answer:
        address = command.address.rstrip("/")
        shown = {
            one: f"{address}/powers#{code}" if address else code for one, code in codes.items()
        }
        rows = [
            (done.t.players[one].name, *((done.t.players[one].contact,) if address else ()), text)
            for one, text in shown.items()
        ]
        data = {"codes": {str(one): code for one, code in codes.items()}}
        links = {"links": {str(one): text for one, text in shown.items()}} if address else {}
        return Answer(table_text(rows), {**data, **links})

    return acted(session, command, decide, told)


RULES: Final[Rules] = FrozenMap(
    {
        c.DrawRound: acts(seating.draw, _drawn),
        c.ShowRoster: asks(_roster),
        c.SwapPlayers: acts(seating.swap, _swapped),
        c.ChoosePowers: acts(seating.choose, _chosen),
        c.SubstitutePlayer: acts(seating.substitute, _substituted),
        c.GiveVotingCodes: _give_voting_codes,
        c.PublishRound: acts(seating.publish, _published),
        c.SetEndTime: acts_now(timing.set_end_time, _end_set),
        c.StartRound: acts_now(timing.start, _started),
        c.EndRound: acts_now(at_tables.end_round, _ended),
        c.ShowClock: asks(_clock),
        c.PauseClock: acts_now(timing.pause, _clock_changed),
        c.ResumeClock: acts_now(timing.resume, _clock_changed),
        c.AddTime: acts_now(timing.add_time, _clock_changed),
        c.SetSeasonLength: acts_now(timing.set_length, _length_set),
    }
)
