"""The terms of victory in a ``variant.toml``, besides ``victory_centers``.

[victory]
needs = ["ROM"]                    whoever wins must own these
some_of = ["CAE", "OSL", "WIN"]    ... and so many of these
some = 2
lead = 20                          by so many more than anybody else a power wins as well,
lead_from = 2001                   in this year; by one fewer in each later year

[victory.centers]                  powers that win with a number of their own
USA = 14

[victory.needs_of]                 centres that one power must own to win
NORMANDY = ["CAE"]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from dragoman.board import VictoryTerms
from dragoman.formats.njudge import MapFile
from dragoman.formats.toml_table import TomlTable, bare_key, listed
from dragoman.game.variant import Variant

_MOST: Final = 9_999
_KEY_REMEDY: Final = "write the first abbreviation of a province, in capitals"


def read_victory(
    root: TomlTable,
    map_file: MapFile,
    powers: Collection[str],
    centers: Collection[str],
    base: VictoryTerms,
) -> VictoryTerms:
    """Take the table out of a ``variant.toml``; without one, the base's as far as it has what is
    here."""
    if "victory" not in root:
        return _kept(base, powers, centers)
    table = root.table("victory")
    reading = _Reading(map_file, powers, centers)
    some_of = reading.centers_in(table, "some_of")
    some = table.number("some", 0, _MOST)
    if some > len(some_of):
        what = f"{some} of {len(some_of)} centres are too many"
        table.error("bad-value", what, "name more centres in some_of, or fewer in some", "some")
        some = len(some_of)
    lead, lead_from = table.number("lead", 0, _MOST), table.number("lead_from", 0, _MOST)
    if lead and not lead_from:
        what = "nobody can tell in which year that lead is needed"
        table.error("bad-value", what, "write the year as lead_from", "lead")
        lead = 0
    return VictoryTerms(
        centers=reading.numbers(table.table("centers")),
        needs=reading.centers_in(table, "needs"),
        needs_of=reading.needs_of(table.table("needs_of")),
        some_of=some_of,
        some=some,
        lead=lead,
        lead_from=lead_from,
    )


def victory_lines(variant: Variant) -> Iterator[str]:
    """The tables, where a variant has such terms."""
    terms = variant.board.victory_terms
    if terms == VictoryTerms():
        return
    yield from ("", "[victory]")
    if terms.needs:
        yield f"needs = {listed(terms.needs)}"
    if terms.some_of:
        yield from (f"some_of = {listed(terms.some_of)}", f"some = {terms.some}")
    if terms.lead:
        yield from (f"lead = {terms.lead}", f"lead_from = {terms.lead_from}")
    if terms.centers:
        yield from ("", "[victory.centers]")
        yield from (f"{bare_key(power)} = {number}" for power, number in terms.centers.items())
    if terms.needs_of:
        yield from ("", "[victory.needs_of]")
        yield from (f"{bare_key(power)} = {listed(row)}" for power, row in terms.needs_of.items())


def _kept(base: VictoryTerms, powers: Collection[str], centers: Collection[str]) -> VictoryTerms:
    """The terms of a base without what is not in this variant."""
    some_of = tuple(key for key in base.some_of if key in centers)
    return VictoryTerms(
        {power: number for power, number in base.centers.items() if power in powers},
        tuple(key for key in base.needs if key in centers),
        {
            power: tuple(key for key in row if key in centers)
            for power, row in base.needs_of.items()
            if power in powers
        },
        some_of,
        min(base.some, len(some_of)),
        base.lead,
        base.lead_from,
    )


class _Reading:
    def __init__(
        self, map_file: MapFile, powers: Collection[str], centers: Collection[str]
    ) -> None:
        self.keys = {province.key for province in map_file.provinces}
        self.is_lost = map_file.is_lost
        self.powers, self.centers = powers, centers

    def numbers(self, table: TomlTable) -> dict[str, int]:
        found: dict[str, int] = {}
        for power in table.left():
            number = table.number(power, 0, _MOST)
            if self._is_power(table, power):
                if number == 0:
                    what = f"{power} cannot win with no centre"
                    table.error("bad-value", what, "write 1 or more, or take it out", power)
                else:
                    found[power] = number
        return found

    def needs_of(self, table: TomlTable) -> dict[str, tuple[str, ...]]:
        rows = {power: self.centers_in(table, power) for power in table.left()}
        return {power: row for power, row in rows.items() if self._is_power(table, power)}

    def centers_in(self, table: TomlTable, word: str) -> tuple[str, ...]:
        named = tuple(dict.fromkeys(table.texts(word)))
        for key in named:
            if key in self.centers or self.is_lost(key):
                continue
            if key in self.keys:
                what = f"{key} is no centre"
                remedy = "make it one in the map, or take it out"
                table.error("no-center", what, remedy, word)
            else:
                what = f"there is no {key} on the map"
                table.error("unknown-location", what, _KEY_REMEDY, word)
        return tuple(key for key in named if key in self.centers)

    def _is_power(self, table: TomlTable, power: str) -> bool:
        if power not in self.powers:
            what = f"there is no power {power}"
            remedy = "write the key of a power: its name in capitals"
            table.error("unknown-power", what, remedy, power, tuple(self.powers))
        return power in self.powers
