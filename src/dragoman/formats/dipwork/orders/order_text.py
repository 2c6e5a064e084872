"""Orders as DipWork prints them, in the words of a variant: ``A Boh S Au A Bud-Vie``."""

from __future__ import annotations

from dragoman.board import Board, province_of
from dragoman.diagnostics import Diagnostic
from dragoman.formats.dipwork.files.atlas import Atlas
from dragoman.orders import (
    Besiege,
    Build,
    Convert,
    Convoy,
    Disband,
    Hold,
    LiftSiege,
    Maintain,
    Move,
    Order,
    OwnWords,
    PhaseLetter,
    Remove,
    Retreat,
    ScanOptions,
    Support,
    UnitRef,
    Waive,
    Word,
    scan_order,
)
from dragoman.rules import Phase, Position

_NOBODY = Position(Phase(1901, "S", "M"), ())
"""Stands for a position that is not known."""

_WORDS = (("xxx", Word.HOLD), ("-", Word.MOVE), ("S", Word.SUPPORT), ("C", Word.CONVOY))


def order_text(
    order: Order, atlas: Atlas, position: Position | None = None, power: str = ""
) -> str:
    """The order in the variant's own words.

    With a ``position`` missing types of unit are filled in, and the nation of a foreign unit
    that is supported or convoyed. ``power`` is whose order it is, if not the unit's owner's.
    """
    if isinstance(order, Waive):
        return "-"
    written = _Written(atlas, position, power)
    unit = written.unit(order.unit)
    match order:
        case Hold():
            return f"{unit} xxx"
        case Move(_, target) | Retreat(_, target):
            return f"{unit}-{written.field(target)}"
        case Support(_, other, None):
            return f"{unit} S {written.other(other, order.unit)} xxx"
        case Support(_, other, target) | Convoy(_, other, target):
            letter = "S" if isinstance(order, Support) else "C"
            there = written.field(target or "")
            return f"{unit} {letter} {written.other(other, order.unit)}-{there}"
        case Disband():
            return f"{unit} ex"
        case Build():
            return f"+{unit}"
        case Remove():
            return f"-{unit}"
        case Besiege() | LiftSiege() | Convert() | Maintain():
            return str(order)  # a variant of DipWork's has no such orders


def order_of_text(text: str, board: Board, phase: PhaseLetter = "M") -> Order | Diagnostic:
    """The order that ``order_text`` wrote, or what is wrong with the text.

    Words are the variant's in every letter, whatever other words a nation uses.
    """
    units = tuple((kind, kind) for kind in board.kinds)
    return scan_order(text, board, phase, ScanOptions(True, own_words=OwnWords(units, _WORDS)))


class _Written:
    def __init__(self, atlas: Atlas, position: Position | None, power: str) -> None:
        self.atlas = atlas
        self.power = power
        known = position or _NOBODY
        self.units = known.by_province
        self.dislodged = known.dislodged_by_province

    def field(self, location: str) -> str:
        """The field of a location; a coast that does not exist is written behind its province."""
        known = self.atlas.field_of.get(location)
        if known is not None:
            return known
        province, slash, coast = location.partition("/")
        name = self.atlas.field_of.get(province, province.title())
        return f"{name}{slash}{coast.lower()}"

    def unit(self, named: UnitRef) -> str:
        province = province_of(named.location)
        standing = self.dislodged.get(province) or self.units.get(province)
        kind = named.kind or (standing.kind if standing else "")
        return f"{kind} {self.field(named.location)}".strip()

    def other(self, named: UnitRef, helper: UnitRef) -> str:
        owner = self.units.get(province_of(named.location))
        own = self.units.get(province_of(helper.location))
        power = named.power or (owner.power if owner else None)
        if power is None or power == (self.power or (own.power if own else "")):
            return self.unit(named)
        return f"{self.atlas.nation_of.get(power, '')} {self.unit(named)}".strip()
