"""The comment of a record: the order as its player wrote it.

Reports tell orders in the standard words of the variant (DipWork manual, "Standardisierung"): so
a comment is read again where an order is judged or told.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dragoman.board import province_of
from dragoman.formats.dipwork.files.movement_orders import MovementOrder, order_in
from dragoman.formats.dipwork.files.ord_file import Code, OrdRecord
from dragoman.formats.dipwork.files.orders_file import scan_options
from dragoman.formats.dipwork.files.text_file import DOS_ENCODING
from dragoman.formats.dipwork.orders.error_numbers import (
    MISSING_ORDER,
    ORDER_EXPECTED,
    SEVERAL_HOLD,
    SUPPORTED_ORDER,
    TWO_ORDERS_HOLD,
)
from dragoman.formats.dipwork.orders.order_text import order_text
from dragoman.formats.dipwork.variants.directories import GameDirectory, VariantDirectory
from dragoman.orders import Hold, Order, ScanOptions, UnitRef
from dragoman.rules import Position

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
            if line.order == Code.BUILDUP:  # its place is where it went before it was removed
                unit = UnitRef(order.unit.location, unit.kind)
            elif province_of(order.unit.location) != province_of(location):
                return line
        order = replace(order, unit=unit)
        return replace(line, comment=order_text(order, directory.atlas, position))

    return tuple(map(standard, lines))
