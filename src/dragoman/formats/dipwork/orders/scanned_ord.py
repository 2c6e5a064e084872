"""The records of the first step: orders as the scanner read them, and the numbers of what it
could not read.

The numbers are those of the places where the manual's scheme ("Schematische Darstellung der
Scannerauswertung") leaves an order: before the unit is known the line is deleted, behind it
the unit holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from dragoman.diagnostics import Diagnostic
from dragoman.formats.dipwork.files.atlas import Atlas
from dragoman.formats.dipwork.files.game_file import NATION
from dragoman.formats.dipwork.files.keywords import END
from dragoman.formats.dipwork.files.ord_file import OrdRecord
from dragoman.formats.dipwork.files.orders_file import OrdersFile
from dragoman.formats.dipwork.orders.error_numbers import (
    CONVOYED_MOVE,
    CONVOYED_PLACE,
    CONVOYED_TARGET,
    ORDER_EXPECTED,
    PLACE_EXPECTED,
    SUPPORTED_ORDER,
    SUPPORTED_PLACE,
    SUPPORTED_TARGET,
    TARGET,
    TYPE_EXPECTED,
    UNIT_EXPECTED,
)
from dragoman.formats.dipwork.orders.order_text import comment_of
from dragoman.formats.dipwork.orders.to_ord import orders_to_ord
from dragoman.formats.dipwork.variants.directories import VariantDirectory
from dragoman.orders import (
    Awaited,
    Hold,
    Order,
    OrderFile,
    ScanOptions,
    unit_of,
)
from dragoman.rules import Position

_AWAITED: Mapping[Awaited, int] = MappingProxyType(
    {
        Awaited.PLACE: PLACE_EXPECTED,
        Awaited.ORDER: ORDER_EXPECTED,
        Awaited.TARGET: TARGET,
        Awaited.SUPPORTED: SUPPORTED_PLACE,
        Awaited.SUPPORTED_ORDER: SUPPORTED_ORDER,
        Awaited.SUPPORTED_TARGET: SUPPORTED_TARGET,
        Awaited.CONVOYED: CONVOYED_PLACE,
        Awaited.CONVOYED_MOVE: CONVOYED_MOVE,
        Awaited.CONVOYED_TARGET: CONVOYED_TARGET,
        Awaited.END: ORDER_EXPECTED,
    }
)


def scanned_ord(
    orders: OrdersFile,
    found: OrderFile,
    position: Position,
    directory: VariantDirectory,
    options: ScanOptions,
) -> tuple[OrdRecord, ...]:
    """The orders of a file as ``SCANNED.ORD`` has them, with the number of what was wrong, and in
    the words of the file.

    An order that could be read in part, such as ``F NTH denkt`` or ``A Bud-Nirgends``, is a
    hold with a number. A unit that is named with another nation is that nation's, whoever
    leads it: DipWork leaves it to the game master whether he may.
    """
    atlas = directory.atlas
    lines: list[tuple[int, OrdRecord]] = []
    for power, section in found.sections.items():
        for scanned in section:
            for line in _led(scanned.order, power, 0, position, atlas):
                words = comment_of(scanned.text, scanned.order, line, directory, options)
                lines.append((scanned.line, replace(line, comment=words)))
    for power, lost in found.lost.items():
        for one in lost:
            if one.unit is not None:
                held = _led(Hold(one.unit), power, _AWAITED[one.awaited], position, atlas)
                words = orders.keywords.file.lines[one.line - 1].strip()
                lines += ((one.line, replace(line, comment=words)) for line in held)
    return tuple(line for _, line in sorted(lines, key=lambda pair: pair[0]))


def scan_error_numbers(
    orders: OrdersFile, found: OrderFile, faults: Iterable[Diagnostic], directory: VariantDirectory
) -> Mapping[int, int]:
    """The lines of a file that were not carried out as they stand there, and their numbers.

    Of several numbers the highest counts; a line of which only the end was not read has 0.
    """
    lines = orders.keywords.file.lines
    nations = {word.lower() for one in directory.atlas.nations for word in one.spellings}

    def refused(number: int) -> int:
        first = lines[number - 1].lower().split(maxsplit=1)[:1]
        return UNIT_EXPECTED if nations.isdisjoint(first) else TYPE_EXPECTED

    numbers: dict[int, int] = {}
    for fault in faults:
        if fault.code in ("no-order", "no-nation") or (
            fault.is_error and fault.line > len(orders.header)
        ):
            numbers[fault.line] = refused(fault.line)
        if fault.code == "unknown-power":
            numbers |= {below: refused(below) for below in _below(orders, fault.line, found)}
        if fault.code == "unread-text":
            numbers.setdefault(fault.line, 0)
    lost = [one for orders_lost in found.lost.values() for one in orders_lost]
    for line in {one.line for one in lost}:
        numbers[line] = 0
    for one in lost:
        numbers[one.line] = max(numbers[one.line], _AWAITED[one.awaited])
    return dict(sorted(numbers.items()))


def _below(orders: OrdersFile, heading: int, found: OrderFile) -> Iterator[int]:
    """The lines below a heading that names no nation, up to the next heading; none was read."""
    read = {scanned.line for section in found.sections.values() for scanned in section}
    read |= {passage.line for passage in found.press}
    for number, line in orders.keywords.file.read():
        first = line.split(maxsplit=1)[:1]
        if number > heading and first in ([NATION], [END]):
            return
        if number > heading and first and number not in read:
            yield number


def _led(
    order: Order, power: str, error: int, position: Position, atlas: Atlas
) -> tuple[OrdRecord, ...]:
    """The record of an order that stands under a nation's name."""
    unit = unit_of(order)
    owner = power if unit is None else unit.power or power
    return tuple(
        replace(line, nation=atlas.nation_number(owner), error=error)
        for line in orders_to_ord({power: (order,)}, position, atlas)
    )
