"""The terms of builds in a ``variant.toml``, besides the rule set.

[also_builds]                      centres in which a power builds while it owns them, as at home,
SPAIN = ["POR"]                    and provinces that are none, in which it always does

[emergencies.RUSSIA]               units beyond its centres
units = 1
least = 1                          while it owns at least and at most so many of its homes
most = 3
grounds = ["SIB"]                  where it may build then, whoever owns it

homes_settled = 1899               what a power owns when this year ends is home from then on

[opening]                          builds with which the game begins
year = 1897
builds = 1                         of each power
never = ["STP"]                    not here
keeps_built = true                 it keeps the centres alone in which it has built

[opening.only]                     provinces, no centres, where alone a power builds then
ENGLAND = ["NTH", "ENG"]

[kept]                             centres that are a power's while it owns any other, and never
SPAIN = ["AME"]                    another's
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Final

from dragoman.board import BuildTerms, EmergencyTerms, OpeningTerms
from dragoman.formats.njudge import MapFile
from dragoman.formats.toml_table import TomlTable, bare_key, listed
from dragoman.formats.variants.toml_keys import TermKeys
from dragoman.game.variant import Variant

_MOST: Final = 9_999


def read_build_terms(
    root: TomlTable,
    map_file: MapFile,
    powers: Collection[str],
    centers: Collection[str],
    base: BuildTerms,
) -> BuildTerms:
    """Take the tables out of a ``variant.toml``; each that it lacks is the base's, as far as that
    has what is here."""
    keys = TermKeys(map_file, powers, centers)
    found = _kept(base, keys)
    if "also_builds" in root:
        table = root.table("also_builds")
        taken = {key for one in found.emergencies.values() for key in one.grounds}
        rows = {power: _also(table, power, keys, taken) for power in table.left()}
        also = {power: row for power, row in rows.items() if keys.is_power(table, power)}
        found = replace(found, also=also)
    if "emergencies" in root:
        table = root.table("emergencies")
        found = replace(found, emergencies=_emergencies(table, keys, found.also))
    if "opening" in root:
        taken = {key for row in found.also.values() for key in row}
        taken.update(key for one in found.emergencies.values() for key in one.grounds)
        found = replace(found, opening=_opening(root.table("opening"), keys, taken))
    if "kept" in root:
        table = root.table("kept")
        kept = {power: keys.centers_in(table, power) for power in table.left()}
        kept = {power: row for power, row in kept.items() if keys.is_power(table, power)}
        found = replace(found, kept=kept)
    year = root.number("homes_settled", found.homes_settled, _MOST)
    return replace(found, homes_settled=year)


def build_head_lines(variant: Variant) -> Iterator[str]:
    """The line above the first table, where a variant has it."""
    if year := variant.board.build_terms.homes_settled:
        yield f"homes_settled = {year}"


def build_terms_lines(variant: Variant) -> Iterator[str]:
    """The tables, where a variant has such terms."""
    terms = variant.board.build_terms
    if terms.also:
        yield from ("", "[also_builds]", *_rows(terms.also))
    for power, one in terms.emergencies.items():
        yield from ("", f"[emergencies.{bare_key(power)}]")
        yield from (f"units = {one.units}", f"least = {one.least}", f"most = {one.most}")
        if one.grounds:
            yield f"grounds = {listed(one.grounds)}"
    if opening := terms.opening:
        yield from ("", "[opening]", f"year = {opening.year}", f"builds = {opening.builds}")
        if opening.never:
            yield f"never = {listed(opening.never)}"
        if opening.keeps_built:
            yield "keeps_built = true"
        if opening.only:
            yield from ("", "[opening.only]", *_rows(opening.only))
    if terms.kept:
        yield from ("", "[kept]", *_rows(terms.kept))


def _rows(rows: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    return (f"{bare_key(power)} = {listed(row)}" for power, row in rows.items())


def _also(table: TomlTable, power: str, keys: TermKeys, taken: set[str]) -> tuple[str, ...]:
    """The provinces in which one power builds; those that are no centres are taken from then on."""
    named = keys.provinces_in(table, power)
    for key in named:
        if key in taken:
            what = f"{key} is no centre, and another power may build there already"
            table.error("bad-value", what, "leave it to one of them", power)
    free = tuple(key for key in named if key not in taken)
    taken.update(key for key in free if key not in keys.centers)
    return free


def _emergencies(
    table: TomlTable, keys: TermKeys, also: Mapping[str, tuple[str, ...]]
) -> dict[str, EmergencyTerms]:
    found: dict[str, EmergencyTerms] = {}
    taken = {key for row in also.values() for key in row}
    for power in table.left():
        one = table.table(power)
        if keys.is_power(table, power):
            found[power] = _emergency(one, keys, taken)
    return found


def _emergency(table: TomlTable, keys: TermKeys, taken: set[str]) -> EmergencyTerms:
    """The emergency of one power; its grounds are taken from then on."""
    usual = EmergencyTerms()
    units = table.number("units", usual.units, _MOST)
    least, most = table.number("least", usual.least, _MOST), table.number("most", 0, _MOST)
    if most < least:
        what = f"nobody owns at least {least} and at most {most} of his home centres"
        table.error("bad-value", what, "write the most that he may own as most", "most")
    return EmergencyTerms(units, least, most, _grounds(table, "grounds", keys, taken))


def _grounds(table: TomlTable, word: str, keys: TermKeys, taken: set[str]) -> tuple[str, ...]:
    """Provinces that are no centres, and ground of no other power; they are taken from then on."""
    grounds = keys.provinces_in(table, word)
    for key in grounds:
        if key in keys.centers or key in taken:
            what = f"{key} is a centre, or ground of another power already"
            table.error("bad-value", what, "name provinces that are no centres", word)
    free = tuple(key for key in grounds if key not in keys.centers and key not in taken)
    taken.update(free)
    return free


def _opening(table: TomlTable, keys: TermKeys, taken: set[str]) -> OpeningTerms | None:
    year, builds = table.number("year", 0, _MOST), table.number("builds", 0, _MOST)
    never, keeps_built = keys.centers_in(table, "never"), table.flag("keeps_built")
    grounds = table.table("only")
    only = {power: _grounds(grounds, power, keys, taken) for power in grounds.left()}
    only = {power: row for power, row in only.items() if keys.is_power(grounds, power)}
    if builds:
        return OpeningTerms(year, builds, never, keeps_built, only)
    what = "nobody can tell how many units each power builds at first"
    table.error("bad-value", what, "write their number as builds", "builds")
    return None


def _kept(base: BuildTerms, keys: TermKeys) -> BuildTerms:
    """The terms of a base without what is not in this variant."""
    opening = base.opening
    return BuildTerms(
        _known(base.also, keys, keys.provinces),
        {
            power: replace(one, grounds=tuple(key for key in one.grounds if key in keys.provinces))
            for power, one in base.emergencies.items()
            if power in keys.powers
        },
        opening
        and replace(
            opening,
            never=tuple(key for key in opening.never if key in keys.centers),
            only=_known(opening.only, keys, keys.provinces),
        ),
        base.homes_settled,
        _known(base.kept, keys, keys.centers),
    )


def _known(
    rows: Mapping[str, tuple[str, ...]], keys: TermKeys, places: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """The rows of powers of the variant, without the places that it does not have."""
    return {
        power: tuple(key for key in row if key in places)
        for power, row in rows.items()
        if power in keys.powers
    }
