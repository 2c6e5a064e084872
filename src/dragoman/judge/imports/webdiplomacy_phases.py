"""Phases of webDiplomacy's games, as its answers tell them, with what its numbers stand for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, cast

from dragoman.board import Unit, province_of
from dragoman.diagnostics import Diagnostic
from dragoman.formats.records.retelling import RecordedPhase
from dragoman.game import FormatError, JsonObject, Variant
from dragoman.judge.imports.running_game import not_taken
from dragoman.orders import Order, scan_order
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Dislodged, Phase, Position

_KINDS: Final[Mapping[str, str]] = {"Diplomacy": "M", "Retreats": "R", "Builds": "A"}
_UNITS: Final[Mapping[str, str]] = {"Army": "A", "Fleet": "F"}
_COAST: Final = re.compile(r"(?P<place>.*\S)\s*\((?P<side>north|south|east|west) coast\)", re.I)


@dataclass(frozen=True, slots=True)
class SiteNumbers:
    """A variant with what the site's numbers stand for."""

    variant: Variant
    territories: Mapping[int, str]
    countries: Mapping[int, str]

    def power(self, number: int) -> str:
        if number not in self.countries:
            raise FormatError(Diagnostic("wrong-field", f"no country has the number {number}"))
        return self.countries[number]

    def place(self, number: int) -> str:
        """The location of a number."""
        if number not in self.territories:
            raise FormatError(Diagnostic("wrong-field", f"no territory has the number {number}"))
        name, board = self.territories[number], self.variant.board
        met = _COAST.fullmatch(name)
        place = met["place"] if met else name
        found = board.names.find(place)
        key = next((one for one in found if one in board.provinces), None)
        if key is None:
            what = f"{place!r} is no place on the map of {self.variant.title}"
            raise FormatError(Diagnostic("unknown-province", what, "choose the variant it is of"))
        if met is None:
            return key
        coast = f"{key}/{met['side'][0].upper()}C"
        if coast in board.province_of:
            return coast
        # What the site calls the north coast of Bulgaria lies in the east.
        coasts = sorted(one for one in board.province_of if one.startswith(f"{key}/"))
        sides = {"N": ("NC", "EC"), "S": ("SC", "WC"), "E": ("EC", "NC"), "W": ("WC", "SC")}
        for side in sides[met["side"][0].upper()]:
            if f"{key}/{side}" in coasts:
                return f"{key}/{side}"
        return key

    def phase(self, turn: int, kind: str) -> Phase:
        """The phase of a turn, of which there are two a year."""
        year = self.variant.start.phase.year + turn // 2
        season = "W" if kind == "Builds" else "F" if turn % 2 else "S"
        return Phase.parse(f"{season}{year}{_KINDS[kind]}")


# Phases


def recorded_phase(
    data: JsonObject, numbers: SiteNumbers, faults: list[Diagnostic], is_needed: bool
) -> RecordedPhase:
    """A phase of the site's. A position that cannot be is told of, as the site draws those of past
    phases from orders; where it ``is_needed`` there is no game without it.

    Raises:
        FormatError: if it is no phase.
    """
    kind = data.text("phase")
    if kind not in _KINDS:
        raise data.wrong("phase", "wrong-field", f"{kind!r} is no phase that is played")
    phase = numbers.phase(number_in(data, "turn"), kind)
    if phase not in numbers.variant.calendar:
        raise data.wrong("turn", "wrong-field", f"this game has no phase {phase}")
    standing: list[Unit] = []
    waiting: list[Dislodged] = []
    for one in data.objects("units"):
        unit = _unit(one, numbers)
        if phase.kind.value == "R" and one.values.get("retreating") == "Yes":
            waiting.append(Dislodged(unit, ()))
        else:
            standing.append(unit)
    orders = _orders(data, numbers, phase, faults)
    position = Position(phase, tuple(standing), _owners(data, numbers), tuple(waiting))
    for fault in position.faults(numbers.variant.board):
        if is_needed:
            raise data.wrong("units", "impossible-position", fault.what)
        what = f"{phase}: the position of its files cannot be: {fault.what}"
        faults.append(not_taken(what, "the one that follows from the orders stands"))
        return RecordedPhase(None, orders)
    return RecordedPhase(position, orders, has_options=False)


def _unit(data: JsonObject, numbers: SiteNumbers) -> Unit:
    kind = data.text("unitType")
    if kind not in _UNITS:
        raise data.wrong("unitType", "wrong-field", f"{kind!r} is no kind of unit")
    power = numbers.power(number_in(data, "countryID"))
    location = numbers.place(number_in(data, "terrID"))
    return Unit(power, _UNITS[kind], location)


def _owners(data: JsonObject, numbers: SiteNumbers) -> dict[str, str]:
    """The owners of centres; the site owns other land, too."""
    found: dict[str, str] = {}
    board = numbers.variant.board
    for one in data.objects("centers"):
        number = number_in(one, "countryID")
        place = numbers.place(number_in(one, "terrID"))
        if number and place in board.centers:
            found[place] = numbers.power(number)
    return found


def _orders(
    data: JsonObject, numbers: SiteNumbers, phase: Phase, faults: list[Diagnostic]
) -> dict[str, tuple[Order, ...]]:
    found: dict[str, list[Order]] = {}
    units = units_by_province(data, numbers)
    for one in data.objects("orders"):
        power = numbers.power(number_in(one, "countryID"))
        if (text := order_text(one, numbers, units)) is None:
            continue
        order = scan_order(text, numbers.variant.board, phase.kind.value)
        if isinstance(order, Diagnostic):
            faults.append(not_taken(order.what).at(f"{phase}, {power}: {text}"))
        else:
            found.setdefault(power, []).append(order)
    return {power: tuple(orders) for power, orders in found.items()}


def units_by_province(data: JsonObject, numbers: SiteNumbers) -> dict[str, str]:
    """The unit in each province, as it is written; where one was dislodged that one."""
    rows = sorted(data.objects("units"), key=lambda one: one.values.get("retreating") == "Yes")
    units = (_unit(one, numbers) for one in rows)
    return {province_of(unit.location): unit.exact for unit in units}


def order_text(data: JsonObject, numbers: SiteNumbers, units: Mapping[str, str]) -> str | None:
    """An order as text; with a question mark where it is not finished, None where it is to do
    nothing that is said by other orders."""
    kind = data.text("type").capitalize()

    def place(key: str) -> str:
        value = data.values.get(key)
        number = 0 if value in (None, "", "null") else number_in(data, key)
        return numbers.place(number) if number else "?"

    def unit(key: str) -> str:
        at = place(key)
        return units.get(province_of(at), at)

    match kind:
        case "Hold":
            return f"{unit('terrID')} H"
        case "Move":
            via = " VIA" if data.values.get("viaConvoy") == "Yes" else ""
            return f"{unit('terrID')} - {place('toTerrID')}{via}"
        case "Support hold":
            return f"{unit('terrID')} S {unit('toTerrID')}"
        case "Support move":
            return f"{unit('terrID')} S {unit('fromTerrID')} - {place('toTerrID')}"
        case "Convoy":
            return f"{unit('terrID')} C {unit('fromTerrID')} - {place('toTerrID')}"
        case "Retreat":
            return f"{unit('terrID')} R {place('toTerrID')}"
        case "Disband" | "Destroy":
            at = "terrID" if place("terrID") != "?" else "toTerrID"
            return f"{unit(at)} D"
        case "Build army" | "Build fleet":
            at = "toTerrID" if place("terrID") == "?" else "terrID"
            return f"{'A' if kind == 'Build army' else 'F'} {place(at)} B"
        case "Wait":
            return "WAIVE"
        case _:
            raise data.wrong("type", "wrong-field", f"{data.text('type')!r} is no order")


# Fields, of which the site writes numbers as texts now and then


def number_in(data: JsonObject, key: str) -> int:
    return as_number(data.values.get(key), data.at(key))


def as_number(value: object, place: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,9}", value, re.ASCII):
        return int(value)
    raise FormatError(Diagnostic("wrong-field", f"{place}: this should be a whole number"))


def words_in(data: JsonObject, key: str) -> str:
    value = data.values.get(key)
    return value if isinstance(value, str) else ""


def rows_of(found: object) -> Iterator[Mapping[str, Any]]:
    """The rows of a table that the site writes as a list, or by their numbers."""
    rows = cast(Mapping[str, Any], found).values() if isinstance(found, Mapping) else found
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        return
    for row in cast(Iterable[Any], rows):
        if isinstance(row, Mapping):
            yield cast(Mapping[str, Any], row)
