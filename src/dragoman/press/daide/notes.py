"""The answers of a server to an order: whether it can be, and if not why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dragoman.board import ARMY, FLEET, Board, Unit, province_of
from dragoman.game import Variant
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Move,
    Order,
    Remove,
    Retreat,
    UnitRef,
    Waive,
    unit_of,
)
from dragoman.press.daide.order_patterns import NamedOrder, WaivedBuild
from dragoman.rules import PhaseKind, Position, Result, RuleSet, builds_due, resolve
from dragoman.values import FrozenMap

MAY_BE: Final = "MBV"
"""The note of an order that can be: it might be valid."""

NOTES_FOR: Mapping[str, str] = FrozenMap(
    {
        "no-such-unit": "NSU",
        "kind-wrong": "NSU",
        "wrong-coast-of-unit": "NSU",
        "superfluous-coast": "NSU",
        "not-your-unit": "NYU",
        "no-path": "FAR",
        "same-place": "FAR",
        "no-convoy-route": "FAR",
        "no-passage": "FAR",
        "route-no-path": "FAR",
        "coast-needed": "CST",
        "coast-missing": "CST",
        "coast-unreachable": "CST",
        "supports-itself": "FAR",
        "no-unit-to-help": "NSU",
        "power-missing": "NSU",
        "power-wrong": "NSU",
        "support-out-of-reach": "FAR",
        "supported-cannot-move": "FAR",
        "support-needs-coast": "CST",
        "cannot-convoy": "NAS",
        "cannot-be-convoyed": "NSA",
        "on-no-route": "FAR",
        "wrong-phase": "NRS",
        "cannot-retreat-there": "NVR",
        "no-home-centre": "HSC",
        "not-owned": "YSC",
        "occupied": "ESC",
        "built-twice": "ESC",
        "cannot-stand-there": "CST",
        "not-built-there": "CST",
        "removed-twice": "NSU",
    }
)
"""The notes of DAIDE for our reasons why an order cannot be carried out."""

_ORDERS_OF: Final = {
    PhaseKind.RETREAT: (Retreat, Disband),
    PhaseKind.ADJUSTMENT: (Build, Remove, Waive),
}
_IMPOSSIBLE: Final = (Result.ILLEGAL, Result.FAILS, Result.EXCESS)


def note_on(
    order: NamedOrder,
    power: str,
    given: Sequence[NamedOrder],
    variant: Variant,
    position: Position,
    rule_set: RuleSet,
) -> str:
    """The note on an order of a power, which has ``given`` others in this phase.

    What the rules say decides; units and coasts have to be named exactly, as DAIDE corrects
    nothing.
    """
    kind = position.phase.kind
    if isinstance(order, WaivedBuild):
        plain: Order = Waive()
        owner = order.power
    else:
        plain, owner = order, _named(order).power
    if _is_of_movement(plain) != (kind is PhaseKind.MOVEMENT) or (
        kind is not PhaseKind.MOVEMENT and not isinstance(plain, _ORDERS_OF[kind])
    ):
        return "NRS"
    if owner != power and isinstance(plain, Build | Waive):
        return "NYU"
    if not isinstance(plain, Build | Waive) and (wrong := _wrong_unit(plain, power, position)):
        return wrong
    board = variant.board
    if isinstance(plain, Move | Retreat) and _lacks_coast(plain, board):
        return "CST"
    if isinstance(plain, Move) and not plain.route and not _is_near(plain, board):
        return "FAR"
    if isinstance(plain, Move) and any(not _is_fleet(sea, position) for sea in plain.route):
        return "NSF"
    if isinstance(plain, Convoy):
        if _named(plain).kind != FLEET.letter:
            return "NSF"
        if not board.provinces[province_of(_named(plain).location)].terrain.is_water:
            return "NAS"
        if not _is_army(plain.convoyed, position):
            return "NSA"
    if isinstance(plain, Build):
        place = province_of(plain.unit.location)
        if place not in board.centers:
            return "NSC"
    if isinstance(plain, Waive):
        return _note_on_waiver(power, given, variant, position, rule_set)
    others = [] if kind is PhaseKind.MOVEMENT else [_plain(one) for one in given if one != order]
    return _note_of_rules(plain, power, others, variant, position, rule_set)


def _named(order: Order) -> UnitRef:
    return unit_of(order) or UnitRef("")


def _plain(order: NamedOrder) -> Order:
    return Waive() if isinstance(order, WaivedBuild) else order


def _is_of_movement(order: Order) -> bool:
    return not any(isinstance(order, kinds) for kinds in _ORDERS_OF.values())


def _lacks_coast(order: Move | Retreat, board: Board) -> bool:
    """True if a fleet goes to a province with several coasts, and to none of them."""
    province = board.provinces.get(order.target)
    return order.unit.kind == FLEET.letter and province is not None and bool(province.coasts)


def _is_near(order: Move, board: Board) -> bool:
    """True if the unit has a path to where it goes: DAIDE names the seas of a convoy."""
    return order.target in board.reach(order.unit.kind or "", order.unit.location)


def _is_army(named: UnitRef, position: Position) -> bool:
    unit = position.by_province.get(province_of(named.location))
    return unit is not None and (unit.power, unit.kind) == (named.power, ARMY.letter)


def _is_fleet(sea: str, position: Position) -> bool:
    unit = position.by_province.get(province_of(sea))
    return unit is not None and unit.kind == FLEET.letter


def _wrong_unit(order: Order, power: str, position: Position) -> str:
    """The note where the unit ordered is not there, is another's or need not retreat."""
    named = _named(order)
    wanted = Unit(named.power or power, named.kind or "", named.location)
    waiting = [dislodged.unit for dislodged in position.dislodged]
    retreats = position.phase.kind is PhaseKind.RETREAT
    if wanted in (waiting if retreats else position.units):
        return "" if wanted.power == power else "NYU"
    return "NRN" if retreats and wanted in position.units else "NSU"


def _note_on_waiver(
    power: str,
    given: Sequence[NamedOrder],
    variant: Variant,
    position: Position,
    rule_set: RuleSet,
) -> str:
    due = builds_due(variant.board, position, power, rule_set)
    used = sum(isinstance(one, Build | WaivedBuild) for one in given)
    return MAY_BE if used < due else "NMB"


def _note_of_rules(
    order: Order,
    power: str,
    others: Sequence[Order],
    variant: Variant,
    position: Position,
    rule_set: RuleSet,
) -> str:
    found = resolve(variant.board, position, {power: [*others, order]}, rule_set, variant.calendar)
    reasons = [
        outcome.reason
        for outcome in found.outcomes
        if outcome.order == order and outcome.result in _IMPOSSIBLE
    ]
    reasons += [unused.reason for unused in found.unused if unused.order == order]
    if not reasons:
        return MAY_BE
    if reasons[0] == "not-due":
        return "NMR" if isinstance(order, Remove) else "NMB"
    return NOTES_FOR.get(reasons[0], "FAR")
