"""Orders as DipWork prints them, in the words of a variant: ``A Boh S Au A Bud-Vie``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dragoman.board import Board, province_of
from dragoman.diagnostics import Diagnostic
from dragoman.formats.dipwork.files.atlas import Atlas
from dragoman.formats.dipwork.files.ord_file import OrdCode, OrdRecord
from dragoman.formats.dipwork.files.orders_file import MovementOrder, order_in, scan_options
from dragoman.formats.dipwork.files.text_file import DOS_ENCODING
from dragoman.formats.dipwork.orders.error_numbers import (
    MISSING_ORDER,
    ORDER_EXPECTED,
    SEVERAL_HOLD,
    SUPPORTED_ORDER,
    TWO_ORDERS_HOLD,
)
from dragoman.formats.dipwork.variants.directories import GameDirectory, VariantDirectory
from dragoman.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
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
    unit_of,
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
    named = unit_of(order)
    if named is None:
        return str(order)  # a variant of DipWork's knows no money
    written = _Written(atlas, position, power)
    unit = written.unit(named)
    match order:
        case Hold():
            return f"{unit} xxx"
        case Move(_, target) | Retreat(_, target):
            return f"{unit}-{written.field(target)}"
        case Support(_, other, None):
            return f"{unit} S {written.other(other, named)} xxx"
        case Support(_, other, target) | Convoy(_, other, target):
            letter = "S" if isinstance(order, Support) else "C"
            there = written.field(target or "")
            return f"{unit} {letter} {written.other(other, named)}-{there}"
        case Disband():
            return f"{unit} ex"
        case Build():
            return f"+{unit}"
        case Remove():
            return f"-{unit}"
        case _:
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


# The comment of a record: the order as its player wrote it
#
# Reports tell orders in the standard words of the variant (DipWork manual, "Standardisierung"): so
# a comment is read again where an order is judged or told.

_WORDS_COUNT = (SEVERAL_HOLD, TWO_ORDERS_HOLD)
"""Of several orders the first is told in the report, though its unit holds."""


def comment_of(
    text: str, order: Order, line: OrdRecord, directory: VariantDirectory, options: ScanOptions
) -> str:
    """The player's words for an order, if a record can hold them and they say it by themselves;
    else ours, which ``line`` has."""
    held = replace(line, comment=text)
    if held.is_cut or text.encode(DOS_ENCODING, "replace").decode(DOS_ENCODING) != text:
        return line.comment
    return text if order_in(text, directory.board, options) == order else line.comment


def in_standard_words(
    lines: Iterable[OrdRecord], game: GameDirectory, position: Position | None = None
) -> tuple[OrdRecord, ...]:
    """Records of a game with each order in the standard words of its variant.

    ``position``, that of the game unless given, says what units there are: an order need not name
    the type of a unit, nor whose it is. Words that cannot be read, such as another program's, stay
    as they are.
    """
    directory = game.variant_directory
    options = scan_options(directory.files, game.parameters)
    position = position or game.start

    def standard(line: OrdRecord) -> OrdRecord:
        if not (line.place and line.unit and line.comment) or line.error == MISSING_ORDER:
            return line
        location = directory.atlas.location_of[directory.atlas.numbered[line.place.field - 1]]
        unit = UnitRef(location, directory.atlas.units[line.unit - 1].word)
        order: MovementOrder | None = Hold(unit)
        if line.error in _WORDS_COUNT or not ORDER_EXPECTED <= line.error <= SUPPORTED_ORDER:
            order = order_in(line.comment, directory.board, options)
            if order is None:
                return line
            if line.order == OrdCode.BUILDUP:  # its place is where it went before it was removed
                unit = UnitRef(order.unit.location, unit.kind)
            elif province_of(order.unit.location) != province_of(location):
                return line
        order = replace(order, unit=unit)
        return replace(line, comment=order_text(order, directory.atlas, position))

    return tuple(map(standard, lines))
