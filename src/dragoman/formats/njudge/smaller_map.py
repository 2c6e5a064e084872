"""A map without some of its provinces."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from types import MappingProxyType

from dragoman.formats.njudge.map_file import MapFile, MapMoves
from dragoman.formats.njudge.options import DisasterTable, Options


def without_provinces(map_file: MapFile, gone: Collection[str]) -> MapFile:
    """The map without these provinces, told by their keys: nobody enters them, and whatever the
    options say of them is left out."""
    if not gone:
        return map_file
    return replace(
        map_file,
        provinces=tuple(p for p in map_file.provinces if p.key not in gone),
        moves=tuple(
            _without(moves, gone) for moves in map_file.moves if moves.province not in gone
        ),
        options=_options(map_file.options, gone),
        keys=MappingProxyType({}),
    )


def _without(moves: MapMoves, gone: Collection[str]) -> MapMoves:
    """The ways that are left."""
    steps = tuple(
        replace(step, gatekeeper=None if step.gatekeeper in gone else step.gatekeeper)
        for step in moves.steps
        if step.province not in gone
    )
    return replace(moves, steps=steps)


def _options(options: Options, gone: Collection[str]) -> Options:
    return replace(
        options,
        center_order=tuple(key for key in options.center_order if key not in gone),
        province_order=tuple(key for key in options.province_order if key not in gone),
        hong_kong=tuple(
            replace(row, provinces=tuple(key for key in row.provinces if key not in gone))
            for row in options.hong_kong
        ),
        gateways=tuple(
            row
            for row in options.gateways
            if not {row.province, row.controller, *row.ends} & {*gone}
        ),
        railways=tuple(
            replace(row, stops=tuple(key for key in row.stops if key not in gone))
            for row in options.railways
            if row.province not in gone
        ),
        famine=_table(options.famine, gone),
        plague=_table(options.plague, gone),
        storms=_table(options.storms, gone),
        incomes=tuple(row for row in options.incomes if row.city not in gone),
    )


def _table(table: DisasterTable | None, gone: Collection[str]) -> DisasterTable | None:
    if table is None:
        return None
    return replace(
        table, cells=tuple(tuple("" if key in gone else key for key in row) for row in table.cells)
    )
