"""Writing orders, in each notation in use.

Some notations have no words for some orders:

- ``dragoman`` holds every order: ``A BUD-VIE``, ``A WAL-IRI-MAO-NAF VIA``, ``A TRI R BUD``.
- ``datc``, as the DATC's conventions are printed: no named convoy routes.
- ``diplomacy``, of the package of that name: no routes, no powers, no units without a kind.
- ``njudge``: a named route is its only way to ask for a convoy, so there is no ``VIA``.
- ``dipwork``: its scanner's four orders, for units with a kind; no routes, no ``VIA``.
- those of languages, as ``english`` and ``german``, hold every order, in words and full names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from dragoman.board import GARRISON, Board, Terrain
from dragoman.errors import DragomanError, checked
from dragoman.orders.order import (
    Ally,
    Besiege,
    Borrow,
    Build,
    Convert,
    Convoy,
    Core,
    Disband,
    Expense,
    GiveChit,
    Hold,
    LiftSiege,
    Maintain,
    MoneyOrder,
    Move,
    NoExpense,
    Order,
    Pay,
    Purpose,
    Remove,
    Retreat,
    Support,
    UnitRef,
    Waive,
    place_named,
)
from dragoman.orders.vocabulary import WordList, word_list
from dragoman.quick_dataclass import dataclass
from dragoman.values import FrozenMap
from dragoman.words import LANGUAGES, facts

_OF_LANGUAGES: Final = FrozenMap({facts(one)["notation"]: one for one in LANGUAGES})
"""The notations that write orders in the words of a language."""

NOTATIONS: Final[tuple[str, ...]] = (
    "dragoman",
    "datc",
    "diplomacy",
    "njudge",
    "dipwork",
    *_OF_LANGUAGES,
)
"""Every way to write orders."""

if TYPE_CHECKING:
    Notation: TypeAlias = str
else:
    Notation = Literal[NOTATIONS]
"""A way to write orders: one of ``NOTATIONS``."""


def language_of(notation: Notation) -> str | None:
    """The language in whose words a notation writes orders; none where it has signs of its own."""
    return _OF_LANGUAGES.get(notation)


class NotationError(DragomanError):
    """An order that a notation has no words for."""


@checked
def write(
    order: Order,
    notation: Notation = "dragoman",
    board: Board | None = None,
    places: Mapping[str, str] | None = None,
    powers: Mapping[str, str] | None = None,
) -> str:
    """The order in a notation. Scanned again, for the phase it belongs to, it is the same order.

    Those of languages take names from ``board`` and, before those, from ``places``
    (by location) and ``powers`` (by key). ``dipwork`` looks up on the board which places are
    water, and writes them in capitals. Without a board, keys stand for names.

    Raises:
        NotationError: if the notation cannot hold the order (see above).
    """
    return OrderWriter(notation, board, places, powers).write(order)


@dataclass(frozen=True, slots=True)
class _Style:
    """A notation: a template for each order it holds, and how it writes what is in them."""

    notation: Notation
    templates: Mapping[str, str]
    place: Callable[[str], str]
    kind: Callable[[str], str]
    power: Callable[[UnitRef], str] | None
    route_sign: str = "-"
    kind_needed: bool = False


_MONEY = {
    "expense": "expense {number}: {ducats}{purpose} {target}",
    "no_expense": "expense {number}: none",
    "ducats": "{ducats} d ",
    "relief": "famine relief",
    "pacify": "pacify rebellion",
    "rebel": "cause rebellion",
    "disband_by_bribe": "disband",
    "set_free": "garrison to autonomous",
    "buy": "buy",
    "counter": "counter-bribe",
    "assassinate": "assassinate",
    "borrow": "borrow {ducats} d for {years} years",
    "borrow_a_year": "borrow {ducats} d for 1 year",
    "pay": "pay {ducats} d to {power}",
    "pay_bank": "pay {ducats} d to bank",
    "give": "give {victim} to {power}",
    "ally": "ally {power}",
    "unally": "unally {power}",
}

_SHORT: Mapping[Notation, Mapping[str, str]] = {
    "dragoman": {
        "hold": "{unit} H",
        "move": "{unit}-{target}",
        "move_over": "{unit}-{route}-{target}",
        "via": "{order} VIA",
        "support": "{unit} S {other}",
        "support_move": "{unit} S {other}-{target}",
        "convoy": "{unit} C {other}-{target}",
        "retreat": "{unit} R {target}",
        "disband": "{unit} D",
        "build": "{unit} B",
        "remove": "{unit} D",
        "waive": "WAIVE",
        "core": "{unit} cores",
        "besiege": "{unit} besieges",
        "lift": "{unit} lifts the siege",
        "convert": "{unit} converts to {kind}",
        "maintain": "maintain {unit}",
        **_MONEY,
    },
    "datc": {
        "hold": "{unit} H",
        "move": "{unit}-{target}",
        "via": "{order} VIA",
        "support": "{unit} S {other}",
        "support_move": "{unit} S {other}-{target}",
        "convoy": "{unit} C {other}-{target}",
        "retreat": "{unit}-{target}",
        "disband": "DISBAND {unit}",
        "build": "BUILD {unit}",
        "remove": "REMOVE {unit}",
        "waive": "WAIVE",
    },
    "diplomacy": {
        "hold": "{unit} H",
        "move": "{unit} - {target}",
        "via": "{order} VIA",
        "support": "{unit} S {other}",
        "support_move": "{unit} S {other} - {target}",
        "convoy": "{unit} C {other} - {target}",
        "retreat": "{unit} R {target}",
        "disband": "{unit} D",
        "build": "{unit} B",
        "remove": "{unit} D",
        "waive": "WAIVE",
    },
    "njudge": {
        "hold": "{unit} h",
        "move": "{unit}-{target}",
        "move_over": "{unit}-{route}-{target}",
        "support": "{unit} s {other}",
        "support_move": "{unit} s {other}-{target}",
        "convoy": "{unit} c {other}-{target}",
        "retreat": "{unit}-{target}",
        "disband": "{unit} d",
        "build": "build {unit}",
        "remove": "remove {unit}",
        "waive": "waive",
        "besiege": "{unit} b",
        "lift": "{unit} l",
        "convert": "{unit} c {kind}",
        "maintain": "maintain {unit}",
        **_MONEY,
    },
    "dipwork": {
        "hold": "{unit} xxx",
        "move": "{unit}-{target}",
        "support": "{unit} S {other} xxx",
        "support_move": "{unit} S {other}-{target}",
        "convoy": "{unit} C {other}-{target}",
    },
}


def _style(
    notation: Notation, board: Board | None, places: Mapping[str, str], powers: Mapping[str, str]
) -> _Style:
    def power_name(unit: UnitRef) -> str:
        key = unit.power or ""
        return powers.get(key) or (board.powers[key].name if board else key.capitalize())

    def adjective(unit: UnitRef) -> str:
        power = board.powers[unit.power] if board and unit.power and unit.kind else None
        return power.adjective if power and power.adjective else power_name(unit)

    match notation:
        case "dragoman" | "datc":
            return _Style(notation, _SHORT[notation], str, str, lambda unit: unit.power or "")
        case "diplomacy":
            return _Style(notation, _SHORT[notation], str, str, None, kind_needed=True)
        case "njudge":
            return _Style(notation, _SHORT[notation], str.lower, str, power_name)
        case "dipwork":

            def field(location: str) -> str:
                province, _, coast = location.partition("/")
                sea = board is not None and board.provinces[province].terrain is Terrain.WATER
                name = province if sea else province.capitalize()
                return f"{name}({coast.lower()})" if coast else name

            return _Style(notation, _SHORT[notation], field, str, power_name, kind_needed=True)
        case _:
            language = _OF_LANGUAGES[notation]
            words = word_list(language)

            def name(location: str) -> str:
                return places.get(location) or _full_name(location, board, places, words)

            def kind(letter: str) -> str:
                unit = words.written_units.get(letter[:1], letter)
                soldiers = words.written_soldiers.get(letter[1:])
                return soldiers.format(unit=unit) if soldiers else unit

            power = adjective if language == LANGUAGES[0] and not powers else power_name
            return _Style(notation, words.written_orders, name, kind, power, " - ")


def _full_name(
    location: str, board: Board | None, places: Mapping[str, str], words: WordList
) -> str:
    province, _, coast = location.partition("/")
    name = places.get(province) or (board.provinces[province].name if board else province)
    return f"{name} ({words.written_coasts.get(coast, coast)})" if coast else name


class OrderWriter:
    """Writes orders in a notation, as ``write`` does, and the parts of one."""

    def __init__(
        self,
        notation: Notation,
        board: Board | None = None,
        places: Mapping[str, str] | None = None,
        powers: Mapping[str, str] | None = None,
    ) -> None:
        self._style = _style(notation, board, places or {}, powers or {})

    @property
    def templates(self) -> Mapping[str, str]:
        """The template of each kind of order that the notation has words for."""
        return self._style.templates

    def place(self, location: str) -> str:
        """A location as an order names it."""
        return self._style.place(location)

    def write(self, order: Order) -> str:
        """The order.

        Raises:
            NotationError: if the notation cannot hold it.
        """
        match order:
            case Hold(unit):
                return self._fill("hold", unit=self.unit(unit))
            case Move(unit, target, via, route):
                return self._move(unit, target, via, route)
            case Support(unit, other, None):
                return self._fill("support", unit=self.unit(unit), other=self.unit(other))
            case Support(unit, other, target):
                return self._pair("support_move", unit, other, target)
            case Convoy(unit, other, target):
                return self._pair("convoy", unit, other, target)
            case Retreat(unit) if order.is_into_city:
                return self._converting(unit, GARRISON.letter)
            case Retreat(unit, target):
                place = self._style.place(target)
                return self._fill("retreat", unit=self.unit(unit), target=place)
            case Disband(unit):
                return self._fill("disband", unit=self.unit(unit))
            case Build(unit):
                return self._fill("build", unit=self.unit(unit))
            case Remove(unit):
                return self._fill("remove", unit=self.unit(unit))
            case Waive():
                return self._fill("waive")
            case Core(unit):
                return self._fill("core", unit=self.unit(unit))
            case Besiege(unit):
                return self._fill("besiege", unit=self.unit(unit))
            case LiftSiege(unit):
                return self._fill("lift", unit=self.unit(unit))
            case Convert(unit, kind, coast):
                return self._converting(unit, kind, coast)
            case Maintain(unit):
                return self._fill("maintain", unit=self.unit(unit))
            case _:
                return self._money(order)

    def _converting(self, unit: UnitRef, kind: str, coast: str | None = None) -> str:
        into = self._style.kind(kind) + (f" {coast.lower()}" if coast else "")
        return self._fill("convert", unit=self.unit(unit), kind=into)

    def _money(self, order: MoneyOrder) -> str:
        style = self._style
        if style.power is None or "expense" not in style.templates:
            raise NotationError(f"the {style.notation} notation has no orders for money")
        power = style.power

        def named(key: str) -> str:
            return power(UnitRef("", None, key))

        return write_money(order, style.templates, self.unit, style.place, named)

    def _move(self, unit: UnitRef, target: str, via: bool, route: tuple[str, ...]) -> str:
        style = self._style
        order = self._fill(
            "move_over" if route else "move",
            unit=self.unit(unit),
            route=style.route_sign.join(map(style.place, route)),
            target=style.place(target),
        )
        return self._fill("via", order=order) if via else order

    def _pair(self, template: str, unit: UnitRef, other: UnitRef, target: str | None) -> str:
        place = self._style.place(target) if target else ""
        return self._fill(template, unit=self.unit(unit), other=self.unit(other), target=place)

    def unit(self, unit: UnitRef) -> str:
        """A unit as an order names it.

        Raises:
            NotationError: if the notation cannot.
        """
        style = self._style
        parts = [style.place(place_named(unit))]
        if unit.kind is not None:
            parts.insert(0, style.kind(unit.kind))
        elif style.kind_needed:
            raise NotationError(f"the {style.notation} notation needs the kind of every unit")
        if unit.power is not None:
            if style.power is None:
                raise NotationError(f"the {style.notation} notation names no powers in orders")
            parts.insert(0, style.power(unit))
        return " ".join(parts)

    def _fill(self, template: str, **parts: str) -> str:
        try:
            return self._style.templates[template].format(**parts)
        except KeyError:
            what = _ORDER_NAMES.get(template, template)
            raise NotationError(f"the {self._style.notation} notation has no {what}") from None


_ORDER_NAMES = {
    "move_over": "named convoy routes",
    "via": "way to ask for a convoy",
    "core": "cores",
    "besiege": "sieges",
    "lift": "sieges",
    "convert": "conversions",
    "maintain": "upkeep",
}


# Orders for money

_PURPOSES = {
    Purpose.RELIEF: "relief",
    Purpose.PACIFY: "pacify",
    Purpose.REBEL: "rebel",
    Purpose.DISBAND: "disband_by_bribe",
    Purpose.SET_FREE: "set_free",
    Purpose.BUY: "buy",
    Purpose.COUNTER: "counter",
    Purpose.ASSASSINATE: "assassinate",
}
"""The templates that say what money is for."""


def write_money(
    order: MoneyOrder,
    templates: Mapping[str, str],
    unit: Callable[[UnitRef], str],
    place: Callable[[str], str],
    power: Callable[[str], str],
) -> str:
    """The order, by the template of its kind; the others say how it writes what it names."""
    match order:
        case Expense(number, purpose, target, ducats):
            if isinstance(target, UnitRef):
                named = unit(target)
            else:
                named = power(target) if purpose is Purpose.ASSASSINATE else place(target)
            return templates["expense"].format(
                number=number,
                ducats="" if ducats is None else templates["ducats"].format(ducats=ducats),
                purpose=templates[_PURPOSES[purpose]],
                target=named,
            )
        case NoExpense(number):
            return templates["no_expense"].format(number=number)
        case Borrow(ducats, years):
            template = "borrow" if years > 1 else "borrow_a_year"
            return templates[template].format(ducats=ducats, years=years)
        case Pay(ducats, to):
            if to is None:
                return templates["pay_bank"].format(ducats=ducats)
            return templates["pay"].format(ducats=ducats, power=power(to))
        case GiveChit(victim, to):
            return templates["give"].format(victim=power(victim), power=power(to))
        case Ally(other, may_pass):
            return templates["ally" if may_pass else "unally"].format(power=power(other))
