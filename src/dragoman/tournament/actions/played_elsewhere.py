"""A board that was not played in the hall: its counts and its end come in together, and the hall's
clock has no part in them."""

from __future__ import annotations

from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import finding
from dragoman.tournament.actions.center_counts import LAST_YEAR
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import START_YEAR, Table, Tournament
from dragoman.tournament.rules.season import Season
from dragoman.tournament.scoring import Ending, GameResult, check_result


def open_board(t: Tournament, key: str) -> Table:
    """A board of a published round at which nothing has happened yet: it may be played elsewhere.

    Raises:
        ActionRefused: if it is none.
    """
    table = finding.table(t, key)
    if not t.rounds[table.round].published:
        what = f"the seats of round {table.round} are not published"
        raise ActionRefused("not-published", what, f"publish {table.round}")
    if table.ending or table.phases or len(table.counts) > 1:
        what = f"board {table.key} is played in the hall"
        raise ActionRefused("played-here", what, "play it to its end there")
    return table


def take_result(t: Tournament, key: str, result: GameResult) -> list[Event]:
    """Take the counts of all years of a board, and how its game ended.

    Raises:
        ActionRefused: if the board is played in the hall, or the result cannot be one of this
            tournament.
    """
    finding.started_round(t, finding.playing(t, key).round)
    table = open_board(t, key)
    variant = table.variant
    if set(result.powers) != set(variant.powers) or result.counts.get(START_YEAR) is None:
        what = f"this is no game of {variant.name} from its beginning"
        raise ActionRefused("another-variant", what)
    if result.last_year > LAST_YEAR:
        what = f"the game went on until {result.last_year}; results go to {LAST_YEAR}"
        raise ActionRefused("bad-year", what)
    counts = {
        year: dict(zip(result.powers, found, strict=True)) for year, found in result.counts.items()
    }
    if counts[START_YEAR] != dict(variant.start):
        what = "the game did not begin as the variant does"
        raise ActionRefused("another-start", what)
    won = [power for power in variant.powers if _of(result, power) >= variant.victory]
    if result.ending is Ending.SOLO and not won:
        # What was conceded is no victory by count.
        checked = GameResult(result.powers, result.counts, Ending.ABANDONED)
    else:
        checked = result
    for fault in check_result(checked, variant.centers, variant.victory):
        if fault.is_error:
            raise ActionRefused(fault.code, fault.what, fault.remedy)
    taken: list[Event] = [
        ev.Counted(table.key, year, {power: counts[year][power] for power in variant.powers})
        for year in sorted(counts)
        if year > START_YEAR
    ]
    return [*taken, *_end(t, table, result, bool(won))]


def _end(t: Tournament, table: Table, result: GameResult, won: bool) -> list[Event]:
    """How the game ended, in the tournament's own terms: nothing is to be said of a victory, which
    the counts tell."""
    rules, last = t.rules.draws, result.last_year
    after = str(Season(last + 1, False))
    survivors = tuple(power for power in table.variant.powers if _of(result, power))
    match result.ending:
        case Ending.SOLO if won:
            return []
        case Ending.SOLO:
            _must(rules.concessions, "no game may be conceded in this tournament")
            return [ev.GameEnded(table.key, "concession", after, result.soloist)]
        case Ending.VOTED_DRAW:
            _must(rules.voted, "this tournament has no voted draws")
            drawn = {power for power in result.drawn if _of(result, power)}
            some = tuple(p for p in survivors if p in drawn) if drawn != set(survivors) else ()
            _must(not some or rules.leave_out, "all survivors share a draw here")
            opened = ev.VoteOpened(table.key, after, survivors, among=some)
            return [opened, ev.VoteClosed(table.key, after, True)]
        case Ending.TIME_DRAW:
            _must(rules.time, "this tournament has no time draws")
            _must(last > START_YEAR, "no year of the game was played to its end")
            return [ev.GameEnded(table.key, "time-draw", str(Season(last, True)))]
        case Ending.ABANDONED:
            return [ev.GameEnded(table.key, "abandoned", after)]


def _of(result: GameResult, power: str) -> int:
    return result.centers[result.powers.index(power)]


def _must(allowed: bool, what: str) -> None:
    if not allowed:
        raise ActionRefused("not-in-preset", what, "let the game go on, or abandon the board")
