"""The story of a kind of game: its answers to reports, explanations and what-ifs.

A kind that calls things otherwise has word files besides (``Phrasebook``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from dragoman.game import Resolution, Variant
from dragoman.game.kind import Facet
from dragoman.orders import Order
from dragoman.quick_dataclass import dataclass
from dragoman.reports.accounts.account import OrderAccount
from dragoman.reports.accounts.adjustment_orders import due_statement, explain_adjustment
from dragoman.reports.accounts.movement_orders import explain_movement
from dragoman.reports.accounts.refused_orders import explain_refused
from dragoman.reports.accounts.resolved_phase import ResolvedPhase
from dragoman.reports.accounts.retreat_orders import explain_retreat
from dragoman.reports.explanation import Explanation
from dragoman.reports.statements.phrasebook import Phrasebook
from dragoman.reports.statements.statement import Data, Part, PowerKey, Statement, say
from dragoman.rules import (
    Outcome,
    PhaseKind,
    Position,
    Result,
    RuleSet,
    UnusedOrder,
    build_sites,
    builds_due,
    builds_left,
)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, lines below it and a table below these, whose first column names the rows."""

    heading: str
    lines: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()

    def named_cells(self, row: tuple[str, ...]) -> str:
        """The cells of a row behind the first, each with its column's title, where there is no
        room for a table."""
        named = zip(self.columns[1:], row[1:], strict=True)
        return ", ".join(f"{title} {cell}" for title, cell in named if cell)

    @property
    def numbers(self) -> tuple[bool, ...]:
        """For each column whether it holds numbers, which stand at its right."""
        columns = zip(*self.rows, strict=True) if self.rows else [()] * len(self.columns)
        return tuple(bool(cells) and all(cell.isdigit() for cell in cells) for cells in columns)


_EXPLAIN: Final = {
    PhaseKind.MOVEMENT: explain_movement,
    PhaseKind.RETREAT: explain_retreat,
    PhaseKind.ADJUSTMENT: explain_adjustment,
}


class StoryKind:
    """The answers of Diplomacy to reports, and of every kind of game that gives no others."""

    # Outcomes of orders, and other events.

    def account(self, turn: ResolvedPhase) -> OrderAccount:
        """An account of an order in a phase, with nothing in it yet."""
        return OrderAccount(turn)

    def tell(self, account: OrderAccount, outcome: Outcome) -> None:
        """Say what became of an order."""
        _EXPLAIN[account.turn.before.phase.kind](account, outcome)

    def tell_refused(self, account: OrderAccount, refused: UnusedOrder) -> None:
        """Say why an order was not accepted."""
        explain_refused(account, refused)

    def besides(self, turn: ResolvedPhase) -> Iterator[Explanation]:
        """Explanations of all that happened besides."""
        return iter(())

    # Sections of reports.

    def before_moves(
        self, phrasebook: Phrasebook, turn: ResolvedPhase, for_master: bool
    ) -> Iterable[Section]:
        """The sections of a report that stand before the orders."""
        return ()

    def after_moves(
        self, phrasebook: Phrasebook, turn: ResolvedPhase, for_master: bool
    ) -> Iterable[Section]:
        """The sections of a report that stand behind what became of the orders."""
        if returned := turn.resolution.returned:
            units = ", ".join(map(phrasebook.unit, returned))
            yield Section(phrasebook.word("report.returned"), (units,))

    def state(
        self,
        phrasebook: Phrasebook,
        position: Position,
        rule_set: RuleSet,
        opening: object,
        for_master: bool,
    ) -> Iterable[Section]:
        """The sections of a report on a position, with an account of the ``opening`` where the
        game begins with it."""
        return ()

    # Centres, builds and removals.

    def counted_before(
        self, variant: Variant, resolution: Resolution, earlier: Sequence[Resolution]
    ) -> Position:
        """The position that changes of the centres are told from at the end of a year."""
        return resolution.before

    def balances(
        self, variant: Variant, position: Position, before: Position, rule_set: RuleSet
    ) -> Iterator[Statement]:
        """The builds or removals of each power, and who is out of the game."""
        for power in variant.players:
            if position.centers_of(power) or position.units_of(power):
                yield _balance(variant, position, power, rule_set)
            elif before.centers_of(power) or before.units_of(power):
                yield say("report.eliminated", power=PowerKey(power))

    def wanted(
        self, variant: Variant, position: Position, power: str, rule_set: RuleSet
    ) -> Statement | None:
        """The orders due from a power in an adjustment; None for nothing."""
        due = builds_due(variant.board, position, power, rule_set)
        if due > 0:
            due = builds_left(variant.board, position, power, (), rule_set)
        return due_statement(due) if due else None

    def unused_builds(self, variant: Variant, resolution: Resolution) -> dict[str, int]:
        """The builds for which there was room that each power left unused without saying
        so; without an entry where it is none."""
        ordered: dict[str, list[Order]] = {}
        for outcome in resolution.outcomes:
            if outcome.result is Result.SUCCEEDS:
                ordered.setdefault(outcome.unit.power, []).append(outcome.treated_as)
        board, before, rule_set = variant.board, resolution.before, resolution.rule_set
        left = {
            power: builds_left(board, before, power, ordered.get(power, ()), rule_set)
            for power in board.powers
        }
        return {power: unused for power, unused in left.items() if unused}

    # What would have come out otherwise.

    def pairs(
        self, was: Resolution, instead: Resolution
    ) -> Iterable[tuple[Outcome | None, Outcome | None]]:
        """The outcomes of the same unit in a phase as it was and as it would have been, None where
        it is in one of them alone."""
        return zip(_of_units(was), _of_units(instead), strict=True)

    def changes(
        self, was: Resolution, instead: Resolution, taken: Sequence[tuple[str, Order]]
    ) -> Iterable[Statement]:
        """Further differences, if these orders had not been given."""
        return ()

    def changes_data(
        self, was: Resolution, instead: Resolution, taken: Sequence[tuple[str, Order]]
    ) -> Mapping[str, Data]:
        """The same as JSON can hold it."""
        return {}


STORY: Final = Facet("story", StoryKind)


def _balance(variant: Variant, position: Position, power: str, rule_set: RuleSet) -> Statement:
    board = variant.board
    due = builds_due(board, position, power, rule_set)
    room = len({board.province_of[site] for site in build_sites(board, position, power, rule_set)})
    parts: dict[str, Part] = {
        "power": PowerKey(power),
        "centers": say("count.centers", count=len(position.centers_of(power))),
        "units": say("count.units", count=len(position.units_of(power))),
    }
    if due == 0:
        return say("report.even", **parts)
    if due < 0:
        return say("report.removes", count=-due, **parts)
    if room < due:
        return say("report.builds-room", count=due, room=room, **parts)
    return say("report.builds", count=due, **parts)


def _of_units(resolution: Resolution) -> list[Outcome]:
    """The outcomes of units, without those of gatekeepers' orders."""
    return [outcome for outcome in resolution.outcomes if outcome.unit.kind]
