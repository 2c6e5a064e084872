"""Running a rule case through the scanner and the rules, and saying where it comes out wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any

from case_files import CASES, Step, Trial

from dragoman.board import Board, Unit
from dragoman.diagnostics import Diagnostic
from dragoman.formats.variants.loading import load_variant
from dragoman.game.variant import Variant
from dragoman.orders import Hold, Order, Remove, UnitRef, scan, scan_order
from dragoman.rules import (
    Outcome,
    PhaseKind,
    PhaseResult,
    Position,
    Result,
    RuleSet,
    builds_due,
    resolve,
)

_WORDS: Mapping[str, frozenset[Result]] = {
    **{result.value: frozenset({result}) for result in Result},
    "bounces": frozenset({Result.BOUNCES}),
    "disbands": frozenset({Result.DISBANDS}),
    "holds": frozenset({Result.SUCCEEDS}),
    "fails": frozenset(
        {Result.FAILS, Result.BOUNCES, Result.NO_CONVOY, Result.DISRUPTED, Result.PARADOX}
        | {Result.BLOCKED}
    ),
}
"""The words of case files for what became of an order: the results that pass for each."""


def differences(trial: Trial) -> list[str]:
    """Everything in which a case comes out otherwise than expected; empty when it passes.

    Orders that the source words in its own way are run a second time as it words them.
    """
    variant = variant_of(trial)
    rule_set = RuleSet.preset(trial.case.rules).with_settings(*trial.settings)
    found: list[str] = []
    for number, steps in enumerate(trial.scenarios, start=1):
        where = f"scenario {number}: " if len(trial.scenarios) > 1 else ""
        for as_written in (False, True) if any(s.as_written for s in steps) else (False,):
            how = "as written: " if as_written else ""
            found += [
                f"{where}{how}{difference}"
                for difference in _play(variant, rule_set, steps, as_written, trial.only_positions)
            ]
    return found


def variant_of(trial: Trial) -> Variant:
    """The variant that a case is played on."""
    return _variant(trial.case.variant)


@cache
def _variant(name: str) -> Variant:
    return load_variant(CASES / name if "/" in name else name)


def position_of(board: Board, step: Step) -> Position:
    """The position a step starts from where none went before it."""
    units = step.units if step.units is not None else _ordered(board, step)
    return Position(step.phase, _units(board, units), _owners(board, step))


def orders_of(board: Board, step: Step) -> dict[str, tuple[Order, ...]]:
    """The orders of a step by the keys of the powers."""
    return {
        _power(board, power): tuple(
            read.order
            for read in scan(
                "\n".join(line.order for line in lines), board, step.phase.letter
            ).orders
        )
        for power, lines in step.orders.items()
    }


def _play(
    variant: Variant,
    rule_set: RuleSet,
    steps: tuple[Step, ...],
    as_written: bool,
    only_positions: bool,
) -> Iterator[str]:
    board = variant.board
    settled: PhaseResult | None = None
    owners: Mapping[str, str] = {}
    for step in steps:
        wins = None if step.winner is None else variant.victory_centers
        owners = _owners(board, step) or owners
        if settled is None or step.units is not None:
            position = replace(position_of(board, step), owners=owners)
        elif settled.position.phase == step.phase and not settled.position.dislodged:
            position = replace(settled.position, owners=owners)
        else:
            before = settled.position
            position = Position(
                step.phase, settled.units, owners, settled.dislodged, settled.contested
            )
            position = replace(position, cores=before.cores, half_cores=before.half_cores)
        if step.cores is not None or step.half_cores:
            cores = None if step.cores is None else _by_place(board, step.cores)
            half_cores = _by_place(board, step.half_cores)
            position = replace(position, cores=cores, half_cores=half_cores)
        if faults := position.faults(board):
            yield f"the position is impossible: {'; '.join(map(str, faults))}"
            return
        orders: dict[str, tuple[Order, ...]] = {}
        for power, lines in step.orders.items():
            text = step.as_written.get(power) if as_written else None
            text = text if text is not None else "\n".join(line.order for line in lines)
            scanned = scan(text, board, step.phase.letter)
            yield from (f"{power}: {diagnostic}" for diagnostic in scanned.diagnostics)
            yield from (f"{power}: taken for press: {press.text}" for press in scanned.press)
            orders[_power(board, power)] = tuple(read.order for read in scanned.orders)
        settled = resolve(board, position, orders, rule_set, variant.calendar, wins)
        if step.winner is not None:
            winner = step.winner and _power(board, step.winner)
            yield from _differ("winner", [winner], [settled.winner or ""])
        after = settled.position
        for what, expected, found in (
            ("owned", step.owned, after.owners),
            ("cored", step.cored, after.cores or {}),
            ("half cored", step.half_cored, after.half_cores),
        ):
            if expected is not None:
                yield from _differ(what, _by_place(board, expected).items(), found.items())
        prefix = f"{step.phase}: " if len(steps) > 1 else ""
        for difference in _compare(board, rule_set, step, position, settled, only_positions):
            yield prefix + difference


def _by_place(board: Board, places: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    return {place: _power(board, power) for power, of in places.items() for place in of}


def _ordered(board: Board, step: Step) -> Mapping[str, tuple[str, ...]]:
    """The units the orders name; those of gatekeepers are not on the board."""
    gates = {gateway.province for gateway in board.gateways}
    ordered = step.units_ordered()
    return {
        power: tuple(u for u in ordered[power] if u.split()[-1] not in gates) for power in ordered
    }


def _compare(
    board: Board,
    rule_set: RuleSet,
    step: Step,
    position: Position,
    settled: PhaseResult,
    only_positions: bool,
) -> Iterator[str]:
    if step.after is not None:
        yield from _differ("after", _owned(_units(board, step.after)), _owned(settled.units))
    if step.phase.kind is PhaseKind.MOVEMENT:
        yield from _compare_dislodged(step, settled)
    if only_positions:
        return
    if step.phase.kind is PhaseKind.ADJUSTMENT:
        yield from _compare_adjustment(board, rule_set, step, position, settled)
    else:
        yield from _compare_results(board, step, settled)


def _compare_dislodged(step: Step, settled: PhaseResult) -> Iterator[str]:
    got = {str(d.unit): d.came_from for d in settled.dislodged}
    yield from _differ("dislodged", _froms(step.dislodged), _froms(got))
    by_outcome = {str(o.unit) for o in settled.outcomes if o.dislodged_by}
    yield from _differ("dislodged by the outcomes", set(got), by_outcome)
    options = {str(d.unit): set(d.options) for d in settled.dislodged}
    for unit, expected in step.retreat_options.items():
        offered = options.get(unit, set())
        if "all" in expected:
            yield from _differ(f"retreats of {unit}", expected["all"], offered)
        if missing := set(expected.get("may", ())) - offered:
            yield f"{unit} may retreat to {_list(missing)}, but that is not offered"
        if wrong := set(expected.get("may_not", ())) & offered:
            yield f"{unit} may not retreat to {_list(wrong)}, but that is offered"


def _compare_results(board: Board, step: Step, settled: PhaseResult) -> Iterator[str]:
    outcomes = _Outcomes(board, settled.outcomes)
    expected = [
        (power, line.order, line.unit, line.results)
        for power, lines in step.orders.items()
        for line in lines
    ]
    expected += [("", unit, unit, results) for unit, results in step.results.items()]
    as_first_expected: set[str] = set()
    for power, order, unit, results in expected:
        province = unit.split()[-1].partition("/")[0]
        if results == ("refused",):
            refused = {
                r.order.unit.location.partition("/")[0]
                for r in settled.unused
                if r.power == _power(board, power)
            }
            if province not in refused:
                yield f"{order} ({power}): expected refused, but it was used"
            continue
        outcome = outcomes.take(province, _power(board, power) if power else "")
        if outcome is None:
            yield f"{order}: expected {' or '.join(results)}, but there is no outcome for {unit}"
            continue
        if results and not any(_is(outcome, word) for word in results):
            yield f"{order}: expected {' or '.join(results)}, got {_told(outcome)}"
        if not results or _is(outcome, results[0]):
            as_first_expected.add(province)
    for unit, text in step.treated_as.items():
        province = unit.split()[-1].partition("/")[0]
        if province in as_first_expected:
            order = scan_order(text, board, step.phase.letter)
            outcome = outcomes.last[province]
            if _bare(order) != _bare(outcome.treated_as):
                yield f"{unit}: expected to be treated as {text}, got {_told(outcome)}"
    if step.disbanded is not None:
        gone = {str(o.unit) for o in settled.outcomes if o.result is not Result.SUCCEEDS}
        yield from _differ("disbanded", step.disbanded, gone)


class _Outcomes:
    """The outcomes by province: one each, except that several stand on a high sea, where the
    units of a power take its orders in turn."""

    def __init__(self, board: Board, outcomes: Iterable[Outcome]) -> None:
        self._high_seas = board.high_seas
        self._left: dict[tuple[str, str], list[Outcome]] = {}
        self.last: dict[str, Outcome] = {}
        for outcome in outcomes:
            province = board.province_of[outcome.unit.location]
            self.last[province] = outcome
            self._left.setdefault((province, outcome.unit.power), []).append(outcome)

    def take(self, province: str, power: str) -> Outcome | None:
        if province not in self._high_seas:
            return self.last.get(province)
        left = self._left.get((province, power))
        return left.pop(0) if left else None


def _compare_adjustment(
    board: Board, rule_set: RuleSet, step: Step, position: Position, settled: PhaseResult
) -> Iterator[str]:
    for power, due in step.adjustment.items():
        key = _power(board, power)
        if (count := builds_due(board, position, key, rule_set)) != due:
            yield f"{power}: expected {due:+d} due, got {count:+d}"
    for power, lines in step.orders.items():
        key = _power(board, power)
        ordered = [o for o in settled.outcomes if o.order is not None and o.unit.power == key]
        if len(ordered) != len(lines):
            yield f"{power}: {len(lines)} orders, but {len(ordered)} outcomes"
        for line, outcome in zip(lines, ordered, strict=False):
            if line.results and not any(_is(outcome, word) for word in line.results):
                yield f"{line.order}: expected {' or '.join(line.results)}, got {_told(outcome)}"
            if text := step.treated_as.get(line.unit):
                order = scan_order(text, board, step.phase.letter)
                if _bare(order) != _bare(outcome.treated_as):
                    yield f"{line.order}: expected to be treated as {text}, got {_told(outcome)}"
    removed = _owned(
        o.unit for o in settled.outcomes if o.order is None and isinstance(o.treated_as, Remove)
    )
    yield from _differ("civil disorder", _owned(_units(board, step.civil_disorder)), removed)
    places = {str(unit): board.province_of[unit.location] for unit in position.units}
    for unit, distance in step.distances.items():
        got = _steps(board, places[unit], frozenset(position.owners))
        if got != distance:
            yield f"{unit}: expected {distance} steps from a centre, got {got}"


def _steps(board: Board, start: str, goals: frozenset[str]) -> int | None:
    """Steps to the nearest of the goals, over land and water alike (DATC 4.D.8)."""
    edge, seen, steps = {start}, {start}, 0
    while edge and not edge & goals:
        provinces = board.province_of
        edge = {provinces[p.target] for p in board.paths if provinces[p.source] in edge} - seen
        seen |= edge
        steps += 1
    return steps if edge else None


def _is(outcome: Outcome, word: str) -> bool:
    if word == "holds" and not isinstance(outcome.treated_as, Hold):
        return False
    return outcome.result in _WORDS[word]


def _told(outcome: Outcome) -> str:
    reason = f" ({outcome.reason})" if outcome.reason else ""
    return f"{outcome.result.value}{reason}, treated as {_bare(outcome.treated_as)}"


def _bare(order: Order | Diagnostic) -> str:
    """An order without what two ways of writing it may differ in: powers, routes, ``VIA``."""
    if isinstance(order, Diagnostic):
        return str(order)
    parts = [type(order).__name__]
    for field in fields(order):
        value = getattr(order, field.name)
        if isinstance(value, UnitRef):
            parts.append(f"{value.kind} {value.location}")
        elif isinstance(value, str):
            parts.append(f"to {value}")
    return " ".join(parts)


def _differ(what: str, expected: Iterable[Any], got: Iterable[Any]) -> Iterator[str]:
    expected = list(expected)
    missing, surplus = Counter(expected), Counter(got)
    missing, surplus = missing - surplus, surplus - missing
    if missing or surplus:
        wanting = f"; missing: {_list(missing.elements())}" if missing else ""
        beyond = f"; not expected: {_list(surplus.elements())}" if surplus else ""
        yield f"{what}: expected {_list(expected)}{wanting}{beyond}"


def _list(things: Iterable[Any]) -> str:
    return ", ".join(sorted(map(str, things))) or "none"


def _owned(units: Iterable[Unit]) -> list[str]:
    return [f"{unit.power} {unit}" for unit in units]


def _froms(dislodged: Mapping[str, str | None]) -> set[str]:
    return {f"{unit} from {came_from}" for unit, came_from in dislodged.items()}


def _owners(board: Board, step: Step) -> Mapping[str, str]:
    return {
        center: _power(board, power)
        for power, centers in step.centers.items()
        for center in centers
    }


def _units(board: Board, units: Mapping[str, tuple[str, ...]]) -> tuple[Unit, ...]:
    return tuple(
        Unit(_power(board, power), *text.split())
        for power, texts in units.items()
        for text in texts
    )


@cache
def _power(board: Board, name: str) -> str:
    (key,) = board.power_names.find(name)
    return key
