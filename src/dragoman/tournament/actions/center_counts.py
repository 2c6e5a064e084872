"""Centre counts, as they are taken at the tables after each fall, by the director or from phones.

A report from a phone counts for nothing until the director has taken it.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import conduct, lookup
from dragoman.tournament.actions.rows import RowFaults
from dragoman.tournament.commands.conduct import HandInSheet
from dragoman.tournament.commands.tables import (
    ConfirmReport,
    EnterCount,
    GiveCodes,
    RejectReport,
)
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.fold import apply
from dragoman.tournament.log.state import PhoneReport, Tournament, TournamentTable
from dragoman.tournament.rules.played_variant import PlayedVariant
from dragoman.tournament.rules.round_clock import FIRST_YEAR, Season
from dragoman.tournament.scoring import GameResult, ResultEnding, check_result
from dragoman.words import counted, joined, said

LAST_YEAR = 1920
"""Nobody has played longer in a hall, and the World Diplomacy Database knows no later year."""


def read_counts(variant: PlayedVariant, words: Sequence[str]) -> dict[str, int]:
    """Counts as typed: ``A5 E6 F7`` with those left out at 0, or a number for each power in
    the order in which they are read out."""
    powers = variant.powers
    words = [word for text in words for word in text.replace(",", " ").split()]
    if all(map(lookup.is_number, words)):
        if len(words) != len(powers):
            what = f"{len(words)} counts, and there are {len(powers)} powers"
            some = " ".join(f"{letter}{n}" for n, letter in enumerate([*variant.letters][:3], 5))
            remedy = f"type {len(powers)} numbers, or {some} and so on"
            raise ActionRefused("bad-counts", what, remedy)
        return dict(zip(powers, map(int, words), strict=True))
    found: dict[str, int] = {}
    for word in words:
        letters = word.rstrip("0123456789").rstrip("=:")
        number = word[len(word.rstrip("0123456789")) :]
        if not letters or not lookup.is_number(number):
            raise ActionRefused("bad-counts", f"{word!r} is no count", "write A5 or Austria=5")
        power = lookup.power(variant, letters)
        if power in found:
            raise ActionRefused("named-twice", f"{power.title()} is counted twice", "count it once")
        found[power] = int(number)
    return {power: found.get(power, 0) for power in powers}


def count(t: Tournament, command: EnterCount, now: datetime) -> list[Event]:
    """Take the centre counts of a table after the fall of a year, the next one by default.

    ``neutral`` centres, which nobody owns yet, make up the sum. ``correct`` puts a
    count right that was entered before. A count that no play can come to is taken only from one
    who is ``sure``.
    """
    table, neutral, year = lookup.table(t, command.board), command.neutral, command.year
    counts = read_counts(table.variant, command.counts)
    if table.elsewhere and table.result is None:
        what = f"board {table.key} is played at {table.elsewhere}"
        raise ActionRefused("played-elsewhere", what, f"take its result: take-result {table.key}")
    if table.result is None:
        lookup.started_round(t, table.round)
    if table.phases:
        what = f"the orders of board {table.key} are judged here, and its centres counted"
        raise ActionRefused("judged-here", what)
    if year is None:
        year = table.last_year + (0 if command.correct else 1)
    _check_year(t, table, year, command.correct, now)
    total = sum(counts.values()) + neutral
    centers = table.variant.centers
    if total != centers:
        short = centers - total
        remedy = "count again"
        if short > 0 and not neutral and year < FIRST_YEAR + 5:
            remedy += f"; if nobody owns {short} of them yet, say --neutral {short}"
        what = f"these counts add to {total}, and there are {centers} centres"
        if neutral:
            what = f"these counts and {neutral} neutral centres make {total}, not {centers}"
        raise ActionRefused("bad-sum", what, remedy)
    _check_against_others(table, year, counts)
    if not command.sure and (found := doubts(table, year, counts)):
        what = said("that cannot be: {doubts}", doubts=joined("; ", found))
        raise ActionRefused("unreachable", what, "count again; if it is so all the same: --sure")
    return [ev.Counted(table.key, year, {power: counts[power] for power in table.variant.powers})]


def doubts(table: TournamentTable, year: int, counts: Mapping[str, int]) -> list[str]:
    """Counts that no play leads to, from the year before and to the year after: a unit takes one
    centre in a year, and nobody has more units than he had centres."""
    found: list[str] = []
    for one, after in ((year - 1, year), (year, year + 1)):
        had = counts if one == year else table.taken.get(one)
        has = counts if after == year else table.taken.get(after)
        if had is None or has is None:
            continue
        found += [
            said(
                "{power} had {had} after {one}, and {has} after {after}: {units} take {had} "
                "at most",
                power=said(power.title()),
                had=had[power],
                one=one,
                has=has[power],
                after=after,
                units=counted(had[power], "unit"),
            )
            for power in table.variant.powers
            if has[power] > 2 * had[power]
        ]
    return found


def count_all(
    t: Tournament,
    rows: Sequence[tuple[int, EnterCount]],
    now: datetime,
) -> list[Event]:
    """Take many counts at once, or none of them if one is refused. Each comes with its line in the
    file."""
    found: list[Event] = []
    faults = RowFaults()
    for line, one in rows:
        with faults.of_line(line):
            for event in count(t, one, now):
                apply(t, event)
                found.append(event)
    faults.check()
    return found


def _check_year(
    t: Tournament, table: TournamentTable, year: int, correct: bool, now: datetime
) -> None:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        what = f"{year} is no year of a game; they go from {FIRST_YEAR} to {LAST_YEAR}"
        raise ActionRefused("bad-year", what)
    if table.final_year is not None and year > table.final_year:
        what = f"the game on board {table.key} ended with the count of {table.final_year}"
        raise ActionRefused("bad-year", what)
    if table.ending == "abandoned":
        raise ActionRefused("game-over", f"the game on board {table.key} was abandoned")
    if year in table.taken and not correct:
        what = f"the count of {year} of board {table.key} is in already"
        raise ActionRefused("counted-already", what, "to put it right: --correct")
    if year not in table.taken and correct:
        raise ActionRefused("not-counted", f"there is no count of {year} to correct")
    if table.is_elsewhere:
        return
    if year > table.last_year + 1:
        what = f"board {table.key} has no count of {table.last_year + 1} yet"
        raise ActionRefused("bad-year", what, "enter the counts year by year")
    clock = t.clock_of(table)
    assert clock is not None
    running = clock.read(now).season
    if running < Season(year, True):
        what = f"the clock of board {table.key} stands at {running.spoken}"
        remedy = f"the fall of {year} is still to come; if the clock is wrong, set it right"
        raise ActionRefused("bad-year", what, remedy)


def _check_against_others(table: TournamentTable, year: int, counts: Mapping[str, int]) -> None:
    """Refuse a count that those of the other years do not allow."""
    variant = table.variant
    all_counts = {**table.taken, year: counts}
    won = min(
        (y for y, found in all_counts.items() if max(found.values()) >= variant.victory),
        default=max(all_counts),
    )
    # A solo ends the game: years after it, counted by mistake, do not belong to it.
    all_counts = {y: found for y, found in all_counts.items() if y <= won}
    last = all_counts[won]
    winner = next((power for power in variant.powers if last[power] >= variant.victory), "")
    result = GameResult(
        variant.powers,
        {y: tuple(found[power] for power in variant.powers) for y, found in all_counts.items()},
        ResultEnding.SOLO if winner else ResultEnding.ABANDONED,
        soloist=winner,
    )
    for fault in check_result(result, variant.centers, variant.victory):
        if fault.is_error:
            raise ActionRefused(fault.code, fault.what, fault.remedy)


# Counts and score sheets from phones, by the code of a board

_LETTERS = "abcdefghjkmnpqrstuvwxyz"
"""Without those that are read as others."""
_LENGTH = 6
_MOST_WAITING = 3
"""Reports of one board that may wait at a time."""


def give_codes(t: Tournament, command: GiveCodes) -> list[Event]:
    """Give every board of a round a code; one that was given before counts no more."""
    number = lookup.round_meant(t, command.round)
    round_ = lookup.drawn_round(t, number)
    taken: set[str] = set()
    codes: dict[str, str] = {}
    for key in round_.tables:
        code = ""
        while not code or code in taken:
            code = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
        taken.add(code)
        codes[key] = code
    return [ev.CodesGiven(number, codes)]


def board_of(t: Tournament, code: str) -> TournamentTable:
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
        is_same = table.taken[year] == dict(counts)
        code = "told-already" if is_same else "counted-already"
        raise ActionRefused(code, f"the count of {year} is in already")
    count(t, _as_typed(table, counts, year, sure=True), now)
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
    [sheet] = conduct.hand_in(t, HandInSheet(game, tuple(places), tuple(unsigned)))
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
        return [*conduct.take_told(t, told), ev.ReportAnswered(number, True)]
    table = lookup.table(t, told.board)
    typed = _as_typed(table, told.counts, told.year, command.sure)
    counted = count(t, typed, now)
    return [*counted, ev.ReportAnswered(number, True)]


def refuse(t: Tournament, command: RejectReport) -> list[Event]:
    """Do not take a report; who sent it looks again."""
    _waiting(t, command.number)
    return [ev.ReportAnswered(command.number, False)]


def waiting(t: Tournament) -> list[PhoneReport]:
    """The reports that the director has not answered, oldest first."""
    return [one for one in t.reports.values() if one.taken is None]


def sheet_doubts(t: Tournament, told: ev.SheetReported) -> list[str]:
    """Doubts about a sheet: one just like it, as when two players send the same."""
    return [
        said("sheet {number} is just like it", number=number)
        for number, one in t.sheets.items()
        if (one.handed_in.game, one.handed_in.places) == (told.game, told.places)
    ]


def counts_waiting(t: Tournament, table: TournamentTable) -> list[ev.CountReported]:
    """The counts of a table that the director has not answered, oldest first."""
    told = [one.told for one in waiting(t)]
    return [one for one in told if isinstance(one, ev.CountReported) and one.board == table.key]


def _as_typed(
    table: TournamentTable, counts: Mapping[str, int], year: int, sure: bool
) -> EnterCount:
    """A count from a phone as a director types it. The centres that it leaves are nobody's."""
    neutral = table.variant.centers - sum(counts.values())
    typed = tuple(str(counts[power]) for power in table.variant.powers)
    return EnterCount(table.key, typed, year, max(neutral, 0), sure=sure)


def _next(t: Tournament) -> int:
    return max(t.reports, default=0) + 1


def _waiting(t: Tournament, number: int) -> PhoneReport:
    if number not in t.reports:
        raise ActionRefused("unknown-report", f"there is no report {number}", "see: reports")
    if t.reports[number].taken is not None:
        raise ActionRefused("answered-already", f"report {number} was answered already")
    return t.reports[number]
