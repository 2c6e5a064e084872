"""``/orderview``: the records of an ``*.ORD`` file in clear text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dragoman.formats.dipwork.files.atlas import Atlas
from dragoman.formats.dipwork.files.ord_file import OrdCode, OrdField, OrdRecord
from dragoman.formats.dipwork.orders.error_numbers import ERROR_NUMBERS
from dragoman.words import said

_COLUMNS = {
    "No": "number of the record",
    "Na": "nation of the unit",
    "Un": "its type",
    "Field": "where it stands; SpS<Spa is a sub-field of Spa",
    "Order": "what it does",
    "TNa": "nation of the unit that is supported or convoyed",
    "TUn": "its type",
    "TrgField": "where that unit stands; of a move the target; of an attack where it came from",
    "TrgOrder": "what that unit does",
    "RefField": "where that unit goes; of a unit removed after its retreat where it went",
    "Err": "number of the worst error",
    "Error": "its name",
    "Le": "nation that gave the order",
    "Comment": "the order as it was given",
}
_ORDERS = {
    OrdCode.EMPTY: "empty",
    OrdCode.HOLD: "hold",
    OrdCode.MOVE: "nmove",
    OrdCode.SUPPORT: "support",
    OrdCode.CONVOY: "convoy",
    OrdCode.SUPPORT_HOLD: "hsupport",
    OrdCode.SUPPORT_MOVE: "msupport",
    OrdCode.CONVOYED_MOVE: "cmove",
    OrdCode.FAILED_MOVE: "umove",
    OrdCode.NOTHING: "none",
    OrdCode.ATTACKED_FROM: "attacked_from",
    OrdCode.RETREAT: "retreat",
    OrdCode.STANDOFF: "pattfield",
    OrdCode.BUILDUP: "buildup",
}
"""The program's names for the orders."""


def columns_explained() -> Iterator[str]:
    """The meaning of each column of the table, a message for each."""
    width = max(map(len, _COLUMNS))
    for head, meaning in _COLUMNS.items():
        yield said("{head}  {meaning}", head=head.ljust(width), meaning=meaning)


def order_view(lines: Iterable[OrdRecord], atlas: Atlas) -> str:
    """A table of the records, a row for each, with the columns of the record's layout.

    A number that the variant does not have is shown as ``#`` and the number, no number as
    ``-``; a coast is shown with the field it belongs to: ``SpS<Spa``.
    """
    rows = [tuple(_COLUMNS), *(_row(number, line, atlas) for number, line in enumerate(lines, 1))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_COLUMNS))]
    return "".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        + "\n"
        for row in rows
    )


def _row(number: int, line: OrdRecord, atlas: Atlas) -> tuple[str, ...]:
    nations = [nation.word for nation in atlas.nations]
    units = [unit.word for unit in atlas.units]
    error = ERROR_NUMBERS.get(line.error)
    return (
        str(number),
        _named(line.nation, nations),
        _named(line.unit, units),
        _place(line.place, atlas),
        _order(line.order),
        _named(line.other_nation, nations),
        _named(line.other_unit, units),
        _place(line.target, atlas),
        _order(line.other_order) if line.other_order else "-",
        _place(line.reference, atlas),
        str(line.error),
        error.name if error else "?",
        _named(line.leader, nations),
        "".join(sign if sign.isprintable() else "?" for sign in line.comment),
    )


def _named(number: int, names: Sequence[str]) -> str:
    if number == 0:
        return "-"
    return names[number - 1] if number <= len(names) else f"#{number}"


def _place(place: OrdField, atlas: Atlas) -> str:
    field = _named(place.field, atlas.numbered)
    return field if place.field == place.over else f"{field}<{_named(place.over, atlas.numbered)}"


def _order(code: int) -> str:
    return _ORDERS[OrdCode(code)] if code in _ORDERS else f"#{code}"
