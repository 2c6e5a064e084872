"""The units and orders in DAIDE's messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from dragoman.board import Unit
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
)
from dragoman.press.daide.patterns import LOCATION, POWER, PROVINCE, SEA, word_at
from dragoman.press.daide.vocabulary import KINDS, DaideVocabulary, kind_word
from dragoman.press.grammar import OPEN, Pattern, Reader, Tokens, Unsayable, bracketed, many
from dragoman.quick_dataclass import dataclass
from dragoman.reports.statements.statement import Part, PowerKey, Statement, WrittenOrder
from dragoman.rules import Dislodged
from dragoman.values import short_repr

ANY_KIND: Final = "UNT"
"""Stands for army and fleet alike."""


@dataclass(frozen=True, slots=True)
class WaivedBuild:
    """A build given up, with whose it is."""

    power: str

    __repr__ = short_repr


NamedOrder: TypeAlias = "Order | WaivedBuild"
"""An order in which every unit has its kind and its power."""


# Units.


def _unit_pattern(any_kind: bool, made: Callable[[str, str | None, str], Any]) -> Pattern:
    """``power kind location``, without brackets. The order of the arguments of ``made`` is that of
    the message."""

    def read(reader: Reader) -> Any:
        power = POWER.read(reader)
        kind: str | None = None
        if not any_kind or reader.ahead() != ANY_KIND:
            kind = KINDS.get(word_at(reader))
            if kind is None:
                reader.fail("AMY or FLT")
        reader.at += 1
        return made(power, kind, LOCATION.read(reader))

    def write(words: DaideVocabulary, unit: Any) -> Tokens:
        if unit.power is None or (unit.kind is None and not any_kind):
            raise Unsayable(f"of {unit} it is not told whose it is, or what")
        yield words.power(unit.power)
        yield ANY_KIND if unit.kind is None else kind_word(unit.kind)
        yield from LOCATION.write(words, unit.location)

    return Pattern(read, write, POWER.begins, _unit_part)


def _unit_part(unit: Any) -> Part:
    return Statement(
        "press.unit",
        {"power": PowerKey(unit.power or ""), "unit": Unit("", unit.kind or "", unit.location)},
    )


def _unit_ref(power: str, kind: str | None, location: str) -> UnitRef:
    return UnitRef(location, kind, power)


UNIT_NAMED = _unit_pattern(any_kind=False, made=_unit_ref)
"""A unit as orders name it."""
UNIT_OF_ANY_KIND = _unit_pattern(any_kind=True, made=_unit_ref)
"""A unit of which the kind may not matter."""
UNIT = _unit_pattern(any_kind=False, made=lambda power, kind, at: Unit(power, kind or "", at))
"""A unit on the board."""

_OPTIONS = bracketed(many(LOCATION))


def _read_standing(reader: Reader) -> Unit | Dislodged:
    unit = UNIT.read(reader)
    if reader.ahead() != "MRT":
        return unit
    reader.at += 1
    return Dislodged(unit, _OPTIONS.read(reader))


def _write_standing(words: DaideVocabulary, unit: Unit | Dislodged) -> Tokens:
    if isinstance(unit, Unit):
        yield from UNIT.write(words, unit)
    else:
        yield from UNIT.write(words, unit.unit)
        yield "MRT"
        yield from _OPTIONS.write(words, unit.options)


STANDING = Pattern(
    _read_standing,
    _write_standing,
    UNIT.begins,
    lambda unit: _unit_part(unit if isinstance(unit, Unit) else unit.unit),
)
"""A unit on the board, or one that must retreat."""


# Orders.

_UNIT = bracketed(UNIT_NAMED)
_SEAS = bracketed(many(SEA, 1))
_VERBS: Final = frozenset(["HLD", "MTO", "SUP", "CVY", "CTO", "RTO", "DSB", "BLD", "REM"])


def _read_order(reader: Reader) -> NamedOrder:
    if reader.ahead() != OPEN:
        power = POWER.read(reader)
        reader.need("WVE")
        return WaivedBuild(power)
    unit = _UNIT.read(reader)
    verb = word_at(reader)
    if verb not in _VERBS:
        reader.fail("what the unit does")
    reader.at += 1
    match verb:
        case "HLD":
            return Hold(unit)
        case "MTO":
            return Move(unit, LOCATION.read(reader))
        case "SUP":
            helped = _UNIT.read(reader)
            if reader.ahead() != "MTO":
                return Support(unit, helped)
            reader.at += 1
            return Support(unit, helped, PROVINCE.read(reader))
        case "CVY":
            helped = _UNIT.read(reader)
            reader.need("CTO")
            return Convoy(unit, helped, PROVINCE.read(reader))
        case "CTO":
            target = PROVINCE.read(reader)
            reader.need("VIA")
            return Move(unit, target, via_convoy=True, route=_SEAS.read(reader))
        case "RTO":
            return Retreat(unit, LOCATION.read(reader))
        case "DSB":
            return Disband(unit)
        case "BLD":
            return Build(unit)
        case _:
            return Remove(unit)


def _write_order(words: DaideVocabulary, order: NamedOrder) -> Tokens:
    match order:
        case WaivedBuild(power):
            yield from (words.power(power), "WVE")
            return
        case Hold(unit):
            verb, rest = "HLD", ()
        case Move(unit, target, _, route) if route:
            seas = _SEAS.write(words, route)
            verb, rest = "CTO", (words.province(_province(target)), "VIA", *seas)
        case Move(unit, target):
            verb, rest = "MTO", LOCATION.write(words, target)
        case Support(unit, helped, None):
            verb, rest = "SUP", _UNIT.write(words, helped)
        case Support(unit, helped, str(target)):
            at = words.province(_province(target))
            verb, rest = "SUP", (*_UNIT.write(words, helped), "MTO", at)
        case Convoy(unit, helped, target):
            at = words.province(_province(target))
            verb, rest = "CVY", (*_UNIT.write(words, helped), "CTO", at)
        case Retreat(unit, target):
            verb, rest = "RTO", LOCATION.write(words, target)
        case Disband(unit):
            verb, rest = "DSB", ()
        case Build(unit):
            verb, rest = "BLD", ()
        case Remove(unit):
            verb, rest = "REM", ()
        case _:
            raise Unsayable(f"DAIDE has no order such as {order}")
    yield from _UNIT.write(words, unit)
    yield verb
    yield from rest


def _province(location: str) -> str:
    return location.partition("/")[0]


def order_part(order: NamedOrder) -> Part:
    """An order with whose it is, to be told."""
    if isinstance(order, WaivedBuild):
        power, told = order.power, WrittenOrder(Waive())
    else:
        unit = getattr(order, "unit", None)
        power, told = (unit.power or "" if isinstance(unit, UnitRef) else ""), WrittenOrder(order)
    return Statement("press.ordered", {"power": PowerKey(power), "order": told})


ORDER = Pattern(
    _read_order,
    _write_order,
    lambda reader, further: reader.ahead(further) == OPEN or POWER.begins(reader, further),
    order_part,
)
