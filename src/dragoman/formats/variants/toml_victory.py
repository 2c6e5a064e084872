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
from dragoman.formats.variants.toml_keys import TermKeys
from dragoman.game.variant import Variant

_MOST: Final = 9_999


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
    keys = TermKeys(map_file, powers, centers)
    some_of = keys.centers_in(table, "some_of")
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
        centers=_numbers(table.table("centers"), keys),
        needs=keys.centers_in(table, "needs"),
        needs_of=_needs_of(table.table("needs_of"), keys),
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
    if terms.needs or terms.some_of or terms.lead:
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


def _numbers(table: TomlTable, keys: TermKeys) -> dict[str, int]:
    found: dict[str, int] = {}
    for power in table.left():
        number = table.number(power, 0, _MOST)
        if not keys.is_power(table, power):
            continue
        if number == 0:
            what = f"{power} cannot win with no centre"
            table.error("bad-value", what, "write 1 or more, or take it out", power)
        else:
            found[power] = number
    return found


def _needs_of(table: TomlTable, keys: TermKeys) -> dict[str, tuple[str, ...]]:
    rows = {power: keys.centers_in(table, power) for power in table.left()}
    return {power: row for power, row in rows.items() if keys.is_power(table, power)}
