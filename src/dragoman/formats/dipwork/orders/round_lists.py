"""The lists of a round for each power: its orders, its retreats, its builds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dragoman.formats.dipwork.files.atlas import Atlas
from dragoman.formats.dipwork.files.ord_file import (
    OrdCode,
    OrdField,
    OrdRecord,
    is_removed_after_retreat,
    retreats_to,
)
from dragoman.formats.dipwork.orders.error_numbers import ERROR_NUMBERS, RETREAT, UNSUCCESSFUL
from dragoman.formats.dipwork.orders.from_ord import coded_order
from dragoman.formats.dipwork.orders.order_text import order_text
from dragoman.orders import Hold
from dragoman.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """An order as it is printed, the number of what was wrong with it, and whether its unit
    was driven out besides."""

    text: str
    error: int = 0
    is_dislodged: bool = False

    @property
    def failed(self) -> bool:
        """True if it is underlined: from 100 on."""
        return self.error >= UNSUCCESSFUL

    @property
    def mark(self) -> str:
        """The sign behind it that says why it failed; empty where nothing more is to say."""
        known = ERROR_NUMBERS.get(self.error)
        mark = known.mark if known else ""
        dislodged_mark = ERROR_NUMBERS[RETREAT].mark
        return dislodged_mark + mark if self.is_dislodged and mark != dislodged_mark else mark

    @property
    def bracketed(self) -> str:
        """As ``NEWGAME.TXT`` lists it: in square brackets if it failed."""
        return f"[{self.text}]{self.mark}" if self.failed else self.text


Lists = Mapping[str, list[RoundEntry]]
"""The entries about each power, by its key."""


def order_entries(lines: Iterable[OrdRecord], atlas: Atlas) -> Lists:
    """The order of each unit, in the words it was given in.

    One that was too long for its record is told by the record's numbers.
    """
    found = _empty(atlas)
    for line in lines:
        power = _power(line.nation, atlas)
        is_unit = line.place and line.order != OrdCode.STANDOFF
        if power and is_unit and not (line.order == OrdCode.BUILDUP and not line.comment):
            text = line.comment or _unit(line, line.place, atlas)
            order = coded_order(line, atlas) if line.is_cut else None
            if order and not (isinstance(order, Hold) and line.error >= UNSUCCESSFUL):
                text = order_text(order, atlas, power=power)
            gone = line.order in (OrdCode.ATTACKED_FROM, OrdCode.RETREAT)
            found[power].append(RoundEntry(text, line.error, gone))
    return found


def retreat_entries(lines: Iterable[OrdRecord], atlas: Atlas, before_2_0_7: bool = False) -> Lists:
    """The retreats of units that had to: ``A Vie-Bud``, or ``A Vie ex``; before they
    did, where they were attacked from: ``A Vie<Gal`` (2.0.7: attacks before retreats).

    Since 2.0.7 a unit that is removed in the same round is told of with the builds alone.
    """
    found = _empty(atlas)
    for line in lines:
        power = _power(line.nation, atlas)
        if not power:
            continue
        place = _unit(line, line.place, atlas)
        if line.order == OrdCode.ATTACKED_FROM:
            found[power].append(RoundEntry(f"{place}<{_field(line.target, atlas)}"))
        elif line.order == OrdCode.RETREAT and not is_removed_after_retreat(line, before_2_0_7):
            target = retreats_to(line, before_2_0_7)
            found[power].append(
                RoundEntry(f"{place}-{_field(target, atlas)}" if target else f"{place} ex")
            )
    return found


def build_entries(lines: Iterable[OrdRecord], atlas: Atlas, before_2_0_7: bool = False) -> Lists:
    """Builds (``+A Vie``) and removals (``-A Vie``)."""
    found = _empty(atlas)
    for line in lines:
        power = _power(line.nation, atlas)
        if not power:
            continue
        if is_removed_after_retreat(line, before_2_0_7):
            found[power].append(RoundEntry(f"-{_unit(line, line.reference, atlas)}"))
        elif line.order == OrdCode.BUILDUP and line.target:
            found[power].append(RoundEntry(f"+{_unit(line, line.target, atlas)}"))
        elif line.order == OrdCode.BUILDUP:
            found[power].append(RoundEntry(f"-{_unit(line, line.place, atlas)}"))
    return found


def _empty(atlas: Atlas) -> dict[str, list[RoundEntry]]:
    return {atlas.power_of[nation.word]: [] for nation in atlas.nations}


def _power(number: int, atlas: Atlas) -> str:
    if not 1 <= number <= len(atlas.nations):
        return ""
    return atlas.power_of[atlas.nations[number - 1].word]


def _unit(line: OrdRecord, place: OrdField, atlas: Atlas) -> str:
    word = atlas.units[line.unit - 1].word if 1 <= line.unit <= len(atlas.units) else "?"
    return f"{word} {_field(place, atlas)}"


def _field(place: OrdField, atlas: Atlas) -> str:
    fields = atlas.numbered
    return fields[place.field - 1] if 1 <= place.field <= len(fields) else f"#{place.field}"
