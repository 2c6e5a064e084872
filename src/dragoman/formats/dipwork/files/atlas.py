"""The fields, nations and unit types of a DipWork variant, and their counterparts on our board."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from functools import cached_property

from dragoman.board import fold
from dragoman.formats.dipwork.files.geography import Geography, MapField
from dragoman.formats.dipwork.files.keyword_lists import Nation, UnitType
from dragoman.formats.dipwork.files.variant_files import VariantFiles
from dragoman.quick_dataclass import dataclass

_SHORES = {"n": "NC", "s": "SC", "w": "WC", "e": "EC", "o": "EC"}
"""The last letter of a sub-field's name, in English or German, and the coast it means."""
_NAMED_SHORE = re.compile(r"[(/]([nsew]c)\)?\Z", re.IGNORECASE)


@dataclass(frozen=True)
class Atlas:
    """The names and numbers of a variant in DipWork's files, and in ours.

    ``location_of`` goes from a field to a location on the board, ``power_of`` from a
    nation's word to the key of a power.
    """

    geography: Geography
    nations: tuple[Nation, ...]
    units: tuple[UnitType, ...]
    location_of: Mapping[str, str]
    power_of: Mapping[str, str]

    @cached_property
    def field_of(self) -> Mapping[str, str]:
        """The field of each location."""
        return {location: field for field, location in self.location_of.items()}

    @cached_property
    def nation_of(self) -> Mapping[str, str]:
        """The word for each power."""
        return {power: nation for nation, power in self.power_of.items()}

    @cached_property
    def numbered(self) -> tuple[str, ...]:
        """The fields in the order of their numbers, which count from 1.

        DipWork's field converter sorts them by name; capitals come before small letters.
        """
        return tuple(sorted(self.location_of, key=lambda name: name.encode("utf-8")))

    @cached_property
    def number_of(self) -> Mapping[str, int]:
        """The number of each field."""
        return {name: number for number, name in enumerate(self.numbered, 1)}

    @cached_property
    def _unit_numbers(self) -> Mapping[str, int]:
        return {unit.word: number for number, unit in enumerate(self.units, 1)}

    @cached_property
    def _nation_numbers(self) -> Mapping[str, int]:
        words = (nation.word for nation in self.nations)
        return {self.power_of[word]: number for number, word in enumerate(words, 1)}

    def unit_number(self, kind: str) -> int:
        """The number of a kind of unit, from 1; 0 for one that is not in the table."""
        return self._unit_numbers.get(kind, 0)

    def nation_number(self, power: str) -> int:
        """The number of a power, from 1; 0 for none."""
        return self._nation_numbers.get(power, 0)


def atlas_of(files: VariantFiles) -> Atlas:
    """The atlas of a variant. Contradictory fields have no location."""
    return Atlas(
        files.geography,
        files.nations,
        files.units,
        _locations(files.geography),
        _powers(files.nations),
    )


def usual_field(key: str, is_water: bool) -> str:
    """The name that DipWork customarily gives a province of this key: ``ENG`` at sea, ``Bud``
    ashore."""
    return key if is_water else key.title()


def _locations(geography: Geography) -> dict[str, str]:
    found: dict[str, str] = {}
    taken: set[str] = set()
    for field in geography.fields:
        if field.coast_of is None:
            key = _free(fold(field.name).upper() or "FIELD", taken)
            taken.add(key)
            found[field.name] = key
    spellings: dict[str, tuple[str, ...]] = {}
    for row in geography.synonyms:
        spellings[row.name] = (*spellings.get(row.name, ()), *row.spellings)
    for field in geography.fields:
        if field.coast_of in found:
            ending = _coast(field, spellings.get(field.name, ()))
            location = _free(f"{found[field.coast_of]}/{ending}", taken)
            taken.add(location)
            found[field.name] = location
    return found


def _coast(field: MapField, spellings: tuple[str, ...]) -> str:
    """The name of a coast on the board: by its synonym ``Pet(nc)``, or its last letter."""
    for spelling in spellings:
        if match := _NAMED_SHORE.search(spelling):
            return match.group(1).upper()
    over = field.coast_of or ""
    if len(field.name) == 3 and field.name[:2].lower() == over[:2].lower():
        return _SHORES.get(field.name[2].lower(), fold(field.name).upper())
    return fold(field.name).upper() or "COAST"


def _powers(nations: tuple[Nation, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for nation in nations:
        key = nation.name.replace("_", " ").upper()
        found[nation.word] = _free(key, found.values())
    return found


def _free(wanted: str, taken: Container[str]) -> str:
    """The wanted name, or that name with a number behind it that nothing is called yet."""
    number, found = 2, wanted
    while found in taken:
        found, number = f"{wanted}{number}", number + 1
    return found
