"""Writing map files in the form of the manual."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from dragoman.board import fold
from dragoman.formats.njudge.map_file import (
    TABLE_LABELS,
    MapDisasterTable,
    MapFile,
    MapMoves,
    MapProvince,
    MapStep,
    by_prefix,
)

_MODIFIERS = {(2, 0): "/mx", (1, 0): "/hx", (1, 1): "/lx"}
_NOBODY = "-----"


def write_map(map_file: MapFile) -> str:
    """The text of a map file, which ``read_map`` reads back as the same.

    That holds for what was read without errors. Of a map that was made, names of provinces
    must begin with a letter or a digit and have no comma in them, no two provinces may share
    a spelling, a province's key is its first abbreviation, and what controls a conduit is among
    the places that its line leads to, at once behind it if not before. Comments are not kept.
    """
    writer = _Writer(map_file)
    lines = [
        "# Provinces: name, kind of area, abbreviations.",
        *writer.provinces(),
        "-1",
        "# Moves: mv for armies, xc for fleets, nc sc ec wc for fleets on a named coast.",
        *map(writer.moves, map_file.moves),
        "-1",
        *writer.options(),
        "-1",
    ]
    return "\n".join(lines) + "\n"


class _Writer:
    def __init__(self, map_file: MapFile) -> None:
        self.map_file = map_file
        self.words = {province.key: self._word(province) for province in map_file.provinces}
        """The name of each province in the moves and in the options."""

    def _word(self, province: MapProvince) -> str:
        """Its key, unless some alphabet's capitals lead nowhere."""
        spellings = (province.key.lower(), *province.abbreviations)
        known = (word for word in spellings if self.map_file.keys.get(fold(word)) == province.key)
        return next(known, province.key.lower())

    def provinces(self) -> Iterable[str]:
        areas = {p.key: _area(p) for p in self.map_file.provinces}
        name_width = max((len(p.name) + 1 for p in self.map_file.provinces), default=0)
        area_width = max(map(len, areas.values()), default=0)
        for p in self.map_file.provinces:
            abbreviations = p.abbreviations or (p.key.lower(),)
            area = areas[p.key].ljust(area_width)
            yield f"{p.name + ',':{name_width}} {area} {' '.join(abbreviations)}"

    def moves(self, moves: MapMoves) -> str:
        word = self.words[moves.province]
        coast = moves.source.partition("/")[2].lower()
        # A conduit's ways begin at the province itself, also where it has coasts.
        kind = moves.kind if moves.kind == "cc" else coast or moves.kind
        return " ".join((f"{word}-{kind}:", *self._steps(moves.steps)))

    def _steps(self, steps: Iterable[MapStep]) -> Iterable[str]:
        """The words for places. What controls a conduit stands behind it, and with that among
        the places already."""
        named: set[MapStep] = set()
        for step in steps:
            if step not in named:
                yield self._step(step)
            if step.gatekeeper:
                named.add(MapStep(step.gatekeeper))

    def _step(self, step: MapStep) -> str:
        coast = step.target.partition("/")[2].lower()
        text = self.words[step.province] + (f"/{coast}" if coast else "")
        text += _MODIFIERS.get((step.halves_lost, step.halves_lost_by_convoy), "")
        return f"{text}/cc {self.words[step.gatekeeper]}" if step.gatekeeper else text

    def options(self) -> Iterable[str]:
        options = self.map_file.options
        yield from self._table("Famine", options.famine)
        yield from self._table("Plague", options.plague)
        yield from _block(
            "Variable Income: City  dice  1 2 3 4 5 6 Initial",
            (
                " ".join(
                    (
                        self._city(row.city),
                        str(row.dice),
                        *map(str, row.amounts),
                        *([] if row.initial is None else [str(row.initial)]),
                    )
                )
                for row in options.incomes
            ),
            "variable income",
        )
        yield from _block(
            "Center order for summary report:", self._order(options.center_order), "center ordering"
        )
        yield from _block(
            "Province order for summary report:",
            self._order(options.province_order),
            "province ordering",
        )
        yield from _block(
            "Hongkong settings",
            (f"{row.powers}: {self._list(row.provinces)}" for row in options.hong_kong),
            "hongkong setting",
        )
        yield from _block(
            "Gateway",
            (
                f"{self.words[row.province]}: {self._list((row.controller, *row.ends))}"
                for row in options.gateways
            ),
            "gateway setting",
        )
        yield from _block(
            "Railway",
            (
                f"{self.words[row.province]}: {row.powers} {self._list(row.stops)}"
                for row in options.railways
            ),
            "railway setting",
        )
        yield from self._table("Storms", options.storms)
        yield from _block(
            "Limits for Units Types:",
            (f"{r.power} {r.armies} {r.fleets} {r.garrisons}" for r in options.limits),
            "limit",
        )
        yield from _block(
            "Extra centers", (f"{r.power} {r.count}" for r in options.extra_centers), "extra"
        )

    def _order(self, keys: Iterable[str]) -> Iterable[str]:
        words = self._list(keys)
        return textwrap.wrap(words, 88, break_long_words=False, break_on_hyphens=False)

    def _list(self, keys: Iterable[str]) -> str:
        return " ".join(self.words[key] for key in keys)

    def _table(self, title: str, table: MapDisasterTable | None) -> Iterable[str]:
        if table is None:
            return
        cells = [[self._table_word(k) if k else _NOBODY for k in row] for row in table.cells]
        width = max((len(cell) for row in cells for cell in row), default=0)
        yield f"{title + ':':8}" + " ".join(f"{label:^{width}}" for label in TABLE_LABELS).rstrip()
        for label, row in zip(TABLE_LABELS, cells, strict=True):
            yield f"{label:6}: " + " ".join(cell.ljust(width) for cell in row).rstrip()
        yield f"#end of {title.lower()}"

    def _city(self, key: str) -> str:
        name = self.map_file.by_key[key].name
        is_clear = name.isalpha() and self.map_file.keys.get(fold(name)) == key
        return name if is_clear else self.words[key]

    def _table_word(self, key: str) -> str:
        """The first five letters of a name, where they say enough."""
        word = self.map_file.by_key[key].name[:5]
        if word.isalpha() and by_prefix(self.map_file.keys, word) == (key,):
            return word
        return self.words[key]


def _area(province: MapProvince) -> str:
    city = str(province.city) if province.city else ""
    return f"{province.area}{'w' if province.convoyable_land else ''}{city}"


def _block(title: str, rows: Iterable[str], end: str) -> Iterable[str]:
    written = [f"  {row}" for row in rows]
    if written:
        yield from (title, *written, f"#end of {end}")
