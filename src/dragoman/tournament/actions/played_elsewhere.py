"""Boards that were not played in the hall: counts and end come in together, as other sites tell
them, and the hall's clock has no part in them."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from dragoman.diagnostics import Diagnostic
from dragoman.formats.webdiplomacy import is_webdiplomacy, read_game
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.tournament.actions import lookup, seating
from dragoman.tournament.actions.center_counts import LAST_YEAR
from dragoman.tournament.commands.rounds import SubstitutePlayer
from dragoman.tournament.commands.tables import SendElsewhere
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import START_YEAR, Tournament, TournamentTable
from dragoman.tournament.rules.played_variant import PlayedVariant
from dragoman.tournament.rules.round_clock import Season
from dragoman.tournament.scoring import GameResult, MissingData, ResultEnding, check_result
from dragoman.tournament.scoring.result import read_result
from dragoman.values import FrozenMap


def open_board(t: Tournament, key: str) -> TournamentTable:
    """A board of a published round at which nothing has happened yet: it may be played elsewhere.

    Raises:
        ActionRefused: if it is none.
    """
    table = lookup.table(t, key)
    if not t.rounds[table.round].published:
        what = f"the seats of round {table.round} are not published"
        raise ActionRefused("not-published", what, f"publish {table.round}")
    if table.result is not None:
        what = f"the result of board {table.key} is in"
        raise ActionRefused("game-over", what, "take it back with undo, or cancel its action")
    if table.ending or table.phases or len(table.taken) > 1:
        what = f"board {table.key} is played in the hall"
        raise ActionRefused("played-here", what, "play it to its end there")
    return table


def send_elsewhere(t: Tournament, command: SendElsewhere) -> list[Event]:
    """Note that a board is played on another site: no clock of the hall is for it, and its round
    ends without it.

    Raises:
        ActionRefused: if it is played somewhere already.
    """
    table, where = open_board(t, command.board), command.where.strip()
    if not where:
        raise ActionRefused("no-address", "it is not said where", "name the site, or the address")
    if table.elsewhere:
        what = f"board {table.key} is played at {table.elsewhere} already"
        raise ActionRefused("opened-already", what, "undo that, or cancel its action")
    if table.has_begun:
        what = f"board {table.key} has begun in the hall"
        raise ActionRefused("played-here", what, "play it to its end there")
    return [ev.SentElsewhere(table.key, where)]


def board_settings(
    t: Tournament, table: TournamentTable, left: Mapping[str, Any], longest_title: int = 80
) -> dict[str, Any]:
    """The settings of a judge's game that is a board of the tournament; ``left`` are those that the
    director chooses, such as times and press. The master says who plays what, and when it begins
    or, with ``begins``, that it does when all are there."""
    title = f"{t.name}, board {table.key}"
    return {
        "title": title[-longest_title:].strip(),
        "begins": "master",
        **left,
        "variant": table.variant.name,
        "rules": t.rules.tables,
        "entry": "master",
        "seating": "master",
        "draws": "survivors",
    }


def take_result(
    t: Tournament,
    key: str,
    result: GameResult,
    played: Mapping[str, str] = FrozenMap(),
) -> list[Event]:
    """Take the counts of a board, of all years or of those that are known, and how its game ended.
    ``played`` names who played a power at the end, where that is somebody else than was seated.

    Raises:
        ActionRefused: if the board is played in the hall, the result cannot be one of this
            tournament, or it lacks what the tournament scores by.
    """
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
    if result.ending is ResultEnding.SOLO and not won:
        # What was conceded is no victory by count.
        checked = replace(result, ending=ResultEnding.ABANDONED, soloist="")
    else:
        checked = result
    for fault in check_result(checked, variant.centers, variant.victory):
        if fault.is_error:
            raise ActionRefused(fault.code, fault.what, fault.remedy)
    _check_enough(t, result)
    eliminated = {
        power: year for power, year in result.eliminated.items() if not _of(result, power)
    }
    taken = {
        str(year): {power: counts[year][power] for power in variant.powers}
        for year in sorted(counts)
        if year > START_YEAR
    }
    return [
        *_replacements(t, table, played),
        ev.ResultTaken(table.key, taken, eliminated),
        *_end(t, table, result, bool(won)),
    ]


def _check_enough(t: Tournament, result: GameResult) -> None:
    """Refuse a result that lacks what the tournament scores and ranks by."""
    lacking = t.settings.scoring.missing(result)
    if lacking is None and _compares_games(t):
        for power in result.powers:
            try:
                result.elimination_year(power)
            except MissingData as missing:
                lacking = missing.diagnostic
                break
    if lacking is not None:
        dead = [power for power in result.powers if not _of(result, power)]
        remedy = lacking.remedy
        if dead and lacking.code == "elimination-year":
            remedy += f"; as --out {dead[0].title()}=1905, as often as needed"
        raise ActionRefused(lacking.code, lacking.what, remedy)


def _compares_games(t: Tournament) -> bool:
    return any(one.endswith("best-game") for one in t.settings.standings.order)


def _replacements(t: Tournament, table: TournamentTable, played: Mapping[str, str]) -> list[Event]:
    """Seats given to those who played them at the end."""
    found: list[Event] = []
    for power, name in played.items():
        seated = t.players[table.seats[power]]
        try:
            into = lookup.player(t, name)
        except ActionRefused as refused:
            why = refused.diagnostic
            what = f"{power.title()} was played at the end by {name!r}: {why.what}"
            remedy = f"register him, or say who that is: --played {power.title()}=12"
            raise ActionRefused("who-played", what, remedy, why.candidates) from None
        if into.number != seated.number:
            seat = SubstitutePlayer(str(seated.number), str(into.number), table.round, table.letter)
            found += seating.substitute(t, seat)
    return found


def _end(t: Tournament, table: TournamentTable, result: GameResult, won: bool) -> list[Event]:
    """The end of the game in the tournament's own terms: nothing is to be said of a victory, which
    the counts tell."""
    rules, last = t.rules.draws, result.last_year
    after = str(Season(last + 1, False))
    survivors = tuple(power for power in table.variant.powers if _of(result, power))
    match result.ending:
        case ResultEnding.SOLO if won:
            return []
        case ResultEnding.SOLO:
            _must(rules.concessions, "no game may be conceded in this tournament")
            return [ev.GameEnded(table.key, "concession", after, result.soloist)]
        case ResultEnding.VOTED_DRAW:
            _must(rules.voted, "this tournament has no voted draws")
            drawn = {power for power in result.drawn if _of(result, power)}
            some = tuple(p for p in survivors if p in drawn) if drawn != set(survivors) else ()
            _must(not some or rules.leave_out, "all survivors share a draw here")
            opened = ev.VoteOpened(table.key, after, survivors, among=some)
            return [opened, ev.VoteClosed(table.key, after, True)]
        case ResultEnding.TIME_DRAW:
            _must(rules.time, "this tournament has no time draws")
            _must(last > START_YEAR, "no year of the game was played to its end")
            return [ev.GameEnded(table.key, "time-draw", str(Season(last, True)))]
        case ResultEnding.ABANDONED:
            return [ev.GameEnded(table.key, "abandoned", after)]


def _of(result: GameResult, power: str) -> int:
    return result.centers[result.powers.index(power)]


def _must(allowed: bool, what: str) -> None:
    if not allowed:
        raise ActionRefused("not-in-preset", what, "let the game go on, or abandon the board")


# Results as other sites tell them

ENDINGS: Mapping[str, ResultEnding] = {
    "solo": ResultEnding.SOLO,
    "concession": ResultEnding.SOLO,
    "voted-draw": ResultEnding.VOTED_DRAW,
    "time-draw": ResultEnding.TIME_DRAW,
    "abandoned": ResultEnding.ABANDONED,
}
"""Ends of a game, as they are typed beside a table of counts."""
_YEAR = re.compile(r"(?:19)?(\d\d)")
_NONE = ("", "-", "–", "—")


@dataclass(frozen=True, slots=True)
class ResultHints:
    """Facts that a director adds to a file: how the game ended, for whom where that is not in the
    file, and what its columns and lines are called here."""

    ended: str = ""
    winner: str = ""
    called: Mapping[str, str] | None = None
    eliminated: Mapping[str, int] = FrozenMap()


def result_in(text: str, variant: PlayedVariant, told: ResultHints) -> GameResult:
    """The result that a file tells: an answer of a judge like this one or of webDiplomacy, or a
    table of the counts of each year.

    Raises:
        ActionRefused: if it tells none.
    """
    if text.lstrip("\ufeff \t\r\n")[:1] not in ("{", "["):
        return _of_table(text, variant, told)
    try:
        data = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        what = f"this is no result of a game: {error}"
        raise ActionRefused("wrong-result", what, "ask for it anew, and save it whole") from None
    if told.called:
        raise ActionRefused("no-table", "this file is no table and has no columns", "leave it out")
    if is_webdiplomacy(data):
        return _of_webdiplomacy(text, variant, told)
    if told.ended or told.winner:
        raise ActionRefused("no-table", "this file says itself how the game ended", "leave it out")
    result = read_result(data)
    return replace(result, eliminated={**result.eliminated, **told.eliminated})


def played_in(text: str) -> Mapping[str, str]:
    """The powers that somebody else played in the end than was seated, as the answer of a judge
    like this one says it; else none.

    Raises:
        ActionRefused: if they are no names.
    """
    try:
        data = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return FrozenMap()
    found: object = cast(Any, data).get("replaced", {}) if isinstance(data, dict) else {}
    if not isinstance(found, dict):
        raise ActionRefused("wrong-result", "this does not say who was replaced")
    return {str(power): str(name) for power, name in cast(dict[Any, Any], found).items()}


def years_out(variant: PlayedVariant, texts: Sequence[str]) -> Mapping[str, int]:
    """Years in which powers were eliminated, from ``Turkey=1905``."""
    found: dict[str, int] = {}
    for text in texts:
        name, _, typed = text.rpartition("=")
        year = _year(typed.strip())
        if not name or year is None or year <= START_YEAR:
            what = f"{text!r} does not say when a power was eliminated"
            raise ActionRefused("bad-year", what, "write --out Turkey=1905")
        found[lookup.power(variant, name)] = year
    return found


def played_by(
    variant: PlayedVariant, texts: Sequence[str], known: Mapping[str, str]
) -> Mapping[str, str]:
    """Players who were at a power at the end, from ``Turkey=12``; what is typed goes before what a
    file says (``known``)."""
    found = dict(known)
    for text in texts:
        name, equals, player = text.partition("=")
        if not equals or not player.strip():
            what = f"{text!r} does not say who played a power"
            raise ActionRefused("bad-choice", what, "write --played Turkey=12")
        found[lookup.power(variant, name)] = player.strip()
    if strange := sorted(found.keys() - set(variant.powers)):
        raise ActionRefused("unknown-power", f"{strange[0]!r} is no power of {variant.name}")
    return found


def names_of_columns(texts: Sequence[str]) -> Mapping[str, str]:
    """Names of columns and the powers that they mean, from ``NAME=POWER``."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, power = text.rpartition("=")
        if not equals or not name or not power:
            what = f"{text!r} does not say what a column means"
            raise ActionRefused("bad-column", what, "write --column 'Austria-Hungary=Austria'")
        found[name.strip()] = power.strip()
    return found


def _of_webdiplomacy(text: str, variant: PlayedVariant, told: ResultHints) -> GameResult:
    game = read_game(text)
    if isinstance(game, Diagnostic):
        raise ActionRefused(game.code, game.what, game.remedy)
    if told.ended:
        raise ActionRefused("no-table", "this file says itself how the game ended", "leave it out")
    if {*variant.powers} != {power for counts in game.counts.values() for power in counts} and (
        game.counts
    ):
        raise ActionRefused("another-variant", f"this is no game of {variant.name}")
    counts = {
        year: tuple(found[power] for power in variant.powers) for year, found in game.counts.items()
    }
    how = "concession" if game.won else "voted-draw"
    return _result(variant, counts, replace(told, ended=how))


def _of_table(text: str, variant: PlayedVariant, told: ResultHints) -> GameResult:
    """The result of a table with a line for each year and a column for each power, or the other way
    round."""
    lines = _lines(text)
    heading, *rows = lines
    if sum(_year(cell) is not None for cell in heading[1:]) > 1:  # a column for each year
        width = max(map(len, lines))
        full = [[*line, *[""] * (width - len(line))] for line in lines]
        heading, *rows = [list(column) for column in zip(*full, strict=True)]
    columns = _columns(heading, variant, told.called or {})
    counts: dict[int, tuple[int, ...]] = {}
    for row in rows:
        cells = dict(zip(heading, row, strict=False))
        year = _year(row[0] if row else "")
        if year is None:
            what = f"{row[0] if row else ''!r} is no year"
            raise ActionRefused("bad-year", what, "begin each line, or column, with its year")
        if year in counts:
            raise ActionRefused("bad-year", f"{year} is there twice")
        counts[year] = tuple(
            _number(cells.get(columns[power], ""), year, power) for power in variant.powers
        )
    if START_YEAR in counts and counts.pop(START_YEAR) != tuple(variant.start.values()):
        raise ActionRefused("another-start", "the game did not begin as the variant does")
    return _result(variant, counts, told)


def _result(
    variant: PlayedVariant, counts: Mapping[int, tuple[int, ...]], told: ResultHints
) -> GameResult:
    start = tuple(variant.start[power] for power in variant.powers)
    full = {START_YEAR: start, **counts}
    last = full[max(full)]
    eliminated = dict(told.eliminated)
    winner = next(
        (p for p, n in zip(variant.powers, last, strict=True) if n >= variant.victory), ""
    )
    if told.ended and told.ended not in ENDINGS:
        what = f"a game does not end in {told.ended!r}"
        raise ActionRefused("bad-ending", what, f"say one of {', '.join(ENDINGS)}", [*ENDINGS])
    if winner and told.ended in ("", "solo", "concession"):
        return GameResult(
            variant.powers, full, ResultEnding.SOLO, soloist=winner, eliminated=eliminated
        )
    if not told.ended:
        what = "these counts do not say how the game ended"
        raise ActionRefused("bad-ending", what, f"say --ended, one of {', '.join(ENDINGS)}")
    ending = ENDINGS[told.ended]
    if ending is ResultEnding.SOLO and not told.winner:
        what = "nobody has the centres that win, and it is not said to whom the game was conceded"
        raise ActionRefused("no-winner", what, "say --winner POWER")
    soloist = lookup.power(variant, told.winner) if ending is ResultEnding.SOLO else ""
    return GameResult(variant.powers, full, ending, soloist=soloist, eliminated=eliminated)


def _columns(
    heading: Sequence[str], variant: PlayedVariant, called: Mapping[str, str]
) -> Mapping[str, str]:
    """The heading that each power has in a table."""
    unknown = [name for name in called if name not in heading]
    if unknown:
        what = f"there is no column or line {unknown[0]!r} in this table"
        raise ActionRefused("unknown-column", what, "write it as the table does", heading)
    found: dict[str, str] = {}
    for name in heading[1:]:
        try:
            power = lookup.power(variant, called.get(name, name))
        except ActionRefused:
            if name in called:
                raise
            continue  # neutral centres, a total, a name
        if power in found:
            what = f"{found[power]!r} and {name!r} are both {power.title()}"
            raise ActionRefused("named-twice", what, "say which is which: --column NAME=POWER")
        found[power] = name
    if lacking := [power.title() for power in variant.powers if power not in found]:
        what = f"no column or line says the centres of {', '.join(lacking)}"
        remedy = "say which it is, as in --column 'Austria-Hungary=Austria'"
        raise ActionRefused("missing-column", what, remedy, heading[1:])
    return found


def _lines(text: str) -> list[list[str]]:
    text = text.lstrip("\ufeff\r\n")
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    try:
        lines = [[cell.strip() for cell in line] for line in reader]
    except csv.Error as error:
        raise ActionRefused("not-a-table", f"this is no table: {error}", "save it as CSV") from None
    lines = [line for line in lines if any(line)]
    if len(lines) < 2:
        what = "this is no result of a game: neither JSON nor a table with several lines"
        raise ActionRefused(
            "wrong-result", what, "write a table of counts, or save the answer anew"
        )
    for line in lines:
        if len(line) > len(lines[0]):
            what = f"a line has {len(line)} cells, and the heading {len(lines[0])}"
            raise ActionRefused("not-a-table", what, "put a text with commas in quotation marks")
    return lines


def _year(cell: str) -> int | None:
    met = _YEAR.fullmatch(cell)
    return START_YEAR + int(met[1]) if met else None


def _number(cell: str, year: int, power: str) -> int:
    if cell in _NONE:
        return 0
    if not lookup.is_number(cell):
        what = f"{cell!r} is not a number of centres ({power.title()}, {year})"
        raise ActionRefused("bad-counts", what)
    return int(cell)
