"""Draws, seats, rounds from start to end, and the clock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from dragoman.games.requests import Answer
from dragoman.tournament.actions import (
    at_tables,
    given_seats,
    lookup,
    phone_voting,
    seating,
    timing,
)
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
from dragoman.words import SaidLines, joined, said

_LISTED = 8


def _given(t: Tournament, command: c.ImportSeats) -> list[Event]:
    from dragoman.tournament.publishing import csv_files

    seats = csv_files.read_seats(command.file.text, command.round)
    return given_seats.take_seats(t, command.round, seats, command.again)


def _drawn(done: CarriedOut[c.DrawRound] | CarriedOut[c.ImportSeats]) -> str:
    t, number = done.t, done.command.round
    report = _shortened(seating.report(t, number), number)
    return SaidLines((_roster_text(t, number), "", *report, *_old_papers(done.folder, t, number)))


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
        "report": list(report),
    }
    return Answer(SaidLines((_roster_text(t, number), "", *report)), data)


def _swapped(done: CarriedOut[c.SwapPlayers]) -> str:
    return _reseated(done, done.command.round, (done.command.one, done.command.other))


def _substituted(done: CarriedOut[c.SubstitutePlayer]) -> str:
    return _reseated(done, done.command.round, (done.command.into, done.command.out))


def _chosen(done: CarriedOut[c.ChoosePowers]) -> str:
    t = done.t
    table = lookup.table(t, done.command.board)
    rows = [(said(power.title()), t.players[who].name) for power, who in table.seats.items()]
    return SaidLines((table_text(rows), *_old_papers(done.folder, t, table.round)))


def _published(done: CarriedOut[c.PublishRound]) -> str:
    number = done.command.round
    called = said("published; board calls: print calls --round {number}", number=number)
    return SaidLines((called, said("next: start {number}", number=number)))


def _end_set(done: CarriedOut[c.SetEndTime]) -> str:
    number = done.command.round
    end = done.t.rounds[number].end_at
    return said(
        "round {number} is to end at {end:%H:%M}; keep it to yourself", number=number, end=end
    )


def _started(done: CarriedOut[c.StartRound]) -> str:
    number = done.command.round
    running = done.t.rounds[number].clock
    assert running is not None
    first = (Season.number(index) for index in range(6))
    deadlines = joined(
        ", ",
        (
            said("{season} {deadline:%H:%M}", season=season, deadline=running.deadline(season))
            for season in first
        ),
    )
    return said(
        "round {number} starts at {start:%H:%M}; deadlines: {deadlines}",
        number=number,
        start=running.start,
        deadlines=deadlines,
    )


def _ended(done: CarriedOut[c.EndRound]) -> str:
    number = done.command.round
    round_ = done.t.rounds[number]
    assert round_.ended is not None
    lines = [
        said(
            "round {number} is over, at the deadline of {spoken}",
            number=number,
            spoken=round_.ended.spoken,
        )
    ]
    waiting = [table.key for table in round_.tables.values() if not table.complete]
    if waiting:
        lines.append(
            said(
                "adjudicate the fall and its retreats, no builds; then enter the counts of {year}: "
                "{boards}",
                year=round_.ended.year,
                boards=", ".join(waiting),
            )
        )
    return SaidLines(lines)


def _roster_text(t: Tournament, number: int) -> str:
    round_ = t.rounds[number]
    state = said("published") if round_.published else said("SECRET until published")
    lines: list[str] = [said("Round {number} ({state})", number=number, state=state)]
    if not round_.started:
        lines += [said("STALE: {why}", why=why) for why in seating.stale(t, number)]
    rows = [
        (table.key, said(power.title()), f"{t.players[p].name} ({p})")
        for table in round_.tables.values()
        for power, p in table.seats.items()
    ]
    lines.append(table_text(rows))
    return SaidLines(lines)


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
            said(
                "{power} on board {board}",
                power=said((table.power_of(one.number) or "").title()),
                board=table.key,
            )
            for table in t.rounds[number].tables_of(one.number)
        ]
        if seats:
            lines.append(
                said(
                    "{name} ({number}) plays {seats}",
                    name=one.name,
                    number=one.number,
                    seats=joined(" & ", seats),
                )
            )
        else:
            lines.append(
                said("{name} has no seat in round {number} any more", name=one.name, number=number)
            )
    report = _shortened(seating.report(t, number), number)
    return SaidLines((*lines, "", *report, *_old_papers(done.folder, t, number)))


def _old_papers(folder: Path, t: Tournament, number: int) -> list[str]:
    """Papers that show the seats as they were, and whether the hall has heard of those."""
    from dragoman.tournament.publishing.printed_pages import printed_of

    papers = printed_of(folder / "print", number)
    lines: list[str] = [said("{path} shows the old seats", path=path) for path in papers]
    if papers:
        kinds = dict.fromkeys(path.stem.partition("-")[0] for path in papers)
        again = ", ".join(f"print {what} --round {number}" for what in kinds)
        lines.append(said("print again: {papers}", papers=again))
    if t.rounds[number].published:
        lines.append(said("the roster is public: tell those who changed seats"))
    return lines


def _shortened(report: Sequence[str], number: int) -> list[str]:
    """A report with long lists cut; the roster has them in full."""
    lines: list[str] = []
    listed = 0
    for line in report:
        listed = listed + 1 if line.startswith("  ") else 0
        if listed <= _LISTED:
            lines.append(line)
        elif listed == _LISTED + 1:
            lines.append(said("  ... (all of them: roster {number})", number=number))
    return lines


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
    lines = [clock_text(t, number, done.now)]
    if any(timing.is_early_shortening(done.before, number, event) for event in done.events):
        year = t.rules.clock.shorten_after
        lines.append(said("note: the rules foresee shorter times only after {year}", year=year))
    return SaidLines(lines)


def clock_text(t: Tournament, number: int, now: datetime) -> str:
    """The clock of a round in words, with the deadlines to come and the secret end."""
    round_ = t.rounds[number]
    if round_.clock is None:
        return said("round {number} has not started", number=number)
    if round_.ended is not None:
        return said(
            "round {number} has ended, at the deadline of {spoken}",
            number=number,
            spoken=round_.ended.spoken,
        )
    read = round_.clock.read(now)
    left = int(read.left.total_seconds())
    state = {
        Running.WAITING: said("starts at {start:%H:%M}", start=round_.clock.start),
        Running.RUNNING: said(
            "{left} left, until {ends:%H:%M:%S}", left=_time(left), ends=read.ends
        ),
        Running.PAUSED: said("paused, {left} left", left=_time(left)),
    }[read.running]
    lines = [
        said(
            "round {number}, {season}: {state}",
            number=number,
            season=read.season.spoken,
            state=state,
        )
    ]
    coming = [Season.number(read.season.index + step) for step in range(1, 5)]
    deadlines = (
        said("{season} {deadline:%H:%M}", season=one, deadline=round_.clock.deadline(one))
        for one in coming
    )
    lines.append(said("then: {deadlines}", deadlines=joined(", ", deadlines)))
    for table in round_.tables.values():
        if table.clock is not None and not table.ending:
            own = table.clock.read(now)
            left = int(own.left.total_seconds())
            paused = own.running is Running.PAUSED
            lines.append(
                said(
                    "board {board}, on its own: {season}, {state}",
                    board=table.key,
                    season=own.season,
                    state=said("paused, {left} left", left=_time(left))
                    if paused
                    else said("{left} left", left=_time(left)),
                )
            )
    if round_.end_at is not None:
        lines.append(said("secret: to end at {end_at:%H:%M}", end_at=round_.end_at))
        expired = round_.clock.expired(now)
        if now >= round_.end_at and expired is not None:
            lines.append(
                said("that time has passed; end it at a deadline: end {number}", number=number)
            )
    return SaidLines(lines)


def _time(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


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
        c.ImportSeats: acts(_given, _drawn),
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
