"""A phase of a table judged from what was written: orders, rulings, powers in civil disorder.

Misorders go by rule 16 of NZ1999, on top of the rule set of the same name. An *illegal* order
plainly asks for what cannot be done: the unit stands, and may not be supported to hold. An
*ambiguous* one could mean several things: the unit stands, and may be supported. To move where an
own unit stands is not illegal. The director has the last word on every unit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from dragoman.board import Unit
from dragoman.diagnostics import Diagnostic
from dragoman.formats import load_variant
from dragoman.game import Game, Resolution, Variant, process, read_record, write_record
from dragoman.orders import (
    Hold,
    Move,
    Order,
    OrderFile,
    UnitRef,
    scan_file,
    scan_order,
    unit_of,
    unremarked,
)
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.reports import report_resolution
from dragoman.rules import Outcome, PhaseKind, Position, Result, RuleSet

# Misorders

ILLEGAL = "illegal"
AMBIGUOUS = "ambiguous"
RULINGS = (ILLEGAL, AMBIGUOUS)

_SEVERAL_MEANINGS = frozenset(
    ("coast-needed", "coast-missing", "support-needs-coast", "contradicting-orders")
)
"""The engine's reasons for which an order could have meant more than one thing. A coast left
out is among them also where one coast alone can be reached: nothing impossible is asked for."""


@dataclass(frozen=True, slots=True)
class Misorder:
    """A unit whose order is not followed. ``ruling`` is ``illegal`` or ``ambiguous``;
    ``by_director`` tells the director's word from the program's reading."""

    unit: Unit
    ruling: str
    reason: str
    by_director: bool = False


def judge(
    variant: Variant,
    position: Position,
    orders: Mapping[str, Sequence[Order]],
    rule_set: RuleSet,
    rulings: Mapping[str, str],
) -> tuple[Resolution, tuple[Misorder, ...]]:
    """Resolve a phase with every misorder treated as rule 16 has it.

    ``rulings`` are the director's, by the province of a unit. Only orders to move, support
    and convoy can be misorders in this sense; other phases are resolved as they are.
    """
    first = process(variant, position, orders, rule_set)
    if position.phase.kind is not PhaseKind.MOVEMENT:
        return first, ()
    found = {m.unit: m for o in first.outcomes if (m := _misorder(variant, o, rulings)) is not None}
    if not found:
        return first, ()
    instead: dict[str, list[Order]] = {}
    for power, given in orders.items():
        for order in given:
            unit = _unit(position, variant, order)
            if unit is None or unit.power != power or unit not in found:
                instead.setdefault(power, []).append(order)
    for unit, misorder in found.items():
        named = UnitRef(unit.location, unit.kind)
        # Ordered to where it stands, a unit tries the impossible: rule sets with
        # impossible_move=counts-as-move let nobody support it to hold.
        here = variant.board.province_of[unit.location]
        order = Move(named, here) if misorder.ruling == ILLEGAL else Hold(named)
        instead.setdefault(unit.power, []).append(order)
    second = process(variant, position, instead, rule_set)
    written = {outcome.unit: outcome for outcome in first.outcomes}
    outcomes = tuple(
        replace(
            outcome,
            order=written[outcome.unit].order,
            result=Result.ILLEGAL,
            reason=found[outcome.unit].reason if not found[outcome.unit].by_director else "",
            treated_as=Hold(UnitRef(outcome.unit.location, outcome.unit.kind)),
        )
        if outcome.unit in found and written[outcome.unit].order is not None
        else outcome
        for outcome in second.outcomes
    )
    kept = {power: tuple(given) for power, given in orders.items() if given}
    return replace(second, orders=kept, outcomes=outcomes, unused=first.unused), tuple(
        found.values()
    )


def _misorder(variant: Variant, outcome: Outcome, rulings: Mapping[str, str]) -> Misorder | None:
    said = rulings.get(variant.board.province_of[outcome.unit.location])
    if said is not None:
        return Misorder(outcome.unit, said, outcome.reason, by_director=True)
    if outcome.order is None or outcome.result not in (Result.ILLEGAL, Result.FAILS):
        return None
    ruling = AMBIGUOUS if outcome.reason in _SEVERAL_MEANINGS else ILLEGAL
    return Misorder(outcome.unit, ruling, outcome.reason)


def _unit(position: Position, variant: Variant, order: Order) -> Unit | None:
    """The unit that an order is for, where one stands."""
    named = unit_of(order)
    if named is None:
        return None
    province_of = variant.board.province_of
    wanted = province_of.get(named.location, named.location)
    return next((u for u in position.units if province_of[u.location] == wanted), None)


# Phases


@dataclass(frozen=True, slots=True)
class JudgedPhase:
    """The outcome of a phase. ``record`` has the next position, ``counts`` are there when a year
    has ended; ``faults`` say what could not be read, and was passed over."""

    report: str
    faults: tuple[Diagnostic, ...]
    misorders: tuple[Misorder, ...]
    record: str
    counts: Mapping[str, int]


def game_of(variant: str, rules: str, record: str, board: str) -> Game:
    """The game that a record tells, or without one at its start.

    Raises:
        ActionRefused: if the preset names rules that there are not, or the record is damaged.
    """
    if not record:
        return Game(load_variant(variant), _rule_set(rules))
    game, faults = read_record(record, load_variant, f"board {board}")
    if game is None:
        raise ActionRefused(faults[0].code, faults[0].what, faults[0].remedy)
    return game


def judge_phase(
    game: Game, board: str, text: str, rulings: Mapping[str, str], disorder: Collection[str]
) -> JudgedPhase:
    """Judge the phase at hand. ``rulings`` are the director's on single units (``A BUD`` to
    ``illegal`` or ``ambiguous``); the orders of powers in ``disorder`` do not count.

    Raises:
        ActionRefused: if a ruling cannot be.
    """
    variant = game.variant
    found = scan_file(text, variant.board, game.phase.kind.value)
    orders = {p: given for p, given in found.orders.items() if p not in disorder}
    resolution, misorders = judge(
        variant, game.position, orders, game.rule_set, dict(_places(game, rulings))
    )
    after = resolution.position
    counted = variant.calendar.counts_centers(game.phase, after.phase)
    owned = Counter(after.owners.values()) if counted else Counter[str]()
    return JudgedPhase(
        report_resolution(variant, resolution, title=f"Board {board}", explained=False),
        (*found.diagnostics, *_left_over(found)),
        misorders,
        write_record(Game(variant, game.rule_set, after)),
        {power: owned[power] for power in variant.board.powers} if counted else {},
    )


@lru_cache(maxsize=64)
def judge_again(
    variant: str,
    rules: str,
    record: str,
    board: str,
    text: str,
    rulings: tuple[tuple[str, str], ...],
    disorder: tuple[str, ...],
) -> JudgedPhase:
    """The same for a phase that was judged before, with what turned out otherwise since. A ruling
    on a unit that is not there now is passed over."""
    game = game_of(variant, rules, record, board)
    standing = {unit: ruling for unit, ruling in rulings if _place(game, unit)}
    return judge_phase(game, board, text, standing, disorder)


def _rule_set(name: str) -> RuleSet:
    try:
        return RuleSet.preset(name)
    except ValueError as error:
        remedy = "put it right in [tables] of the preset"
        raise ActionRefused("unknown-rules", str(error), remedy) from None


def _places(game: Game, rulings: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for unit, ruling in rulings.items():
        if ruling not in RULINGS:
            what = f"{ruling!r} is no ruling on an order"
            raise ActionRefused("unknown-ruling", what, candidates=RULINGS)
        place = _place(game, unit)
        if not place:
            raise ActionRefused(
                "no-such-unit", f"no unit stands at {unit!r}", "write it as in A BUD"
            )
        yield place, ruling


def _place(game: Game, unit: str) -> str:
    """The province in which a unit stands that somebody named; none if there is no such unit."""
    board = game.variant.board
    read = scan_order(f"{unit} H", board)
    place = board.province_of.get(read.unit.location, "") if isinstance(read, Hold) else ""
    standing = {board.province_of[one.location] for one in game.position.units}
    return place if place in standing else ""


def _left_over(found: OrderFile) -> Iterator[Diagnostic]:
    """Errors for what was not taken for an order: at a table every written line is one."""
    errors = [fault for fault in found.diagnostics if fault.is_error]
    for passage in unremarked(found.press, errors):
        if text := passage.text.strip():
            what = f"{text[:60]!r} was not taken for an order"
            remedy = "put a # before it if it is none"
            line, column = passage.line, passage.column
            yield Diagnostic("no-order", what, remedy, line=line, column=column)
