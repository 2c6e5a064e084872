"""Judging a table's turn from typed orders, by the rule set of the preset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.formats import load_variant
from dragoman.game import Game, read_record, write_record
from dragoman.orders import Hold, OrderFile, scan_file, scan_order, unremarked
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.reports import report_position, report_resolution
from dragoman.rules import Phase, PhaseKind, RuleSet
from dragoman.tournament.actions import finding
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Table, Tournament
from dragoman.tournament.rules.misorders import RULINGS, Misorder, judge
from dragoman.tournament.rules.season import Season


@dataclass(frozen=True, slots=True)
class Judgement:
    """What would come of a table's orders. ``events`` make it final."""

    report: str
    faults: tuple[Diagnostic, ...]
    misorders: tuple[Misorder, ...]
    disorder: tuple[str, ...]
    events: tuple[Event, ...]


def game_of(t: Tournament, table: Table) -> Game:
    """The game of a table as it stands; at its start where nothing was judged yet."""
    if not table.record:
        return Game(load_variant(table.variant.name), _rule_set(t.rules.tables))
    game, faults = read_record(table.record, load_variant, f"board {table.key}")
    if game is None:
        raise ActionRefused(faults[0].code, faults[0].what, faults[0].remedy)
    return game


def position(t: Tournament, key: str) -> str:
    """Who stands where on a board, and which units may retreat where (rule 7)."""
    table = finding.table(t, key)
    game = game_of(t, table)
    return report_position(
        game.variant, game.position, title=f"Board {table.key}", rule_set=game.rule_set
    )


def judge_turn(
    t: Tournament, key: str, text: str, rulings: Mapping[str, str], source: str, anyway: bool
) -> Judgement:
    """Judge the phase at hand of a board. Nothing is final until the events are logged.

    ``rulings`` are the director's on single units (``A BUD`` to ``illegal`` or
    ``ambiguous``). What cannot be read is an error, and nothing comes of it; ``anyway`` has
    such orders passed over: their units stand, and may be supported.
    """
    table = finding.table(t, key)
    finding.started_round(t, table.round)
    if len(table.counts) > 1 and not table.phases:
        what = f"the centres of board {table.key} are counted at the table"
        raise ActionRefused(
            "counted-at-table", what, "a board is judged here from its first spring"
        )
    game = game_of(t, table)
    if table.ending and not _is_played_out(table, game.phase):
        what = f"the game on board {table.key} is over: {table.ending.replace('-', ' ')}"
        raise ActionRefused("game-over", what)
    season = Season(game.phase.year, game.phase.season != "S")
    disordered = t.disordered(table, season)
    in_disorder = game.phase.kind is not PhaseKind.ADJUSTMENT
    disorder = tuple(power for power in table.variant.powers if in_disorder and power in disordered)
    found = scan_file(text, game.variant.board, game.phase.kind.value)
    faults = tuple(fault.at(source) for fault in (*found.diagnostics, *_left_over(found)))
    if has_errors(faults) and not anyway:
        return Judgement("", faults, (), disorder, ())
    orders = {p: given for p, given in found.orders.items() if p not in disorder}
    resolution, misorders = judge(
        game.variant, game.position, orders, game.rule_set, dict(_places(game, rulings))
    )
    report = report_resolution(
        game.variant, resolution, title=f"Board {table.key}", explained=False
    )
    after = resolution.position
    counted = game.variant.calendar.counts_centers(game.phase, after.phase)
    counts = Counter(after.owners.values()) if counted else Counter[str]()
    event = ev.Adjudicated(
        table.key,
        str(game.phase),
        text,
        {str(m.unit): m.ruling for m in misorders if m.by_director},
        write_record(Game(game.variant, game.rule_set, after)),
        report,
        {power: counts[power] for power in table.variant.powers} if counted else {},
    )
    warnings = tuple(replace(fault, severity=Severity.WARNING) for fault in faults)
    return Judgement(report, warnings, misorders, disorder, (event,))


def reopen(t: Tournament, key: str, reason: str) -> list[Event]:
    """Take back the last phase of a board after an error was found (rule 18)."""
    table = finding.table(t, key)
    if not table.phases:
        raise ActionRefused("nothing-judged", f"nothing was judged on board {table.key} yet")
    if table.stop is not None:
        raise ActionRefused(
            "game-over", f"the game on board {table.key} is over", "undo its end first"
        )
    if not reason.strip():
        raise ActionRefused("no-reason", "say what was wrong", 'add it: --because "..."')
    return [ev.Reopened(table.key, table.phases[-1].phase, reason.strip())]


def _rule_set(name: str) -> RuleSet:
    try:
        return RuleSet.preset(name)
    except ValueError as error:
        remedy = "put it right in [tables] of the preset"
        raise ActionRefused("unknown-rules", str(error), remedy) from None


def _is_played_out(table: Table, phase: Phase) -> bool:
    """Whether a time draw at a fall deadline still waits for this phase: its moves and retreats."""
    return (
        table.stop is not None
        and table.stop.how == "time-draw"
        and table.stop.season.fall
        and not table.complete
        and phase.year == table.stop.final_year
        and phase.season == "F"
    )


def _places(game: Game, rulings: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    board = game.variant.board
    standing = {board.province_of[unit.location] for unit in game.position.units}
    for unit, ruling in rulings.items():
        if ruling not in RULINGS:
            what = f"{ruling!r} is no ruling on an order"
            raise ActionRefused("unknown-ruling", what, candidates=RULINGS)
        read = scan_order(f"{unit} H", board)
        place = "" if not isinstance(read, Hold) else board.province_of.get(read.unit.location, "")
        if place not in standing:
            raise ActionRefused(
                "no-such-unit", f"no unit stands at {unit!r}", "write it as in A BUD"
            )
        yield place, ruling


def _left_over(found: OrderFile) -> Iterator[Diagnostic]:
    """Errors for what was not taken for an order: at a table every written line is one."""
    errors = [fault for fault in found.diagnostics if fault.is_error]
    for passage in unremarked(found.press, errors):
        if text := passage.text.strip():
            what = f"{text[:60]!r} was not taken for an order"
            remedy = "put a # before it if it is none"
            line, column = passage.line, passage.column
            yield Diagnostic("no-order", what, remedy, line=line, column=column)


def read_ruling(text: str) -> tuple[str, str]:
    """A ruling as typed: ``A BUD=illegal``."""
    unit, equals, ruling = text.partition("=")
    if not equals:
        raise ActionRefused("unknown-ruling", f"{text!r} is no ruling", "write A BUD=ambiguous")
    return unit.strip(), ruling.strip().lower()
