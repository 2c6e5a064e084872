"""Judging a table's turn from typed orders, by the rule set of the preset."""

from __future__ import annotations

from dataclasses import replace

from dragoman.declared import FileText
from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.game import Game
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.reports import report_position
from dragoman.rules import Phase
from dragoman.tournament.actions import finding
from dragoman.tournament.commands.tables import JudgeTurn, ReopenPhase
from dragoman.tournament.log import events as ev
from dragoman.tournament.log.events import Event
from dragoman.tournament.log.state import Table, Tournament
from dragoman.tournament.rules import judged_phase
from dragoman.tournament.rules.judged_phase import judge_phase
from dragoman.tournament.rules.misorders import Misorder


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
    return judged_phase.game_of(table.variant.name, t.rules.tables, table.record, table.key)


def position(t: Tournament, key: str) -> str:
    """Who stands where on a board, and which units may retreat where (rule 7)."""
    table = finding.table(t, key)
    game = game_of(t, table)
    return report_position(
        game.variant, game.position, title=f"Board {table.key}", rule_set=game.rule_set
    )


def judge_turn(t: Tournament, command: JudgeTurn, orders: FileText) -> Judgement:
    """Judge the phase at hand of a board. Nothing is final until the events are logged.

    Rulings are the director's on single units (``A BUD`` to ``illegal`` or ``ambiguous``). What
    cannot be read is an error, and nothing comes of it; ``anyway`` has such orders passed over:
    their units stand, and may be supported.
    """
    rulings = dict(map(_ruling, command.rule))
    table = finding.table(t, command.board)
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
    disorder = t.disorder_in(table, game.phase)
    found = judge_phase(game, table.key, orders.text, rulings, disorder)
    faults = tuple(fault.at(orders.source) for fault in found.faults)
    if has_errors(faults) and not command.anyway:
        return Judgement("", faults, (), disorder, ())
    event = ev.Adjudicated(
        table.key,
        str(game.phase),
        orders.text,
        {str(m.unit): m.ruling for m in found.misorders if m.by_director},
        found.record,
        found.report,
        {power: found.counts[power] for power in table.variant.powers} if found.counts else {},
        disorder,
    )
    warnings = tuple(replace(fault, severity=Severity.WARNING) for fault in faults)
    return Judgement(found.report, warnings, found.misorders, disorder, (event,))


def reopen(t: Tournament, command: ReopenPhase) -> list[Event]:
    """Take back the last phase of a board after an error was found (rule 18)."""
    table, reason = finding.table(t, command.board), command.because
    if not table.phases:
        raise ActionRefused("nothing-judged", f"nothing was judged on board {table.key} yet")
    if table.stop is not None:
        raise ActionRefused(
            "game-over", f"the game on board {table.key} is over", "undo its end first"
        )
    if not reason.strip():
        raise ActionRefused("no-reason", "say what was wrong", 'add it: --because "..."')
    return [ev.Reopened(table.key, table.phases[-1].phase, reason.strip())]


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


def _ruling(text: str) -> tuple[str, str]:
    """A ruling as typed: ``A BUD=illegal``."""
    unit, equals, ruling = text.partition("=")
    if not equals:
        raise ActionRefused("unknown-ruling", f"{text!r} is no ruling", "write A BUD=ambiguous")
    return unit.strip(), ruling.strip().lower()
