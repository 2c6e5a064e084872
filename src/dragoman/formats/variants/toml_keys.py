"""Keys of powers, centres and provinces in the terms of a ``variant.toml``."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from dragoman.formats.njudge import MapFile
from dragoman.formats.toml_table import TomlTable

_KEY_REMEDY: Final = "write the first abbreviation of a province, in capitals"


class TermKeys:
    """The keys that the terms of a variant may name. What they name besides is told, and left
    out."""

    def __init__(
        self, map_file: MapFile, powers: Collection[str], centers: Collection[str]
    ) -> None:
        self.provinces = {one.key for one in map_file.provinces if one.is_ground}
        self.powers, self.centers = powers, centers
        self._is_lost = map_file.is_lost

    def is_power(self, table: TomlTable, power: str) -> bool:
        if power not in self.powers:
            what = f"there is no power {power}"
            remedy = "write the key of a power: its name in capitals"
            table.error("unknown-power", what, remedy, power, tuple(self.powers))
        return power in self.powers

    def centers_in(self, table: TomlTable, word: str) -> tuple[str, ...]:
        named = self.provinces_in(table, word)
        for key in named:
            if key not in self.centers:
                what = f"{key} is no centre"
                table.error("no-center", what, "make it one in the map, or take it out", word)
        return tuple(key for key in named if key in self.centers)

    def provinces_in(self, table: TomlTable, word: str) -> tuple[str, ...]:
        named = tuple(dict.fromkeys(table.texts(word)))
        for key in named:
            if key not in self.provinces and not self._is_lost(key):
                what = f"there is no {key} on the map"
                table.error("unknown-location", what, _KEY_REMEDY, word)
        return tuple(key for key in named if key in self.provinces)
