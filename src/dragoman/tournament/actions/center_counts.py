"""Centre counts, as they are taken at the tables after each fall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import finding
from dragoman.tournament.commands.counts import EnterCount
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.fold import apply
from dragoman.tournament.log.state import Table, Tournament
from dragoman.tournament.rules.played_variant import PlayedVariant
from dragoman.tournament.rules.season import FIRST_YEAR, Season
from dragoman.tournament.scoring import Ending, GameResult, check_result

LAST_YEAR = 1920
"""Nobody has played longer in a hall, and the World Diplomacy Database knows no later year."""


def read_counts(variant: PlayedVariant, words: Sequence[str]) -> dict[str, int]:
    """Counts as typed: ``A5 E6 F7`` with those left out at 0, or a number for each power in
    the order in which they are read out."""
    powers = variant.powers
    words = [word for text in words for word in text.replace(",", " ").split()]
    if all(word.isdigit() for word in words):
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
        if not letters or not number:
            raise ActionRefused("bad-counts", f"{word!r} is no count", "write A5 or Austria=5")
        power = finding.power(variant, letters)
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
    table, neutral, year = finding.table(t, command.board), command.neutral, command.year
    counts = read_counts(table.variant, command.counts)
    finding.started_round(t, table.round)
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
        what = f"that cannot be: {'; '.join(found)}"
        raise ActionRefused("unreachable", what, "count again; if it is so all the same: --sure")
    return [ev.Counted(table.key, year, {power: counts[power] for power in table.variant.powers})]


def doubts(table: Table, year: int, counts: Mapping[str, int]) -> list[str]:
    """What no play comes to, from the year before and to the year after: a unit takes one centre
    in a year, and nobody has more units than he had centres."""
    found: list[str] = []
    for one, after in ((year - 1, year), (year, year + 1)):
        had = counts if one == year else table.taken.get(one)
        has = counts if after == year else table.taken.get(after)
        if had is None or has is None:
            continue
        found += [
            f"{power.title()} had {had[power]} after {one}, and {has[power]} after {after}: "
            f"{_units(had[power])} take {had[power]} at most"
            for power in table.variant.powers
            if has[power] > 2 * had[power]
        ]
    return found


def _units(units: int) -> str:
    return f"{units} unit{'' if units == 1 else 's'}"


def count_all(
    t: Tournament,
    rows: Sequence[tuple[int, EnterCount]],
    now: datetime,
) -> list[Event]:
    """Take many counts at once, or none of them if one is refused. Each comes with its line in the
    file."""
    found: list[Event] = []
    for line, one in rows:
        try:
            events = count(t, one, now)
        except ActionRefused as refused:
            why = refused.diagnostic
            raise ActionRefused(why.code, f"line {line}: {why.what}", why.remedy) from None
        for event in events:
            apply(t, event)
        found += events
    return found


def _check_year(t: Tournament, table: Table, year: int, correct: bool, now: datetime) -> None:
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


def _check_against_others(table: Table, year: int, counts: Mapping[str, int]) -> None:
    """What the counts of the other years do not allow."""
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
        Ending.SOLO if winner else Ending.ABANDONED,
        soloist=winner,
    )
    for fault in check_result(result, variant.centers, variant.victory):
        if fault.is_error:
            raise ActionRefused(fault.code, fault.what, fault.remedy)
