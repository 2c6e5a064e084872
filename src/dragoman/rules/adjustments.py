"""The adjustment phase: builds, removals and civil disorder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.board import Board, Unit
from dragoman.orders import Build, Disband, Named, Order, Remove, Waive
from dragoman.rules.distance import FAR, distances_any_way, distances_of_kind
from dragoman.rules.outcome import Outcome, Result
from dragoman.rules.position import Position
from dragoman.rules.reasons import (
    BUILT_TWICE,
    CANNOT_STAND,
    CIVIL_DISORDER,
    COAST_NEEDED,
    JUDGE_BUILDS,
    KIND_MISSING,
    KIND_WRONG,
    MUST_BUILD,
    NO_SUCH_UNIT,
    NOT_DUE,
    NOT_HOME,
    NOT_OWNED,
    NOT_YOURS,
    OCCUPIED,
    ODD_COAST,
    OK,
    REASONS,
    REMOVED_TWICE,
    WRONG_PHASE,
)
from dragoman.rules.settled import Orders, Refused, Settled
from dragoman.rules.switches import RuleSet


def adjust(board: Board, position: Position, orders: Orders, rule_set: RuleSet) -> Settled:
    """Carry out an adjustment phase.

    One outcome per order given, in the order given, power by power; then one for each unit
    that civil disorder removes (``order`` is None). The unit of a waived build has neither
    kind nor location. Orders for a power without a side on the board are refused.
    """
    refused = tuple(
        Refused(power, order, REASONS[NOT_YOURS].code)
        for power, list_ in orders.items()
        if power not in board.powers
        for order in list_
    )
    outcomes: list[Outcome] = []
    for power in board.powers:
        due = builds_due(position, power)
        given = [Remove(o.unit) if isinstance(o, Disband) else o for o in orders.get(power, ())]
        if due >= 0:
            outcomes += _build(board, position, power, due, given, rule_set)
        else:
            outcomes += _remove(board, position, power, -due, given, rule_set)
    gone = {o.unit for o in outcomes if _done(o, Remove)}
    built = [o.unit for o in outcomes if _done(o, Build)]
    units = (*(u for u in position.units if u not in gone), *built)
    return Settled(tuple(outcomes), refused, units)


def builds_due(position: Position, power: str) -> int:
    """How many units the power may build; below zero: how many it must remove."""
    return len(position.centers_of(power)) - len(position.units_of(power))


def build_sites(board: Board, position: Position, power: str) -> tuple[str, ...]:
    """The locations where the power may build: of its home centres that it owns and that
    stand empty, those where some kind of unit can be."""
    taken = {board.province_of[unit.location] for unit in position.units}
    return tuple(
        location
        for center in board.homes.get(power, ())
        if position.owners.get(center) == power and center not in taken
        for location in board.provinces[center].locations
        if any(location in places for places in board.stands.values())
    )


def _done(outcome: Outcome, kind: type[Build] | type[Remove]) -> bool:
    return outcome.result is Result.SUCCEEDS and isinstance(outcome.treated_as, kind)


@dataclass(slots=True)
class _Tried:
    """One order of an adjustment phase on its way to an outcome."""

    order: Order
    unit: Unit
    treated_as: Order
    reason: int
    excess: bool = False

    def outcome(self) -> Outcome:
        result = Result.SUCCEEDS
        if self.reason != OK:
            result = Result.EXCESS if self.excess else Result.ILLEGAL
        return Outcome(self.unit, self.order, self.treated_as, result, REASONS[self.reason].code)


def _build(
    board: Board,
    position: Position,
    power: str,
    due: int,
    given: Sequence[Order],
    rule_set: RuleSet,
) -> list[Outcome]:
    tried = [_try_build(board, position, power, order, rule_set) for order in given]
    by_place: dict[str, list[_Tried]] = {}
    for build in tried:
        if build.reason == OK and isinstance(build.treated_as, Build):
            by_place.setdefault(board.province_of[build.unit.location], []).append(build)
    for rivals in by_place.values():
        _keep(rivals, 1, rule_set.two_builds, BUILT_TWICE, excess=False)
    if rule_set.waive_builds == "no":
        for build in tried:
            if isinstance(build.treated_as, Waive):
                build.reason = MUST_BUILD
    legal = [build for build in tried if build.reason == OK]
    _keep(legal, due, rule_set.excess_builds, NOT_DUE, excess=True)
    outcomes = [build.outcome() for build in tried]
    if rule_set.waive_builds == "no":
        made = [o.unit for o in outcomes if _done(o, Build)]
        outcomes += _judge_builds(board, position, power, due - len(made), made)
    return outcomes


def _keep(rivals: list[_Tried], number: int, which: str, reason: int, *, excess: bool) -> None:
    """Refuse all but ``number`` of the rivals: the first, the last, or every one of them."""
    surplus = len(rivals) - number
    if surplus <= 0:
        return
    kept = {"first": rivals[:number], "last": rivals[surplus:]}.get(which, [])
    for rival in rivals:
        if not any(rival is k for k in kept):
            rival.reason = reason
            rival.excess = excess


def _judge_builds(
    board: Board, position: Position, power: str, missing: int, made: Sequence[Unit]
) -> list[Outcome]:
    """What a power that must build left out (DATC 4.D.7 b): armies, by name of the centre."""
    taken = {board.province_of[unit.location] for unit in made}
    free = sorted(
        {board.province_of[site] for site in build_sites(board, position, power)} - taken,
        key=lambda key: board.provinces[key].name,
    )
    found: list[Outcome] = []
    for key in free[: max(missing, 0)]:
        kind = next((k for k in board.kinds if key in board.stands[k]), None)
        if kind is not None:
            unit = Unit(power, kind, key)
            build = Build(Named(key, kind))
            found.append(Outcome(unit, None, build, Result.SUCCEEDS, REASONS[JUDGE_BUILDS].code))
    return found


def _try_build(
    board: Board, position: Position, power: str, order: Order, rule_set: RuleSet
) -> _Tried:
    if isinstance(order, Waive):
        return _Tried(order, Unit(power, "", ""), order, OK)
    if isinstance(order, Remove):
        unit = Unit(power, order.unit.kind or "", order.unit.location)
        return _Tried(order, unit, order, NOT_DUE, excess=True)
    if not isinstance(order, Build):
        unit = Unit(power, order.unit.kind or "", order.unit.location)
        return _Tried(order, unit, order, WRONG_PHASE)
    location, kind = order.unit.location, order.unit.kind
    key = location.partition("/")[0]
    province = board.provinces[key]
    reason = OK
    if location not in board.province_of:
        location = key
        if rule_set.coast_superfluous == "fails":
            reason = ODD_COAST
    if kind is None:
        kind, reason = _implied_kind(board, location, rule_set)
    fleet_inland = not any(place in board.stands[kind] for place in province.locations)
    if fleet_inland and rule_set.build_fleet_inland == "army":
        kind = next((k for k in board.kinds if key in board.stands[k]), kind)
    if location not in board.stands[kind] and location != key and key in board.stands[kind]:
        location = key
        if rule_set.coast_superfluous == "fails":
            reason = ODD_COAST
    if reason == OK:
        reason = _fault_in_site(board, position, power, kind, location)
    unit = Unit(power, kind, location)
    return _Tried(order, unit, Build(Named(location, kind)), reason)


def _implied_kind(board: Board, location: str, rule_set: RuleSet) -> tuple[str, int]:
    """What to build where the order does not say (DATC 4.C.3)."""
    key = location.partition("/")[0]
    on_land = next((k for k in board.kinds if key in board.stands[k]), next(iter(board.kinds)))
    by_sea = next((k for k, places in board.stands.items() if location in places), on_land)
    rule = rule_set.build_kind_missing
    if rule == "by-coast" and location != key:
        return by_sea, OK
    if rule == "fails" or board.is_coastal(key):
        return on_land, KIND_MISSING
    return on_land, OK


def _fault_in_site(board: Board, position: Position, power: str, kind: str, location: str) -> int:
    key = board.province_of[location]
    province = board.provinces[key]
    if position.owners.get(key) != power:
        return NOT_OWNED
    if province.home != power:
        return NOT_HOME
    if any(board.province_of[unit.location] == key for unit in position.units):
        return OCCUPIED
    if location not in board.stands[kind]:
        on_coast = any(place in board.stands[kind] for place in province.locations)
        return COAST_NEEDED if on_coast and location == key else CANNOT_STAND
    return OK


def _remove(
    board: Board,
    position: Position,
    power: str,
    due: int,
    given: Sequence[Order],
    rule_set: RuleSet,
) -> list[Outcome]:
    tried: list[_Tried] = []
    named: set[Unit] = set()
    for order in given:
        attempt = _try_removal(board, position, power, order, rule_set)
        if attempt.reason == OK and attempt.unit in named:
            attempt.reason = REMOVED_TWICE
        named.add(attempt.unit)
        tried.append(attempt)
    legal = [attempt for attempt in tried if attempt.reason == OK]
    _keep(legal, due, rule_set.excess_removals, NOT_DUE, excess=True)
    outcomes = [attempt.outcome() for attempt in tried]
    gone = {o.unit for o in outcomes if _done(o, Remove)}
    left = [unit for unit in position.units_of(power) if unit not in gone]
    for unit in disorder_order(board, position, left, power, rule_set)[: due - len(gone)]:
        removal = Remove(Named(unit.location, unit.kind))
        outcomes.append(Outcome(unit, None, removal, Result.SUCCEEDS, REASONS[CIVIL_DISORDER].code))
    return outcomes


def _try_removal(
    board: Board, position: Position, power: str, order: Order, rule_set: RuleSet
) -> _Tried:
    if isinstance(order, Waive):
        return _Tried(order, Unit(power, "", ""), order, NOT_DUE, excess=True)
    written = Unit(power, order.unit.kind or "", order.unit.location)
    if isinstance(order, Build):
        return _Tried(order, written, order, NOT_DUE, excess=True)
    if not isinstance(order, Remove):
        return _Tried(order, written, order, WRONG_PHASE)
    key = order.unit.location.partition("/")[0]
    unit = next((u for u in position.units if board.province_of[u.location] == key), None)
    if unit is None:
        return _Tried(order, written, order, NO_SUCH_UNIT)
    if unit.power != power:
        return _Tried(order, written, order, NOT_YOURS)
    treated = Remove(Named(unit.location, unit.kind))
    if order.unit.kind is None and rule_set.kind_missing == "invalid":
        return _Tried(order, unit, order, KIND_MISSING)
    if order.unit.kind not in (None, unit.kind) and rule_set.kind_wrong == "invalid":
        return _Tried(order, unit, order, KIND_WRONG)
    return _Tried(order, unit, treated, OK)


def disorder_order(
    board: Board, position: Position, units: Sequence[Unit], power: str, rule_set: RuleSet
) -> list[Unit]:
    """The units in the order in which civil disorder removes them (DATC 4.D.8).

    The farthest first; among equals fleets before armies, then by name of the province.
    """
    rule = rule_set.disorder_removal
    centers = position.centers_of(power) if rule == "2023" else board.homes.get(power, ())

    def distance(unit: Unit) -> int:
        if rule == "common" and board.kinds[unit.kind].can_convoy:
            steps = distances_of_kind(board, unit.kind).get(unit.location, {})
        else:
            steps = distances_any_way(board)[board.province_of[unit.location]]
        return min((steps.get(center, FAR) for center in centers), default=FAR)

    def rank(unit: Unit) -> tuple[int, bool, str]:
        name = board.provinces[board.province_of[unit.location]].name
        return -distance(unit), not board.kinds[unit.kind].can_convoy, name

    return sorted(units, key=rank)
