"""Counts and score sheets that come from phones, by the code of a board; what the director has not
taken counts for nothing."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import center_counts, finding, side_events
from dragoman.tournament.commands.conduct import HandInSheet
from dragoman.tournament.commands.counts import (
    ConfirmReport,
    EnterCount,
    GiveCodes,
    RejectReport,
)
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Report, Table, Tournament

_LETTERS = "abcdefghjkmnpqrstuvwxyz"
"""Without those that are read as others."""
_LENGTH = 6
_MOST_WAITING = 3
"""Reports of one board that may wait at a time."""


def give_codes(t: Tournament, command: GiveCodes) -> list[Event]:
    """Give every board of a round a code; one that was given before counts no more."""
    number = finding.round_meant(t, command.round)
    round_ = finding.drawn_round(t, number)
    taken: set[str] = set()
    codes: dict[str, str] = {}
    for key in round_.tables:
        code = ""
        while not code or code in taken:
            code = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
        taken.add(code)
        codes[key] = code
    return [ev.CodesGiven(number, codes)]


def board_of(t: Tournament, code: str) -> Table:
    """The board that a code is for, in a round that is going on."""
    wanted = code.strip().lower()
    for round_ in t.rounds.values():
        for key, known in round_.codes.items():
            if round_.started and secrets.compare_digest(known, wanted) and key in round_.tables:
                return round_.tables[key]
    raise ActionRefused("no-code", "no board has this code", "read it again from its sheet")


def report(
    t: Tournament, code: str, counts: Mapping[str, int], year: int, now: datetime
) -> list[Event]:
    """Take a report. What is plainly wrong is refused at once, before the director sees it."""
    table = board_of(t, code)
    if set(counts) != set(table.variant.powers):
        raise ActionRefused("bad-counts", "a count has a number for each power")
    if year in table.taken:
        raise ActionRefused("counted-already", f"the count of {year} is in already")
    center_counts.count(t, _as_typed(table, counts, year, sure=True), now)
    mine = counts_waiting(t, table)
    if any(one.year == year and dict(one.counts) == dict(counts) for one in mine):
        raise ActionRefused("told-already", "the director has this count before him")
    if len(mine) >= _MOST_WAITING:
        raise ActionRefused("too-many", "the director has several counts of this board to look at")
    ordered = {power: counts[power] for power in table.variant.powers}
    return [ev.CountReported(_next(t), table.key, year, ordered)]


def report_sheet(
    t: Tournament, code: str, game: str, places: Sequence[str], unsigned: Sequence[str]
) -> list[Event]:
    """Take a score sheet of the board games from a phone: players from first to last, as the
    director would type them. What is plainly wrong is refused at once."""
    table = board_of(t, code)
    [sheet] = side_events.hand_in(t, HandInSheet(game, tuple(places), tuple(unsigned)))
    assert isinstance(sheet, ev.SheetHandedIn)
    mine = [one.told for one in waiting(t) if isinstance(one.told, ev.SheetReported)]
    content = (sheet.game, sheet.places, sheet.unsigned)
    if any((one.game, one.places, one.unsigned) == content for one in mine):
        raise ActionRefused("told-already", "the director has this sheet before him")
    if sum(one.board == table.key for one in mine) >= _MOST_WAITING:
        raise ActionRefused("too-many", "the director has several sheets of this board to look at")
    return [ev.SheetReported(_next(t), table.key, *content)]


def take(t: Tournament, command: ConfirmReport, now: datetime) -> list[Event]:
    """Take a report: the count is in, or the sheet, as if the director had typed it."""
    number = command.number
    told = _waiting(t, number).told
    if isinstance(told, ev.SheetReported):
        for doubt in () if command.sure else sheet_doubts(t, told):
            raise ActionRefused("sheet-in-already", doubt, "if it was played again: --sure")
        return [*side_events.take_told(t, told), ev.ReportAnswered(number, True)]
    table = finding.table(t, told.board)
    typed = _as_typed(table, told.counts, told.year, command.sure)
    counted = center_counts.count(t, typed, now)
    return [*counted, ev.ReportAnswered(number, True)]


def refuse(t: Tournament, command: RejectReport) -> list[Event]:
    """Do not take a report; who sent it looks again."""
    _waiting(t, command.number)
    return [ev.ReportAnswered(command.number, False)]


def waiting(t: Tournament) -> list[Report]:
    """The reports that the director has not answered, oldest first."""
    return [one for one in t.reports.values() if one.taken is None]


def sheet_doubts(t: Tournament, told: ev.SheetReported) -> list[str]:
    """What speaks against a sheet: one just like it, as when two players send the same."""
    return [
        f"sheet {number} is just like it"
        for number, one in t.sheets.items()
        if (one.handed_in.game, one.handed_in.places) == (told.game, told.places)
    ]


def counts_waiting(t: Tournament, table: Table) -> list[ev.CountReported]:
    """The counts of a table that the director has not answered, oldest first."""
    told = [one.told for one in waiting(t)]
    return [one for one in told if isinstance(one, ev.CountReported) and one.board == table.key]


def _as_typed(table: Table, counts: Mapping[str, int], year: int, sure: bool) -> EnterCount:
    """A count from a phone as a director types it. The centres that it leaves are nobody's."""
    neutral = table.variant.centers - sum(counts.values())
    typed = tuple(str(counts[power]) for power in table.variant.powers)
    return EnterCount(table.key, typed, year, max(neutral, 0), sure=sure)


def _next(t: Tournament) -> int:
    return max(t.reports, default=0) + 1


def _waiting(t: Tournament, number: int) -> Report:
    if number not in t.reports:
        raise ActionRefused("unknown-report", f"there is no report {number}", "see: reports")
    if t.reports[number].taken is not None:
        raise ActionRefused("answered-already", f"report {number} was answered already")
    return t.reports[number]
